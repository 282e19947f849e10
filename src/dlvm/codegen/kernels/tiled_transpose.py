"""Tiled transposition: kernels iterate over two dimensions in tiles, and transpose operands within
each tile.

A tensor whose rows run along another dimension than the vectors is read a tile at a time,
transposed in registers, and kept in the L1 cache, from which vectors are contiguous. So results are
written row by row, in long runs.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlvm.codegen.expressions.index_expressions import LoopIndex, Point
from dlvm.codegen.kernels.loops import SHARED_OUT, DirectiveRule, KernelLoops, Rules, VariableRange
from dlvm.codegen.kernels.packing import Panel, pack, place_panel
from dlvm.codegen.llvm.emitter import Declarations, memory_type
from dlvm.compute.loop_nest.nest import Nest, offset
from dlvm.compute.scheduling.machine import MOST_BYTES
from dlvm.compute.scheduling.tiling import transposed_reads
from dlvm.diagnostics import error
from dlvm.ir.compute import Affine, Expression, Range, Read, Statement, map_reads
from dlvm.ir.schedules import Schedule


class Tiles(KernelLoops):
    """Iterates over tiles of two dimensions, inside loops over the others."""

    kind = "tiles"
    reads_first = True

    def __init__(self, nest: Nest, schedule: Schedule, declarations: Declarations) -> None:
        super().__init__(nest, schedule, declarations)
        self.last = nest.prefix[-1]
        tiled = (r for r in nest.prefix[:-1] if r.variable in self.plan.tiles)
        self.row = next(tiled, nest.prefix[-2])

    def rules(self) -> Rules:
        last, row = self.last.variable, self.row.variable
        values = [] if self.nest.reductions else [s.value for s in self.nest.statements]
        turned = [r.tensor for v in values for r in self._transposed(v)]
        along = "vectors run along the last shared dimension"
        return {
            "vectorize": DirectiveRule((last,), along),
            "unroll": DirectiveRule((last,), along),
            "tile": DirectiveRule(
                () if self.nest.reductions else (row, last),
                "only products, and two shared dimensions without a reduction, are tiled",
            ),
            "parallel": DirectiveRule(self.shared, SHARED_OUT),
            "order": DirectiveRule(self.shared, ""),
            "pack": DirectiveRule(turned, f"only tensors that are read along {row} are transposed"),
        }

    def _transposed(self, value: Expression) -> list[Read]:
        """The operands that are transposed; computed values are in registers."""
        found = transposed_reads(value, self.last, self.row)
        return [r for r in found if r.tensor in self.definition.body.parameters]

    def generate(self) -> None:
        prefix = self.nest.prefix
        lanes = self.plan.lanes.get(self.last.variable, 1)
        self.lanes = lanes
        self.width, self.height = (
            -(-self.plan.tiles.get(r.variable, lanes) // lanes) * lanes
            for r in (self.last, self.row)
        )
        self.turned: dict[str, Read] = {}
        self.values = [self._with_tiles(s) for s in self.nest.statements]
        self._check_size()
        order = [r for r in prefix if r not in (self.row, self.last)]
        self._nest_tiles(self.loop_order([*order, self.row, self.last]), {}, {})

    def _check_size(self) -> None:
        size = self.width * self.height * sum(r.element.bytes for r in self.turned.values())
        if size > MOST_BYTES:
            raise error(
                f"the tiles of @{self.definition.name} take {size:,} bytes, expected at most "
                f"{MOST_BYTES:,}",
                self.plan.schedule.location or self.definition.location,
            )

    @property
    def _place(self) -> Affine:
        """The index of an element in a transposed tile."""
        place = Affine.variable(self.row.variable).scaled(self.width)
        return place.plus(Affine.variable(self.last.variable))

    def _with_tiles(self, statement: Statement) -> Expression:
        """The value of a statement, with transposed operands read from their tiles."""
        reads = self._transposed(statement.value)
        found = [r for r in reads if r.tensor in self.plan.packed]
        names = {(read.tensor, offset(read)): name for name, read in self.turned.items()}

        def rename(read: Read) -> Expression:
            if read not in found:
                return read
            key = (read.tensor, offset(read))
            if key not in names:
                names[key] = f"{read.tensor}.turned{len(names)}"
                self.turned[names[key]] = read
            return Read(names[key], (self._place,), read.element)

        return map_reads(statement.value, rename)

    def _nest_tiles(
        self, order: Sequence[Range], places: dict[str, LoopIndex], spans: dict[str, VariableRange]
    ) -> None:
        if not order:
            self._tile(places, spans[self.row.variable], spans[self.last.variable])
            return
        loop_range = order[0]
        step = self.plan.tiles.get(
            loop_range.variable, self.width if loop_range is self.last else 1
        )
        with self.tile(loop_range, step, places) as span:
            self._nest_tiles(order[1:], places, {**spans, loop_range.variable: span})

    def _tile(
        self, places: dict[str, LoopIndex], rows: VariableRange, columns: VariableRange
    ) -> None:
        row, last = rows.variable, columns.variable
        fixed = {v: p for v, p in places.items() if v not in (row, last)}
        self.evaluator.floor = self.emitter.level
        for name, read in self.turned.items():
            size = self.width * self.height
            memory = self.emitter.alloca(memory_type(read.element), count=size)
            panel = Panel(name, self._place, last, read.element)
            place_panel(self, panel, memory, [rows, columns])
            pack(self, read, panel, [rows, columns], self.lanes, fixed)
        with self.loop(row, rows.begin, rows.end, 1, fixed):
            for points in self.vectors(columns, fixed):
                for point in points:
                    self._write(point)

    def _write(self, point: Point) -> None:
        values: list[str] = []
        for statement, value in zip(self.nest.statements, self.values, strict=True):
            values.append(self.evaluator.vector(value, point))
            self.remember_target(statement, point, values[-1], point.lanes > 1)
        for statement, value in zip(self.nest.statements, values, strict=True):
            if statement.target in self.definition.body.results:
                self.store(statement, point, value)
