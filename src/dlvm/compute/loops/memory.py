"""The memory of a kernel on the stack of a thread."""

from __future__ import annotations

from typing import Final

from dlvm.diagnostics import Location, error
from dlvm.ir.loops.kernels import BufferAllocation, LoopKernel, Space
from dlvm.ir.loops.traversal import walk

MOST_BYTES: Final = 7 << 19
"""The maximum number of bytes of a thread's stack that a kernel uses. The stack has 4 MiB."""


def check_memory(kernel: LoopKernel, location: Location | None = None) -> None:
    """Raises :class:`DiagnosticError` if the allocations of a kernel take too much memory."""
    memory = [
        s
        for s in walk(kernel.body)
        if isinstance(s, BufferAllocation) and s.space is not Space.REGISTERS
    ]
    size = sum(s.count * s.element.bytes for s in memory)
    if size > MOST_BYTES:
        raise error(
            f"the loops of @{kernel.definition} take {size:,} bytes, expected at most "
            f"{MOST_BYTES:,}",
            memory[0].location or kernel.location or location,
        )
