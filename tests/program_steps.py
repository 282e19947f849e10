"""Random instructions on tensors: one function draws one kind of step."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from dlvm.ir import Instruction, Literal, TensorType, Value
from dlvm.ir import instructions as op
from dlvm.ir.types import BF16, BOOL, F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64, tensor
from dlvm.ir.values import TensorData, index_literal
from tests.drawing import (
    LARGEST,
    NUMBERS,
    SIZES,
    Drawing,
    Drawn,
    Step,
    constant_indices,
    is_float,
    is_number,
)

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
    if chosen is op.Digamma and d.steps is SMOOTH_STEPS:
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
    if (d.steps is SMOOTH_STEPS) and chosen in (op.Min, op.Max):
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
        choices += ["min", "max"] if d.steps is not SMOOTH_STEPS else []
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


def _gather(d: Drawing) -> None:
    v = d.pick(lambda v: v.type.rank > 0 and 0 not in v.type.shape)
    if v is None:
        return
    axis = d.random.randrange(v.type.rank)
    size = v.type.shape[axis]
    assert isinstance(size, int)
    places = constant_indices(d, d.random.randint(1, 4), size)
    d.insert(op.Gather(v.value, places, axis), v.exact, v.size)


def _scatter(d: Drawing) -> None:
    v = d.pick(lambda v: v.type.rank > 0 and 0 not in v.type.shape and is_number(v))
    if v is None or v.size * 4 > LARGEST:
        return
    axis = d.random.randrange(v.type.rank)
    size = v.type.shape[axis]
    assert isinstance(size, int)
    places = constant_indices(d, 3, size)
    updates = d.builder.insert(op.Gather(v.value, constant_indices(d, 3, size), axis))
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


def _computed_indices(d: Drawing, bound: int) -> Value | None:
    """Places along a dimension that the program computes."""
    v = d.pick(lambda v: v.type.element in (I32, I64, U8, U32) and v.exact and v.type.rank <= 2)
    if v is None:
        return None
    size = Literal(tensor(v.type.element), min(bound, 100))
    return d.builder.insert(op.Modulo(v.value, size))


def _computed_gather(d: Drawing) -> None:
    v = d.pick(lambda v: v.type.rank > 0 and 0 not in v.type.shape and v.type.rank <= 2)
    if v is None:
        return
    axis = d.random.randrange(v.type.rank)
    size = v.type.shape[axis]
    assert isinstance(size, int)
    places = _computed_indices(d, size)
    if places is not None:
        d.insert(op.Gather(v.value, places, axis), v.exact, v.size)


def _computed_scatter(d: Drawing) -> None:
    v = d.pick(lambda v: v.type.rank == 1 and 0 not in v.type.shape and is_number(v))
    size = v.type.shape[0] if v is not None else 0
    assert isinstance(size, int)
    places = _computed_indices(d, size) if v is not None else None
    if v is None or places is None or v.size * 40 > LARGEST:
        return
    updates = d.builder.insert(op.Gather(v.value, places, 0))
    by = d.random.choice((None, "add"))
    exact = v.exact and (by is None or not is_float(v))
    d.insert(op.Scatter(updates, v.value, places, 0, by), exact, v.size * 40)


def _window(d: Drawing) -> None:
    r = d.random
    v = d.pick(lambda v: is_number(v) and 0 < v.type.rank <= 3 and 0 not in v.type.shape)
    if v is None or v.size * 8 > LARGEST:
        return
    rank = v.type.rank
    dims = tuple(r.randint(1, 2) for _ in range(rank))
    steps = tuple(r.randint(1, 3) for _ in range(rank))
    pairs = tuple((r.randint(0, 2), r.randint(0, 2)) for _ in range(rank))
    padding = r.choice(("none", "half", "full", pairs))
    by = r.choice(("add", "min", "max"))
    init = Literal(tensor(v.type.element), 1) if r.random() < 0.5 else None
    if init is None and by != "add" and padding != "none":
        return  # Windows of padding alone give infinities.
    exact = v.exact and (by != "add" or not is_float(v))
    made = op.ReduceWindow(v.value, by, dims, init, steps, padding, None)
    d.insert(made, exact, v.size * 8 + 9)


def _convolve(d: Drawing) -> None:
    r = d.random
    v = d.pick(lambda v: is_float(v) and v.type.rank >= 2 and 0 not in v.type.shape)
    if v is None or v.size > 4 or max(map(int, v.type.shape)) > 9:  # type: ignore[arg-type]
        return
    x = v.value
    if v.type.rank == 2:
        x = d.builder.insert(op.PadShape(x, 0))
    shape = x.type.canonical.shape  # type: ignore[attr-defined]
    channels, spatial = shape[1], shape[2:]
    kernel_shape = (r.randint(1, 3), channels, *(r.randint(1, 2) for _ in spatial))
    count = int(np.prod(kernel_shape))
    numbers = np.array([r.randint(-2, 2) / 8 for _ in range(count)]).reshape(kernel_shape)
    type = TensorType(kernel_shape, v.type.element)
    kernel = Literal(type, TensorData(numbers.astype(v.type.element.numpy)))
    padding = tuple((r.randint(0, 1), r.randint(0, 1)) for _ in spatial)
    strides = tuple(r.randint(1, 2) for _ in spatial)
    d.insert(op.Convolve(x, kernel, strides, padding, None, None, 1), False, LARGEST)


def _scan(d: Drawing) -> None:
    v = d.pick(lambda v: is_number(v) and v.type.rank > 0)
    if v is None or v.size * 33 > LARGEST * 20:
        return
    by = d.random.choice(("add", "min", "max"))
    axes = tuple(d.random.sample(range(v.type.rank), d.random.randint(1, v.type.rank)))
    # What goes before the first element is infinite for the extremes of floats.
    exclusive = d.random.random() < 0.3 and (by == "add" or not is_float(v))
    exact = v.exact and (by != "add" or not is_float(v))
    size = v.size * 33 if by == "add" else v.size
    d.insert(op.Scan(v.value, by, axes, exclusive, d.random.random() < 0.5), exact, size)


def _contract(d: Drawing) -> None:
    v = d.pick(lambda v: is_number(v) and v.type.rank == 2 and v.size <= 2)
    if v is None:
        return
    text = d.random.choice(("ij,ij->i", "ij,kj->ik", "ij,ij", "ij,ik->kj", "i...,i...->..."))
    d.insert(op.Contract((v.value, v.value), text), not is_float(v), v.size * v.size * 300)


def _sort(d: Drawing) -> None:
    v = d.pick(lambda v: v.exact and v.type.rank > 0)
    if v is None:
        return
    axis = d.random.randrange(v.type.rank)
    whole = d.builder.insert(op.Sort(v.value, axis, d.random.random() < 0.5))
    d.insert(op.Extract((0,), whole), True, v.size)
    d.insert(op.Extract((1,), whole), True, 40)


def _update(d: Drawing) -> None:
    v = d.pick(lambda v: v.type.rank > 0)
    if v is None:
        return
    block = d.builder.insert(op.Slice(v.value, [index_literal(0)], [index_literal(0)], None))
    if v.type.shape[0] != 0 and d.random.random() < 0.8:
        block = d.builder.insert(op.Slice(v.value, [index_literal(0)], [index_literal(1)], None))
    last = v.type.shape[0]
    assert isinstance(last, int)
    start: list[Value] = [index_literal(max(0, last - 1)), *[index_literal(0)] * (v.type.rank - 1)]
    place = d.pick(lambda v: v.type == tensor(I64) and v.exact)
    if place is not None and last:
        bound = Literal(tensor(I64), last)
        start[0] = d.builder.insert(op.Modulo(place.value, bound))
    d.insert(op.Update(v.value, block, start), v.exact, v.size)


_TWINS = ((F32, I32), (F64, I64), (F32, U32), (F16, I16), (BF16, U16), (I8, U8), (U64, I64))


def _bit_cast(d: Drawing) -> None:
    known = {a: b for pair in _TWINS for a, b in (pair, pair[::-1])}
    v = d.pick(lambda v: v.exact and v.type.element in known)
    if v is None:
        return
    turned = d.builder.insert(op.BitCast(v.value, known[v.type.element]))
    d.insert(op.BitCast(turned, v.type.element), True, v.size)


def _query(d: Drawing) -> None:
    v = d.pick(lambda v: v.type.rank > 0)
    if v is None:
        return
    kinds = (op.Rank, op.UnitCount, op.ShapeOf)
    query: Instruction = d.random.choice(kinds)(v.value)
    if d.random.random() < 0.4:
        query = op.Dimension(v.value, d.random.randrange(v.type.rank))
    d.insert(query, True, 1000)


STEPS: Sequence[Step] = (
    _unary, _unary, _exact_unary, _jump, _binary, _binary, _binary, _literal_binary, _divide,
    _compare, _select, _select, _cast, _dot, _dot, _reduce, _reduce, _argument, _move, _move, _move,
    _concatenate, _gather, _scatter, _iota, _random, _float_binary, _not, _classify,
    _integer_power, _extract, _computed_gather, _computed_scatter, _window, _convolve, _scan,
    _contract, _sort, _update, _bit_cast, _query,
)  # fmt: skip
SMOOTH_STEPS: Sequence[Step] = (
    _unary, _unary, _exact_unary, _binary, _binary, _literal_binary, _divide, _dot, _dot, _reduce,
    _move, _move, _concatenate, _gather, _scatter, _float_binary, _extract,
)  # fmt: skip
