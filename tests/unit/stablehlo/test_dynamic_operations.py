"""Operations with computed sizes agree with the same operations with constant sizes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import dlvm
from dlvm.stablehlo import load

NUMBERS = st.integers(-2, 3)


def _tensor(shape: Sequence[Any], element: str = "i64") -> str:
    return f"tensor<{'x'.join([*map(str, shape), element])}>"


def _vector(numbers: Sequence[Any]) -> Any:
    return np.array(numbers, np.int64)


def _counted(shape: Sequence[int]) -> Any:
    return np.arange(1, math.prod(shape) + 1, dtype=np.int64).reshape(shape)


def _results(text: str, *arguments: Any) -> list[Any]:
    module = load(text)
    dlvm.verify(module)
    interpreted = dlvm.interpret(module, "main", *arguments)
    return [np.asarray(interpreted), np.asarray(dlvm.compile(module)["main"](*arguments))]


def _program(parameters: Sequence[tuple[str, str]], body: str, result: str) -> str:
    declared = ", ".join(f"%{name}: {kind}" for name, kind in parameters)
    return f"""
    func.func @main({declared}) -> {result} {{
      %0 = {body} -> {result}
      return %0 : {result}
    }}
    """


def _padded_sizes(
    shape: Sequence[int], low: Sequence[int], high: Sequence[int], interior: Sequence[int]
) -> list[int]:
    return [
        before + n + max(n - 1, 0) * between + after
        for n, before, after, between in zip(shape, low, high, interior, strict=True)
    ]


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_computed_paddings(data: st.DataObject) -> None:
    rank = data.draw(st.integers(1, 3))
    draw = lambda numbers: data.draw(st.lists(numbers, min_size=rank, max_size=rank))  # noqa: E731
    shape, low, high, interior = draw(st.integers(0, 4)), draw(NUMBERS), draw(NUMBERS), None
    interior = draw(st.integers(0, 2))
    sizes = _padded_sizes(shape, low, high, interior)
    if min(sizes) < 0:
        return
    x, value = _counted(shape), np.int64(-7)
    kind, vector = _tensor(shape), _tensor([rank])
    wanted = np.full(sizes, value)
    for index in np.ndindex(*shape):
        place = [b + i * (g + 1) for b, i, g in zip(low, index, interior, strict=True)]
        if all(0 <= p < n for p, n in zip(place, sizes, strict=True)):
            wanted[tuple(place)] = x[index]
    text = _program(
        [("x", kind), ("v", "tensor<i64>"), *((n, vector) for n in "lhi")],
        "stablehlo.dynamic_pad %x, %v, %l, %h, %i "
        f": ({kind}, tensor<i64>, {vector}, {vector}, {vector})",
        _tensor("?" * rank),
    )
    for found in _results(text, x, value, *map(_vector, (low, high, interior))):
        np.testing.assert_array_equal(found, wanted)


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_computed_strides_of_slices(data: st.DataObject) -> None:
    rank = data.draw(st.integers(1, 3))
    shape = data.draw(st.lists(st.integers(1, 6), min_size=rank, max_size=rank))
    starts = [data.draw(st.integers(0, n)) for n in shape]
    ends = [data.draw(st.integers(a, n)) for a, n in zip(starts, shape, strict=True)]
    steps = [data.draw(st.integers(1, 3)) for _ in shape]
    kind, vector = _tensor(shape), _tensor([rank])
    text = _program(
        [("x", kind), *((n, vector) for n in "abs")],
        f"stablehlo.real_dynamic_slice %x, %a, %b, %s : ({kind}, {vector}, {vector}, {vector})",
        _tensor("?" * rank),
    )
    x = _counted(shape)
    wanted = x[tuple(slice(a, b, s) for a, b, s in zip(starts, ends, steps, strict=True))]
    for found in _results(text, x, *map(_vector, (starts, ends, steps))):
        np.testing.assert_array_equal(found, wanted)


@settings(max_examples=20, deadline=None)
@given(st.data(), st.booleans())
def test_computed_sizes_of_gathers(data: st.DataObject, unknown_operands: bool) -> None:
    rank = data.draw(st.integers(1, 3))
    axes = list(range(rank))
    roles = [data.draw(st.sampled_from("cbo")) for _ in axes]
    collapsed = [a for a in axes if roles[a] == "c"]
    batching = [a for a in axes if roles[a] == "b"]
    mapped = data.draw(st.permutations([a for a in axes if a not in batching]))
    mapped = mapped[: data.draw(st.integers(0 if batching else 1, len(mapped)))]
    batch_rank = data.draw(st.integers(len(batching), 3))
    batch_sizes = [data.draw(st.integers(1, 3)) for _ in range(batch_rank)]
    batch_of = data.draw(st.permutations(range(batch_rank)))[: len(batching)]
    vector = data.draw(st.integers(0, batch_rank))
    index_shape = [*batch_sizes[:vector], len(mapped), *batch_sizes[vector:]]
    theirs = [b + (b >= vector) for b in batch_of]
    shape = [data.draw(st.integers(1, 4)) for _ in axes]
    for dim, place in zip(batching, batch_of, strict=True):
        shape[dim] = batch_sizes[place]
    sizes = [
        data.draw(st.integers(1, n)) if r == "o" else 1 for n, r in zip(shape, roles, strict=True)
    ]
    windows = [sizes[a] for a in axes if roles[a] == "o"]
    total = batch_rank + len(windows)
    offset = sorted(data.draw(st.permutations(range(total)))[: len(windows)])
    rest, inner = iter(batch_sizes), iter(windows)
    result = [next(inner) if a in offset else next(rest) for a in range(total)]
    x = _counted(shape)
    count = math.prod(index_shape)
    drawn = data.draw(st.lists(st.integers(-2, 5), min_size=count, max_size=count))
    indices = np.array(drawn, np.int64).reshape(index_shape)
    numbers = (
        f"#stablehlo.gather<offset_dims = {offset}, collapsed_slice_dims = {collapsed}, "
        f"operand_batching_dims = {batching}, start_indices_batching_dims = {theirs}, "
        f"start_index_map = {list(mapped)}, index_vector_dim = {vector}>"
    )
    kind, index_kind = _tensor(shape), _tensor(index_shape)
    whole = _program(
        [("x", kind), ("i", index_kind)],
        f'"stablehlo.gather"(%x, %i) {{dimension_numbers = {numbers}, slice_sizes = '
        f"array<i64: {', '.join(map(str, sizes))}>}} : ({kind}, {index_kind})",
        _tensor(result),
    )
    if unknown_operands:
        kind, index_kind = _tensor("?" * rank), _tensor("?" * len(index_shape))
    dynamic = _program(
        [("x", kind), ("i", index_kind), ("s", _tensor([rank]))],
        f'"stablehlo.dynamic_gather"(%x, %i, %s) {{dimension_numbers = {numbers}}} '
        f": ({kind}, {index_kind}, {_tensor([rank])})",
        _tensor("?" * total),
    )
    wanted = _results(whole, x, indices)[0]
    for found in _results(dynamic, x, indices, _vector(sizes)):
        np.testing.assert_array_equal(found, wanted)


@settings(max_examples=10, deadline=None)
@given(st.data())
def test_computed_paddings_of_convolutions(data: st.DataObject) -> None:
    spatial = data.draw(st.integers(1, 2))
    draw = lambda low, high: [data.draw(st.integers(low, high)) for _ in range(spatial)]  # noqa: E731
    sizes, window = draw(2, 6), draw(1, 3)
    stride, dilation, reach = draw(1, 2), draw(1, 2), draw(1, 2)
    padding = [[data.draw(st.integers(-1, 3)) for _ in range(2)] for _ in range(spatial)]
    before, after = ([pair[side] for pair in padding] for side in (0, 1))
    extents = _padded_sizes(sizes, before, after, [d - 1 for d in dilation])
    result = [
        (n - (k - 1) * r - 1) // s + 1
        for n, k, r, s in zip(extents, window, reach, stride, strict=True)
    ]
    if min(result) < 1:
        return
    x, kernel = _counted([2, *sizes, 3]), _counted([*window, 3, 4])
    places = ", ".join(map(str, range(spatial)))
    labels = f"[b, {places}, f]x[{places}, i, o]->[b, {places}, f]"
    kinds = _tensor(x.shape), _tensor(kernel.shape)
    tail = "{batch_group_count = 1 : i64, feature_group_count = 1 : i64}"
    shared = f"stride = {stride}, lhs_dilate = {dilation}, rhs_dilate = {reach}"
    static = _program(
        [("x", kinds[0]), ("k", kinds[1])],
        f"stablehlo.convolution(%x, %k) dim_numbers = {labels}, window = "
        f"{{{shared}, pad = {padding}}} {tail} : ({', '.join(kinds)})",
        _tensor([2, *result, 4]),
    )
    vector = _tensor([spatial, 2])
    dynamic = _program(
        [("x", kinds[0]), ("k", kinds[1]), ("p", vector)],
        f"stablehlo.dynamic_conv(%x, %k, %p) dim_numbers = {labels}, window = {{{shared}}} {tail} "
        f": ({', '.join((*kinds, vector))})",
        _tensor([2, *"?" * spatial, 4]),
    )
    wanted = _results(static, x, kernel)[0]
    for found in _results(dynamic, x, kernel, _vector(padding)):
        np.testing.assert_array_equal(found, wanted)
