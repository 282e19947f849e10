# PyTorch is optional. Without it, the types that come from it are unknown.
# pyright: reportMissingImports=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false
"""Outputs of graphs that are views of arguments or of other outputs.

PyTorch takes these views after the program has run. They then have the strides and offsets with
which PyTorch describes the same part of the memory elsewhere.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import fx


@dataclass(frozen=True)
class OutputViews:
    """The views among the outputs of a graph."""

    module: fx.GraphModule
    """The function from the sources to the views."""
    sources: tuple[tuple[bool, int], ...]
    """What the views are taken of: whether it is an argument or an output, and its position."""

    def __call__(self, given: Sequence[Any], results: Sequence[Any]) -> Sequence[Any]:
        """The views, from the arguments of the graph and its other outputs."""
        return self.module(*((given if is_given else results)[n] for is_given, n in self.sources))


def output_views(
    returned: Sequence[Any], given: Mapping[fx.Node, int]
) -> tuple[list[fx.Node], OutputViews | None]:
    """The outputs of a graph that are views, and how to take them. ``given`` maps the arguments of
    the graph to their positions."""
    places = {item: n for n, item in enumerate(returned) if isinstance(item, fx.Node)}
    graph = fx.Graph()
    sources: dict[fx.Node, tuple[bool, int]] = {}
    copies: dict[fx.Node, fx.Node] = {}
    for node in next(iter(places)).graph.nodes if places else ():
        if node in given:
            sources[node] = (True, given[node])
        elif (_is_view(node) or _is_size(node)) and copies.keys() >= {*node.all_input_nodes}:
            copies[node] = graph.node_copy(node, copies.__getitem__)
            continue
        elif node in places:
            sources[node] = (False, places[node])
        else:
            continue
        copies[node] = graph.placeholder(node.name)
    views = [node for node in places if node not in sources and not _is_size(node)]
    if not views:
        return [], None
    graph.output(tuple(copies[view] for view in views))
    graph.eliminate_dead_code()
    for unused in [node for node in sources if not copies[node].users]:
        graph.erase_node(copies[unused])
        del sources[unused]
    module = fx.GraphModule(torch.nn.Module(), graph)
    return views, OutputViews(module, tuple(sources.values()))


def _is_view(node: fx.Node) -> bool:
    """Whether the value of a node shares the memory of its first input."""
    if node.target is operator.getitem:
        return True
    return isinstance(node.target, torch._ops.OpOverload) and node.target.is_view  # pyright: ignore[reportPrivateUsage]


def _is_size(node: fx.Node) -> bool:
    return isinstance(node.meta.get("val"), int | torch.SymInt)
