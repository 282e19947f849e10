"""Rewrite rules for instructions with attributes: shapes, axes, bounds and paths.

All rules that are not marked ``fast_math`` are exact.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from dlvm.ir import Aggregate, ElementType, Instruction, Literal, StructType, TensorType, Value
from dlvm.ir import instructions as op
from dlvm.ir.instruction import Trait, instructions_with
from dlvm.ir.instructions import Path
from dlvm.ir.instructions.rules import broadcast_shapes, tensor_type
from dlvm.ir.types import ERASED, Shape
from dlvm.ir.values import Special
from dlvm.transforms.algebra.constant_folding import fold
from dlvm.transforms.patterns import (
    Rule,
    has_known_sizes,
    is_castable,
    of_type,
    rules_into,
    splat,
    use,
)

SHAPE_RULES: Final[list[Rule]] = []

rule = rules_into(SHAPE_RULES)


# Shapes. Two sizes are equal if they are the same number or the same name.

_SHAPE_CASTS = instructions_with(Trait.RESHAPE)


@rule("a cast of x to its own shape = x", *_SHAPE_CASTS, op.Broadcast)
def cast_to_same_shape(cast: op.ShapeCast) -> Value | None:
    if cast.type != cast.x.type:
        return None
    # An unspecified size of a broadcast is the operand's own.
    is_same = isinstance(cast, op.Broadcast) or is_castable(tensor_type(cast).shape, cast)
    return cast.x if is_same else None


@rule("squeezeShape (padShape x at a) at a = x; padShape (squeezeShape x at a) at a = x",
      op.SqueezeShape, op.PadShape)  # fmt: skip
def cast_back(cast: op.SqueezeShape | op.PadShape) -> Value | None:
    inner = cast.x
    opposite = op.PadShape if isinstance(cast, op.SqueezeShape) else op.SqueezeShape
    if not isinstance(inner, opposite) or inner.axis != cast.axis:
        return None
    # squeezeShape checks that the dimension has size 1; its static size can be unknown.
    return of_type(inner.x, tensor_type(cast), cast)


@rule("a shape cast of a shape cast of x = shapeCast x, or x if it has the shape", *_SHAPE_CASTS)
def cast_of_cast(cast: op.ShapeCast | op.PadShape | op.SqueezeShape) -> Value | None:
    inner = cast.x
    if not isinstance(inner, Instruction) or Trait.RESHAPE not in inner.traits:
        return None
    (x,) = inner.operands
    if isinstance(cast, op.ShapeCast):
        return op.ShapeCast(use(x), cast.shape)
    if not is_castable(tensor_type(cast).shape, cast):
        return None
    if cast.type == x.type:
        return x
    if inner.has_uses_beyond(1):
        return None
    return op.ShapeCast(use(x), tensor_type(cast).shape)


@rule("max (dimension of x), 0 = dimension of x", op.Max)
def positive_dimension(extreme: op.Max) -> Value | None:
    for size, number in (extreme.operands, extreme.operands[::-1]):
        if isinstance(size, op.Dimension) and splat(number) == 0 and size.type == extreme.type:
            return size
    return None


@rule("a shape cast of -x = -(the shape cast of x)", *_SHAPE_CASTS, op.Transpose)
def negated_after(
    moved: op.ShapeCast | op.PadShape | op.SqueezeShape | op.Transpose,
) -> Value | None:
    negation = moved.x
    if not isinstance(negation, op.Negate) or not negation.is_used_once:
        return None
    return op.Negate(moved.clone({moved.x: use(negation.x)}))


@rule("broadcast (broadcast x) = broadcast x", op.Broadcast)
def broadcast_of_broadcast(outer: op.Broadcast) -> Value | None:
    inner = outer.x
    if not isinstance(inner, op.Broadcast):
        return None
    added = (ERASED,) * (len(outer.shape) - len(inner.shape))
    sizes = zip(outer.shape, (*added, *inner.shape), strict=True)
    return op.Broadcast(use(inner.x), tuple(a if a != ERASED else b for a, b in sizes))


@rule("f (broadcast x), y = f x, y, if the result has the same shape",
      *instructions_with(Trait.ELEMENTWISE | Trait.BROADCASTING))  # fmt: skip
def broadcast_operand(f: Instruction) -> Value | None:
    for index, operand in enumerate(f.operands):
        if not isinstance(operand, op.Broadcast):
            continue
        others = [tensor_type(o).shape for i, o in enumerate(f.operands) if i != index]
        shape = broadcast_shapes(*others, tensor_type(operand.x).shape)
        if shape == tensor_type(f).shape and _sizes_are_own(operand, others):
            operands = [use(o) for o in f.operands]
            operands[index] = use(operand.x)
            return type(f)(*operands)
    return None


@rule("broadcast c = c of that shape, for a splat", op.Broadcast)
def broadcast_of_number(broadcast: op.Broadcast) -> Value | None:
    number, wanted = splat(broadcast.x), tensor_type(broadcast)
    if number is None or not has_known_sizes(wanted.shape, broadcast):
        return None
    return Literal(wanted, number)


def _sizes_are_own(broadcast: op.Broadcast, others: Sequence[Shape]) -> bool:
    """Whether each size of a broadcast's result is 1, a size of the broadcast operand, or a size of
    another operand of the broadcast's user. ``others`` are the shapes of these operands."""
    own = tensor_type(broadcast.x).shape
    for place, size in enumerate(reversed(broadcast.shape)):
        found = {s[-1 - place] for s in (own, *others) if place < len(s)}
        is_own = size == ERASED and place < len(own)
        if not is_own and (size == ERASED or size not in {*found, 1}):
            return False
    return True


@rule("transpose x along 0, 1, … = x", op.Transpose)
def transpose_nothing(transpose: op.Transpose) -> Value | None:
    axes = transpose.permutation
    return transpose.x if axes == tuple(range(len(axes))) else None


@rule("transpose (transpose x along p) along q = transpose x along p[q]", op.Transpose)
def transpose_of_transpose(outer: op.Transpose) -> Value | None:
    inner = outer.x
    if not isinstance(inner, op.Transpose):
        return None
    axes = tuple(inner.permutation[axis] for axis in outer.permutation)
    reverses = axes == tuple(reversed(range(len(axes))))
    return op.Transpose(use(inner.x), None if reverses else axes)


@rule("transpose (dot (transpose a), b) = dot (transpose b), a", op.Transpose)
def transpose_of_dot(transpose: op.Transpose) -> Value | None:
    dot = transpose.x
    if not isinstance(dot, op.Dot) or not dot.is_used_once or not _are_matrices(dot):
        return None
    if transpose.permutation != (1, 0):
        return None
    transposed = [isinstance(o, op.Transpose) and o.is_used_once for o in dot.operands]
    return op.Dot(_transposed(dot.rhs), _transposed(dot.lhs)) if any(transposed) else None


@rule("dot (transpose a), (transpose b) = transpose (dot b, a)", op.Dot)
def dot_of_transposes(dot: op.Dot) -> Value | None:
    a, b = dot.lhs, dot.rhs
    if not isinstance(a, op.Transpose) or not isinstance(b, op.Transpose):
        return None
    if not _are_matrices(dot) or not (a.is_used_once and b.is_used_once):
        return None
    return op.Transpose(op.Dot(_transposed(b), _transposed(a)))


@rule('contract x, y by "ik,kj->ij" = dot x, y', op.Contract)
def contract_matrices(contract: op.Contract) -> Value | None:
    labels = contract.labels
    if len(contract.factors) != 2 or any(
        len(term) != 2 for term in (*labels.inputs, labels.output)
    ):
        return None
    for (a, b), (left, right) in (
        (contract.factors, labels.inputs),
        (contract.factors[::-1], labels.inputs[::-1]),
    ):
        (i, k), (inner, j) = left, right
        if k == inner and len({i, k, j}) == 3 and labels.output == (i, j) and len(i + j + k) == 3:
            return op.Dot(use(a), use(b))
    return None


def _are_matrices(dot: op.Dot) -> bool:
    return all(tensor_type(o).rank == 2 for o in dot.operands)


def _transposed(matrix: Value) -> Value:
    """Returns the transpose of a matrix, or the operand if it is a transpose itself."""
    if isinstance(matrix, op.Transpose) and matrix.permutation == (1, 0):
        return use(matrix.x)
    return op.Transpose(use(matrix))


# Reductions


@rule("reduce x along dimensions of size 1 = shapeCast x", op.Reduce)
def reduce_nothing(reduce: op.Reduce) -> Value | None:
    type = tensor_type(reduce.x)
    if reduce.init is not None or any(type.shape[axis] != 1 for axis in reduce.axes):
        return None
    if not reduce.axes:
        return reduce.x
    shape = tensor_type(reduce).shape
    return op.ShapeCast(use(reduce.x), shape) if is_castable(shape, reduce) else None


@rule("reduce c by add = n c, if no partial sum is rounded", op.Reduce)
def reduce_constant(reduce: op.Reduce) -> Value | None:
    type, number = tensor_type(reduce.x), splat(reduce.x)
    if reduce.by != "add" or reduce.init is not None or number is None:
        return None
    if type.static_shape is None or not type.element.is_float or not math.isfinite(number):
        return None
    total = math.prod(type.static_shape[axis] for axis in reduce.axes) * number
    exact = number == int(number) and abs(total) <= _LARGEST_EXACT[type.element.value]
    return Literal(reduce.type, total) if exact else None


_LARGEST_EXACT: Final = {"bf16": 2**8, "f16": 2**11, "f32": 2**24, "f64": 2**53}
"""For each float type, the number up to which it represents every integer exactly."""


@rule("reduce (reduce x along a) along b = reduce x along a and b", op.Reduce)
def reduce_of_extremes(outer: op.Reduce) -> Value | None:
    is_exact = outer.by in ("min", "max", "and", "or") or tensor_type(outer).element.is_exact
    return _joined_reduction(outer) if is_exact else None


@rule("reduce (reduce x along a) along b = reduce x along a and b", op.Reduce, fast_math=True)
def reduce_of_reduce(outer: op.Reduce) -> Value | None:
    return _joined_reduction(outer)


def _joined_reduction(outer: op.Reduce) -> Value | None:
    inner = outer.x
    if not isinstance(inner, op.Reduce) or inner.by != outer.by or not isinstance(outer.by, str):
        return None
    if inner.init is not None or outer.init is not None or not inner.is_used_once:
        return None
    left = [a for a in range(tensor_type(inner.x).rank) if a not in inner.axes]
    axes = sorted((*inner.axes, *(left[axis] for axis in outer.axes)))
    return op.Reduce(use(inner.x), outer.by, tuple(axes), None)


@rule("unbroadcast x like y = x, if y is not broadcast along any axis", op.Unbroadcast)
def unbroadcast_nothing(total: op.Unbroadcast) -> Value | None:
    found, wanted = tensor_type(total.x).shape, tensor_type(total.like).shape
    if any(found[a] != wanted[a] or wanted[a] == ERASED for a in total.axes):
        return None
    return of_type(total.x, tensor_type(total), total)


@rule("unbroadcast x like y = reduce x by add, if sizes are known", op.Unbroadcast)
def unbroadcast_ones(total: op.Unbroadcast) -> Value | None:
    """Replaces ``unbroadcast`` with a reduction, if the reference is known to have size 1 along all
    its axes."""
    wanted = tensor_type(total.like).shape
    ones = [axis for axis in total.axes if wanted[axis] == 1]
    rest = tuple(axis for axis in total.axes if axis not in ones)
    if not ones or rest:
        return None
    if not has_known_sizes(tuple(dim for dim in wanted if dim != ERASED), total):
        return None
    found: Value = op.Reduce(use(total.x), "add", tuple(sorted(ones)), None)
    for axis in sorted(ones):
        found = op.PadShape(found, axis)
    return found if found.type == total.type else op.Broadcast(found, wanted)


@rule("squeezeShape (unbroadcast (padShape x) like (padShape y)) = unbroadcast x like y",
      op.SqueezeShape)  # fmt: skip
def squeeze_unbroadcast(squeeze: op.SqueezeShape) -> Value | None:
    total, axis = squeeze.x, squeeze.axis
    if not isinstance(total, op.Unbroadcast) or not total.is_used_once or axis in total.axes:
        return None
    x, like = total.x, total.like
    if not isinstance(x, op.PadShape) or not isinstance(like, op.PadShape):
        return None
    if x.axis != axis or like.axis != axis:
        return None
    axes = tuple(a - (a > axis) for a in total.axes)
    return op.Unbroadcast(use(x.x), use(like.x), axes)


@rule("unbroadcast x like (-y) = unbroadcast x like y", op.Unbroadcast)
def unbroadcast_like_map(total: op.Unbroadcast) -> Value | None:
    """Replaces the reference with the operand of a unary element-wise function, which has the same
    shape: only the shape of the reference matters."""
    like = total.like
    if not isinstance(like, op.Elementwise | op.DataTypeCast) or len(like.operands) != 1:
        return None
    (origin,) = like.operands
    if tensor_type(origin).shape != tensor_type(like).shape or isinstance(origin, Aggregate):
        return None
    return op.Unbroadcast(use(total.x), use(origin), total.axes)


# Element types


@rule("dataTypeCast x to its own type = x", op.DataTypeCast)
def cast_to_same_type(cast: op.DataTypeCast) -> Value | None:
    return cast.x if cast.element is tensor_type(cast.x).element else None


@rule("dataTypeCast (dataTypeCast x to a wider type) back = x", op.DataTypeCast)
def cast_there_and_back(cast: op.DataTypeCast) -> Value | None:
    inner = cast.x
    if not isinstance(inner, op.DataTypeCast):
        return None
    narrow = tensor_type(inner.x).element
    is_back = cast.element is narrow and _holds(inner.element, narrow)
    return inner.x if is_back else None


def _holds(wide: ElementType, narrow: ElementType) -> bool:
    """Whether the type ``wide`` represents every number of the type ``narrow``."""
    if wide is narrow:
        return True
    # Storage float types differ in range and in special values, but f32 represents all of them.
    is_wide = wide.bits >= 32 if narrow.is_storage and narrow.is_float else not wide.is_storage
    return is_wide and wide.kind == narrow.kind and wide.bits > narrow.bits


@rule("x / c = x * (1 / c), for powers of two", op.Divide)
def divide_by_power_of_two(divide: op.Divide) -> Value | None:
    number = splat(divide.rhs)
    if not number or not math.isfinite(number) or abs(math.frexp(number)[0]) != 0.5:
        return None
    return _times_inverse(divide, number)


@rule("x / c = x * (1 / c)", op.Divide, fast_math=True)
def divide_by_constant(divide: op.Divide) -> Value | None:
    number = splat(divide.rhs)
    return _times_inverse(divide, number) if number and math.isfinite(number) else None


def _times_inverse(divide: op.Divide, number: float) -> Value | None:
    inverse = Literal(divide.rhs.type, 1 / number)
    # Multiplying can round subnormal numbers, and some processors flush them to zero.
    if abs(1 / number) < _LEAST_NORMAL[tensor_type(divide).element.value]:
        return None
    found = inverse.splat
    return op.Multiply(use(divide.lhs), inverse) if found and math.isfinite(found) else None


_LEAST_NORMAL: Final = {"bf16": 2.0**-126, "f16": 2.0**-14, "f32": 2.0**-126, "f64": 2.0**-1022}


# Tuples, arrays, structs and elements of tensors


@rule("literal x = x", op.LiteralInstruction)
def named_literal(literal: op.LiteralInstruction) -> Value | None:
    return None if isinstance(literal.value, Aggregate) else literal.value


@rule("extract p from (…, x, …) = x", op.Extract)
def extract_element(extract: op.Extract) -> Value | None:
    source = extract.source
    if isinstance(source, op.LiteralInstruction):
        source = source.value
    path = extract.path
    while path and isinstance(source, Aggregate):
        source, path = source.operands[_element_index(source, path[0])], path[1:]
    if source is extract.source or not isinstance(
        extract.source, op.LiteralInstruction | Aggregate
    ):
        return None
    if isinstance(source, Literal):
        return source if not path else part_of_literal(source, path)
    if isinstance(source, Aggregate):
        return op.LiteralInstruction(use(source))
    return op.Extract(path, source) if path else source


def _element_index(aggregate: Aggregate, step: int | str) -> int:
    if isinstance(step, int):
        return step
    struct = aggregate.type.canonical
    index = struct.field_index(step) if isinstance(struct, StructType) else None
    assert index is not None
    return index


def part_of_literal(literal: Literal, path: Path) -> Literal | None:
    """Returns the part of a literal at a path, if it is constant."""
    if isinstance(literal.type.canonical, TensorType):
        if literal.splat is not None:
            return Literal(op.element_at(literal.type, path), literal.splat)
        return fold(op.Extract(path, literal), [literal])
    if literal.data not in (Special.ZERO, Special.UNDEFINED):
        return None
    type = op.element_at(literal.type, path)
    is_number = literal.data is Special.ZERO and isinstance(type.canonical, TensorType)
    return Literal(type, 0 if is_number else literal.data)


@rule("extract q from (extract p from x) = extract p, q from x", op.Extract)
def extract_of_extract(outer: op.Extract) -> Value | None:
    inner = outer.source
    if not isinstance(inner, op.Extract):
        return None
    return op.Extract((*inner.path, *outer.path), use(inner.source))


@rule("extract p from (insert x to y at p) = x; for another path = extract from y", op.Extract)
def extract_of_insert(extract: op.Extract) -> Value | None:
    insert = extract.source
    if not isinstance(insert, op.Insert):
        return None
    wanted, written = extract.path, insert.path
    common = min(len(wanted), len(written))
    if wanted[:common] != written[:common]:
        return op.Extract(wanted, use(insert.target))
    if len(wanted) < len(written):
        return None
    if len(wanted) == len(written):
        return insert.element
    return op.Extract(wanted[common:], use(insert.element))


@rule("insert x to (insert y to z at p) at p = insert x to z at p", op.Insert)
def insert_over_insert(outer: op.Insert) -> Value | None:
    inner = outer.target
    if not isinstance(inner, op.Insert) or inner.path[: len(outer.path)] != outer.path:
        return None
    element, target = use(outer.element), use(inner.target)
    return op.Insert(element, target, outer.path)


@rule("y + scatter x to 0 at i by add = scatter x to y at i by add", op.Add)
def add_scattered(add: op.Add) -> Value | None:
    for y, scattered in ((add.lhs, add.rhs), (add.rhs, add.lhs)):
        if (
            isinstance(scattered, op.Scatter)
            and scattered.by == "add"
            and splat(scattered.x) == 0
            and not tensor_type(scattered.indices).rank
            and y.type == scattered.type == add.type
            and ERASED not in tensor_type(add).shape
            and scattered.is_used_once
        ):
            place = use(scattered.indices)
            return op.Scatter(use(scattered.updates), use(y), place, scattered.axis, "add")
    return None
