"""The cost of instructions: floating-point operations and bytes, from the shapes of operands.

Operations are counted as in XLA's ``HloCostAnalysis``. An element-wise operation on floats,
including comparisons, selects and conversions, is one operation per element; transcendental
functions and roots are counted separately. A product of matrices ``m × k`` and ``k × n`` is
``2·m·k·n``; in a convolution, products with the zeros of padding and dilation do not count. A
reduction of ``n`` elements is ``n - 1`` operations. Work on integers and bools, sorting and
movement are not floating-point work. Bytes are those that an instruction reads and writes by
itself, without fusion: an element that is only moved counts twice, and a change of shape does not
count.

An instruction's cost excludes the cost of the functions that it calls, which is counted in these
functions. Sizes known only at run time appear in a cost as symbols; the symbol without a name,
``_``, represents an unknown amount.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any, Final, TypeVar

from dlvm.ir import instructions as op
from dlvm.ir.compute import Call, Definition, Reduction
from dlvm.ir.declaration import Trait
from dlvm.ir.instruction import Function, Instruction, instructions_with
from dlvm.ir.instructions.rules import constant_index
from dlvm.ir.instructions.windows import spread
from dlvm.ir.polynomial import Size, product, size_of
from dlvm.ir.types import (
    ERASED,
    ArrayType,
    PointerType,
    StructType,
    TensorType,
    TupleType,
    Type,
)

UNKNOWN: Final[Size] = size_of(ERASED)
"""An unknown size: any result computed with it is unknown, except a product with 0."""

REFERENCE_BYTES: Final = 8
"""The size in bytes of a reference: a pointer, a box, a function, a stack or an enum."""


@dataclass(frozen=True)
class Work:
    """Floating-point operations, transcendental functions of floats, and bytes read or written."""

    flops: Size = 0
    transcendentals: Size = 0
    bytes: Size = 0

    def __add__(self, other: Work) -> Work:
        return Work(
            self.flops + other.flops,
            self.transcendentals + other.transcendentals,
            self.bytes + other.bytes,
        )

    @property
    def operations(self) -> Size:
        """Floating-point operations and transcendental functions, each counted as one operation."""
        return self.flops + self.transcendentals


def is_known(size: Size) -> bool:
    """Whether a size is a number, or an expression of sizes that are known at run time."""
    return isinstance(size, int) or ERASED.name not in size.symbols


def instruction_work(instruction: Instruction) -> Work:
    """The work of an instruction, computed from the types of its operands."""
    return work_of(instruction, [v.type for v in instruction.operands], instruction.type)


def work_of(instruction: Instruction, operands: Sequence[Type], result: Type) -> Work:
    """The work of an instruction for operands and a result of these types, which may have numbers
    in place of the symbols in the instruction's own types."""
    if isinstance(instruction, op.Apply) and isinstance(instruction.callee, Definition):
        return definition_work(instruction.callee)
    cost = cost_rule(type(instruction))
    if cost is None:
        return Work(UNKNOWN, UNKNOWN, UNKNOWN)
    types, to = [t.canonical for t in operands], result.canonical
    floats = any(isinstance(t, TensorType) and t.element.is_float for t in (*types, to))
    return Work(
        cost.flops(instruction, types, to) if floats else 0,
        cost.transcendentals(instruction, types, to) if floats else 0,
        cost.bytes(instruction, types, to),
    )


AnySize = TypeVar("AnySize", int, Size)


def product_flops(elements: AnySize, inner: AnySize) -> AnySize:
    """The number of operations of a matrix product: a multiplication and an addition for each
    element of the result and each index of the contracted dimension."""
    return 2 * elements * inner


def definition_work(definition: Definition) -> Work:
    """The work of one application of a definition."""
    flops: Size = 0
    transcendentals: Size = 0
    for statement in definition.body.statements:
        points = product(tuple(r.size for r in statement.ranges))
        pending = [(e, points) for e in statement.expressions]
        while pending:
            expression, times = pending.pop()
            if isinstance(expression, Reduction):
                times = times * product(tuple(r.size for r in expression.ranges))
            if expression.element.is_float:
                if isinstance(expression, Reduction):
                    flops = times + flops
                elif isinstance(expression, Call):
                    if expression.operation in _TRANSCENDENTAL_MNEMONICS:
                        transcendentals = times + transcendentals
                    else:
                        flops = times + flops
            pending.extend((child, times) for child in expression.children)
    moved = _sum(map(bytes_of, (*definition.type.parameters, *definition.result_types)))
    return Work(flops, transcendentals, moved)


def bytes_of(type: Type) -> Size:
    """The size of values of a type in bytes: the elements of tensors, and the references without
    the memory to which they refer."""
    match whole := type.canonical:
        case TensorType():
            return whole.element.bytes * _elements(whole)
        case TupleType(elements):
            return _sum(bytes_of(t) for t in elements)
        case ArrayType(size, element):
            return size * bytes_of(element)
        case StructType():
            return _sum(bytes_of(t) for _, t in whole.fields)
        case _:
            return REFERENCE_BYTES


Measure = Callable[[Any, Sequence[Type], Type], Size]
"""Counts operations or bytes, given the instruction, the types of its operands and of its result,
without aliases."""


def _sum(sizes: Iterable[Size]) -> Size:
    total: Size = 0
    for size in sizes:
        total = size + total
    return total


def _shape(type: Type) -> tuple[Size, ...]:
    assert isinstance(type, TensorType)
    return tuple(map(size_of, type.shape))


def _elements(type: Type) -> Size:
    return product(_shape(type))


def _none(_: Instruction, __: Sequence[Type], ___: Type) -> Size:
    return 0


def _unknown(_: Instruction, __: Sequence[Type], ___: Type) -> Size:
    return UNKNOWN


def _each(_: Instruction, __: Sequence[Type], result: Type) -> Size:
    return _elements(result)


def _everything(_: Instruction, operands: Sequence[Type], result: Type) -> Size:
    return _sum(map(bytes_of, operands)) + bytes_of(result)


def _made(_: Instruction, __: Sequence[Type], result: Type) -> Size:
    return bytes_of(result)


def _moved(_: Instruction, __: Sequence[Type], result: Type) -> Size:
    return 2 * bytes_of(result)


def _first_and_result(_: Instruction, operands: Sequence[Type], result: Type) -> Size:
    return bytes_of(operands[0]) + bytes_of(result)


def _moved_operand(number: int) -> Measure:
    return lambda _, operands, __: 2 * bytes_of(operands[number])


def _extract_bytes(_: op.Extract, operands: Sequence[Type], result: Type) -> Size:
    return 2 * bytes_of(result) if isinstance(operands[0], TensorType) else 0


def _insert_bytes(_: op.Insert, operands: Sequence[Type], result: Type) -> Size:
    return 2 * bytes_of(operands[0]) if isinstance(result, TensorType) else 0


def _gather_bytes(_: op.Gather, operands: Sequence[Type], result: Type) -> Size:
    return bytes_of(operands[1]) + 2 * bytes_of(result)


def _scatter_bytes(scatter: op.Scatter, operands: Sequence[Type], _: Type) -> Size:
    updates, _, indices = operands
    return bytes_of(indices) + (2 if scatter.by is None else 3) * bytes_of(updates)


def _copy_bytes(copy: op.Copy, operands: Sequence[Type], _: Type) -> Size:
    source, count = operands[0], constant_index(copy.count)
    assert isinstance(source, PointerType)
    return 2 * bytes_of(source.pointee) * (UNKNOWN if count is None else count)


def _dot_flops(_: op.Dot, operands: Sequence[Type], result: Type) -> Size:
    return product_flops(_elements(result), _shape(operands[0])[-1])


def _contract_flops(contract: op.Contract, operands: Sequence[Type], _: Type) -> Size:
    """Counts, for each combination of indices, a multiplication for each factor but the first, and
    an addition if there is a sum."""
    labels = contract.labels
    extents: dict[str, Size] = {}
    for names, type in zip(labels.inputs, operands, strict=True):
        for label, size in zip(names, _shape(type), strict=True):
            # A dimension of size 1 in an ellipsis is broadcast.
            if extents.get(label, 1) == 1 or (isinstance(size, int) and size != 1):
                extents[label] = size
    each = len(operands) - 1 + bool(labels.summed)
    return each * product(tuple(extents.values()))


def _convolve_flops(convolve: op.Convolve, operands: Sequence[Type], result: Type) -> Size:
    x, kernel, places = _shape(operands[0]), _shape(operands[1]), _shape(result)
    meetings = [
        _meetings(convolve, axis, x[2 + axis], kernel[2 + axis], places[2 + axis])
        for axis in range(len(x) - 2)
    ]
    return 2 * places[0] * places[1] * kernel[1] * product(tuple(meetings))


def _meetings(convolve: op.Convolve, axis: int, size: Size, window: Size, places: Size) -> Size:
    """The number of multiplications of a kernel element by an input element along a spatial
    dimension."""
    if not (isinstance(size, int) and isinstance(window, int) and isinstance(places, int)):
        return UNKNOWN
    end = spread(size, convolve.left[axis])
    assert isinstance(end, int)
    # The window at ``place`` and the kernel element ``tap`` use the input element at ``place * step
    # + tap * right - low``.
    ways = sorted(((places, convolve.steps[axis]), (window, convolve.right[axis])))
    (few, distance), (many, stride) = ways
    low, left = convolve.margins[axis][0], convolve.left[axis]
    return sum(_hits(many, stride, n * distance - low, end, left) for n in range(few))


def _hits(count: int, stride: int, offset: int, end: int, left: int) -> int:
    """The number of positions among ``offset``, ``offset + stride``, … that are multiples of
    ``left``, at least 0, and less than ``end``."""
    first, last = max(0, -(offset // stride)), min(count, -((offset - end) // stride))
    period = left // gcd(stride, left)
    near = range(first, min(last, first + period))
    start = next((n for n in near if (n * stride + offset) % left == 0), last)
    return len(range(start, last, period))


def _reduce_flops(reduce: op.Reduce, operands: Sequence[Type], result: Type) -> Size:
    if isinstance(reduce.by, Function):
        return 0
    shape = _shape(operands[0])
    joined = product(tuple(shape[axis] for axis in reduce.axes))
    return _elements(result) * _at_least_0(joined - 1 + int(reduce.init is not None))


def _unbroadcast_flops(_: op.Unbroadcast, operands: Sequence[Type], result: Type) -> Size:
    """Counts the additions. If sizes are unknown, counts none, as if nothing had been broadcast."""
    elements, left = _elements(operands[0]), _elements(result)
    return elements - left if isinstance(elements, int) and isinstance(left, int) else 0


def _extremum_flops(extremum: op.ArgMax, operands: Sequence[Type], result: Type) -> Size:
    return _elements(result) * (_shape(operands[0])[extremum.axis] - 1)


def _window_flops(reduce: op.ReduceWindow, _: Sequence[Type], result: Type) -> Size:
    if isinstance(reduce.by, Function):
        return 0
    window = product(reduce.dims)
    return _elements(result) * (window - 1 + int(reduce.init is not None))


def _scan_flops(scan: op.Scan, operands: Sequence[Type], _: Type) -> Size:
    if isinstance(scan.by, Function):
        return 0
    shape = _shape(operands[0])
    total: Size = 0
    for axis in scan.axes:
        lines = product((*shape[:axis], *shape[axis + 1 :]))
        total = lines * _at_least_0(shape[axis] - 1) + total
    return total


def _at_least_0(size: Size) -> Size:
    return max(size, 0) if isinstance(size, int) else size


def _scatter_flops(scatter: op.Scatter, operands: Sequence[Type], _: Type) -> Size:
    return 0 if scatter.by is None else _elements(operands[0])


def _random_flops(random: op.Random, _: Sequence[Type], result: Type) -> Size:
    """The conversion to the interval, and for normal numbers the Box-Muller transform: a logarithm,
    a root and a cosine."""
    return (6 if random.normal else 2) * _elements(result)


def _random_functions(random: op.Random, _: Sequence[Type], result: Type) -> Size:
    return 3 * _elements(result) if random.normal else 0


@dataclass(frozen=True)
class Cost:
    """The rules that count the work of an instruction. Operations count for floats only."""

    flops: Measure = _none
    transcendentals: Measure = _none
    bytes: Measure = _none


_TRANSCENDENTAL: Final = instructions_with(Trait.TRANSCENDENTAL)
_TRANSCENDENTAL_MNEMONICS: Final = frozenset(cls.mnemonic for cls in _TRANSCENDENTAL)
_FREE: Final = (Trait.RESHAPE, Trait.SHAPE_QUERY, Trait.MEMORY, Trait.STACK)
"""The traits of instructions that compute and move nothing."""

COST: Final[dict[type[Instruction], Cost]] = {
    **dict.fromkeys(instructions_with(Trait.MOVEMENT), Cost(bytes=_everything)),
    **{cls: Cost() for trait in _FREE for cls in instructions_with(trait)},
    op.Terminator: Cost(),
    op.Apply: Cost(),
    op.Assert: Cost(),
    op.Print: Cost(),
    op.BitCast: Cost(),
    op.LiteralInstruction: Cost(),
    op.Partial: Cost(),
    op.SameFunction: Cost(),
    op.Unary: Cost(_each, bytes=_everything),
    op.Binary: Cost(_each, bytes=_everything),
    **dict.fromkeys(_TRANSCENDENTAL, Cost(transcendentals=_each, bytes=_everything)),
    op.Select: Cost(_each, bytes=_everything),
    op.DataTypeCast: Cost(_each, bytes=_everything),
    op.Dot: Cost(_dot_flops, bytes=_everything),
    op.Contract: Cost(_contract_flops, bytes=_everything),
    op.Convolve: Cost(_convolve_flops, bytes=_everything),
    op.Reduce: Cost(_reduce_flops, bytes=_everything),
    op.Unbroadcast: Cost(_unbroadcast_flops, bytes=_first_and_result),
    op.ArgMax: Cost(_extremum_flops, bytes=_everything),
    op.ArgMin: Cost(_extremum_flops, bytes=_everything),
    op.ReduceWindow: Cost(_window_flops, bytes=_everything),
    op.Scan: Cost(_scan_flops, bytes=_everything),
    op.Scatter: Cost(_scatter_flops, bytes=_scatter_bytes),
    op.Random: Cost(_random_flops, _random_functions, _made),
    op.Iota: Cost(bytes=_made),
    op.Sort: Cost(bytes=_everything),
    op.Slice: Cost(bytes=_moved),
    op.Gather: Cost(bytes=_gather_bytes),
    op.Update: Cost(bytes=_moved_operand(1)),
    op.Extract: Cost(bytes=_extract_bytes),
    op.Insert: Cost(bytes=_insert_bytes),
    op.Push: Cost(bytes=_moved_operand(0)),
    op.Pop: Cost(bytes=_moved),
    op.Load: Cost(bytes=_moved),
    op.Store: Cost(bytes=_moved_operand(0)),
    op.Copy: Cost(bytes=_copy_bytes),
    op.Builtin: Cost(_unknown, _unknown, _everything),
}
"""The cost of each instruction or of one of its base classes; later rows override earlier ones."""


def cost_rule(cls: type[Instruction]) -> Cost | None:
    """The row of an instruction class in :data:`COST`, or None if a class that is declared
    elsewhere has no row."""
    return next((COST[c] for c in cls.__mro__ if c in COST), None)
