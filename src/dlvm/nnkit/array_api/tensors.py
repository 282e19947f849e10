"""Types of staged tensors: rank and element type are static, sizes are known while staging.

``Tensor2D[f64]`` annotates a matrix of f64; ``Float2D``, ``Int1D`` and ``Bool0D`` are short for
``Tensor2D[f32]``, ``Tensor1D[i64]`` and ``Tensor0D[bool]``. ``Tensor[Any, f32]`` has any rank.

Operators and methods are typed once for all ranks and element types. The rank and element type of a
result are the closest common bases of those of the operands; if there is none, the operands are
incompatible. Type checkers infer each operand before they look at the other one, so an operator and
its reflection together define the compatible operands.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import prod
from types import EllipsisType
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    Literal,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
    overload,
)

import numpy as np
from numpy.typing import NDArray

from dlvm.nnkit.array_api import indexing
from dlvm.nnkit.array_api.indexing import IndexItem
from dlvm.nnkit.array_api.operators import (
    OPERATIONS,
    Bits,
    Constant,
    E,
    E_co,
    Floats,
    Joined,
    N,
    Number,
    Numbers,
    Promoted,
    R,
    R_co,
    Reals,
    S,
    S_co,
    Unstaged,
    WholeConstant,
    Wide,
    equality,
    method,
    reflected,
)
from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.element_types import Element, c64, c128, f32, f64, i64, u64
from dlvm.nnkit.tracing.familiar_names import (
    TENSOR_NAMES,
    condition_remedy,
    functions,
    missing_name,
    not_known,
    numpy_function,
    source_remedy,
)
from dlvm.nnkit.tracing.ranks import Array, HostRank, Less, More, Rank0, Rank1, Rank2, Rank3, Rank4
from dlvm.nnkit.tracing.sizes import is_known, shape_of
from dlvm.nnkit.tracing.trace import failure
from dlvm.nnkit.tracing.tracer import Host, StagedTensor, Tracer

D = TypeVar("D", bound=Element | bool)
H = TypeVar("H")

if TYPE_CHECKING:
    UFuncMethod = Literal["__call__", "reduce", "reduceat", "accumulate", "outer", "at"]
    Position = int | Tracer[Array[Rank0, i64 | u64]]
    Span = slice[Any, Any, Any] | EllipsisType


class _BoundArithmetic(Protocol[S_co]):
    @overload
    def __call__(self: _BoundArithmetic[Numbers], other: Numbers | WholeConstant, /) -> Numbers: ...
    @overload
    def __call__(self: _BoundArithmetic[Floats], other: float, /) -> Floats: ...
    @overload
    def __call__(  # pyright: ignore[reportOverlappingOverload]  (the first is of one type)
        self: _BoundArithmetic[Tracer[Array[Joined, Number]]],
        other: Tracer[Array[Joined, Number]],
        /,
    ) -> Tensor[Joined, Number]: ...
    @overload
    def __call__(  # pyright: ignore[reportOverlappingOverload]
        self: _BoundArithmetic[Tracer[Array[R, f64]]], other: Tracer[Array[R, Wide]], /
    ) -> Tensor[R, Wide]: ...
    @overload
    def __call__(  # pyright: ignore[reportOverlappingOverload]
        self: _BoundArithmetic[Tracer[Array[R, c64]]], other: complex, /
    ) -> Tensor[R, c64]: ...
    @overload
    def __call__(
        self: _BoundArithmetic[Tracer[Array[R, c128]]], other: complex, /
    ) -> Tensor[R, c128]: ...


class ArithmeticOperator(Protocol):
    """An arithmetic operator. Its right operand may be any object, as Python's sum requires."""

    def __get__(self, instance: S, owner: Any, /) -> _BoundArithmetic[S]: ...

    def __call__(self, other: Any, /) -> Any: ...


class _BoundDivision(Protocol[S_co]):
    @overload
    def __call__(self: _BoundDivision[Floats], other: Floats | Constant, /) -> Floats: ...
    @overload
    def __call__(  # pyright: ignore[reportOverlappingOverload]
        self: _BoundDivision[Tracer[Array[Joined, Wide]]], other: Tracer[Array[Joined, Wide]], /
    ) -> Tensor[Joined, Wide]: ...
    @overload
    def __call__(  # pyright: ignore[reportOverlappingOverload]
        self: _BoundDivision[Tracer[Array[R, f64]]], other: Tracer[Array[R, Wide]], /
    ) -> Tensor[R, Wide]: ...
    @overload
    def __call__(  # pyright: ignore[reportOverlappingOverload]
        self: _BoundDivision[Tracer[Array[R, c64]]], other: complex, /
    ) -> Tensor[R, c64]: ...
    @overload
    def __call__(
        self: _BoundDivision[Tracer[Array[R, c128]]], other: complex, /
    ) -> Tensor[R, c128]: ...


class DivisionOperator(Protocol):
    """An operator on floats."""

    def __get__(self, instance: S, owner: Any, /) -> _BoundDivision[S]: ...


class _BoundBitwise(Protocol[S_co]):
    @overload
    def __call__(
        self: _BoundBitwise[Tracer[Array[R, Bits]]], other: WholeConstant, /
    ) -> Tensor[R, Bits]: ...
    @overload
    def __call__(
        self: _BoundBitwise[Tracer[Array[Joined, Bits]]], other: Tracer[Array[Joined, Bits]], /
    ) -> Tensor[Joined, Bits]: ...


class BitwiseOperator(Protocol):
    """A bitwise operator on integers and bools."""

    def __get__(self, instance: S, owner: Any, /) -> _BoundBitwise[S]: ...


class _BoundComparison(Protocol[S_co]):
    @overload
    def __call__(
        self: _BoundComparison[Tracer[Array[R, c128 | bool]]], other: Unstaged, /
    ) -> Tensor[R, bool]: ...
    @overload
    def __call__(
        self: _BoundComparison[Tracer[Array[R, Any]]], other: WholeConstant, /
    ) -> Tensor[R, bool]: ...
    @overload
    def __call__(
        self: _BoundComparison[Tracer[Array[Joined, Promoted]]],
        other: Tracer[Array[Joined, Promoted]],
        /,
    ) -> Tensor[Joined, bool]: ...
    @overload
    def __call__(
        self: _BoundComparison[Tracer[Array[R, f64]]], other: Tracer[Array[R, Wide]], /
    ) -> Tensor[R, bool]: ...


class ComparisonOperator(Protocol):
    """A comparison, whose result is a staged tensor of bools, as in NumPy."""

    def __get__(self, instance: S, owner: Any, /) -> _BoundComparison[S]: ...


class Reducer(Protocol[R_co, E_co]):
    """A reduction along all axes, one axis, or several."""

    @overload
    def __call__(
        self: Reducer[Any, E], axis: None = None, keepdims: Literal[False] = False
    ) -> Tensor[Rank0, E]: ...
    @overload
    def __call__(
        self: Reducer[Less[N], E], axis: int, keepdims: Literal[False] = False
    ) -> Tensor[N, E]: ...
    @overload
    def __call__(
        self: Reducer[R, E],
        axis: int | tuple[int, ...] | None = None,
        *,
        keepdims: Literal[True],
    ) -> Tensor[R, E]: ...
    @overload
    def __call__(
        self: Reducer[Less[Less[N]], E], axis: tuple[int, int], keepdims: Literal[False] = False
    ) -> Tensor[N, E]: ...
    @overload
    def __call__(
        self, axis: int | tuple[int, ...] | None = None, keepdims: bool = False
    ) -> Any: ...


class Summation(Protocol):
    """A sum or product method; integers are widened to 64 bits."""

    @overload
    def __get__(self, instance: Tracer[Array[R, Wide]], owner: Any, /) -> Reducer[R, Wide]: ...
    @overload
    def __get__(self, instance: Tracer[Array[R, u64]], owner: Any, /) -> Reducer[R, u64]: ...
    @overload
    def __get__(self, instance: Tracer[Array[R, i64]], owner: Any, /) -> Reducer[R, i64]: ...


class SameReduction(Protocol):
    """A reduction method that preserves the element type."""

    def __get__(self, instance: Tracer[Array[R, E]], owner: Any, /) -> Reducer[R, E]: ...


class FloatReduction(Protocol):
    """A reduction method of floats."""

    def __get__(self, instance: Tracer[Array[R, Wide]], owner: Any, /) -> Reducer[R, Wide]: ...


class FlagReduction(Protocol):
    """A reduction method with a bool result."""

    def __get__(self, instance: Tracer[Array[R, Any]], owner: Any, /) -> Reducer[R, bool]: ...


class PlaceReduction(Protocol):
    """A reduction method that returns the index of an element."""

    def __get__(self, instance: Tracer[Array[R, Any]], owner: Any, /) -> Reducer[R, i64]: ...


class Part(Protocol):
    """The real or imaginary parts of the elements. The imaginary parts of real numbers are 0."""

    @overload
    def __get__(self, instance: Reals, owner: Any, /) -> Reals: ...
    @overload
    def __get__(self, instance: Tracer[Array[R, c64]], owner: Any, /) -> Tensor[R, f32]: ...
    @overload
    def __get__(self, instance: Tracer[Array[R, c128]], owner: Any, /) -> Tensor[R, f64]: ...


class Tensor(StagedTensor[Array[R, E]], Generic[R, E]):
    """A staged tensor of rank ``R`` with elements of type ``E``."""

    __slots__ = ()

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes; those of dynamic axes are symbolic sizes, with the arithmetic of integers."""
        return shape_of(self.value)

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
        return prod(self.shape)

    @property
    def T(self) -> Self:
        """The tensor with its dimensions reversed."""
        return primitives.transpose(self)

    @property
    def mT(self) -> Self:
        """The tensor with its last two dimensions transposed."""
        return primitives.matrix_transpose(self)

    real: Part = property(primitives.real_part)
    imag: Part = property(primitives.imaginary_part)

    @property
    def at(self) -> indexing.At[Self]:
        """Functional updates of a part of the tensor.

        ``x.at[index].set(y)``, ``.add(y)``, ``.multiply(y)``, ``.min(y)`` and ``.max(y)`` return
        the tensor with ``y`` assigned to the part ``x[index]``, or combined with it.
        """
        return indexing.At(self)

    def __repr__(self) -> str:
        return f"<staged {self.type}>"

    __add__: ArithmeticOperator = method(OPERATIONS["add"])
    __radd__: ArithmeticOperator = reflected(OPERATIONS["add"])
    __sub__: ArithmeticOperator = method(OPERATIONS["subtract"])
    __rsub__: ArithmeticOperator = reflected(OPERATIONS["subtract"])
    __mul__: ArithmeticOperator = method(OPERATIONS["multiply"])
    __rmul__: ArithmeticOperator = reflected(OPERATIONS["multiply"])
    __floordiv__: ArithmeticOperator = method(OPERATIONS["floor_divide"])
    __rfloordiv__: ArithmeticOperator = reflected(OPERATIONS["floor_divide"])
    __mod__: ArithmeticOperator = method(OPERATIONS["remainder"])
    __rmod__: ArithmeticOperator = reflected(OPERATIONS["remainder"])
    __divmod__ = method(OPERATIONS["divmod"])
    __rdivmod__ = reflected(OPERATIONS["divmod"])
    __pow__: ArithmeticOperator = method(OPERATIONS["power"])
    __rpow__: ArithmeticOperator = reflected(OPERATIONS["power"])
    __truediv__: DivisionOperator = method(OPERATIONS["divide"])
    __rtruediv__: DivisionOperator = reflected(OPERATIONS["divide"])
    __and__: BitwiseOperator = method(OPERATIONS["bitwise_and"])
    __rand__: BitwiseOperator = reflected(OPERATIONS["bitwise_and"])
    __or__: BitwiseOperator = method(OPERATIONS["bitwise_or"])
    __ror__: BitwiseOperator = reflected(OPERATIONS["bitwise_or"])
    __xor__: BitwiseOperator = method(OPERATIONS["bitwise_xor"])
    __rxor__: BitwiseOperator = reflected(OPERATIONS["bitwise_xor"])
    __lshift__: BitwiseOperator = method(OPERATIONS["left_shift"])
    __rlshift__: BitwiseOperator = reflected(OPERATIONS["left_shift"])
    __rshift__: BitwiseOperator = method(OPERATIONS["right_shift"])
    __rrshift__: BitwiseOperator = reflected(OPERATIONS["right_shift"])
    __lt__: ComparisonOperator = method(OPERATIONS["less"])
    __le__: ComparisonOperator = method(OPERATIONS["less_equal"])
    __gt__: ComparisonOperator = method(OPERATIONS["greater"])
    __ge__: ComparisonOperator = method(OPERATIONS["greater_equal"])
    __eq__: ComparisonOperator = equality(OPERATIONS["equal"])  # pyright: ignore[reportIncompatibleMethodOverride, reportAssignmentType]
    __ne__: ComparisonOperator = equality(OPERATIONS["not_equal"])  # pyright: ignore[reportIncompatibleMethodOverride, reportAssignmentType]

    def __hash__(self) -> int:
        raise failure(
            "keys of dicts and sets must be known while staging, got a staged value; compare it "
            "with ==, or choose with nnkit.where"
        )

    @overload
    def __matmul__(self: Tracer[Array[Less[N], E]], other: Tensor[Rank1, E]) -> Tensor[N, E]: ...
    @overload
    def __matmul__(self: Tensor[Rank1, E], other: Tracer[Array[Less[N], E]]) -> Tensor[N, E]: ...
    @overload
    def __matmul__(self: Tensor[Rank2, E], other: Tensor[Rank2, E]) -> Tensor[Rank2, E]: ...
    @overload
    def __matmul__(
        self: Tensor[Rank3, E], other: Tensor[Rank2, E] | Tensor[Rank3, E]
    ) -> Tensor[Rank3, E]: ...
    @overload
    def __matmul__(self: Tensor[Rank2, E], other: Tensor[Rank3, E]) -> Tensor[Rank3, E]: ...
    @overload
    def __matmul__(
        self: Tensor[Rank4, E], other: Tensor[Rank2, E] | Tensor[Rank3, E] | Tensor[Rank4, E]
    ) -> Tensor[Rank4, E]: ...
    @overload
    def __matmul__(
        self: Tensor[Rank2, E] | Tensor[Rank3, E], other: Tensor[Rank4, E]
    ) -> Tensor[Rank4, E]: ...
    @overload
    def __matmul__(self, other: NDArray[Any]) -> Any: ...
    def __matmul__(self, other: Any) -> Any:
        return primitives.dot(self, other)

    def __rmatmul__(self, other: NDArray[Any]) -> Any:
        return primitives.dot(other, self)

    def __neg__(self: Numbers) -> Numbers:
        return primitives.elementwise("negate", self)

    def __pos__(self: Numbers) -> Numbers:
        return self

    @overload
    def __abs__(self: Reals) -> Reals: ...
    @overload
    def __abs__(  # pyright: ignore[reportOverlappingOverload]
        self: Tracer[Array[R, c64]],
    ) -> Tensor[R, f32]: ...
    @overload
    def __abs__(self: Tracer[Array[R, c128]]) -> Tensor[R, f64]: ...
    def __abs__(self: Any) -> Any:
        return primitives.absolute(self)

    def __invert__(self: Tracer[Array[R, Bits]]) -> Tensor[R, Bits]:
        return primitives.elementwise("not", self)

    @overload
    def __getitem__(self: Tracer[Array[Less[N], E]], key: Position) -> Tensor[N, E]: ...
    @overload
    def __getitem__(
        self, key: Span | list[int] | Tracer[Array[Rank1, i64]] | tuple[Span, ...]
    ) -> Self: ...
    @overload
    def __getitem__(
        self: Tracer[Array[More[N], E]], key: tuple[Span, None] | tuple[None, Span] | None
    ) -> Tensor[N, E]: ...
    @overload
    def __getitem__(
        self: Tracer[Array[Less[N], E]],
        key: tuple[Position, Span]
        | tuple[Span, Position]
        | tuple[Position, Span, Span]
        | tuple[Span, Position, Span]
        | tuple[Span, Span, Position],
    ) -> Tensor[N, E]: ...
    @overload
    def __getitem__(
        self: Tracer[Array[Less[Less[N]], E]], key: tuple[Position, Position]
    ) -> Tensor[N, E]: ...
    @overload
    def __getitem__(
        self: Tracer[Array[Less[Less[Less[N]]], E]], key: tuple[Position, Position, Position]
    ) -> Tensor[N, E]: ...
    @overload
    def __getitem__(self, key: NDArray[Any] | Tracer[Array[Any, i64 | u64]]) -> Any: ...
    @overload
    def __getitem__(self, key: tuple[IndexItem, ...]) -> Any: ...
    def __getitem__(self, key: Any) -> Any:
        return indexing.index(self, key)

    def __len__(self) -> int:
        size = primitives.length(self)
        if is_known(size):
            return size
        raise failure(
            f"len: expected a size known while staging, got the dynamic size {size}; use x.shape[0]"
        )

    def __iter__(self: Tracer[Array[Less[N], E]]) -> Iterator[Tensor[N, E]]:
        tensor: Any = self
        return (tensor[i] for i in range(len(tensor)))

    sum: Summation = method(primitives.total)
    prod: Summation = method(primitives.product)
    max: SameReduction = method(partial(primitives.reduce, by="max"))
    min: SameReduction = method(partial(primitives.reduce, by="min"))
    mean: FloatReduction = method(primitives.mean)
    all: FlagReduction = method(partial(primitives.reduce_flags, by="and"))
    any: FlagReduction = method(partial(primitives.reduce_flags, by="or"))
    argmax: PlaceReduction = method(partial(primitives.extremum_index, mnemonic="argMax"))
    argmin: PlaceReduction = method(partial(primitives.extremum_index, mnemonic="argMin"))

    @overload
    def reshape(self, shape: int | tuple[int], /) -> Tensor[Rank1, E]: ...
    @overload
    def reshape(self, shape: tuple[()], /) -> Tensor[Rank0, E]: ...
    @overload
    def reshape(self, shape: tuple[int, int], /) -> Tensor[Rank2, E]: ...
    @overload
    def reshape(self, shape: tuple[int, int, int], /) -> Tensor[Rank3, E]: ...
    @overload
    def reshape(self, shape: tuple[int, int, int, int], /) -> Tensor[Rank4, E]: ...
    @overload
    def reshape(self, shape: tuple[int, ...], /) -> Any: ...
    @overload
    def reshape(self, rows: int, columns: int, /) -> Tensor[Rank2, E]: ...
    @overload
    def reshape(self, first: int, second: int, third: int, /) -> Tensor[Rank3, E]: ...
    @overload
    def reshape(self, *shape: int) -> Any: ...
    def reshape(self, *shape: Any) -> Any:
        """Reshapes in row-major order; one size may be -1."""
        return primitives.reshape(self, shape[0] if len(shape) == 1 else shape)

    def transpose(self, *axes: int) -> Self:
        """Permutes the dimensions; reverses them without axes."""
        return primitives.transpose(self, axes or None)

    @overload
    def astype(self, dtype: type[D]) -> Tensor[R, D]: ...
    @overload
    def astype(self, dtype: np.dtype[Any] | type[np.generic] | str) -> Tensor[R, Any]: ...
    def astype(self, dtype: Any) -> Any:
        """Converts the elements to another element type."""
        return primitives.cast_to(self, dtype)

    if TYPE_CHECKING:
        # Only type checkers use these: the types of tensors on the host, see ``OnHost``.

        @property
        def __class__(self: Tracer[Array[HostRank[E, H], E]]) -> type[H]: ...  # pyright: ignore[reportIncompatibleMethodOverride]

        @overload
        def __get__(self, instance: None, owner: Any, /) -> Self: ...
        @overload
        def __get__(self, instance: object, owner: Any, /) -> TensorOrArray[R, E]: ...
        def __get__(self, instance: object, owner: Any, /) -> Any: ...
        def __set__(self, instance: Any, value: Tensor[R, E] | Host, /) -> None: ...

        def __array_ufunc__(
            self, ufunc: np.ufunc, method: UFuncMethod, *inputs: Any, **options: Any
        ) -> Any: ...
        def __index__(self: Tracer[Array[Rank0, i64 | u64]]) -> int: ...
    else:
        # Type checkers do not see methods that raise while staging. NumPy treats arrays next to a
        # staged value as constants and dispatches its functions to the staged value.

        def __array_ufunc__(self, ufunc, method, *inputs, **options):
            operation = OPERATIONS.get(ufunc.__name__)
            if method != "__call__" or options or operation is None:
                raise numpy_function(ufunc)
            return operation(*inputs)

        def __array_function__(self, function, types, args, kwargs):
            raise numpy_function(function)

        def __array__(self, *args, **kwargs):
            raise failure("a staged value is used as a NumPy array, expected a value that is known "
                          "while staging; use the functions of dlvm.nnkit")  # fmt: skip

        def __setitem__(self, key, value):
            raise failure(
                "staged tensors are values, so assignment to an element is not possible; write "
                "x = x.at[i].set(value), or choose elements with where"
            )

        def __delitem__(self, key):
            raise failure(
                "staged tensors are values, so an element cannot be deleted; concatenate the parts "
                "that remain"
            )

        def __bool__(self):
            raise failure(
                "a staged value is used as a Python bool, expected a value that is known while "
                f"staging; {condition_remedy()}"
            )

        def __index__(self):
            remedy = source_remedy() or "use nnkit.range, or an argument annotated int"
            raise not_known("an integer", remedy)

        def __int__(self):
            raise not_known("an int", "use .astype(i64)")

        def __float__(self):
            raise not_known("a float", "use .astype(f32)")

        def __format__(self, specification):
            if not specification:
                return repr(self)
            raise not_known(
                f"its digits for {specification!r}",
                "return it, and format it outside of the staged function",
            )

        def __getattr__(self, name):
            names = (n for n in {*dir(Tensor)} - {*dir(StagedTensor)})
            remedies = {n: f"use nnkit.{n}(x)" for n in functions()} | TENSOR_NAMES
            raise missing_name("a staged tensor", name, remedies, names)


if TYPE_CHECKING:

    class TensorOrArray(Tensor[R, E], Generic[R, E]):
        """A field of a struct: a staged tensor in staged functions, an array on the host."""

        def __array__(self) -> NDArray[Any]: ...
        def __float__(self) -> float: ...
        def __int__(self) -> int: ...
        def tolist(self) -> Any: ...
        def item(self) -> Any: ...
        def copy(self) -> TensorOrArray[R, E]: ...


Tensor0D: TypeAlias = Tensor[Rank0, E]
Tensor1D: TypeAlias = Tensor[Rank1, E]
Tensor2D: TypeAlias = Tensor[Rank2, E]
Tensor3D: TypeAlias = Tensor[Rank3, E]
Tensor4D: TypeAlias = Tensor[Rank4, E]
AnyTensor: TypeAlias = Tensor[Any, Any]
StagedTensor.by_rank[-1] = Tensor

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
