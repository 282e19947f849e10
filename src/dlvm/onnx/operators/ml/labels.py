"""Code that classifiers and encoders share: labels, and transformations of scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import numpy as np

from dlvm.diagnostics import error
from dlvm.ir.types import F32
from dlvm.onnx.constants import constant
from dlvm.onnx.graph import Strings, quoted
from dlvm.onnx.operators.elementwise import element
from dlvm.onnx.operators.table import operator
from dlvm.onnx.operators.vocabulary import nn, nnkit

ml: Final = partial(operator, domain="ai.onnx.ml")
"""Decorator: registers an operator of the domain ``ai.onnx.ml``."""


def as_f32(x: Any) -> Any:
    """A tensor in f32."""
    return x if element(x) is F32 else nnkit.astype(x, nnkit.f32)


def rows(x: Any) -> Any:
    """A tensor of rank 2: a vector is one row."""
    return nnkit.reshape(x, (1, x.shape[0])) if len(x.shape) == 1 else x


def labeled(place: Any, strings: list[str] | None, integers: list[int] | None) -> Any:
    """The labels at staged indices. Strings are looked up when the program has run."""
    if strings:
        return Strings(np.array(strings, object), place)
    if not integers:
        return place
    return nnkit.take(constant(np.array(integers, np.int64)), place, axis=0)


def _probit(x: Any) -> Any:
    """The square root of 2 times the inverse of erf, approximated as in ONNX Runtime."""
    shifted = 2 * x - 1
    sign = nnkit.where(shifted < 0, -1.0, 1.0)
    log = nnkit.log((1 - shifted) * (1 + shifted))
    v = 2 / (3.14159 * 0.147) + 0.5 * log
    root = nnkit.sqrt(-v + nnkit.sqrt(v * v - log / 0.147))
    return 1.41421356 * sign * root


def _softmax_zero(x: Any) -> Any:
    """Softmax over the elements that are not 0."""
    is_zero = nnkit.equal(x, nnkit.zeros_like(x))
    largest = nnkit.max(x, axis=-1, keepdims=True)
    powers = nnkit.where(is_zero, nnkit.zeros_like(x), nnkit.exp(x - largest))
    total = nnkit.sum(powers, axis=-1, keepdims=True)
    return powers / nnkit.where(nnkit.equal(total, 0), nnkit.ones_like(total), total)


TRANSFORMS: Final[dict[str, Callable[[Any], Any]]] = {
    "NONE": lambda x: x,
    "LOGISTIC": nn.sigmoid,
    "SOFTMAX": lambda x: nn.softmax(x, axis=-1),
    "SOFTMAX_ZERO": _softmax_zero,
    "PROBIT": _probit,
}


def transformed(x: Any, name: str) -> Any:
    """Scores after a ``post_transform``."""
    if name not in TRANSFORMS:
        raise error(f"post_transform must be one of {', '.join(TRANSFORMS)}, got {quoted(name)}")
    return TRANSFORMS[name](x)


def columns(*parts: Any) -> Any:
    """Joins columns."""
    return nnkit.concat([nnkit.reshape(p, (p.shape[0], -1)) for p in parts], axis=1)


def one_of(**given: Sequence[Any] | None) -> Sequence[Any]:
    """The only one of several attributes that a node has."""
    found = [value for value in given.values() if value]
    if len(found) != 1:
        raise error(f"expected one of {', '.join(given)}, got {len(found)}")
    return found[0]
