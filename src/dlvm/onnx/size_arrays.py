"""Arrays of sizes: integers that are known while a model is imported, and symbolic sizes.

The subgraphs that compute shapes, from ``Shape`` to ``Reshape``, are evaluated on these arrays
while the model is imported, so that a tensor whose sizes are symbolic gets a symbolic shape.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeGuard, cast

import numpy as np

import dlvm.nnkit
from dlvm.ir.types import real_element_type_of
from dlvm.nnkit.tracing import sizes
from dlvm.nnkit.tracing.tracer import is_tracer
from dlvm.onnx.graph import Array, Key

_nnkit: Final[Any] = dlvm.nnkit


@dataclass(frozen=True, eq=False)
class SizeArray:
    """A tensor of integers, some of which are symbolic."""

    elements: Array
    """Python integers and symbolic sizes, with dtype ``object``."""
    dtype: np.dtype[Any]
    """The element type of the tensor, which may be a float."""


def is_size_array(value: Any) -> TypeGuard[SizeArray]:
    return isinstance(value, SizeArray)


def array_of(
    elements: Sequence[Any], shape: Sequence[int], dtype: Any = np.int64
) -> Array | SizeArray:
    """The tensor of integers and sizes, in row-major order."""
    if all(map(sizes.is_known, elements)):
        return np.array([operator.index(e) for e in elements], dtype).reshape(shape)
    # NumPy would convert a list of staged values element by element.
    found = np.empty(len(elements), object)
    for place, element in enumerate(elements):
        found[place] = element
    return SizeArray(found.reshape(shape), np.dtype(dtype))


def staged(value: SizeArray) -> Any:
    """The staged tensor with the sizes as elements."""
    kind = real_element_type_of(value.dtype)
    elements: list[Any] = [
        _nnkit.astype(_nnkit.asarray(e), kind) for e in value.elements.reshape(-1)
    ]
    whole: Any = _nnkit.stack(elements) if value.elements.ndim else elements[0]
    return _nnkit.reshape(whole, value.elements.shape) if value.elements.ndim > 1 else whole


def evaluate(
    key: Key,
    inputs: Sequence[Any],
    attributes: dict[str, Any],
    move: Callable[[Sequence[Any]], Sequence[Any] | None],
) -> Sequence[Any] | None:
    """The outputs of an operator on size arrays and known arrays; None if it has no rule for them.

    ``move`` evaluates the operator on known arrays.
    """
    if key[0] or not all(i is None or _is_integral(i) for i in inputs):
        return None
    if key[1] in _ELEMENTWISE:
        return _elementwise(_ELEMENTWISE[key[1]], inputs)
    if key[1] == "Div":
        is_float = _dtype(inputs[0]).kind == "f"
        return _elementwise(_ratio if is_float else _divided, inputs)
    if key[1] in _REDUCTIONS:
        return _reduced(_REDUCTIONS[key[1]], inputs, attributes)
    if key[1] in _MOVEMENT:
        return _moved(_MOVEMENT[key[1]], inputs, move)
    if key[1] == "Cast" and attributes.get("to") in _CASTS:
        return [replace(inputs[0], dtype=np.dtype(_CASTS[attributes["to"]]))]
    return None


_CASTS: Final = {1: np.float32, 6: np.int32, 7: np.int64, 11: np.float64}
"""Element types that hold sizes, by their numbers in ``TensorProto``."""


def _is_integral(value: Any) -> bool:
    if is_size_array(value):
        return True
    if not isinstance(value, np.ndarray):
        return False
    array = cast("Array", value)
    return array.dtype.kind in "biu" or (array.dtype.kind == "f" and bool((array % 1 == 0).all()))


def _dtype(value: Any) -> np.dtype[Any]:
    return value.dtype


def _elements(value: Any) -> Array:
    if is_size_array(value):
        return value.elements
    array = cast("Array", value)
    return (array if array.dtype == np.bool_ else array.astype(np.int64)).astype(object)


# Arithmetic


def _divided(a: Any, b: Any) -> Any:
    """The quotient, truncated; None if the divisor is or may be 0, or if a symbolic operand may be
    negative."""
    if sizes.is_known(a) and sizes.is_known(b):
        return int(a / b) if b else None
    return sizes.quotient(a, b) if sizes.is_at_most(0, a) and sizes.is_at_most(1, b) else None


def _ratio(a: Any, b: Any) -> Any:
    """The quotient; None if it is not known to be an integer."""
    whole = _divided(a, b)
    return whole if whole is not None and sizes.is_equal(whole * b, a) else None


def _remainder(a: Any, b: Any) -> Any:
    whole = _divided(a, b)
    return None if whole is None else a - whole * b


def _selected(condition: Any, a: Any, b: Any) -> Any:
    return a if condition else b


def _unchanged(a: Any) -> Any:
    return a


def _negated(a: Any) -> Any:
    return a * -1


_ELEMENTWISE: Final[dict[str, Callable[..., Any]]] = {
    "Add": operator.add,
    "Sub": operator.sub,
    "Mul": operator.mul,
    "Mod": _remainder,
    "Neg": _negated,
    "Max": sizes.maximum,
    "Min": sizes.minimum,
    "Equal": operator.eq,
    "Less": operator.lt,
    "LessOrEqual": operator.le,
    "Greater": operator.gt,
    "GreaterOrEqual": operator.ge,
    "Where": _selected,
    "Ceil": _unchanged,
    "Floor": _unchanged,
    "Identity": _unchanged,
    "Round": _unchanged,
}


def _elementwise(compute: Callable[..., Any], inputs: Sequence[Any]) -> Sequence[Any] | None:
    operands = np.broadcast_arrays(*map(_elements, inputs))
    found = [compute(*row) for row in zip(*(o.reshape(-1) for o in operands), strict=True)]
    shape = operands[0].shape
    if all(isinstance(e, bool) for e in found):
        return [np.array(found, np.bool_).reshape(shape)]
    # A comparison that is only known at run time is a staged value.
    dtype = _dtype(inputs[-1])
    return [array_of(found, shape, dtype)] if all(map(sizes.is_size, found)) else None


def _product(elements: Sequence[Any]) -> Any:
    found: Any = 1
    for element in elements:
        found = found * element
    return found


_REDUCTIONS: Final[dict[str, Callable[[Sequence[Any]], Any]]] = {
    "ReduceProd": _product,
    "ReduceSum": lambda elements: sum(elements[1:], start=elements[0]) if elements else 0,
}


def _reduced(
    compute: Callable[[Sequence[Any]], Any], inputs: Sequence[Any], attributes: dict[str, Any]
) -> Sequence[Any] | None:
    elements = _elements(inputs[0])
    if elements.ndim != 1:
        return None
    shape = (1,) if attributes.get("keepdims", 1) else ()
    return [array_of([compute(list(elements))], shape, _dtype(inputs[0]))]


# Movement

_MOVEMENT: Final[dict[str, tuple[int, ...] | None]] = {
    "Concat": None,
    "Expand": (0,),
    "Flatten": (0,),
    "Gather": (0,),
    "Reshape": (0,),
    "Slice": (0,),
    "Split": (0,),
    "Squeeze": (0,),
    "Tile": (0,),
    "Transpose": (0,),
    "Unsqueeze": (0,),
}
"""The operators that move elements, with the inputs whose elements they move; None for all."""


def _moved(
    places: tuple[int, ...] | None,
    inputs: Sequence[Any],
    move: Callable[[Sequence[Any]], Sequence[Any] | None],
) -> Sequence[Any] | None:
    """Moves the indices of the elements, and then looks up the elements by index."""
    pool: list[Any] = []
    numbered: list[Any] = []
    for place, value in enumerate(inputs):
        if places is not None and place not in places:
            if is_size_array(value):
                return None
            numbered.append(value)
            continue
        elements = _elements(value)
        own = np.arange(elements.size, dtype=np.int64) + len(pool)
        pool += list(elements.reshape(-1))
        numbered.append(own.reshape(elements.shape))
    results = move(numbered)
    if results is None or any(is_tracer(r) for r in results):
        return None
    dtype = _dtype(inputs[0])
    return [array_of([pool[n] for n in r.reshape(-1)], r.shape, dtype) for r in results]
