"""``TCE``: tail call elimination."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dlvm.analysis.cfg.calls import call_cycles
from dlvm.analysis.cfg.instruction_kinds import instructions_of
from dlvm.analysis.cfg.tail_calls import is_tail_call
from dlvm.ir import Block, Function, Module, Successor, Symbol, TensorType
from dlvm.ir.cloning import copy_blocks
from dlvm.ir.instructions import AllocateStack, Apply, Branch
from dlvm.ir.types import FunctionType, Type, compatible_type, same_type
from dlvm.ir.values import copy_operand
from dlvm.ir.wellformed import children
from dlvm.transforms.cfg.editing import clear_names, remove_unreachable
from dlvm.transforms.pipeline import Pass, count, register


@register("TCE")
@dataclass(frozen=True)
class TailCallElimination(Pass):
    """Tail call elimination: replaces tail calls of recursive functions with branches, so that
    direct and mutual tail recursion takes constant memory.

    For mutual recursion, the functions that a function calls in tail position are inlined into it.
    A function whose type has size symbols becomes a loop only for its own tail calls, and only if
    the symbols denote the same sizes in each iteration. Functions with memory that is freed on
    return are left unchanged.
    """

    def run(self, module: Module) -> bool:
        changed = False
        for cycle in call_cycles([f for f in module.functions if f.blocks]):
            loops = {f for f in cycle if not _has_memory(f)}
            bodies: dict[Function, Function] = {}
            for function in loops:
                bodies[function] = Function(None, function.type)
                copy_blocks(function.blocks, bodies[function], {}, {})
            for function in (f for f in module.functions if f in loops):
                changed |= _eliminate(function, bodies)
        return changed


def _has_memory(function: Function) -> bool:
    return bool(instructions_of(function, AllocateStack))


def _has_symbols(type: Type, named: bool = False) -> bool:
    """Whether a type has symbolic dimensions, or, if ``named``, symbolic dimensions with names."""
    pending = [type.canonical]
    for part in pending:
        if isinstance(part, TensorType):
            symbols = [d for d in part.shape if isinstance(d, Symbol)]
            if any(d.name for d in symbols) if named else symbols:
                return True
        pending.extend(child.canonical for child in children(part))
    return False


def _eliminate(function: Function, bodies: Mapping[Function, Function]) -> bool:
    """Replaces the tail calls in a function, inlining their callees. ``bodies`` are copies of the
    original functions."""
    found = [(b, c) for b in function.blocks if (c := _tail_call(b, function, bodies)) is not None]
    if not found:
        return False
    headers: dict[Function, Block] = {}
    old = function.entry
    entry = function.add_block("entry")
    function.set_blocks([entry, *(b for b in function.blocks if b is not entry)])
    for argument in old.arguments:
        entry.add_argument(argument.type, argument.name, argument.location)
        argument.name = None
    old.name = None
    entry.insert(Branch(Successor(old, list(entry.arguments))))
    headers[function] = old
    done: list[Apply] = []
    while found:
        block, call = found.pop()
        callee = call.callee
        assert isinstance(callee, Function)
        if callee not in headers:
            blocks = copy_blocks(bodies[callee].blocks, function, {}, {})
            headers[callee] = blocks[bodies[callee].entry]
            for fresh in blocks.values():
                clear_names(fresh)
                inner = _tail_call(fresh, function, bodies)
                if inner is not None:
                    found.append((fresh, inner))
        arguments = [copy_operand(a, {}) for a in call.arguments]
        branch = Branch(Successor(headers[callee], arguments))
        branch.location = call.location
        block.instructions[-1].erase()
        block.insert(branch)
        done.append(call)
    remove_unreachable(function)
    count("tail calls replaced", len(done))
    for call in done:
        call.erase()
    return True


def _tail_call(
    block: Block, function: Function, bodies: Mapping[Function, Function]
) -> Apply | None:
    """Returns the call at the end of a block, if it is a tail call of a function in ``bodies`` that
    a branch in ``function`` can replace."""
    call = block.instructions[-2] if len(block.instructions) > 1 else None
    if not isinstance(call, Apply) or call.callee not in bodies or not is_tail_call(call):
        return None
    type = call.callee.type.canonical
    assert isinstance(type, FunctionType)
    if call.callee is not function:
        callers = (*type.parameters, *function.type.parameters)
        if any(map(_has_symbols, callers)):
            return None
    results = (type.result, call.type)
    if not all(same_type(r, function.type.result) for r in results):
        return None
    arguments = zip(call.arguments, type.parameters, strict=True)
    return call if all(_keeps_symbols(a.type, p) for a, p in arguments) else None


def _keeps_symbols(argument: Type, parameter: Type) -> bool:
    """Whether passing an argument to a parameter keeps the meaning of the parameter's symbols."""
    if _has_symbols(parameter, named=True):
        return same_type(argument, parameter)
    return compatible_type(argument, parameter)
