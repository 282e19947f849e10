"""The dominator tree."""

from __future__ import annotations

from collections.abc import Set

from dlvm.analysis.cfg.analysis_cache import of_control_flow
from dlvm.ir.instruction import Block, Function


@of_control_flow
class DominatorTree:
    """The dominator tree of the current version of a function; later changes are not reflected.

    Block ``a`` dominates block ``b`` if every path from the entry to ``b`` contains ``a``. All
    blocks dominate an unreachable block.
    """

    def __init__(self, function: Function) -> None:
        order, parents, predecessors = _depth_first(function)
        idoms = _immediate_dominators(parents, predecessors)
        children: list[list[int]] = [[] for _ in order]
        for number, idom in enumerate(idoms[1:], 1):
            children[idom].append(number)
        # The immediate dominator, and the range of preorder numbers that a block dominates. Two
        # tables would take more than twice the memory.
        self._places: dict[Block, tuple[Block, int, int]] = {}
        clock = 0
        entered: dict[int, int] = {}
        pending = [(0, False)] if order else []
        while pending:
            number, is_done = pending.pop()
            if is_done:
                self._places[order[number]] = order[idoms[number]], entered.pop(number), clock
                continue
            entered[number] = clock
            clock += 1
            pending.append((number, True))
            pending.extend((child, False) for child in children[number])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DominatorTree) and self._immediate() == other._immediate()

    __hash__ = object.__hash__

    def _immediate(self) -> dict[Block, Block]:
        return {block: immediate for block, (immediate, _, _) in self._places.items()}

    @property
    def reachable(self) -> Set[Block]:
        """The blocks reachable from the entry."""
        return self._places.keys()

    def immediate_dominator(self, block: Block) -> Block | None:
        """The immediate dominator of a block, or None for the entry and for unreachable blocks."""
        if block not in self._places:
            return None
        found = self._places[block][0]
        return None if found is block else found

    def dominates(self, a: Block, b: Block) -> bool:
        """Whether every path from the entry to ``b`` contains ``a``. A block dominates itself."""
        if b not in self._places:
            return True
        if a not in self._places:
            return False
        _, start, end = self._places[a]
        return start <= self._places[b][1] < end


def _depth_first(function: Function) -> tuple[list[Block], list[int], list[list[int]]]:
    """The reachable blocks, numbered in depth-first order, with the numbers of their parents in the
    search tree and of their predecessors."""
    order: list[Block] = []
    numbers: dict[Block, int] = {}
    parents: list[int] = []
    predecessors: list[list[int]] = []
    pending = [(function.entry, 0)] if function.blocks else []
    while pending:
        block, parent = pending.pop()
        if block in numbers:
            predecessors[numbers[block]].append(parent)
            continue
        number = numbers[block] = len(order)
        order.append(block)
        parents.append(parent)
        predecessors.append([parent] if number else [])
        pending.extend((target, number) for target in reversed(block.targets))
    return order, parents, predecessors


def _immediate_dominators(parents: list[int], predecessors: list[list[int]]) -> list[int]:
    """Computes immediate dominators by Lengauer and Tarjan's algorithm (1979) with path
    compression. Blocks are depth-first numbers."""
    count = len(parents)
    semi = list(range(count))
    best = list(range(count))
    ancestor = [-1] * count
    idom = [0] * count
    buckets: list[list[int]] = [[] for _ in range(count)]

    def evaluate(v: int) -> int:
        path: list[int] = []
        while ancestor[v] >= 0 and ancestor[ancestor[v]] >= 0:
            path.append(v)
            v = ancestor[v]
        for u in reversed(path):
            above = ancestor[u]
            if semi[best[above]] < semi[best[u]]:
                best[u] = best[above]
            ancestor[u] = ancestor[above]
        return best[path[0] if path else v]

    for w in range(count - 1, 0, -1):
        for v in predecessors[w]:
            semi[w] = min(semi[w], semi[evaluate(v)])
        buckets[semi[w]].append(w)
        parent = parents[w]
        ancestor[w] = parent
        for v in buckets[parent]:
            u = evaluate(v)
            idom[v] = u if semi[u] < semi[v] else parent
        buckets[parent].clear()
    for w in range(1, count):
        if idom[w] != semi[w]:
            idom[w] = idom[idom[w]]
    return idom
