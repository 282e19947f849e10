"""Instructions that move, rearrange or create elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dlvm.diagnostics import quantity
from dlvm.ir.declaration import (
    Effect,
    Trait,
    TypeRuleError,
    attribute,
    flag,
    indices,
    operand,
    operands,
    optional_attribute,
    optional_indices,
    optional_operand,
)
from dlvm.ir.dimensions import (
    add,
    broadcast,
    ceil_divide,
    floor_divide,
    left_open,
    maximum,
    multiply,
    require_at_most,
    require_equal,
    subtract,
    value_dim,
)
from dlvm.ir.instruction import Instruction
from dlvm.ir.instructions.rules import (
    COMPUTING,
    FLOAT,
    INTEGER,
    LOGICAL,
    NUMERIC,
    REAL,
    check_axes,
    check_axis,
    check_domain,
    check_scalar,
    element_count,
    same_element,
    shape_text,
    tensor_type,
)
from dlvm.ir.types import BOOL, ERASED, INDEX, U32, Dim, Shape, TensorType, Type
from dlvm.ir.values import Literal, Value


class LiteralInstruction(Instruction):
    """A constant, or an aggregate of values, as a value with a name."""

    format = "literal {value}"
    traits = Trait.LINEAR | Trait.REMATERIALIZABLE
    value: Value = operand()

    def infer(self) -> Type:
        return self.value.type


class Transpose(Instruction):
    """The tensor with its dimensions permuted: dimension ``i`` of the result is dimension
    ``axes[i]`` of the operand. Without axes, the order is reversed."""

    format = "transpose {x} [along {axes}]"
    traits = (
        Trait.MOVEMENT | Trait.AFFINE_MOVEMENT | Trait.SINGLE_SOURCE | Trait.VIEW | Trait.LINEAR
        | Trait.REMATERIALIZABLE
    )  # fmt: skip
    x: Value = operand()
    axes: tuple[int, ...] | None = optional_attribute("ints", default=None)

    @property
    def permutation(self) -> tuple[int, ...]:
        """The axes, including implied ones."""
        if self.axes is not None:
            return self.axes
        return tuple(reversed(range(tensor_type(self.x).rank)))

    def infer(self) -> Type:
        type = tensor_type(self.x)
        axes = self.permutation
        check_axes(axes, type.rank)
        if len(axes) != type.rank:
            raise TypeRuleError(f"expected all {type.rank} axes of the operand, got {len(axes)}")
        return type.with_shape(type.shape[a] for a in axes)


class Reverse(Instruction):
    """The elements in reverse order along the axes."""

    format = "reverse {x} along {axes}"
    traits = Trait.MOVEMENT | Trait.AFFINE_MOVEMENT | Trait.LINEAR | Trait.SINGLE_SOURCE
    x: Value = operand()
    axes: tuple[int, ...] = attribute("ints")

    def infer(self) -> Type:
        type = tensor_type(self.x)
        check_axes(self.axes, type.rank)
        return type


class Concatenate(Instruction):
    """The operands concatenated along an axis. Their sizes along the other axes are equal."""

    format = "concatenate {parts} along {axis}"
    traits = Trait.MOVEMENT | Trait.LINEAR
    parts: Sequence[Value] = operands()
    axis: int = attribute("int")

    def infer(self) -> Type:
        types = [tensor_type(p) for p in self.parts]
        if not types:
            raise TypeRuleError("expected at least one operand, got none")
        same_element(self.parts)
        check_axis(self.axis, types[0].rank)
        shape = list(types[0].shape)
        for type in types[1:]:
            if type.rank != len(shape):
                raise TypeRuleError(f"expected rank {len(shape)}, got {type.rank}")
            for axis, dim in enumerate(type.shape):
                if axis == self.axis:
                    shape[axis] = add(shape[axis], dim)
                else:
                    message = f"expected size {{1}} at dimension {axis}, got {{0}}"
                    shape[axis] = require_equal(dim, shape[axis], message)
        return types[0].with_shape(shape)


class Slice(Instruction):
    """The elements from ``start`` to ``end`` (exclusive), in steps of ``strides``.

    If there are fewer bounds than dimensions, the other dimensions are not sliced. Bounds may be
    values; the instruction traps if they are out of range.
    """

    format = "slice {x} from {start} upto {end} [strides {strides}]"
    declared_effects = Effect.TRAP
    traits = Trait.MOVEMENT | Trait.AFFINE_MOVEMENT | Trait.LINEAR | Trait.SINGLE_SOURCE
    x: Value = operand()
    start: Sequence[Value] = indices()
    end: Sequence[Value] = indices()
    strides: tuple[int, ...] | None = optional_attribute("ints", default=None)

    @property
    def steps(self) -> tuple[int, ...]:
        """The strides of the sliced dimensions, with implied ones."""
        return self.strides or (1,) * len(self.start)

    def infer(self) -> Type:
        type = tensor_type(self.x)
        count = len(self.start)
        if len(self.end) != count or len(self.steps) != count:
            raise TypeRuleError(
                f"expected equally many starts, ends and strides, got {count}, {len(self.end)} and "
                f"{len(self.steps)}"
            )
        if not 1 <= count <= type.rank:
            raise TypeRuleError(
                f"expected bounds for the {quantity(type.rank, 'dimension')} of the operand, "
                f"got {count}"
            )
        shape = list(type.shape)
        for axis, (low, high, step) in enumerate(
            zip(self.start, self.end, self.steps, strict=True)
        ):
            check_scalar(low, INDEX, "bound")
            check_scalar(high, INDEX, "bound")
            if step < 1:
                raise TypeRuleError(f"stride must be at least 1, got {step}")
            first, last = value_dim(low), value_dim(high)
            require_at_most(0, first, f"start must be at least 0 at dimension {axis}, got {{1}}")
            require_at_most(
                first,
                last,
                f"end must be at least the start, {{0}}, at dimension {axis}, got {{1}}",
            )
            require_at_most(
                last,
                type.shape[axis],
                f"end must be at most the size, {{1}}, at dimension {axis}, got {{0}}",
            )
            shape[axis] = ceil_divide(subtract(last, first), step)
        return type.with_shape(shape)


class Pad(Instruction):
    """The operand padded with ``value``: by ``(low, high)`` elements at the ends of each dimension,
    and by ``interior`` elements between neighbors. A negative number removes elements."""

    format = "pad {x} by {padding} with {value} [interior {interior}]"
    traits = Trait.MOVEMENT | Trait.LINEAR
    x: Value = operand()
    padding: tuple[tuple[int, int], ...] = attribute("pairs")
    value: Value = operand()
    interior: tuple[int, ...] | None = optional_attribute("ints", default=None)

    @property
    def gaps(self) -> tuple[int, ...]:
        """The interior padding of all dimensions, with implied zeros."""
        return self.interior or (0,) * len(self.padding)

    def infer(self) -> Type:
        type = tensor_type(self.x)
        if not len(self.padding) == len(self.gaps) == type.rank:
            raise TypeRuleError(
                f"expected padding for {quantity(type.rank, 'dimension')}, got {len(self.padding)}"
            )
        check_scalar(self.value, TensorType((), type.element), "padding value")
        shape: list[Dim] = []
        for dim, (low, high), gap in zip(type.shape, self.padding, self.gaps, strict=True):
            if gap < 0:
                raise TypeRuleError(f"interior padding must be at least 0, got {gap}")
            gaps = multiply(maximum(0, subtract(dim, 1)), gap) if gap else 0
            size = add(add(dim, gaps), low + high)
            require_at_most(
                0, size, f"padding ({low}, {high}) removes more elements than there are"
            )
            shape.append(size)
        return type.with_shape(shape)


class Gather(Instruction):
    """The operand's elements at the given indices along an axis. In the shape of the result, the
    shape of the indices replaces the size along the axis. An index out of range traps."""

    format = "gather {x} at {indices} along {axis}"
    declared_effects = Effect.TRAP
    traits = Trait.MOVEMENT | Trait.LINEAR | Trait.SINGLE_SOURCE
    x: Value = operand()
    indices: Value = operand()
    axis: int = attribute("int")

    def infer(self) -> Type:
        type, places = tensor_type(self.x), tensor_type(self.indices, "indices")
        check_axis(self.axis, type.rank)
        if not INTEGER[1](places.element):
            raise TypeRuleError(f"indices have the element type {places.element}, expected i64")
        return type.with_shape(
            (*type.shape[: self.axis], *places.shape, *type.shape[self.axis + 1 :])
        )


class Scatter(Instruction):
    """``x`` with ``updates`` written at the given indices along an axis, the inverse of ``gather``.

    ``by`` combines each update with the existing element. Without it, the update replaces the
    element; if indices repeat, the last update wins. An index out of range traps.
    """

    format = "scatter {updates} to {x} at {indices} along {axis} [by {by}]"
    declared_effects = Effect.TRAP
    updates: Value = operand()
    x: Value = operand()
    indices: Value = operand()
    axis: int = attribute("int")
    by: str | None = optional_attribute("operator", default=None)

    def infer(self) -> Type:
        type, places = tensor_type(self.x), tensor_type(self.indices, "indices")
        updates = tensor_type(self.updates, "updates")
        check_axis(self.axis, type.rank)
        same_element([self.x, self.updates])
        if not INTEGER[1](places.element):
            raise TypeRuleError(f"indices have the element type {places.element}, expected i64")
        expected = (*type.shape[: self.axis], *places.shape, *type.shape[self.axis + 1 :])
        message = (
            f"updates have the shape {shape_text(updates.shape)}, expected {shape_text(expected)}"
        )
        if len(updates.shape) != len(expected):
            raise TypeRuleError(message)
        for found, wanted in zip(updates.shape, expected, strict=True):
            require_equal(found, wanted, message)
        if self.by is not None:
            check_operator(self.by, type)
            if self.by == "multiply" and type.element.is_complex:
                raise TypeRuleError("scatter cannot multiply complex numbers")
        return type


OPERATORS = ("add", "multiply", "min", "max", "and", "or")
"""The associative operators that may join elements, by mnemonic."""


def check_operator(by: str, type: TensorType) -> None:
    """Checks that an operator can join elements of a tensor."""
    if by not in OPERATORS:
        raise TypeRuleError(f"operator must be one of {', '.join(OPERATORS)}, got {by}")
    check_domain(type.element, COMPUTING)
    element = type.element
    fits = {"and": LOGICAL, "or": LOGICAL, "min": REAL, "max": REAL}.get(by, NUMERIC)[1](element)
    if not fits:
        raise TypeRuleError(f"operator {by} does not join elements of type {type.element}")


def _sized(shape: Shape, sizes: Sequence[Value]) -> Shape:
    """The shape with the sizes that it leaves open, as ``_``, filled in with values."""
    opened = shape.count(ERASED)
    if opened != len(sizes):
        raise TypeRuleError(
            f"expected {quantity(opened, 'size')} for shape {shape_text(shape)}, one for each '_', "
            f"got {len(sizes)}"
        )
    given: list[Dim] = []
    for number, size in enumerate(sizes):
        check_scalar(size, INDEX, "size")
        given.append(value_dim(size))
        require_at_most(0, given[-1], f"size #{number} must be at least 0, got {{1}}")
    rest = iter(given)
    return tuple(next(rest) if dim == ERASED else dim for dim in shape)


def _size_effects(sizes: Sequence[Value]) -> Effect:
    is_constant = all(isinstance(size, Literal) for size in sizes)
    return Effect.NONE if is_constant else Effect.TRAP


class Iota(Instruction):
    """The index of each element along an axis. ``sizes`` are the sizes that the shape leaves open
    with ``_``, in order; a negative size traps."""

    format = "iota {shape} [sizes {sizes}] along {axis}: {type_}"
    traits = Trait.ZERO_DERIVATIVE | Trait.REMATERIALIZABLE
    shape: Shape = attribute("dims")
    axis: int = attribute("int")
    type_: Type = attribute("number_type")
    sizes: Sequence[Value] = optional_indices(default=())

    @property
    def effects(self) -> Effect:
        return _size_effects(self.sizes)

    def infer(self) -> Type:
        shape = _sized(self.shape, self.sizes)
        check_axis(self.axis, len(shape))
        if not isinstance(self.type_, TensorType) or self.type_.rank or self.type_.element is BOOL:
            raise TypeRuleError(f"expected the type of a number, got {self.type_}")
        check_domain(self.type_.element, REAL)
        return TensorType(shape, self.type_.element)


class Random(Instruction):
    """Random numbers: uniform from ``low`` to ``high``, or normal with mean ``low`` and standard
    deviation ``high``. Before it is rounded to its element type, a uniform number is less than
    ``high``.

    Philox-4x32-10 (Salmon et al., 2011) computes element ``i``, in row-major order, from the
    counter ``i`` and the key ``key``. Without a key, the seed of the generator is the key, and the
    generator's counter advances by the number of elements. The numbers do not depend on threads or
    the target. ``sizes`` are the sizes that the shape leaves open with ``_``, in order. A negative
    size traps.
    """

    format = "random {shape} [sizes {sizes}] from {low} upto {high} [normal] [by {key}]"
    shape: Shape = attribute("dims")
    low: Value = operand()
    high: Value = operand()
    normal: bool = flag(default=False)
    key: Value | None = optional_operand(default=None)
    sizes: Sequence[Value] = optional_indices(default=())

    @property
    def effects(self) -> Effect:
        drawn = Effect.RANDOM if self.key is None else Effect.NONE
        return drawn | _size_effects(self.sizes)

    def infer(self) -> Type:
        type = tensor_type(self.low, "lower bound")
        if type.rank or not type.element.is_float:
            raise TypeRuleError(f"lower bound has type {type}, expected a float scalar")
        check_domain(type.element, FLOAT)
        check_scalar(self.high, type, "upper bound")
        if self.key is not None:
            check_scalar(self.key, TensorType((2,), U32), "key")
        return TensorType(_sized(self.shape, self.sizes), type.element)


_RESHAPE: Final = (
    Trait.MOVEMENT | Trait.AFFINE_MOVEMENT | Trait.SINGLE_SOURCE | Trait.RESHAPE | Trait.VIEW
    | Trait.LINEAR | Trait.REMATERIALIZABLE
)  # fmt: skip


class ShapeCast(Instruction):
    """The same elements, in row-major order, in another shape with the same number of elements. At
    most one size may be left open with ``_``; the others determine it."""

    format = "shapeCast {x} to {shape}"
    traits = _RESHAPE
    x: Value = operand()
    shape: Shape = attribute("dims")

    def infer(self) -> Type:
        type = tensor_type(self.x)
        found = element_count(type.shape)
        opened = self.shape.count(ERASED)
        if opened > 1:
            raise TypeRuleError(f"shape must have at most one '_', got {shape_text(self.shape)}")
        rest = element_count([d for d in self.shape if d != ERASED])
        left = floor_divide(found, rest) if opened else 1
        message = (
            f"{shape_text(type.shape)} has {{0}} elements, but {shape_text(self.shape)} has {{1}}"
        )
        require_equal(found, multiply(left, rest), message)
        return type.with_shape(left_open(left) if d == ERASED else d for d in self.shape)


class PadShape(Instruction):
    """Inserts a dimension of size 1 before position ``axis``."""

    format = "padShape {x} at {axis}"
    traits = _RESHAPE
    x: Value = operand()
    axis: int = attribute("int")

    def infer(self) -> Type:
        type = tensor_type(self.x)
        check_axis(self.axis, type.rank + 1)
        return type.with_shape((*type.shape[: self.axis], 1, *type.shape[self.axis :]))


class SqueezeShape(Instruction):
    """Removes a dimension of size 1."""

    format = "squeezeShape {x} at {axis}"
    traits = _RESHAPE
    x: Value = operand()
    axis: int = attribute("int")

    def infer(self) -> Type:
        type = tensor_type(self.x)
        check_axis(self.axis, type.rank)
        require_equal(type.shape[self.axis], 1, f"size {{0}} at dimension {self.axis}, expected 1")
        return type.with_shape((*type.shape[: self.axis], *type.shape[self.axis + 1 :]))


class Broadcast(Instruction):
    """The operand broadcast to a larger shape, by NumPy's rule. A size left open with ``_`` is that
    of the operand."""

    format = "broadcast {x} to {shape}"
    traits = Transpose.traits | Trait.BROADCASTING
    x: Value = operand()
    shape: Shape = attribute("dims")

    def infer(self) -> Type:
        type = tensor_type(self.x)
        message = f"shape {shape_text(type.shape)} does not broadcast to {shape_text(self.shape)}"
        if type.rank > len(self.shape):
            raise TypeRuleError(message)
        own = (1,) * (len(self.shape) - type.rank) + type.shape
        shape: list[Dim] = []
        for found, wanted in zip(own, self.shape, strict=True):
            if wanted == ERASED:
                shape.append(left_open(found))
                continue
            if found != 1:
                require_equal(broadcast(found, wanted, message), wanted, message)
            shape.append(wanted)
        return type.with_shape(shape)
