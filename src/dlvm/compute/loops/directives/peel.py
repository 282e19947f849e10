"""``peel``: the first iteration of a loop runs on its own, so that conditions on its variable are
known in both parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dlvm.diagnostics import error
from dlvm.ir.compute import Affine
from dlvm.ir.loops.kernels import (
    BufferAllocation,
    ForLoop,
    If,
    Let,
    LoopKernel,
    LoopKind,
    Parallel,
    Stmt,
)
from dlvm.ir.loops.traversal import body_of, bound, with_body
from dlvm.ir.schedules import Directive
from dlvm.text.schedule_syntax import directive_text


def peeled(kernel: LoopKernel, directive: Directive) -> LoopKernel:
    """The kernel with the first iteration of each outermost loop over the values of a variable, or
    over its tiles, on its own.

    ::

        for k from 0 to 96 by 32 {               for k from 0 to 1 { S(0) }
            if 0 < k { T(k) }              →     for k from 32 to 96 by 32 { T(k)
            S(k)                                                             S(k) }
        }

    The directive is legal for serial loops that begin at a number: the order of iterations stays
    the same. Raises :class:`DiagnosticError` if there is no such loop.
    """
    (variable,) = directive.subjects
    body = _in_body(kernel.body, variable)
    if body == kernel.body:
        raise error(
            f"expected a serial loop that begins at a number, got {directive_text(directive)}: "
            f"there is none over {variable}",
            directive.location or kernel.location,
        )
    return replace(kernel, body=body)


def _in_body(body: Sequence[Stmt], variable: str) -> tuple[Stmt, ...]:
    found: list[Stmt] = []
    for stmt in body:
        if isinstance(stmt, ForLoop) and _is_over(stmt, variable):
            found += _split(stmt)
        elif isinstance(stmt, Parallel | If) or (
            isinstance(stmt, ForLoop) and stmt.kind is LoopKind.SERIAL
        ):
            found.append(with_body(stmt, _in_body(body_of(stmt), variable)))
        else:
            found.append(stmt)
    return tuple(found)


def _is_over(loop: ForLoop, variable: str) -> bool:
    is_own = loop.variable == variable or loop.variable.startswith(f"{variable}.tile")
    begins = not loop.begin.terms and isinstance(loop.begin.constant, int)
    return is_own and begins and loop.kind is LoopKind.SERIAL and loop.count != 0


def _split(loop: ForLoop) -> list[Stmt]:
    begin = loop.begin
    first = ForLoop(
        loop.variable,
        begin,
        begin.plus(1),
        _folded([bound(s, {loop.variable: begin}) for s in loop.body], None, 0),
        location=loop.location,
    )
    later = begin.plus(loop.step)
    assert isinstance(later.constant, int)
    rest = replace(loop, begin=later, body=_folded(loop.body, loop.variable, later.constant))
    if loop.count is None:
        return [If(begin, loop.end, (first,)), rest]
    return [first, rest] if loop.count > 1 else [first]


def _folded(body: Sequence[Stmt], variable: str | None, least: int) -> tuple[Stmt, ...]:
    """Statements without the conditions that are known if a variable is at least ``least``."""
    found: list[Stmt] = []
    for stmt in body:
        if isinstance(stmt, If):
            holds = _holds(stmt, variable, least)
            inner = _folded(stmt.body, variable, least)
            declares = any(isinstance(s, BufferAllocation | Let) for s in inner)
            if holds and not declares:
                found += inner
            elif holds is not False:
                found.append(with_body(stmt, inner))
        elif isinstance(stmt, ForLoop) and stmt.variable != variable:
            found.append(with_body(stmt, _folded(stmt.body, variable, least)))
        else:
            found.append(stmt)
    return tuple(found)


def _holds(stmt: If, variable: str | None, least: int) -> bool | None:
    """Whether a condition holds, None if that is not known."""
    gap = stmt.right.plus(stmt.left.scaled(-1))
    if variable is not None and gap.coefficient(variable) == 1:
        gap = gap.substitute({variable: Affine.size(least)})
        return (
            True if not gap.terms and isinstance(gap.constant, int) and gap.constant > 0 else None
        )
    if gap.terms or not isinstance(gap.constant, int):
        return None
    return gap.constant > 0
