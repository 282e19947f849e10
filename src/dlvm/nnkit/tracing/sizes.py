"""Sizes of staged tensors, known or not, and the instructions that have sizes of their own.

A size is a Python integer, or a :class:`SizeExpression` if it depends on the size of a dynamic
axis. Both have the arithmetic of integers, so that functions compute shapes in one way.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from math import prod
from typing import Any, cast

from dlvm.ir import Function, Literal, Value
from dlvm.ir.instructions import (
    Add,
    Assert,
    Broadcast,
    Dimension,
    Equal,
    Extract,
    FloorDivide,
    Gather,
    GreaterThanOrEqual,
    Iota,
    LessThanOrEqual,
    Max,
    Multiply,
    PadShape,
    Select,
    ShapeCast,
    Slice,
    SqueezeShape,
)
from dlvm.ir.polynomial import Polynomial, monomials
from dlvm.ir.polynomial import Size as Expression
from dlvm.ir.types import ERASED, I64, Dim, ElementType, Symbol, TensorType, tensors_in
from dlvm.ir.values import index_literal
from dlvm.nnkit.tracing.size_algebra import SizeAlgebra, UnknownDefinition, text_of
from dlvm.nnkit.tracing.trace import TracingScope, emit, failure, scope_for
from dlvm.nnkit.tracing.tracer import StagedTensor, is_tracer, own

Shape = tuple[Any, ...]
"""Sizes: integers and size expressions."""
_INDEX = TensorType((), I64)


class SizeExpression(StagedTensor[Any]):
    """The size of a dynamic axis, or a size computed from such sizes.

    It is also a staged i64, whose instructions are emitted where they are needed. Like a Python
    number, it adopts the element type of the other operand of an operation.
    """

    __slots__ = ("expression", "owner")

    is_weak = True

    def __init__(self, expression: Polynomial, owner: Function) -> None:
        self.expression = expression
        self.owner = owner

    @property
    def value(self) -> Value:
        scope = scope_for("a size")
        if scope.function is not self.owner:
            raise failure(
                f"expected a size of this staged function, got one of @{self.owner.name}; pass "
                "the tensor that has it as an argument"
            )
        return materialized(self.expression)

    @property
    def type(self) -> TensorType:
        return _INDEX

    def __hash__(self) -> int:
        return hash(self.expression)


def wrap_size(size: Expression) -> Any:
    """A size for shape arithmetic: an integer, or a size expression."""
    if isinstance(size, int):
        return size
    return StagedTensor.size_class(size, scope_for("a size").function)


def expression_of(size: Any) -> Expression:
    """A size as a polynomial."""
    return size.expression if isinstance(size, SizeExpression) else operator.index(size)


def is_size(value: Any) -> bool:
    """Whether a value is a size: an integer that is known while staging, or a size expression."""
    if isinstance(value, SizeExpression):
        return True
    if is_tracer(value):
        return False
    try:
        operator.index(value)
    except TypeError:
        return False
    return True


def is_known(size: Any) -> bool:
    """Whether a size is known while staging."""
    return not isinstance(size, SizeExpression)


def are_known(shape: Shape) -> bool:
    """Whether all sizes are known while staging."""
    return all(map(is_known, shape))


def is_equal(a: Any, b: Any) -> bool:
    """Whether two sizes are known to be equal."""
    return expression_of(a) == expression_of(b)


def are_equal(a: Shape, b: Shape) -> bool:
    """Whether two shapes are known to be equal."""
    return len(a) == len(b) and all(map(is_equal, a, b))


def is_different(a: Any, b: Any) -> bool:
    """Whether two sizes are known to differ."""
    difference = expression_of(a) - expression_of(b)
    return isinstance(difference, int) and difference != 0


def is_at_most(a: Any, b: Any) -> bool:
    """Whether a size is known to be at most another one."""
    difference = expression_of(b) - expression_of(a)
    if isinstance(difference, int):
        return difference >= 0
    return _algebra().is_nonnegative(difference)


def maximum(a: Any, b: Any) -> Any:
    """The greater of two sizes."""
    if is_known(a) and is_known(b):
        return max(a, b)
    return wrap_size(_algebra().maximum(expression_of(a), expression_of(b)))


def minimum(a: Any, b: Any) -> Any:
    """The lesser of two sizes."""
    if is_known(a) and is_known(b):
        return min(a, b)
    return wrap_size(_algebra().minimum(expression_of(a), expression_of(b)))


def quotient(a: Any, b: Any) -> Any:
    """The quotient of two sizes, rounded down."""
    if is_known(a) and is_known(b):
        return a // b
    return wrap_size(_algebra().quotient(expression_of(a), expression_of(b)))


def _at_most(a: Any, b: Any) -> bool | None:
    """Whether a size is at most another one; None if that is not known while staging."""
    if is_at_most(a, b):
        return True
    return False if is_at_most(b + 1, a) else None


def _equal(a: Any, b: Any) -> bool | None:
    if is_equal(a, b):
        return True
    apart = is_different(a, b) or is_at_most(a + 1, b) or is_at_most(b + 1, a)
    return False if apart else None


def _not_equal(a: Any, b: Any) -> bool | None:
    found = _equal(a, b)
    return None if found is None else not found


def _polynomial(compute: Callable[[Any, Any], Expression]) -> Callable[[Any, Any], Any]:
    return lambda a, b: wrap_size(compute(expression_of(a), expression_of(b)))


def _modulo(a: Any, b: Any) -> Any:
    return a - quotient(a, b) * b


def _negated(a: Any) -> Any:
    return a * -1


def _less(a: Any, b: Any) -> bool | None:
    return _at_most(a + 1, b)


def _at_least(a: Any, b: Any) -> bool | None:
    return _at_most(b, a)


def _greater(a: Any, b: Any) -> bool | None:
    return _less(b, a)


_OPERATIONS: dict[str, Callable[..., Any]] = {
    "add": _polynomial(operator.add),
    "subtract": _polynomial(operator.sub),
    "multiply": _polynomial(operator.mul),
    "negate": _negated,
    "floorDivide": quotient,
    "modulo": _modulo,
    "max": maximum,
    "min": minimum,
    "equal": _equal,
    "notEqual": _not_equal,
    "lessThanOrEqual": _at_most,
    "lessThan": _less,
    "greaterThanOrEqual": _at_least,
    "greaterThan": _greater,
}
"""Element-wise instructions on sizes: they compute sizes, and Python bools if these are known."""


def size_operation(mnemonic: str, values: Sequence[Any]) -> Any:
    """The result of an instruction on sizes; None if it is not known while staging, or not a
    size."""
    is_own = any(isinstance(v, SizeExpression) for v in values) and mnemonic in _OPERATIONS
    return _OPERATIONS[mnemonic](*values) if is_own and all(map(is_size, values)) else None


def broadcast_shapes(*shapes: Shape) -> Shape | None:
    """The shape to which shapes broadcast; None if they are known not to broadcast. The program
    checks sizes that are not known to be equal."""
    rank = max(map(len, shapes), default=0)
    result: list[Any] = []
    for place in range(rank):
        sizes = [s[place - rank + len(s)] for s in shapes if place - rank + len(s) >= 0]
        wide = [s for s in sizes if not is_equal(s, 1)]
        known = [s for s in wide if is_known(s)]
        if any(is_different(s, wide[0]) for s in wide):
            return None
        result.append(known[0] if known else wide[0] if wide else 1)
    return tuple(result)


def text(shape: Shape) -> str:
    """A shape, for messages."""
    shown = [repr(d) for d in shape]
    return f"({', '.join(shown)}{',' if len(shown) == 1 else ''})"


def size_text(size: Expression) -> str:
    """A size, for messages."""
    return text_of(size, _algebra().unknowns)


# Sizes of values


def _algebra() -> SizeAlgebra:
    return scope_for("a size").sizes


def shape_of(value: Value) -> Shape:
    """The shape of an operand."""
    type = cast(TensorType, value.type)
    if type.static_shape is not None:
        return type.static_shape
    return tuple(map(wrap_size, _algebra().shape(value)))


def materialized(size: Expression) -> Value:
    """Emits the i64 value of a size."""
    scope = scope_for("a size")
    if isinstance(size, int):
        return index_literal(size)
    total: Value | None = None
    for monomial, number in reversed(monomials(size)):
        term: Value | None = None if number == 1 and monomial else index_literal(number)
        for name in monomial:
            factor = _unknown_value(scope, name)
            term = factor if term is None else emit(Multiply, factor, term)
        assert term is not None
        total = term if total is None else emit(Add, total, term)
    assert total is not None
    scope.sizes.known_values[total] = size
    return total


def _unknown_value(scope: TracingScope, name: str) -> Value:
    definition = scope.sizes.unknowns.get(name)
    if definition is None:
        return _named_value(scope, name)
    if isinstance(definition, UnknownDefinition):
        lhs = materialized(definition.lhs)
        if definition.kind == "positive":
            return emit(Max, lhs, index_literal(0))
        return emit(FloorDivide, lhs, materialized(definition.rhs))
    if definition.axis is None:
        return own(definition.value)
    return emit(Dimension, own(definition.value), definition.axis)


def _named_value(scope: TracingScope, name: str) -> Value:
    for argument in scope.function.entry.arguments:
        for path, type in tensors_in(argument.type):
            if Symbol(name) in type.shape:
                tensor = emit(Extract, path, argument) if path else argument
                return emit(Dimension, tensor, type.shape.index(Symbol(name)))
    raise failure(f"expected a tensor with the size {name} among the parameters, got none")


def require_equal(a: Any, b: Any, message: str) -> None:
    """Requires two sizes to be equal: raises if they are known to differ, and emits a check unless
    they are known to be equal. ``message`` is the error, with ``{0}`` and ``{1}`` for the sizes."""
    if is_different(a, b):
        raise failure(message.format(a, b))
    if not is_equal(a, b):
        values = [materialized(expression_of(d)) for d in (a, b)]
        emit(Assert, emit(Equal, *values), message, values)


def require_at_most(a: Any, b: Any, message: str) -> None:
    """Requires a size to be at most another one: raises if it is known to be greater, and emits a
    check unless it is known not to be. ``message`` is the error, with ``{0}`` and ``{1}`` for the
    sizes."""
    if is_at_most(b + 1, a):
        raise failure(message.format(a, b))
    if not is_at_most(a, b):
        values = [materialized(expression_of(d)) for d in (a, b)]
        emit(Assert, emit(LessThanOrEqual, *values), message, values)


# Instructions with sizes of their own


def _dims(shape: Shape) -> tuple[Dim, ...]:
    """The dimensions of a type for a shape. Sizes that a type cannot express are erased."""
    scope = scope_for("a size")
    dims = [scope.sizes.dim(expression_of(d)) for d in shape]
    named = {
        dim
        for argument in scope.function.entry.arguments
        for _, type in tensors_in(argument.type)
        for dim in type.shape
    }
    return tuple(d if isinstance(d, int) or d in named else ERASED for d in dims)


def with_values(shape: Shape) -> tuple[tuple[Dim, ...], list[Value]]:
    """A shape as an attribute of an instruction, and the values of the sizes that the attribute
    erases."""
    dims = _dims(shape)
    opened = [d for d, dim in zip(shape, dims, strict=True) if dim == ERASED]
    return dims, [materialized(expression_of(d)) for d in opened]


def indices_along(shape: Shape, axis: int, element: ElementType) -> Value:
    """Each element's own index along an axis."""
    dims, values = with_values(shape)
    return emit(Iota, dims, axis, TensorType((), element), values)


def broadcast_value(value: Value, shape: Shape) -> Value:
    """The operand repeated to a larger shape."""
    found = shape_of(value)
    if are_equal(found, shape):
        return value
    dims = _dims(shape)
    own_sizes = (1,) * (len(shape) - len(found)) + found
    # A size that a type cannot express is the operand's own, or that of flags beside it.
    missing = [
        dim == ERASED and not is_equal(size, mine)
        for dim, size, mine in zip(dims, shape, own_sizes, strict=True)
    ]
    dims = tuple(
        1 if is_missing and is_equal(mine, 1) else dim
        for dim, mine, is_missing in zip(dims, own_sizes, missing, strict=True)
    )
    if dims != cast(TensorType, value.type).shape:
        value = emit(Broadcast, value, dims)
    if not any(missing):
        return value
    wide = tuple(d if is_missing else 1 for d, is_missing in zip(shape, missing, strict=True))
    index = indices_along(wide, 0, I64)
    return emit(Select, value, value, emit(GreaterThanOrEqual, index, index_literal(0)))


def filled(shape: Shape, number: Literal) -> Value:
    """A tensor filled with one number."""
    if ERASED in _dims(shape):
        return broadcast_value(number, shape)
    return Literal(cast(TensorType, number.type).with_shape(_dims(shape)), number.data)


def reshaped(value: Value, shape: Shape) -> Value:
    """The elements in row-major order in another shape."""
    found = shape_of(value)
    if are_equal(found, shape):
        return value
    if not (are_known(found) and are_known(shape)):
        result = _with_ones(value, found, shape)
        if result is not None:
            return result
    dims = _dims(shape)
    if dims.count(ERASED) == 1:
        rest = prod(d for d, dim in zip(shape, dims, strict=True) if dim != ERASED)
        if is_equal(rest, 0):
            return filled(shape, Literal(cast(TensorType, value.type).with_shape(()), 0))
        _algebra().divisors.add(expression_of(rest))
    if dims.count(ERASED) <= 1:
        return emit(ShapeCast, value, dims)
    # A shape cast infers one size only: the elements are gathered from a vector.
    flat = emit(ShapeCast, value, (ERASED,))
    place: Value | None = None
    for axis in range(len(shape)):
        index = indices_along(shape, axis, I64)
        stride = materialized(expression_of(prod(shape[axis + 1 :])))
        part = emit(Multiply, index, stride)
        place = part if place is None else emit(Add, place, part)
    assert place is not None
    return emit(Gather, flat, place, 0)


def renamed(value: Value, shape: Shape) -> Value:
    """The operand with other names for its sizes, which the program requires to be equal."""
    if _dims(shape).count(ERASED) <= 1:
        return reshaped(value, shape)
    # A slice of all elements, unlike a shape cast, leaves several sizes to values.
    ends = [materialized(expression_of(size)) for size in shape]
    return emit(Slice, value, [index_literal(0)] * len(ends), ends)


def _with_ones(value: Value, found: Shape, wanted: Shape) -> Value | None:
    """The operand with dimensions of size 1 removed and inserted; None if the shapes differ in
    other dimensions."""
    edits: list[tuple[type[PadShape] | type[SqueezeShape], int]] = []
    source, place = 0, 0
    while source < len(found) or place < len(wanted):
        mine = found[source] if source < len(found) else None
        size = wanted[place] if place < len(wanted) else None
        if mine is not None and size is not None and is_equal(mine, size):
            source, place = source + 1, place + 1
        elif mine is not None and is_equal(mine, 1):
            edits.append((SqueezeShape, place))
            source += 1
        elif size is not None and is_equal(size, 1):
            edits.append((PadShape, place))
            place += 1
        else:
            return None
    for kind, axis in edits:
        value = emit(kind, value, axis)
    return value
