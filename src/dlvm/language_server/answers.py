"""Answers to an editor's requests, from the names and the report of a document.

Places are offsets into the text; :mod:`dlvm.language_server.server` converts them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from dlvm.diagnostics import DiagnosticError, Location, Source, error
from dlvm.language_server import dl, tel
from dlvm.language_server.symbols import (
    Candidate,
    Language,
    Occurrence,
    Report,
    SymbolKey,
    Symbols,
)
from dlvm.tel.checker import ReadText, read_text

LANGUAGES: Final = {".dl": dl.LANGUAGE, ".tel": tel.LANGUAGE}
"""The languages, by file extension."""

_LOCAL: Final = ("value", "size", "block", "file")
"""The kinds of names that other files do not know."""
_MOST_CANDIDATES: Final = 100
_RUN: Final = re.compile(r"^[ \t]*// run:.*$", re.MULTILINE)
_WORD: Final = re.compile(r"[A-Za-z_]\w*", re.ASCII)


@dataclass
class Document:
    """A version of a text.

    Until it is checked, and while errors hide its names, ``symbols`` are those of an earlier
    version that edits have not touched, and the types are those of the last report."""

    language: Language
    source: Source
    symbols: Symbols | None = None
    report: Report = field(default_factory=Report)
    is_exact: bool = False
    """Whether the symbols are those of this version."""
    is_checked: bool = False


def read_document(name: str, text: str, previous: Document | None = None) -> Document:
    """A version of a text, which :func:`check` examines."""
    end = next((end for end in LANGUAGES if name.endswith(end)), ".dl")
    document = Document(LANGUAGES[end], Source(name, text))
    if previous is not None:
        document.report = Report([], previous.report.types)
        if previous.symbols is not None:
            document.symbols = previous.symbols.moved(document.source)
    return document


def check(document: Document, read: ReadText = read_text) -> None:
    """Finds the names, errors and types of a document. ``read`` reads the files that it imports."""
    symbols = document.language.symbols(document.source, read)
    report = document.language.check(document.source, symbols, read)
    if report.diagnostics:
        # What an error hides keeps its type.
        report.types = document.report.types | report.types
    document.symbols, document.is_exact = symbols or document.symbols, symbols is not None
    document.report, document.is_checked = report, True


def _occurrence(document: Document, offset: int) -> Occurrence | None:
    return document.symbols.at(offset) if document.symbols else None


def _word(document: Document, offset: int) -> tuple[int, int]:
    """The range of the word of letters and digits at an offset."""
    text = document.source.text
    start = end = offset
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    return start, end


def hover(document: Document, offset: int) -> tuple[int, int, str] | None:
    """The range of the name or the word at an offset, and a description of it as Markdown."""
    found = _occurrence(document, offset)
    if found is None:
        start, end = _word(document, offset)
        text = document.language.documentation(document.source.text[start:end])
        return (start, end, text) if text is not None else None
    assert document.symbols is not None
    key, lines = found.key, list[str]()
    type = document.report.types.get(key)
    if type is not None:
        lines.append(f"{key.name}: {type}")
    declaration = document.symbols.declaration_text(key)
    if declaration is not None and (type is None or key.kind != "value"):
        lines.append(declaration.removesuffix("{").rstrip())
    if not lines:
        lines.append(key.name)
    # The signature of a function is its type.
    shown = lines[:1] if key.kind == "function" and type is not None else lines
    code = "\n".join(shown)
    return found.start, found.end, f"```{document.language.name}\n{code}\n```\n{key.kind}"


def definition(document: Document, offset: int) -> Location | None:
    """The location of the definition of the name at an offset, which may be in another file."""
    found = _occurrence(document, offset)
    if found is None or document.symbols is None:
        return None
    if found.key.kind == "file":
        path = Path(document.source.name).parent / f"{found.key.name}.tel"
        files = (s.source for s in document.symbols.imported)
        return next((Location(s, 0, 0) for s in files if s.name == str(path)), None)
    symbols = document.symbols.defining(found.key)
    place = symbols.definition(found.key) if symbols is not None else None
    return Location(symbols.source, place.start, place.end) if symbols and place else None


def references(
    document: Document, offset: int, read: ReadText = read_text
) -> list[tuple[Source, Occurrence]]:
    """All uses of the name at an offset, and its definition, in all files that know it."""
    found = _occurrence(document, offset)
    if found is None or document.symbols is None:
        return []
    files = _sharing(document, document.symbols, found.key, read)
    return [(s.source, o) for _, s in files if s is not None for o in s.by_key.get(found.key, ())]


def _sharing(
    document: Document, symbols: Symbols, key: SymbolKey, read: ReadText
) -> list[tuple[Source, Symbols | None]]:
    """The files in which a key may denote the same entity, with their names: the document, the file
    that defines the entity, and the files that import that file. Names of kinds that other files do
    not know are in the document only."""
    owner = symbols.defining(key) or symbols
    if key.kind in _LOCAL:
        return [(document.source, symbols)]
    others = [
        (source, known)
        for source, known in document.language.importing(owner.source, read)
        if source.name != document.source.name
    ]
    own = [] if owner is symbols else [(owner.source, owner)]
    return [(document.source, symbols), *own, *others]


def renamed_places(
    document: Document, offset: int, name: str, read: ReadText = read_text
) -> list[tuple[Source, Occurrence]]:
    """The places in all files where the new name ``name`` replaces the name at an offset.

    Raises :class:`DiagnosticError` if the old name cannot be renamed, or if the new one is taken.
    """
    symbols = document.symbols
    if not document.is_exact:
        symbols = document.language.symbols(document.source, read)
    if symbols is None:
        raise error("the text has errors that hide its names, correct them first")
    found = symbols.at(offset)
    if found is None:
        raise error("expected the cursor at a name that the file defines")
    key = found.key
    # An editor may omit the sigil, which is part of the name.
    sigil = key.name[0] if not (key.name[0].isalnum() or key.name[0] == "_") else ""
    if not name.startswith(sigil):
        name = sigil + name
    document.language.check_name(key, name)
    if symbols.defining(key) is None:
        raise error(f"{key.name} is not defined in this file, rename it where it is")
    places: list[tuple[Source, Occurrence]] = []
    for source, known in _sharing(document, symbols, key, read):
        if known is None:
            raise error(f"{source.name} has errors that hide its names, correct them first")
        taken = next((k for k in known.by_key if k.name == name and _meets(k, key)), None)
        if taken is not None:
            owner = (known.defining(taken) or known).source
            where = "" if owner is document.source else f" in {owner.name}"
            raise error(f"{name} is already the name of a {taken.kind}{where}, choose another")
        places += ((source, o) for o in known.by_key.get(key, ()))
    if key.kind in ("field", "case") and sum(o.is_definition for _, o in places) > 1:
        raise error(f"{key.name} is defined by several types, rename each where it is defined")
    return places


def _meets(other: SymbolKey, key: SymbolKey) -> bool:
    """Whether the scopes of two names overlap."""

    def chain(scope: str) -> str:
        return scope.split(".")[0]

    return (
        not other.scope
        or not key.scope
        or other.scope.startswith(key.scope)
        or key.scope.startswith(other.scope)
        or chain(other.scope) == key.scope
        or chain(key.scope) == other.scope
    )


def complete(document: Document, offset: int) -> tuple[int, list[Candidate], bool]:
    """The completions at an offset: the start of the completed text, its candidates, and whether
    the list is complete."""
    source, language = document.source, document.language
    line, column = source.line_and_column(offset)
    before = source.line_text(line)[: column - 1]
    match = re.search(language.name_pattern, before)
    typed = match.group() if match else ""
    if "//" in before:
        return offset, [], True
    found = {
        candidate.text: candidate
        for candidate in (*language.words(before), *_names(document, offset, before))
        if _fits(candidate.text, typed)
    }
    chosen = list(found.values())
    return offset - len(typed), chosen[:_MOST_CANDIDATES], len(chosen) <= _MOST_CANDIDATES


def _fits(text: str, typed: str) -> bool:
    """Whether a text begins with the typed characters, ignoring case. A sigil must be typed."""
    if not text[0].isalnum() and text[0] != "_" and not typed:
        return False
    return text.lower().startswith(typed.lower())


def _names(document: Document, offset: int, before: str) -> Iterator[Candidate]:
    symbols = document.symbols
    if symbols is None:
        return
    scopes = symbols.known_scopes(offset)
    is_member = re.search(r"[\w)\]]\.\w*$", before) is not None
    types = document.report.types
    at = symbols.at(offset)
    for key, places in symbols.by_key.items():
        if key.kind == "file" or (at is not None and places == [at]):
            continue
        member = key.kind == "field" or (key.kind == "function" and key.scope)
        known = member if is_member else key.scope in scopes
        if known:
            yield Candidate(key.name, key.kind, types.get(key, ""))
    for key in (k for file in symbols.imported for k in file.by_key if k.kind not in _LOCAL):
        if (key.kind == "field" or bool(key.scope)) == is_member:
            yield Candidate(key.name, key.kind, types.get(key, ""))


def hints(document: Document, start: int, end: int) -> Iterator[tuple[int, str]]:
    """The types to show after names in a range of the text."""
    if document.symbols is None:
        return
    for place, key in document.symbols.hints:
        type = document.report.types.get(key)
        if type is not None and start <= place <= end:
            yield place, f": {type}"


def run_lines(document: Document) -> list[tuple[int, int]]:
    """The ranges of the ``// run:`` lines of a module."""
    if document.language is not dl.LANGUAGE:
        return []
    return [match.span() for match in _RUN.finditer(document.source.text)]


def with_one_run_line(text: str, line: int) -> str:
    """A text in which only the ``// run:`` line with the given number, counted from 0, remains."""
    lines = text.split("\n")
    return "\n".join(
        found if number == line else re.sub(r"^([ \t]*// )run:", r"\1    ", found)
        for number, found in enumerate(lines)
    )


def formatted(document: Document) -> str | None:
    """The text in its standard format, or None if it does not parse."""
    try:
        return document.language.format(document.source)
    except DiagnosticError:
        return None
