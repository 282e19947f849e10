"""Compiled networks agree with the interpreter at odd sizes, all levels and numbers of threads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm.ir import Builder, Function, FunctionType, Literal, Module, Stage, TensorType, Value
from dlvm.ir import instructions as op
from dlvm.ir.types import F32, INDEX, VOID, Type, tensor
from dlvm.ir.values import index_literal, tuple_of
from tests.support.agreement import assert_agree

Put = Callable[[Any], Any]
"""Inserts an instruction and gives its value."""
Network = Callable[..., Sequence[Value]]

SIZES = ((1, 1, 1), (2, 3, 5), (17, 33, 1), (3, 130, 17), (33, 1, 70), (70, 5, 33), (5, 70, 130))
"""m, k and n of the products, with tails of every kind."""
LARGE = (130, 70, 257)
"""Enough work for several threads."""

NETWORKS: dict[str, tuple[str, Network]] = {}
"""By name: the shapes of the arguments in letters, and what to insert."""


def network(shapes: str) -> Callable[[Network], Network]:
    def register(build: Network) -> Network:
        NETWORKS[build.__name__] = (shapes, build)
        return build

    return register


def number(value: float) -> Literal:
    return Literal(tensor(F32), value)


def size_of(x: Value, axis: int) -> int:
    assert isinstance(x.type, TensorType)
    size = x.type.shape[axis]
    assert isinstance(size, int)
    return size


def column(put: Put, x: Value, by: str) -> Value:
    """A reduction along the rows that broadcasts back over them."""
    return put(op.PadShape(put(op.Reduce(x, by, (1,))), 1))


def mean(put: Put, x: Value) -> Value:
    return put(op.Multiply(column(put, x, "add"), number(1 / size_of(x, 1))))


def normalized(put: Put, x: Value) -> Value:
    """Softmax along the rows."""
    e = put(op.Exp(put(op.Subtract(x, column(put, x, "max")))))
    return put(op.Divide(e, column(put, e, "add")))


@network("mk kn n")
def dense_relu(put: Put, x: Value, w: Value, b: Value) -> Sequence[Value]:
    z = put(op.Add(put(op.Dot(x, w)), b))
    return [put(op.Max(z, number(0)))]


@network("mn")
def softmax(put: Put, x: Value) -> Sequence[Value]:
    return [normalized(put, x)]


@network("mn")
def log_softmax(put: Put, x: Value) -> Sequence[Value]:
    low = put(op.Subtract(x, column(put, x, "max")))
    total = column(put, put(op.Exp(low)), "add")
    return [put(op.Subtract(low, put(op.Log(total))))]


@network("mn")
def variance(put: Put, x: Value) -> Sequence[Value]:
    deviation = put(op.Subtract(x, mean(put, x)))
    return [mean(put, put(op.Square(deviation)))]


@network("mn n n")
def layer_norm(put: Put, x: Value, scale: Value, shift: Value) -> Sequence[Value]:
    deviation = put(op.Subtract(x, mean(put, x)))
    spread = put(op.Add(mean(put, put(op.Square(deviation))), number(1e-5)))
    scaled = put(op.Multiply(deviation, put(op.Rsqrt(spread))))
    return [put(op.Add(put(op.Multiply(scaled, scale)), shift))]


@network("mn mn n")
def maps_with_several_uses(put: Put, x: Value, y: Value, b: Value) -> Sequence[Value]:
    shared = put(op.Tanh(put(op.Add(x, b))))
    left = put(op.Multiply(shared, y))
    right = put(op.Subtract(shared, put(op.Square(left))))
    return [put(op.Add(left, right)), put(op.Reduce(put(op.Multiply(left, shared)), "add", (0,)))]


@network("mk kn")
def outputs_that_feed_later_ones(put: Put, x: Value, w: Value) -> Sequence[Value]:
    z = put(op.Dot(x, w))
    h = put(op.Tanh(z))
    slope = put(op.Subtract(number(1), put(op.Square(h))))
    back = put(op.Dot(put(op.Transpose(x)), slope))
    return [z, h, back, put(op.Reduce(slope, "add", (0,)))]


@network("mk kn km nk")
def dots_of_transposed(put: Put, x: Value, w: Value, xt: Value, wt: Value) -> Sequence[Value]:
    left, right = put(op.Transpose(xt)), put(op.Transpose(wt))
    return [put(op.Dot(a, b)) for a in (x, left) for b in (w, right)]


@network("3mk 3kn kn")
def batched_dots(put: Put, x: Value, w: Value, one: Value) -> Sequence[Value]:
    turned = put(op.Transpose(w, (0, 2, 1)))
    return [
        put(op.Dot(x, w)),
        put(op.Dot(x, one)),
        put(op.Tanh(put(op.Dot(x, put(op.Transpose(turned, (0, 2, 1))))))),
    ]


@network("mkn")
def sums_over_every_axis(put: Put, x: Value) -> Sequence[Value]:
    axes = ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2))
    return [put(op.Reduce(put(op.Square(x)), "add", a)) for a in axes]


@network("mk kn kn")
def reshape_between_dots(put: Put, x: Value, w: Value, v: Value) -> Sequence[Value]:
    m, n, k = size_of(x, 0), size_of(w, 1), size_of(x, 1)
    hidden = put(op.ShapeCast(put(op.Dot(x, w)), (n, m)))
    return [put(op.Dot(hidden, put(op.Dot(x, v)))), put(op.ShapeCast(x, (k, m)))]


@network("mn mk")
def concatenation_into_reduction(put: Put, x: Value, y: Value) -> Sequence[Value]:
    both = put(op.Concatenate([x, put(op.Exp(y))], 1))
    return [put(op.Reduce(both, "add", (1,))), put(op.Reduce(both, "max", (0,)))]


@network("mn")
def padding_into_reduction(put: Put, x: Value) -> Sequence[Value]:
    padded = put(op.Pad(put(op.Tanh(x)), ((1, 2), (0, 3)), number(0.5), (0, 1)))
    return [put(op.Reduce(padded, "add", (1,))), put(op.Reduce(padded, "min", (0,)))]


@network("mn")
def slice_into_reduction(put: Put, x: Value) -> Sequence[Value]:
    m, n = size_of(x, 0), size_of(x, 1)
    first = [index_literal(m // 2), index_literal(n // 3)]
    part = put(op.Slice(x, first, [index_literal(m), index_literal(n)], (1, 2)))
    return [put(op.Reduce(put(op.Square(part)), "add", (0,))), put(op.Reduce(part, "max", (1,)))]


@network("mk kn")
def rows_gathered_into_dot(put: Put, x: Value, w: Value) -> Sequence[Value]:
    rows = put(op.Iota((3,), 0, INDEX))
    chosen = put(op.Modulo(rows, index_literal(size_of(x, 0))))
    return [put(op.Dot(put(op.Gather(x, chosen, 0)), w))]


@network("mn")
def most_likely_class(put: Put, x: Value) -> Sequence[Value]:
    return [put(op.ArgMax(normalized(put, x), 1))]


def draw(types: Sequence[Type]) -> list[Any]:
    random = np.random.default_rng(len(types))
    shapes = [t.static_shape for t in types if isinstance(t, TensorType)]
    return [random.standard_normal(s, np.float32) for s in shapes]


def networks(sizes: tuple[int, int, int]) -> Module:
    """A module with one function for each network."""
    module = Module("networks", Stage.OPTIMIZABLE)
    letters = dict(zip("mkn", sizes, strict=True))
    for name, (shapes, build) in NETWORKS.items():
        types = tuple(
            TensorType(tuple(letters.get(c) or int(c) for c in shape), F32)
            for shape in shapes.split()
        )
        function = Function(name, FunctionType(types, VOID))
        builder = Builder(function.add_entry())
        result = tuple_of(build(builder.insert, *builder.block.arguments))
        builder.insert(op.Return(result))
        function.type = FunctionType(types, result.type)
        module.add_function(function)
    return module


@pytest.mark.parametrize("sizes", [*SIZES, LARGE], ids=lambda s: "x".join(map(str, s)))
def test_networks(sizes: tuple[int, int, int]) -> None:
    module = networks(sizes)
    dlvm.verify(module)
    calls = {f.name or "": draw(f.type.parameters) for f in module.functions}
    expected = {name: dlvm.interpret(module, name, *calls[name]) for name in calls}
    for level in (0, 2):
        one, two = (dlvm.compile(module, opt_level=level, threads=n) for n in (1, 2))
        for name, arguments in calls.items():
            kept = [a.copy() for a in arguments]
            found = one[name](*arguments)
            assert_agree(found, expected[name])
            for a, b in zip(found, two[name](*arguments), strict=True):
                assert np.asarray(a).tobytes() == np.asarray(b).tobytes(), name
            for argument, before in zip(arguments, kept, strict=True):
                np.testing.assert_array_equal(argument, before)
