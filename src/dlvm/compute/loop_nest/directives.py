"""The directives of a schedule, grouped by keyword."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from dlvm.ir.compute import DIRECTIVES, Directive, Schedule


@dataclass(frozen=True)
class Directives:
    """The directives of a schedule, with one mapping for each keyword."""

    schedule: Schedule

    def of(self, keyword: str) -> Iterator[Directive]:
        """The directives with a given keyword, in order."""
        return (d for d in self.schedule.directives if d.keyword == keyword)

    @cached_property
    def lanes(self) -> dict[str, int]:
        return self._numbers("vectorize")

    @cached_property
    def unroll(self) -> dict[str, int]:
        return self._numbers("unroll")

    @cached_property
    def tiles(self) -> dict[str, int]:
        return self._numbers("tile")

    @cached_property
    def split(self) -> dict[str, int]:
        return self._numbers("split")

    @cached_property
    def prefetch(self) -> dict[str, int]:
        return self._numbers("prefetch")

    @cached_property
    def parallel(self) -> str | None:
        return next((d.subjects[0] for d in self.of("parallel")), None)

    @cached_property
    def packed(self) -> frozenset[str]:
        return frozenset(d.subjects[0] for d in self.of("pack"))

    @cached_property
    def layouts(self) -> dict[str, tuple[str, ...]]:
        """For each tensor with a ``reorder`` directive, its dimensions in memory order: the
        contiguous one is last."""
        return {d.subjects[0]: d.subjects[1:] for d in self.of("reorder")}

    @cached_property
    def ordered(self) -> frozenset[str]:
        """The variables of loops whose order the schedule sets."""
        return frozenset(v for d in self.of("order") for v in d.subjects)

    @cached_property
    def variables(self) -> frozenset[str]:
        """All variables that directives name."""
        return frozenset(
            name
            for d in self.schedule.directives
            for name in d.subjects[DIRECTIVES[d.keyword].subject == "tensor" :]
        )

    def _numbers(self, keyword: str) -> dict[str, int]:
        return {d.subjects[0]: d.number or 1 for d in self.of(keyword)}
