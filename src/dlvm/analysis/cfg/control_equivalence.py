"""Control-equivalent blocks: one runs exactly as often as the other.

A spine is a chain of control-equivalent blocks. The region between two consecutive blocks, such as
the arms of a branch or a loop, is entered only from the first one and exits only to the second one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dlvm.analysis.cfg.analysis_cache import analyzed
from dlvm.analysis.cfg.control_flow import reverse_postorder
from dlvm.analysis.cfg.dominance import DominatorTree
from dlvm.analysis.cfg.loops import Loops
from dlvm.ir.instruction import Block, Function
from dlvm.ir.instructions import Trap


@dataclass(frozen=True)
class Spine:
    """A chain of blocks, with the blocks between each of them and the next."""

    blocks: Sequence[Block]
    regions: Sequence[Sequence[Block]]


def spines(function: Function) -> list[Spine]:
    """The spines of a function; each reachable block is in exactly one of them. Nested spines come
    before those that contain them."""
    order = analyzed(reverse_postorder, function)
    following: dict[Block, tuple[Block, Sequence[Block]]] = {}
    for number, block in enumerate(order):
        found = _next(block, order[number + 1 :])
        if found is not None:
            following[block] = found
    inside = {after for after, _ in following.values()}
    found_spines: list[Spine] = []
    for block in order:
        if block in inside:
            continue
        blocks, regions = [block], list[Sequence[Block]]()
        while blocks[-1] in following:
            after, region = following[blocks[-1]]
            blocks.append(after)
            regions.append(region)
        found_spines.append(Spine(blocks, regions))
    # Nested spines are found later.
    found_spines.reverse()
    return found_spines


def _next(block: Block, later: Sequence[Block]) -> tuple[Block, Sequence[Block]] | None:
    """The first of the ``later`` blocks that is control-equivalent to a block, and the blocks
    between the two."""
    tree = analyzed(DominatorTree, block.function)
    loops = analyzed(Loops, block.function)
    if loops.irreducible is not None:
        return None
    around = loops.around(block)
    for after in later:
        if not tree.dominates(block, after) or loops.around(after) != around:
            continue
        region = _between(block, after)
        if region is not None:
            return after, region
    return None


def _between(block: Block, after: Block) -> Sequence[Block] | None:
    """The blocks on the paths from one block to another one, or None if some path leads
    elsewhere."""
    found: dict[Block, None] = {}
    pending = list(block.targets)
    while pending:
        current = pending.pop()
        if current is after or current in found:
            continue
        if current is block:
            return None
        if not current.targets and not isinstance(current.terminator, Trap):
            return None
        found[current] = None
        pending.extend(current.targets)
    return list(found) if block.targets else None
