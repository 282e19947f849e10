"""SSA construction from variables.

Blocks read and write variables as if they were memory. A read of a variable that the block has not
written adds a block argument. Finally, each edge passes the values of these arguments, and
arguments that always have the same value are removed.

M. Braun et al., Simple and Efficient Construction of Static Single Assignment Form, CC 2013.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

from dlvm.analysis.cfg.components import components
from dlvm.ir import Block, Type, Value
from dlvm.ir.instruction import Argument

EdgeArguments = dict[tuple[Block, Block], list[Value]]
"""The values passed along the edge between two blocks."""


class SsaBuilder:
    """Builds SSA form for variables with hashable keys, each of one type.

    ``entry`` is the entry block. ``initial`` returns the value that a variable has at the beginning
    of the entry, and in blocks that no write reaches. ``name`` returns the name of the block
    arguments for a variable.
    """

    def __init__(
        self,
        entry: Block | None,
        initial: Callable[[Hashable, Type], Value],
        name: Callable[[Hashable], str | None],
    ) -> None:
        self._entry = entry
        self._initial = initial
        self._name = name
        self._now: dict[tuple[Block, Hashable], Value] = {}
        self._arguments: dict[Argument, tuple[Block, Hashable]] = {}
        self._types: dict[Hashable, Type] = {}

    def read(self, block: Block, key: Hashable, type: Type) -> Value:
        """Returns the value of a variable at the current end of a block."""
        found = self._now.get((block, key))
        if found is None:
            self._types[key] = type
            found = self._enter(block, key)
        return found

    def _enter(self, block: Block, key: Hashable) -> Value:
        if block is self._entry:
            found = self._initial(key, self._types[key])
        else:
            found = block.add_argument(self._types[key], self._name(key))
            self._arguments[found] = (block, key)
        self._now[block, key] = found
        return found

    def known(self, block: Block, key: Hashable) -> Value | None:
        """Returns the value of a variable that a block has written or read, or None."""
        return self._now.get((block, key))

    def reaching(
        self, value: Value, predecessors: Mapping[Block, Sequence[Block]]
    ) -> Iterator[Value]:
        """Yields the written values that a read, with the result ``value``, can return."""
        seen: set[tuple[Block, Hashable]] = set()
        pending = [value]
        while pending:
            value = pending.pop()
            place = self._arguments.get(value) if isinstance(value, Argument) else None
            if place is None:
                yield value
            elif place not in seen:
                seen.add(place)
                before, key = list(predecessors[place[0]]), place[1]
                while before:
                    block = before.pop()
                    known = self._now.get((block, key))
                    if known is not None:
                        pending.append(known)
                    elif block is self._entry:
                        yield self._initial(key, self._types[key])
                    elif (block, key) not in seen:
                        seen.add((block, key))
                        before += predecessors[block]

    def write(self, block: Block, key: Hashable, value: Value) -> None:
        """Assigns a variable."""
        self._now[block, key] = value

    def replace(self, others: Mapping[Value, Value]) -> None:
        """Replaces values that have been written to variables."""
        for place, value in self._now.items():
            if value in others:
                self._now[place] = others[value]

    def finish(self, predecessors: Mapping[Block, Sequence[Block]]) -> EdgeArguments:
        """Returns the values passed along each edge for the remaining block arguments."""
        incoming: dict[Argument, list[Value]] = {}  # In predecessor order.
        order = _order(predecessors)
        first = self._first_writes(order)
        pending = list(self._arguments)
        while pending:
            argument = pending.pop()
            block, key = self._arguments[argument]
            values: list[Value] = []
            for before in predecessors[block]:
                value = self._now.get((before, key))
                if value is None and order[before] < first.get(key, len(order)):
                    value = self._now[before, key] = self._initial(key, self._types[key])
                elif value is None:
                    value = self._enter(before, key)
                    if isinstance(value, Argument):
                        pending.append(value)
                values.append(value)
            incoming[argument] = values
        replaced = _same(incoming)
        for argument, value in replaced.items():
            argument.replace_uses(value)
            block = argument.block
            block.set_arguments(a for a in block.arguments if a is not argument)
        passed: EdgeArguments = {}
        for block, sources in predecessors.items():
            for argument in block.arguments:
                for before, value in zip(sources, incoming.get(argument, ()), strict=False):
                    passed.setdefault((before, block), []).append(_resolved(value, replaced))
        return passed

    def _first_writes(self, order: Mapping[Block, int]) -> dict[Hashable, int]:
        """Returns the earliest block that writes each variable."""
        first: dict[Hashable, int] = {}
        for (block, key), value in self._now.items():
            if (
                not isinstance(value, Argument)
                or value not in self._arguments
                or (self._arguments[value] != (block, key))
            ):
                first[key] = min(first.get(key, len(order)), order.get(block, 0))
        return first


def _order(predecessors: Mapping[Block, Sequence[Block]]) -> dict[Block, int]:
    """Numbers blocks so that control never leads from a block to one with a lower number. The
    blocks of a cycle have the same number."""
    groups = components(predecessors, lambda block: predecessors[block])
    return {block: number for number, group in enumerate(groups) for block in group}


def _same(incoming: Mapping[Argument, Sequence[Value]]) -> dict[Argument, Value]:
    """Maps each argument that always has the same value to that value."""
    replaced: dict[Argument, Value] = {}
    changed = True
    while changed:
        changed = False
        for argument, values in incoming.items():
            if argument in replaced:
                continue
            others: list[Value] = []
            for value in values:
                value = _resolved(value, replaced)
                if value is not argument and value not in others:
                    others.append(value)
            if len(others) == 1 and others[0].type == argument.type:
                replaced[argument] = others[0]
                changed = True
    for argument, value in replaced.items():
        replaced[argument] = _resolved(value, replaced)
    return replaced


def _resolved(value: Value, replaced: Mapping[Argument, Value]) -> Value:
    while isinstance(value, Argument) and value in replaced:
        value = replaced[value]
    return value
