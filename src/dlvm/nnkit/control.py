"""Branches and loops: what the rewritten source of a staged function calls.

A condition that is known while staging is left to Python. For a staged one the code of the branch
or loop is run once, to stage it into a basic block of its own; variables that it assigns and that
are used later become arguments of the block where control joins.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from dlvm.diagnostics import Location, Note, error
from dlvm.ir import Block, Builder, Successor
from dlvm.ir.instructions import Branch, Conditional
from dlvm.ir.types import BOOL, I64
from dlvm.ir.values import Value
from dlvm.nnkit import primitives
from dlvm.nnkit.locations import Span, span_location, user_location
from dlvm.nnkit.rep import default_element, is_liftable, is_rep, lift, wrap
from dlvm.nnkit.staging import current_scope, emit, failure, scope_for
from dlvm.nnkit.structs import field_hints, is_struct
from dlvm.nnkit.structure import LEAF, Node, Static, Structure, flatten, unflatten
from dlvm.nnkit.tensors import Tensor

RESULT = "__dlvm_result"
"""The variable that the rewriting puts the result of a function with several returns in."""

Names = tuple[str, ...]
Variables = Mapping[str, Any]


class Unassigned(Tensor[Any, Any, Any, Any]):
    """The value of a variable that not every way through the program assigns; an error to use."""

    __slots__ = ("location", "name")

    def __init__(self, name: str, location: Location | None) -> None:
        self.name = name
        self.location = location

    @property
    def value(self) -> Value:
        note = Note("assigned here, where it may not be run", self.location)
        raise failure(
            f"{self.name} found without a value on some way through the program, expected one "
            "assigned before the branch or loop",
            note,
        )


@dataclass(frozen=True)
class Site:
    """What the rewriting knows about a branch or loop.

    ``names`` are the variables that it assigns and that matter later; ``temporary`` those that it
    assigns for itself; ``escape`` is the first statement by which control leaves it early.
    """

    filename: str
    span: Span
    names: Names
    temporary: Names
    assignments: Mapping[str, Span]
    escape: tuple[str, Span] | None = None

    @property
    def location(self) -> Location | None:
        return span_location(self.filename, self.span)

    def place_of(self, name: str) -> Location | None:
        """Where the variable is assigned."""
        span = self.assignments.get(name)
        return self.location if span is None else span_location(self.filename, span)

    def check_escape(self, what: str) -> None:
        if self.escape is not None:
            kind, span = self.escape
            remedies = {
                "return": "assign to a variable and return it at the end",
                "break": "put the condition into a while loop",
                "continue": "put the rest of the body under an if",
                "raise": "check what is known before the program runs",
            }
            raise error(
                f"{kind} found inside {what}, expected control to leave it at its end; "
                f"{remedies[kind]}",
                span_location(self.filename, span),
                Note(f"{what} is here", self.location),
            )


def _is_staged(condition: Any, what: str) -> bool:
    if not is_rep(condition):
        return False
    type = condition.type
    if type.rank or type.element is not BOOL:
        raise failure(
            f"{what} of type {type} found, expected a single bool; reduce a tensor with .all() or "
            ".any(), compare a number with 0"
        )
    return True


def _capture(names: Names, variables: Variables) -> dict[str, Any]:
    return {n: variables[n] for n in names if n in variables}


class If:
    """An ``if`` statement."""

    def __init__(self, site: Site, condition: Any, variables: Variables) -> None:
        self.site = site
        self.staged = _is_staged(condition, "a condition")
        if not self.staged:
            self.taken = bool(condition)
            return
        site.check_escape("a branch on a staged condition")
        self.scope = scope_for("a branch")
        function = self.scope.function
        location = user_location()
        self.initial = _capture((*site.names, *site.temporary), variables)
        self.since = len(function.blocks)
        then, self.otherwise_block = (function.add_block(location=location) for _ in range(2))
        emit(Conditional, lift(condition), Successor(then), Successor(self.otherwise_block))
        self.scope.builder.block = then

    def then(self) -> bool:
        """Whether to run the first branch."""
        return self.staged or self.taken

    def otherwise(self) -> bool:
        """Whether to run the second branch."""
        return self.staged or not self.taken

    def switch(self, variables: Variables) -> tuple[Any, ...]:
        """Ends the first branch and gives the values that the second one starts from."""
        self.then_values = _capture(self.site.names, variables)
        self.then_end = self.scope.builder.block
        self.scope.builder.block = self.otherwise_block
        names = (*self.site.names, *self.site.temporary)
        return tuple(self._initial(n) for n in names)

    def _initial(self, name: str) -> Any:
        if name in self.initial:
            return self.initial[name]
        return Unassigned(name, self.site.place_of(name))

    def join(self, variables: Variables) -> tuple[Any, ...]:
        """Ends the second branch and gives the values of the variables after both."""
        values = _capture(self.site.names, variables)
        pairs: list[tuple[Value, Value]] = []
        structures = {
            name: self._joined(name, self.then_values.get(name), values.get(name), pairs)
            for name in self.site.names
        }
        block = _join_blocks(self, pairs, self.site.location)
        leaves = iter([wrap(a) for a in block.arguments])
        joined = tuple(unflatten(structures[n], leaves) for n in self.site.names)
        return joined + tuple(Unassigned(n, self.site.place_of(n)) for n in self.site.temporary)

    def _joined(
        self, name: str, then: Any, otherwise: Any, pairs: list[tuple[Value, Value]]
    ) -> Structure:
        for value in (then, otherwise):
            if isinstance(value, Unassigned):
                return Static(value)
        what = "the returned value" if name == RESULT else name
        return _join(what, then, otherwise, pairs, self.site.place_of(name))


def _join_blocks(
    branch: If, pairs: Sequence[tuple[Value, Value]], location: Location | None
) -> Block:
    """Brings the ends of both ways together in a block with an argument for each pair of values."""
    scope, first_end = branch.scope, branch.then_end
    scope.leave(branch.since)
    block = scope.function.add_block(location=location)
    for first, _ in pairs:
        block.add_argument(first.type)
    second_end = scope.builder.block
    for end, values in (first_end, [p[0] for p in pairs]), (second_end, [p[1] for p in pairs]):
        _branch(end, Successor(block, values), location)
    scope.builder.block = block
    return block


def _branch(block: Block, target: Successor, location: Location | None) -> None:
    builder = Builder(block)
    builder.location = location
    builder.insert(Branch(target))


def _join(
    what: str, a: Any, b: Any, pairs: list[tuple[Value, Value]], location: Location | None
) -> Structure:
    """The structure of a value that is ``a`` after one way and ``b`` after the other; tensors that
    differ are appended to ``pairs``."""
    if a is b:
        return Static(a)
    if is_liftable(a) and is_liftable(b):
        if not is_rep(a) and not is_rep(b) and _same(a, b):
            return Static(a)
        first, second = _lift_pair(a, b)
        if first.type != second.type:
            raise error(
                f"{what} has type {first.type} on one way and {second.type} on the other, expected "
                "the same type on both",
                location,
            )
        pairs.append((first, second))
        return LEAF
    kind = cast("type[Any]", type(a))
    if kind is type(b):
        parts_a, parts_b = _parts(a), _parts(b)
        if parts_a is not None and parts_b is not None and len(parts_a) == len(parts_b):
            children = [
                _join(f"{what}{name}", x, y, pairs, location)
                for (name, x), (_, y) in zip(parts_a, parts_b, strict=True)
            ]
            return Node(kind, tuple(children))
        if parts_a is None and a == b:
            return Static(a)
    raise error(
        f"{what} is {_described(a)} on one way and {_described(b)} on the other, expected tensors "
        "of the same type, or the same value",
        location,
    )


def _same(a: Any, b: Any) -> bool:
    return type(a) is type(b) and isinstance(a, bool | int | float) and a == b


def _parts(value: Any) -> list[tuple[str, Any]] | None:
    kind = cast("type[Any]", type(value))
    if is_struct(kind):
        return [(f".{n}", getattr(value, n)) for n in field_hints(kind)]
    if kind is tuple or kind is list:
        return [(f"[{i}]", v) for i, v in enumerate(cast("Sequence[Any]", value))]
    return None


def _lift_pair(a: Any, b: Any) -> tuple[Value, Value]:
    """Both as operands; a Python number takes on the other's element type where it fits."""
    if is_rep(b) and not is_rep(a):
        second, first = _lift_pair(b, a)
        return first, second
    first = lift(a)
    if is_rep(a) and isinstance(b, bool | int | float):
        element = a.type.element
        fits = isinstance(b, bool) == (element is BOOL) and (isinstance(b, int) or element.is_float)
        return first, lift(b, element if fits else None)
    if type(a) is int and type(b) is float:
        return lift(float(a)), lift(b)
    if type(a) is float and type(b) is int:
        return first, lift(float(b))
    return first, lift(b)


def _described(value: Any) -> str:
    if value is None:
        return "without a value"
    if is_rep(value):
        return f"of type {value.type}"
    parts = _parts(value)
    return repr(value) if parts is None else f"a {type(value).__name__} of {len(parts)} parts"


class _Loop:
    """What the kinds of loop share: a header block whose arguments are the variables that go from
    one round to the next."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.staged = False

    def begin(self, variables: Variables, counter: Value | None = None) -> None:
        """Ends the current block and goes to the header."""
        self.site.check_escape("a staged loop")
        self.staged = True
        self.scope = scope_for("a loop")
        initial = _capture(self.site.names, variables)
        self.structures: dict[str, Structure] = {}
        leaves: list[Any] = []
        for name in self.site.names:
            value = initial.get(name)
            if name not in initial or isinstance(value, Unassigned):
                self.structures[name] = Static(Unassigned(name, self.site.place_of(name)))
                continue
            self.structures[name] = flatten(_tensors(value), leaves, None, name)
        values = [lift(leaf) for leaf in leaves]
        location = self.site.location
        self.header = self.scope.function.add_block(location=location)
        if counter is not None:
            values.insert(0, counter)
        self.counted = counter is not None
        for value in values:
            self.header.add_argument(value.type)
        _branch(self.scope.builder.block, Successor(self.header, values), user_location())
        self.scope.builder.block = self.header

    def carried(self) -> tuple[Any, ...]:
        """The values of the variables at the start of a round, and after the last one."""
        leaves = iter([wrap(a) for a in self.header.arguments[self.counted :]])
        named = tuple(unflatten(self.structures[n], leaves) for n in self.site.names)
        return named + tuple(Unassigned(n, self.site.place_of(n)) for n in self.site.temporary)

    def unassigned(self, name: str) -> Unassigned:
        """What a variable that only the body has a value for stands for behind the loop."""
        return Unassigned(name, self.site.location)

    def enter(self, condition: Value) -> None:
        """Ends the header: goes on in the body if the condition holds, else behind the loop."""
        function, location = self.scope.function, self.site.location
        self.since = len(function.blocks)
        body, self.exit = (function.add_block(location=location) for _ in range(2))
        emit(Conditional, condition, Successor(body), Successor(self.exit))
        self.scope.builder.block = body

    def repeat(self, variables: Variables, counter: Value | None = None) -> None:
        """Ends the body and goes back to the header with the variables' new values."""
        values = [] if counter is None else [counter]
        start = iter(self.header.arguments[self.counted :])
        for name in self.site.names:
            structure = self.structures[name]
            before = unflatten(structure, iter([wrap(next(start)) for _ in range(structure.count)]))
            values += self._next_values(name, before, variables.get(name))
        builder = self.scope.builder
        _branch(builder.block, Successor(self.header, values), user_location())
        self.scope.leave(self.since, self.exit)
        # What is behind the loop comes after it in the text as well.
        function = self.scope.function
        function.set_blocks([*(b for b in function.blocks if b is not self.exit), self.exit])
        builder.block = self.exit

    def _next_values(self, name: str, before: Any, after: Any) -> list[Value]:
        if isinstance(before, Unassigned):
            return []
        location = self.site.place_of(name)
        if isinstance(after, Unassigned):
            raise error(
                f"{name} found without a value on some way through the loop, expected one on all",
                location,
            )
        pairs: list[tuple[Value, Value]] = []
        structure = _changed(name, before, after, pairs, location)
        if structure != self.structures[name]:
            raise error(
                f"{name} is {_described(before)} before a round of the loop and "
                f"{_described(after)} after it, expected the same structure",
                location,
            )
        return [second for _, second in pairs]


def _tensors(value: Any) -> Any:
    """Numbers in a loop's variables become staged values, as they may change."""
    if isinstance(value, bool | int | float):
        return wrap(lift(value, default_element(value)))
    if type(value) in (tuple, list):
        return type(value)(_tensors(v) for v in value)
    return value


def _changed(
    what: str, before: Any, after: Any, pairs: list[tuple[Value, Value]], location: Location | None
) -> Structure:
    """Like joining two ways, but every tensor of ``before`` is paired, and fixes the type."""
    if is_rep(before):
        first = lift(before)
        if is_liftable(after):
            second = _lift_pair(before, after)[1]
            if second.type == first.type:
                pairs.append((first, second))
                return LEAF
            found = f"type {second.type}"
        else:
            found = f"a value of type {type(after).__name__}"
        raise error(
            f"{what} has type {first.type} before a round of the loop and {found} after it, "
            "expected the same type; give it that type before the loop",
            location,
        )
    parts, others = _parts(before), _parts(after)
    if parts is not None and others is not None and len(parts) == len(others):
        children = [
            _changed(f"{what}{name}", x, y, pairs, location)
            for (name, x), (_, y) in zip(parts, others, strict=True)
        ]
        return Node(cast("type[Any]", type(after)), tuple(children))
    return Static(after)


class While(_Loop):
    """A ``while`` statement."""

    open = True
    """Whether the body is still to be run: a staged one is run once."""

    def mark(self) -> None:
        """Remembers the place before the condition is evaluated."""
        scope = scope_for("a while loop")
        self._mark = (scope, scope.builder.block, len(scope.builder.block.instructions),
                      len(scope.function.blocks))  # fmt: skip

    def test(self, _: None, condition: Any, variables: Variables) -> bool:
        """Whether to run the body, for the condition before a round."""
        if not _is_staged(condition, "a loop's condition"):
            return bool(condition)
        self._forget()
        self.begin(variables)
        return True

    def _forget(self) -> None:
        """Takes back what the condition staged: it is evaluated again where it belongs."""
        scope, block, count, blocks = self._mark
        for added in reversed(scope.function.blocks[blocks:]):
            scope.function.remove_block(added)
        for instruction in reversed(block.instructions[count:]):
            instruction.erase()
        scope.builder.block = block

    def check(self, condition: Any) -> None:
        """Ends the header with the condition on the variables of the round."""
        self.enter(lift(condition))

    def next(self, variables: Variables) -> None:
        """Ends the body."""
        self.repeat(variables)
        self.open = False


@dataclass(frozen=True)
class StagedRange:
    """The numbers that a staged loop counts through."""

    start: Any
    stop: Any
    step: int

    def __iter__(self) -> Iterator[Any]:
        raise failure(
            "a staged range found, expected one that is known while staging; loop over it with for "
            "in a function that is itself decorated with @staged"
        )


def range_of(start: Any, stop: Any = None, step: int = 1) -> Iterable[Any]:
    """The whole numbers from ``start`` (0 where only the end is given) to ``stop`` (exclusive), for
    a loop that stays a loop in the program. Python's own ``range`` of numbers that are known while
    staging unrolls instead; outside staged functions this is the same."""
    if current_scope() is None:
        return range(0, start, step) if stop is None else range(start, stop, step)
    first, last = (0, start) if stop is None else (start, stop)
    for bound in (first, last):
        if is_rep(bound):
            if bound.type.rank or bound.type.element is not I64:
                raise failure(f"range: bound of type {bound.type} found, expected an i64 scalar")
        else:
            primitives.static_int(bound, "range")
    if not primitives.static_int(step, "range: step"):
        raise failure("range: step 0 found, expected another number")
    return StagedRange(first, last, step)


def iterable(function: Any, *arguments: Any) -> Any:
    """What a call in the head of a ``for`` gives: a staged range for ``range`` of staged bounds."""
    if function is builtins.range and any(is_rep(a) for a in arguments):
        return range_of(*arguments)
    return function(*arguments)


class For(_Loop):
    """A ``for`` statement, over a staged range, the rows of a tensor, or what Python has."""

    def __init__(self, site: Site, over: Any, variables: Variables) -> None:
        super().__init__(site)
        self.over = over
        self.range = over if isinstance(over, StagedRange) else None
        if is_rep(over):
            self.range = StagedRange(0, len(cast("Tensor[Any, Any, Any, Any]", over)), 1)
        if self.range is not None:
            self.begin(variables, lift(self.range.start, I64))

    def items(self) -> Iterable[Any]:
        """What the loop's target is bound to; for a staged loop a single staged value."""
        return self.over if self.range is None else self._once(self.range)

    def _once(self, range: StagedRange) -> Iterator[Any]:
        self.counter = wrap(self.header.arguments[0])
        more = self.counter < range.stop if range.step > 0 else self.counter > range.stop
        self.enter(lift(more))
        yield self.counter if self.over is range else self.over[self.counter]

    def next(self, variables: Variables) -> None:
        """Ends the body."""
        assert self.range is not None
        self.repeat(variables, lift(self.counter + self.range.step))


def choose(condition: Any, then: Callable[[], Any], otherwise: Callable[[], Any]) -> Any:
    """``then() if condition else otherwise()``."""
    if not _is_staged(condition, "a condition"):
        return then() if condition else otherwise()
    span = Span(1, 0, 1, 0)
    site = Site("", span, ("value",), (), {})
    branch = If(site, condition, {})
    first = then()
    branch.switch({"value": first})
    location = user_location()
    pairs: list[tuple[Value, Value]] = []
    structure = _join("the conditional expression", first, otherwise(), pairs, location)
    block = _join_blocks(branch, pairs, location)
    return unflatten(structure, iter([wrap(a) for a in block.arguments]))


def both(first: Any, rest: Callable[[], Any]) -> Any:
    """``first and rest()``."""
    if not _is_staged(first, "an operand of and"):
        return first and rest()
    return choose(first, rest, lambda: False)


def either(first: Any, rest: Callable[[], Any]) -> Any:
    """``first or rest()``."""
    if not _is_staged(first, "an operand of or"):
        return first or rest()
    return choose(first, lambda: True, rest)


def negation(value: Any) -> Any:
    """``not value``."""
    return (
        primitives.elementwise("not", value)
        if _is_staged(value, "an operand of not")
        else not value
    )
