"""Checks nodes: the attributes against the table of operators, the types against the schemas."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final, cast

import numpy as np
import onnx
import onnx.defs

from dlvm.diagnostics import error, quantity
from dlvm.nnkit.tracing.tracer import is_tracer
from dlvm.onnx.graph import Graph, GraphNode, quoted
from dlvm.onnx.operators.table import OperatorVersion

_ATTRIBUTES: Final[Mapping[str, Callable[[Any], bool]]] = {
    "int": lambda value: isinstance(value, int),
    "float": lambda value: isinstance(value, float),
    "int | float": lambda value: isinstance(value, int | float),
    "str": lambda value: isinstance(value, str),
    "Graph": lambda value: isinstance(value, Graph),
    "list[int]": lambda value: _is_list(value, int),
    "list[float]": lambda value: _is_list(value, float),
    "list[str]": lambda value: _is_list(value, str),
    "Array": lambda value: isinstance(value, np.ndarray),
    "Any": lambda value: True,
}
"""Whether a value has the type of an attribute."""


def _is_list(value: Any, kind: type) -> bool:
    elements = cast("list[Any]", value) if isinstance(value, list) else None
    return elements is not None and all(isinstance(e, kind) for e in elements)


def check_attributes(found: OperatorVersion, given: Mapping[str, Any]) -> None:
    """Raises if a node has an unknown attribute or one of a wrong type, or lacks a required one."""
    unknown = sorted(given.keys() - found.attributes.keys())
    if unknown:
        listed = ", ".join(sorted(found.attributes)) or "none"
        raise error(f"attribute {quoted(unknown[0])} is not supported, expected one of {listed}")
    for name, value in given.items():
        kind = found.attributes[name]
        if not _ATTRIBUTES[kind](value):
            raise error(
                f"attribute {quoted(name)} must be {_article(kind)}, got {_described(value)}"
            )
    missing = [name for name in found.required if name not in given]
    if missing:
        raise error(f"attribute {quoted(missing[0])} is missing")


def check_count(found: OperatorVersion, inputs: Sequence[Any]) -> None:
    """Raises if a node has too many inputs, or too few."""
    count, most = len(inputs), len(found.inputs)
    if not found.variadic and count > most:
        raise error(f"expected at most {quantity(most, 'input')}, got {count}")
    least = found.needed if most or not found.variadic else 1
    if count < least:
        raise error(f"expected at least {quantity(least, 'input')}, got {count}")
    missing = [n for n, x in zip(found.inputs[: found.needed], inputs, strict=False) if x is None]
    if missing and not found.takes_context:
        raise error(f"input {missing[0]} is missing")


def check_types(node: GraphNode, version: int, inputs: Sequence[Any]) -> None:
    """Raises if the inputs of a node have types that the schema of its operator does not allow."""
    schema = _schema(node.op, version, node.domain)
    if schema is None:
        return
    formal = schema.inputs
    bound: dict[str, tuple[str, str]] = {}
    for number, value in enumerate(inputs):
        kind = _type_of(value)
        if kind is None or not formal:
            continue
        parameter = formal[min(number, len(formal) - 1)]
        name = node.inputs[number]
        if kind not in parameter.types:
            allowed = ", ".join(sorted(parameter.types))
            raise error(f"input {quoted(name)} is a {kind}, expected one of {allowed}")
        if not parameter.is_homogeneous:
            continue
        other, first = bound.setdefault(parameter.type_str, (kind, name))
        if other != kind:
            raise error(
                f"input {quoted(name)} is a {kind} and input {quoted(first)} a {other}, "
                "expected equal element types"
            )


@cache
def _schema(op: str, version: int, domain: str) -> Any:
    """The schema of an operator, or None."""
    try:
        return onnx.defs.get_schema(op, version, domain)
    except onnx.defs.SchemaError:
        return None


def _type_of(value: Any) -> str | None:
    """ONNX's spelling of the type of a tensor; None for other values."""
    if is_tracer(value):
        return _spelled(value.type.element.numpy)
    if not isinstance(value, np.ndarray):
        return None
    array = cast("np.ndarray[Any, Any]", value)
    return "tensor(string)" if array.dtype.kind in "OUS" else _spelled(array.dtype)


@cache
def _spelled(dtype: np.dtype[Any]) -> str:
    number = onnx.helper.np_dtype_to_tensor_dtype(dtype)
    return f"tensor({onnx.TensorProto.DataType.Name(number).lower()})"


def _article(kind: str) -> str:
    return f"an {kind}" if kind[0] in "ia" else f"a {kind}"


def _described(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return "a tensor"
    return "a graph" if isinstance(value, Graph) else type(value).__name__
