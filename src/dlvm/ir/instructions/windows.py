"""Instructions on windows of a tensor, convolutions and scans."""

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
    operand,
    optional_attribute,
    optional_operand,
)
from dlvm.ir.dimensions import (
    add,
    floor_divide,
    maximum,
    multiply,
    require_at_most,
    require_equal,
    subtract,
)
from dlvm.ir.instruction import Function, Instruction
from dlvm.ir.instructions.linear_algebra import check_combiner, check_joins, combiner_effects
from dlvm.ir.instructions.rules import NUMERIC, check_axes, check_domain, same_element, tensor_type
from dlvm.ir.types import Dim, Type
from dlvm.ir.values import Value

Pairs = tuple[tuple[int, int], ...]
PADDINGS: Final = ("none", "half", "full")
WindowPadding = str | Pairs
"""One of ``PADDINGS``, or the elements to be added before and after each dimension."""


LARGEST: Final = 2**31 - 1
"""The largest stride, dilation, window size and padding, so that positions do not overflow."""


def _check_numbers(numbers: Sequence[int], least: int, what: str) -> None:
    for number in numbers:
        if not least <= number <= LARGEST:
            bound = f"at least {least}" if number < least else f"at most {LARGEST}"
            raise TypeRuleError(f"{what} must be {bound}, got {number}")


def _check_padding(padding: Pairs) -> None:
    _check_numbers([number for pair in padding for number in pair], -LARGEST, "padding")


def _check_count(count: int, expected: int, what: str) -> None:
    if count != expected:
        raise TypeRuleError(f"expected {what} for {quantity(expected, 'dimension')}, got {count}")


def spread(size: Dim, dilation: int) -> Dim:
    """The extent of ``size`` elements with ``dilation - 1`` gaps between neighbors."""
    if dilation == 1:
        return size
    return maximum(add(multiply(subtract(size, 1), dilation), 1), 0)


def _places(size: Dim, window: Dim, stride: int, what: str) -> Dim:
    """The number of windows that fit into a dimension; 0 if the window is larger."""
    require_at_most(0, size, f"{what} has {{1}} elements once padded, expected at least 0")
    return floor_divide(maximum(add(subtract(size, window), stride), 0), stride)


class Convolve(Instruction):
    """The convolution of machine learning, which is a cross-correlation. Each element of the result
    is a sum of products of an input element and a kernel element, over the input channels of a
    group and the positions in the kernel.

    The input has the shape ``[n, c, spatial…]``, the kernel ``[o, c/groups, spatial…]``, and the
    result ``[n, o, spatial…]``. ``strides`` are the steps of the kernel over the input. ``padding``
    is the number of zeros before and after each spatial dimension; a negative number removes
    elements. ``leftDilation`` is the distance between adjacent elements of the input, with zeros
    between them, and ``rightDilation`` the distance between adjacent elements of the kernel.
    ``groups`` divides the channels into groups, each of which has kernels of its own.
    """

    format = (
        "convolve {x} kernel {kernel} [strides {strides}] [padding {padding}] "
        "[leftDilation {left_dilation}] [rightDilation {right_dilation}] [groups {groups}]"
    )
    traits = Trait.CONTRACTION | Trait.UNBOUNDED_WORK
    x: Value = operand()
    kernel: Value = operand()
    strides: tuple[int, ...] | None = optional_attribute("ints", default=None)
    padding: Pairs | None = optional_attribute("pairs", default=None)
    left_dilation: tuple[int, ...] | None = optional_attribute("ints", default=None)
    right_dilation: tuple[int, ...] | None = optional_attribute("ints", default=None)
    groups: int = optional_attribute("int", default=1)

    @property
    def spatial(self) -> int:
        """The number of spatial dimensions."""
        return tensor_type(self.x).rank - 2

    @property
    def steps(self) -> tuple[int, ...]:
        """The strides along all dimensions, with implied ones."""
        return self.strides or (1,) * self.spatial

    @property
    def margins(self) -> Pairs:
        """The padding of all dimensions, with implied zeros."""
        return self.padding or ((0, 0),) * self.spatial

    @property
    def left(self) -> tuple[int, ...]:
        """The input's dilation along all dimensions, with implied ones."""
        return self.left_dilation or (1,) * self.spatial

    @property
    def right(self) -> tuple[int, ...]:
        """The dilation of the kernel along all dimensions, with implied ones."""
        return self.right_dilation or (1,) * self.spatial

    def infer(self) -> Type:
        x, kernel = tensor_type(self.x, "input"), tensor_type(self.kernel, "kernel")
        same_element(self.operands)
        check_domain(x.element, NUMERIC)
        if x.rank < 2 or kernel.rank != x.rank:
            raise TypeRuleError(
                f"input and kernel must have the same rank, 2 or more, got {x} and {kernel}"
            )
        for numbers, what in (
            (self.steps, "strides"), (self.left, "leftDilation"), (self.right, "rightDilation"),
        ):  # fmt: skip
            _check_count(len(numbers), self.spatial, what)
            _check_numbers(numbers, 1, what)
        _check_count(len(self.margins), self.spatial, "padding")
        _check_padding(self.margins)
        _check_numbers([self.groups], 1, "groups")
        groups = self.groups
        those = "the kernel's" + (f" in each of {groups} groups" if groups > 1 else "")
        require_equal(
            x.shape[1],
            multiply(kernel.shape[1], groups),
            f"expected {{1}} input channels, {those}, got {{0}}",
        )
        outputs = kernel.shape[0]
        require_equal(
            multiply(floor_divide(outputs, groups), groups),
            outputs,
            f"expected as many output channels in each of {groups} groups, got {{1}}",
        )
        shape: list[Dim] = [x.shape[0], outputs]
        for axis, (low, high) in enumerate(self.margins):
            size = spread(x.shape[2 + axis], self.left[axis])
            window = spread(kernel.shape[2 + axis], self.right[axis])
            padded = add(size, low + high)
            what = f"spatial dimension {axis}"
            shape.append(_places(padded, window, self.steps[axis], what))
        return x.with_shape(shape)


class ReduceWindow(Instruction):
    """Reduces the elements in each window by an associative operator, or by a function of two
    scalars, beginning with ``init``. A window has ``dims`` elements, which are ``dilation`` apart;
    windows are ``strides`` apart.

    ``padding`` is the number of elements added before and after each dimension: ``none``; ``half``,
    which gives ``ceil(size / stride)`` windows; ``full``, which gives every window that contains an
    element of the operand; or pairs of numbers. Added elements have the value of ``init`` or,
    without it, the identity of the operator.
    """

    format = (
        "reduceWindow {x} by {by} [init {init}] dims {dims} [strides {strides}] "
        "[padding {padding}] [dilation {dilation}]"
    )
    traits = Trait.UNBOUNDED_WORK
    x: Value = operand()
    by: str | Function = attribute("combiner")
    dims: tuple[int, ...] = attribute("ints")
    init: Value | None = optional_operand(default=None)
    strides: tuple[int, ...] | None = optional_attribute("ints", default=None)
    padding: WindowPadding = optional_attribute("window_padding", default="none")
    dilation: tuple[int, ...] | None = optional_attribute("ints", default=None)

    @property
    def effects(self) -> Effect:
        return combiner_effects(self.by)

    @property
    def steps(self) -> tuple[int, ...]:
        """The strides along all dimensions, with implied ones."""
        return self.strides or (1,) * len(self.dims)

    @property
    def spacing(self) -> tuple[int, ...]:
        """The dilation along all dimensions, with implied ones."""
        return self.dilation or (1,) * len(self.dims)

    def margins(self, shape: Sequence[Dim]) -> list[tuple[Dim, Dim]]:
        """The number of elements added before and after each dimension of an operand of this
        shape."""
        if not isinstance(self.padding, str):
            return list(self.padding)
        if self.padding == "none":
            return [(0, 0)] * len(shape)
        found: list[tuple[Dim, Dim]] = []
        for size, dim, step, gap in zip(shape, self.dims, self.steps, self.spacing, strict=True):
            window = (dim - 1) * gap + 1
            if self.padding == "full":
                found.append((window - 1, window - 1))
                continue
            places = floor_divide(add(size, step - 1), step)
            needed = add(multiply(subtract(places, 1), step), window)
            total = maximum(subtract(needed, size), 0)
            low = floor_divide(total, 2)
            found.append((low, subtract(total, low)))
        return found

    def infer(self) -> Type:
        type = tensor_type(self.x)
        check_combiner(self.by, type, self.init)
        for numbers, what in (
            (self.dims, "window"), (self.steps, "strides"), (self.spacing, "dilation"),
        ):  # fmt: skip
            _check_count(len(numbers), type.rank, what)
            _check_numbers(numbers, 1, what)
        if not isinstance(self.padding, str):
            _check_padding(self.padding)
        elif self.padding not in PADDINGS:
            known = ", ".join(PADDINGS)
            raise TypeRuleError(f"padding must be {known} or pairs of numbers, got {self.padding}")
        margins = self.margins(type.shape)
        _check_count(len(margins), type.rank, "padding")
        shape: list[Dim] = []
        for axis, (low, high) in enumerate(margins):
            window = (self.dims[axis] - 1) * self.spacing[axis] + 1
            padded = add(add(type.shape[axis], low), high)
            shape.append(_places(padded, window, self.steps[axis], f"dimension {axis}"))
        return type.with_shape(shape)


class Scan(Instruction):
    """Combines each element with all elements before it along the axes, by an associative operator
    (``add`` gives a running sum, ``max`` a running maximum) or by a function of two scalars, whose
    first argument is the result so far. Several axes are scanned in sequence.

    ``exclusive`` excludes the element itself, so the first result is the identity of the operator;
    it requires an operator. ``reverse`` scans from the end.
    """

    format = "scan {x} by {by} along {axes} [exclusive] [reverse]"
    x: Value = operand()
    by: str | Function = attribute("combiner")
    axes: tuple[int, ...] = attribute("ints")
    exclusive: bool = flag(default=False)
    reverse: bool = flag(default=False)

    @property
    def effects(self) -> Effect:
        return combiner_effects(self.by)

    def infer(self) -> Type:
        type = tensor_type(self.x)
        check_axes(self.axes, type.rank)
        check_joins(self.by, type)
        if self.exclusive and isinstance(self.by, Function):
            raise TypeRuleError(
                f"an exclusive scan expects an operator, got @{self.by.name}: a function has no "
                "known identity to begin with"
            )
        return type
