"""Strongly connected components of a graph."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def components(roots: Iterable[Node], edges: Callable[[Node], Iterable[Node]]) -> list[list[Node]]:
    """The strongly connected components that are reachable from ``roots``, in reverse topological
    order: each comes after all components to which its edges lead (Tarjan, 1972)."""
    index: dict[Node, int] = {}
    low: dict[Node, int] = {}
    active: dict[Node, None] = {}
    pending: list[tuple[Node, Iterator[Node]]] = []
    groups: list[list[Node]] = []

    def enter(node: Node) -> None:
        index[node] = low[node] = len(index)
        active[node] = None
        pending.append((node, iter(edges(node))))

    for root in roots:
        if root not in index:
            enter(root)
        while pending:
            node, targets = pending[-1]
            target = next(targets, None)
            if target is not None:
                if target not in index:
                    enter(target)
                elif target in active:
                    low[node] = min(low[node], index[target])
                continue
            pending.pop()
            if pending:
                above = pending[-1][0]
                low[above] = min(low[above], low[node])
            if low[node] == index[node]:
                group: list[Node] = []
                while node in active:
                    group.append(active.popitem()[0])
                groups.append(group)
    return groups
