"""Wide accumulation: scalars computed from long f32 reductions stay in f64 until they are results.

A variance becomes one loop in f64. The loop sums the deviations from the first value, which are
exact in f64, and their squares: the *shifted data* algorithm of Chan, Golub and LeVeque,
*Algorithms for Computing the Sample Variance*, 1983. The first value is one of the samples, so its
distance from the mean is at most √n standard deviations: cancellation loses at most n times the
precision of f64, and equal values have variance 0.
"""

from __future__ import annotations

import struct
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from dlvm.compute.loop_nest.nest import outer_reductions
from dlvm.compute.loop_nest.variance_merging import Moments, count_of, moments_of
from dlvm.ir.compute import (
    Affine,
    Call,
    Constant,
    Expression,
    Read,
    Reduction,
    Statement,
    call,
    map_calls,
    map_reads,
    map_reductions,
    substitute,
)
from dlvm.ir.types import F32, F64

_KEPT_WIDE: Final = (
    "add", "subtract", "multiply", "divide", "negate", "square", "sqrt", "rsqrt", "log",
)  # fmt: skip
"""The operations that are computed in f64 before rounding."""
_LONG: Final = 512
"""The minimum number of elements of a reduction that makes the cost of a few operations in f64
negligible."""


def with_wide_scalars(
    statements: Sequence[Statement], results: Sequence[str]
) -> tuple[Statement, ...]:
    """Computes variances of f32 values in f64, and scalars that depend on them or on other long
    reductions, and rounds only the results.

    This applies if each statement writes one element at each point of the same ranges. Whole rows,
    as in a normalization, have rounding errors of their own: only the scalars that depend on a
    row's reductions are widened. A mean that another statement reads stays, since it is computed
    anyway.
    """
    first = statements[0]
    if not first.ranges or any(s.ranges != first.ranges or s.indices for s in statements):
        return _with_wide_row_scalars(statements)
    found = {
        id(m.squares): m
        for m in moments_of(statements)
        if m.total.element is F32 and not _is_needed(m, statements, results)
    }
    sums = {m.statement.target for m in found.values()}
    wide = _Wide(found, {s.target for s in statements if _is_long(s)} - sums)
    changed: list[Statement] = []
    for statement in statements:
        if statement.target in sums:
            continue
        value = statement.value
        if value.element is not F32:
            value = wide.narrowed(value)
        elif statement.target not in results:
            if wide.concerns(value):
                value = wide.widened(value)
                wide.targets.add(statement.target)
        elif wide.concerns(value) or (wide.follows(value) and _roundings(value) > 1):
            value = call("cast", wide.widened(value), element=F32)
        changed.append(replace(statement, value=value))
    return tuple(changed)


def _with_wide_row_scalars(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """Widens scalars computed once for a row from its reductions, so that they are rounded once."""
    long = {s.target: s.ranges for s in statements if _is_long(s)}

    def changed(statement: Statement) -> Statement:
        ranges = statement.ranges
        rows = {t for t, outer in long.items() if outer == ranges[: len(outer)] != ranges}
        if not rows:
            return statement
        inner = {v.variable for t in rows for v in ranges[len(long[t]) :]}
        wide = _Wide({}, rows)

        def rounded_once(value: Expression) -> Expression | None:
            is_row = not value.variables & inner and value.element is F32
            if not is_row or not wide.follows(value) or _roundings(value) < 2:
                return None
            return call("cast", wide.widened(value), element=F32)

        return replace(statement, value=map_calls(statement.value, rounded_once))

    return tuple(map(changed, statements))


def _is_long(statement: Statement) -> bool:
    """Whether a statement is a reduction of so many elements that the cost of a few operations in
    f64 is negligible, and each point reduces elements that no other point reads."""
    value = statement.value
    if not isinstance(value, Reduction) or value.element is not F32:
        return False
    if any(not isinstance(r.size, int) for r in value.ranges) or count_of(value.ranges) < _LONG:
        return False
    own = {r.variable for r in (*statement.ranges, *value.ranges) if r.extent != 1}
    reduced = {r.variable for r in value.ranges}
    return all(own <= r.variables for r in value.body.reads if r.variables & reduced)


def _is_needed(moments: Moments, statements: Sequence[Statement], results: Sequence[str]) -> bool:
    """Whether a sum is a result of the statements, or has readers other than the mean of the
    deviations."""
    target = moments.statement.target
    targets = {s.target for s in statements}
    if target in results or any(read.tensor in targets for read in moments.total.body.reads):
        return True

    def without(reduction: Reduction) -> Expression:
        return Constant(0, F32) if reduction is moments.squares else reduction

    rest = [map_reductions(s.value, without) for s in statements]
    return any(read.tensor == target for value in rest for read in value.reads)


def _roundings(value: Expression) -> int:
    """The number of roundings that an expression saves if it is computed in f64."""
    if not isinstance(value, Call) or value.operation not in _KEPT_WIDE:
        return 0
    return 1 + sum(map(_roundings, value.arguments))


class _Wide:
    """Rewrites expressions to f64. ``found`` are the variances, by the identity of their sums of
    squares; ``targets`` are the tensors that became f64; ``long`` are the f32 results of long
    reductions."""

    def __init__(self, found: Mapping[int, Moments], long: Collection[str]) -> None:
        self.found = found
        self.long = long
        self.targets: set[str] = set()

    def concerns(self, value: Expression) -> bool:
        """Whether an expression reads a tensor that became f64, or contains a variance."""
        return any(read.tensor in self.targets for read in value.reads) or any(
            id(reduction) in self.found for reduction in outer_reductions(value)
        )

    def follows(self, value: Expression) -> bool:
        """Whether an expression reads the result of a long reduction, or :meth:`concerns` holds. As
        a part of a result, it is then computed in f64."""
        return self.concerns(value) or any(read.tensor in self.long for read in value.reads)

    def widened(self, value: Expression) -> Expression:
        """An f32 expression in f64."""
        match value:
            case Constant():
                (rounded,) = struct.unpack("f", struct.pack("f", value.value))
                return Constant(rounded, F64)
            case Read() if value.tensor in self.targets:
                return replace(value, element=F64)
            case Reduction() if id(value) in self.found:
                return _squared_deviations(self.found[id(value)])
            case Call() if value.operation in _KEPT_WIDE and self.follows(value):
                arguments = tuple(self.widened(a) for a in value.arguments)
                return Call(value.operation, arguments, F64)
            case _:
                return call("cast", self.narrowed(value), element=F64)

    def narrowed(self, value: Expression) -> Expression:
        """The expression, of any type, with each read of a widened tensor rounded to its previous
        type."""

        def reduction(old: Reduction) -> Expression:
            if id(old) not in self.found:
                return old
            return call("cast", self.widened(old), element=F32)

        def read(old: Read) -> Expression:
            if old.tensor not in self.targets:
                return old
            return call("cast", replace(old, element=F64), element=F32)

        return map_reads(map_reductions(value, reduction), read)


def _squared_deviations(moments: Moments) -> Expression:
    """The sum of squared deviations from the mean: Σd² - (Σd)² / n, for the distances d from the
    first value."""
    total = moments.total
    origin = substitute(total.body, {r.variable: Affine() for r in total.ranges})
    wide = (call("cast", term, element=F64) for term in (total.body, origin))
    distance = Call("subtract", tuple(wide), F64)
    sums = Reduction("add", total.ranges, distance)
    squares = Reduction("add", total.ranges, call("square", distance))
    beyond = call("divide", call("square", sums), Constant(float(count_of(total.ranges)), F64))
    return call("subtract", squares, beyond)
