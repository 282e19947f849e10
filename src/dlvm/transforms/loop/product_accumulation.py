"""Sums of products over the iterations of a loop, as one product after it.

The gradient of the weights of a recurrent network is a sum of products, one for each step. Each
iteration would read and write the whole sum, for few multiplications. Instead, the iterations keep
their factors, and a single product after the loop sums over the iterations as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from string import ascii_lowercase
from typing import Final

from dlvm.analysis.cfg.analysis_cache import analyzed
from dlvm.analysis.cfg.control_flow import predecessors
from dlvm.analysis.cfg.dominance import DominatorTree
from dlvm.analysis.cfg.loops import Loop, Loops
from dlvm.analysis.cfg.trip_counts import known_trip_count, values_of
from dlvm.ir import Argument, Block, Function, Instruction, Value
from dlvm.ir import instructions as op
from dlvm.ir.instruction import Successor
from dlvm.ir.instructions.rules import tensor_type
from dlvm.ir.types import INDEX, TensorType
from dlvm.ir.values import Literal, index_literal
from dlvm.transforms.algebra.product_layout import LabeledProduct, labeled_product
from dlvm.transforms.cfg.editing import edge_name, remove_arguments, set_successors
from dlvm.transforms.pipeline import count

_MIN_ITERATIONS, _MAX_ITERATIONS = 4, 1 << 14
_MAX_TERMS: Final = 64
"""Iterations with at least this many terms for each element reuse the sum enough."""
_MAX_BYTES: Final = 1 << 28
"""The maximum size in bytes of the factors of all iterations."""


@dataclass(frozen=True)
class _Sum:
    """A sum over the iterations of a loop: each adds a product to ``total``, an argument of the
    header."""

    total: Argument
    addition: op.Add
    product: Instruction
    found: LabeledProduct


def multiply_after_loops(function: Function) -> bool:
    """Replaces sums of products over the iterations of loops with one product each; returns whether
    there are any. The order of summation can differ."""
    is_changed = False
    while (known := analyzed(Loops, function)).irreducible is None:
        # A change makes the analyses of the function invalid.
        if not any(_in_loop(function, loop) for loop in known.loops):
            break
        is_changed = True
    return is_changed


def _in_loop(function: Function, loop: Loop) -> bool:
    before = analyzed(predecessors, function)
    header = loop.header
    entries = [b for b in before[header] if b not in loop.blocks]
    latches = [b for b in before[header] if b in loop.blocks]
    exits = loop.exits()
    if not len(entries) == len(latches) == len(exits) == 1 or exits[0][0] is not header:
        return False
    (entry,), (latch,) = entries, latches
    if latch is header:
        # The block runs once more than the loop iterates.
        return False
    trip_count = known_trip_count(loop, _MAX_ITERATIONS + 1, before)
    if trip_count is None or not _MIN_ITERATIONS <= trip_count <= _MAX_ITERATIONS:
        return False
    if any(s.receives_payload for b in (entry, latch, header) for s in b.successors):
        return False
    tree = analyzed(DominatorTree, function)
    found = next(
        (s for s in _sums(loop, latch) if _pays(s, trip_count) and _is_complete(s, latch, tree)),
        None,
    )
    if found is None:
        return False
    _Rewriting(loop, entry, latch, exits[0][1], before, tree, trip_count, found).run()
    count("products multiplied after loops")
    return True


def _sums(loop: Loop, latch: Block) -> Iterator[_Sum]:
    passed = _passed(latch, loop.header)
    (inner,) = (s for s in loop.header.successors if s.block in loop.blocks)
    for total in loop.header.arguments:
        users = [u for u in total.users if isinstance(u, Instruction) and u.block in loop.blocks]
        addition = passed[total]
        if not isinstance(addition, op.Add) or total not in addition.operands:
            continue
        # The header may pass the sum to the block after the loop.
        is_passed_on = total in inner.arguments
        inside = [u for u in users if is_passed_on or u is not loop.header.terminator]
        (product, *others) = [o for o in addition.operands if o is not total]
        if inside != [addition] or others or not addition.is_used_once:
            continue
        labels = labeled_product(product)
        if labels is None or not isinstance(product, Instruction) or not product.is_used_once:
            continue
        is_inside = all(_block(f) in loop.blocks for f in (product, *labels.factors))
        if len(labels.factors) == 2 and is_inside and product.type == addition.type == total.type:
            yield _Sum(total, addition, product, labels)


def _pays(found: _Sum, trip_count: int) -> bool:
    """Whether keeping the factors moves less memory than updating the sum."""
    shapes = [tensor_type(f).static_shape for f in found.found.factors]
    whole = tensor_type(found.total).static_shape
    if whole is None or any(s is None for s in shapes):
        return False
    width = tensor_type(found.total).element.bytes
    sizes = sum(prod(s) * width for s in shapes if s is not None)
    lengths = {
        name: size
        for names, shape in zip(found.found.inputs, shapes, strict=True)
        for name, size in zip(names, shape or (), strict=True)
    }
    terms = prod(size for name, size in lengths.items() if name not in found.found.output)
    return (
        terms < _MAX_TERMS
        and trip_count * sizes <= _MAX_BYTES
        and 2 * sizes <= prod(whole) * width
        and len(lengths) < len(ascii_lowercase)
    )


def _is_complete(found: _Sum, latch: Block, tree: DominatorTree) -> bool:
    """Whether each iteration adds a product."""
    return all(
        i.block is not None and tree.dominates(i.block, latch)
        for i in (found.addition, found.product)
    )


def _passed(block: Block, target: Block) -> dict[Argument, Value]:
    """The values that a block passes to the arguments of another."""
    (edge,) = (s for s in block.successors if s.block is target)
    return dict(edge.passed)


def _is_zero(value: Value) -> bool:
    return isinstance(value, Literal) and value.splat == 0


def _block(value: Value) -> Block | None:
    return value.block if isinstance(value, Argument | Instruction) else None


@dataclass
class _Rewriting:
    loop: Loop
    entry: Block
    latch: Block
    exit: Block
    before: Mapping[Block, Sequence[Block]]
    tree: DominatorTree
    trip_count: int
    found: _Sum

    def run(self) -> None:
        found = self.found
        kept = [self._rows(f) for f in found.found.factors]
        place = next((r for r in kept if r is not None), None)
        number = self._counter() if place is None else place[2]
        label = next(c for c in ascii_lowercase if all(c not in n for n in found.found.inputs))
        factors: list[Value] = []
        inputs: list[str] = []
        for factor, names, rows in zip(found.found.factors, found.found.inputs, kept, strict=True):
            if rows is not None and rows[2] is number:
                whole, axis = rows[0], rows[1]
            else:
                whole, axis = self._keep(factor, number), 0
            factors.append(whole)
            inputs.append(names[:axis] + label + names[axis:])
        self._multiply(LabeledProduct(factors, inputs, found.found.output))
        remove_arguments(self.loop.header.function, [found.total])
        found.addition.erase()
        found.product.erase()

    def _rows(self, factor: Value) -> tuple[Argument, int, Value] | None:
        """A tensor to which each iteration writes a factor, at a different index along an axis: the
        tensor's argument of the header, the axis, and the index."""
        passed = _passed(self.latch, self.loop.header)
        first = _passed(self.entry, self.loop.header)
        for argument, value in passed.items():
            if not isinstance(value, op.Scatter) or value.x is not argument:
                continue
            # Each index occurs once, so that a row that is added to zeros is written.
            if value.by is not None and not (value.by == "add" and _is_zero(first[argument])):
                continue
            size = tensor_type(value).shape[value.axis]
            places = values_of(self.loop, value.indices, self.trip_count, self.before)
            if value.updates is not factor or size != self.trip_count or places is None:
                continue
            is_each = sorted(places) == list(range(self.trip_count))
            if is_each and value.block is not None and self.tree.dominates(value.block, self.latch):
                return argument, value.axis, value.indices
        return None

    def _counter(self) -> Value:
        """A new argument of the header that counts the iterations."""
        number = self.loop.header.add_argument(INDEX)
        following = self._at_latch(op.Add(number, index_literal(1)))
        self._pass(index_literal(0), following)
        return number

    def _keep(self, factor: Value, number: Value) -> Value:
        """A new argument of the header with the factors of all iterations."""
        own = tensor_type(factor)
        type = TensorType((self.trip_count, *own.shape), own.element)
        kept = self.loop.header.add_argument(type)
        self._pass(Literal(type, 0), self._at_latch(op.Scatter(factor, kept, number, 0)))
        return kept

    def _at_latch(self, instruction: Instruction) -> Value:
        instruction.location = self.found.product.location
        return self.latch.insert(instruction, before=self.latch.terminator)

    def _pass(self, first: Value, again: Value) -> None:
        """Passes values to the last argument of the header: ``first`` from the entry, and ``again``
        from the latch."""
        for block, value in ((self.entry, first), (self.latch, again)):
            edges = [
                Successor(s.block, [*s.arguments, value]) if s.block is self.loop.header else s
                for s in block.successors
            ]
            assert block.terminator is not None
            set_successors(block.terminator, edges)

    def _multiply(self, product: LabeledProduct) -> None:
        """Computes the sum after the loop, and replaces its uses there."""
        header, total = self.loop.header, self.found.total
        first = _passed(self.entry, header)[total]
        after = header.function.add_block(edge_name(header, self.exit), after=header)
        location = self.found.product.location
        whole: Value = after.insert(product.contraction())
        if not _is_zero(first):
            whole = after.insert(op.Add(first, whole))
        for instruction in after.instructions:
            instruction.location = location
        outside = [
            (user, slot)
            for user, slot in total.uses
            if isinstance(user, Instruction) and user.block not in self.loop.blocks
        ]
        for user, slot in outside:
            user.set_operand(slot, whole)
        (leaving,) = (s for s in header.successors if s.block is self.exit)
        passed = [whole if v is total else v for v in leaving.arguments]
        after.insert(op.Branch(Successor(self.exit, passed)))
        edges = [Successor(after, []) if s.block is self.exit else s for s in header.successors]
        assert header.terminator is not None
        set_successors(header.terminator, edges)
