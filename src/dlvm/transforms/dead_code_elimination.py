"""``DCE``: what nothing needs is taken out."""

from __future__ import annotations

from dataclasses import dataclass

from dlvm.analysis.by_hand import is_by_hand
from dlvm.analysis.effects import is_removable
from dlvm.ir import Argument, DerivedDeclaration, Function, Instruction, Module, Value
from dlvm.ir.values import User
from dlvm.transforms.control_flow import remove_arguments, remove_unreachable
from dlvm.transforms.pipeline import Pass, count, register


@register("DCE")
@dataclass(frozen=True)
class DeadCodeElimination(Pass):
    """Takes out instructions without effect whose results nothing needs (in loops as well), block
    arguments that nothing needs, blocks that can not be reached, and functions marked
    ``!internal`` that nothing refers to."""

    def run(self, module: Module) -> bool:
        changed = False
        for function in module.functions:
            if function.blocks:
                changed |= remove_unreachable(function)
                changed |= _remove_dead_code(function)
        return _remove_dead_functions(module) or changed


def _remove_dead_code(function: Function) -> bool:
    live = _live_values(function)
    dead = {a for block in function.blocks[1:] for a in block.arguments if a not in live}
    changed = bool(dead)
    live.update(remove_arguments(function, dead) if dead else ())
    for block in function.blocks:
        instructions = [i for i in block.instructions if i in live]
        if len(instructions) != len(block.instructions):
            changed = True
            count("instructions removed", len(block.instructions) - len(instructions))
            for instruction in block.instructions:
                if instruction not in live:
                    instruction.drop_operands()
            block.set_instructions(instructions)
    return changed


def _live_values(function: Function) -> set[Value]:
    """The instructions with effects, and what they need. A value passed to a block is needed if the
    block's argument is."""
    passed: dict[Value, list[Value]] = {}
    pending: list[Value] = []
    for block in function.blocks:
        for instruction in block.instructions:
            if instruction.is_terminator or not is_removable(instruction):
                pending.append(instruction)
        for successor in block.successors:
            for argument, value in successor.passed:
                passed.setdefault(argument, []).append(value)
            if successor.takes_payload:
                pending.extend(successor.block.arguments)
    live: set[Value] = set()
    while pending:
        value = pending.pop()
        if value in live:
            continue
        if isinstance(value, Argument):
            live.add(value)
            pending.extend(passed.get(value, ()))
        elif isinstance(value, Instruction):
            live.add(value)
            count = sum(len(s.arguments) for s in value.successors)
            pending.extend(value.operands[: len(value.operands) - count])
        elif isinstance(value, User):
            pending.extend(value.leaves())
    return live


def _remove_dead_functions(module: Module) -> bool:
    needed: set[Function] = set()
    pending = [f for f in module.functions if "internal" not in f.attributes or is_by_hand(f)]
    while pending:
        function = pending.pop()
        if function in needed:
            continue
        needed.add(function)
        if isinstance(function.declaration, DerivedDeclaration):
            pending.append(function.declaration.function)
        for instruction in function.instructions():
            pending.extend(v for v in instruction.leaves() if isinstance(v, Function))
            pending.extend(v for v in instruction.attributes.values() if isinstance(v, Function))
    dead = [f for f in module.functions if f not in needed]
    for function in dead:
        for instruction in function.instructions():
            instruction.drop_operands()
    module.functions = [f for f in module.functions if f in needed]
    count("functions removed", len(dead))
    return bool(dead)
