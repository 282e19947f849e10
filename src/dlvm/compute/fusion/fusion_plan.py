"""Fusion plans: the statements of a block, grouped into kernels."""

from __future__ import annotations

from dataclasses import dataclass, field

from dlvm.compute.index_notation.lowering import Lowering
from dlvm.ir.compute import Statement
from dlvm.ir.dimensions import Requirement
from dlvm.ir.instruction import Instruction
from dlvm.ir.polynomial import Size
from dlvm.ir.types import Dim
from dlvm.ir.values import Value


@dataclass(frozen=True)
class IndexCheck:
    """A bounds check: indices must be at least 0 and less than a bound."""

    indices: Value
    bound: Dim
    source: Instruction


@dataclass(eq=False)
class FusionNode:
    """A tensor instruction in index notation."""

    instruction: Instruction
    position: int
    statements: list[Statement]
    lowering: Lowering
    demands: dict[Requirement, Instruction]
    """The requirements on sizes, each with the assertion that checks it before the instruction
    runs."""
    inlined: bool = False
    kept: bool = False
    """Whether an instruction outside of kernels uses the result."""
    transposed: Instruction | None = None
    """For a transpose: the instruction whose result this node computes in transposed order."""
    group: FusionGroup | None = None
    obstacle: str | None = None
    """The reason why the node is not inlined into its readers."""
    loop_obstacles: dict[FusionGroup, str] = field(default_factory=dict["FusionGroup", str])
    """For each group that the node could join: the reason why it does not share the group's
    loops."""
    checks: list[IndexCheck] = field(default_factory=list[IndexCheck])
    """The bounds checks of the node, and of the nodes inlined into it."""

    @property
    def work(self) -> Instruction:
        """The instruction that the node computes. For a transpose of a product, it is the
        product."""
        return self.transposed or self.instruction

    @property
    def main(self) -> Statement:
        return self.statements[-1]

    @property
    def domain(self) -> tuple[Size, ...]:
        return tuple(r.size for r in self.main.ranges)

    @property
    def is_map(self) -> bool:
        """Whether each element depends on a bounded number of other elements."""
        return len(self.statements) == 1 and self.main.indices is None and not self.reduces

    @property
    def reduces(self) -> bool:
        return any(s.value.reductions for s in self.statements)


@dataclass(eq=False)
class FusionGroup:
    """Nodes that become one definition."""

    members: list[FusionNode]
    prefix: int
    """The number of leading dimensions that all members share."""
    contraction: bool = False

    @property
    def position(self) -> int:
        return max(m.position for m in self.members)

    @property
    def checks(self) -> list[IndexCheck]:
        """The bounds checks that run before any member is computed, in no particular order."""
        return [c for m in self.members for c in m.checks]


@dataclass
class FusionPlan:
    """The fusion groups and nodes of a block, and the values that tensor names denote."""

    groups: list[FusionGroup]
    nodes: dict[Instruction, FusionNode]
    values: dict[str, Value]
    names: dict[Value, str]
