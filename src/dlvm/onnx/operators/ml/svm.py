"""Support vector machines."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from dlvm.diagnostics import error, quantity
from dlvm.onnx.graph import Array, quoted
from dlvm.onnx.operators.control import repeated
from dlvm.onnx.operators.ml.labels import as_f32, columns, labeled, ml, rows, transformed
from dlvm.onnx.operators.vocabulary import nn, nnkit


def _kernel(x: Any, vectors: Array, kind: str, parameters: list[float] | None) -> Any:
    """The kernel function of each row and each vector."""
    gamma, offset, degree = parameters or (1.0, 0.0, 1.0)
    if kind == "RBF":
        distance = nnkit.expand_dims(x, 1) - vectors
        return nnkit.exp(nnkit.sum(distance * distance, axis=-1) * -gamma)
    products = nnkit.matmul(x, np.ascontiguousarray(vectors.T))
    if kind == "LINEAR":
        return products
    scaled = products * gamma + offset
    if kind == "POLY":
        return nnkit.pow(scaled, degree)
    if kind == "SIGMOID":
        return nnkit.tanh(scaled)
    raise error(f"kernel_type must be LINEAR, POLY, RBF or SIGMOID, got {quoted(kind)}")


def _matrix(elements: list[float], count: int) -> Array:
    """The elements as a matrix with the given number of rows."""
    if count < 1:
        raise error(f"the number of rows must be positive, got {count}")
    if len(elements) % count:
        raise error(
            f"the number of elements must be a multiple of {count}, the number of rows, got "
            f"{len(elements)}"
        )
    return np.array(elements, np.float32).reshape(count, -1)


@ml("SVMRegressor")
def svm_regressor(
    x: Any,
    *,
    coefficients: list[float],
    kernel_params: list[float] | None = None,
    kernel_type: str = "LINEAR",
    n_supports: int = 0,
    one_class: int = 0,
    post_transform: str = "NONE",
    rho: list[float],
    support_vectors: list[float] | None = None,
) -> Any:
    x = as_f32(rows(x))
    if n_supports:
        vectors = _matrix(support_vectors or [], n_supports)
        products = _kernel(x, vectors, kernel_type, kernel_params)
    else:
        products = x
    found = nnkit.matmul(products, _matrix(coefficients, 1).T) + rho[0]
    if one_class:
        found = nnkit.where(found > 0, nnkit.ones_like(found), -nnkit.ones_like(found))
    return transformed(found, post_transform)


@ml("SVMClassifier")
def svm_classifier(
    x: Any,
    *,
    classlabels_ints: list[int] | None = None,
    classlabels_strings: list[str] | None = None,
    coefficients: list[float],
    kernel_params: list[float] | None = None,
    kernel_type: str = "LINEAR",
    post_transform: str = "NONE",
    prob_a: list[float] | None = None,
    prob_b: list[float] | None = None,
    rho: list[float],
    support_vectors: list[float] | None = None,
    vectors_per_class: list[int] | None = None,
) -> Any:
    x = as_f32(rows(x))
    count = len(classlabels_ints or classlabels_strings or [0])
    if not vectors_per_class:
        weights = np.ascontiguousarray(_matrix(coefficients, count).T)
        scores = nnkit.matmul(x, weights) + rho[0]
        place = nnkit.argmax(scores, axis=1)
    else:
        if len(vectors_per_class) != count:
            raise error(f"expected vectors_per_class for {count} classes")
        total = sum(vectors_per_class)
        kernel = _kernel(x, _matrix(support_vectors or [], total), kernel_type, kernel_params)
        pairs = list(combinations(range(count), 2))
        if len(rho) != len(pairs):
            raise error(f"expected {quantity(len(pairs), 'element')} of rho, got {len(rho)}")
        weights = _pair_weights(_matrix(coefficients, count - 1), vectors_per_class)
        scores = nnkit.matmul(kernel, weights) + np.array(rho, np.float32)
        place = _winner(scores, pairs, count)
        if prob_a:
            scores = _probabilities(scores, prob_a, prob_b or [], pairs, count)
    labels = labeled(place, classlabels_strings, classlabels_ints)
    if scores.shape[1] == 1:
        # One score for two classes.
        return labels, transformed(columns(-scores, scores), post_transform)
    return labels, transformed(scores, post_transform)


def _pair_weights(coefficients: Array, sizes: list[int]) -> Array:
    """The weight of each support vector in the decision between each pair of classes."""
    ends = np.cumsum(sizes)
    spans = [slice(int(e) - s, int(e)) for e, s in zip(ends, sizes, strict=True)]
    pairs = list(combinations(range(len(sizes)), 2))
    found = np.zeros((int(ends[-1]), len(pairs)), np.float32)
    for number, (i, j) in enumerate(pairs):
        found[spans[i], number] = coefficients[j - 1, spans[i]]
        found[spans[j], number] = coefficients[i, spans[j]]
    return found


def _winner(scores: Any, pairs: list[tuple[int, int]], count: int) -> Any:
    """The class that wins most decisions."""
    votes = np.zeros((2, len(pairs), count), np.float32)
    for number, (i, j) in enumerate(pairs):
        votes[0, number, i] = votes[1, number, j] = 1
    wins = nnkit.astype(scores > 0, nnkit.f32)
    return nnkit.argmax(nnkit.matmul(wins, votes[0]) + nnkit.matmul(1 - wins, votes[1]), axis=1)


_LEAST = 1e-7
"""The least probability of a class in a pair."""


def _probabilities(
    scores: Any, a: list[float], b: list[float], pairs: list[tuple[int, int]], count: int
) -> Any:
    """The probabilities of the classes from those of pairs (T. Wu, C. Lin, R. Weng, 'Probability
    Estimates for Multi-class Classification by Pairwise Coupling', 2004, method 2).
    """
    if not len(a) == len(b) == len(pairs):
        raise error(f"expected {quantity(len(pairs), 'element')} of prob_a and prob_b")
    first = nn.sigmoid(-(scores * np.array(a, np.float32) + np.array(b, np.float32)))
    first = nnkit.clip(first, _LEAST, 1 - _LEAST)
    of: dict[tuple[int, int], Any] = {}
    for number, (i, j) in enumerate(pairs):
        of[i, j] = first[:, number]
        of[j, i] = 1 - of[i, j]
    # The matrix Q of the quadratic form, an element for each row of features.
    q = [
        [
            sum(of[s, t] * of[s, t] for s in range(count) if s != t)
            if t == u
            else -of[u, t] * of[t, u]
            for u in range(count)
        ]
        for t in range(count)
    ]
    start = nnkit.zeros_like(scores[:, 0]) + 1 / count
    bound = 0.005 / count

    def step(_: Any, __: Any, states: Any) -> Any:
        own: list[Any] = list(states)
        qp: list[Any] = [sum(q[t][u] * own[u] for u in range(count)) for t in range(count)]
        total: Any = sum(p * v for p, v in zip(own, qp, strict=True))
        largest: Any = nnkit.abs(qp[0] - total)
        for v in qp[1:]:
            largest = nnkit.maximum(largest, nnkit.abs(v - total))
        goes_on = largest >= bound
        new = list(own)
        for t in range(count):
            change = (total - qp[t]) / q[t][t]
            new[t] = new[t] + change
            scale = 1 + change
            total = (total + change * (change * q[t][t] + 2 * qp[t])) / (scale * scale)
            new = [p / scale for p in new]
            qp = [(v + change * w) / scale for v, w in zip(qp, q[t], strict=True)]
        kept = tuple(nnkit.where(goes_on, n, o) for n, o in zip(new, own, strict=True))
        return nnkit.any(goes_on), kept

    return columns(*repeated(max(100, count), True, (start,) * count, step))
