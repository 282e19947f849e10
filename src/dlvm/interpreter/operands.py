"""Values of operands: results of instructions, constants, and aggregates of these."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dlvm.diagnostics import Location, error
from dlvm.interpreter.numbers import Array, broadcast_array, converted
from dlvm.interpreter.rules import Frame
from dlvm.interpreter.sizes import bind_sizes
from dlvm.interpreter.values import Allocation, Pointer, Variant
from dlvm.ir.compute import Definition
from dlvm.ir.instructions.rules import shape_text
from dlvm.ir.module import Function, Variable
from dlvm.ir.resources import read_resource
from dlvm.ir.types import (
    ArrayType,
    Dim,
    EnumType,
    StructType,
    TensorType,
    TupleType,
    Type,
)
from dlvm.ir.values import Aggregate, Literal, Number, Resource, Special, TensorData, Value


def value_of(frame: Frame, value: Value) -> Any:
    """Returns the value of an operand."""
    match value:
        case Literal():
            return _literal(frame, value)
        case Aggregate():
            return _aggregate(frame, value)
        case Function() | Definition():
            return value
        case Variable():
            return _address(frame, value)
        case _ if value in frame.values:
            return frame.values[value]
        case _:
            name = f"%{value.name}" if value.name else "a value"
            message = f"{name} of type {value.type} is used but was not computed"
            raise error(message, frame.location)


def _address(frame: Frame, variable: Variable) -> Pointer:
    known = frame.state.globals.get(variable)
    if known is None:
        memory = Allocation("global", 1, fresh(variable.content))
        known = frame.state.globals[variable] = Pointer(memory)
    return known


def _literal(frame: Frame, literal: Literal) -> Any:
    data = literal.data
    location = literal.location or frame.location
    match data:
        case TensorData():
            return data.array
        case Resource():
            known = frame.state.resources
            if literal not in known:
                known[literal] = read_resource(literal, location)
            return known[literal]
        case Special():
            return _zero(literal.type, frame.size, location)
        case _:
            return _splat(literal.type, data, frame.size, location)


Sizes = Callable[[Dim], int | None]
"""A function that returns the size of a dimension, or None if it is unknown."""


def _splat(type: Type, number: Number, sizes: Sizes, location: Location | None) -> Array:
    tensor = type.canonical
    assert isinstance(tensor, TensorType)
    shape: list[int] = []
    for dim in tensor.shape:
        size = sizes(dim)
        if size is None:
            raise error(f"the size {dim} of a constant of type {type} is not known", location)
        shape.append(size)
    kinds = {"float": np.float64, "complex": np.complex128}
    wide = np.asarray(number, kinds.get(tensor.element.kind))
    return broadcast_array(converted(wide, tensor.element), tuple(shape))


def fresh(type: Type) -> Any:
    """Returns the initial content of memory. Sizes that the type does not specify are 0."""
    return _zero(type, lambda dim: dim if isinstance(dim, int) else 0, None)


def _zero(type: Type, sizes: Sizes, location: Location | None) -> Any:
    """Returns the zero of a type, which is also the value of undefined numbers. For types without a
    zero, returns None, which is the null pointer or an undefined enum, for example."""
    match whole := type.canonical:
        case TensorType():
            return _splat(whole, 0, sizes, location)
        case TupleType(elements):
            return tuple(_zero(t, sizes, location) for t in elements)
        case ArrayType(size, element):
            return (_zero(element, sizes, location),) * size
        case StructType():
            return tuple(_zero(t, sizes, location) for _, t in whole.fields)
        case _:
            return None


def _aggregate(frame: Frame, value: Aggregate) -> Any:
    elements = tuple(value_of(frame, e) for e in value.operands)
    type = value.type.canonical
    location = value.location or frame.location
    if isinstance(type, EnumType):
        case = value.case or ""
        payload = type.payload(case) or ()
        bind_sizes(elements, payload, {}, lambda n: f"value {n} of ?{case}", location)
        return Variant(case, elements)
    if not isinstance(type, TensorType):
        return elements
    for number, element in enumerate(elements):
        if element.shape != elements[0].shape:
            raise error(
                f"element {number} has shape {shape_text(element.shape)}, expected "
                f"{shape_text(elements[0].shape)}",
                location,
            )
    if not elements:
        return _splat(type, 0, frame.size, location)
    return np.stack(elements)
