"""Random arithmetic on tensors, and constants: each function draws one kind of step."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dlvm.ir import Aggregate, Instruction, Literal, TensorType, Value
from dlvm.ir import instructions as op
from dlvm.ir.types import BOOL, F32, F64, tensor
from tests.support.programs.drawing import (
    ELEMENTS,
    LARGEST,
    Drawing,
    Drawn,
    Step,
    dims,
    draw_constant,
    draw_type,
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
LOGICAL = (op.And, op.Or, op.Xor)
INTEGER_BINARY = (
    *LOGICAL, op.ShiftLeft, op.ShiftRight, op.FloorDivide, op.Modulo, op.TruncateDivide,
)  # fmt: skip


def _bounded(d: Drawing, v: Drawn) -> Value:
    """Maps a float value to [1, 5]."""
    square = d.put(op.Square(d.put(op.Tanh(v.value))))
    scaled = d.put(op.Multiply(square, Literal(tensor(v.type.element), 4.0)))
    return d.put(op.Add(scaled, Literal(tensor(v.type.element), 1.0)))


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
        value = d.put(op.Multiply(d.put(op.Tanh(value)), half))
    if chosen in STEEP:
        d.insert(chosen(value), False, 150.0, 500.0)
    else:
        d.insert(chosen(value), False, 4.0, 6.0 if chosen in TAME_ABOVE_1 else 1.0)


def _float_binary(d: Drawing) -> None:
    a = d.pick(is_float)
    b = d.pick(lambda v: a is not None and v.type.element is a.type.element)
    if a is None or b is None:
        return
    if d.random.random() < 0.5:
        exponent = d.put(op.Tanh(a.value))
        d.insert(op.Power(_bounded(d, b), exponent), False, 5.0, 16.0)
    else:
        d.insert(op.Atan2(a.value, _bounded(d, b)), False, 2.0, 4.0)


def _not(d: Drawing) -> None:
    v = d.pick(lambda v: not is_float(v))
    if v is not None:
        d.insert(op.Not(v.value), True, 1e9 if v.type.element.kind == "unsigned" else v.size + 1)


def _classify(d: Drawing) -> None:
    v = d.pick(is_float)
    if v is not None:
        d.insert(d.random.choice((op.IsNaN, op.IsInf))(v.value), True, 1)


def _integer_power(d: Drawing) -> None:
    v = d.pick(lambda v: v.type.element.is_integer and v.size <= 7)
    if v is not None:
        literal = Literal(tensor(v.type.element), d.random.choice((0, 1, 2)))
        d.insert(op.Power(v.value, literal), True, max(1.0, v.size**2))


def _exact_unary(d: Drawing) -> None:
    v = d.pick(lambda v: is_number(v) and v.size <= 7)
    if v is not None:
        chosen = d.random.choice(EXACT_UNARY)
        size, growth = (v.size**2, 2 * v.size) if chosen is op.Square else (v.size, 1.0)
        d.insert(chosen(v.value), v.exact, max(1.0, size), growth)


def _jump(d: Drawing) -> None:
    v = d.pick(lambda v: v.exact and is_number(v))
    if v is None:
        return
    chosen = d.random.choice(JUMPS if is_float(v) else JUMPS[:1])
    d.insert(chosen(v.value), True, v.size + 1)


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
        growth = 1.0 if chosen in (op.Min, op.Max) else 2.0
        growth = a.size + b.size if chosen is op.Multiply else growth
        d.insert(chosen(a.value, b.value), a.exact and b.exact, sizes[chosen], growth)


def _logical(d: Drawing) -> None:
    a = d.pick(lambda v: v.type.element is BOOL)
    b = d.pick(lambda v: v.type.element is BOOL)
    if a is not None and b is not None:
        d.insert(d.random.choice((*LOGICAL, op.Equal, op.NotEqual))(a.value, b.value), True, 1)


def _literal_binary(d: Drawing) -> None:
    v = d.pick(is_number)
    if v is None:
        return
    number = d.random.choice((1, 2, 3, 0))
    literal = Literal(tensor(v.type.element), number)
    chosen = d.random.choice((op.Add, op.Multiply, op.Subtract))
    if v.size * 3 <= LARGEST:
        operands = (v.value, literal) if d.random.random() < 0.7 else (literal, v.value)
        d.insert(chosen(*operands), v.exact, v.size * 3 + 3, 3.0)


def _divide(d: Drawing) -> None:
    a = d.pick(is_float)
    b = d.pick(lambda v: a is not None and v.type.element is a.type.element and v.size <= 5)
    if a is None or b is None:
        return
    square = d.put(op.Square(b.value))
    divisor = d.put(op.Add(square, Literal(tensor(a.type.element), 1.0)))
    d.insert(op.Divide(a.value, divisor), a.exact and b.exact, a.size, 1 + a.size)


def _complex(d: Drawing) -> None:
    """Draws arithmetic on complex numbers between real ones."""
    a = d.pick(lambda v: v.type.element in (F32, F64) and v.size <= 5)
    b = d.pick(lambda v: a is not None and v.type == a.type and v.size <= 5)
    if a is None or b is None:
        return
    size, growth = a.size + b.size, 1.0
    number = d.put(op.Complex(a.value, b.value))
    other = d.put(op.Conjugate(number)) if d.random.random() < 0.5 else number
    if size**2 <= LARGEST and d.random.random() < 0.6:
        number, size, growth = d.put(op.Multiply(number, other)), size**2, 2 * size
    else:
        number, size = d.put(op.Add(number, other)), 2 * size
    exact = a.exact and b.exact
    for part in d.random.sample((op.Real, op.Imag), d.random.randint(1, 2)):
        d.insert(part(number), exact, max(1.0, size), growth)


def _compare(d: Drawing) -> None:
    a = d.pick(lambda v: v.exact)
    b = d.pick(lambda v: a is not None and v.exact and v.type.element is a.type.element)
    if a is not None and b is not None:
        choices = COMPARISONS if is_number(a) else COMPARISONS[4:]
        d.insert(d.random.choice(choices)(a.value, b.value), True, 1)


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
        element = d.random.choice(ELEMENTS)
        size = max(1.0, v.size) if element.kind != "unsigned" else 1e9
        d.insert(op.DataTypeCast(v.value, element), True, size)


def _dot(d: Drawing) -> None:
    a = d.pick(lambda v: is_number(v) and v.type.rank > 0)
    if a is None:
        return
    inner = dims(a.type)[-1]

    def fits(v: Drawn) -> bool:
        same = v.type.element is a.type.element and v.type.rank > 0
        return same and v.type.shape[max(0, v.type.rank - 2)] == inner

    b = d.pick(fits)
    if b is None:
        return
    size = a.size * b.size * max(1, inner)
    if size <= LARGEST:
        growth = max(1, inner) * (a.size + b.size)
        d.insert(op.Dot(a.value, b.value), not is_float(a), size, growth)


def _contract(d: Drawing) -> None:
    v = d.pick(lambda v: is_number(v) and v.type.rank == 2 and v.size <= 2)
    if v is None:
        return
    text = d.random.choice(
        ("ij,ij->i", "ij,kj->ik", "ij,ij", "ij,ik->kj", "i...,i...->...", "ij,ij->ji", "ij,ij->")
    )
    factors: list[Value] = [v.value, v.value]
    if d.random.random() < 0.2:
        text, factors = "ij,ij,ij->j", [v.value] * 3
    count = max(dims(v.type))
    size = (v.size * 2.0) ** 3 * max(1, count) ** 2
    d.insert(op.Contract(factors, text), not is_float(v), size, size)


def _diagonal(d: Drawing) -> None:
    """The elements whose last indices are equal, which read a row at the index of an outer loop."""
    v = d.pick(lambda v: is_number(v) and v.type.rank > 1 and dims(v.type)[-1] == dims(v.type)[-2])
    if v is not None:
        labels = d.random.choice(("...ii->...i", "...ii->i..."))
        d.insert(op.Contract([v.value], labels), not is_float(v), v.size)


def _reduce(d: Drawing) -> None:
    v = d.pick(lambda v: v.type.rank > 0)
    if v is None:
        return
    axes = tuple(sorted(d.random.sample(range(v.type.rank), d.random.randint(1, v.type.rank))))
    shape = dims(v.type)
    count = int(np.prod([shape[a] for a in axes]))
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
    growth = {"min": 1.0, "max": 1.0, "multiply": 80.0}.get(by, float(count))
    d.insert(op.Reduce(v.value, by, axes, init), exact, size, growth)


def _argument(d: Drawing) -> None:
    v = d.pick(lambda v: v.exact and v.type.rank > 0)
    if v is not None:
        axis = d.random.randrange(v.type.rank)
        d.insert(d.random.choice((op.ArgMax, op.ArgMin))(v.value, axis), True, 40)


def _constant(d: Drawing) -> None:
    """Draws a constant, as an operand or as an instruction."""
    known = d.pick()
    if d.smooth and known is None:
        return
    type = known.type if known is not None else draw_type(d.random, ELEMENTS)
    if known is None or (not d.smooth and d.random.random() < 0.5):
        type = draw_type(d.random, ELEMENTS)
    d.insert(op.LiteralInstruction(draw_constant(d, type)), True, 2.0)


def _packed_tensor(d: Drawing) -> None:
    """Draws a tensor that is built from smaller ones, some of them constant."""
    first = d.pick(lambda v: v.type.rank < 3)
    if first is None:
        return
    same = [v for v in d.values if v.type == first.type]
    chosen = [first, *(d.newer(same) for _ in range(d.random.randint(0, 3)))]
    d.random.shuffle(chosen)
    parts: list[Value] = [v.value for v in chosen]
    if d.random.random() < 0.4:
        parts.append(draw_constant(d, first.type))
    type = TensorType((len(parts), *first.type.shape), first.type.element)
    whole = Aggregate(type, parts)
    size = max(2.0, *(v.size for v in chosen))
    d.insert(op.LiteralInstruction(whole), all(v.exact for v in chosen), size)


ARITHMETIC: Sequence[Step] = (
    _unary, _unary, _exact_unary, _jump, _binary, _binary, _binary, _literal_binary, _divide,
    _compare, _select, _select, _cast, _dot, _dot, _reduce, _reduce, _argument, _float_binary, _not,
    _classify, _integer_power, _logical, _constant, _packed_tensor,
)  # fmt: skip
SMOOTH_ARITHMETIC: Sequence[Step] = (
    _unary, _unary, _exact_unary, _binary, _binary, _literal_binary, _divide, _dot, _dot, _reduce,
    _float_binary, _constant, _packed_tensor,
)  # fmt: skip
CONTRACTIONS: Sequence[Step] = (_contract, _diagonal)
COMPLEX: Sequence[Step] = (_complex,)
