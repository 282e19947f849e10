"""Clusters by k-means, principal components, and logistic regression by Newton's method."""

from dlvm import nn, nnkit


def cluster(x, centers):
    """The centers of Lloyd's algorithm, the cluster of each row, and the number of iterations."""
    labels, rounds = nnkit.full(len(x), -1), 0
    while True:
        nearest = ((x[:, None] - centers) ** 2).sum(axis=2).argmin(axis=1)
        if nnkit.all(nearest == labels):
            return centers, labels, rounds
        labels, rounds = nearest, rounds + 1
        members = nnkit.one_hot(labels, len(centers))
        centers = members.T @ x / nnkit.maximum(members.sum(axis=0)[:, None], 1.0)


def principal_components(x, count: int):
    """The rows along the directions of the greatest variance, and the variances."""
    centered = x - x.mean(axis=0)
    variances, directions = nnkit.linalg.eigh(centered.T @ centered / (len(x) - 1))
    return centered @ directions[:, -count:], variances


def logistic_regression(x, y, penalty):
    """The weights with the least loss."""
    w = nnkit.zeros(x.shape[1])
    for _ in nnkit.range(8):
        p = nn.sigmoid(x @ w)
        slope = x.T @ (p - y) + penalty * w
        curvature = (x.T * (p * (1 - p))) @ x + penalty * nnkit.eye(len(w))
        w = w - nnkit.linalg.solve(curvature, slope)
    return w


@nnkit.staged
def main(x, y):
    centers, labels, rounds = cluster(x, x[:3])
    components, variances = principal_components(x, 2)
    w = logistic_regression(x, y, 1.0)
    return centers, labels, rounds, abs(components), variances, w
