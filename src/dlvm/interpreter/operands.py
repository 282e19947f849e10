"""What operands are: results of instructions, constants, and what is put together from them."""

from __future__ import annotations

from typing import Any

import numpy as np

from dlvm.diagnostics import Location, error
from dlvm.interpreter.numbers import Array, converted
from dlvm.interpreter.rules import Frame
from dlvm.ir.instructions.rules import shape_text
from dlvm.ir.module import Function
from dlvm.ir.types import ArrayType, StructType, TensorType, TupleType, Type
from dlvm.ir.values import Aggregate, Literal, Resource, Special, TensorData, Value


def value_of(frame: Frame, value: Value) -> Any:
    """What an operand is."""
    match value:
        case Literal():
            return _literal(frame, value)
        case Aggregate():
            return _aggregate(frame, value)
        case Function():
            return value
        case _ if value in frame.values:
            return frame.values[value]
        case _:
            name = f"%{value.name}" if value.name else "a value"
            message = f"{name} of type {value.type} is used, but was not computed"
            raise error(message, frame.location)


def _literal(frame: Frame, literal: Literal) -> Any:
    data = literal.data
    location = literal.location or frame.location
    match data:
        case TensorData():
            return data.array
        case Resource(name):
            raise error(
                f'the interpreter does not support resources yet, found resource "{name}"',
                location,
            )
        case Special.NULL:
            raise error("the interpreter does not support pointers yet, found null", location)
        case Special():
            return _zero(frame, literal.type, location)
        case _:
            return _splat(frame, literal.type, data, location)


def _splat(
    frame: Frame, type: Type, number: bool | int | float, location: Location | None
) -> Array:
    tensor = type.canonical
    assert isinstance(tensor, TensorType)
    shape: list[int] = []
    for dim in tensor.shape:
        size = frame.size(dim)
        if size is None:
            raise error(f"the size {dim} of a constant of type {type} is not known", location)
        shape.append(size)
    wide = np.asarray(number, np.float64 if tensor.element.is_float else None)
    return np.broadcast_to(converted(wide, tensor.element), tuple(shape))


def _zero(frame: Frame, type: Type, location: Location | None) -> Any:
    """Zero, which is also what an undefined value is."""
    match whole := type.canonical:
        case TensorType():
            return _splat(frame, whole, 0, location)
        case TupleType(elements):
            return tuple(_zero(frame, t, location) for t in elements)
        case ArrayType(size, element):
            return (_zero(frame, element, location),) * size
        case StructType():
            return tuple(_zero(frame, t, location) for _, t in whole.fields)
        case _:
            raise error(f"the interpreter does not support values of type {type} yet", location)


def _aggregate(frame: Frame, value: Aggregate) -> Any:
    elements = tuple(value_of(frame, e) for e in value.operands)
    type = value.type.canonical
    location = value.location or frame.location
    if value.case is not None:
        raise error(f"the interpreter does not support enums yet, found ?{value.case}", location)
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
        return _splat(frame, type, 0, location)
    return np.stack(elements)
