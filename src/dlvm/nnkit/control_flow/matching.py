"""Staged pattern matching: the runtime of rewritten ``match``.

The subject is compared with one pattern after the other. If a comparison depends on a staged value,
it becomes a CFG branch: on one edge the pattern matches, on the others the next patterns are tried
with the subject refined by what is known there. So the program tests the case of an enum only once,
even if several patterns name it.
"""

from __future__ import annotations

import builtins
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from dlvm.diagnostics import DiagnosticError, error, quantity
from dlvm.ir import Successor
from dlvm.ir.instructions import BranchEnum, Conditional
from dlvm.nnkit.control_flow.branches import Site, is_staged
from dlvm.nnkit.control_flow.cfg_merge import (
    StagedEdge,
    Unassigned,
    Unreachable,
    Variables,
    edge_here,
    merge,
)
from dlvm.nnkit.control_flow.side_effects import StagedRegion
from dlvm.nnkit.pytree.enums import (
    EnumKind,
    StagedEnum,
    build_case,
    case_hints,
    is_case,
    kind_of,
    layout_in,
)
from dlvm.nnkit.pytree.packing import ORIGIN, case_of, enum_type, lift_enum
from dlvm.nnkit.tracing.source_locations import user_location
from dlvm.nnkit.tracing.trace import TracingScope, current_scope, emit, failure, scope_for
from dlvm.nnkit.tracing.tracer import is_tracer, lift

Bound = Mapping[str, Any]
Go = Callable[[Any, Bound], None]
"""The continuation of a pattern; takes the refined subject and the bindings."""

_SUBJECT = "the subject of match"


class MatchPattern(ABC):
    """Base of the patterns."""

    @abstractmethod
    def match(self, subject: Any, bound: Bound, fits: Go, differs: Go) -> None:
        """Continues with ``fits`` on the paths on which the subject matches, and with ``differs``
        on the others.
        """


@dataclass(frozen=True)
class Capture(MatchPattern):
    """A capture pattern: ``name``, ``pattern as name``, ``_``."""

    name: str | None = None
    pattern: MatchPattern | None = None

    def match(self, subject: Any, bound: Bound, fits: Go, differs: Go) -> None:
        def named(subject: Any, bound: Bound) -> None:
            fits(subject, bound if self.name is None else {**bound, self.name: subject})

        if self.pattern is None:
            named(subject, bound)
        else:
            self.pattern.match(subject, bound, named, differs)


@dataclass(frozen=True)
class ValuePattern(MatchPattern):
    """A value pattern: ``1``, ``"text"``, ``module.NAME``, ``None``, ``True``, ``False``."""

    value: Any
    is_identity: bool = False

    def match(self, subject: Any, bound: Bound, fits: Go, differs: Go) -> None:
        same: Any
        if isinstance(subject, StagedEnum):
            same = False
        elif is_tracer(subject) and isinstance(self.value, bool):
            same = subject if self.value else ~cast(Any, subject)
        elif is_tracer(subject):
            same = (
                cast(Any, subject) == self.value if isinstance(self.value, int | float) else False
            )
        else:
            same = subject is self.value if self.is_identity else subject == self.value
        _part(same, lambda: fits(subject, bound), lambda: differs(subject, bound))


def _part(condition: Any, then: Callable[[], None], otherwise: Callable[[], None]) -> None:
    if not is_staged(condition, "the subject of a pattern"):
        (then if condition else otherwise)()
        return
    builder = scope_for("match").builder
    first, second = (scope_for("match").function.add_block() for _ in range(2))
    emit(Conditional, lift(condition), Successor(first), Successor(second))
    builder.block = first
    then()
    builder.block = second
    otherwise()


@dataclass(frozen=True)
class ClassPattern(MatchPattern):
    """A class pattern: ``Class(pattern, …, name=pattern, …)``."""

    kind: type
    positional: Sequence[MatchPattern] = ()
    named: Sequence[tuple[str, MatchPattern]] = ()

    def match(self, subject: Any, bound: Bound, fits: Go, differs: Go) -> None:
        if isinstance(subject, StagedEnum):
            self._branch(subject, bound, fits, differs)
        elif not isinstance(subject, self.kind):
            differs(subject, bound)
        elif self.kind in _SELF and self.positional:
            self.positional[0].match(subject, bound, fits, differs)
        else:
            parts = [(getattr(subject, name), pattern, name) for name, pattern in self._patterns()]
            _match_parts(subject, parts, bound, fits, differs)

    def _patterns(self) -> list[tuple[str, MatchPattern]]:
        names: tuple[str, ...] = getattr(self.kind, "__match_args__", ())
        if len(self.positional) > len(names):
            raise failure(
                f"{self.kind.__name__} has at most {quantity(len(names), 'part')}, got "
                f"{len(self.positional)}: {', '.join(names) or 'it has none'}"
            )
        return [*zip(names, self.positional, strict=False), *self.named]

    def _branch(self, subject: StagedEnum, bound: Bound, fits: Go, differs: Go) -> None:
        """Branches on the case of a staged enum."""
        kind = layout_in(subject).kind
        if self.kind not in kind.cases:
            raise failure(
                f"the pattern for a value of {kind} must be one of "
                f"{', '.join(c.__name__ for c in kind.cases)}, got {self.kind.__name__}"
            )
        for found in match_cases(subject):
            if type(found) is self.kind:
                self.match(found, bound, fits, differs)
            else:
                differs(found, bound)


_SELF = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)
"""Classes whose only positional pattern matches the whole value."""


@dataclass(frozen=True)
class Either(MatchPattern):
    """An or-pattern: ``pattern | pattern``."""

    patterns: Sequence[MatchPattern]

    def match(self, subject: Any, bound: Bound, fits: Go, differs: Go) -> None:
        first, *rest = self.patterns
        others = Either(rest) if rest else None

        def differing(subject: Any, _: Bound) -> None:
            if others is None:
                differs(subject, bound)
            else:
                others.match(subject, bound, fits, differs)

        first.match(subject, bound, fits, differing)


@dataclass(frozen=True)
class Items(MatchPattern):
    """A sequence pattern, ``[pattern, *name, pattern]``; ``star`` is the index of ``*name``."""

    patterns: Sequence[MatchPattern]
    star: int | None = None

    def match(self, subject: Any, bound: Bound, fits: Go, differs: Go) -> None:
        count, star = len(self.patterns), self.star
        if not isinstance(subject, tuple | list):
            differs(subject, bound)
            return
        items: list[Any] = list(cast("Sequence[Any]", subject))
        if star is not None and len(items) >= count - 1:
            end = star + len(items) - count + 1
            items[star:end] = [items[star:end]]
        if len(items) != count:
            differs(subject, bound)
            return
        places = [n if star is None else None for n in range(count)]
        parts = list(zip(items, self.patterns, places, strict=True))
        _match_parts(subject, parts, bound, fits, differs)


def _match_parts(
    subject: Any,
    parts: Sequence[tuple[Any, MatchPattern, str | int | None]],
    bound: Bound,
    fits: Go,
    differs: Go,
) -> None:
    """Matches parts of the subject, each with its field in a case, with patterns."""
    if not parts:
        fits(subject, bound)
        return
    (part, pattern, field), *rest = parts
    pattern.match(
        part,
        bound,
        lambda found, bound: _match_parts(
            _with_part(subject, field, found), rest, bound, fits, differs
        ),
        lambda found, bound: differs(_with_part(subject, field, found), bound),
    )


def _with_part(subject: Any, place: str | int | None, part: Any) -> Any:
    """The subject, with one part refined."""
    kind = cast("type[Any]", type(subject))
    if isinstance(place, int):
        items: list[Any] = list(subject)
        items[place] = part
        return kind(items)
    if place is None or not is_case(kind) or getattr(subject, place) is part:
        return subject
    made = build_case(kind, [part if n == place else getattr(subject, n) for n in case_hints(kind)])
    if ORIGIN in subject.__dict__:
        made.__dict__[ORIGIN] = subject.__dict__[ORIGIN]
    return made


def match_cases(subject: StagedEnum) -> Iterator[Any]:
    """Branches on the case of a staged enum, and continues on each edge with an object of that
    case.
    """
    scope = scope_for("match")
    layout, location = layout_in(subject), user_location()
    value = lift_enum(subject, layout, scope.program)
    type = enum_type(layout, scope.program)
    blocks = [scope.function.add_block(location=location) for _ in layout.present]
    for case, block in zip(layout.present, blocks, strict=True):
        for part in type.payload(case.__name__) or ():
            block.add_argument(part)
    cases = zip(layout.present, blocks, strict=True)
    emit(BranchEnum, value, [Successor(b, case=c.__name__) for c, b in cases])
    left = scope.left
    for case, block in zip(layout.present, blocks, strict=True):
        scope.builder.block = block
        scope.left = left.union(b for b in blocks if b is not block)
        yield case_of(subject, case, block.arguments)


def is_instance(function: Any, value: Any, kind: Any) -> Any:
    """Stages ``isinstance(value, kind)``, which is staged if the value is a staged enum."""
    if function is not builtins.isinstance or not isinstance(value, StagedEnum):
        return function(value, kind)
    scope, location = scope_for("isinstance"), user_location()
    edges: list[StagedEdge] = []
    for found in match_cases(value):
        edges.append(
            edge_here(scope, (_KNOWN,), {_KNOWN: isinstance(found, kind)}, lambda _: location)
        )
    return merge(scope, edges, lambda _: location, location)[_KNOWN]


_KNOWN = "isinstance"


@dataclass(frozen=True)
class _PatternPath:
    """A path on which a pattern is known to match (``fits``) or not to match, with the refined
    subject."""

    fits: bool
    subject: Any
    bound: Bound
    edge: StagedEdge | None


class MatchStatement:
    """A ``match`` statement. Staging begins at the first staged comparison; Python
    evaluates the comparisons before it.
    """

    def __init__(self, site: Site, subject: Any, variables: Variables) -> None:
        self.site = site
        self.known = current_scope()
        self.staged = False
        self.leaving: Any = ()
        """The exceptions to catch around a staged case. Empty if Python chose the case, so that
        ``Unreachable`` propagates.
        """
        self.is_left = False
        self.is_done = False
        """Whether Python has chosen a case."""
        self.region: StagedRegion | None = None
        """The cases, from the first staged comparison on."""
        self.subject = subject
        self.kind = _kind_of(subject)
        self.initial = dict(variables)
        self.bound: tuple[Any, ...] = ()
        self.values: tuple[Any, ...] = ()
        self.ends: list[StagedEdge] = []
        self.others: list[StagedEdge] = []
        """The paths on which no pattern has matched yet, after the first staged comparison."""

    @property
    def scope(self) -> TracingScope:
        return self.known or scope_for("match")

    def begin(self, pattern: MatchPattern, names: tuple[str, ...]) -> bool:
        """Continues on the paths on which the pattern matches; returns whether there are any."""
        if self.is_done:
            return False
        outcomes: list[_PatternPath] = []

        def note(fits: bool, subject: Any, bound: Bound) -> None:
            outcomes.append(_PatternPath(fits, subject, bound, self._edge(subject, bound)))

        def compare(subject: Any) -> None:
            pattern.match(
                subject, {}, lambda s, b: note(True, s, b), lambda s, _: note(False, s, {})
            )

        if not self.staged:
            compare(self.subject)
            if len(outcomes) == 1:
                [only] = outcomes
                self.subject, self.is_done = only.subject, only.fits
                self.bound = tuple(only.bound[n] for n in names) if only.fits else ()
                return only.fits
            self._part()
        else:
            for way in self.others:
                compare(self._go([way])[_SUBJECT])
        self.others = [o.edge for o in outcomes if not o.fits and o.edge is not None]
        fitting = [o.edge for o in outcomes if o.fits and o.edge is not None]
        if not fitting:
            return False
        values = self._go(fitting)
        self.subject = values[_SUBJECT]
        self.bound = tuple(values[n] for n in names)
        return True

    def _part(self) -> None:
        """Starts staging all paths, at the first staged comparison."""
        self.staged, self.leaving, self.is_done = True, Unreachable, False
        self.scope.depth += 1
        self.depth = self.scope.depth
        site = self.site
        names = (*site.names, *site.temporary)
        self.region = StagedRegion(
            self.scope, "a staged branch", site.location, self.initial, names
        )

    def _edge(self, subject: Any, bound: Bound) -> StagedEdge | None:
        if self.known is None:
            return None
        names = (_SUBJECT, *bound)
        return edge_here(self.known, names, {**bound, _SUBJECT: subject}, self.site.place_of)

    def _go(self, edges: Sequence[StagedEdge]) -> dict[str, Any]:
        return merge(self.scope, edges, self.site.place_of, self.site.location)

    def guard(self, condition: Any) -> bool:
        """Whether Python runs the body of the case. If the guard is staged, the body is emitted for
        the paths on which it holds."""
        if not is_staged(condition, "the condition of a case"):
            if not condition:
                self.is_left, self.is_done = self.staged, False
                self.others += [w for w in [self._edge(self.subject, {})] if w and self.staged]
            return bool(condition)
        if not self.staged:
            self._part()
        first, second = (self.scope.function.add_block() for _ in range(2))
        emit(Conditional, lift(condition), Successor(first), Successor(second))
        builder = self.scope.builder
        builder.block = second
        self.others += [w for w in [self._edge(self.subject, {})] if w]
        builder.block = first
        return True

    def left(self) -> None:
        """Records that control does not reach the end of the case."""
        self.is_left = True

    def finish(self, variables: Variables) -> None:
        """Ends a case."""
        if not self.staged:
            return
        self.scope.depth = self.depth
        if self.region is not None:
            self.region.check()
        if not self.is_left:
            names = self.site.names
            self.ends.append(edge_here(self.scope, names, variables, self.site.place_of))
        self.is_left = False

    def restore(self) -> tuple[Any, ...]:
        """The values of the variables at the start of the next case."""
        names = (*self.site.names, *self.site.temporary)
        return tuple(self._initial(n) for n in names)

    def _initial(self, name: str) -> Any:
        known = self.initial
        return known[name] if name in known else Unassigned(name, self.site.place_of(name))

    def close(self) -> None:
        """Continues after the statement."""
        if not self.staged:
            if not self.is_done and self.kind is not None:
                raise self._missing([self.subject])
            return
        if self.others and self.kind is not None:
            raise self._missing([way.values[_SUBJECT] for way in self.others])
        self.scope.depth -= 1
        if self.region is not None:
            self.region.close()
        names = self.site.names
        for way in self.others:
            self.ends.append(replace(way, values={n: self._initial(n) for n in names}))
        values = self._go(self.ends)
        self.values = (
            *(values[n] for n in names),
            *self.site.unassigned(self.site.temporary),
        )

    def _missing(self, subjects: Sequence[Any]) -> DiagnosticError:
        texts = list(dict.fromkeys(map(_text, subjects)))
        cases = ", ".join(c.__name__ for c in self.kind.cases) if self.kind else ""
        return error(
            f"match has no case for {', '.join(texts)}, expected one for all values of "
            f"{self.kind}: {cases}, or case _; a case with a guard does not count",
            self.site.location,
        )


def _kind_of(subject: Any) -> EnumKind | None:
    if isinstance(subject, StagedEnum):
        return layout_in(subject).kind
    case = cast("type[Any]", type(subject))
    return kind_of(case) if is_case(case) else None


def _text(subject: Any) -> str:
    """Describes the refined subject as a pattern."""
    case = cast("type[Any]", type(subject))
    if not is_case(case):
        return "_"
    parts = [_text(getattr(subject, n)) for n in case_hints(case)]
    return f"{case.__name__}({', '.join(parts) if any(p != '_' for p in parts) else ''})"
