# JAX is optional.
# pyright: reportMissingImports=false
"""Layers and networks, with NNKit and with JAX."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from dlvm import nnkit
from dlvm.nn.functions import gelu, relu, sigmoid, softmax
from tests.support.samples.composed_functions import composed, flags, floats, numbers


@composed(floats(5, 8), floats(8, 6), floats(6), floats(6, 3), floats(3))
def perceptron(x, w, b, v, c):
    return nnkit.tanh(x @ w + b) @ v + c


@perceptron.jax
def _(x, w, b, v, c):
    return jnp.tanh(x @ w + b) @ v + c


@composed(floats(5, 8), floats(7, 8), floats(7, 4))
def attention(q, k, v):
    return softmax(q @ k.T * (1 / 8**0.5)) @ v


@attention.jax
def _(q, k, v):
    return jax.nn.softmax(q @ k.T / jnp.sqrt(8.0)) @ v


@composed(floats(2, 6, 8), floats(8, 24), floats(8, 8), flags(2, 6))
def masked_multi_head_attention(x, w, out, present):
    n, length, width = x.shape
    heads = (x @ w).reshape((n, length, 3, 2, width // 2)).transpose(2, 0, 3, 1, 4)
    q, k, v = heads[0], heads[1], heads[2]
    causal = np.tril(np.ones((length, length), bool))
    scores = q @ k.transpose(0, 1, 3, 2) * 0.5
    seen = present[:, None, None, :] & causal | np.eye(length, dtype=bool)
    mixed = softmax(nnkit.where(seen, scores, -1e9)) @ v
    return mixed.transpose(0, 2, 1, 3).reshape((n, length, width)) @ out


@masked_multi_head_attention.jax
def _(x, w, out, present):
    q, k, v = jnp.split(x @ w, 3, axis=-1)
    q, k, v = (a.reshape(2, 6, 2, 4) for a in (q, k, v))
    scores = jnp.einsum("nqhd,nkhd->nhqk", q, k) / 2
    seen = jnp.tril(jnp.ones((6, 6), bool)) & present[:, None, None, :] | jnp.eye(6, dtype=bool)
    weights = jax.nn.softmax(scores, where=seen, axis=-1)
    return jnp.einsum("nhqk,nkhd->nqhd", weights, v).reshape(2, 6, 8) @ out


@composed(floats(2, 7, 4), floats(2, 7, 4), floats(2, 7, 5))
def linear_attention(q, k, v):
    """Causal, by cumulative sums."""
    phi = lambda x: nnkit.where(x > 0, x + 1, nnkit.exp(nnkit.minimum(x, 0)))  # noqa: E731
    q, k = phi(q), phi(k)
    state = nnkit.cumulative_sum(nnkit.einsum("nli,nlj->nlij", k, v), axis=1)
    scale = nnkit.einsum("nli,nli->nl", q, nnkit.cumulative_sum(k, axis=1))
    return nnkit.einsum("nli,nlij->nlj", q, state) / scale[:, :, None]


@linear_attention.jax
def _(q, k, v):
    q, k = jax.nn.elu(q) + 1, jax.nn.elu(k) + 1
    weights = jnp.einsum("nqi,nki->nqk", q, k) * jnp.tril(jnp.ones((7, 7)))
    return weights @ v / weights.sum(-1, keepdims=True)


@composed(floats(6, 8), floats(6, 4, low=0.0, high=6.0))
def rotary_embedding(x, angles):
    a, b = x[:, ::2], x[:, 1::2]
    cos, sin = nnkit.cos(angles), nnkit.sin(angles)
    return nnkit.stack([a * cos - b * sin, a * sin + b * cos], axis=-1).reshape((6, 8))


@rotary_embedding.jax
def _(x, angles):
    z = lax.complex(x[:, ::2], x[:, 1::2]) * jnp.exp(1j * angles)
    return jnp.stack([z.real, z.imag], -1).reshape(6, 8)


@composed(floats(5, 8), floats(8), floats(8))
def layer_norm(x, scale, shift):
    centered = x - x.mean(axis=-1, keepdims=True)
    return centered * nnkit.rsqrt((centered**2).mean(axis=-1, keepdims=True) + 1e-5) * scale + shift


@layer_norm.jax
def _(x, scale, shift):
    return jax.nn.standardize(x, axis=-1, epsilon=1e-5) * scale + shift


@composed(floats(5, 8), floats(8))
def rms_norm(x, scale):
    return x * nnkit.rsqrt((x * x).mean(axis=-1, keepdims=True) + 1e-6) * scale


@rms_norm.jax
def _(x, scale):
    return x / jnp.sqrt(jnp.mean(x**2, -1, keepdims=True) + 1e-6) * scale


@composed(floats(6, 3, 4, 4), floats(3), floats(3))
def batch_norm(x, scale, shift):
    mean = nnkit.mean(x, (0, 2, 3), True)
    deviation = nnkit.sqrt(nnkit.var(x, (0, 2, 3), keepdims=True) + 1e-5)
    return (x - mean) / deviation * scale[:, None, None] + shift[:, None, None]


@batch_norm.jax
def _(x, scale, shift):
    normal = jax.nn.standardize(x, axis=(0, 2, 3), epsilon=1e-5)
    return normal * scale.reshape(3, 1, 1) + shift.reshape(3, 1, 1)


@composed(floats(2, 6, 3, 3), floats(6), floats(6))
def group_norm(x, scale, shift):
    groups = x.reshape((2, 3, 18))
    centered = groups - groups.mean(axis=2, keepdims=True)
    normal = centered / nnkit.std(groups, 2, keepdims=True)
    return normal.reshape((2, 6, 3, 3)) * scale.reshape((6, 1, 1)) + shift.reshape((6, 1, 1))


@group_norm.jax
def _(x, scale, shift):
    normal = jax.nn.standardize(x.reshape(2, 3, 2, 3, 3), axis=(2, 3, 4), epsilon=0)
    return normal.reshape(2, 6, 3, 3) * scale[:, None, None] + shift[:, None, None]


@composed(floats(4, 5), floats(5, 3))
def weight_norm(x, v):
    return x @ (v / nnkit.sqrt((v * v).sum(axis=0)))


@weight_norm.jax
def _(x, v):
    return x @ (v / jnp.linalg.norm(v, axis=0))


def _lstm(x, h, c, w, u, b):
    gates = x @ w + h @ u + b
    i, f, o = (sigmoid(gates[:, n * 4 : n * 4 + 4]) for n in range(3))
    c = f * c + i * nnkit.tanh(gates[:, 12:])
    return o * nnkit.tanh(c), c


def _jax_lstm(x, h, c, w, u, b):
    i, f, o, g = jnp.split(x @ w + h @ u + b, 4, axis=-1)
    c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
    return jax.nn.sigmoid(o) * jnp.tanh(c), c


@composed(floats(3, 5), floats(3, 4), floats(3, 4), floats(5, 16), floats(4, 16), floats(16))
def lstm_cell(x, h, c, w, u, b):
    return nnkit.concatenate(_lstm(x, h, c, w, u, b), axis=1)


@lstm_cell.jax
def _(*arguments):
    return jnp.concatenate(_jax_lstm(*arguments), axis=1)


@composed(floats(7, 3, 5), floats(5, 16), floats(4, 16), floats(16))
def lstm_over_a_loop(xs, w, u, b):
    h, c = nnkit.zeros((3, 4)), nnkit.zeros((3, 4))
    for x in xs:
        h, c = _lstm(x, h, c, w, u, b)
    return h


@lstm_over_a_loop.jax
def _(xs, w, u, b):
    start = (jnp.zeros((3, 4)), jnp.zeros((3, 4)))
    return lax.scan(lambda hc, x: (_jax_lstm(x, hc[0], hc[1], w, u, b), None), start, xs)[0][0]


@composed(floats(6, 3, 5), floats(3, 4), floats(9, 8), floats(9, 4))
def gru_over_a_loop(xs, h, gates, w):
    for x in xs:
        rz = sigmoid(nnkit.concatenate([x, h], axis=1) @ gates)
        r, z = rz[:, :4], rz[:, 4:]
        n = nnkit.tanh(nnkit.concatenate([x, r * h], axis=1) @ w)
        h = z * h + (1 - z) * n
    return h


@gru_over_a_loop.jax
def _(xs, h, gates, w):
    def step(h, x):
        r, z = jnp.split(jax.nn.sigmoid(x @ gates[:5] + h @ gates[5:]), 2, axis=1)
        return z * h + (1 - z) * jnp.tanh(x @ w[:5] + (r * h) @ w[5:]), None

    return lax.scan(step, h, xs)[0]


@composed(floats(8, 5), floats(5, 4), floats(4, 4), floats(4), floats(4, 2))
def recurrent_network(xs, w, u, b, v):
    h, total = nnkit.zeros(4), nnkit.zeros(2)
    for i in nnkit.range(8):
        h = nnkit.tanh(xs[i] @ w + h @ u + b)
        if h.sum() > 0.0:
            total = total + h @ v
    return total


@recurrent_network.jax
def _(xs, w, u, b, v):
    def step(h, x):
        h = jnp.tanh(x @ w + h @ u + b)
        return h, jnp.where(h.sum() > 0, h @ v, 0)

    return lax.scan(step, jnp.zeros(4), xs)[1].sum(0)


def _jax_conv(x, k, strides, padding, dilation=1, groups=1):
    spatial = x.ndim - 2
    return lax.conv_general_dilated(
        x, k, (strides,) * spatial, [(padding, padding)] * spatial,
        rhs_dilation=(dilation,) * spatial, feature_group_count=groups,
    )  # fmt: skip


@composed(floats(2, 3, 9, 9), floats(4, 3, 3, 3), floats(4), floats(64, 5))
def convolution_network(x, kernel, b, w):
    y = relu(nnkit.convolve(x, kernel, 2, 1) + b[:, None, None])
    y = nnkit.reduce_window(y, "max", (1, 1, 2, 2))
    return y.reshape((2, 64)) @ w


@convolution_network.jax
def _(x, kernel, b, w):
    y = jax.nn.relu(_jax_conv(x, kernel, 2, 1) + b.reshape(4, 1, 1))
    y = lax.reduce_window(y, -jnp.inf, lax.max, (1, 1, 2, 2), (1, 1, 1, 1), "VALID")
    return y.reshape(2, -1) @ w


@composed(floats(2, 4, 12), floats(6, 4, 3), floats(6, 4, 3))
def gated_dilated_convolution(x, a, b):
    return nnkit.tanh(nnkit.convolve(x, a, 1, 2, 2)) * sigmoid(nnkit.convolve(x, b, 1, 2, 2))


@gated_dilated_convolution.jax
def _(x, a, b):
    return jnp.tanh(_jax_conv(x, a, 1, 2, 2)) * jax.nn.sigmoid(_jax_conv(x, b, 1, 2, 2))


@composed(floats(2, 4, 6, 6), floats(4, 1, 3, 3), floats(5, 4, 1, 1))
def depthwise_separable_convolution(x, depthwise, pointwise):
    return nnkit.convolve(relu(nnkit.convolve(x, depthwise, padding=1, groups=4)), pointwise)


@depthwise_separable_convolution.jax
def _(x, depthwise, pointwise):
    y = jax.nn.relu(_jax_conv(x, depthwise, 1, 1, groups=4))
    return jnp.einsum("nchw,oc->nohw", y, pointwise[:, :, 0, 0])


@composed(floats(2, 6, 7), floats(4, 3, 4))
def grouped_convolution(x, kernel):
    return nnkit.convolve(x, kernel, 2, [(2, 1)], groups=2)


@grouped_convolution.jax
def _(x, kernel):
    padded = jnp.pad(x, ((0, 0), (0, 0), (2, 1)))
    return _jax_conv(padded, kernel, 2, 0, groups=2)


@composed(floats(2, 3, 8, 7))
def max_pooling(x):
    return nnkit.reduce_window(
        x, "max", (1, 1, 3, 2), (1, 1, 2, 2), [(0, 0), (0, 0), (1, 1), (0, 1)]
    )


@max_pooling.jax
def _(x):
    padding = ((0, 0), (0, 0), (1, 1), (0, 1))
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, 1, 3, 2), (1, 1, 2, 2), padding)


@composed(floats(2, 3, 8, 8), floats(3, 4))
def average_pooling(x, w):
    pooled = nnkit.reduce_window(nnkit.exp(x), "add", (1, 1, 2, 2), (1, 1, 2, 2)) / 4
    return pooled.mean(axis=(2, 3)) @ w


@average_pooling.jax
def _(x, w):
    return jnp.exp(x).reshape(2, 3, 4, 2, 4, 2).mean((3, 5)).mean((2, 3)) @ w


@composed(floats(2, 6, 4, 4), floats(6, 2), floats(2, 6))
def squeeze_excitation(x, w, v):
    scale = sigmoid(relu(x.mean(axis=(2, 3)) @ w) @ v)
    return x * scale[:, :, None, None]


@squeeze_excitation.jax
def _(x, w, v):
    return x * jax.nn.sigmoid(jax.nn.relu(x.mean((2, 3)) @ w) @ v).reshape(2, 6, 1, 1)


def _normal(x):
    return (x - x.mean(axis=-1, keepdims=True)) / nnkit.sqrt(nnkit.var(x, -1, keepdims=True) + 1e-5)


@composed(floats(5, 8), floats(8, 8), floats(8, 8), floats(8, 8), floats(8, 16), floats(16, 8))
def transformer_block(x, q, k, v, w, u):
    y = _normal(x)
    x = x + softmax(y @ q @ (y @ k).T * 8**-0.5) @ (y @ v)
    return x + gelu(_normal(x) @ w) @ u


@transformer_block.jax
def _(x, q, k, v, w, u):
    normal = lambda x: jax.nn.standardize(x, epsilon=1e-5)  # noqa: E731
    y = normal(x)
    x = x + jax.nn.softmax((y @ q) @ (y @ k).T / 8**0.5) @ (y @ v)
    return x + jax.nn.gelu(normal(x) @ w, approximate=False) @ u


@composed(floats(2, 6, 4), floats(6, 10), floats(10, 6), floats(4, 8), floats(8, 4))
def mixer_block(x, a, b, c, d):
    x = x + (gelu(_normal(x).transpose(0, 2, 1) @ a) @ b).transpose(0, 2, 1)
    return x + gelu(_normal(x) @ c) @ d


@mixer_block.jax
def _(x, a, b, c, d):
    normal = lambda x: jax.nn.standardize(x, epsilon=1e-5)  # noqa: E731
    hidden = jax.nn.gelu(jnp.einsum("nlc,lh->nhc", normal(x), a), approximate=False)
    x = x + jnp.einsum("nhc,hl->nlc", hidden, b)
    return x + jax.nn.gelu(normal(x) @ c, approximate=False) @ d


@composed(floats(4, 6), floats(3, 6, 6), floats(3, 6, 6))
def highway_network(x, w, t):
    for i in nnkit.range(3):
        gate = sigmoid(x @ t[i] - 1.0)
        x = gate * relu(x @ w[i]) + (1 - gate) * x
    return x


@highway_network.jax
def _(x, w, t):
    for i in range(3):
        gate = jax.nn.sigmoid(x @ t[i] - 1)
        x = gate * jax.nn.relu(x @ w[i]) + (1 - gate) * x
    return x


@composed(floats(4, 6), floats(5, 6, 6))
def residual_network(x, ws):
    for w in ws:
        x = x + nnkit.sin(x @ w)
    return x


@residual_network.jax
def _(x, ws):
    return lax.scan(lambda x, w: (x + jnp.sin(x @ w), None), x, ws)[0]


@composed(floats(6, 5))
def gelu_by_erf(x):
    return gelu(3 * x)


@gelu_by_erf.jax
def _(x):
    return jax.nn.gelu(3 * x, approximate=False)


@composed(floats(6, 5))
def gelu_by_tanh(x):
    y = x * 3
    return 0.5 * y * (1 + nnkit.tanh((2 / np.pi) ** 0.5 * (y + 0.044715 * y**3)))


@gelu_by_tanh.jax
def _(x):
    return jax.nn.gelu(3 * x, approximate=True)


@composed(floats(6, 5))
def swish(x):
    return 3 * x * sigmoid(3 * x)


@swish.jax
def _(x):
    return jax.nn.silu(3 * x)


@composed(floats(6, 5))
def softplus(x):
    y = 4 * x
    return nnkit.maximum(y, 0) + nnkit.log1p(nnkit.exp(-abs(y)))


@softplus.jax
def _(x):
    return jax.nn.softplus(4 * x)


@composed(floats(6, 5))
def mish(x):
    y = 4 * x
    return y * nnkit.tanh(nnkit.maximum(y, 0) + nnkit.log1p(nnkit.exp(-abs(y))))


@mish.jax
def _(x):
    return jax.nn.mish(4 * x)


@composed(floats(6, 5))
def elu_and_selu(x):
    elu = nnkit.where(x > 0, x, nnkit.expm1(x))
    selu = 1.0507009873554805 * nnkit.where(x > 0, x, 1.6732632423543772 * nnkit.expm1(x))
    return elu * selu


@elu_and_selu.jax
def _(x):
    return jax.nn.elu(x) * jax.nn.selu(x)


@composed(floats(6, 5))
def clipped_and_leaky(x):
    return nnkit.clip(x + 0.5, 0.0, 1.0) * nnkit.where(x < 0, 0.01 * x, x)


@clipped_and_leaky.jax
def _(x):
    return jnp.clip(x + 0.5, 0, 1) * jax.nn.leaky_relu(x)


@composed(floats(4, 5), floats(5, 12))
def maxout(x, w):
    return (x @ w).reshape((4, 3, 4)).max(axis=1)


@maxout.jax
def _(x, w):
    return jnp.max((x @ w).reshape(4, 3, 4), axis=1)


@composed(floats(4, 5), floats(5, 6), floats(5, 6), floats(6, 5))
def gated_linear_unit(x, w, v, u):
    gate = x @ w
    return (gate * sigmoid(gate) * (x @ v)) @ u


@gated_linear_unit.jax
def _(x, w, v, u):
    return (jax.nn.silu(x @ w) * (x @ v)) @ u


@composed(numbers(4, 6, below=9), floats(9, 5), floats(5, 3))
def embedding(words, table, w):
    return nnkit.tanh(nnkit.take(table, words).mean(axis=1)) @ w


@embedding.jax
def _(words, table, w):
    return jnp.tanh(table[words].mean(1)) @ w


@composed(floats(10, 3), numbers(10, below=4), floats(4, 3))
def segment_sum(x, segments, start):
    return nnkit.scatter(start * start, segments, nnkit.sin(x), by="add")


@segment_sum.jax
def _(x, segments, start):
    return start**2 + jax.ops.segment_sum(jnp.sin(x), segments, 4)


@composed(floats(5, 4), numbers(5, below=6), floats(6, 4))
def one_hot_classes(x, labels, prototypes):
    chosen = nnkit.one_hot(labels, 6) @ prototypes
    return ((x - chosen) ** 2).sum(axis=1)


@one_hot_classes.jax
def _(x, labels, prototypes):
    return jnp.sum((x - prototypes[labels]) ** 2, axis=1)


@composed(floats(6, 6), floats(6, 4), floats(4, 5), floats(5, 3))
def graph_convolution(edges, x, w, v):
    adjacency = sigmoid(edges + edges.T) + np.eye(6, dtype=np.float32)
    scale = nnkit.rsqrt(adjacency.sum(axis=1))
    adjacency = scale[:, None] * adjacency * scale
    return adjacency @ (relu(adjacency @ (x @ w)) @ v)


@graph_convolution.jax
def _(edges, x, w, v):
    adjacency = jax.nn.sigmoid(edges + edges.T) + jnp.eye(6)
    scale = jnp.diag(adjacency.sum(1) ** -0.5)
    adjacency = scale @ adjacency @ scale
    return adjacency @ jax.nn.relu(adjacency @ x @ w) @ v


@composed(floats(6, 4), floats(4, 5), floats(5), floats(5), flags(6, 6))
def graph_attention(x, w, a, b, edges):
    h = x @ w
    scores = (h @ a)[:, None] + h @ b
    scores = nnkit.where(scores > 0, scores, 0.2 * scores)
    near = edges | np.eye(6, dtype=bool)
    return softmax(nnkit.where(near, scores, -1e9)) @ h


@graph_attention.jax
def _(x, w, a, b, edges):
    h = x @ w
    scores = jax.nn.leaky_relu((h @ a)[:, None] + (h @ b)[None, :], 0.2)
    return jax.nn.softmax(jnp.where(edges | jnp.eye(6, dtype=bool), scores, -jnp.inf)) @ h


@composed(floats(5, 7), floats(7), floats(7, 3))
def factorization_machine(x, w, v):
    pairs = ((x @ v) ** 2 - (x**2) @ (v**2)).sum(axis=1)
    return x @ w + 0.5 * pairs


@factorization_machine.jax
def _(x, w, v):
    pairs = jnp.triu(v @ v.T, 1)
    return x @ w + jnp.einsum("ni,ij,nj->n", x, pairs, x)


@composed(floats(4, 5), floats(3, 5, 6), floats(4, 6))
def bilinear_form(x, w, y):
    return nnkit.einsum("ni,oij,nj->no", x, w, y)


@bilinear_form.jax
def _(x, w, y):
    return jnp.stack([jnp.sum(x @ w[o] * y, axis=1) for o in range(3)], axis=1)


@composed(floats(6, 8), floats(8, 8), floats(8, 2), floats(2, 8))
def low_rank_update(x, w, a, b):
    return nnkit.tanh(x @ (w + 0.5 * (a @ b)))


@low_rank_update.jax
def _(x, w, a, b):
    return jnp.tanh(x @ w + x @ a @ b / 2)


@composed(floats(2, 3, 4, 5), floats(3, 5, 2), floats(2, 1, 2))
def batched_products(x, y, z):
    return (x @ y) * z[:, :, None, :]


@batched_products.jax
def _(x, y, z):
    return jnp.einsum("nbij,bjk,nok->nbik", x, y, z)


@composed(floats(4, 4), floats(4, 5, 3), floats(5), floats(3, 4))
def contractions(a, b, c, d):
    trace = nnkit.einsum("ii->i", a)
    return nnkit.einsum("i,ijk,j,ki->ik", trace, b, c, d)


@contractions.jax
def _(a, b, c, d):
    return jnp.diag(a)[:, None] * jnp.tensordot(b, c, ((1,), (0,))) * d.T


@composed(floats(8, 4), floats(8, 4), floats(4))
def tree_reduction(xs, w, b):
    """A balanced tree of cells, of 8 leaves."""
    while len(xs) > 1:
        pairs = xs.reshape((len(xs) // 2, 8))
        xs = nnkit.tanh(pairs @ w + b)
    return xs[0]


@tree_reduction.jax
def _(xs, w, b):
    rows = list(xs)
    while len(rows) > 1:
        rows = [jnp.tanh(jnp.concatenate(rows[i : i + 2]) @ w + b) for i in range(0, len(rows), 2)]
    return rows[0]
