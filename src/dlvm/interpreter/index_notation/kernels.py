"""Evaluates kernels at stage loops.

Loops run in the order in which they are written, and statements read what earlier ones have stored,
so that a kernel can be compared with its definition. A store in unrolled and vector loops is
evaluated at all of their iterations at once. Threads' shares are as small as possible, and run in
reverse order.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dlvm.diagnostics import Location, error
from dlvm.interpreter.index_notation.definitions import (
    EvaluationContext,
    checked_arguments,
    size_number,
    value_of,
)
from dlvm.interpreter.linear_algebra import UFUNCS
from dlvm.interpreter.numbers import Array, converted, widened
from dlvm.interpreter.rules import RandomState, Rounding
from dlvm.ir.compute import Affine, Call, Definition, Expression, Index, IndexValue, Read
from dlvm.ir.instructions.rules import indices_below
from dlvm.ir.loops.kernels import (
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
    Stmt,
)
from dlvm.ir.loops.traversal import with_reads
from dlvm.ir.polynomial import size_of
from dlvm.ir.types import I64, TupleType


def evaluate_kernel(
    kernel: LoopKernel,
    definition: Definition,
    arguments: Sequence[Any],
    random: RandomState,
    location: Location | None = None,
    rounding: Rounding | None = None,
) -> Any:
    """Evaluates the kernel of a definition for arrays of the definition's parameters' types:
    returns an array, or a tuple of arrays.

    The parameters are those of :func:`evaluate_definition`, which raises the same errors. Also
    raises :class:`DiagnosticError` for an element that is read before it is written, and for
    elements of results that are not written.
    """
    body, types = definition.body, definition.tensor_types()
    sizes, given = checked_arguments(definition, arguments, location)
    memory = _Memory(sizes, random, kernel.location or location, rounding)
    for name, value in given.items():
        memory.tensors[name] = np.array(value).reshape(-1)
    shapes: dict[str, tuple[int, ...]] = {}
    for name in body.results:
        shape = tuple(size_number(size_of(d), sizes) for d in types[name].shape)
        shapes[name] = shape
        memory.allocate(name, math.prod(shape), types[name].element.numpy)
    memory.run(kernel.body, {})
    random.counter = random.counter + size_number(body.draws, sizes) & (1 << 64) - 1
    results = tuple(memory.result(name).reshape(shapes[name]) for name in body.results)
    return results if isinstance(definition.type.result.canonical, TupleType) else results[0]


@dataclass
class _Memory:
    sizes: Mapping[str, int]
    random: RandomState
    location: Location | None
    rounding: Rounding | None
    tensors: dict[str, Array] = field(default_factory=dict[str, Array])
    written: dict[str, Array] = field(default_factory=dict[str, Array])
    """For each allocation and each result, flags of the elements that have been written."""
    flat: dict[int, tuple[BufferStore, BufferStore]] = field(
        default_factory=dict[int, tuple[BufferStore, BufferStore]]
    )

    def allocate(self, name: str, count: int, type: Any) -> None:
        """Adds an uninitialized tensor."""
        self.tensors[name] = np.zeros(count, type)
        self.written[name] = np.zeros(count, np.bool_)

    def result(self, name: str) -> Array:
        """The values of a tensor. Raises :class:`DiagnosticError` if one is not written."""
        missing = np.flatnonzero(~self.written[name])
        if missing.size:
            raise error(f"element {missing[0]} of %{name} is not written", self.location)
        return self.tensors[name]

    def number(self, affine: Affine, variables: Mapping[str, int]) -> int:
        """The value of an affine function."""
        total = size_number(affine.constant, self.sizes)
        return total + sum(variables[v] * size_number(c, self.sizes) for v, c in affine.terms)

    def run(self, body: Sequence[Stmt], outside: Mapping[str, int]) -> None:
        """Runs statements, with the values of variables."""
        variables = dict(outside)
        for stmt in body:
            match stmt:
                case BufferAllocation(name, count, element):
                    self.allocate(name, count, element.numpy)
                case Let(variable):
                    variables[variable] = self._let(stmt, variables)
                case If(left, right):
                    if self.number(left, variables) < self.number(right, variables):
                        self.run(stmt.body, variables)
                case ForLoop(kind=LoopKind.SERIAL):
                    begin, end = (self.number(b, variables) for b in (stmt.begin, stmt.end))
                    for value in range(begin, end, stmt.step):
                        self.run(stmt.body, {**variables, stmt.variable: value})
                case Parallel():
                    self._parallel(stmt, variables)
                case ForLoop():
                    self._copies(stmt, variables)
                case BufferStore():
                    self._store(stmt, variables, [])
                case CopyTensor(target, source):
                    self.tensors[target][:] = self.tensors[source]
                    self.written[target][:] = True
                case LaneScan(tensor, lanes, by):
                    part = self.tensors[tensor][:lanes]
                    part[:] = UFUNCS[by].accumulate(part)
                case Prefetch():
                    pass

    def _let(self, stmt: Let, variables: Mapping[str, int]) -> int:
        first, *others = (self.number(a, variables) for a in stmt.arguments)
        match stmt.function:
            case "min":
                return min(first, *others)
            case "max":
                return max(first, *others)
            case "whole":
                end, step = others
                return end - (end - first) % step
            case "cover":
                end, step, rest, origin = others
                left = (end - first) % step
                more = step if left > rest and end - origin >= step else 0
                return end - left + more
            case "ceil":
                return -(-first // others[0])
            case "rem":
                return first % others[0]
            case "part":
                size, count, step = others
                return min(first * -(-size // (count * step)) * step, size)
            case name:
                raise error(f"there is no function '{name}'", stmt.location)

    def _parallel(self, stmt: Parallel, variables: Mapping[str, int]) -> None:
        size = size_number(stmt.size, self.sizes)
        for begin in reversed(range(0, size, stmt.step)):
            share = {stmt.begin: begin, stmt.end: min(begin + stmt.step, size)}
            self.run(stmt.body, {**variables, **share})

    def _copies(self, stmt: ForLoop, variables: Mapping[str, int]) -> None:
        """Runs unrolled and vector loops: at once, if they have a single store."""
        loops: list[ForLoop] = []
        inner: Stmt = stmt
        while isinstance(inner, ForLoop) and inner.kind is not LoopKind.SERIAL:
            loops.append(inner)
            if len(inner.body) != 1:
                break
            (inner,) = inner.body
        if isinstance(inner, BufferStore):
            self._store(inner, variables, loops)
            return
        for value in range(self.number(stmt.end, variables)):
            self.run(stmt.body, {**variables, stmt.variable: value})

    def _points(
        self, loops: Sequence[ForLoop], variables: Mapping[str, int]
    ) -> list[dict[str, int]]:
        if not loops:
            return [{}]
        first, *others = loops
        end = self.number(first.end, variables)
        if first.kind is LoopKind.VECTOR:
            end = min(end, first.lanes)
        found: list[dict[str, int]] = []
        for value in range(end):
            own = {first.variable: value}
            found += [own | p for p in self._points(others, {**variables, **own})]
        return found

    def _store(
        self, stmt: BufferStore, variables: Mapping[str, int], loops: Sequence[ForLoop]
    ) -> None:
        points = self._points(loops, variables)
        if not points:
            return
        values: dict[str, Any] = {v: np.asarray(n, np.int64) for v, n in variables.items()}
        for loop in loops:
            values[loop.variable] = np.array([p[loop.variable] for p in points], np.int64)
        axes = ("point",) if loops else ()
        scope = EvaluationContext(
            self.sizes,
            self.tensors,
            self.random,
            stmt.location or self.location,
            self.rounding,
            axes=axes,
            variables=values,
            written=self.written,
        )
        found = self.flat.get(id(stmt))
        if found is None:
            found = self.flat[id(stmt)] = (stmt, _flat(stmt))
        _, flat = found
        shape = (len(points),) if loops else ()
        (index,) = flat.indices
        assert isinstance(index, Expression)
        place = np.broadcast_to(value_of(scope, index), shape).ravel()
        tensor = self.tensors[stmt.tensor]
        outside = place[(place < 0) | (place >= tensor.size)]
        if outside.size:
            raise error(
                f"index {int(outside[0])} of %{stmt.tensor} is out of range, expected "
                f"{indices_below(tensor.size)}",
                stmt.location,
            )
        value = np.array(np.broadcast_to(value_of(scope, flat.value), shape)).ravel()
        if stmt.by is None:
            tensor[place] = value
        else:
            element = stmt.value.element
            joined = widened(tensor, element)
            UFUNCS[stmt.by].at(joined, place, widened(value, element))
            tensor[:] = converted(joined, element)
        self.written.setdefault(stmt.tensor, np.ones(tensor.size, np.bool_))[place] = True


def _flat(stmt: BufferStore) -> BufferStore:
    """The store with the indices of its target, and those of each of its reads, added up to a
    single index."""

    def flat(read: Read) -> Expression:
        return Read(read.tensor, (_sum(read.indices),), read.element, location=read.location)

    stmt_flat = with_reads(stmt, flat)
    assert isinstance(stmt_flat, BufferStore)
    return BufferStore(stmt_flat.tensor, (_sum(stmt_flat.indices),), stmt_flat.value, stmt_flat.by)


def _sum(indices: Sequence[Index]) -> Expression:
    """The sum of indices; scalars have none, and are at 0."""
    first, *others = indices or (Affine(),)
    total: Expression = first if isinstance(first, Expression) else IndexValue(first)
    for index in others:
        part = index if isinstance(index, Expression) else IndexValue(index)
        total = Call("add", (total, part), I64)
    return total
