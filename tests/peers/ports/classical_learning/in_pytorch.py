"""Clusters by k-means, principal components, and logistic regression by Newton's method."""

import torch


def cluster(x, centers):
    """The centers of Lloyd's algorithm, the cluster of each row, and the number of iterations."""
    labels, rounds = torch.full((len(x),), -1), 0
    while True:
        nearest = ((x[:, None] - centers) ** 2).sum(2).argmin(1)
        if torch.equal(nearest, labels):
            return centers, labels, rounds
        labels, rounds = nearest, rounds + 1
        members = torch.nn.functional.one_hot(labels, len(centers)).float()
        centers = members.T @ x / members.sum(0)[:, None].clip(1)


def principal_components(x, count):
    """The rows along the directions of the greatest variance, and the variances."""
    centered = x - x.mean(0)
    variances, directions = torch.linalg.eigh(centered.T @ centered / (len(x) - 1))
    return centered @ directions[:, -count:], variances


def logistic_regression(x, y, penalty):
    """The weights with the least loss."""
    w = torch.zeros(x.shape[1])
    for _ in range(8):
        p = torch.sigmoid(x @ w)
        slope = x.T @ (p - y) + penalty * w
        curvature = (x.T * (p * (1 - p))) @ x + penalty * torch.eye(len(w))
        w = w - torch.linalg.solve(curvature, slope)
    return w


def main(x, y):
    x, y = torch.tensor(x), torch.tensor(y)
    centers, labels, rounds = cluster(x, x[:3])
    components, variances = principal_components(x, 2)
    w = logistic_regression(x, y, 1.0)
    return centers, labels, rounds, components.abs(), variances, w
