"""The control-flow graph of a function: reachability, orders, predecessors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import chain

from dlvm.analysis.cfg.analysis_cache import analyzed, of_control_flow
from dlvm.analysis.cfg.dominance import DominatorTree
from dlvm.ir.instruction import Block, Function


@of_control_flow
def reachable_blocks(function: Function) -> Set[Block]:
    """The blocks reachable from the entry."""
    found = {function.entry}
    pending = [function.entry]
    while pending:
        for target in pending.pop().targets:
            if target not in found:
                found.add(target)
                pending.append(target)
    return found


@of_control_flow
def reverse_postorder(function: Function) -> Sequence[Block]:
    """The reachable blocks, each after those that dominate it."""
    order: list[Block] = []
    visited = {function.entry}
    pending = [(function.entry, list(function.entry.targets))]
    while pending:
        block, targets = pending[-1]
        if not targets:
            order.append(block)
            pending.pop()
            continue
        target = targets.pop()
        if target not in visited:
            visited.add(target)
            pending.append((target, list(target.targets)))
    return order[::-1]


@of_control_flow
def predecessors(function: Function) -> Mapping[Block, Sequence[Block]]:
    """The predecessors of each block."""
    found: dict[Block, list[Block]] = {block: [] for block in function.blocks}
    for block in function.blocks:
        for target in dict.fromkeys(block.targets):
            found[target].append(block)
    return found


@of_control_flow
def entries(function: Function) -> Mapping[Block, int]:
    """The number of incoming edges of each block that has any."""
    return Counter(chain.from_iterable(block.targets for block in function.blocks))


def dominator_walk(function: Function) -> Iterator[tuple[Block, bool]]:
    """Walks the dominator tree depth first. Yields each block twice: with true when the walk enters
    it, and with false when the walk leaves it, after the blocks that it dominates."""
    children = analyzed(_dominated, function)
    pending = [(function.entry, True)]
    while pending:
        block, is_entered = pending.pop()
        yield block, is_entered
        if is_entered:
            pending.append((block, False))
            pending.extend((child, True) for child in reversed(children.get(block, ())))


@of_control_flow
def _dominated(function: Function) -> Mapping[Block, Sequence[Block]]:
    """The children of each block in the dominator tree."""
    tree = analyzed(DominatorTree, function)
    children: dict[Block, list[Block]] = {}
    for block in function.blocks:
        above = tree.immediate_dominator(block)
        if above is not None:
            children.setdefault(above, []).append(block)
    return children
