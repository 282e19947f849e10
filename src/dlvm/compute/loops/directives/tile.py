"""``tile v by n``: a loop over tiles of ``n`` iterations, around other loops, which count from the
beginning of a tile.

::

    for i from 0 to 64 { for j from 0 to 100 { S(i, j) } }

        →   for j.tile from 0 to 100 by 32 {
                j.count = min(32, 100 - j.tile)
                for i from 0 to 64 { for j from 0 to j.count { S(i, j.tile + j) } }
            }
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dlvm.compute.loops.directives.parallel import distributed
from dlvm.compute.loops.directives.rule import NOTHING, DirectiveRule
from dlvm.compute.loops.strip_mining import FreshNames, LoopTile
from dlvm.compute.loops.structures import (
    MergedPointNest,
    ProductNest,
    RowBlockNest,
    ScanNest,
    StructuredNest,
    TransposedNest,
)
from dlvm.diagnostics import error
from dlvm.ir.compute import Affine, Range
from dlvm.ir.loops.kernels import ForLoop, Let, Stmt


def legal(loops: StructuredNest) -> DirectiveRule:
    """The variables whose loops can have tiles."""
    match loops:
        case ProductNest():
            form, terms = loops.form, loops.found.terms
            tiled = [r.variable for r in (*form.columns[:1], *form.rows[:1], *terms)]
            return DirectiveRule(tiled, "tiles consist of columns, rows and terms")
        case TransposedNest():
            tiled = [] if loops.nest.reductions else [loops.row.variable, loops.last.variable]
            why = "only products, and two shared dimensions without a reduction, are tiled"
            return DirectiveRule(tiled, why)
        case MergedPointNest():
            why = "sums and sums of squared deviations from their mean are made of blocks"
            return DirectiveRule(loops.outer, why)
        case RowBlockNest():
            why = "blocks consist of rows, the last shared dimension"
            return DirectiveRule([loops.row.variable], why)
        case ScanNest():
            tiled = [loops.vector] if loops.is_across else []
            return DirectiveRule(tiled, "a tile is a block of columns")
        case _:
            return NOTHING


def check_sizes(loops: ProductNest) -> None:
    """Raises :class:`DiagnosticError` for a tile of collapsed loops that does not divide them, and
    for a tile that has several values of a dimension of terms other than the last tiled one."""
    form = loops.form
    ends = (form.columns[-1], form.rows[-1], form.split_terms[-1])
    ranges = {r.variable: r for r in reversed((*loops.nest.prefix, *loops.found.terms))}
    for directive in loops.plan.of("tile"):
        loop_range, number = ranges.get(directive.subjects[0]), directive.number or 1
        if loop_range is None or loop_range in ends:
            continue
        what = f"tile {loop_range.variable} by {number}"
        if loop_range in form.split_terms[:-1] and number > 1:
            last = form.split_terms[-1].variable
            message = f"{what}: expected 1, since each value has its own tiles of {last}"
            raise error(message, directive.location)
        size = loop_range.size
        if not isinstance(size, int) or size % number:
            message = f"{what}: expected a divisor of {loop_range.extent}"
            raise error(message, directive.location)


@dataclass(frozen=True)
class TileSpan:
    """The values of a variable that a tile has: ``extent`` of them from ``begin`` on."""

    variable: str
    begin: Affine
    extent: Affine

    @property
    def count(self) -> int | None:
        """The number of values, if it is known."""
        extent = self.extent
        return extent.constant if not extent.terms and isinstance(extent.constant, int) else None

    def loop(self, body: Sequence[Stmt]) -> ForLoop:
        """A loop over the values, counted from 0."""
        return ForLoop(self.variable, Affine(), self.extent, tuple(body))


@dataclass
class Tiling:
    """The tiles of several ranges. ``parallel`` is the variable that threads share."""

    parallel: str | None
    names: FreshNames
    steps: dict[str, int] = field(default_factory=dict[str, int])
    begins: dict[str, Affine] = field(default_factory=dict[str, Affine])
    """The first value of a tile, by variable."""
    extents: dict[str, Affine] = field(default_factory=dict[str, Affine])
    """The number of values of a tile, by variable."""
    _lets: dict[str, Let] = field(default_factory=dict[str, Let])

    def add(self, loop_range: Range, step: int) -> None:
        """Gives a range tiles of ``step`` values; the last one may have fewer."""
        variable, size = loop_range.variable, loop_range.size
        self.steps[variable] = step
        if not self.has_tiles(loop_range):
            self.begins[variable] = Affine()
            self.extents[variable] = Affine.size(size)
            return
        begin = Affine.variable(self.names.fresh(f"{variable}.tile"))
        self.begins[variable] = begin
        if isinstance(size, int) and size % step == 0:
            self.extents[variable] = Affine.size(step)
            return
        name = self.names.fresh(f"{variable}.count")
        left = Affine.size(size).plus(begin.scaled(-1))
        self._lets[variable] = Let(name, "min", (Affine.size(step), left))
        self.extents[variable] = Affine.variable(name)
        if isinstance(size, int):
            self.names.tiles[name] = LoopTile(Affine(), size, step)

    def has_tiles(self, loop_range: Range) -> bool:
        """Whether a range can have more than one tile."""
        size = loop_range.size
        step = self.steps.get(loop_range.variable, 1)
        return self.is_shared(loop_range) or not isinstance(size, int) or size > step

    def is_shared(self, loop_range: Range) -> bool:
        """Whether threads share the values of a range. A single value needs no loop."""
        return self.parallel == loop_range.variable and loop_range.size != 1

    def span(self, loop_range: Range) -> TileSpan:
        """The values of a tile; those of the whole range if it has no tiles."""
        variable = loop_range.variable
        begin = self.begins.get(variable, Affine())
        return TileSpan(variable, begin, self.extents.get(variable, Affine.size(loop_range.size)))

    def place(self, variable: str) -> Affine:
        """The value of a variable whose loop counts from the beginning of a tile."""
        return self.begins.get(variable, Affine()).plus(Affine.variable(variable))

    def loop(self, loop_range: Range, body: Sequence[Stmt]) -> list[Stmt]:
        """The loop over the tiles of a range, or over its values if it has no tiles."""
        variable, size = loop_range.variable, loop_range.size
        if variable in self.begins and not self.has_tiles(loop_range):
            return list(body)
        step, let = self.steps.get(variable, 1), self._lets.get(variable)
        inner = tuple(body) if let is None else (let, *body)
        begin = self.begins.get(variable, Affine.variable(variable))
        ((name, _),) = begin.terms
        loop = ForLoop(name, Affine(), Affine.size(size), inner, step, location=loop_range.location)
        if not self.is_shared(loop_range):
            return [loop]
        return [distributed(loop, variable, size, step, self.names)]
