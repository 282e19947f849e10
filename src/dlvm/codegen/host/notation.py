"""The notation of values in the language of host code: LLVM IR here, C in
:mod:`dlvm.codegen.c.functions`."""

from __future__ import annotations

import hashlib
from typing import Any, Final, Protocol

import numpy as np

from dlvm.codegen.expressions.literals import literal_text
from dlvm.codegen.llvm.emitter import Declarations
from dlvm.codegen.storage import ALIGNMENT
from dlvm.ir.module import Function, Variable
from dlvm.ir.types import ElementType
from dlvm.ir.values import element_bytes

LARGE: Final = 4096
"""The size in bytes of the smallest constant that is not part of the LLVM IR, in which each byte
would take ten."""


class Notation(Protocol):
    """The names and values that a plan of host code refers to. ``reinterprets`` says whether
    elements in memory can be read as another type."""

    reinterprets: bool

    def argument(self, number: int) -> str:
        """The parameter of the generated function for a leaf of the arguments, by number."""
        ...

    def result(self, number: int) -> str:
        """The parameter with the address to which a leaf of the result is written, by number."""
        ...

    def literal(self, value: complex, element: ElementType) -> str:
        """A constant scalar."""
        ...

    def constant(self, elements: np.ndarray[Any, Any]) -> str:
        """The address of a constant tensor."""
        ...

    def function(self, function: Function) -> str:
        """A function as a value."""
        ...

    def variable(self, variable: Variable) -> int:
        """The number of a global variable."""
        ...


class LLVMNotation:
    """The names of LLVM IR."""

    reinterprets = True

    def __init__(self, declarations: Declarations) -> None:
        self.declarations = declarations

    def argument(self, number: int) -> str:
        return f"%a{number}"

    def result(self, number: int) -> str:
        return f"%r{number}"

    def literal(self, value: complex, element: ElementType) -> str:
        return literal_text(value, element)

    def constant(self, elements: np.ndarray[Any, Any]) -> str:
        data = element_bytes(elements)
        name = f"dlvm.constant.{hashlib.sha256(data.data).hexdigest()[:16]}.{data.size}"
        if name not in self.declarations:
            if not data.any():
                kind, initial = "internal global", " zeroinitializer"
            elif data.size < LARGE:
                kind, initial = "internal constant", ' c"\\' + data.tobytes().hex("\\") + '"'
            else:
                kind, initial = "external constant", ""
                self.declarations.constants[name] = data
            self.declarations.define(
                name, f"@{name} = {kind} [{data.size} x i8]{initial}, align {ALIGNMENT}"
            )
        return f"@{name}"

    def function(self, function: Function) -> str:
        return f"@{symbol(function)}"

    def variable(self, variable: Variable) -> int:
        numbers = self.declarations.variables
        return numbers.setdefault(variable, len(numbers))


def symbol(function: Function) -> str:
    """The LLVM name of the host code of a function."""
    return f'"dlvm.f.{function.name}"'
