"""Source text, locations and diagnostics.

Every tool and front end reports through :class:`Diagnostic`; an operation that cannot go on raises
:class:`DiagnosticError`, which carries all diagnostics found so far.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

_EXCERPT_WIDTH = 120


@dataclass(frozen=True, eq=False)
class Source:
    """A named text: a ``.dl`` file, a string given to ``parse``, or a user's Python file."""

    name: str
    text: str

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        position = self.text.find("\n")
        while position >= 0:
            starts.append(position + 1)
            position = self.text.find("\n", position + 1)
        return starts

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """The 1-based line and column of a character offset."""
        line = bisect.bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """The text of a 1-based line, without its line end; empty past the end."""
        if not 1 <= line <= len(self._line_starts):
            return ""
        start = self._line_starts[line - 1]
        end = self.text.find("\n", start)
        return self.text[start : end if end >= 0 else len(self.text)].rstrip("\r")

    def line_location(self, line: int) -> Location:
        """The location of a whole 1-based line, indentation left out."""
        text = self.line_text(line)
        indent = len(text) - len(text.lstrip())
        start = self._line_starts[min(line, len(self._line_starts)) - 1] + indent
        return Location(self, start, start + len(text.strip()))


@dataclass(frozen=True, slots=True)
class Location:
    """A range of characters, ``start`` to ``end`` (exclusive), in a source."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.line_and_column(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.line_and_column(self.start)[1]

    def __str__(self) -> str:
        line, column = self.source.line_and_column(self.start)
        return f"{self.source.name}:{line}:{column}"

    def excerpt(self) -> str:
        """The source line with a caret line below it that marks the range."""
        line, column = self.source.line_and_column(self.start)
        text = self.source.line_text(line)
        first = column - 1
        width = max(1, min(self.end - self.start, len(text) - first))
        cut = max(0, first - _EXCERPT_WIDTH // 2)
        shown = "".join(c if c.isprintable() else " " for c in text[cut : cut + _EXCERPT_WIDTH])
        width = min(width, max(1, len(shown) - (first - cut)))
        return f"    {shown}\n    {' ' * (first - cut)}^{'~' * (width - 1)}"


@dataclass(frozen=True, slots=True)
class Note:
    """A remark beside a diagnostic, at the other place involved where there is one."""

    message: str
    location: Location | None = None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: what was found and what was expected, and where."""

    message: str
    location: Location | None = None
    severity: Literal["error", "warning"] = "error"
    notes: tuple[Note, ...] = field(default=())

    def __str__(self) -> str:
        parts = [_entry(self.severity, self.message, self.location)]
        parts += [_entry("note", note.message, note.location) for note in self.notes]
        return "\n".join(parts)


def _entry(kind: str, message: str, location: Location | None) -> str:
    if location is None:
        return f"{kind}: {message}"
    return f"{location}: {kind}: {message}\n{location.excerpt()}"


class DiagnosticError(Exception):
    """One or more errors in the user's input; ``diagnostics`` lists them in source order."""

    def __init__(self, diagnostics: Diagnostic | Iterable[Diagnostic]) -> None:
        if isinstance(diagnostics, Diagnostic):
            diagnostics = [diagnostics]
        self.diagnostics: list[Diagnostic] = list(diagnostics)
        super().__init__("\n".join(str(d) for d in self.diagnostics))


def in_source_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics by where they point; those that point nowhere first."""
    return sorted(diagnostics, key=lambda d: d.location.start if d.location is not None else -1)


class ArgumentError(DiagnosticError):
    """A call of compiled code whose arguments do not fit; nothing has run."""


def error(message: str, location: Location | None = None, *notes: Note) -> DiagnosticError:
    """A :class:`DiagnosticError` of one diagnostic, to be raised."""
    return DiagnosticError(Diagnostic(message, location, notes=notes))
