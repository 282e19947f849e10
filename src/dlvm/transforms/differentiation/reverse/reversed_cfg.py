"""Where control goes on from the blocks of the reverse pass: the original's edges, turned round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dlvm.analysis.cfg.loops import Loop
from dlvm.ir import Block, Literal, Successor, TensorType, Value
from dlvm.ir import instructions as op
from dlvm.ir.types import BOOL, INDEX
from dlvm.ir.values import index_literal
from dlvm.transforms.cfg.editing import joined_name, way_name
from dlvm.transforms.differentiation.reverse.ssa_construction import Passed, Variables


class Ways:
    """The ways on from the blocks of a reverse pass that is under construction. ``blocks`` are
    those that go back through the original's."""

    def __init__(self, blocks: Mapping[Block, Block]) -> None:
        self._blocks = blocks
        self._homes = {block: original for original, block in blocks.items()}
        self._ways: dict[Block, tuple[Value | None, list[Block]]] = {}

    def add_block(self, original: Block, after: Block, name: str | None) -> Block:
        """One more block that goes back through one of the original's."""
        block = after.function.add_block(name, after)
        self._homes[block] = original
        return block

    def lead(self, block: Block, targets: Sequence[Block], origin: Value | None = None) -> None:
        """Lets control go from a block to one of the targets: the one that ``origin`` says."""
        self._ways[block] = origin, list(targets)

    def predecessors(self) -> dict[Block, list[Block]]:
        """For each block, those that lead to it."""
        found: dict[Block, list[Block]] = {b: [] for b in (*self._blocks.values(), *self._ways)}
        for block, (_, targets) in self._ways.items():
            for target in targets:
                found[target].append(block)
        return found

    def connect(self, variables: Variables, loops: Sequence[Loop]) -> None:
        """Gives the blocks their arguments and terminators."""
        before = self.predecessors()
        for loop in loops:
            if self._enter_at_one_place(loop, variables, before):
                before = self.predecessors()
        passed = variables.finish(self.predecessors())
        for block, (origin, targets) in self._ways.items():
            _go_on(block, origin, targets, passed)

    def _enter_at_one_place(
        self, loop: Loop, variables: Variables, before: Mapping[Block, Sequence[Block]]
    ) -> bool:
        """Lets a loop of the reverse pass begin its rounds at one block, where the original's is
        left at several; says whether it is. ``before`` are the blocks that each is entered from."""
        within = dict.fromkeys(self._blocks[b] for b in loop.blocks if b in self._blocks)
        ways: list[tuple[Block, int]] = []
        entered: set[Block] = set()
        for block in dict.fromkeys(source for target in within for source in before[target]):
            home, targets = self._homes[block], self._ways[block][1]
            for place, target in enumerate(targets):
                if target in within and (home is loop.header or home not in loop.blocks):
                    ways.append((block, place))
                    entered |= {target} if home not in loop.blocks else set()
        if len(entered) < 2:
            return False
        found = list(dict.fromkeys(self._ways[block][1][place] for block, place in ways))
        start = found[0].function.add_block(joined_name(loop.header.name, "start"))
        key, numbers = ("start", loop), numbers_of_ways(len(found))
        for block, place in ways:
            targets = self._ways[block][1]
            number = numbers[found.index(targets[place])]
            targets[place] = start
            if len(targets) > 1:
                # Each way has a number of its own.
                name = way_name(block, loop.header)
                middle = targets[place] = self.add_block(self._homes[block], block, name)
                self.lead(middle, [start])
                block = middle
            variables.write(block, key, number)
        self._homes[start] = loop.header
        self.lead(start, found, variables.read(start, key, numbers[0].type))
        return True


def numbers_of_ways(count: int) -> list[Value]:
    """Numbers that tell ways apart: bools where there are two."""
    if count == 2:
        return [Literal(TensorType((), BOOL), way) for way in (False, True)]
    return [index_literal(n) for n in range(count)]


def _go_on(block: Block, origin: Value | None, targets: Sequence[Block], passed: Passed) -> None:
    ways = [Successor(target, passed.get((block, target), [])) for target in targets]
    if origin is None:
        block.insert(op.Branch(ways[0]))
        return
    if origin.type != INDEX:
        block.insert(op.Conditional(origin, ways[1], ways[0]))
        return
    name = joined_name(block.name, "otherwise")
    for number, way in enumerate(ways[:-2]):
        rest = block.function.add_block(name, block)
        found = block.insert(op.Equal(origin, index_literal(number)))
        block.insert(op.Conditional(found, way, Successor(rest, [])))
        block = rest
    found = block.insert(op.Equal(origin, index_literal(len(ways) - 2)))
    block.insert(op.Conditional(found, ways[-2], ways[-1]))
