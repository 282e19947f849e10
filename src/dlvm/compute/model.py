"""What schedules are chosen by: a small model of registers, caches and threads."""

from __future__ import annotations

from dlvm.compute.duration import HAND_OVER, duration
from dlvm.compute.machine import Machine
from dlvm.compute.nest import Nest, reads
from dlvm.ir.types import BOOL, ElementType


def lanes_for(element: ElementType, machine: Machine) -> int:
    """How many elements a vector register holds."""
    size = 4 if element in (ElementType.F16, ElementType.BF16) else element.bytes
    return max(1, min(16, machine.vector_bytes // max(4 if element is BOOL else 1, size)))


def lanes_of(nest: Nest, machine: Machine) -> int:
    """How many elements the vectors of a kernel have: those of its widest floats."""
    elements = [nest.types[s.target].element for s in nest.statements]
    elements += [n.element for s in nest.statements for n in reads(s.value)]
    widest = max((e for e in elements), key=lambda e: e.bytes)
    floats = [e for e in elements if e.is_float]
    return lanes_for(max(floats, key=lambda e: e.bytes) if floats else widest, machine)


def register_tile(rows: int, columns: int, machine: Machine) -> tuple[int, int]:
    """Rows by vectors of the block of accumulators: the one that loads least for each product,
    within the registers, wasting least on what is left at the edges."""
    best = (1, 1)
    best_cost = float("inf")
    for width in range(1, min(columns, 4) + 1):
        for height in range(1, min(rows, 16) + 1):
            if height * width + width + 1 > machine.registers:
                continue
            loads = (height + width) / (height * width)
            # Fewer than eight chains of multiply-adds do not hide their latency.
            chains = max(1.0, 8 / (height * width))
            waste = (-(-rows // height) * height / rows) * (-(-columns // width) * width / columns)
            tails = 1.0 + 0.02 * (rows % height != 0) + 0.02 * (columns % width != 0)
            cost = (max(1.0, loads) * chains + loads * 0.1) * waste * tails
            if cost < best_cost:
                best, best_cost = (height, width), cost
    return best


def pays_for_threads(nest: Nest, lanes: int, machine: Machine) -> bool:
    """Whether several threads gain more than handing the work over costs, or may: where sizes are
    known at run time only, that is found then."""
    time = duration(nest, lanes)
    is_long = not isinstance(time, int) or time >= 2000 * HAND_OVER
    return machine.threads > 1 and is_long
