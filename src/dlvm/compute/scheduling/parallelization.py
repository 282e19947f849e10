"""Chooses the loops that run on several threads, and decides whether that pays."""

from __future__ import annotations

from collections.abc import Iterable

from dlvm.compute.loop_nest.nest import Nest
from dlvm.compute.scheduling.execution_time import HAND_OVER, execution_time
from dlvm.compute.scheduling.machine import Machine
from dlvm.ir.compute import Range


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
