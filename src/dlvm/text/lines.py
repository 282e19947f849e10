"""Finds the boundaries of statements and top-level items.

A new line ends a statement, except inside brackets, before ``->``, before a keyword that cannot
begin a statement, after the colon between a value and its type, and before the brace of a top-level
item. A line that can only begin an item or a statement does begin one, even if brackets are open,
so that a missing bracket does not hide the rest of a file.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cache

from dlvm.ir.declaration import FormatToken, Optional
from dlvm.ir.instruction import FormatElement
from dlvm.ir.instructions import INSTRUCTIONS
from dlvm.text.lexer import Tokens

DECLARATION_WORDS = frozenset(("gradient", "adjoint", "derivative", "extern"))
COMPARING_ITEMS = frozenset(("compute", "schedule", "loops"))
"""Items in whose bodies ``<`` and ``>`` are comparisons and not brackets."""

_OPENERS = {")": "(", "]": "[", "}": "{", ">": "<"}
_BRACKETS = frozenset("()[]{}<>")
_MAX_DEPTH = 250


@dataclass
class Lines:
    """The tokens without insignificant new lines, followed by an ``end`` token.

    ``items`` contains the position of the first token of each top-level line. ``closers`` maps the
    position of a top-level opening brace to the position of its closing brace.
    """

    tokens: Tokens
    items: list[int]
    closers: dict[int, int]


def format_words() -> frozenset[str]:
    """The keywords in the formats of instructions, without the mnemonics."""
    return _format_words(len(INSTRUCTIONS))


def clause_words() -> frozenset[str]:
    """The keywords that may begin a continuation line of an instruction."""
    return _clause_words(len(INSTRUCTIONS))


@cache
def _format_words(_: int) -> frozenset[str]:
    def words(elements: Sequence[FormatElement]) -> Iterator[str]:
        for element in elements:
            match element:
                case FormatToken(text) if text.isidentifier():
                    yield text
                case Optional(parts):
                    yield from words(parts)
                case _:
                    pass

    return frozenset(w for cls in INSTRUCTIONS.values() for w in words(cls.layout()))


@cache
def _clause_words(count: int) -> frozenset[str]:
    return (_format_words(count) | {"case"}) - INSTRUCTIONS.keys()


def arrange(tokens: Tokens, item_words: Set[str]) -> Lines:
    """Finds statements and items; ``item_words`` are the keywords of items."""
    kinds, texts, starts = tokens.kinds, tokens.texts, tokens.starts
    kinds.append("end")
    texts.append("")
    starts.append(len(tokens.source.text))
    kept = array("q")
    clauses = clause_words()
    items: list[int] = []
    closers: dict[int, int] = {}
    stack: list[str] = []
    opening = 0
    comparing = is_block = False
    fresh = True
    newline = -1
    for index, kind in enumerate(kinds):
        if kind == "newline":
            newline, fresh = index, True
            continue
        if fresh:
            fresh = False
            if stack and _begins_item(tokens, index, item_words):
                stack.clear()
            elif len(stack) > 1 and not comparing and _begins_statement(tokens, index):
                del stack[1:]
            goes_on = kind == "->" or (kind == "word" and texts[index] in clauses)
            goes_on |= kind == "(" and not is_block and bool(kept) and kinds[kept[-1]] == ":"
            joins = bool(kept) and (goes_on or (kind == "{" and not stack))
            counts = not stack or (len(stack) == 1 and stack[0] == "{")
            if counts and not joins:
                if newline >= 0 and kept:
                    kept.append(newline)
                is_block = kind == "block"
                if not stack:
                    items.append(len(kept))
                    comparing = kind == "word" and tokens.texts[index] in COMPARING_ITEMS
        if kind in _BRACKETS and not (comparing and kind in "<>"):
            if kind not in _OPENERS:
                if not stack:
                    opening = len(kept)
                if len(stack) < _MAX_DEPTH:
                    stack.append(kind)
                fresh = len(stack) == 1 and kind == "{"
                newline = -1 if fresh else newline
            elif _close(stack, _OPENERS[kind]) and not stack and kind == "}":
                closers[opening] = len(kept)
                fresh, newline = True, -1
        kept.append(index)
    # The lists are filtered in place, since a long text has many tokens.
    for to, index in enumerate(kept):
        kinds[to], texts[to], starts[to] = kinds[index], texts[index], starts[index]
    for tail in (kinds, texts, starts):
        del tail[len(kept) :]
    return Lines(tokens, items[:-1] if items and items[-1] == len(kept) - 1 else items, closers)


def _close(stack: list[str], opener: str) -> bool:
    """Closes the innermost bracket of a kind and all unclosed brackets inside it."""
    if opener == "<":
        if stack and stack[-1] == "<":
            stack.pop()
        return False
    # Only a brace closes the body of an item.
    if opener not in stack or (opener != "{" and stack[0] == "{" and opener not in stack[1:]):
        return False
    while stack.pop() != opener:
        pass
    return True


def _begins_item(tokens: Tokens, index: int, item_words: Set[str]) -> bool:
    kind = tokens.kinds[index] if index < len(tokens.kinds) else "end"
    following = tokens.kinds[index + 1] if index + 1 < len(tokens.kinds) else "end"
    if kind == "word":
        named = following in ("global", "type", "string")
        return named and tokens.texts[index] in item_words
    if kind == "[" and following == "word":
        return tokens.texts[index + 1] in DECLARATION_WORDS
    return kind == "attribute"


def _begins_statement(tokens: Tokens, index: int) -> bool:
    if index + 1 >= len(tokens.kinds):
        return False
    kind = tokens.kinds[index]
    if kind == "local":
        return tokens.kinds[index + 1] == "="
    return kind == "block" or (kind == "word" and tokens.texts[index] in INSTRUCTIONS)
