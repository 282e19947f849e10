"""Tables of functions by instruction class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from dlvm.ir.instruction import Instruction

Emit = TypeVar("Emit", bound=Callable[..., None])
Declared = TypeVar("Declared", bound=Callable[..., None])


class InstructionTable(Generic[Emit]):
    """The functions that emit instructions, by instruction class. Calling the table with classes
    returns a decorator, which registers a function for them."""

    def __init__(self) -> None:
        self._functions: dict[type[Instruction], Any] = {}

    def __call__(self, *classes: type[Instruction]) -> Callable[[Declared], Declared]:
        def register(function: Declared) -> Declared:
            for cls in classes:
                self._functions[cls] = function
            return function

        return register

    def find(self, kind: type[Instruction]) -> Emit | None:
        """The function for an instruction class or its base class, if there is one."""
        found = (self._functions[c] for c in kind.__mro__ if c in self._functions)
        return next(found, None)
