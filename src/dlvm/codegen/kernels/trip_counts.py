"""Bounds of the numbers of iterations, and of the values of variables."""

from __future__ import annotations

from collections.abc import Mapping

from dlvm.ir.compute import Affine
from dlvm.ir.loops.kernels import CopyTensor, ForLoop, If, Let, LoopKind, Parallel, Stmt


def most_iterations(stmt: Stmt, most: dict[str, int]) -> int | None:
    """The largest number of iterations of serial loops in a statement, if it is known. ``most`` has
    the greatest values of variables."""
    match stmt:
        case ForLoop(kind=LoopKind.SERIAL) | If():
            pass
        case CopyTensor() | Parallel():
            return None
        case Let():
            found = greatest_value(stmt, most)
            if found is not None:
                most[stmt.variable] = found
            return 1
        case _:
            return 1
    own = dict(most)
    count: int | None = 1
    if isinstance(stmt, ForLoop):
        count = stmt.count
        if count is None:
            difference = greatest(stmt.end.plus(stmt.begin.scaled(-1)), most)
            count = None if difference is None else -(-difference // stmt.step)
        last = greatest(stmt.end.plus(-1), most)
        if last is not None:
            own[stmt.variable] = last
    total = 0
    for inner in stmt.body:
        number = most_iterations(inner, own)
        if number is None or count is None:
            return None
        total += number
    return None if count is None else count * max(1, total)


def greatest(affine: Affine, most: Mapping[str, int]) -> int | None:
    """The greatest value of an affine function of variables that are not negative, if known."""
    total = affine.constant
    for variable, factor in affine.terms:
        if not isinstance(factor, int) or (factor > 0 and variable not in most):
            return None
        total = total + max(0, factor) * most.get(variable, 0)
    return total if isinstance(total, int) else None


def greatest_value(stmt: Let, most: Mapping[str, int]) -> int | None:
    """The greatest value of a variable, if known."""
    values = [greatest(a, most) for a in stmt.arguments]
    known = [v for v in values if v is not None]
    match stmt.function:
        case "min":
            return min(known, default=None)
        case "max":
            return max(known) if len(known) == len(values) else None
        case "whole" | "part":
            return values[1]
        case "cover":
            _, end, step, *_ = values
            return None if end is None or step is None else end + step
        case "ceil":
            return values[0]
        case _:
            return None if values[1] is None else values[1] - 1
