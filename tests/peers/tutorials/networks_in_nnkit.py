"""Programs about networks, as tutorials of JAX and PyTorch have them."""

from dlvm import nn, nnkit
from dlvm.nnkit import f32, gradient, staged, value_and_gradient, vmap


@staged
def ensemble(params, x):
    def predict(params, x):
        for layer in params:
            x = nnkit.tanh(x @ layer["w"] + layer["b"])
        return x

    outputs = vmap(predict, (0, None))(params, x)
    return outputs.mean(axis=0), nnkit.std(outputs, axis=0)


@staged
def fourier_layer(x, real, imag):
    modes = real.shape[0]
    spectrum = nnkit.fft.rfft(x, axis=0)[:modes]
    mixed = nnkit.einsum("ki,kio->ko", spectrum, real + 1j * imag)
    return nnkit.maximum(nnkit.fft.irfft(mixed, n=x.shape[0], axis=0), 0)


@staged
def attention(q, k, v):
    scores = nnkit.einsum("hqd,hkd->hqk", q, k) / q.shape[-1] ** 0.5
    mask = nnkit.tril(nnkit.ones(scores.shape[1:], dtype=bool))
    return nn.softmax(nnkit.where(mask, scores, -nnkit.inf)) @ v


@staged
def recurrent(w, u, b, xs):
    def step(state, x):
        h, c = state
        i, f, g, o = nnkit.split(x @ w + h @ u + b, 4, axis=-1)
        c = nn.sigmoid(f) * c + nn.sigmoid(i) * nnkit.tanh(g)
        h = nn.sigmoid(o) * nnkit.tanh(c)
        return (h, c), h

    zero = nnkit.zeros((xs.shape[1], u.shape[0]))
    return nnkit.scan(step, (zero, zero), xs)[1]


@staged
def graph_convolution(x, edges, w):
    messages = (x @ w)[edges[0]]
    sums = nnkit.segment_sum(messages, edges[1], len(x))
    counts = nnkit.segment_sum(nnkit.ones(len(messages)), edges[1], len(x))
    return nnkit.maximum(sums / nnkit.maximum(counts, 1.0)[:, None], 0)


@staged
def nearest_neighbors(x, labels, new):
    distances = ((new[:, None] - x) ** 2).sum(axis=-1)
    _, places = nnkit.top_k(-distances, 5)
    votes = nnkit.one_hot(labels[places], 3).sum(axis=1)
    return nnkit.argmax(votes, axis=1)


@staged
def mixture_of_experts(gate, experts, x):
    shares = nn.softmax(x @ gate)
    outputs = nnkit.tanh(nnkit.einsum("ni,eio->neo", x, experts))
    return nnkit.einsum("ne,neo->no", shares, outputs)


@staged
def contrastive_loss(a, b):
    def loss(a, b):
        a = a / nnkit.linalg.vector_norm(a, axis=1, keepdims=True)
        b = b / nnkit.linalg.vector_norm(b, axis=1, keepdims=True)
        return -nnkit.linalg.diagonal(nn.log_softmax(a @ b.T / 0.1)).mean()

    return value_and_gradient(loss, (0, 1))(a, b)


@staged
def momentum_step(params, velocity, x, y):
    def loss(params):
        hidden = nn.relu(x @ params["w"] + params["b"])
        return ((hidden @ params["v"] - y) ** 2).mean()

    slopes = gradient(loss)(params)[0]
    velocity = nnkit.map_tensors(lambda v, g: 0.9 * v + g, velocity, slopes)
    return nnkit.map_tensors(lambda p, v: p - 0.1 * v, params, velocity), velocity


@staged
def embeddings(table, scale, tokens):
    x = table[tokens] + nnkit.sin(nnkit.arange(tokens.shape[1], dtype=f32)[:, None] * scale)
    x = x - x.mean(axis=-1, keepdims=True)
    return x / nnkit.sqrt((x**2).mean(axis=-1, keepdims=True) + 1e-5)
