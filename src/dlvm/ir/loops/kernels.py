"""The in-memory form of stage ``loops``: kernels as explicit loops.

A kernel computes the results of one definition. Its statements run in order; each is an instance of
one of the classes below. Kernels and statements are immutable and compared by value.

Addresses are flat: the first index of a read or a store is the affine part of the element's offset,
and any further indices are added to it. A parameter or a result has the elements of its tensor in
row-major order; an allocation states its number of elements.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Final

from dlvm.ir.compute import (
    Affine,
    Expression,
    Index,
    Located,
    Read,
)
from dlvm.ir.polynomial import Size
from dlvm.ir.types import ElementType

LANES: Final = (2, 4, 8, 16, 32, 64)
"""The numbers of lanes that vectors can have."""


class Space(Enum):
    """Where an allocation is. ``registers`` holds few elements, whose indices are numbers once all
    ``unroll`` and ``vector`` loops are expanded; ``stack`` is memory of the thread, and
    ``workspace`` memory that all threads share."""

    REGISTERS = "registers"
    STACK = "stack"
    WORKSPACE = "workspace"


class LoopKind(Enum):
    """How the iterations of a loop run: one after the other; as copies of the body; or in the lanes
    of a vector."""

    SERIAL = "for"
    UNROLLED = "unroll"
    VECTOR = "vector"


@dataclass(frozen=True)
class BufferAllocation(Located):
    """``count`` uninitialized elements, for the statements that follow in the same body."""

    name: str
    count: int
    element: ElementType
    space: Space


@dataclass(frozen=True)
class ForLoop(Located):
    """Runs the body for each value of the variable: ``begin``, ``begin + step``, … up to ``end``.

    An unrolled loop has a constant number of iterations. A vector loop begins at 0, and its step is
    1: iterations up to ``lanes`` are lanes of a vector, of which those before ``end`` are active.
    The iterations of unrolled and vector loops are independent of each other, except that they can
    accumulate to the same element.
    """

    variable: str
    begin: Affine
    end: Affine
    body: tuple[Stmt, ...]
    step: int = 1
    kind: LoopKind = LoopKind.SERIAL
    lanes: int = 1

    @cached_property
    def count(self) -> int | None:
        """The number of iterations, if it is known."""
        difference = self.end.plus(self.begin.scaled(-1))
        if difference.terms or not isinstance(difference.constant, int):
            return None
        return max(0, -(-difference.constant // self.step))


@dataclass(frozen=True)
class Parallel(Located):
    """Distributes ``size`` values over threads: a thread runs the body for its share, the values
    from ``begin`` up to ``end``, which are variables. A share begins at a multiple of ``step``, and
    ends at such a multiple or at ``size``; if ``size`` is 0, the body may run for an empty share.
    Different shares write different elements. Statements that follow run once, after all shares."""

    begin: str
    end: str
    size: Size
    step: int
    body: tuple[Stmt, ...]


@dataclass(frozen=True)
class Let(Located):
    """Gives a variable a value for the statements that follow.

    ``min`` and ``max`` are the least and greatest argument. ``whole(begin, end, step)`` is the end
    of the last whole step, ``begin + (end - begin) / step * step``. ``cover(begin, end, step, rest,
    first)`` is ``whole(begin, end, step)``, plus one step if this leaves more than ``rest`` values
    and ``end - first`` is at least ``step``. ``ceil(a, b)`` is the quotient rounded up, and
    ``rem(a, b)`` the remainder. ``part(p, size, count, step)`` is where the part ``p`` begins if
    ``size`` values are split into ``count`` parts of equally many steps. No dividend is negative.
    """

    variable: str
    function: str
    arguments: tuple[Affine, ...]


LET_FUNCTIONS: Final = {"min": 2, "max": 2, "whole": 3, "cover": 5, "ceil": 2, "rem": 2, "part": 4}
"""The functions of :class:`Let`, with the numbers of their arguments."""


@dataclass(frozen=True)
class If(Located):
    """Runs the body if ``left < right``."""

    left: Affine
    right: Affine
    body: tuple[Stmt, ...]


@dataclass(frozen=True)
class BufferStore(Located):
    """Writes a value to an element, or combines the element with the value by an operator."""

    tensor: str
    indices: tuple[Index, ...]
    value: Expression
    by: str | None = None


@dataclass(frozen=True)
class LaneScan(Located):
    """Replaces the first elements of an array in registers, a vector of ``lanes``, with their
    running totals."""

    tensor: str
    lanes: int
    by: str


@dataclass(frozen=True)
class Prefetch(Located):
    """Loads the cache line of an element ahead of its use. The element need not exist."""

    read: Read


@dataclass(frozen=True)
class CopyTensor(Located):
    """Copies all elements of ``source``, unless both tensors are in the same memory."""

    target: str
    source: str
    count: Size


Stmt = (
    BufferAllocation
    | ForLoop
    | Parallel
    | Let
    | If
    | BufferStore
    | LaneScan
    | Prefetch
    | CopyTensor
)


@dataclass(frozen=True)
class LoopKernel(Located):
    """The loops that compute one definition, given by its name."""

    definition: str
    body: tuple[Stmt, ...]
