"""Evaluates compute definitions, in index notation.

A statement is evaluated at all points of its ranges at once. Each variable is an array of its
values along an axis of its own, and each expression is an array with the axes of the variables on
which it depends. A reduction adds leading axes and reduces along them. The order of evaluation is
therefore unspecified. The interpreter reports indices that are out of range, while compiled code
trusts the definition.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, product
from typing import Any, Final

import numpy as np

from dlvm.diagnostics import Location, error
from dlvm.interpreter.elementwise import FUNCTIONS
from dlvm.interpreter.linear_algebra import UFUNCS
from dlvm.interpreter.numbers import SMALL, Array, choose, converted, widened
from dlvm.interpreter.random import draw
from dlvm.interpreter.rules import RandomState, Rounding
from dlvm.interpreter.shape import check_index
from dlvm.interpreter.sizes import bind_sizes
from dlvm.interpreter.windows import identity_element
from dlvm.ir.compute import (
    Affine,
    Call,
    Constant,
    Definition,
    Draw,
    Expression,
    Guard,
    Index,
    IndexValue,
    Range,
    Read,
    Reduction,
    Statement,
    is_size,
    size_check_message,
)
from dlvm.ir.declaration import Trait
from dlvm.ir.instruction import INSTRUCTIONS, instructions_with
from dlvm.ir.instructions.rules import indices_below
from dlvm.ir.polynomial import Size, monomials, size_of
from dlvm.ir.types import BOOL, F32, ElementType, TupleType

_MAX_POINTS: Final = 1 << 21
"""The maximum number of points at which an expression is evaluated at once. Larger statements are
evaluated in blocks."""

_MAX_ELEMENTS: Final = 1 << 59
"""The maximum number of elements of a tensor, which is close to NumPy's own limit."""

Bounds = tuple[int, int]
"""The half-open interval of a variable's values."""


def evaluate_definition(
    definition: Definition,
    arguments: Sequence[Any],
    random: RandomState,
    location: Location | None = None,
    rounding: Rounding | None = None,
) -> Any:
    """Evaluates a definition for arrays of its parameters' types: returns an array, or a tuple of
    arrays.

    Random numbers are drawn from ``random``, which advances. ``rounding`` replaces the result of
    each inexact operation on floats. Raises :class:`DiagnosticError`, at ``location`` unless the
    definition has a location of its own, for mismatched sizes, indices that are out of range, and
    failed checks of the definition.
    """
    body = definition.body
    sizes, tensors = checked_arguments(definition, arguments, location)
    scope = EvaluationContext(sizes, tensors, random, definition.location or location, rounding)
    for statement in body.statements:
        own = replace(scope, location=statement.location or scope.location)
        if statement.base is None:
            tensors[statement.target] = _evaluate_whole(own, statement)
        else:
            _scatter(own, statement, statement.base)
    random.counter = random.counter + size_number(body.draws, sizes) & (1 << 64) - 1
    results = tuple(tensors[name] for name in body.results)
    return results if isinstance(definition.type.result.canonical, TupleType) else results[0]


def checked_arguments(
    definition: Definition, arguments: Sequence[Any], location: Location | None
) -> tuple[dict[str, int], dict[str, Array]]:
    """Returns the sizes and the tensors that arguments of a definition give, by their names.

    Raises :class:`DiagnosticError` for mismatched sizes, and failed checks of the definition.
    """
    body = definition.body
    given = dict(zip(body.parameters, arguments, strict=True))
    sizes = {name[1:]: int(value) for name, value in given.items() if is_size(name)}
    bind_sizes(arguments, definition.type.parameters, sizes, _argument, location)
    for check in body.checks:
        bound = size_number(size_of(check.bound), sizes)
        indices = given[check.parameter]
        outside = indices[(indices < 0) | (indices >= bound)]
        if outside.size:
            where = check.location or location
            check_index(int(outside.flat[0]), bound, where)
    for check in body.size_checks:
        left, right = size_number(check.left, sizes), size_number(check.right, sizes)
        if left > right or (check.relation == "equal" and left != right):
            message = size_check_message(check).format(left, right)
            raise error(message, check.location or location)
    tensors = {name: np.asarray(value) for name, value in given.items() if not is_size(name)}
    return sizes, tensors


def size_number(size: Size, sizes: Mapping[str, int]) -> int:
    """Returns the value of a size. ``sizes`` has the values of its symbols."""
    return sum(n * math.prod(sizes[s] for s in names) for names, n in monomials(size))


def _argument(number: int) -> str:
    return f"argument {number}"


@dataclass(frozen=True)
class EvaluationContext:
    """The context in which an expression is evaluated.

    ``axes`` are the variables that have an axis, in order. ``variables`` are the values of all
    variables, shaped to broadcast along their axes. No elements are read at points where ``mask``
    is false.
    """

    sizes: Mapping[str, int]
    tensors: dict[str, Array]
    random: RandomState
    location: Location | None
    rounding: Rounding | None = None
    axes: tuple[str, ...] = ()
    variables: Mapping[str, Array] = field(default_factory=dict[str, Array])
    mask: Array | None = None
    known: dict[int, Array] = field(default_factory=dict[int, Array])
    """The results of expressions, by identity of the expression."""
    written: Mapping[str, Array] = field(default_factory=dict[str, Array])
    """For each tensor that may have unwritten elements, flags of the written ones."""

    def at(self, values: Mapping[str, int]) -> EvaluationContext:
        """Returns the context in which the given variables have single values."""
        numbers = {name: np.asarray(value, np.int64) for name, value in values.items()}
        return replace(self, variables={**self.variables, **numbers}, known={})

    def over(self, names: Sequence[str], bounds: Sequence[Bounds]) -> EvaluationContext:
        """Returns the context with more variables, whose axes are prepended."""
        variables = dict(self.variables)
        axes = (*names, *self.axes)
        for axis, (name, (first, end)) in enumerate(zip(names, bounds, strict=True)):
            shape = (-1,) + (1,) * (len(axes) - 1 - axis)
            variables[name] = np.arange(first, end, dtype=np.int64).reshape(shape)
        return replace(self, axes=axes, variables=variables, known={})

    def masked(self, mask: Array) -> EvaluationContext:
        both = mask if self.mask is None else self.mask & mask
        return replace(self, mask=both, known={})

    def rounded(self, value: Array, element: ElementType) -> Array:
        """Applies ``rounding`` to an inexact result."""
        if self.rounding is None or not element.is_float:
            return value
        return self.rounding(value, element)

    def extents(self, ranges: Sequence[Range]) -> dict[str, int]:
        """Returns the number of values of each variable."""
        found: dict[str, int] = {}
        for loop_range in ranges:
            extent = size_number(loop_range.size, self.sizes)
            if extent < 0:
                message = f"{loop_range.variable} takes {extent} values, expected at least 0"
                raise error(message, loop_range.location or self.location)
            found[loop_range.variable] = extent
        if math.prod(found.values()) > _MAX_ELEMENTS:
            raise MemoryError
        return found


# Statements


def _evaluate_whole(scope: EvaluationContext, statement: Statement) -> Array:
    """Returns the target of a statement without a base."""
    extents = scope.extents(statement.ranges)
    result = np.empty(tuple(extents.values()), statement.value.element.numpy)
    if not result.size:
        return result
    points = _points(scope, [statement.value], extents)
    for bounds in _parts([(0, e) for e in extents.values()], points):
        part = scope.over(list(extents), bounds)
        result[tuple(slice(*b) for b in bounds)] = value_of(part, statement.value)
    return result


def _points(
    scope: EvaluationContext, expressions: Iterable[Expression], extents: Mapping[str, int]
) -> int:
    """Returns the number of points at which the largest subexpression is evaluated."""
    sizes = dict(extents)
    pending, seen, most = list(expressions), set[int](), 1
    while pending:
        node = pending.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, Reduction):
            for name, extent in scope.extents(node.ranges).items():
                sizes[name] = max(extent, sizes.get(name, 0))
        factors = _factors(node) if isinstance(node, Reduction) else None
        pending += factors or node.children
        most = max(most, math.prod(sizes[v] for v in node.variables))
    return most


def _parts(bounds: list[Bounds], points: int) -> Iterator[list[Bounds]]:
    """Splits the points of ranges into blocks that are small enough to evaluate, in row-major
    order."""
    axis = next((n for n, (first, end) in enumerate(bounds) if end - first > 1), None)
    if points <= _MAX_POINTS or axis is None:
        yield bounds
        return
    first, end = bounds[axis]
    count = min(end - first, -(-points // _MAX_POINTS))
    cuts = [first + (end - first) * n // count for n in range(count + 1)]
    for low, high in pairwise(cuts):
        part = [*bounds[:axis], (low, high), *bounds[axis + 1 :]]
        yield from _parts(part, -(-points // count))


def _scatter(scope: EvaluationContext, statement: Statement, base: str) -> None:
    """Returns the target of a statement with a base. The last write to an element counts."""
    assert statement.indices is not None
    target = np.array(scope.tensors[base])
    scope.tensors[statement.target] = target
    extents = scope.extents(statement.ranges)
    if 0 in extents.values():
        return
    steps = _steps(statement)
    across = [name for name in extents if name not in steps]
    bounds = [(0, extents[name]) for name in across]
    points = _points(scope, statement.expressions, {**extents, **dict.fromkeys(steps, 1)})
    for values in product(*(range(extents[name]) for name in steps)):
        step = scope.at(dict(zip(steps, values, strict=True)))
        for part in _parts(bounds, points):
            own = step.over(across, part)
            shape = tuple(end - first for first, end in part)
            places = [_index_values(own, index) for index in statement.indices]
            _check_indices(own, statement.target, places, statement.location)
            where = tuple(np.broadcast_to(p, shape).ravel() for p in places)
            # A copy is needed, as the same step can read the target.
            value = np.array(np.broadcast_to(value_of(own, statement.value), shape)).ravel()
            if statement.by in ("add", "multiply"):
                value = own.rounded(value, statement.value.element)
            _write(target, where, value, statement)


def _write(target: Array, where: tuple[Array, ...], value: Array, statement: Statement) -> None:
    if statement.by is None:
        target[where] = value
        return
    element = statement.value.element
    joined = widened(target, element)
    UFUNCS[statement.by].at(joined, where, widened(value, element))
    if element in SMALL:
        target[...] = converted(joined, element)


def _steps(statement: Statement) -> list[str]:
    """Returns the variables whose values are evaluated in sequence, as the statement also reads its
    target. The other variables access a separate part of the target for each value."""
    reads = [
        node.indices
        for expression in statement.expressions
        for node in expression.walk()
        if isinstance(node, Read) and node.tensor == statement.target
    ]
    if not reads:
        return []
    apart: set[str] = set()
    for indices in zip(*reads, statement.indices or (), strict=True):
        first = indices[0]
        if isinstance(first, Affine) and all(i == first for i in indices) and len(first.terms) == 1:
            apart.add(first.terms[0][0])
    return [r.variable for r in statement.ranges if r.variable not in apart]


# Expressions


def value_of(scope: EvaluationContext, expression: Expression) -> Array:
    """Returns the value of an expression at all points of a context."""
    found = scope.known.get(id(expression))
    if found is None:
        found = scope.known[id(expression)] = np.asarray(_evaluated(scope, expression))
    return found


def _evaluated(scope: EvaluationContext, expression: Expression) -> Array:
    match expression:
        case Constant(value, element):
            wide = np.asarray(value, np.float64 if element.is_float else None)
            return converted(wide, element)
        case IndexValue(index, element):
            return converted(_index_values(scope, index), element)
        case Read():
            return _read(scope, expression)
        case Call(operation, arguments, element):
            given = [value_of(scope, a) for a in arguments]
            return _call(scope, operation, given, expression)
        case Guard(condition, body, otherwise):
            flags = value_of(scope, condition)
            inside = value_of(scope.masked(flags), body)
            return choose(flags, inside, value_of(scope, otherwise))
        case Draw(normal, counter, key, element):
            counters = _index_values(scope, counter).astype(np.uint64)
            if key is not None:
                first, second = (value_of(scope, part).astype(np.uint64) for part in key)
                return draw(normal, counters, (first, second), element)
            counters = counters + np.uint64(scope.random.counter)
            return draw(normal, counters, scope.random.key, element)
        case Reduction():
            return _reduction(scope, expression)
        case _:
            kind = type(expression).__name__
            message = f"the interpreter does not support {kind} in index notation yet"
            raise error(message, expression.location or scope.location)


EXACT: Final = frozenset(cls.mnemonic for cls in instructions_with(Trait.EXACT))
"""The mnemonics of operations whose results are exact."""


def _call(
    scope: EvaluationContext, operation: str, arguments: Sequence[Array], call: Call
) -> Array:
    element = call.element
    if operation == "cast":
        return converted(arguments[0], element)
    if operation == "select":
        return choose(*arguments)
    wide = [widened(a, c.element) for a, c in zip(arguments, call.arguments, strict=True)]
    match operation:
        case "multiplyPairs":
            return _pairs(*wide)
        case "uniformDraw":
            drawn, low, high = wide
            result = low + (high - low) * drawn
        case "normalDraw":
            drawn, mean, spread = wide
            result = mean + spread * drawn
        case _:
            result = FUNCTIONS[INSTRUCTIONS[operation]](*wide)
    if operation not in EXACT:
        result = scope.rounded(np.asarray(result), element)
    return converted(result, element)


def _pairs(a: Array, b: Array) -> Array:
    """The sum of the products of the 16-bit halves of 32-bit numbers."""
    low, high = (((x << 16 - shift) >> 16) for x, shift in ((a, 0), (a, 16)))
    other_low, other_high = (((x << 16 - shift) >> 16) for x, shift in ((b, 0), (b, 16)))
    return np.asarray(low * other_low + high * other_high)


def _index_values(scope: EvaluationContext, index: Index) -> Array:
    if isinstance(index, Expression):
        return value_of(scope, index)
    total = np.asarray(_wrap_to_i64(size_number(index.constant, scope.sizes)))
    for name, coefficient in index.terms:
        factor = _wrap_to_i64(size_number(coefficient, scope.sizes))
        total = total + factor * scope.variables[name]
    return np.asarray(total)


def _wrap_to_i64(number: int) -> np.int64:
    return np.int64((number + (1 << 63)) % (1 << 64) - (1 << 63))


def _read(scope: EvaluationContext, read: Read) -> Array:
    tensor = scope.tensors[read.tensor]
    places = [_index_values(scope, index) for index in read.indices]
    mask = scope.mask
    if mask is None:
        _check_indices(scope, read.tensor, places, read.location)
        _check_written(scope, read, places)
        view = _view(scope, tensor, read.indices)
        return tensor[tuple(places)] if view is None else view
    for axis, place in enumerate(places):
        inside = (place >= 0) & (place < tensor.shape[axis])
        if not np.all(inside | ~mask):
            whole = np.broadcast_arrays(place, mask)
            _check_index(scope, read.tensor, axis, whole[0][whole[1]], read.location)
        places[axis] = choose(inside, place, 0)
    if not tensor.size:
        shape = np.broadcast_shapes(mask.shape, *(p.shape for p in places))
        return np.zeros(shape, tensor.dtype)
    return np.asarray(tensor[tuple(places)])


def _check_written(scope: EvaluationContext, read: Read, places: Sequence[Array]) -> None:
    written = scope.written.get(read.tensor)
    if written is None:
        return
    missing = ~written[tuple(places)]
    if np.any(missing):
        place = int(np.broadcast_to(places[0], missing.shape)[missing].flat[0])
        message = f"element {place} of %{read.tensor} is read before it is written"
        raise error(message, read.location or scope.location)


def _view(scope: EvaluationContext, tensor: Array, indices: Sequence[Index]) -> Array | None:
    """Returns the elements that are read as a slice, or None unless each dimension is indexed by a
    variable of its own."""
    names: list[str] = []
    for index in indices:
        if not isinstance(index, Affine) or index.constant != 0 or len(index.terms) != 1:
            return None
        name, coefficient = index.terms[0]
        if coefficient != 1 or name in names or name not in scope.axes:
            return None
        names.append(name)
    values = (scope.variables[n] for n in names)
    part = tensor[(*(slice(int(v.flat[0]), int(v.flat[-1]) + 1) for v in values), ...)]
    order = sorted(range(len(names)), key=lambda n: scope.axes.index(names[n]))
    shape = [scope.variables[n].size if n in names else 1 for n in scope.axes]
    return np.transpose(part, order).reshape(shape)


def _check_indices(
    scope: EvaluationContext, name: str, places: Sequence[Array], location: Location | None
) -> None:
    for axis, place in enumerate(places):
        _check_index(scope, name, axis, place, location)


def _check_index(
    scope: EvaluationContext, name: str, axis: int, places: Array, location: Location | None
) -> None:
    size = scope.tensors[name].shape[axis]
    outside = places[(places < 0) | (places >= size)]
    if outside.size:
        raise error(
            f"index {int(outside.flat[0])} of %{name} is out of range at dimension {axis}, "
            f"expected {indices_below(size)}",
            location or scope.location,
        )


# Reductions


def _reduction(scope: EvaluationContext, reduction: Reduction) -> Array:
    own = scope.extents(reduction.ranges)
    extents = list(own.values())
    element, count = reduction.element, math.prod(extents)
    if not count:
        return converted(identity_element(reduction.by, element), element)
    inner = scope.over(list(own), [(0, e) for e in extents])
    factors = _factors(reduction)
    if factors is not None and scope.mask is None:
        return converted(_sum_of_products(inner, len(extents), *factors), element)
    body = widened(value_of(inner, reduction.body), element)
    if reduction.by == "multiply":
        body = scope.rounded(body, element)
    body = body.reshape((1,) * (len(inner.axes) - body.ndim) + body.shape)
    rest = body.shape[len(extents) :]
    rows = np.broadcast_to(body, (*extents, *rest)).reshape((count, *rest))
    # NumPy sums contiguous elements pairwise, which rounds less.
    rows = np.ascontiguousarray(np.moveaxis(rows, 0, -1))
    joined = np.asarray(UFUNCS[reduction.by].reduce(rows, axis=-1, dtype=rows.dtype))
    if reduction.by == "add" and scope.rounding is not None:
        joined = _sum_rounded(scope, joined, np.abs(rows).sum(-1, rows.dtype), element)
    return converted(joined, element)


def _sum_rounded(
    scope: EvaluationContext, total: Array, sizes: Array, element: ElementType
) -> Array:
    """Applies ``rounding`` to a sum.

    ``sizes`` is the sum of the absolute values of the terms, which bounds the rounding errors of
    the partial sums.
    """
    if not element.is_float:
        return total
    moved = scope.rounded(sizes, F32 if element in SMALL else element) - sizes
    return np.asarray(total + choose(np.isfinite(moved), moved, moved.dtype.type(0)))


def _factors(reduction: Reduction) -> tuple[Expression, Expression] | None:
    """Returns the two factors of a sum of products if both depend on all summed variables, else
    None."""
    body = reduction.body
    if reduction.by != "add" or not isinstance(body, Call) or body.element is BOOL:
        return None
    if body.operation not in ("multiply", "square"):
        return None
    first, last = body.arguments[0], body.arguments[-1]
    summed = {r.variable for r in reduction.ranges}
    return (first, last) if summed <= first.variables & last.variables else None


def _sum_of_products(
    scope: EvaluationContext, summed: int, left: Expression, right: Expression
) -> Array:
    """Sums a product over the leading axes by a matrix product, in the type that the element type
    uses for computation."""
    axes = scope.axes
    shape = [scope.variables[name].size for name in axes]
    factors: list[Array] = []
    for factor in (left, right):
        value = widened(value_of(scope, factor), factor.element)
        value = value.reshape((1,) * (len(axes) - value.ndim) + value.shape)
        own = [n if name in factor.variables else 1 for n, name in zip(shape, axes, strict=True)]
        factors.append(np.broadcast_to(value, own))
    kinds: dict[tuple[bool, bool], list[int]] = {}
    for axis, name in enumerate(axes[summed:], summed):
        kinds.setdefault((name in left.variables, name in right.variables), []).append(axis)
    both, rows = kinds.get((True, True), []), kinds.get((True, False), [])
    columns = kinds.get((False, True), [])
    inner = list(range(summed))

    def matrix(factor: Array, first: list[int], second: list[int]) -> Array:
        order = [*both, *first, *second]
        order += [a for a in range(len(axes)) if a not in order]
        size = [math.prod(shape[a] for a in group) for group in (both, first, second)]
        return np.transpose(factor, order).reshape(size)

    left_rows, right_columns = matrix(factors[0], rows, inner), matrix(factors[1], inner, columns)
    found = np.matmul(left_rows, right_columns)
    if scope.rounding is not None:
        sizes = np.matmul(np.abs(left_rows), np.abs(right_columns))
        found = _sum_rounded(scope, found, sizes, left.element)
    kept = [*both, *rows, *columns]
    found = found.reshape([shape[a] for a in kept])
    found = np.transpose(found, sorted(range(len(kept)), key=lambda n: kept[n]))
    return found.reshape([shape[a] if a in kept else 1 for a in range(summed, len(axes))])
