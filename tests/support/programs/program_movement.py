"""Random movement of elements: each function draws one kind of step."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from dlvm.ir import Instruction, Literal, TensorType, Value
from dlvm.ir import instructions as op
from dlvm.ir.types import BF16, F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64, tensor
from dlvm.ir.values import TensorData, index_literal
from tests.support.programs.drawing import (
    LARGEST,
    NUMBERS,
    SIZES,
    Drawing,
    Drawn,
    Step,
    constant_indices,
    dims,
    has_elements,
    is_float,
    is_number,
)


def _extract(d: Drawing) -> None:
    v = d.pick(has_elements)
    if v is None:
        return
    size = dims(v.type)[0]
    row = d.insert(op.Extract((d.random.randrange(size),), v.value), v.exact, v.size)
    d.insert(op.Insert(row.value, v.value, (d.random.randrange(size),)), v.exact, v.size)


def _move(d: Drawing) -> None:
    v = d.pick(lambda v: v.type.rank > 0)
    if v is None:
        return
    r, shape = d.random, dims(v.type)
    if is_number(v) and sum(shape) % 4 == 3:
        _unbroadcast(d, v)
        return
    axis = r.randrange(len(shape))
    axes = tuple(sorted(r.sample(range(len(shape)), r.randint(1, len(shape)))))
    permutation = tuple(r.sample(range(len(shape)), len(shape))) if r.random() < 0.7 else None
    zero = Literal(tensor(v.type.element), 0)
    padding = tuple((r.randint(-1, 2), r.randint(0, 2)) for _ in shape)
    gaps = tuple(r.randint(0, 1) for _ in shape) if r.random() < 0.3 else None
    makers: list[Callable[[], Instruction]] = [
        lambda: op.Transpose(v.value, permutation),
        lambda: op.Reverse(v.value, axes),
        lambda: op.Pad(v.value, padding, zero, gaps),
        lambda: op.PadShape(v.value, r.randint(0, len(shape))),
        lambda: op.Broadcast(v.value, (r.randint(0, 3), *shape)),
        lambda: op.Broadcast(v.value, tuple(r.randint(1, 4) if s == 1 else s for s in shape)),
        lambda: op.SqueezeShape(v.value, shape.index(1) if 1 in shape else axis),
    ]
    d.insert(r.choice(makers)(), v.exact, v.size)


def _unbroadcast(d: Drawing, v: Drawn) -> None:
    """A sum over some axes, some of which are known at compile time."""
    shape = dims(v.type)
    axes = tuple(sorted(d.random.sample(range(len(shape)), d.random.randint(1, len(shape)))))
    summed = [a for a in axes if d.random.random() < 0.6]
    like = d.put(op.Reduce(v.value, "add", tuple(summed), None)) if summed else v.value
    for axis in summed:
        like = d.put(op.PadShape(like, axis))
    count = int(np.prod([shape[a] for a in summed], dtype=int))
    exact = v.exact and not is_float(v)
    d.insert(op.Unbroadcast(v.value, like, axes), exact, v.size * max(1, count))


def _reshape(d: Drawing) -> None:
    v = d.pick()
    if v is None:
        return
    r, shape = d.random, dims(v.type)
    count = int(np.prod(shape, dtype=int))
    split = next((n for n in (4, 3, 2) if count and count % n == 0), 1)
    shapes = [(count,), (1, count), (split, count // split), (count // split, split)]
    if len(shape) > 1:
        shapes.append((shape[0], count // shape[0]) if shape[0] else (0, shape[1]))
    if count == 1:
        shapes.append(())
    d.insert(op.ShapeCast(v.value, r.choice(shapes)), v.exact, v.size)


def _slice(d: Drawing) -> None:
    """A slice with some computed bounds."""
    v = d.pick(lambda v: v.type.rank > 0)
    if v is None:
        return
    r, shape = d.random, dims(v.type)
    shape = shape[: r.randint(1, len(shape))]
    low = [r.randint(0, s) for s in shape]
    bounds = [r.choice((s, r.randint(a, s))) for a, s in zip(low, shape, strict=True)]
    start: list[Value] = [index_literal(i) for i in low]
    end: list[Value] = [index_literal(i) for i in bounds]
    strides = tuple(r.randint(1, 2) for _ in shape) if r.random() < 0.6 else None
    d.insert(op.Slice(v.value, start, end, strides), v.exact, v.size)


def _computed_slice(d: Drawing) -> None:
    """A slice with a computed offset and size, summed so that the result has a static size."""
    v = d.pick(lambda v: has_elements(v) and v.exact and is_number(v))
    if v is None:
        return
    r, size = d.random, dims(v.type)[0]
    end = d.put(op.Add(d.index(size), index_literal(1)))
    start = d.put(op.Modulo(d.index(size), end))
    part = d.put(op.Slice(v.value, [start], [end], (r.randint(1, 2),)))
    d.insert(op.Reduce(part, r.choice(("min", "max")), (0,), None), True, v.size)
    d.insert(op.UnitCount(part), True, 1000)


def _concatenate(d: Drawing) -> None:
    v = d.pick(lambda v: v.type.rank > 0)
    if v is None:
        return
    w = d.pick(lambda w: w.type.rank == v.type.rank and w.type.element is v.type.element)
    if w is None:
        return
    axis = d.random.randrange(v.type.rank)
    parts = [v, w] if d.random.random() < 0.8 else [v, w, v]
    if d.random.random() < 0.05:
        parts = [v]
    made = op.Concatenate([p.value for p in parts], axis)
    d.insert(made, all(p.exact for p in parts), max(p.size for p in parts))


def _gather(d: Drawing) -> None:
    v = d.pick(has_elements)
    if v is None:
        return
    axis = d.random.randrange(v.type.rank)
    places = constant_indices(d, d.random.randint(0, 4), dims(v.type)[axis])
    d.insert(op.Gather(v.value, places, axis), v.exact, v.size)


def _scatter(d: Drawing) -> None:
    v = d.pick(has_elements)
    if v is None or v.size * 4 > LARGEST:
        return
    axis = d.random.randrange(v.type.rank)
    size = dims(v.type)[axis]
    places = constant_indices(d, 3, size)
    updates = d.put(op.Gather(v.value, constant_indices(d, 3, size), axis))
    _insert_scatter(d, v, updates, places, axis, 4.0)


def _insert_scatter(
    d: Drawing, v: Drawn, updates: Value, places: Value, axis: int, growth: float
) -> None:
    choices: list[str | None] = [None]
    choices += ["add"] if is_number(v) else ["and", "or"]
    choices += ["min", "max"] if is_number(v) and not d.smooth else []
    by = d.random.choice(choices)
    exact = v.exact and (by != "add" or not is_float(v))
    size, growth = (v.size * growth, growth) if by == "add" else (v.size, 1.0)
    d.insert(op.Scatter(updates, v.value, places, axis, by), exact, size, growth)


def _iota(d: Drawing) -> None:
    shape = (d.random.choice((0, *SIZES)), 3)[: d.random.randint(1, 2)]
    element = d.random.choice((I64, I64, *NUMBERS))
    d.insert(op.Iota(shape, d.random.randrange(len(shape)), tensor(element)), True, 33)


def _random(d: Drawing) -> None:
    element = d.random.choice((F32, F64))
    key = Literal(tensor(U32, 2), TensorData(np.array([d.random.randrange(9), 5], np.uint32)))
    low, high = (Literal(tensor(element), n) for n in (-1.0, 1.0))
    normal = d.random.random() < 0.3
    keyed = d.random.random() < 0.5
    known = d.pick()
    shape = (d.random.choice(SIZES), 2)
    if known is not None and d.random.random() < 0.5:
        shape = dims(known.type)
    d.insert(op.Random(shape, low, high, normal, key if keyed else None), False, 6.0)


def _computed_indices(d: Drawing, bound: int) -> Value | None:
    """Computed indices along a dimension."""
    v = d.pick(lambda v: v.type.element.is_integer and v.exact and v.type.rank <= 2)
    way = d.random.choice(("modulo", "modulo", "iota", "argument", "sort"))
    if way == "iota":
        count = d.random.choice((0, 1, 3, 5))
        v = Drawn(d.put(op.Iota((count,), 0, tensor(I64))), True, 5.0)
    elif way != "modulo":
        source = d.pick(lambda v: v.exact and has_elements(v) and v.type.rank <= 2)
        if source is not None and way == "argument":
            maker = d.random.choice((op.ArgMax, op.ArgMin))
            v = Drawn(d.put(maker(source.value, 0)), True, 40.0)
        elif source is not None and d.features["sorting"]:
            sort = d.put(op.Sort(source.value, 0, False))
            v = Drawn(d.put(op.Extract((1,), sort)), True, 40.0)
    if v is None:
        return None
    size = Literal(tensor(v.type.element), min(bound, 100))
    return d.put(op.Modulo(v.value, size))


def _computed_gather(d: Drawing) -> None:
    v = d.pick(lambda v: has_elements(v) and v.type.rank <= 2)
    if v is None:
        return
    axis = d.random.randrange(v.type.rank)
    places = _computed_indices(d, dims(v.type)[axis])
    if places is not None:
        d.insert(op.Gather(v.value, places, axis), v.exact, v.size)


def _computed_scatter(d: Drawing) -> None:
    v = d.pick(lambda v: has_elements(v) and v.type.rank <= 2)
    if v is None or v.size * 40 > LARGEST * 2:
        return
    axis = d.random.randrange(v.type.rank)
    places = _computed_indices(d, dims(v.type)[axis])
    if places is not None:
        updates = d.put(op.Gather(v.value, places, axis))
        _insert_scatter(d, v, updates, places, axis, 40.0)


def _window(d: Drawing) -> None:
    r = d.random
    v = d.pick(lambda v: is_number(v) and 0 < v.type.rank <= 3)
    if v is None or v.size * 8 > LARGEST:
        return
    rank = v.type.rank
    sizes = tuple(r.randint(1, 2) for _ in range(rank))
    steps = tuple(r.randint(1, 3) for _ in range(rank))
    pairs = tuple((r.randint(0, 2), r.randint(0, 2)) for _ in range(rank))
    padding = r.choice(("none", "half", "full", pairs))
    dilation = tuple(r.randint(1, 2) for _ in range(rank)) if r.random() < 0.3 else None
    by = r.choice(("add", "min", "max"))
    init = Literal(tensor(v.type.element), 1) if r.random() < 0.5 else None
    if init is None and by != "add" and padding != "none":
        return  # Windows of padding alone give infinities.
    exact = v.exact and (by != "add" or not is_float(v))
    made = op.ReduceWindow(v.value, by, sizes, init, steps, padding, dilation)
    d.insert(made, exact, v.size * 8 + 9, 8.0 if by == "add" else 1.0)


def _convolve(d: Drawing) -> None:
    r = d.random
    v = d.pick(lambda v: is_number(v) and v.type.rank >= 2 and 0 not in v.type.shape)
    if v is None or v.size > 4 or max(dims(v.type)) > 9:
        return
    x, shape = v.value, dims(v.type)
    if v.type.rank == 2:
        x, shape = d.put(op.PadShape(x, 0)), (1, *shape)
    channels, spatial = shape[1], shape[2:]
    groups = r.choice([n for n in range(1, channels + 1) if channels % n == 0])
    outputs = groups * r.choice((1, 2, 4))
    kernel_shape = (outputs, channels // groups, *(r.randint(1, 2) for _ in spatial))
    count = int(np.prod(kernel_shape))
    steps = 8 if is_float(v) else 1
    low = 0 if v.type.element.kind == "unsigned" else -2
    numbers = np.array([r.randint(low, 2) / steps for _ in range(count)]).reshape(kernel_shape)
    type = TensorType(kernel_shape, v.type.element)
    kernel = Literal(type, TensorData(numbers.astype(v.type.element.numpy)))
    padding = tuple((r.randint(-1, 1), r.randint(0, 1)) for _ in spatial)
    strides = tuple(r.randint(1, 2) for _ in spatial)
    left = tuple(r.randint(1, 2) for _ in spatial) if r.random() < 0.3 else None
    right = tuple(r.randint(1, 2) for _ in spatial) if r.random() < 0.3 else None
    made = op.Convolve(x, kernel, strides, padding, left, right, groups)
    d.insert(made, not is_float(v), LARGEST, float(count))


def _scan(d: Drawing) -> None:
    v = d.pick(lambda v: is_number(v) and v.type.rank > 0)
    if v is None or v.size * 33 > LARGEST * 20:
        return
    by = d.random.choice(("add", "min", "max"))
    axes = tuple(d.random.sample(range(v.type.rank), d.random.randint(1, v.type.rank)))
    # What goes before the first element is infinite for the extremes of floats.
    exclusive = d.random.random() < 0.3 and (by == "add" or not is_float(v))
    exact = v.exact and (by != "add" or not is_float(v))
    count = float(np.prod([dims(v.type)[a] for a in axes]))
    size = v.size * count + 1 if by == "add" else v.size
    growth = count if by == "add" else 1.0
    made = op.Scan(v.value, by, axes, exclusive, d.random.random() < 0.5)
    d.insert(made, exact, size, growth)


def _sort(d: Drawing) -> None:
    v = d.pick(lambda v: v.exact and v.type.rank > 0)
    if v is None:
        return
    axis = d.random.randrange(v.type.rank)
    count = d.random.choice((None, d.random.randint(0, int(dims(v.type)[axis]))))
    whole = d.put(op.Sort(v.value, axis, d.random.random() < 0.5, count))
    d.insert(op.Extract((0,), whole), True, v.size)
    d.insert(op.Extract((1,), whole), True, 40)


def _update(d: Drawing) -> None:
    """A block of a tensor written to another position."""
    v = d.pick(lambda v: v.type.rank > 0)
    if v is None:
        return
    w = d.pick(lambda w: w.type.rank == v.type.rank and w.type.element is v.type.element) or v
    shape, r = dims(v.type), d.random
    sizes = [r.randint(0, min(a, b)) for a, b in zip(shape, dims(w.type), strict=True)]
    zeros = [index_literal(0) for _ in shape]
    block = d.put(op.Slice(w.value, zeros, [index_literal(s) for s in sizes], None))
    start: list[Value] = [
        d.index(s - b + 1) if d.features["computed indices"] else index_literal(0)
        for s, b in zip(shape, sizes, strict=True)
    ]
    given = 1 + sum(sizes) % len(start)  # The block begins at 0 in the rest.
    d.insert(op.Update(v.value, block, start[:given]), v.exact and w.exact, max(v.size, w.size))


_TWINS = ((F32, I32), (F64, I64), (F32, U32), (F16, I16), (BF16, U16), (I8, U8), (U64, I64))


def _bit_cast(d: Drawing) -> None:
    known = {a: b for pair in _TWINS for a, b in (pair, pair[::-1])}
    v = d.pick(lambda v: v.exact and v.type.element in known)
    if v is None:
        return
    own, other = v.type.element, known[v.type.element]
    clean = v.value
    if is_float(v):
        # The sign of zero is not the same everywhere, and its bits show it.
        zero = Literal(tensor(own), 0)
        clean = d.put(op.Select(zero, clean, d.put(op.Equal(clean, zero))))
    elif other.is_float:
        # There is one NaN, whatever its bits.
        clean = d.put(op.And(clean, Literal(tensor(own), 127)))
    turned = d.put(op.BitCast(clean, other))
    if is_float(v) and d.random.random() < 0.5:
        d.insert(op.And(turned, Literal(tensor(other), 1)), True, 1.0)
    d.insert(op.BitCast(turned, own), True, max(v.size, 127.0 if other.is_float else 0.0))


def _query(d: Drawing) -> None:
    v = d.pick()
    if v is None:
        return
    kinds = (op.Rank, op.UnitCount, op.ShapeOf)
    query: Instruction = d.random.choice(kinds)(v.value)
    if v.type.rank and d.random.random() < 0.4:
        query = op.Dimension(v.value, d.random.randrange(v.type.rank))
    d.insert(query, True, 1000)


MOVEMENT: Sequence[Step] = (
    _move, _move, _move, _reshape, _slice, _concatenate, _gather, _scatter, _iota, _extract,
)  # fmt: skip
SMOOTH_MOVEMENT: Sequence[Step] = (
    _move, _move, _reshape, _slice, _concatenate, _gather, _scatter, _extract,
)  # fmt: skip
COMPUTED_INDICES: Sequence[Step] = (_computed_gather, _computed_scatter, _computed_slice)
WINDOWS: Sequence[Step] = (_window,)
CONVOLUTIONS: Sequence[Step] = (_convolve,)
SCANS: Sequence[Step] = (_scan,)
SORTING: Sequence[Step] = (_sort,)
UPDATES: Sequence[Step] = (_update,)
BIT_CASTS: Sequence[Step] = (_bit_cast,)
QUERIES: Sequence[Step] = (_query,)
RANDOM_NUMBERS: Sequence[Step] = (_random,)
