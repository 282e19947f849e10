"""Binomial checkpointing of loops: stores a few states and recomputes the others in the reverse
pass.

A loop is outlined to a function for one iteration, a function that runs the loop and counts its
iterations, and a function that returns the last state and has a custom gradient. The gradient runs
the loop again, stores some states on a stack, and reverses the iterations from last to first. It
stores the states of the binomial schedule: ``s`` states suffice for ``(s + r)! / (s! r!)``
iterations if each is run at most ``r`` times.

A. Griewank and A. Walther, Algorithm 799: Revolve, ACM Transactions on Mathematical Software 26,
2000.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TypeVar

from dlvm.analysis.cfg.analysis_cache import analyzed
from dlvm.analysis.cfg.loops import Loop, Loops
from dlvm.analysis.differentiation.activity import shares_gradients
from dlvm.analysis.differentiation.differentiability import obstacle
from dlvm.analysis.differentiation.gradients import gradient_type, parts_of, tangent_type
from dlvm.analysis.effects.side_effects import is_pure
from dlvm.ir import (
    Aggregate,
    Argument,
    Block,
    Builder,
    Function,
    FunctionType,
    GradientDeclaration,
    Instruction,
    Literal,
    Module,
    Successor,
    TensorType,
    TupleType,
    Type,
    Value,
)
from dlvm.ir import instructions as op
from dlvm.ir.cloning import copy_blocks
from dlvm.ir.types import INDEX, is_differentiable
from dlvm.ir.values import copy_operand, index_literal, tuple_of
from dlvm.transforms.cfg.editing import merge_blocks, remove_unreachable, set_successors


@dataclass(frozen=True)
class CheckpointableLoop:
    """A loop whose only exit is at its header.

    The arguments of the header are its state, ``given`` are the values from outside that it uses,
    and ``constant`` are the loop-invariant arguments of the state.
    """

    loop: Loop
    given: Sequence[Value]
    constant: frozenset[Argument] = frozenset()

    @property
    def function(self) -> Function:
        return self.loop.header.function

    @property
    def state(self) -> Sequence[Argument]:
        return self.loop.header.arguments

    @property
    def record(self) -> TupleType:
        """The type of a record on the stack: the varying part of a state, the number of iterations
        to the next stored state, and the number of states that can be stored in between."""
        changing = [a.type for a in self.state if a not in self.constant]
        return TupleType((*changing, INDEX, INDEX))

    @property
    def blocks(self) -> list[Block]:
        """The loop's blocks, the header first."""
        rest = [b for b in self.function.blocks if b in self.loop.blocks]
        return [self.loop.header, *(b for b in rest if b is not self.loop.header)]

    @property
    def types(self) -> tuple[Type, ...]:
        return tuple(v.type for v in (*self.state, *self.given))


def outermost_loops(function: Function) -> list[Loop]:
    """Returns the loops that no other loop contains."""
    loops = analyzed(Loops, function).loops
    return [x for x in loops if not any(x.blocks < y.blocks for y in loops)]


def checkpointable_loop(
    loop: Loop, constant: Collection[Argument] = ()
) -> CheckpointableLoop | None:
    """Returns a loop in the form that can be checkpointed. Returns None if it has effects or an
    exit that is not at its header, or if its state contains values other than numbers, or no float.
    ``constant`` are arguments of headers that are known to be loop-invariant."""
    header = loop.header
    inside = [i for b in header.function.blocks if b in loop.blocks for i in b.instructions]
    if not isinstance(header.terminator, op.Conditional) or header is header.function.entry:
        return None
    if [source for source, _ in loop.exits()] != [header]:
        return None
    if not all(i.is_terminator or is_pure(i) for i in inside):
        return None
    if not any(is_differentiable(a.type) for a in header.arguments):
        return None
    given = {
        leaf: None
        for i in inside
        for leaf in i.leaves()
        if isinstance(leaf, Argument | Instruction) and leaf.block not in loop.blocks
    }
    types = [v.type for v in (*header.arguments, *given)]
    if any(obstacle(type) is not None or shares_gradients(type) for type in types):
        return None
    return CheckpointableLoop(
        loop, list(given), frozenset(a for a in header.arguments if a in constant)
    )


class LoopCheckpoints:
    """Replaces loops with calls of functions whose gradients store only some states."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self._split: Function | None = None

    def replace(self, checkpointed: CheckpointableLoop, states: int) -> Function:
        """Limits the gradient of a loop to ``states`` stored states besides the current one;
        returns the loop's reverse function, which has the stack of states."""
        stem = f"{checkpointed.function.name}.loop"
        iteration = self._declare_iteration(checkpointed, stem)
        gradient = self._declare(iteration, f"{stem}.iteration.gradient", _floats(iteration), 0)
        run = self._declare_counting_loop(checkpointed, stem)
        self._stop_gradients(run, f"{stem}.run.gradient")
        back = self._declare_reverse(checkpointed, stem, iteration, gradient, states)
        last = self._declare_final_state(checkpointed, stem, back)
        _call(checkpointed, run, last)
        return back

    def _function(
        self, name: str, parameters: Sequence[Type], result: Type, *attributes: str
    ) -> Function:
        type = FunctionType(tuple(parameters), result)
        function = Function(self.module.unique_name(name), type, ("internal", *attributes))
        return self.module.add_function(function)

    def _declare(self, of: Function, name: str, wrt: tuple[int, ...], source: int) -> Function:
        declaration = GradientDeclaration(of, (source,), wrt, (), True, location=of.location)
        type = gradient_type(declaration)
        function = Function(self.module.unique_name(name), type, ("internal",), declaration)
        return self.module.add_function(function)

    def _declare_iteration(self, checkpointed: CheckpointableLoop, stem: str) -> Function:
        """Builds the function of one iteration, which maps the state and the given values to a
        tuple of the next state."""
        state = TupleType(tuple(a.type for a in checkpointed.state))
        function = self._function(f"{stem}.iteration", checkpointed.types, TupleType((state,)))
        entry = function.add_entry()
        blocks = _copy(checkpointed, function, entry)
        header = blocks[checkpointed.loop.header]
        end = function.add_block()
        ends = [end.add_argument(t) for t in state.elements]
        end.insert(op.Return(tuple_of([tuple_of(ends)])))
        for block in blocks.values():
            terminator = block.terminator
            assert terminator is not None
            edges = [_redirect(s, header, end) for s in terminator.successors]
            if block is header:
                inside = [w for w in edges if w.block is end or w.block in blocks.values()]
                terminator.erase()
                block.insert(op.Branch(inside[0]))
            elif any(w.block is end for w in edges):
                set_successors(terminator, edges)
        entry.insert(op.Branch(Successor(header, entry.arguments[: len(ends)])))
        remove_unreachable(function)
        merge_blocks(function)
        return function

    def _declare_counting_loop(self, checkpointed: CheckpointableLoop, stem: str) -> Function:
        """Builds the function that runs the loop, which maps the first state and the given values
        to the trip count and the last state."""
        state = TupleType(tuple(a.type for a in checkpointed.state))
        function = self._function(f"{stem}.run", checkpointed.types, TupleType((INDEX, state)))
        entry = function.add_entry()
        blocks = _copy(checkpointed, function, entry)
        header = blocks[checkpointed.loop.header]
        own = list(header.arguments)
        count = header.add_argument(INDEX, "count")
        end = function.add_block()
        end.insert(op.Return(tuple_of([count, tuple_of(own)])))
        for block in blocks.values():
            terminator = block.terminator
            assert terminator is not None
            following = block.insert(op.Add(count, index_literal(1)), terminator)
            edges: list[Successor] = []
            for edge in terminator.successors:
                arguments = [copy_operand(v, {}) for v in edge.arguments]
                target = edge.block
                if target is header:
                    arguments.append(following)
                elif target not in blocks.values():
                    target, arguments = end, []
                edges.append(Successor(target, arguments, edge.case))
            set_successors(terminator, edges)
            if not following.is_used:
                following.erase()
        start = [*entry.arguments[: len(own)], index_literal(0)]
        entry.insert(op.Branch(Successor(header, start)))
        return function

    def _stop_gradients(self, function: Function, name: str) -> None:
        """Gives a function a custom gradient of zero."""
        rule = self._declare(function, name, _floats(function), 1)
        entry = rule.add_entry()
        result = rule.type.result
        assert isinstance(result, TupleType)
        entry.insert(op.Return(tuple_of([_zeros(t) for t in result.elements])))

    def _declare_final_state(
        self, checkpointed: CheckpointableLoop, stem: str, back: Function
    ) -> Function:
        """Builds the function that returns the last state and has a custom gradient. Its parameters
        are the trip count, the last state, the first state and the given values."""
        state = TupleType(tuple(a.type for a in checkpointed.state))
        parameters = (INDEX, state, *checkpointed.types)
        function = self._function(f"{stem}.last", parameters, TupleType((state,)))
        entry = function.add_entry()
        entry.insert(op.Return(tuple_of([entry.arguments[1]])))
        rule = self._declare(function, f"{stem}.last.gradient", _floats(function), 0)
        entry = rule.add_entry()
        count, _, *others, seed = entry.arguments
        found = entry.insert(op.Apply(back, [count, *others, seed], back.type.result))
        assert isinstance(back.type.result, TupleType)
        parts = [
            entry.insert(op.Extract((n,), found)) for n in range(len(back.type.result.elements))
        ]
        entry.insert(op.Return(tuple_of([_zeros(tangent_type(state)), *parts])))
        return function

    def _declare_reverse(
        self,
        checkpointed: CheckpointableLoop,
        stem: str,
        iteration: Function,
        gradient: Function,
        states: int,
    ) -> Function:
        """Builds the reverse function. It maps the trip count, the first state, the given values
        and the gradient of the last state to the gradients of the first state and the given
        values."""
        state = TupleType(tuple(a.type for a in checkpointed.state))
        changing = [n for n, a in enumerate(checkpointed.state) if is_differentiable(a.type)]
        types = [tangent_type(t) for t in iteration.type.parameters if is_differentiable(t)]
        function = self._function(
            f"{stem}.back",
            (INDEX, *checkpointed.types, tangent_type(state)),
            TupleType(tuple(types)),
            "noinline",
        )
        entry = function.add_entry()
        count, *others, seed = entry.arguments
        first, given = others[: len(checkpointed.state)], others[len(checkpointed.state) :]
        stack = entry.insert(op.CreateStack())
        kept = checkpointed.record
        fixed = [a in checkpointed.constant for a in checkpointed.state]
        seeds = [entry.insert(op.Extract((n,), seed)) for n in changing]
        some = entry.insert(op.LessThan(index_literal(0), count))

        begin, header = function.add_block("begin"), function.add_block("states")
        left = header.add_argument(INDEX, "left")
        totals = [header.add_argument(t) for t in types]
        ready, done = (
            Successor(header, [index_literal(n), *seeds, *map(_zeros, types[len(changing) :])])
            for n in (1, 0)
        )
        entry.insert(op.Conditional(some, Successor(begin, []), done))
        # Second derivatives reverse the stack operations, so every pushed value must be popped.
        start = _without(first, fixed)
        begin.insert(op.Push(tuple_of([*start, count, index_literal(states)]), stack))
        begin.insert(op.Branch(ready))
        take, end = function.add_block("take"), function.add_block("end")
        more = header.insert(op.LessThan(index_literal(0), left))
        header.insert(op.Conditional(more, Successor(take, []), Successor(end, [])))

        popped = take.insert(op.Pop(kept, stack))
        parts = [take.insert(op.Extract((n,), popped)) for n in range(len(kept.elements))]
        fewer = take.insert(op.Subtract(left, index_literal(1)))
        halve = function.add_block("halve")
        changing_types = _without(state.elements, fixed)
        now = [halve.add_argument(t) for t in changing_types]
        length = halve.add_argument(INDEX, "length")
        free = halve.add_argument(INDEX, "free")
        waiting = halve.add_argument(INDEX, "waiting")
        take.insert(op.Branch(Successor(halve, [*parts, fewer])))

        keep, step = function.add_block("keep"), function.add_block("step")
        is_long = halve.insert(op.LessThan(index_literal(1), length))
        halve.insert(op.Conditional(is_long, Successor(keep, []), Successor(step, [])))
        split = self._declare_split_distance()
        near = keep.insert(op.Apply(split, [length, free], INDEX))
        keep.insert(op.Push(tuple_of([*now, near, free]), stack))
        rest = keep.insert(op.Subtract(length, near))
        less = keep.insert(op.Subtract(free, index_literal(1)))
        waits = keep.insert(op.Add(waiting, index_literal(1)))
        go = function.add_block("go", after=keep)
        at = [go.add_argument(t) for t in changing_types]
        todo = go.add_argument(INDEX, "todo")
        keep.insert(op.Branch(Successor(go, [*now, near])))
        goes_on, arrived = (
            function.add_block("on", after=go),
            Successor(halve, [*at, rest, less, waits]),
        )
        is_ahead = go.insert(op.LessThan(index_literal(0), todo))
        go.insert(op.Conditional(is_ahead, Successor(goes_on, []), arrived))
        whole_state = _with(at, first, fixed)
        stepped = goes_on.insert(op.Apply(iteration, [*whole_state, *given], iteration.type.result))
        following = [
            goes_on.insert(op.Extract((0, n), stepped)) for n, same in enumerate(fixed) if not same
        ]
        fewer = goes_on.insert(op.Subtract(todo, index_literal(1)))
        goes_on.insert(op.Branch(Successor(go, [*following, fewer])))

        elements: list[Value] = [tuple_of(()) for _ in state.elements]
        for n, total in zip(changing, totals, strict=False):
            elements[n] = total
        whole = Aggregate(tangent_type(state), elements)
        primal = _with(now, first, fixed)
        found = step.insert(op.Apply(gradient, [*primal, *given, whole], gradient.type.result))
        builder = Builder(step)
        new: list[Value] = [step.insert(op.Extract((n,), found)) for n in range(len(types))]
        for n in range(len(changing), len(types)):
            new[n] = _sum(builder, totals[n], new[n])
        step.insert(op.Branch(Successor(header, [waiting, *new])))

        end.insert(op.DestroyStack(stack))
        end.insert(op.Return(tuple_of(totals)))
        return function

    def _declare_split_distance(self) -> Function:
        """Builds the function that returns how many of the remaining iterations precede the next
        stored state, given how many states can be stored.

        The iterations after that state get one state less and the same number of repetitions.
        """
        if self._split is not None:
            return self._split
        function = self._function("checkpoint.distance", (INDEX, INDEX), INDEX)
        entry = function.add_entry(["length", "free"])
        length, free = entry.arguments
        one = index_literal(1)
        states = entry.insert(op.Add(free, one))
        start = entry.insert(op.Add(states, one))
        search, further, done = (function.add_block(n) for n in ("search", "further", "done"))
        reach = search.add_argument(INDEX, "reach")
        repeats = search.add_argument(INDEX, "repeats")
        entry.insert(op.Branch(Successor(search, [start, one])))
        is_short = search.insert(op.LessThan(reach, length))
        search.insert(op.Conditional(is_short, Successor(further, []), Successor(done, [])))
        more = further.insert(op.Add(repeats, one))
        both = further.insert(op.Add(states, more))
        product = further.insert(op.Multiply(reach, both))
        reached = further.insert(op.FloorDivide(product, more))
        further.insert(op.Branch(Successor(search, [reached, more])))
        both = done.insert(op.Add(states, repeats))
        product = done.insert(op.Multiply(reach, states))
        behind = done.insert(op.FloorDivide(product, both))
        ahead = done.insert(op.Subtract(length, behind))
        # The reach of the same states with two repetitions fewer is a lower bound.
        product = done.insert(op.Multiply(reach, repeats))
        once_less = done.insert(op.FloorDivide(product, both))
        fewer = done.insert(op.Subtract(repeats, one))
        product = done.insert(op.Multiply(once_less, fewer))
        beside = done.insert(op.Subtract(both, one))
        twice_less = done.insert(op.FloorDivide(product, beside))
        near = done.insert(op.Max(done.insert(op.Max(ahead, twice_less)), one))
        done.insert(op.Return(near))
        self._split = function
        return function


T = TypeVar("T")


def _without(state: Sequence[T], fixed: Sequence[bool]) -> list[T]:
    """Returns the varying part of a state."""
    return [part for part, same in zip(state, fixed, strict=True) if not same]


def _with(changing: Sequence[T], first: Sequence[T], fixed: Sequence[bool]) -> list[T]:
    """Returns the state that consists of a varying part and, for the rest, of the first state."""
    rest = iter(changing)
    return [a if same else next(rest) for a, same in zip(first, fixed, strict=True)]


def _floats(function: Function) -> tuple[int, ...]:
    parameters = function.type.parameters
    return tuple(n for n, t in enumerate(parameters) if is_differentiable(t))


def _copy(checkpointed: CheckpointableLoop, function: Function, entry: Block) -> dict[Block, Block]:
    """Copies a loop into a function whose parameters are the state and the given values."""
    given = entry.arguments[len(checkpointed.state) :]
    values: dict[Value, Value] = dict(zip(checkpointed.given, given, strict=True))
    return copy_blocks(checkpointed.blocks, function, values, {})


def _redirect(edge: Successor, old: Block, new: Block) -> Successor:
    arguments = [copy_operand(v, {}) for v in edge.arguments]
    return Successor(new if edge.block is old else edge.block, arguments, edge.case)


def _zeros(type: Type) -> Value:
    """Returns the zero of a tangent type."""
    if isinstance(type.canonical, TensorType):
        return Literal(type, 0.0)
    return Aggregate(type, [_zeros(t) for _, t in parts_of(type)])


def _sum(builder: Builder, a: Value, b: Value) -> Value:
    """Builds the sum of two tangents."""
    if isinstance(a.type.canonical, TensorType):
        return builder.insert(op.Add(a, b))
    parts = [
        _sum(builder, builder.insert(op.Extract((s,), a)), builder.insert(op.Extract((s,), b)))
        for s, _ in parts_of(a.type)
    ]
    return Aggregate(a.type, parts)


def _call(checkpointed: CheckpointableLoop, run: Function, last: Function) -> None:
    """Replaces a loop with a call of ``run``, which runs the loop, and a call of ``last``, which
    returns the last state and has the custom gradient."""
    function, header = checkpointed.function, checkpointed.loop.header
    terminator = header.terminator
    assert terminator is not None
    start = function.add_block(header.name, after=header)
    first = [start.add_argument(a.type, a.name, a.location) for a in header.arguments]
    outside = [b for b in function.blocks if b not in checkpointed.loop.blocks]
    for block in outside:
        ending = block.terminator
        if ending is not None and any(s.block is header for s in ending.successors):
            set_successors(ending, [_redirect(s, header, start) for s in ending.successors])
    arguments = [*first, *checkpointed.given]
    ran = start.insert(op.Apply(run, arguments, run.type.result))
    count = start.insert(op.Extract((0,), ran))
    reached = start.insert(op.Extract((1,), ran))
    found = start.insert(op.Apply(last, [count, reached, *arguments], last.type.result))
    ran.location = found.location = terminator.location
    values: dict[Value, Value] = {
        a: start.insert(op.Extract((0, n), found)) for n, a in enumerate(header.arguments)
    }
    for instruction in header.instructions[:-1]:
        copied = instruction.clone(values)
        values[instruction] = start.insert(copied)
    (edge,) = [s for s in terminator.successors if s.block not in checkpointed.loop.blocks]
    onward = Successor(edge.block, [copy_operand(v, values) for v in edge.arguments])
    start.insert(op.Branch(onward))
    # The loop is unreachable now, and the remaining uses of its values follow it.
    remove_unreachable(function)
    for value, new in values.items():
        value.replace_uses(new)
    merge_blocks(function)
