"""Operators that their schema in ``onnx`` defines as functions of other operators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import onnx
import onnx.defs
import onnx.helper

from dlvm.nnkit.tracing.tracer import is_tracer
from dlvm.onnx.graph import GraphNode


def schema_of(node: GraphNode, version: int) -> Any:
    """The schema of an operator that is defined by a function, or None."""
    if not onnx.defs.has(node.op, version, node.domain):
        return None
    schema: Any = onnx.defs.get_schema(node.op, version, node.domain)
    is_function = schema.has_function or schema.has_context_dependent_function
    return schema if is_function else None


def schema_function(
    node: GraphNode, version: int, inputs: Sequence[Any]
) -> onnx.FunctionProto | None:
    """The function that the schema of an operator defines, for inputs of the given types."""
    schema = schema_of(node, version)
    if schema is None or schema.has_function:
        return None if schema is None else schema.function_body
    proto = onnx.NodeProto()
    proto.CopyFrom(node.proto)
    del proto.input[:]
    proto.input.extend(
        name if value is not None else "" for name, value in zip(node.inputs, inputs, strict=True)
    )
    # In a model-local function, attributes may refer to those of the call.
    referring = [a.name for a in node.proto.attribute if a.ref_attr_name]
    kept = [a for a in node.proto.attribute if not a.ref_attr_name]
    del proto.attribute[:]
    proto.attribute.extend(kept)
    proto.attribute.extend(
        onnx.helper.make_attribute(name, node.attributes[name])
        for name in referring
        if name in node.attributes
    )
    types = [_type_proto(value).SerializeToString() for value in inputs]
    versions = [v for v in schema.context_dependent_function_opset_versions if v <= version]
    body = onnx.FunctionProto()
    content = proto.SerializeToString()
    if versions:
        make = schema.get_context_dependent_function_with_opset_version
        body.ParseFromString(make(max(versions), content, types))
    else:
        body.ParseFromString(schema.get_context_dependent_function(content, types))
    return body if body.node else None


def shape_of(value: Any) -> Sequence[int]:
    """The sizes of a tensor, staged or known."""
    return value.shape


def _type_proto(value: Any) -> onnx.TypeProto:
    """Converts the type of a value to ONNX's, for schemas."""
    if isinstance(value, list):
        elements = cast("list[Any]", value)
        inner = _type_proto(elements[0]) if elements else onnx.TypeProto()
        return onnx.helper.make_sequence_type_proto(inner)
    if value is None:
        return onnx.TypeProto()
    dtype = value.type.element.numpy if is_tracer(value) else value.dtype
    number = onnx.helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
    return onnx.helper.make_tensor_type_proto(number, list(shape_of(value)))
