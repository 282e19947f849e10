"""Applies the directives ``fuse``, ``intrinsic``, ``order`` and ``reorder`` to a definition.

If ``v`` of ``fuse %x at v`` is a loop that all statements share, they share no loop inside it: for
each value of ``v``, one statement ends before the next begins. If ``v`` is a loop of a statement
that reads ``%x``, the elements are computed where they are read, and ``%x`` is no longer a
statement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from dlvm.compute.loop_nest.contraction import PAIRS
from dlvm.compute.loop_nest.nest import Nest, align, make_nest, shared_ranges
from dlvm.diagnostics import DiagnosticError, error
from dlvm.ir.compute import (
    Affine,
    Call,
    Constant,
    Definition,
    Expression,
    Guard,
    Range,
    Read,
    Reduction,
    Statement,
    map_reads,
    map_reductions,
    substitute,
)
from dlvm.ir.schedules import Directive, Directives
from dlvm.ir.types import I8, I16, I32, U8
from dlvm.text.schedule_syntax import directive_text

_MOST_PARTS = 1000
"""The maximum number of nodes of an expression after inlining."""


def scheduled_nest(definition: Definition, plan: Directives) -> Nest:
    """The loop nest of a definition, with statements and loops restructured by its schedule.

    Raises :class:`DiagnosticError` at the position of a directive that is not legal.
    """
    definition, depth = _fused(definition, plan)
    for directive in plan.of("intrinsic"):
        definition = _in_pairs(definition, directive)
    nest = make_nest(definition, plan.variables, depth, _layouts(definition, plan, depth))
    for directive in plan.of("order"):
        nest = _ordered(nest, directive)
    return nest


# Fusion


def _fused(definition: Definition, plan: Directives) -> tuple[Definition, int | None]:
    """The definition with fused statements inlined into their readers, and the maximum number of
    loops that statements share."""
    statements = list(definition.body.statements)
    shared = [r.variable for r in shared_ranges(align(statements))]
    within: dict[str, list[Directive]] = {}
    depth: int | None = None
    for directive in plan.of("fuse"):
        target, variable = directive.subjects
        _check_target(definition, directive)
        if variable not in shared and target in definition.body.results:
            raise _refused(directive, "it is a result, which requires its own loops")
        if variable in shared:
            if depth not in (None, shared.index(variable) + 1):
                raise _refused(directive, "the loop of one statement contains all others")
            depth = shared.index(variable) + 1
        else:
            within.setdefault(target, []).append(directive)
    for source in definition.body.statements:
        directives = within.get(source.target)
        if directives is None:
            continue
        place = next(n for n, s in enumerate(statements) if s.target == source.target)
        source = statements[place]
        for number in range(place + 1, len(statements)):
            statements[number] = _written_into(statements[number], source, directives)
        del statements[place]
    if not within:
        return definition, depth
    body = replace(definition.body, statements=tuple(statements))
    fused = Definition(definition.name or "", definition.type, body, definition.location)
    return fused, depth


def _refused(directive: Directive, why: str) -> DiagnosticError:
    target, variable = directive.subjects
    return error(f"%{target} cannot be computed at {variable}: {why}", directive.location)


def _check_target(definition: Definition, directive: Directive) -> None:
    target, _ = directive.subjects
    body = definition.body
    if target in body.parameters:
        raise _refused(directive, "it is a parameter, expected the target of a statement")
    own = next(s for s in body.statements if s.target == target)
    if own.indices is not None:
        raise _refused(directive, "its elements are written at computed indices")
    if not any(r.tensor == target for s in body.statements for r in s.value.reads):
        raise _refused(directive, "no other statement reads it")


@dataclass(frozen=True)
class _ReadSite:
    """A read, the variables of the loops around it, and whether it is inside a reduction or a
    condition, which cannot contain another reduction."""

    read: Read
    loops: frozenset[str]
    is_inside: bool


def _read_sites(
    expression: Expression, loops: frozenset[str], is_inside: bool = False
) -> Iterator[_ReadSite]:
    """The reads in an expression."""
    if isinstance(expression, Read):
        yield _ReadSite(expression, loops, is_inside)
    inner = loops
    if isinstance(expression, Reduction):
        inner = loops | {r.variable for r in expression.ranges}
    for child in expression.children:
        within = isinstance(expression, Reduction | Guard) and child is expression.body
        yield from _read_sites(child, inner, is_inside or within)


def _written_into(reader: Statement, source: Statement, directives: list[Directive]) -> Statement:
    """A statement with the reads of another one replaced by the expression that computes their
    elements."""
    target, directive = source.target, directives[0]
    wanted = [d.subjects[1] for d in directives]
    reduces = any(isinstance(n, Reduction) for n in source.value.walk())
    loops = frozenset(r.variable for r in reader.ranges)
    for site in _read_sites(reader.value, loops):
        if site.read.tensor != target:
            continue
        if not site.loops.intersection(wanted):
            variables = " or ".join(wanted)
            message = f"%{reader.target} reads it outside of the loop over {variables}"
            raise _refused(directive, message)
        if reduces and site.is_inside:
            raise _refused(directive, "it reduces, and is read inside a reduction or a condition")
        if not all(isinstance(i, Affine) for i in site.read.indices):
            raise _refused(directive, f"%{reader.target} reads it at computed indices")
    fresh = map_reductions(source.value, lambda n: _renamed(n, reader, target))

    def written(read: Read) -> Expression:
        if read.tensor != target:
            return read
        pairs = zip(source.ranges, read.indices, strict=True)
        return substitute(fresh, {r.variable: i for r, i in pairs if isinstance(i, Affine)})

    value = map_reads(reader.value, written)
    if sum(1 for _ in value.walk()) > _MOST_PARTS:
        raise _refused(directive, f"the result would have more than {_MOST_PARTS} parts")
    return replace(reader, value=value)


def _renamed(reduction: Reduction, reader: Statement, target: str) -> Reduction:
    """A reduction with its variables renamed so that they do not occur in its reader."""
    taken = {r.variable for r in reader.ranges}
    taken.update(reduction.body.variables)
    names: dict[str, Affine] = {}
    for loop_range in reduction.ranges:
        name = f"{loop_range.variable}.{target}"
        while name in taken:
            name += "."
        taken.add(name)
        names[loop_range.variable] = Affine.variable(name)
    ranges = (Range(names[r.variable].terms[0][0], r.extent) for r in reduction.ranges)
    return Reduction(reduction.by, tuple(ranges), substitute(reduction.body, names))


# Intrinsics


def pairs_directive(definition: Definition) -> Directive | None:
    """The directive that computes a sum of products of small integers by the target's dot-product
    instruction; None if there is no such sum."""
    for statement in definition.body.statements:
        for node in statement.value.walk():
            for loop_range in reversed(node.ranges if isinstance(node, Reduction) else ()):
                if isinstance(node, Reduction) and not _problem_of_pairs(node, loop_range.variable):
                    return Directive("intrinsic", (loop_range.variable,), 2)
    return None


def _in_pairs(definition: Definition, directive: Directive) -> Definition:
    """The definition with products of small integers summed in pairs along a variable, which then
    counts pairs: ``a[2 k] b[2 k] + a[2 k + 1] b[2 k + 1]`` for each ``k``. This is one instruction
    if the target has it (``vpdpwssd``, ``vpmaddwd``)."""
    (variable,) = directive.subjects
    found = 0

    def paired(reduction: Reduction) -> Reduction:
        nonlocal found
        if all(r.variable != variable for r in reduction.ranges):
            return reduction
        found += 1
        problem = _problem_of_pairs(reduction, variable) if directive.number == 2 else "of two"
        if problem is not None:
            message = f"expected pairs {problem}, got {directive_text(directive)}"
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


# Layouts of intermediate tensors


def _layouts(
    definition: Definition, plan: Directives, depth: int | None
) -> Mapping[str, tuple[int, ...]]:
    """The memory layout of tensors that one statement passes to another."""
    statements = definition.body.statements
    length = len(shared_ranges(align(statements))[:depth])
    found: dict[str, tuple[int, ...]] = {}
    for directive in plan.of("reorder"):
        target, *variables = directive.subjects
        statement = next((s for s in statements if s.target == target), None)
        if statement is None or target in definition.body.results:
            continue
        own = [r.variable for r in statement.ranges]
        inner = own[length:]
        if sorted(variables) != sorted(inner):
            message = (
                f"expected {', '.join(inner) or 'no variables'}, the dimensions that are stored, "
                f"in some order, got reorder %{target} as {', '.join(variables)}"
            )
            raise error(message, directive.location)
        found[target] = (*range(length), *(own.index(v) for v in variables))
    return found


# Order


def _ordered(nest: Nest, directive: Directive) -> Nest:
    """The nest with some loops in another order. Loops are permuted among the loops that all
    statements share, among the loops of one statement, or among the loops of one reduction."""
    wanted = directive.subjects
    _check_order(directive, list(_nested(nest)))

    def ordered(reduction: Reduction) -> Reduction:
        return replace(reduction, ranges=_permuted(reduction.ranges, wanted))

    statements = tuple(
        replace(
            statement,
            ranges=_permuted(statement.ranges, wanted),
            value=map_reductions(statement.value, ordered),
        )
        for statement in nest.statements
    )
    return replace(nest, statements=statements, prefix=_permuted(nest.prefix, wanted))


def _nested(nest: Nest) -> Iterator[tuple[list[str], ...]]:
    """The variables of nested loops, from the outside in: loops that all statements share, then
    loops of one statement, then loops of one of its reductions."""
    length = len(nest.prefix)
    for statement in nest.statements:
        own = [r.variable for r in statement.ranges]
        found = [n.ranges for n in statement.value.walk() if isinstance(n, Reduction)]
        for ranges in found or [()]:
            yield own[:length], own[length:], [r.variable for r in ranges]


def _check_order(directive: Directive, nests: Sequence[tuple[list[str], ...]]) -> None:
    known = {v for levels in nests for own in levels for v in own}
    wanted = [v for v in directive.subjects if v in known]
    text = directive_text(directive)
    if not any(set(wanted) <= {v for own in levels for v in own} for levels in nests):
        message = f"expected nested loops, got {text}"
        raise error(message, directive.location)
    for levels in nests:
        level = {v: n for n, own in enumerate(levels) for v in own}
        own = [v for v in wanted if v in level]
        for outer, inner in pairwise(own):
            if level[outer] > level[inner]:
                message = (
                    f"expected {inner} before {outer}, got {text}: reductions, and loops that "
                    "only some statements share, run inside the others"
                )
                raise error(message, directive.location)


def _permuted(ranges: tuple[Range, ...], wanted: Sequence[str]) -> tuple[Range, ...]:
    """The ranges, in which the named ones are permuted into the given order."""
    named = sorted(
        (r for r in ranges if r.variable in wanted), key=lambda r: wanted.index(r.variable)
    )
    rest = iter(named)
    return tuple(next(rest) if r.variable in wanted else r for r in ranges)
