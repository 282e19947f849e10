"""``LICM``: loop-invariant code motion."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dlvm.analysis.cfg.analysis_cache import analyzed
from dlvm.analysis.cfg.control_flow import predecessors, reverse_postorder
from dlvm.analysis.cfg.loops import Loop, Loops
from dlvm.analysis.cfg.trip_counts import known_trip_count
from dlvm.analysis.effects.side_effects import is_pure, is_removable, is_speculatable
from dlvm.analysis.effects.traps import may_trap
from dlvm.analysis.values.cost import bytes_of, instruction_work
from dlvm.ir import Argument, Block, Effect, Function, Instruction, Module
from dlvm.transforms.cfg.editing import ensure_preheader
from dlvm.transforms.pipeline import Pass, count, register, run_on_bodies

_MAX_SPECULATED_WORK: Final = 32
"""The maximum cost, in operations and words, of an instruction that is hoisted although the loop
may never execute it."""

_SMALL: Final = 256
"""The maximum size in bytes of values that are always kept instead of recomputed."""

_WORK_OF_A_FUNCTION: Final = 10
_BYTES_OF_A_WORD: Final = 8


@register("LICM")
@dataclass(frozen=True)
class LoopInvariantCodeMotion(Pass):
    """Loop-invariant code motion: moves instructions that do not depend on the loop to its
    preheader.

    An instruction without effects that is guaranteed to execute in the first iteration is moved. A
    load is moved only if the loop does not write memory, and an instruction that can trap only if
    no effect and no other possible trap precedes it. An instruction that is not guaranteed to
    execute is moved only if it is cheap and cannot trap. Functions with irreducible loops are left
    unchanged.
    """

    def run(self, module: Module) -> bool:
        return run_on_bodies(module, _hoist)


def _hoist(function: Function) -> bool:
    changed = False
    found_loops = analyzed(Loops, function)
    if not found_loops.loops or found_loops.irreducible is not None:
        return False
    loops = [Loop(loop.header, loop.blocks) for loop in found_loops.loops]
    before = dict(analyzed(predecessors, function))
    order = analyzed(reverse_postorder, function)
    place: dict[Block, float] = {block: number for number, block in enumerate(order)}
    # Innermost loops first, so that their invariants can leave outer loops, too.
    for loop in reversed(loops):
        found = _invariants(loop, sorted(loop.blocks, key=lambda b: place[b]), before)
        if not found:
            continue
        changed = True
        count("instructions moved out of loops", len(found))
        target, is_new = ensure_preheader(loop, loops, before)
        if is_new:
            place[target] = place[loop.header] - 0.5
        for instruction in found:
            assert instruction.block is not None
            instruction.block.remove(instruction)
            target.insert(instruction, target.terminator)
    return changed


def _invariants(
    loop: Loop, blocks: Sequence[Block], before: Mapping[Block, Sequence[Block]]
) -> list[Instruction]:
    """Returns the instructions that can be hoisted out of a loop, each after those that it depends
    on. ``blocks`` are the loop's blocks in reverse postorder."""
    inside = [i for b in blocks for i in b.instructions]
    writes = any(_writes(i) for i in inside)
    guaranteed = _guaranteed_blocks(loop, blocks, before)
    # Other blocks may run at any point of the iteration.
    is_quiet = not any(
        _is_trap_barrier(i) for b in blocks if b not in guaranteed for i in b.instructions
    )
    may_trap_here = True
    found: dict[Instruction, None] = {}
    for block in blocks:
        may_trap_here = may_trap_here and (is_quiet or block is loop.header)
        for instruction in block.instructions:
            if _is_invariant(instruction, loop.blocks, found) and (
                _can_move(instruction, writes, may_trap_here)
                if block in guaranteed
                else _is_cheap(instruction)
            ):
                found[instruction] = None
            elif block in guaranteed and may_trap_here:
                may_trap_here = not _is_trap_barrier(instruction)
    return list(found)


def _is_invariant(
    instruction: Instruction, blocks: Collection[Block], found: Collection[Instruction]
) -> bool:
    """Whether all operands are defined outside of the loop or hoisted out of it."""
    return all(
        leaf in found or not isinstance(leaf, Argument | Instruction) or leaf.block not in blocks
        for leaf in instruction.leaves()
    )


def _can_move(instruction: Instruction, writes: bool, traps: bool) -> bool:
    """Whether an instruction that runs in the first iteration can run before the loop. ``writes``
    tells whether the loop writes memory; ``traps`` allows an instruction that can trap."""
    if instruction.is_terminator or not (traps or not may_trap(instruction)):
        return False
    if _is_larger(instruction):
        return False
    reads = Effect.READ in instruction.effects and Effect.ALLOCATE not in instruction.effects
    return is_pure(instruction) or (reads and not writes and is_removable(instruction))


def _is_larger(instruction: Instruction) -> bool:
    """Whether an instruction expands its operands so much that loading the result is slower than
    computing it."""
    made = bytes_of(instruction.type)
    given = [bytes_of(v.type) for v in instruction.operands]
    return (
        isinstance(made, int)
        and Effect.READ not in instruction.effects
        and made > max(_SMALL, sum(size for size in given if isinstance(size, int)))
    )


def _is_cheap(instruction: Instruction) -> bool:
    if instruction.is_terminator or not is_pure(instruction) or not is_speculatable(instruction):
        return False
    work = instruction_work(instruction)
    functions = _WORK_OF_A_FUNCTION * work.transcendentals
    total = work.flops + functions
    words = work.bytes
    return (
        isinstance(total, int)
        and isinstance(words, int)
        and (total + words // _BYTES_OF_A_WORD <= _MAX_SPECULATED_WORK)
    )


def _writes(instruction: Instruction) -> bool:
    """Whether an instruction can modify existing memory."""
    unsafe = Effect.WRITE | Effect.CALL
    return bool(instruction.effects & unsafe) and not is_pure(instruction)


def _is_trap_barrier(instruction: Instruction) -> bool:
    """Whether no instruction that can trap may move before this one."""
    return not instruction.is_terminator and (
        not is_removable(instruction) or may_trap(instruction)
    )


def _guaranteed_blocks(
    loop: Loop, blocks: Sequence[Block], before: Mapping[Block, Sequence[Block]]
) -> set[Block]:
    """Returns the blocks that are guaranteed to execute in the first iteration if the loop is
    entered."""
    header = loop.header
    ends = [b for b in blocks if any(t not in loop.blocks for t in b.targets)]
    if header in ends and not known_trip_count(loop, 1, before):
        return {header}
    ends += [b for b in blocks if header in b.targets]
    # For each block, a bit set of the blocks on every path to it within the iteration. Back edges
    # of inner loops come from later blocks and do not change it.
    number = {block: n for n, block in enumerate(blocks)}
    through: dict[Block, int] = {header: 1}
    for block in blocks[1:]:
        common = -1
        for source in before[block]:
            common &= through.get(source, -1)
        through[block] = common | 1 << number[block]
    common = -1
    for end in ends:
        if end is not header:
            common &= through[end]
    return {header, *(b for b in blocks if common >> number[b] & 1)}
