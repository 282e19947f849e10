"""The fusion report: the instructions of each kernel, and the reasons for separate kernels.

Nothing is recorded outside :func:`recorded_fusion`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from dlvm.compute.fusion.fusion_plan import FusionGroup, FusionNode, FusionPlan
from dlvm.compute.fusion.grouping import node_reads, producers
from dlvm.diagnostics import Location
from dlvm.ir.compute import Definition
from dlvm.ir.instruction import Function, Instruction
from dlvm.ir.instructions import Apply, Extract
from dlvm.ir.module import Module
from dlvm.text.printer import instruction_text
from dlvm.text.value_text import Names


@dataclass(frozen=True)
class FusedInstruction:
    """An instruction as text, and its location in the source."""

    text: str
    location: Location | None


@dataclass(frozen=True)
class KernelBoundary:
    """A value that passes through memory between two kernels: the reasons why it is not inlined
    into its reader, and why the reader does not share its loops."""

    value: str
    kernel: str
    reader: str
    not_inlined: str
    not_joined: str


@dataclass(frozen=True)
class FusedKernel:
    """One application of a kernel, with its instructions in program order."""

    function: str
    kernel: str
    instructions: tuple[FusedInstruction, ...]
    boundaries: tuple[KernelBoundary, ...]


class FusionRecord:
    """Records the kernels of a module during fusion."""

    def __init__(self) -> None:
        self.kernels: list[FusedKernel] = []
        self._names = Names({})
        self._texts: dict[Instruction, str] = {}
        self._applied: dict[FusionGroup, str] = {}

    def start(self, module: Module) -> None:
        """Records the text of a module's instructions before the module is changed."""
        self._names = Names.of(module)
        for function in module.functions:
            names = self._names.within(function)
            self._texts |= {i: instruction_text(i, names) for i in function.instructions()}
            self._names.values |= names.values

    def enter(self, function: Function, group: FusionGroup, plan: FusionPlan, kernel: str) -> None:
        """Records the group that an applied kernel computes."""
        self._applied[group] = kernel
        fused = sorted(_fused(group, plan), key=lambda node: node.position)
        self.kernels.append(
            FusedKernel(
                function.name or "",
                kernel,
                tuple(self._line(node.instruction) for node in fused),
                tuple(self._boundaries(group, plan)),
            )
        )

    def _line(self, instruction: Instruction) -> FusedInstruction:
        text = self._texts.get(instruction) or instruction_text(instruction, self._names)
        return FusedInstruction(" ".join(text.split()), instruction.location)

    def _boundaries(self, group: FusionGroup, plan: FusionPlan) -> Iterator[KernelBoundary]:
        seen: set[FusionNode] = set()
        for member in group.members:
            for source, _ in producers(member, plan.nodes, plan.values):
                kernel = self._applied.get(source.group) if source.group is not None else None
                if kernel is None or source.group is group or source in seen:
                    continue
                seen.add(source)
                assert source.group is not None
                yield KernelBoundary(
                    self._names.name(source.instruction),
                    kernel,
                    self._names.name(member.instruction),
                    source.obstacle or "it is stored in memory",
                    member.loop_obstacles.get(
                        source.group, "it already shares the loops of another kernel"
                    ),
                )
            yield from self._from_other_blocks(member, plan)

    def _from_other_blocks(self, member: FusionNode, plan: FusionPlan) -> Iterator[KernelBoundary]:
        for name in dict.fromkeys(read.tensor for read in node_reads(member)):
            value = plan.values.get(name)
            source = value.source if isinstance(value, Extract) else value
            if (
                isinstance(source, Apply)
                and isinstance(source.callee, Definition)
                and source.block is not member.instruction.block
            ):
                assert value is not None
                yield KernelBoundary(
                    f"%{value.name}" if value.name else "a result",
                    source.callee.name or "",
                    self._names.name(member.instruction),
                    "another block computes it",
                    "a kernel does not span blocks",
                )


def _fused(group: FusionGroup, plan: FusionPlan) -> set[FusionNode]:
    """The nodes of a group, and those inlined into them."""
    found = set(group.members)
    pending = list(group.members)
    while pending:
        for leaf in pending.pop().instruction.leaves():
            node = plan.nodes.get(leaf) if isinstance(leaf, Instruction) else None
            if node is not None and node.inlined and node not in found:
                found.add(node)
                pending.append(node)
    return found


_RECORD: ContextVar[FusionRecord | None] = ContextVar("fusion", default=None)


def fusion_record() -> FusionRecord | None:
    """The current record, if one was requested."""
    return _RECORD.get()


@contextmanager
def recorded_fusion() -> Generator[FusionRecord]:
    """Records fusion while the context is active."""
    record = FusionRecord()
    token = _RECORD.set(record)
    try:
        yield record
    finally:
        _RECORD.reset(token)
