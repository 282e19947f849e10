"""``LOOPDOT``: hoisting of products out of loops.

A loop that gathers a few rows of one tensor and multiplies them by another tensor reads the second
tensor in every iteration. A single product of all rows, computed before the loop, reads it once;
the iterations then gather rows of the product. If the first factor is computed in the loop, like
the state of a recurrent network, the other factor is packed before the loop into panels of as many
columns as fit in registers, so that compiled code reads it contiguously (Goto and van de Geijn,
Anatomy of High-Performance Matrix Multiplication, 2008).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from string import ascii_lowercase
from typing import Final

from dlvm.analysis.cfg.analysis_cache import analyzed
from dlvm.analysis.cfg.control_flow import predecessors
from dlvm.analysis.cfg.dominance import DominatorTree
from dlvm.analysis.cfg.instruction_kinds import instructions_of
from dlvm.analysis.cfg.loops import Loop, Loops
from dlvm.analysis.cfg.trip_counts import counted_trip_count, known_trip_count
from dlvm.ir import Argument, Block, Function, Instruction, Module, Value
from dlvm.ir import instructions as op
from dlvm.ir.instructions.rules import tensor_type
from dlvm.ir.types import ERASED, Shape, Symbol
from dlvm.transforms.algebra.product_layout import LabeledProduct, labeled_product
from dlvm.transforms.cfg.editing import ensure_preheader
from dlvm.transforms.loop.product_accumulation import multiply_after_loops
from dlvm.transforms.patterns import use
from dlvm.transforms.pipeline import Pass, count, register, run_on_bodies

_MAX_ROWS: Final = 64
"""Iterations with at least this many rows reuse the other factor enough, and are left unchanged."""
_MIN_TERMS: Final = 16
"""If sums have fewer terms, computing a product is faster than loading it."""
_MAX_BYTES: Final = 1 << 28
"""The maximum size of a hoisted product in bytes."""

_MIN_ROWS, _MAX_PANEL_ROWS = 4, 256
"""The range of rows of the other factor in which panels pay off. With fewer rows, each panel is
read once; with more rows, other tiles are better."""
_MIN_PANEL_BYTES: Final = 64 * 1024
"""The minimum size in bytes of a packed factor. Smaller factors stay in the innermost caches."""
_MIN_ITERATIONS: Final = 4
_LINE: Final = 64
"""The size of a cache line in bytes. The width of a panel is a multiple of it."""
_LINES: Final = (4, 3, 5, 6, 2)
"""The possible widths of panels in cache lines, the best first."""


@register("LOOPDOT")
@dataclass(frozen=True)
class ProductHoisting(Pass):
    """Product hoisting: replaces products of rows that a loop gathers with a single product before
    the loop, and sums of products over its iterations with a single product after it; packs
    loop-invariant factors of other products into panels.

    A product is hoisted only if its factors are available before the loop, if each iteration uses
    few rows, and if the trip count is known to cover all rows; a loop that can exit early keeps its
    products. The order of summation in a hoisted product can differ.
    """

    def run(self, module: Module) -> bool:
        return run_on_bodies(module, _run)


def _run(function: Function) -> bool:
    hoisted = _Hoisting(function).run()
    return multiply_after_loops(function) or hoisted


class _Hoisting:
    """The state of hoisting in one function. Blocks are rebuilt once, at the end, in linear
    time."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.products = instructions_of(function, op.Dot, op.Contract)
        self.added: dict[Instruction, list[Instruction]] = {}
        self.gone: set[Instruction] = set()

    def run(self) -> bool:
        known = analyzed(Loops, self.function)
        if not self.products or not known.loops or known.irreducible is not None:
            return False
        # These are copies of the loops, as inserted blocks are added to them.
        self.loops = Loops(self.function)
        self.before = dict(analyzed(predecessors, self.function))
        self.tree = analyzed(DominatorTree, self.function)
        for product in self.products:
            assert product.block is not None
            around = self.loops.around(product.block)
            if around and self._runs_each_iteration(product.block, around[-1]):
                self._hoist(product, around)
        for block in self.function.blocks if self.gone else ():
            if any(i in self.added for i in block.instructions):
                block.set_instructions(self._rebuilt(block))
        return bool(self.gone)

    def _rebuilt(self, block: Block) -> list[Instruction]:
        return [
            new
            for instruction in block.instructions
            for new in (*self.added.get(instruction, ()), instruction)
            if new not in self.gone
        ]

    def _runs_each_iteration(self, block: Block, loop: Loop) -> bool:
        latches = (b for b in self.before[loop.header] if b in loop.blocks)
        return all(self.tree.dominates(block, latch) for latch in latches)

    def _hoist(self, product: Instruction, around: Sequence[Loop]) -> None:
        found = labeled_product(product)
        if found is None or len(found.factors) != 2 or not product.is_used:
            return
        for place in (0, 1):
            if self._is_of_rows(found, place, around[-1]):
                self._multiply_before(product, found, place, around)
                return
        for place in (1, 0):
            if (width := self._panel_width(found, place, around[-1])) is not None:
                self._lay_out(product, found, place, width, around)
                return

    # A single product before the loop

    def _is_of_rows(self, found: LabeledProduct, place: int, loop: Loop) -> bool:
        """Whether the product can be hoisted: the factor at the position ``place`` gathers rows of
        a tensor, both this tensor and the other factor are available before the loop, and a single
        product of all rows is cheaper."""
        gather, other = found.factors[place], found.factors[1 - place]
        if not isinstance(gather, op.Gather) or _is_outside(gather, loop):
            return False
        if not _is_outside(gather.x, loop) or not _is_outside(other, loop):
            return False
        labels, others, taken = (
            found.inputs[place],
            found.inputs[1 - place],
            _index_letters(found, place),
        )
        shape = tensor_type(gather).static_shape
        columns = tensor_type(other).static_shape
        if shape is None or columns is None or taken not in found.output or set(taken) & {*others}:
            return False
        rows = prod(s for s, name in zip(shape, labels, strict=True) if name in found.output)
        terms = prod(s for s, name in zip(shape, labels, strict=True) if name not in found.output)
        if not 0 < rows < _MAX_ROWS or terms < _MIN_TERMS:
            return False
        each = prod(s for s, name in zip(shape, labels, strict=True) if name in taken)
        size = tensor_type(gather.x).shape[gather.axis]
        if isinstance(size, int):
            whole = tensor_type(other).element.bytes * rows // each * size
            whole *= prod(s for s, n in zip(columns, others, strict=True) if n not in labels)
            if whole > _MAX_BYTES:
                return False
        return self._needs_all(gather, each, loop)

    def _needs_all(self, gather: op.Gather, each: int, loop: Loop) -> bool:
        """Whether all iterations, which use ``each`` rows at a time, together use all rows."""
        size, trip_count = (
            tensor_type(gather.x).shape[gather.axis],
            counted_trip_count(loop, self.before),
        )
        if isinstance(trip_count, int):
            return isinstance(size, int) and trip_count * each >= size
        if not isinstance(trip_count, op.Dimension) or not each:
            return False
        is_same = size != ERASED and tensor_type(trip_count.x).shape[trip_count.axis] == size
        return is_same or (trip_count.x is gather.x and trip_count.axis == gather.axis)

    def _multiply_before(
        self, product: Instruction, found: LabeledProduct, place: int, around: Sequence[Loop]
    ) -> None:
        gather, other = found.factors[place], found.factors[1 - place]
        assert isinstance(gather, op.Gather)
        labels, taken = found.inputs[place], _index_letters(found, place)
        start, behind = labels[: gather.axis], labels[gather.axis + len(taken) :]
        every = _fresh(found)
        # The rows of the product are ordered as in the tensor, after the same leading dimensions.
        ahead = max((found.output.index(n) for n in start if n in found.output), default=-1)
        axis = found.output.index(taken) if taken else ahead + 1
        inputs, factors = list(found.inputs), list(found.factors)
        inputs[place], factors[place] = start + every + behind, gather.x
        output = found.output[:axis] + every + found.output[axis + len(taken) :]
        loop = next(o for o in around if _is_outside(gather.x, o) and _is_outside(other, o))
        steps = _product_of_all(LabeledProduct(factors, inputs, output))
        self._put_before(loop, product, steps)
        self._replace(product, [op.Gather(steps[-1], use(gather.indices), axis)])
        count("products hoisted")

    # Panels

    def _panel_width(self, found: LabeledProduct, place: int, loop: Loop) -> int | None:
        """Returns the number of columns of the panels of the factor at the position ``place``, or
        None if that factor is not packed."""
        factor, labels, others = found.factors[place], found.inputs[place], found.inputs[1 - place]
        if not _is_outside(factor, loop) or _is_outside(found.factors[1 - place], loop):
            return None
        column, shape = found.output[-1:], tensor_type(factor).static_shape
        if shape is None or len(set(labels)) != 2 or len(labels) != 2 or column in others:
            return None
        if column not in labels or not set(labels) & set(others) - set(found.output):
            return None
        other = tensor_type(found.factors[1 - place]).shape
        rows = [s for s, name in zip(other, others, strict=True) if name in found.output]
        if all(isinstance(r, int) for r in rows):
            height = prod(r for r in rows if isinstance(r, int))
            if not _MIN_ROWS <= height <= _MAX_PANEL_ROWS:
                return None
        size = tensor_type(factor).element.bytes
        trip_count = known_trip_count(loop, _MIN_ITERATIONS, self.before)
        if prod(shape) * size < _MIN_PANEL_BYTES or trip_count not in (None, _MIN_ITERATIONS):
            return None
        columns = shape[labels.index(column)]
        lies_across = isinstance(factor, op.Transpose) == (labels[-1] == column)
        widths = (lines * _LINE // size for lines in _LINES)
        return next((w for w in widths if columns % w == 0 and (lies_across or w < columns)), None)

    def _lay_out(
        self,
        product: Instruction,
        found: LabeledProduct,
        place: int,
        width: int,
        around: Sequence[Loop],
    ) -> None:
        factor, labels = found.factors[place], found.inputs[place]
        if isinstance(factor, op.Transpose):
            factor, labels = factor.x, labels[::-1]
        loop = next(o for o in around if _is_outside(factor, o))
        column, number = found.output[-1], _fresh(found)
        axis = labels.index(column)
        term = labels[1 - axis]
        sizes = list(tensor_type(factor).shape)
        columns = sizes[axis]
        assert isinstance(columns, int)
        sizes[axis : axis + 1] = [columns // width, width]
        parts = labels.replace(column, number + column)
        cut = op.ShapeCast(use(factor), tuple(sizes))
        wanted = number + term + column
        panels = op.Transpose(cut, tuple(parts.index(name) for name in wanted))
        self._put_before(loop, product, [cut, panels])
        inputs, factors = list(found.inputs), list(found.factors)
        inputs[place], factors[place] = wanted, panels
        output = found.output.replace(column, number + column)
        whole = LabeledProduct([use(f) for f in factors], inputs, output).contraction()
        shape = tuple(map(_written, tensor_type(product).shape))
        self._replace(product, [whole, op.ShapeCast(whole, shape)])
        count("factors packed")

    # Changes

    def _put_before(
        self, loop: Loop, product: Instruction, instructions: Sequence[Instruction]
    ) -> None:
        block, _ = ensure_preheader(loop, self.loops.loops, self.before)
        assert block.terminator is not None
        self._add(block.terminator, product, instructions)

    def _replace(self, product: Instruction, instructions: Sequence[Instruction]) -> None:
        self._add(product, product, instructions)
        instructions[-1].name = product.name
        product.replace_uses(instructions[-1])
        product.drop_operands()
        self.gone.add(product)

    def _add(
        self, anchor: Instruction, product: Instruction, instructions: Sequence[Instruction]
    ) -> None:
        for instruction in instructions:
            instruction.block = anchor.block
            instruction.location = product.location
        self.added.setdefault(anchor, []).extend(instructions)


def _is_outside(value: Value, loop: Loop) -> bool:
    """Whether a value is defined outside of a loop."""
    return not isinstance(value, Argument | Instruction) or value.block not in loop.blocks


def _index_letters(found: LabeledProduct, place: int) -> str:
    """Returns the letters of those dimensions of a gathered factor that come from the indices."""
    gather = found.factors[place]
    assert isinstance(gather, op.Gather)
    return found.inputs[place][gather.axis :][: tensor_type(gather.indices).rank]


def _fresh(found: LabeledProduct) -> str:
    """Returns a letter that no dimension has."""
    return next(c for c in ascii_lowercase if not any(c in names for names in found.inputs))


def _product_of_all(found: LabeledProduct) -> list[Instruction]:
    """Builds the product of all rows. It is a matrix product if reshaping makes it one."""
    (left, right), (names, others) = found.factors, found.inputs
    rows, term = names[:-1], names[-1]
    column = others.replace(term, "")
    if not rows or len(column) != 1 or found.output != rows + column:
        return [found.contraction()]
    sizes = tensor_type(left).shape
    if len(rows) == 1:
        return [_matrix_product(left, right, names, others, found.output)]
    flat = op.ShapeCast(use(left), (_count(sizes[:-1]), sizes[-1]))
    matrix = _matrix_product(flat, right, rows[0] + term, others, rows[0] + column)
    shape = (*map(_written, sizes[:-1]), tensor_type(matrix).shape[-1])
    return [flat, matrix, op.ShapeCast(matrix, shape)]


def _matrix_product(left: Value, right: Value, names: str, others: str, output: str) -> Instruction:
    """Builds a matrix product whose first factor is not transposed."""
    if others[0] == names[1]:
        return op.Dot(use(left), use(right))
    return LabeledProduct([left, right], [names, others], output).contraction()


def _written(size: int | Symbol) -> int | Symbol:
    """Returns a size for the shape of a new tensor; unknown sizes are erased."""
    return size if isinstance(size, int) else ERASED


def _count(sizes: Shape) -> int | Symbol:
    """Returns the product of sizes, erased if it is unknown."""
    known = [s for s in sizes if isinstance(s, int)]
    return prod(known) if len(known) == len(sizes) else ERASED
