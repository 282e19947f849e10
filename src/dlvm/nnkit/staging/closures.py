"""Staged functions with what they use of what is around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dlvm.nnkit.staging.staged import StagedFunction


@dataclass(frozen=True)
class ClosureKind:
    """What makes a closure of the values that it uses."""

    lifted: StagedFunction[..., Any]

    def __call__(self, parts: Sequence[Any]) -> Closure:
        return Closure(self.lifted, parts[0])


class Closure:
    """A staged function with the values that it uses of what was around it."""

    def __init__(self, lifted: StagedFunction[..., Any], captured: tuple[Any, ...]) -> None:
        self.lifted = lifted
        self.captured = captured
        _, *own = lifted.signature.parameters.values()
        self.signature = lifted.signature.replace(parameters=own)
        self.hints = lifted.hints

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the function; inside a staged function, stages a call of it."""
        return self.lifted(self.captured, *args, **kwargs)

    def __getitem__(self, arguments: Any) -> Any:
        """The result for arguments in brackets; with ``...`` among them, a function of the rest."""
        from dlvm.nnkit.staging.application import applied

        return applied(self, arguments)

    def __repr__(self) -> str:
        return f"<staged {self.lifted.name}{self.signature}>"

    def dlvm_environment(self) -> tuple[ClosureKind, tuple[Any, ...]] | None:
        """What makes it, and the values that it uses."""
        return ClosureKind(self.lifted), self.captured
