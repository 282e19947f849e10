"""Rewrite rules for tensors without elements, dimensions of size 1, known sizes, and constant
operands."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

from dlvm.ir import Effect, Instruction, Literal, TensorType, Value
from dlvm.ir import instructions as op
from dlvm.ir.instructions.rules import constant_index, tensor_type
from dlvm.ir.values import constant_tensor, index_literal, tuple_of
from dlvm.transforms.algebra.constant_folding import fold
from dlvm.transforms.patterns import Rule, has_known_sizes, is_castable, rules_into, use

SIZE_RULES: Final[list[Rule]] = []

rule = rules_into(SIZE_RULES)

_PURE: Final = tuple(
    i
    for i in vars(op).values()
    if isinstance(i, type)
    and issubclass(i, Instruction)
    and i.mnemonic
    and (i is op.Slice or not i.declared_effects)
    and i is not op.LiteralInstruction
)


@rule("f c, d = its constant result", *_PURE)
def of_constants(f: Instruction) -> Value | None:
    constants = [o for o in f.operands if isinstance(o, Literal)]
    return fold(f, constants) if len(constants) == len(f.operands) else None


# Tensors without elements


def _is_empty(value: Value) -> bool:
    type = value.type.canonical
    return isinstance(type, TensorType) and 0 in type.shape


def _may_be_constant(value: Value, instruction: Instruction | None = None) -> bool:
    """Whether a constant at an instruction can have the shape of a value."""
    at = instruction or value
    return isinstance(at, Instruction) and has_known_sizes(tensor_type(value).shape, at)


@rule("f x = a constant, if it has no elements", *_PURE)
def without_elements(f: Instruction) -> Value | None:
    if (
        not _is_empty(f)
        or not _may_be_constant(f)
        or f.effects & ~(Effect.TRAP if isinstance(f, op.Slice) else Effect.NONE)
    ):
        return None
    return Literal(f.type, 0)


@rule("reduce x over no elements = init, or the identity of the operator", op.Reduce)
def reduce_no_elements(reduce: op.Reduce) -> Value | None:
    result = tensor_type(reduce)
    if not _is_empty(reduce.x) or _is_empty(reduce) or not _may_be_constant(reduce):
        return None
    if reduce.init is not None:
        return op.Broadcast(use(reduce.init), result.shape) if result.rank else reduce.init
    none = Literal(TensorType((0,), result.element), 0)
    neutral = fold(op.Reduce(none, reduce.by, (0,), None), [none])
    return Literal(reduce.type, neutral.data) if neutral is not None else None


@rule("a product over no elements = 0", op.Dot, op.Contract, op.Convolve)
def multiply_no_elements(product: Instruction) -> Value | None:
    if not _may_be_constant(product) or _is_empty(product):
        return None
    # A convolution of an empty input can have padding, whose zeros it multiplies, too.
    factors = [product.kernel] if isinstance(product, op.Convolve) else product.operands
    return Literal(product.type, 0) if any(map(_is_empty, factors)) else None


@rule("pad x with c = broadcast c, if x has no elements", op.Pad)
def pad_no_elements(pad: op.Pad) -> Value | None:
    if not _is_empty(pad.x) or _is_empty(pad) or not _may_be_constant(pad):
        return None
    return op.Broadcast(use(pad.value), tensor_type(pad).shape)


@rule("concatenate x, y = x, if y has no elements", op.Concatenate)
def concatenate_no_elements(concatenate: op.Concatenate) -> Value | None:
    axis = concatenate.axis
    parts = [p for p in concatenate.parts if tensor_type(p).shape[axis] != 0]
    if not parts or len(parts) == len(concatenate.parts):
        return None
    return parts[0] if len(parts) == 1 else op.Concatenate(list(map(use, parts)), axis)


@rule("update x with y at a constant offset = x, if y has no elements", op.Update)
def update_no_elements(update: op.Update) -> Value | None:
    if any(constant_index(offset) is None for offset in update.start):
        return None
    return update.x if _is_empty(update.y) else None


@rule("scatter y to x = x, if y has no elements", op.Scatter)
def scatter_no_elements(scatter: op.Scatter) -> Value | None:
    return scatter.x if _is_empty(scatter.updates) else None


# Dimensions of size 1


@rule("transpose x = shapeCast x, if all axes but those of size 1 keep their order",
      op.Transpose)  # fmt: skip
def transpose_ones(transpose: op.Transpose) -> Value | None:
    shape = tensor_type(transpose.x).shape
    moved = [axis for axis in transpose.permutation if shape[axis] != 1]
    if moved != sorted(moved) or not is_castable(tensor_type(transpose).shape, transpose):
        return None
    return op.ShapeCast(use(transpose.x), tensor_type(transpose).shape)


@rule("scan x along dimensions of size 1 = x", op.Scan)
def scan_one(scan: op.Scan) -> Value | None:
    return scan.x if not scan.exclusive and _are_ones(scan.x, scan.axes) else None


@rule("sort x along a dimension of size 1 = (x, 0)", op.Sort)
def sort_one(sort: op.Sort) -> Value | None:
    indices = op.element_at(sort.type, (1,))
    is_one = _are_ones(sort.x, (sort.axis,)) and sort.count is None
    if not is_one or not _may_be_constant(sort.x, sort):
        return None
    return tuple_of([use(sort.x), Literal(indices, 0)])


@rule("argMax x along a dimension of size 1 = 0", op.ArgMax, op.ArgMin)
def extreme_of_one(extreme: op.ArgMax | op.ArgMin) -> Value | None:
    is_one = _are_ones(extreme.x, (extreme.axis,)) and _may_be_constant(extreme)
    return Literal(extreme.type, 0) if is_one else None


@rule("reduceWindow x in windows of one element each = x", op.ReduceWindow)
def windows_of_one(window: op.ReduceWindow) -> Value | None:
    # A named padding is as large as necessary, which is zero here.
    pairs = () if isinstance(window.padding, str) else window.padding or ()
    is_same = window.init is None and {*window.dims, *window.steps} <= {1}
    return window.x if is_same and not any(map(any, pairs)) else None


def _are_ones(value: Value, axes: Iterable[int]) -> bool:
    return all(tensor_type(value).shape[axis] == 1 for axis in axes)


# Identities


@rule("bitCast x to its own type = x", op.BitCast)
def bit_cast_to_same_type(cast: op.BitCast) -> Value | None:
    return cast.x if cast.element is tensor_type(cast.x).element else None


@rule("insert (extract p from x) to x at p = x", op.Insert)
def insert_extracted(insert: op.Insert) -> Value | None:
    part = insert.element
    if not isinstance(part, op.Extract) or part.source is not insert.target:
        return None
    return insert.target if part.path == insert.path else None


# Sizes


@rule("the rank of x, its size, or its number of elements = n", op.Rank, op.Dimension, op.UnitCount)
def known_size(query: op.Rank | op.Dimension | op.UnitCount) -> Value | None:
    type = tensor_type(query.x)
    match query:
        case op.Rank():
            return index_literal(type.rank)
        case op.Dimension():
            size = type.shape[query.axis]
            return index_literal(size) if isinstance(size, int) else None
        case _:
            shape = type.static_shape
            return index_literal(math.prod(shape)) if shape is not None else None


@rule("the shape of x = <n, …>", op.ShapeOf)
def known_shape(query: op.ShapeOf) -> Value | None:
    shape = tensor_type(query.x).static_shape
    return constant_tensor(query.type, [index_literal(n) for n in shape]) if shape else None
