"""Products, convolutions and batch normalization."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_letters
from typing import Any, cast

from dlvm.diagnostics import error
from dlvm.ir.instructions import Contract
from dlvm.ir.types import ElementType
from dlvm.nnkit.tracing.trace import emit
from dlvm.nnkit.tracing.tracer import lift, wrap
from dlvm.stablehlo.operators.movement import emitted
from dlvm.stablehlo.operators.table import (
    OperationContext,
    broadcasted,
    cast_to,
    constant,
    lowered,
    operator,
    reshaped,
)
from dlvm.stablehlo.program import DenseLiteral

Pair = tuple[list[int], list[int]]


@operator("stablehlo.einsum", "stablehlo.unary_einsum")
def einsum(call: OperationContext, *factors: Any) -> Any:
    subscripts = str(call.get("einsum_config"))
    return wrap(emit(Contract, [lift(f) for f in factors], subscripts=subscripts))


def _pair(call: OperationContext, short: str, long: str) -> Pair:
    given = call.get(short)
    if given is not None:
        return given
    numbers = call.get("dot_dimension_numbers", default={})
    sides = ("lhs", "rhs")
    return cast("Pair", tuple(numbers.get(f"{side}_{long}", []) for side in sides))


@operator("stablehlo.dot_general", "stablehlo.dot")
def dot_general(call: OperationContext, x: Any, y: Any) -> Any:
    ranks = len(x.type.shape), len(y.type.shape)
    if call.operation.name == "stablehlo.dot":
        batching: Pair = ([], [])
        contracting: Pair = ([ranks[0] - 1], [0])
    else:
        batching = _pair(call, "batching_dims", "batching_dimensions")
        contracting = _pair(call, "contracting_dims", "contracting_dimensions")
    if sum(ranks) > len(ascii_letters):
        raise error(f"ranks must add up to at most {len(ascii_letters)}, got {sum(ranks)}")
    letters = iter(ascii_letters)
    names: list[dict[int, str]] = [{}, {}]
    for pair in (batching, contracting):
        for first, second in zip(*pair, strict=True):
            names[0][first] = names[1][second] = next(letters)
    shared = [names[0][axis] for axis in batching[0]]
    free: list[str] = []
    for side, rank in enumerate(ranks):
        for axis in range(rank):
            if axis not in names[side]:
                names[side][axis] = next(letters)
                free.append(names[side][axis])
    inputs = ["".join(names[s][a] for a in range(ranks[s])) for s in (0, 1)]
    subscripts = f"{','.join(inputs)}->{''.join([*shared, *free])}"
    # Products of bools are counted: whether a sum of them holds is whether any of them does.
    element = call.type.element
    is_bool = element is ElementType.BOOL
    factors = [lift(cast_to(f, ElementType.I64 if is_bool else element)) for f in (x, y)]
    found = wrap(emit(Contract, factors, subscripts=subscripts))
    return lowered("notEqual", found, constant(0, ElementType.I64)) if is_bool else found


def _layout(labels: Sequence[Any], first: str, second: str) -> tuple[int, ...]:
    """The positions in ``labels`` of the label ``first``, of the label ``second``, and of the
    spatial dimensions in order."""
    spatial = sorted(i for i in labels if isinstance(i, int))
    return (labels.index(first), labels.index(second), *(labels.index(i) for i in spatial))


@operator("stablehlo.convolution")
def convolution(call: OperationContext, x: Any, kernel: Any) -> Any:
    labels = call.get("dim_numbers", "dimension_numbers")
    if not isinstance(labels, tuple) or len(cast("tuple[Any, ...]", labels)) != 3:
        raise error("dimension numbers must have the form [b, f, 0]x[o, i, 0]->[b, f, 0]")
    source, weights, target = cast("tuple[list[Any], ...]", labels)
    rank = len(source) - 2
    window = call.get("window", default={})
    ones = [1] * rank

    def sizes(short: str, long: str) -> tuple[int, ...]:
        return tuple(window.get(short) or call.ints(long, default=ones))

    padding = window.get("pad")
    if padding is None:
        given = (
            call.ints("padding")
            if isinstance(call.get("padding"), DenseLiteral)
            else [0] * 2 * rank
        )
        padding = list(zip(given[::2], given[1::2], strict=True))
    reversal = window.get("reverse") or call.get("window_reversal", default=[False] * rank)
    groups = call.get("feature_group_count", default=1)
    batches = call.get("batch_group_count", default=1)
    x = lowered("transpose", x, axes=_layout(source, "b", "f"))
    kernel = lowered("transpose", kernel, axes=_layout(weights, "o", "i"))
    flipped = tuple(axis + 2 for axis, flag in enumerate(reversal) if flag)
    if flipped:
        kernel = lowered("reverse", kernel, axes=flipped)
    if batches > 1:
        # Groups of the batch are groups of the channels.
        n, c, *rest = x.type.shape
        x = reshaped(x, (batches, n // batches, c, *rest))
        x = lowered("transpose", x, axes=(1, 0, 2, *range(3, 3 + rank)))
        x = reshaped(x, (n // batches, batches * c, *rest))
        groups = batches
    element = call.type.element
    x, kernel = cast_to(x, element), cast_to(kernel, element)
    if not rank:
        kernel = lowered("transpose", kernel, axes=(1, 0)) if groups == 1 else kernel
        if groups > 1:
            raise error("convolutions without spatial dimensions must have one group")
        result = lowered("dot", x, kernel)
    else:
        result = emitted(
            x,
            "convolve",
            lift(kernel),
            strides=sizes("stride", "window_strides"),
            padding=tuple((int(a), int(b)) for a, b in padding),
            left_dilation=sizes("lhs_dilate", "lhs_dilation"),
            right_dilation=sizes("rhs_dilate", "rhs_dilation"),
            groups=groups,
        )
    order = _layout(target, "b", "f")
    back = tuple(order.index(axis) for axis in range(len(order)))
    return lowered("transpose", result, axes=back)


def _statistics(x: Any, axis: int) -> tuple[Any, Any, int]:
    """Mean and variance over all axes but one."""
    axes = tuple(a for a in range(len(x.type.shape)) if a != axis)
    count = 1
    for a in axes:
        count *= x.type.shape[a]
    mean = _sum(x, axes) / constant(count, x.type.element)
    centered = x - _along(mean, axis, x)
    return mean, _sum(centered * centered, axes) / constant(count, x.type.element), count


def _sum(x: Any, axes: tuple[int, ...]) -> Any:
    return emitted(x, "reduce", by="add", axes=axes)


def _along(v: Any, axis: int, like: Any) -> Any:
    sizes = [1] * len(like.type.shape)
    sizes[axis] = like.type.shape[axis]
    return broadcasted(reshaped(v, sizes), like.type.shape)


def _settings(call: OperationContext, x: Any) -> tuple[Any, int]:
    return constant(call.get("epsilon"), x.type.element), call.get("feature_index")


@operator("stablehlo.batch_norm_inference")
def batch_norm_inference(
    call: OperationContext, x: Any, scale: Any, offset: Any, mean: Any, var: Any
) -> Any:
    epsilon, axis = _settings(call, x)
    factor = scale / lowered("sqrt", var + epsilon)
    return (x - _along(mean, axis, x)) * _along(factor, axis, x) + _along(offset, axis, x)


@operator("stablehlo.batch_norm_training")
def batch_norm_training(call: OperationContext, x: Any, scale: Any, offset: Any) -> Any:
    mean, variance, _ = _statistics(x, call.get("feature_index"))
    return batch_norm_inference(call, x, scale, offset, mean, variance), mean, variance


@operator("stablehlo.batch_norm_grad")
def batch_norm_grad(
    call: OperationContext, x: Any, scale: Any, mean: Any, var: Any, slope: Any
) -> Any:
    epsilon, axis = _settings(call, x)
    axes = tuple(a for a in range(len(x.type.shape)) if a != axis)
    count = 1
    for a in axes:
        count *= x.type.shape[a]
    inverse = lowered("rsqrt", var + epsilon)
    centered = x - _along(mean, axis, x)
    normal = centered * _along(inverse, axis, x)
    to_scale, to_offset = _sum(slope * normal, axes), _sum(slope, axes)
    number = constant(count, x.type.element)
    rest = slope * number - _along(to_offset, axis, x) - normal * _along(to_scale, axis, x)
    return rest * _along(scale * inverse / number, axis, x), to_scale, to_offset
