"""Schedules of products of a vector and a matrix that does not stay in the cache."""

from __future__ import annotations

from typing import Final

from dlvm.compute.loop_nest.addresses import is_strided
from dlvm.compute.loop_nest.nest import Nest
from dlvm.compute.scheduling.gemm_cost_model import balanced
from dlvm.compute.scheduling.machine import Machine
from dlvm.compute.scheduling.parallelization import pays_for_threads
from dlvm.compute.scheduling.vector_lanes import lanes_of
from dlvm.ir.compute import Affine, Read
from dlvm.ir.schedules import Directive
from dlvm.ir.types import F32, F64

_ROWS: Final = 8
"""The rows of the matrix that are read at once: the hardware prefetches about as many streams."""
_VECTORS: Final = 4
"""The adjacent vectors that are computed at once."""


def vector_product_directives(nest: Nest, machine: Machine) -> list[Directive]:
    """Directives for a few rows of the matrix at a time, in long runs, with the sums so far in the
    innermost cache: reading a narrow strip of all rows would touch another page of memory with each
    row. Empty for other nests, if the matrix stays in the cache of a core, and for processors with
    one level of caches, which have little memory for sums and no pages."""
    if len(nest.prefix) != 1 or machine.cache_bytes <= machine.caches[0].size:
        return []
    (column,) = nest.prefix
    found = nest.with_row(column)
    if found is None:
        return []
    product = found[1]
    matrix, size = product.across, column.size
    if len(product.terms) != 1 or not isinstance(matrix, Read) or matrix.element not in (F32, F64):
        return []
    (term,) = product.terms
    (index, *computed) = matrix.indices
    if computed or not isinstance(index, Affine) or index.coefficient(column.variable) != 1:
        return []
    if not is_strided(index.coefficient(term.variable)) or not isinstance(size, int):
        return []
    lanes = lanes_of(nest, machine)
    block, width = _VECTORS * lanes, matrix.element.bytes
    is_large = isinstance(term.size, int) and size * term.size * width > machine.cache_bytes
    if not is_large or size < 2 * block:
        return []
    is_shared = pays_for_threads(nest, lanes, machine)
    share = -(-size // machine.threads) if is_shared else size
    most = min(share, machine.caches[0].size // 2 // width)
    directives = [
        Directive("vectorize", (column.variable,), lanes),
        Directive("unroll", (column.variable,), _VECTORS),
        Directive("unroll", (term.variable,), _ROWS),
        Directive("tile", (column.variable,), balanced(size, most, block)),
        Directive("tile", (term.variable,), _ROWS),
    ]
    return [*directives, *([Directive("parallel", (column.variable,))] if is_shared else [])]
