"""Binds symbolic dimensions to their sizes at run time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from dlvm.diagnostics import DiagnosticError, Location, error
from dlvm.ir.host_tensors import check_fits
from dlvm.ir.types import ArrayType, StructType, Symbol, TensorType, TupleType, Type


@dataclass(frozen=True, slots=True)
class Label:
    """The name of a value in messages: a part of ``whole``."""

    name: str
    whole: Label | str | None = None

    def __str__(self) -> str:
        names: list[str] = []
        label: Label | str | None = self
        while isinstance(label, Label):
            names.append(label.name)
            label = label.whole
        if label is not None:
            names.append(label)
        if len(names) > _MAX_LABEL_DEPTH:
            names[_MAX_LABEL_DEPTH // 2 : -_MAX_LABEL_DEPTH // 2] = ["…"]
        return ", ".join(reversed(names))


_MAX_LABEL_DEPTH: Final = 8


def bind_sizes(
    values: Sequence[Any],
    types: Sequence[Type],
    fixed: dict[str, int],
    label: Callable[[int], str | Label],
    location: Location | None,
) -> dict[str, int]:
    """Returns the sizes of the symbols in ``types``, except for those in ``fixed``, from values of
    these types.

    ``label`` names the value at an index. Raises :class:`DiagnosticError` if a size differs from
    that in the type, or from another size of the same symbol.
    """
    sizes: dict[str, int] = {}
    origins: dict[str, tuple[str | Label, int]] = {}
    given = enumerate(zip(values, types, strict=True))
    pending: list[tuple[Any, Type, str | Label]] = [(v, t, label(n)) for n, (v, t) in given]
    for value, type, what in pending:
        match whole := type.canonical:
            case TensorType():
                if whole.static_shape == value.shape:
                    continue
                check_shape(whole, value.shape, what, location)
                for axis, (dim, size) in enumerate(zip(whole.shape, value.shape, strict=True)):
                    if not isinstance(dim, Symbol) or not dim.name:
                        continue
                    known = fixed.get(dim.name, sizes.get(dim.name))
                    if known is None:
                        sizes[dim.name] = size
                        origins[dim.name] = what, axis
                    elif known != size:
                        raise _size_differs(what, axis, size, dim, known, origins, location)
            case TupleType(elements):
                parts = zip(value, elements, strict=True)
                pending.extend(
                    (v, t, Label(f"element {n}", what)) for n, (v, t) in enumerate(parts)
                )
            case ArrayType(element=element):
                parts = enumerate(value)
                pending.extend((v, element, Label(f"element {n}", what)) for n, v in parts)
            case StructType():
                parts = zip(value, whole.fields, strict=True)
                pending.extend((v, t, Label(f"field #{n}", what)) for v, (n, t) in parts)
            case _:
                pass
    return sizes


def sized(type: Type, sizes: Mapping[str, int]) -> Type | None:
    """Replaces aliases and known symbols in a type. Returns None for a struct with symbols, which
    cannot be replaced."""
    match whole := type.canonical:
        case TensorType():
            if whole.static_shape is not None:
                return whole
            return whole.with_shape(
                sizes.get(d.name, d) if isinstance(d, Symbol) else d for d in whole.shape
            )
        case TupleType(elements):
            parts = [sized(t, sizes) for t in elements]
            known = [t for t in parts if t is not None]
            return TupleType(tuple(known)) if len(known) == len(parts) else None
        case ArrayType(size, element):
            part = sized(element, sizes)
            return ArrayType(size, part) if part is not None else None
        case StructType():
            return None if any(_has_symbols(t) for _, t in whole.fields) else whole
        case _:
            return whole


def _has_symbols(type: Type) -> bool:
    match whole := type.canonical:
        case TensorType():
            return whole.static_shape is None
        case TupleType(elements):
            return any(map(_has_symbols, elements))
        case ArrayType(element=element):
            return _has_symbols(element)
        case StructType():
            return any(_has_symbols(t) for _, t in whole.fields)
        case _:
            return False


def check_shape(
    type: TensorType, found: tuple[int, ...], what: str | Label, location: Location | None
) -> None:
    """Checks the rank and the static sizes of a value; ``what`` is its name."""
    try:
        check_fits(type, found)
    except TypeError as problem:
        raise error(f"{what} {problem}", location) from None


def _size_differs(
    what: str | Label,
    axis: int,
    size: int,
    dim: Symbol,
    known: int,
    origins: dict[str, tuple[str | Label, int]],
    location: Location | None,
) -> DiagnosticError:
    origin = f" for {dim}"
    if dim.name in origins:
        first, place = origins[dim.name]
        origin = f", the size {dim} that {first} has at dimension {place}"
    return error(f"{what} has size {size} at dimension {axis}, expected {known}{origin}", location)
