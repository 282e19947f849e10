"""Rules for products, reductions, windows and sorts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

from dlvm.analysis.cfg.structured import Tree
from dlvm.ir import instructions as ir
from dlvm.ir.instruction import Function, Instruction
from dlvm.ir.instructions.contraction import ELLIPSIS
from dlvm.ir.types import BOOL, I64, Dim, ElementType, TensorType
from dlvm.ir.values import Value
from dlvm.stablehlo.exporter.rules import (
    JOINS,
    as_numbers,
    check_static,
    compare,
    indices_like,
    rule,
    sliced,
    tensor_type,
    with_sizes,
)
from dlvm.stablehlo.exporter.writer import HloWriter, WrittenRegion, ints, pairs, unsupported

# Products


@rule(ir.Dot)
def _dot(w: HloWriter, i: ir.Dot) -> Tree:
    ranks = [tensor_type(v).rank for v in (i.lhs, i.rhs)]
    batches = [f"{ELLIPSIS}{n}" for n in reversed(range(max(ranks) - 2))]
    left = [*batches[len(batches) - max(ranks[0] - 2, 0) :], "i", "k"][-ranks[0] :]
    right = ["k"] if ranks[1] == 1 else [*batches[len(batches) - ranks[1] + 2 :], "k", "j"]
    output = [*batches, *["i"] * (ranks[0] > 1), *["j"] * (ranks[1] > 1)]
    return contracted(w, i, [i.lhs, i.rhs], [left, right], output)


@rule(ir.Contract)
def _contract(w: HloWriter, i: ir.Contract) -> Tree:
    labels = i.labels
    return contracted(w, i, i.factors, labels.inputs, labels.output)


def contracted(
    w: HloWriter,
    i: Instruction,
    factors: Sequence[Value],
    inputs: Sequence[Sequence[str]],
    output: Sequence[str],
) -> str:
    """The product of factors whose dimensions have the labels ``inputs``, summed over the labels
    that are not in ``output``."""
    terms: list[tuple[str, list[str]]] = []
    sizes = _label_sizes([tensor_type(f) for f in factors], inputs)
    for factor, labels in zip(factors, inputs, strict=True):
        name, own = _without_ones(w, i, w.tensor(factor), list(labels), sizes)
        terms.append(_diagonal(w, name, own))
    while len(terms) > 1:
        (a, left), (b, right) = terms[:2]
        needed = {label for _, labels in terms[2:] for label in labels} | set(output)
        terms = [_product(w, a, left, b, right, needed), *terms[2:]]
    [(name, labels)] = terms
    name, labels = _summed(w, name, labels, set(output))
    kept = [label for label in output if label in labels]
    order = [labels.index(label) for label in kept]
    if order != sorted(order):
        type = w.type(name).with_shape([w.type(name).shape[a] for a in order])
        name = w.one("transpose", name, type=type, permutation=ints(order))
    result = tensor_type(i)
    if len(kept) == len(output):
        return name
    # Dimensions of size 1 in all factors were removed.
    axes = [output.index(label) for label in kept]
    own = iter(w.sizes(name) if result.static_shape is None else [])
    found = [
        next(own) if a in axes and result.static_shape is None else None for a in range(len(output))
    ]
    return with_sizes(w, name, result, lambda: [f or w.constant(np.int64(1)) for f in found])


def _label_sizes(
    types: Sequence[TensorType], inputs: Sequence[Sequence[str]]
) -> dict[str, list[Dim]]:
    found: dict[str, list[Dim]] = {}
    for type, labels in zip(types, inputs, strict=True):
        for label, size in zip(labels, type.shape, strict=True):
            found.setdefault(label, []).append(size)
    return found


def _without_ones(
    w: HloWriter, i: Instruction, name: str, labels: list[str], sizes: dict[str, list[Dim]]
) -> tuple[str, list[str]]:
    """Removes the dimensions of size 1 that broadcast."""
    type = w.type(name)
    removed: list[int] = []
    for axis, label in enumerate(labels):
        others = set(sizes[label])
        if not label.startswith(ELLIPSIS) or len(others) == 1:
            continue
        if type.shape[axis] == 1:
            removed.append(axis)
        elif len(others - {1}) > 1:
            raise unsupported(i, "that broadcasts sizes which are known only at run time")
    if not removed:
        return name, labels
    rest = [a for a in range(type.rank) if a not in removed]
    smaller = type.with_shape([type.shape[a] for a in rest])
    return (
        with_sizes(w, name, smaller, lambda: [w.size(name, a) for a in rest]),
        [labels[a] for a in rest],
    )


def _diagonal(w: HloWriter, name: str, labels: list[str]) -> tuple[str, list[str]]:
    """Keeps the elements with equal indices in the dimensions that share a label."""
    while len(set(labels)) < len(labels):
        first, second = next(
            (a, b) for b in range(len(labels)) for a in range(b) if labels[a] == labels[b]
        )
        same = compare(w, "EQ", indices_like(w, name, first), indices_like(w, name, second))
        kept = w.one("select", same, name, w.full(0, name), type=w.type(name))
        name = reduced(w, kept, "add", [second])
        labels = [label for a, label in enumerate(labels) if a != second]
    return name, labels


def _summed(w: HloWriter, name: str, labels: list[str], needed: set[str]) -> tuple[str, list[str]]:
    axes = [a for a, label in enumerate(labels) if label not in needed]
    if not axes:
        return name, labels
    return reduced(w, name, "add", axes), [label for label in labels if label in needed]


def _product(
    w: HloWriter, a: str, left: list[str], b: str, right: list[str], needed: set[str]
) -> tuple[str, list[str]]:
    """The product of two factors, and the labels of its dimensions. It is summed over the labels
    that are not ``needed`` later."""
    a, left = _summed(w, a, left, needed | set(right))
    b, right = _summed(w, b, right, needed | set(left))
    shared = [label for label in left if label in right]
    batches = [label for label in shared if label in needed]
    joined = [label for label in shared if label not in needed]
    labels = [
        *batches,
        *(n for n in left if n not in shared),
        *(n for n in right if n not in shared),
    ]
    sizes = {
        **dict(zip(right, w.type(b).shape, strict=True)),
        **dict(zip(left, w.type(a).shape, strict=True)),
    }
    type = w.type(a).with_shape([sizes[label] for label in labels])
    numbers = ", ".join(
        f"{side}_{what}_dimensions = {[own.index(label) for label in chosen]}"
        for what, chosen in (("batching", batches), ("contracting", joined))
        for side, own in (("lhs", left), ("rhs", right))
    )
    found = w.one(
        "dot_general", a, b, type=type, dot_dimension_numbers=f"#stablehlo.dot<{numbers}>"
    )
    return found, labels


@rule(ir.Convolve)
def _convolve(w: HloWriter, i: ir.Convolve) -> Tree:
    spatial = ", ".join(map(str, range(i.spatial)))
    layout = ", ".join(filter(None, ["{0}, {1}", spatial]))
    first, second = layout.format("b", "f"), layout.format("o", "i")
    return w.one(
        "convolution", w.tensor(i.x), w.tensor(i.kernel), type=tensor_type(i),
        window_strides=ints(i.steps), padding=pairs(i.margins), lhs_dilation=ints(i.left),
        rhs_dilation=ints(i.right), feature_group_count=f"{i.groups} : i64",
        batch_group_count="1 : i64",
        dimension_numbers=f"#stablehlo.conv<[{first}]x[{second}]->[{first}]>",
    )  # fmt: skip


# Reductions


def identity(by: str, element: ElementType) -> Any:
    """The identity element of an operator."""
    if by in ("add", "or"):
        return 0
    if by in ("multiply", "and"):
        return -1 if by == "and" and element.kind == "signed" else _largest(element, by)
    if element.is_float:
        return np.inf if by == "min" else -np.inf
    bounds = np.iinfo(element.numpy)
    return bounds.max if by == "min" else bounds.min


def _largest(element: ElementType, by: str) -> Any:
    return np.iinfo(element.numpy).max if by == "and" and element is not BOOL else 1


def _combiner(w: HloWriter, by: str | Function, element: ElementType) -> WrittenRegion:
    scalar = TensorType((), element)

    def join(inner: HloWriter, a: str, b: str) -> str:
        if isinstance(by, Function):
            return inner.one("func.call", a, b, type=scalar, callee=f"@{by.name}")
        return inner.one(JOINS[by], a, b)

    return w.region([scalar, scalar], join)


def _initial(
    w: HloWriter, by: str | Function, element: ElementType, init: Value | None = None
) -> str:
    if init is not None:
        return w.tensor(init)
    return w.constant(np.array(identity(cast("str", by), element)), element)


def reduced(
    w: HloWriter, x: str, by: str | Function, axes: Sequence[int], init: Value | None = None
) -> str:
    """Reduces a value along axes with an operator or a function, from ``init`` if it is given."""
    type = w.type(x)
    shape = [d for a, d in enumerate(type.shape) if a not in axes]
    return w.one(
        "reduce", x, _initial(w, by, type.element, init), type=type.with_shape(shape),
        regions=[_combiner(w, by, type.element)], dimensions=ints(axes),
    )  # fmt: skip


@rule(ir.Reduce)
def _reduce(w: HloWriter, i: ir.Reduce) -> Tree:
    return reduced(w, w.tensor(i.x), i.by, i.axes, i.init)


@rule(ir.Unbroadcast)
def _unbroadcast(w: HloWriter, i: ir.Unbroadcast) -> Tree:
    x, like = w.tensor(i.x), tensor_type(i.like)
    if any(not isinstance(like.shape[axis], int) for axis in i.axes):
        raise unsupported(i, "along sizes that are known only at run time")
    axes = [axis for axis in i.axes if like.shape[axis] == 1]
    if not axes:
        return x
    target = w.tensor(i.like)
    return with_sizes(w, reduced(w, x, "add", axes), like, lambda: w.sizes(target))


def _argument(greatest: bool) -> Callable[[HloWriter, Any], Tree]:
    def write(w: HloWriter, i: Any) -> Tree:
        x = as_numbers(w, w.tensor(i.x))
        scalar, index = TensorType((), w.type(x).element), TensorType((), I64)

        def join(inner: HloWriter, a: str, p: str, b: str, q: str) -> list[str]:
            first = compare(inner, "GT" if greatest else "LT", a, b)
            tied = compare(inner, "EQ", a, b)
            if scalar.element.is_float:
                nan_a, nan_b = compare(inner, "NE", a, a), compare(inner, "NE", b, b)
                only_a = inner.one("and", nan_a, inner.negated(nan_b))
                first = inner.one("or", first, only_a)
                tied = inner.one("or", tied, inner.one("and", nan_a, nan_b))
            earlier = inner.one("and", tied, compare(inner, "LT", p, q))
            chosen = inner.one("or", first, earlier)
            return [
                inner.one("select", chosen, u, v, type=inner.type(u)) for u, v in ((a, b), (p, q))
            ]

        worst = identity("max" if greatest else "min", scalar.element)
        init = w.constant(np.array(worst), scalar.element)
        last = w.constant(np.int64(np.iinfo(np.int64).max))
        places = indices_like(w, x, i.axis)
        result = tensor_type(i)
        types = [result.with_element(scalar.element), result]
        region = w.region([scalar, index, scalar, index], join)
        operands = [x, places, init, last]
        given = {"dimensions": ints([i.axis])}
        return w.op("stablehlo.reduce", operands, types, given, [region])[1]

    return write


rule(ir.ArgMax)(_argument(greatest=True))
rule(ir.ArgMin)(_argument(greatest=False))


@rule(ir.ReduceWindow)
def _reduce_window(w: HloWriter, i: ir.ReduceWindow) -> Tree:
    type = tensor_type(i.x)
    margins = i.margins(type.shape)
    if any(not isinstance(n, int) for pair in margins for n in pair):
        raise unsupported(i, "with padding that is known only at run time")
    return _window(
        w, w.tensor(i.x), i.by, tensor_type(i), i.dims, cast("Any", margins), i.init, i.steps,
        i.spacing,
    )  # fmt: skip


def _window(
    w: HloWriter,
    x: str,
    by: str | Function,
    type: TensorType,
    dims: Sequence[int],
    margins: Sequence[tuple[int, int]],
    init: Value | None = None,
    steps: Sequence[int] | None = None,
    spacing: Sequence[int] | None = None,
) -> str:
    ones = [1] * len(dims)
    return w.one(
        "reduce_window", x, _initial(w, by, type.element, init), type=type,
        regions=[_combiner(w, by, type.element)], window_dimensions=ints(dims),
        window_strides=ints(steps or ones), base_dilations=ints(ones),
        window_dilations=ints(spacing or ones), padding=pairs(margins),
    )  # fmt: skip


@rule(ir.Scan)
def _scan(w: HloWriter, i: ir.Scan) -> Tree:
    """Scans by an operator with windows, each of all elements up to one element, and by a function
    with loops."""
    x = w.tensor(i.x)
    type = w.type(x)
    if isinstance(i.by, Function):
        for axis in i.axes:
            x = _scanned(w, i, x, axis)
        return x
    for axis in i.axes:
        size = type.shape[axis]
        if not isinstance(size, int):
            raise unsupported(i, "along a size that is known only at run time")
        if not size:
            return x
        dims, margins = [1] * type.rank, [(0, 0)] * type.rank
        dims[axis] = size
        margin = (size, -1) if i.exclusive else (size - 1, 0)
        margins[axis] = (margin[1], margin[0]) if i.reverse else margin
        x = _window(w, x, i.by, type, dims, margins)
    return x


def _scanned(w: HloWriter, i: ir.Scan, x: str, axis: int) -> str:
    """Combines the rows along an axis by a function, in a loop."""
    type, index = w.type(x), TensorType((), I64)
    shape = list(check_static(i, type, "rows of"))
    size = shape[axis]
    if not size:
        return x
    shape[axis] = 1
    row, zero = type.with_shape(shape), w.constant(np.int64(0))
    region = _combiner(w, i.by, type.element)
    last, one = w.constant(np.int64(size - 1)), w.constant(np.int64(1))

    def places(writer: HloWriter, step: str) -> list[str]:
        place = writer.one("subtract", last, step) if i.reverse else step
        return [place if a == axis else zero for a in range(type.rank)]

    def at(writer: HloWriter, step: str) -> str:
        return writer.one(
            "dynamic_slice", x, *places(writer, step), type=row, slice_sizes=ints(shape)
        )

    def body(inner: HloWriter, state: list[str]) -> tuple[str, list[str]]:
        step, so_far, whole = state
        so_far = inner.one(
            "map", so_far, at(inner, step), type=row, regions=[region],
            dimensions=ints(range(type.rank)),
        )  # fmt: skip
        whole = inner.one("dynamic_update_slice", whole, so_far, *places(inner, step))
        step = inner.one("add", step, one)
        return compare(inner, "LE", step, last), [step, so_far, whole]

    goes_on = compare(w, "LE", one, last)
    return w.loop(goes_on, [one, at(w, zero), x], [index, row, type], body)[2]


# Sorts


@rule(ir.Sort)
def _sort(w: HloWriter, i: ir.Sort) -> Tree:
    """Sorts elements with their indices, in the order that JAX writes: all NaNs are equal and
    greater than numbers, and zeros are equal.
    """
    x = as_numbers(w, w.tensor(i.x))
    type = w.type(x)
    scalar, index = TensorType((), type.element), TensorType((), I64)

    def key(inner: HloWriter, a: str) -> str:
        if not type.element.is_float:
            return a
        zero, nan = inner.scalar(0, a), inner.scalar(np.nan, a)
        unsigned = inner.one("select", compare(inner, "EQ", a, zero), zero, a, type=scalar)
        return inner.one("select", compare(inner, "NE", a, a), nan, unsigned, type=scalar)

    def before(inner: HloWriter, a: str, b: str, *_: str) -> str:
        direction = "GT" if i.descending else "LT"
        return compare(inner, direction, key(inner, a), key(inner, b), total=True)

    found = w.op(
        "stablehlo.sort",
        [x, indices_like(w, x, i.axis)],
        [type, type.with_element(I64)],
        {"dimension": f"{i.axis} : i64", "is_stable": "true"},
        [w.region([scalar, scalar, index, index], before)],
    )
    if i.count is not None:
        shape = list(check_static(i, type, "the first elements of"))
        shape[i.axis] = i.count
        found = [sliced(w, name, [0] * len(shape), shape) for name in found]
    element = tensor_type(i.x).element
    if element is not type.element:
        found[0] = w.one("convert", found[0], type=w.type(found[0]).with_element(element))
    return tuple(found)


@rule(ir.Random)
def _random(w: HloWriter, i: ir.Random) -> Tree:
    raise unsupported(i, "numbers with these bits")
