"""Samples of each instruction: how to build it, the NumPy equivalent, and whether it is
differentiable. Operands of f64 stand for every element type that the instruction accepts; others
are unchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

import numpy as np
import scipy.special

from dlvm.ir import (
    Aggregate,
    Argument,
    Builder,
    ElementType,
    EnumType,
    Instruction,
    Literal,
    Successor,
    TupleType,
    Value,
)
from dlvm.ir import instructions as op
from dlvm.ir.compute import call
from dlvm.ir.intrinsics import Intrinsic, register_intrinsic
from dlvm.ir.values import TensorData, index_literal
from tests.support.evaluation import wide
from tests.support.samples.sampling import (
    DISTINCT,
    EVEN,
    FLAGS,
    INSIDE,
    ODD,
    POSITIVE,
    ROW,
    SCALAR,
    SPECIAL,
    Array,
    Evaluate,
    Sample,
    before,
    function_of,
    indices_of,
    scalar,
)
from tests.support.samples.window_samples import QUERIES, REARRANGEMENT, WINDOWS


def _family(
    functions: dict[type[Instruction], Evaluate],
    *operands: Array,
    differentiable: bool = True,
) -> dict[type[Instruction], tuple[Sample, ...]]:
    """Samples of instructions with the same operands."""
    return {c: (Sample(c, operands, f, differentiable),) for c, f in functions.items()}


ELEMENTWISE: dict[type[Instruction], tuple[Sample, ...]] = {
    **_family(
        {
            op.Negate: np.negative, op.Abs: np.abs, op.Square: np.square, op.Exp: np.exp,
            op.Expm1: np.expm1, op.Sin: np.sin, op.Cos: np.cos, op.Tanh: np.tanh,
            op.Atan: np.arctan, op.Sinh: np.sinh, op.Cosh: np.cosh, op.Erf: scipy.special.erf,
            op.Erfc: scipy.special.erfc, op.Reciprocal: lambda x: 1 / x, op.Floor: np.floor,
            op.Ceil: np.ceil, op.Round: np.rint, op.Rint: np.rint, op.Sign: np.sign,
        },
        ODD,
    ),
    **_family(
        {
            op.Sqrt: np.sqrt, op.Rsqrt: lambda x: x**-0.5, op.Log: np.log, op.Log1p: np.log1p,
            op.Lgamma: scipy.special.gammaln, op.Digamma: scipy.special.digamma,
        },
        POSITIVE,
    ),
    **_family({op.Tan: np.tan, op.Asin: np.arcsin, op.Acos: np.arccos}, INSIDE),
    **_family({op.IsNaN: np.isnan, op.IsInf: np.isinf}, SPECIAL, differentiable=False),
    **_family({op.Not: np.invert}, ODD, differentiable=False),
    **_family(
        {
            op.Subtract: np.subtract, op.Multiply: np.multiply, op.Divide: np.divide,
            op.FloorDivide: np.floor_divide, op.TruncateDivide: lambda a, b: np.trunc(a / b),
            op.Modulo: np.mod, op.Atan2: np.arctan2, op.Min: np.minimum, op.Max: np.maximum,
        },
        ODD, EVEN,
    ),
    **_family({op.Power: np.power}, POSITIVE, np.abs(EVEN)),
    **_family(
        {op.And: np.bitwise_and, op.Or: np.bitwise_or, op.Xor: np.bitwise_xor}, ODD, EVEN,
        differentiable=False,
    ),
    **_family(
        {op.ShiftLeft: np.left_shift, op.ShiftRight: np.right_shift}, ODD, np.abs(EVEN),
        differentiable=False,
    ),
    **_family(
        {
            op.LessThan: np.less, op.LessThanOrEqual: np.less_equal, op.Equal: np.equal,
            op.GreaterThan: np.greater, op.GreaterThanOrEqual: np.greater_equal,
            op.NotEqual: np.not_equal,
        },
        ODD, ODD[::-1],
        differentiable=False,
    ),
    **_family(
        {op.Real: np.real, op.Imag: np.imag, op.Conjugate: np.conjugate}, ODD,
        differentiable=False,
    ),
    op.Complex: (
        Sample(op.Complex, (ODD, EVEN), lambda a, b: a + 1j * b, None),
        Sample(op.Complex, (ODD, SCALAR), lambda a, b: a + 1j * b, None),
        Sample(op.Complex, (ODD[:1], ROW[:, None]), lambda a, b: a + 1j * b, None),
    ),
    op.Add: (
        Sample(op.Add, (ODD, EVEN), np.add),
        Sample(op.Add, (ODD, SCALAR), np.add),
        Sample(op.Add, (DISTINCT, ROW), np.add),
        Sample(op.Add, (ROW[:, None], ODD[:1]), np.add),
        Sample(op.Add, (ODD[:0], SCALAR), np.add),
    ),
    op.Select: (
        Sample(op.Select, (ODD, EVEN, FLAGS), lambda a, b, f: np.where(f, a, b)),
        Sample(op.Select, (ODD[0, 0], EVEN[0], FLAGS), lambda a, b, f: np.where(f, a, b)),
    ),
    op.DataTypeCast: tuple(
        Sample(
            lambda a, e=e: op.DataTypeCast(a, e),
            (POSITIVE,),
            # Numbers of bf16 are not all kinds of numbers to NumPy.
            lambda a, e=e: wide(a).astype(e.numpy),
            (e is ElementType.F64) or (False if e.is_exact else None),
        )
        for e in ElementType
        if not e.is_storage
    ),
}  # fmt: skip

_PAIRS = [
    ((4,), (4,)), ((3, 4), (4,)), ((4,), (4, 5)), ((5, 17), (17, 33)), ((2, 3, 4), (4, 5)),
    ((3, 4), (2, 4, 5)), ((2, 1, 3, 4), (5, 4, 2)), ((4,), (2, 4, 5)), ((3, 0), (0, 2)),
]  # fmt: skip


def _eighths(shape: tuple[int, ...]) -> Array:
    return np.random.default_rng([*shape]).integers(-12, 13, shape) / 8


def _reduce(by: str, axes: tuple[int, ...], start: float | None) -> Callable[..., Instruction]:
    return lambda a: op.Reduce(a, by, axes, None if start is None else scalar(a, start))


def _joined(function: np.ufunc, axes: tuple[int, ...], start: float | None) -> Evaluate:
    def evaluate(a: Array) -> Any:
        found = function.reduce(a, axis=axes)
        return found if start is None else function(found, np.asarray(start, a.dtype))

    return evaluate


_JOINS: tuple[tuple[str, np.ufunc, float], ...] = (
    ("add", np.add, 2), ("multiply", np.multiply, 2), ("min", np.minimum, 0),
    ("max", np.maximum, 0),
)  # fmt: skip
_AXES = ((0,), (1,), (2,), (0, 2), (2, 0, 1))


def _reduce_by_function(x: Value) -> Instruction:
    type = scalar(x)
    combine = function_of("combine", (type, type), op.Subtract)
    return op.Reduce(x, combine, (1,), scalar(x, 3))


def _last_difference(x: Array) -> Array:
    total = np.full(x[:, 0].shape, 3, x.dtype)
    for part in np.moveaxis(x, 1, 0):
        total = total - part
    return total


LINEAR_ALGEBRA: dict[type[Instruction], tuple[Sample, ...]] = {
    op.Dot: tuple(Sample(op.Dot, (_eighths(a), _eighths(b)), np.matmul) for a, b in _PAIRS),
    op.Reduce: (
        *(
            Sample(_reduce(by, axes, start), (DISTINCT,), _joined(function, axes, start))
            for by, function, first in _JOINS
            for axes in _AXES
            for start in (None, first)
        ),
        *(
            Sample(_reduce(by, (0,), start), (ODD,), _joined(function, (0,), start), False)
            for by, function in (("and", np.bitwise_and), ("or", np.bitwise_or))
            for start in (None, 1)
        ),
        Sample(_reduce("add", (1,), None), (ODD,), _joined(np.add, (1,), None)),
        Sample(_reduce("add", (0,), 2), (ODD[:0],), _joined(np.add, (0,), 2)),
        Sample(_reduce_by_function, (ROW * np.ones((3, 4)),), _last_difference),
    ),
    **{
        cls: tuple(
            Sample(lambda a, c=cls, n=n: c(a, n), (DISTINCT,), lambda a, f=f, n=n: f(a, n), False)
            for n in range(3)
        )
        for cls, f in ((op.ArgMax, np.argmax), (op.ArgMin, np.argmin))
    },
}  # fmt: skip


def _padded(x: Array, value: Array) -> Array:
    result = np.full((4, 7, 3), value, x.dtype)
    result[:2, 1:6:2] = x[:, :, 1:]
    return result


def _scattered(by: np.ufunc | None) -> Evaluate:
    def evaluate(updates: Array, x: Array, indices: Array) -> Array:
        result = x.copy()
        if by is None:
            result[indices] = updates
        else:
            by.at(result, indices, updates)
        return result

    return evaluate


def _scatter(by: str | None) -> Callable[..., Instruction]:
    return lambda u, x, i: op.Scatter(u, x, i, 0, by)


PLACES = np.array([[2, 0], [2, 1]])
_UPDATES = DISTINCT.reshape(2, 2, 6)
_TARGET = ODD[:, :6]

PRODUCT = register_intrinsic(
    Intrinsic(
        "sample.product",
        type_rule=lambda a, _: a,
        evaluate=lambda a, b: a * b,
        element=lambda at, a, b: call("multiply", a(*at), b(*at)),
        adjoint=(lambda g, y, a, b: g * b, lambda g, y, a, b: g * a),
        tangent=(lambda t, y, a, b: t * b, lambda t, y, a, b: t * a),
    )
)
MOVEMENT: dict[type[Instruction], tuple[Sample, ...]] = {
    op.Builtin: (
        Sample(
            lambda a, b: op.Builtin(PRODUCT.name, [a, b], a.type),
            (DISTINCT, DISTINCT),
            lambda a, b: a * b,
        ),
    ),
    op.Transpose: (
        Sample(op.Transpose, (ODD,), np.transpose),
        Sample(
            lambda a: op.Transpose(a, (2, 0, 1)), (DISTINCT,), lambda a: a.transpose(2, 0, 1)
        ),
    ),
    op.Reverse: (
        Sample(lambda a: op.Reverse(a, (2, 0)), (DISTINCT,), lambda a: a[::-1, :, ::-1]),
    ),
    op.Concatenate: (
        Sample(lambda *a: op.Concatenate(a, 0), (ODD, EVEN[:1], ODD[:0]),
               lambda *a: np.concatenate(a)),
        Sample(lambda a, b: op.Concatenate([a, b, a], 1), (ODD, EVEN),
               lambda a, b: np.concatenate([a, b, a], 1)),
    ),
    op.Slice: (
        Sample(lambda a: op.Slice(a, indices_of(1), indices_of(3)), (ODD,), lambda a: a[1:3]),
        Sample(lambda a: op.Slice(a, indices_of(0, 2), indices_of(3, 36), (2, 3)), (ODD,),
               lambda a: a[0:3:2, 2:36:3]),
        Sample(lambda a: op.Slice(a, indices_of(1, 1), indices_of(1, 3)), (ODD,),
               lambda a: a[1:1, 1:3]),
    ),
    op.Pad: (
        Sample(lambda a, v: op.Pad(a, ((0, 2), (1, 1), (-1, 0)), v, (0, 1, 0)), (DISTINCT, SCALAR),
               _padded),
    ),
    op.Gather: (
        Sample(lambda a, i: op.Gather(a, i, 0), (ODD, PLACES), lambda a, i: a[i]),
        Sample(lambda a, i: op.Gather(a, i, 1), (ODD, PLACES[0]), lambda a, i: a[:, i]),
        Sample(lambda a, i: op.Gather(a, i, 1), (ODD, np.array(5, np.uint8)), lambda a, i: a[:, i]),
    ),
    op.Scatter: (
        Sample(_scatter(None), (_UPDATES[0], _TARGET, PLACES[0]), _scattered(None)),
        Sample(_scatter("add"), (_UPDATES, _TARGET, PLACES), _scattered(np.add)),
        *(
            Sample(_scatter(by), (_UPDATES, _TARGET, PLACES), _scattered(function))
            for by, function, _ in _JOINS[1:]
        ),
        *(
            Sample(_scatter(by), (_UPDATES, _TARGET, PLACES), _scattered(function), False)
            for by, function in (("and", np.bitwise_and), ("or", np.bitwise_or))
        ),
    ),
    op.ShapeCast: (
        Sample(lambda a: op.ShapeCast(a, (37, 1, 3)), (ODD,), lambda a: a.reshape(37, 1, 3)),
        Sample(lambda a: op.ShapeCast(a, ()), (ODD[:1, :1],), lambda a: a.reshape(())),
    ),
    op.PadShape: (
        Sample(lambda a: op.PadShape(a, 1), (ODD,), lambda a: a[:, None]),
        Sample(lambda a: op.PadShape(a, 0), (SCALAR,), lambda a: a[None]),
    ),
    op.SqueezeShape: (Sample(lambda a: op.SqueezeShape(a, 0), (ODD[:1],), lambda a: a[0]),),
    op.Broadcast: (
        Sample(lambda a: op.Broadcast(a, (2, 4, 37)), (ODD[0, :, None].T,),
               lambda a: np.broadcast_to(a, (2, 4, 37))),
        Sample(lambda a: op.Broadcast(a, (5,)), (SCALAR,), lambda a: np.broadcast_to(a, (5,))),
    ),
    op.Unbroadcast: (
        Sample(lambda a, b: op.Unbroadcast(a, b, (0, 1)), (ODD, ODD[:1]),
               lambda a, b: a.sum(0, keepdims=True)),
        Sample(lambda a, b: op.Unbroadcast(a, b, (1,)), (ODD, ODD), lambda a, b: a),
        Sample(lambda a, b: op.Unbroadcast(a, b, (0,)), (ROW[:0], ROW[:1]),
               lambda a, b: np.zeros(1)),
    ),
    op.Iota: tuple(
        # The operand only says the type.
        Sample(lambda a, n=n: op.Iota((5, 19), n, scalar(a)), (SCALAR,),
               lambda _, n=n: np.indices((5, 19))[n])
        for n in range(2)
    ),
    op.Random: tuple(
        Sample(lambda a, b, *k, n=normal: op.Random((3, 7), a, b, n, *k),
               (SCALAR, 2 * SCALAR, *key), None)
        for normal in (False, True)
        for key in ((), (np.array([3, 5], np.uint32),))
    ),
}  # fmt: skip


def _pair(a: Value, b: Value) -> Aggregate:
    return Aggregate(TupleType((a.type, b.type)), [a, b])


def _dense(x: Value) -> Literal:
    numbers = np.array([[0, 1, 2], [3, 0, 1]])
    return Literal(
        scalar(x).with_shape((2, 3)), TensorData(numbers.astype(scalar(x).element.numpy))
    )


AGGREGATE: dict[type[Instruction], tuple[Sample, ...]] = {
    op.LiteralInstruction: (
        Sample(lambda a: op.LiteralInstruction(Literal(scalar(a).with_shape((2, 3)), 1)), (SCALAR,),
               lambda _: np.ones((2, 3))),
        Sample(lambda a: op.LiteralInstruction(_dense(a)), (SCALAR,),
               lambda a: np.array([[0, 1, 2], [3, 0, 1]]).astype(a.dtype)),
        Sample(lambda a: op.LiteralInstruction(
                   Aggregate(scalar(a).with_shape((3,)), [a, scalar(a, 1), a])),
               (SCALAR,), lambda a: np.stack([a, np.ones_like(a), a])),
    ),
    op.Extract: (
        Sample(lambda a: op.Extract((1,), a), (ODD,), lambda a: a[1]),
        Sample(lambda a: op.Extract((1, 5), a), (ODD,), lambda a: a[1, 5]),
        Sample(lambda a, b: op.Extract((1,), _pair(a, b)), (ODD, ROW), lambda _, b: b),
    ),
    op.Insert: (
        Sample(lambda a, b: op.Insert(b, a, (1, 2)), (DISTINCT, ROW),
               lambda a, b: np.stack([a[0], np.stack([*a[1, :2], b])])),
        Sample(lambda a, b: op.Insert(a, _pair(b, b), (0,)), (ODD, ODD[::-1]), lambda a, b: (a, b),
               None),
    ),
}  # fmt: skip


def _block_of(argument: Argument, name: str) -> Successor:
    """A successor whose block returns its arguments."""
    block = argument.block.function.add_block(name)
    Builder(block).insert(op.Return(block.add_argument(argument.type)))
    return Successor(block, [argument])


def _call(x: Value) -> Instruction:
    square = function_of("square", (x.type,), op.Square)
    return op.Apply(square, [x], square.type.result)


def _compare(x: Value) -> Instruction:
    square = function_of("square", (x.type,), op.Square)
    return op.SameFunction(square, square)


def _capture(x: Value) -> Instruction:
    """A closure of a product, which is called then."""
    product = function_of("product", (x.type, x.type), op.Multiply)
    block = cast("Argument", x).block
    closure = block.insert(op.Partial(product, [x]))
    return op.Apply(closure, [x], product.type.result)


CONTROL: dict[type[Instruction], tuple[Sample, ...]] = {
    op.Apply: (Sample(_call, (ODD,), np.square),),
    op.Partial: (Sample(_capture, (ODD,), np.square),),
    op.SameFunction: (Sample(_compare, (ODD,), lambda x: np.asarray(True), None),),
    op.Branch: (Sample(lambda a: op.Branch(_block_of(a, "next")), (ODD,), lambda a: a),),
    op.Conditional: tuple(
        Sample(
            lambda a, b, c: op.Conditional(c, _block_of(a, "then"), _block_of(b, "else")),
            (ODD, ODD[::-1], np.array(flag)),
            lambda a, b, c: a if c else b,
        )
        for flag in (True, False)
    ),
    op.Return: (Sample(op.Return, (ODD,), lambda a: a),),
}


def _asserted(b: Builder, x: Value, flag: Value, index: Value) -> Instruction:
    b.insert(op.Assert(flag, "{0} is out of range", [index]))
    return op.Negate(x)


def _printed(b: Builder, x: Value, flag: Value) -> Instruction:
    b.insert(op.Print("{1}: {0}", [x, flag]))
    return op.Negate(x)


def _trapped(b: Builder, x: Argument, flag: Value) -> Instruction:
    wrong = b.block.function.add_block("wrong")
    wrong.insert(op.Trap("the flag is set"))
    return op.Conditional(flag, Successor(wrong), _block_of(x, "right"))


def _unwrapped(b: Builder, x: Value, flag: Value) -> Instruction:
    option = EnumType("Option")
    option.define([("none", ()), ("some", (x.type,)), ("pair", (x.type, option))])
    function = b.block.function
    blocks = [function.add_block(name) for name, _ in option.cases]
    for block, (_, payload) in zip(blocks, option.cases, strict=True):
        found = [block.add_argument(t) for t in payload]
        block.insert(op.Return(found[0] if found else x))
    some = b.insert(op.LiteralInstruction(Aggregate(option, [x], "some")))
    successors = [Successor(b, (), n) for b, (n, _) in zip(blocks, option.cases, strict=True)]
    return op.BranchEnum(some, successors)


def _stored(allocate: type[Instruction]) -> Callable[..., Instruction]:
    def steps(b: Builder, x: Value) -> Instruction:
        pointer = b.insert(allocate(x.type, index_literal(2)))
        b.insert(op.Store(x, pointer))
        return op.Load(pointer)

    return before(steps)


def _element(b: Builder, x: Value, index: Value) -> Instruction:
    pointer = b.insert(op.AllocateStack(x.type, index_literal(3)))
    third = b.insert(op.ElementPointer(pointer, [2]))
    b.insert(op.Store(x, third))
    return op.Load(b.insert(op.ElementPointer(pointer, [index, 1, index])))


def _copied(b: Builder, x: Value) -> Instruction:
    first = b.insert(op.AllocateHeap(x.type, index_literal(3)))
    second = b.insert(op.ElementPointer(first, [1]))
    b.insert(op.Store(x, first))
    b.insert(op.Copy(first, second, index_literal(2)))
    found = b.insert(op.Load(second))
    b.insert(op.Deallocate(first))
    return op.Concatenate([found, x], 0)


def _boxed(b: Builder, x: Value) -> Instruction:
    box = b.insert(op.AllocateBox(x.type))
    pointer = b.insert(op.ProjectBox(box))
    b.insert(op.Store(x, pointer))
    b.insert(op.Retain(box))
    b.insert(op.Release(box))
    found = b.insert(op.Load(pointer))
    b.insert(op.Release(box))
    return op.Concatenate([found, x], 0)


def _popped(b: Builder, x: Value, y: Value) -> Instruction:
    stack = b.insert(op.CreateStack())
    b.insert(op.Push(x, stack))
    b.insert(op.Push(y, stack))
    second = b.insert(op.Pop(y.type, stack))
    first = b.insert(op.Pop(x.type, stack))
    b.insert(op.DestroyStack(stack))
    return op.Concatenate([second, first], 0)


def _twice(x: Array) -> Array:
    return np.concatenate([x, x])


def _in_turn(x: Array, y: Array) -> Array:
    return np.concatenate([y, x])


_TWO = np.array(2)

MEMORY: dict[type[Instruction], tuple[Sample, ...]] = {
    op.Assert: (
        Sample(before(_asserted), (ODD, np.array(True), np.array(3)), lambda x, *_: -x),
    ),
    op.Print: (Sample(before(_printed), (ODD, np.array(True)), lambda x, _: -x),),
    op.Trap: (Sample(before(_trapped), (ODD, np.array(False)), lambda x, _: x),),
    op.BranchEnum: (Sample(before(_unwrapped), (ODD, np.array(True)), lambda x, _: x),),
    **{
        cls: (Sample(_stored(allocate), (ODD,), lambda x: x),)
        for cls, allocate in (
            (op.AllocateStack, op.AllocateStack), (op.AllocateHeap, op.AllocateHeap),
            (op.Store, op.AllocateStack), (op.Load, op.AllocateHeap),
        )
    },
    op.ElementPointer: (
        Sample(before(_element), (DISTINCT, _TWO), lambda x, i: x[1, i]),
    ),
    **{
        cls: (Sample(before(_copied), (ODD,), _twice),)
        for cls in (op.Copy, op.Deallocate)
    },
    **{
        cls: (Sample(before(_boxed), (ODD,), _twice),)
        for cls in (op.AllocateBox, op.ProjectBox, op.Retain, op.Release)
    },
    **{
        cls: (Sample(before(_popped), (ODD, EVEN[:1]), _in_turn),)
        for cls in (op.CreateStack, op.Push, op.Pop, op.DestroyStack)
    },
}  # fmt: skip

SAMPLES: dict[type[Instruction], tuple[Sample, ...]] = {
    **ELEMENTWISE, **LINEAR_ALGEBRA, **MOVEMENT, **AGGREGATE, **CONTROL,
    **MEMORY, **WINDOWS, **REARRANGEMENT, **QUERIES,
}  # fmt: skip


def all_samples() -> Iterator[tuple[str, Sample]]:
    """Returns each sample with a name."""
    for instruction, samples in SAMPLES.items():
        for number, sample in enumerate(samples):
            yield f"{instruction.mnemonic}-{number}", sample
