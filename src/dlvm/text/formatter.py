"""Formats modules: indentation and white space are replaced, lines and comments are kept.

:mod:`dlvm.text.printer` writes the text of a module without comments.
"""

from __future__ import annotations

import re
from typing import Final

from dlvm.diagnostics import Source
from dlvm.ir.instructions import INSTRUCTIONS
from dlvm.ir.wellformed import NAME
from dlvm.text.lexer import PATTERNS
from dlvm.text.lines import clause_words
from dlvm.text.parser import parse

_PIECE: Final = re.compile(
    rf"(?P<comment>{PATTERNS['comment']})|(?P<string>{PATTERNS['string']})|(?P<space>[ \t\r\f\v]+)"
    r"|(?P<other>[^\s\"/]+|.)"
)

_FUNCTION: Final = re.compile(r"\bfunc @")
_WORD: Final = re.compile(NAME)
_STATEMENT: Final = re.compile(rf"{PATTERNS['local']}\s*=|'|\}}")


def format_text(source: Source) -> str:
    """The text of a module in its standard format. Formatting it again changes nothing.

    Raises :class:`DiagnosticError` if the module does not parse.
    """
    parse(source.text, source.name)
    written: list[str] = []
    braces = brackets = 0
    in_function = False
    for line in source.text.removeprefix("\ufeff").split("\n"):
        text, code = _spaced(line)
        if not text:
            if written and written[-1]:
                written.append("")
            continue
        if braces == 0 and code:
            in_function = _FUNCTION.search(code) is not None or (in_function and brackets > 0)
        if not code or brackets > 0 or _continues(code, in_function and braces == 1):
            # Comments and continuation lines keep their indentation.
            indent = line[: len(line) - len(line.lstrip())].expandtabs(4)
        elif braces == 1 and code.startswith("'"):
            indent = ""
        else:
            indent = "    " * (braces - code.startswith("}"))
        written.append(indent + text)
        braces = max(0, braces + code.count("{") - code.count("}"))
        brackets = max(0, brackets + sum(map(code.count, "([")) - sum(map(code.count, ")]")))
    while written and not written[-1]:
        written.pop()
    return "".join(f"{line}\n" for line in written)


def _continues(code: str, in_body: bool) -> bool:
    """Whether a line continues the one before it."""
    word = _WORD.match(code)
    if word is not None and word[0] in clause_words():
        return True
    if not in_body:
        return code.startswith("->")
    begins = word is not None and word[0] in INSTRUCTIONS
    return not begins and _STATEMENT.match(code) is None


def _spaced(line: str) -> tuple[str, str]:
    """A line with single spaces, and the same without its strings and its comment."""
    text = code = ""
    for match in _PIECE.finditer(line):
        piece = match.group()
        match match.lastgroup:
            case "space":
                text += " "
                code += " "
            case "comment":
                text += piece.rstrip()
            case "string":
                text += piece
                code += '""'
            case _:
                text += piece
                code += piece
    return text.strip(), code.strip()
