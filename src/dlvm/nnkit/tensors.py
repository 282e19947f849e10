"""The types of staged tensors: rank and element type are static, sizes are known while staging.

``Tensor2D[f64]`` annotates a matrix of f64; ``Float2D``, ``Int1D`` and ``Bool0D`` are short for
``Tensor2D[f32]``, ``Tensor1D[i64]`` and ``Tensor0D[bool]``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from types import EllipsisType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    Literal,
    Protocol,
    Self,
    TypeVar,
    overload,
)

import numpy as np
from numpy.typing import NDArray

from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import primitives
from dlvm.nnkit.elements import f32, i64
from dlvm.nnkit.rep import Rep, is_liftable
from dlvm.nnkit.staging import failure

E = TypeVar("E")
D = TypeVar("D")
Operand = TypeVar("Operand")
Flags = TypeVar("Flags")
Reduced = TypeVar("Reduced")

Constant = float | NDArray[Any]
"""What stands beside a staged tensor in an operator: a number or a small array."""

IndexItem = int | slice | None | EllipsisType | NDArray[Any] | list[int] | Rep[Any]


Scalar_co = TypeVar("Scalar_co", covariant=True)
Reduced_co = TypeVar("Reduced_co", covariant=True)
Whole_co = TypeVar("Whole_co", covariant=True)


class Reduction(Protocol[Scalar_co, Reduced_co, Whole_co]):
    """Joins the elements along axes: all of them, one, or several."""

    @overload
    def __call__(self, axis: None = None, keepdims: Literal[False] = False) -> Scalar_co: ...
    @overload
    def __call__(self, axis: int, keepdims: Literal[False] = False) -> Reduced_co: ...
    @overload
    def __call__(
        self, axis: int | tuple[int, ...] | None = None, *, keepdims: Literal[True]
    ) -> Whole_co: ...
    @overload
    def __call__(self, axis: tuple[int, ...], keepdims: bool = False) -> Any: ...


_UFUNCS: dict[str, Callable[..., Any]] = {
    **{
        ufunc: partial(primitives.elementwise, mnemonic)
        for ufunc, mnemonic in {
            "add": "add",
            "subtract": "subtract",
            "multiply": "multiply",
            "floor_divide": "floorDivide",
            "remainder": "modulo",
            "less": "lessThan",
            "less_equal": "lessThanOrEqual",
            "greater": "greaterThan",
            "greater_equal": "greaterThanOrEqual",
            "equal": "equal",
            "not_equal": "notEqual",
            "bitwise_and": "and",
            "bitwise_or": "or",
            "bitwise_xor": "xor",
        }.items()
    },
    "divide": primitives.divide,
    "power": primitives.power,
    "matmul": primitives.dot,
}
"""What NumPy's operators do where one operand is an array and the other one staged."""


class Tensor(Rep[NDArray[Any]], Generic[E, Operand, Flags, Reduced]):
    """What staged tensors of all ranks have in common.

    The type parameters are the element type; the operands that broadcast to the tensor's rank;
    the type of its comparisons; and the type with one dimension less.
    """

    __slots__ = ()

    rank: ClassVar[int] = -1

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes."""
        return primitives.shape_of(self.value)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The NumPy dtype of the elements."""
        return self.type.element.numpy

    @property
    def ndim(self) -> int:
        """The rank."""
        return self.type.rank

    @property
    def size(self) -> int:
        """The number of elements."""
        return int(np.prod(self.shape))

    @property
    def T(self) -> Self:
        """The tensor with its dimensions in reverse order."""
        return primitives.transpose(self)

    def __repr__(self) -> str:
        return f"<staged {self.type}>"

    def __add__(self, other: Operand) -> Self:
        return primitives.elementwise("add", self, other)

    def __radd__(self, other: Operand) -> Self:
        return primitives.elementwise("add", other, self)

    def __sub__(self, other: Operand) -> Self:
        return primitives.elementwise("subtract", self, other)

    def __rsub__(self, other: Operand) -> Self:
        return primitives.elementwise("subtract", other, self)

    def __mul__(self, other: Operand) -> Self:
        return primitives.elementwise("multiply", self, other)

    def __rmul__(self, other: Operand) -> Self:
        return primitives.elementwise("multiply", other, self)

    def __truediv__(self, other: Operand) -> Self:
        return primitives.divide(self, other)

    def __rtruediv__(self, other: Operand) -> Self:
        return primitives.divide(other, self)

    def __floordiv__(self, other: Operand) -> Self:
        return primitives.elementwise("floorDivide", self, other)

    def __rfloordiv__(self, other: Operand) -> Self:
        return primitives.elementwise("floorDivide", other, self)

    def __mod__(self, other: Operand) -> Self:
        return primitives.elementwise("modulo", self, other)

    def __rmod__(self, other: Operand) -> Self:
        return primitives.elementwise("modulo", other, self)

    def __pow__(self, other: Operand) -> Self:
        return primitives.power(self, other)

    def __rpow__(self, other: Operand) -> Self:
        return primitives.power(other, self)

    def __and__(self, other: Operand) -> Self:
        return primitives.elementwise("and", self, other)

    def __rand__(self, other: Operand) -> Self:
        return primitives.elementwise("and", other, self)

    def __or__(self, other: Operand) -> Self:
        return primitives.elementwise("or", self, other)

    def __ror__(self, other: Operand) -> Self:
        return primitives.elementwise("or", other, self)

    def __xor__(self, other: Operand) -> Self:
        return primitives.elementwise("xor", self, other)

    def __rxor__(self, other: Operand) -> Self:
        return primitives.elementwise("xor", other, self)

    def __lshift__(self, other: Operand) -> Self:
        return primitives.elementwise("shiftLeft", self, other)

    def __rshift__(self, other: Operand) -> Self:
        return primitives.elementwise("shiftRight", self, other)

    def __neg__(self) -> Self:
        return primitives.elementwise("negate", self)

    def __pos__(self) -> Self:
        return self

    def __abs__(self) -> Self:
        return primitives.elementwise("abs", self)

    def __invert__(self) -> Self:
        return primitives.elementwise("not", self)

    def __lt__(self, other: Operand) -> Flags:
        return primitives.elementwise("lessThan", self, other)

    def __le__(self, other: Operand) -> Flags:
        return primitives.elementwise("lessThanOrEqual", self, other)

    def __gt__(self, other: Operand) -> Flags:
        return primitives.elementwise("greaterThan", self, other)

    def __ge__(self, other: Operand) -> Flags:
        return primitives.elementwise("greaterThanOrEqual", self, other)

    # Comparing gives a staged value, as in NumPy, and not a bool.
    def __eq__(self, other: Operand) -> Flags:  # pyright: ignore[reportIncompatibleMethodOverride]
        return _compare("equal", self, other)

    def __ne__(self, other: Operand) -> Flags:  # pyright: ignore[reportIncompatibleMethodOverride]
        return _compare("notEqual", self, other)

    __hash__ = object.__hash__

    def __getitem__(self, key: IndexItem | tuple[IndexItem, ...]) -> Any:
        return primitives.index(self, key)

    def __len__(self) -> int:
        shape = self.shape
        if not shape:
            raise failure("the length of a scalar asked for, expected a tensor of rank 1 or more")
        return shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))

    @property
    def sum(self) -> Reduction[Tensor0D[E], Reduced, Self]:
        """The sum along the axes, all of them for None."""
        return partial(primitives.reduce, self, "add")

    @property
    def prod(self) -> Reduction[Tensor0D[E], Reduced, Self]:
        """The product along the axes, all of them for None."""
        return partial(primitives.reduce, self, "multiply")

    @property
    def max(self) -> Reduction[Tensor0D[E], Reduced, Self]:
        """The greatest element along the axes, all of them for None."""
        return partial(primitives.reduce, self, "max")

    @property
    def min(self) -> Reduction[Tensor0D[E], Reduced, Self]:
        """The least element along the axes, all of them for None."""
        return partial(primitives.reduce, self, "min")

    @property
    def mean(self) -> Reduction[Tensor0D[E], Reduced, Self]:
        """The mean along the axes, all of them for None."""
        return partial(primitives.mean, self)

    @property
    def all(self) -> Reduction[Tensor0D[E], Reduced, Self]:
        """Whether all of the bools along the axes are true."""
        return partial(primitives.reduce, self, "and")

    @property
    def any(self) -> Reduction[Tensor0D[E], Reduced, Self]:
        """Whether one of the bools along the axes is true."""
        return partial(primitives.reduce, self, "or")

    @overload
    def reshape(self, shape: int, /) -> Tensor1D[E]: ...
    @overload
    def reshape(self, shape: tuple[()], /) -> Tensor0D[E]: ...
    @overload
    def reshape(self, shape: tuple[int], /) -> Tensor1D[E]: ...
    @overload
    def reshape(self, shape: tuple[int, int], /) -> Tensor2D[E]: ...
    @overload
    def reshape(self, shape: tuple[int, int, int], /) -> Tensor3D[E]: ...
    @overload
    def reshape(self, shape: tuple[int, int, int, int], /) -> Tensor4D[E]: ...
    @overload
    def reshape(self, shape: tuple[int, ...], /) -> Any: ...
    @overload
    def reshape(self, *shape: int) -> Any: ...
    def reshape(self, *shape: Any) -> Any:
        """The same elements, in row-major order, in another shape; one size may be -1."""
        return primitives.reshape(self, shape[0] if len(shape) == 1 else shape)

    def transpose(self, *axes: int) -> Self:
        """The dimensions in another order; reversed without axes."""
        return primitives.transpose(self, axes or None)

    if not TYPE_CHECKING:
        # What is an error while staging is not there for type checkers. NumPy reads arrays next
        # to a staged value as constants, and hands its functions over.

        def __array_ufunc__(self, ufunc, method, *inputs, **options):
            operation = _UFUNCS.get(ufunc.__name__)
            if method != "__call__" or options or operation is None:
                raise failure(
                    f"numpy.{ufunc.__name__} of a staged value found, expected a function of "
                    "dlvm.nnkit"
                )
            return operation(*inputs)

        def __array_function__(self, function, types, args, kwargs):
            raise failure(
                f"numpy.{function.__name__} of a staged value found, expected a function of "
                "dlvm.nnkit"
            )

        def __array__(self, *args, **kwargs):
            raise failure("a staged value used as a NumPy array, expected a value that is known "
                          "while staging; use the functions of dlvm.nnkit")  # fmt: skip

        def __setitem__(self, key, value):
            raise failure(
                "assignment to an element found, but staged tensors are values and do not change; "
                "make a new one, for example with where"
            )

        def __bool__(self):
            raise failure(
                "a staged value used as a Python bool, expected a value that is known while "
                "staging; combine flags with & | ~, choose with where, or branch with if in a "
                "function that is itself decorated with @staged and stands in a file"
            )

        def __index__(self):
            raise _not_known("a whole number")

        def __int__(self):
            raise _not_known("an int; use .astype(i64)")

        def __float__(self):
            raise _not_known("a float; use .astype(f32)")

        def __getattr__(self, name):
            raise MissingAttribute(self, name)


def _compare(mnemonic: str, a: object, b: object) -> Any:
    # Nothing else is equal to a staged value, which Python finds out where it is told to.
    return primitives.elementwise(mnemonic, a, b) if is_liftable(b) else NotImplemented


def _not_known(what: str) -> Exception:
    return failure(
        "a staged value found, which is only known when the program runs, where Python needs "
        + what
    )


class MissingAttribute(DiagnosticError, AttributeError):
    """A staged tensor was asked for an attribute that it does not have."""

    def __init__(self, tensor: Tensor[Any, Any, Any, Any], name: str) -> None:
        public = sorted(n for n in {*dir(Tensor)} - {*dir(Rep), "rank"} if n[0] != "_")
        problem = failure(
            f"attribute {name} of a staged tensor found, expected one of {', '.join(public)}"
        )
        super().__init__(problem.diagnostics)


class Tensor0D(
    Tensor[E, "Tensor0D[E] | Constant", "Tensor0D[bool]", "Tensor0D[E]"], Generic[E]
):  # fmt: skip
    """A scalar."""

    __slots__ = ()
    rank = 0

    def astype(self, dtype: type[D]) -> Tensor0D[D]:
        """The number as another element type."""
        return primitives.cast_to(self, dtype)


class Tensor1D(
    Tensor[E, "Tensor0D[E] | Tensor1D[E] | Constant", "Tensor1D[bool]", "Tensor0D[E]"], Generic[E]
):
    """A vector."""

    __slots__ = ()
    rank = 1

    def astype(self, dtype: type[D]) -> Tensor1D[D]:
        """The elements as another element type."""
        return primitives.cast_to(self, dtype)

    @overload
    def __matmul__(self, other: Tensor1D[E]) -> Tensor0D[E]: ...
    @overload
    def __matmul__(self, other: Tensor2D[E] | NDArray[Any]) -> Tensor1D[E]: ...
    def __matmul__(self, other: Any) -> Any:
        return primitives.dot(self, other)

    def __rmatmul__(self, other: NDArray[Any]) -> Any:
        return primitives.dot(other, self)


class Tensor2D(
    Tensor[
        E,
        "Tensor0D[E] | Tensor1D[E] | Tensor2D[E] | Constant",
        "Tensor2D[bool]",
        "Tensor1D[E]",
    ],
    Generic[E],
):
    """A matrix."""

    __slots__ = ()
    rank = 2

    def astype(self, dtype: type[D]) -> Tensor2D[D]:
        """The elements as another element type."""
        return primitives.cast_to(self, dtype)

    @overload
    def __matmul__(self, other: Tensor1D[E]) -> Tensor1D[E]: ...
    @overload
    def __matmul__(self, other: Tensor2D[E] | NDArray[Any]) -> Tensor2D[E]: ...
    @overload
    def __matmul__(self, other: Tensor3D[E]) -> Tensor3D[E]: ...
    @overload
    def __matmul__(self, other: Tensor4D[E]) -> Tensor4D[E]: ...
    def __matmul__(self, other: Any) -> Any:
        return primitives.dot(self, other)

    def __rmatmul__(self, other: NDArray[Any]) -> Any:
        return primitives.dot(other, self)


class Tensor3D(
    Tensor[
        E,
        "Tensor0D[E] | Tensor1D[E] | Tensor2D[E] | Tensor3D[E] | Constant",
        "Tensor3D[bool]",
        "Tensor2D[E]",
    ],
    Generic[E],
):
    """A tensor of rank 3."""

    __slots__ = ()
    rank = 3

    def astype(self, dtype: type[D]) -> Tensor3D[D]:
        """The elements as another element type."""
        return primitives.cast_to(self, dtype)

    @overload
    def __matmul__(self, other: Tensor1D[E]) -> Tensor2D[E]: ...
    @overload
    def __matmul__(self, other: Tensor2D[E] | Tensor3D[E] | NDArray[Any]) -> Tensor3D[E]: ...
    @overload
    def __matmul__(self, other: Tensor4D[E]) -> Tensor4D[E]: ...
    def __matmul__(self, other: Any) -> Any:
        return primitives.dot(self, other)


class Tensor4D(
    Tensor[
        E,
        "Tensor0D[E] | Tensor1D[E] | Tensor2D[E] | Tensor3D[E] | Tensor4D[E] | Constant",
        "Tensor4D[bool]",
        "Tensor3D[E]",
    ],
    Generic[E],
):
    """A tensor of rank 4."""

    __slots__ = ()
    rank = 4

    def astype(self, dtype: type[D]) -> Tensor4D[D]:
        """The elements as another element type."""
        return primitives.cast_to(self, dtype)

    @overload
    def __matmul__(self, other: Tensor1D[E]) -> Tensor3D[E]: ...
    @overload
    def __matmul__(
        self, other: Tensor2D[E] | Tensor3D[E] | Tensor4D[E] | NDArray[Any]
    ) -> Tensor4D[E]: ...
    def __matmul__(self, other: Any) -> Any:
        return primitives.dot(self, other)


_RANKED: tuple[type[Tensor[Any, Any, Any, Any]], ...] = (
    Tensor0D, Tensor1D, Tensor2D, Tensor3D, Tensor4D,
)  # fmt: skip
Rep.by_rank.update({cls.rank: cls for cls in (Tensor, *_RANKED)})

Float0D = Tensor0D[f32]
Float1D = Tensor1D[f32]
Float2D = Tensor2D[f32]
Float3D = Tensor3D[f32]
Float4D = Tensor4D[f32]
Int0D = Tensor0D[i64]
Int1D = Tensor1D[i64]
Int2D = Tensor2D[i64]
Int3D = Tensor3D[i64]
Int4D = Tensor4D[i64]
Bool0D = Tensor0D[bool]
Bool1D = Tensor1D[bool]
Bool2D = Tensor2D[bool]
Bool3D = Tensor3D[bool]
Bool4D = Tensor4D[bool]
