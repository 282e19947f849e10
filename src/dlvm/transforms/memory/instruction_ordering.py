"""``ORD``: instruction scheduling for low memory use."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from heapq import heappop, heappush

from dlvm.analysis.cfg.analysis_cache import CONTROL_FLOW
from dlvm.analysis.cfg.control_equivalence import Spine
from dlvm.analysis.effects.traps import may_trap
from dlvm.analysis.memory.memory_use import Cell, Cells, live_out
from dlvm.ir import Function, Module
from dlvm.transforms.memory.block_scheduling import StraightLine
from dlvm.transforms.memory.rematerialization import peak, usage
from dlvm.transforms.pipeline import Pass, count, register, run_on_bodies


@register("ORD")
@dataclass(frozen=True)
class Ordering(Pass):
    """Instruction scheduling: moves an instruction as early as possible within its block if running
    it frees at least as much memory as it allocates.

    Instructions that have effects or can trap keep their order. A block whose peak would not
    decrease is left unchanged.
    """

    preserves = CONTROL_FLOW

    def run(self, module: Module) -> bool:
        return run_on_bodies(module, _order_blocks)


def _order_blocks(function: Function) -> bool:
    changed = False
    cells = Cells(function)
    if not all(isinstance(cell.bytes, int) for cell in cells.all):
        return False
    behind = live_out(function, cells)
    for block in function.blocks:
        line = StraightLine(Spine([block], []), cells, behind, {})
        order = _early_frees(line, behind[block])
        ordered = replace(line.tasks, tasks=[line.tasks.tasks[n] for n in order])
        if (peak(ordered), usage(ordered)) < (peak(line.tasks), usage(line.tasks)):
            line.rewrite(order)
            count("blocks reordered")
            changed = True
    return changed


def _early_frees(line: StraightLine, behind: Collection[Cell]) -> list[int]:
    """Returns an order of the tasks that frees memory as early as possible.

    This includes the memory of arguments. A result can overwrite an argument after its last read,
    so the task that writes the result is ordered after all other tasks that read the argument.
    """
    tasks = line.tasks.tasks
    waits = [len(needs) for needs in line.needs]
    followers: list[list[int]] = [[] for _ in tasks]
    for number, needs in enumerate(line.needs):
        for other in needs:
            followers[other].append(number)
    readers: dict[Cell, set[int]] = {}
    for number, read in enumerate(line.reads):
        for cell in read:
            readers.setdefault(cell, set()).add(number)
    makes = [[line.cells[c] for c in task.makes] for task in tasks]
    pairs = zip(tasks, line.instructions, strict=True)
    keeps_place = [not task.is_repeatable or may_trap(i) for task, i in pairs]
    order: list[int] = []
    done: set[int] = set()

    def gain(number: int) -> int:
        """Returns the number of bytes that a task frees minus the number that it allocates, or -1
        if it cannot run yet."""
        if number in done or waits[number] or keeps_place[number]:
            return -1
        results = {_size(c) for c in makes[number] if c.is_given}
        if any(
            c.is_given and len(readers[c]) > 1 and _size(c) in results for c in line.reads[number]
        ):
            return -1
        last = [c for c in line.reads[number] if readers[c] == {number} and c not in behind]
        freed = sum(_size(c) for c in last)
        return freed - sum(_size(c) for c in makes[number] if c in readers) if freed else -1

    for first in range(len(tasks)):
        pending = [(0, first)]
        while pending:
            _, number = heappop(pending)
            if number in done:
                continue
            done.add(number)
            order.append(number)
            near: set[int] = set()
            for cell in line.reads[number]:
                readers[cell].discard(number)
                near |= readers[cell]
            for follower in followers[number]:
                waits[follower] -= 1
                near.add(follower)
            for other in near:
                if (found := gain(other)) >= 0:
                    heappush(pending, (-found, other))
    return order


def _size(cell: Cell) -> int:
    assert isinstance(cell.bytes, int)
    return cell.bytes
