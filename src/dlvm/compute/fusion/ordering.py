"""The order of side effects and traps during fusion.

A kernel checks the indices of everything that it computes before it computes anything. An
instruction that may trap is therefore fused only if there is no other such instruction in between.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence

from dlvm.compute.fusion.fusion_plan import FusionGroup, FusionNode
from dlvm.ir.declaration import Effect
from dlvm.ir.instruction import Block, Instruction
from dlvm.ir.values import Value


def has_effect(instruction: Instruction) -> bool:
    """Whether an instruction has effects other than traps and control flow."""
    return bool(instruction.effects & ~(Effect.TRAP | Effect.CONTROL))


class Order:
    """The instructions of a block whose order fusion preserves: those with side effects, and those
    that may trap, since the first trap ends the call."""

    def __init__(self, block: Block, nodes: Mapping[Instruction, FusionNode]) -> None:
        self.block = block
        self.nodes = nodes
        self.effects = [p for p, i in enumerate(block.instructions) if has_effect(i)]
        """The positions of instructions with effects."""
        self._places = [p for p, i in enumerate(block.instructions) if self._has_place(i)]

    def _has_place(self, instruction: Instruction) -> bool:
        node = self.nodes.get(instruction)
        if node is not None and not has_effect(instruction):
            return bool(node.checks)
        return bool(instruction.effects & ~Effect.CONTROL)

    def between(self, first: int, last: int) -> list[Instruction]:
        """The ordered instructions between two positions."""
        found = self._places[bisect_right(self._places, first) : bisect_left(self._places, last)]
        return [self.block.instructions[p] for p in found]


def may_be_checked_later(
    node: FusionNode,
    written_into: frozenset[FusionNode],
    ends: Mapping[FusionNode, frozenset[FusionNode]],
    order: Order,
) -> bool:
    """Whether the indices of a node may be checked together with those of its only reader. The node
    can then be inlined. No other instruction in between may trap, unless it is inlined into the
    same reader."""
    if not node.checks:
        return True
    if len(written_into) != 1:
        return False
    (end,) = written_into
    between = (order.nodes.get(i) for i in order.between(node.position, end.position))
    return all(n is not None and ends[n] == written_into for n in between)


def keeps_order(
    group: FusionGroup, node: FusionNode, order: Order, values: Mapping[str, Value]
) -> bool:
    """Whether a node can join a group without reordering traps."""
    places = [m.position for m in group.members]
    oldest = min([*places, *(order.nodes[c.source].position for c in group.checks)])
    between = [
        i for i in order.between(oldest, node.position) if not _is_checked_in(i, group, node)
    ]
    if not between:
        return True
    if group.checks or node.checks:
        return False
    # Those that the node needs must not depend on the group, nor must their operands.
    below = _Below(order, oldest, values)
    needed = below.of(node)
    last = max((n for n, i in enumerate(between) if i in needed), default=-1)
    return not any(m.instruction in below.of(i) for i in between[: last + 1] for m in group.members)


def join_keeps_order(
    groups: Sequence[FusionGroup], order: Order, values: Mapping[str, Value]
) -> bool:
    """Whether groups can be merged without reordering traps."""
    places = [m.position for g in groups for m in g.members]
    between = order.between(min(places), max(places))
    if between and any(g.checks for g in groups):
        return False
    below = _Below(order, min(places), values)
    return not any(m.instruction in below.of(i) for i in between for g in groups for m in g.members)


def _is_checked_in(instruction: Instruction, group: FusionGroup, node: FusionNode) -> bool:
    return any(c.source is instruction for c in (*group.checks, *node.checks))


class _Below:
    """The dependences of instructions on instructions after a position; a group counts as a
    whole."""

    def __init__(self, order: Order, oldest: int, values: Mapping[str, Value]) -> None:
        self._order = order
        self._oldest = oldest
        self._values = values
        self._place = {i: p for p, i in enumerate(order.block.instructions)}

    def of(self, first: Instruction | FusionNode) -> set[Instruction]:
        """The instructions on which an instruction, or a node without a group, depends."""
        found: set[Instruction] = set()
        pending = self._needs(first)
        while pending:
            value = pending.pop()
            if not isinstance(value, Instruction) or value in found:
                continue
            node = self._order.nodes.get(value)
            group = node.group if node is not None else None
            last = group.position if group is not None else self._place.get(value, -1)
            if last < self._oldest:
                continue
            found.add(value)
            for part in group.members if group is not None else (value,):
                found.add(part if isinstance(part, Instruction) else part.instruction)
                pending += self._needs(part)
        return found

    def _needs(self, part: Instruction | FusionNode) -> list[Value]:
        if isinstance(part, Instruction):
            node = self._order.nodes.get(part)
            if node is None:
                return list(part.leaves())
            part = node
        read = {r.tensor for s in part.statements for e in s.expressions for r in e.reads}
        read |= {s.base for s in part.statements if s.base is not None}
        leaves = [self._values[name] for name in read if name in self._values]
        return [
            *leaves,
            *part.instruction.leaves(),
            *(c.indices for c in part.checks),
            *part.demands.values(),
        ]
