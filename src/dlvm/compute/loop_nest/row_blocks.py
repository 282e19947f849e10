"""Row blocks: kernels whose products and row-wise statements share their rows and process them in
blocks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dlvm.compute.loop_nest.contraction import Product
from dlvm.compute.loop_nest.nest import Nest
from dlvm.ir.compute import Statement
from dlvm.ir.polynomial import product

FEWEST_ROWS: Final = 4
"""The minimum number of rows that reuse shared operands often enough."""
LARGEST_ROW: Final = 1 << 17
"""The maximum number of bytes of intermediate results per row, so that a few rows fit the cache."""
LARGEST_PANELS: Final = 2 << 20
"""The maximum size in bytes of the factors that all rows of the products share. They are packed on
the stack, and read once per block of rows, at worst from the third-level cache."""


def block_products(nest: Nest) -> Iterator[tuple[Nest, Product]]:
    """The statements that are products of the shared rows, each as a nest of its own."""
    length = len(nest.prefix)
    for statement in nest.statements:
        if len(statement.ranges) != length + 1 or not length:
            continue
        own = Nest(nest.definition, (statement,), statement.ranges, nest.types)
        found = own.product()
        if found is not None and found.row == nest.prefix[-1]:
            yield own, found


def row_size(nest: Nest, statement: Statement) -> int | None:
    """The number of elements of a statement's target per shared row, if it is known."""
    size = product(tuple(r.size for r in statement.ranges[len(nest.prefix) :]))
    return size if isinstance(size, int) else None


def replaced_rows(nest: Nest, number: int) -> Iterator[str]:
    """The targets whose memory a statement may overwrite. The statement must be their last reader,
    and must read only the element that it writes."""
    statement = nest.statements[number]
    inside = {id(n) for r in statement.value.reductions for n in r.walk()}
    earlier = {s.target: s for s in nest.statements[:number]}
    for target, source in earlier.items():
        found = [r for r in statement.value.reads if r.tensor == target]
        if (
            found
            and source.ranges == statement.ranges
            and source.indices == statement.indices
            and source.value.element is statement.value.element
            and all(r.indices == source.indices and id(r) not in inside for r in found)
            and not any(
                r.tensor == target for s in nest.statements[number + 1 :] for r in s.value.reads
            )
        ):
            yield target


def pitch(size: int) -> int:
    """The distance between rows in scratch memory: an odd number of cache lines, so that rows map
    to different cache sets."""
    if size == 1:
        return 1
    stride = -(-size // 16) * 16
    return stride + 16 * (stride // 16 % 2 == 0)
