"""``try`` statements in staged functions.

Python catches exceptions that are raised while staging. A staged ``raise`` ends the program, so a
handler that would have to run in the program is an error.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from dlvm.nnkit.control_flow.cfg_merge import Unreachable
from dlvm.nnkit.control_flow.side_effects import SideEffectError
from dlvm.nnkit.tracing.trace import NeedsCaller, Restart, TracingScope, current_scope, failure

UNCATCHABLE = (Unreachable, Restart, NeedsCaller, SideEffectError)
"""Exceptions of the staging runtime that no handler of the user may catch."""


class Try:
    """A ``try`` statement with handlers; ``kinds`` returns the exceptions that they catch."""

    def __init__(self, kinds: Callable[[], tuple[Any, ...]]) -> None:
        self.kinds = kinds
        self.scope = current_scope()
        if self.scope is not None:
            self.depth = self.scope.depth
            self.scope.program.handlers.append(self)

    def leave(self) -> None:
        """Ends the part whose exceptions the handlers catch."""
        if self.scope is not None:
            self.scope.program.handlers.remove(self)

    def caught(self) -> None:
        """Begins a handler; raises if only some paths of the program would reach it."""
        if self.scope is not None and self.scope.depth > self.depth:
            raise SideEffectError(
                failure(
                    "exceptions must be caught in the staged branch or loop that raises them: "
                    "Python runs its code once, while staging; put the try statement into it"
                ).diagnostics
            )


def expect_uncaught(scope: TracingScope, kind: type[BaseException], statement: str) -> None:
    """Raises if a handler in the user's code would have to catch an exception of the program."""
    for handler in scope.program.handlers:
        for caught in _flat(handler.kinds()):
            if isinstance(caught, type) and issubclass(kind, caught):
                raise SideEffectError(
                    failure(
                        f"a staged {statement} must not be in a try statement that catches "
                        f"{kind.__name__}: the program ends there; choose the result with if"
                    ).diagnostics
                )


def _flat(kinds: tuple[Any, ...]) -> list[Any]:
    found: list[Any] = []
    for kind in kinds:
        found += _flat(cast("tuple[Any, ...]", kind)) if isinstance(kind, tuple) else [kind]
    return found
