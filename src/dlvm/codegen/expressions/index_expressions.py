"""Evaluation of index notation at points of an iteration domain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from dlvm.codegen.expressions.composites import composed
from dlvm.codegen.expressions.element_access import Access
from dlvm.codegen.expressions.philox import draw
from dlvm.codegen.llvm.emitter import (
    Declarations,
    Emitter,
    memory_type,
    register_type,
)
from dlvm.codegen.vector_math import FUNCTIONS
from dlvm.compute.loop_nest.addresses import NEAR, offset
from dlvm.ir.compute import (
    Affine,
    Call,
    Constant,
    Draw,
    Expression,
    Guard,
    IndexValue,
    Read,
    Reduction,
)
from dlvm.ir.polynomial import Size
from dlvm.ir.types import BOOL, I64, ElementType


@dataclass(frozen=True)
class LoopIndex:
    """The value of an iteration variable: the sum of an LLVM value (0 if it is None) and a
    constant."""

    base: str | None = None
    offset: int = 0


@dataclass(frozen=True, eq=False)
class Point:
    """The point at which expressions are evaluated: an index for each variable, one of which can
    vary over the lanes of a vector. ``mask`` flags the lanes that exist; memory is only read if
    ``guard``, a flag or a vector of flags, is set."""

    places: Mapping[str, LoopIndex]
    vector: str | None = None
    lanes: int = 1
    mask: str | None = None
    guard: str | None = None
    guard_is_vector: bool = False

    def at(self, **places: LoopIndex) -> Point:
        return replace(self, places={**self.places, **places})


_SIDE_BY_SIDE: Final = 4
"""The number of vectors for which a function is computed together. So many evaluations fill the
out-of-order window of a core."""


def _vector_function(expression: Expression) -> tuple[str, tuple[Expression, ...]] | None:
    """The vector function at the root of an expression, and its operands."""
    if not isinstance(expression, Call) or not expression.element.is_float:
        return None
    whole = composed(expression)
    if whole is not None:
        return whole[0], (whole[1],)
    if expression.operation in FUNCTIONS:
        return expression.operation, expression.arguments
    return None


@dataclass
class TensorMemory:
    """A tensor in memory, or in registers only, without a ``pointer``.

    If the memory stores a single row, ``row`` is the offset of this row in the whole tensor.
    ``level`` is the loop in which the tensor is complete.
    """

    pointer: str | None
    element: ElementType
    row: Affine | None = None
    level: int = 0


def _in_row(memory: TensorMemory, affine: Affine) -> Affine:
    """An offset in the whole tensor as an offset in memory."""
    return affine if memory.row is None else affine.plus(memory.row.scaled(-1))


class Evaluator(Access):
    """Evaluates expressions in the body of one kernel.

    A value is a pair of an LLVM operand and a flag that it is a vector. Values that do not depend
    on the vectorized variable stay scalar.
    """

    def __init__(self, emitter: Emitter, declarations: Declarations) -> None:
        super().__init__(emitter, declarations)
        self.memory: dict[str, TensorMemory] = {}
        self.scalars: dict[str, str] = {}
        self.targets: frozenset[str] = frozenset()
        """The targets of the kernel: once computed, their values are valid under any guard."""
        self.packed: dict[int, Read] = {}
        """The panels of packed factors, by the identity of their expressions."""
        self.levels: dict[str, int] = {}
        """The loop level that defines each induction variable."""
        self.floor = 0
        """The loop out of which nothing is hoisted, as the values of this block are undefined
        there."""
        self.generator: tuple[str, str] | None = None
        """The seed and the counter that unkeyed random numbers start from."""

    def variable_level(self, base: str | None) -> int:
        """The loop that defines a counter or a mask."""
        return self.levels.get(base, 0) if base is not None else 0

    def level(self, expression: Expression, point: Point) -> int:
        """The outermost loop in which the value is invariant."""
        if point.guard is not None or expression.is_guarded:
            return self.emitter.level
        levels, places = self.levels, point.places
        level = max(self.floor, self.variable_level(point.mask))
        for variable in expression.variables:
            base = places[variable].base
            if base is not None and levels.get(base, 0) > level:
                level = levels[base]
        for read in expression.reads:
            if read.tensor in self.memory:
                level = max(level, self.memory[read.tensor].level)
        return level

    def key(self, expression: Expression, point: Point) -> tuple[object, ...]:
        """The key under which a value is remembered."""
        places = tuple((v, point.places[v]) for v in sorted(expression.variables))
        name: object = id(expression)
        if isinstance(expression, Read):
            name = (expression.tensor, expression.indices)
        vector = point.vector in expression.variables
        return (name, places, point.lanes if vector else 1, vector and point.mask, point.guard)

    def vector(self, expression: Expression, point: Point) -> str:
        """The value of an expression in every lane: a scalar value is copied to all lanes."""
        expression = self.packed.get(id(expression), expression)
        value, is_vector = self.value(expression, point)
        if is_vector or point.lanes == 1:
            return value
        # Under a guard it is computed here, and otherwise where it can be hoisted to.
        level = self.level(expression, point)
        key = ("splat", value, expression.element, point.lanes, level)
        found = self.emitter.recall(key)
        if found is None:
            self.operations.level = level
            found = self.operations.splat(value, expression.element, point.lanes)
            self.emitter.remember(key, found, level)
        return found

    def value(self, expression: Expression, point: Point) -> tuple[str, bool]:
        """The value, and whether it is a vector."""
        expression = self.packed.get(id(expression), expression)
        if isinstance(expression, Constant):
            text = self.operations.constant(expression.value, expression.element)
            return text, False
        is_vector = point.vector in expression.variables and point.lanes > 1
        key = self.key(expression, point)
        found = self.emitter.recall(key)
        if found is None and isinstance(expression, Read) and expression.tensor in self.targets:
            # A computed value, or one that was not loaded under another guard.
            found = self.emitter.recall(self.key(expression, replace(point, guard=None)))
        if found is None:
            found = self._evaluate(expression, point, is_vector)
            level = self.level(expression, point)
            self.emitter.remember(key, found, level)
        return found, is_vector

    def together(self, expression: Expression, points: Sequence[Point]) -> None:
        """Evaluates the vector functions in an expression at several points, interleaved, because
        each evaluation is a long chain of dependent operations. The results are remembered, so that
        :meth:`value` does not compute them again."""
        is_wide = self.declarations.has_avx512
        if len(points) == 1 or not is_wide or isinstance(expression, Guard | Reduction):
            # With half as many registers, interleaving does not pay.
            return
        expression = self.packed.get(id(expression), expression)
        found = _vector_function(expression)
        for child in expression.children if found is None else found[1]:
            self.together(child, points)
        if found is None:
            return
        name, arguments = found
        waiting = {
            self.key(expression, point): point
            for point in points
            if point.vector in expression.variables
            and self.level(expression, point) == self.emitter.level
        }
        waiting = {key: p for key, p in waiting.items() if self.emitter.recall(key) is None}
        keys = list(waiting)
        for first in range(0, len(keys), _SIDE_BY_SIDE):
            some = keys[first : first + _SIDE_BY_SIDE]
            if len(some) == 1:
                continue
            given = [[self.vector(a, waiting[key]) for a in arguments] for key in some]
            self.operations.level = None
            lanes = points[0].lanes
            values = self.operations.call_several(name, expression.element, lanes, given)
            for key, value in zip(some, values or (), strict=False):
                self.emitter.remember(key, value)

    def _evaluate(self, expression: Expression, point: Point, is_vector: bool) -> str:
        lanes = point.lanes if is_vector else 1
        level = self.level(expression, point)
        match expression:
            case IndexValue():
                self.operations.level = level
                value = self._affine(expression.index, point, is_vector, level)
                self.operations.level = level
                return self.operations.cast(value, I64, expression.element, lanes)
            case Read():
                return self._read(expression, point, is_vector, level)
            case Call():
                whole = composed(expression)
                if whole is not None:
                    name, of = whole
                    argument = self._lanes(of, point, is_vector)
                    self.operations.level = level
                    element = expression.element
                    return self.operations.call(name, element, element, lanes, [argument])
                operand = expression.arguments[0].element
                if expression.operation == "select":
                    operand = BOOL
                arguments = [self._lanes(a, point, is_vector) for a in expression.arguments]
                self.operations.level = level
                return self.operations.call(
                    expression.operation, expression.element, operand, lanes, arguments
                )
            case Guard():
                return self._guard(expression, point, is_vector)
            case Draw():
                counter = self._affine(expression.counter, point, is_vector, level)
                key: tuple[str, str] | None = None
                if expression.key is not None:
                    key = (
                        self.value(expression.key[0], point)[0],
                        self.value(expression.key[1], point)[0],
                    )
                self.operations.level = level
                return draw(self.operations, expression, counter, key, self.generator, lanes)
            case _:
                raise AssertionError(f"{type(expression).__name__} is evaluated by loops")

    def _lanes(self, expression: Expression, point: Point, is_vector: bool) -> str:
        return self.vector(expression, point) if is_vector else self.value(expression, point)[0]

    def _guard(self, expression: Guard, point: Point, is_vector: bool) -> str:
        flag, flag_is_vector = self.value(expression.condition, point)
        guard, guard_is_vector = flag, flag_is_vector
        lanes = point.lanes
        if point.guard is not None:
            guard_is_vector = flag_is_vector or point.guard_is_vector
            parts = [
                self.operations.splat(g, BOOL, lanes) if guard_is_vector and not v else g
                for g, v in ((flag, flag_is_vector), (point.guard, point.guard_is_vector))
            ]
            self.operations.level = None
            guard = self.operations.binary("and", BOOL, lanes if guard_is_vector else 1, *parts)
        inside = replace(point, guard=guard, guard_is_vector=guard_is_vector)
        body = self._lanes(expression.body, inside, is_vector)
        otherwise = self._lanes(expression.otherwise, point, is_vector)
        self.operations.level = None
        if is_vector and not flag_is_vector:
            flag = self.operations.splat(flag, BOOL, lanes)
        return self.operations.select(
            flag, expression.element, lanes if is_vector else 1, body, otherwise
        )

    def _scaled_bases(self, affine: Affine, point: Point) -> dict[str, Size]:
        bases: dict[str, Size] = {}
        for variable, coefficient in affine.terms:
            base = point.places[variable].base
            if base is not None:
                bases[base] = coefficient + bases.get(base, 0)
        return bases

    def _number(self, affine: Affine, point: Point) -> Size:
        total = affine.constant
        for variable, coefficient in affine.terms:
            total = coefficient * point.places[variable].offset + total
        return total

    def _sum(self, bases: Mapping[str, Size]) -> tuple[str | None, int]:
        """The sum of scaled induction variables, and its level."""
        total: str | None = None
        level = 0
        for base in sorted(bases, key=lambda b: (self.variable_level(b), b)):
            factor = bases[base]
            if not factor:
                continue
            level = max(level, self.variable_level(base))
            term = base
            if factor != 1:
                term = self.emitter.once(
                    ("scaled", base, factor), f"mul nsw i64 {base}, {self.size(factor)}", level
                )
            if total is None:
                total = term
            else:
                total = self.emitter.once(("sum", total, term), f"add nsw i64 {total}, {term}",
                                          level)  # fmt: skip
        return total, level

    def _affine(self, affine: Affine, point: Point, is_vector: bool, level: int) -> str:
        """An affine index as an i64, or as a vector of them."""
        total, _ = self._sum(self._scaled_bases(affine, point))
        number = self._number(affine, point)
        self.operations.level = level
        if total is None:
            value = self.size(number)
        elif number:
            value = self.operations.emit(f"add nsw i64 {total}, {self.size(number)}")
        else:
            value = total
        step = affine.coefficient(point.vector) if point.vector is not None else 0
        if not is_vector:
            return value
        base = self.operations.splat(value, I64, point.lanes)
        return self.operations.binary("add", I64, point.lanes, base, self.steps(step, point.lanes))

    def _read(self, read: Read, point: Point, is_vector: bool, level: int) -> str:
        if read.tensor in self.scalars:
            return self.scalars[read.tensor]
        memory = self.memory[read.tensor]
        affine = _in_row(memory, offset(read))
        pointer = self._address(memory, affine, point)
        stored, lanes = memory_type(read.element), point.lanes
        vector_parts: list[str] = []
        for part in read.indices[1:]:
            assert isinstance(part, Expression)
            value, part_is_vector = self.value(part, point)
            if part_is_vector:
                vector_parts.append(value)
                continue
            if point.guard is not None and not point.guard_is_vector:
                self.operations.level = None
                value = self.operations.select(point.guard, I64, 1, value, "0")
            key = ("offset", pointer, value)
            pointer = self.emitter.once(key, f"getelementptr {stored}, ptr {pointer}, i64 {value}",
                                        level)  # fmt: skip
        step = affine.coefficient(point.vector) if point.vector is not None else 0
        if not is_vector or (not vector_parts and step == 0):
            return self._load_scalar(memory, pointer, point, level)
        if not vector_parts and step in (1, -1):
            return self._load_contiguous(memory, pointer, point, step, level)
        mask = self._mask(point)
        if not vector_parts and isinstance(step, int) and 1 < step <= NEAR:
            return self.load_strided(memory.element, pointer, lanes, step, mask, level)
        steps = self.steps(step, lanes)
        self.operations.level = level
        for part in vector_parts:
            steps = self.operations.binary("add", I64, lanes, steps, part)
        pointers = self.operations.emit(
            f"getelementptr {stored}, ptr {pointer}, <{lanes} x i64> {steps}"
        )
        return self.gather(memory.element, pointers, lanes, mask, level)

    def _address(self, memory: TensorMemory, affine: Affine, point: Point) -> str:
        """The address of the affine part of an offset."""
        total, level = self._sum(self._scaled_bases(affine, point))
        level = max(level, memory.level)
        pointer, stored = memory.pointer, memory_type(memory.element)
        assert pointer is not None, "values in registers only are remembered before they are read"
        if total is not None:
            pointer = self.emitter.once(
                ("address", pointer, total),
                f"getelementptr {stored}, ptr {pointer}, i64 {total}",
                level,
            )
        number = self._number(affine, point)
        if not number:
            return pointer
        return self.emitter.once(
            ("address", pointer, number),
            f"getelementptr {stored}, ptr {pointer}, i64 {self.size(number)}",
            level,
        )

    def address(self, memory: TensorMemory, affine: Affine, point: Point) -> str:
        """The address that a statement writes to."""
        return self._address(memory, _in_row(memory, affine), point)

    def _mask(self, point: Point) -> str | None:
        """The lanes that may be read."""
        if point.guard is None:
            return point.mask
        self.operations.level = None
        guard = point.guard
        if not point.guard_is_vector:
            guard = self.operations.splat(guard, BOOL, point.lanes)
        if point.mask is None:
            return guard
        return self.operations.binary("and", BOOL, point.lanes, guard, point.mask)

    def _load_contiguous(
        self, memory: TensorMemory, pointer: str, point: Point, step: Size, level: int
    ) -> str:
        """Loads a vector in the order of memory, or backwards if ``step`` is -1."""
        element, lanes, guard = memory.element, point.lanes, point.guard
        mask = self._mask(point) if point.guard_is_vector else point.mask
        if step == -1:
            pointer, mask = self.backwards(element, pointer, lanes, mask, level)
        if guard is not None and not point.guard_is_vector:
            # A masked load from an address that does not exist takes hundreds of cycles.
            pointer = self._readable(memory, pointer, guard, lanes)
        loaded = self.load_vector(element, pointer, lanes, mask, level)
        if step == 1:
            return loaded
        self.operations.level = level
        return self.operations.backwards(loaded, element, lanes)

    def _load_scalar(self, memory: TensorMemory, pointer: str, point: Point, level: int) -> str:
        stored = memory_type(memory.element)
        if point.guard is not None:
            guard = point.guard
            if point.guard_is_vector:
                type = register_type(BOOL, point.lanes)
                self.declarations.declare(f"llvm.vector.reduce.or.v{point.lanes}i1", "i1", type)
                guard = self.emitter.emit(
                    f"call i1 @llvm.vector.reduce.or.v{point.lanes}i1({type} {guard})"
                )
            pointer = self._readable(memory, pointer, guard, 1)
        loaded = self.emitter.emit(
            f"load {stored}, ptr {pointer}, align {memory.element.alignment}", level
        )
        return self.to_register(loaded, memory.element, 1, level)

    def _readable(self, memory: TensorMemory, pointer: str, guard: str, lanes: int) -> str:
        """The address if the guard is set; else the address of other memory of the same size."""
        key = ("somewhere", memory.element, lanes)
        safe = self.emitter.recall(key)
        if safe is None:
            safe = self.emitter.alloca(f"[{lanes} x {memory_type(memory.element)}]")
            self.emitter.remember(key, safe, 0)
        return self.emitter.emit(f"select i1 {guard}, ptr {pointer}, ptr {safe}")
