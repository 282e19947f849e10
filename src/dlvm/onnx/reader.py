"""Reads ONNX models into :mod:`dlvm.onnx.graph`. Files are untrusted.

Every count and size is checked against the file before memory is allocated for it. External data is
only read from the folder of the model.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, cast

import ml_dtypes
import numpy as np
import onnx
from google.protobuf.message import DecodeError
from onnx import AttributeProto, GraphProto, NodeProto, TensorProto, TypeProto, ValueInfoProto

from dlvm.diagnostics import DiagnosticError, error
from dlvm.files import reason
from dlvm.onnx.graph import (
    Array,
    AttributeReference,
    Function,
    Graph,
    ModelFile,
    Node,
    Size,
    TensorSpec,
)

Model = str | os.PathLike[str] | bytes | onnx.ModelProto

DEEPEST: Final = 200
"""The maximum nesting depth of subgraphs."""
MOST_ELEMENTS: Final = 1 << 40

DTYPES: Final[Mapping[int, Any]] = {
    TensorProto.FLOAT: np.float32,
    TensorProto.DOUBLE: np.float64,
    TensorProto.FLOAT16: np.float16,
    TensorProto.BFLOAT16: ml_dtypes.bfloat16,
    TensorProto.INT8: np.int8,
    TensorProto.INT16: np.int16,
    TensorProto.INT32: np.int32,
    TensorProto.INT64: np.int64,
    TensorProto.UINT8: np.uint8,
    TensorProto.UINT16: np.uint16,
    TensorProto.UINT32: np.uint32,
    TensorProto.UINT64: np.uint64,
    TensorProto.BOOL: np.bool_,
}
"""The element types that the language supports."""


def read_model(model: Model) -> ModelFile:
    """Reads a model from a path, from bytes, or from a ``ModelProto``.

    Raises
    ------
    DiagnosticError
        If the file cannot be read, is damaged, or is not a valid ONNX model.
    """
    path, folder = "<model>", None
    if isinstance(model, onnx.ModelProto):
        proto = model
    else:
        content = model
        if not isinstance(content, bytes):
            path, folder = os.fspath(content), Path(content).resolve().parent
            try:
                content = Path(content).read_bytes()
            except OSError as problem:
                raise error(f"{path}: {reason(problem)}") from None
        proto = onnx.ModelProto()
        try:
            proto.ParseFromString(content)
        except (DecodeError, RecursionError) as problem:
            raise error(f"{path}: {problem}, expected an ONNX model") from None
    return _Reader(path, folder).model(proto)


class _Reader:
    """Reads one model. ``folder`` contains external data; None forbids it."""

    def __init__(self, path: str, folder: Path | None) -> None:
        self.path = path
        self.folder = folder

    def failure(self, message: str) -> DiagnosticError:
        return error(f"{self.path}: {message}")

    def model(self, proto: onnx.ModelProto) -> ModelFile:
        if not proto.HasField("graph"):
            raise self.failure("found no graph, expected an ONNX model")
        opsets = self.opsets(proto.opset_import)
        if not opsets:
            raise self.failure("found no opset_import, expected the version of the operator set")
        functions = {(_domain(f.domain), f.name): self.function(f) for f in proto.functions}
        metadata = {entry.key: entry.value for entry in proto.metadata_props}
        graph = self.graph(proto.graph, 0)
        return ModelFile(self.path, graph, functions, opsets, metadata)

    def opsets(self, imports: Iterable[onnx.OperatorSetIdProto]) -> dict[str, int]:
        return {_domain(entry.domain): entry.version for entry in imports}

    def function(self, proto: onnx.FunctionProto) -> Function:
        nodes = self.nodes(proto.node, 1)
        return Function(
            tuple(proto.input),
            tuple(proto.output),
            nodes,
            tuple(proto.attribute),
            {a.name: self.attribute(a, 1) for a in proto.attribute_proto},
            self.opsets(proto.opset_import),
        )

    def graph(self, proto: GraphProto, depth: int) -> Graph:
        if depth > DEEPEST:
            raise self.failure(f"subgraphs are nested more than {DEEPEST} deep")
        initializers: dict[str, Callable[[], Array]] = {}
        for tensor in proto.initializer:
            initializers[tensor.name] = partial(self.tensor, tensor)
        for sparse in proto.sparse_initializer:
            initializers[sparse.values.name] = partial(self.sparse, sparse)
        # Before IR version 4 initializers were listed among the inputs.
        inputs = tuple(self.spec(i) for i in proto.input if i.name not in initializers)
        outputs = tuple(self.spec(o) for o in proto.output)
        nodes = self.nodes(proto.node, depth)
        known = {*initializers, *(i.name for i in inputs)}
        self.check_order(nodes, known, depth)
        return Graph(proto.name, inputs, outputs, nodes, initializers)

    def check_order(self, nodes: Sequence[Node], known: set[str], depth: int) -> None:
        """Raises if a node comes before one whose result it uses, or a value is defined twice."""
        defined = set(known)
        later = {name for node in nodes for name in node.outputs if name}
        for node in nodes:
            for name in node.inputs:
                if name and name not in defined and (name in later or depth == 0):
                    found = "is defined later" if name in later else "is not defined"
                    raise self.failure(f"{node.title}: input {name!r} {found}")
            for name in node.outputs:
                if name and name in defined:
                    raise self.failure(f"{node.title}: output {name!r} is defined twice")
                defined.add(name)

    def nodes(self, protos: Iterable[NodeProto], depth: int) -> tuple[Node, ...]:
        return tuple(self.node(p, number, depth) for number, p in enumerate(protos))

    def node(self, proto: NodeProto, number: int, depth: int) -> Node:
        place = repr(proto.name) if proto.name else f"number {number}"
        return Node(
            _domain(proto.domain),
            proto.op_type,
            tuple(proto.input),
            tuple(proto.output),
            {a.name: self.attribute(a, depth) for a in proto.attribute},
            proto.name,
            place,
            proto,
        )

    def attribute(self, proto: AttributeProto, depth: int) -> Any:
        if proto.ref_attr_name:
            return AttributeReference(proto.ref_attr_name)
        kind = AttributeProto
        match proto.type:
            case kind.FLOAT:
                return float(proto.f)
            case kind.INT:
                return int(proto.i)
            case kind.STRING:
                return self.text(proto.s)
            case kind.FLOATS:
                return [float(f) for f in proto.floats]
            case kind.INTS:
                return [int(i) for i in proto.ints]
            case kind.STRINGS:
                return [self.text(s) for s in proto.strings]
            case kind.TENSOR:
                return self.tensor(proto.t)
            case kind.TENSORS:
                return [self.tensor(t) for t in proto.tensors]
            case kind.SPARSE_TENSOR:
                return self.sparse(proto.sparse_tensor)
            case kind.GRAPH:
                return self.graph(proto.g, depth + 1)
            case kind.GRAPHS:
                return [self.graph(g, depth + 1) for g in proto.graphs]
            case kind.TYPE_PROTO:
                return self.spec_of("", proto.tp)
            case _:
                raise self.failure(
                    f"attribute {proto.name!r} has type {proto.type}, which is not known"
                )

    def text(self, content: bytes) -> str:
        return content.decode("utf-8", "surrogateescape")

    # Tensors

    def sizes(self, dims: Iterable[int], what: str) -> tuple[int, ...]:
        sizes = tuple(int(d) for d in dims)
        if any(s < 0 for s in sizes) or math.prod(sizes) > MOST_ELEMENTS:
            raise self.failure(f"{what} has shape {sizes}")
        return sizes

    def tensor(self, proto: TensorProto) -> Array:
        """The elements of a tensor, from the model or from an external file."""
        what = f"tensor {proto.name!r}"
        sizes = self.sizes(proto.dims, what)
        if proto.data_type == TensorProto.STRING:
            if len(proto.string_data) != math.prod(sizes):
                raise self.failure(f"{what} has {len(proto.string_data)} strings, not {sizes}")
            strings = [self.text(s) for s in proto.string_data]
            return np.array(strings, object).reshape(sizes)
        if proto.data_location == TensorProto.EXTERNAL:
            return self.external(proto, sizes, what)
        try:
            # Only NumPy arrays of the right size: to_array checks the number of elements.
            found = onnx.numpy_helper.to_array(proto)
        except Exception as problem:
            raise self.failure(f"{what}: {problem}") from None
        if found.shape != sizes:
            raise self.failure(f"{what} has shape {found.shape}, expected {sizes}")
        return np.ascontiguousarray(found).reshape(sizes)

    def external(self, proto: TensorProto, sizes: tuple[int, ...], what: str) -> Array:
        if self.folder is None:
            raise self.failure(
                f"{what} is in a file of its own, but the model was not read from a file"
            )
        entries = {entry.key: entry.value for entry in proto.external_data}
        dtype = DTYPES.get(proto.data_type)
        if dtype is None:
            raise self.failure(f"{what} in a file of its own has element type {proto.data_type}")
        count = math.prod(sizes) * np.dtype(dtype).itemsize
        try:
            offset = int(entries.get("offset", "0"))
            length = int(entries.get("length", str(count)))
            file = (self.folder / entries["location"]).resolve()
        except (KeyError, ValueError):
            raise self.failure(f"{what}: its external data entries are damaged") from None
        if not file.is_relative_to(self.folder):
            raise self.failure(f"{what}: its file {str(file)!r} is outside the model's folder")
        if length != count or offset < 0:
            raise self.failure(f"{what}: found {length} bytes at {offset}, expected {count}")
        try:
            with open(file, "rb") as source:
                if offset + count > os.fstat(source.fileno()).st_size:
                    raise self.failure(f"{what}: {file.name} ends before its last element")
                source.seek(offset)
                content = source.read(count)
        except OSError as problem:
            raise self.failure(f"{what}: {file.name}: {reason(problem)}") from None
        little = np.frombuffer(content, np.dtype(dtype).newbyteorder("<"))
        return little.astype(dtype, copy=False).reshape(sizes)

    def sparse(self, proto: onnx.SparseTensorProto) -> Array:
        """The dense form of a sparse tensor."""
        what = f"sparse tensor {proto.values.name!r}"
        sizes = self.sizes(proto.dims, what)
        values, indices = self.tensor(proto.values), self.tensor(proto.indices)
        # A small file must not request a large array.
        if math.prod(sizes) > max(1 << 24, 1000 * values.size):
            raise self.failure(f"{what} has shape {sizes} with {values.size} values only")
        dense = np.zeros(sizes, values.dtype)
        try:
            if indices.ndim == 2:
                dense[tuple(indices.T)] = values
            else:
                dense.reshape(-1)[indices] = values
        except (IndexError, ValueError) as problem:
            raise self.failure(f"{what}: {problem}") from None
        return dense

    # Types

    def spec(self, proto: ValueInfoProto) -> TensorSpec:
        return self.spec_of(proto.name, proto.type)

    def spec_of(self, name: str, proto: TypeProto) -> TensorSpec:
        kind = proto.WhichOneof("value") or "tensor_type"
        if kind != "tensor_type":
            return TensorSpec(name, None, None, kind.removesuffix("_type"))
        tensor = proto.tensor_type
        dtype = DTYPES.get(tensor.elem_type)
        shape = None
        if tensor.HasField("shape"):
            shape = tuple(_size(d) for d in tensor.shape.dim)
        if tensor.elem_type == TensorProto.STRING:
            return TensorSpec(name, None, shape, "string")
        return TensorSpec(name, None if dtype is None else np.dtype(dtype), shape)


def _size(dim: Any) -> Size:
    kind = dim.WhichOneof("value")
    if kind == "dim_value":
        return cast("int", dim.dim_value)
    return cast("str", dim.dim_param) or None if kind == "dim_param" else None


def _domain(name: str) -> str:
    return "" if name == "ai.onnx" else name


def read_function(proto: onnx.FunctionProto, path: str) -> tuple[Function, Mapping[str, Any]]:
    """The function that defines an operator in its schema, and the defaults of its attributes."""
    function = _Reader(path, None).function(proto)
    return function, function.defaults
