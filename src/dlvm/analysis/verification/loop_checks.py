"""Checks of kernels at stage loops: names, element types, and the structure of loops."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from dlvm.diagnostics import Location
from dlvm.ir.compute import Affine, Definition, Expression, Index, Read, Reduction
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
from dlvm.ir.loops.traversal import expressions_of, walk
from dlvm.ir.polynomial import Size, monomials
from dlvm.ir.types import I64, ElementType

Report = Callable[[str, Location | None], None]

COMBINING: Final = ("add", "multiply", "min", "max", "and", "or")
"""The operators that combine an element with a value."""
_MAX_COPIES: Final = 4096
"""The maximum number of copies of one statement."""
_MAX_LANES: Final = 64
_MAX_DEPTH: Final = 50
"""The maximum depth of nested loops."""


def check_kernels_of_loops(
    definitions: Sequence[Definition],
    kernels: Sequence[LoopKernel],
    report: Callable[[str, Location | None, str], None],
) -> None:
    """Reports kernels that are incorrect, and definitions without exactly one kernel."""
    known = {d.name or "": d for d in definitions}
    seen: set[str] = set()
    for kernel in kernels:
        name = kernel.definition
        if name not in known:
            report(f"there is no compute definition @{name}", kernel.location, name)
        elif name in seen:
            report(f"@{name} has two kernels, expected one", kernel.location, name)
        else:
            check_kernel(known[name], kernel, lambda m, p, n=name: report(m, p, n))
        seen.add(name)


def definitions_without_kernels(
    definitions: Sequence[Definition], kernels: Sequence[LoopKernel]
) -> Iterator[Definition]:
    """The definitions that have no kernel."""
    given = {k.definition for k in kernels}
    return (d for d in definitions if d.name not in given)


def check_kernel(definition: Definition, kernel: LoopKernel, report: Report) -> None:
    """Reports what is wrong with the kernel of a definition."""
    body = definition.body
    types = definition.tensor_types()
    tensors = {n: types[n].element for n in (*body.parameters, *body.results) if n in types}
    writable = frozenset(body.results)
    parallels = [s for s in walk(kernel.body) if isinstance(s, Parallel)]
    for stmt in parallels[1:]:
        report("expected one parallel loop, got a second one", stmt.location)
    scope = _LoopScope(report, frozenset(body.sizes), tensors, writable, kernel.location)
    _check_body(scope, kernel.body)


@dataclass(frozen=True)
class _LoopScope:
    """The names that a statement can use: variables, tensors with their element types, the tensors
    that it can write, and registers. ``copies`` counts the copies of the statement by unrolled
    loops, whose variables are ``expanded``."""

    report: Report
    sizes: frozenset[str]
    tensors: Mapping[str, ElementType]
    writable: frozenset[str]
    location: Location | None
    variables: frozenset[str] = frozenset()
    registers: frozenset[str] = frozenset()
    expanded: frozenset[str] = frozenset()
    copies: int = 1
    depth: int = 0
    in_vector: bool = False

    def error(self, message: str, stmt: Stmt) -> None:
        self.report(message, stmt.location or self.location)

    def affine(self, affine: Affine, stmt: Stmt) -> None:
        """Checks the names in an affine function."""
        for variable, _ in affine.terms:
            if variable not in self.variables:
                self.error(f"there is no variable {variable} here", stmt)
        for size in affine.sizes:
            self.size(size, stmt)

    def size(self, size: Size, stmt: Stmt) -> None:
        """Checks the names in a size."""
        for monomial, _ in monomials(size):
            for name in monomial:
                if name not in self.sizes:
                    self.error(f"there is no size _{name}", stmt)


def _check_body(scope: _LoopScope, body: Sequence[Stmt]) -> None:
    for stmt in body:
        scope = _check_stmt(scope, stmt)


def _check_stmt(scope: _LoopScope, stmt: Stmt) -> _LoopScope:
    """Checks a statement; returns the scope of the statements that follow."""
    if scope.depth > _MAX_DEPTH:
        scope.error(f"loops are nested more than {_MAX_DEPTH} levels deep", stmt)
        return scope
    if scope.in_vector and not isinstance(stmt, BufferStore):
        scope.error("expected one store in a vector loop, without other statements", stmt)
        return scope
    for expression in expressions_of(stmt):
        _check_expression(scope, expression, stmt)
    match stmt:
        case BufferAllocation():
            return _allocated(scope, stmt)
        case Let():
            for argument in stmt.arguments:
                scope.affine(argument, stmt)
            if len(stmt.arguments) != LET_FUNCTIONS.get(stmt.function):
                scope.error(f"{stmt.function} has the wrong number of arguments", stmt)
            return replace(scope, variables=scope.variables | {stmt.variable})
        case If(left, right):
            scope.affine(left, stmt)
            scope.affine(right, stmt)
            _check_body(replace(scope, depth=scope.depth + 1), stmt.body)
        case ForLoop():
            _check_loop(scope, stmt)
        case Parallel():
            scope.size(stmt.size, stmt)
            variables = scope.variables | {stmt.begin, stmt.end}
            _check_body(replace(scope, variables=variables, depth=scope.depth + 1), stmt.body)
        case BufferStore():
            _check_store(scope, stmt)
        case LaneScan():
            if stmt.tensor not in scope.registers:
                scope.error(f"expected registers, got %{stmt.tensor}", stmt)
            _check_operator(scope, stmt.by, stmt)
        case CopyTensor():
            scope.size(stmt.count, stmt)
            if stmt.target not in scope.writable:
                scope.error(f"%{stmt.target} cannot be written", stmt)
        case Prefetch():
            if stmt.read.tensor in scope.registers:
                scope.error(f"%{stmt.read.tensor} is in registers already", stmt)
    return scope


def _allocated(scope: _LoopScope, stmt: BufferAllocation) -> _LoopScope:
    if stmt.count < 1:
        scope.error("expected at least one element", stmt)
    registers = scope.registers - {stmt.name}
    if stmt.space is Space.REGISTERS:
        registers |= {stmt.name}
    return replace(
        scope,
        tensors={**scope.tensors, stmt.name: stmt.element},
        writable=scope.writable | {stmt.name},
        registers=registers,
    )


def _check_loop(scope: _LoopScope, stmt: ForLoop) -> None:
    scope.affine(stmt.begin, stmt)
    scope.affine(stmt.end, stmt)
    if stmt.step < 1:
        scope.error("expected a step of at least 1", stmt)
    copies, expanded = scope.copies, scope.expanded
    is_vector = stmt.kind is LoopKind.VECTOR
    if stmt.kind is not LoopKind.SERIAL:
        expanded |= {stmt.variable}
        if stmt.begin != Affine() or stmt.step != 1:
            scope.error(f"expected {stmt.kind.value} loops to begin at 0, in steps of 1", stmt)
        count = stmt.lanes if is_vector else stmt.count
        if count is None:
            scope.error("expected a known number of copies", stmt)
        copies *= 1 if is_vector else count or 1
    if is_vector and not 1 <= stmt.lanes <= _MAX_LANES:
        scope.error(f"expected 1 to {_MAX_LANES} lanes, got {stmt.lanes}", stmt)
    if is_vector and stmt.lanes & (stmt.lanes - 1):
        scope.error(f"expected a power of 2 as the number of lanes, got {stmt.lanes}", stmt)
    if is_vector and len(stmt.body) != 1:
        scope.error("expected one store in a vector loop", stmt)
    if copies > _MAX_COPIES:
        scope.error(f"unrolling must make at most {_MAX_COPIES} copies, got {copies}", stmt)
        return
    inner = replace(
        scope,
        variables=scope.variables | {stmt.variable},
        expanded=expanded,
        copies=copies,
        depth=scope.depth + 1,
        in_vector=is_vector,
    )
    _check_body(inner, stmt.body)


def _check_operator(scope: _LoopScope, by: str, stmt: Stmt) -> None:
    if by not in COMBINING:
        scope.error(f"expected one of {', '.join(COMBINING)}, got {by}", stmt)


def _check_store(scope: _LoopScope, stmt: BufferStore) -> None:
    name = stmt.tensor
    element = scope.tensors.get(name)
    if element is None:
        scope.error(f"there is no tensor %{name} here", stmt)
        return
    if name not in scope.writable:
        scope.error(f"%{name} is a parameter, which cannot be written", stmt)
    if stmt.value.element is not element:
        scope.error(f"expected a value of {element} for %{name}, got {stmt.value.element}", stmt)
    if stmt.by is not None:
        _check_operator(scope, stmt.by, stmt)
    _check_indices(scope, name, stmt.indices, stmt)


def _check_indices(scope: _LoopScope, name: str, indices: Sequence[Index], stmt: Stmt) -> None:
    if not indices or not isinstance(indices[0], Affine):
        scope.error(f"expected the place of an element of %{name}", stmt)
        return
    for index in indices:
        if isinstance(index, Affine):
            scope.affine(index, stmt)
        elif index.element is not I64:
            scope.error(f"expected an index of i64, got {index.element}", stmt)
    if name not in scope.registers:
        return
    serial = [v for v, _ in indices[0].terms if v not in scope.expanded]
    if serial or len(indices) > 1:
        found = serial[0] if serial else "a computed index"
        scope.error(
            f"%{name} is in registers: expected an index of unrolled and vector loops, got {found}",
            stmt,
        )


def _check_expression(scope: _LoopScope, expression: Expression, stmt: Stmt) -> None:
    if isinstance(expression, Reduction):
        ranges = expression.ranges
        sizes = [r.extent for r in ranges]
        known = [s for s in sizes if isinstance(s, int)]
        if len(known) < len(sizes) or math.prod(known) > _MAX_COPIES:
            scope.error("expected a reduction of a few elements", stmt)
            return
        names = {r.variable for r in ranges}
        scope = replace(scope, variables=scope.variables | names, expanded=scope.expanded | names)
    if isinstance(expression, Read):
        _check_read(scope, expression, stmt)
    for child in expression.children:
        _check_expression(scope, child, stmt)


def _check_read(scope: _LoopScope, read: Read, stmt: Stmt) -> None:
    element = scope.tensors.get(read.tensor)
    if element is None:
        scope.error(f"there is no tensor %{read.tensor} here", stmt)
        return
    if element is not read.element:
        scope.error(f"%{read.tensor} has elements of {element}, not {read.element}", stmt)
    if read.indices:
        _check_indices(scope, read.tensor, read.indices, stmt)
