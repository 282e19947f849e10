"""Colors in editors and documentation: the TextMate grammar and the Pygments lexer."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pygments.lexers import get_lexer_by_name, guess_lexer_for_filename
from pygments.token import Error, Name, Whitespace, string_to_tokentype
from pygments.util import ClassNotFound

from dlvm import __version__
from dlvm.diagnostics import Source
from dlvm.ir import INSTRUCTIONS
from dlvm.ir.schedules import DIRECTIVES
from dlvm.tel import textmate as tel_textmate
from dlvm.text.highlighting import DLVMLexer
from dlvm.text.lexer import tokenize
from dlvm.text.lines import COMPARING_ITEMS
from dlvm.text.parser import ITEMS
from dlvm.text.textmate import STYLES, main, textmate_text
from tests.support.paths import ROOT

EXTENSION = ROOT / "editors" / "vscode"
GRAMMAR = EXTENSION / "syntaxes" / "dlvm.tmLanguage.json"
FILES = sorted((ROOT / "tests").rglob("*.dl"))
TOKENS = {f"{s.scope}.dlvm": string_to_tokentype(s.token) for s in STYLES.values()}

Piece = tuple[int, str, str]
"""An offset, the text there, and its scope."""


def textmate_pieces(grammar: dict[str, Any], line: str, offset: int = 0) -> Iterator[Piece]:
    """What an editor makes of a line: of the patterns' next matches the first one, of several at
    one place that of the pattern which comes first."""
    patterns = [(re.compile(p["match"]), p) for p in grammar["patterns"]]
    at = 0
    while at < len(line):
        found = [(m, p) for expression, p in patterns if (m := expression.search(line, at))]
        if not found:
            return
        match, pattern = min(found, key=lambda pair: pair[0].start())
        captures = pattern.get("captures", {"0": {"name": pattern.get("name")}})
        for group, capture in captures.items():
            yield offset + match.start(int(group)), match.group(int(group)), capture["name"]
        assert match.end() > at
        at = match.end()


def pygments_pieces(text: str) -> list[tuple[int, str, Any]]:
    pieces = DLVMLexer().get_tokens_unprocessed(text)
    return [(at, piece, token) for at, token, piece in pieces]


def each_file(files: Iterable[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        "file", files, ids=lambda f: f.relative_to(ROOT / "tests").as_posix()
    )


def read_grammar() -> dict[str, Any]:
    return json.loads(GRAMMAR.read_text(encoding="utf-8"))


def test_the_grammar_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written = tmp_path / "grammar.json"
    assert main([str(written)]) == 0
    assert written.read_text(encoding="utf-8") == textmate_text()
    assert main([]) == 0
    assert capsys.readouterr().out == textmate_text()


def test_a_sample_line() -> None:
    scopes = [
        (text, scope.removesuffix(".dlvm"))
        for _, text, scope in textmate_pieces(
            read_grammar(),
            "    %0.1 = reduce %x: <2 x _n x f32> by add init -1: f32 along 0 // sum",
        )
    ]
    assert scopes == [
        ("%0.1", "variable.other"),
        ("=", "punctuation"),
        ("reduce", "support.function"),
        ("%x", "variable.other"),
        (":", "punctuation"),
        ("<2 x _n x f32>", "storage.type.tensor"),
        ("by", "keyword.other"),
        ("add", "support.function.operator"),
        ("init", "keyword.other"),
        ("-", "punctuation"),
        ("1", "constant.numeric"),
        (":", "punctuation"),
        ("f32", "storage.type"),
        ("along", "keyword.other"),
        ("0", "constant.numeric"),
        ("// sum", "comment.line.double-slash"),
    ]


@pytest.mark.parametrize(
    ("line", "text", "scope"),
    [
        ("stage raw", "raw", "constant.language"),
        ("!inline", "!inline", "storage.modifier"),
        ("func @f: (i64) -> void {", "@f", "entity.name.function"),
        ("func @f: (i64) -> void {", "void", "storage.type"),
        ("[gradient @f wrt 1 seedable]", "wrt", "keyword.other"),
        ("    conditional %c: bool then 'a() else 'b()", "'a", "entity.name.label"),
        ("    conditional %c: bool then 'a() else 'b()", "conditional", "keyword.control"),
        ("    branchEnum %e: $E case ?a 'b", "?a", "variable.other.enummember"),
        ("    %a = extract #w from %p: $P", "#w", "variable.other.member"),
        ("    %a = extract #w from %p: $P", "$P", "entity.name.type"),
        ("    %a = literal nan: f32", "nan", "constant.language"),
        ("    store %x: i8 to %p: *i8", "store", "support.function"),
        ('    trap "no \\" way"', '"no \\" way"', "string.quoted.double"),
        ('    trap "no way', '"no way', "invalid.illegal"),
        ("    vectorize i by 8", "vectorize", "keyword.other.directive"),
        ("    %y[i < 4] = sum(k < 3) %x[i, k]", "sum", "support.function"),
        ("    %y = §", "§", "invalid.illegal"),
        ("    %y = iota 2 x 3 along 0: i64", "x", "keyword.other"),
        ("    %y = shapeCast %x: f32 to 2 x _n", "_n", "storage.type.size"),
    ],
)
def test_lines(line: str, text: str, scope: str) -> None:
    pieces = list(textmate_pieces(read_grammar(), line))
    assert (text, f"{scope}.dlvm") in [(t, s) for _, t, s in pieces]


@pytest.mark.parametrize("word", [*INSTRUCTIONS, *ITEMS, *DIRECTIVES])
def test_words_are_no_names(word: str) -> None:
    first = next(textmate_pieces(read_grammar(), f"  {word} %x: f32"))
    assert first[:2] == (2, word)
    assert first[2] not in ("variable.parameter.dlvm", "storage.type.dlvm")


@each_file(FILES)
def test_highlighting_preserves_files(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    pieces = pygments_pieces(text)
    assert "".join(piece for _, piece, _ in pieces) == text
    # What is no token for the parser is an error, and nothing else is.
    errors = [(at, at + len(piece)) for at, piece, token in pieces if token is Error]
    expected = [d.location for d in tokenize(Source(file.name, text)).errors]
    assert errors == [(e.start, e.end) for e in expected if e is not None]


@each_file(FILES)
def test_editors_and_pygments_agree(file: Path) -> None:
    grammar, text = read_grammar(), file.read_text(encoding="utf-8")
    offset, seen = 0, list[tuple[int, str, Any]]()
    for line in text.splitlines(keepends=True):
        pieces = textmate_pieces(grammar, line.rstrip("\r\n"), offset)
        seen += [(at, piece, TOKENS[scope]) for at, piece, scope in pieces]
        offset += len(line)
    assert seen == [p for p in pygments_pieces(text) if p[2] is not Whitespace]


@each_file([f for f in FILES if "wrong" not in f.parts])
def test_every_word_of_a_function_means_something(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    for item in COMPARING_ITEMS:
        # The variables of computations and the devices of schedules are names.
        text = re.sub(rf"^{item} (?:.|\n)*?^\}}$", "", text, flags=re.MULTILINE)
    assert [piece for _, piece, token in pygments_pieces(text) if token is Name] == []


def test_odd_texts() -> None:
    for text in ("", "\ufeffstage raw\n", "\r\n\t\v\f x", "“%x”", "\x00", "@ % ' $ # ? !", '"\\'):
        assert "".join(piece for _, piece, _ in pygments_pieces(text)) == text
    assert [t for _, _, t in pygments_pieces("\x00")] == [Error]


def test_pygments_finds_the_lexer() -> None:
    try:
        assert isinstance(get_lexer_by_name("dlvm"), DLVMLexer)
    except ClassNotFound:
        pytest.fail("the installed package is out of date: pip install -e .")
    sample = (ROOT / "tests" / "lit" / "run" / "tensors" / "shapes.dl").read_text(encoding="utf-8")
    assert isinstance(guess_lexer_for_filename("shapes.dl", sample), DLVMLexer)


def test_the_extension_starts_the_server() -> None:
    package = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    program = (EXTENSION / package["main"]).read_text(encoding="utf-8")
    assert (
        package["contributes"]["configuration"]["properties"]["dlvm.server"]["default"]
        in (project["scripts"])
    )
    for language in package["contributes"]["languages"]:
        assert f'language: "{language["id"]}"' in program
    for grammar in package["contributes"]["grammars"]:
        content = json.loads((EXTENSION / grammar["path"]).read_text(encoding="utf-8"))
        assert content["scopeName"] == grammar["scopeName"]


@pytest.mark.parametrize(
    ("line", "text", "scope"),
    [
        ("net Layer<m> {", "net", "keyword.declaration"),
        ("net Layer<m> {", "Layer", "entity.name.type"),
        ("    param w: [2 x 3] = glorot", "glorot", "support.constant"),
        ("    inference(x: i64[n]) -> [n x 3] {", "inference", "entity.name.function"),
        ("    inference(x: i64[n]) -> [n x 3] {", "i64", "storage.type"),
        ("        if a then tanh(x . w) else 2.5e3 // b", "then", "keyword.control"),
        ("        if a then tanh(x . w) else 2.5e3 // b", "tanh", "support.function"),
        ("        if a then tanh(x . w) else 2.5e3 // b", "2.5e3", "constant.numeric"),
        ("        if a then tanh(x . w) else 2.5e3 // b", "// b", "comment.line.double-slash"),
    ],
)
def test_lines_of_tel(line: str, text: str, scope: str) -> None:
    pieces = textmate_pieces(json.loads(tel_textmate.textmate_text()), line)
    assert (text, f"{scope}.tel") in [(t, s) for _, t, s in pieces]


def test_the_extension_is_complete() -> None:
    package = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    language, grammar = (
        package["contributes"]["languages"][0],
        package["contributes"]["grammars"][0],
    )
    assert package["version"] == __version__
    assert (EXTENSION / grammar["path"]).resolve() == GRAMMAR
    assert grammar["scopeName"] == read_grammar()["scopeName"]
    assert grammar["language"] == language["id"]
    configuration = json.loads((EXTENSION / language["configuration"]).read_text(encoding="utf-8"))
    # What a double click selects are whole tokens.
    word = re.compile(configuration["wordPattern"])
    for text in ("%x.1", "%0.1", "%1^0", "@f", "'b0", "$T", "#w", "?c", "!inline", "add", "12"):
        assert word.fullmatch(text)
    indent = configuration["indentationRules"]["increaseIndentPattern"]
    assert re.search(indent, "func @f: () -> () {")
    assert re.search(indent, "'entry(%x: f32): // first")
    assert not re.search(indent, "    %y = exp %x: f32")
