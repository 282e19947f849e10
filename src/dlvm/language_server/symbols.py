"""The names in a text, and what each of them denotes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from dlvm.diagnostics import Diagnostic, Source
from dlvm.tel.checker import ReadText

Kind = Literal["value", "size", "function", "type", "block", "field", "case", "file"]


class SymbolKey(NamedTuple):
    """The entity that a name denotes. Names with the same key are renamed together.

    ``scope`` is the function, block or type in which the name is known, or empty."""

    kind: Kind
    scope: str
    name: str


class Occurrence(NamedTuple):
    """A name in the text, as the range of its characters."""

    start: int
    end: int
    key: SymbolKey
    is_definition: bool = False


@dataclass
class Symbols:
    """The names in a version of a text.

    ``scopes`` lists the ranges of the text with the scopes whose names are known there."""

    source: Source
    occurrences: list[Occurrence] = field(default_factory=list[Occurrence])
    scopes: list[tuple[int, int, str]] = field(default_factory=list[tuple[int, int, str]])
    anchors: dict[int, SymbolKey] = field(default_factory=dict[int, SymbolKey])
    """The key that is defined at each offset to which a report of the checks can refer: the offset
    of the name, or of the instruction after it."""
    hints: list[tuple[int, SymbolKey]] = field(default_factory=list["tuple[int, SymbolKey]"])
    """The ends of the names whose types are not written, for inlay hints."""
    imported: list[Symbols] = field(default_factory=list["Symbols"])
    """The names in the files that this one imports, directly or not."""
    imports: set[str] = field(default_factory=set[str])
    """The names of the files that this one imports, also of those that cannot be read or do not
    parse."""

    @cached_property
    def by_key(self) -> dict[SymbolKey, list[Occurrence]]:
        found: dict[SymbolKey, list[Occurrence]] = {}
        for occurrence in self.occurrences:
            found.setdefault(occurrence.key, []).append(occurrence)
        return found

    @cached_property
    def _starts(self) -> list[int]:
        self.occurrences.sort(key=lambda o: o.start)
        return [o.start for o in self.occurrences]

    def at(self, offset: int) -> Occurrence | None:
        """The name that contains an offset, or ends there."""
        place = bisect_right(self._starts, offset) - 1
        found = self.occurrences[place] if place >= 0 else None
        return found if found is not None and offset <= found.end else None

    def definition(self, key: SymbolKey) -> Occurrence | None:
        """The location of the definition of a name."""
        return next((o for o in self.by_key.get(key, ()) if o.is_definition), None)

    def defining(self, key: SymbolKey) -> Symbols | None:
        """The names of the file that defines a name: this one, or one that it imports."""
        return next((s for s in (self, *self.imported) if s.definition(key) is not None), None)

    def known_scopes(self, offset: int) -> set[str]:
        """The scopes whose names are known at an offset."""
        return {"", *(scope for start, end, scope in self.scopes if start <= offset <= end)}

    def declaration_text(self, key: SymbolKey) -> str | None:
        """The line that defines a name."""
        symbols = self.defining(key)
        found = symbols.definition(key) if symbols is not None else None
        if symbols is None or found is None:
            return None
        line, _ = symbols.source.line_and_column(found.start)
        return symbols.source.line_text(line).strip()

    def moved(self, source: Source) -> Symbols:
        """The names in the next version of the text that the edit between the two does not touch:
        those before it and after it."""
        old, new = self.source.text, source.text
        before = _common(old, new)
        limit = min(len(old), len(new)) - before
        after = len(old) - min(limit, _common(old[::-1], new[::-1]))
        shift = len(new) - len(old)

        def place(offset: int) -> int:
            return offset if offset < after else offset + shift

        moved = Symbols(source, imported=self.imported, imports=self.imports)
        moved.occurrences = [
            o if o.end < before else Occurrence(o.start + shift, o.end + shift, *o[2:])
            for o in self.occurrences
            if o.end < before or o.start > after
        ]
        moved.scopes = [(place(start), place(end), scope) for start, end, scope in self.scopes]
        moved.hints = [(place(end), key) for end, key in self.hints if not before <= end <= after]
        return moved


def _common(first: str, second: str) -> int:
    """The length of the common beginning of two texts, by bisection."""
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        if first.startswith(second[low:middle], low):
            low = middle
        else:
            high = middle - 1
    return low


@dataclass
class Report:
    """The result of the check of a text: its diagnostics, and the types of names."""

    diagnostics: list[Diagnostic] = field(default_factory=list[Diagnostic])
    types: dict[SymbolKey, str] = field(default_factory=dict[SymbolKey, str])


class Candidate(NamedTuple):
    """A completion candidate: its text, its kind, and a remark such as its type."""

    text: str
    kind: Kind | Literal["instruction", "keyword", "builtin"]
    detail: str = ""


@dataclass(frozen=True)
class Language:
    """The functions and tables of a language that the server uses.

    Attributes
    ----------
    name
        The name of the language in editors.
    symbols
        Finds the names of a text in a few milliseconds. Returns None if the text has errors that
        hide them.
    importing
        The files that import a file, directly or not, and the names in each of them. They are None
        if the file has errors that hide them.
    check
        Checks a text. The symbols are None if :attr:`symbols` found none.
    words
        The completions at an offset, other than names, for the text before the offset on its line.
    documentation
        The documentation of a word of the language as Markdown, if there is any.
    format
        The standard format of a text. Raises :class:`DiagnosticError` if it does not parse.
    name_pattern
        The pattern of a name in completions, up to the offset.
    check_name
        Raises :class:`DiagnosticError` if a text is not a valid new name for the entity that a key
        denotes.
    """

    name: str
    symbols: Callable[[Source, ReadText], Symbols | None]
    importing: Callable[[Source, ReadText], Iterable[tuple[Source, Symbols | None]]]
    check: Callable[[Source, Symbols | None, ReadText], Report]
    words: Callable[[str], Iterable[Candidate]]
    documentation: Callable[[str], str | None]
    format: Callable[[Source], str]
    name_pattern: str
    check_name: Callable[[SymbolKey, str], None]
