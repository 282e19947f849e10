"""The names, completions and documentation of ``.dl`` files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from inspect import cleandoc
from typing import Final

from dlvm.diagnostics import DiagnosticError, Source, error
from dlvm.ir.instruction import Function
from dlvm.ir.instructions import INSTRUCTIONS
from dlvm.ir.module import FUNCTION_ATTRIBUTES, Module
from dlvm.ir.types import ElementType
from dlvm.ir.values import Value
from dlvm.ir.wellformed import NAME
from dlvm.language_server.symbols import (
    Candidate,
    Kind,
    Language,
    Occurrence,
    Report,
    SymbolKey,
    Symbols,
)
from dlvm.tel.checker import ReadText, read_text
from dlvm.text.formatter import format_text
from dlvm.text.lexer import Tokens, tokenize
from dlvm.text.lines import clause_words
from dlvm.text.parser import ITEMS
from dlvm.verifier import verify_text

KINDS: Final[dict[str, Kind]] = {
    "local": "value",
    "global": "function",
    "type": "type",
    "block": "block",
    "field": "field",
    "case": "case",
}
"""The kind of entity that the tokens of each kind denote."""

_NAMED: Final = ("global", "type", "string")
_DEFINING: Final = ("func", "var", "compute", "struct", "enum", "type")
_SIGILS: Final = {
    "%": "value",
    "@": "function",
    "$": "type",
    "'": "block",
    "#": "field",
    "?": "case",
}


@dataclass
class _OpenItem:
    """The top-level item that is being read: its keyword and its name."""

    keyword: str = ""
    scope: str = ""
    start: int = 0
    parameters: set[str] = field(default_factory=set[str])


def read_symbols(source: Source, _: ReadText = read_text) -> Symbols:
    """Finds the names of a module in one pass over its tokens, which need not parse."""
    tokens = tokenize(source)
    kinds, texts, starts = tokens.kinds, tokens.texts, tokens.starts
    kinds += ["end"] * 3
    symbols = Symbols(source)
    item = _OpenItem()
    fresh, header, depth = True, False, 0
    seen: set[SymbolKey] = set()
    for index, text in enumerate(texts):
        kind = kinds[index]
        if kind == "newline":
            fresh = fresh or depth <= 0
            continue
        begins, fresh = fresh or kinds[index - 1] == "newline", False
        if begins:
            if kind == "word" and text in ITEMS and kinds[index + 1] in _NAMED:
                _close(symbols, item, starts[index])
                item, depth = _begin(tokens, index), 0
            header = (kind == "block" and kinds[index + 1] == "(") or (
                item.keyword == "compute" and kind == "("
            )
        if kind in "([":
            depth += 1
        elif kind in ")]":
            depth -= 1
            header = header and depth > 0
        what = KINDS.get(kind)
        if what is None:
            continue
        local = kind in ("local", "block") or (kind == "type" and text in item.parameters)
        key = SymbolKey(what, item.scope if local else "", text)
        defines = _defines(tokens, index, item, begins, header) and key not in seen
        if defines:
            seen.add(key)
            anchor = index
            if kind == "local" and kinds[index + 1] == "=" and index + 2 < len(texts):
                anchor = index + 2
                symbols.hints.append((starts[index] + len(text), key))
            symbols.anchors[starts[anchor]] = key
        symbols.occurrences.append(
            Occurrence(starts[index], starts[index] + len(text), key, defines)
        )
    _close(symbols, item, len(source.text))
    return symbols


def _begin(tokens: Tokens, index: int) -> _OpenItem:
    kinds, texts = tokens.kinds, tokens.texts
    item = _OpenItem(texts[index], f"{texts[index]} {texts[index + 1]}", tokens.starts[index])
    place = index + 3
    if kinds[index + 2] == "<":
        while kinds[place] in ("type", ","):
            item.parameters.add(texts[place])
            place += 1
    return item


def _close(symbols: Symbols, item: _OpenItem, end: int) -> None:
    if item.scope:
        symbols.scopes.append((item.start, end, item.scope))


def _defines(tokens: Tokens, index: int, item: _OpenItem, begins: bool, header: bool) -> bool:
    kinds, texts = tokens.kinds, tokens.texts
    following = kinds[index + 1]
    match kinds[index]:
        case "local":
            assigned = begins and (following == "=" or item.keyword == "compute")
            return assigned or (header and (following == ":" or item.keyword == "compute"))
        case "block":
            return begins and header
        case "field":
            return item.keyword == "struct"
        case "case":
            return item.keyword == "enum"
        case _:
            if texts[index] in item.parameters and kinds[index] == "type":
                return True
            return index > 0 and texts[index - 1] in _DEFINING and kinds[index - 1] == "word"


def importing(_source: Source, _read: ReadText) -> Iterable[tuple[Source, Symbols | None]]:
    """Returns nothing, as modules do not import each other."""
    return ()


def check(source: Source, symbols: Symbols | None, _: ReadText) -> Report:
    """Parses and verifies a module."""
    try:
        module, problems = verify_text(source.text, source.name)
    except DiagnosticError as failure:
        return Report(failure.diagnostics)
    assert symbols is not None
    return Report(problems, _types(module, symbols))


def _types(module: Module, symbols: Symbols) -> dict[SymbolKey, str]:
    found: dict[SymbolKey, list[str]] = {}
    for value in _values(module):
        key = symbols.anchors.get(value.location.start) if value.location else None
        if key is None or (value.name is not None and value.name != key.name[1:]):
            continue
        type = str(value.type)
        if type not in found.setdefault(key, []):
            found[key].append(type)
    # The instances of a generic function have different types.
    return {key: " | ".join(types[:3]) for key, types in found.items()}


def _values(module: Module) -> Iterator[Value | Function]:
    for function in module.functions:
        yield function
        for block in function.blocks:
            yield from block.arguments
            yield from block.instructions


def words(before: str) -> Iterator[Candidate]:
    """Yields completions after the text ``before`` on a line: instructions at the beginning of the
    line or after ``=``, types and keywords elsewhere."""
    if re.search(r"(^|[=:])\s*[\w.]*$", before) is None and before.strip()[-1:] in set("%@$'#?"):
        return
    if re.fullmatch(r"\s*[\w.]*|.*=\s*[\w.]*", before):
        for mnemonic, declaration in INSTRUCTIONS.items():
            yield Candidate(mnemonic, "instruction", str(declaration.format))
    if re.fullmatch(r"\w*", before):
        yield from (Candidate(item, "keyword") for item in ITEMS)
    if re.search(r"!\w*$", before):
        yield from (Candidate(f"!{name}", "keyword") for name in FUNCTION_ATTRIBUTES)
        return
    if re.search(r"\S\s+[\w.]*$|[<(:]\s*\w*$", before):
        yield from (Candidate(element.value, "keyword", "element type") for element in ElementType)
        yield from (Candidate(word, "keyword") for word in sorted(clause_words()))


def documentation(word: str) -> str | None:
    """The documentation of an instruction."""
    declaration = INSTRUCTIONS.get(word)
    if declaration is None:
        return None
    text = cleandoc(declaration.__doc__ or "").replace("``", "`")
    return f"```dlvm\n{declaration.format}\n```\n{text}"


def check_name(key: SymbolKey, name: str) -> None:
    """Checks that a new name of an entity is valid and begins with the sigil of the old one."""
    sigil = key.name[0]
    if not re.fullmatch(re.escape(sigil) + NAME, name):
        raise error(f"a {key.kind} must be named {sigil} and letters, digits or _, got {name}")


LANGUAGE: Final = Language(
    "dlvm", read_symbols, importing, check, words, documentation, format_text,
    r"[%@$'#?!]?[\w.]*$", check_name,
)  # fmt: skip
