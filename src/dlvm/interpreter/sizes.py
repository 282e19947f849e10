"""What symbolic dimensions are at run time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dlvm.diagnostics import DiagnosticError, Location, error
from dlvm.ir.instructions.rules import shape_text
from dlvm.ir.types import ArrayType, StructType, Symbol, TensorType, TupleType, Type


def bind_sizes(
    values: Sequence[Any],
    types: Sequence[Type],
    fixed: dict[str, int],
    label: Callable[[int], str],
    location: Location | None,
) -> dict[str, int]:
    """The sizes of the symbols in ``types``, for values of these types, besides those in ``fixed``.

    Raises :class:`DiagnosticError` where a size is not what the type says, or not the same as that
    of the same symbol elsewhere. ``label`` says what the value of a number is called.
    """
    sizes: dict[str, int] = {}
    origins: dict[str, str] = {}
    pending = [(v, t, label(n)) for n, (v, t) in enumerate(zip(values, types, strict=True))]
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
                        origins[dim.name] = f"{what} has at dimension {axis}"
                    elif known != size:
                        raise _size_differs(what, axis, size, dim, known, origins, location)
            case TupleType(elements):
                parts = zip(value, elements, strict=True)
                pending.extend((v, t, f"{what}, element {n}") for n, (v, t) in enumerate(parts))
            case ArrayType(element=element):
                pending.extend((v, element, f"{what}, element {n}") for n, v in enumerate(value))
            case StructType():
                parts = zip(value, whole.fields, strict=True)
                pending.extend((v, t, f"{what}, field #{n}") for v, (n, t) in parts)
            case _:
                pass
    return sizes


def check_shape(
    type: TensorType, found: tuple[int, ...], what: str, location: Location | None
) -> None:
    """Checks the rank, and the sizes that are numbers, of what is called ``what``."""
    fits = len(found) == type.rank and all(
        isinstance(d, Symbol) or d == s for d, s in zip(type.shape, found, strict=True)
    )
    if not fits:
        raise error(
            f"{what} has shape {shape_text(type.shape)}, found {shape_text(found)}", location
        )


def _size_differs(
    what: str,
    axis: int,
    size: int,
    dim: Symbol,
    known: int,
    origins: dict[str, str],
    location: Location | None,
) -> DiagnosticError:
    origin = f", the size {dim} that {origins[dim.name]}" if dim.name in origins else f" for {dim}"
    return error(f"{what} has size {size} at dimension {axis}, expected {known}{origin}", location)
