"""Prints uses of values: names, constants and aggregates."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from dlvm.ir.instruction import Instruction
from dlvm.ir.module import Block, Function, Module, Variable
from dlvm.ir.types import INDEX, ArrayType, ElementType, EnumType, StructType, TensorType, Type
from dlvm.ir.values import (
    Aggregate,
    Literal,
    Number,
    Resource,
    Special,
    TensorData,
    Value,
    constant_tensor,
    element_value,
)
from dlvm.ir.wellformed import NAME
from dlvm.text.parser_base import quote

_NAME = re.compile(NAME)
_NO_NAME = re.compile(r"[^A-Za-z0-9_.]")
# The digits that every number of the type preserves; trailing zeros are dropped anyway.
_DIGITS = {ElementType.F16: 3, ElementType.BF16: 2, ElementType.F32: 6}


class Names:
    """The printed names of a module's globals, and of the blocks and values of one function.

    Unnamed blocks and values are numbered. If several share a name, all but the first get a numeric
    suffix.
    """

    def __init__(self, globals_: Mapping[Value, str]) -> None:
        self.globals = globals_
        self.values: dict[Value, str] = {}
        self.blocks: dict[Block, str] = {}

    @staticmethod
    def of(module: Module) -> Names:
        """The names of a module's globals."""
        globals_ = (*module.variables, *module.functions, *module.definitions)
        return Names({value: f"@{value.name or n}" for n, value in enumerate(globals_)})

    def within(self, function: Function) -> Names:
        """The names inside a function."""
        names = Names(self.globals)
        unique_value, unique_block = _Uniquer(), _Uniquer()
        for number, block in enumerate(function.blocks):
            names.blocks[block] = "'" + unique_block.name(block.name, str(number))
            for position, argument in enumerate(block.arguments):
                name = unique_value.name(argument.name, f"{number}^{position}")
                names.values[argument] = "%" + name
            for position, instruction in enumerate(block.instructions):
                name = unique_value.name(instruction.name, f"{number}.{position}")
                names.values[instruction] = "%" + name
        return names

    def name(self, value: Value) -> str:
        """The name of a value, with a question mark if it does not belong to the function."""
        found = self.values.get(value) or self.globals.get(value)
        if found is not None:
            return found
        if isinstance(value, Function | Variable):
            return f"@{value.name or '?'}"
        return f"%{value.mnemonic if isinstance(value, Instruction) else value.name or ''}?"

    def block(self, block: Block) -> str:
        return self.blocks.get(block) or f"'{block.name or ''}?"

    def use(self, value: Value) -> str:
        """A use of a value, with its type."""
        if isinstance(value, Literal):
            return literal_text(value)
        if isinstance(value, Aggregate):
            return self._aggregate(value)
        return f"{self.name(value)}: {value.type}"

    def index(self, value: Value) -> str:
        """A use of an ``i64`` value, a bare number if it is constant."""
        if isinstance(value, Literal) and value.type == INDEX and type(value.data) is int:
            return str(value.data)
        return self.use(value)

    def _aggregate(self, value: Aggregate) -> str:
        constant = constant_tensor(value.type, value.operands)
        if constant is not None:
            return literal_text(constant)
        elements = [self.use(e) for e in value.operands]
        whole = value.type.canonical
        listed = ", ".join(elements)
        match whole:
            case TensorType():
                text = f"<{listed}>"
            case ArrayType():
                text = f"[{listed}]"
            case StructType():
                fields = zip(whole.fields, elements, strict=False)
                text = "{" + ", ".join(f"#{n} = {e}" for (n, _), e in fields) + "}"
            case EnumType():
                text = f"?{value.case}({listed})" if elements else f"?{value.case}"
            case _:
                text = f"({listed})"
        return f"{text}: {value.type}"


class _Uniquer:
    """Creates unique names."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._numbers: dict[str, int] = {}

    def name(self, wanted: str | None, number: str) -> str:
        if not wanted:
            return number
        if not _NAME.fullmatch(wanted):
            wanted = "_" + _NO_NAME.sub("_", wanted)
        name = wanted
        while name in self._taken:
            self._numbers[wanted] = self._numbers.get(wanted, 0) + 1
            name = f"{wanted}.{self._numbers[wanted]}"
        self._taken.add(name)
        return name


def literal_text(literal: Literal) -> str:
    """A constant with its type."""
    data, type = literal.data, literal.type
    match data:
        case Special():
            text = data.value
        case Resource():
            text = f"resource {quote(data.name)}"
        case TensorData(name=str(name)):
            text = f"resource {quote(name)}"
        case TensorData():
            return _tensor_text(data.array.tolist(), data.array.shape, type)
        case _:
            text = number_text(data, _element(type))
    return f"{text}: {type}"


def _element(type: Type) -> ElementType:
    canonical = type.canonical
    return canonical.element if isinstance(canonical, TensorType) else ElementType.F64


def _tensor_text(elements: Any, shape: tuple[int, ...], type: Type) -> str:
    element = _element(type)
    if not shape:
        return f"{number_text(elements, element)}: {type}"
    inner = TensorType(shape[1:], element)
    return f"<{', '.join(_tensor_text(e, shape[1:], inner) for e in elements)}>: {type}"


def number_text(value: Number, element: ElementType) -> str:
    """The shortest text that is read as the same number."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, complex):
        parts = (number_text(part, element.part) for part in (value.real, value.imag))
        return f"({', '.join(parts)})"
    if value == 0.0:
        return "-0" if math.copysign(1, value) < 0 else "0"
    return _float_text(value, element)


@lru_cache(maxsize=4096)
def _float_text(value: float, element: ElementType) -> str:
    if not math.isfinite(value):
        return str(value)
    text = repr(value)
    for digits in range(_DIGITS.get(element, 17), 17):
        short = f"{value:.{digits}g}"
        if element_value(float(short), element) == value:
            text = repr(float(short))
            break
    return text.removesuffix(".0")
