"""``intrinsic v by 2``: a sum of products of small integers is computed in pairs.

::

    sum(k < 64) a[k] * b[k]   →   sum(k < 32) (a[2 * k] * b[2 * k] + a[2 * k + 1] * b[2 * k + 1])

The sum of two products is one instruction if the target has it (``vpdpwssd``, ``vpmaddwd``).
"""

from __future__ import annotations

from dataclasses import replace

from dlvm.compute.loop_nest.contraction import PAIRS
from dlvm.diagnostics import error
from dlvm.ir.compute import (
    Affine,
    Call,
    Constant,
    Definition,
    Expression,
    Guard,
    Range,
    Reduction,
    map_reductions,
    substitute,
)
from dlvm.ir.schedules import Directive
from dlvm.ir.types import I8, I16, I32, U8
from dlvm.text.schedule_syntax import directive_text


def pairs_directive(definition: Definition) -> Directive | None:
    """The directive that computes a sum of products of small integers by the target's dot-product
    instruction; None if there is no such sum."""
    for statement in definition.body.statements:
        for node in statement.value.walk():
            for loop_range in reversed(node.ranges if isinstance(node, Reduction) else ()):
                if isinstance(node, Reduction) and not _problem_of_pairs(node, loop_range.variable):
                    return Directive("intrinsic", (loop_range.variable,), 2)
    return None


def in_pairs(definition: Definition, directive: Directive) -> Definition:
    """The definition with products of small integers summed in pairs along a variable, which then
    counts pairs.

    Raises :class:`DiagnosticError` if it is not such a sum.
    """
    (variable,) = directive.subjects
    found = 0

    def paired(reduction: Reduction) -> Reduction:
        nonlocal found
        if all(r.variable != variable for r in reduction.ranges):
            return reduction
        found += 1
        problem = _problem_of_pairs(reduction, variable) if directive.number == 2 else "of two"
        if problem is not None:
            message = f"{directive_text(directive)}: expected pairs {problem}"
            raise error(message, directive.location)
        assert isinstance(reduction.body, Call)
        factors = tuple(_pair(a, variable) for a in reduction.body.arguments)
        ranges = tuple(map(halved, reduction.ranges))
        return Reduction(reduction.by, ranges, Call(PAIRS, factors, I32))

    def halved(loop_range: Range) -> Range:
        if loop_range.variable != variable or not isinstance(loop_range.extent, int):
            return loop_range
        return Range(variable, loop_range.extent // 2)

    statements = tuple(
        replace(s, value=map_reductions(s.value, paired)) for s in definition.body.statements
    )
    if not found:
        message = f"expected a variable that is summed over, got {directive_text(directive)}"
        raise error(message, directive.location)
    body = replace(definition.body, statements=statements)
    return Definition(definition.name or "", definition.type, body, definition.location)


def _problem_of_pairs(reduction: Reduction, variable: str) -> str | None:
    """The requirement that a reduction does not meet, if it cannot be computed in pairs."""
    body = reduction.body
    is_product = isinstance(body, Call) and body.operation == "multiply"
    if reduction.by != "add" or reduction.element is not I32 or not is_product:
        return "in a sum of products in i32"
    if not all(map(_is_small, body.children)):
        return "of integers of at most 16 bits that are converted to i32"
    extent = next(r.extent for r in reduction.ranges if r.variable == variable)
    if not isinstance(extent, int) or extent % 2:
        return f"of an even number of values, not of {extent}"
    return None


def _is_small(factor: Expression) -> bool:
    """Whether the elements of a factor are signed integers of at most 16 bits."""
    match factor:
        case Call("cast", (argument,)):
            return argument.element in (I8, U8, I16)
        case Constant(value):
            return -(1 << 15) <= value.real < 1 << 15
        case Guard():
            return _is_small(factor.body) and _is_small(factor.otherwise)
        case _:
            return False


def _pair(factor: Expression, variable: str) -> Expression:
    """Two adjacent elements along a variable, packed into the halves of one number."""
    twice = Affine.variable(variable).scaled(2)
    low, high = (substitute(factor, {variable: twice.plus(n)}) for n in (0, 1))
    low = Call("and", (low, Constant(0xFFFF, I32)), I32)
    return Call("add", (low, Call("multiply", (high, Constant(1 << 16, I32)), I32)), I32)
