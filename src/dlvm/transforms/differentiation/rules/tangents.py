"""The tangent of each instruction.

A row of :data:`TANGENT` computes the tangent of an instruction's result from those of its operands.
Linear instructions, including those on memory, are applied to the tangents. Element-wise
instructions use the partials of :data:`ADJOINT`, as each element of the result depends on one
element of each operand. A rule appends instructions after the original and returns the tangent, or
None for an instruction without a result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol, TypeVar

from dlvm.analysis.differentiation.activity import carries_tangent
from dlvm.ir import Aggregate, Function, Instruction, Value
from dlvm.ir import instructions as op
from dlvm.ir.instruction import Trait, instructions_with
from dlvm.ir.instructions import Path
from dlvm.ir.types import ERASED
from dlvm.transforms.differentiation.rules.adjoints import ADJOINT
from dlvm.transforms.differentiation.rules.extremes import (
    scan_extreme_tangent,
    take_along_axis,
    window_extreme_tangent,
)
from dlvm.transforms.differentiation.rules.rule_types import Each, Partial
from dlvm.transforms.differentiation.rules.value_builder import TensorValue, imag, real, sign

AnyInstruction = TypeVar("AnyInstruction", bound=Instruction)


class Tangents(Protocol):
    """The interface through which rules use forward mode."""

    def term(self, value: Value) -> TensorValue: ...

    def tangent(self, value: Value) -> Value | None:
        """Returns the tangent of a value; None if it is zero."""
        ...

    def tangent_or_zero(self, value: Value) -> Value:
        """Returns the tangent of a value in the value's type; parts without a tangent keep the
        original's value."""
        ...

    def part(self, value: Value, path: Path) -> Value | None:
        """Returns the tangent of the part of a value at a path; None if it is zero."""
        ...

    def put(self, instruction: AnyInstruction) -> AnyInstruction:
        """Appends an instruction."""
        ...


TangentRule = Callable[[Tangents, Any], Value | None]


def _partial_sum(
    flow: Tangents, instruction: Instruction, partials: tuple[Partial | None, ...]
) -> TensorValue:
    """Sums the partials over the operands that have a tangent."""
    y = flow.term(instruction)
    operands = [flow.term(o) for o in instruction.operands]
    shares = [
        partial(flow.term(tangent), y, *operands)
        for operand, partial in zip(instruction.operands, partials, strict=False)
        if partial is not None and (tangent := flow.tangent(operand)) is not None
    ]
    total = shares[0]
    for share in shares[1:]:
        total = total + share
    return total


def _elementwise(flow: Tangents, instruction: Instruction) -> Value:
    rule = ADJOINT[type(instruction)]
    assert isinstance(rule, Each)
    return _elementwise_by(flow, instruction, rule.partials)


def _elementwise_by(
    flow: Tangents, instruction: Instruction, partials: tuple[Partial | None, ...]
) -> Value:
    """Sums partials, and broadcasts the sum to the shape of the result if necessary."""
    y = flow.term(instruction)
    total = _partial_sum(flow, instruction, partials)
    if len(instruction.operands) > 1 and ERASED in total.shape:
        # Two unknown sizes look equal, but one of them may be 1 and broadcast.
        return y.equals(y).select(total, total).value
    return total.broadcast_to(y).value


def _linear(flow: Tangents, instruction: Instruction) -> Value | None:
    """Applies the instruction to the tangents."""
    copied = instruction.clone()
    copied.name = None
    for index, operand in enumerate(instruction.operands):
        if carries_tangent(operand.type):
            copied.set_operand(index, flow.tangent_or_zero(operand))
    return flow.put(copied)


def _multilinear(flow: Tangents, instruction: Instruction) -> Value:
    """Sums the results of the instruction with one operand at a time replaced by its tangent."""
    total: TensorValue | None = None
    for index, operand in enumerate(instruction.operands):
        tangent = flow.tangent(operand)
        if tangent is not None:
            copied = instruction.clone()
            copied.name = None
            copied.set_operand(index, tangent)
            share = flow.term(flow.put(copied))
            total = share if total is None else total + share
    assert total is not None
    return total.value


def _extract(flow: Tangents, extract: op.Extract) -> Value | None:
    return flow.part(extract.source, extract.path)


def _cast(flow: Tangents, cast: op.DataTypeCast) -> Value:
    return flow.term(flow.tangent_or_zero(cast.x)).cast(cast.element).value


def _absolute(flow: Tangents, absolute: op.Abs) -> Value:
    """Returns the tangent of an absolute value: for a complex number, its component along the
    number."""
    y, x = flow.term(absolute), flow.term(absolute.x)
    t = flow.term(flow.tangent_or_zero(absolute.x))
    if not x.type.element.is_complex:
        return (t * sign(x)).value
    along = real(t) * real(x) + imag(t) * imag(x)
    return (along / y.equals(0).select(1, y)).value


def _unbroadcast(flow: Tangents, unbroadcast: op.Unbroadcast) -> Value:
    tangent = flow.tangent_or_zero(unbroadcast.x)
    return flow.put(op.Unbroadcast(tangent, unbroadcast.like, unbroadcast.axes))


def _builtin(flow: Tangents, builtin: op.Builtin) -> Value:
    partials = builtin.intrinsic.tangent
    assert partials is not None
    return _partial_sum(flow, builtin, tuple(partials)).value


def _random(flow: Tangents, random: op.Random) -> Value:
    """Returns the tangent of random numbers, which are low + (high - low) u or low + high z, for
    fixed u and z."""
    y, low, high = flow.term(random), flow.term(random.low), flow.term(random.high)
    if random.normal:
        low_share, high_share = 1.0, high.equals(0).select(0, (y - low) / high)
    else:
        # Equal bounds do not determine the relative position; one half is used.
        high_share = high.equals(low).select(0.5, (y - low) / (high - low))
        low_share = 1 - high_share

    def of_low(t: TensorValue, *_: TensorValue) -> TensorValue:
        return t * low_share

    def of_high(t: TensorValue, *_: TensorValue) -> TensorValue:
        return t * high_share

    return _partial_sum(flow, random, (of_low, of_high)).broadcast_to(y).value


# Reductions, scans and scatters by operators

Reducing = op.Reduce | op.ReduceWindow | op.Scan | op.Scatter


def _reduced(
    flow: Tangents, reducing: Reducing, by: str, operands: list[TensorValue]
) -> TensorValue:
    """Applies a copy of a reduction or scatter with the operator ``by`` and other operands. A
    scatter keeps its indices."""
    copied = reducing.clone()
    copied.name, copied.by = None, by
    for index, operand in enumerate(operands):
        copied.set_operand(index, operand.value)
    return flow.term(flow.put(copied))


def _reduced_operands(
    flow: Tangents, reducing: Reducing
) -> tuple[list[TensorValue], list[TensorValue]]:
    """Returns the operands whose elements are reduced, and their tangents."""
    joined = [o for o in reducing.operands if carries_tangent(o.type)]
    return [*map(flow.term, joined)], [flow.term(flow.tangent_or_zero(o)) for o in joined]


def _product(flow: Tangents, reducing: Reducing) -> Value:
    """Returns the tangent of a product. Without zeros, it is the product times the sum of t / x.
    With one zero, it is the tangent of the zero times the product of the other elements; with
    several, it is zero."""
    xs, tangents = _reduced_operands(flow, reducing)
    zero = [x.equals(0) for x in xs]
    others = [z.select(1, x) for z, x in zip(zero, xs, strict=True)]
    triples = list(zip(zero, tangents, others, strict=True))
    product = _reduced(flow, reducing, "multiply", others)
    zeros = _reduced(flow, reducing, "add", [z.cast(product.type.element) for z in zero])
    relative = _reduced(flow, reducing, "add", [z.select(0, t) / x for z, t, x in triples])
    of_zeros = _reduced(flow, reducing, "add", [z.select(t, 0) for z, t, _ in triples])
    share = zeros.equals(0).select(relative, zeros.equals(1).select(of_zeros, 0))
    return (product * share).value


def _reduce_extreme(flow: Tangents, reduce: op.Reduce) -> Value:
    """Returns the mean of the tangents of all extremes, of which the initial value can be one."""
    y, x = flow.term(reduce), flow.term(reduce.x)
    is_extreme = x.equals(y.unsqueeze(*sorted(reduce.axes)))
    count = is_extreme.cast(y.type.element).sum(reduce.axes)
    tangent = flow.term(flow.tangent_or_zero(reduce.x))
    total = is_extreme.select(tangent, 0).sum(reduce.axes)
    if reduce.init is not None:
        is_initial = flow.term(reduce.init).equals(y)
        count = count + is_initial.cast(y.type.element)
        tangent = flow.tangent(reduce.init)
        if tangent is not None:
            total = total + is_initial.select(flow.term(tangent), 0)
    return (total / count).value


def _scatter_extreme(flow: Tangents, scatter: op.Scatter) -> Value:
    """Returns the mean of the tangents of all extremes among the original element and its
    updates."""
    y, element = flow.term(scatter), flow.term(scatter).type.element
    (updates, x), tangents = _reduced_operands(flow, scatter)
    there = y.wrap(op.Gather(y.value, scatter.indices, scatter.axis))
    is_extreme = [updates.equals(there), x.equals(y)]
    count = _reduced(flow, scatter, "add", [e.cast(element) for e in is_extreme])
    shares = [e.select(t, 0) for e, t in zip(is_extreme, tangents, strict=True)]
    return (_reduced(flow, scatter, "add", shares) / count).value


def _scan_extreme(flow: Tangents, scan: op.Scan) -> Value:
    tangent = flow.term(flow.tangent_or_zero(scan.x))
    return scan_extreme_tangent(tangent, flow.term(scan.x), scan).value


def _window_extreme(flow: Tangents, reduction: op.ReduceWindow) -> Value:
    y, x = flow.term(reduction), flow.term(reduction.x)
    tangent = flow.term(flow.tangent_or_zero(reduction.x))
    init, of_init = reduction.init, x.constant(0)
    if init is not None:
        of_init = flow.term(flow.tangent_or_zero(init))
    first = None if init is None else flow.term(init)
    return window_extreme_tangent(tangent, of_init, y, x, first, reduction).value


_BY_OPERATOR: Final[dict[tuple[type[Instruction], str | None], TangentRule]] = {
    **{(cls, "add"): _linear for cls in (op.Reduce, op.ReduceWindow, op.Scan, op.Scatter)},
    **{(cls, "multiply"): _product for cls in (op.Reduce, op.ReduceWindow, op.Scan, op.Scatter)},
    **{(op.Reduce, by): _reduce_extreme for by in ("min", "max")},
    **{(op.Scatter, by): _scatter_extreme for by in ("min", "max")},
    **{(op.Scan, by): _scan_extreme for by in ("min", "max")},
    **{(op.ReduceWindow, by): _window_extreme for by in ("min", "max")},
    (op.Scatter, None): _linear,
}


def _reducing(flow: Tangents, reducing: Reducing) -> Value | None:
    assert not isinstance(reducing.by, Function)
    return _BY_OPERATOR[type(reducing), reducing.by](flow, reducing)


def _sort(flow: Tangents, sort: op.Sort) -> Value:
    """Returns the tangents, sorted like the elements."""
    places = flow.put(op.Extract((1,), sort))
    tangent = flow.term(flow.tangent_or_zero(sort.x))
    found = take_along_axis(tangent, flow.term(places), sort.axis)
    pair = Aggregate(sort.type, [found.value, places])
    return flow.put(op.LiteralInstruction(pair))


TANGENT: Final[dict[type[Instruction], TangentRule]] = {
    op.Abs: _absolute,
    op.Builtin: _builtin,
    op.DataTypeCast: _cast,
    op.Extract: _extract,
    op.Random: _random,
    op.Reduce: _reducing,
    op.ReduceWindow: _reducing,
    op.Scan: _reducing,
    op.Scatter: _reducing,
    op.Sort: _sort,
    op.Unbroadcast: _unbroadcast,
    **dict.fromkeys(instructions_with(Trait.CONTRACTION), _multilinear),
    **dict.fromkeys(instructions_with(Trait.LINEAR), _linear),
}
"""The tangent rule of each instruction that is not element-wise. Users can add rows for new
instructions."""


def tangent_rule(cls: type[Instruction]) -> TangentRule | None:
    """Returns the rule of an instruction class, or None."""
    if Trait.ELEMENTWISE | Trait.BROADCASTING in cls.traits and isinstance(ADJOINT.get(cls), Each):
        return TANGENT.get(cls, _elementwise)
    return TANGENT.get(cls)
