"""``--print-fusion``: which instructions became which kernel, and why others did not join them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

from dlvm.compute.fusion.record import FusedInstruction, FusedKernel

_WIDTH: Final = 100


def fusion_report(kernels: Sequence[FusedKernel]) -> str:
    """The kernels in the order in which they run: each with its instructions and their source
    lines, and with the values that other kernels leave it in memory."""
    width = max((len(_place(i)) for k in kernels for i in k.instructions), default=0)
    times = Counter[str]()
    lines: list[str] = []
    for kernel in kernels:
        times[kernel.kernel] += 1
        again = ", again" if times[kernel.kernel] > 1 else ""
        lines.append(f"@{kernel.function}: kernel @{kernel.kernel}{again}")
        lines += [f"    {_place(i):{width}}  {_cut(i.text, width)}" for i in kernel.instructions]
        lines += _boundaries(kernel)
    return "\n".join(lines) + "\n" if lines else "no kernels\n"


def _boundaries(kernel: FusedKernel) -> Iterator[str]:
    for boundary in kernel.boundaries:
        text = (
            f"{boundary.reader} reads {boundary.value} of @{boundary.kernel}: not written in, as "
            f"{boundary.not_inlined}; not in one kernel, as {boundary.not_joined}"
        )
        yield from wrap(text, _WIDTH, initial_indent="    ", subsequent_indent="        ")


def _place(instruction: FusedInstruction) -> str:
    where = instruction.location
    return f"{where.source.name}:{where.line}" if where is not None else "made by passes"


def _cut(text: str, width: int) -> str:
    """The text, or as much of it as there is room for."""
    room = max(_WIDTH - 6 - width, 40)
    return text if len(text) <= room else f"{text[: room - 2]} …"
