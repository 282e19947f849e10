"""Expression statements whose staged value is unused."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any, cast

from dlvm.ir import Instruction
from dlvm.ir.instructions import Apply
from dlvm.nnkit.tracing.source_locations import user_location
from dlvm.nnkit.tracing.trace import current_scope, failure
from dlvm.nnkit.tracing.tracer import is_tracer


def discarded(value: Any) -> Any:
    """The value of a statement that is an expression.

    Raises :class:`DiagnosticError` if it is a staged value that the statement itself computes:
    staged values do not change in place, so that the statement has no effect. A call of the user's
    function is allowed, as it may have effects.
    """
    location = None if current_scope() is None else user_location()
    if location is None:
        return value
    for found in _staged(value):
        is_computed = isinstance(found, Instruction) and not isinstance(found, Apply)
        if is_computed and found.location == location:
            raise failure(
                "this statement has no effect: staged values do not change in place; use the "
                "new value, as in x = x.at[i].set(value)"
            )
    return value


def _staged(value: Any) -> Iterator[Any]:
    if is_tracer(value):
        yield value.value
    elif isinstance(value, tuple | list):
        for part in cast("tuple[Any, ...]", value):
            yield from _staged(part)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from _staged(getattr(value, field.name, None))
