"""Traps: the checked errors that end a compiled program early."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from dlvm.diagnostics import Location
from dlvm.ir.instructions.control import fill_in
from dlvm.ir.instructions.rules import indices_below

_UNSIGNED: Final = re.compile(r"\{(\d):u\}")
_BELOW: Final = re.compile(r"\{(\d):below\}")


@dataclass(frozen=True)
class TrapSite:
    """A checked error that ends a program early. In ``message``, the placeholders ``{0}``, … are
    numbers found at run time, ``{0:u}`` is an unsigned number, and ``{0:below}`` is the range of
    indices below a number."""

    message: str
    location: Location | None = None

    def text(self, found: Sequence[int]) -> str:
        """The message with its values filled in."""
        signed = _UNSIGNED.sub(lambda m: str(found[int(m[1])] & (1 << 64) - 1), self.message)
        return fill_in(_BELOW.sub(lambda m: indices_below(found[int(m[1])]), signed), found)


@dataclass
class Traps:
    """The traps of a program, numbered from 1."""

    known: dict[TrapSite, int] = field(default_factory=dict[TrapSite, int])

    def number(self, message: str, location: Location | None) -> int:
        return self.known.setdefault(TrapSite(message, location), len(self.known) + 1)
