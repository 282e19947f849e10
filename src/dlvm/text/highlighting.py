"""A Pygments lexer for the IR: ``pygmentize -l dlvm model.dl``.

Pygments finds it by the package's entry point. No other module needs Pygments.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar

import pygments.lexer
from pygments.lexer import RegexLexer
from pygments.token import Text, Whitespace, string_to_tokentype

from dlvm.text.textmate import STYLES, rules

_groups: Any = getattr(pygments.lexer, "bygroups")  # noqa: B009, as its type is not known


def _token(style: str) -> Any:
    return string_to_tokentype(STYLES[style].token) if style else Whitespace


def _rows() -> list[tuple[Any, ...]]:
    """The rules in Pygments format; text that they do not match is white space."""
    rows: list[tuple[Any, ...]] = [(r"\ufeff", Text)]
    for rule in rules():
        tokens = [_token(style) for style in rule.styles]
        rows.append((rule.pattern, tokens[0] if len(tokens) == 1 else _groups(*tokens)))
    return [*rows, (r"[\r\n\f\v]+|[ \t]+", Whitespace)]


class DLVMLexer(RegexLexer):
    """Lexes the IR; invalid characters are error tokens."""

    name = "DLVM"
    aliases: ClassVar = ["dlvm", "dl"]
    filenames: ClassVar = ["*.dl"]
    mimetypes: ClassVar = ["text/x-dlvm"]
    flags = re.MULTILINE
    priority = 0.1
    tokens: ClassVar = {"root": _rows()}

    @staticmethod
    def analyse_text(text: str) -> float:
        """The probability that a text is a module. Other languages use ``.dl`` files, too."""
        return 0.9 if re.search(r"^(?:stage [a-z]+$|func @)", text, re.MULTILINE) else 0.0
