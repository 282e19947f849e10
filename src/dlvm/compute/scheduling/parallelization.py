"""Chooses the loops that run on several threads, and decides whether that pays."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import Final

from dlvm.compute.loop_nest.contraction import Product
from dlvm.compute.loop_nest.nest import Nest
from dlvm.compute.scheduling.execution_time import LONG, execution_time
from dlvm.compute.scheduling.machine import Machine
from dlvm.compute.scheduling.reading_costs import FAR_LINE, KEPT_SHARE
from dlvm.ir.compute import Affine, Range

_LINE: Final = 64
"""The size of a cache line in bytes."""
_PAGE = 4096
"""Runs of at least this many bytes are long."""
_WAITED = 512
"""The bytes at the beginning of a short run that the hardware does not prefetch."""
_READ_LINE, _WRITTEN_LINE = 16.0, 28.0
"""Cycles to read a cache line of a short run that another thread has written, and to write one that
other threads have read."""


def pays_for_threads(nest: Nest, lanes: int, machine: Machine) -> bool:
    """Whether parallel execution outweighs the cost of handing over work. True if sizes are
    unknown: the kernel then decides at run time."""
    time = execution_time(nest, lanes)
    is_long = not isinstance(time, int) or time >= LONG
    return machine.threads > 1 and is_long


def parallel_order(nest: Nest, ranges: Iterable[Range]) -> list[Range]:
    """The ranges in the order in which they are considered for threads: outer ones first. A first
    axis of unknown size comes last: it is usually the batch dimension, and batches often have a
    single example.
    """
    batch = nest.prefix[0] if nest.prefix and not isinstance(nest.prefix[0].size, int) else None
    return sorted(ranges, key=lambda r: r is batch)


def cycles_in_common(nest: Nest, found: Product, shared: Range | None, machine: Machine) -> float:
    """The cycles in which each thread reads factors from beyond its caches. If threads share the
    values of the dimension ``shared``, these are the factors that do not depend on it. If one
    thread computes everything (``shared`` is None), these are all factors."""
    far = sum(s for s in _sizes(nest, found, shared) if s > machine.cache_bytes * KEPT_SHARE)
    return far / _LINE * FAR_LINE


def cycles_in_place(nest: Nest, found: Product, shared: Range, machine: Machine) -> float:
    """The cycles of :func:`cycles_in_common` for a product that reads its factors in place; in a
    mesh, with those in which each thread writes its results. What does not stay in the first-level
    cache is far away there, since another thread has written it."""
    if not machine.far_run:
        return cycles_in_common(nest, found, shared, machine)
    far = sum(s for s in _sizes(nest, found, shared) if s > machine.caches[0].size)
    return far / _LINE * _READ_LINE + cycles_to_write(nest, shared, 1, machine)


def cycles_to_write(nest: Nest, shared: Range, values: int, machine: Machine) -> float:
    """The cycles in which each thread writes its results if threads share the values of a
    dimension, of which a tile has the given number. In a mesh, threads write short runs of all
    rows, whose lines other threads have read. The cycles are 0 if the runs are long, and outside of
    meshes."""
    outermost = next((r for r in nest.prefix if r.extent != 1), shared)
    if not machine.far_run or shared is outermost:
        return 0.0
    size = 0.0
    for statement in nest.statements:
        place = (statement.indices or (Affine(),))[0]
        step = place.coefficient(shared.variable) if isinstance(place, Affine) else 0
        run = values * step * statement.value.element.bytes if isinstance(step, int) else 0
        if statement.target in nest.definition.body.results and run < _PAGE:
            size += tensor_bytes(nest, statement.target) * min(1.0, _WAITED / max(run, 1))
    return size / _LINE * _WRITTEN_LINE / machine.threads


def _sizes(nest: Nest, found: Product, shared: Range | None) -> list[int]:
    """The sizes in bytes of the factors that do not depend on a dimension."""
    factors = (
        f
        for f in (found.across, found.down)
        if shared is None or shared.variable not in f.variables
    )
    return [tensor_bytes(nest, read.tensor) for factor in factors for read in factor.reads]


def tensor_bytes(nest: Nest, name: str) -> int:
    """The size of a tensor in bytes; 0 if it is unknown."""
    type = nest.types[name]
    return prod(type.static_shape or (0,)) * type.element.bytes
