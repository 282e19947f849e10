"""Aggregate flattening: the leaves of a tuple, struct or array are its scalars, tensors and
references."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dlvm.codegen.llvm.emitter import register_type
from dlvm.diagnostics import Location, error
from dlvm.ir.instructions.aggregate import element_at
from dlvm.ir.types import (
    AliasType,
    ArrayType,
    BoxType,
    EnumType,
    FunctionType,
    PointerType,
    StackType,
    StructType,
    Symbol,
    TensorType,
    TupleType,
    Type,
)

REFERENCE = "{ ptr, ptr, i64, ptr, ptr }"
"""The register form of a pointer, box or stack: an address, its node, the generation of the node
for which it is valid, and its bounds. It matches ``reference`` in nodes.h."""
REFERENCE_BYTES = 40


def leaf_types(type: Type, location: Location | None = None) -> list[Type]:
    """The types of the leaves of a value. Raises for opaque types, which have no values."""
    return list(_leaves(type, location))


def _leaves(type: Type, location: Location | None) -> Iterator[Type]:
    match type.canonical:
        case TupleType() as whole:
            for element in whole.elements:
                yield from _leaves(element, location)
        case ArrayType() as whole:
            for _ in range(whole.size):
                yield from _leaves(whole.element, location)
        case StructType() as whole:
            for _, field in whole.fields:
                yield from _leaves(field, location)
        case AliasType() as opaque:
            raise error(f"values of the opaque type {opaque} cannot be compiled", location)
        case leaf:
            yield leaf


def leaf_range(type: Type, path: Sequence[int | str]) -> tuple[int, int, Sequence[int | str]]:
    """The range of leaves that a path selects, and the remaining steps into a tensor."""
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


def is_tensor(type: Type) -> bool:
    """Whether a leaf is in memory: a tensor that is not a scalar."""
    return isinstance(type, TensorType) and bool(type.rank)


def is_counted(type: Type) -> bool:
    """Whether a leaf is a reference-counted node: an enum value."""
    return isinstance(type, EnumType)


def is_erased(type: Type) -> bool:
    """Whether a leaf is a tensor of dynamic size."""
    return isinstance(type, TensorType) and type.static_shape is None


def erased_axes(type: Type) -> list[int]:
    """The dimensions of a leaf with dynamic sizes."""
    shape = type.shape if isinstance(type, TensorType) else ()
    return [axis for axis, dim in enumerate(shape) if isinstance(dim, Symbol)]


def leaf_register(type: Type) -> str:
    """The LLVM type of a leaf that is not a tensor in memory."""
    match type:
        case TensorType():
            return register_type(type.element)
        case PointerType() | BoxType() | StackType():
            return REFERENCE
        case EnumType() | FunctionType():
            return "ptr"
        case _:
            raise AssertionError(f"{type} is not a leaf")


def byte_size(type: TensorType) -> int:
    """The size in memory of a tensor of known sizes."""
    assert type.static_shape is not None
    size = type.element.bytes
    for dim in type.static_shape:
        size *= dim
    return size
