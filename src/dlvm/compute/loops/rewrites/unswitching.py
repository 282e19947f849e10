"""Loop unswitching: conditions that do not change within an inner loop are tested outside of it.

At each point, a concatenation reads one of its operands, which conditions on the position along one
dimension select. Tested once for each value of that dimension, they cost nothing at the points
inside.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from dlvm.compute.loops.rewrites.dead_stores import without_dead_stores
from dlvm.ir.compute import (
    Affine,
    Call,
    Constant,
    Expression,
    Guard,
    IndexValue,
)
from dlvm.ir.loops.kernels import (
    BufferStore,
    ForLoop,
    If,
    Let,
    LoopKernel,
    LoopKind,
    Parallel,
    Stmt,
)
from dlvm.ir.loops.traversal import body_of, walk, with_body

_MOST_COPIES: Final = 64
"""The maximum number of copies of a loop's body."""
_MOST_STATEMENTS: Final = 1024
"""The maximum number of statements in all copies."""
_COMPARISONS: Final = {
    "lessThan": (0, False),
    "lessThanOrEqual": (1, False),
    "greaterThanOrEqual": (0, True),
    "greaterThan": (1, True),
}
"""By operation on an index and a number: what is added to the number, so that the condition is
``index < number``; and whether it is the opposite."""


def unswitched(kernel: LoopKernel) -> LoopKernel:
    """The kernel with conditions tested outside of the inner loops in which they do not change.

    ::

        for j from 0 to 8 {                      for j from 0 to 8 {
            for m from 0 to 64 {                     if j < 4 { for m … { c[…] = a[…] } }
                c[64 * j + m] = if(j < 4,   →        if 3 < j { for m … { c[…] = b[…] } }
                    a[…], b[…])                  }
            }
        }
    """
    body = _in_body(kernel.body, frozenset(), False)
    return kernel if body == kernel.body else replace(kernel, body=without_dead_stores(body))


def _in_body(body: Sequence[Stmt], known: frozenset[str], is_loop: bool) -> tuple[Stmt, ...]:
    """Statements, given the variables that have a value before them; whether these are the body of
    a serial loop."""
    known |= {stmt.variable for stmt in body if isinstance(stmt, Let)}
    if is_loop and any(isinstance(stmt, ForLoop) for stmt in body):
        copies = _copies(tuple(body), known, [_MOST_COPIES])
        if copies is not None:
            return copies
    found: list[Stmt] = []
    for stmt in body:
        match stmt:
            case ForLoop(kind=LoopKind.SERIAL):
                inner = _in_body(stmt.body, known | {stmt.variable}, True)
                found.append(with_body(stmt, inner))
            case Parallel(begin=begin, end=end):
                found.append(with_body(stmt, _in_body(stmt.body, known | {begin, end}, False)))
            case If():
                found.append(with_body(stmt, _in_body(stmt.body, known, False)))
            case _:
                found.append(stmt)
    return tuple(found)


@dataclass(frozen=True)
class _Condition:
    """``index < number``."""

    index: Affine
    number: int


def _copies(
    body: tuple[Stmt, ...], known: frozenset[str], left: list[int]
) -> tuple[Stmt, ...] | None:
    """A body in copies in which the conditions on known variables hold or do not hold. None if
    there are no such conditions, or too many."""
    declared = {s.variable for s in body if isinstance(s, Let)}
    condition = next(_conditions(body, known - declared), None)
    if condition is None:
        return None
    left[0] -= 1
    size = sum(1 for _ in walk(body))
    if left[0] < 0 or size * (_MOST_COPIES - left[0]) > _MOST_STATEMENTS:
        return None
    found: list[Stmt] = []
    number = Affine.size(condition.number)
    for holds in (True, False):
        own = tuple(_assuming(s, condition, holds) for s in body)
        inner = _copies(own, known, left) or own
        if left[0] < 0:
            return None
        ends = (condition.index, number) if holds else (number.plus(-1), condition.index)
        found.append(If(*ends, inner))
    return tuple(found)


def _conditions(body: Sequence[Stmt], known: frozenset[str]) -> Iterator[_Condition]:
    """The conditions of guards inside loops that depend on known variables only."""
    for stmt in walk(s for outer in body for s in body_of(outer)):
        for guard in _guards(stmt.value) if isinstance(stmt, BufferStore) else ():
            found = _condition(guard.condition)
            if found is not None and _is_known(found[0].index, known):
                yield found[0]


def _guards(expression: Expression) -> Iterator[Guard]:
    """The guards of a value that are not within reads, the outermost first."""
    match expression:
        case Guard(_, body, otherwise):
            yield expression
            yield from _guards(body)
            yield from _guards(otherwise)
        case Call():
            for argument in expression.arguments:
                yield from _guards(argument)
        case _:
            pass


def _is_known(index: Affine, known: frozenset[str]) -> bool:
    variables = [variable for variable, _ in index.terms]
    is_constant = isinstance(index.constant, int)
    return bool(variables) and is_constant and known.issuperset(variables)


def _condition(expression: Expression) -> tuple[_Condition, bool] | None:
    """A condition on one index, and whether the expression is its opposite."""
    match expression:
        case Call(operation, (IndexValue(index), Constant(int(number)))):
            if operation in _COMPARISONS and isinstance(index.constant, int):
                more, is_opposite = _COMPARISONS[operation]
                return _Condition(index.plus(-index.constant), number + more - index.constant), (
                    is_opposite
                )
        case _:
            pass
    return None


def _assuming(stmt: Stmt, condition: _Condition, holds: bool) -> Stmt:
    """A statement, and those inside it, for points at which a condition holds or does not."""
    match stmt:
        case BufferStore():
            value = _simplified(stmt.value, condition, holds)
            return replace(stmt, value=value)
        case ForLoop() | Parallel() | If():
            return with_body(stmt, [_assuming(s, condition, holds) for s in stmt.body])
        case _:
            return stmt


def _simplified(expression: Expression, condition: _Condition, holds: bool) -> Expression:
    def is_true(test: Expression) -> bool | None:
        """Whether a condition of a guard is known to hold, or known not to."""
        found = _condition(test)
        if found is None or found[0].index != condition.index:
            return None
        (other, is_opposite) = found
        if holds and other.number >= condition.number:
            return not is_opposite
        if not holds and other.number <= condition.number:
            return is_opposite
        return None

    def change(node: Expression) -> Expression:
        match node:
            case Guard():
                known = is_true(node.condition)
                if known is not None:
                    return change(node.body if known else node.otherwise)
                return Guard(node.condition, change(node.body), change(node.otherwise))
            case Call():
                arguments = tuple(map(change, node.arguments))
                return replace(node, arguments=arguments)
            case _:
                return node

    return change(expression)
