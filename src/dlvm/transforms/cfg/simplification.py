"""``CFGSimp``: CFG simplification, which removes redundant control flow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dlvm.analysis.cfg.analysis_cache import analyzed, settling
from dlvm.analysis.cfg.control_flow import entries
from dlvm.analysis.cfg.loops import Loops
from dlvm.analysis.effects.side_effects import is_speculatable
from dlvm.analysis.values.cost import instruction_work
from dlvm.ir import (
    Aggregate,
    Argument,
    Block,
    Function,
    Instruction,
    Literal,
    Module,
    Successor,
    TensorType,
    Value,
)
from dlvm.ir import instructions as op
from dlvm.ir.instruction import Trait, using_instructions
from dlvm.ir.types import same_type
from dlvm.ir.values import copy_operand
from dlvm.transforms.cfg.editing import (
    known_successor,
    merge_blocks,
    remove_arguments,
    remove_unreachable,
    replace_terminator,
    same_value,
    set_successors,
)
from dlvm.transforms.pipeline import Pass, count, register, run_on_bodies
from dlvm.transforms.substitution import is_used_as_bound

_MOST_INSTRUCTIONS: Final = 2
"""The maximum number of instructions that are speculated from each branch."""


@register("CFGSimp")
@dataclass(frozen=True)
class ControlFlowSimplification(Pass):
    """CFG simplification: folds known branches, threads jumps, removes redundant block arguments,
    replaces branches with selects, and merges blocks, until nothing changes.

    Removes the empty blocks that ``CFGCan`` inserts.
    """

    def run(self, module: Module) -> bool:
        return run_on_bodies(module, _simplify)


def _simplify(function: Function) -> bool:
    steps = (
        _fold_known_branches, _thread_jumps, remove_unreachable, _remove_equal_arguments,
        _select_values, merge_blocks,
    )  # fmt: skip
    changed = False
    while sum(step(function) for step in steps):
        changed = True
    return changed


@settling
def _fold_known_branches(function: Function) -> bool:
    """``conditional true then 'a() else 'b()`` = ``branch 'a()``; likewise for equal successors and
    for an enum of a known case."""
    changed = False
    for block in function.blocks:
        terminator = block.terminator
        known = known_successor(terminator) if terminator is not None else None
        if terminator is not None and known is not None:
            replace_terminator(terminator, op.Branch(known))
            count("branches decided")
            changed = True
    return changed


@settling
def _thread_jumps(function: Function) -> bool:
    """Jump threading: with ``'a(%y): branch 'b(%y, %z)``, ``branch 'a(%x)`` = ``branch 'b(%x,
    %z)``."""
    empty = [b for b in function.blocks[1:] if len(b.instructions) == 1 and _is_forwarding(b)]
    if not empty:
        return False
    forwarding = set(empty)
    if any(isinstance(block.terminator, op.Conditional) for block in empty):
        # A second entry would make a loop irreducible.
        loops = analyzed(Loops, function)
        headers = {loop.header for loop in loops.loops}
        forwarding = {
            b
            for b in empty
            if isinstance(b.terminator, op.Branch) or not (loops.irreducible or b in headers)
        }
    changed = False
    for block in function.blocks:
        terminator = block.terminator
        if terminator is None or forwarding.isdisjoint(terminator.targets):
            continue
        found = [_final_successor(s) if s.block in forwarding else None for s in block.successors]
        if any(found):
            ways = zip(found, block.successors, strict=True)
            set_successors(terminator, [new or old for new, old in ways])
            count("jumps threaded")
            changed = True
    return changed


def _is_forwarding(block: Block) -> bool:
    """Whether a block consists only of its terminator, and the block arguments have no other
    user."""
    terminator = block.terminator
    return isinstance(terminator, op.Branch | op.Conditional) and all(
        user is terminator for a in block.arguments for user in using_instructions(a)
    )


def _final_successor(successor: Successor) -> Successor | None:
    """Given an edge to a forwarding block, returns the block's successor with the values passed
    along this edge. Returns None if it is unknown."""
    block = successor.block
    terminator = block.terminator
    if successor.receives_payload:
        # The payload can only be passed on unchanged, as the only argument.
        if not isinstance(terminator, op.Branch) or terminator.target.block is block:
            return None
        passed = list(terminator.target.passed)
        is_same = [v for _, v in passed] == block.arguments
        if not is_same or not all(same_type(a.type, v.type) for a, v in passed):
            return None
        return Successor(terminator.target.block, (), successor.case)
    if not all(same_type(argument.type, value.type) for argument, value in successor.passed):
        return None
    values: dict[Value, Value] = dict(successor.passed)
    match terminator:
        case op.Branch():
            target = terminator.target
        case op.Conditional(condition=condition):
            known = values.get(condition, condition)
            if not isinstance(known, Literal) or not isinstance(known.data, bool):
                return None
            target = terminator.then if known.data else terminator.otherwise
        case _:
            return None
    if target.block is block:
        return None
    return Successor(target.block, [_forwarded(v, values) for v in target.arguments])


def _forwarded(value: Value, values: Mapping[Value, Value]) -> Value:
    if isinstance(value, Aggregate):
        elements = [_forwarded(e, values) for e in value.operands]
        return Aggregate(value.type, elements, value.case, value.location)
    return value if isinstance(value, Literal) else copy_operand(values.get(value, value), {})


@settling
def _remove_equal_arguments(function: Function) -> bool:
    """Replaces a block argument with a value, if every edge passes this value or the argument
    itself."""
    ways: dict[Block, list[Sequence[Value]]] = {}
    taken_apart: set[Block] = set()
    for terminator in (block.terminator for block in function.blocks):
        if isinstance(terminator, op.BranchEnum):
            taken_apart.update(terminator.targets)
        elif terminator is not None and terminator.targets:
            for target, values in terminator.edges:
                if values:
                    ways.setdefault(target, []).append(values)
    removed: set[Argument] = set()
    for block, passed in ways.items():
        if block in taken_apart:
            continue
        for argument, values in zip(block.arguments, zip(*passed, strict=True), strict=True):
            value = _only_value(argument, values)
            # The passed value may have been replaced in this loop.
            if value is None or value in removed or isinstance(value, Aggregate):
                continue
            if isinstance(value, Literal) and is_used_as_bound(argument):
                continue
            if same_type(value.type, argument.type):
                argument.replace_uses(value)
                removed.add(argument)
    if removed:
        remove_arguments(function, removed)
    return bool(removed)


def _only_value(argument: Argument, values: Sequence[Value]) -> Value | None:
    """Returns the only value, other than itself, that an argument receives. Returns None if there
    are several."""
    found: Value | None = None
    for value in values:
        if value is argument:
            continue
        if found is not None and found is not value and not same_value(found, value):
            return None
        found = found or value
    return found


@settling
def _select_values(function: Function) -> bool:
    """``conditional %c then 'a(%x) else 'a(%y)`` = ``branch 'a(select %x, %y by %c)``, for scalars.
    Cheap instructions of both branches are speculated."""
    entered = analyzed(entries, function)
    changed = False
    for block in function.blocks:
        terminator = block.terminator
        if not isinstance(terminator, op.Conditional):
            continue
        own = [_is_own(target, entered) for target in terminator.targets]
        ends = (t.targets[0] if o else t for t, o in zip(terminator.targets, own, strict=True))
        if len(set(ends)) > 1:
            continue
        ways = terminator.then, terminator.otherwise
        then, otherwise = (
            _only_successor(w.block) if is_own else w for w, is_own in zip(ways, own, strict=True)
        )
        pairs = list(zip(then.arguments, otherwise.arguments, strict=True))
        if not all(same_value(a, b) or _is_selectable(a, b) for a, b in pairs):
            continue
        codes = [
            successor.block.instructions[:-1] if is_own else []
            for successor, is_own in zip(ways, own, strict=True)
        ]
        if not all(map(_is_cheap, codes)):
            continue
        before = block.instructions[:-1]
        for successor, code in zip(ways, codes, strict=True):
            if code:
                before += code
                successor.block.set_instructions(successor.block.instructions[-1:])
        block.set_instructions([*before, terminator])
        chosen = [
            copy_operand(a, {})
            if same_value(a, b)
            else block.insert(op.Select(a, b, terminator.condition), terminator)
            for a, b in pairs
        ]
        replace_terminator(terminator, op.Branch(Successor(then.block, chosen)))
        count("branches selected")
        changed = True
    return changed


def _only_successor(block: Block) -> Successor:
    (successor,) = block.successors
    return successor


def _is_own(block: Block, entered: Mapping[Block, int]) -> bool:
    """Whether a block without arguments has one incoming edge and one successor. ``entered`` maps
    each block to its number of incoming edges."""
    return entered[block] == 1 and not block.arguments and isinstance(block.terminator, op.Branch)


def _is_cheap(code: Sequence[Instruction]) -> bool:
    """Whether code can be speculated."""
    return len(code) <= _MOST_INSTRUCTIONS and all(
        Trait.ELEMENTWISE in instruction.traits
        and is_speculatable(instruction)
        and all(map(_is_scalar, (instruction, *instruction.operands)))
        and instruction_work(instruction).transcendentals == 0
        for instruction in code
    )


def _is_selectable(a: Value, b: Value) -> bool:
    """Whether a select between two values costs no more than a branch."""
    is_scalar = _is_scalar(a) and _is_scalar(b) and same_type(a.type, b.type)
    return is_scalar and not isinstance(a, Aggregate) and not isinstance(b, Aggregate)


def _is_scalar(value: Value) -> bool:
    type = value.type.canonical
    return isinstance(type, TensorType) and not type.shape
