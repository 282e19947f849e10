"""Syntax highlighting: the TextMate grammar of the IR, generated from the parser's tables.

``python -m dlvm.text.textmate FILE`` writes the grammar for editors. The Pygments lexer
(``highlighting``) and notebooks use the same rules.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final

from dlvm.ir.compute_rules import operation_names
from dlvm.ir.instruction import INSTRUCTIONS
from dlvm.ir.instructions import OPERATORS
from dlvm.ir.instructions.windows import PADDINGS
from dlvm.ir.module import Stage
from dlvm.ir.schedules import DIRECTIVES
from dlvm.ir.types import ElementType
from dlvm.notebooks import Listing, first_lines, html_listing
from dlvm.text.expression_syntax import FORMS, REDUCTIONS
from dlvm.text.lexer import NOT_TOKENS, PATTERNS
from dlvm.text.lines import DECLARATION_WORDS, format_words
from dlvm.text.parser import CLAUSES, ITEMS
from dlvm.text.type_syntax import TYPES
from dlvm.text.value_syntax import CONSTANTS


@dataclass(frozen=True)
class Style:
    """The TextMate scope and the Pygments token of a piece of text."""

    scope: str
    token: str


STYLES: Final[dict[str, Style]] = {
    "comment": Style("comment.line.double-slash", "Comment.Single"),
    "item": Style("keyword.declaration", "Keyword.Declaration"),
    "stage": Style("constant.language", "Keyword.Constant"),
    "instruction": Style("support.function", "Name.Builtin"),
    "terminator": Style("keyword.control", "Keyword"),
    "directive": Style("keyword.other.directive", "Keyword"),
    "operator": Style("support.function.operator", "Name.Builtin"),
    "function": Style("support.function", "Name.Builtin"),
    "keyword": Style("keyword.other", "Operator.Word"),
    "scalar": Style("storage.type", "Keyword.Type"),
    "size": Style("storage.type.size", "Keyword.Type"),
    "tensor": Style("storage.type.tensor", "Keyword.Type"),
    "constant": Style("constant.language", "Keyword.Constant"),
    "number": Style("constant.numeric", "Number"),
    "string": Style("string.quoted.double", "String.Double"),
    "local": Style("variable.other", "Name.Variable"),
    "global": Style("entity.name.function", "Name.Function"),
    "block": Style("entity.name.label", "Name.Label"),
    "type": Style("entity.name.type", "Name.Class"),
    "field": Style("variable.other.member", "Name.Property"),
    "case": Style("variable.other.enummember", "Name.Constant"),
    "attribute": Style("storage.modifier", "Name.Decorator"),
    "punctuation": Style("punctuation", "Punctuation"),
    "name": Style("variable.parameter", "Name"),
    "error": Style("invalid.illegal", "Error"),
}
"""The styles by their names."""

_SPACE: Final = ""
"""The style of the space between tokens."""


@dataclass(frozen=True)
class GrammarRule:
    """A pattern and its style, or the styles of its groups, which then cover the whole match.

    Patterns have the same meaning in Python and in Oniguruma."""

    pattern: str
    styles: tuple[str, ...]


# Keywords that are in no table, since each is expected at a single place of the syntax.
_TYPE_WORDS: Final = ("box", "opaque")
_CONSTANT_WORDS: Final = ("none", "resource", "scalar")
_STATEMENT_WORDS: Final = ("draws", "require")
_OPERATOR_WORDS: Final = ("builtin", "subtract")
_OTHER_WORDS: Final = ("case", "for", "x")


def rules() -> tuple[GrammarRule, ...]:
    """The rules for the declared instructions; the first one that matches applies."""
    terminators = {m for m, cls in INSTRUCTIONS.items() if cls.is_terminator}
    functions = {*REDUCTIONS.values(), *operation_names(), *FORMS, *(e.value for e in ElementType)}
    return (
        GrammarRule(
            rf"^([ \t]*)(stage)([ \t]+)({_words(s.value for s in Stage)})",
            (_SPACE, "item", _SPACE, "stage"),
        ),
        _first_on_line(ITEMS, "item"),
        _first_on_line([*DIRECTIVES, *_STATEMENT_WORDS], "directive"),
        _first_on_line(terminators, "terminator"),
        _first_on_line(INSTRUCTIONS, "instruction"),
        GrammarRule(
            rf"(=)([ \t]*)({_words(INSTRUCTIONS)})", ("punctuation", _SPACE, "instruction")
        ),
        GrammarRule(
            rf"(by)([ \t]+)({_words([*OPERATORS, *_OPERATOR_WORDS])})",
            ("keyword", _SPACE, "operator"),
        ),
        GrammarRule(rf"(?:{_words(functions)})(?=\()", ("function",)),
        GrammarRule(_words([*TYPES, *_TYPE_WORDS]), ("scalar",)),
        GrammarRule(r"_[A-Za-z0-9_]*(?![\w.])", ("size",)),
        GrammarRule(_words([*CONSTANTS, *_CONSTANT_WORDS, *PADDINGS]), ("constant",)),
        GrammarRule(
            _words([*sorted(format_words()), *CLAUSES, *DECLARATION_WORDS, *_OTHER_WORDS]),
            ("keyword",),
        ),
        *(
            GrammarRule(pattern, (_KINDS.get(kind, kind),))
            for kind, pattern in PATTERNS.items()
            if kind != "newline"
        ),
    )


_KINDS: Final = {"word": "name", **dict.fromkeys(NOT_TOKENS, "error")}
"""The styles of token kinds whose style has another name."""


def _words(words: Iterable[str]) -> str:
    """A pattern that matches any of the words, as a whole word."""
    return rf"(?:{'|'.join(sorted(words))})(?![\w.])"


def _first_on_line(words: Iterable[str], style: str) -> GrammarRule:
    return GrammarRule(rf"^([ \t]*)({_words(words)})", (_SPACE, style))


def textmate() -> dict[str, Any]:
    """The grammar in TextMate format."""
    return {
        "name": "DLVM",
        "scopeName": "source.dlvm",
        "fileTypes": ["dl"],
        "patterns": [_textmate_pattern(rule) for rule in rules()],
    }


def _textmate_pattern(rule: GrammarRule) -> dict[str, Any]:
    scopes = [f"{STYLES[s].scope}.dlvm" if s else "" for s in rule.styles]
    if len(scopes) == 1:
        return {"name": scopes[0], "match": rule.pattern}
    captures = {str(n): {"name": scope} for n, scope in enumerate(scopes, 1) if scope}
    return {"match": rule.pattern, "captures": captures}


_COLORS: Final = {
    "comment": "comment",
    "keyword": "keyword",
    "storage": "keyword",
    "constant": "number",
    "string": "string",
    "support": "builtin",
    "entity": "def",
    "variable": "variable-2",
    "invalid": "error",
}
"""The colors of notebooks for the first words of scopes: variables of JupyterLab's themes."""


@cache
def _pattern() -> re.Pattern[str]:
    """A pattern that matches where one of the rules does, with a group for each of them."""
    rows = (f"(?P<rule{n}>{rule.pattern})" for n, rule in enumerate(rules()))
    return re.compile("|".join(rows), re.MULTILINE)


def _styled(text: str) -> Iterator[tuple[int, int, str]]:
    """The ranges of a text that have a style."""
    pattern, known = _pattern(), rules()
    for match in pattern.finditer(text):
        assert match.lastgroup is not None
        rule, group = known[int(match.lastgroup[4:])], pattern.groupindex[match.lastgroup]
        if len(rule.styles) == 1:
            yield *match.span(), rule.styles[0]
            continue
        for number, style in enumerate(rule.styles, 1):
            if style:
                yield *match.span(group + number), style


def highlighted(text: str) -> str:
    """A program as HTML, in the colors of a notebook's theme."""
    parts: list[str] = []
    place = 0
    for start, end, style in _styled(text):
        color = _COLORS.get(STYLES[style].scope.partition(".")[0])
        if color is not None:
            parts.append(escape(text[place:start], quote=False))
            word = escape(text[start:end], quote=False)
            parts.append(
                f'<span style="color: var(--jp-mirror-editor-{color}-color)">{word}</span>'
            )
            place = end
    parts.append(escape(text[place:], quote=False))
    return "".join(parts)


class ProgramListing(Listing):
    """The text of a module, which notebooks highlight."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        text, remark = first_lines(self)
        return html_listing(highlighted(text), remark)


def textmate_text() -> str:
    """The grammar as the content of a ``.tmLanguage.json`` file."""
    return json.dumps(textmate(), indent=2, ensure_ascii=False) + "\n"


def main(arguments: Sequence[str]) -> int:
    """Writes the TextMate grammar to the given file or to standard output."""
    if arguments:
        Path(arguments[0]).write_text(textmate_text(), encoding="utf-8")
    else:
        sys.stdout.write(textmate_text())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
