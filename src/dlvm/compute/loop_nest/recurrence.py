"""Recognizes scans: statements that compute each element from the previous one along a variable."""

from __future__ import annotations

from dataclasses import dataclass

from dlvm.compute.loop_nest.nest import Nest
from dlvm.ir.compute import (
    Affine,
    Call,
    Constant,
    Expression,
    Guard,
    IndexValue,
    Range,
    Read,
    Statement,
)
from dlvm.ir.polynomial import size_of

_ASSOCIATIVE = ("add", "multiply", "min", "max", "and", "or")


@dataclass(frozen=True)
class Recurrence:
    """``target[v] = combine(target[v - 1], term[v])`` for ``v`` from ``first`` on."""

    statement: Statement
    range: Range
    by: str
    term: Expression
    before: Expression
    first: Expression

    @property
    def place(self) -> Affine:
        """The index at which an element is written."""
        assert self.statement.indices
        place = self.statement.indices[0]
        assert isinstance(place, Affine)
        return place

    @property
    def fits_vectors(self) -> bool:
        """Whether the scan can be vectorized along memory. A backward scan of small elements
        cannot: its last vector cannot be stored in part."""
        step = self.place.coefficient(self.range.variable)
        return step == 1 or (step == -1 and self.statement.value.element.bytes >= 4)

    @property
    def is_along_memory(self) -> bool:
        """Whether adjacent elements of the scan are adjacent in memory."""
        return self.place.coefficient(self.range.variable) in (1, -1)


def recurrence(nest: Nest) -> Recurrence | None:
    """The scan that a definition computes; None if it computes anything else."""
    statement = nest.statements[0]
    if not _writes_everything(nest):
        return None
    value, places = statement.value, statement.indices or ()
    if len(nest.statements) > 1 or statement.by is not None or len(places) != 1:
        return None
    place = places[0]
    if not isinstance(value, Guard) or not isinstance(place, Affine):
        return None
    joined, variable = value.body, _guarded(value.condition)
    loop_range = next((r for r in statement.ranges if r.variable == variable), None)
    if loop_range is None or not isinstance(joined, Call) or len(joined.arguments) != 2:
        return None
    if joined.operation not in _ASSOCIATIVE:
        return None
    before, term = joined.arguments
    step_back = Affine.variable(loop_range.variable).plus(-1)
    previous = place.substitute({loop_range.variable: step_back})
    if before != Read(statement.target, (previous,), value.element):
        return None
    others = (*term.reads, *value.otherwise.reads)
    if any(r.tensor == statement.target for r in others):
        return None
    return Recurrence(statement, loop_range, joined.operation, term, before, value.otherwise)


def _writes_everything(nest: Nest) -> bool:
    """Whether each element of the target is written once: each index is a range, forwards or
    backwards."""
    statement = nest.definition.body.statements[0]
    shape = nest.types[statement.target].shape
    sizes = {r.variable: r.extent for r in statement.ranges}
    if len(statement.indices or ()) != len(sizes):
        return False
    for index, dim in zip(statement.indices or (), shape, strict=True):
        if not isinstance(index, Affine) or len(index.terms) != 1:
            return False
        variable, step = index.terms[0]
        start = 0 if step == 1 else size_of(dim) - 1
        if step not in (1, -1) or index.constant != start or sizes.pop(variable, None) != dim:
            return False
    return not sizes


def _guarded(condition: Expression) -> str | None:
    """The variable that a condition requires to be at least 1."""
    match condition:
        case Call("greaterThanOrEqual", (IndexValue(Affine(((name, 1),), 0)), Constant(1))):
            return name
        case _:
            return None
