"""Staged values, and how Python's and NumPy's values become such."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, ParamSpec, Protocol, TypeGuard, TypeVar

import numpy as np
from numpy.typing import NDArray

from dlvm.diagnostics import Note
from dlvm.ir.instruction import Argument
from dlvm.ir.instructions import DataTypeCast
from dlvm.ir.types import BOOL, F32, I64, ElementType, TensorType, element_type_of
from dlvm.ir.values import Literal, TensorData, Value
from dlvm.nnkit.tracing.element_types import promoted
from dlvm.nnkit.tracing.trace import current_scope, emit, failure, scope_for

P = ParamSpec("P")
R = TypeVar("R")
T_co = TypeVar("T_co", covariant=True)

_ARRAYS = (np.ndarray, np.generic)
LARGEST_CONSTANT = 4096
"""The most elements an array may have that is built into a program as a constant."""


class Rep(Generic[T_co]):
    """What will be a ``T`` when the program runs: a tensor (:class:`Tensor`) for an array, a
    function (:class:`StagedFunction`) for a ``Callable``. As an annotation of a parameter,
    ``Rep[Callable[[Float2D, Float1D], Float2D]]`` takes functions of a matrix and a vector that
    give a matrix."""

    __slots__ = ()

    if TYPE_CHECKING:

        def __call__(self: Rep[Callable[P, R]], *args: P.args, **kwargs: P.kwargs) -> R:
            """Runs the function; inside a staged function, stages a call of it."""
            ...

        def __getitem__(self: Rep[Callable[..., Any]], arguments: Any) -> Any:
            """Runs the function, or binds some of its arguments where there is ``...``."""
            ...


class Dataclass(Protocol):
    """An instance of a struct."""

    __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]]


Host = (
    NDArray[Any]
    | np.generic
    | float
    | str
    | Dataclass
    | tuple[Any, ...]
    | list[Any]
    | Rep[Callable[..., Any]]
    | None
)
"""What a staged function takes from Python: arrays and numbers for tensors, structs of arrays, and
staged functions."""


class StagedTensor(Rep[T_co]):
    """A staged value in the program."""

    __slots__ = ("_value",)

    def __init__(self, value: Value) -> None:
        self._value = value

    @property
    def value(self) -> Value:
        """The value in the IR."""
        return self._value

    @property
    def type(self) -> TensorType:
        """The type in the IR."""
        type = self.value.type
        assert isinstance(type, TensorType)
        return type

    by_rank: ClassVar[dict[int, type[StagedTensor[Any]]]] = {}
    """The class of the staged tensors of each rank."""


def is_rep(value: object) -> TypeGuard[StagedTensor[Any]]:
    """Whether it is a staged value."""
    return isinstance(value, StagedTensor)


def is_array(value: object) -> TypeGuard[NDArray[Any]]:
    """Whether it is a NumPy array, or scalar, which has all that is asked of one here."""
    return isinstance(value, _ARRAYS)


def wrap(value: Value) -> Any:
    """The staged tensor that stands for a value of the IR, of the class of its rank; the value
    itself for one of an enum."""
    type = value.type
    if not isinstance(type, TensorType):
        return value
    classes = StagedTensor.by_rank
    return classes.get(len(type.shape), classes[-1])(value)


def is_liftable(value: object) -> bool:
    """Whether ``lift`` takes it: a staged value, a number or an array."""
    return isinstance(value, StagedTensor | bool | int | float | np.ndarray | np.generic)


def element_type(value: Any) -> ElementType | None:
    """The element type of a staged value or array; None for Python's numbers, which have none."""
    if is_rep(value):
        return value.type.element
    # NumPy's f64 scalars are Python floats as well, and are taken as such.
    if is_array(value) and not isinstance(value, float):
        return element_type_of(value.dtype)
    return None


def default_element(number: float) -> ElementType:
    """The element type of a Python number that meets no typed value."""
    if isinstance(number, bool):
        return BOOL
    return I64 if isinstance(number, int) else F32


def lift(value: Any, element: ElementType | None = None) -> Value:
    """The operand for a staged value, a number (of the given element type) or a small array."""
    if is_rep(value):
        return own(value.value)
    if isinstance(value, bool | int | float):
        wanted = default_element(value) if element is None else element
        _check_number(value, wanted)
        return Literal(TensorType((), wanted), value)
    if is_array(value):
        return _constant(np.asarray(value))
    raise failure(
        f"a value of type {type(value).__name__} found, expected a staged tensor, a number or a "
        "NumPy array"
    )


def lift_all(what: str, *values: Any) -> list[Value]:
    """Operands of one element type: that to which those of the typed values are promoted, and which
    Python numbers take on."""
    element: ElementType | None = None
    for value in values:
        found = element_type(value)
        if found is None:
            continue
        joined = found if element is None else promoted(element, found)
        if joined is None:
            raise failure(
                f"{what}: element type {found} found, expected {element}; element types do not "
                f"mix, convert one with .astype({element})",
                *count_notes(*values),
            )
        element = joined
    if element is None:
        numbers = [v for v in values if isinstance(v, bool | int | float)]
        order = [BOOL, I64, F32]
        element = max((default_element(n) for n in numbers), key=order.index, default=None)
    return [_as(lift(v, element), element) for v in values]


def count_notes(*values: Any) -> list[Note]:
    """How such of the values could have been floats as are integers since a loop began."""
    scope = current_scope()
    counts = scope.counts if scope is not None else {}
    return [counts[v.value] for v in values if is_rep(v) and v.value in counts]


def _as(value: Value, element: ElementType | None) -> Value:
    """The operand, promoted to an element type."""
    type = value.type
    if element is None or not isinstance(type, TensorType) or type.element is element:
        return value
    if isinstance(value, Literal) and isinstance(value.data, TensorData):
        return _constant(value.data.array.astype(element.numpy))
    return emit(DataTypeCast, value, element)


def own(value: Value) -> Value:
    """The value, if it may be used where staging is: it is the function's own, and of no branch or
    loop that is left."""
    block = value.block if isinstance(value, Argument) else getattr(value, "block", None)
    if block is None:
        return value
    scope = scope_for("a staged value")
    if block in scope.left:
        note = Note("computed here", value.location)
        raise failure(
            "a staged value of a branch or loop found outside of it, expected one that is assigned "
            "to a variable there: changes to lists, dicts and attributes are lost",
            note,
        )
    if block.function is not scope.function:
        raise failure(
            f"a staged value of @{block.function.name} found in another staged function, expected "
            "one of its own; pass it as an argument"
        )
    return value


def _check_number(number: float, element: ElementType) -> None:
    if isinstance(number, bool) != (element is BOOL):
        raise failure(f"{number!r} found, expected a number of element type {element}")
    if not element.is_integer:
        return
    if isinstance(number, float):
        raise failure(
            f"the float {number!r} found with integers, expected a number of element type "
            f"{element}; convert the integers with .astype(f32)"
        )
    limits = np.iinfo(element.numpy)
    if not limits.min <= number <= limits.max:
        raise failure(f"{number} found, expected {limits.min} to {limits.max}, as {element} holds")


def _constant(array: NDArray[Any]) -> Literal:
    element = element_type_of(array.dtype)
    if element is None:
        raise failure(f"an array of dtype {array.dtype} found, expected numbers or bools")
    if array.size > LARGEST_CONSTANT:
        raise failure(
            f"an array of {array.size} elements found as a constant, expected at most "
            f"{LARGEST_CONSTANT}; pass it as an argument"
        )
    return Literal(TensorType(array.shape, element), TensorData(array))
