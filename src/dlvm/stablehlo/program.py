"""A parsed StableHLO program: functions, operations, regions, types and attributes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from dlvm.diagnostics import Location
from dlvm.ir.types import ElementType, TensorType, TupleType

ELEMENTS: Final = {
    "i1": ElementType.BOOL,
    **{f"i{n}": ElementType(f"i{n}") for n in (2, 4, 8, 16, 32, 64)},
    **{f"ui{n}": ElementType(f"u{n}") for n in (2, 4, 8, 16, 32, 64)},
    **{e.value: e for e in ElementType if e.is_float and not e.is_storage},
    **{f"f{e.value[1:].upper()}": e for e in ElementType if e.is_float and e.is_storage},
    **{f"complex<{e.part.value}>": e for e in ElementType if e.is_complex},
}
"""The element types by their names in MLIR."""


@dataclass(frozen=True)
class Unsupported:
    """A type that the language lacks, which is reported with the operations that use it."""

    text: str


Type = TensorType | TupleType | Unsupported


@dataclass(frozen=True)
class DenseLiteral:
    """The elements of a literal, still as text, and its type."""

    elements: Any
    type: Type


@dataclass
class Region:
    """A block: its arguments with their types, and its operations."""

    arguments: Sequence[tuple[str, Type]]
    operations: list[Operation]


@dataclass
class Operation:
    """An operation. ``words`` are the words and lists of the short form that have no name."""

    name: str
    location: Location
    results: Sequence[str] = ()
    operands: list[str] = field(default_factory=list[str])
    attributes: dict[str, Any] = field(default_factory=dict[str, Any])
    words: list[Any] = field(default_factory=list[Any])
    regions: list[Region] = field(default_factory=list[Region])
    operand_types: Sequence[Type] = ()
    types: Sequence[Type] = ()


@dataclass(frozen=True)
class ProgramFunction:
    """A function: its name, its body and the types of its results."""

    name: str
    body: Region
    results: Sequence[Type]
    location: Location


@dataclass(frozen=True)
class Program:
    """The functions of a module by name."""

    name: str
    functions: Mapping[str, ProgramFunction]
