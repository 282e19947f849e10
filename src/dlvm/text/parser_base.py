"""A cursor over tokens: expected tokens, lists, names, numbers, strings, diagnostics, recovery."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Container, Generator, Iterable
from contextlib import contextmanager
from itertools import islice, takewhile
from typing import Literal, TypeVar

from dlvm.diagnostics import Diagnostic, DiagnosticError, Findings, Location, Note
from dlvm.ir.wellformed import MAX_DEPTH
from dlvm.text.lexer import Tokens

MAX_NESTING = MAX_DEPTH
MAX_NUMBER = 2**63 - 1
_MAX_DIGITS = 400
_MAX_CANDIDATES = 5000
_ESCAPE = re.compile(r"\\(?:u\{([0-9A-Fa-f]{1,6})\}|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}

T = TypeVar("T")


class ParserBase:
    """Reads tokens in sequence. An unexpected token raises :class:`DiagnosticError`, which has no
    diagnostics if the error was reported before."""

    def __init__(self, tokens: Tokens) -> None:
        self.source = tokens.source
        self.kinds = tokens.kinds
        self.texts = tokens.texts
        self.starts = tokens.starts
        self.at = 0
        self.failures = 0
        """The number of failures, reported or not."""
        self._findings = Findings(list(tokens.errors))
        self._nesting: dict[str, int] = {"types": 0, "values": 0}

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The errors recorded so far."""
        return self._findings.diagnostics

    @property
    def kind(self) -> str:
        """The kind of the next token."""
        return self.kinds[self.at]

    @property
    def text(self) -> str:
        """The text of the next token."""
        return self.texts[self.at]

    def location(self, first: int, last: int | None = None) -> Location:
        """The location of the tokens from ``first`` to ``last``, inclusive; the end of a line is
        located after its last token."""
        if first and self.kinds[first] in ("newline", "end"):
            end = self.starts[first - 1] + len(self.texts[first - 1])
            return Location(self.source, end, end)
        last = first if last is None else max(first, last)
        return Location(self.source, self.starts[first], self.starts[last] + len(self.texts[last]))

    def span(self, first: int) -> Location:
        """The location of the tokens from ``first`` to the previous one."""
        return self.location(first, self.at - 1)

    def error(
        self, message: str, first: int | None = None, *notes: Note, last: int | None = None
    ) -> DiagnosticError:
        """An error at the given tokens, or at the next token."""
        location = self.location(self.at if first is None else first, last)
        return DiagnosticError(Diagnostic(message, location, notes=notes))

    def found(self) -> str:
        """A description of the next token."""
        kind = self.kind
        if kind == "newline":
            return "the end of the line"
        if kind == "end":
            return "the end of the file"
        text = self.text
        return f"'{text}'" if len(text) <= 60 else f"'{text[:60]}…'"

    def unexpected(self, expected: str) -> DiagnosticError:
        """The error for an unexpected next token."""
        if self.kind == "bad":
            return DiagnosticError([])
        return self.error(f"expected {expected}, got {self.found()}")

    def accept(self, text: str) -> bool:
        """Reads a word or punctuation mark if it comes next."""
        if self.texts[self.at] == text and self.kinds[self.at] != "string":
            self.at += 1
            return True
        return False

    def expect(self, text: str, expected: str | None = None) -> None:
        """Reads a word or punctuation mark, which must come next."""
        if self.texts[self.at] != text or self.kinds[self.at] == "string":
            raise self.unexpected(expected or f"'{text}'")
        self.at += 1

    def take(self, kind: str, expected: str) -> str:
        """Reads a token of a kind and returns its text."""
        if self.kinds[self.at] != kind:
            raise self.unexpected(expected)
        self.at += 1
        return self.texts[self.at - 1]

    def name(self, kind: str, expected: str) -> str:
        """Reads a name of a kind and returns it without its sigil."""
        return self.take(kind, expected)[1:]

    def skip_until(self, kinds: Container[str], limit: int) -> None:
        """Skips tokens up to one of the kinds or the position ``limit``."""
        while self.at < limit and self.kinds[self.at] not in kinds and self.kind != "end":
            self.at += 1

    def skip_newlines(self) -> None:
        while self.kinds[self.at] == "newline":
            self.at += 1

    def at_line_end(self) -> bool:
        return self.kinds[self.at] in ("newline", "end", "}")

    @contextmanager
    def elsewhere(self, place: int) -> Generator[None, None, None]:
        """Reads at another position, and returns to the current one."""
        at, nesting = self.at, self._nesting
        self.at, self._nesting = place, dict.fromkeys(nesting, 0)
        try:
            yield
        finally:
            self.at, self._nesting = at, nesting

    def end_line(self) -> None:
        """Checks that the line ends here."""
        if not self.at_line_end():
            raise self.unexpected("the end of the line")

    def list_of(self, read: Callable[[], T]) -> list[T]:
        """Reads one or more items separated by commas."""
        items = [read()]
        while self.accept(","):
            items.append(read())
        return items

    def enclosed(self, opener: str, read: Callable[[], T], closer: str) -> list[T]:
        """Reads any number of items separated by commas, in brackets. A trailing comma is
        allowed."""
        self.expect(opener)
        items: list[T] = []
        while not self.accept(closer):
            items.append(read())
            if not self.accept(","):
                self.expect(closer, f"',' or '{closer}'")
                break
        return items

    @contextmanager
    def nested(self, kind: Literal["types", "values"]) -> Generator[None, None, None]:
        """Reads a nested construct, and limits the depth."""
        if self._nesting[kind] >= MAX_NESTING:
            raise self.error(f"nested more than {MAX_NESTING} levels deep")
        self._nesting[kind] += 1
        try:
            yield
        finally:
            self._nesting[kind] -= 1

    def integer(self, expected: str = "an integer") -> int:
        """Reads an integer of at most 64 bits, which may be negative."""
        first = self.at
        negative = self.accept("-")
        text = self.take("number", expected)
        value = parse_integer(text)
        if value is None:
            self.at -= 1
            raise self.unexpected(expected)
        if value > MAX_NUMBER:
            raise self.error(
                f"expected at most {MAX_NUMBER}, got {shorten(text)}", first, last=self.at - 1
            )
        return -value if negative else value

    def natural(self, expected: str = "an integer") -> int:
        """Reads an integer that is not negative."""
        if self.kind == "-":
            raise self.unexpected(f"{expected}, not negative")
        return self.integer(expected)

    def string(self) -> str:
        """Reads a quoted string and returns its value."""
        first = self.at
        text = self.take("string", "a string in quotes")

        def replacement(match: re.Match[str]) -> str:
            code, letter = match.groups()
            character = _character(int(code, 16)) if code else _ESCAPED.get(letter)
            if character is None:
                raise self.error(
                    'expected the escape \\n, \\t, \\r, \\", \\\\ or \\u{…}, got '
                    f"{match.group()}",
                    first,
                )
            return character

        return _ESCAPE.sub(replacement, text[1:-1])

    def record(self, problem: DiagnosticError) -> None:
        """Records errors, so that parsing can continue; raises ``TooManyErrors`` after many."""
        self.failures += 1
        self._findings.add(problem.diagnostics)

    def recover(self, read: Callable[[], object], limit: int) -> bool:
        """Calls ``read`` and returns whether it succeeded. Its error is recorded, and parsing
        continues at the end of the line or at the position ``limit``."""
        try:
            read()
        except DiagnosticError as problem:
            self.record(problem)
            self.skip_until(("newline",), limit)
            return False
        return True


def _character(code: int) -> str | None:
    """The character of a code point; None if there is none, as for a surrogate."""
    return chr(code) if code < 0xD800 or 0xDFFF < code < 0x110000 else None


def parse_integer(text: str) -> int | None:
    """The integer that a token represents, or None. Extremely long numbers are truncated, as they
    are out of range anyway."""
    if text[:2] in ("0x", "0X"):
        if "." in text or "p" in text or "P" in text:
            return None
        return int(text[:_MAX_DIGITS], 16)
    return int(text[:_MAX_DIGITS]) if text.isdecimal() else None


def shorten(text: str) -> str:
    """A token's text, truncated for a message."""
    return text if len(text) <= 40 else text[:40] + "…"


def suggestion(name: str, candidates: Iterable[str], sigil: str = "") -> str:
    """`` (did you mean …?)`` if one of the candidates is close to the name, or nothing."""
    if len(name) > 60:
        return ""
    some = [c for c in islice(candidates, _MAX_CANDIDATES) if abs(len(c) - len(name)) <= 3]
    near = difflib.get_close_matches(name, some[:300], n=3, cutoff=0.6)
    # Among several close candidates, the one with the longest common prefix is chosen.
    best = max(near, key=lambda c: _common_prefix(c, name), default=None)
    return f" (did you mean {sigil}{best}?)" if best is not None else ""


def _common_prefix(a: str, b: str) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(a, b, strict=False)))


def quote(text: str) -> str:
    """A quoted string with escapes; the inverse of :meth:`ParserBase.string`."""
    escapes = {character: "\\" + letter for letter, character in _ESCAPED.items()}
    return '"' + "".join(escapes.get(c) or _printable(c) for c in text) + '"'


def _printable(character: str) -> str:
    return character if character.isprintable() else f"\\u{{{ord(character):x}}}"
