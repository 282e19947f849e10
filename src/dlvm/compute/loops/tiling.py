"""``tile``: a loop over tiles of several iterations, around other loops, which count from the
beginning of a tile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from dlvm.compute.loops.packing import TileSpan
from dlvm.compute.loops.strip_mining import FreshNames
from dlvm.ir.compute import Affine, Range
from dlvm.ir.loops.kernels import ForLoop, Let, Parallel, Stmt


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
            self.names.tiles[name] = (size, step)

    def has_tiles(self, loop_range: Range) -> bool:
        """Whether a range can have more than one tile."""
        size, variable = loop_range.size, loop_range.variable
        step = self.steps.get(variable, 1)
        return self.parallel == variable or not isinstance(size, int) or size > step

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
        if variable != self.parallel:
            return [loop]
        first, last = (self.names.fresh(f"{variable}.{end}") for end in ("begin", "end"))
        loop = replace(loop, begin=Affine.variable(first), end=Affine.variable(last))
        return [Parallel(first, last, size, step, (loop,))]
