"""Gaussian process regression: the marginal likelihood fits the kernel, which then predicts."""

# The type of log leaves out numbers of Python.
# pyright: reportArgumentType=false

from dlvm import nn, nnkit
from dlvm.nnkit import exp, eye, linalg, log, pi, staged, value_and_gradient, zeros


def kernel(logs, a, b):
    """The squared-exponential kernel, of the logarithms of width, scale and noise."""
    return exp(2 * logs[1] - 0.5 * ((a[:, None] - b) / exp(logs[0])) ** 2)


def factor(logs, x, y):
    """The Cholesky factor of the covariance of the data, and the weights of the data."""
    covariance = kernel(logs, x, x) + exp(2 * logs[2]) * eye(len(x))
    chol = linalg.cholesky(covariance)
    return chol, linalg.solve(covariance, y)


def surprise(logs, x, y):
    chol, weights = factor(logs, x, y)
    return 0.5 * y @ weights + log(linalg.diagonal(chol)).sum() + 0.5 * len(x) * log(2 * pi)


def predict(logs, x, y, new):
    chol, weights = factor(logs, x, y)
    across = kernel(logs, new, x)
    whitened = linalg.solve_triangular(chol, across.T)
    return across @ weights, exp(2 * logs[1]) - (whitened**2).sum(axis=0)


def train(optimizer, logs, x, y):
    state, values = optimizer.init(logs), zeros(40)
    for i in nnkit.range(40):
        value, slope = value_and_gradient(surprise, "logs")(logs, x, y)
        logs, state = optimizer.update(logs, slope, state)
        values = values.at[i].set(value)
    return logs, values


@staged
def main(logs, x, y, new):
    logs, values = train(nn.Adam(0.05), logs, x, y)
    mean, variance = predict(logs, x, y, new)
    return values, logs, mean, variance
