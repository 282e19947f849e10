"""Parses and prints kernels at stage loops."""

from __future__ import annotations

from collections.abc import Iterator

from dlvm.ir.compute import Affine
from dlvm.ir.loops import (
    Allocation,
    CopyTensor,
    If,
    Let,
    Loop,
    LoopKernel,
    LoopKind,
    Parallel,
    Prefetch,
    Scan,
    Stmt,
    Store,
)
from dlvm.text.expression_syntax import affine_text, expression_text, index_text


def kernel_lines(kernel: LoopKernel) -> Iterator[str]:
    """The lines of a kernel's body."""
    for stmt in kernel.body:
        yield from _lines(stmt, "")


def _lines(stmt: Stmt, indentation: str) -> Iterator[str]:
    match stmt:
        case Loop() | Parallel() | If():
            yield f"{indentation}{_head(stmt)} {{"
            for inner in stmt.body:
                yield from _lines(inner, indentation + "    ")
            yield f"{indentation}}}"
        case _:
            yield indentation + _text(stmt)


def _head(stmt: Loop | Parallel | If) -> str:
    match stmt:
        case Loop(variable, begin, end):
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
        case Allocation(name, count, element, space):
            return f"alloc %{name}: {count} x {element} in {space.value}"
        case Store(tensor, indices, value, by):
            combined = f" by {by}" if by is not None else ""
            places = ", ".join(map(index_text, indices))
            return f"%{tensor}[{places}]{combined} = {expression_text(value)}"
        case Let(variable, function, arguments):
            return f"let {variable} = {function}({', '.join(map(affine_text, arguments))})"
        case Scan(tensor, lanes, by):
            return f"scan %{tensor} of {lanes} by {by}"
        case Prefetch(read):
            return f"prefetch {expression_text(read)}"
        case CopyTensor(target, source, count):
            return f"copy {affine_text(Affine.size(count))} from %{source} to %{target}"
        case _:
            raise AssertionError(f"{type(stmt).__name__} has statements inside")
