"""The ways in which a compiled program can end early."""

from __future__ import annotations

from dataclasses import dataclass, field

from dlvm.diagnostics import Location


@dataclass(frozen=True)
class Trap:
    """A way in which a program can end early. In ``message``, ``{0}`` and so on stand for numbers
    found."""

    message: str
    location: Location | None = None


@dataclass
class Traps:
    """The traps of a program, numbered from 1."""

    known: dict[Trap, int] = field(default_factory=dict[Trap, int])

    def number(self, message: str, location: Location | None) -> int:
        return self.known.setdefault(Trap(message, location), len(self.known) + 1)
