"""What the rules of evaluation have in common: the table, the state they see, arrays of an element
type."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

import numpy as np

from dlvm.diagnostics import DiagnosticError, error
from dlvm.ir.instruction import Instruction, TypeRuleError
from dlvm.ir.module import Function
from dlvm.ir.types import BF16, F16, Dim, ElementType, Shape, TensorType, Type
from dlvm.ir.values import Aggregate, Literal, Resource, Special, TensorData, Value

Array = np.ndarray[Any, np.dtype[Any]]
"""A tensor of any rank. Arrays are never changed once an instruction has given them."""


@dataclass
class RandomState:
    """The state of the generator that ``random`` without a key reads and advances."""

    seed: int
    counter: int = 0


@dataclass(frozen=True)
class Call:
    """What a rule asks for: the result of a function."""

    function: Function
    arguments: tuple[Any, ...]


@dataclass(frozen=True)
class Finish:
    """What ``return`` gives: the result of the function."""

    value: Any


Calls = Generator[Call, Any, Any]
"""A rule under way that calls functions: it yields calls and is sent their results."""


@dataclass
class Frame:
    """A function under way. ``sizes`` says what each symbolic dimension is, ``fixed`` those of the
    signature alone."""

    function: Function
    random: RandomState
    values: dict[Value, Any] = field(default_factory=dict[Value, Any])
    fixed: dict[str, int] = field(default_factory=dict[str, int])
    sizes: dict[str, int] = field(default_factory=dict[str, int])
    instructions: Iterator[Instruction] = field(default_factory=lambda: iter(()))
    current: Instruction | None = None
    calls: Calls | None = None

    def size(self, dim: Dim) -> int | None:
        """What a dimension is, as far as the frame knows."""
        return dim if isinstance(dim, int) else self.sizes.get(dim.name)


Rule = Callable[..., Any]
"""``(frame, instruction, *operands)``: the instruction's result; a terminator's rule gives the
successor to go on at or :class:`Finish`, and one that calls functions is a generator (Calls)."""

EVALUATE: Final[dict[type[Instruction], Rule]] = {}
"""For each instruction, how to compute it."""

AnyRule = TypeVar("AnyRule", bound=Rule)


def rule(*classes: type[Instruction]) -> Callable[[AnyRule], AnyRule]:
    """Registers the rule of instructions."""

    def register(function: AnyRule) -> AnyRule:
        for cls in classes:
            EVALUATE[cls] = function
        return function

    return register


def tensor_type(value: Value) -> TensorType:
    """The tensor type of a value that is known to be a tensor."""
    type = value.type.canonical
    assert isinstance(type, TensorType)
    return type


def failure(op: Instruction, message: str) -> DiagnosticError:
    """An error at an instruction, to be raised."""
    return error(message, op.location)


SMALL: Final = (F16, BF16)
"""Element types whose arithmetic is that of f32, rounded once."""


def widened(x: Array, element: ElementType) -> Array:
    """An array as its element type computes."""
    return x.astype(np.float32) if element in SMALL else x


def converted(x: Any, element: ElementType) -> Array:
    """The numbers as another element type, with the meaning of ``dataTypeCast``."""
    array = np.asarray(x)
    target = element.numpy
    if array.dtype == target:
        return array
    if array.dtype.kind not in "biuf":  # NumPy knows bf16 as a type of its own kind.
        array = array.astype(np.float32)
    if element.kind == "bool":
        return array != 0
    if element.is_float:
        return _to_float(array, element)
    return _saturated(array, target) if array.dtype.kind == "f" else array.astype(target)


def _to_float(array: Array, element: ElementType) -> Array:
    if (element in SMALL and array.dtype.itemsize > 4) or array.dtype.kind in "iu":
        array = _exact_enough(array, element)
    return np.asarray(array.astype(element.numpy))


def _exact_enough(array: Array, element: ElementType) -> Array:
    """Numbers of 64 bits so that rounding them again, to fewer digits, gives what rounding once
    gives. What is lost on the way is kept in the last bit ("round to odd")."""
    if element not in SMALL:
        return array
    if array.dtype.kind in "iu":
        rest = (array & 0xFFF) != 0
        sticky = ((array >> 12) | rest) << 12 if array.dtype.itemsize == 8 else array
        limit = 2**53 if array.dtype.itemsize == 8 else 0
        large = (array >= limit) | (array <= -limit) if array.dtype.kind == "i" else array >= limit
        array = np.asarray(np.where(large, sticky, array)).astype(np.float64)
    if element is not BF16:  # NumPy rounds f64 to f16 at once; ml_dtypes goes through f32.
        return array
    single = np.asarray(array.astype(np.float32))
    inexact = np.isfinite(single) & (single.astype(np.float64) != array)
    outside = np.abs(single.astype(np.float64)) > np.abs(array)
    single = np.where(inexact & outside, np.nextafter(single, np.float32(0)), single)
    return np.asarray(single.view(np.uint32) | inexact).view(np.float32)


def _saturated(array: Array, target: np.dtype[Any]) -> Array:
    limits = np.iinfo(target)
    whole = np.trunc(np.asarray(array, np.float64))
    # Bounds as powers of two, which f64 has exactly.
    over, under = whole >= float(int(limits.max) + 1), whole < float(limits.min)
    inside = np.where(over | under | np.isnan(whole), 0.0, whole).astype(target)
    result = np.where(over, target.type(limits.max), inside)
    return np.asarray(np.where(under, target.type(limits.min), result))


def shape_text(shape: Shape) -> str:
    """A shape as it is said in messages."""
    return " x ".join(map(str, shape)) or "scalar"


def check_sizes(op: Instruction, operands: list[Any]) -> None:
    """Applies the instruction's type rule to the sizes that are known only at run time."""
    concrete: dict[int, Value] = {}
    for index, (value, found) in enumerate(zip(op.operands, operands, strict=True)):
        type = value.type.canonical
        if isinstance(type, TensorType) and type.static_shape is None:
            concrete[index] = Literal(type.with_shape(found.shape), Special.UNDEFINED)
    if not concrete:
        return
    copied = op.clone()
    for index, value in concrete.items():
        copied.set_operand(index, value)
    try:
        copied.infer()
    except TypeRuleError as problem:
        raise failure(op, str(problem)) from None
    finally:
        copied.drop_operands()


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
            location = frame.current.location if frame.current is not None else None
            raise error(f"{name} of type {value.type} is used, but was not computed", location)


def _literal(frame: Frame, literal: Literal) -> Any:
    data = literal.data
    location = literal.location or (frame.current.location if frame.current is not None else None)
    match data:
        case TensorData():
            return data.array
        case Resource(name):
            raise error(
                f'resource "{name}" can not be read: the interpreter does not support resources yet',
                location,
            )
        case Special.NULL:
            raise error("the interpreter does not support pointers yet, found null", location)
        case Special():
            return _zero(frame, literal.type, location)
        case _:
            return _splat(frame, literal.type, data, location)


def _splat(frame: Frame, type: Type, number: bool | int | float, location: Any) -> Array:
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


def _zero(frame: Frame, type: Type, location: Any) -> Any:
    """Zero, which is also what an undefined value is."""
    from dlvm.ir.types import ArrayType, StructType, TupleType

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
    location = value.location or (frame.current.location if frame.current is not None else None)
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
