"""Lays out the constant factors of products so that vectorized dimensions are contiguous."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from dlvm.compute.layout.operand_layouts import OperandLayout, Replacements
from dlvm.compute.scheduling.batches import typical_nest
from dlvm.compute.scheduling.gemm_cost_model import (
    ProductChoice,
    best_product_choice,
    product_cycles,
)
from dlvm.compute.scheduling.machine import Machine
from dlvm.compute.scheduling.vector_lanes import lanes_for
from dlvm.ir.compute import Affine, Call, Definition, Read
from dlvm.ir.instructions import Apply
from dlvm.ir.module import Module
from dlvm.ir.types import ERASED, TensorType
from dlvm.ir.values import Literal, Resource, TensorData

_GAIN = 0.97
"""The ratio of the new to the old execution time of a product below which the new layout pays."""
_TIE = 1.000001
"""The ratio for a matrix whose columns are moved last. The columns that a product reads at once are
then adjacent, so that products with different numbers of terms share one kernel."""

_PANEL_VECTORS = 2
"""The width of a panel of a matrix whose columns are the last dimension of the result, in
vectors."""
_WIDE_PANEL_VECTORS = (4, 2)
"""The widths of other panels, in vectors, the preferred one first."""
_LINE, _MISSED = 64, 24.0
"""The size of a cache line in bytes, and the average cycles to read one from beyond the caches of a
core if it is not prefetched."""
_MATRIX = 2
_LEAST_BYTES = 1 << 14
"""The size of the smallest constant that is cut into panels; smaller ones stay in the innermost
cache."""


def lay_out_constants(module: Module, machine: Machine) -> None:
    """Cuts constant factors into panels of columns, or moves their column dimensions last, if that
    makes the products faster.

    A separate definition computes the new constant from the old one. Code generation evaluates
    definitions of constants at compile time, so the kernel runs once. Definitions with a schedule
    are unchanged.
    """
    replacements = Replacements(module)
    for definition, applies in replacements.unscheduled():
        choices: list[tuple[float, Definition, OperandLayout]] = []
        for layout in _layouts(definition, machine):
            number = definition.body.parameters.index(layout.read.tensor)
            if not all(map(_is_stored, (apply.arguments[number] for apply in applies))):
                continue
            laid_out = layout.applied_to(definition)
            if layout.panel:
                is_cut = laid_out.type.result != definition.type.result
                if not is_cut or not all(map(_can_be_reshaped, applies)):
                    continue
            is_matrix = layout.panel and layout.type.rank == _MATRIX
            cycles = 0.0
            if not is_matrix:
                choice = best_product_choice(typical_nest(laid_out, machine), machine)
                if choice is None or (layout.panel and not _is_across(layout, choice)):
                    continue
                cycles = choice.cycles
            if not layout.panel:
                cycles += _cycles_of_misses(layout.type, machine)
            choices.append((cycles, laid_out, layout))
        if not choices:
            continue
        cycles, laid_out, layout = min(choices, key=lambda choice: choice[0])
        gain = _GAIN if layout.panel else _TIE
        if cycles < gain * product_cycles(typical_nest(definition, machine), machine):
            number = definition.body.parameters.index(layout.read.tensor)
            replacements.replace(definition, laid_out, number, [layout.at_once])
    replacements.name()


def _is_across(layout: OperandLayout, choice: ProductChoice) -> bool:
    """Whether the factor of a layout is the one that varies along the columns of the product."""
    return layout.read.tensor in {read.tensor for read in choice.found.across.reads}


def _cycles_of_misses(type: TensorType, machine: Machine) -> float:
    """The cycles of cache misses for reading a constant in blocks of columns, whose rows are too
    far apart for hardware prefetching; 0 if the constant fits the cache of a core."""
    size = prod(type.static_shape or ()) * type.element.bytes
    return size / _LINE * _MISSED if size > machine.cache_bytes else 0.0


def _can_be_reshaped(apply: Apply) -> bool:
    """Whether ``shapeCast`` can join the panels of a result: at most one of its sizes is unknown,
    and none if another size is 0."""
    type = apply.type.canonical
    return isinstance(type, TensorType) and type.shape.count(ERASED) <= (0 not in type.shape)


def _is_stored(value: object) -> bool:
    return isinstance(value, Literal) and isinstance(value.data, Resource | TensorData)


def _layouts(definition: Definition, machine: Machine) -> Iterator[OperandLayout]:
    """Layouts of the factors of a definition's product whose last dimensions are the columns: those
    that are not contracted and on which the other factor does not depend. The last dimension is
    padded, so that rows do not map to the same cache sets."""
    statements = definition.body.statements
    reductions = [n for s in statements for n in s.value.reductions]
    if len(reductions) != 1 or not isinstance(reductions[0].body, Call):
        return
    (reduction,) = reductions
    summed = {r.variable for r in reduction.ranges}
    factors = reduction.body.children
    types = definition.tensor_types()
    for factor in factors:
        if not isinstance(factor, Read) or factor.tensor not in definition.body.parameters:
            continue
        everywhere = [n for s in statements for n in s.value.walk() if isinstance(n, Read)]
        type, variables = types[factor.tensor], [plain_variable(i) for i in factor.indices]
        is_plain = None not in variables and type.static_shape is not None
        if not is_plain or sum(n.tensor == factor.tensor for n in everywhere) != 1:
            continue
        others = {v for f in factors if f is not factor for v in f.variables}
        columns = [a for a, v in enumerate(variables) if v and v not in summed and v not in others]
        order = (*(a for a in range(type.rank) if a not in columns), *columns)
        panel = _panel_width(definition, type, [variables[a] for a in columns], columns, machine)
        if panel:
            yield OperandLayout(factor, type, order, ((0, 0),) * type.rank, panel)
        if columns and order != tuple(range(type.rank)):
            margins = [(0, 0)] * type.rank
            if len(columns) == 1 and type.static_shape:
                length = type.static_shape[columns[0]]
                lanes = lanes_for(type.element, machine)
                margins[columns[0]] = 0, _odd_lines(length, lanes) - length
            yield OperandLayout(factor, type, order, tuple(margins))


def _panel_width(
    definition: Definition,
    type: TensorType,
    variables: Sequence[str | None],
    columns: Sequence[int],
    machine: Machine,
) -> int:
    """The width of the panels of a factor; 0 if panels do not fit the product.

    A product reads panels one after the other, each from its first to its last row: whole cache
    lines in the order of memory, which the hardware prefetches. The product then needs no copy of
    the factor at run time. If it has few rows, it runs at the speed of memory."""
    result, statements = definition.type.result, definition.body.statements
    if type.static_shape is None or not isinstance(result, TensorType) or len(columns) != 1:
        return 0
    if prod(type.static_shape) * type.element.bytes < _LEAST_BYTES:
        return 0
    widths: Sequence[int] = _WIDE_PANEL_VECTORS
    if type.rank == _MATRIX:
        if any(s.ranges[-1].variable != variables[0] for s in statements):
            return 0
        widths = [_PANEL_VECTORS]
    length, lanes = type.static_shape[columns[0]], lanes_for(type.element, machine)
    fitting = (n * lanes for n in widths if length > n * lanes and length % (n * lanes) == 0)
    return next(fitting, 0)


def plain_variable(index: object) -> str | None:
    """The variable that an index consists of: empty for a constant index, None for any other
    index."""
    if not isinstance(index, Affine) or len(index.terms) > 1:
        return None
    if not index.terms:
        return "" if isinstance(index.constant, int) else None
    ((variable, _),) = index.terms
    return variable if index == Affine.variable(variable) else None


def _odd_lines(length: int, lanes: int) -> int:
    """Pads a length to an odd number of whole vectors."""
    vectors = -(-length // lanes)
    return lanes * (vectors + (vectors % 2 == 0))
