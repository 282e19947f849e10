"""Reads ONNX models into :mod:`dlvm.onnx.graph`. Files are untrusted.

Every count and size is checked against the file before memory is allocated for it. External data is
only read from the folder of the model.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from io import BufferedReader
from pathlib import Path
from typing import Any, Final, cast

import ml_dtypes
import numpy as np
import onnx
from google.protobuf.message import DecodeError
from onnx import AttributeProto, GraphProto, NodeProto, TensorProto, TypeProto, ValueInfoProto

from dlvm.diagnostics import DiagnosticError, Source, error, quantity
from dlvm.files import open_regular, read_file, reason
from dlvm.ir.types import real_element_type_of
from dlvm.onnx.graph import (
    Array,
    AttributeReference,
    Graph,
    GraphNode,
    Key,
    ModelFile,
    ModelFunction,
    Size,
    TensorSpec,
    operator_name,
    quoted,
    subgraphs,
)

Model = str | os.PathLike[str] | bytes | onnx.ModelProto

DEEPEST: Final = 30
"""The maximum nesting depth of subgraphs; files cannot nest them deeper than 32."""
MOST_ELEMENTS: Final = 1 << 40
NEWEST_OPSET: Final = 1 << 20

_STORAGE: Final = {
    "INT2": "int2",
    "INT4": "int4",
    "UINT2": "uint2",
    "UINT4": "uint4",
    "FLOAT4E2M1": "float4_e2m1fn",
    "FLOAT6E2M3": "float6_e2m3fn",
    "FLOAT6E3M2": "float6_e3m2fn",
    "FLOAT8E4M3FN": "float8_e4m3fn",
    "FLOAT8E4M3FNUZ": "float8_e4m3fnuz",
    "FLOAT8E5M2": "float8_e5m2",
    "FLOAT8E5M2FNUZ": "float8_e5m2fnuz",
    "FLOAT8E8M0": "float8_e8m0fnu",
}
"""The element types for storage, with the names of their dtypes in ml_dtypes. Older versions of the
``onnx`` package lack some of them."""
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
    **{
        TensorProto.DataType.Value(name): getattr(ml_dtypes, dtype)
        for name, dtype in _STORAGE.items()
        if name in TensorProto.DataType.keys()  # noqa: SIM118
    },
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
            content = read_file(content)
        proto = onnx.ModelProto()
        try:
            proto.ParseFromString(content)
        except (DecodeError, RecursionError):
            raise error(
                f"{path}: not an ONNX model: it is damaged, or nests subgraphs more than "
                f"{DEEPEST} levels deep"
            ) from None
    try:
        return _ModelReader(path, folder).model(proto)
    except UnicodeDecodeError as problem:
        raise error(f"{path}: a name is not UTF-8 ({problem.reason})") from None
    except (MemoryError, RecursionError) as problem:
        what = "memory" if isinstance(problem, MemoryError) else "stack"
        raise error(f"{path}: there is not enough {what}") from None


class _ModelReader:
    """Reads one model. ``folder`` contains external data; None forbids it."""

    def __init__(self, path: str, folder: Path | None) -> None:
        self.path = path
        self.folder = folder
        self.lines: list[str] = []
        """A line for each node."""
        self.tensor_bytes = 0
        self.external_files: set[Path] = set()

    def failure(self, message: str) -> DiagnosticError:
        return error(f"{self.path}: {message}")

    def model(self, proto: onnx.ModelProto) -> ModelFile:
        if not proto.HasField("graph"):
            raise self.failure("expected an ONNX model, got no graph")
        opsets = self.opsets(proto.opset_import)
        if not opsets:
            raise self.failure("expected the version of the operator set, got no opset_import")
        functions = {(_domain(f.domain), _text(f.name)): self.function(f) for f in proto.functions}
        self.check_calls(functions)
        metadata = {_text(e.key): _text(e.value) for e in proto.metadata_props}
        graph = self.graph(proto.graph, 0)
        listing = Source(self.path, "\n".join(self.lines))
        return ModelFile(
            self.path,
            graph,
            functions,
            opsets,
            metadata,
            len(self.lines),
            listing,
            self.tensor_bytes,
            self.external_files,
        )

    def opsets(self, imports: Iterable[onnx.OperatorSetIdProto]) -> dict[str, int]:
        found = {_domain(entry.domain): int(entry.version) for entry in imports}
        for domain, version in found.items():
            if not 1 <= version <= NEWEST_OPSET:
                name = domain or "ai.onnx"
                raise self.failure(f"opset_import of {quoted(name)} has version {version}")
        return found

    def check_calls(self, functions: Mapping[Key, ModelFunction]) -> None:
        """Raises if a function calls itself, directly or indirectly."""
        finished: set[Key] = set()
        for start in functions:
            # Depth-first search with a stack of its own: a chain of calls may be long.
            stack = [(start, iter(_called(functions[start].nodes)))]
            active = {start}
            while stack and start not in finished:
                key, callees = stack[-1]
                callee = next((c for c in callees if c in functions and c not in finished), None)
                if callee is None:
                    finished.add(key)
                    active.discard(key)
                    stack.pop()
                elif callee in active:
                    raise self.failure(f"function {operator_name(callee)} calls itself")
                elif len(stack) >= DEEPEST:
                    raise self.failure(f"functions are nested more than {DEEPEST} levels deep")
                else:
                    active.add(callee)
                    stack.append((callee, iter(_called(functions[callee].nodes))))

    def function(self, proto: onnx.FunctionProto) -> ModelFunction:
        nodes = self.nodes(proto.node, 1)
        return ModelFunction(
            _texts(proto.input),
            _texts(proto.output),
            nodes,
            _texts(proto.attribute),
            {_text(a.name): self.attribute(a, 1) for a in proto.attribute_proto},
            self.opsets(proto.opset_import),
        )

    def graph(self, proto: GraphProto, depth: int) -> Graph:
        if depth > DEEPEST:
            raise self.failure(f"subgraphs are nested more than {DEEPEST} levels deep")
        initializers: dict[str, Callable[[], Array]] = {}
        for tensor in proto.initializer:
            self.check_data(tensor)
            initializers[_text(tensor.name)] = partial(self.tensor, tensor)
        for sparse in proto.sparse_initializer:
            self.check_data(sparse.values)
            self.check_data(sparse.indices)
            initializers[_text(sparse.values.name)] = partial(self.sparse, sparse)
        # Before IR version 4 initializers were listed among the inputs.
        inputs = tuple(self.spec(i) for i in proto.input if i.name not in initializers)
        outputs = tuple(self.spec(o) for o in proto.output)
        nodes = self.nodes(proto.node, depth)
        known = {*initializers, *(i.name for i in inputs)}
        self.check_order(nodes, known, depth)
        return Graph(_text(proto.name), inputs, outputs, nodes, initializers)

    def check_order(self, nodes: Sequence[GraphNode], known: set[str], depth: int) -> None:
        """Raises if a node comes before one whose result it uses, or a value is defined twice."""
        defined = set(known)
        later = {name for node in nodes for name in node.outputs if name}
        for node in nodes:
            for name in node.inputs:
                if name and name not in defined and (name in later or depth == 0):
                    found = "is defined later" if name in later else "is not defined"
                    raise self.failure(f"{node.title}: input {quoted(name)} {found}")
            for name in node.outputs:
                if name and name in defined:
                    raise self.failure(f"{node.title}: output {quoted(name)} is defined twice")
                defined.add(name)

    def nodes(self, protos: Iterable[NodeProto], depth: int) -> tuple[GraphNode, ...]:
        return tuple(self.node(p, number, depth) for number, p in enumerate(protos))

    def node(self, proto: NodeProto, number: int, depth: int) -> GraphNode:
        place = quoted(_text(proto.name)) if proto.name else f"number {number}"
        self.lines.append("")
        line = len(self.lines)
        node = GraphNode(
            _domain(proto.domain),
            _text(proto.op_type),
            _texts(proto.input),
            _texts(proto.output),
            {_text(a.name): self.attribute(a, depth) for a in proto.attribute},
            _text(proto.name),
            place,
            line,
            proto,
        )
        self.lines[line - 1] = node.title
        return node

    def attribute(self, proto: AttributeProto, depth: int) -> Any:
        if proto.ref_attr_name:
            return AttributeReference(_text(proto.ref_attr_name))
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
                name = quoted(_text(proto.name))
                raise self.failure(f"attribute {name} has type {proto.type}, which is not known")

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
        what = f"tensor {quoted(_text(proto.name))}"
        sizes = self.sizes(proto.dims, what)
        if proto.data_type == TensorProto.STRING:
            if len(proto.string_data) != math.prod(sizes):
                raise self.failure(
                    f"{what} has {quantity(len(proto.string_data), 'string')}, not {sizes}"
                )
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

    def check_data(self, proto: TensorProto) -> None:
        """Raises if the size of a tensor's data does not match its shape. Reads no data."""
        what = f"tensor {quoted(_text(proto.name))}"
        sizes = self.sizes(proto.dims, what)
        dtype = DTYPES.get(proto.data_type)
        size = math.prod(sizes) if dtype is None else _stored_bytes(math.prod(sizes), dtype)
        if proto.data_location == TensorProto.EXTERNAL:
            self.open_external(proto, size, what).close()
        elif dtype is not None and proto.HasField("raw_data") and len(proto.raw_data) != size:
            raise self.failure(
                f"{what} has {quantity(len(proto.raw_data), 'byte')}, expected {size}"
            )
        else:
            size = min(size, proto.ByteSize())
        self.tensor_bytes += size

    def external(self, proto: TensorProto, sizes: tuple[int, ...], what: str) -> Array:
        dtype = np.dtype(DTYPES.get(proto.data_type, np.uint8))
        count = _stored_bytes(math.prod(sizes), dtype)
        try:
            with self.open_external(proto, count, what) as file:
                content = file.read(count)
        except OSError as problem:
            raise self.failure(f"{what}: {reason(problem)}") from None
        if len(content) != count:
            raise self.failure(f"{what}: its file was cut short while it was read")
        if _bits(dtype) < 8:
            packed = TensorProto(data_type=proto.data_type, dims=proto.dims, raw_data=content)
            return onnx.numpy_helper.to_array(packed)
        little = np.frombuffer(content, dtype.newbyteorder("<"))
        return little.astype(dtype, copy=False).reshape(sizes)

    def open_external(self, proto: TensorProto, count: int, what: str) -> BufferedReader:
        """Opens the file that contains the data of a tensor, at the start of the data."""
        if self.folder is None:
            raise self.failure(
                f"{what} is in a file of its own, but the model was not read from a file"
            )
        entries = {_text(e.key): _text(e.value) for e in proto.external_data}
        if proto.data_type not in DTYPES:
            raise self.failure(f"{what} in a file of its own has element type {proto.data_type}")
        try:
            offset = int(entries.get("offset", "0"))
            length = int(entries.get("length", str(count)))
            path = (self.folder / entries["location"]).resolve()
        except (KeyError, ValueError, OSError, RuntimeError):
            raise self.failure(f"{what}: its external data entries are damaged") from None
        if not path.is_relative_to(self.folder):
            raise self.failure(
                f"{what}: its file {quoted(str(path))} is outside the model's folder"
            )
        if length != count or offset < 0:
            raise self.failure(
                f"{what}: expected {quantity(count, 'byte')} at {offset}, got {length}"
            )
        try:
            file = open_regular(path)
        except OSError as problem:
            raise self.failure(f"{what}: {quoted(path.name)[1:-1]}: {reason(problem)}") from None
        if offset + count > os.fstat(file.fileno()).st_size:
            file.close()
            raise self.failure(f"{what}: {quoted(path.name)[1:-1]} ends before its last element")
        file.seek(offset)
        self.external_files.add(path)
        return BufferedReader(file)

    def sparse(self, proto: onnx.SparseTensorProto) -> Array:
        """The dense form of a sparse tensor."""
        what = f"sparse tensor {quoted(_text(proto.values.name))}"
        sizes = self.sizes(proto.dims, what)
        values, indices = self.tensor(proto.values), self.tensor(proto.indices)
        # A small file must not request a large array.
        if math.prod(sizes) > max(1 << 22, 1000 * values.size):
            raise self.failure(f"{what} has shape {sizes}, but only {values.size} values")
        if indices.dtype != np.int64 or values.ndim != 1:
            raise self.failure(f"{what}: expected indices of int64 and values of rank 1")
        if indices.ndim == 1:
            places, ends = [indices], [math.prod(sizes)]
        else:
            places, ends = list(indices.T), list(sizes)
        if indices.ndim not in (1, 2) or len(indices) != len(values) or len(places) != len(ends):
            found = f"{indices.shape} for {quantity(len(values), 'value')}"
            raise self.failure(f"{what}: its indices have shape {found}")
        if any(((p < 0) | (p >= end)).any() for p, end in zip(places, ends, strict=True)):
            raise self.failure(f"{what}: an index is out of range, expected one within {sizes}")
        dense = np.zeros(sizes, values.dtype)
        (dense if indices.ndim == 2 else dense.reshape(-1))[tuple(places)] = values
        return dense

    # Types

    def spec(self, proto: ValueInfoProto) -> TensorSpec:
        return self.spec_of(_text(proto.name), proto.type)

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
        # Some exporters write -1 or "?" for sizes that are not known.
        return cast("int", dim.dim_value) if dim.dim_value >= 0 else None
    name = _text(dim.dim_param) if kind == "dim_param" else ""
    return None if name in ("", "?") else name


def _called(nodes: Iterable[GraphNode]) -> Iterator[Key]:
    """The operators of nodes and of their subgraphs."""
    for node in nodes:
        yield node.domain, node.op
        for graph in subgraphs(node):
            yield from _called(graph.nodes)


def _domain(name: str) -> str:
    return "" if name == "ai.onnx" else _text(name)


def _text(name: str | bytes) -> str:
    """A name in the file. If it is not UTF-8, protobuf has left it undecoded."""
    return name if isinstance(name, str) else name.decode()


def _texts(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(_text, names))


def read_function(proto: onnx.FunctionProto, path: str) -> tuple[ModelFunction, Mapping[str, Any]]:
    """The function that defines an operator in its schema, and the defaults of its attributes."""
    function = _ModelReader(path, None).function(proto)
    return function, function.defaults


def _bits(dtype: Any) -> int:
    """The bits of an element in a file: types of less than a byte are packed."""
    element = real_element_type_of(np.dtype(dtype))
    if element is not None and element.is_storage:
        return element.bits
    return 8 * np.dtype(dtype).itemsize


def _stored_bytes(count: int, dtype: Any) -> int:
    """The size in bytes of a number of elements in a file."""
    return -(-count * _bits(dtype) // 8)
