"""Evaluates expressions that read registers as well as memory."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from dlvm.codegen.expressions.element_operations import joined
from dlvm.codegen.expressions.index_expressions import Evaluator, LoopIndex, Point
from dlvm.codegen.llvm.emitter import Declarations, Emitter, register_type
from dlvm.ir.compute import Affine, Expression, Read, Reduction
from dlvm.ir.loops.kernels import LANES
from dlvm.ir.loops.traversal import runs_along
from dlvm.ir.polynomial import Size
from dlvm.ir.types import BOOL, I64, ElementType


@dataclass
class Registers:
    """An allocation in registers: the stack slots of its vectors, by the index of the first lane.
    LLVM promotes them to registers."""

    element: ElementType
    slots: dict[int, tuple[str, int]] = field(default_factory=dict[int, tuple[str, int]])


class LoopEvaluator(Evaluator):
    """Evaluates expressions that read registers as well as memory."""

    def __init__(self, emitter: Emitter, declarations: Declarations) -> None:
        super().__init__(emitter, declarations)
        self.registers: dict[str, Registers] = {}
        self.versions: dict[str, int] = {}
        """The number of statements so far that wrote a tensor. A remembered value is valid for one
        version of the tensors that it was computed from."""
        self._written: dict[int, tuple[str, ...]] = {}

    def key(self, expression: Expression, point: Point) -> tuple[object, ...]:
        names = self._written.get(id(expression))
        if names is None:
            names = tuple({r.tensor for r in expression.reads if r.tensor in self.versions})
            self._written[id(expression)] = names
        return (*super().key(expression, point), tuple(self.versions[n] for n in names))

    def slot(self, name: str, index: Affine, point: Point) -> tuple[str, int]:
        """The stack slot of an element or a vector in registers, and its number of lanes."""
        place = self._number(index, point)
        assert isinstance(place, int)
        assert not self._scaled_bases(index, point)
        registers = self.registers[name]
        is_vector = point.vector is not None and index.coefficient(point.vector) != 0
        lanes = point.lanes if is_vector else 1
        found = registers.slots.get(place)
        if found is None:
            type = register_type(registers.element, lanes)
            found = registers.slots[place] = (self.emitter.alloca(type), lanes)
        return found

    def _read(self, read: Read, point: Point, is_vector: bool, level: int) -> str:
        if read.tensor not in self.registers:
            return super()._read(read, point, is_vector, level)
        (index,) = read.indices
        assert isinstance(index, Affine)
        place = self._number(index, point)
        slots = self.registers[read.tensor].slots
        if not is_vector and place not in slots:
            return self._lane(read, place)
        slot, lanes = self.slot(read.tensor, index, point)
        value = self.emitter.emit(
            f"load {register_type(read.element, lanes)}, ptr {slot}, align 64"
        )
        if lanes > 1 and not is_vector:
            return self.emitter.emit(
                f"extractelement {register_type(read.element, lanes)} {value}, i64 0"
            )
        return value

    def _lane(self, read: Read, place: Size) -> str:
        """An element of a vector in registers."""
        assert isinstance(place, int)
        slots = self.registers[read.tensor].slots
        begin = max((b for b in slots if b <= place), default=place)
        if begin == place:
            # An element without a value.
            slots[place] = (self.emitter.alloca(register_type(read.element)), 1)
        slot, lanes = slots[begin]
        if lanes == 1:
            return self.emitter.emit(f"load {register_type(read.element)}, ptr {slot}, align 64")
        type = register_type(read.element, lanes)
        value = self.emitter.emit(f"load {type}, ptr {slot}, align 64")
        return self.emitter.emit(f"extractelement {type} {value}, i64 {place - begin}")

    def _evaluate(self, expression: Expression, point: Point, is_vector: bool) -> str:
        if isinstance(expression, Reduction):
            return self._total(expression, point)
        return super()._evaluate(expression, point, is_vector)

    def _total(self, reduction: Reduction, point: Point) -> str:
        """The total of a few values, in lanes of vectors."""
        element = reduction.element
        *unrolled, last = reduction.ranges
        points = [point]
        for loop_range in unrolled:
            assert isinstance(loop_range.extent, int)
            points = _copies(points, loop_range.variable, loop_range.extent)
        assert isinstance(last.extent, int)
        is_vector = last.extent in LANES and all(
            self._runs_along(read, last.variable) for read in reduction.body.reads
        )
        lanes = last.extent if is_vector else 1
        if is_vector:
            places = [{**p.places, last.variable: LoopIndex()} for p in points]
            points = [Point(p, last.variable, lanes) for p in places]
        else:
            points = _copies(points, last.variable, last.extent)
        vectors = [self.vector(reduction.body, p) for p in points]
        self.operations.level = None
        if reduction.by in ("min", "max") and element.is_float and lanes > 1:
            return self._extreme(reduction, lanes, vectors)
        total, *others = vectors
        for value in others:
            total = joined(self.operations, reduction.by, element, lanes, total, value)
        return self.operations.reduce_lanes(reduction.by, element, lanes, total)

    def _runs_along(self, read: Read, variable: str) -> bool:
        """Whether elements that are read along a variable are one vector."""
        registers = self.registers.get(read.tensor)
        if registers is not None and all(lanes == 1 for _, lanes in registers.slots.values()):
            return False
        return runs_along(read, variable)

    def _extreme(self, reduction: Reduction, lanes: int, vectors: Sequence[str]) -> str:
        """The least or greatest lane of vectors, NaN if any lane is NaN. NaNs are detected once, so
        that each step is one instruction."""
        ops, element = self.operations, reduction.element
        predicate = "olt" if reduction.by == "min" else "ogt"

        def extreme(a: str, b: str, count: int) -> str:
            return ops.select(ops.compare(predicate, element, count, a, b), element, count, a, b)

        found, *others = vectors
        flags = ops.compare("uno", element, lanes, found, vectors[-1])
        for one, other in zip(others[::2], others[1::2], strict=False):
            more = ops.compare("uno", element, lanes, one, other)
            flags = ops.binary("or", BOOL, lanes, flags, more)
        for vector in others:
            found = extreme(found, vector, lanes)
        word = self.emitter.emit(f"bitcast <{lanes} x i1> {flags} to i{lanes}")
        is_unordered = self.emitter.emit(f"icmp ne i{lanes} {word}, 0")
        while lanes > 1:
            low, high = ops.halves(element, lanes, found)
            lanes //= 2
            found = extreme(low, high, lanes)
        return ops.select(is_unordered, element, 1, ops.constant(math.nan, element, 1), found)

    def number(self, affine: Affine, places: dict[str, LoopIndex]) -> int | str:
        """An affine function of variables, as a number or an i64."""
        if not affine.terms and isinstance(affine.constant, int):
            return affine.constant
        point = Point(places)
        number = self._number(affine, point)
        total, level = self._sum(self._scaled_bases(affine, point))
        if total is None and isinstance(number, int):
            return number
        value = self._affine(affine, point, False, level)
        if value != total:
            self.levels[value] = self.emitter.level if total is not None else 0
        return value

    def lanes_below(self, end: int | str, lanes: int) -> str | None:
        """A mask of the lanes before the end; None for all."""
        if isinstance(end, int):
            if end >= lanes:
                return None
            flags = (f"i1 {'true' if lane < end else 'false'}" for lane in range(lanes))
            return f"<{', '.join(flags)}>"
        key = ("mask", end, lanes)
        found = self.emitter.recall(key)
        if found is None:
            self.operations.level = None
            wide = self.operations.splat(end, I64, lanes)
            numbers = ", ".join(f"i64 {lane}" for lane in range(lanes))
            found = self.emitter.emit(f"icmp ugt <{lanes} x i64> {wide}, <{numbers}>")
            self.levels[found] = self.emitter.level
            self.emitter.remember(key, found)
        return found


def _copies(points: Sequence[Point], variable: str, count: int) -> list[Point]:
    """Points at each of the first values of a variable."""
    return [p.at(**{variable: LoopIndex(None, n)}) for p in points for n in range(count)]
