"""Names that several TEL files share: of functions, nets, fields and cases."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

pytest.importorskip("pygls", reason="needs the extra lsp")

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from dlvm.diagnostics import DiagnosticError, Source
from dlvm.language_server import answers
from dlvm.tel.checker import check as check_tel
from tests.support.editor import Editor, at, editor

FILES = {
    "layers": """\
enum Choice { Yes(x: []), No() }
struct Pair<n> { left: [n], right: [n] }
net Layer<m, k> {
    param w: [m x k] = glorot
    inference(x: [n x m]) -> [n x k] { relu(x . w) }
}
twice<s*>(x: [s]) -> [s] { x * 2 }
""",
    "middle": """\
import layers
both(x: [n]) -> [n] { twice(x) + twice(twice(x)) }
""",
    "main": """\
import middle
import layers
net Two {
    param first: Layer<8, 4>
    inference(x: [n x 8]) -> [n x 4] { twice(first.inference(x)) + first.w[0] }
}
use(p: Pair<3>) -> [3] { both(p.left) + p.right }
pick(c: Choice) -> [] { match c { Yes(x) -> twice(x), No() -> 0 } }
""",
    "apart": "twice(x: [n]) -> [n] { x }\n",
}
SHARED = ("twice", "Layer", "Choice", "Pair", "Yes", "No", "left", "w", "both")


def written(folder: Path) -> dict[str, Path]:
    paths = {name: folder / f"{name}.tel" for name in FILES}
    for name, path in paths.items():
        path.write_text(FILES[name], encoding="utf-8")
    return paths


def document_of(path: Path) -> answers.Document:
    document = answers.read_document(str(path), path.read_text("utf-8"))
    answers.check(document)
    assert document.report.diagnostics == []
    return document


def test_renamed_in_all_files(tmp_path: Path) -> None:
    paths = written(tmp_path)
    for path in paths.values():
        document = document_of(path)
        assert document.symbols is not None
        for key in [*document.symbols.by_key]:
            if key.kind == "file":
                continue
            offset = document.symbols.by_key[key][0].start
            places = answers.renamed_places(document, offset, "renamed")
            texts = {name: p.read_text("utf-8") for name, p in paths.items()}
            for source, o in sorted(places, key=lambda p: p[1].start, reverse=True):
                name, text = Path(source.name).stem, texts[Path(source.name).stem]
                assert text[o.start : o.end] == key.name
                texts[name] = text[: o.start] + "renamed" + text[o.end :]
            for name, text in texts.items():
                paths[name].write_text(text, encoding="utf-8")
            for name, p in paths.items():
                check_tel(Source(str(p), texts[name]))
            written(tmp_path)


def test_definitions_in_other_files(tmp_path: Path) -> None:
    paths = written(tmp_path)
    main = document_of(paths["main"])
    text = FILES["main"]
    for name in SHARED:
        found = answers.definition(main, list(re.finditer(rf"\b{name}\b", text))[-1].start())
        assert found is not None, name
        expected = "middle" if name == "both" else "layers"
        assert Path(found.source.name).stem == expected
        assert found.source.text[found.start : found.end] == name
    place = answers.definition(main, text.index("middle"))
    assert place is not None
    assert (place.source.name, place.start) == (str(paths["middle"]), 0)
    hover = answers.hover(main, text.index("twice"))
    assert hover is not None
    assert "twice<s*>(x: [s]) -> [s]" in hover[2]
    uses = answers.references(main, text.index("twice"))
    assert sorted(Path(s.name).stem for s, _ in uses) == ["layers", *["main"] * 2, *["middle"] * 3]
    listed = answers.complete(main, text.index("both(p") + 2)[1]
    assert "both" in [c.text for c in listed]


def test_names_taken_in_other_files(tmp_path: Path) -> None:
    paths = written(tmp_path)
    layers = document_of(paths["layers"])
    offset = FILES["layers"].index("twice")
    with pytest.raises(
        DiagnosticError, match=r"both is already the name of a function in .*middle"
    ):
        answers.renamed_places(layers, offset, "both")
    paths["main"].write_text("import layers\nuse(", encoding="utf-8")
    with pytest.raises(DiagnosticError, match=r"main\.tel has errors that hide its names"):
        answers.renamed_places(layers, offset, "doubled")
    assert len(answers.references(layers, offset)) == 4


def test_files_open_in_an_editor(tmp_path: Path) -> None:
    asyncio.run(_work(written(tmp_path), tmp_path))


async def _work(paths: dict[str, Path], folder: Path) -> None:
    async with editor(folder) as client:
        main = client.open(paths["main"], FILES["main"])
        assert await client.diagnostics(main, 1) == []
        place = await client.text_document_definition_async(
            lsp.DefinitionParams(**at(main, FILES["main"], "twice(first"))
        )
        assert isinstance(place, lsp.Location)
        assert (place.uri, place.range.start.line) == (paths["layers"].as_uri(), 6)

        # What the editor holds counts, not what is on disk.
        changed = "\n" + FILES["layers"]
        layers = client.open(paths["layers"], changed)
        assert await client.diagnostics(layers, 1) == []
        edits = await client.text_document_rename_async(
            lsp.RenameParams(new_name="doubled", **at(main, FILES["main"], "twice(first"))
        )
        assert edits is not None
        lines = {
            Path(uri).name: [e.range.start.line for e in found]
            for uri, found in (edits.changes or {}).items()
        }
        assert lines == {"main.tel": [4, 7], "layers.tel": [7], "middle.tel": [1, 1, 1]}

        # An error in an imported file is one of the files that import it, until it is mended.
        client.change(layers, changed.replace("twice<s*>", "thrice<s*>"), 2)
        await _problem(client, main, "twice")
        client.change(layers, changed, 3)
        await _problem(client, main, "")
        with pytest.raises(JsonRpcException, match="already the name"):
            await client.text_document_rename_async(
                lsp.RenameParams(new_name="both", **at(layers, changed, "twice"))
            )

        # Files that change on disk.
        client.text_document_did_close(
            lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(layers))
        )
        paths["layers"].write_text(changed.replace("Pair", "Couple"), encoding="utf-8")
        event = lsp.FileEvent(layers, lsp.FileChangeType.Changed)
        client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([event]))
        await _problem(client, main, "Pair")


async def _problem(client: Editor, uri: str, expected: str) -> None:
    """Waits until a file has an error with a text, or none."""

    def is_shown() -> bool:
        found = client.published.get((uri, 1), [])
        return any(expected in d.message for d in found) if expected else not found

    while not is_shown():
        client.arrived.clear()
        await asyncio.wait_for(client.arrived.wait(), 60)
