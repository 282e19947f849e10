"""The reversed CFG: the edges between blocks of the reverse pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dlvm.analysis.cfg.loops import Loop
from dlvm.ir import Block, Literal, Successor, TensorType, Value
from dlvm.ir import instructions as op
from dlvm.ir.types import BOOL, INDEX
from dlvm.ir.values import index_literal
from dlvm.transforms.cfg.editing import edge_name, qualified_name
from dlvm.transforms.differentiation.reverse.ssa_construction import EdgeArguments, SsaBuilder


class ReversedCfg:
    """The edges of a reverse pass under construction. ``blocks`` maps each block of the primal to
    its reverse."""

    def __init__(self, blocks: Mapping[Block, Block]) -> None:
        self._blocks = blocks
        self._homes = {block: original for original, block in blocks.items()}
        self._edges: dict[Block, tuple[Value | None, list[Block]]] = {}

    def add_block(self, original: Block, after: Block, name: str | None) -> Block:
        """Adds one more block to the reverse of a block of the primal."""
        block = after.function.add_block(name, after)
        self._homes[block] = original
        return block

    def set_targets(
        self, block: Block, targets: Sequence[Block], origin: Value | None = None
    ) -> None:
        """Sets the successors of a block; the value ``origin`` selects one of them at run time."""
        self._edges[block] = origin, list(targets)

    def predecessors(self) -> dict[Block, list[Block]]:
        """Returns the predecessors of each block."""
        found: dict[Block, list[Block]] = {b: [] for b in (*self._blocks.values(), *self._edges)}
        for block, (_, targets) in self._edges.items():
            for target in targets:
                found[target].append(block)
        return found

    def connect(self, variables: SsaBuilder, loops: Sequence[Loop]) -> None:
        """Adds block arguments and terminators."""
        before = self.predecessors()
        for loop in loops:
            if self._unify_entry(loop, variables, before):
                before = self.predecessors()
        passed = variables.finish(self.predecessors())
        for block, (origin, targets) in self._edges.items():
            _terminate(block, origin, targets, passed)

    def _unify_entry(
        self, loop: Loop, variables: SsaBuilder, before: Mapping[Block, Sequence[Block]]
    ) -> bool:
        """Gives a loop of the reverse pass a single header if the original loop has several exits;
        returns whether it did. ``before`` maps each block to its predecessors."""
        within = dict.fromkeys(self._blocks[b] for b in loop.blocks if b in self._blocks)
        edges: list[tuple[Block, int]] = []
        entered: set[Block] = set()
        for block in dict.fromkeys(source for target in within for source in before[target]):
            home, targets = self._homes[block], self._edges[block][1]
            for place, target in enumerate(targets):
                if target in within and (home is loop.header or home not in loop.blocks):
                    edges.append((block, place))
                    entered |= {target} if home not in loop.blocks else set()
        if len(entered) < 2:
            return False
        found = list(dict.fromkeys(self._edges[block][1][place] for block, place in edges))
        start = found[0].function.add_block(qualified_name(loop.header.name, "start"))
        key, numbers = ("start", loop), edge_numbers(len(found))
        for block, place in edges:
            targets = self._edges[block][1]
            number = numbers[found.index(targets[place])]
            targets[place] = start
            if len(targets) > 1:
                # Each edge has an index of its own.
                name = edge_name(block, loop.header)
                middle = targets[place] = self.add_block(self._homes[block], block, name)
                self.set_targets(middle, [start])
                block = middle
            variables.write(block, key, number)
        self._homes[start] = loop.header
        self.set_targets(start, found, variables.read(start, key, numbers[0].type))
        return True


def edge_numbers(count: int) -> list[Value]:
    """Returns distinct values for edges: bools if there are two edges."""
    if count == 2:
        return [Literal(TensorType((), BOOL), edge) for edge in (False, True)]
    return [index_literal(n) for n in range(count)]


def _terminate(
    block: Block, origin: Value | None, targets: Sequence[Block], passed: EdgeArguments
) -> None:
    edges = [Successor(target, passed.get((block, target), [])) for target in targets]
    if origin is None:
        block.insert(op.Branch(edges[0]))
        return
    if origin.type != INDEX:
        block.insert(op.Conditional(origin, edges[1], edges[0]))
        return
    name = qualified_name(block.name, "otherwise")
    for number, edge in enumerate(edges[:-2]):
        rest = block.function.add_block(name, block)
        found = block.insert(op.Equal(origin, index_literal(number)))
        block.insert(op.Conditional(found, edge, Successor(rest, [])))
        block = rest
    found = block.insert(op.Equal(origin, index_literal(len(edges) - 2)))
    block.insert(op.Conditional(found, edges[-2], edges[-1]))
