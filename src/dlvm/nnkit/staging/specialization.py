"""Specializes a staged function for argument types, up to a fixed point if it is recursive."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from dlvm.diagnostics import Location, error
from dlvm.ir import Function
from dlvm.ir.declaration import Effect
from dlvm.ir.instructions import Assert, Trap
from dlvm.ir.types import Type
from dlvm.nnkit.control_flow.cfg_merge import Unreachable
from dlvm.nnkit.pytree.pytree import TreeDef
from dlvm.nnkit.staging.captured_state import CapturedState
from dlvm.nnkit.tracing.trace import NeedsCaller, Pending, Resized, TracedProgram


@dataclass(frozen=True)
class Specialization:
    """A function of the IR, and the pytree structure of its result."""

    function: Function
    result: TreeDef
    state: CapturedState
    """The Python state that the function was staged from."""

    def agrees(self, other: Specialization) -> bool:
        """Whether the results have the same types and the same structure."""
        return self.result == other.result and self.function.type == other.function.type


Companion = Callable[[TracedProgram, tuple[TreeDef, ...], tuple[Type, ...]], None]
"""Adds a definition to a program, for arguments of given structures and types."""


class Stageable(Protocol):
    """The interface of staged functions that specialization uses."""

    name: str

    @cached_property
    def location(self) -> Location | None: ...

    def build(
        self, program: TracedProgram, structures: tuple[TreeDef, ...], types: tuple[Type, ...]
    ) -> Specialization: ...


_MOST_ITERATIONS = 8


def specialize_recursively(
    function: Stageable, program: TracedProgram, key: Any, state: CapturedState
) -> Specialization:
    """Stages a function, repeatedly if it calls itself, until its result has the type that its
    recursive calls assumed. Each repetition discards the code that was staged for an earlier
    assumption."""
    pending = Pending(len(program.pending), state)
    program.functions[key] = pending
    program.pending.append(pending)
    iterations = 0
    while iterations < _MOST_ITERATIONS:
        functions, known = len(program.module.functions), set(program.functions)
        regions, handlers = len(program.regions), len(program.handlers)
        assumed, pending.is_recursive = pending.assumed, False
        try:
            found = function.build(program, key[1], key[2])
        except Unreachable:
            program.discard(functions, known)
            if pending.needs < pending.depth:
                program.pending.pop()
                del program.functions[key]
                raise
            raise error(
                f"{function.name} calls itself on all paths, expected a path on which it does not",
                function.location,
            ) from None
        except Resized as signal:
            pending.resized.add(signal.axis)
            program.discard(functions, known)
            del program.pending[pending.depth + 1 :]
            del program.regions[regions:], program.handlers[handlers:]
            _check_unchanged(function, state, "changes sizes in a loop")
            continue
        except NeedsCaller:
            program.discard(functions, known)
            program.pending.pop()
            del program.functions[key]
            raise
        if not pending.is_recursive or (assumed is not None and found.agrees(assumed)):
            program.pending.pop()
            program.functions[key] = found
            return found
        program.discard(functions, known)
        pending.assumed = found
        iterations += 1
        _check_unchanged(function, state, "calls itself")
    raise error(
        f"the result of {function.name} has another type each time it calls itself, expected the "
        "same type",
        function.location,
    )


def _check_unchanged(function: Stageable, state: CapturedState, what: str) -> None:
    changed = state.changed()
    if changed is not None:
        raise error(
            f"{function.name} {what} and changes the {changed.kind} {changed.what}; such a "
            "function must not change Python objects, since it is staged several times",
            function.location,
        )


def expect_outcome(
    result: Any, hints: Mapping[str, Any], function: Function, end: Location | None
) -> None:
    """Raises if a function neither returns a value, nor is annotated to return None, nor has an
    effect, such as an error that stops the program."""
    if result is not None or hints.get("return", ...) is None:
        return
    has_effect = any(
        isinstance(i, Assert | Trap) or i.effects & (Effect.CALL | Effect.OUTPUT)
        for i in function.instructions()
    )
    if not has_effect:
        raise error(f"{function.name} must return a value, got None; end it with return", end)
