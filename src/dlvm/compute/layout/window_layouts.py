"""Layouts of factors that products read in windows: padded and transposed once before the product.

A product over windows of several dimensions, such as the gradient of a convolution with respect to
its kernel, reads each element once per window: it packs the element and tests the edges each time.
If the tensor is padded with zeros and its column dimension is last, vectors can read it in place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import Final

from dlvm.compute.layout.constant_layouts import plain_variable
from dlvm.compute.layout.operand_layouts import Margins, OperandLayout, Replacements
from dlvm.compute.scheduling.batches import typical_nest
from dlvm.compute.scheduling.gemm_cost_model import product_cycles
from dlvm.compute.scheduling.machine import Machine
from dlvm.ir.compute import (
    Affine,
    Call,
    Constant,
    Definition,
    Expression,
    Guard,
    IndexValue,
    Read,
)
from dlvm.ir.module import Module
from dlvm.ir.types import TensorType

_TRANSPOSE, _PAD, _KERNEL = 1.5, 0.75, 5000.0
"""Cycles to transpose an element, to copy it into the padded tensor, and to start another
kernel."""
_TIME_SHARE: Final = 0.9
"""The largest share of the product's time that all layouts together can take."""
_LEAST_SAVED: Final = 300_000
"""The fewest saved cycles for which compiling more kernels pays."""
_LEAST_BYTES: Final = 4
"""Elements of fewer bytes are not laid out, since packing widens them anyway."""


def lay_out_windows(module: Module, machine: Machine) -> None:
    """Lays out factors that products read in windows, if this takes less time in total. Definitions
    with a schedule are unchanged."""
    replacements = Replacements(module)
    for definition, _ in replacements.unscheduled():
        for layout in _layouts(definition):
            laid_out = layout.applied_to(definition)
            after = product_cycles(typical_nest(laid_out, machine), machine) + _cycles(layout)
            before = product_cycles(typical_nest(definition, machine), machine)
            if after < min(_TIME_SHARE * before, before - _LEAST_SAVED):
                number = definition.body.parameters.index(layout.read.tensor)
                replacements.replace(definition, laid_out, number, [*layout.steps])
                break
    replacements.name()


def _cycles(layout: OperandLayout) -> float:
    """The estimated cycles to compute a layout."""
    steps = [_TRANSPOSE] * (layout.order != tuple(range(layout.type.rank))) + [
        _PAD
    ] * layout.is_padded
    size = prod(layout.new_type.static_shape or ())
    return sum(step * size + _KERNEL for step in steps)


def _layouts(definition: Definition) -> Iterator[OperandLayout]:
    """Layouts of the factors of a definition's product that are read in windows along two or more
    of their dimensions."""
    statements = definition.body.statements
    reductions = [n for s in statements for n in s.value.reductions]
    if len(reductions) != 1 or not isinstance(reductions[0].body, Call):
        return
    (reduction,) = reductions
    summed = {r.variable for r in reduction.ranges}
    ranges = [r for s in statements for r in s.ranges] + list(reduction.ranges)
    extents = {r.variable: r.extent for r in ranges if isinstance(r.extent, int)}
    if 0 in extents.values():
        return
    factors, types = reduction.body.children, definition.tensor_types()
    tensors = [n.tensor for s in statements for n in s.value.reads]
    for factor in factors:
        read = factor.body if isinstance(factor, Guard) else factor
        if not isinstance(read, Read) or tensors.count(read.tensor) != 1:
            continue
        type, variables = types[read.tensor], [plain_variable(i) for i in read.indices]
        is_given = read.tensor in definition.body.parameters and type.static_shape is not None
        is_wide = type.element.is_float and type.element.bytes >= _LEAST_BYTES
        if not is_given or not is_wide or variables.count(None) < 2:
            continue
        margins = _margins(factor, read, type, extents)
        others = {v for f in factors if f is not factor for v in f.variables}
        columns = [a for a, v in enumerate(variables) if v and v not in summed and v not in others]
        if columns and margins is not None:
            order = (*(a for a in range(type.rank) if a not in columns), *columns)
            assert isinstance(factor, Guard | Read)
            yield OperandLayout(factor, type, order, margins)


def _margins(
    factor: Expression, read: Read, type: TensorType, extents: Mapping[str, int]
) -> Margins | None:
    """The distance by which the reads of a factor extend beyond the edges of its tensor. None if it
    is unknown, or if the reads have values other than zero there."""
    sizes = type.static_shape or ()
    if isinstance(factor, Guard):
        is_zero = isinstance(factor.otherwise, Constant) and factor.otherwise.value == 0
        if not is_zero or not _asks_for_edges(factor.condition, read, sizes):
            return None
    found: list[tuple[int, int]] = []
    for index, size in zip(read.indices, sizes, strict=True):
        if not isinstance(index, Affine) or not isinstance(index.constant, int):
            return None
        low = high = index.constant
        for variable, step in index.terms:
            if not isinstance(step, int) or variable not in extents:
                return None
            reach = step * (extents[variable] - 1)
            low, high = low + min(0, reach), high + max(0, reach)
        found.append((max(0, -low), max(0, high - size + 1)))
    return tuple(found)


def _asks_for_edges(condition: Expression, read: Read, sizes: Sequence[int]) -> bool:
    """Whether a condition only requires indices within the tensor."""
    match condition:
        case Call("and", (first, second)):
            return all(_asks_for_edges(c, read, sizes) for c in (first, second))
        case Call(operation, (IndexValue(place), Constant(value))):
            asked = operation, value
            pairs = zip(read.indices, sizes, strict=True)
            return any(
                place == index and asked in (("greaterThanOrEqual", 0), ("lessThan", size))
                for index, size in pairs
            )
        case _:
            return False
