"""Parses types. ``str`` prints them."""

from __future__ import annotations

import re
from typing import Final

from dlvm.diagnostics import Diagnostic, DiagnosticError, Location, Note
from dlvm.ir.types import (
    STACK,
    VOID,
    ArrayType,
    BoxType,
    Dim,
    ElementType,
    FunctionType,
    PointerType,
    Shape,
    Symbol,
    TensorType,
    TupleType,
    Type,
)
from dlvm.ir.wellformed import MAX_SIZE, tensor_problem
from dlvm.text.generics import instantiate, is_finite
from dlvm.text.parser_base import shorten, suggestion
from dlvm.text.scope import GenericDeclaration, Scope

TYPES: Final[dict[str, Type]] = {
    **{e.value: TensorType((), e) for e in ElementType},
    "void": VOID,
    "stack": STACK,
}
"""The types whose name is a single word."""

_DIM = re.compile(r"([0-9]+|_[A-Za-z0-9_]*)[ \t]+x\b")


def read_type(p: Scope) -> Type:
    """Reads a type."""
    kind, text = p.kind, p.text
    match kind:
        case "tensor":
            type = p.tensor_types.get(text)
            if type is None:
                type = p.tensor_types[text] = _tensor(p, text)
            p.at += 1
            return type
        case "word":
            type = TYPES.get(text)
            if type is not None:
                p.at += 1
                return type
            if p.accept("box"):
                with p.nested("types"):
                    return BoxType(_braced(p) if p.kind == "{" else read_type(p))
            near = suggestion(text, [*TYPES, "box"])
            raise p.error(f"there is no type {shorten(text)}{near}")
        case "type":
            return _named(p)
        case "*":
            p.at += 1
            with p.nested("types"):
                return PointerType(read_type(p))
        case "(":
            with p.nested("types"):
                elements = tuple(p.enclosed("(", lambda: read_type(p), ")"))
                return (
                    FunctionType(elements, read_type(p)) if p.accept("->") else TupleType(elements)
                )
        case "[":
            with p.nested("types"):
                return _array(p)
        case "<":
            return _spelled_tensor(p)
        case _:
            raise p.unexpected("a type")


def _named(p: Scope) -> Type:
    """A named type, a type parameter, or a generic type with its arguments."""
    place, text = p.at, p.text
    p.at += 1
    bound = p.bindings.get(text[1:])
    if bound is not None:
        return bound
    if p.looks_through:
        p.read_alias(text[1:], place)
    found = p.find(p.types, "type", text, place)
    if isinstance(found, GenericDeclaration):
        return instantiate(p, found, read_type_arguments(p, found), p.span(place))
    if p.kind == "<":
        note = Note(f"{text} is defined here", found.location)
        raise p.error(f"{text} is not generic, expected no type arguments", p.at, note)
    return found


def read_type_arguments(p: Scope, template: GenericDeclaration) -> list[Type]:
    """Reads the type arguments of a generic type or function, ``<f32, $Point>``."""
    if p.kind != "<":
        name = template.name
        shown = f"{name}<{', '.join('$' + n for n in template.parameters)}>"
        note = Note(f"{shown} is declared here", template.location)
        message = f"{name} is generic, expected type arguments, as in {name}<…>"
        raise p.error(message, p.at - 1, note)
    with p.nested("types"), p.looking_through():
        return p.enclosed("<", lambda: read_type(p), ">")


def read_function_type(p: Scope) -> FunctionType:
    """Reads the type of a function."""
    first = p.at
    type = read_type(p)
    if not isinstance(type, FunctionType):
        raise p.error(f"expected a function type, got the type {type}", first, last=p.at - 1)
    return type


def read_element_type(p: Scope) -> ElementType:
    """Reads the name of a scalar type."""
    place, text = p.at, p.text
    if p.kind == "type":
        with p.looking_through():
            type = read_type(p)
        whole = type.canonical if is_finite([type]) else type
        if not isinstance(whole, TensorType) or whole.rank:
            stands = "" if text == str(type) else f", of which {text} is an alias"
            message = f"expected a scalar type, got the type {type}{stands}"
            raise p.doubt(message, place, last=p.at - 1)
        return whole.element
    element = TYPES.get(text) if p.kind == "word" else None
    if not isinstance(element, TensorType):
        near = suggestion(text, [e.value for e in ElementType]) if p.kind == "word" else ""
        raise p.unexpected(f"an element type{near}")
    p.at += 1
    return element.element


def read_dims(p: Scope) -> Shape:
    """Reads dimensions, ``2 x _n``; ``scalar`` for none."""
    if p.accept("scalar"):
        return ()
    first = p.at
    dims = [read_dim(p)]
    while p.accept("x"):
        dims.append(read_dim(p))
    problem = tensor_problem(TensorType(tuple(dims), ElementType.BOOL))
    if problem is not None:
        raise p.error(problem, first, last=p.at - 1)
    return tuple(dims)


def read_dim(p: Scope) -> Dim:
    """Reads a dimension: a number, ``_`` or ``_name``."""
    if p.kind == "word" and p.text.startswith("_") and "." not in p.text:
        p.at += 1
        return Symbol(p.texts[p.at - 1][1:])
    return p.natural("a dimension (a number, _ or _name)")


def _tensor(p: Scope, text: str) -> TensorType:
    """The tensor type of a token for a whole tensor type."""
    dims: list[Dim] = []
    for match in _DIM.finditer(text):
        digits = match.group(1)
        if digits[0] == "_":
            dims.append(Symbol(digits[1:]))
            continue
        size = int(digits) if len(digits) <= 20 else MAX_SIZE + 1
        if size > MAX_SIZE:
            start = p.starts[p.at] + match.start()
            location = Location(p.source, start, start + len(digits))
            message = f"dimension must be at most 2^59, got {shorten(digits)}"
            raise DiagnosticError(Diagnostic(message, location))
        dims.append(size)
    element = text.rstrip(" \t>").rsplit(maxsplit=1)[-1]
    type = TensorType(tuple(dims), ElementType(element))
    problem = tensor_problem(type)
    if problem is not None:
        raise p.error(problem)
    return type


def _spelled_tensor(p: Scope) -> Type:
    """A tensor type that is not a single token, because of its white space or an error."""
    first = p.at
    p.expect("<")
    dims: list[Dim] = []
    while p.kind not in ("word", "type") or p.text.startswith("_"):
        dims.append(read_dim(p))
        p.expect("x")
    type = TensorType(tuple(dims), read_element_type(p))
    p.expect(">")
    problem = tensor_problem(type)
    if problem is None and not dims:
        problem = f"expected {type}, got a tensor type without dimensions"
    if problem is not None:
        raise p.error(problem, first, last=p.at - 1)
    return type


def _braced(p: Scope) -> Type:
    p.expect("{")
    type = read_type(p)
    p.expect("}")
    return type


def _array(p: Scope) -> ArrayType:
    p.expect("[")
    first = p.at
    size = p.natural("the number of elements")
    if size > MAX_SIZE:
        raise p.error(f"expected at most 2^59, got {size} elements", first)
    p.expect("x")
    element = read_type(p)
    p.expect("]")
    return ArrayType(size, element)
