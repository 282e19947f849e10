"""``MMR``: matrix chain multiplication in the cheapest order.

A tree of products, possibly with transposes between them, is a chain of factors. Dynamic
programming finds the cheapest order: the least work for factors ``i`` to ``j`` is the minimum, over
all positions of the last product, of the work for its two sides and for the product itself (Cormen
et al., Introduction to Algorithms, 14.2). This takes ``O(n³)`` time for ``n`` factors.

Sizes that are unknown at compile time are symbols, and the work is a polynomial in them. The pass
computes the optimal orders for several magnitudes of the symbols, and chooses one only if it needs
no more work than the original order for all sizes of at least 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Final

from dlvm.analysis.cfg.analysis_cache import CONTROL_FLOW, analyzed
from dlvm.analysis.cfg.instruction_kinds import instructions_of
from dlvm.analysis.cfg.loops import Loop, Loops
from dlvm.analysis.values.cost import product_flops
from dlvm.ir import Block, Function, Instruction, Module, Value
from dlvm.ir.instructions import Dot, Transpose
from dlvm.ir.instructions.rules import tensor_type
from dlvm.ir.polynomial import Size, evaluated, monomials, shifted, size_of
from dlvm.ir.types import ERASED, Dim, Symbol
from dlvm.ir.values import copy_operand
from dlvm.transforms.pipeline import Pass, register, run_on_bodies

MAX_FACTORS: Final = 64
"""The maximum length of a chain. Longer chains are split, which bounds compile time."""
MAGNITUDES: Final = (64, 1, 4096)
"""The sizes substituted for symbols to find candidate orders."""


@register("MMR")
@dataclass(frozen=True)
class MatrixChainReordering(Pass):
    """Matrix chain reordering: computes products of several matrices and vectors in the cheapest
    order.

    Products of integers are always reordered. Reordering a product of floats changes rounding,
    within the error bounds of matrix products, and an intermediate product can overflow in one
    order but not in the other. Products of floats are therefore reordered only with
    ``reassociate``, which ``-O3`` sets, or ``fast_math``.

    A product that has other users, is batched, or is in another loop than its user is a factor and
    is not reordered itself. With unknown sizes, an order is used only if it needs no more work than
    the original for all sizes.
    """

    fast_math: bool = False
    reassociate: bool = False

    preserves = CONTROL_FLOW

    def run(self, module: Module) -> bool:
        floats = self.fast_math or self.reassociate
        return run_on_bodies(module, lambda function: _Reordering(function, floats).run())


@dataclass(frozen=True)
class Factor:
    """A matrix, or its transpose if ``transposed``. A vector counts as a column or a row."""

    value: Value
    transposed: bool

    @property
    def is_vector(self) -> bool:
        return tensor_type(self.value).rank == 1

    @property
    def shape(self) -> tuple[Dim, Dim]:
        """The number of rows and columns."""
        rows, columns = (*tensor_type(self.value).shape, 1)[:2]
        return (columns, rows) if self.transposed else (rows, columns)


@dataclass
class Chain:
    """The factors of a product, and the products and transposes that compute it in the original
    order."""

    factors: list[Factor] = field(default_factory=list[Factor])
    parts: list[Instruction] = field(default_factory=list[Instruction])

    @cached_property
    def sizes(self) -> list[Size]:
        """The number of rows of each factor, then the number of columns of the last one. Unknown
        sizes are symbols."""
        sides = [(1, self.factors[0].shape[0])]
        sides += [(a.shape[1], b.shape[0]) for a, b in pairwise(self.factors)]
        sides.append((self.factors[-1].shape[1], 1))
        outer = {0: sides[0][1], len(sides) - 1: sides[-1][0]}
        found: list[Size] = []
        for place, (before, after) in enumerate(sides):
            known = [outer[place]] if place in outer else [before, after]
            known = [d for d in known if d != ERASED]
            numbers = [d for d in known if isinstance(d, int)]
            found.append(size_of([*numbers, *known, Symbol(f".{place}")][0]))
        return found

    def work(self, root: Instruction) -> Size:
        """Returns the work of the products in the original order."""
        places = iter(range(len(self.factors)))
        whole, parts = self.sizes, set(self.parts)
        total: Size = 0

        def span(factor: Factor) -> tuple[int, int]:
            nonlocal total
            value, transposed = factor.value, factor.transposed
            if isinstance(value, Dot) and value in parts:
                (first, middle), (_, last) = map(span, _operands(value, transposed))
                total += product_flops(whole[first] * whole[last + 1], whole[middle + 1])
                return first, last
            if isinstance(value, Transpose) and _is_matrix_transpose(value):
                return span(Factor(value.x, not transposed))
            place = next(places)
            return place, place

        span(Factor(root, transposed=False))
        return total


class _Reordering:
    """The state of reordering one function. Blocks are rebuilt once, at the end, in linear time."""

    def __init__(self, function: Function, floats: bool) -> None:
        self.function = function
        dots = instructions_of(function, Dot)
        self.products: dict[Instruction, None] = {
            dot: None for dot in dots if _is_product(dot, floats)
        }
        self.before: dict[Instruction, list[Instruction]] = {}
        self.dead: set[Instruction] = set()

    @cached_property
    def around(self) -> dict[Block, list[Loop]]:
        """The loops around each block."""
        loops = analyzed(Loops, self.function)
        return {block: loops.around(block) for block in self.function.blocks}

    def run(self) -> bool:
        if len(self.products) < 2:
            return False
        inner = {p for p in self.products if self._is_inner(p)}
        roots = [p for p in self.products if p not in inner]
        while roots:
            root = roots.pop()
            chain = self._chain(root)
            cut = (f.value for f in chain.factors if f.value in inner)
            roots += [v for v in cut if isinstance(v, Dot)]
            self._reorder(root, chain)
        for block in self.function.blocks:
            if any(i in self.dead for i in block.instructions):
                block.set_instructions(self._rebuilt(block))
        return bool(self.dead)

    def _is_inner(self, product: Instruction) -> bool:
        """Whether a product, possibly transposed, is used only by another product, in the same
        loop."""
        user = product
        while user.is_used_once and (user is product or _is_matrix_transpose(user)):
            user = user.users[0]
            if not isinstance(user, Instruction):
                return False
        return (
            user is not product
            and user in self.products
            and self._runs_equally_often(product, user)
        )

    def _runs_equally_often(self, product: Instruction, user: Instruction) -> bool:
        assert product.block is not None
        assert user.block is not None
        return self.around[product.block] == self.around[user.block]

    def _chain(self, root: Instruction) -> Chain:
        """Returns the factors of a product, from left to right."""
        chain = Chain()
        pending = [(Factor(root, transposed=False), True)]
        while pending:
            factor, is_whole = pending.pop()
            value, transposed = factor.value, factor.transposed
            is_whole = is_whole and (value is root or value.is_used_once)
            is_short = len(chain.factors) + len(pending) < MAX_FACTORS
            if isinstance(value, Dot) and is_whole and is_short and self._joins(value, root):
                chain.parts.append(value)
                pending += [(f, True) for f in reversed(_operands(value, transposed))]
            elif isinstance(value, Transpose) and _is_matrix_transpose(value):
                if is_whole:
                    chain.parts.append(value)
                pending.append((Factor(value.x, not transposed), is_whole))
            else:
                chain.factors.append(factor)
        return chain

    def _joins(self, product: Dot, root: Instruction) -> bool:
        return product in self.products and self._runs_equally_often(product, root)

    def _reorder(self, root: Instruction, chain: Chain) -> None:
        now = chain.work(root)
        orders = (order for order in _orders(chain.sizes) if _is_less(order[0], now))
        found = next(orders, None)
        if found is None:
            return
        _, divisions = found
        added: list[Instruction] = []
        product = _multiply(chain.factors, divisions, 0, len(chain.factors) - 1, added)
        if product.transposed and tensor_type(root).rank == 2:
            added.append(Transpose(product.value))
        for instruction in added:
            instruction.location = root.location
        added[-1].name = root.name
        root.replace_uses(added[-1])
        for part in chain.parts:
            part.drop_operands()
        self.before[root] = added
        self.dead.update(chain.parts)

    def _rebuilt(self, block: Block) -> list[Instruction]:
        return [
            new
            for instruction in block.instructions
            for new in (*self.before.get(instruction, ()), instruction)
            if new not in self.dead
        ]


def _is_product(dot: Dot, floats: bool) -> bool:
    """Whether a product has a use and multiplies matrices or vectors; ``floats`` includes products
    of floats."""
    if not dot.is_used:
        return False
    types = [tensor_type(o) for o in dot.operands]
    return all(t.rank <= 2 for t in types) and (floats or types[0].element.is_integer)


def _is_matrix_transpose(instruction: Instruction) -> bool:
    """Whether an instruction transposes a matrix."""
    return isinstance(instruction, Transpose) and instruction.permutation == (1, 0)


def _operands(product: Dot, transposed: bool) -> list[Factor]:
    """Returns the two factors of a product; for its transpose, the transposed factors in reverse
    order."""
    left = Factor(product.lhs, transposed=tensor_type(product.lhs).rank == 1)
    right = Factor(product.rhs, transposed=False)
    gives_row = left.is_vector and not right.is_vector
    if transposed == gives_row:
        return [left, right]
    return [Factor(f.value, not f.transposed) for f in (right, left)]


Order = dict[tuple[int, int], int]
"""Maps (``i``, ``j``) to ``k``: the last product of the factors ``i`` to ``j`` multiplies ``i`` to
``k`` by ``k + 1`` to ``j``."""


def _orders(sizes: Sequence[Size]) -> Iterator[tuple[Size, Order]]:
    """Yields the optimal order for each of several magnitudes of the symbols, with its work."""
    are_known = all(isinstance(size, int) for size in sizes)
    for magnitude in MAGNITUDES[:1] if are_known else MAGNITUDES:
        _, divisions = best_order([evaluated(size, magnitude) for size in sizes])
        total: Size = 0
        pending = [(0, len(sizes) - 2)]
        while pending:
            first, last = pending.pop()
            if first < last:
                middle = divisions[first, last]
                total += product_flops(sizes[first] * sizes[last + 1], sizes[middle + 1])
                pending += [(first, middle), (middle + 1, last)]
        yield total, divisions


def _is_less(work: Size, other: Size) -> bool:
    """Whether ``work`` is at most ``other`` for all sizes of at least 1, and not equal to it."""
    saved = monomials(shifted(other - work, 1))
    return bool(saved) and all(number > 0 for _, number in saved)


def best_order(sizes: Sequence[int]) -> tuple[int, Order]:
    """Returns the least work for a chain whose factor ``i`` has ``sizes[i]`` rows and ``sizes[i +
    1]`` columns, with the order that achieves it."""
    count = len(sizes) - 1
    work = {(i, i): 0 for i in range(count)}
    divisions: Order = {}
    for length in range(1, count):
        for i in range(count - length):
            j = i + length
            work[i, j], divisions[i, j] = min(
                (
                    work[i, k]
                    + work[k + 1, j]
                    + product_flops(sizes[i] * sizes[j + 1], sizes[k + 1]),
                    k,
                )
                for k in range(i, j)
            )
    return work[0, count - 1], divisions


def _multiply(
    factors: Sequence[Factor],
    divisions: Order,
    first: int,
    last: int,
    code: list[Instruction],
) -> Factor:
    """Builds the product of the factors ``first`` to ``last`` and appends its instructions to
    ``code``.

    Matrices are transposed only if swapping the operands does not avoid it.
    """
    if first == last:
        return factors[first]
    middle = divisions[first, last]
    left = _multiply(factors, divisions, first, middle, code)
    right = _multiply(factors, divisions, middle + 1, last, code)
    if left.transposed and (right.transposed or (right.is_vector and not left.is_vector)):
        code.append(Dot(copy_operand(right.value, {}), copy_operand(left.value, {})))
        return Factor(code[-1], right.transposed)
    operands = [f.value if f.is_vector else _untransposed(f, code) for f in (left, right)]
    code.append(Dot(*(copy_operand(o, {}) for o in operands)))
    return Factor(code[-1], left.is_vector and not right.is_vector)


def _untransposed(matrix: Factor, code: list[Instruction]) -> Value:
    if not matrix.transposed:
        return matrix.value
    code.append(Transpose(copy_operand(matrix.value, {})))
    return code[-1]
