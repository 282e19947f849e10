"""Representation of enum values, memory and stacks in the interpreter.

Null pointers and undefined enums, functions, boxes and stacks are None.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, cast

import numpy as np

from dlvm.interpreter.numbers import Array
from dlvm.ir.types import Type


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """A value of an enum type."""

    case: str
    payload: tuple[Any, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Closure:
    """A function value that holds the first arguments of its callee, which is a function, a closure
    or None."""

    callee: Any
    captured: tuple[Any, ...]

    def flat(self) -> tuple[Any, tuple[Any, ...]]:
        """The function that a call of the closure reaches, and all arguments that closures bind for
        it."""
        callee, captured = self.callee, self.captured
        while isinstance(callee, Closure):
            callee, captured = callee.callee, (*callee.captured, *captured)
        return callee, captured


@dataclass(slots=True, eq=False)
class StackValue:
    """A stack of values, each with the type with which it was pushed."""

    values: list[tuple[Any, Type]] = field(default_factory=list[tuple[Any, Type]])
    alive: bool = True


@dataclass(slots=True, eq=False)
class Allocation:
    """Memory for a number of elements.

    ``cells`` has the elements that have been stored to; all others are ``zero``.
    """

    kind: Literal["stack", "heap", "box", "global"]
    count: int
    zero: Any
    cells: dict[int, Any] = field(default_factory=dict[int, Any])
    alive: bool = True
    references: int = 1

    def cell(self, number: int) -> Any:
        """Returns an element in mutable form."""
        if number not in self.cells:
            self.cells[number] = thawed(self.zero)
        return self.cells[number]

    def present(self, start: int, count: int) -> list[int]:
        """Returns the elements of a range that have been stored to."""
        if count < len(self.cells):
            return [n for n in range(start, start + count) if n in self.cells]
        return [n for n in self.cells if start <= n < start + count]


@dataclass(frozen=True, slots=True)
class PathStep:
    """One step of the path to a value: a position in memory, in an array or in a tensor, or an
    element of a tuple or struct, whose number is ``part``. Pointer arithmetic cannot leave such an
    element."""

    position: int
    part: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Pointer:
    """An address: ``outer`` is the path to the array, tensor, tuple or struct that contains
    ``last``."""

    memory: Allocation
    outer: tuple[PathStep, ...] = ()
    last: PathStep = PathStep(0)

    def moved(self, count: int) -> Pointer:
        """Returns the address ``count`` elements further on."""
        step = PathStep(self.last.position + count, self.last.part)
        return Pointer(self.memory, self.outer, step)

    def inside(self, step: PathStep) -> Pointer:
        """Returns the address of a part of the element."""
        return Pointer(self.memory, (*self.outer, self.last), step)

    def problem(self, count: int) -> str | None:
        """Returns the reason why ``count`` elements from this address on cannot be accessed, or
        None if they can."""
        if not self.memory.alive:
            return "it has been freed"
        whole: Any = None
        for step in self.outer:
            found = self._outside(step, whole, 1)
            if found is not None:
                return found
            whole = self._element(step, whole)
        return self._outside(self.last, whole, count)

    def _outside(self, step: PathStep, whole: Any, count: int) -> str | None:
        low, high = 0, self.memory.count if whole is None else len(whole)
        if step.part is not None:
            low, high = step.part, step.part + 1
        if low <= step.position and step.position + count <= high:
            return None
        found = f"element {step.position}" if count == 1 else f"{count} from {step.position} on"
        return (
            f"expected {low} to {high - 1}, got {found}"
            if high > low
            else (f"expected none, got {found}")
        )

    def _element(self, step: PathStep, whole: Any) -> Any:
        if whole is None:
            return self.memory.cells.get(step.position, self.memory.zero)
        return whole[step.position]

    def load(self, offset: int = 0) -> Any:
        """Returns the accessible element at an offset."""
        whole: Any = None
        for step in (*self.outer, self.moved(offset).last):
            whole = self._element(step, whole)
        return frozen(whole)

    def store(self, value: Any, offset: int = 0) -> None:
        """Assigns the accessible element at an offset."""
        whole: Any = self.memory.cells
        for step in self.outer:
            is_memory = whole is self.memory.cells
            whole = self.memory.cell(step.position) if is_memory else whole[step.position]
        is_tensor = isinstance(whole, np.ndarray)
        whole[self.last.position + offset] = value if is_tensor else thawed(value)


def copy_elements(source: Pointer, target: Pointer, count: int) -> None:
    """Copies accessible elements; the ranges can overlap."""
    if source.outer or target.outer:
        values = [source.load(n) for n in range(count)]
        for number, value in enumerate(values):
            target.store(value, number)
        return
    # Memory can be much larger than its stored elements.
    start, cells = source.last.position, target.memory.cells
    shift = target.last.position - start
    known = source.memory.present(start, count)
    moved = {n + shift: thawed(frozen(source.memory.cells[n])) for n in known}
    for number in target.memory.present(start + shift, count):
        del cells[number]
    cells.update(moved)


def frozen(value: Any) -> Any:
    """Converts a value from its mutable form in memory."""
    if isinstance(value, list):
        return tuple(map(frozen, cast("list[Any]", value)))
    return np.array(cast(Array, value)) if isinstance(value, np.ndarray) else value


def thawed(value: Any) -> Any:
    """Converts a value to its mutable form in memory."""
    if isinstance(value, tuple):
        return list(map(thawed, cast("tuple[Any, ...]", value)))
    return np.array(cast(Array, value)) if isinstance(value, np.ndarray) else value
