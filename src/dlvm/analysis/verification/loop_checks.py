"""Checks of kernels at stage loops: names, element types, the structure of loops, and accesses."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Final

from dlvm.analysis.verification.loop_bounds import find_unsafe_accesses
from dlvm.diagnostics import Location
from dlvm.ir.compute import (
    Affine,
    Definition,
    Draw,
    Expression,
    Index,
    IndexValue,
    Read,
    Reduction,
)
from dlvm.ir.compute_rules import call_element
from dlvm.ir.declaration import TypeRuleError
from dlvm.ir.loops.kernels import (
    LANES,
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
from dlvm.ir.loops.traversal import body_of, expressions_of, runs_along, walk
from dlvm.ir.polynomial import Size, monomials
from dlvm.ir.types import I64, ElementType

Report = Callable[[str, Location | None], None]

COMBINING: Final = ("add", "multiply", "min", "max", "and", "or")
"""The operators that combine an element with a value."""
_STEPS: Final[Mapping[str, Sequence[int]]] = {
    "whole": (2,),
    "cover": (2,),
    "ceil": (1,),
    "rem": (1,),
    "part": (2, 3),
}
"""The arguments of the functions of :class:`Let` that are divisors."""
_MAX_COPIES: Final = 4096
"""The maximum number of copies of one statement."""
_MAX_DEPTH: Final = 50
"""The maximum depth of nested loops."""


def check_kernels_of_loops(
    definitions: Sequence[Definition],
    kernels: Sequence[LoopKernel],
    wrong: Set[Definition],
    report: Callable[[str, Location | None, str], None],
) -> None:
    """Reports kernels that are incorrect, and definitions with several kernels. The loops of
    ``wrong`` definitions are not checked."""
    known = {d.name or "": d for d in definitions}
    seen: set[str] = set()
    for kernel in kernels:
        name = kernel.definition
        if name not in known:
            report(f"there is no compute definition @{name}", kernel.location, name)
        elif name in seen:
            report(f"@{name} has two kernels, expected one", kernel.location, name)
        elif known[name] not in wrong:
            _check_whole(known[name], kernel, lambda m, p, n=name: report(m, p, n))
        seen.add(name)


def _check_whole(definition: Definition, kernel: LoopKernel, report: Report) -> None:
    """Reports the errors of a kernel: those of its structure or, if it has none, of its
    accesses."""
    is_right = True

    def note(message: str, place: Location | None) -> None:
        nonlocal is_right
        is_right = False
        report(message, place)

    check_kernel(definition, kernel, note)
    if is_right:
        for message, stmt in find_unsafe_accesses(definition, kernel):
            report(message, stmt.location or kernel.location)


def definitions_without_kernels(
    definitions: Sequence[Definition], kernels: Sequence[LoopKernel]
) -> Iterator[Definition]:
    """The definitions that have no kernel."""
    given = {k.definition for k in kernels}
    return (d for d in definitions if d.name not in given)


def check_kernel(definition: Definition, kernel: LoopKernel, report: Report) -> None:
    """Reports what is wrong with the names, types and structure of the kernel of a definition."""
    body = definition.body
    types = definition.tensor_types()
    names = [n for n in (*body.parameters, *body.results) if n in types]
    scope = _LoopScope(
        report,
        frozenset(body.sizes),
        {n: types[n].element for n in names},
        frozenset(body.results),
        kernel.location,
        scalars=frozenset(n for n in body.parameters if n in types and not types[n].rank),
        draws=bool(body.draws),
    )
    _check_parallel(scope, kernel)
    shared = [s for s in kernel.body if _is_shared(s)]
    place = next((n for n, s in enumerate(kernel.body) if isinstance(s, Parallel)), None)
    if shared and place is not None:
        # The statements after the loop are a function of their own, which has the workspace only.
        for stmt in shared:
            scope = _check_stmt(scope, stmt)
        before = [s for s in kernel.body[: place + 1] if not _is_shared(s)]
        _check_body(scope, before)
        _check_body(scope, kernel.body[place + 1 :])
    else:
        _check_body(scope, kernel.body)
    for array in scope.arrays:
        _check_array(scope, array)


@dataclass
class _RegisterArray:
    """An allocation in registers, and its accesses, each with its number of lanes: 1 for a single
    element."""

    name: str
    stores: list[tuple[int, Stmt]] = field(default_factory=list[tuple[int, Stmt]])
    reads: list[tuple[int, Stmt]] = field(default_factory=list[tuple[int, Stmt]])


@dataclass(frozen=True)
class _LoopScope:
    """The names that a statement can use: variables, tensors with their element types, the tensors
    that it can write, and registers. ``copies`` counts the copies of the statement by unrolled
    loops, whose variables are ``expanded``. ``vector`` is the vector loop around the statement, or
    the last range of a reduction with its size as lanes."""

    report: Report
    sizes: frozenset[str]
    tensors: Mapping[str, ElementType]
    writable: frozenset[str]
    location: Location | None
    scalars: frozenset[str] = frozenset()
    draws: bool = False
    variables: frozenset[str] = frozenset()
    registers: Mapping[str, _RegisterArray] = field(default_factory=dict[str, _RegisterArray])
    expanded: frozenset[str] = frozenset()
    copies: int = 1
    depth: int = 0
    vector: tuple[str, int] | None = None
    loop: ForLoop | None = None
    arrays: list[_RegisterArray] = field(default_factory=list[_RegisterArray])
    """All allocations in registers, of the whole kernel."""

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

    def in_memory(self, name: str, stmt: Stmt) -> None:
        """Checks that a tensor has an address."""
        if name not in self.tensors:
            self.error(f"there is no tensor %{name} here", stmt)
        elif name in self.registers:
            self.error(f"%{name} is in registers, expected a tensor in memory", stmt)
        elif name in self.scalars:
            self.error(f"%{name} is a scalar, expected a tensor in memory", stmt)


def _check_parallel(scope: _LoopScope, kernel: LoopKernel) -> None:
    """Checks parallel loops. Each thread runs all statements, but of parallel loops only its
    shares, so these loops must have the same shares. With a workspace, the statements after the one
    parallel loop run once."""
    found = [s for s in walk(kernel.body) if isinstance(s, Parallel)]
    for stmt in walk(kernel.body):
        inside = isinstance(stmt, Parallel) or (
            isinstance(stmt, ForLoop) and stmt.kind is not LoopKind.SERIAL
        )
        if inside and any(isinstance(s, Parallel) for s in walk(body_of(stmt))):
            scope.error("expected serial loops only around a parallel loop", stmt)
    shared = [s for s in walk(kernel.body) if _is_shared(s)]
    for stmt in shared[1:]:
        scope.error("expected one allocation in the workspace, got a second one", stmt)
    for stmt in found[1:]:
        if shared:
            scope.error("expected one parallel loop with a workspace, got a second one", stmt)
        elif (stmt.size, stmt.step) != (found[0].size, found[0].step):
            scope.error("expected the size and the step of the parallel loop before", stmt)
    if shared:
        outer = list(kernel.body)
        place = [n for n, s in enumerate(outer) if isinstance(s, Parallel)]
        own = [n for n, s in enumerate(outer) if s is shared[0]]
        if not place or not own or own[0] > place[0]:
            message = "expected a workspace before a parallel loop, both outside of other loops"
            scope.error(message, shared[0])


def _is_shared(stmt: Stmt) -> bool:
    return isinstance(stmt, BufferAllocation) and stmt.space is Space.WORKSPACE


def _check_body(scope: _LoopScope, body: Sequence[Stmt]) -> None:
    for stmt in body:
        scope = _check_stmt(scope, stmt)


def _check_stmt(scope: _LoopScope, stmt: Stmt) -> _LoopScope:
    """Checks a statement; returns the scope of the statements that follow."""
    if scope.depth > _MAX_DEPTH:
        scope.error(f"loops are nested more than {_MAX_DEPTH} levels deep", stmt)
        return scope
    if scope.vector is not None and not isinstance(stmt, BufferStore):
        scope.error("expected only a store in a vector loop", stmt)
        return scope
    if not isinstance(stmt, Prefetch):
        for expression in expressions_of(stmt):
            _check_expression(scope, expression, stmt)
    match stmt:
        case BufferAllocation():
            return _allocated(scope, stmt)
        case Let():
            _check_let(scope, stmt)
            return replace(scope, variables=scope.variables | {stmt.variable})
        case If(left, right):
            scope.affine(left, stmt)
            scope.affine(right, stmt)
            _check_body(replace(scope, depth=scope.depth + 1), stmt.body)
        case ForLoop():
            _check_loop(scope, stmt)
        case Parallel():
            scope.size(stmt.size, stmt)
            if stmt.step < 1:
                scope.error("expected a step of at least 1", stmt)
            variables = scope.variables | {stmt.begin, stmt.end}
            _check_body(replace(scope, variables=variables, depth=scope.depth + 1), stmt.body)
        case BufferStore():
            _check_store(scope, stmt)
        case LaneScan():
            array = scope.registers.get(stmt.tensor)
            if array is None:
                scope.error(f"expected registers, got %{stmt.tensor}", stmt)
            else:
                array.stores.append((stmt.lanes, stmt))
                _check_operator(scope, stmt.by, scope.tensors[stmt.tensor], stmt)
        case CopyTensor():
            _check_copy(scope, stmt)
        case Prefetch(read):
            scope.in_memory(read.tensor, stmt)
            if len(read.indices) != 1 or not isinstance(read.indices[0], Affine):
                scope.error("expected one index that is not computed", stmt)
            else:
                scope.affine(read.indices[0], stmt)
    return scope


def _check_let(scope: _LoopScope, stmt: Let) -> None:
    for argument in stmt.arguments:
        scope.affine(argument, stmt)
    if len(stmt.arguments) != LET_FUNCTIONS.get(stmt.function):
        scope.error(f"{stmt.function} has the wrong number of arguments", stmt)
        return
    for place in _STEPS.get(stmt.function, ()):
        divisor = stmt.arguments[place]
        if divisor.terms or not isinstance(divisor.constant, int) or divisor.constant < 1:
            scope.error(f"{stmt.function}: expected a number of at least 1 as a divisor", stmt)


def _check_copy(scope: _LoopScope, stmt: CopyTensor) -> None:
    scope.size(stmt.count, stmt)
    for name in (stmt.target, stmt.source):
        scope.in_memory(name, stmt)
    if stmt.target not in scope.writable:
        scope.error(f"%{stmt.target} cannot be written", stmt)
    if scope.tensors.get(stmt.target) is not scope.tensors.get(stmt.source):
        scope.error("expected tensors with the same elements", stmt)


def _allocated(scope: _LoopScope, stmt: BufferAllocation) -> _LoopScope:
    if stmt.count < 1:
        scope.error("expected at least one element", stmt)
    registers = {n: a for n, a in scope.registers.items() if n != stmt.name}
    if stmt.space is Space.REGISTERS:
        registers[stmt.name] = _RegisterArray(stmt.name)
        scope.arrays.append(registers[stmt.name])
    return replace(
        scope,
        tensors={**scope.tensors, stmt.name: stmt.element},
        writable=scope.writable | {stmt.name},
        scalars=scope.scalars - {stmt.name},
        registers=registers,
    )


def _check_loop(scope: _LoopScope, stmt: ForLoop) -> None:
    scope.affine(stmt.begin, stmt)
    scope.affine(stmt.end, stmt)
    if stmt.step < 1:
        scope.error("expected a step of at least 1", stmt)
        return
    copies, expanded = scope.copies, scope.expanded
    is_vector = stmt.kind is LoopKind.VECTOR
    if stmt.kind is not LoopKind.SERIAL:
        expanded |= {stmt.variable}
        if stmt.begin != Affine() or stmt.step != 1:
            scope.error(f"expected {stmt.kind.value} loops to begin at 0, in steps of 1", stmt)
        if not is_vector and stmt.count is None:
            scope.error("expected a number of iterations that is known", stmt)
        copies *= 1 if is_vector else stmt.count or 1
    if is_vector and stmt.lanes not in LANES:
        known = ", ".join(map(str, LANES))
        scope.error(f"expected one of {known} as the number of lanes, got {stmt.lanes}", stmt)
    elif not is_vector and stmt.lanes != 1:
        scope.error(f"expected lanes of vector loops only, got {stmt.lanes}", stmt)
    if is_vector and len(stmt.body) != 1:
        scope.error("expected one store in a vector loop", stmt)
        return
    if copies > _MAX_COPIES:
        scope.error(f"unrolling must make at most {_MAX_COPIES} copies, got {copies}", stmt)
        return
    inner = replace(
        scope,
        variables=scope.variables | {stmt.variable},
        expanded=expanded if stmt.kind is not LoopKind.SERIAL else expanded - {stmt.variable},
        copies=copies,
        depth=scope.depth + 1,
        vector=(stmt.variable, stmt.lanes) if is_vector else None,
        loop=stmt,
    )
    _check_body(inner, stmt.body)


def _check_operator(scope: _LoopScope, by: str, element: ElementType, stmt: Stmt) -> None:
    if by not in COMBINING:
        scope.error(f"expected one of {', '.join(COMBINING)}, got {by}", stmt)
        return
    try:
        call_element(by, [element, element])
    except TypeRuleError as problem:
        scope.error(f"{by}: {problem}", stmt)


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
        _check_operator(scope, stmt.by, element, stmt)
    _check_indices(scope, name, stmt.indices, stmt, is_store=True)
    if scope.vector is None or not stmt.indices or not isinstance(stmt.indices[0], Affine):
        return
    step = stmt.indices[0].coefficient(scope.vector[0])
    if len(stmt.indices) > 1:
        scope.error("expected a store in a vector loop without computed indices", stmt)
    elif step == 0 or (stmt.by is not None and step != 1):
        expected = "adjacent elements" if stmt.by is not None else "different elements"
        scope.error(f"expected a store to {expected} in the lanes of a vector", stmt)
    end = {v for v, _ in scope.loop.end.terms} if scope.loop is not None else set[str]()
    is_packed = step in (1, -1) and element.bytes < 4 and name not in scope.registers
    if is_packed and not end <= scope.expanded:
        scope.error(f"expected a known number of active lanes for elements of {element}", stmt)


def _check_indices(
    scope: _LoopScope, name: str, indices: Sequence[Index], stmt: Stmt, is_store: bool
) -> None:
    if not indices or not isinstance(indices[0], Affine):
        scope.error(f"expected the place of an element of %{name}", stmt)
        return
    for index in indices:
        if isinstance(index, Affine):
            scope.affine(index, stmt)
        elif index.element is not I64:
            scope.error(f"expected an index of i64, got {index.element}", stmt)
    array = scope.registers.get(name)
    if array is None:
        return
    serial = [v for v, _ in indices[0].terms if v not in scope.expanded]
    if serial or len(indices) > 1 or not isinstance(indices[0].constant, int):
        found = serial[0] if serial else "another one"
        scope.error(
            f"%{name} is in registers: expected an index of unrolled and vector loops, got {found}",
            stmt,
        )
        return
    lanes = _lanes_of(scope, name, indices[0], stmt)
    (array.stores if is_store else array.reads).append((lanes, stmt))


def _lanes_of(scope: _LoopScope, name: str, index: Affine, stmt: Stmt) -> int:
    """The number of lanes of an access to registers."""
    if scope.vector is None:
        return 1
    variable, lanes = scope.vector
    step = index.coefficient(variable)
    if step == 0:
        return 1
    others = [c for v, c in index.terms if v != variable]
    is_aligned = all(isinstance(c, int) and c % lanes == 0 for c in (*others, index.constant))
    if step != 1 or not is_aligned:
        scope.error(f"expected a whole vector of {lanes} elements of %{name}", stmt)
    return lanes


def _check_array(scope: _LoopScope, array: _RegisterArray) -> None:
    """Registers are written as vectors of one number of lanes, or as single elements. Single
    elements of vectors can be read."""
    lanes = next((n for n, _ in array.stores), 1)
    for number, stmt in array.stores:
        if number != lanes:
            scope.error(f"%{array.name} has vectors of {lanes} lanes, got {number}", stmt)
    for number, stmt in array.reads:
        if number not in (1, lanes):
            scope.error(f"%{array.name} has vectors of {lanes} lanes, got {number}", stmt)


def _check_expression(scope: _LoopScope, expression: Expression, stmt: Stmt) -> None:
    match expression:
        case Reduction():
            _check_reduction(scope, expression, stmt)
            return
        case Read():
            _check_read(scope, expression, stmt)
        case Draw():
            scope.affine(expression.counter, stmt)
            if expression.key is None and not scope.draws:
                message = "expected a key, as the definition draws no random numbers"
                scope.error(message, stmt)
        case IndexValue(index):
            scope.affine(index, stmt)
        case _:
            pass
    for child in expression.children:
        _check_expression(scope, child, stmt)


def _check_reduction(scope: _LoopScope, reduction: Reduction, stmt: Stmt) -> None:
    ranges = reduction.ranges
    known = [r.extent for r in ranges if isinstance(r.extent, int) and r.extent > 0]
    is_nested = bool(reduction.body.reductions)
    if not ranges or len(known) < len(ranges) or math.prod(known) > _MAX_COPIES or is_nested:
        scope.error("expected a reduction of a few elements", stmt)
        return
    if scope.vector is not None:
        scope.error("expected no reduction in a vector loop", stmt)
        return
    _check_operator(scope, reduction.by, reduction.element, stmt)
    names = {r.variable for r in ranges}
    last = ranges[-1]
    assert isinstance(last.extent, int)
    is_vector = last.extent in LANES and all(
        _runs_along(scope, r, last.variable) for r in reduction.body.reads
    )
    inner = replace(
        scope,
        variables=scope.variables | names,
        expanded=scope.expanded | names,
        vector=(last.variable, last.extent) if is_vector else None,
    )
    _check_expression(inner, reduction.body, stmt)


def _runs_along(scope: _LoopScope, read: Read, variable: str) -> bool:
    """Whether a read can be one of vectors along a variable."""
    array = scope.registers.get(read.tensor)
    if array is not None and all(lanes == 1 for lanes, _ in array.stores):
        return False
    return runs_along(read, variable)


def _check_read(scope: _LoopScope, read: Read, stmt: Stmt) -> None:
    element = scope.tensors.get(read.tensor)
    if element is None:
        scope.error(f"there is no tensor %{read.tensor} here", stmt)
        return
    if element is not read.element:
        scope.error(f"%{read.tensor} has elements of {element}, not {read.element}", stmt)
    if read.indices:
        _check_indices(scope, read.tensor, read.indices, stmt, is_store=False)
    elif read.tensor not in scope.scalars:
        scope.error(f"expected the place of an element of %{read.tensor}", stmt)
