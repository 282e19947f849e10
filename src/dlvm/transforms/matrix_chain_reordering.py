"""``MMR``: a product of many matrices is computed in the order that takes the least work.

A tree of products, transposes between them, is a chain of factors. What the best order costs for
the factors ``i`` to ``j`` is the least, over where the last product divides them, of what both
sides cost and that product (Cormen et al., Introduction to Algorithms, 14.2): ``O(n³)`` for ``n``
factors.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from dlvm.analysis.caching import CONTROL_FLOW, analyzed
from dlvm.analysis.cost import product_flops
from dlvm.analysis.kinds import instructions_of
from dlvm.analysis.loops import Loop, Loops
from dlvm.ir import Block, Function, Instruction, Module, Value
from dlvm.ir.instructions import Dot, Transpose
from dlvm.ir.instructions.rules import tensor_type
from dlvm.ir.values import copy_operand
from dlvm.transforms.pipeline import Pass, register, run_on_bodies

LONGEST: Final = 64
"""The most factors of a chain. Longer ones are taken apart, so that the time stays linear."""


@register("MMR")
@dataclass(frozen=True)
class MatrixChainReordering(Pass):
    """Computes products of many matrices and vectors in the order that takes the least work.

    The elements of a product are sums, which another order rounds differently: floats need
    ``fast_math``, integers do not. Products that something else needs are kept as factors, and so
    are batches, sizes that are not known, and what is computed in a loop for a product outside, or
    the other way round.
    """

    fast_math: bool = False

    preserves = CONTROL_FLOW

    def run(self, module: Module) -> bool:
        return run_on_bodies(module, lambda function: _Reordering(function, self.fast_math).run())


@dataclass(frozen=True)
class Factor:
    """A matrix, or its transpose where it is ``turned``. A vector is a column, or a row."""

    value: Value
    turned: bool

    @property
    def is_vector(self) -> bool:
        return tensor_type(self.value).rank == 1

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        rows, columns = (*_shape(self.value), 1)[:2]
        return (columns, rows) if self.turned else (rows, columns)


@dataclass
class Chain:
    """The factors of a product, and the products and transposes that it is made of now."""

    factors: list[Factor] = field(default_factory=list[Factor])
    parts: list[Instruction] = field(default_factory=list[Instruction])

    @property
    def sizes(self) -> list[int]:
        """The rows of the factors, and the columns of the last one."""
        return [f.shape[0] for f in self.factors] + [self.factors[-1].shape[1]]

    @property
    def work(self) -> int:
        """What the products cost as they are."""
        products = [p for p in self.parts if isinstance(p, Dot)]
        return sum(product_flops(math.prod(_shape(p)), _shape(p.lhs)[-1]) for p in products)


class _Reordering:
    """Work on one function. Blocks are put together anew at the end, in linear time."""

    def __init__(self, function: Function, fast_math: bool) -> None:
        self.function = function
        dots = instructions_of(function, Dot)
        self.products: dict[Instruction, None] = {
            dot: None for dot in dots if _is_product(dot, fast_math)
        }
        self.before: dict[Instruction, list[Instruction]] = {}
        self.gone: set[Instruction] = set()

    @cached_property
    def around(self) -> dict[Block, list[Loop]]:
        """The loops that each block is in."""
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
            if any(i in self.gone for i in block.instructions):
                block.set_instructions(self._rebuilt(block))
        return bool(self.gone)

    def _is_inner(self, product: Instruction) -> bool:
        """Whether only a product needs this one, maybe transposed, and as often."""
        user = product
        while user.is_used_once and (user is product or _is_turn(user)):
            user = user.users[0]
            if not isinstance(user, Instruction):
                return False
        return user is not product and user in self.products and self._runs_as_often(product, user)

    def _runs_as_often(self, product: Instruction, user: Instruction) -> bool:
        assert product.block is not None
        assert user.block is not None
        return self.around[product.block] == self.around[user.block]

    def _chain(self, root: Instruction) -> Chain:
        """The factors of a product, from left to right."""
        chain = Chain()
        pending = [(Factor(root, turned=False), True)]
        while pending:
            factor, is_whole = pending.pop()
            value, turned = factor.value, factor.turned
            is_whole = is_whole and (value is root or value.is_used_once)
            is_short = len(chain.factors) + len(pending) < LONGEST
            if isinstance(value, Dot) and is_whole and is_short and self._joins(value, root):
                chain.parts.append(value)
                pending += [(f, True) for f in reversed(_operands(value, turned))]
            elif isinstance(value, Transpose) and _is_turn(value):
                if is_whole:
                    chain.parts.append(value)
                pending.append((Factor(value.x, not turned), is_whole))
            else:
                chain.factors.append(factor)
        return chain

    def _joins(self, product: Dot, root: Instruction) -> bool:
        return product in self.products and self._runs_as_often(product, root)

    def _reorder(self, root: Instruction, chain: Chain) -> None:
        work, divisions = best_order(chain.sizes)
        if work >= chain.work:
            return
        added: list[Instruction] = []
        product = _multiply(chain.factors, divisions, 0, len(chain.factors) - 1, added)
        if product.turned and tensor_type(root).rank == 2:
            added.append(Transpose(product.value))
        for instruction in added:
            instruction.location = root.location
        added[-1].name = root.name
        root.replace_uses(added[-1])
        for part in chain.parts:
            part.drop_operands()
        self.before[root] = added
        self.gone.update(chain.parts)

    def _rebuilt(self, block: Block) -> list[Instruction]:
        return [
            new
            for instruction in block.instructions
            for new in (*self.before.get(instruction, ()), instruction)
            if new not in self.gone
        ]


def _is_product(dot: Dot, fast_math: bool) -> bool:
    """Whether a product is of matrices and vectors of known size, and something needs it."""
    if not dot.is_used:
        return False
    types = [tensor_type(o) for o in dot.operands]
    return all(t.rank <= 2 and t.static_shape is not None for t in types) and (
        fast_math or types[0].element.is_integer
    )


def _is_turn(instruction: Instruction) -> bool:
    """Whether an instruction is the transpose of a matrix of known size."""
    if not isinstance(instruction, Transpose) or instruction.permutation != (1, 0):
        return False
    return tensor_type(instruction).static_shape is not None


def _shape(value: Value) -> tuple[int, ...]:
    shape = tensor_type(value).static_shape
    assert shape is not None
    return shape


def _operands(product: Dot, turned: bool) -> list[Factor]:
    """The factors of a product; of its transpose, in the other order and each turned."""
    left = Factor(product.lhs, turned=tensor_type(product.lhs).rank == 1)
    right = Factor(product.rhs, turned=False)
    gives_row = left.is_vector and not right.is_vector
    if turned == gives_row:
        return [left, right]
    return [Factor(f.value, not f.turned) for f in (right, left)]


def best_order(sizes: Sequence[int]) -> tuple[int, dict[tuple[int, int], int]]:
    """The least work of a chain whose factor ``i`` has ``sizes[i]`` rows and ``sizes[i + 1]``
    columns, and for factors ``i`` to ``j`` the one after which the last product divides them."""
    count = len(sizes) - 1
    work = {(i, i): 0 for i in range(count)}
    divisions: dict[tuple[int, int], int] = {}
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
    divisions: dict[tuple[int, int], int],
    first: int,
    last: int,
    code: list[Instruction],
) -> Factor:
    """The product of the factors ``first`` to ``last``; what computes it is added to the code.
    Matrices are transposed only where no other order of the operands does it."""
    if first == last:
        return factors[first]
    middle = divisions[first, last]
    left = _multiply(factors, divisions, first, middle, code)
    right = _multiply(factors, divisions, middle + 1, last, code)
    if left.turned and (right.turned or (right.is_vector and not left.is_vector)):
        code.append(Dot(copy_operand(right.value, {}), copy_operand(left.value, {})))
        return Factor(code[-1], right.turned)
    operands = [f.value if f.is_vector else _straight(f, code) for f in (left, right)]
    code.append(Dot(*(copy_operand(o, {}) for o in operands)))
    return Factor(code[-1], left.is_vector and not right.is_vector)


def _straight(matrix: Factor, code: list[Instruction]) -> Value:
    if not matrix.turned:
        return matrix.value
    code.append(Transpose(copy_operand(matrix.value, {})))
    return code[-1]
