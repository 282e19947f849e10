"""Reductions along axes, argmin and argmax, cumulative sums, sorting."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from dlvm.onnx.operators.elementwise import element, is_float
from dlvm.onnx.operators.table import Known, axis_of, integer, operator
from dlvm.onnx.operators.vocabulary import nn, nnkit

Axes = tuple[int, ...]


def _in_own_type(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(x: Any, axes: Axes, keepdims: bool) -> Any:
        return nnkit.astype(function(x, axis=axes, keepdims=keepdims), element(x))

    return call


def _sum(x: Any, axes: Axes, keepdims: bool) -> Any:
    return nnkit.sum(x, axis=axes, keepdims=keepdims, dtype=element(x))


def _log(x: Any) -> Any:
    return (
        nnkit.log(x)
        if is_float(x)
        else nnkit.astype(nnkit.log(nnkit.astype(x, nnkit.f64)), element(x))
    )


def _sqrt(x: Any) -> Any:
    if is_float(x):
        return nnkit.sqrt(x)
    return nnkit.astype(nnkit.sqrt(nnkit.astype(x, nnkit.f64)), element(x))


def _log_sum_exp(x: Any, axes: Axes, keepdims: bool) -> Any:
    wide = x if is_float(x) else nnkit.astype(x, nnkit.f64)
    if any(x.shape[a] == 0 for a in axes):
        return nnkit.astype(nnkit.log(_sum(wide, axes, keepdims)), element(x))
    return nnkit.astype(nn.logsumexp(wide, axes, keepdims), element(x))  # pyright: ignore[reportArgumentType]


def _mean(x: Any, axes: Axes, keepdims: bool) -> Any:
    if is_float(x):
        return nnkit.mean(x, axis=axes, keepdims=keepdims)
    found = nnkit.mean(nnkit.astype(x, nnkit.f64), axis=axes, keepdims=keepdims)
    return nnkit.astype(found, element(x))


def _extreme(
    function: Callable[..., Any], start: Callable[[Any], Any], flags: Callable[..., Any]
) -> Callable[..., Any]:
    def call(x: Any, axes: Axes, keepdims: bool) -> Any:
        if element(x).numpy == np.bool_:
            return flags(x, axis=axes, keepdims=keepdims)
        if any(x.shape[a] == 0 for a in axes):
            kept = [1 if a in axes else s for a, s in enumerate(x.shape)]
            shape = kept if keepdims else [s for a, s in enumerate(x.shape) if a not in axes]
            return nnkit.full(tuple(shape), start(element(x).numpy), dtype=element(x))
        return function(x, axis=axes, keepdims=keepdims)

    return call


def _least(dtype: Any) -> Any:
    return -np.inf if element_is_float(dtype) else int(np.iinfo(dtype).min)


def _greatest(dtype: Any) -> Any:
    return np.inf if element_is_float(dtype) else int(np.iinfo(dtype).max)


def element_is_float(dtype: Any) -> bool:
    """Whether a NumPy element type is floating-point, including bfloat16."""
    return np.dtype(dtype).kind not in "iub"


REDUCTIONS: Final[Mapping[str, Callable[[Any, Axes, bool], Any]]] = {
    "L1": lambda x, axes, keep: _sum(nnkit.abs(x), axes, keep),
    "L2": lambda x, axes, keep: _sqrt(_sum(x * x, axes, keep)),
    "LogSum": lambda x, axes, keep: _log(_sum(x, axes, keep)),
    "LogSumExp": _log_sum_exp,
    "Max": _extreme(nnkit.max, _least, nnkit.any),
    "Mean": _mean,
    "Min": _extreme(nnkit.min, _greatest, nnkit.all),
    "Prod": _in_own_type(nnkit.prod),
    "Sum": _sum,
    "SumSquare": lambda x, axes, keep: _sum(x * x, axes, keep),
}


def _enter_reduction(name: str, function: Callable[[Any, Axes, bool], Any]) -> None:
    @operator(f"Reduce{name}")
    def call(
        x: Any, axes: Known | None = None, *, keepdims: int = 1, noop_with_empty_axes: int = 0
    ) -> Any:
        rank = len(x.shape)
        if axes is None or axes.size == 0:
            found = () if noop_with_empty_axes else tuple(range(rank))
        else:
            found = tuple(axis_of(int(a), rank) for a in axes.reshape(-1))
        return function(x, found, bool(keepdims)) if found or not rank else _pointwise(name, x)


def _pointwise(name: str, x: Any) -> Any:
    """A reduction along no axes."""
    match name:
        case "L1" | "L2":
            return nnkit.abs(x)
        case "LogSum":
            return _log(x)
        case "SumSquare":
            return x * x
        case _:
            return x


for _name, _function in REDUCTIONS.items():
    _enter_reduction(_name, _function)


def _index_of(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(x: Any, *, axis: int = 0, keepdims: int = 1, select_last_index: int = 0) -> Any:
        axis = axis_of(axis, len(x.shape))
        if not select_last_index:
            return function(x, axis=axis, keepdims=bool(keepdims))
        last = function(nnkit.flip(x, axis=axis), axis=axis, keepdims=bool(keepdims))
        return x.shape[axis] - 1 - last

    return call


operator("ArgMax")(_index_of(nnkit.argmax))
operator("ArgMin")(_index_of(nnkit.argmin))


def _cumulative(function: Callable[..., Any], start: float) -> Callable[..., Any]:
    def call(x: Any, axis: Known, *, exclusive: int = 0, reverse: int = 0) -> Any:
        place = axis_of(integer(axis), len(x.shape))
        if reverse:
            x = nnkit.flip(x, axis=place)
        if exclusive:
            widths = [(0, 0)] * len(x.shape)
            widths[place] = (1, 0)
            index = [slice(None)] * len(x.shape)
            index[place] = slice(0, x.shape[place])
            x = nnkit.pad(x, widths, start)[tuple(index)]
        found = function(x, axis=place, dtype=element(x))
        return nnkit.flip(found, axis=place) if reverse else found

    return call


operator("CumSum")(_cumulative(nnkit.cumulative_sum, 0))
operator("CumProd")(_cumulative(nnkit.cumulative_prod, 1))


@operator("TopK")
def top_k(x: Any, k: Known, *, axis: int = -1, largest: int = 1, sorted: int = 1) -> Any:
    count = int(k.reshape(-1)[0])
    axis = axis_of(axis, len(x.shape))
    if largest:
        return nnkit.top_k(x, count, axis=axis)
    places = nnkit.argsort(x, axis=axis)
    index: list[Any] = [slice(None)] * len(x.shape)
    index[axis] = slice(0, count)
    first = places[tuple(index)]
    return nnkit.take_along_axis(x, first, axis=axis), first
