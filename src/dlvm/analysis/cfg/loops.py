"""The loops of a function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from dlvm.analysis.cfg.analysis_cache import analyzed, of_control_flow
from dlvm.analysis.cfg.control_flow import predecessors, reverse_postorder
from dlvm.analysis.cfg.dominance import DominatorTree
from dlvm.ir.instruction import Block, Function


@dataclass(eq=False)
class Loop:
    """A natural loop: its header dominates its blocks and is their only entry."""

    header: Block
    blocks: Set[Block]
    """The blocks, in the order of the function if the loop was found in it."""

    def exits(self) -> list[tuple[Block, Block]]:
        """The edges that leave the loop."""
        return [
            (block, target)
            for block in self.blocks
            for target in block.targets
            if target not in self.blocks
        ]


@of_control_flow
class Loops:
    """The loops of the current version of a function; later changes are not reflected.

    ``irreducible`` is an entry block of a cycle with several entries, which is not a natural loop;
    None if there is no such cycle.
    """

    def __init__(self, function: Function) -> None:
        tree = analyzed(DominatorTree, function)
        order = analyzed(reverse_postorder, function) if function.blocks else ()
        place = {block: number for number, block in enumerate(order)}
        latches: dict[Block, list[Block]] = {}
        self.irreducible: Block | None = None
        for block in function.blocks:
            for target in block.targets if block in place else ():
                if place[target] > place[block]:
                    continue
                if tree.dominates(target, block):
                    latches.setdefault(target, []).append(block)
                elif self.irreducible is None:
                    self.irreducible = target
        before = analyzed(predecessors, function)
        self.loops = [
            Loop(header, {b for b in _body(header, found, before) if b in place})
            for header, found in latches.items()
        ]
        self.loops.sort(key=lambda loop: -len(loop.blocks))
        self._around: dict[Block, list[Loop]] = {}
        for loop in self.loops:
            for block in loop.blocks:
                self._around.setdefault(block, []).append(loop)
        ordered: dict[Loop, dict[Block, None]] = {loop: {} for loop in self.loops}
        for block in function.blocks:
            for loop in self._around.get(block, ()):
                ordered[loop][block] = None
        for loop, body in ordered.items():
            loop.blocks = body.keys()

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Loops)
            and {loop.header: loop.blocks for loop in self.loops}
            == {loop.header: loop.blocks for loop in other.loops}
            and (self.irreducible is None) == (other.irreducible is None)
        )

    __hash__ = object.__hash__

    def around(self, block: Block) -> list[Loop]:
        """The loops that contain a block, the outermost first."""
        return list(self._around.get(block, ()))


def _body(
    header: Block, latches: Sequence[Block], predecessors: Mapping[Block, Sequence[Block]]
) -> set[Block]:
    body = {header}
    pending = list(latches)
    while pending:
        block = pending.pop()
        if block not in body:
            body.add(block)
            pending.extend(predecessors[block])
    return body
