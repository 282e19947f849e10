"""Dimension symbols in code.

A symbol is local to a function: ``_n`` of a caller and ``_n`` of a callee are different sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import cast

from dlvm.ir import (
    ArrayType,
    FunctionType,
    Instruction,
    Literal,
    TensorType,
    TupleType,
    Type,
    Value,
)
from dlvm.ir.types import ERASED, Dim, Symbol
from dlvm.ir.wellformed import symbol_names


def code_symbols(values: Iterable[Value]) -> set[str]:
    """The names of the symbols in the types of arguments and instructions, and in their operands
    and attributes."""
    types: set[Type] = set()
    found: set[str] = set()
    for value in values:
        types.add(value.type)
        if not isinstance(value, Instruction):
            continue
        types.update(leaf.type for leaf in value.leaves() if isinstance(leaf, Literal))
        for attribute in value.attributes.values():
            if isinstance(attribute, Type):
                types.add(attribute)
            elif isinstance(attribute, tuple):
                parts = cast("tuple[object, ...]", attribute)
                found.update(d.name for d in parts if isinstance(d, Symbol))
    return found.union(*map(symbol_names, types)) - {""}


def map_sizes(type: Type, change: Callable[[Dim], Dim]) -> Type:
    """A type with each dimension of its tensors replaced. Pointees and named types are unchanged,
    as they are compatible only with equal types."""
    match whole := type.canonical:
        case TensorType():
            return whole.with_shape(map(change, whole.shape))
        case TupleType(elements):
            parts = tuple(map_sizes(t, change) for t in elements)
            return type if parts == elements else TupleType(parts)
        case ArrayType(size, element):
            part = map_sizes(element, change)
            return type if part == element else ArrayType(size, part)
        case _:
            return type


def dimensions_in(type: Type) -> list[Dim]:
    """The dimensions of the tensors in a type, except in pointees and named types."""
    found: list[Dim] = []

    def note(size: Dim) -> Dim:
        found.append(size)
        return size

    map_sizes(type, note)
    return found


def with_sizes(type: Type, sizes: Mapping[str, Dim]) -> Type:
    """A type with its symbols replaced: by ``sizes``, or else by ``_``."""
    return map_sizes(type, lambda d: sizes.get(d.name, ERASED) if isinstance(d, Symbol) else d)


def with_known_sizes(type: Type, other: Type) -> Type:
    """A type with its unknown sizes replaced by the known sizes of another type. The pointees and
    named types of the two may differ."""
    known = iter(dimensions_in(other))

    def size(dim: Dim) -> Dim:
        found = next(known)
        return found if isinstance(dim, Symbol) and isinstance(found, int) else dim

    return map_sizes(type, size)


def result_of_call(function: FunctionType, arguments: Sequence[Value]) -> Type:
    """The result type of a call in terms of the caller's symbols. The arguments determine the sizes
    that the function names; a size that they do not determine is ``_``."""
    sizes: dict[str, Dim] = {}
    pending = [(a.type, t) for a, t in zip(arguments, function.parameters, strict=True)]
    for found, expected in pending:
        match found.canonical, expected.canonical:
            case TensorType(shape), TensorType(wanted):
                for size, dim in zip(shape, wanted, strict=True):
                    if isinstance(dim, Symbol) and (isinstance(size, int) or size != ERASED):
                        sizes.setdefault(dim.name, size)
            case TupleType(parts), TupleType(elements):
                pending += zip(parts, elements, strict=True)
            case ArrayType(element=part), ArrayType(element=element):
                pending.append((part, element))
            case _:
                pass
    sizes.pop("", None)
    return with_sizes(function.result, sizes)
