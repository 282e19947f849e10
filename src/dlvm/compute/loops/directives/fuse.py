"""``fuse %x at v``: the result of a statement is computed where it is read.

::

    %x[i] = f(i)                     (fuse %x at i)
    %y[i] = g(%x[i])          →      %y[i] = g(f(i))

If ``v`` is a loop that all statements share, they share no loop inside it: for each value of ``v``,
one statement ends before the next begins. If ``v`` is a loop of a statement that reads ``%x``, the
elements are computed where they are read, and ``%x`` is no longer a statement.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dlvm.compute.loop_nest.nest import align, shared_ranges
from dlvm.diagnostics import DiagnosticError, error
from dlvm.ir.compute import (
    Affine,
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

_MOST_PARTS = 1000
"""The maximum number of nodes of an expression after inlining."""


def fused(definition: Definition, plan: Directives) -> tuple[Definition, int | None]:
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
            position = shared.index(variable) + 1
            if depth is not None and depth != position:
                other = shared[depth - 1]
                raise _refused(
                    directive,
                    f"another directive fuses at {other}, and all statements must share the same "
                    "loops",
                )
            depth = position
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
    reduces = bool(source.value.reductions)
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
