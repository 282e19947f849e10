"""Linear models."""

from __future__ import annotations

from typing import Any

import numpy as np

from dlvm.diagnostics import error
from dlvm.onnx.graph import Array
from dlvm.onnx.operators.ml.labels import as_f32, columns, labeled, ml, rows, transformed
from dlvm.onnx.operators.vocabulary import nnkit


@ml("LinearRegressor")
def linear_regressor(
    x: Any,
    *,
    coefficients: list[float],
    intercepts: list[float] | None = None,
    post_transform: str = "NONE",
    targets: int = 1,
) -> Any:
    return transformed(_scores(x, coefficients, intercepts, targets), post_transform)


@ml("LinearClassifier")
def linear_classifier(
    x: Any,
    *,
    classlabels_ints: list[int] | None = None,
    classlabels_strings: list[str] | None = None,
    coefficients: list[float],
    intercepts: list[float] | None = None,
    multi_class: int = 0,
    post_transform: str = "NONE",
) -> Any:
    width = rows(x).shape[1]
    scores = _scores(x, coefficients, intercepts, len(coefficients) // max(width, 1))
    if scores.shape[1] == 1:
        # One score for two classes.
        place = nnkit.astype(scores[:, 0] > 0, nnkit.i64)
        second = transformed(scores, post_transform)
        scores = columns(1 - second, second)
    else:
        place = nnkit.argmax(scores, axis=1)
        scores = transformed(scores, post_transform)
    return labeled(place, classlabels_strings, classlabels_ints), scores


def _scores(x: Any, coefficients: list[float], intercepts: list[float] | None, count: int) -> Any:
    """The scores of rows for a number of targets: ``x @ coefficients.T + intercepts``."""
    x = as_f32(rows(x))
    width = x.shape[1]
    if len(coefficients) != width * count or len(intercepts or [0] * count) != count:
        raise error(f"expected {count} x {width} coefficients, got {len(coefficients)}")
    matrix: Array = np.array(coefficients, np.float32).reshape(count, width)
    found = nnkit.matmul(x, np.ascontiguousarray(matrix.T))
    return found if not intercepts else found + np.array(intercepts, np.float32)
