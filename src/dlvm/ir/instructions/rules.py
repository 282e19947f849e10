"""Helpers that the type rules of several instructions share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dlvm.ir.declaration import TypeRuleError
from dlvm.ir.dimensions import broadcast, multiply
from dlvm.ir.types import BOOL, Dim, ElementType, Shape, TensorType, Type
from dlvm.ir.values import Literal, Value

Domain = tuple[str, Callable[[ElementType], bool]]
"""The element types that an instruction accepts: their name in messages, and a predicate."""
NUMERIC: Domain = ("numbers", lambda e: e is not BOOL and not e.is_storage)
FLOAT: Domain = ("floats", lambda e: e.is_float and not e.is_storage)
REAL: Domain = ("real numbers", lambda e: NUMERIC[1](e) and not e.is_complex)
COMPLEX: Domain = ("complex numbers", lambda e: e.is_complex)
INEXACT: Domain = ("floats or complex numbers", lambda e: FLOAT[1](e) or e.is_complex)
LOGICAL: Domain = ("bools or integers", lambda e: e is BOOL or INTEGER[1](e))
INTEGER: Domain = ("integers", lambda e: e.is_integer and not e.is_storage)
COMPUTING: Domain = ("numbers or bools", lambda e: not e.is_storage)
ORDERED: Domain = ("real numbers or bools", lambda e: not e.is_complex)
SORTABLE: Domain = ("real numbers or bools", lambda e: COMPUTING[1](e) and not e.is_complex)
ANY: Domain = ("numbers or bools", lambda e: True)


def check_domain(element: ElementType, domain: Domain) -> None:
    """Checks that an instruction accepts an element type."""
    expected, accepts = domain
    if not accepts(element):
        remedy = ", which is for storage: cast it first" if element.is_storage else ""
        if element.is_complex and expected.startswith("real"):
            remedy = ": complex numbers have no order"
        raise TypeRuleError(f"expected {expected}, got element type {element}{remedy}")


def tensor_type(value: Value, what: str = "operand") -> TensorType:
    """The tensor type of a value, which messages call ``what``. Raises :class:`TypeRuleError` for
    values that are not tensors."""
    type = value.type
    if isinstance(type, TensorType):
        return type
    type = type.canonical
    if not isinstance(type, TensorType):
        raise TypeRuleError(f"{what} has type {value.type}, expected a tensor")
    return type


def broadcast_shapes(*shapes: Shape) -> Shape:
    """The shape to which all shapes broadcast. Raises :class:`TypeRuleError` if they do not."""
    rank = max(map(len, shapes), default=0)
    found = " and ".join(shape_text(s) for s in shapes)
    result: list[Dim] = [1] * rank
    for shape in shapes:
        for offset, dim in enumerate(reversed(shape)):
            axis = rank - 1 - offset
            result[axis] = broadcast(
                result[axis],
                dim,
                f"shapes {found} do not broadcast: {{0}} against {{1}} at dimension {offset + 1} "
                "from the right, expected equal sizes or 1",
            )
    return tuple(result)


def shape_text(shape: Shape) -> str:
    return " x ".join(map(str, shape)) if shape else "scalar"


def same_element(values: Sequence[Value]) -> None:
    """Checks that all tensors have one element type."""
    same_element_type([tensor_type(v) for v in values])


def same_element_type(types: Sequence[TensorType]) -> None:
    for type in types[1:]:
        if type.element is not types[0].element:
            raise TypeRuleError(
                f"element types differ: expected {types[0].element}, got {type.element}"
            )


def indices_below(count: int) -> str:
    """The text in messages for the valid indices of a number of elements."""
    return f"0 to {count - 1}" if count > 0 else "none"


def check_axis(axis: int, rank: int) -> None:
    if not 0 <= axis < rank:
        raise TypeRuleError(
            f"axis {axis} is out of range for rank {rank}, expected {indices_below(rank)}"
        )


def check_axes(axes: Sequence[int], rank: int) -> None:
    """Checks that axes are in range and distinct."""
    for axis in axes:
        check_axis(axis, rank)
    if len(set(axes)) != len(axes):
        raise TypeRuleError(f"axes {', '.join(map(str, axes))} are not distinct")


def element_count(shape: Sequence[Dim]) -> Dim:
    """The number of elements."""
    count: Dim = 1
    for dim in shape:
        count = multiply(count, dim)
    return count


def constant_index(value: Value) -> int | None:
    """The number of an index operand if it is constant, else None."""
    if isinstance(value, Literal) and isinstance(value.data, int):
        return value.data
    return None


def check_scalar(value: Value, expected: Type, what: str) -> None:
    if value.type.canonical != expected:
        raise TypeRuleError(f"{what} has type {value.type}, expected {expected}")
