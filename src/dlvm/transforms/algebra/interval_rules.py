"""Rewrite rules that follow from the bounds of integers: comparisons that have one outcome, and the
choices and clamps that depend on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dlvm.analysis.values.intervals import Interval, interval
from dlvm.ir import Literal, Value
from dlvm.ir import instructions as op
from dlvm.ir.instructions.rules import tensor_type
from dlvm.ir.types import same_type
from dlvm.transforms.patterns import Rule, has_known_sizes, rules_into

INTERVAL_RULES: Final[list[Rule]] = []

rule = rules_into(INTERVAL_RULES)


def _less(x: Interval, y: Interval) -> bool | None:
    return True if x[1] < y[0] else False if x[0] >= y[1] else None


def _less_or_equal(x: Interval, y: Interval) -> bool | None:
    return True if x[1] <= y[0] else False if x[0] > y[1] else None


def _equal(x: Interval, y: Interval) -> bool | None:
    return False if x[1] < y[0] or y[1] < x[0] else None


_OUTCOMES: Final[dict[type[Value], Callable[[Interval, Interval], bool | None]]] = {
    op.LessThan: _less,
    op.LessThanOrEqual: _less_or_equal,
    op.GreaterThan: lambda x, y: _less(y, x),
    op.GreaterThanOrEqual: lambda x, y: _less_or_equal(y, x),
    op.Equal: _equal,
    op.NotEqual: lambda x, y: None if _equal(x, y) is None else True,
}


def _outcome(comparison: Value) -> bool | None:
    """The result of a comparison, or of the logical and of several, if it is the same for all
    elements, else None."""
    if isinstance(comparison, op.And):
        found = {_outcome(comparison.lhs), _outcome(comparison.rhs)}
        return False if False in found else True if found == {True} else None
    decide = _OUTCOMES.get(comparison.__class__)
    if decide is None:
        return None
    assert isinstance(comparison, op.Binary)
    x, y = interval(comparison.lhs), interval(comparison.rhs)
    return None if x is None or y is None else decide(x, y)


@rule("x < y = True or False, if the bounds of x and y decide it", *_OUTCOMES)
def decided_comparison(comparison: op.Binary) -> Value | None:
    type = tensor_type(comparison)
    if not has_known_sizes(type.shape, comparison):
        return None
    found = _outcome(comparison)
    return None if found is None else Literal(type, found)


@rule("select x, y by a < b = x or y, if the bounds of a and b decide it", op.Select)
def decided_choice(select: op.Select) -> Value | None:
    found = _outcome(select.flags)
    if found is None:
        return None
    chosen = select.on_true if found else select.on_false
    return chosen if same_type(chosen.type, select.type) else None


@rule("max x, y = x or y, if the bounds of x and y decide it", op.Max, op.Min)
def decided_extreme(extreme: op.Max | op.Min) -> Value | None:
    x, y = interval(extreme.lhs), interval(extreme.rhs)
    if x is None or y is None or (x[1] > y[0] and y[1] > x[0]):
        return None
    is_less = x[1] <= y[0]
    chosen = extreme.rhs if is_less is isinstance(extreme, op.Max) else extreme.lhs
    return chosen if same_type(chosen.type, extreme.type) else None
