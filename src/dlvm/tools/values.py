"""Values as text on the command line, parsed and printed by their type.

A number is a scalar, or fills a tensor; tensors are nested lists ``[[1, 2], [3, 4]]``; tuples
are ``(1, 2)``, arrays ``[1, 2]``, structs ``{#w = 1, #b = 2}``, enums ``?node(?leaf(1), ?empty)``
and functions ``@f``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, cast

import numpy as np

from dlvm.diagnostics import DiagnosticError, Location, Source, error
from dlvm.ir.records import EnumValue, make_record, record_fields
from dlvm.ir.types import (
    ArrayType,
    ElementType,
    EnumType,
    FunctionType,
    StructType,
    TensorType,
    TupleType,
    Type,
)
from dlvm.ir.values import Number
from dlvm.ir.wellformed import integer_range

_TOKEN: Final = re.compile(r"[#?@+-]?[\w.]+(?:(?<=[eEpP])[+-]\w+)?|\S")
_BOOLEANS: Final = {"true": True, "false": False}
_PRINT_WIDTH: Final = 96
_DEEPEST: Final = 100


def read_value(text: str, type: Type, name: str = "<argument>") -> Any:
    """Parses a value of a given type, as the interpreter and compiled code accept it.

    Raises :class:`DiagnosticError` if the text does not match the type."""
    reader = _ValueReader(Source(name, text))
    value = reader.value(type)
    if reader.peek():
        raise reader.error("the end")
    return value


class _ValueReader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.tokens = list(_TOKEN.finditer(source.text))
        self.position = 0
        self.depth = 0

    def peek(self) -> str:
        """The next token; empty at the end."""
        return self.tokens[self.position].group() if self.position < len(self.tokens) else ""

    def error(self, expected: str, found: str = "") -> DiagnosticError:
        end = len(self.source.text)
        start, stop = end, end
        if self.position < len(self.tokens):
            start, stop = self.tokens[self.position].span()
        found = found or (f"`{self.peek()}`" if self.peek() else "the end")
        return error(f"expected {expected}, got {found}", Location(self.source, start, stop))

    def accept(self, token: str) -> bool:
        found = self.peek() == token
        self.position += found
        return found

    def expect(self, token: str) -> None:
        if not self.accept(token):
            raise self.error(f"`{token}`")

    def value(self, type: Type) -> Any:
        match canonical := type.canonical:
            case TensorType():
                return self.tensor(canonical)
            case TupleType():
                return tuple(self.sequence("(", ")", list(canonical.elements)))
            case ArrayType():
                return self.sequence("[", "]", [canonical.element] * canonical.size)
            case StructType():
                return self.struct(canonical)
            case EnumType() if canonical.stands_for is None:
                return self.enum(canonical)
            case FunctionType() | EnumType():
                return self.name("@", "a function, @name")
            case _:
                raise self.error(f"no value: a value of type {type} cannot be written as text")

    def sequence(self, opening: str, closing: str, types: list[Type]) -> list[Any]:
        self.expect(opening)
        values: list[Any] = []
        for index, type in enumerate(types):
            if index:
                self.expect(",")
            values.append(self.value(type))
        self.accept(",")
        self.expect(closing)
        return values

    def struct(self, type: StructType) -> Any:
        self.expect("{")
        values: list[Any] = []
        for index, (name, field) in enumerate(type.fields):
            if index:
                self.expect(",")
            self.expect(f"#{name}")
            self.expect("=")
            values.append(self.value(field))
        self.accept(",")
        self.expect("}")
        return make_record(type, values)

    def enum(self, type: EnumType) -> EnumValue:
        case = self.name("?", f"a case of {type}")[1:]
        payload = type.payload(case)
        if payload is None:
            self.position -= 1
            raise self.error(f"one of {', '.join('?' + n for n, _ in type.cases)}")
        if self.depth == _DEEPEST:
            raise self.error(f"enum values at most {_DEEPEST} deep")
        self.depth += 1
        values = self.sequence("(", ")", list(payload)) if payload else []
        self.depth -= 1
        return EnumValue(case, tuple(values), type.name)

    def name(self, sigil: str, expected: str) -> str:
        """Reads a name, with its sigil."""
        token = self.peek()
        if len(token) < 2 or token[0] != sigil:
            raise self.error(expected)
        self.position += 1
        return token

    def tensor(self, type: TensorType) -> Any:
        if self.peek() != "[":
            shape = type.static_shape
            if shape is None:
                raise self.error(f"a list, as the sizes of {type} are not known")
            number = self.number(type.element)
            value = np.full(shape, number, type.element.numpy)
            return value if shape else value[()]
        start = self.position
        numbers: list[Number] = []
        shape = self.elements(type, 0, numbers)
        # An empty list does not determine the dimensions inside it.
        shape += tuple(d if isinstance(d, int) else 0 for d in type.shape[len(shape) :])
        if type.static_shape is not None and not numbers and 0 in type.static_shape:
            shape = type.static_shape
        elif any(isinstance(d, int) and d != s for d, s in zip(type.shape, shape, strict=True)):
            self.position = start
            raise self.error(f"a value of type {type}", f"a list of size {_dimensions(shape)}")
        return np.array(numbers, type.element.numpy).reshape(shape)

    def elements(self, type: TensorType, depth: int, numbers: list[Number]) -> tuple[int, ...]:
        """Reads a nested list into ``numbers``; returns its shape from ``depth`` on."""
        if depth == type.rank:
            numbers.append(self.number(type.element))
            return ()
        self.expect("[")
        count, inner = 0, None
        while self.peek() != "]":
            if count:
                self.expect(",")
                if self.peek() == "]":
                    break
            start = self.position
            shape = self.elements(type, depth + 1, numbers)
            if inner is not None and shape != inner:
                self.position = start
                size, found = _dimensions(inner), _dimensions(shape)
                raise self.error(f"a list of size {size}, like the one before it", f"size {found}")
            count, inner = count + 1, shape
        self.expect("]")
        return (count, *(inner or ()))

    def number(self, element: ElementType) -> Number:
        if element.is_complex:
            return self.complex(element.part)
        token = self.peek()
        try:
            number = _number(token, element)
        except (KeyError, ValueError, OverflowError):
            raise self.error(f"a number of type {element}") from None
        self.position += 1
        return number

    def complex(self, part: ElementType) -> complex:
        """Reads ``(1, -2.5)``, the parts of a complex number, or a real number."""
        if not self.accept("("):
            return complex(self.number(part))
        real = self.number(part)
        self.expect(",")
        imaginary = self.number(part)
        self.expect(")")
        return complex(*(float(n.real) for n in (real, imaginary)))


def _number(token: str, element: ElementType) -> bool | int | float:
    """The number that a token represents. Raises ``KeyError``, ``ValueError`` or ``OverflowError``
    if it does not represent a number of the element type."""
    if element is ElementType.BOOL:
        return _BOOLEANS[token]
    if element.is_integer:
        number = int(token, 0)
        low, high = integer_range(element)
        if not low <= number <= high:
            raise OverflowError
        return number
    return float.fromhex(token) if "x" in token else float(token)


def format_value(value: Any, type: Type) -> str:
    """Formats a value of a given type; long tensors are truncated."""
    match canonical := type.canonical:
        case TensorType():
            return _format_tensor(np.asarray(value))
        case TupleType():
            elements = [] if value is None else list(value)
            parts = [format_value(v, t) for v, t in zip(elements, canonical.elements, strict=True)]
            return _join("(", parts, ")")
        case ArrayType():
            return _join("[", [format_value(v, canonical.element) for v in value], "]")
        case StructType():
            values = record_fields(canonical, value)
            fields = zip(canonical.fields, values, strict=True)
            return _join("{", [f"#{n} = {format_value(v, t)}" for (n, t), v in fields], "}")
        case _:
            return str(value)


def _format_tensor(array: np.ndarray[Any, Any]) -> str:
    if array.ndim == 0 and array.dtype.kind == "c":
        return _complex_text(array[()])
    if array.ndim == 0 and array.dtype != np.bool_:
        return str(array[()])
    formatter: dict[str, Callable[[Any], str]] = {
        "bool": lambda value: str(value).lower(),
        "complex_kind": _complex_text,
    }
    return np.array2string(
        array, separator=", ", max_line_width=_PRINT_WIDTH, formatter=cast(Any, formatter)
    )


def _complex_text(number: Any) -> str:
    return f"({number.real}, {number.imag})"


def _dimensions(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape))


def _join(opening: str, parts: list[str], closing: str) -> str:
    if sum(map(len, parts)) <= _PRINT_WIDTH and not any("\n" in p for p in parts):
        return f"{opening}{', '.join(parts)}{closing}"
    lines = ",\n".join(parts).replace("\n", "\n    ")
    return f"{opening}\n    {lines}\n{closing}"
