"""Warns of loops that Python unrolls into large programs."""

from __future__ import annotations

from dlvm.diagnostics import Location
from dlvm.ir import Function
from dlvm.nnkit.tracing.source_locations import warn

_MANY_ITERATIONS = 100
_MANY_INSTRUCTIONS = 10_000


class UnrollingWarning(UserWarning):
    """Python unrolls a loop into a large program."""


class Unrolled:
    """The iterations of a loop that Python has run, while staging a function."""

    def __init__(self, function: Function, location: Location | None) -> None:
        self.function = function
        self.location = location
        self.iterations = 0
        self.has_warned = False
        self.block = function.blocks[-1]
        self.blocks = len(function.blocks)
        self.instructions = len(self.block.instructions)

    def count(self) -> None:
        """Counts an iteration; warns as soon as a loop takes long."""
        self.iterations += 1
        if self.iterations > _MANY_ITERATIONS and self.iterations % 1000 == 0:
            self.end()

    def end(self) -> None:
        """Warns, once, if many iterations have become many instructions."""
        if self.iterations <= _MANY_ITERATIONS or self.has_warned:
            return
        blocks = [self.block, *self.function.blocks[self.blocks :]]
        added = sum(len(b.instructions) for b in blocks) - self.instructions
        if added > _MANY_INSTRUCTIONS:
            self.has_warned = True
            warn(
                f"Python unrolled a loop of {self.iterations} iterations into {added} instructions;"
                " write nnkit.range for a loop of the program",
                UnrollingWarning,
                self.location,
            )
