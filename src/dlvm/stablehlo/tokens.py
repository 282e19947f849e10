"""The tokens of MLIR's text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from dlvm.diagnostics import Source

_TOKEN: Final = re.compile(
    r"""(?P<space>(?:\s|//[^\n]*)+)
    | (?P<type>(?:tensor|tuple|vector|memref|complex)(?=<)|![\w.]+)
    | (?P<string>"(?:[^"\\\n]|\\.)*")
    | (?P<mark>->|[-(){}\[\]<>=,:|*?/+](?![\d.]))
    | (?P<number>-?(?:0x[0-9A-Fa-f]+(?![\w.])|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?))
    | (?P<value>%[\w.$-]+(?:\#\d+)?|[@^](?:[\w.$-]+|"[^"\n]*"))
    | (?P<alias>\#[\w.$-]*)
    | (?P<word>[A-Za-z_][\w.$]*)
    | (?P<other>.)""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class SourceToken:
    kind: str
    text: str
    start: int
    end: int
    begins_line: bool


def tokens_of(source: Source) -> list[SourceToken]:
    found: list[SourceToken] = []
    text, place, begins_line = source.text, 0, True
    while place < len(text):
        match = _TOKEN.match(text, place)
        assert match is not None
        assert match.lastgroup is not None
        kind, end = match.lastgroup, match.end()
        if kind == "type" and text[place] != "!":
            end = closing_angle(text, end)
        if kind == "space":
            begins_line = begins_line or "\n" in match.group()
        else:
            found.append(SourceToken(kind, text[place:end], place, end, begins_line))
            begins_line = False
        place = end
    found.append(SourceToken("end", "", len(text), len(text), True))
    return found


def closing_angle(text: str, place: int) -> int:
    """The position after the ``>`` that matches the ``<`` at ``place``."""
    depth = 0
    for position in range(place, len(text)):
        character = text[position]
        if character == "<":
            depth += 1
        elif character == ">" and text[position - 1] != "-":
            depth -= 1
            if not depth:
                return position + 1
        elif character == "\n":
            break
    return place
