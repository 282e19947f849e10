"""Tracers (staged values), and the lifting of Python and NumPy values."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from types import MethodType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Final,
    Generic,
    ParamSpec,
    Protocol,
    TypeGuard,
    TypeVar,
    cast,
    overload,
)

import numpy as np
from numpy.typing import NDArray

from dlvm.diagnostics import Note
from dlvm.ir.instruction import Argument
from dlvm.ir.instructions import DataTypeCast
from dlvm.ir.types import BOOL, F32, I64, ElementType, TensorType, element_type_of
from dlvm.ir.values import Literal, TensorData, Value
from dlvm.ir.wellformed import integer_range
from dlvm.nnkit.tracing.element_types import promoted, unsupported_dtype
from dlvm.nnkit.tracing.trace import current_scope, emit, failure, scope_for

if TYPE_CHECKING:
    from dlvm.nnkit.tracing.ranks import Array, OnHost, Rank0, Stored

P = ParamSpec("P")
R = TypeVar("R")
N = TypeVar("N", bound=np.generic)
T_co = TypeVar("T_co", covariant=True)

_ARRAYS = (np.ndarray, np.generic)


class Tracer(Generic[T_co]):
    """A tracer: a staged value that is a ``T`` at run time.

    It is a tensor (:class:`Tensor`) for an array, and a function (:class:`StagedFunction`) for a
    ``Callable``. A parameter annotated ``Tracer[Callable[[Float2D, Float1D], Float2D]]`` accepts
    functions of a matrix and a vector that return a matrix.
    """

    __slots__ = ()

    if TYPE_CHECKING:

        @overload
        def __call__(self: Tracer[Callable[P, R]], *args: P.args, **kwargs: P.kwargs) -> R: ...
        @overload
        def __call__(  # pyright: ignore[reportOverlappingOverload]
            self: Tracer[Callable[..., Tracer[Array[Rank0, Stored[N]]]]], a: Plain, /, *args: Host
        ) -> N: ...
        @overload
        def __call__(
            self: Tracer[Callable[..., Tracer[Array[Any, Stored[N]]]]], a: Plain, /, *args: Host
        ) -> NDArray[N]: ...
        @overload
        def __call__(self: Tracer[Callable[..., OnHost[R]]], a: Plain, /, *args: Host) -> R: ...
        def __call__(self: Any, *args: Any, **kwargs: Any) -> Any:
            """Runs the function; inside a staged function, stages a call of it."""
            ...

        def __getitem__(self: Tracer[Callable[..., Any]], arguments: Any) -> Any:
            """Runs the function, or binds some of its arguments if ``...`` is among them."""
            ...


class Dataclass(Protocol):
    """An instance of a struct."""

    __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]]


Plain = NDArray[Any] | np.generic | float
"""Arrays and numbers."""
Host = Plain | str | Dataclass | tuple[Any, ...] | list[Any] | Tracer[Callable[..., Any]] | None
"""Arguments of staged functions: arrays and numbers for tensors, structs of arrays, and staged
functions.
"""


class StagedTensor(Tracer[T_co]):
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

    is_weak: ClassVar[bool] = False
    """Whether the value adopts the element type of other operands, as Python numbers do."""
    by_rank: ClassVar[dict[int, type[StagedTensor[Any]]]] = {}
    """The class of the staged tensors of each rank."""
    size_class: ClassVar[Callable[[Any, Any], Any]]
    """The class of the sizes of dynamic axes."""


def is_tracer(value: object) -> TypeGuard[StagedTensor[Any]]:
    """Whether a value is a tracer."""
    return isinstance(value, StagedTensor)


def is_array(value: object) -> TypeGuard[NDArray[Any]]:
    """Whether a value is a NumPy array, or a NumPy scalar, which has the attributes used here."""
    return isinstance(value, _ARRAYS)


def wrap(value: Value) -> Any:
    """Wraps an IR value in the staged tensor class of its rank; returns an enum value unchanged."""
    type = value.type
    if not isinstance(type, TensorType):
        return value
    classes = StagedTensor.by_rank
    return classes.get(len(type.shape), classes[-1])(value)


def is_liftable(value: object) -> bool:
    """Whether ``lift`` accepts a value: a tracer, a number or an array."""
    return isinstance(value, StagedTensor | bool | int | float | complex | np.ndarray | np.generic)


def element_type(value: Any) -> ElementType | None:
    """The element type of a tracer or array; None for Python numbers and sizes, which have none."""
    if is_tracer(value):
        return None if value.is_weak else value.type.element
    # NumPy scalars of f64 and c128 are Python numbers, too, and are treated as these.
    if is_array(value) and not isinstance(value, float | complex):
        return element_type_of(value.dtype)
    return None


def default_element(number: complex) -> ElementType:
    """The element type of a Python number without a typed operand."""
    if isinstance(number, complex):
        return ElementType.C64
    if isinstance(number, bool):
        return BOOL
    return I64 if isinstance(number, int) else F32


_STACKED = "; make an array of numbers with np.asarray(…), or stack tensors with nnkit.stack"
_HELD = "; pass the tensors that it holds"
_REMEDIES: Final[dict[type, str]] = {
    MethodType: "; call it", list: _STACKED, tuple: _STACKED, dict: _HELD, set: _HELD,
}  # fmt: skip


def lift(value: Any, element: ElementType | None = None) -> Value:
    """Lifts a tracer, a number or size (of the given element type) or an array to an
    operand.
    """
    if is_tracer(value):
        return _as(own(value.value), element if value.is_weak else None)
    if isinstance(value, bool | int | float | complex):
        wanted = default_element(value) if element is None else element
        _check_number(value, wanted)
        number = complex(value) if wanted.is_complex else value
        return Literal(TensorType((), wanted), number)
    if is_array(value):
        return constant(np.asarray(value))
    kind = cast("type[object]", type(value))
    remedy = _REMEDIES.get(kind, "")
    raise failure(
        f"expected a staged tensor, a number or a NumPy array, got {kind.__name__}{remedy}"
    )


def lift_all(what: str, *values: Any) -> list[Value]:
    """Lifts values to operands of one element type, to which the types of the tensors and arrays
    are promoted. Python numbers adopt it; a complex one makes floats complex."""
    element: ElementType | None = None
    for value in values:
        found = element_type(value)
        if found is None:
            continue
        joined = found if element is None else promoted(element, found)
        if joined is None:
            raise failure(
                f"{what}: expected element type {element}, got {found}; element types do not "
                f"mix, convert one with .astype({element})",
                *count_notes(*values),
            )
        element = joined
    if element is None:
        numbers = [v for v in values if isinstance(v, bool | int | float | complex)]
        known = [*map(default_element, numbers), *(I64 for v in values if is_tracer(v))]
        order = [BOOL, I64, F32, ElementType.C64]
        element = max(known, key=order.index, default=None)
    elif any(isinstance(v, complex) for v in values):
        joined = promoted(element, ElementType.C64)
        if joined is None:
            raise failure(
                f"{what}: a complex number does not mix with element type {element}; convert the "
                "tensor with .astype(c64)"
            )
        element = joined
    return [_as(lift(v, element), element) for v in values]


def count_notes(*values: Any) -> list[Note]:
    """Notes for values that are integers only because their variables were Python integers before a
    loop.
    """
    scope = current_scope()
    counts = scope.counts if scope is not None else {}
    return [counts[v.value] for v in values if is_tracer(v) and v.value in counts]


def _as(value: Value, element: ElementType | None) -> Value:
    """The operand, promoted to an element type."""
    type = value.type
    if element is None or not isinstance(type, TensorType) or type.element is element:
        return value
    if isinstance(value, Literal) and isinstance(value.data, TensorData):
        return constant(value.data.array.astype(element.numpy), value.data.name or "")
    return emit(DataTypeCast, value, element)


def own(value: Value) -> Value:
    """Checks that a value is usable at the insertion point: it belongs to the function, and to no
    branch or loop that staging has left.
    """
    block = value.block if isinstance(value, Argument) else getattr(value, "block", None)
    if block is None:
        return value
    scope = scope_for("a staged value")
    if block in scope.left:
        note = Note("computed here", value.location)
        raise failure(
            "a staged value of a branch or loop is used outside of it, expected one that is "
            "assigned to a variable there: changes to lists, dicts and attributes are lost",
            note,
        )
    if block.function is not scope.function:
        raise failure(
            f"a staged value of @{block.function.name} is used in another staged function, "
            "expected one of its own; pass it as an argument"
        )
    return value


def _check_number(number: complex, element: ElementType) -> None:
    if isinstance(number, complex):
        if not element.is_complex:
            raise failure(
                f"expected a number of element type {element}, got {number!r}; convert the tensor "
                "with .astype(c64)"
            )
        return
    if isinstance(number, bool) != (element is BOOL):
        raise failure(f"expected a number of element type {element}, got {number!r}")
    if not element.is_integer:
        return
    if isinstance(number, float):
        raise failure(
            f"expected a number of element type {element}, got the float {number!r}; convert the "
            "integers with .astype(f32)"
        )
    low, high = integer_range(element)
    if not low <= number <= high:
        raise failure(f"expected {low} to {high}, the range of {element}, got {number}")


def constant(array: NDArray[Any], name: str = "") -> Literal:
    """The constant for an array. A large array becomes a resource, with the given name if there is
    one."""
    element = element_type_of(array.dtype)
    if element is None:
        raise failure(unsupported_dtype(array.dtype))
    scope = current_scope()
    # Without a scope, the instruction that this is an operand of raises the error.
    data = TensorData(array) if scope is None else scope.program.constant(array, name)
    return Literal(TensorType(array.shape, element), data)
