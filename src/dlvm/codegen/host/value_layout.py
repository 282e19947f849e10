"""The memory layout of values: in nodes, behind pointers, in global variables and on stacks.

Parts are consecutive, each with the alignment of its elements, as in C. A tensor of dynamic size
has a node of its own; the pointer to that node is followed by the erased sizes. The kind of the
layout lists the counted pointers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dlvm.codegen.host.aggregate_flattening import (
    REFERENCE_BYTES,
    byte_size,
    erased_axes,
    is_counted,
    is_erased,
    leaf_types,
)
from dlvm.codegen.llvm.emitter import Declarations
from dlvm.ir.types import (
    AliasType,
    ArrayType,
    EnumType,
    FunctionType,
    StructType,
    TensorType,
    TupleType,
    Type,
)

HEADER_BYTES = 48
"""The size of a node's header: ``node`` in nodes.h."""
_LINK = 16
"""Bytes before the content of a stack record: the link to the previous record."""


@dataclass(frozen=True)
class RecordLayout:
    """The leaves of a value with their offsets, and the bytes per value of an array."""

    leaves: tuple[tuple[Type, int], ...]
    stride: int

    @property
    def references(self) -> list[int]:
        """The offsets of counted pointers to nodes."""
        return [offset for type, offset in self.leaves if is_counted(type) or is_erased(type)]


def layout_of(type: Type, start: int = 0) -> RecordLayout:
    """The layout of a value of a type, after ``start`` bytes."""
    leaves: list[tuple[Type, int]] = []
    end = _place(type.canonical, start, leaves)
    alignment = max(_alignment(type.canonical), 8 if start else 1)
    return RecordLayout(tuple(leaves), max(1, _aligned(end, alignment)))


def record_layout(type: Type) -> RecordLayout:
    """The layout of a value in a stack record."""
    return layout_of(type, _LINK)


def payload_layout(enum: EnumType, case: str) -> RecordLayout:
    """The layout of the payload of a case."""
    return layout_of(TupleType(enum.payload(case) or ()))


def _aligned(offset: int, alignment: int) -> int:
    return -(-offset // alignment) * alignment


def _parts(type: Type) -> Sequence[Type] | None:
    """The parts of an aggregate; None for a leaf."""
    match type:
        case TupleType(elements):
            return [e.canonical for e in elements]
        case ArrayType(size, element):
            return [element.canonical] * size
        case StructType():
            return [t.canonical for _, t in type.fields]
        case AliasType():
            leaf_types(type)  # Raises the error for opaque types.
            return ()
        case _:
            return None


def _alignment(type: Type) -> int:
    parts = _parts(type)
    if parts is not None:
        return max(map(_alignment, parts), default=1)
    if isinstance(type, TensorType) and not is_erased(type):
        return type.element.bytes
    return 8


def _place(type: Type, offset: int, leaves: list[tuple[Type, int]]) -> int:
    """Records the aligned offsets of the leaves of a value that begins at an offset; returns the
    offset of its end."""
    offset = _aligned(offset, _alignment(type))
    parts = _parts(type)
    if parts is None:
        leaves.append((type, offset))
        return offset + _leaf_bytes(type)
    for part in parts:
        # A part without bytes takes one byte, so that a pointer to it is valid.
        start = _aligned(offset, _alignment(part))
        offset = max(start + 1, _place(part, start, leaves))
    return _aligned(offset, _alignment(type))


def _leaf_bytes(type: Type) -> int:
    match type:
        case TensorType():
            return 8 + 8 * len(erased_axes(type)) if is_erased(type) else byte_size(type)
        case EnumType() | FunctionType():
            return 8
        case _:
            return REFERENCE_BYTES


def kind_name(declarations: Declarations, layout: RecordLayout, owner: str, tag: int = 0) -> str:
    """The constant that describes the content of a node, ``kind`` in nodes.h. ``owner``
    distinguishes kinds with equal content."""
    places = layout.references
    name = f"dlvm.kind.{owner}"
    if name not in declarations:
        numbers = ", ".join(f"i64 {n}" for n in (layout.stride, tag, len(places), *places))
        declarations.define(
            name,
            f'@"{name}" = internal constant [{3 + len(places)} x i64] [{numbers}], align 8',
        )
    return f'@"{name}"'
