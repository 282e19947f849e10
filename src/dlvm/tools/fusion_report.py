"""``--print-fusion``: the instructions of each kernel, and why it does not fuse others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

from dlvm.compute.fusion.report import FusedInstruction, FusedKernel

_WIDTH: Final = 100


def fusion_report(kernels: Sequence[FusedKernel]) -> str:
    """The kernels in execution order, each with its instructions, their source lines, and the
    values that it reads from other kernels through memory."""
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
            f"{boundary.reader} reads {boundary.value} of @{boundary.kernel}: not inlined because "
            f"{boundary.not_inlined}; not fused because {boundary.not_joined}"
        )
        yield from wrap(text, _WIDTH, initial_indent="    ", subsequent_indent="        ")


def _place(instruction: FusedInstruction) -> str:
    where = instruction.location
    return f"{where.source.name}:{where.line}" if where is not None else "created by passes"


def _cut(text: str, width: int) -> str:
    """The text, truncated to a width."""
    room = max(_WIDTH - 6 - width, 40)
    return text if len(text) <= room else f"{text[: room - 2]} …"
