"""Parses and prints the expressions of compute definitions.

The infix operators are ``* /`` and, with lower precedence, ``+ -``. The body of a reduction,
``sum(k < 784) …``, extends to the next ``+`` or ``-``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Final

from dlvm.diagnostics import DiagnosticError
from dlvm.ir.compute import (
    Affine,
    Call,
    Constant,
    Draw,
    Expression,
    Guard,
    Index,
    IndexValue,
    Range,
    Read,
    Reduction,
    is_size,
)
from dlvm.ir.compute_rules import call_element, operation_names, select_element
from dlvm.ir.instruction import TypeRuleError
from dlvm.ir.polynomial import Size, monomials, size_of
from dlvm.ir.types import I64, ElementType, Symbol, TensorType
from dlvm.ir.values import Number
from dlvm.text.parser_base import MAX_NESTING, MAX_NUMBER, suggestion
from dlvm.text.scope import Scope
from dlvm.text.type_syntax import read_dim, read_element_type
from dlvm.text.value_syntax import is_complex, read_complex, read_literal
from dlvm.text.value_text import number_text

Tensors = Mapping[str, TensorType | None]
"""The types of the readable tensors; None for a tensor whose definition failed."""

_SUM, _REDUCTION, _PRODUCT, _OPERAND = range(1, 5)
_INFIX: Final = {
    "+": ("add", _SUM),
    "-": ("subtract", _SUM),
    "*": ("multiply", _PRODUCT),
    "/": ("divide", _PRODUCT),
}
_SYMBOLS: Final = {operation: symbol for symbol, (operation, _) in _INFIX.items()}
REDUCTIONS: Final = {
    "add": "sum",
    "multiply": "product",
    "min": "minimum",
    "max": "maximum",
    "and": "all",
    "or": "any",
}
"""The names of reductions by their operators."""
_OPERATORS: Final = {name: operator for operator, name in REDUCTIONS.items()}
_CASTS: Final = {e.value: e for e in ElementType}

_MAX_TERMS: Final = 1000
_MAX_FACTORS: Final = 100


def read_range(p: Scope) -> Range:
    """Reads an iteration variable and its bound, ``i < 64``."""
    first = p.at
    variable = p.take("word", "a variable and its bound, name < number")
    p.expect("<")
    return Range(variable, read_dim(p), location=p.span(first))


def read_index(p: Scope, tensors: Tensors) -> Index:
    """Reads an index: affine in the variables, or an expression."""
    after = p.at + (p.kind == "-")
    if p.kinds[after] in ("number", "word") and p.kinds[after + 1] not in (":", "("):
        return read_affine(p)
    return read_expression(p, tensors)


def read_affine(p: Scope) -> Affine:
    """Reads a sum of products, each of numbers, sizes (``_n``) and at most one variable."""
    first = p.at
    total = _affine_term(p)
    count = 1
    while p.kind in ("+", "-"):
        sign = -1 if p.kind == "-" else 1
        p.at += 1
        count += 1
        if count > _MAX_TERMS:
            raise p.error(f"a sum must have at most {_MAX_TERMS} products", first)
        total = total.plus(_affine_term(p).scaled(sign))
    _check_range(p, total, first)
    return Affine(total.terms, total.constant, location=p.span(first))


def _check_range(p: Scope, index: Affine, first: int) -> None:
    numbers = (number for size in index.sizes for _, number in monomials(size))
    if any(abs(number) > MAX_NUMBER for number in numbers):
        raise p.error("the number is out of range for i64", first, last=p.at - 1)


def _affine_term(p: Scope) -> Affine:
    first = p.at
    factor: Size = -1 if p.accept("-") else 1
    variable: str | None = None
    for _ in range(_MAX_FACTORS):
        if p.kind != "word":
            factor = p.natural("a variable, a size or an integer") * factor
        elif is_size(p.text):
            factor = size_of(Symbol(p.text[1:])) * factor
            p.at += 1
        elif variable is not None:
            raise p.error(f"expected at most one variable in a product, got a second, {p.text}")
        else:
            variable = p.text
            p.at += 1
        if not p.accept("*"):
            return Affine((), factor) if variable is None else Affine.of({variable: factor})
    raise p.error(f"a product must have at most {_MAX_FACTORS} factors", first)


def read_expression(p: Scope, tensors: Tensors, level: int = _SUM) -> Expression:
    """Reads an expression of operators with at least the precedence ``level``."""
    first = p.at
    left = _read_operand(p, tensors)
    while p.kind in _INFIX:
        operation, own = _INFIX[p.kind]
        if own < level:
            break
        p.at += 1
        right = read_expression(p, tensors, own + 1)
        left = _call(p, operation, (left, right), first)
        if left.depth > MAX_NESTING:
            raise p.error(f"nested more than {MAX_NESTING} levels deep", first, last=p.at - 1)
    return left


def _read_operand(p: Scope, tensors: Tensors) -> Expression:
    with p.nested("values"):
        if p.kind == "local":
            return _read_read(p, tensors)
        if is_complex(p):
            return _read_constant(p)
        if p.accept("("):
            inner = read_expression(p, tensors)
            p.expect(")")
            return inner
        if p.kind == "word" and p.kinds[p.at + 1] == "(":
            return _read_function(p, tensors)
        if p.kind in ("number", "-", "word"):
            return _read_constant(p)
        raise p.unexpected("an expression")


def _read_read(p: Scope, tensors: Tensors) -> Read:
    first = p.at
    text = p.take("local", "a tensor, %name")
    type = p.find(tensors, "tensor", text, first)
    indices: list[Index] = []
    if p.kind == "[":
        indices = p.enclosed("[", lambda: read_index(p, tensors), "]")
    return Read(text[1:], tuple(indices), type.element, location=p.span(first))


def _read_constant(p: Scope) -> Constant:
    first = p.at
    literal = read_complex(p) if is_complex(p) else read_literal(p)
    type, data = literal.type.canonical, literal.data
    if not isinstance(type, TensorType) or type.rank or not isinstance(data, Number):
        message = f"expected a number of a scalar type, got a constant of type {literal.type}"
        raise p.error(message, first, last=p.at - 1)
    return Constant(data, type.element, location=literal.location)


def _read_function(p: Scope, tensors: Tensors) -> Expression:
    first = p.at
    name = p.take("word", "a function")
    if name in _OPERATORS:
        ranges = p.enclosed("(", lambda: read_range(p), ")")
        body = read_expression(p, tensors, _REDUCTION)
        return Reduction(_OPERATORS[name], tuple(ranges), body, location=p.span(first))
    read = FORMS.get(name)
    if read is not None:
        return read(p, tensors, first)
    known = list(operation_names())
    if name not in known and name not in _CASTS:
        near = suggestion(name, chain(known, _OPERATORS, FORMS, _CASTS))
        raise p.error(f"there is no function '{name}'{near}", first)
    arguments = tuple(p.enclosed("(", lambda: read_expression(p, tensors), ")"))
    if name not in _CASTS:
        return _call(p, name, arguments, first)
    if len(arguments) != 1:
        message = f"{name}: expected 1 argument, got {len(arguments)}"
        raise p.error(message, first, last=p.at - 1)
    return Call("cast", arguments, _CASTS[name], location=p.span(first))


def _call(p: Scope, operation: str, arguments: tuple[Expression, ...], first: int) -> Call:
    try:
        element = call_element(operation, [a.element for a in arguments])
    except TypeRuleError as problem:
        raise p.error(f"{operation}: {problem}", first, last=p.at - 1) from None
    return Call(operation, arguments, element, location=p.span(first))


def _read_guard(p: Scope, tensors: Tensors, first: int) -> Expression:
    parts = p.enclosed("(", lambda: read_expression(p, tensors), ")")
    try:
        select_element([a.element for a in parts])
    except TypeRuleError as problem:
        raise p.error(f"if: {problem}", first, last=p.at - 1) from None
    condition, body, otherwise = parts
    return Guard(condition, body, otherwise, location=p.span(first))


def _read_index_value(p: Scope, tensors: Tensors, first: int) -> Expression:
    p.expect("(")
    index = read_affine(p)
    p.expect(")")
    element = read_element_type(p) if p.accept(":") else I64
    return IndexValue(index, element, location=p.span(first))


def _read_draw(p: Scope, tensors: Tensors, first: int) -> Expression:
    p.expect("(")
    counter = read_affine(p)
    key: tuple[Expression, Expression] | None = None
    if p.accept("by"):
        low = read_expression(p, tensors)
        p.expect(",", "',' and the second number of the key")
        key = (low, read_expression(p, tensors))
    p.expect(")")
    p.expect(":", "':' and the element type")
    normal = p.texts[first] == "normal"
    return Draw(normal, counter, key, read_element_type(p), location=p.span(first))


FORMS: Final[dict[str, Callable[[Scope, Tensors, int], Expression]]] = {
    "if": _read_guard,
    "index": _read_index_value,
    "uniform": _read_draw,
    "normal": _read_draw,
}
"""The parsers of forms that look like function calls."""


def tensor_name(p: Scope, tensors: Tensors) -> str:
    """Reads the name of a tensor that may be read."""
    place = p.at
    text = p.take("local", "a tensor, %name")
    if text[1:] not in tensors:
        raise p.unknown("tensor", text, place, tensors)
    if tensors[text[1:]] is None:
        raise DiagnosticError([])
    return text[1:]


def affine_text(affine: Affine) -> str:
    """The text of an affine index."""
    text = ""
    for variable, coefficient in (*affine.terms, ("", affine.constant)):
        for monomial, number in monomials(coefficient):
            factors = [f"_{name}" for name in monomial] + [variable] * bool(variable)
            if abs(number) != 1 or not factors:
                factors.insert(0, str(abs(number)))
            text += _signed(text, number, " * ".join(factors))
    return text or "0"


def _signed(before: str, number: int, size: str) -> str:
    if before:
        return f" {'-' if number < 0 else '+'} {size}"
    return f"-{size}" if number < 0 else size


def range_text(loop_range: Range) -> str:
    """The text of an iteration variable with its bound."""
    return f"{loop_range.variable} < {loop_range.extent}"


def index_text(index: Index) -> str:
    """The text of an index."""
    return affine_text(index) if isinstance(index, Affine) else expression_text(index)


def expression_text(expression: Expression, level: int = _SUM) -> str:
    """The text of an expression, in parentheses if its precedence is below ``level``."""
    match expression:
        case Constant(value, element):
            return f"{number_text(value, element)}: {element}"
        case IndexValue(index, element):
            return f"index({affine_text(index)})" + ("" if element is I64 else f": {element}")
        case Read(tensor, indices):
            listed = ", ".join(map(index_text, indices))
            return f"%{tensor}[{listed}]" if indices else f"%{tensor}"
        case Draw():
            return _draw_text(expression)
        case Reduction(by, ranges, body):
            name, own = REDUCTIONS.get(by, by), _REDUCTION
            listed = ", ".join(map(range_text, ranges))
            text = f"{name}({listed}) {expression_text(body, _REDUCTION)}"
        case Call(operation, (left, right)) if operation in _SYMBOLS:
            symbol = _SYMBOLS[operation]
            own = _INFIX[symbol][1]
            text = f"{expression_text(left, own)} {symbol} {expression_text(right, own + 1)}"
        case Guard():
            return f"if({', '.join(map(expression_text, expression.children))})"
        case Call(operation, arguments, element):
            name = element.value if operation == "cast" else operation
            return f"{name}({', '.join(map(expression_text, arguments))})"
        case _:
            raise AssertionError(f"{type(expression).__name__} has no text")
    return text if own >= level else f"({text})"


def _draw_text(draw: Draw) -> str:
    name = "normal" if draw.normal else "uniform"
    key = f" by {', '.join(map(expression_text, draw.key))}" if draw.key is not None else ""
    return f"{name}({affine_text(draw.counter)}{key}): {draw.element}"
