"""``CP``: sparse conditional constant propagation (Wegman and Zadeck, 1991), across calls."""

from __future__ import annotations

from dataclasses import dataclass

from dlvm.analysis.cfg.analysis_cache import settling
from dlvm.analysis.cfg.calls import called_only
from dlvm.ir import Argument, Function, Instruction, Module, Value
from dlvm.ir import instructions as op
from dlvm.transforms.cfg.editing import (
    known_successor,
    merge_blocks,
    remove_unreachable,
    replace_terminator,
)
from dlvm.transforms.pipeline import Pass, count, register, run_on_bodies
from dlvm.transforms.scalar.correlated_values import apply_conditions
from dlvm.transforms.scalar.sparse_conditional_propagation import aggregate_of, find_constants
from dlvm.transforms.substitution import is_bound


@register("CP")
@dataclass(frozen=True)
class ConstantPropagation(Pass):
    """Sparse conditional constant propagation, through branches, block arguments, parts of tuples,
    structs and enum values, and arguments and results of ``!internal`` functions.

    Terminators with a known successor become branches, unreachable blocks are removed, and chains
    of blocks are merged. In code that runs only if a condition holds, the condition is replaced by
    true, and a value by the constant that the condition implies; likewise if a condition does not
    hold. The interpreter folds the constants, so results are the same as at run time. Random
    numbers and instructions that can trap are not folded.
    """

    def run(self, module: Module) -> bool:
        changed = run_on_bodies(module, apply_conditions)
        finds_more = True
        while finds_more:
            own = called_only(module)
            found = _propagate(module)
            changed |= found
            # Constants can decide further comparisons, and can be the callees of further calls.
            finds_more = found and (
                run_on_bodies(module, apply_conditions) or called_only(module) != own
            )
        return changed


def _propagate(module: Module) -> bool:
    constants, entered = find_constants(module)
    changed = dict.fromkeys((block.function for block in entered), False)
    for value, constant in constants.items():
        if isinstance(constant, Value) and isinstance(value, Argument | Instruction):
            uses = [use for use in value.uses if not is_bound(use)]
            for use in uses:
                use.user.set_operand(use.slot, constant)
            count("values found constant", bool(uses))
            if uses and value.block is not None:
                changed[value.block.function] = True
    for block in entered:
        terminator = block.terminator
        if isinstance(terminator, op.BranchEnum):
            parts = constants.get(terminator.value)
            value = aggregate_of(parts, terminator.value.type)
            if value is not None:
                terminator.set_operand(0, value)
                changed[block.function] = True
    for function in changed:
        while _decide(function) or remove_unreachable(function) or merge_blocks(function):
            changed[function] = True
    return any(changed.values())


@settling
def _decide(function: Function) -> bool:
    """Folds branches with a known successor."""
    terminators = (t for b in function.blocks if (t := b.terminator) is not None)
    decided = [(t, way) for t in terminators if (way := known_successor(t)) is not None]
    for terminator, way in decided:
        replace_terminator(terminator, op.Branch(way))
    count("branches decided", len(decided))
    return bool(decided)
