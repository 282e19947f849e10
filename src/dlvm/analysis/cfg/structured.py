"""Converts branches between blocks to structured control flow, for formats without blocks.

A writer of a format adds operations to a graph or region; :class:`Structure` calls it for each
instruction, branch and loop of a function.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any, ClassVar, Protocol, Self, TypeAlias, cast

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

Tree: TypeAlias = "str | tuple[Tree, ...]"
"""The name of a tensor, or the parts of a tuple, struct or array."""


class StructuredWriter(Protocol):
    """The interface of a format: the operations that write structured control flow."""

    format: ClassVar[str]
    """The name of the format in messages."""

    @property
    def values(self) -> dict[Value, Tree]:
        """The values that are visible here, each with the names of its tensors."""
        ...

    def tree(self, value: Value) -> Tree:
        """The names of a value of the program."""
        ...

    def tensor(self, value: Value) -> str:
        """The name of a tensor of the program."""
        ...

    def nested(self) -> Self:
        """A writer for a region, which reads the values that are visible here."""
        ...

    def copied(self) -> Self:
        """A writer that adds to the same region, with a copy of the bindings of values."""
        ...

    def flag(self, value: bool) -> str:
        """A constant bool."""
        ...

    def negated(self, flag: str) -> str:
        """The negation of a bool."""
        ...

    def placeholder(self, type: TensorType) -> str:
        """A tensor of a type, whose elements do not matter."""
        ...

    def branches(
        self, condition: str, sides: Sequence[tuple[Self, list[str]]], types: Sequence[TensorType]
    ) -> list[str]:
        """Adds a branch on a condition, and returns the names of its results. Each side is a
        writer of a region, and the names of the region's results."""
        ...

    def loop(
        self,
        goes_on: str,
        initial: Sequence[str],
        types: Sequence[TensorType],
        body: Callable[[Self, list[str]], tuple[str, list[str]]],
        sizes_vary: bool = False,
    ) -> list[str]:
        """Adds a loop, and returns the names of the final state. ``goes_on`` is the name of a bool:
        whether the first iteration runs. ``body`` writes an iteration, given the names of the
        state, and returns the names of the bool for the next iteration and of the next state. If
        ``sizes_vary``, the state can have other sizes than ``types`` in each iteration.
        """
        ...


WriteInstruction = Callable[[Any, Instruction], None]


@dataclass
class RegionEnd:
    """The end of a region: the block to which it leads (None for a return), and the values that it
    passes."""

    target: Block | None
    values: Tree


@dataclass(frozen=True)
class Iteration:
    """An iteration of a loop with several exiting blocks.

    If a region continues the loop in one branch and leaves it in another, its outcome leads to
    ``either``, with three values: whether the loop continues, the next state, and the arguments of
    the exit.
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

    def joined(self, w: StructuredWriter, outcome: RegionEnd) -> RegionEnd:
        """Converts an outcome to one that leads to ``either``."""
        if outcome.target is self.either:
            return outcome
        goes_on = outcome.target is self.header
        flag = w.flag(goes_on)
        if goes_on:
            return RegionEnd(self.either, (flag, outcome.values, self.received))
        received = (*outcome.values, *map(w.tree, self.live))
        return RegionEnd(self.either, (flag, self.state, received))


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

    def body(self, w: StructuredWriter) -> Tree:
        """Writes the function, whose parameters are bound, and returns the result."""
        outcome = self.region(w, self.function.entry, frozenset())
        assert outcome.target is None
        return outcome.values

    def region(self, w: StructuredWriter, block: Block, stops: frozenset[Block]) -> RegionEnd:
        """Writes the blocks from a given one up to a return or to one of ``stops``."""
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

    def _instructions(self, w: StructuredWriter, block: Block) -> None:
        for instruction in block.instructions:
            if not instruction.is_terminator:
                self.write(w, instruction)

    def _terminator(self, w: StructuredWriter, block: Block, stops: frozenset[Block]) -> RegionEnd:
        match terminator := block.terminator:
            case Return():
                value = terminator.value
                return RegionEnd(None, () if value is None else w.tree(value))
            case Branch():
                return _passed(w, terminator.target)
            case Conditional():
                sides = [terminator.then, terminator.otherwise]
                # There are no traps in the format: a side that traps is not taken.
                open_sides = [s for s in sides if not isinstance(s.block.terminator, Trap)]
                if len(open_sides) == 1:
                    return _passed(w, open_sides[0])
                return self._branches(w, block, terminator, stops)
            case _:
                what = "an enum" if terminator is not None else "nothing"
                raise _unsupported(w, block, f"a branch by {what}")

    def _branches(
        self, w: StructuredWriter, block: Block, terminator: Conditional, stops: frozenset[Block]
    ) -> RegionEnd:
        merge = self._merge(block)
        ends = stops | {merge} if merge is not None else stops
        graphs: list[tuple[StructuredWriter, RegionEnd]] = []
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
                raise _unsupported(w, block, "a loop whose exits lead to several blocks")
            graphs = [(inner, current.joined(inner, outcome)) for inner, outcome in graphs]
            targets = {current.either}
        [target] = targets
        types = self._result_types(target)
        if not types:
            return RegionEnd(target, graphs[0][1].values)
        sides = [(inner, flat(outcome.values)) for inner, outcome in graphs]
        results = w.branches(w.tensor(terminator.condition), sides, types)
        return RegionEnd(target, _rebuilt(graphs[0][1].values, iter(results)))

    def _merge(self, block: Block) -> Block | None:
        """The first block, after the given one, on all paths from the given one to the end."""
        after = self.followers[block] - {block}
        # It is the one from which all others follow.
        return next((b for b in after if after <= self.followers[b]), None)

    def _loop(self, w: StructuredWriter, loop: Loop) -> RegionEnd:
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

        def condition(writer: StructuredWriter) -> str:
            self._instructions(writer, header)
            flag = writer.tensor(terminator.condition)
            return flag if stays else writer.negated(flag)

        def body(inner: StructuredWriter, carried: list[str]) -> tuple[str, list[str]]:
            _bind(inner, header, _rebuilt(tuple(initial), iter(carried)))
            self._instructions(inner, header)
            outcome = _passed(inner, inside)
            if outcome.target is not header:
                assert outcome.target is not None
                _bind(inner, outcome.target, outcome.values)
                outcome = self.region(inner, outcome.target, frozenset([header]))
            if outcome.target is not header:
                raise _unsupported(w, header, "a return inside of a loop")
            _bind(inner, header, outcome.values)
            return condition(inner.copied()), flat(outcome.values)

        names = [name for tree in initial for name in flat(tree)]
        results = w.loop(condition(w.copied()), names, types, body)
        _bind(w, header, _rebuilt(tuple(initial), iter(results)))
        self._instructions(w, header)
        return _passed(w, outside)

    def _loop_with_exits(self, w: StructuredWriter, loop: Loop) -> RegionEnd:
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
            raise _unsupported(w, header, "a return inside of a loop, or a loop without an end")
        live = _used_after(self.function, {*loop.blocks, *_before(targets, meeting)})
        state_types = _types_of(header.arguments)
        received_types = _types_of([*meeting.arguments, *live])
        initial = tuple(w.tree(argument) for argument in header.arguments)
        empty = [w.placeholder(type) for type in received_types]
        shapes = tuple(tree_of(v.type, repeat("")) for v in [*meeting.arguments, *live])

        def body(inner: StructuredWriter, carried: list[str]) -> tuple[str, list[str]]:
            _bind(inner, header, _rebuilt(initial, iter(carried)))
            iteration = Iteration(
                header,
                meeting,
                Block(self.function, "either"),
                tuple(inner.tree(argument) for argument in header.arguments),
                _rebuilt(shapes, iter(carried[len(state_types) :])),
                live,
            )
            self.iterations.append(iteration)
            self._instructions(inner, header)
            ends = frozenset([header, meeting])
            outcome = self._terminator(inner, header, ends)
            if outcome.target not in (*ends, iteration.either):
                assert outcome.target is not None
                _bind(inner, outcome.target, outcome.values)
                outcome = self.region(inner, outcome.target, ends | {iteration.either})
            self.iterations.pop()
            if outcome.target is None:
                raise _unsupported(w, header, "a return inside of a loop")
            flag, *values = iteration.joined(inner, outcome).values
            return cast("str", flag), flat(tuple(values))

        types = [*state_types, *received_types]
        names = [*flat(initial), *empty]
        results = w.loop(w.flag(True), names, types, body, sizes_vary=True)
        found = _rebuilt(shapes, iter(results[len(state_types) :]))
        count = len(meeting.arguments)
        for value, tree in zip(live, found[count:], strict=True):
            w.values[value] = tree
        return RegionEnd(meeting, found[:count])

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
    """The values that are defined in ``blocks`` and used in other blocks."""
    own = {v: None for b in function.blocks if b in blocks for v in (*b.arguments, *b.instructions)}
    outside = (i for b in function.blocks if b not in blocks for i in b.instructions)
    used = {o for i in outside for operand in i.operands for o in _parts(operand)}
    return [v for v in own if v in used]


def _parts(value: Value) -> list[Value]:
    if isinstance(value, Aggregate):
        return [p for operand in value.operands for p in _parts(operand)]
    return [value]


def _unsupported(w: StructuredWriter, block: Block, what: str) -> DiagnosticError:
    terminator = block.terminator
    location = None if terminator is None else terminator.location
    return error(f"{w.format} cannot express {what}", location)


def _passed(w: StructuredWriter, target: Successor) -> RegionEnd:
    return RegionEnd(target.block, tuple(w.tree(v) for v in target.arguments))


def _bind(w: StructuredWriter, block: Block, values: Tree) -> None:
    for argument, tree in zip(block.arguments, values, strict=True):
        w.values[argument] = tree


def _post_dominators(function: Function) -> dict[Block, set[Block]]:
    """For each block, the blocks on every path from it to the end. Paths to a trap do not count."""
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
            raise error(f"a value of type {type} is neither a tensor nor an aggregate of tensors")


def tree_of(type: Type, names: Iterator[str]) -> Tree:
    """The tree of a type, whose tensors get the next names."""
    match whole := type.canonical:
        case TupleType(elements):
            return tuple(tree_of(e, names) for e in elements)
        case StructType():
            return tuple(tree_of(e, names) for _, e in whole.fields)
        case ArrayType():
            return tuple(tree_of(whole.element, names) for _ in range(whole.size))
        case _:
            return next(names)


def flat(tree: Tree) -> list[str]:
    """The names of the tensors in a tree."""
    return [tree] if isinstance(tree, str) else [name for t in tree for name in flat(t)]


def _rebuilt(like: Tree, names: Any) -> Tree:
    """A tree of the same structure, whose tensors get the next names of an iterator."""
    return next(names) if isinstance(like, str) else tuple(_rebuilt(t, names) for t in like)
