# JAX is optional.
# pyright: reportMissingImports=false
"""Losses and log-likelihoods, with NNKit and with JAX."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.scipy import special, stats

from dlvm import nnkit
from dlvm.nn import softmax_cross_entropy
from dlvm.nn.functions import log_softmax, relu, sigmoid
from dlvm.nnkit import gradient, staged
from tests.support.samples.composed_functions import composed, flags, floats, numbers


def _log_sum_exp(x, axis=-1):
    largest = x.max(axis=axis, keepdims=True)
    return nnkit.squeeze(largest + nnkit.log(nnkit.exp(x - largest).sum(axis=axis, keepdims=True)))


@composed(floats(5, 7))
def log_sum_exp(x):
    return _log_sum_exp(8 * x)


@log_sum_exp.jax
def _(x):
    return special.logsumexp(8 * x, axis=-1)


@composed(floats(6, 5), numbers(6, below=5))
def cross_entropy(logits, labels):
    return softmax_cross_entropy(3 * logits, labels)


@cross_entropy.jax
def _(logits, labels):
    return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(3 * logits), labels[:, None], 1))


@composed(floats(6, 5), numbers(6, below=5))
def smoothed_labels(logits, labels):
    targets = nnkit.one_hot(labels, 5) * 0.9 + 0.02
    return -(targets * log_softmax(logits)).sum(axis=1).mean()


@smoothed_labels.jax
def _(logits, labels):
    logs = jax.nn.log_softmax(logits)
    picked = jnp.take_along_axis(logs, labels[:, None], 1)[:, 0]
    return -jnp.mean(0.9 * picked + 0.1 * logs.mean(1))


@composed(floats(6, 5), numbers(6, below=5))
def focal_loss(logits, labels):
    logs = (log_softmax(logits) * nnkit.one_hot(labels, 5)).sum(axis=1)
    return -((1 - nnkit.exp(logs)) ** 2 * logs)


@focal_loss.jax
def _(logits, labels):
    p = jnp.take_along_axis(jax.nn.softmax(logits), labels[:, None], 1)[:, 0]
    return -((1 - p) ** 2.0) * jnp.log(p)


@composed(floats(6, 4), floats(6, 4))
def huber_loss(x, y):
    e = abs(x - y)
    return nnkit.where(e < 0.4, 0.5 * e * e, 0.4 * (e - 0.2)).sum(axis=1)


@huber_loss.jax
def _(x, y):
    inner = jnp.clip(x - y, -0.4, 0.4)
    return jnp.sum(inner * (x - y) - inner**2 / 2, axis=1)


@composed(floats(6, 5), numbers(6, below=5))
def hinge_loss(scores, labels):
    chosen = nnkit.one_hot(labels, 5)
    wanted = (scores * chosen).sum(axis=1, keepdims=True)
    return (relu(scores - wanted + 1.0) * (1 - chosen)).mean(axis=0)


@hinge_loss.jax
def _(scores, labels):
    wanted = scores[jnp.arange(6), labels]
    margins = jax.nn.relu(scores - wanted[:, None] + 1).at[jnp.arange(6), labels].set(0)
    return margins.mean(0)


@composed(floats(5, 6), floats(5, 6))
def kullback_leibler(a, b):
    p, q = log_softmax(a), log_softmax(b)
    return (nnkit.exp(p) * (p - q)).sum(axis=1)


@kullback_leibler.jax
def _(a, b):
    p, q = jax.nn.softmax(a), jax.nn.softmax(b)
    return jnp.sum(special.rel_entr(p, q), axis=1)


@composed(floats(9, 4), flags(9), floats(4), floats())
def logistic_regression(x, y, w, b):
    t = y.astype(np.float32)
    z = x @ w + b
    return (nnkit.maximum(z, 0) - z * t + nnkit.log1p(nnkit.exp(-abs(z)))).mean() + (w * w).sum()


@logistic_regression.jax
def _(x, y, w, b):
    z = jnp.where(y, 1, -1) * (x @ w + b)
    return -jnp.mean(jax.nn.log_sigmoid(z)) + w @ w


@composed(floats(7, 4), floats(7, 4), floats(7, 4))
def gaussian_likelihood(x, mean, log_variance):
    normal = (x - mean) ** 2 * nnkit.exp(-log_variance)
    return -0.5 * (normal + log_variance + float(np.log(2 * np.pi))).sum(axis=1)


@gaussian_likelihood.jax
def _(x, mean, log_variance):
    return stats.norm.logpdf(x, mean, jnp.exp(log_variance / 2)).sum(1)


@composed(floats(5), floats(5, 3), floats(5, low=0.5, high=2.0))
def gaussian_without_cholesky(x, factor, diagonal):
    """Of the covariance ``diag(d) + F F^T``: by Woodbury's identity, with conjugate gradients for
    the inverse and elimination for the determinant."""
    inner = factor.T @ (factor / diagonal[:, None]) + np.eye(3, dtype=np.float32)
    right = factor.T @ (x / diagonal)
    solution, residual = nnkit.zeros(3), right
    direction = right
    for _ in nnkit.range(3):
        image = inner @ direction
        step = (residual @ residual) / (direction @ image)
        solution = solution + step * direction
        after = residual - step * image
        direction = after + (after @ after) / (residual @ residual) * direction
        residual = after
    quadratic = (x * x / diagonal).sum() - right @ solution
    log_determinant = nnkit.log(diagonal).sum()
    while len(inner) > 1:
        log_determinant = log_determinant + nnkit.log(inner[0, 0])
        inner = inner[1:, 1:] - inner[1:, :1] * inner[:1, 1:] / inner[0, 0]
    log_determinant = log_determinant + nnkit.log(inner[0, 0])
    return -0.5 * (quadratic + log_determinant)


@gaussian_without_cholesky.jax
def _(x, factor, diagonal):
    covariance = jnp.diag(diagonal) + factor @ factor.T
    _, log_determinant = jnp.linalg.slogdet(covariance)
    return -0.5 * (x @ jnp.linalg.solve(covariance, x) + log_determinant)


@composed(floats(6, 3), floats(4), floats(4, 3), floats(4, 3))
def mixture_of_gaussians(x, logits, means, log_scales):
    z = (x[:, None, :] - means) * nnkit.exp(-log_scales)
    logs = -0.5 * (z * z).sum(axis=2) - log_scales.sum(axis=1) - 1.5 * float(np.log(2 * np.pi))
    return _log_sum_exp(logs + log_softmax(logits))


@mixture_of_gaussians.jax
def _(x, logits, means, log_scales):
    each = stats.norm.logpdf(x[:, None], means, jnp.exp(log_scales)).sum(-1)
    return jnp.log(jnp.exp(each) @ jax.nn.softmax(logits))


@composed(floats(5, 6), floats(5, 2), floats(6, 4), floats(2, 6), floats(6))
def variational_bound(x, noise, encoder, decoder, b):
    code = x @ encoder
    mean, log_scale = code[:, :2], code[:, 2:]
    z = mean + nnkit.exp(log_scale) * noise
    output = sigmoid(z @ decoder + b)
    target = sigmoid(x)
    fit = (target * nnkit.log(output) + (1 - target) * nnkit.log(1 - output)).sum(axis=1)
    prior = 0.5 * (nnkit.exp(2 * log_scale) + mean**2 - 1 - 2 * log_scale).sum(axis=1)
    return fit - prior


@variational_bound.jax
def _(x, noise, encoder, decoder, b):
    mean, log_scale = jnp.split(x @ encoder, 2, axis=1)
    logits = (mean + jnp.exp(log_scale) * noise) @ decoder + b
    target = jax.nn.sigmoid(x)
    fit = target * jax.nn.log_sigmoid(logits) + (1 - target) * jax.nn.log_sigmoid(-logits)
    prior = (jnp.exp(2 * log_scale) + mean**2 - 1) / 2 - log_scale
    return fit.sum(1) - prior.sum(1)


@composed(floats(6, 4), floats(6, 4), floats(6, 4))
def triplet_loss(anchor, near, far):
    distance = lambda a, b: nnkit.sqrt(((a - b) ** 2).sum(axis=1))  # noqa: E731
    return relu(distance(anchor, near) - distance(anchor, far) + 0.5)


@triplet_loss.jax
def _(anchor, near, far):
    norm = jnp.linalg.norm
    return jnp.maximum(norm(anchor - near, axis=1) - norm(anchor - far, axis=1) + 0.5, 0)


@composed(floats(6, 4), floats(6, 4), floats())
def contrastive_loss(x, y, temperature):
    unit = lambda v: v * nnkit.rsqrt((v * v).sum(axis=1, keepdims=True))  # noqa: E731
    scores = unit(x) @ unit(y).T * nnkit.exp(temperature)
    places = np.arange(6)
    return softmax_cross_entropy(scores, places) + softmax_cross_entropy(scores.T, places)


@contrastive_loss.jax
def _(x, y, temperature):
    unit = lambda v: v / jnp.linalg.norm(v, axis=1, keepdims=True)  # noqa: E731
    scores = jnp.exp(temperature) * unit(x) @ unit(y).T
    both = jax.nn.log_softmax(scores, 1) + jax.nn.log_softmax(scores, 0)
    return -jnp.trace(both) / 6


@composed(floats(6, 4), floats(6, 4))
def cosine_loss(x, y):
    return 1 - (x * y).sum(axis=1) / nnkit.sqrt((x * x).sum(axis=1) * (y * y).sum(axis=1))


@cosine_loss.jax
def _(x, y):
    return 1 - jax.vmap(lambda a, b: a @ b / (jnp.linalg.norm(a) * jnp.linalg.norm(b)))(x, y)


@composed(floats(3, 8), floats(3, 8))
def overlap_loss(x, y):
    p, t = sigmoid(x), sigmoid(3 * y)
    return 1 - (2 * (p * t).sum(axis=1) + 1) / ((p + t).sum(axis=1) + 1)


@overlap_loss.jax
def _(x, y):
    p, t = jax.nn.sigmoid(x), jax.nn.sigmoid(3 * y)
    return 1 - (2 * jnp.einsum("ij,ij->i", p, t) + 1) / (p.sum(1) + t.sum(1) + 1)


@composed(floats(9), floats(3))
def quantile_loss(x, q):
    """The pinball loss of values against interpolated quantiles, by sorting."""
    ordered = nnkit.sort(x)
    quantiles = nnkit.stack([ordered[2], 0.5 * (ordered[4] + ordered[3]), ordered[7]]) + q
    e = x[:, None] - quantiles
    levels = np.array([0.25, 0.45, 0.9], np.float32)
    return nnkit.maximum(levels * e, (levels - 1) * e).mean(axis=0)


@quantile_loss.jax
def _(x, q):
    ordered = jnp.sort(x)
    e = x[:, None] - (jnp.array([ordered[2], ordered[3:5].mean(), ordered[7]]) + q)
    levels = jnp.array([0.25, 0.45, 0.9])
    return jnp.mean(jnp.where(e > 0, levels, levels - 1) * e, axis=0)


@composed(floats(5, 9), floats(9))
def largest_by_sorting(x, w):
    y = nnkit.sort(x * w, axis=1, descending=True)[:, :3]
    places = nnkit.argsort(x * w, axis=1, descending=True)[:, 0]
    return y.prod(axis=1) + nnkit.take(w, places)


@largest_by_sorting.jax
def _(x, w):
    y, places = lax.top_k(x * w, 3)
    return y.prod(1) + w[places[:, 0]]


@composed(floats(4, 8), floats(4, 8))
def earth_movers_distance(x, y):
    return abs(nnkit.sort(x, axis=1) - nnkit.sort(y, axis=1)).mean(axis=1)


@earth_movers_distance.jax
def _(x, y):
    return jax.vmap(lambda a, b: jnp.abs(jnp.sort(a) - jnp.sort(b)).mean())(x, y)


@composed(floats(5, 3), floats(5, 3))
def dirichlet_likelihood(logits, x):
    """By lgamma, whose derivative is digamma."""
    alpha = nnkit.exp(logits) + 0.5
    normalizer = nnkit.lgamma(alpha).sum(axis=1) - nnkit.lgamma(alpha.sum(axis=1))
    return ((alpha - 1) * log_softmax(x)).sum(axis=1) - normalizer


@dirichlet_likelihood.jax
def _(logits, x):
    alpha = jnp.exp(logits) + 0.5
    return jax.vmap(stats.dirichlet.logpdf)(jax.nn.softmax(x), alpha)


@composed(floats(8, low=0.5, high=3.0), floats(8, low=0.5, high=3.0))
def entropy_of_beta(a, b):
    """By digamma."""
    log_beta = nnkit.lgamma(a) + nnkit.lgamma(b) - nnkit.lgamma(a + b)
    return (
        log_beta
        - (a - 1) * nnkit.digamma(a)
        - (b - 1) * nnkit.digamma(b)
        + (a + b - 2) * nnkit.digamma(a + b)
    )


@entropy_of_beta.jax
def _(a, b):
    rest = (a - 1) * special.digamma(a) + (b - 1) * special.digamma(b)
    return special.betaln(a, b) - rest + (a + b - 2) * special.digamma(a + b)


@composed(floats(9), floats(9), floats(9), floats(low=2.0, high=4.0))
def student_likelihood(x, mean, log_scale, degrees):
    z = (x - mean) * nnkit.exp(-log_scale)
    normalizer = (
        nnkit.lgamma((degrees + 1) / 2)
        - nnkit.lgamma(degrees / 2)
        - 0.5 * nnkit.log(degrees * float(np.pi))
    )
    return normalizer - log_scale - (degrees + 1) / 2 * nnkit.log1p(z * z / degrees)


@student_likelihood.jax
def _(x, mean, log_scale, degrees):
    return stats.t.logpdf(x, degrees, mean, jnp.exp(log_scale))


@composed(floats(9, 3), floats(3), numbers(9, below=6))
def poisson_regression(x, w, counts):
    rate = x @ w
    n = counts.astype(np.float32)
    return n * rate - nnkit.exp(rate) - nnkit.lgamma(n + 1)


@poisson_regression.jax
def _(x, w, counts):
    return stats.poisson.logpmf(counts, jnp.exp(x @ w))


@composed(floats(8), floats(8), floats(8))
def clipped_policy_loss(new, old, advantage):
    ratio = nnkit.exp(new - old)
    return -nnkit.minimum(ratio * advantage, nnkit.clip(ratio, 0.8, 1.2) * advantage)


@clipped_policy_loss.jax
def _(new, old, advantage):
    ratio = jnp.exp(new) / jnp.exp(old)
    clipped = jnp.where(advantage > 0, jnp.minimum(ratio, 1.2), jnp.maximum(ratio, 0.8))
    return -clipped * advantage


@composed(floats(9), floats())
def discounted_returns(rewards, decay):
    """From the end, in a loop."""
    discount = sigmoid(decay)
    total, best = nnkit.zeros(()), nnkit.zeros(())
    for i in nnkit.range(8, -1, -1):
        total = rewards[i] + discount * total
        best = nnkit.maximum(best, total)
    return total + best


@discounted_returns.jax
def _(rewards, decay):
    discount = jax.nn.sigmoid(decay)
    ahead = jnp.arange(9) - jnp.arange(9)[:, None]
    totals = jnp.where(ahead >= 0, discount ** jnp.maximum(ahead, 0), 0) @ rewards
    return totals[0] + jnp.maximum(totals.max(), 0)


@staged
def _critic(x, w, v):
    return (nnkit.tanh(x @ w) @ v).sum()


def _jax_critic(x, w, v):
    return jnp.sum(jnp.tanh(x @ w) @ v)


@composed(floats(5, 4), floats(4, 6), floats(6))
def gradient_penalty(x, w, v):
    """With a gradient in the function that is differentiated."""
    (slope,) = gradient(_critic, "x")(x, w, v)
    return ((nnkit.sqrt((slope * slope).sum(axis=1)) - 1) ** 2).mean()


@gradient_penalty.jax
def _(x, w, v):
    slope = jax.grad(_jax_critic)(x, w, v)
    return jnp.mean((jnp.linalg.norm(slope, axis=1) - 1) ** 2)


@composed(floats(3, 5, 4), floats(4, 4), floats(4))
def hidden_markov_likelihood(scores, transitions, start):
    """The forward algorithm, in a loop."""
    logs = log_softmax(transitions)
    state = log_softmax(start) + scores[:, 0]
    for i in nnkit.range(1, 5):
        joint = state[:, :, None] + logs
        state = _log_sum_exp(joint, 1) + scores[:, i]
    return _log_sum_exp(state)


@hidden_markov_likelihood.jax
def _(scores, transitions, start):
    p = jax.nn.softmax(transitions)
    state = jax.nn.softmax(start) * jnp.exp(scores[:, 0])
    for i in range(1, 5):
        state = (state @ p) * jnp.exp(scores[:, i])
    return jnp.log(state.sum(1))
