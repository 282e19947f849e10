"""Parses and prints kernels at stage loops."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from dlvm.diagnostics import DiagnosticError, quantity
from dlvm.ir.compute import Affine, Read
from dlvm.ir.loops.kernels import (
    LET_FUNCTIONS,
    BufferAllocation,
    BufferStore,
    CopyTensor,
    ForLoop,
    If,
    LaneScan,
    Let,
    LoopKernel,
    LoopKind,
    Parallel,
    Prefetch,
    Space,
    Stmt,
)
from dlvm.ir.types import TensorType
from dlvm.text.expression_syntax import (
    affine_text,
    expression_text,
    index_text,
    read_affine,
    read_expression,
    read_index,
    tensor_name,
)
from dlvm.text.parser_base import suggestion
from dlvm.text.scope import Scope
from dlvm.text.type_syntax import read_element_type


def read_kernel(p: Scope, limit: int) -> LoopKernel:
    """Reads a kernel from the name of its definition to its closing brace, which is before
    ``limit`` or missing."""
    first = p.at
    name = p.name("global", "the name of a compute definition, @name")
    definition = p.find_definition(p.texts[first], first)
    location = p.span(first)
    opening = p.at
    p.expect("{")
    are_tensors = all(isinstance(t.canonical, TensorType) for t in definition.type.parameters)
    if definition in p.unparsed.definitions or not are_tensors:
        raise DiagnosticError([])
    tensors: Tensors = {**definition.tensor_types()}
    body: list[Stmt] = []
    p.read_lines(lambda: body.append(_read_stmt(p, tensors)), opening, limit, "kernel")
    return LoopKernel(name, tuple(body), location=location)


Tensors = dict[str, TensorType | None]


def _read_body(p: Scope, outside: Tensors) -> tuple[Stmt, ...]:
    """Reads statements in braces."""
    p.expect("{")
    tensors, body = dict(outside), list[Stmt]()
    with p.nested("values"):
        p.skip_newlines()
        while not p.accept("}"):
            body.append(_read_stmt(p, tensors))
            p.skip_newlines()
    return tuple(body)


def _read_stmt(p: Scope, tensors: Tensors) -> Stmt:
    first = p.at
    if p.kind == "local":
        return _read_store(p, tensors)
    keyword = p.take("word", "a statement")
    read = _STATEMENTS.get(keyword)
    if read is None:
        near = suggestion(keyword, _STATEMENTS) or f", expected one of {', '.join(_STATEMENTS)}"
        raise p.error(f"there is no statement '{keyword}'{near}", first)
    return replace(read(p, tensors, keyword), location=p.span(first))


def _read_store(p: Scope, tensors: Tensors) -> BufferStore:
    first = p.at
    name = tensor_name(p, tensors)
    indices = tuple(p.enclosed("[", lambda: read_index(p, tensors), "]"))
    by = p.take("word", "an operator") if p.accept("by") else None
    p.expect("=", "'=' or 'by'")
    value = read_expression(p, tensors)
    return BufferStore(name, indices, value, by, location=p.span(first))


def _read_loop(p: Scope, tensors: Tensors, keyword: str) -> Stmt:
    variable = p.take("word", "a variable")
    p.expect("from")
    begin = read_affine(p)
    p.expect("to")
    end = read_affine(p)
    step = p.natural("a number of at least 1") if p.accept("by") else 1
    lanes = p.natural("a number of lanes") if p.accept("of") else 1
    body = _read_body(p, tensors)
    return ForLoop(variable, begin, end, body, step, LoopKind(keyword), lanes)


def _read_parallel(p: Scope, tensors: Tensors, keyword: str) -> Stmt:
    begin = p.take("word", "a variable")
    p.expect(",", "',' and a second variable")
    end = p.take("word", "a variable")
    p.expect("of")
    size = read_affine(p)
    if size.terms:
        raise p.error("expected a size, got a variable", p.at - 1)
    p.expect("by")
    step = p.natural("a number of at least 1")
    return Parallel(begin, end, size.constant, step, _read_body(p, tensors))


def _read_if(p: Scope, tensors: Tensors, keyword: str) -> Stmt:
    left = read_affine(p)
    p.expect("<")
    right = read_affine(p)
    return If(left, right, _read_body(p, tensors))


def _read_let(p: Scope, tensors: Tensors, keyword: str) -> Stmt:
    variable = p.take("word", "a variable")
    p.expect("=")
    first = p.at
    function = p.take("word", f"one of {', '.join(LET_FUNCTIONS)}")
    count = LET_FUNCTIONS.get(function)
    if count is None:
        near = (
            suggestion(function, LET_FUNCTIONS) or f", expected one of {', '.join(LET_FUNCTIONS)}"
        )
        raise p.error(f"there is no function '{function}'{near}", first)
    arguments = tuple(p.enclosed("(", lambda: read_affine(p), ")"))
    if len(arguments) != count:
        message = f"{function}: expected {quantity(count, 'argument')}, got {len(arguments)}"
        raise p.error(message, first, last=p.at - 1)
    return Let(variable, function, arguments)


def _read_allocation(p: Scope, tensors: Tensors, keyword: str) -> Stmt:
    name = p.name("local", "a name, %name")
    p.expect(":")
    count = p.natural("a number of elements")
    p.expect("x")
    element = read_element_type(p)
    p.expect("in")
    first = p.at
    space = p.take("word", "where the memory is")
    known = [s.value for s in Space]
    if space not in known:
        raise p.error(f"expected one of {', '.join(known)}, got {space}", first)
    tensors[name] = TensorType((count,), element)
    return BufferAllocation(name, count, element, Space(space))


def _read_scan(p: Scope, tensors: Tensors, keyword: str) -> Stmt:
    name = tensor_name(p, tensors)
    p.expect("of")
    lanes = p.natural("a number of lanes")
    p.expect("by")
    return LaneScan(name, lanes, p.take("word", "an operator"))


def _read_prefetch(p: Scope, tensors: Tensors, keyword: str) -> Stmt:
    first = p.at
    read = read_expression(p, tensors)
    if not isinstance(read, Read):
        raise p.error("expected an element, %tensor[index]", first, last=p.at - 1)
    return Prefetch(read)


def _read_copy(p: Scope, tensors: Tensors, keyword: str) -> Stmt:
    count = read_affine(p)
    p.expect("from")
    source = tensor_name(p, tensors)
    p.expect("to")
    return CopyTensor(tensor_name(p, tensors), source, count.constant)


_STATEMENTS: Final[Mapping[str, Callable[[Scope, Tensors, str], Stmt]]] = {
    "for": _read_loop,
    "unroll": _read_loop,
    "vector": _read_loop,
    "parallel": _read_parallel,
    "if": _read_if,
    "let": _read_let,
    "alloc": _read_allocation,
    "scan": _read_scan,
    "prefetch": _read_prefetch,
    "copy": _read_copy,
}
"""The parsers of statements, by keyword. Any other statement is a store."""


def kernel_lines(kernel: LoopKernel) -> Iterator[str]:
    """The lines of a kernel's body."""
    for stmt in kernel.body:
        yield from _lines(stmt, "")


def _lines(stmt: Stmt, indentation: str) -> Iterator[str]:
    match stmt:
        case ForLoop() | Parallel() | If():
            yield f"{indentation}{_head(stmt)} {{"
            for inner in stmt.body:
                yield from _lines(inner, indentation + "    ")
            yield f"{indentation}}}"
        case _:
            yield indentation + _text(stmt)


def _head(stmt: ForLoop | Parallel | If) -> str:
    match stmt:
        case ForLoop(variable, begin, end):
            bounds = f"{variable} from {affine_text(begin)} to {affine_text(end)}"
            lanes = f" of {stmt.lanes}" if stmt.kind is LoopKind.VECTOR else ""
            step = f" by {stmt.step}" if stmt.step != 1 else ""
            return f"{stmt.kind.value} {bounds}{step}{lanes}"
        case Parallel(begin, end, size, step):
            return f"parallel {begin}, {end} of {affine_text(Affine.size(size))} by {step}"
        case If(left, right):
            return f"if {affine_text(left)} < {affine_text(right)}"


def _text(stmt: Stmt) -> str:
    match stmt:
        case BufferAllocation(name, count, element, space):
            return f"alloc %{name}: {count} x {element} in {space.value}"
        case BufferStore(tensor, indices, value, by):
            combined = f" by {by}" if by is not None else ""
            places = ", ".join(map(index_text, indices))
            return f"%{tensor}[{places}]{combined} = {expression_text(value)}"
        case Let(variable, function, arguments):
            return f"let {variable} = {function}({', '.join(map(affine_text, arguments))})"
        case LaneScan(tensor, lanes, by):
            return f"scan %{tensor} of {lanes} by {by}"
        case Prefetch(read):
            return f"prefetch {expression_text(read)}"
        case CopyTensor(target, source, count):
            return f"copy {affine_text(Affine.size(count))} from %{source} to %{target}"
        case _:
            raise AssertionError(f"{type(stmt).__name__} has statements inside")
