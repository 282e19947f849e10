"""Parses and prints the bodies of compute definitions."""

from __future__ import annotations

from collections.abc import Iterator

from dlvm.diagnostics import Note, quantity
from dlvm.ir.compute import (
    Body,
    Check,
    Definition,
    Index,
    SizeCheck,
    Statement,
    is_size,
)
from dlvm.ir.polynomial import Size, size_text
from dlvm.ir.types import TensorType
from dlvm.text.expression_syntax import (
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
    size_checks: list[SizeCheck] = []
    draws: list[Size] = []

    def read_line() -> None:
        if p.accept("require"):
            check = _read_check(p)
            if isinstance(check, Check):
                checks.append(check)
            else:
                size_checks.append(check)
        elif p.accept("draws"):
            draws.append(_read_draws(p))
            if len(draws) > 1:
                raise p.error("'draws' must appear only once", p.at - 2, last=p.at - 1)
        else:
            statements.append(_read_statement(p, tensors))

    p.read_lines(read_line, opening, limit, "definition", lambda n: tensors.setdefault(n, None))
    definition.body = Body(
        parameters, results, tuple(statements), tuple(checks), tuple(size_checks), sum(draws),
        location=location,
    )  # fmt: skip


def _read_draws(p: Scope) -> Size:
    return _read_size(p, "the count of random numbers")


def _read_size(p: Scope, expected: str) -> Size:
    first = p.at
    size = read_affine(p)
    if size.terms:
        raise p.error(f"expected {expected}, got a variable", first)
    return size.constant


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
        message = f"expected {quantity(len(types), 'parameter')}, got {len(parameters)}"
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


def _read_check(p: Scope) -> Check | SizeCheck:
    first = p.at - 1
    left = _read_size(p, "a size")
    if p.accept("=="):
        return SizeCheck("equal", left, _read_size(p, "a size"), location=p.span(first))
    p.expect("<=", "'<=' or '=='")
    if p.kind != "local":
        return SizeCheck("atMost", left, _read_size(p, "a size"), location=p.span(first))
    if left != 0:
        raise p.error("the lower bound must be 0", first + 1)
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
    for check in body.size_checks:
        yield f"require {check}"
    if body.draws:
        yield f"draws {size_text(body.draws)}"
    for statement in body.statements:
        yield statement_text(statement)


def statement_text(statement: Statement) -> str:
    """The text of a statement."""
    text = f"%{statement.target}[{', '.join(map(range_text, statement.ranges))}]"
    if statement.indices is not None:
        text += f" at [{', '.join(map(index_text, statement.indices))}] from %{statement.base}"
        text += f" by {statement.by}" if statement.by is not None else ""
    return f"{text} = {expression_text(statement.value)}"
