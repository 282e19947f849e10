"""Ranks of tensors as types, by which type checkers infer shapes.

A rank is a subclass of all greater ranks, so the rank that two tensors broadcast to is their
closest common base.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar, overload

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

R_co = TypeVar("R_co", covariant=True)
E_co = TypeVar("E_co", covariant=True)
E_contra = TypeVar("E_contra", contravariant=True)
N = TypeVar("N", bound="np.generic")
N_co = TypeVar("N_co", bound="np.generic", covariant=True)


class Stored(Protocol[N_co]):
    """An element type whose values are scalars of the given NumPy type."""

    @property
    def scalar(self) -> N_co: ...


class StagedRank:
    """Base of the ranks."""

    number: ClassVar[int] = -1

    if TYPE_CHECKING:
        # mypy does not infer the element here, and takes the first overload.
        @overload
        def on_host(self, element: NoRank, /) -> Any: ...
        @overload
        def on_host(self, element: Stored[N], /) -> NDArray[N]: ...
        @overload
        def on_host(self, element: bool, /) -> NDArray[np.bool_]: ...
        def on_host(self, element: Any, /) -> Any:
            """The type of such a tensor outside of staged functions. Never called."""


class Rank4(StagedRank):
    number = 4

    def less(self) -> Rank3:
        """The rank with one dimension less. Never called; only type checkers use it."""
        raise NotImplementedError

    def more(self) -> Any:
        """The rank with one dimension more. Never called; only type checkers use it."""
        raise NotImplementedError


class Rank3(Rank4):
    number = 3

    def less(self) -> Rank2:
        raise NotImplementedError

    def more(self) -> Rank4:
        raise NotImplementedError


class Rank2(Rank3):
    number = 2

    def less(self) -> Rank1:
        raise NotImplementedError

    def more(self) -> Rank3:
        raise NotImplementedError


class Rank1(Rank2):
    number = 1

    def less(self) -> Rank0:
        raise NotImplementedError

    def more(self) -> Rank2:
        raise NotImplementedError


class NoRank:
    """The result of removing a dimension from a scalar: no rank."""


class Rank0(Rank1):
    number = 0

    # Unrelated to the ranks, so that type checkers reject an index or an axis of a scalar.
    def less(self) -> NoRank:  # pyright: ignore[reportIncompatibleMethodOverride]
        raise NotImplementedError

    def more(self) -> Rank1:
        raise NotImplementedError

    if TYPE_CHECKING:

        @overload
        def on_host(self, element: NoRank, /) -> Any: ...
        @overload
        def on_host(self, element: Stored[N], /) -> N: ...
        @overload
        def on_host(self, element: bool, /) -> np.bool_: ...
        # A scalar of each type, not an array.
        def on_host(self, element: Any, /) -> Any: ...  # pyright: ignore[reportIncompatibleMethodOverride]


class Less(Protocol[R_co]):
    """A rank from which ``less`` returns the given one."""

    def less(self) -> R_co: ...


class More(Protocol[R_co]):
    """A rank from which ``more`` returns the given one."""

    def more(self) -> R_co: ...


class HostRank(Protocol[E_contra, R_co]):
    """A rank whose tensors of the given element type have the given type on the host."""

    def on_host(self, element: E_contra, /) -> R_co: ...


class OnHost(Protocol[R_co]):
    """A value that is an ``R_co`` on the host.

    The class of an object is a ``type[Self]``, so that all values except tensors have the same type
    in staged functions and on the host.
    """

    @property
    def __class__(self) -> type[R_co]: ...  # pyright: ignore[reportIncompatibleMethodOverride]


class Array(Generic[R_co, E_co]):
    """The type of arrays with a given rank and element type: the run-time values of staged
    tensors."""
