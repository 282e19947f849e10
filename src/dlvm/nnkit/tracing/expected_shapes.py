"""The shapes that functions and layers expect of their arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlvm.ir.instructions import Assert, Equal
from dlvm.ir.instructions.control import MOST_VALUES
from dlvm.ir.polynomial import Size as Expression
from dlvm.nnkit.tracing.sizes import (
    Shape,
    expression_of,
    is_different,
    is_equal,
    is_known,
    materialized,
    shape_of,
)
from dlvm.nnkit.tracing.trace import emit, failure
from dlvm.nnkit.tracing.tracer import lift

Pattern = tuple[Any, ...]
"""An expected shape. In place of a size, a name stands for any size, and ``...`` or a name that
begins with ``*`` for any number of sizes."""


def require_shape(
    what: str, tensor: Any, pattern: Pattern, reason: str = "", remedy: str = ""
) -> None:
    """Requires a tensor to have a shape: raises if it is known to have another one, and emits
    checks of the sizes that are not known to be equal.

    Parameters
    ----------
    what
        The name of the tensor, such as ``"mean: weights"``.
    pattern
        The expected shape.
    reason, remedy
        Text for the message: why the tensor must have the shape, and how to correct it.
    """
    found = shape_of(lift(tensor))
    pairs = _pairs(found, pattern)
    if pairs is None or any(is_different(a, b) for a, b in pairs):
        raise failure(_message(what, _text(pattern), _text(found), reason, remedy))
    unproved = [pair for pair in pairs if not is_equal(*pair)]
    if not unproved:
        return
    named = [*(d for pair in unproved for d in pair), *found, *(d for _, d in pairs)]
    opened = list(dict.fromkeys(expression_of(d) for d in named if not is_known(d)))[:MOST_VALUES]
    values = [materialized(size) for size in opened]
    message = _message(what, _text(pattern, opened), _text(found, opened), reason, remedy)
    for pair in unproved:
        sizes = [materialized(expression_of(size)) for size in pair]
        emit(Assert, emit(Equal, *sizes), message, values)


def _message(what: str, expected: str, found: str, reason: str, remedy: str) -> str:
    return f"{what} must have shape {expected}{reason}, got {found}{remedy and f'; {remedy}'}"


def _pairs(found: Shape, pattern: Pattern) -> list[tuple[Any, Any]] | None:
    """The sizes that must be equal; None if the ranks differ."""
    several = [place for place, size in enumerate(pattern) if _is_several(size)]
    if several:
        [place] = several
        after = len(pattern) - place - 1
        if len(found) < place + after:
            return None
        found = (*found[:place], *found[len(found) - after :])
        pattern = (*pattern[:place], *pattern[place + 1 :])
    if len(found) != len(pattern):
        return None
    pairs = zip(found, pattern, strict=True)
    return [(mine, wanted) for mine, wanted in pairs if not isinstance(wanted, str)]


def _is_several(size: Any) -> bool:
    return isinstance(size, str) and (size == "..." or size.startswith("*"))


def _text(pattern: Pattern, opened: Sequence[Expression] = ()) -> str:
    """An expected shape as text. A size in ``opened`` becomes a placeholder, which has its index
    there."""

    def shown(size: Any) -> str:
        if isinstance(size, str):
            return size
        place = None if is_known(size) else expression_of(size)
        return f"{{{opened.index(place)}}}" if place in opened else repr(size)

    return f"({', '.join(map(shown, pattern))}{',' if len(pattern) == 1 else ''})"
