"""Builds the graph of a model: nodes, constants, names and the values of a program by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, cast

import numpy as np
from onnx import GraphProto, NodeProto, TensorProto, helper, numpy_helper

from dlvm.analysis.cfg.structured import Tree
from dlvm.diagnostics import DiagnosticError, error
from dlvm.ir.instruction import Instruction
from dlvm.ir.instructions.aggregate import element_at
from dlvm.ir.types import Dim, StructType, Symbol, TensorType, Type, tensors_in
from dlvm.ir.values import Aggregate, Literal, Special, TensorData, Value
from dlvm.onnx.graph import Array

LARGEST_NODE: Final = 64
"""The size of the largest constant that is a node; larger ones are initializers."""


def unsupported(instruction: Instruction, reason: str) -> DiagnosticError:
    """The error for an instruction that ONNX cannot express."""
    return error(f"ONNX has no {instruction.mnemonic} {reason}", instruction.location)


@dataclass
class ModelNames:
    """The names of a model's values, and its initializers."""

    used: set[str] = field(default_factory=set[str])
    initializers: list[TensorProto] = field(default_factory=list[TensorProto])
    constants: dict[int, tuple[Array, str]] = field(default_factory=dict[int, tuple[Array, str]])
    """The name of each large constant, by the identity of its array."""

    def unique(self, stem: str) -> str:
        plain = re.sub(r"[^A-Za-z0-9_.]", "_", stem) or "value"
        name, number = plain, 1
        while name in self.used:
            number += 1
            name = f"{plain}_{number}"
        self.used.add(name)
        return name


@dataclass
class WrittenValues:
    """The values of a function that is being exported."""

    values: dict[Value, Tree] = field(default_factory=dict[Value, Tree])
    symbols: dict[str, tuple[str, int]] = field(default_factory=dict[str, tuple[str, int]])
    """The source of each symbolic size: a tensor and the axis that has this size."""

    def bind(self, value: Value, tree: Tree) -> None:
        """Gives a parameter its value, whose sizes define symbols."""
        self.values[value] = tree
        for path, type in tensors_in(value.type):
            name = part(tree, positions(value.type, path))
            for axis, dim in enumerate(type.shape):
                if isinstance(dim, Symbol) and dim.name:
                    self.symbols.setdefault(dim.name, (cast("str", name), axis))


def positions(type: Type, path: Sequence[Any]) -> list[int]:
    """A path into an aggregate as numbers: fields become their positions."""
    found: list[int] = []
    for step in path:
        whole = type.canonical
        is_field = isinstance(whole, StructType) and isinstance(step, str)
        names = [n for n, _ in cast("StructType", whole).fields] if is_field else []
        found.append(names.index(step) if is_field else int(step))
        type = element_at(type, (step,))
    return found


def part(tree: Tree, path: Sequence[int]) -> Tree:
    for step in path:
        tree = tree[step]
    return tree


class GraphWriter:
    """The graph that is being written, or a subgraph of it."""

    format: ClassVar[str] = "ONNX"

    def __init__(self, names: ModelNames, frame: WrittenValues) -> None:
        self.names, self.frame = names, frame
        self.nodes: list[NodeProto] = []

    @property
    def values(self) -> dict[Value, Tree]:
        return self.frame.values

    def nested(self) -> GraphWriter:
        """A writer for a subgraph, which reads the values of this graph."""
        frame = WrittenValues(dict(self.frame.values), dict(self.frame.symbols))
        return GraphWriter(self.names, frame)

    def copied(self) -> GraphWriter:
        """A writer that adds to the same graph, with a copy of the bindings of values."""
        writer = self.nested()
        writer.nodes = self.nodes
        return writer

    def graph(
        self, name: str, inputs: Sequence[Any], outputs: Sequence[Any], constants: bool = False
    ) -> GraphProto:
        initializers = self.names.initializers if constants else []
        return helper.make_graph(self.nodes, name, inputs, outputs, initializers)

    # Nodes

    def node(self, op: str, *inputs: str, name: str = "", **attributes: Any) -> str:
        """Adds a node with one output, and returns the name of the output."""
        return self.outputs(op, 1, *inputs, name=name, **attributes)[0]

    def outputs(
        self, op: str, count: int, *inputs: str, name: str = "", **attributes: Any
    ) -> list[str]:
        """Adds a node and returns the names of its outputs."""
        given = {k: v for k, v in attributes.items() if v is not None}
        results = [self.names.unique(name or op.lower()) for _ in range(count)]
        self.nodes.append(helper.make_node(op, inputs, results, **given))
        return results

    def constant(self, array: Any, name: str = "") -> str:
        """A constant tensor. Large ones are initializers of the model."""
        found: Array = np.asarray(array)
        if found.size <= LARGEST_NODE:
            value = numpy_helper.from_array(found)
            return self.node("Constant", name=name or "constant", value=value)
        known = self.names.constants.get(id(found))
        if known is None:
            unique = self.names.unique(name or "constant")
            self.names.initializers.append(numpy_helper.from_array(found, unique))
            known = self.names.constants[id(found)] = found, unique
        return known[1]

    def integers(self, numbers: Sequence[int]) -> str:
        return self.constant(np.array(numbers, np.int64))

    def scalar(self, number: float, like: Value) -> str:
        """A number of the element type of a value."""
        return self.constant(np.array(number, element(like).numpy))

    def fold(self, op: str, names: Sequence[str]) -> str:
        """Joins values by an operator of two operands."""
        whole = names[0]
        for name in names[1:]:
            whole = self.node(op, whole, name)
        return whole

    # Control flow

    def flag(self, value: bool) -> str:
        return self.constant(np.array(value))

    def negated(self, flag: str) -> str:
        return self.node("Not", flag)

    def placeholder(self, type: TensorType) -> str:
        """A tensor of a type, whose elements do not matter."""
        shape = [d if isinstance(d, int) else 0 for d in type.shape]
        return self.node(
            "Expand", self.constant(np.zeros((), type.element.numpy)), self.integers(shape)
        )

    def branches(
        self,
        condition: str,
        sides: Sequence[tuple[GraphWriter, list[str]]],
        types: Sequence[TensorType],
    ) -> list[str]:
        """Adds an ``If``."""
        then, otherwise = (
            inner.graph("branch", [], inner.results(names, types)) for inner, names in sides
        )
        return self.outputs("If", len(types), condition, then_branch=then, else_branch=otherwise)

    def loop(
        self,
        goes_on: str,
        initial: Sequence[str],
        types: Sequence[TensorType],
        body: Callable[[GraphWriter, list[str]], tuple[str, list[str]]],
        sizes_vary: bool = False,
    ) -> list[str]:
        """Adds a ``Loop``, whose symbolic sizes may vary between iterations if requested."""
        inner = self.nested()
        step, condition = (self.names.unique(n) for n in ("iteration", "condition"))
        carried = [self.names.unique("state") for _ in types]
        again, names = body(inner, carried)
        inputs = [
            helper.make_tensor_value_info(step, TensorProto.INT64, []),
            helper.make_tensor_value_info(condition, TensorProto.BOOL, []),
            *(value_info(n, t, not sizes_vary) for n, t in zip(carried, types, strict=True)),
        ]
        outputs = [
            helper.make_tensor_value_info(inner.node("Identity", again), TensorProto.BOOL, []),
            *inner.results(names, types),
        ]
        graph = inner.graph("body", inputs, outputs)
        return self.outputs("Loop", len(types), "", goes_on, *initial, body=graph)

    def results(self, names: Sequence[str], types: Sequence[TensorType]) -> list[Any]:
        """The outputs of a subgraph, which are results of nodes of its own."""
        own = [self.node("Identity", name) for name in names]
        return [value_info(name, type) for name, type in zip(own, types, strict=True)]

    # Values

    def tree(self, value: Value) -> Tree:
        """The names of a value of the program."""
        if value in self.frame.values:
            return self.frame.values[value]
        if isinstance(value, Aggregate):
            return tuple(map(self.tree, value.operands))
        if isinstance(value, Literal):
            return self._literal(value)
        raise error(f"a value of type {value.type} cannot be written as ONNX", value.location)

    def tensor(self, value: Value) -> str:
        """The name of a tensor."""
        found = self.tree(value)
        if not isinstance(found, str):
            raise error(f"expected a tensor, got a value of type {value.type}", value.location)
        return found

    def _literal(self, literal: Literal) -> Tree:
        type = literal.type.canonical
        if not isinstance(type, TensorType) or literal.data is Special.NULL:
            raise error(f"a constant of type {literal.type} cannot be written as ONNX")
        if isinstance(literal.data, TensorData):
            return self.constant(literal.data.array, literal.data.name or "")
        number = 0 if isinstance(literal.data, Special) else literal.data
        scalar = np.array(number, type.element.numpy)
        if type.static_shape is not None and len(type.shape) == 0:
            return self.constant(scalar)
        return self.node("Expand", self.constant(scalar), self.shape(type.shape))

    # Sizes

    def shape(self, dims: Sequence[Dim], opened: Mapping[int, str] | None = None) -> str:
        """A vector of sizes. ``opened`` has vectors of one size for dimensions without a name."""
        if all(isinstance(d, int) for d in dims):
            return self.integers(cast("Sequence[int]", dims))
        parts = [
            (opened or {})[axis] if axis in (opened or {}) else self.size(dim)
            for axis, dim in enumerate(dims)
        ]
        return self.node("Concat", *parts, axis=0)

    def size(self, dim: Dim) -> str:
        """A vector of one size."""
        if isinstance(dim, int):
            return self.integers([dim])
        if dim.name not in self.frame.symbols:
            raise error(f"the size {dim} cannot be written as ONNX: no parameter has it")
        tensor, axis = self.frame.symbols[dim.name]
        return self.node("Shape", tensor, start=axis, end=axis + 1)

    def vector(self, scalars: Sequence[Value]) -> str:
        """The i64 vector of scalars."""
        if all(isinstance(s, Literal) for s in scalars):
            return self.integers([int(cast("Any", s).data) for s in scalars])
        zero = self.integers([0])
        parts = [
            self.node("Unsqueeze", self.node("Cast", self.tensor(s), to=TensorProto.INT64), zero)
            for s in scalars
        ]
        return self.node("Concat", *parts, axis=0)


def tensor_type(value: Value) -> TensorType:
    return cast("TensorType", value.type.canonical)


def element(value: Value) -> Any:
    """The element type of a tensor."""
    return tensor_type(value).element


def onnx_type(type: TensorType) -> int:
    """The number of an element type in ``TensorProto``."""
    return helper.np_dtype_to_tensor_dtype(np.dtype(type.element.numpy))


def value_info(name: str, type: TensorType, named: bool = True) -> Any:
    """The declaration of a value. If ``named``, symbolic sizes with names have these names."""
    shape = [d if isinstance(d, int) else (d.name or None) if named else None for d in type.shape]
    return helper.make_tensor_value_info(name, onnx_type(type), shape)
