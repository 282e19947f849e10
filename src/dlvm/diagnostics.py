"""Source text, locations and diagnostics.

Every tool and front end reports through :class:`Diagnostic`; an operation that cannot continue
raises :class:`DiagnosticError`, which carries all diagnostics found so far.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

_EXCERPT_WIDTH = 120
_LONGEST_MESSAGE = 1000
_MAX_ERRORS = 1000
_MAX_TEXT = 2**20


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
        """The text of a 1-based line, without its line end. Empty after the last line."""
        if not 1 <= line <= len(self._line_starts):
            return ""
        return self.text[self._line_starts[line - 1] : self.line_end(line)].rstrip("\r")

    def line_end(self, line: int) -> int:
        """The offset of the line end of a 1-based line."""
        starts = self._line_starts
        return starts[line] - 1 if line < len(starts) else len(self.text)

    def line_location(self, line: int) -> Location:
        """The location of the text of a 1-based line, without the space around it."""
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
        """The source line, with carets below it that mark the range."""
        line, column = self.source.line_and_column(self.start)
        # A line may be long, so only the displayed part is copied.
        indent = min(column - 1, _EXCERPT_WIDTH // 2)
        cut = self.start - indent
        text = self.source.text[cut : min(self.source.line_end(line), cut + _EXCERPT_WIDTH)]
        shown = "".join(c if c.isprintable() else " " for c in text.rstrip("\r"))
        width = max(1, min(self.end - self.start, len(shown) - indent))
        return f"    {shown}\n    {' ' * indent}^{'~' * (width - 1)}"


@dataclass(frozen=True, slots=True)
class Note:
    """A note on a diagnostic, with the location of another relevant place, if there is one."""

    message: str
    location: Location | None = None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One error, with its message, its location and notes."""

    message: str
    location: Location | None = None
    severity: Literal["error", "warning"] = "error"
    notes: tuple[Note, ...] = field(default=())

    def __str__(self) -> str:
        parts = [_entry(self.severity, self.message, self.location)]
        parts += [_entry("note", note.message, note.location) for note in self.notes]
        return "\n".join(parts)


def _entry(kind: str, message: str, location: Location | None) -> str:
    if len(message) > _LONGEST_MESSAGE:
        half = _LONGEST_MESSAGE // 2
        message = f"{message[:half]} … {message[-half:]}"
    if location is None:
        return f"{kind}: {message}"
    if not location.source.text.strip():  # Some of Python's own sources have a name but no text.
        return f"{location.source.name}:{location.line}: {kind}: {message}"
    return f"{location}: {kind}: {message}\n{location.excerpt()}"


class DiagnosticError(Exception):
    """One or more errors in the user's input; ``diagnostics`` lists them in source order."""

    def __init__(self, diagnostics: Diagnostic | Iterable[Diagnostic]) -> None:
        if isinstance(diagnostics, Diagnostic):
            diagnostics = [diagnostics]
        self.diagnostics: list[Diagnostic] = list(diagnostics)
        super().__init__("\n".join(str(d) for d in self.diagnostics))


class TooManyErrors(Exception):
    """Stops a check that finds too many errors, or errors that are too long."""


@dataclass
class Findings:
    """Collects diagnostics."""

    diagnostics: list[Diagnostic] = field(default_factory=list[Diagnostic])
    _text: int = 0

    def add(self, found: Iterable[Diagnostic]) -> None:
        """Adds diagnostics; raises :class:`TooManyErrors` if there are more than a user would
        read."""
        for diagnostic in found:
            self.diagnostics.append(diagnostic)
            messages = (diagnostic.message, *(n.message for n in diagnostic.notes))
            self._text += sum(map(len, messages))
        if len(self.diagnostics) >= _MAX_ERRORS or self._text > _MAX_TEXT:
            raise TooManyErrors


def in_source_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics sorted by location. Those without a location come first."""
    return sorted(diagnostics, key=lambda d: d.location.start if d.location is not None else -1)


class ArgumentError(DiagnosticError):
    """Compiled code was called with arguments that do not match its signature. No code has run."""


def error(message: str, location: Location | None = None, *notes: Note) -> DiagnosticError:
    """Returns a :class:`DiagnosticError` of one diagnostic, to be raised."""
    return DiagnosticError(Diagnostic(message, location, notes=notes))


def quantity(count: int, noun: str) -> str:
    """A number of things in a message, such as "1 argument" and "2 arguments"."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
