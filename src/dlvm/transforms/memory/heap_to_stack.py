"""``SP``: stack promotion of heap allocations that do not escape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from dlvm.analysis.cfg.analysis_cache import CONTROL_FLOW, analyzed
from dlvm.analysis.cfg.calls import call_cycles
from dlvm.analysis.cfg.instruction_kinds import instructions_of
from dlvm.analysis.cfg.loops import Loops
from dlvm.analysis.memory.allocations import Allocations, PrivateMemory, constant
from dlvm.analysis.values.cost import bytes_of
from dlvm.ir import Function, Instruction, Module, Value
from dlvm.ir import instructions as op
from dlvm.ir.declaration import Trait
from dlvm.ir.instruction import instructions_with
from dlvm.ir.values import index_literal
from dlvm.transforms.pipeline import Pass, count, register


@register("SP")
@dataclass(frozen=True)
class HeapToStack(Pass):
    """Stack promotion: replaces allocations of heap memory and boxes with stack allocations if the
    memory does not escape, and removes its deallocations.

    As stack memory lives until the function returns, this applies to allocations of at most
    ``size`` bytes outside of loops and recursive functions. Memory that might be used after it is
    freed, which traps, is left unchanged.
    """

    size: int = 65_536
    preserves = CONTROL_FLOW

    def run(self, module: Module) -> bool:
        recursive = set(chain.from_iterable(call_cycles(module.functions)))
        functions = [f for f in module.functions if f.blocks and f not in recursive]
        return any(list(map(self._move, functions)))

    def _move(self, function: Function) -> bool:
        """Moves allocations to the stack; returns whether it moved any."""
        if not instructions_of(function, *instructions_with(Trait.HEAP | Trait.ALLOCATION)):
            return False
        allocations, loops = Allocations(function), analyzed(Loops, function)
        found = [
            memory
            for allocation, memory in allocations.own.items()
            if isinstance(allocation, op.Allocate)
            and Trait.HEAP in allocation.traits
            and allocation.block is not None
            and not loops.around(allocation.block)
            and loops.irreducible is None
            and self._is_small(allocation)
            and allocations.is_freed_last(memory)
        ]
        _move_to_stack(function, found)
        count("allocations moved", len(found))
        return bool(found)

    def _is_small(self, allocation: op.Allocate) -> bool:
        number, size = constant(_count(allocation)), bytes_of(allocation.content)
        if number is None or not isinstance(size, int):
            return False
        return 0 <= number * size <= self.size


def _count(allocation: op.Allocate) -> Value:
    """The number of elements of an allocation. A box has one."""
    return allocation.operands[0] if allocation.operands else index_literal(1)


def _move_to_stack(function: Function, found: Sequence[PrivateMemory]) -> None:
    """Replaces heap allocations and boxes with stack allocations."""
    old = {memory.allocation for memory in found}
    gone: set[Instruction] = set()
    for memory in found:
        gone.update(user for user in memory.users if Trait.HEAP in user.traits)
    for block in function.blocks:
        code: list[Instruction] = []
        for instruction in block.instructions:
            if instruction in old and isinstance(instruction, op.Allocate):
                code.append(_on_stack(instruction))
            elif instruction not in gone:
                code.append(instruction)
        if code != block.instructions:
            block.set_instructions(code)
    for instruction in (*gone, *old):
        instruction.drop_operands()


def _on_stack(old: op.Allocate) -> op.AllocateStack:
    """Builds the stack allocation for a heap allocation or box."""
    is_box = isinstance(old, op.AllocateBox)
    new = op.AllocateStack(old.content, _count(old))
    new.name, new.location = old.name, old.location
    pointers = [u for u in old.users if isinstance(u, op.ProjectBox)] if is_box else [old]
    for pointer in pointers:
        pointer.replace_uses(new)
    return new
