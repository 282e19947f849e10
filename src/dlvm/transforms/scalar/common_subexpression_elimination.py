"""``CSE``: common subexpression elimination, by dominance."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cache

from dlvm.analysis.cfg.analysis_cache import CONTROL_FLOW, analyzed
from dlvm.analysis.cfg.control_flow import dominator_walk
from dlvm.analysis.cfg.dominance import DominatorTree
from dlvm.analysis.effects.side_effects import is_pure
from dlvm.ir import Aggregate, Function, Instruction, Module, Value
from dlvm.transforms.pipeline import Pass, count, register, run_on_bodies


@register("CSE")
@dataclass(frozen=True)
class CommonSubexpressionElimination(Pass):
    """Common subexpression elimination: replaces an instruction without effects with an equal one
    that dominates it.

    Operands of commutative instructions can be in either order.
    """

    preserves = CONTROL_FLOW

    def run(self, module: Module) -> bool:
        return run_on_bodies(module, merge_equal)


def merge_equal(function: Function) -> bool:
    """Merges equal instructions of a function; returns whether it merged any."""
    computed: dict[Hashable, Instruction] = {}
    tree = analyzed(DominatorTree, function)
    changed = False
    for block, is_entered in dominator_walk(function):
        if not is_entered:
            continue
        kept: list[Instruction] = []
        for instruction in block.instructions:
            key = None if instruction.is_terminator else _key(instruction)
            known = computed.setdefault(key, instruction) if key is not None else instruction
            if known is instruction:
                kept.append(instruction)
            elif known.block is not None and tree.dominates(known.block, block):
                instruction.replace_uses(known)
                instruction.drop_operands()
            else:
                # The walk has left the blocks that the other instruction dominates.
                computed[key] = instruction
                kept.append(instruction)
        if len(kept) != len(block.instructions):
            changed = True
            count("instructions merged", len(block.instructions) - len(kept))
            block.set_instructions(kept)
    return changed


def _key(instruction: Instruction) -> Hashable:
    """Returns a key that is equal for instructions with equal results, or None if an instruction
    must not be merged."""
    if not is_pure(instruction):
        return None
    kind, operands = type(instruction), instruction.operands
    if any(isinstance(o, Aggregate) for o in operands):
        operands = tuple(map(_operand_key, operands))
    if getattr(kind, "commutative", False):
        operands = tuple(sorted(operands, key=hash))
    # With optional operands, equal operand lists can have different meanings.
    present = [getattr(instruction, name) is not None for name in _optional_operands(kind)]
    return (kind, instruction.type, operands, *instruction.attributes.values(), *present)


@cache
def _optional_operands(kind: type[Instruction]) -> Sequence[str]:
    return [n for n, f in kind.fields.items() if f.is_operand and not f.is_required]


def _operand_key(value: Value) -> Hashable:
    """Returns a key that is equal for equal operands: literals are compared by content, others by
    identity."""
    if isinstance(value, Aggregate):
        return (value.type, value.case, *map(_operand_key, value.operands))
    return value
