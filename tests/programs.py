"""Programs drawn at random, for comparing ways to run them.

A value is *exact* where every way of running must give the same bits: arguments, integers, and what
single roundings make of exact values. Only such values meet operations that jump (comparisons,
roundings, casts to integers, extreme places), so that results differ by rounding only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from dlvm.ir import (
    Builder,
    ElementType,
    Function,
    FunctionType,
    Instruction,
    Literal,
    Module,
    Stage,
    StructType,
    Successor,
    TensorType,
    TupleType,
    Type,
    TypeRuleError,
    Value,
)
from dlvm.ir import instructions as op
from dlvm.ir.types import BF16, BOOL, F16, F32, F64, I8, I32, I64, INDEX, U8, U32, tensor
from dlvm.ir.values import Aggregate, TensorData, index_literal

FLOATS = (F32, F32, F64, F16, BF16)
NUMBERS = (*FLOATS, I32, I64, I8, U8, U32)
SIZES = (1, 2, 3, 4, 5, 7, 8, 17, 33)

SMOOTH: tuple[type[Instruction], ...] = (op.Tanh, op.Sin, op.Cos, op.Atan, op.Erf)
TAME_ABOVE_1: tuple[type[Instruction], ...] = (
    op.Exp, op.Log, op.Sqrt, op.Rsqrt, op.Reciprocal, op.Log1p, op.Expm1, op.Sinh, op.Cosh,
    op.Lgamma, op.Digamma,
)  # fmt: skip
TAME_WITHIN_1: tuple[type[Instruction], ...] = (op.Tan, op.Asin, op.Acos, op.Erfc)
STEEP = (op.Exp, op.Expm1, op.Sinh, op.Cosh)
EXACT_UNARY: tuple[type[Instruction], ...] = (op.Negate, op.Abs, op.Square)
JUMPS: tuple[type[Instruction], ...] = (op.Sign, op.Floor, op.Ceil, op.Round, op.Rint)
COMPARISONS = (
    op.LessThan, op.LessThanOrEqual, op.GreaterThan, op.GreaterThanOrEqual, op.Equal, op.NotEqual,
)  # fmt: skip
INTEGER_BINARY = (
    op.And, op.Or, op.Xor, op.ShiftLeft, op.ShiftRight, op.FloorDivide, op.Modulo,
    op.TruncateDivide,
)  # fmt: skip


@dataclass(frozen=True)
class Program:
    """A module, the name of a function in it, and arguments for that."""

    module: Module
    function: str
    arguments: tuple[Any, ...]


@dataclass(frozen=True)
class Drawn:
    """A value of a program; ``exact`` as said above, ``size`` a bound on its magnitude."""

    value: Value
    exact: bool
    size: float

    @property
    def type(self) -> TensorType:
        type = self.value.type.canonical
        assert isinstance(type, TensorType)
        return type


LARGEST = 50.0


class Drawing:
    """Puts random instructions into a block, made from the values known there."""

    def __init__(self, random: Random, builder: Builder, smooth: bool) -> None:
        self.random = random
        self.builder = builder
        self.values: list[Drawn] = []
        self.smooth = smooth

    def insert(self, instruction: Instruction, exact: bool, size: float) -> Drawn:
        drawn = Drawn(self.builder.insert(instruction), exact, size)
        self.values.append(drawn)
        return drawn

    def pick(self, accepts: Callable[[Drawn], bool] = lambda v: True) -> Drawn | None:
        """One of the values that fit, newer ones more often."""
        found = [v for v in self.values if accepts(v)]
        if not found:
            return None
        return found[max(self.random.randrange(len(found)) for _ in range(2))]

    def step(self) -> None:
        """One more instruction, if the one drawn fits."""
        kinds = STEPS if not self.smooth else SMOOTH_STEPS
        try:
            self.random.choice(kinds)(self)
        except TypeRuleError:
            return


def is_float(v: Drawn) -> bool:
    return v.type.element.is_float


def is_number(v: Drawn) -> bool:
    return v.type.element is not BOOL


def _bounded(d: Drawing, v: Drawn) -> Value:
    """A float value brought to [1, 5]."""
    square = d.builder.insert(op.Square(d.builder.insert(op.Tanh(v.value))))
    scaled = d.builder.insert(op.Multiply(square, Literal(tensor(v.type.element), 4.0)))
    return d.builder.insert(op.Add(scaled, Literal(tensor(v.type.element), 1.0)))


def _unary(d: Drawing) -> None:
    v = d.pick(is_float)
    if v is None:
        return
    chosen = d.random.choice((*SMOOTH, *TAME_ABOVE_1, *TAME_WITHIN_1))
    value = v.value
    if chosen is op.Digamma and d.smooth:
        return
    if chosen in TAME_ABOVE_1:
        value = _bounded(d, v)
    elif chosen in TAME_WITHIN_1:
        half = Literal(tensor(v.type.element), 0.5)
        value = d.builder.insert(op.Multiply(d.builder.insert(op.Tanh(value)), half))
    d.insert(chosen(value), False, 150.0 if chosen in STEEP else 4.0)


def _float_binary(d: Drawing) -> None:
    a = d.pick(is_float)
    b = d.pick(lambda v: a is not None and v.type.element is a.type.element)
    if a is None or b is None:
        return
    if d.random.random() < 0.5:
        exponent = d.builder.insert(op.Tanh(a.value))
        d.insert(op.Power(_bounded(d, b), exponent), False, 5.0)
    else:
        d.insert(op.Atan2(a.value, _bounded(d, b)), False, 2.0)


def _not(d: Drawing) -> None:
    v = d.pick(lambda v: v.type.element.kind in ("bool", "signed"))
    if v is not None:
        d.insert(op.Not(v.value), True, v.size + 1)


def _classify(d: Drawing) -> None:
    v = d.pick(is_float)
    if v is not None:
        d.insert(d.random.choice((op.IsNaN, op.IsInf))(v.value), True, 1)


def _integer_power(d: Drawing) -> None:
    v = d.pick(lambda v: v.type.element.is_integer and v.size <= 7)
    if v is not None:
        literal = Literal(tensor(v.type.element), d.random.choice((0, 1, 2)))
        d.insert(op.Power(v.value, literal), True, v.size**2)


def _extract(d: Drawing) -> None:
    v = d.pick(lambda v: v.type.rank > 0 and 0 not in v.type.shape)
    if v is None:
        return
    size = v.type.shape[0]
    assert isinstance(size, int)
    row = d.insert(op.Extract((d.random.randrange(size),), v.value), v.exact, v.size)
    d.insert(op.Insert(row.value, v.value, (d.random.randrange(size),)), v.exact, v.size)


def _exact_unary(d: Drawing) -> None:
    v = d.pick(is_number)
    if v is not None and v.size <= 7:
        d.insert(d.random.choice(EXACT_UNARY)(v.value), v.exact, max(v.size, v.size**2))


def _jump(d: Drawing) -> None:
    v = d.pick(lambda v: is_float(v) and v.exact)
    if v is not None:
        d.insert(d.random.choice(JUMPS)(v.value), True, v.size + 1)


def _binary(d: Drawing) -> None:
    a = d.pick(is_number)
    b = d.pick(lambda v: a is not None and v.type.element is a.type.element)
    if a is None or b is None:
        return
    if a.type.element.is_integer and d.random.random() < 0.5:
        d.insert(d.random.choice(INTEGER_BINARY)(a.value, b.value), True, 9)
        return
    sizes: dict[type[Instruction], float] = {
        op.Add: a.size + b.size,
        op.Subtract: a.size + b.size,
        op.Multiply: a.size * b.size,
        op.Min: max(a.size, b.size),
        op.Max: max(a.size, b.size),
    }
    chosen = d.random.choice(list(sizes))
    if d.smooth and chosen in (op.Min, op.Max):
        return
    if sizes[chosen] <= LARGEST:
        d.insert(chosen(a.value, b.value), a.exact and b.exact, sizes[chosen])


def _literal_binary(d: Drawing) -> None:
    v = d.pick(is_number)
    if v is None:
        return
    number = d.random.choice((1, 2, 3, 0))
    literal = Literal(tensor(v.type.element), number)
    chosen = d.random.choice((op.Add, op.Multiply, op.Subtract))
    if v.size * 3 <= LARGEST:
        operands = (v.value, literal) if d.random.random() < 0.7 else (literal, v.value)
        d.insert(chosen(*operands), v.exact, v.size * 3 + 3)


def _divide(d: Drawing) -> None:
    a = d.pick(is_float)
    b = d.pick(lambda v: a is not None and v.type.element is a.type.element and v.size <= 5)
    if a is None or b is None:
        return
    square = d.builder.insert(op.Square(b.value))
    divisor = d.builder.insert(op.Add(square, Literal(tensor(a.type.element), 1.0)))
    d.insert(op.Divide(a.value, divisor), a.exact and b.exact, a.size)


def _compare(d: Drawing) -> None:
    a = d.pick(lambda v: v.exact)
    b = d.pick(lambda v: a is not None and v.exact and v.type.element is a.type.element)
    if a is not None and b is not None:
        d.insert(d.random.choice(COMPARISONS)(a.value, b.value), True, 1)


def _select(d: Drawing) -> None:
    flags = d.pick(lambda v: v.type.element is BOOL)
    a = d.pick()
    b = d.pick(lambda v: a is not None and v.type.element is a.type.element)
    if flags is not None and a is not None and b is not None:
        made = op.Select(a.value, b.value, flags.value)
        d.insert(made, a.exact and b.exact, max(a.size, b.size))


def _cast(d: Drawing) -> None:
    v = d.pick(lambda v: v.exact)
    if v is not None:
        element = d.random.choice((*NUMBERS, BOOL))
        size = max(1.0, v.size) if element.kind != "unsigned" else 1e9
        d.insert(op.DataTypeCast(v.value, element), True, size)


def _dot(d: Drawing) -> None:
    a = d.pick(lambda v: is_number(v) and v.type.rank > 0)
    if a is None:
        return
    inner = a.type.shape[-1]

    def fits(v: Drawn) -> bool:
        same = v.type.element is a.type.element and v.type.rank > 0
        return same and v.type.shape[max(0, v.type.rank - 2)] == inner

    b = d.pick(fits)
    if b is None or not isinstance(inner, int):
        return
    size = a.size * b.size * max(1, inner)
    if size <= LARGEST:
        d.insert(op.Dot(a.value, b.value), not is_float(a), size)


def _reduce(d: Drawing) -> None:
    v = d.pick(lambda v: v.type.rank > 0)
    if v is None:
        return
    axes = tuple(sorted(d.random.sample(range(v.type.rank), d.random.randint(1, v.type.rank))))
    count = int(np.prod([int(v.type.shape[a]) for a in axes]))  # type: ignore[arg-type]
    element = v.type.element
    choices = ["and", "or"] if not element.is_float else []
    if element is not BOOL:
        choices += ["add"] if v.size * max(1, count) <= LARGEST else []
        choices += ["multiply"] if v.size <= 2 and count <= 5 and v.exact else []
        choices += ["min", "max"] if not d.smooth else []
    if not choices:
        return
    by = d.random.choice(choices)
    init = None
    if not count or d.random.random() < 0.3:
        init = Literal(tensor(element), by != "or" if element is BOOL else 1)
    exact = (v.exact and by in ("min", "max")) or not element.is_float
    size = 40.0 if by == "multiply" else v.size * max(1, count) + 1
    d.insert(op.Reduce(v.value, by, axes, init), exact, size)


def _argument(d: Drawing) -> None:
    v = d.pick(lambda v: v.exact and v.type.rank > 0 and is_number(v))
    if v is not None:
        axis = d.random.randrange(v.type.rank)
        d.insert(d.random.choice((op.ArgMax, op.ArgMin))(v.value, axis), True, 40)


def _move(d: Drawing) -> None:
    v = d.pick(lambda v: v.type.rank > 0)
    if v is None:
        return
    r, shape = d.random, [int(s) for s in v.type.shape if isinstance(s, int)]
    axis = r.randrange(len(shape))
    permutation = tuple(r.sample(range(len(shape)), len(shape)))
    low = [r.randint(0, s) for s in shape]
    high = [r.randint(a, s) for a, s in zip(low, shape, strict=True)]
    zero = Literal(tensor(v.type.element), 0)
    padding = tuple((r.randint(-1, 2), r.randint(0, 2)) for _ in shape)
    gaps = tuple(r.randint(0, 1) for _ in shape) if r.random() < 0.3 else None
    count = int(np.prod(shape))
    flat = (count,) if r.random() < 0.5 else (1, count) if count % 2 else (2, count // 2)
    makers: list[Callable[[], Instruction]] = [
        lambda: op.Transpose(v.value, permutation),
        lambda: op.Reverse(v.value, (axis,)),
        lambda: op.Slice(
            v.value,
            [index_literal(i) for i in low],
            [index_literal(i) for i in high],
            tuple(r.randint(1, 2) for _ in shape),
        ),
        lambda: op.Pad(v.value, padding, zero, gaps),
        lambda: op.ShapeCast(v.value, flat),
        lambda: op.PadShape(v.value, r.randint(0, len(shape))),
        lambda: op.Broadcast(v.value, (r.randint(1, 3), *shape)),
        lambda: op.SqueezeShape(v.value, axis),
    ]
    d.insert(r.choice(makers)(), v.exact, v.size)


def _concatenate(d: Drawing) -> None:
    v = d.pick(lambda v: v.type.rank > 0)
    if v is None:
        return
    w = d.pick(lambda w: w.type.rank == v.type.rank and w.type.element is v.type.element)
    if w is not None:
        axis = d.random.randrange(v.type.rank)
        made = op.Concatenate([v.value, w.value], axis)
        d.insert(made, v.exact and w.exact, max(v.size, w.size))


def _indices(d: Drawing, count: int, bound: int) -> Literal:
    numbers = np.array([d.random.randrange(bound) for _ in range(count)], np.int64)
    return Literal(tensor(I64, count), TensorData(numbers))


def _gather(d: Drawing) -> None:
    v = d.pick(lambda v: v.type.rank > 0 and 0 not in v.type.shape)
    if v is None:
        return
    axis = d.random.randrange(v.type.rank)
    size = v.type.shape[axis]
    assert isinstance(size, int)
    places = _indices(d, d.random.randint(1, 4), size)
    d.insert(op.Gather(v.value, places, axis), v.exact, v.size)


def _scatter(d: Drawing) -> None:
    v = d.pick(lambda v: v.type.rank > 0 and 0 not in v.type.shape and is_number(v))
    if v is None or v.size * 4 > LARGEST:
        return
    axis = d.random.randrange(v.type.rank)
    size = v.type.shape[axis]
    assert isinstance(size, int)
    places = _indices(d, 3, size)
    updates = d.builder.insert(op.Gather(v.value, _indices(d, 3, size), axis))
    by = d.random.choice((None, "add"))
    exact = v.exact and (by is None or not is_float(v))
    d.insert(op.Scatter(updates, v.value, places, axis, by), exact, v.size * 4)


def _iota(d: Drawing) -> None:
    shape = (d.random.choice(SIZES), 3)
    type = tensor(d.random.choice((I64, I32, F32)))
    d.insert(op.Iota(shape, d.random.randrange(2), type), True, 33)


def _random(d: Drawing) -> None:
    element = d.random.choice((F32, F64))
    key = Literal(tensor(U32, 2), TensorData(np.array([d.random.randrange(9), 5], np.uint32)))
    low, high = (Literal(tensor(element), n) for n in (-1.0, 1.0))
    normal = d.random.random() < 0.3
    keyed = d.random.random() < 0.7
    made = op.Random((d.random.choice(SIZES), 2), low, high, normal, key if keyed else None)
    d.insert(made, False, 6.0)


STEPS: Sequence[Callable[[Drawing], None]] = (
    _unary, _unary, _exact_unary, _jump, _binary, _binary, _binary, _literal_binary, _divide,
    _compare, _select, _select, _cast, _dot, _dot, _reduce, _reduce, _argument, _move, _move, _move,
    _concatenate, _gather, _scatter, _iota, _random, _float_binary, _not, _classify,
    _integer_power, _extract,
)  # fmt: skip
SMOOTH_STEPS: Sequence[Callable[[Drawing], None]] = (
    _unary, _unary, _exact_unary, _binary, _binary, _literal_binary, _divide, _dot, _dot, _reduce,
    _move, _move, _concatenate, _gather, _scatter, _float_binary, _extract,
)  # fmt: skip


def draw_array(random: Random, type: TensorType) -> Any:
    """An argument: whole numbers from -2 to 2 and, for floats, quarters between."""
    generator = np.random.default_rng(random.randrange(2**32))
    shape = type.static_shape or ()
    if type.element is BOOL:
        return generator.integers(0, 2, shape).astype(bool)
    low = 0 if type.element.kind == "unsigned" else -2
    steps = 4 if type.element.is_float else 1
    return (generator.integers(low * steps, 2 * steps + 1, shape) / steps).astype(
        type.element.numpy
    )


def draw_type(random: Random, elements: Sequence[ElementType]) -> TensorType:
    shape = [random.choice(SIZES) for _ in range(random.choice((0, 1, 1, 2, 2, 2, 3)))]
    if random.random() < 0.05 and shape:
        shape[0] = 0
    return TensorType(tuple(shape), random.choice(list(elements)))


def _parameters(random: Random, elements: Sequence[ElementType]) -> list[TensorType]:
    """Types that fit together often: some with sizes and elements of others."""
    types = [draw_type(random, elements) for _ in range(random.randint(1, 3))]
    for type in list(types):
        if type.rank and random.random() < 0.7:
            shape = (type.shape[-1], random.choice(SIZES)) if random.random() < 0.5 else type.shape
            types.append(TensorType(shape, type.element))
    return types


def _result(d: Drawing, random: Random) -> Value:
    """Some of the values, alone or in a tuple."""
    chosen = [d.values[-1]]
    chosen += [v for v in d.values if random.random() < 0.3]
    values = [v.value for v in chosen[:6]]
    if len(values) == 1:
        return values[0]
    return Aggregate(TupleType(tuple(v.type for v in values)), values)


def _fill(d: Drawing, steps: int) -> None:
    for _ in range(steps):
        d.step()


def draw_program(random: Random, smooth: bool = False) -> Program:
    """A program with straight-line code, and unless ``smooth`` perhaps a call, a branch, a loop or
    a struct. With ``smooth`` it is differentiable, in f64, and has one result."""
    elements = (F64,) if smooth else (*NUMBERS, BOOL)
    types = _parameters(random, elements)
    module = Module("drawn", Stage.OPTIMIZABLE)
    function = Function("f", FunctionType(tuple(types), TupleType(())))
    entry = function.add_entry([f"a{n}" for n in range(len(types))])
    d = Drawing(random, Builder(entry), smooth)
    d.values = [Drawn(a, True, 2.0) for a in entry.arguments]
    _fill(d, random.randint(1, 8))
    if not smooth:
        for part in (_call, _struct, _branch, _loop):
            if random.random() < 0.3:
                part(d, module)
                _fill(d, random.randint(0, 4))
    result = d.values[-1].value if smooth else _result(d, random)
    d.builder.insert(op.Return(result))
    function.type = FunctionType(tuple(types), result.type)
    module.add_function(function)
    arguments = tuple(draw_array(random, t) for t in types)
    return Program(module, "f", arguments)


def _call(d: Drawing, module: Module) -> None:
    """A call of a small function."""
    inputs = [v for v in (d.pick(), d.pick()) if v is not None]
    types: tuple[Type, ...] = tuple(v.type for v in inputs)
    callee = Function(module.unique_name("g"), FunctionType(types, TupleType(())))
    if d.random.random() < 0.3:
        callee.attributes.add("noinline")
    inner = Drawing(d.random, Builder(callee.add_entry()), d.smooth)
    inner.values = [
        Drawn(a, v.exact, v.size) for a, v in zip(callee.arguments, inputs, strict=True)
    ]
    _fill(inner, 4)
    last = inner.values[-1]
    inner.builder.insert(op.Return(last.value))
    callee.type = FunctionType(types, last.type)
    module.add_function(callee)
    d.insert(op.Apply(callee, [v.value for v in inputs], last.type), last.exact, last.size)


def _struct(d: Drawing, module: Module) -> None:
    """A struct made, changed and taken apart."""
    a, b = d.pick(), d.pick()
    if a is None or b is None:
        return
    struct = StructType(f"S{len(module.types)}")
    struct.define([("x", a.type), ("y", TupleType((b.type, a.type)))])
    module.types.append(struct)
    pair = Aggregate(TupleType((b.type, a.type)), [b.value, a.value])
    whole = d.builder.insert(op.LiteralInstruction(Aggregate(struct, [a.value, pair])))
    changed = d.builder.insert(op.Insert(b.value, whole, ("y", 0)))
    d.insert(op.Extract(("y", 1), changed), a.exact, a.size)


def _branch(d: Drawing, module: Module) -> None:
    """Two ways that give a value of one type."""
    del module
    flag = d.pick(lambda v: v.type == tensor(BOOL) and v.exact)
    carried = d.pick()
    if carried is None:
        return
    function = d.builder.block.function
    condition = Literal(tensor(BOOL), d.random.random() < 0.5) if flag is None else flag.value
    ways = [function.add_block(None) for _ in range(2)]
    join = function.add_block(None)
    argument = join.add_argument(carried.type)
    d.builder.insert(op.Conditional(condition, Successor(ways[0]), Successor(ways[1])))
    sizes = [carried.size]
    exact = carried.exact
    for way in ways:
        inner = Drawing(d.random, Builder(way), d.smooth)
        inner.values = list(d.values)
        _fill(inner, 3)
        same = [v for v in inner.values if v.type == carried.type]
        chosen = same[-1]
        sizes.append(chosen.size)
        exact = exact and chosen.exact
        inner.builder.insert(op.Branch(Successor(join, [chosen.value])))
    d.builder = Builder(join)
    d.values.append(Drawn(argument, exact, max(sizes)))


def _loop(d: Drawing, module: Module) -> None:
    """A counted loop that carries two tensors, which may change places."""
    del module
    a = d.pick(lambda v: is_float(v) and v.type.rank > 0)
    if a is None:
        return
    b = d.pick(lambda v: v.type == a.type) or a
    function = d.builder.block.function
    head, body, done = (function.add_block(None) for _ in range(3))
    counter = head.add_argument(INDEX)
    x, y = head.add_argument(a.type), head.add_argument(a.type)
    d.builder.insert(op.Branch(Successor(head, [index_literal(0), a.value, b.value])))
    at_head = Builder(head)
    more = at_head.insert(op.LessThan(counter, index_literal(d.random.randint(0, 4))))
    at_head.insert(op.Conditional(more, Successor(body), Successor(done)))
    inner = Builder(body)
    half = Literal(tensor(a.type.element), 0.5)
    mixed = inner.insert(op.Add(inner.insert(op.Multiply(x, half)), y))
    smaller = inner.insert(op.Tanh(mixed))
    following = inner.insert(op.Add(counter, index_literal(1)))
    swapped = [y, smaller] if d.random.random() < 0.5 else [smaller, x]
    if d.random.random() < 0.3:
        swapped = [y, x]
    inner.insert(op.Branch(Successor(head, [following, *swapped])))
    d.builder = Builder(done)
    size = max(a.size, b.size, 1.0)
    d.values += [Drawn(x, False, size), Drawn(y, False, size)]
