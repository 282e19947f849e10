"""The answers of the language server, in modules and programs of the tests and examples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import dlvm
from dlvm.diagnostics import DiagnosticError, Source
from dlvm.language_server import answers
from dlvm.language_server.answers import Document
from dlvm.language_server.symbols import Symbols
from dlvm.tel.checker import check as check_tel
from dlvm.text.formatter import format_text
from tests.support.paths import ROOT

MODULES = sorted((ROOT / "tests" / "lit" / "run").rglob("*.dl"))
PROGRAMS = [
    *sorted((ROOT / "examples" / "tel").glob("*.tel")),
    ROOT / "tests" / "unit" / "tel" / "pieces.tel",
]

MODULE = """\
struct $Pair { #a: f32, #b: <3 x f32> }

// run: @f({ #a: 1, #b: [1, 2, 3] }) == 2
// run: @g(3) == 7
func @f: ($Pair) -> f32 {
'entry(%p: $Pair):
    %a = extract #a from %p: $Pair
    %y = add %a: f32, 1: f32
    return %y: f32
}
func @g: (f32) -> f32 {
'entry(%x: f32):
    %y = multiply %x: f32, 2: f32
    branch 'end(%y: f32)
'end(%z: f32):
    %w = add %z: f32, 1: f32
    return %w: f32
}
"""
PROGRAM = """\
net Layer<m> {
    param w: [m x 4] = glorot
    inference(x: [n x m]) -> [n x 4] {
        h = relu(x . w)
        h * 2
    }
}
net Two {
    param first: Layer<8>
    inference(x: [n x 8]) -> [n x 4] {
        h = first.inference(x)
        tanh(h) + first.w[0]
    }
}
"""


def checked(name: str, text: str) -> Document:
    document = answers.read_document(name, text)
    answers.check(document)
    return document


def place(document: Document, marked: str) -> int:
    """The offset of ``|`` in a piece of the text."""
    return document.source.text.index(marked.replace("|", "")) + marked.index("|")


def hover(document: Document, marked: str) -> str:
    found = answers.hover(document, place(document, marked))
    return found[2] if found else ""


def renamed(document: Document, marked: str, name: str) -> str:
    text = document.source.text
    places = [o for _, o in answers.renamed_places(document, place(document, marked), name)]
    for occurrence in reversed(places):
        text = text[: occurrence.start] + name + text[occurrence.end :]
    return text


def completions(name: str, text: str, marked: str) -> list[str]:
    document = checked(name, text)
    return [c.text for c in answers.complete(document, place(document, marked))[1]]


def names(symbols: Symbols) -> Iterator[tuple[int, int]]:
    return ((o.start, o.end) for o in symbols.occurrences)


@pytest.mark.parametrize("file", MODULES, ids=lambda f: f.name)
def test_names_and_format_of_modules(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    document = checked(str(file), text)
    assert document.symbols is not None
    # Every value that is used is defined, and only once.
    for key, places in document.symbols.by_key.items():
        if key.kind in ("value", "block", "function"):
            assert [o.is_definition for o in places].count(True) == 1, key
    formatted = format_text(document.source)
    assert format_text(Source("again", formatted)) == formatted
    assert dlvm.parse(formatted) == dlvm.parse(text)
    assert re.findall("//.*?(?= *$)", formatted, re.M) == re.findall("//.*?(?= *$)", text, re.M)
    # Text that DLVM printed is formatted already.
    printed = str(dlvm.parse(text))
    assert format_text(Source("printed", printed)) == printed


@pytest.mark.parametrize("file", PROGRAMS, ids=lambda f: f.name)
def test_names_of_programs(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    document = checked(str(file), text)
    assert document.report.diagnostics == []
    assert document.symbols is not None
    for _, key in document.symbols.hints:
        assert key in document.report.types
    local = [k for k in document.symbols.by_key if k.kind in ("value", "size")]
    for key in local:
        defined = [o.is_definition for o in document.symbols.by_key[key]]
        assert defined[0] or key.kind == "value"
        # Renaming keeps the program valid.
        start = document.symbols.by_key[key][0].start
        places = [o for _, o in answers.renamed_places(document, start, "renamed")]
        changed = text
        for o in sorted(places, reverse=True):
            changed = changed[: o.start] + "renamed" + changed[o.end :]
        check_tel(Source(str(file), changed))


def test_hover_in_a_module() -> None:
    document = checked("m.dl", MODULE)
    assert hover(document, "%|a: f32, 1") == "```dlvm\n%a: f32\n```\nvalue"
    assert "@g: (f32) -> f32" in hover(document, "@|g: (f32)")
    assert "struct $Pair { #a: f32" in hover(document, "($P|air)")
    assert "'end(%z: f32):" in hover(document, "'e|nd(%y")
    assert hover(document, "mul|tiply").startswith("```dlvm\nmultiply {")
    assert hover(document, "ret|urn %w").startswith("```dlvm\nreturn")
    # The same name in another function.
    assert {
        o.key.scope for _, o in answers.references(document, place(document, "%|y: f32\n"))
    } == {"func @f"}


def test_hover_and_hints_in_a_program() -> None:
    document = checked("p.tel", PROGRAM)
    assert hover(document, "|h * 2") == "```tel\nh: [n x 4]\n```\nvalue"
    assert "param w: [m x 4] = glorot" in hover(document, "first.|w")
    assert "rectified" in hover(document, "re|lu").lower() or "relu(x)" in hover(document, "re|lu")
    found = answers.definition(document, place(document, "first.infe|rence"))
    assert found is not None
    assert found.line == 3
    assert [text for _, text in answers.hints(document, 0, 10**6)] == [": [n x 4]", ": [n x 4]"]


def test_rename() -> None:
    document = checked("m.dl", MODULE)
    assert renamed(document, "%|y: f32\n", "%sum").count("%sum") == 2
    assert dlvm.parse(renamed(document, "$|Pair {", "$P")) == dlvm.parse(
        MODULE.replace("$Pair", "$P")
    )
    program = checked("p.tel", PROGRAM)
    assert renamed(program, "param |w", "v") == PROGRAM.replace("w:", "v:").replace(
        " . w", " . v"
    ).replace(".w", ".v")
    for text, marked, name, message in (
        ("m.dl", "%|y: f32\n", "%p", "%p is already the name of a value"),
        ("m.dl", "%|y: f32\n", "%1x", "a value must be named % and letters"),
        ("m.dl", "mul|tiply", "%p", "expected the cursor at a name"),
        ("p.tel", "|h * 2", "x", "x is already the name of a value"),
        ("p.tel", "|h * 2", "tanh", "tanh has a meaning in the language"),
    ):
        wrong = program if text == "p.tel" else document
        with pytest.raises(DiagnosticError, match=message):
            answers.renamed_places(wrong, place(wrong, marked), name)


def test_completion() -> None:
    assert completions("m.dl", MODULE, "%|w: f32") == ["%x", "%y", "%z", "%w"]
    assert completions("m.dl", MODULE, "'e|nd(%y") == ["'entry", "'end"]
    assert "multiply" in completions("m.dl", MODULE, "%y = mul|tiply")
    assert completions("m.dl", MODULE, "($P|air)") == ["$Pair"]
    assert completions("p.tel", PROGRAM, "first.|inference") == ["w", "inference", "first"]
    assert {"tanh", "take"} <= {*completions("p.tel", PROGRAM, "ta|nh(h)")}
    assert completions("p.tel", PROGRAM, "= glo|rot") == ["glorot"]


def test_names_are_known_while_the_text_is_wrong() -> None:
    document = checked("p.tel", PROGRAM)
    broken = PROGRAM.replace("h * 2", "h * (")
    document = answers.read_document("p.tel", broken, document)
    for _ in range(2):
        assert "h: [n x 4]" in hover(document, "|h * (")
        assert "h" in [c.text for c in answers.complete(document, place(document, "h|"))[1]]
        answers.check(document)
    assert len(document.report.diagnostics) == 1
    with pytest.raises(DiagnosticError, match="the text has errors that hide its names"):
        answers.renamed_places(document, place(document, "|h * ("), "k")


def test_one_run_line() -> None:
    document = checked("m.dl", MODULE)
    assert len(answers.run_lines(document)) == 2
    assert answers.with_one_run_line(MODULE, 3).count("// run:") == 1
