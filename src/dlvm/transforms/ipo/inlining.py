"""``INL``: inlining of function calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain

from dlvm.analysis.cfg.calls import call_cycles, call_groups
from dlvm.analysis.cfg.control_flow import reverse_postorder
from dlvm.analysis.cfg.instruction_kinds import instructions_of
from dlvm.analysis.values.symbols import code_symbols
from dlvm.ir import Block, Function, Instruction, Module, Successor, Value
from dlvm.ir.instructions import AllocateStack, Apply, Branch, Return
from dlvm.ir.types import same_type
from dlvm.ir.values import copy_operand, tuple_of
from dlvm.ir.wellformed import symbol_names
from dlvm.transforms.cfg.editing import merge_blocks
from dlvm.transforms.memory.memory_promotion import promote_memory
from dlvm.transforms.pipeline import Pass, count, register
from dlvm.transforms.substitution import substitute

_MIN_GROWTH = 20_000
"""The number of instructions by which every module may grow. Large modules may grow by four times
their size."""


@register("INL")
@dataclass(frozen=True)
class Inlining(Pass):
    """Inlining: replaces calls of known functions with their code, callees first.

    A function marked ``!inline`` is always inlined, and one marked ``!noinline`` never. Any other
    function is inlined if it has at most ``threshold`` instructions, or is ``!internal`` and called
    once.

    The pass does not inline recursive functions, functions with memory that is freed on return,
    functions whose code has a size symbol that only the caller's parameters bind, and calls whose
    types match only through unknown sizes. It stops when the module has grown too much. Memory
    passed to an inlined function is promoted to values, as by ``VP``.
    """

    threshold: int = 500

    def run(self, module: Module) -> bool:
        order = [f for group in call_groups(module.functions) for f in group if f.blocks]
        recursive = set(chain.from_iterable(call_cycles(module.functions)))
        sizes = {f: _size(f) for f in order}
        growth = max(_MIN_GROWTH, 4 * sum(sizes.values()))
        inlinable: dict[Function, int] = {}
        calls = Counter(call.callee for f in order for call in instructions_of(f, Apply))
        changed = False
        for function in order:
            before = size = sizes[function]
            if _inline_calls(function, inlinable, growth):
                # Memory that was passed to inlined functions can be promoted now.
                promote_memory(function)
                changed = True
                size = _size(function)
            growth -= max(0, size - before)
            if function not in recursive and self._is_wanted(function, size, calls[function]):
                inlinable[function] = size
        return changed

    def _is_wanted(self, callee: Function, size: int, calls: int) -> bool:
        has_memory = bool(instructions_of(callee, AllocateStack))
        if "noinline" in callee.attributes or has_memory:
            return False
        is_only_here = "internal" in callee.attributes and calls == 1
        return is_only_here or "inline" in callee.attributes or size <= self.threshold


def _size(function: Function) -> int:
    return sum(len(block.instructions) for block in function.blocks)


def _inline_calls(function: Function, inlinable: Mapping[Function, int], growth: int) -> bool:
    """Inlines calls in a function until it has grown by ``growth`` instructions. ``inlinable`` maps
    the functions to inline to their numbers of instructions."""
    changed = False
    bound = set(chain.from_iterable(map(symbol_names, function.type.parameters)))
    calling = dict.fromkeys(call.block for call in instructions_of(function, Apply))
    pending = [block for block in reversed(calling) if block is not None]
    while pending:
        block = pending.pop()
        code: list[Instruction] = []
        for position, instruction in enumerate(block.instructions):
            callee = _callee_to_inline(instruction, inlinable)
            if callee is not None and not bound.isdisjoint(_unbound(callee)):
                callee = None
            if callee is None or inlinable[callee] > growth:
                code.append(instruction)
                continue
            assert isinstance(instruction, Apply)
            changed = True
            count("calls inlined")
            growth -= inlinable[callee]
            if isinstance(callee.entry.terminator, Return):
                code += _copy_entry(callee, instruction)
                continue
            rest = function.add_block(after=block)
            rest.set_instructions(block.instructions[position + 1 :])
            pending.append(rest)
            code += _copy_blocks(callee, instruction, block, rest)
            break
        if changed:
            block.set_instructions(code)
    if changed:
        merge_blocks(function)
    return changed


def _unbound(function: Function) -> set[str]:
    """Returns the size symbols in a function's code that its parameters do not bind."""
    code = chain(*((*block.arguments, *block.instructions) for block in function.blocks))
    bound = chain.from_iterable(map(symbol_names, function.type.parameters))
    return code_symbols(code).difference(bound)


def _callee_to_inline(
    instruction: Instruction, inlinable: Mapping[Function, int]
) -> Function | None:
    callee = instruction.callee if isinstance(instruction, Apply) else None
    if (
        not isinstance(instruction, Apply)
        or not isinstance(callee, Function)
        or callee not in inlinable
        or not same_type(instruction.type, callee.type.result)
    ):
        return None
    pairs = list(zip(instruction.arguments, callee.type.parameters, strict=True))
    last = callee.entry.terminator
    if isinstance(last, Return) and last.value is not None:
        pairs.append((last.value, callee.type.result))
    return callee if all(same_type(v.type, t) for v, t in pairs) else None


def _copy_entry(callee: Function, call: Apply) -> list[Instruction]:
    """Copies the code of a callee with a single block in place of a call."""
    code: list[Instruction] = []
    values: dict[Value, Value] = {}
    for parameter, argument in zip(callee.arguments, call.arguments, strict=True):
        values[parameter] = substitute(parameter, argument, code)
    for instruction in callee.entry.instructions[:-1]:
        code.append(_copy(instruction, call, values))
    last = callee.entry.terminator
    if call.is_used and isinstance(last, Return):
        result = tuple_of(()) if last.value is None else copy_operand(last.value, values)
        result = substitute(call, result, code)
        if isinstance(result, Instruction) and result.name is None and result.block is None:
            result.name = call.name
        call.replace_uses(result)
    call.drop_operands()
    return code


def _copy(
    instruction: Instruction,
    call: Apply,
    values: dict[Value, Value],
    blocks: dict[Block, Block] | None = None,
) -> Instruction:
    copied = instruction.clone(values, blocks)
    copied.name = None  # The caller may have a value of that name.
    copied.location = copied.location or call.location
    values[instruction] = copied
    return copied


def _copy_blocks(callee: Function, call: Apply, block: Block, rest: Block) -> list[Instruction]:
    """Inserts copies of the callee's blocks between ``block`` and ``rest``; returns the new
    instructions of ``block``."""
    values: dict[Value, Value] = {}
    blocks: dict[Block, Block] = {}
    order = reverse_postorder(callee)
    last = block
    for original in order:
        last = blocks[original] = block.function.add_block(after=last)
        for argument in original.arguments:
            values[argument] = last.add_argument(argument.type)
    result = rest.add_argument(call.type, call.name) if call.is_used else None
    for original in order:
        for instruction in original.instructions:
            if isinstance(instruction, Return):
                found = instruction.value
                value = tuple_of(()) if found is None else copy_operand(found, values)
                passed = [value] if result is not None else []
                blocks[original].insert(Branch(Successor(rest, passed)))
            else:
                blocks[original].insert(_copy(instruction, call, values, blocks))
    if result is not None:
        call.replace_uses(result)
    arguments = [copy_operand(a, {}) for a in call.arguments]
    call.drop_operands()
    return [Branch(Successor(blocks[callee.entry], arguments))]
