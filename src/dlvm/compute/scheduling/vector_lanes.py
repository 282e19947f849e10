"""The number of lanes of the vectors that a kernel computes with."""

from __future__ import annotations

from typing import Final

from dlvm.compute.loop_nest.nest import Nest
from dlvm.compute.scheduling.machine import Machine
from dlvm.ir.types import BOOL, ElementType

_SMALL_FLOATS: Final = frozenset((ElementType.F16, ElementType.BF16))


def lanes_for(element: ElementType, machine: Machine) -> int:
    """The number of elements in a vector register."""
    if element in _SMALL_FLOATS and not machine.has_small_float_vectors:
        return 1
    is_widened = element.is_storage or element in _SMALL_FLOATS
    size = 4 if is_widened else element.bytes
    return max(1, min(16, machine.vector_bytes // max(4 if element is BOOL else 1, size)))


def lanes_of(nest: Nest, machine: Machine) -> int:
    """The vector length of a kernel: the number of its widest floats in a vector register."""
    elements = [nest.types[s.target].element for s in nest.statements]
    elements += [n.element for s in nest.statements for n in s.value.reads]
    elements += [r.element for r in nest.reductions]
    if not machine.has_small_float_vectors and _SMALL_FLOATS.intersection(elements):
        return 1
    widest = max((e for e in elements), key=lambda e: e.bytes)
    floats = [e for e in elements if e.is_float]
    return lanes_for(max(floats, key=lambda e: e.bytes) if floats else widest, machine)
