"""``UNROLL``: full unrolling of loops with small constant trip counts."""

from __future__ import annotations

from dataclasses import dataclass

from dlvm.analysis.cfg.analysis_cache import analyzed
from dlvm.analysis.cfg.control_flow import predecessors
from dlvm.analysis.cfg.loops import Loop, Loops
from dlvm.analysis.cfg.trip_counts import known_trip_count
from dlvm.ir import Argument, Block, Function, Instruction, Module, Value
from dlvm.ir.cloning import copy_blocks
from dlvm.ir.instructions import Branch, Conditional
from dlvm.transforms.cfg.editing import clear_names, remove_unreachable, replace_terminator
from dlvm.transforms.pipeline import Pass, count, register, run_on_bodies


@register("UNROLL")
@dataclass(frozen=True)
class LoopUnrolling(Pass):
    """Full loop unrolling.

    A loop is replaced by its iterations if it counts between constants, iterates at most
    ``trip_count`` times, exits only at its header, and its iterations have at most ``size``
    instructions in total. ``CP`` then folds the counter.
    """

    trip_count: int = 8
    size: int = 128

    def run(self, module: Module) -> bool:
        return run_on_bodies(module, self._unroll)

    def _unroll(self, function: Function) -> bool:
        changed = False
        while (found := self._find(function)) is not None:
            _peel(*found)
            count("loops unrolled")
            changed = True
        return changed

    def _find(self, function: Function) -> tuple[Loop, int] | None:
        """Returns the innermost loop to unroll, and its trip count."""
        before = analyzed(predecessors, function)
        for loop in reversed(analyzed(Loops, function).loops):
            trip_count = known_trip_count(loop, self.trip_count + 1, before)
            if trip_count is None or trip_count > self.trip_count:
                continue
            size = sum(len(block.instructions) for block in loop.blocks)
            if trip_count * size <= self.size and {b for b, _ in loop.exits()} == {loop.header}:
                return loop, trip_count
        return None


def _peel(loop: Loop, trip_count: int) -> None:
    """Peels all iterations off a loop. The header remains, as later code uses its arguments, and
    exits immediately."""
    header, function = loop.header, loop.header.function
    own = [header, *(b for b in function.blocks if b in loop.blocks and b is not header)]
    before = [b for b in analyzed(predecessors, function)[header] if b not in loop.blocks]
    given: dict[Value, Value] = {
        leaf: leaf
        for block in own
        for instruction in block.instructions
        for leaf in instruction.leaves()
        if isinstance(leaf, Argument | Instruction) and leaf.block not in loop.blocks
    }
    for _ in range(trip_count):
        copies = copy_blocks(own, function, dict(given), {})
        _restrict_successors(copies[header], set(copies.values()))
        for block in before:
            assert block.terminator is not None
            block.terminator.replace_successor(header, copies[header])
        before = [b for b in copies.values() if copies[header] in b.targets]
        for block in before:
            assert block.terminator is not None
            block.terminator.replace_successor(copies[header], header)
        for block in copies.values():
            clear_names(block)
    _restrict_successors(header, {b for b in function.blocks if b not in loop.blocks})
    remove_unreachable(function)


def _restrict_successors(header: Block, inside: set[Block]) -> None:
    """Makes a header branch to the given blocks only, instead of to all its successors."""
    terminator = header.terminator
    assert isinstance(terminator, Conditional)
    successors = terminator.then, terminator.otherwise
    replace_terminator(terminator, Branch(next(w for w in successors if w.block in inside)))
