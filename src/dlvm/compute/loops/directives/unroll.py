"""``unroll v by n``: ``n`` iterations, or ``n`` vectors of them, run together.

::

    for k from 0 to 32 { S(k) }   →   for k from 0 to 32 by 4 { S(k); S(k + 1); S(k + 2); S(k + 3) }

The iterations of a block of points move into the loops inside it, so that their values are in
registers at the same time (:mod:`~dlvm.compute.loops.blocks`). The loop of a reduction keeps the
order of its terms: :func:`unrolled`.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlvm.compute.loops.directives.rule import NOTHING, DirectiveRule
from dlvm.compute.loops.sinking import block_of, sunk
from dlvm.compute.loops.strip_mining import FreshNames, in_steps
from dlvm.compute.loops.structures import (
    PointNest,
    ProductNest,
    RowBlockNest,
    RowNest,
    ScanNest,
    SplitNest,
    StructuredNest,
    TransposedNest,
)
from dlvm.diagnostics import error
from dlvm.ir.compute import Affine
from dlvm.ir.loops.kernels import ForLoop, If, LoopKind, Stmt
from dlvm.ir.loops.traversal import with_body


def legal(loops: StructuredNest) -> DirectiveRule:
    """The variables whose loops can be unrolled."""
    innermost = [n.ranges[-1].variable for n in loops.prefetched]
    match loops:
        case ProductNest():
            found = loops.found
            block = [found.column, found.row, found.terms[-1]]
            if loops.form.repeated is not None:
                block.append(loops.form.repeated)
            why = "only rows, columns and the last term are unrolled"
            return DirectiveRule([r.variable for r in block], why)
        case TransposedNest():
            why = "vectors run along the last shared dimension"
            return DirectiveRule([loops.last.variable], why)
        case PointNest():
            why = "only blocks of points and the innermost loop of a reduction are unrolled"
            return DirectiveRule([*loops.shared, *innermost], why)
        case RowBlockNest():
            columns = [f.column.variable for f in loops.products.values()]
            rows = [loops.row.variable] if columns else []
            along, _ = loops.vectors
            why = "only blocks of products, and vectors of rows, are kept in registers"
            return DirectiveRule([*columns, *along, *innermost, *rows], why)
        case RowNest():
            along, _ = loops.vectors
            why = "each statement is vectorized along its last or its last reduced dimension"
            return DirectiveRule([*along, *innermost], why)
        case ScanNest():
            return DirectiveRule([loops.vector], "vectors run along one dimension")
        case SplitNest():
            return DirectiveRule(loops.reduced[-1:], "vectors go along the innermost dimension")
        case _:
            return NOTHING


def check_repeated(loops: ProductNest) -> None:
    """Raises :class:`DiagnosticError` if a dimension of which each block computes several values
    has a remainder."""
    repeated = loops.form.repeated
    for directive in loops.plan.of("unroll"):
        if repeated is None or directive.subjects != (repeated.variable,):
            continue
        number, size = directive.number or 1, repeated.size
        if not isinstance(size, int) or size % number:
            raise error(
                f"unroll {repeated.variable} by {number}: expected a divisor of {repeated.extent}",
                directive.location,
            )


def unrolled(body: Sequence[Stmt], variable: str, unroll: int, names: FreshNames) -> list[Stmt]:
    """The statements with the loops of a reduction over ``variable`` unrolled."""
    found: list[Stmt] = []
    for stmt in body:
        if isinstance(stmt, ForLoop) and stmt.variable == variable:
            loop = stmt

            def block(begin: Affine, extent: int | None, loop: ForLoop = loop) -> Sequence[Stmt]:
                if extent is None:
                    return [ForLoop(variable, begin, loop.end, loop.body)]
                return sunk(loop.body, variable, block_of(variable, begin, extent, 1, names))

            step = unroll
            if stmt.count is not None and stmt.count // step == 2:
                # LLVM 22 turns the counter of two iterations into a flag, and then spills the
                # loaded values, which takes twice as long.
                step *= 2
            found += in_steps(stmt, step, block, names)
        elif (isinstance(stmt, ForLoop) and stmt.kind is LoopKind.SERIAL) or isinstance(stmt, If):
            found.append(with_body(stmt, unrolled(stmt.body, variable, unroll, names)))
        else:
            found.append(stmt)
    return found
