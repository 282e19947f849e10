"""The identifiers of generated C source."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from dlvm.codegen.c.elements import MATHEMATICS
from dlvm.codegen.c.helpers import names as helper_names

_KEYWORDS: Final = (
    "auto bool break case char const continue default do double else enum extern false float for "
    "goto if inline int long register restrict return short signed sizeof static struct switch "
    "true typedef union unsigned void volatile while main isnan isinf NAN INFINITY memcpy memmove "
    "frame found state code asm near far unix linux"
)
"""Words of C and of compilers, and the names that generated functions use."""


_LINE: Final = 100
"""The length of a line."""
_GLOBAL: Final = re.compile(r"(kernel|function|constant)_")


class Identifiers:
    """Distinct identifiers of variables. They differ from those of ``outside``, and from global
    names, which begin with ``kernel_``, ``function_`` or ``constant_``."""

    def __init__(self, outside: Iterable[str] = ()) -> None:
        self.taken = set(outside)

    def fresh(self, name: str, fallback: str = "v") -> str:
        """A new identifier, similar to a name; ``fallback`` replaces a name without valid
        characters."""
        stem = re.sub(r"\W", "_", name, flags=re.ASCII).strip("_") or fallback
        if stem[0].isdigit() or _GLOBAL.match(stem):
            stem = f"{fallback}_{stem}"
        found, number = stem, 1
        while found in self.taken or found in _reserved() or found.startswith("__"):
            number += 1
            found = f"{stem}_{number}"
        self.taken.add(found)
        return found


@cache
def _reserved() -> frozenset[str]:
    types = (f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64))
    return frozenset([*_KEYWORDS.split(), *MATHEMATICS, *helper_names(), *types])


def declaration(head: str, parameters: Sequence[str]) -> list[str]:
    """The lines that declare a function."""
    lines, line = list[str](), f"{head}("
    for number, parameter in enumerate(parameters or ("void",)):
        text = parameter + (", " if number + 1 < len(parameters) else ")")
        if len(line) + len(text) > _LINE + 1:
            lines.append(line.rstrip())
            line = "    "
        line += text
    return [*lines, line]
