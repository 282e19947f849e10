"""Operators that prepare numeric features."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dlvm.diagnostics import error
from dlvm.onnx.graph import quoted
from dlvm.onnx.operators.elementwise import element, is_float
from dlvm.onnx.operators.ml.labels import as_f32, ml, one_of, rows
from dlvm.onnx.operators.vocabulary import nnkit


@ml("Scaler")
def scaler(x: Any, *, offset: list[float], scale: list[float]) -> Any:
    """``(x - offset) * scale``."""
    width = x.shape[-1]
    if len(offset) not in (1, width) or len(scale) not in (1, width):
        raise error(f"expected 1 or {width} offsets and scales, got {len(offset)}, {len(scale)}")
    return (as_f32(x) - np.array(offset, np.float32)) * np.array(scale, np.float32)


@ml("Normalizer")
def normalizer(x: Any, *, norm: str = "MAX") -> Any:
    """Rows divided by their norm, if it is not 0."""
    x = as_f32(x)
    axis = len(x.shape) - 1
    if norm == "MAX":
        size = nnkit.max(x, axis=axis, keepdims=True)
    elif norm == "L1":
        size = nnkit.sum(nnkit.abs(x), axis=axis, keepdims=True)
    elif norm == "L2":
        size = nnkit.sqrt(nnkit.sum(x * x, axis=axis, keepdims=True))
    else:
        raise error(f"norm must be one of MAX, L1, L2, got {quoted(norm)}")
    return x / nnkit.where(nnkit.equal(size, 0), nnkit.ones_like(size), size)


@ml("Binarizer")
def binarizer(x: Any, *, threshold: float = 0.0) -> Any:
    return nnkit.astype(x > threshold, element(x))


@ml("Imputer")
def imputer(
    x: Any,
    *,
    imputed_value_floats: list[float] | None = None,
    imputed_value_int64s: list[int] | None = None,
    replaced_value_float: float = 0.0,
    replaced_value_int64: int = 0,
) -> Any:
    """Replaces elements that equal a given value or are NaN."""
    values = one_of(floats=imputed_value_floats, int64s=imputed_value_int64s)
    if len(values) not in (1, x.shape[-1]):
        raise error(f"expected 1 or {x.shape[-1]} values, got {len(values)}")
    filled = nnkit.broadcast_to(np.array(values, element(x).numpy), tuple(x.shape))
    if not is_float(x):
        missing = nnkit.equal(x, replaced_value_int64)
    elif math.isnan(replaced_value_float):
        missing = nnkit.isnan(x)
    else:
        missing = nnkit.equal(x, replaced_value_float)
    return nnkit.where(missing, filled, x)


@ml("FeatureVectorizer")
def feature_vectorizer(*tensors: Any, inputdimensions: list[int] | None = None) -> Any:
    """Joins features; ``inputdimensions`` cuts or pads each input."""
    sizes = inputdimensions or [rows(t).shape[1] for t in tensors]
    parts: list[Any] = []
    for tensor, size in zip(tensors, sizes, strict=True):
        own = as_f32(rows(tensor))[:, :size]
        missing = size - own.shape[1]
        if missing > 0:
            own = nnkit.concat([own, nnkit.zeros((own.shape[0], missing), dtype=nnkit.f32)], axis=1)
        parts.append(own)
    return nnkit.concat(parts, axis=1)


@ml("ArrayFeatureExtractor")
def array_feature_extractor(x: Any, indices: Any) -> Any:
    """The elements of the last axis at indices."""
    found = nnkit.take(x, nnkit.reshape(nnkit.astype(indices, nnkit.i64), (-1,)), axis=-1)
    return nnkit.reshape(found, (1, -1)) if len(x.shape) == 1 else found
