"""Ranks of tensors as types, by which type checkers infer shapes.

A rank is a subclass of all greater ranks, so the rank that two tensors broadcast to is their
closest common base.
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


class Less(Protocol[R_co]):
    """A rank from which ``less`` returns the given one."""

    def less(self) -> R_co: ...


class More(Protocol[R_co]):
    """A rank from which ``more`` returns the given one."""

    def more(self) -> R_co: ...


class Array(Generic[R_co, E_co]):
    """Arrays of a rank and an element type: the runtime values of staged tensors."""
