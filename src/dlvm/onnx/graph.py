"""Graphs: a validated ONNX model as plain data, whose tensors are still in the file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

import numpy as np

from dlvm.diagnostics import Source

Array: TypeAlias = np.ndarray[Any, Any]
Size: TypeAlias = int | str | None
"""The size of a dimension: a number, the name of a symbolic dimension, or unknown."""
_LONGEST_NAME: Final = 200
Key: TypeAlias = tuple[str, str]
"""The domain and the type of an operator."""


@dataclass(frozen=True)
class HostValue:
    """A value that Python computes from results of the program, such as a map."""

    function: Callable[..., Any]
    tensors: tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class Strings:
    """A tensor of strings of a table, at indices that the program computes."""

    table: Array
    places: Any


@dataclass(frozen=True)
class TensorSpec:
    """An input or output: its name, its element type, and its shape (None if the rank is unknown).

    ``dtype`` is None for strings, and for values that are not tensors; ``kind`` names the kind of
    value.
    """

    name: str
    dtype: np.dtype[Any] | None
    shape: tuple[Size, ...] | None
    kind: str = "tensor"


@dataclass(frozen=True)
class GraphNode:
    """An operator applied to named values. An empty name marks an omitted optional value."""

    domain: str
    op: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: Mapping[str, Any]
    """Numbers, strings, lists of these, arrays, and :class:`Graph` for subgraphs."""
    name: str
    place: str
    """The node's name, or its index in its graph, for messages."""
    line: int
    """The line of the node in :attr:`ModelFile.listing`, from 1."""
    proto: Any = field(repr=False, compare=False)
    """The node in the file."""

    @property
    def title(self) -> str:
        """The node's name in messages."""
        return f"node {self.place} ({operator_name((self.domain, self.op))})"


def operator_name(key: Key) -> str:
    """The name of an operator in messages, with its domain."""
    domain, op = key
    name = f"{domain}.{op}" if domain else op
    return name if name.isprintable() and len(name) < _LONGEST_NAME else quoted(name)


def quoted(name: str) -> str:
    """A name in messages, in quotes; long names are truncated."""
    return repr(name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…")


@dataclass(frozen=True)
class Graph:
    """Nodes in topological order."""

    name: str
    inputs: tuple[TensorSpec, ...]
    outputs: tuple[TensorSpec, ...]
    nodes: tuple[GraphNode, ...]
    initializers: Mapping[str, Callable[[], Array]]
    """The constants by name; each is read on first use."""


def subgraphs(node: GraphNode) -> Iterator[Graph]:
    """The graphs among the attributes of a node."""
    for value in node.attributes.values():
        for graph in cast("list[Any]", value) if isinstance(value, list) else [value]:
            if isinstance(graph, Graph):
                yield graph


@dataclass(frozen=True)
class ModelFunction:
    """A model-local function, which is inlined at each call."""

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    nodes: tuple[GraphNode, ...]
    required: tuple[str, ...]
    """The attributes that a call must have."""
    defaults: Mapping[str, Any]
    opsets: Mapping[str, int]


@dataclass(frozen=True)
class ModelFile:
    """A model as it was read: the main graph, the model's functions, and operator set versions."""

    path: str
    graph: Graph
    functions: Mapping[Key, ModelFunction]
    opsets: Mapping[str, int]
    metadata: Mapping[str, str]
    node_count: int
    """The number of nodes, those of subgraphs and functions included."""
    listing: Source
    """A text with a line for each node, to which the locations of diagnostics point."""
    tensor_bytes: int
    """The size of all tensors in the file and in files of external data."""
    external: Collection[Path]
    """The files of external data."""


@dataclass(frozen=True)
class AttributeReference:
    """In a model-local function: a reference to an attribute of the call."""

    name: str


Attributes: TypeAlias = Mapping[str, Any]
Values: TypeAlias = Sequence[Any]
