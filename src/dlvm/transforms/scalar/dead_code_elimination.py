"""``DCE``: dead code elimination."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress

from dlvm.analysis.effects.side_effects import is_pure_function
from dlvm.analysis.liveness import Liveness, find_liveness, returned_elements
from dlvm.ir import Argument, Block, Function, FunctionType, Instruction, Module, TupleType, Type
from dlvm.ir import instructions as op
from dlvm.ir.instruction import using_instructions
from dlvm.ir.types import VOID
from dlvm.ir.values import copy_operand, tuple_of
from dlvm.transforms.cfg.editing import remove_arguments, remove_unreachable
from dlvm.transforms.pipeline import Pass, count, register, run_on_bodies


@register("DCE")
@dataclass(frozen=True)
class DeadCodeElimination(Pass):
    """Dead code elimination: removes unused instructions without effects, block arguments, stores
    to memory that is never read, unreachable blocks, and ``!internal`` functions without uses. If a
    function is only called directly, its unused arguments and results, including elements of
    tuples, are removed, too.

    An argument stays if it is the only one that determines the size of a symbol.
    """

    def run(self, module: Module) -> bool:
        changed = run_on_bodies(module, remove_unreachable)
        impure = [f for f in module.functions if f.blocks and not is_pure_function(f)]
        while _eliminate(module):
            changed = True
            # Calls of functions that no longer have effects are dead now.
            if not any(map(is_pure_function, impure)):
                break
            impure = [f for f in impure if not is_pure_function(f)]
        return changed


def _eliminate(module: Module) -> bool:
    liveness = find_liveness(module)
    changed = _remove_dead_functions(module, liveness)
    renewed = _narrow_functions(liveness)
    return _remove_dead_code(liveness.dead, renewed) or changed


def _remove_dead_functions(module: Module, liveness: Liveness) -> bool:
    dead = [f for f in module.functions if f not in liveness.functions]
    for function in dead:
        for instruction in function.instructions():
            instruction.drop_operands()
    module.functions = [f for f in module.functions if f in liveness.functions]
    count("functions removed", len(dead))
    return bool(dead)


def _remove_dead_code(
    dead: Collection[Argument | Instruction], renewed: Mapping[Instruction, Instruction]
) -> bool:
    # The remaining arguments of functions stay: dead ones have been removed together with the
    # operands of the calls.
    dead = {v: None for v in dead if not (isinstance(v, Argument) and _is_entry(v.block))}
    changed = dict.fromkeys(v.block for v in (*dead, *renewed))
    arguments: dict[Function, list[Argument]] = {}
    for value in dead:
        if isinstance(value, Argument):
            arguments.setdefault(value.block.function, []).append(value)
    for function, found in arguments.items():
        remove_arguments(function, set(found))
    for block in changed:
        assert block is not None
        instructions = [renewed.get(i, i) for i in block.instructions if i not in dead]
        if instructions != block.instructions:
            count("instructions removed", len(block.instructions) - len(instructions))
            for instruction in set(block.instructions).difference(instructions):
                instruction.drop_operands()
            block.set_instructions(instructions)
    return bool(changed)


def _is_entry(block: Block) -> bool:
    return block is block.function.entry


def _narrow_functions(liveness: Liveness) -> Mapping[Instruction, Instruction]:
    """Removes dead arguments and results of functions; returns the replaced calls and terminators
    with their replacements."""
    renewed: dict[Instruction, Instruction] = {}
    for function, elements in liveness.results.items():
        arguments = [a not in liveness.dead for a in function.arguments]
        if elements == () and function.type.result.canonical == VOID:
            elements = None
        if all(arguments) and elements is None:
            continue
        _narrow(function, arguments, elements, renewed)
        for call in dict.fromkeys(using_instructions(function)):
            if call in liveness.dead:
                continue
            assert isinstance(call, op.Apply)
            renewed[call] = _narrow_call(call, arguments, elements)
    return renewed


def _narrow(
    function: Function,
    arguments: Sequence[bool],
    elements: Sequence[int] | None,
    renewed: dict[Instruction, Instruction],
) -> None:
    """Removes arguments of a function except those marked true, and elements of its result except
    ``elements``, or none if that is None. Adds the replaced terminators to ``renewed``."""
    entry = function.entry
    count("arguments removed", arguments.count(False))
    entry.set_arguments(compress(entry.arguments, arguments))
    parameters = tuple(compress(function.type.parameters, arguments))
    function.type = FunctionType(parameters, _narrow_type(function.type.result, elements))
    if elements is None:
        return
    count("results removed")
    for block in function.blocks:
        terminator = block.terminator
        if not isinstance(terminator, op.Return):
            continue
        found = returned_elements(function, terminator.value)
        if found or not elements:
            kept = [copy_operand(found[index], {}) for index in elements] if found else []
            renewed[terminator] = op.Return(tuple_of(kept) if kept else None)
            renewed[terminator].location = terminator.location


def _narrow_call(
    call: op.Apply, arguments: Sequence[bool], elements: Sequence[int] | None
) -> Instruction:
    """Replaces a call with one with fewer arguments and results; returns the new call."""
    passed = [copy_operand(v, {}) for v in compress(call.arguments, arguments)]
    type = _narrow_type(call.type, elements)
    narrowed = op.Apply(call.callee, passed, type)
    narrowed.name, narrowed.location = call.name if type != VOID else None, call.location
    for user in using_instructions(call) if elements else ():
        step = user.path[0] if isinstance(user, op.Extract) else None
        if isinstance(user, op.Extract) and isinstance(step, int) and step in (elements or ()):
            user.path = (elements or ()).index(step), *user.path[1:]
    call.replace_uses(narrowed)
    return narrowed


def _narrow_type(type: Type, elements: Sequence[int] | None) -> Type:
    whole = type.canonical
    if elements and isinstance(whole, TupleType):
        return TupleType(tuple(whole.elements[i] for i in elements))
    return type if elements is None else VOID
