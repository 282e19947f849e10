"""Parses and prints the bodies of compute definitions."""

from __future__ import annotations

from collections.abc import Iterator

from dlvm.diagnostics import Note
from dlvm.ir.compute import Affine, Body, Check, Definition, Index, Statement, is_size
from dlvm.ir.polynomial import Size
from dlvm.ir.types import TensorType
from dlvm.text.expression_syntax import (
    affine_text,
    expression_text,
    index_text,
    range_text,
    read_affine,
    read_expression,
    read_index,
    read_range,
    tensor_name,
)
from dlvm.text.scope import Scope
from dlvm.text.type_syntax import read_dim


def read_definition(p: Scope, definition: Definition, limit: int) -> None:
    """Reads the body of a definition up to its closing brace, which precedes ``limit`` if it
    exists."""
    opening = p.at
    p.expect("{")
    p.skip_newlines()
    header = p.at
    parameters, results, tensors = _read_header(p, definition)
    location = p.span(header)
    statements: list[Statement] = []
    checks: list[Check] = []
    draws: list[Size] = []

    def read_line() -> None:
        if p.accept("require"):
            checks.append(_read_check(p))
        elif p.accept("draws"):
            draws.append(_read_draws(p))
            if len(draws) > 1:
                raise p.error("'draws' appears twice, expected it once", p.at - 2, last=p.at - 1)
        else:
            statements.append(_read_statement(p, tensors))

    p.read_lines(read_line, opening, limit, "definition", lambda n: tensors.setdefault(n, None))
    definition.body = Body(
        parameters, results, tuple(statements), tuple(checks), sum(draws), location=location
    )


def _read_draws(p: Scope) -> Size:
    first = p.at
    count = read_affine(p)
    if count.terms:
        raise p.error("expected the count of random numbers, got a variable", first)
    return count.constant


def _read_header(
    p: Scope, definition: Definition
) -> tuple[tuple[str, ...], tuple[str, ...], dict[str, TensorType | None]]:
    """Reads ``(%a, %b) -> %c``: the names of parameters and results, and the parameters' types."""
    first = p.at
    if p.kind != "(":
        raise p.unexpected("the names of parameters and results, (%a, %b) -> %c")
    parameters = tuple(p.enclosed("(", lambda: _read_parameter(p), ")"))
    types = definition.type.parameters
    if len(parameters) != len(types):
        message = f"expected {len(types)} parameters, got {len(parameters)}"
        note = Note(f"@{definition.name} is declared here", definition.location)
        raise p.error(message, first, note, last=p.at - 1)
    p.expect("->", "'->' and the results")
    results: list[str] = []
    if p.accept("("):
        p.expect(")", "')'; several results have no parentheses")
    else:
        results = p.list_of(lambda: p.name("local", "a result, %name"))
    p.end_line()
    tensors: dict[str, TensorType | None] = {}
    for name, type in zip(parameters, types, strict=True):
        if is_size(name):
            continue
        canonical = type.canonical
        # The verifier reports parameters that are not tensors.
        tensors[name] = canonical if isinstance(canonical, TensorType) else None
    return parameters, tuple(results), tensors


def _read_parameter(p: Scope) -> str:
    if p.kind == "word" and is_size(p.text):
        p.at += 1
        return p.texts[p.at - 1]
    return p.name("local", "a parameter, %name, or a size, _name")


def _read_check(p: Scope) -> Check:
    first = p.at - 1
    if p.natural("0 <= %parameter < number"):
        raise p.error("the lower bound must be 0", p.at - 1)
    p.expect("<=")
    parameter = p.name("local", "a parameter, %name")
    p.expect("<")
    return Check(parameter, read_dim(p), location=p.span(first))


def _read_statement(p: Scope, tensors: dict[str, TensorType | None]) -> Statement:
    first = p.at
    target = p.name("local", "a statement, %name[…] = …, or 'require' or 'draws'")
    location = p.span(first)
    ranges = tuple(p.enclosed("[", lambda: read_range(p), "]"))
    indices: tuple[Index, ...] | None = None
    base: str | None = None
    by: str | None = None
    if p.accept("at"):
        indices = tuple(p.enclosed("[", lambda: read_index(p, tensors), "]"))
        p.expect("from", "'from' and the tensor to write into")
        base = tensor_name(p, tensors)
        by = p.take("word", "an operator") if p.accept("by") else None
        p.expect("=")
    else:
        p.expect("=", "'=' or 'at'")
    # A statement that writes in order may read its own result.
    readable = tensors if base is None else {**tensors, target: tensors[base]}
    value = read_expression(p, readable)
    statement = Statement(target, ranges, value, indices, by, base, location=location)
    tensors[target] = tensors[base] if base is not None else statement.type()
    return statement


def body_lines(body: Body) -> Iterator[str]:
    """The lines of a definition's body."""
    parameters = ", ".join(p if is_size(p) else f"%{p}" for p in body.parameters)
    yield f"({parameters}) -> {', '.join(f'%{name}' for name in body.results) or '()'}"
    for check in body.checks:
        yield f"require 0 <= %{check.parameter} < {check.bound}"
    if body.draws:
        yield f"draws {affine_text(Affine.size(body.draws))}"
    for statement in body.statements:
        yield statement_text(statement)


def statement_text(statement: Statement) -> str:
    """The text of a statement."""
    text = f"%{statement.target}[{', '.join(map(range_text, statement.ranges))}]"
    if statement.indices is not None:
        text += f" at [{', '.join(map(index_text, statement.indices))}] from %{statement.base}"
        text += f" by {statement.by}" if statement.by is not None else ""
    return f"{text} = {expression_text(statement.value)}"
