"""Index notation of each instruction: the table by which linear algebra enters stage compute.

A rule gives the expression for one element of the result, at the index variables that it is told,
over reads of the instruction's operands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce as fold
from typing import Any, Final, Protocol

from dlvm.diagnostics import error
from dlvm.ir.compute import (
    Affine,
    Call,
    Constant,
    Draw,
    Expression,
    Guard,
    Index,
    IndexValue,
    Range,
    Read,
    Reduction,
    Statement,
    call,
    compare,
)
from dlvm.ir.instruction import Instruction
from dlvm.ir.instructions import (
    ArgMax,
    ArgMin,
    Broadcast,
    Concatenate,
    DataTypeCast,
    Dot,
    Elementwise,
    Gather,
    Iota,
    Pad,
    PadShape,
    Random,
    Reduce,
    Reverse,
    Scatter,
    Select,
    ShapeCast,
    Slice,
    SqueezeShape,
    Transpose,
)
from dlvm.ir.types import I64, U32, ElementType, TensorType
from dlvm.ir.values import Literal, Special, TensorData, Value

VARIABLES: Final = "ijlmnopqrstuvw"
REDUCED: Final = "kxyzabcdefgh"


class Naming(Protocol):
    """Gives the tensor that a value is in index notation its name."""

    def __call__(self, value: Value) -> str: ...


class Lowering:
    """One instruction on its way to index notation: its operands' names, and what it asks for."""

    def __init__(self, instruction: Instruction, naming: Naming) -> None:
        self.instruction = instruction
        self.naming = naming
        self.checks: list[tuple[Value, int]] = []
        self.auxiliary: list[Statement] = []
        """Statements that come first; each is read through its own target."""

    def read(self, value: Value, index: Sequence[Index]) -> Expression:
        """An operand's element. Indices count from the right; sizes of 1 broadcast."""
        type = tensor_type(value)
        constant = splat(value)
        if constant is not None:
            return Constant(constant, type.element)
        own = index[len(index) - type.rank :]
        places = tuple(
            Affine() if dim == 1 and isinstance(at, Affine) else at
            for dim, at in zip(type.shape, own, strict=True)
        )
        return Read(self.naming(value), places, type.element)

    def sizes(self, value: Value) -> tuple[int, ...]:
        return static_shape(value, self.instruction)


def tensor_type(value: Value) -> TensorType:
    type = value.type.canonical
    assert isinstance(type, TensorType)
    return type


def static_shape(value: Value, instruction: Instruction) -> tuple[int, ...]:
    """A tensor's sizes; erased ones are refused, as native code does not have them yet."""
    shape = tensor_type(value).static_shape
    if shape is None:
        raise error(
            f"native code for erased dimensions is not supported yet: {instruction.mnemonic} "
            f"works on {value.type}",
            instruction.location,
        )
    return shape


def splat(value: Value) -> bool | int | float | None:
    """The number that every element of a constant has."""
    if not isinstance(value, Literal):
        return None
    if value.data is Special.UNDEFINED:
        return False if tensor_type(value).element is ElementType.BOOL else 0
    if isinstance(value.data, TensorData) and value.data.array.size > 1:
        return None
    return value.splat


Rule = Callable[[Lowering, Any, "tuple[Affine, ...]"], Expression]

INDEX_EXPRESSION: Final[dict[type[Instruction], Rule]] = {}
"""For each tensor instruction, its element at given indices."""


def rule(*classes: type[Instruction]) -> Callable[[Rule], Rule]:
    def register(function: Rule) -> Rule:
        for cls in classes:
            INDEX_EXPRESSION[cls] = function
        return function

    return register


def lower(instruction: Instruction, naming: Naming) -> tuple[Statement, Lowering]:
    """The statement that computes an instruction's result; raises where native code has no way."""
    lowering = Lowering(instruction, naming)
    shape = static_shape(instruction, instruction)
    ranges = tuple(Range(VARIABLES[a], dim) for a, dim in enumerate(shape))
    index = tuple(Affine.variable(r.variable) for r in ranges)
    target = naming(instruction)
    if isinstance(instruction, Scatter):
        return _scatter(lowering, instruction, target), lowering
    own = type(instruction)
    found = next((INDEX_EXPRESSION[c] for c in own.__mro__ if c in INDEX_EXPRESSION), None)
    if found is None:
        raise error(
            f"native code for {instruction.mnemonic} is not supported yet", instruction.location
        )
    return Statement(target, ranges, found(lowering, instruction, index)), lowering


def is_lowered(kind: type[Instruction]) -> bool:
    """Whether instructions of a class are linear algebra."""
    return kind is Scatter or any(c in INDEX_EXPRESSION for c in kind.__mro__)


@rule(Elementwise)
def _elementwise(low: Lowering, op: Elementwise, at: tuple[Affine, ...]) -> Expression:
    arguments = tuple(low.read(v, at) for v in op.operands)
    return Call(op.mnemonic, arguments, tensor_type(op).element)


@rule(Select)
def _select(low: Lowering, op: Select, at: tuple[Affine, ...]) -> Expression:
    on_true, on_false = low.read(op.on_true, at), low.read(op.on_false, at)
    return Call("select", (low.read(op.flags, at), on_true, on_false), on_true.element)


@rule(DataTypeCast)
def _cast(low: Lowering, op: DataTypeCast, at: tuple[Affine, ...]) -> Expression:
    return Call("cast", (low.read(op.x, at),), op.element)


@rule(Broadcast)
def _broadcast(low: Lowering, op: Broadcast, at: tuple[Affine, ...]) -> Expression:
    return low.read(op.x, at)


@rule(Transpose)
def _transpose(low: Lowering, op: Transpose, at: tuple[Affine, ...]) -> Expression:
    source: dict[int, Affine] = dict(zip(op.permutation, at, strict=True))
    return low.read(op.x, [source[a] for a in range(len(at))])


@rule(Reverse)
def _reverse(low: Lowering, op: Reverse, at: tuple[Affine, ...]) -> Expression:
    sizes = low.sizes(op.x)
    return low.read(
        op.x,
        [i.scaled(-1).plus(sizes[a] - 1) if a in op.axes else i for a, i in enumerate(at)],
    )


@rule(Concatenate)
def _concatenate(low: Lowering, op: Concatenate, at: tuple[Affine, ...]) -> Expression:
    pieces: list[tuple[Value, int]] = []
    offset = 0
    for part in op.parts:
        size = low.sizes(part)[op.axis]
        if size:
            pieces.append((part, offset))
        offset += size
    return _pieces(low, pieces or [(op.parts[0], 0)], op.axis, at)


def _pieces(
    low: Lowering, pieces: Sequence[tuple[Value, int]], axis: int, at: tuple[Affine, ...]
) -> Expression:
    """The element of one of several tensors, each of which begins at its number along the axis."""
    part, offset = pieces[0]
    if len(pieces) == 1:
        return low.read(part, [*at[:axis], at[axis].plus(-offset), *at[axis + 1 :]])
    half = len(pieces) // 2
    middle = pieces[half][1]
    first, second = (_pieces(low, p, axis, at) for p in (pieces[:half], pieces[half:]))
    otherwise = Guard(_not_below(at[axis], middle), second, _zero(first.element))
    return Guard(_below(at[axis], middle), first, otherwise)


def _below(index: Affine, bound: int) -> Expression:
    return compare("lessThan", IndexValue(index), Constant(bound, I64))


def _not_below(index: Affine, bound: int) -> Expression:
    return compare("greaterThanOrEqual", IndexValue(index), Constant(bound, I64))


def _zero(element: ElementType) -> Constant:
    return Constant(False if element is ElementType.BOOL else 0, element)


@rule(Slice)
def _slice(low: Lowering, op: Slice, at: tuple[Affine, ...]) -> Expression:
    index = list(at)
    for axis, (start, step) in enumerate(zip(op.start, op.steps, strict=True)):
        offset = splat(start)
        assert isinstance(offset, int), "a slice by values has an erased shape"
        index[axis] = at[axis].scaled(step).plus(offset)
    return low.read(op.x, index)


@rule(Pad)
def _pad(low: Lowering, op: Pad, at: tuple[Affine, ...]) -> Expression:
    sizes = low.sizes(op.x)
    shape = low.sizes(op)
    conditions: list[Expression] = []
    index: list[Index] = []
    for axis, ((before, _), gap) in enumerate(zip(op.padding, op.gaps, strict=True)):
        place = at[axis].plus(-before)
        span = max(0, sizes[axis] - 1) * (gap + 1) + 1 if sizes[axis] else 0
        if before > 0:
            conditions.append(_not_below(place, 0))
        if shape[axis] - before > span:
            conditions.append(_below(place, span))
        if not gap:
            index.append(place)
            continue
        spread = Constant(gap + 1, I64)
        rest = call("modulo", IndexValue(place), spread)
        conditions.append(compare("equal", rest, Constant(0, I64)))
        index.append(call("truncateDivide", IndexValue(place), spread))
    value = low.read(op.value, ())
    if not all(sizes):
        return value
    read = low.read(op.x, index)
    if not conditions:
        return read
    return Guard(fold(lambda a, b: call("and", a, b), conditions), read, value)


@rule(PadShape)
def _pad_shape(low: Lowering, op: PadShape, at: tuple[Affine, ...]) -> Expression:
    return low.read(op.x, [*at[: op.axis], *at[op.axis + 1 :]])


@rule(SqueezeShape)
def _squeeze_shape(low: Lowering, op: SqueezeShape, at: tuple[Affine, ...]) -> Expression:
    return low.read(op.x, [*at[: op.axis], Affine(), *at[op.axis :]])


@rule(ShapeCast)
def _shape_cast(low: Lowering, op: ShapeCast, at: tuple[Affine, ...]) -> Expression:
    index = reshaped_index(low.sizes(op.x), low.sizes(op), at)
    assert index is not None, "a shape cast that needs division is a view of memory"
    return low.read(op.x, index)


def reshaped_index(
    source: Sequence[int], result: Sequence[int], at: Sequence[Affine]
) -> list[Affine] | None:
    """Indices into a tensor of shape ``source`` for those into its cast to ``result``; None where
    they are not affine, which is where one of its dimensions is split."""
    index: list[Affine] = []
    axis = 0
    for size in source:
        if size == 1:
            index.append(Affine())
            continue
        place, covered = Affine(), 1
        while covered < size and axis < len(result):
            place = place.scaled(result[axis]).plus(at[axis] if result[axis] != 1 else 0)
            covered *= result[axis]
            axis += 1
        if covered != size:
            return None
        index.append(place)
    return index


@rule(Iota)
def _iota(low: Lowering, op: Iota, at: tuple[Affine, ...]) -> Expression:
    element = tensor_type(op).element
    value = IndexValue(at[op.axis])
    return value if element is I64 else Call("cast", (value,), element)


@rule(Random)
def _random(low: Lowering, op: Random, at: tuple[Affine, ...]) -> Expression:
    counter = Affine()
    for size, place in zip(low.sizes(op), at, strict=True):
        counter = counter.scaled(size).plus(place)
    key = None
    if op.key is not None:
        name = low.naming(op.key)
        key = (
            Read(name, (Affine(),), U32),
            Read(name, (Affine((), 1),), U32),
        )
    element = tensor_type(op).element
    draw = Draw(op.normal, counter, key, element)
    first, second = low.read(op.low, ()), low.read(op.high, ())
    operation = "normalDraw" if op.normal else "uniformDraw"
    return Call(operation, (draw, first, second), element)


@rule(Gather)
def _gather(low: Lowering, op: Gather, at: tuple[Affine, ...]) -> Expression:
    sizes = low.sizes(op.x)
    rank = len(low.sizes(op.indices))
    place = low.read(op.indices, at[op.axis : op.axis + rank])
    low.checks.append((op.indices, sizes[op.axis]))
    index: list[Index] = [*at[: op.axis], _as_index(place), *at[op.axis + rank :]]
    return low.read(op.x, index)


def _as_index(place: Expression) -> Index:
    if isinstance(place, Constant):
        return Affine((), int(place.value))
    return place if place.element is I64 else Call("cast", (place,), I64)


def _scatter(low: Lowering, op: Scatter, target: str) -> Statement:
    updates = low.sizes(op.updates)
    rank = len(low.sizes(op.indices))
    ranges = tuple(Range(VARIABLES[a], dim) for a, dim in enumerate(updates))
    at = tuple(Affine.variable(r.variable) for r in ranges)
    place = low.read(op.indices, at[op.axis : op.axis + rank])
    low.checks.append((op.indices, low.sizes(op.x)[op.axis]))
    indices: tuple[Index, ...] = (
        *at[: op.axis],
        _as_index(place),
        *at[op.axis + rank :],
    )
    return Statement(target, ranges, low.read(op.updates, at), indices, op.by, low.naming(op.x))


@rule(Dot)
def _dot(low: Lowering, op: Dot, at: tuple[Affine, ...]) -> Expression:
    a, b = low.sizes(op.lhs), low.sizes(op.rhs)
    k = Affine.variable(REDUCED[0])
    rows, columns = len(a) > 1, len(b) > 1
    batch = at[: len(at) - rows - columns]
    left = [*batch, at[len(batch)], k] if rows else [k]
    right = [*batch, k, at[-1]] if columns else [k]
    product = call("multiply", low.read(op.lhs, left), low.read(op.rhs, right))
    return Reduction("add", (Range(REDUCED[0], a[-1]),), product)


@rule(Reduce)
def _reduce(low: Lowering, op: Reduce, at: tuple[Affine, ...]) -> Expression:
    if not isinstance(op.by, str):
        raise error("native code for a reduction by a function is not supported yet", op.location)
    index: list[Affine] = []
    ranges: list[Range] = []
    kept = iter(at)
    for axis, size in enumerate(low.sizes(op.x)):
        if axis in op.axes:
            ranges.append(Range(REDUCED[len(ranges)], size))
            index.append(Affine.variable(ranges[-1].variable))
        else:
            index.append(next(kept))
    body = low.read(op.x, index)
    result: Expression = Reduction(op.by, tuple(ranges), body) if ranges else body
    return call(op.by, low.read(op.init, ()), result) if op.init is not None else result


@rule(ArgMax, ArgMin)
def _argument(low: Lowering, op: ArgMax | ArgMin, at: tuple[Affine, ...]) -> Expression:
    size = low.sizes(op.x)[op.axis]
    k = Affine.variable(REDUCED[0])
    body = low.read(op.x, [*at[: op.axis], k, *at[op.axis :]])
    ranges = (Range(REDUCED[0], size),)
    extreme = Reduction("max" if isinstance(op, ArgMax) else "min", ranges, body)
    if body.element is ElementType.BOOL:
        raise error(f"{op.mnemonic} of bools is not supported yet", op.location)
    target = low.naming(op) + ".extreme"
    sizes = low.sizes(op)
    own = tuple(Range(VARIABLES[a], dim) for a, dim in enumerate(sizes))
    low.auxiliary.append(Statement(target, own, extreme))
    best = Read(target, at, body.element)
    found: Expression = compare("equal", body, best)
    if body.element.is_float:
        found = call("or", found, Call("isNaN", (body,), ElementType.BOOL))
    place = Call("select", (found, IndexValue(k), Constant(size, I64)), I64)
    return Reduction("min", ranges, place)
