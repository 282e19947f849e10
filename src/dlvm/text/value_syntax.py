"""Parses uses of values: names, constants and aggregates, each with its type."""

from __future__ import annotations

import math
from typing import Final

from dlvm.diagnostics import Note
from dlvm.ir.resources import file_beside
from dlvm.ir.types import INDEX, ElementType, StructType, TensorType, TupleType, Type
from dlvm.ir.values import (
    Aggregate,
    Literal,
    LiteralData,
    Resource,
    Special,
    Value,
    constant_tensor,
    element_value,
)
from dlvm.ir.wellformed import aggregate_problem, literal_problem, type_problem
from dlvm.text.generics import instantiate
from dlvm.text.parser_base import parse_integer, shorten, suggestion
from dlvm.text.scope import GenericDeclaration, Scope
from dlvm.text.type_syntax import read_type, read_type_arguments

CONSTANTS: Final[dict[str, LiteralData]] = {
    "true": True,
    "false": False,
    "inf": float("inf"),
    "nan": float("nan"),
    "zero": Special.ZERO,
    "undefined": Special.UNDEFINED,
    "null": Special.NULL,
}
"""The constants that are written as keywords."""

_CLOSERS = {"<": ">", "(": ")", "[": "]"}


def read_use(p: Scope) -> Value:
    """Reads one use of a value."""
    place = p.at
    kind, text = p.kinds[place], p.texts[place]
    if kind == "local":
        p.at = place + 1
        if p.kinds[place + 1] != ":":
            return p.known_value(text, place)
        p.at = place + 2
        return p.typed_value(text, read_type(p), place)
    match kind:
        case "number" | "-" | "word":
            return read_literal(p)
        case "(" if is_complex(p):
            return read_complex(p)
        case "global":
            return _global(p)
        case "<" | "(" | "[":
            with p.nested("values"):
                return _sequence(p, kind)
        case "tensor":
            raise p.unexpected("a value and its type")
        case "{":
            with p.nested("values"):
                return _struct(p)
        case "case":
            with p.nested("values"):
                return _enum(p)
        case _:
            raise p.unexpected("a value")


def read_index(p: Scope) -> Value:
    """Reads an ``i64`` value, which may be a bare number."""
    bare = p.at + 1 if p.kind == "-" else p.at
    if p.kinds[bare] == "number" and p.kinds[bare + 1] != ":":
        place = p.at
        return Literal(INDEX, p.integer(), p.location(place))
    return read_use(p)


def read_global(p: Scope) -> Value:
    """Reads the name of a function or variable, with type arguments if it is generic."""
    place = p.at
    text = p.take("global", "a function, @name")
    found = p.find_global(text, place)
    if isinstance(found, GenericDeclaration):
        return instantiate(p, found, read_type_arguments(p, found), p.span(place))
    if p.kind == "<":
        note = Note(f"{text} is declared here", found.location)
        raise p.error(f"{text} is not generic, expected no type arguments", p.at, note)
    return found


def _global(p: Scope) -> Value:
    place = p.at
    value = read_global(p)
    if p.accept(":"):
        type = read_type(p)
        if type != value.type:
            message = f"{p.texts[place]} has type {value.type}, got {type}"
            raise p.doubt(message, place, last=p.at - 1)
    return value


def read_literal(p: Scope) -> Literal:
    """Reads a constant and its type."""
    place = p.at
    negative = p.accept("-")
    text = p.text
    data: LiteralData | None = None
    if p.kind == "number":
        p.at += 1
    elif p.kind == "word" and text == "resource" and not negative:
        p.at += 1
        data = Resource(p.string(), file_beside(p.source.name))
    elif p.kind == "word" and text in CONSTANTS and not (negative and text != "inf"):
        p.at += 1
        data = CONSTANTS[text]
        data = -data if negative and isinstance(data, float) else data
    else:
        near = suggestion(text, CONSTANTS) if p.kind == "word" else ""
        raise p.unexpected(f"a value{near}")
    if not p.accept(":"):
        raise p.unexpected(f"':' and the type of {shorten(text)}")
    type = read_type(p)
    if data is None:
        data = _number(p, text, negative, type, place)
    canonical = type.canonical
    if isinstance(data, int | float) and not isinstance(data, bool):
        is_complex_type = isinstance(canonical, TensorType) and canonical.element.is_complex
        data = complex(data) if is_complex_type else data
    problem = literal_problem(type, data)
    if problem is not None:
        raise p.doubt(problem, place, last=p.at - 1)
    return Literal(type, data, p.span(place))


def is_complex(p: Scope) -> bool:
    """Whether a complex number follows, such as ``(1, -2.5): c64``: the elements of a tuple have
    types."""
    first = p.at + 1
    first += p.kinds[first] == "-"
    is_part = p.kinds[first] == "number" or p.texts[first] in ("inf", "nan")
    return p.kind == "(" and is_part and p.kinds[first + 1] == ","


def read_complex(p: Scope) -> Literal:
    """Reads a complex number, its real and imaginary parts, and its type."""
    place = p.at
    parts: list[tuple[str, bool, int]] = []
    p.expect("(")
    for closer in (",", ")"):
        first, negative = p.at, p.accept("-")
        if p.kind != "number" and p.text not in ("inf", "nan"):
            raise p.unexpected("a number, the imaginary part")
        parts.append((p.text, negative, first))
        p.at += 1
        p.expect(closer)
    if not p.accept(":"):
        raise p.unexpected("':' and the type of the complex number")
    type = read_type(p)
    canonical = type.canonical
    if not isinstance(canonical, TensorType) or not canonical.element.is_complex:
        message = f"expected a complex type for a pair of numbers, got {type}"
        raise p.doubt(message, place, last=p.at - 1)
    part = TensorType((), canonical.element.part)
    real, imaginary = (_part(p, *given, part) for given in parts)
    return Literal(type, complex(real, imaginary), p.span(place))


def _part(p: Scope, text: str, negative: bool, place: int, type: Type) -> float:
    if text in ("inf", "nan"):
        return -float(text) if negative else float(text)
    return float(_number(p, text, negative, type, place))


def _number(p: Scope, text: str, negative: bool, type: Type, place: int) -> int | float:
    """The number that a token represents in a type, rounded to nearest for floats."""
    canonical = type.canonical
    element = canonical.element if isinstance(canonical, TensorType) else ElementType.F64
    integer = parse_integer(text)
    if not element.is_differentiable and not element.is_float:
        if integer is None:
            raise p.doubt(f"expected an integer for {type}, got {shorten(text)}", place)
        if integer.bit_length() > 64:
            message = f"{shorten(text)} is out of range for {element}"
            raise p.doubt(message, place, last=p.at - 1)
        return -integer if negative else integer
    if "x" in text or "X" in text:
        try:
            number = float.fromhex(text)
        except OverflowError:
            number = float("inf")
    else:
        number = float(text)
    number = -number if negative else number
    if not math.isfinite(abs(element_value(number, element))):
        raise p.doubt(f"{shorten(text)} is out of range for {element}", place, last=p.at - 1)
    return number


def _elements(p: Scope, opener: str) -> tuple[list[Value], list[int]]:
    places: list[int] = []

    def read() -> Value:
        places.append(p.at)
        return read_use(p)

    return p.enclosed(opener, read, _CLOSERS[opener]), places


def _sequence(p: Scope, opener: str) -> Value:
    """A tensor, tuple or array literal; the type of a tuple is optional."""
    first = p.at
    elements, places = _elements(p, opener)
    if opener == "(" and p.kind != ":":
        type: Type = TupleType(tuple(e.type for e in elements))
        problem = type_problem(type)
        if problem is not None:
            raise p.error(problem, first, last=p.at - 1)
        return Aggregate(type, elements, location=p.span(first))
    p.expect(":", "':' and the type of the whole")
    type = read_type(p)
    return _aggregate(p, type, elements, places, first)


def _aggregate(
    p: Scope,
    type: Type,
    elements: list[Value],
    places: list[int],
    first: int,
    case: str | None = None,
) -> Value:
    problem = aggregate_problem(type, [e.type for e in elements], case)
    if problem is not None:
        index, message = problem
        place = first if index is None else places[index]
        raise p.doubt(message, place, last=None if index is not None else p.at - 1)
    constant = constant_tensor(type, elements)
    if constant is not None:
        constant.location = p.span(first)
        return constant
    return Aggregate(type, elements, case, p.span(first))


def _struct(p: Scope) -> Value:
    first = p.at
    names: dict[str, int] = {}

    def read() -> tuple[str, Value, int]:
        place = p.at
        name = p.name("field", "a field, #name")
        if name in names:
            raise p.duplicate(f"#{name}", place, p.location(names[name]))
        names[name] = place
        p.expect("=")
        return name, read_use(p), place

    given = {name: (value, place) for name, value, place in p.enclosed("{", read, "}")}
    p.expect(":", "':' and the type of the struct")
    type = read_type(p)
    struct = type.canonical
    if not isinstance(struct, StructType):
        raise p.doubt(f"expected a struct type, got the type {type}", first, last=p.at - 1)
    declared = dict(struct.fields)
    for name, (_, place) in given.items():
        if name not in declared:
            near = suggestion(name, declared, "#")
            raise p.error(f"{struct} has no field #{name}{near}", place)
    missing = [f"#{n}" for n, _ in struct.fields if n not in given]
    if missing:
        message = f"expected every field of {struct}, got no {', '.join(missing)}"
        raise p.error(message, first, last=p.at - 1)
    ordered = [given[n] for n, _ in struct.fields]
    return _aggregate(p, type, [v for v, _ in ordered], [i for _, i in ordered], first)


def _enum(p: Scope) -> Value:
    first = p.at
    case = p.name("case", "a case, ?name")
    elements, places = _elements(p, "(") if p.kind == "(" else ([], [])
    p.expect(":", "':' and the enum type")
    return _aggregate(p, read_type(p), elements, places, first, case)
