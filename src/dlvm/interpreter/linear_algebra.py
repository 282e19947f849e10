"""Evaluation of matrix products and reductions."""

from __future__ import annotations

import itertools
import math
from typing import Any, Final

import numpy as np

from dlvm.interpreter.numbers import Array, broadcast_array, converted, widened
from dlvm.interpreter.rules import CallRequest, Calls, Frame, failure, rule
from dlvm.ir.instructions import ArgMax, ArgMin, Dot, Reduce, Unbroadcast
from dlvm.ir.instructions.rules import tensor_type
from dlvm.ir.module import Function

UFUNCS: Final[dict[str, np.ufunc]] = {
    "add": np.add,
    "multiply": np.multiply,
    "min": np.minimum,
    "max": np.maximum,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
}
"""The NumPy function of each reduction operator."""


@rule(Dot)
def _dot(_: Frame, op: Dot, lhs: Array, rhs: Array) -> Array:
    element = tensor_type(op).element
    return converted(np.matmul(widened(lhs, element), widened(rhs, element)), element)


@rule(Reduce)
def _reduce(_: Frame, op: Reduce, x: Array, init: Array | None = None) -> Array | Calls:
    if isinstance(op.by, Function):
        assert init is not None
        return _reduce_by_function(op, op.by, x, init)
    element = tensor_type(op).element
    wide = widened(x, element)
    if init is not None:
        joined = UFUNCS[op.by](widened(init, element), _reduced(op.by, wide, op.axes, init))
        return converted(joined, element)
    return converted(_reduced(op.by, wide, op.axes, None), element)


@rule(Unbroadcast)
def _unbroadcast(_: Frame, op: Unbroadcast, x: Array, like: Array) -> Array:
    element = tensor_type(op).element
    axes = tuple(a for a in op.axes if like.shape[a] == 1)
    wide = widened(x, element)
    return converted(np.add.reduce(wide, axis=axes, dtype=wide.dtype, keepdims=True), element)


def _reduced(by: str, x: Array, axes: tuple[int, ...], init: Array | None) -> Any:
    """Reduces along axes. If the operator has no identity element, ``init`` is the result of
    reducing no elements."""
    if init is not None and by in ("min", "max") and any(x.shape[a] == 0 for a in axes):
        shape = tuple(d for a, d in enumerate(x.shape) if a not in axes)
        return broadcast_array(init.astype(x.dtype), shape)
    # The type is explicit, as NumPy would widen small integers.
    return UFUNCS[by].reduce(x, axis=axes, dtype=x.dtype)


def _reduce_by_function(op: Reduce, by: Function, x: Array, init: Array) -> Calls:
    kept = [a for a in range(x.ndim) if a not in op.axes]
    shape = tuple(x.shape[a] for a in kept)
    count = math.prod(x.shape[a] for a in op.axes)
    # The elements of each row, in row-major order.
    return reduce_rows(
        by, np.transpose(x, (*kept, *sorted(op.axes))).reshape((*shape, count)), init
    )


def reduce_rows(by: Function, rows: Array, init: Array) -> Calls:
    """Reduces each row by a function, in order."""
    shape = rows.shape[:-1]
    result = np.empty(shape, rows.dtype)
    for place in itertools.product(*map(range, shape)):
        value: Any = init
        for element in rows[place]:
            value = yield CallRequest(by, (value, np.asarray(element)))
        result[place] = value
    return result


def scan_rows(by: Function, rows: Array) -> Calls:
    """Scans each row with a function."""
    result = rows.copy()
    for row in result.reshape(-1, rows.shape[-1]) if result.size else ():
        value: Any = row[0].copy()
        for place in range(1, len(row)):
            value = yield CallRequest(by, (np.asarray(value), row[place].copy()))
            row[place] = value
    return result


@rule(ArgMax, ArgMin)
def _argument(_: Frame, op: ArgMax | ArgMin, x: Array) -> Array:
    if not x.shape[op.axis]:
        raise failure(op, f"dimension {op.axis} has no elements, expected at least one")
    function = np.argmax if isinstance(op, ArgMax) else np.argmin
    wide = widened(x, tensor_type(op.x).element)
    return np.asarray(function(wide, axis=op.axis), np.int64)
