"""The ranges of staged loops."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from dlvm.ir.types import I64
from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.familiar_names import source_remedy
from dlvm.nnkit.tracing.interpreted_arrays import is_interpreting
from dlvm.nnkit.tracing.trace import current_scope, failure
from dlvm.nnkit.tracing.tracer import is_tracer


@dataclass(frozen=True)
class StagedRange:
    """The induction values of a staged loop."""

    start: Any
    stop: Any
    step: int

    @property
    def least(self) -> Any:
        """A lower bound of the induction values."""
        return self.start if self.step > 0 else self.stop + 1 if isinstance(self.stop, int) else -1

    @property
    def is_nonempty(self) -> bool:
        """Whether the trip count is known to be positive."""
        known = isinstance(self.start, int) and isinstance(self.stop, int)
        return known and len(range(self.start, self.stop, self.step)) > 0

    def __iter__(self) -> Iterator[Any]:
        remedy = source_remedy() or (
            "loop over it with for in a function that is itself decorated with @staged"
        )
        raise failure(f"expected a range that is known while staging, got a staged one; {remedy}")


def range_of(start: Any, stop: Any = None, step: int = 1) -> Iterable[Any]:
    """The integers from ``start`` to ``stop`` (exclusive), for a loop that is not unrolled.

    A single argument is the end, and the start is 0. A loop over Python's own ``range`` with bounds
    that are known while staging is unrolled instead. Outside staged functions, returns Python's
    ``range``.

    Parameters
    ----------
    start, stop
        The bounds: integers, or staged i64 scalars.
    step
        The step, a nonzero integer that is known while staging.

    Raises
    ------
    DiagnosticError
        If a bound is not an i64 scalar, or if the step is 0.

    Examples
    --------
    ::

        for i in nnkit.range(n):
            x = x @ w
    """
    if current_scope() is None:
        counts = range(0, start, step) if stop is None else range(start, stop, step)
        # A staged loop counts in i64 tensors.
        return map(np.int64, counts) if is_interpreting() else counts
    first, last = (0, start) if stop is None else (start, stop)
    for bound in (first, last):
        if is_tracer(bound):
            if bound.type.rank or bound.type.element is not I64:
                raise failure(f"range: bounds must be i64 scalars, got type {bound.type}")
        else:
            primitives.static_int(bound, "range")
    if not primitives.static_int(step, "range: step"):
        raise failure("range: step must not be 0")
    return StagedRange(first, last, step)


def iterable(function: Any, *arguments: Any) -> Any:
    """The result of a call in the head of a ``for``: a staged range for ``range`` of staged
    bounds.
    """
    if function is builtins.range and any(is_tracer(a) for a in arguments):
        return range_of(*arguments)
    return function(*arguments)
