"""Adds values that a loop only reads to the state of the loop.

The gradient of a value that is used before, in and after a loop is accumulated backwards: first the
uses after the loop, then the iterations from last to first. The custom gradient of a loop must
continue this sum instead of beginning its own, which would change rounding. Therefore the value
becomes an argument of the loop's header that every iteration passes on, and later uses refer to
that argument.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from dlvm.analysis.cfg.analysis_cache import analyzed
from dlvm.analysis.cfg.control_flow import predecessors, reverse_postorder
from dlvm.analysis.cfg.loops import Loop, Loops
from dlvm.ir import Argument, Block, Function, Instruction, Successor, Value
from dlvm.ir import instructions as op
from dlvm.ir.instruction import using_instructions
from dlvm.ir.types import is_differentiable
from dlvm.ir.values import Aggregate, User, copy_operand
from dlvm.transforms.cfg.editing import set_successors


def thread_loop_inputs(function: Function, headers: Collection[Block]) -> dict[Argument, Value]:
    """Adds arguments to the headers of loops for the differentiable outside values that the loops
    use. Returns the value that each new argument always has."""
    found: dict[Argument, Value] = {}
    for value in _loop_inputs(function, headers):
        loops = analyzed(Loops, function)
        closed = [x for x in loops.loops if x.header not in headers]
        for argument in _thread_value(function, value, closed):
            found[argument] = value
    return found


def _loop_inputs(function: Function, headers: Collection[Block]) -> list[Value]:
    loops = [x for x in analyzed(Loops, function).loops if x.header in headers]
    return list(
        dict.fromkeys(
            leaf
            for loop in loops
            for block in function.blocks
            if block in loop.blocks
            for instruction in block.instructions
            for leaf in instruction.leaves()
            if isinstance(leaf, Argument | Instruction)
            and leaf.block not in loop.blocks
            and is_differentiable(leaf.type)
        )
    )


def _thread_value(function: Function, value: Value, closed: Sequence[Loop]) -> list[Argument]:
    """Adds an argument for a value to each block at which paths merge, ignoring the back edges of
    the loops ``closed``."""
    assert isinstance(value, Argument | Instruction)
    before = analyzed(predecessors, function)
    live = _live_in(value, before)
    order = [b for b in analyzed(reverse_postorder, function) if b in live]
    merges = [b for b in order if _is_merge(b, before, closed)]
    sources = {s for b in merges for s in before[b]}
    if not all(isinstance(s.terminator, op.Branch | op.Conditional) for s in sources):
        return []
    arguments = {b: b.add_argument(value.type, value.name, value.location) for b in merges}
    now: dict[Block, Value] = {}
    for block in analyzed(reverse_postorder, function):
        if block in live:
            now[block] = (
                arguments[block] if block in arguments else _before(block, before, now, value)
            )
    for block in order:
        for instruction in block.instructions:
            _replace(instruction, value, now[block])
    for source in sources:
        terminator = source.terminator
        assert terminator is not None
        passed = now.get(source, value)
        edges = [
            Successor(s.block, [*copied, passed] if s.block in arguments else copied)
            for s in terminator.successors
            for copied in [[copy_operand(v, {}) for v in s.arguments]]
        ]
        set_successors(terminator, edges)
    return list(arguments.values())


def _before(
    block: Block, before: Mapping[Block, Sequence[Block]], now: Mapping[Block, Value], value: Value
) -> Value:
    """Returns the current form of a value at the beginning of a block that has no argument for it.
    All predecessors have the same form, but the forms along back edges are not known yet."""
    return next((now[b] for b in before[block] if b in now), value)


def _live_in(value: Argument | Instruction, before: Mapping[Block, Sequence[Block]]) -> set[Block]:
    """Returns the blocks at whose beginning a value is live."""
    home = value.block
    pending = [u.block for u in using_instructions(value) if u.block is not None]
    live: set[Block] = set()
    while pending:
        block = pending.pop()
        if block is not home and block not in live:
            live.add(block)
            pending.extend(before[block])
    return live


def _is_merge(
    block: Block, before: Mapping[Block, Sequence[Block]], closed: Sequence[Loop]
) -> bool:
    """Whether several paths merge at a block, ignoring the back edges of the loops ``closed``."""
    around = [x for x in closed if block in x.blocks]
    sources = [s for s in before[block] if not any(s in x.blocks for x in around)]
    return len(sources) > 1


def _replace(user: User, old: Value, new: Value) -> None:
    for index, operand in enumerate(user.operands):
        if isinstance(operand, Aggregate):
            _replace(operand, old, new)
        elif operand is old:
            user.set_operand(index, new)
