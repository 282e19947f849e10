"""``pack``: copies the part of a factor that a tile reads to a panel, so that its vectors are
contiguous."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dlvm.compute.loop_nest.nest import NEAR, offset
from dlvm.compute.loops.blocks import BlockShape, in_blocks
from dlvm.compute.loops.plain import cast
from dlvm.compute.loops.strip_mining import Names
from dlvm.ir.compute import Affine, Expression, Read, substitute
from dlvm.ir.loops import Loop, Stmt, Store
from dlvm.ir.types import ElementType

_UNROLLED = 16
"""The maximum number of vectors of a line that are stored without a loop, at constant offsets."""
_SHORT = 8
"""The maximum number of values of a short last variable, whose loop is unrolled."""


@dataclass(frozen=True)
class Span:
    """The values of a variable that a tile has: ``extent`` of them from ``begin`` on."""

    variable: str
    begin: Affine
    extent: Affine

    @property
    def count(self) -> int | None:
        """The number of values, if it is known."""
        extent = self.extent
        return extent.constant if not extent.terms and isinstance(extent.constant, int) else None

    def loop(self, body: Sequence[Stmt]) -> Loop:
        """A loop over the values, counted from 0."""
        return Loop(self.variable, Affine(), self.extent, tuple(body))


def packed(
    factor: Expression,
    panel: str,
    index: Affine,
    along: str,
    element: ElementType,
    spans: Sequence[Span],
    lanes: int,
    names: Names,
) -> list[Stmt]:
    """The loops that pack a factor at all points of the spans. ``index`` is the place of an element
    in the panel, of variables that count from the beginning of their spans; vectors run along the
    variable ``along``, whose coefficient is 1.

    ::

        for k from 0 to 64 {
            vector j.v from 0 to 16 of 16 {
                %panel[16 * k + j.v] = %w[1024 * k.tile + 1024 * k + j.tile + j.v]
            }
        }

    A factor that is contiguous along another variable is read along that one, and stored by rows
    of squares that are transposed in registers.
    """
    begins = {s.variable: s.begin.plus(Affine.variable(s.variable)) for s in spans}
    value = cast(substitute(factor, begins), element)
    inner = next(s for s in spans if s.variable == along)
    # In memory order, so that a line is written to its end before the next one.
    outer = sorted((s for s in spans if s is not inner), key=lambda s: -_step(index, s.variable))
    across = _contiguous(factor, along, outer)
    if across is not None:
        rest = [s for s in outer if s is not across]
        shapes = [BlockShape(along, 1, lanes), BlockShape(across.variable, lanes)]
        order = [*rest, inner, across]
    else:
        rest, order = outer, [*outer, inner]
        unroll = 1
        if inner.count is not None and inner.count <= _UNROLLED * lanes:
            unroll = -(-inner.count // lanes)
        shapes = [BlockShape(along, lanes, unroll)]
    if rest and rest[-1].count is not None and 1 < rest[-1].count <= _SHORT:
        shapes.insert(0, BlockShape(rest[-1].variable, 1, rest[-1].count))
    body: list[Stmt] = [Store(panel, (index,), value)]
    for span in reversed(order):
        body = [span.loop(body)]
    for shape in shapes:
        body = in_blocks(body, shape, names)
    return body


def _step(index: Affine, variable: str) -> int:
    step = index.coefficient(variable)
    assert isinstance(step, int)
    return step


def _contiguous(factor: Expression, along: str, spans: Sequence[Span]) -> Span | None:
    """The span along which a factor is contiguous, if that is not the one of the panel."""
    if not isinstance(factor, Read) or len(factor.indices) != 1:
        return None
    step = offset(factor).coefficient(along)
    span = next((s for s in spans if offset(factor).coefficient(s.variable) == 1), None)
    if span is None or step in (-1, 0, 1):
        return None
    is_short = span.count is not None and span.count <= _SHORT
    return None if is_short and step in range(NEAR + 1) else span
