"""A copy of the original's code with reversible control flow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dlvm.analysis.cfg.analysis_cache import analyzed
from dlvm.analysis.cfg.dominance import DominatorTree
from dlvm.analysis.cfg.loops import Loop, Loops
from dlvm.analysis.differentiation.activity import carries_tangent
from dlvm.ir import Aggregate, Block, Function, Instruction, Literal, Successor, Type, Value
from dlvm.ir import instructions as op
from dlvm.ir.cloning import copy_blocks
from dlvm.ir.instruction import Argument
from dlvm.ir.values import User, copy_operand
from dlvm.transforms.cfg.editing import (
    edge_name,
    merge_blocks,
    remove_unreachable,
    replace_terminator,
    set_successors,
)
from dlvm.transforms.differentiation.reverse.irreducible_loops import make_loops_reducible


@dataclass(frozen=True)
class CFGEdge:
    """An edge of the CFG: its source, and the index of the successor."""

    source: Block
    place: int

    @property
    def successor(self) -> Successor:
        return self.source.successors[self.place]


@dataclass
class Primal:
    """A copy of a function's code. It has at most one returning block, ``exit``, and its loops have
    dedicated exits."""

    function: Function
    blocks: list[Block]
    exit: Block | None
    entries: dict[Block, list[CFGEdge]] = field(default_factory=dict[Block, list[CFGEdge]])

    def analyze(self) -> None:
        """Analyzes the control flow, which must not change afterwards."""
        self._loops = analyzed(Loops, self.function)
        self._tree = analyzed(DominatorTree, self.function)
        self.entries = {block: [] for block in self.blocks}
        for block in self.blocks:
            for place, target in enumerate(block.targets):
                self.entries[target].append(CFGEdge(block, place))

    @property
    def result(self) -> Value | None:
        """The returned value."""
        terminator = self.exit.terminator if self.exit is not None else None
        return terminator.value if isinstance(terminator, op.Return) else None

    def loops(self, block: Block) -> list[Loop]:
        """Returns the loops around a block, the outermost first."""
        return self._loops.around(block)

    def loop_between(self, block: Block, home: Block | None) -> Loop | None:
        """Returns the outermost loop around a block that does not contain the block ``home``."""
        return next((loop for loop in self.loops(block) if home not in loop.blocks), None)

    @property
    def all_loops(self) -> list[Loop]:
        """The loops, each before its inner loops."""
        return self._loops.loops

    def is_available(self, home: Block, seen_from: Block) -> bool:
        """Whether the values of the block ``home`` that the block ``seen_from`` sees are still
        current at the exit: ``home`` runs on every path to the exit, and does not run again after
        ``seen_from``."""
        assert self.exit is not None
        within = self.loops(home)
        is_over = not within or seen_from not in within[0].blocks
        return is_over and self._tree.dominates(home, self.exit)

    def reversible(self) -> list[Block]:
        """Returns the blocks from which the exit is reachable."""
        found: dict[Block, None] = {}
        pending = [self.exit] if self.exit is not None else []
        while pending:
            block = pending.pop()
            if block not in found:
                found[block] = None
                pending.extend(edge.source for edge in self.entries[block])
        return [block for block in reversed(self.blocks) if block in found]

    def has(self, value: Value) -> bool:
        """Whether a value is defined by this code."""
        block = value.block if isinstance(value, Argument | Instruction) else None
        return block is not None and block in self.entries


def copy_primal(original: Function, target: Function) -> Primal:
    """Copies a function's code to an empty function. Aggregates that the reverse pass may use
    become instructions."""
    copy_blocks(original.blocks, target, {}, {})
    for block in target.blocks:
        terminator = block.terminator
        if isinstance(terminator, op.Conditional) and isinstance(terminator.condition, Literal):
            edge = terminator.then if terminator.condition.data is True else terminator.otherwise
            replace_terminator(terminator, op.Branch(_copied(edge)))
    remove_unreachable(target)
    if analyzed(Loops, target).irreducible is not None:
        while _split_edges(target, only_cases=True):
            pass
        make_loops_reducible(target)
    _unify_returns(target, original.type.result)
    merge_blocks(target)
    for block in target.blocks:
        for instruction in list(block.instructions):
            _name_aggregates(block, instruction)
    while _split_edges(target):
        pass
    exits = [b for b in target.blocks if isinstance(b.terminator, op.Return)]
    primal = Primal(target, list(target.blocks), exits[0] if exits else None)
    primal.analyze()
    return primal


def _copied(successor: Successor) -> Successor:
    arguments = [copy_operand(a, {}) for a in successor.arguments]
    return Successor(successor.block, arguments, successor.case)


def _unify_returns(function: Function, type: Type) -> None:
    returns = [t for b in function.blocks if isinstance(t := b.terminator, op.Return)]
    if len(returns) < 2:
        return
    exit_block = function.add_block("exit")
    has_value = returns[0].value is not None
    result = exit_block.add_argument(type, "result") if has_value else None
    exit_block.insert(op.Return(result))
    for terminator in returns:
        value = terminator.value
        passed = [copy_operand(value, {})] if value is not None else []
        replace_terminator(terminator, op.Branch(Successor(exit_block, passed)))


def _name_aggregates(block: Block, instruction: Instruction) -> None:
    is_literal = isinstance(instruction, op.LiteralInstruction)
    for index, operand in enumerate(instruction.operands):
        if not isinstance(operand, Aggregate):
            continue
        if is_literal or (instruction.is_terminator and not _is_enum(operand)):
            _name_enums(block, instruction, operand)
        else:
            _name(block, instruction, instruction, index)


def _is_enum(value: Aggregate) -> bool:
    return value.case is not None and carries_tangent(value.type)


def _name_enums(block: Block, at: Instruction, owner: Aggregate) -> None:
    """Gives each nested enum an instruction of its own."""
    for index, element in enumerate(owner.operands):
        if isinstance(element, Aggregate):
            if _is_enum(element):
                _name(block, at, owner, index)
            else:
                _name_enums(block, at, element)


def _name(block: Block, at: Instruction, user: User, index: int) -> None:
    operand = user.operands[index]
    named = op.LiteralInstruction(copy_operand(operand, {}))
    named.location = at.location
    block.insert(named, at)
    user.set_operand(index, named)
    _name_aggregates(block, named)


def _split_edges(function: Function, *, only_cases: bool = False) -> bool:
    """Splits edges to blocks with several predecessors: those from the case of an enum and, unless
    ``only_cases``, the exit edges of loops. Returns whether it split any, in which case it must run
    again, as other edges can need a block now."""
    entered: dict[Block, list[CFGEdge]] = {b: [] for b in function.blocks}
    for block in function.blocks:
        for place, target in enumerate(block.targets):
            entered[target].append(CFGEdge(block, place))
    loops = analyzed(Loops, function)
    found: list[CFGEdge] = []
    for target, edges in entered.items():
        for edge in edges:
            left = [x for x in loops.around(edge.source) if target not in x.blocks]
            others = [e for loop in left for e in edges if e.source not in loop.blocks]
            shared = bool(others) and not only_cases
            by_case = isinstance(edge.source.terminator, op.BranchEnum) and len(edges) > 1
            if shared or by_case:
                found.append(edge)
    for edge in found:
        _split(edge)
    return bool(found)


def _split(edge: CFGEdge) -> None:
    old = edge.successor
    terminator = edge.source.terminator
    assert terminator is not None
    name = edge_name(edge.source, old.block)
    middle = edge.source.function.add_block(name, after=edge.source)
    if isinstance(terminator, op.BranchEnum):
        passed: Sequence[Value] = [
            middle.add_argument(a.type, a.name, a.location) for a in old.block.arguments
        ]
        entry = Successor(middle, [], old.case)
    else:
        passed = [copy_operand(a, {}) for a in old.arguments]
        entry = Successor(middle, [], old.case)
    onward = op.Branch(Successor(old.block, passed))
    onward.location = terminator.location
    middle.insert(onward)
    edges = [_copied(s) for s in terminator.successors]
    edges[edge.place] = entry
    set_successors(terminator, edges)


def add_edge_arguments(primal: Primal, block: Block, values: Sequence[Value]) -> Argument:
    """Adds a block argument that tells along which edge control entered. ``values`` has one value
    for each edge."""
    argument = block.add_argument(values[0].type, f"{block.name}.origin" if block.name else None)
    by_source: dict[Block, dict[int, Value]] = {}
    for edge, value in zip(primal.entries[block], values, strict=True):
        by_source.setdefault(edge.source, {})[edge.place] = value
    for source, added in by_source.items():
        terminator = source.terminator
        assert terminator is not None
        edges = [_copied(s) for s in terminator.successors]
        for place, value in added.items():
            edges[place] = Successor(block, [*edges[place].arguments, value])
        set_successors(terminator, edges)
    return argument
