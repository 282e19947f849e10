"""Formats TEL: indentation and white space are replaced, lines and comments are kept."""

from __future__ import annotations

from dlvm.diagnostics import Source
from dlvm.tel.lexer import TelToken, tokenize
from dlvm.tel.parser import parse

_OPEN, _CLOSE = ("(", "[", "{"), (")", "]", "}")
_TIGHT_AFTER = ("(", "[", "field")
_TIGHT_BEFORE = (")", "]", ",", ":", "field", "transpose")


def format_text(source: Source) -> str:
    """The text of a valid file in its standard format. Formatting it again changes nothing.

    Raises :class:`DiagnosticError` if the file does not parse.
    """
    parse(source)
    tokens, comments = tokenize(source)
    merged = sorted([*tokens[:-1], *comments], key=lambda token: token.start)
    lines: dict[int, list[TelToken]] = {}
    for token in merged:
        lines.setdefault(source.line_and_column(token.start)[0], []).append(token)
    written: list[str] = []
    depth, previous = 0, 0
    for number, line in lines.items():
        if written and number > previous + 1:
            written.append("")
        previous = number
        closing = 0
        while closing < len(line) and line[closing].kind in _CLOSE:
            closing += 1
        text = "    " * max(0, depth - closing) + _joined(line)
        written.append(text)
        kinds = [token.kind for token in line]
        depth += sum(map(kinds.count, _OPEN)) - sum(map(kinds.count, _CLOSE))
    return "\n".join(written) + "\n"


def _joined(line: list[TelToken]) -> str:
    """The tokens of a line with standard white space between them."""
    text = ""
    angles = 0
    for place, token in enumerate(line):
        before = line[place - 1] if place else None
        if before is not None and before.kind == "<" and angles == 0 and _opens(line, place - 1):
            angles = 1
            text += token.text
            continue
        if before is None:
            text += token.text
            continue
        closes = angles and token.kind == ">"
        if closes:
            angles = 0
        tight = (
            closes
            or (
                angles
                and token.kind == "*"
                and place + 1 < len(line)
                and line[place + 1].kind in (",", ">")
            )
            or before.kind in _TIGHT_AFTER
            or (before.kind == ":" and _in_index(line, place))
            or token.kind in _TIGHT_BEFORE
            or (token.kind == "<" and _opens(line, place))
            or (token.kind in ("(", "[") and _adjoins(line, place))
            or (before.kind == "-" and _is_sign(line, place - 1))
        )
        text += ("" if tight else " ") + token.text
    return text


def _opens(line: list[TelToken], place: int) -> bool:
    """Whether ``<`` begins a list of sizes: it directly follows a name that is being declared or
    begins with a capital letter, and a ``>`` closes it."""
    if not place or line[place - 1].kind != "name":
        return False
    name = line[place - 1]
    declared = place == 1 or line[place - 2].kind in ("net", "struct", "enum")
    closed = any(token.kind == ">" for token in line[place:])
    return closed and (
        (declared and line[place - 1].end == line[place].start) or name.text[0].isupper()
    )


def _in_index(line: list[TelToken], place: int) -> bool:
    """Whether a place is between square brackets."""
    kinds = [token.kind for token in line[:place]]
    return kinds.count("[") > kinds.count("]")


def _adjoins(line: list[TelToken], place: int) -> bool:
    """Whether a parenthesis or bracket belongs to the token before it, as in a call."""
    before, token = line[place - 1], line[place]
    if before.kind == ">":
        return before.end == token.start
    return before.kind in ("name", ")", "]", "transpose") and before.end == token.start


def _is_sign(line: list[TelToken], place: int) -> bool:
    if place == 0:
        return True
    before = line[place - 1].kind
    return before not in ("name", "number", ")", "]", "transpose", "true", "false")
