"""Side effects of instructions and functions: purity, speculation, repeatability."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from weakref import WeakKeyDictionary, ref

from dlvm.diagnostics import DiagnosticError, Note, error
from dlvm.ir.compute import Definition
from dlvm.ir.declaration import Effect
from dlvm.ir.instruction import ExternDeclaration, Function, Instruction, function_fields
from dlvm.ir.instructions import Assert, Slice, Trap
from dlvm.ir.module import Variable
from dlvm.ir.types import BoxType, PointerType, StackType, TensorType, inner_types
from dlvm.ir.values import Value


def _any_of(*effects: Effect) -> Sequence[Effect]:
    """A list of all combinations of the given effects. A membership test is faster than a test of
    flags."""
    found = [Effect.NONE]
    for effect in effects:
        found += [known | effect for known in found]
    return found


_HARMLESS: Final = _any_of(Effect.TRAP, Effect.CALL)
_UNSEEN: Final = _any_of(Effect.TRAP, Effect.CALL, Effect.READ, Effect.ALLOCATE)
"""Effects that are not observable if the result is unused."""
_OF_PURE_CODE: Final = _any_of(Effect.TRAP, Effect.CALL, Effect.CONTROL)


def is_pure(instruction: Instruction) -> bool:
    """Whether an instruction may be removed if its result is unused, and merged with an equal one.

    Traps do not count as effects, as a program that traps has no result that could change; only an
    instruction whose purpose is to trap is impure. A call is pure if it is known to run only pure
    instructions.
    """
    return instruction.effects in _HARMLESS and _has_pure_callees(instruction)


def is_removable(instruction: Instruction) -> bool:
    """Whether an instruction may be removed if its result is unused. It is pure except that it may
    read or allocate memory."""
    return instruction.effects in _UNSEEN and _has_pure_callees(instruction)


def is_speculatable(instruction: Instruction) -> bool:
    """Whether an instruction may run speculatively, on paths on which the program does not run it:
    it has no effect and cannot trap. Sizes that are unknown in the types are checked when an
    instruction runs, so instructions with such types are not speculatable."""
    fits = (Effect.NONE, Effect.TRAP) if isinstance(instruction, Slice) else (Effect.NONE,)
    return instruction.effects in fits and all(
        part.static_shape is not None
        for value in (instruction, *instruction.leaves())
        for part in inner_types(value.type)
        if isinstance(part, TensorType)
    )


def _has_pure_callees(instruction: Instruction) -> bool:
    callees = _callees(instruction)
    return not callees or all(
        is_pure_function(f) if isinstance(f, Function) else _is_pure_definition(f) for f in callees
    )


def is_pure_function(function: Function) -> bool:
    """Whether a call of the function only computes its result. Recursion counts as an effect, as it
    may not terminate."""
    known = _known.get(function)
    if known is not None and all(
        (f := reference()) is not None and f.version == version for reference, version in known[1]
    ):
        return known[0]
    reached: dict[Function, None] = {}
    pure = _only_pure(function, reached)
    _known[function] = pure, tuple((ref(f), f.version) for f in reached)
    return pure


_known: WeakKeyDictionary[Function, tuple[bool, tuple[tuple[ref[Function], int], ...]]] = (
    WeakKeyDictionary()
)
"""Cached answers, each with the versions of the functions for which it is valid."""


def _only_pure(root: Function, reached: dict[Function, None]) -> bool:
    """Whether all functions that a call of ``root`` may reach are pure and none is recursive. Adds
    the visited functions to ``reached``."""
    path: set[Function] = set()
    pending = [(root, False)]
    while pending:
        function, is_done = pending.pop()
        if is_done:
            path.discard(function)
            continue
        if function in path:
            return False
        if function in reached:
            continue
        reached[function] = None
        path.add(function)
        pending.append((function, True))
        if function.derived_from is not None:
            pending.append((function.derived_from, False))
        elif not function.blocks:
            return False
        for instruction in function.instructions():
            if instruction.effects not in _OF_PURE_CODE or isinstance(instruction, Assert | Trap):
                return False
            for callee in _callees(instruction):
                if isinstance(callee, Function):
                    pending.append((callee, False))
                elif not _is_pure_definition(callee):
                    return False
    return True


def check_repeatable(function: Function, *, specialized: bool = True) -> None:
    """Checks that a second call of a function with the same arguments computes the same result and
    has no effects. If functions are ``specialized``, a function value that is known counts as the
    function that it denotes. Raises :class:`DiagnosticError`, which names the obstacle."""

    def failure(what: str, instruction: Instruction | None = None) -> DiagnosticError:
        mnemonic = f"{instruction.mnemonic}: " if instruction is not None else ""
        return error(
            f"{mnemonic}a function marked !checkpoint must not {what}, because it runs again in "
            "the reverse pass",
            instruction.location if instruction is not None else function.location,
            Note(f"@{function.name} is marked !checkpoint", function.location),
        )

    for type in (*function.type.parameters, function.type.result):
        if any(isinstance(part, PointerType | BoxType | StackType) for part in inner_types(type)):
            raise failure(f"receive or return memory, got type {type}")
    pending, seen = [function], {function}
    for current in pending:
        reached = [current.derived_from] if current.derived_from is not None else []
        for instruction in current.instructions():
            if instruction.effects & Effect.RANDOM:
                raise failure("draw random numbers without a key", instruction)
            if instruction.effects & Effect.OUTPUT:
                raise failure("print", instruction)
            for leaf in instruction.leaves():
                if isinstance(leaf, Variable):
                    raise failure(f"use the global variable @{leaf.name}", instruction)
            for callee in _callees(instruction):
                if not isinstance(callee, Function):
                    if specialized:
                        raise failure("call a function value", instruction)
                    continue
                if isinstance(callee.declaration, ExternDeclaration):
                    raise failure(f"call the external function @{callee.name}", instruction)
                reached.append(callee)
        pending += [f for f in dict.fromkeys(reached) if f not in seen]
        seen.update(reached)


def _is_pure_definition(callee: Value) -> bool:
    """Whether a callee is a compute definition that draws no random numbers from the generator. A
    function value is not known to be one."""
    return isinstance(callee, Definition) and not callee.body.draws


def _callees(instruction: Instruction) -> Sequence[Value]:
    fields = function_fields(type(instruction))
    found = [getattr(instruction, name) for name in fields] if fields else ()
    return [f for f in found if isinstance(f, Value)] if found else ()
