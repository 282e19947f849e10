"""Recognizes functions that programs compose of several instructions, and computes each as one
function, without intermediate rounding errors."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from dlvm.ir.compute import Call, Constant, Expression

_ROOT_HALF = sqrt(0.5)


def composed(call: Call) -> tuple[str, Expression] | None:
    """The vector function that a call is equivalent to, and its operand. ``logistic`` is 1 / (1 +
    e^x); ``sigmoid`` is 1 / (1 + e^-x) or 1/2 + 1/2 tanh(x/2); ``gelu`` is x/2 (1 + erf(x/√2))."""
    if not call.element.is_float:
        return None
    match call.operation, call.arguments:
        case ("reciprocal", (Call("add", terms),)):
            return _logistic(terms)
        case ("divide", (one, Call("add", terms))) if _is(one, 1.0):
            return _logistic(terms)
        case ("add", terms):
            return _sigmoid(terms)
        case ("multiply", _):
            return _gelu(call)
        case _:
            return None


def _is(expression: Expression, value: float) -> bool:
    """Whether an expression is a given constant, rounded to its element type."""
    return isinstance(expression, Constant) and expression == Constant(value, expression.element)


def _logistic(terms: tuple[Expression, ...]) -> tuple[str, Expression] | None:
    for one, power in (terms, terms[::-1]):
        if _is(one, 1.0) and isinstance(power, Call) and power.operation == "exp":
            return "logistic", power.arguments[0]
    return None


def _sigmoid(terms: tuple[Expression, ...]) -> tuple[str, Expression] | None:
    for half, term in (terms, terms[::-1]):
        wave = _halved(term) if _is(half, 0.5) else None
        if isinstance(wave, Call) and wave.operation == "tanh":
            x = _halved(wave.arguments[0])
            return ("sigmoid", x) if x is not None else None
    return None


def _halved(expression: Expression) -> Expression | None:
    """The operand x of an expression x/2."""
    if isinstance(expression, Call) and expression.operation == "multiply":
        for half, x in (expression.arguments, expression.arguments[::-1]):
            if _is(half, 0.5):
                return x
    return None


def _gelu(call: Call) -> tuple[str, Expression] | None:
    for factor in _factors(call):
        x = _tail_of(factor)
        if x is not None:
            others = [f for f in _factors(call, x) if f is not factor]
            if len(others) == 2 and x in others and any(_is(f, 0.5) for f in others):
                return "gelu", x
    return None


def _factors(expression: Expression, whole: Expression | None = None) -> Iterator[Expression]:
    """The factors of a product; ``whole`` counts as one factor, even if it is a product."""
    is_whole = whole is not None and expression == whole
    if isinstance(expression, Call) and expression.operation == "multiply" and not is_whole:
        for argument in expression.arguments:
            yield from _factors(argument, whole)
    else:
        yield expression


def _tail_of(expression: Expression) -> Expression | None:
    """The operand x of an expression erfc(-x √½) or 1 + erf(x √½)."""
    match expression:
        case Call("erfc", (argument,)):
            return _scaled(argument, -1.0)
        case Call("add", terms):
            for one, other in (terms, terms[::-1]):
                if _is(one, 1.0) and isinstance(other, Call) and other.operation == "erf":
                    return _scaled(other.arguments[0], 1.0)
            return None
        case _:
            return None


def _scaled(expression: Expression, sign: float) -> Expression | None:
    """The operand x of an expression sign x √½."""
    match expression:
        case Call("negate", (argument,)):
            return _scaled(argument, -sign)
        case Call("multiply", (a, b)):
            for x, factor in ((a, b), (b, a)):
                if _is(factor, sign * _ROOT_HALF):
                    return x
        case Call("divide", (x, divisor)) if _is(divisor, sign * sqrt(2)):
            return x
        case _:
            pass
    return None
