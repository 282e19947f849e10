"""Plain loops: one loop for each range of a statement, in order, and an accumulator for each
reduction."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from dlvm.compute.loop_nest.nest import Nest, reduced_together
from dlvm.diagnostics import error
from dlvm.ir.compute import (
    Affine,
    Call,
    Constant,
    Expression,
    Range,
    Read,
    Reduction,
    Statement,
    map_reads,
    map_reductions,
)
from dlvm.ir.compute_rules import identity
from dlvm.ir.loops.kernels import (
    BufferAllocation,
    BufferStore,
    CopyTensor,
    ForLoop,
    LoopKernel,
    Space,
    Stmt,
)
from dlvm.ir.polynomial import Size, product, size_of
from dlvm.ir.types import BF16, F16, F32, ElementType

Rewrite = Callable[[Statement, list[Stmt]], list[Stmt]]
"""Rewrites the loops of one statement, inside the loops that all share."""


def plain_loops(
    nest: Nest,
    rewrite: Rewrite = lambda _, body: body,
    stored: Collection[str] | None = None,
) -> LoopKernel:
    """The loops of a nest, without a schedule.

    ::

        %c[i < 16, j < 24] = sum(k < 32) %a[i, k] * %b[k, j]

        for i in 0..16 {
            for j in 0..24 {
                alloc %c.sum: f32
                %c.sum[0] = 0.0: f32
                for k in 0..32 {
                    %c.sum[0] by add = %a[32 * i + k] * %b[24 * k + j]
                }
                %c[24 * i + j] = %c.sum[0]
            }
        }

    A statement whose target is not a result is kept in memory for one iteration of the loops that
    all statements share. Statements without loops of their own are all computed before any result
    is stored, as a result can overwrite a parameter.

    ``rewrite`` changes the loops of a statement. ``stored`` has the targets that are stored in
    tensors, by default the results. Raises :class:`DiagnosticError` if other targets need memory of
    unknown size.
    """
    results = nest.definition.body.results if stored is None else stored
    return LoopKernel(nest.definition.name or "", _PlainLoops(nest, rewrite, results).body())


def point_body(kernel: LoopKernel, nest: Nest) -> list[Stmt]:
    """The statements inside the loops that all statements of a plain nest share."""
    body = kernel.body
    for _ in nest.prefix:
        (loop,) = body
        assert isinstance(loop, ForLoop)
        body = loop.body
    return list(body)


def wide_element(element: ElementType) -> ElementType:
    """The element type in which values are accumulated: f16 and bf16 as f32."""
    return F32 if element in (F16, BF16) else element


def reduction_loops(
    reductions: Sequence[Reduction], names: Sequence[str], spans: Sequence[ForLoop]
) -> list[Stmt]:
    """The loops that accumulate reductions without inner reductions, inside the given loops."""
    stmts: list[Stmt] = []
    inner: list[Stmt] = []
    for reduction, name in zip(reductions, names, strict=True):
        element = wide_element(reduction.element)
        stmts.append(BufferAllocation(name, 1, element, Space.REGISTERS))
        stmts.append(
            BufferStore(name, (Affine(),), Constant(identity(reduction.by, element), element))
        )
        inner.append(BufferStore(name, (Affine(),), _term(reduction), reduction.by))
    for loop in reversed(spans):
        inner = [replace(loop, body=tuple(inner))]
    return [*stmts, *inner]


def _term(reduction: Reduction) -> Expression:
    """The term of a reduction, in the element type of its accumulator."""
    body, element = reduction.body, wide_element(reduction.element)
    if isinstance(body, Call) and body.operation == "multiply" and reduction.by == "add":
        return Call("multiply", tuple(cast(a, element) for a in body.arguments), element)
    return cast(body, element)


def cast(value: Expression, element: ElementType) -> Expression:
    """A value with another element type."""
    if value.element is element:
        return value
    if isinstance(value, Constant):
        return Constant(value.value, element)
    return Call("cast", (value,), element)


@dataclass
class _PlainLoops:
    nest: Nest
    rewrite: Rewrite
    results: Collection[str]
    names: dict[str, int] = field(default_factory=dict[str, int])

    @cached_property
    def shared(self) -> frozenset[str]:
        return frozenset(r.variable for r in self.nest.prefix)

    @cached_property
    def kept(self) -> dict[str, Affine | None]:
        """The targets that are kept for one iteration of the shared loops, with the offset of the
        iteration's part; None for a single element."""
        nest, results = self.nest, self.results
        several = sum(s.target in results for s in nest.statements) > 1
        found: dict[str, Affine | None] = {}
        for statement in nest.statements:
            own = statement.ranges[len(nest.prefix) :]
            is_read = any(
                r.tensor == statement.target for s in nest.statements for r in s.value.reads
            )
            # Other statements may read what the result overwrites.
            is_kept = is_read or (several and nest.is_pointwise)
            if not own and is_kept and statement.base is None:
                found[statement.target] = None
            elif statement.target not in results:
                assert statement.indices
                whole = statement.indices[0]
                assert isinstance(whole, Affine)
                terms = tuple(t for t in whole.terms if t[0] in self.shared)
                found[statement.target] = Affine(terms)
        return found

    def body(self) -> tuple[Stmt, ...]:
        nest, results = self.nest, self.results
        if any(s.base is not None for s in nest.statements):
            return tuple(stmt for s in nest.statements for stmt in self._scatter(s))
        inner: list[Stmt] = []
        stores: list[Stmt] = []
        for statement in nest.statements:
            own = statement.ranges[len(nest.prefix) :]
            if statement.target in self.kept:
                inner.append(self._memory(statement, own))
            register = self._register(statement.target)
            if self.kept.get(statement.target, Affine()) is not None:
                loops = _nested(own, self._statement(statement))
            else:
                loops = self._computed(statement, register, (Affine(),))
                if statement.target in results:
                    (index,) = statement.indices or (Affine(),)
                    value = Read(register, (Affine(),), statement.value.element)
                    stores.append(BufferStore(statement.target, (index,), value))
            inner += self.rewrite(statement, list(loops))
        return _nested(nest.prefix, [*inner, *stores])

    def _register(self, target: str) -> str:
        """The name of the element that a target is kept in: a result is stored as well."""
        return f"{target}.value" if target in self.results else target

    def _memory(self, statement: Statement, own: Sequence[Range]) -> BufferAllocation:
        count = product(tuple(r.size for r in own))
        if not isinstance(count, int):
            raise error(
                f"%{statement.target} must be a result: its rows have an unknown size and "
                "cannot be kept in scratch memory",
                statement.location or self.nest.definition.location,
            )
        space = Space.STACK if own else Space.REGISTERS
        name = self._register(statement.target) if not own else statement.target
        return BufferAllocation(name, count, statement.value.element, space)

    def _statement(self, statement: Statement) -> list[Stmt]:
        """The statement at one point, in the memory of its target."""
        (index,) = statement.indices or (Affine(),)
        assert isinstance(index, Affine)
        base = self.kept.get(statement.target)
        if base is not None:
            index = index.plus(base.scaled(-1))
        return self._computed(statement, statement.target, (index,))

    def _computed(
        self, statement: Statement, tensor: str, indices: tuple[Affine, ...]
    ) -> list[Stmt]:
        found: list[Stmt] = []
        value = self._value(statement.value, statement.target, found)
        found.append(BufferStore(tensor, indices, value, location=statement.location))
        return found

    def _value(self, value: Expression, target: str, found: list[Stmt]) -> Expression:
        """An expression whose reductions are computed by loops, which are added to ``found``."""
        totals: dict[int, Expression] = {}
        for reductions in reduced_together(value):
            inner: list[Stmt] = []
            for reduction in reductions:
                element = wide_element(reduction.element)
                name = self._fresh(f"{target}.{_NAMES.get(reduction.by, reduction.by)}")
                found.append(BufferAllocation(name, 1, element, Space.REGISTERS))
                start = Constant(identity(reduction.by, element), element)
                found.append(BufferStore(name, (Affine(),), start))
                body: list[Stmt] = []
                term = self._value(_term(reduction), target, body)
                inner += [*body, BufferStore(name, (Affine(),), term, reduction.by)]
                total = Read(name, (Affine(),), element)
                totals[id(reduction)] = cast(total, reduction.element)
            found += _nested(reductions[0].ranges, inner)
        placed = map_reductions(value, lambda r: totals[id(r)])
        return map_reads(placed, self._placed)

    def _placed(self, read: Read) -> Expression:
        """A read of a target at its place in memory."""
        if read.tensor not in self.kept:
            return read
        base, (index,) = self.kept[read.tensor], read.indices
        assert isinstance(index, Affine)
        if base is None:
            return Read(self._register(read.tensor), (Affine(),), read.element)
        return Read(read.tensor, (index.plus(base.scaled(-1)),), read.element)

    def _fresh(self, name: str) -> str:
        number = self.names.get(name, 0)
        self.names[name] = number + 1
        return f"{name}{number}" if number else name

    def _scatter(self, statement: Statement) -> Iterator[Stmt]:
        assert statement.base is not None
        assert statement.indices is not None
        shape = self.nest.types[statement.target].shape
        count: Size = product(tuple(size_of(dim) for dim in shape))
        if count == 0:
            return
        yield CopyTensor(statement.target, statement.base, count)
        found: list[Stmt] = []
        value = self._value(statement.value, statement.target, found)
        found.append(BufferStore(statement.target, statement.indices, value, statement.by))
        yield from _nested(statement.ranges, found)


_NAMES = {"add": "sum", "multiply": "product"}


def _nested(ranges: Sequence[Range], body: Sequence[Stmt]) -> tuple[Stmt, ...]:
    """Loops over ranges, the first outermost."""
    found = tuple(body)
    for loop_range in reversed(ranges):
        found = (loop_over(loop_range, found),)
    return found


def loop_over(loop_range: Range, body: Sequence[Stmt]) -> ForLoop:
    """A loop over all values of a range."""
    end = Affine.size(loop_range.size)
    return ForLoop(loop_range.variable, Affine(), end, tuple(body), location=loop_range.location)
