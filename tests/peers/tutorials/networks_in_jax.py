"""Programs about networks, as tutorials of JAX and PyTorch have them."""

import jax
import jax.numpy as jnp


@jax.jit
def ensemble(params, x):
    def predict(params, x):
        for layer in params:
            x = jnp.tanh(x @ layer["w"] + layer["b"])
        return x

    outputs = jax.vmap(predict, (0, None))(params, x)
    return outputs.mean(axis=0), outputs.std(axis=0)


@jax.jit
def fourier_layer(x, real, imag):
    modes = real.shape[0]
    spectrum = jnp.fft.rfft(x, axis=0)[:modes]
    mixed = jnp.einsum("ki,kio->ko", spectrum, real + 1j * imag)
    return jnp.maximum(jnp.fft.irfft(mixed, n=x.shape[0], axis=0), 0)


@jax.jit
def attention(q, k, v):
    scores = jnp.einsum("hqd,hkd->hqk", q, k) / jnp.sqrt(q.shape[-1])
    mask = jnp.tril(jnp.ones(scores.shape[1:], bool))
    return jax.nn.softmax(jnp.where(mask, scores, -jnp.inf)) @ v


@jax.jit
def recurrent(w, u, b, xs):
    def step(state, x):
        h, c = state
        i, f, g, o = jnp.split(x @ w + h @ u + b, 4, axis=-1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    zero = jnp.zeros((xs.shape[1], u.shape[0]))
    return jax.lax.scan(step, (zero, zero), xs)[1]


@jax.jit
def graph_convolution(x, edges, w):
    messages = (x @ w)[edges[0]]
    sums = jax.ops.segment_sum(messages, edges[1], len(x))
    counts = jax.ops.segment_sum(jnp.ones(len(messages)), edges[1], len(x))
    return jnp.maximum(sums / jnp.maximum(counts, 1.0)[:, None], 0)


@jax.jit
def nearest_neighbors(x, labels, new):
    distances = ((new[:, None] - x) ** 2).sum(axis=-1)
    _, places = jax.lax.top_k(-distances, 5)
    votes = jax.nn.one_hot(labels[places], 3).sum(axis=1)
    return jnp.argmax(votes, axis=1)


@jax.jit
def mixture_of_experts(gate, experts, x):
    shares = jax.nn.softmax(x @ gate)
    outputs = jnp.tanh(jnp.einsum("ni,eio->neo", x, experts))
    return jnp.einsum("ne,neo->no", shares, outputs)


@jax.jit
def contrastive_loss(a, b):
    def loss(a, b):
        a = a / jnp.linalg.vector_norm(a, axis=1, keepdims=True)
        b = b / jnp.linalg.vector_norm(b, axis=1, keepdims=True)
        return -jnp.diagonal(jax.nn.log_softmax(a @ b.T / 0.1)).mean()

    return jax.value_and_grad(loss, (0, 1))(a, b)


@jax.jit
def momentum_step(params, velocity, x, y):
    def loss(params):
        hidden = jax.nn.relu(x @ params["w"] + params["b"])
        return ((hidden @ params["v"] - y) ** 2).mean()

    slopes = jax.grad(loss)(params)
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, slopes)
    return jax.tree.map(lambda p, v: p - 0.1 * v, params, velocity), velocity


@jax.jit
def embeddings(table, scale, tokens):
    x = table[tokens] + jnp.sin(jnp.arange(tokens.shape[1])[:, None] * scale)
    x = x - x.mean(axis=-1, keepdims=True)
    return x / jnp.sqrt((x**2).mean(axis=-1, keepdims=True) + 1e-5)
