"""Chooses the loops that run on several threads, and decides whether that pays."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import Final

from dlvm.compute.loop_nest.contraction import Product
from dlvm.compute.loop_nest.nest import Nest
from dlvm.compute.scheduling.execution_time import HAND_OVER, execution_time
from dlvm.compute.scheduling.machine import Machine
from dlvm.compute.scheduling.reading_costs import FAR_LINE, KEPT_SHARE
from dlvm.ir.compute import Range

_LINE: Final = 64
"""The size of a cache line in bytes."""


def pays_for_threads(nest: Nest, lanes: int, machine: Machine) -> bool:
    """Whether parallel execution outweighs the cost of handing over work. True if sizes are
    unknown: the kernel then decides at run time."""
    time = execution_time(nest, lanes)
    is_long = not isinstance(time, int) or time >= 2000 * HAND_OVER
    return machine.threads > 1 and is_long


def parallel_order(nest: Nest, ranges: Iterable[Range]) -> list[Range]:
    """The ranges in the order in which they are considered for threads: outer ones first. A first
    axis of unknown size comes last: it is usually the batch dimension, and batches often have a
    single example.
    """
    batch = nest.prefix[0] if nest.prefix and not isinstance(nest.prefix[0].size, int) else None
    return sorted(ranges, key=lambda r: r is batch)


def cycles_in_common(
    nest: Nest, found: Product, shared: Range | None, machine: Machine, near: int | None = None
) -> float:
    """The cycles in which each thread reads factors from beyond its caches if threads share the
    values of a dimension: those that do not depend on it. All factors if one thread computes
    everything. A factor of at most ``near`` bytes is in the caches; by default, one that stays in
    the second-level cache."""
    factors = (
        f
        for f in (found.across, found.down)
        if shared is None or shared.variable not in f.variables
    )
    sizes = [tensor_bytes(nest, read.tensor) for factor in factors for read in factor.reads]
    least = machine.cache_bytes * KEPT_SHARE if near is None else near
    return sum(size for size in sizes if size > least) / _LINE * FAR_LINE


def cycles_to_write(nest: Nest) -> float:
    """The cycles in which the results are written in short runs to memory beyond the caches."""
    sizes = [tensor_bytes(nest, name) for name in nest.definition.body.results]
    return sum(sizes) / _LINE * FAR_LINE


def tensor_bytes(nest: Nest, name: str) -> int:
    """The size of a tensor in bytes; 0 if it is unknown."""
    type = nest.types[name]
    return prod(type.static_shape or (0,)) * type.element.bytes
