"""``RLE``: redundant load and dead store elimination."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dlvm.analysis.cfg.analysis_cache import CONTROL_FLOW, analyzed
from dlvm.analysis.cfg.control_flow import (
    dominator_walk,
    predecessors,
    reverse_postorder,
)
from dlvm.analysis.cfg.instruction_kinds import instructions_of
from dlvm.analysis.effects.side_effects import is_pure, is_speculatable
from dlvm.analysis.memory.aliases import Accesses, MemoryLocation, MemoryOrigin, PointsTo
from dlvm.analysis.memory.allocations import Allocations, ends_with
from dlvm.ir import Aggregate, Block, Effect, Function, Instruction, Literal, Module, Value
from dlvm.ir import instructions as op
from dlvm.ir.types import same_type
from dlvm.transforms.pipeline import Pass, count, register, run_on_bodies
from dlvm.transforms.substitution import is_used_as_bound, substitute


@register("RLE")
@dataclass(frozen=True)
class RedundantLoadElimination(Pass):
    """Redundant load and dead store elimination.

    Replaces a load with the value last stored to or loaded from the same place, if nothing can have
    written there since. Removes a store if another store to the place follows before a possible
    read, or if the memory is never read. Replaces a pop from a stack that does not escape with the
    pushed value, and removes stacks without pops.

    Loads are forwarded through blocks with a single predecessor, pops through chains of blocks, and
    stores within a block.
    """

    preserves = CONTROL_FLOW

    def run(self, module: Module) -> bool:
        return run_on_bodies(module, _eliminate)


def _eliminate(function: Function) -> bool:
    changed = False
    # Removing a load can leave memory unread, and removing a store can keep memory from escaping.
    while _eliminate_once(function):
        changed = True
    return changed


def _eliminate_once(function: Function) -> bool:
    stacks = instructions_of(function, op.CreateStack)
    pops = _known_pops(function, stacks) if stacks else 0
    loads = stores = 0
    if instructions_of(function, op.Load, op.Store):
        points_to = PointsTo(Allocations(function))
        loads = _redundant_loads(function, points_to)
        stores = _dead_stores(function, points_to)
    count("loads removed", loads)
    count("stores removed", stores)
    count("stack operations removed", pops)
    return bool(loads + stores + pops)


def _redundant_loads(function: Function, points_to: PointsTo) -> int:
    before = analyzed(predecessors, function)
    writes = Accesses(points_to)
    known: dict[MemoryLocation, tuple[Value, int]] = {}
    above: list[tuple[Block, int]] = []
    removed = 0
    for block, is_entered in dominator_walk(function):
        if not is_entered:
            writes.go_back(above.pop()[1])
            continue
        entered_from = [above[-1][0]] if above else []
        above.append((block, writes.mark() if above else 0))
        if before[block] != entered_from:
            writes.note_all(own=True)
        kept: list[Instruction] = []
        for instruction in block.instructions:
            if isinstance(instruction, op.Load):
                place = points_to.of(instruction.pointer)
                value, time = known.get(place, (None, 0))
                is_known = value is not None and time >= writes.last(place)
                if value is not None and is_known and _can_replace(instruction, value):
                    instruction.replace_uses(value)
                    instruction.drop_operands()
                    removed += 1
                    continue
                writes.set(known, place, (instruction, writes.now))
            kept.append(instruction)
            _note_writes(instruction, points_to, writes)
            if isinstance(instruction, op.Store) and not isinstance(instruction.value, Aggregate):
                place = points_to.of(instruction.pointer)
                writes.set(known, place, (instruction.value, writes.now))
        if len(kept) != len(block.instructions):
            block.set_instructions(kept)
    return removed


def _can_replace(load: op.Load, value: Value) -> bool:
    is_constant_bound = isinstance(value, Literal) and is_used_as_bound(load)
    return same_type(value.type, load.type) and not is_constant_bound


def _note_writes(instruction: Instruction, points_to: PointsTo, writes: Accesses) -> None:
    """Records the places that an instruction writes or frees."""
    match instruction:
        case op.Store():
            writes.note(points_to.of(instruction.pointer))
        case op.Deallocate():
            writes.note(_whole(instruction.pointer, points_to))
        case op.Copy():
            writes.note(_whole(instruction.target, points_to))
        case op.Release():
            writes.note(MemoryLocation(instruction.box, ()))
            writes.note_all(own=False)
        case op.Retain() | op.Push() | op.Pop() | op.DestroyStack():
            pass
        case _ if instruction.effects & (Effect.WRITE | Effect.CALL) and not is_pure(instruction):
            writes.note_all(own=False)
        case _:
            pass


def _whole(pointer: Value, points_to: PointsTo) -> MemoryLocation:
    """Returns the memory behind a pointer, at any path."""
    return MemoryLocation(points_to.of(pointer).root, ())


def _dead_stores(function: Function, points_to: PointsTo) -> int:
    removed = 0
    for block in analyzed(reverse_postorder, function):
        # Blocks are visited backwards. These are the reads, and the time of the write to each
        # place.
        reads = Accesses(points_to)
        written: dict[MemoryLocation, int] = {}
        is_end = isinstance(block.terminator, op.Return | op.Trap)
        kept: list[Instruction] = []
        for instruction in reversed(block.instructions):
            if isinstance(instruction, op.Store):
                place = points_to.of(instruction.pointer)
                read = reads.last(place)
                is_last = is_end and read == 0 and place.root in points_to.safe
                if is_last or place.root in points_to.unread or _is_covered(place, written, read):
                    instruction.drop_operands()
                    removed += 1
                    continue
            kept.append(instruction)
            match instruction:
                case op.Load():
                    reads.note(points_to.of(instruction.pointer))
                case op.Copy():
                    reads.note(_whole(instruction.source, points_to))
                case _:
                    pass
            if not instruction.is_terminator and _may_be_seen(instruction, points_to):
                reads.note_all(own=False)
            if isinstance(instruction, op.Store):
                written[points_to.of(instruction.pointer)] = reads.now
        if len(kept) != len(block.instructions):
            block.set_instructions(reversed(kept))
    return removed


def _is_covered(place: MemoryLocation, written: dict[MemoryLocation, int], read: int) -> bool:
    """Whether a place is overwritten before it is read. ``written`` tells when places are written
    next, and ``read`` when the place is read next."""
    wholes = (MemoryLocation(place.root, place.path[:n]) for n in range(len(place.path) + 1))
    return any(written.get(whole, -1) >= read for whole in wholes)


def _may_be_seen(instruction: Instruction, points_to: PointsTo) -> bool:
    """Whether an instruction makes memory observable: it reads memory, can trap, or calls a
    function."""
    match instruction:
        case op.Load() | op.Store():
            place = points_to.of(instruction.pointer)
            is_constant = place.path[0] == 0 and not any(isinstance(s, Value) for s in place.path)
            return not is_constant or points_to.origin(place.root) is not MemoryOrigin.VARIABLE
        case op.ElementPointer():
            return len(instruction.operands) > 1
        case _:
            return not is_speculatable(instruction)


def _known_pops(function: Function, stacks: Sequence[op.CreateStack]) -> int:
    """Replaces pops with the pushed values, and removes stacks without pops; returns the number of
    instructions removed."""
    own = dict.fromkeys(filter(_is_own, stacks))
    dropped: set[Instruction] = set()
    before = analyzed(predecessors, function)
    used_in = {i.block for stack in own for i in stack.users if isinstance(i, Instruction)}
    pushed_in: dict[Block, dict[Value, list[op.Push]]] = {}
    for block in analyzed(reverse_postorder, function):
        above = before[block][0] if len(before[block]) == 1 else None
        goes_on = above is not None and len(above.targets) == 1
        pushed = pushed_in.get(above) if above is not None and goes_on else None
        if block not in used_in:
            if pushed:
                pushed_in[block] = pushed
            continue
        pushed = pushed_in[block] = pushed if pushed is not None else {}
        code: list[Instruction] = []
        for instruction in block.instructions:
            match instruction:
                case op.Push(stack=stack) if stack in own:
                    pushed.setdefault(stack, []).append(instruction)
                case op.Pop(stack=stack) if waiting := pushed.get(stack):
                    push = waiting.pop()
                    if same_type(push.value.type, instruction.type):
                        instruction.replace_uses(substitute(instruction, push.value, code))
                        _drop((push, instruction), dropped)
                case op.DestroyStack(stack=stack):
                    pushed.pop(stack, None)
                case _:
                    pass
            code.append(instruction)
        if len(code) != len(block.instructions):
            block.set_instructions(code)
    unread = [s for s in own if not any(isinstance(user, op.Pop) for user in s.users)]
    positions = {i: number for number, i in enumerate(function.instructions())} if unread else {}
    for stack in unread:
        users = [user for user in stack.users if isinstance(user, Instruction)]
        ends = [user for user in users if isinstance(user, op.DestroyStack)]
        if ends_with(stack, users, ends, positions):
            _drop((*users, stack), dropped)
    for block in {i.block for i in dropped if i.block is not None}:
        block.set_instructions([i for i in block.instructions if i not in dropped])
    return len(dropped)


def _is_own(stack: op.CreateStack) -> bool:
    """Whether a stack is only pushed, popped and destroyed."""
    return all(
        (isinstance(use.user, op.Push) and use.slot == 1)
        or isinstance(use.user, op.Pop | op.DestroyStack)
        for use in stack.uses
    )


def _drop(instructions: Iterable[Instruction], dropped: set[Instruction]) -> None:
    for instruction in instructions:
        instruction.drop_operands()
        dropped.add(instruction)
