"""Builders of syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar, cast

from dlvm.nnkit.tracing.source_locations import Span

HELPERS = "__dlvm__"
"""The variable that holds the staging runtime."""
N = TypeVar("N", bound=ast.AST)


def span_of(node: ast.AST) -> Span:
    """The source range of a node."""
    known = cast(Any, node)
    return Span(known.lineno, known.col_offset, known.end_lineno, known.end_col_offset)


def at(node: N, place: ast.AST) -> N:
    """Gives a new node, and the new nodes below it, the source location of a user's node."""
    for inner in ast.walk(node):
        if "lineno" in inner._attributes and not hasattr(inner, "lineno"):
            ast.copy_location(inner, place)
    return node


def load(name: str) -> ast.Name:
    """A variable that is read."""
    return ast.Name(name, ast.Load())


def store(name: str) -> ast.Name:
    """A variable that is assigned."""
    return ast.Name(name, ast.Store())


def strings(values: Iterable[str]) -> ast.Tuple:
    """A tuple of strings."""
    return ast.Tuple([ast.Constant(v) for v in values], ast.Load())


def call(function: ast.expr, *arguments: ast.expr) -> ast.Call:
    """A call of a function."""
    return ast.Call(function, list(arguments), [])


def call_method(owner: str, name: str, *arguments: ast.expr) -> ast.Call:
    """A call of a method of the object in a variable."""
    return call(ast.Attribute(load(owner), name, ast.Load()), *arguments)


def local_variables() -> ast.expr:
    """The local variables, by name."""
    return call(load("locals"))


def function_of(parameters: Iterable[str], body: ast.expr) -> ast.Lambda:
    """A lambda with these parameters."""
    arguments = ast.arguments(
        posonlyargs=[], args=[ast.arg(p) for p in parameters], kwonlyargs=[], kw_defaults=[],
        defaults=[],
    )  # fmt: skip
    return ast.Lambda(arguments, body)


def assign(variable: str, value: ast.expr) -> ast.stmt:
    """The assignment of a variable."""
    return ast.Assign([store(variable)], value)


def bind(variables: Sequence[str], value: ast.expr) -> ast.stmt:
    """The assignment of the items of a tuple to variables."""
    return ast.Assign([ast.Tuple([store(v) for v in variables], ast.Store())], value)


def except_clause(kind: ast.expr, *body: ast.stmt) -> ast.ExceptHandler:
    """An ``except`` clause."""
    return ast.ExceptHandler(kind, None, list(body))
