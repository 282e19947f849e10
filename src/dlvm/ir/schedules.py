"""The schedule stage in memory: the directives, and schedules made of them.

A schedule says how the statements of one definition become loops. It is immutable and compared by
value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal

from dlvm.ir.compute import Located


@dataclass(frozen=True)
class Directive(Located):
    """One step of a schedule: its keyword, its tensor or variables, and its number.

    Subjects are named as in the definition; ``DIRECTIVES`` has the keywords.
    """

    keyword: str
    subjects: tuple[str, ...]
    number: int | None = None


@dataclass(frozen=True)
class DirectiveForm:
    """The form of a directive: the kind of its first subject, and the greatest number that it
    accepts, if it has one. After the word ``joint``, if any, ``count`` variables follow, or any
    number of variables if ``count`` is None."""

    subject: Literal["variable", "tensor"]
    limit: int | None = None
    joint: str | None = None
    count: int | None = None


DIRECTIVES: Final[Mapping[str, DirectiveForm]] = {
    "vectorize": DirectiveForm("variable", 64),
    "unroll": DirectiveForm("variable", 64),
    "tile": DirectiveForm("variable", 1 << 20),
    "split": DirectiveForm("variable", 1024),
    "parallel": DirectiveForm("variable"),
    "order": DirectiveForm("variable", None, ","),
    "fuse": DirectiveForm("tensor", None, "at", 1),
    "pack": DirectiveForm("tensor"),
    "reorder": DirectiveForm("tensor", None, "as"),
    "prefetch": DirectiveForm("tensor", 64),
    "weave": DirectiveForm("tensor"),
    "intrinsic": DirectiveForm("variable", 2),
    "peel": DirectiveForm("variable"),
    "preload": DirectiveForm("tensor", None, "at", 1),
}
"""The directives by keyword, with the subjects and the greatest number that each accepts.

Each changes loops as follows (docs/language/9-stages.md describes their purpose)::

    vectorize v by n   for v: S(v)  →  for v in steps of n: S(v … v + n - 1), in vector lanes
    unroll v by n      for v: S(v)  →  for v in steps of n: S(v); …; S(v + n - 1)
    tile v by n        for u: for v: S(u, v)  →  for each block: for u, v in the block: S(u, v)
    split v by n       sum(v) x[v]  →  sum(p < n) sum(v in part p) x[v]
    parallel v         for v: S(v)  →  on each thread: for v in its share: S(v)
    order u, v         for v: for u: S(u, v)  →  for u: for v: S(u, v)
    fuse %x at v       for v: x[v] = f(v); for v: y[v] = g(x[v])
                       →  for v: x[v] = f(v); y[v] = g(x[v])
    pack %x            for each tile: read x  →  for each tile: panel = part of x; read panel
    reorder %x as u, v x[v, u] at v * (size of u) + u  →  x[v, u] at u * (size of v) + v
    prefetch %x by n   for k: read x[k]  →  for k: prefetch x[k + n]; read x[k]
    weave %x           for each block b of rows: x(b); S(b)
                       →  for each block b: x(b) interleaved with S(b - 1)
    intrinsic v by 2   for v: s += a[v] * b[v]
                       →  for v: s += a[2 v] * b[2 v] + a[2 v + 1] * b[2 v + 1]
    peel v             for v: S(v)  →  S(0); for v from 1: S(v)
    preload %x at v    for v: for i: S(x[v])  →  for v: for i: prefetch a part of x[v + 1]; S(x[v])
"""


@dataclass(frozen=True)
class Schedule(Located):
    """How one definition runs on one kind of device."""

    definition: str
    device: str = "cpu"
    directives: tuple[Directive, ...] = field(default=())


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
