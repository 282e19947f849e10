"""``pack %x``: the part of a tensor that a tile reads is copied to a panel, whose vectors are
contiguous.

::

    for k.tile … { for j … { for k … { read %w[1024 * (k.tile + k) + j] } } }

        →   for k.tile … {
                for k … { vector j … { %panel[16 * k + j] = %w[1024 * (k.tile + k) + j] } }
                for j … { for k … { read %panel[16 * k + j] } }
            }
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dlvm.compute.loop_nest.addresses import NEAR, offset
from dlvm.compute.loops.blocks import BlockShape, blocks_of, in_blocks
from dlvm.compute.loops.directives.rule import NOTHING, DirectiveRule
from dlvm.compute.loops.directives.tile import TileSpan
from dlvm.compute.loops.plain import cast
from dlvm.compute.loops.sinking import PointBlock
from dlvm.compute.loops.strip_mining import FreshNames
from dlvm.compute.loops.structures import ProductNest, RowBlockNest, StructuredNest, TransposedNest
from dlvm.ir.compute import (
    Affine,
    Call,
    Constant,
    Expression,
    Guard,
    IndexValue,
    Read,
    compare,
    substitute,
)
from dlvm.ir.loops.kernels import BufferStore, ForLoop, LoopKind, Stmt
from dlvm.ir.loops.traversal import bound
from dlvm.ir.types import BOOL, ElementType

_UNROLLED = 16
"""The maximum number of vectors of a line that are stored without a loop, at constant offsets."""
_SHORT = 8
"""The maximum number of values of a short last variable, whose loop is unrolled."""


def legal(loops: StructuredNest) -> DirectiveRule:
    """The tensors that can be packed."""
    match loops:
        case ProductNest():
            why = "only tensors that a factor of the product reads are packed"
            return DirectiveRule(loops.factors, why)
        case TransposedNest():
            reads = [r for s in loops.nest.statements for r in loops.transposed(s)]
            turned = [] if loops.nest.reductions else [r.tensor for r in reads]
            why = f"only tensors that are read along {loops.row.variable} are transposed"
            return DirectiveRule(turned, why)
        case RowBlockNest():
            shared = [
                r.tensor
                for f in loops.products.values()
                if all(isinstance(own.size, int) for own in (*f.terms, f.column))
                for r in f.across.reads
            ]
            why = "only factors of known sizes that all rows of a product read are packed"
            return DirectiveRule(shared, why)
        case _:
            return NOTHING


def packed(
    factor: Expression,
    panel: str,
    index: Affine,
    along: str,
    element: ElementType,
    spans: Sequence[TileSpan],
    lanes: int,
    names: FreshNames,
) -> list[Stmt]:
    """The loops that pack a factor at all points of the spans. ``index`` is the place of an element
    in the panel, as a function of variables that count from the beginning of their spans. Vectors
    run along the variable ``along``, whose coefficient in ``index`` is 1.

    ::

        for k from 0 to 64 {
            vector j.v from 0 to 16 of 16 {
                %panel[16 * k + j.v] = %w[1024 * k.tile + 1024 * k + j.tile + j.v]
            }
        }

    A factor that is contiguous along another variable is read along that variable: squares of
    elements are transposed in registers, and stored row by row.
    """
    begins = {s.variable: s.begin.plus(Affine.variable(s.variable)) for s in spans}
    value = cast(substitute(factor, begins), element)
    inner = next(s for s in spans if s.variable == along)
    # In memory order, so that a line is written to its end before the next one.
    outer = sorted((s for s in spans if s is not inner), key=lambda s: -_step(index, s.variable))
    store = BufferStore(panel, (index,), value)
    across = _contiguous(factor, along, outer)
    if across is None:
        lines = _lines(inner, store, lanes, names)
        return _nested(outer, lines)
    body: list[Stmt] = [inner.loop([across.loop([store])])]
    for shape in (BlockShape(along, 1, lanes), BlockShape(across.variable, lanes)):
        body = in_blocks(body, shape, names)
    return _nested([s for s in outer if s is not across], body)


def _lines(span: TileSpan, store: BufferStore, lanes: int, names: FreshNames) -> list[Stmt]:
    """The stores of a line, in whole vectors: elements after the line are overwritten later, or
    unused. Elements are read inside the span only."""
    variable = span.variable
    is_inside = compare("lessThan", IndexValue(Affine.variable(variable)), IndexValue(span.extent))
    match store.value:
        # Reads in a condition need the guard, too.
        case Guard(condition, body, Constant() as otherwise) if not condition.reads:
            value = Guard(Call("and", (condition, is_inside), BOOL), body, otherwise)
        case _:
            value = Guard(is_inside, store.value, Constant(0, store.value.element))
    safe = replace(store, value=value)

    def make(block: PointBlock) -> list[Stmt]:
        whole = replace(block, loops=tuple(_whole(s) for s in block.loops))
        inside = store if whole == block else safe
        return [whole.around(bound(inside, {variable: block.index}))]

    unroll = 1
    if span.count is not None and span.count <= _UNROLLED * lanes:
        unroll = -(-span.count // lanes)
    return blocks_of(span.loop(()), BlockShape(variable, lanes, unroll), names, make)


def _whole(loop: ForLoop) -> ForLoop:
    """A vector loop over all lanes."""
    return replace(loop, end=Affine.size(loop.lanes)) if loop.lanes > 1 else loop


def _nested(spans: Sequence[TileSpan], body: Sequence[Stmt]) -> list[Stmt]:
    """Loops over all values of the spans, the first one outermost. A short last one is unrolled."""
    found: list[Stmt] = list(body)
    for number, span in enumerate(reversed(spans)):
        loop = span.loop(found)
        if number == 0 and span.count is not None and span.count <= _SHORT:
            loop = replace(loop, kind=LoopKind.UNROLLED)
        found = [loop]
    return found


def _step(index: Affine, variable: str) -> int:
    step = index.coefficient(variable)
    assert isinstance(step, int)
    return step


def _contiguous(factor: Expression, along: str, spans: Sequence[TileSpan]) -> TileSpan | None:
    """The span along which a factor is contiguous; None if it is the one of the panel's vectors."""
    if not isinstance(factor, Read) or len(factor.indices) != 1:
        return None
    step = offset(factor).coefficient(along)
    span = next((s for s in spans if offset(factor).coefficient(s.variable) == 1), None)
    if span is None or step in (-1, 0, 1):
        return None
    is_short = span.count is not None and span.count <= _SHORT
    return None if is_short and step in range(NEAR + 1) else span
