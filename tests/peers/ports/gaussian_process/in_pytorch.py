"""Gaussian process regression: the marginal likelihood fits the kernel, which then predicts."""

from math import log, pi

import torch


def kernel(logs, a, b):
    """The squared-exponential kernel, of the logarithms of width, scale and noise."""
    return torch.exp(2 * logs[1] - 0.5 * ((a[:, None] - b) / torch.exp(logs[0])) ** 2)


def factor(logs, x, y):
    """The Cholesky factor of the covariance of the data, and the weights of the data."""
    covariance = kernel(logs, x, x) + torch.exp(2 * logs[2]) * torch.eye(len(x))
    chol = torch.linalg.cholesky(covariance)
    return chol, torch.cholesky_solve(y[:, None], chol)[:, 0]


def surprise(logs, x, y):
    chol, weights = factor(logs, x, y)
    return 0.5 * y @ weights + torch.log(torch.diagonal(chol)).sum() + 0.5 * len(x) * log(2 * pi)


def predict(logs, x, y, new):
    chol, weights = factor(logs, x, y)
    across = kernel(logs, new, x)
    whitened = torch.linalg.solve_triangular(chol, across.T, upper=False)
    return across @ weights, torch.exp(2 * logs[1]) - (whitened**2).sum(0)


def main(logs, x, y, new):
    logs, x, y, new = (torch.tensor(a) for a in (logs, x, y, new))
    logs.requires_grad_()
    optimizer, values = torch.optim.Adam([logs], 0.05), []
    for _ in range(40):
        optimizer.zero_grad()
        value = surprise(logs, x, y)
        value.backward()
        optimizer.step()
        values.append(value.item())
    mean, variance = predict(logs.detach(), x, y, new)
    return torch.tensor(values), logs.detach(), mean, variance
