"""The loop nest of a definition: shared dimensions, and memory addresses as affine functions of the
iteration variables."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from dlvm.compute.loop_nest.addresses import is_strided, offset, strides
from dlvm.compute.loop_nest.contraction import Product, find_product, find_vector_product
from dlvm.ir.compute import (
    Affine,
    Call,
    Constant,
    Definition,
    Draw,
    Expression,
    Index,
    IndexValue,
    Range,
    Read,
    Reduction,
    Statement,
    map_reads,
    map_reductions,
    substitute,
    substitute_index,
)
from dlvm.ir.polynomial import Size, dim_of, size_of
from dlvm.ir.types import I64, TensorType

CHAIN = 64
"""The maximum number of terms that one accumulator adds sequentially. A sum of at least twice as
many becomes a sum of sums, which has smaller rounding errors."""


@dataclass(frozen=True)
class Nest:
    """A definition with flat addresses.

    The first index of each read and write is the affine part of the element's offset in memory.
    Further indices are computed parts, which are added to it. ``prefix`` are the ranges that all
    statements share.
    """

    definition: Definition
    statements: tuple[Statement, ...]
    prefix: tuple[Range, ...]
    types: Mapping[str, TensorType]

    @cached_property
    def is_pointwise(self) -> bool:
        """Whether each statement writes one element at each point of the shared ranges."""
        return all(len(s.ranges) == len(self.prefix) for s in self.statements)

    def product(self, column: Range | None = None) -> Product | None:
        """The product that the nest computes, vectorized along a shared dimension (the last one by
        default); None if the nest is not a product."""
        if column is None:
            if not self.prefix:
                return None
            column = self.prefix[-1]
        if column.variable not in self._products:
            self._products[column.variable] = find_product(self.prefix, self.statements, column)
        return self._products[column.variable]

    @cached_property
    def _products(self) -> dict[str, Product | None]:
        return {}

    def with_row(self, column: Range) -> tuple[Nest, Product] | None:
        """The nest with a dimension for a single row, and the product of a vector and a matrix that
        it computes, as a product with this row that is vectorized along ``column``. None if the
        nest does not compute such a product."""
        found = find_vector_product(self.prefix, self.statements, column)
        if found is None:
            return None
        row = found.row
        statements = tuple(replace(s, ranges=(row, *s.ranges)) for s in self.statements)
        return replace(self, statements=statements, prefix=(row, *self.prefix)), found

    @cached_property
    def reductions(self) -> list[Reduction]:
        """All reductions, the outermost first."""
        return [n for s in self.statements for n in s.value.reductions]


def make_nest(
    definition: Definition,
    kept: Collection[str] = (),
    depth: int | None = None,
    layouts: Mapping[str, Sequence[int]] | None = None,
) -> Nest:
    """The definition with flat addresses. Adjacent shared ranges are collapsed if all strides allow
    it, and so are the ranges of each reduction.

    The variables in ``kept`` are not collapsed. ``depth`` is the maximum number of shared ranges.
    ``layouts`` are the dimensions in memory order of the tensors that are not in row-major order.
    """
    types = definition.tensor_types()
    steps = {
        name: _strides_of([size_of(d) for d in type.shape], (layouts or {}).get(name))
        for name, type in types.items()
    }
    statements = definition.body.statements
    aligned = align(statements)
    prefix = shared_ranges(aligned)[:depth]
    flat = tuple(
        _without_ones(replace(_flat(s, steps), ranges=a.ranges))
        for s, a in zip(statements, aligned, strict=True)
    )
    flat = tuple(
        replace(s, value=map_reductions(s.value, lambda r: _reduced_as_one(r, kept))) for s in flat
    )
    nest = Nest(definition, flat, tuple(r for r in prefix if r.extent != 1), types)
    return _joined(nest, kept) if nest.is_pointwise else nest


def _strides_of(shape: Sequence[Size], layout: Sequence[int] | None) -> list[Size]:
    """The strides, in elements, of a tensor with a layout."""
    if layout is None:
        return strides(shape)
    result: list[Size] = [1] * len(shape)
    for axis, step in zip(layout, strides([shape[axis] for axis in layout]), strict=True):
        result[axis] = step
    return result


def _flat_index(indices: Sequence[Index], steps: Sequence[Size]) -> tuple[Index, ...]:
    offset = Affine()
    computed: list[Index] = []
    for index, stride in zip(indices, steps, strict=True):
        if isinstance(index, Affine):
            offset = offset.plus(index.scaled(stride))
        elif stride == 1:
            computed.append(index)
        else:
            step = Constant(stride, I64) if isinstance(stride, int) else None
            factor = step or IndexValue(Affine.size(stride))
            computed.append(Call("multiply", (index, factor), I64))
    return (offset, *computed)


def _flat(statement: Statement, steps: Mapping[str, Sequence[Size]]) -> Statement:
    def flat(read: Read) -> Expression:
        return Read(read.tensor, _flat_index(read.indices, steps[read.tensor]), read.element)

    indices = statement.indices
    if indices is None:
        indices = tuple(Affine.variable(r.variable) for r in statement.ranges)
    else:
        indices = tuple(map_reads(i, flat) if isinstance(i, Expression) else i for i in indices)
    return Statement(
        statement.target,
        statement.ranges,
        map_reads(statement.value, flat),
        _flat_index(indices, steps[statement.target]),
        statement.by,
        statement.base,
    )


def _without_ones(statement: Statement) -> Statement:
    """Removes ranges with a single value, 0."""
    bindings = {r.variable: Affine() for r in statement.ranges if r.extent == 1}
    ranges = tuple(r for r in statement.ranges if r.extent != 1)
    return _substituted(statement, ranges, bindings)


def _substituted(
    statement: Statement, ranges: tuple[Range, ...], bindings: Mapping[str, Affine]
) -> Statement:
    indices = statement.indices and tuple(substitute_index(i, bindings) for i in statement.indices)
    value = substitute(statement.value, bindings)
    return Statement(statement.target, ranges, value, indices, statement.by, statement.base)


def align(statements: Sequence[Statement]) -> list[Statement]:
    """The statements, with their ranges in the order of the first statement's. Only the ranges of
    statements whose results no other statement reads are reordered."""
    read = {r.tensor for s in statements for r in s.value.reads}
    first = statements[0].ranges

    def aligned(statement: Statement) -> Statement:
        own = statement.ranges
        length = next((n for n, r in enumerate(first) if r not in own), len(first))
        is_free = statement.indices is None and statement.target not in read
        if not is_free or set(own[:length]) != set(first[:length]):
            return statement
        return replace(statement, ranges=(*first[:length], *own[length:]))

    return list(map(aligned, statements))


def shared_ranges(statements: Sequence[Statement]) -> tuple[Range, ...]:
    """The leading ranges that all statements share. A statement reads another one's result only at
    the same point of these ranges."""
    first = statements[0].ranges
    length = min(len(s.ranges) for s in statements)
    while any(s.ranges[:length] != first[:length] for s in statements):
        length -= 1
    targets = {s.target for s in statements}
    for statement in statements:
        for node in statement.value.walk():
            if not isinstance(node, Read) or node.tensor not in targets:
                continue
            for axis in range(length):
                own = first[axis]
                index = node.indices[axis]
                if index != Affine.variable(own.variable) and not (
                    own.extent == 1 and index == Affine()
                ):
                    length = axis
                    break
    return first[:length]


def _joined(nest: Nest, kept: Collection[str]) -> Nest:
    """Collapses adjacent shared ranges (i, j) into j if all offsets are linear in both. Ranges i in
    ``kept`` stay separate."""
    while True:
        pair = next(
            (
                (a, b)
                for a, b in zip(nest.prefix, nest.prefix[1:], strict=False)
                if a.variable not in kept and _joinable(nest, a, b)
            ),
            None,
        )
        if pair is None:
            return nest
        first, second = pair
        joined = Range(second.variable, dim_of(first.size * second.size))
        bindings = {first.variable: Affine()}

        prefix = tuple(
            joined if r is second else r for r in nest.prefix if r.variable != first.variable
        )
        statements = tuple(_substituted(s, prefix, bindings) for s in nest.statements)
        nest = Nest(nest.definition, statements, prefix, nest.types)


def _joinable(nest: Nest, first: Range, second: Range) -> bool:
    return all(
        all(isinstance(i, Affine) and _is_even(i, first, second) for i in statement.indices or ())
        and _has_constant_stride(statement.value, first, second)
        for statement in nest.statements
    )


def _reduced_as_one(reduction: Reduction, kept: Collection[str]) -> Reduction:
    """A reduction whose adjacent ranges are collapsed, except those in ``kept``."""
    body = map_reductions(reduction.body, lambda r: _reduced_as_one(r, kept))
    ranges = list(reduction.ranges)
    single: list[str] = []
    # Vectors run along the last dimension.
    while len(ranges) > 1 and ranges[-1].extent == 1:
        single.append(ranges.pop().variable)
    body = substitute(body, {variable: Affine() for variable in single})
    for place in reversed(range(len(ranges) - 1)):
        first, second = ranges[place : place + 2]
        if first.variable not in kept and _has_constant_stride(body, first, second):
            body = substitute(body, {first.variable: Affine()})
            joined = Range(second.variable, dim_of(first.size * second.size))
            ranges[place : place + 2] = [joined]
    return Reduction(reduction.by, tuple(ranges), body)


def _is_even(place: Affine, first: Range, second: Range) -> bool:
    """Whether an index is linear in two collapsed ranges."""
    return place.coefficient(first.variable) == place.coefficient(second.variable) * second.size


def _has_constant_stride(expression: Expression, first: Range, second: Range) -> bool:
    """Whether all indices in an expression are linear in two collapsed ranges."""
    for node in expression.walk():
        match node:
            case Read():
                place = node.indices[0]
                if not isinstance(place, Affine) or not _is_even(place, first, second):
                    return False
            case IndexValue():
                if not _is_even(node.index, first, second):
                    return False
            case Draw():
                if not _is_even(node.counter, first, second):
                    return False
            case _:
                pass
    return True


def outer_reductions(expression: Expression) -> Iterator[Reduction]:
    """The outermost reductions in an expression."""
    if isinstance(expression, Reduction):
        yield expression
        return
    for child in expression.children:
        yield from outer_reductions(child)


def reduced_together(expression: Expression) -> list[list[Reduction]]:
    """The outermost reductions in an expression, grouped by loop: reductions over the same ranges
    share one loop."""
    found: dict[tuple[Range, ...], list[Reduction]] = {}
    for reduction in outer_reductions(expression):
        found.setdefault(reduction.ranges, []).append(reduction)
    return list(found.values())


def reduction_to_a_number(nest: Nest) -> Reduction | None:
    """The one reduction of a definition that computes a single number; None for other
    definitions."""
    first = nest.statements[0] if nest.statements else None
    if len(nest.statements) != 1 or first is None or first.ranges or first.base is not None:
        return None
    return nest.reductions[0] if len(nest.reductions) == 1 else None


def is_reduced_across(expression: Expression, last: Range) -> bool:
    """Whether the reductions in an expression are best computed for adjacent points along ``last``
    together, since the elements that they read are adjacent in memory."""
    reductions = expression.reductions
    steps = [offset(r).coefficient(last.variable) for n in reductions for r in n.body.reads]
    return any(steps) and not any(map(is_strided, steps))
