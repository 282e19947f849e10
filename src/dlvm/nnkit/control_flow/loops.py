"""Staged loops: the runtime of rewritten ``for``, ``while``, ``break`` and ``continue``.

If the trip count is known while staging, Python runs the loop and unrolls it, even if staged
conditions end some iterations early. The body of a staged loop is staged once: loop-carried
variables become arguments of a header block.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from dlvm.diagnostics import Location, Note, error
from dlvm.ir import Block, Successor
from dlvm.ir.instructions import Conditional
from dlvm.ir.types import I64, TensorType, Type
from dlvm.ir.values import Literal, Special, Value, copy_operand
from dlvm.nnkit.array_api.tensors import Tensor
from dlvm.nnkit.control_flow.branches import Site, is_staged
from dlvm.nnkit.control_flow.cfg_merge import (
    Names,
    StagedEdge,
    Unassigned,
    Unreachable,
    Variables,
    branch,
    describe,
    edge_here,
    lift_like,
    merge,
    merged_type,
    parts_of,
)
from dlvm.nnkit.control_flow.ranges import StagedRange
from dlvm.nnkit.control_flow.resizing import header_argument, note_resized, resized_axes
from dlvm.nnkit.control_flow.side_effects import StagedRegion, iterated, loop_region
from dlvm.nnkit.control_flow.unrolling import Unrolled
from dlvm.nnkit.pytree.containers import container_kind
from dlvm.nnkit.pytree.enums import StagedEnum, layout_in
from dlvm.nnkit.pytree.packing import lift_enum, lift_leaves
from dlvm.nnkit.pytree.pytree import (
    LEAF,
    EnumLeaf,
    Static,
    TreeDef,
    TreeNode,
    Zipped,
    flatten,
    layout_of,
    plain,
    unflatten,
)
from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.nonnegative import is_nonnegative
from dlvm.nnkit.tracing.sizes import require_equal, shape_of
from dlvm.nnkit.tracing.source_locations import user_location
from dlvm.nnkit.tracing.trace import (
    Restart,
    TracingScope,
    current_scope,
    emit,
    failure,
    scope_for,
)
from dlvm.nnkit.tracing.tracer import (
    count_notes,
    default_element,
    is_liftable,
    is_tracer,
    lift,
    wrap,
)


class _StagedLoop:
    """Base of ``for`` and ``while``."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.staged = False
        self.is_left = False
        """Whether no path reaches the insertion point."""
        self.rebound = False
        """Whether the rewritten code must assign ``values`` to the variables."""
        self.values: tuple[Any, ...] = ()
        self.known = current_scope()
        self.depth = self.known.depth if self.known else 0
        self.leaving: Any = Unreachable if self.known else ()
        self.next_edges: list[StagedEdge] = []
        self.exit_edges: list[StagedEdge] = []
        self.region: StagedRegion | None = None
        """The body of a staged loop."""
        self.unrolled: Unrolled | None = None
        """The iterations that Python has run."""
        self.after_continue: list[StagedRegion] = []
        self.after_break: list[StagedRegion] = []
        """The code after staged ``continue`` and ``break`` in a loop that Python runs."""
        self.last: dict[str, Any] = {}
        """The final values of variables that a staged loop is the first to assign."""
        self.open = True
        """Whether Python may run another iteration; always true for a staged loop."""
        if self.known is not None:
            self.known.loops.append(self)

    @property
    def scope(self) -> TracingScope:
        assert self.known is not None
        return self.known

    @property
    def is_pending(self) -> bool:
        """Whether there are staged edges to the next iteration or to the loop's exit."""
        return bool(self.next_edges or self.exit_edges)

    # Iterations

    def begin_iteration(self) -> None:
        """Begins an iteration that Python runs."""
        if self.known is not None:
            function = self.scope.function
            self.round_since = len(function.blocks)
            self.unrolled = self.unrolled or Unrolled(function, self.site.location)
            self.unrolled.count()

    def begin(self, variables: Variables, counter: Value | None = None) -> None:
        """Terminates the current block and continues in the header of a staged loop."""
        scope = self.scope
        self.staged = True
        assigned = (*self.site.names, *self.site.temporary, *self.site.behind)
        self.region = loop_region(scope, self.site.location, variables, assigned)
        self.round_since = len(scope.function.blocks) + 1
        self.structures: dict[str, TreeDef] = {}
        leaves: list[Any] = []
        for name in self.site.names:
            value = variables.get(name)
            if name not in variables or isinstance(value, Unassigned):
                self.structures[name] = Static(Unassigned(name, self.site.place_of(name)))
                continue
            self.structures[name] = flatten(as_tensors(value), leaves, None, name)
        values = lift_leaves(list(self.structures.values()), leaves, scope.program)
        self.header = scope.function.add_block(location=self.site.location)
        if counter is not None:
            values.insert(0, counter)
        self.counted = counter is not None
        for place, value in enumerate(values):
            header_argument(scope, self.header, value, (scope.staged_loops, place))
        scope.staged_loops += 1
        self._note_counts(variables)
        branch(scope.builder.block, Successor(self.header, values), user_location())
        scope.builder.block = self.header
        scope.depth += 1

    def _note_counts(self, variables: Variables) -> None:
        """Records which variables were Python integers before the loop."""
        arguments = iter(self.header.arguments[self.counted :])
        for name, structure in self.structures.items():
            taken = [next(arguments) for _ in range(structure.count)]
            number = variables.get(name)
            if type(number) is int:
                self.scope.counts[taken[0]] = Note(
                    f"{name} is {number} before the loop, which makes it an i64; write "
                    f"{float(number)} for a float",
                    self.site.location,
                )

    def carried(self) -> tuple[Any, ...]:
        """The values of the variables at the start of an iteration, and after the last one."""
        leaves = iter([wrap(a) for a in self.header.arguments[self.counted :]])
        named = {n: unflatten(self.structures[n], leaves) for n in self.site.names} | self.last
        return *(named[n] for n in self.site.names), *self.site.unassigned(self.site.temporary)

    def enter(self, condition: Value) -> None:
        """Terminates the header: branches to the body if the condition holds, else to the exit."""
        function, location = self.scope.function, self.site.location
        body, self.exit = (function.add_block(location=location) for _ in range(2))
        emit(Conditional, condition, Successor(body), Successor(self.exit))
        self.scope.builder.block = body

    def unassigned(self, name: str) -> Any:
        """The value after the loop of a variable that only the loop assigns."""
        return self.last.get(name, Unassigned(name, self.site.location))

    def left(self) -> None:
        """Records that control does not reach the end of the iteration, or of ``else``."""
        self.is_left = True

    def continue_(self, variables: Variables) -> None:
        """Branches to the next iteration; returns if Python runs it."""
        if self.known is None:
            return
        if self.staged:
            self._repeat(variables)
        else:
            self.next_edges.append(self._edge(self.site.names, variables))
            self.after_continue.append(self._region("continue", self.site.names, variables))
        raise Unreachable

    def break_(self, variables: Variables) -> None:
        """Branches to the exit; returns if Python executes the ``break``."""
        if self.known is None or not self._is_within():
            return
        self.will_end()
        self.exit_edges.append(self._edge(self.site.behind, variables))
        self.after_break.append(self._region("break", self.site.behind, variables))
        raise Unreachable

    def _region(self, statement: str, assigned: Names, variables: Variables) -> StagedRegion:
        where = f"code after a staged {statement}"
        return StagedRegion(self.scope, where, user_location(), variables, assigned)

    def _is_within(self) -> bool:
        """Whether only some paths through the iteration reach this point."""
        loops = self.scope.loops
        inner = loops[loops.index(self) + 1 :]
        return (
            self.scope.depth > self.depth
            or bool(self.next_edges)
            or any(loop.is_pending for loop in inner)
        )

    def will_end(self) -> None:
        """Notifies the loop that a staged condition ends it."""

    def ended(self, variables: Variables) -> bool:
        """Ends the iteration; returns whether the generated loop must ``break``, skipping its
        ``else``.
        """
        self.rebound = False
        if self.known is None:
            return False
        self.scope.depth = self.depth
        if self.staged:
            if not self.is_left:
                self._repeat(variables)
            return self._end_staged()
        if not self.next_edges:
            return self.is_left
        if not self.is_left:
            self.next_edges.append(self._edge(self.site.names, variables))
        while self.after_continue:
            self.after_continue.pop().close()
        self._merge(self.site.names, self.next_edges)
        self.next_edges, self.is_left = [], False
        return False

    def _end_staged(self) -> bool:
        """Continues in the exit block, which the header branches to if the condition does not
        hold.
        """
        self._end_region()
        function = self.scope.function
        blocks = function.blocks
        self.scope.leave(b for b in blocks[self.round_since :] if b is not self.exit)
        # The exit block follows the loop in the text as well.
        function.set_blocks([*(b for b in blocks if b is not self.exit), self.exit])
        self.scope.builder.block = self.exit
        self.is_left = self.open = False
        return False

    def _end_region(self) -> None:
        if self.region is not None:
            self.region.close()
            self.region = None

    def leave(self, variables: Variables) -> None:
        """Continues after the loop."""
        self.rebound = False
        if self.known is None:
            return
        self._close()
        if self.unrolled is not None:
            self.unrolled.end()
        self._end_region()
        while self.after_break:
            self.after_break.pop().close()
        if self.exit_edges:
            if not self.is_left:
                self.exit_edges.append(self._edge(self.site.behind, variables))
            self._merge(self.site.behind, self.exit_edges)
        elif self.is_left:
            raise Unreachable

    def _close(self) -> None:
        self.scope.depth = self.depth
        del self.scope.loops[self.scope.loops.index(self) :]

    def _merge(self, names: Names, edges: Sequence[StagedEdge]) -> None:
        values = merge(self.scope, edges, self.site.place_of, self.site.location)
        self.values = tuple(values[n] for n in names)
        self.rebound = True

    def _edge(self, names: Names, variables: Variables) -> StagedEdge:
        return edge_here(self.scope, names, variables, self.site.place_of)

    # Staged loops

    def _repeat(self, variables: Variables) -> None:
        """Branches to the header with the new values of the variables."""
        values = self._next_counter()
        start = iter(self.header.arguments[self.counted :])
        for name in self.site.names:
            structure = self.structures[name]
            before = unflatten(structure, iter([wrap(next(start)) for _ in range(structure.count)]))
            values += self._next_values(name, before, variables.get(name))
        branch(self.scope.builder.block, Successor(self.header, values), user_location())

    def _next_counter(self) -> list[Value]:
        return []

    def _next_values(self, name: str, before: Any, after: Any) -> list[Value]:
        if isinstance(before, Unassigned):
            return []
        location = self.site.place_of(name)
        if isinstance(after, Unassigned):
            raise error(
                f"{name} has no value on some path through the loop, expected one on all",
                location,
            )
        values: list[Value] = []
        structure = _changed(name, before, after, values, location)
        if structure != self.structures[name]:
            raise error(
                f"{name} is {describe(before)} before an iteration of the loop and "
                f"{describe(after)} after it, expected the same structure",
                location,
            )
        return values


def as_tensors(value: Any) -> Any:
    """Converts numbers in a loop variable to staged values, since iterations may change them."""
    if isinstance(value, bool | int | float | complex):
        return wrap(lift(value, default_element(value)))
    if type(value) in (tuple, list):
        return type(value)(as_tensors(v) for v in value)
    return value


def _changed(
    what: str, before: Any, after: Any, values: list[Value], location: Location | None
) -> TreeDef:
    """The pytree structure of a loop variable after an iteration. Appends its tensors to
    ``values``; their types must equal those of the tensors of ``before``.
    """
    if is_tracer(before):
        expected = before.type
        if is_liftable(after):
            value = lift(after) if is_tracer(after) else lift_like(before, after)
            note_resized(before.value, value)
            if merged_type(before.value, value) is not None:
                sizes = zip(shape_of(value), shape_of(before.value), strict=True)
                free = resized_axes(before.value)
                for axis, (size, wanted) in enumerate(sizes):
                    if axis in free:
                        continue
                    message = (
                        f"{what} has size {{1}} at dimension {axis} before an iteration of the "
                        "loop and {0} after it, expected the same size"
                    )
                    require_equal(size, wanted, message)
                values.append(value)
                return LEAF
            found = f"type {value.type}"
        else:
            found = f"a value of type {type(after).__name__}"
        raise error(
            f"{what} has type {expected} before an iteration of the loop and {found} after it, "
            "expected the same type; give it that type before the loop",
            location,
            *count_notes(before),
        )
    if isinstance(before, StagedEnum):
        layout = layout_in(before)
        layout_of(after, layout.kind, what)  # or it raises
        values.append(lift_enum(after, layout, scope_for("a loop").program))
        return EnumLeaf(layout)
    parts, others = parts_of(before), parts_of(after)
    if parts is not None and others is not None and [n for n, _ in parts] == [n for n, _ in others]:
        children = [
            _changed(f"{what}{name}", x, y, values, location)
            for (name, x), (_, y) in zip(parts, others, strict=True)
        ]
        container = container_kind(after)
        kind = cast("type[Any]", type(after)) if container is None else container
        return TreeNode(kind, tuple(children))
    return Static(after)


class While(_StagedLoop):
    """A ``while`` statement.

    If the condition is always true, Python runs the loop until a staged condition ends it. Then the
    iteration is discarded, and the loop is staged.
    """

    def mark(self, variables: Variables) -> None:
        """Records the insertion point, and the variables, before the condition is evaluated."""
        self.initial = dict(variables)
        if self.known is not None:
            block = self.scope.builder.block
            self._mark = block, len(block.instructions), len(self.scope.function.blocks)
        self.begin_iteration()

    def test(self, _: None, condition: Any) -> bool:
        """Whether to run the body, given the condition before an iteration."""
        if not is_staged(condition, "a loop's condition"):
            return bool(condition)
        self._take_back()
        self.begin(self.initial)
        return True

    def always(self, _: None) -> bool:
        """Like ``test`` for a condition that always holds."""
        if self.restarted:
            self.begin(self.initial)
        else:
            self.endless = self.known is not None
        return True

    endless = False
    """Whether Python runs the loop and its condition is always true."""
    restarted = False

    def will_end(self) -> None:
        if self.endless:
            raise Restart(self)

    def restart(self, signal: Restart) -> None:
        """Discards the iteration, so that the loop can be staged."""
        if signal.loop is not self:
            raise signal
        self._take_back()
        self._close()
        self.scope.loops.append(self)
        self.next_edges, self.endless, self.restarted = [], False, True
        names = (*self.site.names, *self.site.temporary)
        self.values = tuple(
            self.initial.get(n, Unassigned(n, self.site.place_of(n))) for n in names
        )

    def _take_back(self) -> None:
        """Discards everything staged since the mark."""
        scope, (block, count, blocks) = self.scope, self._mark
        for added in reversed(scope.function.blocks[blocks:]):
            scope.function.remove_block(added)
        for instruction in reversed(block.instructions[count:]):
            instruction.erase()
        scope.builder.block = block

    def check(self, condition: Any, variables: Variables) -> None:
        """Terminates the header with the condition on the loop variables. The variables that it
        assigns keep their values when the loop ends."""
        self.last = {n: variables[n] for n in self.site.tested if n in self.site.names}
        self.enter(lift(condition))

    def _end_staged(self) -> bool:
        if not self.restarted:
            return super()._end_staged()
        self.open, self.is_left = False, True  # Only ``break`` reaches the exit.
        return True


def staged_length(value: Any, /) -> Any:
    """``len`` in staged code: a symbolic size for a tensor whose leading axis is dynamic."""
    return length_of(value) if is_tracer(value) or isinstance(value, Zipped) else len(value)


def length_of(sequence: Any) -> Any:
    """The size of a sequence's leading axis, staged if it is dynamic."""
    leaves: list[Any] = []
    flatten(sequence, leaves)
    value = lift(leaves[0])
    if not primitives.rank_of(value):
        raise failure("len expects a tensor of rank 1 or more, got a scalar")
    return shape_of(value)[0]


def element_of(sequence: Any, index: Any) -> Any:
    """The element of a sequence at an index that must be in range."""
    if is_tracer(sequence) and sequence.type.static_shape is not None:
        return cast("Tensor[Any, Any]", sequence)[index]
    leaves: list[Any] = []
    structure = flatten(sequence, leaves)
    return plain(unflatten(structure, iter([primitives.gather(v, index, 0) for v in leaves])))


class For(_StagedLoop):
    """A ``for`` statement over a staged range, the rows of a tensor, or a Python iterable."""

    def __init__(self, site: Site, over: Any, variables: Variables) -> None:
        super().__init__(site)
        self.over = over
        self.range = over if isinstance(over, StagedRange) else None
        if is_tracer(over) or (isinstance(over, Zipped) and current_scope() is not None):
            self.range = StagedRange(0, length_of(over), 1)
        self.iterations: list[tuple[Block, dict[str, _Kept]]] = []
        """The latches of a staged loop, each with the new values of the variables."""
        self.before: dict[str, _Kept] = {}
        """The values, before a staged loop, of the variables that its target replaces."""
        if self.range is not None:
            for name in site.behind:
                value = variables.get(name)
                if name not in site.names and is_liftable(value):
                    leaves: list[Any] = []
                    structure = flatten(as_tensors(value), leaves, None, name)
                    self.before[name] = (
                        structure,
                        lift_leaves([structure], leaves, self.scope.program),
                    )
            self.entry = self.scope.builder.block
            self.begin(variables, lift(self.range.start, I64))

    def items(self) -> Iterator[Any]:
        """The values of the loop's target; for a staged loop a single staged value."""
        if self.range is not None:
            self.counter = wrap(counter := self.header.arguments[0])
            step, stop = self.range.step, self.range.stop
            if is_nonnegative(lift(self.range.least, I64), self.scope):
                self.scope.nonnegative.add(counter)
            more = self.counter < stop if step > 0 else self.counter > stop
            self.enter(lift(more))
            yield self.counter if self.over is self.range else element_of(self.over, self.counter)
            return
        for item in iterated(self.over):
            self.begin_iteration()
            yield item

    def _next_counter(self) -> list[Value]:
        assert self.range is not None
        return [lift(self.counter + self.range.step)]

    def _repeat(self, variables: Variables) -> None:
        if self.range is not None:
            new = self._new(variables)
            if not self.range.is_nonempty:
                new = {name: kept for name, kept in new.items() if name in self.before}
            self.iterations.append((self.scope.builder.block, new))
        super()._repeat(variables)

    def _new(self, variables: Variables) -> dict[str, _Kept]:
        """The variables that are live after the loop and had no value before it."""
        found: dict[str, _Kept] = {}
        for name in self.site.behind:
            before = self.structures.get(name)
            is_new = before is None or (
                isinstance(before, Static) and isinstance(before.value, Unassigned)
            )
            if is_new and name in variables and not isinstance(variables[name], Unassigned):
                leaves: list[Any] = []
                structure = flatten(as_tensors(variables[name]), leaves, None, name)
                found[name] = structure, lift_leaves([structure], leaves, self.scope.program)
        return found

    def _end_staged(self) -> bool:
        for name in dict.fromkeys(n for _, new in self.iterations for n in new):
            self._keep(name, [new.get(name) for _, new in self.iterations])
        return super()._end_staged()

    def _keep(self, name: str, found: Sequence[_Kept | None]) -> None:
        """Makes a variable loop-carried, so that its last value is available after the loop.

        It must have a value of the same types at the end of each iteration.
        """
        kept = [k for k in found if k is not None]
        before = self.before.get(name)
        structure, values = kept[0]
        types = [v.type for v in values]
        if len(kept) < len(found) or not all(map(_has_any_value, types)):
            return
        known = kept if before is None else [*kept, before]
        if any(s != structure or [v.type for v in vs] != types for s, vs in known):
            return
        arguments = [self.header.add_argument(t) for t in types]
        self.last[name] = unflatten(structure, iter(map(wrap, arguments)))
        _pass_also(self.entry, before[1] if before else [_any_value(t) for t in types])
        for (block, _), (_, values) in zip(self.iterations, kept, strict=True):
            _pass_also(block, values)


_Kept = tuple[TreeDef, list[Value]]
"""The pytree structure of a variable, and its tensors."""


def _has_any_value(type: Type) -> bool:
    return not isinstance(type, TensorType) or type.static_shape is not None


def _any_value(type: Type) -> Value:
    """A placeholder for a value that is never used."""
    return Literal(type, 0 if isinstance(type, TensorType) else Special.UNDEFINED)


def _pass_also(block: Block, values: Sequence[Value]) -> None:
    """Passes more values along the branch at the end of a block."""
    end = block.instructions[-1]
    [way] = end.successors
    location = end.location
    passed = [copy_operand(v, {}) for v in way.arguments]
    end.erase()
    branch(block, Successor(way.block, [*passed, *values]), location)
