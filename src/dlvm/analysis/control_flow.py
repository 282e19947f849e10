"""The control-flow graph of a function: how its blocks lead to each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Final

from dlvm.analysis.caching import Analysis, analyzed
from dlvm.analysis.dominance import DominatorTree
from dlvm.analysis.loops import Loops
from dlvm.ir.module import Block, Function


def reachable_blocks(function: Function) -> Set[Block]:
    """The blocks that control can get to."""
    found = {function.entry}
    pending = [function.entry]
    while pending:
        for successor in pending.pop().successors:
            if successor.block not in found:
                found.add(successor.block)
                pending.append(successor.block)
    return found


def reverse_postorder(function: Function) -> Sequence[Block]:
    """The blocks that can be reached, each after those that dominate it."""
    order: list[Block] = []
    visited = {function.entry}
    pending = [(function.entry, list(function.entry.successors))]
    while pending:
        block, successors = pending[-1]
        if not successors:
            order.append(block)
            pending.pop()
            continue
        target = successors.pop().block
        if target not in visited:
            visited.add(target)
            pending.append((target, list(target.successors)))
    return order[::-1]


def predecessors(function: Function) -> Mapping[Block, Sequence[Block]]:
    """The blocks that each block is entered from."""
    found: dict[Block, dict[Block, None]] = {block: {} for block in function.blocks}
    for block in function.blocks:
        for successor in block.successors:
            found[successor.block][block] = None
    return {block: list(before) for block, before in found.items()}


def entries(function: Function) -> Mapping[Block, int]:
    """By how many ways each block is entered; none that is not."""
    return Counter(s.block for block in function.blocks for s in block.successors)


def dominator_walk(function: Function) -> Iterator[tuple[Block, bool]]:
    """Enters and leaves each block, inside the one that dominates it immediately."""
    children = analyzed(_dominated, function)
    pending = [(function.entry, True)]
    while pending:
        block, is_entered = pending.pop()
        yield block, is_entered
        if is_entered:
            pending.append((block, False))
            pending.extend((child, True) for child in reversed(children.get(block, ())))


def _dominated(function: Function) -> Mapping[Block, Sequence[Block]]:
    """The blocks that each block dominates immediately."""
    tree = analyzed(DominatorTree, function)
    children: dict[Block, list[Block]] = {}
    for block in function.blocks:
        above = tree.immediate_dominator(block)
        if above is not None:
            children.setdefault(above, []).append(block)
    return children


CONTROL_FLOW: Final[frozenset[Analysis]] = frozenset(
    {DominatorTree, Loops, _dominated, entries, predecessors, reachable_blocks, reverse_postorder}
)
"""The analyses of blocks and of the ways between them, whatever the blocks compute."""
