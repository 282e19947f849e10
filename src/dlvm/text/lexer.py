"""Splits source text into tokens.

Tokens are stored as three parallel lists: kinds, texts and offsets. The kind of a punctuation mark
is its text. A whole tensor type such as ``<2 x 3 x f32>`` is one token, since most of a program's
text consists of tensor types.
"""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass, field
from typing import Final

from dlvm.diagnostics import Diagnostic, Location, Source
from dlvm.ir.types import ElementType
from dlvm.ir.wellformed import NAME

_ELEMENT = "|".join(e.value for e in ElementType)
# Long repetitions are possessive, as backtracking needs memory for each step.
PATTERNS: Final[dict[str, str]] = {
    "newline": r"\n",
    "local": rf"%(?:{NAME}|[0-9]+(?:[.^][0-9]+)?)",
    "tensor": r"<[ \t]*+(?:(?:[0-9]++|_[A-Za-z0-9_]*+)[ \t]++x[ \t]++)++"
    rf"(?:{_ELEMENT})[ \t]*+>",
    "comment": r"//[^\n]*",
    "punctuation": r"->|<=|>=|==|!=|[-+*/%,:=()\[\]{}<>^|&~;.]",
    "word": NAME,
    "number": r"0[xX][0-9A-Fa-f]+(?:\.[0-9A-Fa-f]*)?(?:[pP][-+]?[0-9]+)?"
    r"|[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?",
    "global": rf"@(?:{NAME}|[0-9]+)",
    "block": rf"'(?:{NAME}|[0-9]+)",
    "type": rf"\${NAME}",
    "field": rf"\#{NAME}",
    "case": rf"\?{NAME}",
    "attribute": rf"!{NAME}",
    "string": r'"(?:[^"\\\n]++|\\.)*+"',
    "unterminated": r'"[^\n]*',
    "quoted": rf"[‘’‛′´`](?:{NAME}|[0-9]+)",
    "bad": r"[^\x20-\x7e\t\r\n\f\v]+|[^ \t\r\n\f\v]",
}
"""The pattern of each kind of token; the first one that matches applies. White space separates
tokens and has no other meaning."""

NOT_TOKENS: Final = ("unterminated", "quoted", "bad")
"""The kinds that are reported as errors."""

_TOKEN = re.compile("|".join(f"(?P<{kind}>{p})" for kind, p in PATTERNS.items()))
_SIGILS = {
    "@": "function or variable",
    "'": "block",
    "$": "type",
    "#": "field",
    "?": "case",
    "!": "attribute",
}
_MAX_ERRORS = 1000


@dataclass
class Tokens:
    """The tokens of a source. A token of kind ``bad`` was reported in ``errors``."""

    source: Source
    kinds: list[str] = field(default_factory=list[str])
    texts: list[str] = field(default_factory=list[str])
    starts: array[int] = field(default_factory=lambda: array("q"))
    errors: list[Diagnostic] = field(default_factory=list[Diagnostic])


def tokenize(source: Source) -> Tokens:
    """Returns all tokens of a source except comments; new lines are tokens."""
    tokens = Tokens(source)
    kinds, texts, starts = tokens.kinds, tokens.texts, tokens.starts
    byte_order_mark = source.text.startswith("\ufeff")
    for match in _TOKEN.finditer(source.text, 1 if byte_order_mark else 0):
        kind = match.lastgroup
        if kind == "comment":
            continue
        text = match.group()
        if kind == "punctuation":
            kind = text
        elif kind == "quoted":
            _report(tokens, match, f"expected the ASCII apostrophe ('), got {text[0]}")
            kind, text = "block", "'" + text[1:]
        elif kind == "unterminated":
            _report(tokens, match, "the string does not end on its line, expected '\"'")
            kind = "bad"
        elif kind == "bad":
            _report(tokens, match, _describe(text))
        kinds.append(kind or "bad")
        texts.append(text)
        starts.append(match.start())
    return tokens


def _describe(text: str) -> str:
    if text in _SIGILS:
        return f"expected the name of a {_SIGILS[text]} after it, got '{text}' alone"
    shown = text[0] if text[0].isprintable() else f"U+{ord(text[0]):04X}"
    return f"the character {shown} is not part of the language"


def _report(tokens: Tokens, match: re.Match[str], message: str) -> None:
    if len(tokens.errors) < _MAX_ERRORS:
        location = Location(tokens.source, *match.span())
        tokens.errors.append(Diagnostic(message, location))
