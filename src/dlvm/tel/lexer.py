"""Splits the text of a TEL file into tokens."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from dlvm.diagnostics import Diagnostic, DiagnosticError, Location, Source

KEYWORDS: Final = frozenset(
    (
        *("module", "import", "net", "param", "struct", "enum", "extern", "state"),
        *("if", "then", "else", "match", "recurrent", "over", "in", "reversed"),
        *("collect", "as", "and", "or", "not", "true", "false"),
    )
)

PATTERNS: Final[dict[str, str]] = {
    "newline": r"\n",
    "comment": r"//[^\n]*",
    "number": r"[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?(?![A-Za-z_])",
    "name": r"[A-Za-z_][A-Za-z_0-9]*",
    "transpose": r"\^T\b",
    "field": r"(?<=[A-Za-z_0-9)\]])\.(?=[A-Za-z_])",
    "punctuation": r"->|<=|>=|==|!=|[-+*/^.,:=()\[\]{}<>?]",
    "space": r"[ \t\r\f\v]+",
    "bad": r"(?s:.)",
}
"""The pattern of each kind of token; the first one that matches applies. A period directly between
two names selects a field; with white space around it, it is the matrix product."""

_TOKEN = re.compile("|".join(f"(?P<{kind}>{p})" for kind, p in PATTERNS.items()))
_MAX_ERRORS = 100


@dataclass(frozen=True, slots=True)
class TelToken:
    """A token; the kind of a keyword or of punctuation is its text."""

    kind: str
    text: str
    start: int
    end: int
    after_newline: bool


def tokenize(source: Source) -> tuple[list[TelToken], list[TelToken]]:
    """Returns the tokens of a source, ended by one of kind ``end``, and its comments.

    Raises :class:`DiagnosticError` if a character is not part of the language.
    """
    tokens: list[TelToken] = []
    comments: list[TelToken] = []
    errors: list[Diagnostic] = []
    after_newline = True
    for match in _TOKEN.finditer(source.text, source.text.startswith("\ufeff")):
        kind, text = match.lastgroup or "bad", match.group()
        if kind == "newline":
            after_newline = True
            continue
        if kind == "space":
            continue
        if kind == "punctuation" or (kind == "name" and text in KEYWORDS):
            kind = text
        token = TelToken(kind, text, match.start(), match.end(), after_newline)
        if kind == "bad":
            shown = text if text.isprintable() else f"U+{ord(text):04X}"
            if len(errors) < _MAX_ERRORS:
                message = f"the character {shown} is not part of the language"
                errors.append(Diagnostic(message, Location(source, token.start, token.end)))
        elif kind == "comment":
            comments.append(token)
        else:
            tokens.append(token)
            after_newline = False
    if errors:
        raise DiagnosticError(errors)
    end = tokens[-1].end if tokens else 0
    tokens.append(TelToken("end", "", end, end, True))
    return tokens, comments
