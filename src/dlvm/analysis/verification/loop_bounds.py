"""Checks that loops access only elements that exist, and that threads do not race.

Both follow from the affine parts of addresses and from the ranges of variables. An address with a
computed part, such as an index from a tensor, is checked if the definition requires the range of
that part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import gcd
from typing import Final

from dlvm.analysis.verification.affine_facts import Case, Facts, renamed_variables
from dlvm.analysis.verification.loop_races import Share, SharedAccess, is_distributed
from dlvm.ir.compute import (
    Affine,
    Call,
    Constant,
    Definition,
    Expression,
    Guard,
    Index,
    IndexValue,
    Read,
    Reduction,
)
from dlvm.ir.loops.kernels import (
    BufferAllocation,
    BufferStore,
    CopyTensor,
    ForLoop,
    If,
    LaneScan,
    Let,
    LoopKernel,
    LoopKind,
    Parallel,
    Prefetch,
    Space,
    Stmt,
)
from dlvm.ir.loops.traversal import walk as walk_over
from dlvm.ir.polynomial import Size, monomials, product, size_of, size_text
from dlvm.ir.types import I64


@dataclass
class _AccessWalk:
    """The accesses of a kernel, and those that may be out of range."""

    definition: Definition
    counts: dict[str, Size]
    report: list[tuple[str, Stmt]] = field(default_factory=list[tuple[str, Stmt]])
    shared: list[SharedAccess] = field(default_factory=list[SharedAccess])
    """The accesses by threads to memory that they share."""
    share: Share | None = None
    has_workspace: bool = False
    by_all: bool = False
    """Whether each thread runs statements outside of parallel loops, instead of one thread."""
    outside: list[tuple[str, Stmt]] = field(default_factory=list[tuple[str, Stmt]])
    """The tensors in shared memory that such statements read."""
    own: set[str] = field(default_factory=set[str])
    """The tensors of one thread."""
    fresh: int = 0
    parts: list[tuple[Affine, list[Affine], Affine]] = field(
        default_factory=list[tuple[Affine, list[Affine], Affine]]
    )
    """The arguments and values of ``part``."""
    ends: dict[Affine, tuple[Size, int]] = field(default_factory=dict[Affine, tuple[Size, int]])
    """For the ends of shares: the whole size, and the step. They are one or multiples of the
    other."""
    covers: dict[Affine, tuple[Affine, Affine]] = field(
        default_factory=dict[Affine, tuple[Affine, Affine]]
    )
    """For the values of ``cover``: where they begin, and a fact if there is one after that."""


def find_unsafe_accesses(definition: Definition, kernel: LoopKernel) -> list[tuple[str, Stmt]]:
    """Error messages, with their statements, for accesses that are not proved to be in range and
    free of races."""
    types = definition.tensor_types()
    counts = {name: product(tuple(size_of(d) for d in type.shape)) for name, type in types.items()}
    walk = _AccessWalk(definition, counts)
    walk.by_all = any(isinstance(s, Parallel) for s in walk_over(kernel.body))
    facts = Facts()
    for check in definition.body.size_checks:
        facts.add(*(Affine.size(size) for size in check.facts))
    _body(walk, kernel.body, facts, {})
    _check_races(walk)
    return walk.report


def _check_races(walk: _AccessWalk) -> None:
    """Reports tensors that different threads may write at the same element, or that one may read
    where another one writes."""
    written = {a.tensor for a in walk.shared if a.is_store}
    for tensor in sorted(written):
        accesses = [a for a in walk.shared if a.tensor == tensor]
        if not is_distributed(accesses):
            message = f"different threads may access the same element of %{tensor}"
            stores = [a.stmt for a in accesses if a.is_store]
            walk.report.append((message, stores[0]))
    for tensor, stmt in walk.outside:
        if tensor in written:
            walk.report.append((f"each thread reads %{tensor} while others write it", stmt))


def _body(walk: _AccessWalk, body: Sequence[Stmt], facts: Facts, names: Mapping[str, str]) -> None:
    facts, names = facts.copy(), dict(names)
    counts, own = dict(walk.counts), set(walk.own)
    for stmt in body:
        match stmt:
            case BufferAllocation():
                walk.counts[stmt.name] = stmt.count
                walk.own.discard(stmt.name)
                if stmt.space is Space.WORKSPACE:
                    walk.has_workspace = True
                else:
                    walk.own.add(stmt.name)
            case Let():
                _let(walk, stmt, facts, names)
            case If(left, right):
                inner = facts.copy()
                difference = _renamed(right, names).plus(_renamed(left, names).scaled(-1))
                inner.assume(difference.plus(-1))
                _body(walk, stmt.body, inner, names)
            case ForLoop():
                _loop(walk, stmt, facts, names)
            case Parallel():
                _parallel(walk, stmt, facts, names)
            case BufferStore():
                _access(walk, stmt.tensor, stmt.indices, facts, names, stmt, True)
                _expression(walk, stmt.value, facts, names, stmt)
                for index in stmt.indices:
                    if isinstance(index, Expression):
                        _expression(walk, index, facts, names, stmt)
            case LaneScan():
                if stmt.lanes > _known(walk.counts[stmt.tensor]):
                    message = f"%{stmt.tensor} has fewer than {stmt.lanes} elements"
                    walk.report.append((message, stmt))
            case CopyTensor():
                for tensor in (stmt.target, stmt.source):
                    if not facts.is_positive(walk.counts[tensor] - stmt.count):
                        message = f"%{tensor} may have fewer elements than are copied"
                        walk.report.append((message, stmt))
                _written_by_all(walk, stmt.target, stmt)
            case Prefetch():
                pass
    walk.counts, walk.own = counts, own


def _written_by_all(walk: _AccessWalk, tensor: str, stmt: Stmt) -> None:
    """Reports a write that each thread makes to memory that threads share."""
    if (walk.by_all or walk.share is not None) and tensor not in walk.own:
        walk.report.append((f"each thread writes the same elements of %{tensor}", stmt))


def _known(size: Size) -> int:
    return size if isinstance(size, int) else 0


def _renamed(affine: Affine, names: Mapping[str, str]) -> Affine:
    return renamed_variables(affine, names)


def _declare(walk: _AccessWalk, name: str, facts: Facts, names: dict[str, str]) -> Affine:
    walk.fresh += 1
    names[name] = f"{name}#{walk.fresh}"
    facts.declare(names[name])
    return Affine.variable(names[name])


def _loop(walk: _AccessWalk, stmt: ForLoop, facts: Facts, names: Mapping[str, str]) -> None:
    begin, end = _renamed(stmt.begin, names), _renamed(stmt.end, names)
    inner, own = facts.copy(), dict(names)
    variable = _declare(walk, stmt.variable, inner, own)
    covered = walk.covers.get(end)
    if covered is not None and covered[0] == begin:
        inner.add(covered[1])
    _add_range(inner, variable, begin, end, stmt.step)
    if end in walk.ends and stmt.step > 1:
        size, step = walk.ends[end]
        if step % stmt.step == 0 and inner.is_multiple(begin, stmt.step):
            # A last step that is not whole ends at the whole size.
            last = end.plus(-stmt.step).plus(variable.scaled(-1))
            inner.splits[own[stmt.variable]] = [Case((end.plus(size * -1),)), Case((last,))]
    if stmt.kind is LoopKind.VECTOR:
        inner.add(variable.scaled(-1).plus(stmt.lanes - 1))
    _body(walk, stmt.body, inner, own)


def _add_range(facts: Facts, variable: Affine, begin: Affine, end: Affine, step: int) -> None:
    """Adds that a variable is ``begin``, ``begin + step``, … below ``end``."""
    span = end.plus(begin.scaled(-1))
    facts.add(span.plus(-1), variable.plus(begin.scaled(-1)))
    ((name, _),) = variable.terms
    facts.multiples[name] = step, begin
    if not span.terms and isinstance(span.constant, int):
        last = max(0, span.constant - 1) // step * step
        facts.add(begin.plus(last).plus(variable.scaled(-1)))
    elif facts.is_multiple(span, step):
        facts.add(span.plus(-step))
        facts.add(end.plus(-step).plus(variable.scaled(-1)))
    else:
        facts.add(end.plus(-1).plus(variable.scaled(-1)))


def _parallel(walk: _AccessWalk, stmt: Parallel, facts: Facts, names: Mapping[str, str]) -> None:
    inner, own = facts.copy(), dict(names)
    begin = _declare(walk, stmt.begin, inner, own)
    end = _declare(walk, stmt.end, inner, own)
    whole, span = Affine.size(stmt.size), end.plus(begin.scaled(-1))
    inner.add(begin, whole.plus(end.scaled(-1)))
    if isinstance(stmt.size, int) and stmt.size > 0:
        last = (stmt.size - 1) // stmt.step * stmt.step
        inner.add(begin.scaled(-1).plus(last), span.plus(-1))
    else:
        # Without values there is one share, which is empty.
        inner.add(whole.plus(begin.scaled(-1)), span)
    inner.multiples[own[stmt.begin]] = stmt.step, Affine()
    divisor = gcd(stmt.step, *(number for _, number in monomials(stmt.size)))
    inner.multiples[own[stmt.end]] = divisor, Affine()
    if divisor != stmt.step:
        last_share = Case((end.plus(stmt.size * -1),), (0, whole))
        inner.splits[own[stmt.end]] = [last_share, Case((), (stmt.step, Affine()))]
    walk.share = Share(begin, end, stmt.size)
    walk.ends[end] = stmt.size, stmt.step
    _body(walk, stmt.body, inner, own)
    walk.share = None
    if walk.has_workspace:
        walk.by_all = False


def _let(walk: _AccessWalk, stmt: Let, facts: Facts, names: dict[str, str]) -> None:
    first, *others = (_renamed(a, names) for a in stmt.arguments)
    value = _declare(walk, stmt.variable, facts, names)
    name = names[stmt.variable]

    def at_most(bound: Affine) -> Affine:
        return bound.plus(value.scaled(-1))

    def at_least(bound: Affine) -> Affine:
        return value.plus(bound.scaled(-1))

    match stmt.function:
        case "min" | "max":
            bounds = (first, *others)
            facts.add(*map(at_most if stmt.function == "min" else at_least, bounds))
            gap = others[0].plus(first.scaled(-1))
            gap = gap if stmt.function == "min" else gap.scaled(-1)
            facts.add_cases(value, (first, gap), (others[0], gap.scaled(-1)))
            if stmt.function == "min":
                _add_multiple(walk, facts, value, bounds)
        # The others divide numbers that must not be negative.
        case "whole" if facts.proves(others[0].plus(first.scaled(-1))):
            end, step = others
            number = _known(step.constant)
            facts.add(at_most(end), at_least(end.plus(1 - number)), at_least(first))
            facts.multiples[name] = number, first
        case "cover" if facts.proves(others[0].plus(first.scaled(-1))):
            end, step, rest, origin = others
            number = _known(step.constant)
            facts.add(at_least(end.plus(1 - number)), at_least(first))
            least = rest.constant if not rest.terms else None
            # A step more begins only if more than the rest is left.
            taken = least if isinstance(least, int) and 0 <= least < number else 0
            facts.add(at_most(end.plus(number - 1 - taken)))
            if facts.proves(first.plus(origin.scaled(-1))):
                walk.covers[value] = first, end.plus(origin.scaled(-1)).plus(-number)
            facts.multiples[name] = number, first
        case "ceil" if facts.proves(first):
            number = _known(others[0].constant)
            facts.add(value.scaled(number).plus(first.scaled(-1)))
            facts.add(first.plus(number - 1).plus(value.scaled(-number)))
            facts.add(value)
        case "rem" if facts.proves(first):
            facts.multiples[name] = facts.divisor(first, others[0].constant), Affine()
            facts.add(value, at_most(others[0].plus(-1)), at_most(first))
        case "part" if facts.proves(first):
            size, _, step = others
            facts.add(value, at_most(size))
            # A later part does not begin before an earlier one.
            for place, others_of, known in walk.parts:
                gap = first.plus(place.scaled(-1))
                if others_of == others and not gap.terms and isinstance(gap.constant, int):
                    ahead = value.plus(known.scaled(-1))
                    facts.add(ahead if gap.constant >= 0 else ahead.scaled(-1))
            walk.parts.append((first, others, value))
            sizes = [number for _, number in monomials(size.constant)]
            divisor = gcd(_known(step.constant), *sizes)
            facts.multiples[name] = divisor, Affine()
        case _:
            pass


def _add_multiple(
    walk: _AccessWalk, facts: Facts, value: Affine, bounds: tuple[Affine, ...]
) -> None:
    """Adds that the lesser one of the end of a share and of a multiple of its step is such a
    multiple: if the share ends at the whole size, that is the greater one."""
    for end, other in (bounds, bounds[::-1]):
        known = walk.ends.get(end)
        if known is None or not facts.is_multiple(other, known[1]):
            continue
        if facts.proves(Affine.size(known[0]).plus(other.scaled(-1))):
            facts.multiples[value.terms[0][0]] = known[1], Affine()


# Accesses


def _access(
    walk: _AccessWalk,
    tensor: str,
    indices: Sequence[Index],
    facts: Facts,
    names: Mapping[str, str],
    stmt: Stmt,
    is_store: bool,
) -> None:
    if not indices:
        return
    inner = facts.copy()
    parts = [_linear(walk, index, inner, names) for index in indices]
    address: Affine | None = Affine()
    for part in parts:
        address = address.plus(part) if address is not None and part is not None else None
    if tensor not in walk.own:
        if walk.share is not None:
            walk.shared.append(
                SharedAccess(
                    tensor, walk.counts[tensor], address, inner, walk.share, stmt, is_store
                )
            )
        elif is_store:
            _written_by_all(walk, tensor, stmt)
        elif walk.by_all:
            walk.outside.append((tensor, stmt))
    if address is None:
        return
    count = walk.counts[tensor]
    if not inner.proves(address):
        walk.report.append((f"the index of %{tensor} may be below 0", stmt))
    elif not inner.proves(Affine.size(count).plus(-1).plus(address.scaled(-1))):
        walk.report.append((f"the index of %{tensor} may be {size_text(count)} or more", stmt))


def _linear(
    walk: _AccessWalk, index: Index, facts: Facts, names: Mapping[str, str]
) -> Affine | None:
    """An index as a function of variables, of which those for computed parts are new. None if
    nothing is known of such a part."""
    match index:
        case Affine():
            return _renamed(index, names)
        case IndexValue(place, element) if element is I64:
            return _renamed(place, names)
        case Constant(value, element) if element is I64:
            assert isinstance(value, int)
            return Affine((), value)
        case Read(tensor):
            checks = walk.definition.body.checks if tensor not in walk.own else ()
            check = next((c for c in checks if c.parameter == tensor), None)
            if check is None:
                return None
            value = _fresh(walk, facts)
            facts.add(value, Affine.size(size_of(check.bound)).plus(-1).plus(value.scaled(-1)))
            return value
        case Call("cast", (Read() as inner,), element) if element is I64:
            return _linear(walk, inner, facts, names) if inner.element.is_integer else None
        case Call(operation, arguments, element) if element is I64:
            parts = [_linear(walk, a, facts, names) for a in arguments]
            return _call(walk, operation, parts, facts)
        case _:
            return None


def _fresh(walk: _AccessWalk, facts: Facts) -> Affine:
    walk.fresh += 1
    facts.declare(f"#{walk.fresh}")
    return Affine.variable(f"#{walk.fresh}")


def _call(
    walk: _AccessWalk, operation: str, parts: Sequence[Affine | None], facts: Facts
) -> Affine | None:
    if operation in ("min", "max"):
        known = [p for p in parts if p is not None]
        if not known:
            return None
        value = _fresh(walk, facts)
        sign = -1 if operation == "min" else 1
        facts.add(*(value.scaled(sign).plus(p.scaled(-sign)) for p in known))
        if len(known) == 2:
            gap = known[1].plus(known[0].scaled(-1)).scaled(-sign)
            facts.add_cases(value, (known[0], gap), (known[1], gap.scaled(-1)))
        return value
    if len(parts) != 2 or parts[0] is None or parts[1] is None:
        return None
    a, b = parts[0], parts[1]
    match operation:
        case "add":
            return a.plus(b)
        case "subtract":
            return a.plus(b.scaled(-1))
        case "multiply":
            if not a.terms:
                return b.scaled(a.constant)
            return a.scaled(b.constant) if not b.terms else None
        case "floorDivide" | "truncateDivide" | "modulo":
            return _quotient(walk, operation, a, b, facts)
        case _:
            return None


def _quotient(
    walk: _AccessWalk, operation: str, a: Affine, b: Affine, facts: Facts
) -> Affine | None:
    divisor = b.constant
    if b.terms or not isinstance(divisor, int) or divisor < 1:
        return None
    # A number that is negative, or too large for i64, has another quotient.
    if not (facts.proves(a) and facts.proves(a.scaled(-1).plus(_LARGEST))):
        return None
    value = _fresh(walk, facts)
    rest = a.plus(value.scaled(-divisor))
    facts.add(value, rest, rest.scaled(-1).plus(divisor - 1))
    greatest = facts.greatest(a)
    if greatest is not None:
        facts.add(value.scaled(-1).plus(greatest // divisor))
    return rest if operation == "modulo" else value


def _expression(
    walk: _AccessWalk, expression: Expression, facts: Facts, names: Mapping[str, str], stmt: Stmt
) -> None:
    match expression:
        case Guard(condition, body, otherwise):
            _expression(walk, condition, facts, names, stmt)
            for part, holds in ((body, True), (otherwise, False)):
                inner = facts.copy()
                _assume(walk, condition, holds, inner, names)
                _expression(walk, part, inner, names, stmt)
            return
        case Reduction(_, ranges, body):
            inner, own = facts.copy(), dict(names)
            for loop_range in ranges:
                variable = _declare(walk, loop_range.variable, inner, own)
                _add_range(inner, variable, Affine(), Affine.size(loop_range.size), 1)
            _expression(walk, body, inner, own, stmt)
            return
        case Read(tensor, indices):
            _access(walk, tensor, indices, facts, names, stmt, False)
        case _:
            pass
    for child in expression.children:
        _expression(walk, child, facts, names, stmt)


def _assume(
    walk: _AccessWalk, condition: Expression, holds: bool, facts: Facts, names: Mapping[str, str]
) -> None:
    """Adds the consequences of a condition to ``facts``, or, if ``holds`` is false, those of its
    negation."""
    if not isinstance(condition, Call):
        return
    operation, arguments = condition.operation, condition.arguments
    if operation == "not":
        _assume(walk, arguments[0], not holds, facts, names)
    elif operation == ("and" if holds else "or"):
        for argument in arguments:
            _assume(walk, argument, holds, facts, names)
    elif operation in _STRICT and arguments[0].element is I64:
        left, right = (_linear(walk, a, facts, names) for a in arguments)
        if left is None or right is None:
            return
        difference = right.plus(left.scaled(-1))
        is_less, is_strict = _STRICT[operation]
        if not holds:
            is_less, is_strict = not is_less, not is_strict
        facts.assume((difference if is_less else difference.scaled(-1)).plus(-int(is_strict)))
    elif operation == ("equal" if holds else "notEqual") and arguments[0].element is I64:
        left, right = (_linear(walk, a, facts, names) for a in arguments)
        if left is not None and right is not None:
            difference = right.plus(left.scaled(-1))
            facts.assume(difference, difference.scaled(-1))


_LARGEST: Final = (1 << 63) - 1
_STRICT: Final = {
    "lessThan": (True, True),
    "lessThanOrEqual": (True, False),
    "greaterThan": (False, True),
    "greaterThanOrEqual": (False, False),
}
"""For each comparison, whether the first number is less, and whether they must differ."""
