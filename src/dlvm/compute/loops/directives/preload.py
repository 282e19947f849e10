"""``preload %x at v``: while one iteration of a loop computes, the elements that the next one reads
are fetched to the cache."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod
from typing import Final

from dlvm.diagnostics import error
from dlvm.ir.compute import Affine, Read
from dlvm.ir.loops.kernels import (
    ForLoop,
    If,
    Let,
    LoopKernel,
    LoopKind,
    Parallel,
    Prefetch,
    Stmt,
)
from dlvm.ir.loops.traversal import body_of, expressions_of, walk, with_body
from dlvm.ir.polynomial import TYPICAL_SIZE
from dlvm.ir.schedules import Directive
from dlvm.text.schedule_syntax import directive_text

_LINE: Final = 64
"""The size of a cache line in bytes."""
_MOST_LINES: Final = 16
"""The cache lines that are fetched at a time, if the loops inside have enough iterations: as many
as a core waits for at once."""


def preloaded(kernel: LoopKernel, directive: Directive) -> LoopKernel:
    """The kernel with prefetches in the loops over a variable.

    ::

        for v from 0 to 8 {                      for v from 0 to 8 {
            for i from 0 to 64 by 4 {                for i from 0 to 64 by 4 {
                for k from 0 to 100 {                    unroll v.next from 0 to 1 {
                    S(%x[100 * v + k])     →                 prefetch %x[2 * i + 100 * v
                }                                                + 8 * v.next + 100]
            }                                            }
        }                                                for k from 0 to 100 {
                                                             S(%x[100 * v + k])
                                                         }
                                                     }
                                                 }

    The prefetches are distributed over the iterations of the loops inside with the most iterations,
    except the innermost one, so that a few cache lines are fetched at a time. They are legal for a
    serial loop whose iterations read a tensor at a constant distance. Raises
    :class:`DiagnosticError` if there is no such loop.
    """
    tensor, variable = directive.subjects
    body = _in_body(kernel.body, tensor, variable)
    if body == kernel.body:
        raise error(
            f"expected a serial loop whose iterations read %{tensor} at a constant distance, got "
            f"{directive_text(directive)}: there is none over {variable}",
            directive.location or kernel.location,
        )
    return replace(kernel, body=body)


def _in_body(body: Sequence[Stmt], tensor: str, variable: str) -> tuple[Stmt, ...]:
    found: list[Stmt] = []
    for stmt in body:
        if isinstance(stmt, ForLoop) and stmt.kind is not LoopKind.SERIAL:
            found.append(stmt)
        elif isinstance(stmt, ForLoop) and _is_over(stmt, variable):
            found.append(_with_prefetches(stmt, tensor))
        elif isinstance(stmt, ForLoop | Parallel | If):
            found.append(with_body(stmt, _in_body(body_of(stmt), tensor, variable)))
        else:
            found.append(stmt)
    return tuple(found)


def _is_over(loop: ForLoop, variable: str) -> bool:
    return loop.variable == variable or loop.variable.startswith(f"{variable}.tile")


def _with_prefetches(loop: ForLoop, tensor: str) -> ForLoop:
    """A loop with prefetches; the same loop if it does not read the tensor at a constant
    distance."""
    read = _read(loop, tensor)
    if read is None:
        return loop
    _, path = _heaviest(loop.body)
    (index, *_) = read.indices
    assert isinstance(index, Affine)
    distance = index.coefficient(loop.variable)
    assert isinstance(distance, int)
    size = distance * loop.step
    line = max(1, _LINE // read.element.bytes)
    counts = _counts(path[:-1])
    number = _enough(path[:-1], counts, size, line)
    inside, counts = path[:number], counts[:number]
    run = reach = -(-size // prod(counts))
    position = Affine()
    for each, count in zip(reversed(inside), reversed(counts), strict=True):
        factor = -(-reach // each.step)
        passed = Affine.variable(each.variable).plus(each.begin.scaled(-1))
        position = position.plus(passed.scaled(factor))
        run = max(run, factor * each.step) if each is inside[-1] else run
        reach = factor * each.step * count
    variable, step = f"{loop.variable}.next", min(line, run)
    at = Affine.variable(loop.variable).scaled(distance).plus(size).plus(position)

    def fetch(factor: int) -> tuple[Stmt, ...]:
        index = at.plus(Affine.variable(variable).scaled(factor))
        return (Prefetch(Read(tensor, (index,), read.element)),)

    if any(each.count is None for each in inside):
        left = Let(f"{variable}.end", "min", (Affine.size(run), position.scaled(-1).plus(size)))
        end = Affine.variable(left.variable)
        stmts: list[Stmt] = [left, ForLoop(variable, Affine(), end, fetch(1), step)]
    else:
        lines = -(-run // step)
        kind = LoopKind.UNROLLED if lines <= _MOST_LINES else LoopKind.SERIAL
        stmts = [ForLoop(variable, Affine(), Affine.size(lines), fetch(step), kind=kind)]
    if not inside:
        return replace(loop, body=(*stmts, *loop.body))
    body = _before(loop.body, inside[-1], stmts)
    assert body is not None, "the loop is one of those inside"
    return replace(loop, body=body)


def _read(loop: ForLoop, tensor: str) -> Read | None:
    """A read of a tensor whose index has the loop's variable, if all such reads use it alike."""
    reads = [
        read
        for stmt in walk(loop.body)
        for expression in expressions_of(stmt)
        for read in expression.reads
        if read.tensor == tensor
    ]
    distances: set[object] = set()
    for read in reads:
        index = read.indices[0] if len(read.indices) == 1 else None
        distances.add(index.coefficient(loop.variable) if isinstance(index, Affine) else None)
    (distance, *others) = distances or {None}
    is_constant = not others and isinstance(distance, int) and distance > 0
    return reads[0] if is_constant else None


def _heaviest(body: Sequence[Stmt]) -> tuple[int, list[ForLoop]]:
    """The nested serial loops with the most iterations, outermost first, and their number."""
    best: tuple[int, list[ForLoop]] = (1, [])
    for stmt in body:
        weight, path = _heaviest(body_of(stmt))
        if isinstance(stmt, ForLoop):
            weight *= _count(stmt)
            path = [stmt, *path] if stmt.kind is LoopKind.SERIAL else []
        if weight > best[0]:
            best = weight, path
    return best


def _count(loop: ForLoop) -> int:
    """The number of iterations of a loop, or a typical one; at least 1."""
    return max(1, -(-TYPICAL_SIZE // loop.step) if loop.count is None else loop.count)


def _counts(path: Sequence[ForLoop]) -> list[int]:
    """The numbers of iterations of nested loops. Of those whose number is known only at run time,
    only the innermost one is expected to have a typical number: a batch may be a single example."""
    unknown = [n for n, loop in enumerate(path) if loop.count is None]
    return [1 if n in unknown[:-1] else _count(loop) for n, loop in enumerate(path)]


def _enough(path: Sequence[ForLoop], counts: Sequence[int], size: int, line: int) -> int:
    """The number of outermost loops with enough iterations to fetch few cache lines in each. All
    loops whose number of iterations is known only at run time are among them."""
    least = max((n for n, loop in enumerate(path, 1) if loop.count is None), default=0)
    for number in range(least, len(path)):
        if number and prod(counts[:number]) * _MOST_LINES * line >= size:
            return number
    return len(path)


def _before(body: Sequence[Stmt], loop: ForLoop, stmts: Sequence[Stmt]) -> tuple[Stmt, ...] | None:
    """The body with ``stmts`` at the beginning of ``loop``; None if the loop is not inside it."""
    for number, stmt in enumerate(body):
        if stmt is loop:
            inner: tuple[Stmt, ...] | None = (*stmts, *loop.body)
        else:
            inner = _before(body_of(stmt), loop, stmts)
        if inner is not None:
            return (*body[:number], with_body(stmt, inner), *body[number + 1 :])
    return None
