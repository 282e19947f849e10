"""The ranks of tensors, as types: what type checkers know of shapes.

A rank is a subclass of the greater ones, so that the rank two tensors broadcast to is the closest
base that they have in common.
"""

from __future__ import annotations

from typing import Any, ClassVar, Generic, Protocol, TypeVar

R_co = TypeVar("R_co", covariant=True)
E_co = TypeVar("E_co", covariant=True)


class Rank:
    """Base of the ranks."""

    number: ClassVar[int] = -1


class Rank4(Rank):
    number = 4

    def less(self) -> Rank3:
        """The rank with one dimension less. Never called: read by type checkers."""
        raise NotImplementedError

    def more(self) -> Any:
        """The rank with one dimension more. Never called: read by type checkers."""
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
    """Stands where a scalar is asked for a dimension."""


class Rank0(Rank1):
    number = 0

    # No other rank, so that type checkers refuse an index or an axis of a scalar.
    def less(self) -> NoRank:  # pyright: ignore[reportIncompatibleMethodOverride]
        raise NotImplementedError

    def more(self) -> Rank1:
        raise NotImplementedError


class Less(Protocol[R_co]):
    """A rank that has the given one with a dimension less."""

    def less(self) -> R_co: ...


class More(Protocol[R_co]):
    """A rank that has the given one with a dimension more."""

    def more(self) -> R_co: ...


class Array(Generic[R_co, E_co]):
    """The arrays of a rank and an element type, which staged tensors will be when they run."""
