"""Compares gradients of instructions with random operands and clauses with central differences.

``python -m tests.fuzz.gradient_draws --configurations 200`` draws 200 configurations each.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

import dlvm
from dlvm.ir import (
    Aggregate,
    ArrayType,
    Builder,
    Function,
    Instruction,
    Module,
    TensorType,
    TupleType,
    Value,
)
from dlvm.ir import instructions as op
from dlvm.ir.types import ERASED, F64, Dim, element_type_of
from dlvm.ir.values import index_literal
from tests.support.gradient_testing import declare_gradient, differences
from tests.support.samples.sampling import before, function_of, scalar

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Draw:
    """An instruction and its operands. ``fixed`` are the operands, and the dimensions of them, of
    which a rule has to know the size; ``calls`` the functions that it names."""

    make: Callable[..., Instruction]
    operands: tuple[Array, ...]
    fixed: frozenset[tuple[int, int]] = frozenset()
    calls: tuple[Function, ...] = ()


def distinct(random: Random, shape: Sequence[int]) -> Array:
    """Numbers that are all far from each other and from 0."""
    count = int(np.prod(shape, dtype=int))
    order = np.array(random.sample(range(count), count), dtype=np.float64)
    return ((2 * order - count + 1.5) / max(count, 4) * 2).reshape(shape)


def _zeros_in(random: Random, x: Array) -> Array:
    """Some elements made 0, which only a product is smooth at."""
    zeros = np.array([random.random() < 0.25 for _ in range(x.size)], bool).reshape(x.shape)
    return np.where(zeros, 0.0, x)


def _shape(random: Random, rank: int, least: int = 0) -> tuple[int, ...]:
    return tuple(max(least, random.choice((0, 1, 2, 3, 3, 4))) for _ in range(rank))


def _by(random: Random) -> str:
    return random.choice(("add", "multiply", "min", "max"))


def _values(random: Random, shape: Sequence[int], by: str) -> Array:
    x = distinct(random, shape)
    return _zeros_in(random, x) if by == "multiply" else x


def convolve(random: Random) -> Draw:
    spatial = random.choice((0, 1, 1, 2, 2, 3))
    groups, share = random.choice((1, 1, 2, 3)), random.randint(1, 2)
    kernel = [random.randint(1, 3) for _ in range(spatial)]
    size = [random.choice((0, 1, 2, 3, 5)) for _ in range(spatial)]
    left = [random.choice((1, 1, 2, 3)) for _ in range(spatial)]
    right = [random.choice((1, 1, 2)) for _ in range(spatial)]
    strides = [random.choice((1, 1, 2, 3)) for _ in range(spatial)]
    padding: list[tuple[int, int]] = []
    for s, d in zip(size, left, strict=True):
        low, high = random.randint(-2, 3), random.randint(-2, 3)
        padding.append((low, max(high, -max(0, (s - 1) * d + 1) - low)))
    x = distinct(random, (random.choice((0, 1, 2)), groups * share, *size))
    weights = distinct(random, (groups * random.randint(1, 2), share, *kernel))

    def make(a: Value, b: Value) -> Instruction:
        return op.Convolve(a, b, tuple(strides), tuple(padding), tuple(left), tuple(right), groups)

    return Draw(make, (x, weights))


def _combiner() -> Function:
    """A function of two scalars that is neither associative nor commutative."""

    def steps(b: Builder, so_far: Value, element: Value) -> Instruction:
        turned = b.insert(op.Sin(so_far))
        scaled = b.insert(op.Multiply(turned, element))
        return op.Add(scaled, b.insert(op.Cos(element)))

    scalar_type = TensorType((), F64)
    return function_of("join", [scalar_type, scalar_type], before(steps))


def reduce_by_function(random: Random) -> Draw:
    by = _combiner()
    shape = _shape(random, random.randint(1, 3))
    axes = tuple(random.sample(range(len(shape)), random.randint(1, len(shape))))
    operands = distinct(random, shape), np.array(0.75)
    return Draw(lambda x, init: op.Reduce(x, by, axes, init), operands, calls=(by,))


def scan_by_function(random: Random) -> Draw:
    by = _combiner()
    shape = _shape(random, random.randint(1, 3))
    axes = tuple(random.sample(range(len(shape)), random.randint(1, len(shape))))
    reverse = random.random() < 0.5
    operands = (distinct(random, shape),)
    return Draw(lambda x: op.Scan(x, by, axes, False, reverse), operands, calls=(by,))


def windows_by_function(random: Random) -> Draw:
    draw, by = reduce_window(random), _combiner()

    def make(x: Value, init: Value) -> Instruction:
        window = draw.make(x, init)
        assert isinstance(window, op.ReduceWindow)
        window.by = by
        return window

    return Draw(make, (draw.operands[0], np.array(0.75)), calls=(by,))


def reduce_window(random: Random) -> Draw:
    by, rank = _by(random), random.randint(0, 3)
    shape = _shape(random, rank)
    dims = [random.randint(1, 3) for _ in shape]
    strides = [random.randint(1, 3) for _ in shape]
    dilation = [random.choice((1, 1, 2)) for _ in shape]
    padding: Any = random.choice(("none", "half", "full", "pairs", "pairs"))
    if padding == "pairs":
        pairs = [(random.randint(-1, 2), random.randint(-1, 2)) for _ in shape]
        padding = tuple((a, max(b, -n - a)) for n, (a, b) in zip(shape, pairs, strict=True))
    operands = [_values(random, shape, by)]
    # Without an initial value, windows that contain only padding are infinite for these.
    if by in ("min", "max") or random.random() < 0.5:
        operands.append(np.array({"min": 0.0625, "max": -0.0625}.get(by, 1.5)))

    def make(x: Value, init: Value | None = None) -> Instruction:
        clauses = tuple(strides), padding, tuple(dilation)
        return op.ReduceWindow(x, by, tuple(dims), init, *clauses)

    return Draw(make, tuple(operands))


def unpadded_windows(random: Random) -> Draw:
    by = _by(random)
    shape = _shape(random, random.randint(1, 3), 1)
    dims = tuple(random.randint(1, n) for n in shape)
    strides = tuple(random.randint(1, 3) for _ in shape)
    return Draw(
        lambda x: op.ReduceWindow(x, by, dims, None, strides, "none", None),
        (_values(random, shape, by),),
    )


def pooling(random: Random) -> Draw:
    """Windows of images, of which only the number may be unknown."""
    by = _by(random)
    shape = (random.randint(1, 3), *_shape(random, random.randint(1, 2), 1))
    dims = (1, *(random.randint(1, n) for n in shape[1:]))
    strides = (1, *(random.randint(1, 3) for _ in shape[1:]))
    padding = random.choice(("none", "half"))
    return Draw(
        lambda x: op.ReduceWindow(x, by, dims, None, strides, padding, None),
        (_values(random, shape, by),),
        fixed=frozenset((0, axis) for axis in range(1, len(shape))),
    )


def reduce(random: Random) -> Draw:
    by = _by(random)
    shape = _shape(random, random.randint(1, 3))
    axes = tuple(random.sample(range(len(shape)), random.randint(1, len(shape))))
    start = np.array({"min": 0.0625, "max": -0.0625}.get(by, 1.5))
    return Draw(lambda x, init: op.Reduce(x, by, axes, init), (_values(random, shape, by), start))


def scan(random: Random) -> Draw:
    by = _by(random)
    shape = _shape(random, random.randint(1, 3))
    axes = tuple(random.sample(range(len(shape)), random.randint(1, len(shape))))
    # Of the least and the greatest, exclusive scans begin with infinities.
    exclusive = by in ("add", "multiply") and random.random() < 0.5
    reverse = random.random() < 0.5
    return Draw(lambda x: op.Scan(x, by, axes, exclusive, reverse), (_values(random, shape, by),))


def exclusive_extremes(random: Random) -> Draw:
    by = random.choice(("min", "max"))
    shape = _shape(random, random.randint(1, 3), 1)
    axis, reverse = random.randrange(len(shape)), random.random() < 0.5

    def steps(b: Builder, x: Value) -> Instruction:
        found = b.insert(op.Scan(x, by, (axis,), True, reverse))
        bound = scalar(x, 10 if by == "min" else -10)
        return (op.Min if by == "min" else op.Max)(found, bound)

    return Draw(before(steps), (distinct(random, shape),))


def sort(random: Random) -> Draw:
    shape = _shape(random, random.randint(1, 3))
    axis, descending = random.randrange(len(shape)), random.random() < 0.5
    count = random.choice((None, random.randint(0, shape[axis])))

    def steps(b: Builder, x: Value) -> Instruction:
        return op.Extract((0,), b.insert(op.Sort(x, axis, descending, count)))

    return Draw(before(steps), (distinct(random, shape),))


def _indices(random: Random, bound: int) -> Array:
    shape = _shape(random, random.randint(0, 2)) if bound else (0, 2)
    count = int(np.prod(shape, dtype=int))
    return np.array([random.randrange(bound) for _ in range(count)], np.int64).reshape(shape)


def scatter(random: Random) -> Draw:
    by = random.choice((None, "add", "multiply", "multiply", "min", "max"))
    shape = _shape(random, random.randint(1, 3))
    axis = random.randrange(len(shape))
    indices = _indices(random, shape[axis])
    behind = (*shape[:axis], *indices.shape, *shape[axis + 1 :])
    both = distinct(random, (int(np.prod(shape)) + int(np.prod(behind)),))
    x, updates = both[: int(np.prod(shape))].reshape(shape), both[int(np.prod(shape)) :]
    updates = updates.reshape(behind)
    if by == "multiply":
        x, updates = _zeros_in(random, x), _zeros_in(random, updates)
    return Draw(lambda u, x, i: op.Scatter(u, x, i, axis, by), (updates, x, indices))


def gather(random: Random) -> Draw:
    shape = _shape(random, random.randint(1, 3))
    axis = random.randrange(len(shape))
    indices = _indices(random, shape[axis])
    return Draw(lambda x, i: op.Gather(x, i, axis), (distinct(random, shape), indices))


def slice(random: Random) -> Draw:
    shape = _shape(random, random.randint(1, 3))
    count = random.randint(1, len(shape))
    low = [random.randint(0, n) for n in shape[:count]]
    high = [random.randint(a, n) for a, n in zip(low, shape, strict=False)]
    steps = tuple(random.randint(1, 3) for _ in low)
    by_value = [random.random() < 0.5 for _ in range(2 * count)]

    def make(x: Value, *given: Value) -> Instruction:
        values = iter(given)
        bounds = [
            next(values) if v else index_literal(n)
            for n, v in zip((*low, *high), by_value, strict=True)
        ]
        return op.Slice(x, bounds[:count], bounds[count:], steps)

    numbers = [np.array(n) for n, v in zip((*low, *high), by_value, strict=True) if v]
    return Draw(make, (distinct(random, shape), *numbers))


def update(random: Random) -> Draw:
    shape = _shape(random, random.randint(0, 3))
    sizes = [random.randint(0, n) for n in shape]
    start = [random.randint(0, n - m) for n, m in zip(shape, sizes, strict=True)]
    start = start[: random.randint(min(1, len(start)), len(start))]
    by_value = [random.random() < 0.5 for _ in start]

    def make(x: Value, y: Value, *given: Value) -> Instruction:
        values = iter(given)
        offsets = [
            next(values) if v else index_literal(n) for n, v in zip(start, by_value, strict=True)
        ]
        return op.Update(x, y, offsets)

    numbers = [np.array(n) for n, v in zip(start, by_value, strict=True) if v]
    return Draw(make, (distinct(random, shape), distinct(random, sizes), *numbers))


def pad(random: Random) -> Draw:
    shape = _shape(random, random.randint(0, 3))
    gaps = tuple(random.choice((0, 0, 1, 2)) for _ in shape)
    padding: list[tuple[int, int]] = []
    for n, gap in zip(shape, gaps, strict=True):
        low, high = random.randint(-2, 2), random.randint(-2, 2)
        padding.append((low, max(high, -(n + max(0, n - 1) * gap) - low)))
    return Draw(
        lambda x, v: op.Pad(x, tuple(padding), v, gaps), (distinct(random, shape), np.array(0.5))
    )


def concatenate(random: Random) -> Draw:
    shape = list(_shape(random, random.randint(1, 3)))
    axis = random.randrange(len(shape))
    parts: list[Array] = []
    for _ in range(random.randint(1, 4)):
        shape[axis] = random.randint(0, 3)
        parts.append(distinct(random, shape))
    return Draw(lambda *p: op.Concatenate(p, axis), tuple(parts))


def dot(random: Random) -> Draw:
    inner, batch = random.randint(0, 3), list(_shape(random, 2, 1))
    left, right = random.randint(1, 4), random.randint(1, 4)
    a = [*batch[4 - left :], random.randint(1, 3), inner][-left:] if left > 1 else [inner]
    b = [*batch[4 - right :], inner, random.randint(1, 3)][-right:] if right > 1 else [inner]
    for shape in (a, b):
        for axis in range(len(shape) - 2):
            shape[axis] = random.choice((1, shape[axis]))
    return Draw(op.Dot, (distinct(random, a), distinct(random, b)))


def contract(random: Random) -> Draw:
    sizes = {label: random.randint(1, 3) for label in "abcd"}
    terms = ["".join(random.choices("abcd", k=random.randint(0, 3))) for _ in range(3)]
    terms = terms[: random.randint(1, 3)]
    used = sorted({*"".join(terms)})
    output = "".join(random.sample(used, random.randint(0, len(used))))
    text = f"{','.join(terms)}->{output}"
    operands = [distinct(random, [sizes[label] for label in term]) for term in terms]
    return Draw(lambda *f: op.Contract(f, text), tuple(operands))


def contract_broadcast(random: Random) -> Draw:
    wide = [random.randint(1, 3) for _ in range(2)]
    sizes: dict[str, list[int]] = {"": [], "i": [2], "j": [3]}
    terms: list[str] = []
    operands: list[Array] = []
    for _ in range(random.randint(1, 3)):
        label, is_first = random.choice(("", "i", "j")), random.random() < 0.5
        dims = [random.choice((1, size)) for size in wide[random.randint(0, 2) :]]
        both = (sizes[label], dims) if is_first else (dims, sizes[label])
        terms.append(f"{label}..." if is_first else f"...{label}")
        operands.append(distinct(random, [*both[0], *both[1]]))
    used = "".join(sorted({*"".join(terms)} - {"."}))
    text = f"{','.join(terms)}->{random.choice(('...', f'...{used}', f'{used}...'))}"
    return Draw(lambda *f: op.Contract(f, text), tuple(operands))


def binary(random: Random) -> Draw:
    kinds = (op.Add, op.Subtract, op.Multiply, op.Divide, op.Atan2, op.Min, op.Max, op.Power)
    kind = random.choice(kinds)
    shape = _shape(random, random.randint(0, 3))
    sides = [
        tuple(random.choice((1, n)) for n in shape[random.randint(0, len(shape)) :])
        for _ in range(2)
    ]
    both = distinct(random, (sum(int(np.prod(s)) for s in sides),))
    both = np.abs(both) + 0.5 if kind is op.Power else both
    a, b = np.split(both, [int(np.prod(sides[0]))])
    return Draw(kind, (a.reshape(sides[0]), b.reshape(sides[1])))


_ANYWHERE = (
    *(op.Negate, op.Abs, op.Square, op.Reciprocal, op.Exp, op.Expm1, op.Sin, op.Cos, op.Atan),
    *(op.Sinh, op.Cosh, op.Tanh, op.Erf, op.Erfc, op.Sign, op.Floor, op.Ceil, op.Round, op.Rint),
)
_POSITIVE = (op.Sqrt, op.Rsqrt, op.Log, op.Log1p, op.Lgamma, op.Digamma)
_INSIDE = (op.Asin, op.Acos, op.Tan)


def unary(random: Random) -> Draw:
    kind = random.choice((*_ANYWHERE, *_POSITIVE, *_INSIDE))
    x = distinct(random, _shape(random, random.randint(0, 3)))
    if kind in _POSITIVE:
        x = np.abs(x) + 0.25
    elif kind in _INSIDE:
        x = 0.3 * x
    else:
        x = x + 0.01  # Away from jumps.
    return Draw(kind, (x,))


def modulo(random: Random) -> Draw:
    kind = random.choice((op.Modulo, op.FloorDivide, op.TruncateDivide))
    shape = _shape(random, random.randint(0, 2))
    b = random.choice((1.5, -0.75)) * np.ones([random.choice((1, n)) for n in shape])
    return Draw(kind, (distinct(random, shape) + 0.01, b))


def select(random: Random) -> Draw:
    shape = _shape(random, random.randint(0, 3))
    sides = [
        tuple(random.choice((1, n)) for n in shape[random.randint(0, len(shape)) :])
        for _ in range(3)
    ]
    a, b = distinct(random, sides[0]), distinct(random, sides[1])
    return Draw(op.Select, (a, b, distinct(random, sides[2]) > 0))


def move(random: Random) -> Draw:
    """Elements rearranged, and shapes changed."""
    shape = list(_shape(random, random.randint(1, 3)))
    axis = random.randrange(len(shape))
    order = random.sample(range(len(shape)), len(shape))
    given = tuple(1 if n == axis else dim for n, dim in enumerate(shape))
    flat = (int(np.prod(shape)),)
    kinds: list[tuple[Callable[[Value], Instruction], Sequence[int]]] = [
        (lambda x: op.Transpose(x, tuple(order)), shape),
        (lambda x: op.Transpose(x, None), shape),
        (lambda x: op.Reverse(x, tuple(order[: axis + 1])), shape),
        (lambda x: op.Broadcast(x, (2, *shape)), given),
        (lambda x: op.ShapeCast(x, flat), shape),
        (lambda x: op.PadShape(x, axis), shape),
        (lambda x: op.SqueezeShape(x, axis), given),
    ]
    make, sizes = random.choice(kinds)
    return Draw(make, (distinct(random, sizes),))


def packed(random: Random) -> Draw:
    """Parts of tuples and arrays, put together, exchanged and taken out again; rows of tensors."""
    shape = _shape(random, random.randint(1, 3), 1)
    row = random.randrange(shape[0])
    is_array = random.random() < 0.5

    def steps(b: Builder, x: Value, y: Value) -> Instruction:
        below = b.insert(op.Extract((row,), x))
        whole = b.insert(op.Insert(b.insert(op.Multiply(below, y)), x, (row,)))
        type = ArrayType(2, x.type) if is_array else TupleType((x.type, x.type))
        pair = b.insert(op.LiteralInstruction(Aggregate(type, [whole, x])))
        first = b.insert(op.Sin(b.insert(op.Extract((0,), pair))))
        pair = b.insert(op.Insert(first, pair, (1,)))
        return op.Multiply(b.insert(op.Extract((1,), pair)), b.insert(op.Extract((0,), pair)))

    # A part that is put in has the type of the one that was there.
    fixed = frozenset((n, axis) for n in range(2) for axis in range(len(shape)))
    return Draw(before(steps), (distinct(random, shape), distinct(random, shape[1:])), fixed)


def unbroadcast(random: Random) -> Draw:
    shape = _shape(random, random.randint(1, 3))
    axes = tuple(random.sample(range(len(shape)), random.randint(1, len(shape))))
    like = [1 if a in axes and random.random() < 0.6 else n for a, n in enumerate(shape)]
    operands = distinct(random, shape), distinct(random, like)
    return Draw(lambda x, y: op.Unbroadcast(x, y, axes), operands)


FAMILIES: dict[str, Callable[[Random], Draw]] = {
    f.__name__: f
    for f in (
        convolve, reduce_window, unpadded_windows, pooling, reduce, scan, exclusive_extremes, sort,
        scatter, gather, slice, update, pad, concatenate, dot, contract, contract_broadcast, binary,
        reduce_by_function, scan_by_function, windows_by_function, unary, modulo, select, move,
        packed, unbroadcast,
    )
}  # fmt: skip


def gradient_error(draw: Draw, random: Random, *, erased: bool, compiled: bool = False) -> float:
    """The largest relative error of a draw's gradients. In an erased draw, each size is unknown
    with probability one half."""
    types: list[TensorType] = []
    for number, x in enumerate(draw.operands):
        element = element_type_of(x.dtype)
        assert element is not None
        sizes: list[Dim] = [
            ERASED if erased and (number, axis) not in draw.fixed and random.random() < 0.5 else n
            for axis, n in enumerate(x.shape)
        ]
        types.append(TensorType(tuple(sizes), element))
    module = Module("drawn")
    module.functions += [*draw.calls, function_of("f", types, draw.make)]
    declare_gradient(module, "g", "f", seedable=True)
    dlvm.run_passes(module, "AD", verify_each=True)

    def f(*values: Any) -> Any:
        return dlvm.interpret(module, "f", *values)

    generator = np.random.default_rng(random.randrange(2**32))
    seed = generator.uniform(-2, 2, np.shape(f(*draw.operands)))
    if compiled:
        dlvm.run_passes(module, "AS,CP,CSE,DCE")
        found = dlvm.compile(module, threads=1)["g"](*draw.operands, seed)
    else:
        found = dlvm.interpret(module, "g", *draw.operands, seed)
    gradients, worst = iter(found), 0.0
    for index, operand in enumerate(draw.operands):
        if operand.dtype == np.float64:
            gradient, expected = next(gradients), differences(f, draw.operands, seed, index)
            assert np.shape(gradient) == np.shape(expected)
            if expected.size:
                error = np.abs(gradient - expected).max() / max(1, np.abs(expected).max())
                worst = max(worst, float(error)) if error == error else float("inf")
    return worst


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--configurations", type=int, default=100)
    parser.add_argument("--only", choices=FAMILIES)
    parser.add_argument("--compiled", action="store_true")
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args(arguments)
    failed = 0
    for name in [options.only] if options.only else FAMILIES:
        worst = 0.0
        for number in range(options.first, options.first + options.configurations):
            random = Random(f"{name} {number}")
            try:
                error = gradient_error(
                    FAMILIES[name](random), random, erased=number % 2 > 0,
                    compiled=options.compiled,
                )  # fmt: skip
            except dlvm.DiagnosticError as problem:
                print(f"{name} {number}: {problem}")
                failed += 1
                continue
            worst = max(worst, error)
            if error > 1e-6:
                print(f"{name} {number}: {error}")
                failed += 1
        print(
            f"{name}: {options.configurations} configurations, largest relative error {worst:.1e}"
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
