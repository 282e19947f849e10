"""Turns branches and loops between blocks into ``If`` and ``Loop``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
from onnx import TensorProto, helper

from dlvm.analysis.cfg.control_flow import reachable_blocks
from dlvm.analysis.cfg.loops import Loop, Loops
from dlvm.diagnostics import DiagnosticError, error
from dlvm.ir.instruction import Block, Function, Instruction, Successor
from dlvm.ir.instructions import Branch, Conditional, Return, Trap
from dlvm.ir.types import (
    CONDITION,
    VOID,
    ArrayType,
    StructType,
    TensorType,
    TupleType,
    Type,
)
from dlvm.ir.values import Aggregate, Value
from dlvm.onnx.exporter.writer import GraphWriter, Tree, onnx_type

WriteInstruction = Callable[[GraphWriter, Instruction], None]


@dataclass
class Outcome:
    """The end of a region: the block that it leads to, None for a return, and the values."""

    target: Block | None
    values: Tree


@dataclass(frozen=True)
class Iteration:
    """An iteration of a loop with several exiting blocks.

    Regions that continue the loop in one branch and leave it in another lead to ``either``, with
    three values: whether the loop continues, the next state, and the arguments of the exit.
    """

    header: Block
    meeting: Block
    """The block at which all exits of the loop merge."""
    either: Block
    state: Tree
    """The values of the header's arguments at the start of the iteration."""
    received: Tree
    """The arguments of the exit so far, initially placeholders."""
    live: Sequence[Value]
    """The values of the loop that are used after it."""

    def joined(self, w: GraphWriter, outcome: Outcome) -> Outcome:
        """Converts an outcome to one that leads to ``either``."""
        if outcome.target is self.either:
            return outcome
        goes_on = outcome.target is self.header
        flag = w.constant(np.array(goes_on))
        if goes_on:
            return Outcome(self.either, (flag, outcome.values, self.received))
        received = (*outcome.values, *map(w.tree, self.live))
        return Outcome(self.either, (flag, self.state, received))


@dataclass
class Structure:
    """The control flow of a function."""

    function: Function
    write: WriteInstruction
    loops: dict[Block, Loop] = field(default_factory=dict[Block, Loop])
    followers: dict[Block, set[Block]] = field(default_factory=dict[Block, set[Block]])
    """The blocks on every path from a block to the end of the function."""
    iterations: list[Iteration] = field(default_factory=list[Iteration])
    """The loops with several exits that are being written, the innermost last."""

    def __post_init__(self) -> None:
        found = Loops(self.function)
        if found.irreducible is not None:
            raise error(f"a loop of @{self.function.name} has several entries", self._location())
        self.loops = {loop.header: loop for loop in found.loops}
        self.followers = _post_dominators(self.function)

    def _location(self) -> Any:
        return self.function.location

    def body(self, w: GraphWriter) -> Tree:
        """Writes the function, whose parameters are bound, and returns the result."""
        outcome = self.region(w, self.function.entry, frozenset())
        assert outcome.target is None
        return outcome.values

    def region(self, w: GraphWriter, block: Block, stops: frozenset[Block]) -> Outcome:
        """Writes the blocks from one on, up to a return or to one of ``stops``."""
        while True:
            loop = self.loops.get(block)
            if loop is not None and block not in stops:
                outcome = self._loop(w, loop)
            else:
                self._instructions(w, block)
                outcome = self._terminator(w, block, stops)
            ends = {*stops, *(i.either for i in self.iterations[-1:])}
            if outcome.target is None or outcome.target in ends:
                return outcome
            block = outcome.target
            _bind(w, block, outcome.values)

    def _instructions(self, w: GraphWriter, block: Block) -> None:
        for instruction in block.instructions:
            if not instruction.is_terminator:
                self.write(w, instruction)

    def _terminator(self, w: GraphWriter, block: Block, stops: frozenset[Block]) -> Outcome:
        match terminator := block.terminator:
            case Return():
                value = terminator.value
                return Outcome(None, () if value is None else w.tree(value))
            case Branch():
                return _passed(w, terminator.target)
            case Conditional():
                sides = [terminator.then, terminator.otherwise]
                # ONNX has no traps: a side that traps is not taken.
                open_sides = [s for s in sides if not isinstance(s.block.terminator, Trap)]
                if len(open_sides) == 1:
                    return _passed(w, open_sides[0])
                return self._branches(w, block, terminator, stops)
            case _:
                what = "an enum" if terminator is not None else "nothing"
                raise _unsupported(block, f"a branch by {what}")

    def _branches(
        self, w: GraphWriter, block: Block, terminator: Conditional, stops: frozenset[Block]
    ) -> Outcome:
        merge = self._merge(block)
        ends = stops | {merge} if merge is not None else stops
        graphs: list[tuple[GraphWriter, Outcome]] = []
        for side in (terminator.then, terminator.otherwise):
            inner = w.nested()
            outcome = _passed(inner, side)
            if outcome.target is not None and outcome.target not in ends:
                _bind(inner, outcome.target, outcome.values)
                outcome = self.region(inner, outcome.target, ends)
            graphs.append((inner, outcome))
        targets = {outcome.target for _, outcome in graphs}
        if len(targets) > 1:
            current = self.iterations[-1] if self.iterations else None
            if current is None or not targets <= {current.header, current.meeting, current.either}:
                raise _unsupported(block, "a loop whose exits lead to several places")
            graphs = [(inner, current.joined(inner, outcome)) for inner, outcome in graphs]
            targets = {current.either}
        [target] = targets
        types = self._result_types(target)
        branches = [
            inner.graph("branch", [], _outputs(inner, outcome.values, types))
            for inner, outcome in graphs
        ]
        if not types:
            return Outcome(target, graphs[0][1].values)
        results = w.outputs(
            "If",
            len(types),
            w.tensor(terminator.condition),
            then_branch=branches[0],
            else_branch=branches[1],
        )
        return Outcome(target, _rebuilt(graphs[0][1].values, iter(results)))

    def _merge(self, block: Block) -> Block | None:
        """The first block on all paths from a block to the end."""
        after = self.followers[block] - {block}
        # It is the one from which all others follow.
        return next((b for b in after if after <= self.followers[b]), None)

    def _loop(self, w: GraphWriter, loop: Loop) -> Outcome:
        """Writes ``while condition(state): state = body(state)``. The header, which computes the
        condition, is written before the loop, at the end of an iteration, and after the loop.
        """
        header = loop.header
        terminator = header.terminator
        if [block for block, _ in loop.exits()] != [header] or not isinstance(
            terminator, Conditional
        ):
            return self._loop_with_exits(w, loop)
        stays = terminator.then.block in loop.blocks
        inside, outside = terminator.then, terminator.otherwise
        if not stays:
            inside, outside = outside, inside
        initial = [w.tree(argument) for argument in header.arguments]
        types = [t for argument in header.arguments for t in leaves(argument.type)]

        def condition(writer: GraphWriter) -> str:
            self._instructions(writer, header)
            flag = writer.tensor(terminator.condition)
            return flag if stays else writer.node("Not", flag)

        begins = condition(w.copied())
        inner = w.nested()
        step, goes_on = (w.names.unique(n) for n in ("iteration", "condition"))
        carried = [w.names.unique("state") for _ in types]
        _bind(inner, header, _rebuilt(tuple(initial), iter(carried)))
        self._instructions(inner, header)
        outcome = _passed(inner, inside)
        if outcome.target is not header:
            assert outcome.target is not None
            _bind(inner, outcome.target, outcome.values)
            outcome = self.region(inner, outcome.target, frozenset([header]))
        if outcome.target is not header:
            raise _unsupported(header, "a return inside of a loop")
        _bind(inner, header, outcome.values)
        again = inner.node("Identity", condition(inner.copied()))
        inputs = [
            helper.make_tensor_value_info(step, TensorProto.INT64, []),
            helper.make_tensor_value_info(goes_on, TensorProto.BOOL, []),
            *(value_info(name, type) for name, type in zip(carried, types, strict=True)),
        ]
        outputs = [
            helper.make_tensor_value_info(again, TensorProto.BOOL, []),
            *_outputs(inner, outcome.values, types),
        ]
        names = [name for tree in initial for name in flat(tree)]
        results = w.outputs(
            "Loop", len(types), "", begins, *names, body=inner.graph("body", inputs, outputs)
        )
        _bind(w, header, _rebuilt(tuple(initial), iter(results)))
        self._instructions(w, header)
        return _passed(w, outside)

    def _loop_with_exits(self, w: GraphWriter, loop: Loop) -> Outcome:
        """Writes a loop with several exiting blocks: each iteration returns whether the loop
        continues, the next state, and the arguments of the block after the loop.
        """
        header = loop.header
        targets = {target for _, target in loop.exits() if not isinstance(target.terminator, Trap)}
        common: set[Block] = set(self.function.blocks) if targets else set()
        for target in targets:
            common &= self.followers[target]
        # The blocks between the loop and the block at which all exits merge are part of an
        # iteration.
        meeting = next((b for b in common if common <= self.followers[b]), None)
        if meeting is None:
            raise _unsupported(header, "a return inside of a loop, or a loop without an end")
        live = _used_after(self.function, {*loop.blocks, *_before(targets, meeting)})
        state_types = _types_of(header.arguments)
        received_types = _types_of([*meeting.arguments, *live])
        initial = tuple(w.tree(argument) for argument in header.arguments)
        empty = [_empty(w, type) for type in received_types]
        inner = w.nested()
        step, goes_on = (w.names.unique(n) for n in ("iteration", "condition"))
        states = [w.names.unique("state") for _ in state_types]
        received = [w.names.unique("received") for _ in received_types]
        _bind(inner, header, _rebuilt(initial, iter(states)))
        shapes = tuple(_blank(v.type) for v in [*meeting.arguments, *live])
        iteration = Iteration(
            header,
            meeting,
            Block(self.function, "either"),
            tuple(inner.tree(argument) for argument in header.arguments),
            _rebuilt(shapes, iter(received)),
            live,
        )
        self.iterations.append(iteration)
        self._instructions(inner, header)
        outcome = self._terminator(inner, header, frozenset([header, meeting]))
        if outcome.target not in (header, meeting, iteration.either):
            assert outcome.target is not None
            _bind(inner, outcome.target, outcome.values)
            ends = frozenset([header, meeting, iteration.either])
            outcome = self.region(inner, outcome.target, ends)
        self.iterations.pop()
        if outcome.target is None:
            raise _unsupported(header, "a return inside of a loop")
        flag, *values = iteration.joined(inner, outcome).values
        again = inner.node("Identity", cast("str", flag))
        types = [*state_types, *received_types]
        inputs = [
            helper.make_tensor_value_info(step, TensorProto.INT64, []),
            helper.make_tensor_value_info(goes_on, TensorProto.BOOL, []),
            *(_carried(n, t) for n, t in zip([*states, *received], types, strict=True)),
        ]
        outputs = [
            helper.make_tensor_value_info(again, TensorProto.BOOL, []),
            *_outputs(inner, tuple(values), types),
        ]
        true = w.constant(np.array(True))
        names = [*flat(initial), *empty]
        body = inner.graph("body", inputs, outputs)
        results = w.outputs("Loop", len(types), "", true, *names, body=body)
        found = _rebuilt(shapes, iter(results[len(state_types) :]))
        count = len(meeting.arguments)
        for value, tree in zip(live, found[count:], strict=True):
            w.frame.values[value] = tree
        return Outcome(meeting, found[:count])

    def _result_types(self, target: Block | None) -> list[TensorType]:
        current = self.iterations[-1] if self.iterations else None
        if current is not None and target is current.either:
            received = _types_of([*current.meeting.arguments, *current.live])
            return [CONDITION, *_types_of(current.header.arguments), *received]
        if target is not None:
            return _types_of(target.arguments)
        result = cast("Any", self.function.type).result
        return leaves(result) if result != VOID else []


def _types_of(values: Sequence[Value]) -> list[TensorType]:
    return [t for value in values for t in leaves(value.type)]


def _before(targets: Iterable[Block], meeting: Block) -> set[Block]:
    """The blocks on the paths from the exits of a loop to the block at which they merge."""
    found: set[Block] = set()
    pending = [t for t in targets if t is not meeting]
    while pending:
        block = pending.pop()
        if block not in found:
            found.add(block)
            pending += [t for t in block.targets if t is not meeting]
    return found


def _used_after(function: Function, blocks: Collection[Block]) -> list[Value]:
    """The values defined in blocks that are used in others."""
    own = {v: None for b in function.blocks if b in blocks for v in (*b.arguments, *b.instructions)}
    outside = (i for b in function.blocks if b not in blocks for i in b.instructions)
    used = {o for i in outside for operand in i.operands for o in _parts(operand)}
    return [v for v in own if v in used]


def _parts(value: Value) -> list[Value]:
    if isinstance(value, Aggregate):
        return [p for operand in value.operands for p in _parts(operand)]
    return [value]


def _empty(w: GraphWriter, type: TensorType) -> str:
    """A tensor of a type, whose elements do not count."""
    shape = [d if isinstance(d, int) else 0 for d in type.shape]
    return w.node("Expand", w.constant(np.zeros((), type.element.numpy)), w.integers(shape))


def _blank(type: Type) -> Tree:
    """A tree of the structure of a type."""
    match whole := type.canonical:
        case TupleType(elements):
            return tuple(map(_blank, elements))
        case StructType():
            return tuple(_blank(e) for _, e in whole.fields)
        case _:
            return ""


def _carried(name: str, type: TensorType) -> Any:
    """The declaration of a loop's value. Its symbolic sizes may differ in the first iteration."""
    shape = [d if isinstance(d, int) else None for d in type.shape]
    return helper.make_tensor_value_info(name, onnx_type(type), shape)


def _unsupported(block: Block, what: str) -> DiagnosticError:
    terminator = block.terminator
    location = None if terminator is None else terminator.location
    return error(f"ONNX cannot express {what}", location)


def _passed(w: GraphWriter, target: Successor) -> Outcome:
    return Outcome(target.block, tuple(w.tree(v) for v in target.arguments))


def _bind(w: GraphWriter, block: Block, values: Tree) -> None:
    for argument, tree in zip(block.arguments, values, strict=True):
        w.frame.values[argument] = tree


def _post_dominators(function: Function) -> dict[Block, set[Block]]:
    """For each block, those on every path to the end. Blocks that trap count as no path."""
    blocks = [b for b in function.blocks if b in reachable_blocks(function)]
    everything = set(blocks)
    found = {b: {b} if isinstance(b.terminator, Return) else set(everything) for b in blocks}
    changed = True
    while changed:
        changed = False
        for block in reversed(blocks):
            after = [t for t in block.targets if not isinstance(t.terminator, Trap)]
            if not after:
                continue
            new: set[Block] = set(blocks)
            for target in after:
                new &= found[target]
            new.add(block)
            changed |= new != found[block]
            found[block] = new
    return found


# Values of several tensors


def leaves(type: Type) -> list[TensorType]:
    """The types of the tensors in an aggregate."""
    match whole := type.canonical:
        case TensorType():
            return [whole]
        case TupleType(elements):
            return [t for e in elements for t in leaves(e)]
        case StructType():
            return [t for _, e in whole.fields for t in leaves(e)]
        case ArrayType():
            return leaves(whole.element) * whole.size
        case _:
            raise error(f"a value of type {type} cannot be written as ONNX")


def flat(tree: Tree) -> list[str]:
    """The names of the tensors in a tree."""
    return [tree] if isinstance(tree, str) else [name for t in tree for name in flat(t)]


def _rebuilt(like: Tree, names: Any) -> Tree:
    """A tree of the same structure with other names."""
    return next(names) if isinstance(like, str) else tuple(_rebuilt(t, names) for t in like)


def _outputs(w: GraphWriter, values: Tree, types: Sequence[TensorType]) -> list[Any]:
    """The outputs of a subgraph, which are results of nodes of its own."""
    names = [w.node("Identity", name) for name in flat(values)]
    return [value_info(name, type) for name, type in zip(names, types, strict=True)]


def value_info(name: str, type: TensorType) -> Any:
    """The declaration of a value: symbolic sizes by their names."""
    shape = [d if isinstance(d, int) else d.name or None for d in type.shape]
    return helper.make_tensor_value_info(name, onnx_type(type), shape)
