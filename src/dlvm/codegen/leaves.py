"""Values as leaves: a tuple, struct or array is the scalars and tensors in it, in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dlvm.diagnostics import Location, error
from dlvm.ir.instructions.aggregate import element_at
from dlvm.ir.types import ArrayType, StructType, TensorType, TupleType, Type


def leaf_types(type: Type, location: Location | None = None) -> list[TensorType]:
    """The types of a value's leaves; raises for a type that native code does not have yet."""
    return list(_leaves(type, location))


def _leaves(type: Type, location: Location | None) -> Iterator[TensorType]:
    match type.canonical:
        case TensorType() as tensor:
            if tensor.static_shape is None:
                raise error(
                    f"native code for erased dimensions is not supported yet: {tensor}", location
                )
            yield tensor
        case TupleType() as whole:
            for element in whole.elements:
                yield from _leaves(element, location)
        case ArrayType() as whole:
            for _ in range(whole.size):
                yield from _leaves(whole.element, location)
        case StructType() as whole:
            for _, field in whole.fields:
                yield from _leaves(field, location)
        case other:
            raise error(f"native code for values of type {other} is not supported yet", location)


def leaf_range(type: Type, path: Sequence[int | str]) -> tuple[int, int, Sequence[int | str]]:
    """Which leaves a path leads to: first and end, and the steps that remain within a tensor."""
    first = 0
    for depth, step in enumerate(path):
        whole = type.canonical
        if isinstance(whole, TensorType):
            return first, first + 1, path[depth:]
        position = whole.field_index(str(step)) if isinstance(whole, StructType) else step
        assert isinstance(position, int)
        for earlier in range(position):
            sibling: int | str = earlier
            if isinstance(whole, StructType):
                sibling = whole.fields[earlier][0]
            first += len(leaf_types(element_at(whole, (sibling,))))
        type = element_at(whole, (step,))
    return first, first + len(leaf_types(type)), ()


def byte_size(type: TensorType) -> int:
    """The size of a tensor in memory."""
    size = type.element.bytes
    for dim in type.static_shape or ():
        size *= dim
    return size
