"""The TextMate grammar of TEL, generated from the tables of the lexer and of the checker."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final

from dlvm.tel.builtins import BUILTINS
from dlvm.tel.checker import INITIALIZERS
from dlvm.tel.lexer import KEYWORDS, PATTERNS
from dlvm.tel.parser import ELEMENTS

_DECLARATIONS: Final = ("module", "import", "net", "param", "struct", "enum", "extern", "state")


def _words(words: Iterable[str]) -> str:
    return rf"\b(?:{'|'.join(sorted(words))})\b"


def textmate_text() -> str:
    """The grammar as the content of a ``.tmLanguage.json`` file."""
    patterns = (
        ("comment.line.double-slash", PATTERNS["comment"]),
        ("keyword.declaration", _words(_DECLARATIONS)),
        ("constant.language", _words(("true", "false"))),
        ("keyword.control", _words(KEYWORDS - {*_DECLARATIONS, "true", "false"})),
        ("storage.type", rf"{_words(ELEMENTS)}(?=[\[(])"),
        ("support.function", rf"{_words((*BUILTINS, 'map'))}(?=\()"),
        ("support.constant", rf"(?<==\s){_words(INITIALIZERS)}"),
        ("entity.name.type", r"\b[A-Z]\w*"),
        ("entity.name.function", r"\b[a-z_]\w*(?=(?:<[^>()]*>)?\()"),
        ("variable.parameter", r"\b[A-Za-z_]\w*(?=\s*:)"),
        ("constant.numeric", rf"\b(?:{PATTERNS['number']})"),
        ("keyword.operator", r"->|\^T\b|[-+*/^=<>!]=?|(?<=\s)\.(?=\s)"),
    )
    grammar = {
        "name": "TEL",
        "scopeName": "source.tel",
        "fileTypes": ["tel"],
        "patterns": [{"name": f"{scope}.tel", "match": match} for scope, match in patterns],
    }
    return json.dumps(grammar, indent=2, ensure_ascii=False) + "\n"
