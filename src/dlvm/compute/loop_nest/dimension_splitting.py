"""Dimension splitting: replaces a dimension with two, so that indices with a division become
affine.

A grouped convolution reads its channels at ``j / c`` for each ``j``. If ``j`` becomes ``c group +
j``, the channel is ``group``. All indices are then affine, as products require.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from dlvm.compute.loop_nest.contraction import FEWEST_ROWS
from dlvm.compute.loop_nest.nest import shared_ranges
from dlvm.ir.compute import (
    Affine,
    Call,
    Constant,
    Expression,
    IndexValue,
    Range,
    Read,
    Statement,
    map_reads,
    substitute,
)
from dlvm.ir.types import I64, Dim

_OUTER: Final = "group"


@dataclass(frozen=True)
class DimensionSplit:
    """The split of dimension ``axis`` into two dimensions with these sizes."""

    axis: int
    sizes: tuple[int, int]

    def shape(self, dims: Sequence[Dim]) -> tuple[Dim, ...]:
        """A shape with the dimension split."""
        return (*dims[: self.axis], *self.sizes, *dims[self.axis + 1 :])


def split_quotient(
    statements: Sequence[Statement],
) -> tuple[tuple[Statement, ...], DimensionSplit | None]:
    """Splits the first shared dimension whose split makes indices affine. The targets get one more
    dimension. Returns the unchanged statements and None if there is no such dimension."""
    if all(s.indices is None for s in statements):
        for axis, loop_range in enumerate(shared_ranges(statements)):
            for sizes in dict.fromkeys(n for s in statements for n in _parts(s, loop_range)):
                split = DimensionSplit(axis, sizes)
                changed = tuple(_with_split(statements, loop_range, split))
                if _computed(changed) < _computed(statements):
                    return changed, split
    return tuple(statements), None


def _computed(statements: Sequence[Statement]) -> int:
    """The number of indices that are not affine."""
    return sum(len(read.children) for s in statements for read in s.value.reads)


def _parts(statement: Statement, loop_range: Range) -> Iterator[tuple[int, int]]:
    """The sizes into which a range can be split. The inner size is a divisor of the range's
    variable in an index, and large enough for the rows of a product."""
    index, extent = IndexValue(Affine.variable(loop_range.variable)), loop_range.extent
    if not isinstance(extent, int):
        return
    for node in statement.value.walk():
        match node:
            case Call("truncateDivide", (divided, Constant(int(size)))) if divided == index:
                if FEWEST_ROWS <= size < extent and extent % size == 0:
                    yield extent // size, size
            case _:
                pass


def _with_split(
    statements: Sequence[Statement], loop_range: Range, split: DimensionSplit
) -> Iterator[Statement]:
    axis, (count, size) = split.axis, split.sizes
    outer, inner = Affine.variable(_OUTER), Affine.variable(loop_range.variable)
    whole = outer.scaled(size).plus(inner)
    quotient = Call("truncateDivide", (IndexValue(whole), Constant(size, I64)), I64)
    ranges = Range(_OUTER, count), Range(loop_range.variable, size)
    targets = {s.target for s in statements}

    def place(value: Expression) -> Affine | None:
        """A computed index as an affine function, if it is one."""
        match value:
            case IndexValue(index):
                return index
            case Constant(int(number)):
                return Affine.size(number)
            case Call(operation, (first, second)):
                if value == quotient:
                    return outer
                a, b = place(first), place(second)
                if a is None or b is None:
                    return None
                if operation == "multiply" and not b.terms:
                    return a.scaled(b.constant)
                return a.plus(b) if operation == "add" else None
            case _:
                return None

    def read(found: Read) -> Expression:
        if found.tensor in targets:
            before, after = found.indices[:axis], found.indices[axis + 1 :]
            return replace(found, indices=(*before, outer, inner, *after))
        indices = ((place(i) or i) if isinstance(i, Expression) else i for i in found.indices)
        return replace(found, indices=tuple(indices))

    for statement in statements:
        yield replace(
            statement,
            ranges=(*statement.ranges[:axis], *ranges, *statement.ranges[axis + 1 :]),
            value=map_reads(substitute(statement.value, {loop_range.variable: whole}), read),
        )
