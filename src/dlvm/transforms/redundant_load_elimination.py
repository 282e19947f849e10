"""``RLE``: what memory is known to hold is not loaded, and what nothing reads is not stored."""

from __future__ import annotations

from dataclasses import dataclass

from dlvm.analysis.aliases import Place, escapes, is_allocation, is_read, may_overlap, place_of
from dlvm.analysis.caching import analyzed
from dlvm.analysis.control_flow import CONTROL_FLOW, predecessors, reverse_postorder
from dlvm.analysis.effects import is_pure, is_removable, is_speculatable
from dlvm.ir import Aggregate, Block, Effect, Function, Instruction, Literal, Module, Value
from dlvm.ir import instructions as op
from dlvm.ir.types import same_type
from dlvm.transforms.pipeline import Pass, count, register, run_on_bodies
from dlvm.transforms.substitution import is_used_as_bound


@register("RLE")
@dataclass(frozen=True)
class RedundantLoadElimination(Pass):
    """Redundant loads and dead stores: a load gives what was stored or loaded at the same place
    before, if nothing in between may have written there; a store goes if another one follows before
    anything may read it, or if nothing ever reads the memory.

    Loads are followed through blocks that are entered from one other block only, stores within a
    block.
    """

    preserves = CONTROL_FLOW

    def run(self, module: Module) -> bool:
        return run_on_bodies(module, _eliminate)


def _eliminate(function: Function) -> bool:
    loads, stores = _redundant_loads(function), _dead_stores(function)
    count("loads removed", loads)
    count("stores removed", stores)
    return bool(loads + stores)


def _redundant_loads(function: Function) -> int:
    known_after: dict[Block, dict[Place, Value]] = {}
    before = analyzed(predecessors, function)
    removed = 0
    for block in analyzed(reverse_postorder, function):
        only = before[block][0] if len(before[block]) == 1 else None
        known = dict(known_after[only]) if only is not None else {}
        kept: list[Instruction] = []
        for instruction in block.instructions:
            if isinstance(instruction, op.Load):
                value = known.get(place_of(instruction.pointer))
                if value is not None and _can_replace(instruction, value):
                    instruction.replace_uses(value)
                    instruction.drop_operands()
                    removed += 1
                    continue
            kept.append(instruction)
            _note(instruction, known)
        if len(kept) != len(block.instructions):
            block.set_instructions(kept)
        known_after[block] = known
    return removed


def _can_replace(load: op.Load, value: Value) -> bool:
    is_constant_bound = isinstance(value, Literal) and is_used_as_bound(load)
    return same_type(value.type, load.type) and not is_constant_bound


def _note(instruction: Instruction, known: dict[Place, Value]) -> None:
    """What memory is known to hold after an instruction, from what it was known to hold before."""
    match instruction:
        case op.Load():
            known[place_of(instruction.pointer)] = instruction
        case op.Store():
            place = place_of(instruction.pointer)
            _forget(known, [p for p in known if may_overlap(p, place)])
            if not isinstance(instruction.value, Aggregate):
                known[place] = instruction.value
        case op.Deallocate() | op.Copy():
            # Memory that is reached from the same pointer by whatever path.
            written = instruction.operands[-1 if isinstance(instruction, op.Deallocate) else 1]
            root = place_of(written).root
            _forget(known, [p for p in known if may_overlap(Place(p.root, ()), Place(root, ()))])
        case _ if instruction.effects & (Effect.WRITE | Effect.CALL) and not is_pure(instruction):
            _forget(known, [p for p in known if not _is_own(p)])
        case _:
            pass


def _forget(known: dict[Place, Value], places: list[Place]) -> None:
    for place in places:
        del known[place]


def _is_own(place: Place) -> bool:
    """Whether a place is in memory that only its function, and only by this pointer, gets to."""
    return is_allocation(place.root) and not escapes(place.root)


def _dead_stores(function: Function) -> int:
    removed = 0
    for block in function.blocks:
        # The places that are written, or out of reach, before anything reads them.
        written: list[Place] = []
        is_end = isinstance(block.terminator, op.Return)
        kept: list[Instruction] = []
        for instruction in reversed(block.instructions):
            if isinstance(instruction, op.Store) and _is_dead(instruction, written, is_end):
                instruction.drop_operands()
                removed += 1
                continue
            kept.append(instruction)
            if isinstance(instruction, op.Return):
                continue
            is_end = is_end and not isinstance(instruction, op.Load | op.Copy)
            if isinstance(instruction, op.Store):
                written = [p for p in written if is_allocation(p.root)]
                written.append(place_of(instruction.pointer))
            elif isinstance(instruction, op.Load):
                place = place_of(instruction.pointer)
                written = [
                    p for p in written if is_allocation(p.root) and not may_overlap(p, place)
                ]
            elif not is_removable(instruction) or Effect.READ in instruction.effects:
                written = []
            elif not is_speculatable(instruction):
                # Where it traps, others see what was stored before.
                written = [p for p in written if is_allocation(p.root)]
        if len(kept) != len(block.instructions):
            block.set_instructions(reversed(kept))
    return removed


def _is_dead(store: op.Store, written: list[Place], is_end: bool) -> bool:
    place = place_of(store.pointer)
    if any(p.covers(place) for p in written):
        return True
    return _is_own(place) and (is_end or not is_read(place.root))
