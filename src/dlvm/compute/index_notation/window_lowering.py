"""Index notation of convolutions, windows, scans, contractions and updates."""

from __future__ import annotations

from functools import reduce as fold

from dlvm.compute.index_notation.lowering import (
    Lowering,
    below,
    not_below,
    reduced_variable,
    rule,
    statement_rule,
    tensor_type,
    variable,
)
from dlvm.ir.compute import (
    Affine,
    Constant,
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
from dlvm.ir.compute_rules import identity
from dlvm.ir.instructions import Contract, Convolve, ReduceWindow, Scan, Unbroadcast, Update
from dlvm.ir.instructions.contraction import ELLIPSIS
from dlvm.ir.polynomial import Size, size_of
from dlvm.ir.types import I64, Dim


def _guarded(conditions: list[Expression], body: Expression, otherwise: Expression) -> Expression:
    if not conditions:
        return body
    return Guard(fold(lambda a, b: call("and", a, b), conditions), body, otherwise)


def _place(
    at: Affine, size: Size, margins: tuple[Size, Size], dilation: int
) -> tuple[Index, list[Expression]]:
    """The index in a padded and dilated dimension, and the condition that there is an element at
    this index."""
    low, high = margins
    place = at.plus(low * -1)
    conditions: list[Expression] = []
    if not isinstance(low, int) or low > 0:
        conditions.append(not_below(place, 0))
    if not isinstance(high, int) or high > 0:
        conditions.append(below(place, (size - 1) * dilation + 1))
    if dilation == 1:
        return place, conditions
    gap = Constant(dilation, I64)
    rest = call("modulo", IndexValue(place), gap)
    conditions.append(compare("equal", rest, Constant(0, I64)))
    return call("truncateDivide", IndexValue(place), gap), conditions


@rule(Convolve)
def _convolve(low: Lowering, op: Convolve, at: tuple[Affine, ...]) -> Expression:
    sizes, kernel = low.sizes(op.x), low.shape(op.kernel)
    ranges = [Range(reduced_variable(n), dim) for n, dim in enumerate(kernel[1:])]
    channel, *offsets = (Affine.variable(r.variable) for r in ranges)
    conditions: list[Expression] = []
    places: list[Index] = []
    for axis, offset in enumerate(offsets):
        step = at[2 + axis].scaled(op.steps[axis]).plus(offset.scaled(op.right[axis]))
        place, own = _place(step, sizes[2 + axis], op.margins[axis], op.left[axis])
        places.append(place)
        conditions += own
    x = low.read(op.x, [at[0], _channel(op, kernel, at[1], channel), *places])
    weight = low.read(op.kernel, [at[1], channel, *offsets])
    zero = Constant(0, x.element)
    return Reduction("add", tuple(ranges), call("multiply", _guarded(conditions, x, zero), weight))


def _channel(op: Convolve, kernel: tuple[Dim, ...], output: Affine, channel: Affine) -> Index:
    """The input channel that an output channel reads at a channel of its kernel."""
    if op.groups == 1:
        return channel
    share = size_of(kernel[1])
    if kernel[0] == op.groups:
        return output.scaled(share).plus(channel)
    kernels: Expression = IndexValue(Affine.size(size_of(kernel[0])))
    kernels = call("truncateDivide", kernels, Constant(op.groups, I64))
    if isinstance(kernel[0], int):
        kernels = Constant(kernel[0] // op.groups, I64)
    group = call("truncateDivide", IndexValue(output), kernels)
    first = call("multiply", group, IndexValue(Affine.size(share)))
    return call("add", first, IndexValue(channel))


@rule(ReduceWindow)
def _reduce_window(low: Lowering, op: ReduceWindow, at: tuple[Affine, ...]) -> Expression:
    assert isinstance(op.by, str), "reductions by a function are loops at this stage"
    shape, element = low.shape(op.x), tensor_type(op).element
    ranges = tuple(Range(reduced_variable(n), dim) for n, dim in enumerate(op.dims))
    conditions: list[Expression] = []
    places: list[Index] = []
    for axis, (before, after) in enumerate(low.shapes.margins(op, shape)):
        offset = Affine.variable(ranges[axis].variable).scaled(op.spacing[axis])
        step = at[axis].scaled(op.steps[axis]).plus(offset)
        margins = (size_of(before), size_of(after))
        place, own = _place(step, size_of(shape[axis]), margins, 1)
        places.append(place)
        conditions += own
    init = Constant(identity(op.by, element), element)
    outside = low.read(op.init, ()) if op.init is not None else init
    body = _guarded(conditions, low.read(op.x, places), outside)
    if 0 in shape:
        body = outside
    joined = Reduction(op.by, ranges, body) if ranges else body
    return call(op.by, outside, joined) if op.init is not None else joined


@rule(Unbroadcast)
def _unbroadcast(low: Lowering, op: Unbroadcast, at: tuple[Affine, ...]) -> Expression:
    """Sums the q elements along an axis that a broadcast copied from one element. The operand has q
    times as many elements as the result; q is 1, or the result has one element."""
    ranges: list[Range] = []
    places = list(at)
    for axis, (whole, part) in enumerate(zip(low.shape(op.x), low.shape(op.like), strict=True)):
        count = low.shapes.repetitions(whole, part) if axis in op.axes else 1
        if count != 1:
            ranges.append(Range(reduced_variable(len(ranges)), count))
            step = Affine.variable(ranges[-1].variable)
            places[axis] = step.scaled(size_of(part)).plus(at[axis])
    body = low.read(op.x, places)
    return Reduction("add", tuple(ranges), body) if ranges else body


@rule(Contract)
def _contract(low: Lowering, op: Contract, at: tuple[Affine, ...]) -> Expression:
    labels = op.labels
    sizes: dict[str, Dim] = dict(zip(labels.output, low.shape(op), strict=True))
    for names, factor in zip(labels.inputs, op.factors, strict=True):
        for label, size in zip(names, low.shape(factor), strict=True):
            known = sizes.setdefault(label, size)
            if label in labels.summed and (not isinstance(known, int) or known == 1):
                sizes[label] = size
    places = dict(zip(labels.output, at, strict=True))
    ranges = [Range(reduced_variable(n), sizes[s]) for n, s in enumerate(labels.summed)]
    places |= {s: Affine.variable(r.variable) for s, r in zip(labels.summed, ranges, strict=True)}
    reads: list[Expression] = []
    for names, factor in zip(labels.inputs, op.factors, strict=True):
        # Only the dimensions of an ellipsis broadcast.
        own = zip(names, low.shape(factor), strict=True)
        within = tuple(sizes[s] if s.startswith(ELLIPSIS) else size for s, size in own)
        reads.append(low.read(factor, [places[s] for s in names], within))
    product = fold(lambda a, b: call("multiply", a, b), reads)
    return Reduction("add", tuple(ranges), product) if ranges else product


@statement_rule(Scan)
def _scan(low: Lowering, op: Scan, target: str) -> Statement:
    assert isinstance(op.by, str), "scans by a function are loops at this stage"
    """A sequential scan: each element is computed from the previous one in the target."""
    (axis,) = op.axes
    shape, element = low.shape(op.x), tensor_type(op).element
    ranges = tuple(Range(variable(a), dim) for a, dim in enumerate(shape))
    at = [Affine.variable(r.variable) for r in ranges]
    step = at[axis]
    place, before = step, step.plus(-1)
    if op.reverse:
        place = step.scaled(-1).plus(size_of(shape[axis]) - 1)
        before = step.scaled(-1).plus(size_of(shape[axis]))
    here = [*at[:axis], place, *at[axis + 1 :]]
    earlier = [*at[:axis], before, *at[axis + 1 :]]
    so_far = Read(target, tuple(earlier), element)
    first: Expression = low.read(op.x, here)
    joined = call(op.by, so_far, low.read(op.x, earlier if op.exclusive else here))
    if op.exclusive:
        first = Constant(identity(op.by, element), element)
    value = Guard(not_below(step, 1), joined, first)
    return Statement(target, ranges, value, tuple(here), None, low.naming(op.x))


@statement_rule(Update)
def _update(low: Lowering, op: Update, target: str) -> Statement:
    ranges = tuple(Range(variable(a), dim) for a, dim in enumerate(low.shape(op.y)))
    at = [Affine.variable(r.variable) for r in ranges]
    offsets = [size_of(low.shapes.size(value)) for value in op.offsets]
    places = tuple(i.plus(offset) for i, offset in zip(at, offsets, strict=True))
    return Statement(target, ranges, low.read(op.y, at), places, None, low.naming(op.x))
