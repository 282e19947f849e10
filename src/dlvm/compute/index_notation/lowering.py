"""Index notation of each instruction: the table that lowers linear algebra to stage compute.

A rule returns the expression for one element of the result, at given index variables, over reads of
the instruction's operands.
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
    Builtin,
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
    ReduceWindow,
    Reverse,
    Scatter,
    Select,
    ShapeCast,
    Slice,
    SqueezeShape,
    Transpose,
)
from dlvm.ir.polynomial import Size, size_of
from dlvm.ir.types import I64, U32, Dim, ElementType, Shape, Symbol, TensorType
from dlvm.ir.values import Literal, Number, Special, TensorData, Value

_VARIABLES: Final = "ijlmnopqrstuvw"
_REDUCED: Final = "kxyzabcdefgh"


def variable(number: int) -> str:
    """The iteration variable of a dimension of a result."""
    return _numbered(_VARIABLES, number)


def reduced_variable(number: int) -> str:
    """The iteration variable of a reduced dimension."""
    return _numbered(_REDUCED, number)


def _numbered(letters: str, number: int) -> str:
    cycle, place = divmod(number, len(letters))
    return letters[place] + (str(cycle) if cycle else "")


class Naming(Protocol):
    """Returns the name in index notation of a value's tensor."""

    def __call__(self, value: Value) -> str: ...


class Shapes(Protocol):
    """The queries of sizes that lowering makes: the shape of a tensor, as numbers and symbols; the
    symbol that is 0 if a size is 1, and otherwise 1; the number of repetitions of a size; the size
    that an ``i64`` value represents; and the padding of windows."""

    def shape(self, value: Value) -> Shape: ...

    def stretch(self, dim: Dim) -> Symbol: ...

    def repetitions(self, whole: Dim, part: Dim) -> Dim: ...

    def size(self, value: Value) -> Dim: ...

    def margins(self, op: ReduceWindow, shape: Shape) -> list[tuple[Dim, Dim]]: ...

    def is_within(self, indices: Value, size: Dim) -> bool: ...

    def scalar_size(self, value: Value) -> Size | None: ...


class Lowering:
    """The lowering of one instruction: the names of its operands, and its requirements."""

    def __init__(self, instruction: Instruction, naming: Naming, shapes: Shapes) -> None:
        self.instruction = instruction
        self.naming = naming
        self.shapes = shapes
        self.checks: list[tuple[Value, Dim]] = []
        self.auxiliary: list[Statement] = []
        """Statements that must precede the instruction's statement, which reads their targets."""

    def read(self, value: Value, index: Sequence[Index], within: Shape | None = None) -> Expression:
        """Reads an element of an operand. Indices are aligned from the right; sizes of 1 broadcast.

        ``within`` is the shape to which the operand broadcasts and over which the indices iterate.
        """
        type = tensor_type(value)
        constant = splat(value)
        if constant is not None:
            return Constant(constant, type.element)
        size = self.shapes.scalar_size(value)
        if size is not None:
            return IndexValue(Affine.size(size), I64)
        shape = self.shape(value)
        own = index[len(index) - type.rank :]
        wide = shape if within is None else within[len(within) - type.rank :]
        places = tuple(
            self._stretched(at, dim, whole) for at, dim, whole in zip(own, shape, wide, strict=True)
        )
        return Read(self.naming(value), places, type.element)

    def _stretched(self, at: Index, dim: Dim, whole: Dim) -> Index:
        if not isinstance(at, Affine):
            return at
        if 1 in (dim, whole):
            return Affine()
        if isinstance(dim, int) or dim == whole:
            return at
        return at.scaled(size_of(self.shapes.stretch(dim)))

    def shape(self, value: Value) -> Shape:
        """The sizes of a tensor."""
        return self.shapes.shape(value)

    def sizes(self, value: Value) -> tuple[Size, ...]:
        """The sizes of a tensor, for arithmetic."""
        return tuple(size_of(d) for d in self.shape(value))


def tensor_type(value: Value) -> TensorType:
    type = value.type.canonical
    assert isinstance(type, TensorType)
    return type


def splat(value: Value) -> Number | None:
    """The number that all elements of a constant have, if it is a splat."""
    if not isinstance(value, Literal):
        return None
    if value.data is Special.UNDEFINED:
        return False if tensor_type(value).element is ElementType.BOOL else 0
    if isinstance(value.data, TensorData) and value.data.array.size > 1:
        return None
    return value.number


Rule = Callable[[Lowering, Any, "tuple[Affine, ...]"], Expression]

INDEX_EXPRESSION: Final[dict[type[Instruction], Rule]] = {}
"""For each tensor instruction, the expression for its element at given indices."""


def rule(*classes: type[Instruction]) -> Callable[[Rule], Rule]:
    def register(function: Rule) -> Rule:
        for cls in classes:
            INDEX_EXPRESSION[cls] = function
        return function

    return register


StatementRule = Callable[[Lowering, Any, str], Statement]

STATEMENT: Final[dict[type[Instruction], StatementRule]] = {}
"""For instructions that write sequentially into a copy of an operand: the statement."""


def statement_rule(
    cls: type[Instruction],
) -> Callable[[StatementRule], StatementRule]:
    def register(function: StatementRule) -> StatementRule:
        STATEMENT[cls] = function
        return function

    return register


def lower(instruction: Instruction, naming: Naming, shapes: Shapes) -> tuple[Statement, Lowering]:
    """The statement that computes an instruction's result. Raises an error if native code does not
    support the instruction."""
    lowering = Lowering(instruction, naming, shapes)
    shape = lowering.shape(instruction)
    ranges = tuple(Range(variable(a), dim) for a, dim in enumerate(shape))
    index = tuple(Affine.variable(r.variable) for r in ranges)
    target = naming(instruction)
    own = type(instruction)
    if own in STATEMENT:
        return STATEMENT[own](lowering, instruction, target), lowering
    found = next((INDEX_EXPRESSION[c] for c in own.__mro__ if c in INDEX_EXPRESSION), None)
    if found is None:
        raise error(
            f"native code for {instruction.mnemonic} is not supported yet", instruction.location
        )
    return Statement(target, ranges, found(lowering, instruction, index)), lowering


def is_lowered(kind: type[Instruction]) -> bool:
    """Whether instructions of a class are linear algebra, which has index notation."""
    return kind in STATEMENT or any(c in INDEX_EXPRESSION for c in kind.__mro__)


def takes_constants(kind: type[Instruction]) -> bool:
    """Whether constant operands of a class of instructions become part of the code. Instructions
    of other classes write into their operands, or check them first."""
    return is_lowered(kind) and kind not in STATEMENT and kind is not Gather


@rule(Elementwise)
def _elementwise(low: Lowering, op: Elementwise, at: tuple[Affine, ...]) -> Expression:
    arguments = tuple(low.read(v, at, low.shape(op)) for v in op.operands)
    return Call(op.mnemonic, arguments, tensor_type(op).element)


@rule(Select)
def _select(low: Lowering, op: Select, at: tuple[Affine, ...]) -> Expression:
    shape = low.shape(op)
    on_true, on_false = low.read(op.on_true, at, shape), low.read(op.on_false, at, shape)
    return Call("select", (low.read(op.flags, at, shape), on_true, on_false), on_true.element)


@rule(DataTypeCast)
def _cast(low: Lowering, op: DataTypeCast, at: tuple[Affine, ...]) -> Expression:
    return Call("cast", (low.read(op.x, at),), op.element)


@rule(Broadcast)
def _broadcast(low: Lowering, op: Broadcast, at: tuple[Affine, ...]) -> Expression:
    return low.read(op.x, at, low.shape(op))


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
    pieces: list[tuple[Value, Size]] = []
    offset: Size = 0
    for part in op.parts:
        size = low.sizes(part)[op.axis]
        if size:
            pieces.append((part, offset))
        offset = size + offset
    return _pieces(low, pieces or [(op.parts[0], 0)], op.axis, at)


def _pieces(
    low: Lowering, pieces: Sequence[tuple[Value, Size]], axis: int, at: tuple[Affine, ...]
) -> Expression:
    """An element of concatenated tensors, each of which starts at its offset along the axis."""
    part, offset = pieces[0]
    if len(pieces) == 1:
        return low.read(part, [*at[:axis], at[axis].plus(offset * -1), *at[axis + 1 :]])
    half = len(pieces) // 2
    middle = pieces[half][1]
    first, second = (_pieces(low, p, axis, at) for p in (pieces[:half], pieces[half:]))
    otherwise = Guard(not_below(at[axis], middle), second, _zero(first.element))
    return Guard(below(at[axis], middle), first, otherwise)


def below(index: Affine, bound: Size) -> Expression:
    return compare("lessThan", IndexValue(index), size_value(bound))


def not_below(index: Affine, bound: Size) -> Expression:
    return compare("greaterThanOrEqual", IndexValue(index), size_value(bound))


def size_value(size: Size) -> Expression:
    """A size as a number."""
    return Constant(size, I64) if isinstance(size, int) else IndexValue(Affine.size(size))


def _zero(element: ElementType) -> Constant:
    return Constant(False if element is ElementType.BOOL else 0, element)


@rule(Slice)
def _slice(low: Lowering, op: Slice, at: tuple[Affine, ...]) -> Expression:
    index = list(at)
    for axis, (start, step) in enumerate(zip(op.start, op.steps, strict=True)):
        index[axis] = at[axis].scaled(step).plus(size_of(low.shapes.size(start)))
    return low.read(op.x, index)


@rule(Pad)
def _pad(low: Lowering, op: Pad, at: tuple[Affine, ...]) -> Expression:
    sizes = low.sizes(op.x)
    conditions: list[Expression] = []
    index: list[Index] = []
    for axis, ((before, after), gap) in enumerate(zip(op.padding, op.gaps, strict=True)):
        place = at[axis].plus(-before)
        if before > 0:
            conditions.append(not_below(place, 0))
        if after > 0:
            conditions.append(below(place, (sizes[axis] - 1) * (gap + 1) + 1))
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
    assert index is not None, "a shape cast whose indices need division is a view of memory"
    return low.read(op.x, index)


def reshaped_index(
    source: Sequence[Size], result: Sequence[Size], at: Sequence[Affine]
) -> list[Affine] | None:
    """The indices into a tensor of shape ``source`` that correspond to indices into its cast to
    ``result``. None if they are not known to be affine, for example if a dimension is split."""
    index: list[Affine] = []
    axis = 0
    for size in source:
        if size == 1:
            index.append(Affine())
            continue
        place: Affine = Affine()
        covered: Size = 1
        while covered != size and axis < len(result):
            place = place.scaled(result[axis]).plus(at[axis] if result[axis] != 1 else 0)
            covered = result[axis] * covered
            axis += 1
        if covered != size:
            return None
        index.append(place)
    return index if all(size == 1 for size in result[axis:]) else None


@rule(Iota)
def _iota(low: Lowering, op: Iota, at: tuple[Affine, ...]) -> Expression:
    return _number(at[op.axis], tensor_type(op).element)


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
    index = [*at[: op.axis], _place(low, op, at), *at[op.axis + tensor_type(op.indices).rank :]]
    if isinstance(op.x, Iota):
        return _number(index[op.x.axis], tensor_type(op).element)
    return low.read(op.x, index)


def _place(low: Lowering, op: Gather | Scatter, at: Sequence[Affine]) -> Index:
    """The position that the indices select. A check requires it to be within the size."""
    place = low.read(op.indices, at[op.axis : op.axis + tensor_type(op.indices).rank])
    size = low.shape(op.x)[op.axis]
    if not low.shapes.is_within(op.indices, size):
        low.checks.append((op.indices, size))
    return as_index(place)


def as_index(place: Expression) -> Index:
    """The index of an element, for a computed integer that is known to be in range."""
    found = _affine(place)
    if found is not None:
        return found
    return place if place.element is I64 else Call("cast", (place,), I64)


def _affine(number: Expression) -> Affine | None:
    """An integer as an affine function, or None if it is not one."""
    match number:
        case Constant(value):
            return Affine((), int(value.real))
        case IndexValue(index):
            return index
        case Call("add" | "subtract" | "multiply" as operation, (first, second)):
            x, y = _affine(first), _affine(second)
            if x is None or y is None:
                return None
            if operation != "multiply":
                return x.plus(y if operation == "add" else y.scaled(-1))
            if x.terms and y.terms:
                return None
            return x.scaled(y.constant) if x.terms else y.scaled(x.constant)
        case _:
            return None


def _number(index: Index, element: ElementType) -> Expression:
    """An index as a number of type ``element``."""
    value = IndexValue(index) if isinstance(index, Affine) else index
    return value if element is I64 else Call("cast", (value,), element)


@statement_rule(Scatter)
def _scatter(low: Lowering, op: Scatter, target: str) -> Statement:
    updates = low.shape(op.updates)
    ranges = tuple(Range(variable(a), dim) for a, dim in enumerate(updates))
    at = tuple(Affine.variable(r.variable) for r in ranges)
    behind = at[op.axis + tensor_type(op.indices).rank :]
    indices: tuple[Index, ...] = (*at[: op.axis], _place(low, op, at), *behind)
    return Statement(target, ranges, low.read(op.updates, at), indices, op.by, low.naming(op.x))


@rule(Dot)
def _dot(low: Lowering, op: Dot, at: tuple[Affine, ...]) -> Expression:
    a, b = low.shape(op.lhs), low.shape(op.rhs)
    k = Affine.variable(reduced_variable(0))
    rows, columns = len(a) > 1, len(b) > 1
    batch = at[: len(at) - rows - columns]
    wide = low.shape(op)[: len(batch)]
    left = [*batch, at[len(batch)], k] if rows else [k]
    right = [*batch, k, at[-1]] if columns else [k]
    product = call(
        "multiply",
        low.read(op.lhs, left, (*wide, *a[-2:])),
        low.read(op.rhs, right, (*wide, *b[-2:])),
    )
    inner = b[max(0, len(b) - 2)]
    return Reduction(
        "add", (Range(reduced_variable(0), a[-1] if isinstance(a[-1], int) else inner),), product
    )


@rule(Reduce)
def _reduce(low: Lowering, op: Reduce, at: tuple[Affine, ...]) -> Expression:
    assert isinstance(op.by, str), "reductions by a function are loops at this stage"
    index: list[Affine] = []
    ranges: list[Range] = []
    kept = iter(at)
    for axis, size in enumerate(low.shape(op.x)):
        if axis in op.axes:
            ranges.append(Range(reduced_variable(len(ranges)), size))
            index.append(Affine.variable(ranges[-1].variable))
        else:
            index.append(next(kept))
    body = low.read(op.x, index)
    result: Expression = Reduction(op.by, tuple(ranges), body) if ranges else body
    return call(op.by, low.read(op.init, ()), result) if op.init is not None else result


@rule(ArgMax, ArgMin)
def _argument(low: Lowering, op: ArgMax | ArgMin, at: tuple[Affine, ...]) -> Expression:
    size = low.shape(op.x)[op.axis]
    k = Affine.variable(reduced_variable(0))
    body = low.read(op.x, [*at[: op.axis], k, *at[op.axis :]])
    ranges = (Range(reduced_variable(0), size),)
    by = "max" if isinstance(op, ArgMax) else "min"
    if body.element is ElementType.BOOL:
        by = "or" if by == "max" else "and"
    extreme = Reduction(by, ranges, body)
    target = low.naming(op) + ".extreme"
    own = tuple(Range(variable(a), dim) for a, dim in enumerate(low.shape(op)))
    low.auxiliary.append(Statement(target, own, extreme))
    best = Read(target, at, body.element)
    found: Expression = compare("equal", body, best)
    if body.element.is_float:
        found = call("or", found, Call("isNaN", (body,), ElementType.BOOL))
    place = Call("select", (found, IndexValue(k), size_value(size_of(size))), I64)
    return Reduction("min", ranges, place)


@rule(Builtin)
def _builtin(low: Lowering, op: Builtin, at: tuple[Affine, ...]) -> Expression:
    def reader(value: Value) -> Callable[..., Expression]:
        return lambda *index: low.read(value, index)

    return op.intrinsic.element(at, *map(reader, op.arguments))
