"""Staged branches: the runtime of rewritten ``if``, ``return``, ``raise`` and ``assert``.

Python evaluates a condition that is known while staging. For a staged condition, the code of each
branch runs once, to stage it into a basic block of its own. If control leaves a branch early, by
``return``, ``break`` or ``continue``, the runtime records a CFG edge to the target, and the
exception :class:`Unreachable` ends the staging of the branch.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from dlvm.diagnostics import Location
from dlvm.ir import Successor
from dlvm.ir.instructions import Assert, Conditional, Trap
from dlvm.ir.types import BOOL
from dlvm.nnkit.control_flow.cfg_merge import (
    RESULT,
    Names,
    StagedEdge,
    Unassigned,
    Unreachable,
    Variables,
    edge_here,
    merge,
)
from dlvm.nnkit.control_flow.exceptions import expect_uncaught
from dlvm.nnkit.control_flow.side_effects import StagedRegion, current_variables
from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.source_locations import Span, span_location, user_location
from dlvm.nnkit.tracing.trace import current_scope, emit, failure, scope_for
from dlvm.nnkit.tracing.tracer import is_tracer, lift


@dataclass(frozen=True)
class Site:
    """Static facts about a statement, found by the source transformation.

    ``names`` are the variables that it assigns and that are live after it (for a loop, in the next
    iteration); ``temporary`` are the others that it assigns; ``behind`` are the variables that a
    loop assigns and that are live after it; ``tested`` are those that its condition assigns.
    """

    filename: str
    span: Span
    names: Names = ()
    temporary: Names = ()
    behind: Names = ()
    assignments: Mapping[str, Span] | None = None
    tested: Names = ()

    @property
    def location(self) -> Location | None:
        return span_location(self.filename, self.span)

    def place_of(self, name: str) -> Location | None:
        """The source location that assigns the variable."""
        span = (self.assignments or {}).get(name)
        return self.location if span is None else span_location(self.filename, span)

    def unassigned(self, names: Names) -> tuple[Unassigned, ...]:
        """Placeholders for variables without a usable value."""
        return tuple(Unassigned(n, self.place_of(n)) for n in names)


def is_staged(condition: Any, what: str) -> bool:
    """Whether a condition is known only at run time. Raises if it is staged and not a single bool;
    ``what`` names it in the error."""
    if not is_tracer(condition):
        return False
    type = condition.type
    if type.rank or type.element is not BOOL:
        raise failure(
            f"{what} must be a single bool, got type {type}; reduce a tensor with .all() or "
            ".any(), compare a number with 0"
        )
    return True


class FunctionBody:
    """The body of a function with several ``return`` statements."""

    def __init__(self) -> None:
        scope = self.scope = current_scope()
        self.depth = scope.depth if scope else 0
        self.loops = len(scope.loops) if scope else 0
        self.edges: list[StagedEdge] = []
        self.regions: list[StagedRegion] = []
        """The code after each staged ``return``."""
        self.outside = dict(current_variables(scope)) if scope else {}
        """The caller's view of the function: its arguments and free variables."""
        self.place: Location | None = None

    @property
    def is_within(self) -> bool:
        """Whether staging is inside a staged branch or loop, or in a loop with staged exits."""
        scope = self.scope
        return scope is not None and (
            scope.depth > self.depth or any(loop.is_pending for loop in scope.loops[self.loops :])
        )

    def returned(self, site: Site, value: Any) -> Any:
        """The value that ``return`` returns to Python, if Python executes it."""
        scope = self.scope
        if scope is None:
            return value
        is_within = self.is_within
        if is_within:
            for loop in scope.loops[self.loops :]:
                loop.will_end()
            where, outside = "code after a staged return", {"result": value, **self.outside}
            self.regions.append(StagedRegion(scope, where, site.location, outside, is_end=True))
        else:
            del scope.loops[self.loops :]
            if not self.edges:
                return value
        self.place = site.location
        self.edges.append(edge_here(scope, (RESULT,), {RESULT: value}, self._place_of))
        if is_within:
            raise Unreachable
        return self.result()

    def result(self) -> Any:
        """The result of the function: the merge of the values on all edges to its end."""
        if self.scope is None or not self.edges:
            raise Unreachable
        while self.regions:
            self.regions.pop().close()
        return merge(self.scope, self.edges, self._place_of, self.place)[RESULT]

    def raised(self, site: Site, exception: Any) -> Any:
        """The exception that ``raise`` raises, if Python executes it; a staged ``raise`` ends the
        program with an error.
        """
        if not self.is_within:
            return exception
        kind = exception if isinstance(exception, type) else builtins.type(exception)
        arguments = () if isinstance(exception, type) else exception.args
        if any(map(is_tracer, arguments)):
            raise failure(
                "an exception in a branch on a staged condition must have a text that is known "
                "while staging, got a staged value"
            )
        if self.scope is not None:
            expect_uncaught(self.scope, kind, "raise")
        text = ": ".join([kind.__name__, *map(str, arguments)])
        emit(Trap, text, location=site.location)
        raise Unreachable

    def _place_of(self, name: str) -> Location | None:
        return self.place


class IfStatement:
    """An ``if`` statement."""

    def __init__(self, site: Site, condition: Any, variables: Variables) -> None:
        self.site = site
        self.staged = is_staged(condition, "a condition")
        self.leaving: Any = Unreachable if self.staged else ()
        """The exceptions to catch around a staged branch. Empty if Python chose the branch, so that
        ``Unreachable`` propagates.
        """
        if not self.staged:
            self.taken = bool(condition)
            return
        names = (*site.names, *site.temporary)
        self.branching = TwoWayBranch(lift(condition), site.location, variables, names)
        self.initial = {n: variables[n] for n in names if n in variables}

    def then(self) -> bool:
        """Whether to run the first branch."""
        return self.staged or self.taken

    def otherwise(self) -> bool:
        """Whether to run the second branch."""
        return self.staged or not self.taken

    def left(self) -> None:
        """Records that control does not reach the end of the branch."""
        self.branching.is_left = True

    def switch(self, variables: Variables) -> tuple[Any, ...]:
        """Ends the first branch and returns the values at the start of the second one."""
        self.branching.switch(self._edge(variables))
        initial, site = self.initial, self.site
        names = (*site.names, *site.temporary)
        return tuple(initial[n] if n in initial else Unassigned(n, site.place_of(n)) for n in names)

    def join(self, variables: Variables) -> tuple[Any, ...]:
        """Ends the second branch and returns the merged values of the variables."""
        edges = self.branching.end(self._edge(variables))
        site = self.site
        values = merge(self.branching.scope, edges, site.place_of, site.location)
        return tuple(values[n] for n in site.names) + site.unassigned(site.temporary)

    def _edge(self, variables: Variables) -> StagedEdge | None:
        if self.branching.is_left:
            return None
        return edge_here(self.branching.scope, self.site.names, variables, self.site.place_of)


class TwoWayBranch:
    """The two successors of a staged condition; the first one is being staged."""

    def __init__(
        self,
        condition: Any,
        head: Location | None,
        variables: Variables | None = None,
        assigned: Names = (),
    ) -> None:
        scope = self.scope = scope_for("a branch")
        location = user_location()
        if variables is None:
            variables = current_variables(scope)
        self.region = StagedRegion(scope, "a staged branch", head, variables, assigned)
        self.first, self.second = (scope.function.add_block(location=location) for _ in range(2))
        emit(Conditional, condition, Successor(self.first), Successor(self.second))
        scope.builder.block = self.first
        scope.depth += 1
        self.depth = scope.depth
        self.since = len(scope.function.blocks)
        self.is_left = False
        self.edges: list[StagedEdge] = []

    def switch(self, edge: StagedEdge | None) -> None:
        """Switches to the second successor; the edge is None if control leaves the first branch."""
        self.region.check()
        self._leave(edge and replace(edge, left=edge.left | {self.second}))
        self.scope.leave([self.first, *self.scope.function.blocks[self.since :]])
        self.scope.builder.block = self.second

    def end(self, edge: StagedEdge | None) -> list[StagedEdge]:
        """Ends the second branch and merges both."""
        self.region.close()
        self._leave(edge)
        self.scope.depth -= 1
        return self.edges

    def _leave(self, edge: StagedEdge | None) -> None:
        self.scope.depth, self.is_left = self.depth, False
        if edge is not None:
            self.edges.append(edge)


class ConditionalAssignments:
    """The variables that ``:=`` assigns in parts of an expression that may not run, with their
    previous values.

    Such a part becomes a function of these values, which returns the value of the part and the new
    values of the variables.
    """

    def __init__(self, names: Names, *reads: Callable[[], Any]) -> None:
        place = user_location()
        self.names = names
        self.values = tuple(
            _value_or_placeholder(n, r, place) for n, r in zip(names, reads, strict=True)
        )


def _value_or_placeholder(name: str, read: Callable[[], Any], place: Location | None) -> Any:
    try:
        return read()
    except NameError:
        return Unassigned(name, place)


def choose(
    condition: Any,
    then: Callable[..., Any],
    otherwise: Callable[..., Any],
    bound: ConditionalAssignments | None = None,
    what: str = "a condition",
) -> Any:
    """Stages ``then() if condition else otherwise()``."""
    before = () if bound is None else bound.values
    if not is_staged(condition, what):
        return then(*before) if condition else otherwise(*before)
    location = user_location()
    branching = TwoWayBranch(lift(condition), location)
    names = (_VALUE,) if bound is None else (_VALUE, *bound.names)

    def end_of(side: Callable[..., Any]) -> StagedEdge | None:
        try:
            found = side(*before)
            values = dict(zip(names, (found,) if bound is None else found, strict=True))
            return edge_here(branching.scope, names, values, lambda _: location)
        except Unreachable:
            return None

    branching.switch(end_of(then))
    edges = branching.end(end_of(otherwise))
    values = merge(branching.scope, edges, lambda _: location, location)
    return values[_VALUE] if bound is None else tuple(values[n] for n in names)


_VALUE = "the conditional expression"


def both(first: Any, rest: Callable[..., Any], bound: ConditionalAssignments | None = None) -> Any:
    """Stages ``first and rest()``."""
    return choose(first, rest, _ended(first, False), bound, "an operand of and")


def either(
    first: Any, rest: Callable[..., Any], bound: ConditionalAssignments | None = None
) -> Any:
    """Stages ``first or rest()``."""
    return choose(first, _ended(first, True), rest, bound, "an operand of or")


def _ended(first: Any, value: bool) -> Callable[..., Any]:
    """The continuation that ends ``and`` or ``or`` with the first operand, whose truth value is
    ``value``."""
    result = value if is_tracer(first) else first
    return lambda *before: (result, *before) if before else result


def linked(
    left: Any,
    right: Any,
    compare: Callable[[Any, Any], Any],
    rest: Callable[..., Any],
    bound: ConditionalAssignments | None = None,
) -> Any:
    """Stages a chain of comparisons: ``compare(left, right) and rest(right)``."""
    return both(compare(left, right), lambda *before: rest(right, *before), bound)


def negation(value: Any) -> Any:
    """Stages ``not value``."""
    return (
        primitives.elementwise("not", value) if is_staged(value, "an operand of not") else not value
    )


def asserted(condition: Any, message: Callable[[], Any]) -> Any:
    """The condition of an ``assert`` for Python to check. The program checks a staged condition;
    Python then gets True.
    """
    if not is_staged(condition, "the condition of assert"):
        return condition
    expect_uncaught(scope_for("assert"), AssertionError, "assert")
    text = str(message()).replace("{", "(").replace("}", ")")
    emit(Assert, lift(condition), text, ())
    return True
