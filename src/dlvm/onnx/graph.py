"""Graphs: a validated ONNX model as plain data, whose tensors are still in the file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray[Any, Any]
Size: TypeAlias = int | str | None
"""The size of a dimension: a number, the name of a symbolic dimension, or unknown."""
Key: TypeAlias = tuple[str, str]
"""The domain and the type of an operator."""


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
class Node:
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
    proto: Any = field(repr=False, compare=False)
    """The node in the file."""

    @property
    def title(self) -> str:
        """The node's name in messages."""
        domain = f"{self.domain}." if self.domain else ""
        return f"node {self.place} ({domain}{self.op})"


@dataclass(frozen=True)
class Graph:
    """Nodes in topological order."""

    name: str
    inputs: tuple[TensorSpec, ...]
    outputs: tuple[TensorSpec, ...]
    nodes: tuple[Node, ...]
    initializers: Mapping[str, Callable[[], Array]]
    """The constants by name; each is read on first use."""


@dataclass(frozen=True)
class Function:
    """A model-local function, which is inlined at each call."""

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    nodes: tuple[Node, ...]
    required: tuple[str, ...]
    """The attributes that a call must have."""
    defaults: Mapping[str, Any]
    opsets: Mapping[str, int]


@dataclass(frozen=True)
class ModelFile:
    """A model as read: the main graph, the model's functions, and operator set versions."""

    path: str
    graph: Graph
    functions: Mapping[Key, Function]
    opsets: Mapping[str, int]
    metadata: Mapping[str, str]


@dataclass(frozen=True)
class AttributeReference:
    """In a model-local function: a reference to an attribute of the call."""

    name: str


Attributes: TypeAlias = Mapping[str, Any]
Values: TypeAlias = Sequence[Any]
