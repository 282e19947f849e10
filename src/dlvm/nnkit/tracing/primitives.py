"""Primitive operations on staged values, each lowered to a few instructions.

Axes may be negative, as in NumPy.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from math import prod
from typing import Any, cast

import numpy as np

from dlvm.ir import INSTRUCTIONS, TypeRuleError
from dlvm.ir.instructions import (
    Assert,
    Concatenate,
    Contract,
    DataTypeCast,
    Dot,
    Extract,
    Gather,
    Pad,
    Reduce,
    Scatter,
    Select,
    Sort,
    SqueezeShape,
    Transpose,
)
from dlvm.ir.instructions.contraction import parse_subscripts
from dlvm.ir.polynomial import evaluated
from dlvm.ir.types import F32, I64, ElementType, TensorType
from dlvm.ir.values import Literal, Value
from dlvm.nnkit.tracing.contraction_paths import Step, contraction_path
from dlvm.nnkit.tracing.element_types import element_of
from dlvm.nnkit.tracing.sizes import (
    Shape,
    SizeExpression,
    are_known,
    broadcast_value,
    expression_of,
    filled,
    is_different,
    is_equal,
    is_known,
    quotient,
    reshaped,
    shape_of,
    size_operation,
)
from dlvm.nnkit.tracing.trace import emit, failure
from dlvm.nnkit.tracing.tracer import element_type, is_tracer, lift, lift_all, wrap

_UNKNOWN_SIZE = 64
"""The estimate of a size that is known only at run time, for the choice of a contraction order."""


def rank_of(value: Value) -> int:
    """The rank of an operand, whose sizes may be unknown."""
    return cast(TensorType, value.type).rank


def length(tensor: Any) -> Any:
    """The size of the leading axis."""
    shape = tensor.shape
    if not shape:
        raise failure("len expects a tensor of rank 1 or more, got a scalar")
    return shape[0]


def elementwise(mnemonic: str, *values: Any) -> Any:
    """An element-wise instruction; Python numbers adopt the element type of the other operand."""
    found = size_operation(mnemonic, values)
    if found is not None:
        return found
    return wrap(emit(INSTRUCTIONS[mnemonic], *lift_all(mnemonic, *values)))


def is_complex(x: Any) -> bool:
    """Whether an operand consists of complex numbers."""
    return wrap(lift(x)).type.element.is_complex


def real_part(x: Any) -> Any:
    """The real parts; real numbers are unchanged."""
    return elementwise("real", x) if is_complex(x) else wrap(lift(x))


def imaginary_part(x: Any) -> Any:
    """The imaginary parts: 0 for real numbers."""
    if is_complex(x):
        return elementwise("imag", x)
    value = wrap(lift(x))
    return full(value.shape, 0, value.type.element)


def divide(a: Any, b: Any) -> Any:
    """The quotient of floats."""
    for value in (a, b):
        found = element_type(value)
        if found is not None and found.is_exact:
            raise failure(
                f"divide: expected floats, got element type {found}; use // for the floor "
                "quotient, or convert with .astype(f32)"
            )
    if element_type(a) is element_type(b) is None and not isinstance(a, float | complex):
        a = wrap(lift(a, F32))  # Of sizes and integers, as in Python.
    return elementwise("divide", a, b)


def absolute(x: Any) -> Any:
    """The absolute value; unsigned integers are unchanged."""
    value = wrap(lift(x))
    return value if value.type.element.kind == "unsigned" else elementwise("abs", value)


def power(a: Any, b: Any) -> Any:
    """``a`` to the power of ``b``."""
    if is_tracer(a) and type(b) in (int, float) and a.type.element.kind != "bool":
        if b == 2:
            return elementwise("square", a)
        if b == 0.5 and not a.type.element.is_exact:
            return elementwise("sqrt", a)
    result = elementwise("power", a, b)
    if result.type.element.kind == "signed":
        _check_exponent(b)
    return result


def checked_quotient(mnemonic: str, a: Any, b: Any) -> Any:
    """``floorDivide`` or ``modulo``; the program fails if a divisor of integers is 0."""
    result = elementwise(mnemonic, a, b)
    if is_tracer(result) and result.type.element.is_integer:
        _check(b, lambda divisor: divisor != 0, "division of integers: divisors must not be 0")
    return result


def quotient_and_remainder(a: Any, b: Any) -> tuple[Any, Any]:
    """``(a // b, a % b)``."""
    return checked_quotient("floorDivide", a, b), checked_quotient("modulo", a, b)


def _check_exponent(exponent: Any) -> None:
    """Refuses negative exponents of integers, whose powers are fractions."""
    _check(
        exponent,
        lambda number: number >= 0,
        "power: exponents of integers must not be negative; convert the integers with .astype(f32)",
    )


def _check(operand: Any, holds: Callable[[Any], Any], message: str) -> None:
    """Requires a condition to hold for all elements of an operand: raises if a known operand does
    not meet it, and emits a check of a staged operand, with which the program fails."""
    if not is_tracer(operand):
        if not np.all(holds(np.asarray(operand))):
            raise failure(message)
        return
    if isinstance(operand, SizeExpression):
        return
    is_valid = holds(operand)
    if is_valid.type.rank:
        is_valid = reduce_flags(is_valid, by="and")
    emit(Assert, is_valid.value, message, ())


def select(flags: Any, on_true: Any, on_false: Any) -> Any:
    """Selects elements of ``on_true`` where the flag is set, and of ``on_false`` elsewhere."""
    a, b = lift_all("where", on_true, on_false)
    return wrap(emit(Select, a, b, lift(flags)))


def cast_to(x: Any, dtype: Any) -> Any:
    """Converts the elements to another element type."""
    value, element = lift(x), expect_element(dtype)
    if cast(TensorType, value.type).element is element:
        return wrap(value)
    return wrap(emit(DataTypeCast, value, element))


def expect_element(dtype: Any) -> ElementType:
    """The element type that a ``dtype`` argument denotes."""
    element = element_of(dtype)
    if element is None:
        is_size = isinstance(dtype, int)
        remedy = "; several sizes are one shape, as in zeros((2, 3))" if is_size else ""
        raise failure(
            f"dtype must be an element type such as f32 or np.float32, got {dtype!r}{remedy}"
        )
    return element


def static_int(value: Any, what: str) -> int:
    """An integer that must be known while staging."""
    if not is_tracer(value):
        try:
            return operator.index(value)
        except TypeError:
            pass
    if is_tracer(value):
        found, remedy = "a staged value", "pass it as an argument annotated int"
    else:
        found = repr(value)
        remedy = "round it with int(…)" if isinstance(value, float) else "such as 0"
    raise failure(f"{what}: expected an integer known while staging, got {found}; {remedy}")


def axes_of(axis: Any, rank: int, what: str) -> tuple[int, ...]:
    """Normalizes an ``axis`` argument to nonnegative axes; None selects all of them."""
    if axis is None:
        return tuple(range(rank))
    given = cast("Sequence[Any]", axis) if isinstance(axis, tuple | list) else (axis,)
    axes: list[int] = []
    for item in given:
        number = static_int(item, f"{what}: axis")
        if not -rank <= number < rank:
            limits = f"{-rank} to {rank - 1}" if rank else "none"
            raise failure(f"{what}: axis must be {limits} for rank {rank}, got {number}")
        axes.append(number % rank)
    return tuple(axes)


def axis_of(axis: Any, rank: int, what: str) -> int:
    """Normalizes an ``axis`` argument that names a single axis."""
    return axes_of(static_int(axis, f"{what}: axis"), rank, what)[0]


def reduce(x: Any, axis: Any = None, keepdims: bool = False, *, by: str) -> Any:
    """Reduces along the axes with an operator."""
    value = lift(x)
    axes = axes_of(axis, rank_of(value), by)
    if not axes:
        return wrap(value)
    element = cast(TensorType, value.type).element
    if by in ("add", "multiply", "min", "max") and element.kind == "bool":
        raise failure(f"{by}: expected numbers, got element type bool; convert with .astype(i64)")
    result = emit(Reduce, value, by, tuple(sorted(axes)))
    if keepdims:
        result = reshaped(
            result, tuple(1 if a in axes else d for a, d in enumerate(shape_of(value)))
        )
    return wrap(result)


def widened(x: Any, dtype: Any = None) -> Any:
    """Converts to the accumulator type: ``dtype``, or by default the same type for floats and 64
    bits for integers.
    """
    value = wrap(lift(x))
    element = value.type.element
    wide = {"signed": I64, "unsigned": ElementType.U64}.get(element.kind, element)
    return cast_to(value, wide if dtype is None else dtype)


def total(x: Any, axis: Any = None, keepdims: bool = False, dtype: Any = None) -> Any:
    """The sum along the axes."""
    return reduce(widened(x, dtype), axis, keepdims, by="add")


def product(x: Any, axis: Any = None, keepdims: bool = False, dtype: Any = None) -> Any:
    """The product along the axes."""
    return reduce(widened(x, dtype), axis, keepdims, by="multiply")


def flags(x: Any) -> Any:
    """Converts to bools: numbers are true unless they are 0."""
    value = wrap(lift(x))
    return value if value.type.element.kind == "bool" else elementwise("notEqual", value, 0)


def reduce_flags(x: Any, axis: Any = None, keepdims: bool = False, *, by: str) -> Any:
    """Whether all elements along the axes, or any of them, are true."""
    return reduce(flags(x), axis, keepdims, by=by)


def mean(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """The mean of floats along the axes; NaN if there are no elements."""
    value = lift(x)
    element = cast(TensorType, value.type).element
    if element.is_exact:
        raise failure(
            f"mean: expected floats, got element type {element}; convert with .astype(f32)"
        )
    shape = shape_of(value)
    axes = axes_of(axis, len(shape), "mean")
    found = reduce(wrap(value), axis, keepdims, by="add")
    count: Any = prod(shape[a] for a in axes)
    if is_known(count):
        return found if count == 1 else divide(found, float(count))
    return divide(found, count)


def extremum_index(x: Any, axis: Any = None, keepdims: bool = False, *, mnemonic: str) -> Any:
    """The argmin or argmax along an axis; None selects the flattened tensor."""
    value = lift(x)
    shape = shape_of(value)
    if axis is None:
        value = reshaped(value, (prod(shape),))
        place, kept = 0, (1,) * len(shape)
    else:
        place = axis_of(axis, len(shape), mnemonic)
        kept = tuple(1 if a == place else d for a, d in enumerate(shape))
    result = emit(INSTRUCTIONS[mnemonic], value, place)
    return wrap(reshaped(result, kept) if keepdims else result)


def expect_size(value: Any, what: str) -> Any:
    """A size: an integer that is known while staging, or a size computed from the sizes of dynamic
    axes."""
    if isinstance(value, SizeExpression):
        return value
    if is_tracer(value):
        raise failure(
            f"{what}: expected an integer known while staging or a size of a tensor, such as "
            "x.shape[0], got a staged value; use the greatest size that is possible, and a mask"
        )
    return static_int(value, what)


def expect_shape(shape: Any, what: str) -> Shape:
    """Normalizes a shape given as a size or a sequence of sizes."""
    given = cast("Sequence[Any]", shape) if isinstance(shape, tuple | list) else (shape,)
    return tuple(expect_size(d, f"{what}: size") for d in given)


def static_shape(shape: Any, what: str) -> tuple[int, ...]:
    """Normalizes integers given as one or a sequence of them."""
    given = cast("Sequence[Any]", shape) if isinstance(shape, tuple | list) else (shape,)
    return tuple(static_int(d, f"{what}: size") for d in given)


def reshape(x: Any, shape: Any) -> Any:
    """Reshapes; one size may be -1, which is inferred."""
    value, wanted = lift(x), expect_shape(shape, "reshape")
    found = shape_of(value)
    inferred = [a for a, d in enumerate(wanted) if is_known(d) and d == -1]
    if any(is_known(d) and d < -1 for d in wanted) or len(inferred) > 1:
        raise failure(f"reshape: shape must consist of sizes, at most one of them -1, got {wanted}")
    if inferred:
        [place] = inferred
        rest, count = prod(d for a, d in enumerate(wanted) if a != place), prod(found)
        is_whole = not is_known(rest) or (rest and (not is_known(count) or count % rest == 0))
        if not is_whole:
            raise failure(
                f"reshape: expected a shape of {count} elements, as {found}, got {wanted}"
            )
        wanted = (*wanted[:place], quotient(count, rest), *wanted[place + 1 :])
    elif is_different(prod(wanted), prod(found)) and not (are_known(wanted) and are_known(found)):
        raise failure(f"reshape: expected a shape of as many elements as {found}, got {wanted}")
    return wrap(reshaped(value, wanted))


def transpose(x: Any, axes: Any = None) -> Any:
    """Permutes the dimensions; reverses them for None."""
    value = lift(x)
    rank = rank_of(value)
    if axes is None:
        return wrap(emit(Transpose, value)) if rank > 1 else wrap(value)
    return wrap(emit(Transpose, value, axes_of(axes, rank, "transpose")))


def matrix_transpose(x: Any) -> Any:
    """Swaps the last two dimensions."""
    rank = rank_of(lift(x))
    if rank < 2:
        raise failure(f"mT: rank must be 2 or more, got {rank}")
    return transpose(x, (*range(rank - 2), rank - 1, rank - 2))


def broadcast(x: Any, shape: Any) -> Any:
    """Broadcasts the tensor to a larger shape."""
    return wrap(broadcast_value(lift(x), expect_shape(shape, "broadcast_to")))


def expand(x: Any, axis: Any) -> Any:
    """Inserts a dimension of size 1 at each of the axes (of the result)."""
    value = lift(x)
    shape = shape_of(value)
    count = len(cast("Sequence[Any]", axis)) if isinstance(axis, tuple | list) else 1
    places = axes_of(axis, len(shape) + count, "expand_dims")
    rest = iter(shape)
    return wrap(
        reshaped(value, tuple(1 if a in places else next(rest) for a in range(len(shape) + count)))
    )


def squeeze(x: Any, axis: Any = None) -> Any:
    """Removes dimensions of size 1: those in ``axis``, or by default all whose size is known to be
    1."""
    value = lift(x)
    shape = shape_of(value)
    if axis is None:
        places = tuple(a for a, d in enumerate(shape) if is_equal(d, 1))
    else:
        places = axes_of(axis, len(shape), "squeeze")
        for place in places:
            if is_known(shape[place]) and shape[place] != 1:
                raise failure(f"squeeze: expected size 1 at axis {place}, got {shape[place]}")
    for place in sorted(places, reverse=True):
        if not is_known(shape[place]):
            value = emit(SqueezeShape, value, place)
    rest = tuple(d for a, d in enumerate(shape) if a not in places)
    return wrap(reshaped(value, rest))


def dot(a: Any, b: Any) -> Any:
    """The matrix product, like ``numpy.matmul``."""
    return wrap(emit(Dot, *lift_all("dot", a, b)))


def concatenate(parts: Sequence[Any], axis: Any) -> Any:
    """Concatenates along an axis."""
    values = lift_all("concatenate", *parts)
    if not values:
        raise failure("concatenate: expected at least one tensor, got none")
    place = axis_of(axis, rank_of(values[0]), "concatenate")
    return wrap(values[0] if len(values) == 1 else emit(Concatenate, values, place))


def pad(x: Any, widths: Sequence[tuple[int, int]], value: Any) -> Any:
    """Pads the tensor with ``value``."""
    operand = lift(x)
    pairs = tuple((static_int(a, "pad"), static_int(b, "pad")) for a, b in widths)
    filler = lift(value, cast(TensorType, operand.type).element)
    return wrap(emit(Pad, operand, pairs, filler))


def gather(x: Any, indices: Any, axis: Any) -> Any:
    """Gathers the elements at the given indices along an axis."""
    value = lift(x)
    rank = rank_of(value)
    return wrap(emit(Gather, value, index_value(indices), axis_of(axis, rank, "take")))


def scatter(x: Any, indices: Any, updates: Any, axis: Any, by: str | None) -> Any:
    """Scatters updates at indices along an axis; they replace the elements, or are combined with
    them.
    """
    value, new = lift_all("scatter", x, updates)
    place = axis_of(axis, rank_of(value), "scatter")
    return wrap(emit(Scatter, new, value, index_value(indices), place, by))


def sort(x: Any, axis: Any, descending: bool, count: int | None = None) -> tuple[Any, Any]:
    """Sorts along an axis and returns the elements, or the first ``count`` of them, and their
    indices.
    """
    value = lift(x)
    place = axis_of(axis, rank_of(value), "sort")
    both = emit(Sort, value, place, descending, count)
    return wrap(emit(Extract, (0,), both)), wrap(emit(Extract, (1,), both))


def einsum(subscripts: str, operands: Sequence[Any]) -> Any:
    """A sum of products in Einstein notation, contracted in the order of least work."""
    values = lift_all("einsum", *operands)
    try:
        labels = parse_subscripts(subscripts, [rank_of(v) for v in values])
    except TypeRuleError:
        return wrap(emit(Contract, values, subscripts))  # Raises the error at its line.
    sizes: dict[str, int] = {}
    for names, value in zip(labels.inputs, values, strict=True):
        for label, size in zip(names, shape_of(value), strict=True):
            number = evaluated(expression_of(size), _UNKNOWN_SIZE)
            sizes[label] = max(number, sizes.get(label, 0))

    def contracted(step: Step) -> Value:
        if not step.parts:
            [operand] = step.operands
            return values[operand]
        return emit(Contract, list(map(contracted, step.parts)), step.subscripts)

    return wrap(contracted(contraction_path(labels, sizes)))


def index_value(indices: Any) -> Value:
    """The i64 operand for integer indices."""
    value = lift(indices)
    element = cast(TensorType, value.type).element
    if not element.is_integer:
        remedy = "; use where for a mask" if element.kind == "bool" else ""
        raise failure(f"indices must be integers, got element type {element}{remedy}")
    return value if element is I64 else emit(DataTypeCast, value, I64)


def full(shape: Shape, value: Any, element: ElementType | None) -> Any:
    """A tensor filled with one value."""
    if isinstance(value, bool | int | float | complex):
        scalar = lift(value, element)
        assert isinstance(scalar, Literal)
        return wrap(filled(shape, scalar))
    filler = wrap(lift(value))
    return broadcast(filler if element is None else cast_to(filler, element), shape)
