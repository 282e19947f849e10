"""``CFGCan``: CFG canonicalization, which brings loops to canonical form."""

from __future__ import annotations

from dataclasses import dataclass

from dlvm.analysis.cfg.analysis_cache import analyzed
from dlvm.analysis.cfg.control_flow import predecessors
from dlvm.analysis.cfg.loops import Loops
from dlvm.ir import Function, Module, Successor
from dlvm.ir.instructions import Branch, Return
from dlvm.ir.types import VOID
from dlvm.ir.values import copy_operand
from dlvm.transforms.cfg.editing import (
    merge_edges,
    preheader,
    remove_unreachable,
    replace_terminator,
)
from dlvm.transforms.pipeline import Pass, count, register, run_on_bodies


@register("CFGCan")
@dataclass(frozen=True)
class ControlFlowCanonicalization(Pass):
    """CFG canonicalization: gives each loop a preheader, a single latch and dedicated exits, and
    each function a single return.

    The preheader is the only predecessor of the header outside of the loop, and has no other
    successor. The latch is the only block that branches back to the header. ``CFGSimp`` removes the
    blocks that remain empty.
    """

    def run(self, module: Module) -> bool:
        return run_on_bodies(module, _canonicalize)


def _canonicalize(function: Function) -> bool:
    steps = remove_unreachable, _insert_preheaders, _join_latches, _dedicate_exits, _join_returns
    return bool(sum(step(function) for step in steps))


def _insert_preheaders(function: Function) -> bool:
    before = analyzed(predecessors, function)
    found = [loop for loop in analyzed(Loops, function).loops if preheader(loop, before) is None]
    for loop in found:
        outside = [b for b in before[loop.header] if b not in loop.blocks]
        merge_edges(loop.header, outside, "preheader")
    count("preheaders inserted", len(found))
    return bool(found)


def _join_latches(function: Function) -> bool:
    before = analyzed(predecessors, function)
    changed = False
    for loop in analyzed(Loops, function).loops:
        latches = [b for b in before[loop.header] if b in loop.blocks]
        if len(latches) > 1:
            merge_edges(loop.header, latches, "latch")
            count("latches joined")
            changed = True
    return changed


def _dedicate_exits(function: Function) -> bool:
    before = dict(analyzed(predecessors, function))
    changed = False
    # Innermost loops first, as an exit of an inner loop can also be one of an outer loop.
    for loop in reversed(analyzed(Loops, function).loops):
        for target in dict.fromkeys(target for _, target in loop.exits()):
            inside = [b for b in before[target] if b in loop.blocks]
            outside = [b for b in before[target] if b not in loop.blocks]
            if outside:
                joined = merge_edges(target, inside, "exit")
                before[joined], before[target] = inside, [*outside, joined]
                count("exits inserted")
                changed = True
    return changed


def _join_returns(function: Function) -> bool:
    returns = [b.terminator for b in function.blocks if isinstance(b.terminator, Return)]
    if len(returns) < 2:
        return False
    end = function.add_block("exit")
    type = function.type.result
    has_result = type.canonical != VOID
    end.insert(Return(end.add_argument(type, "result") if has_result else None))
    for found in returns:
        passed = [] if found.value is None or not has_result else [copy_operand(found.value, {})]
        replace_terminator(found, Branch(Successor(end, passed)))
    count("returns joined", len(returns))
    return True
