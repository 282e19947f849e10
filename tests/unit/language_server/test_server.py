"""The language server, driven by a client."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("pygls", reason="needs the extra lsp")

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from dlvm.language_server.tool import main
from tests.fuzz.malformed.edits import edit
from tests.support.editor import at, editor
from tests.unit.language_server.test_answers import MODULE, PROGRAM


def test_edits_leave_the_diagnostics_of_a_fresh_start() -> None:
    asyncio.run(edit(60, 1))


def test_a_day_in_an_editor(tmp_path: Path) -> None:
    asyncio.run(_work(tmp_path))


async def _work(folder: Path) -> None:
    async with editor(folder) as client:
        text = MODULE.replace("// run: @g(3)", "// 𝔘 é\n// run: @g(3)")
        uri = client.open(folder / "m.dl", text)
        assert await client.diagnostics(uri, 1) == []
        found = await client.text_document_hover_async(lsp.HoverParams(**at(uri, text, "%w: f32")))
        assert found is not None
        assert isinstance(found.contents, lsp.MarkupContent)
        assert "%w: f32" in found.contents.value
        place = await client.text_document_definition_async(
            lsp.DefinitionParams(**at(uri, text, "'end(%y"))
        )
        assert isinstance(place, lsp.Location)
        assert place.range.start == lsp.Position(15, 0)
        uses = await client.text_document_references_async(
            lsp.ReferenceParams(lsp.ReferenceContext(False), **at(uri, text, "%z: f32):"))
        )
        assert [use.range.start.line for use in uses or ()] == [16]
        listed = await client.text_document_completion_async(
            lsp.CompletionParams(**at(uri, text, "multiply", 3))
        )
        assert isinstance(listed, lsp.CompletionList)
        item = next(i for i in listed.items if i.label == "multiply")
        item = await client.completion_item_resolve_async(item)
        assert item.documentation is not None
        changed = await client.text_document_rename_async(
            lsp.RenameParams(new_name="%total", **at(uri, text, "%w: f32"))
        )
        assert changed is not None
        assert [e.new_text for e in (changed.changes or {})[uri]] == ["%total"] * 2
        with pytest.raises(JsonRpcException, match="is already the name of a value"):
            await client.text_document_rename_async(
                lsp.RenameParams(new_name="%z", **at(uri, text, "%w: f32"))
            )
        file = lsp.TextDocumentIdentifier(uri)
        lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(file))
        assert [lens.range.start.line for lens in lenses or ()] == [2, 4]
        command = list(lenses or ())[1].command
        assert command is not None
        ran = lsp.ExecuteCommandParams(command.command, command.arguments)
        shown = await client.workspace_execute_command_async(ran)
        assert shown == "1 calls return the expected results"

        wrong = text.replace("%z: f32, 1", "%q: f32, 1")
        client.change(uri, wrong, 2)
        (problem,) = await client.diagnostics(uri, 2)
        assert problem.message.startswith("there is no value %q")
        assert problem.range.start == lsp.Position(16, 13)
        messy = text.replace("    %y =", "  %y  =")
        client.change(uri, messy, 3)
        edits = await client.text_document_formatting_async(
            lsp.DocumentFormattingParams(file, lsp.FormattingOptions(4, True))
        )
        assert [e.new_text for e in edits or ()] == [text]

        uri = client.open(folder / "p.tel", PROGRAM)
        assert await client.diagnostics(uri, 1) == []
        whole = lsp.Range(lsp.Position(0, 0), lsp.Position(100, 0))
        hints = await client.text_document_inlay_hint_async(
            lsp.InlayHintParams(lsp.TextDocumentIdentifier(uri), whole)
        )
        assert [(h.label, h.position.line) for h in hints or ()] == [
            (": [n x 4]", 3),
            (": [n x 4]", 10),
        ]
        client.change(uri, PROGRAM.replace("Layer<8>", "Layer<9>"), 2)
        (problem,) = await client.diagnostics(uri, 2)
        assert problem.range.start.line == 10
        assert problem.related_information
        client.text_document_did_close(
            lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(uri))
        )
        with pytest.raises(JsonRpcException, match="expected an open file"):
            await client.text_document_hover_async(lsp.HoverParams(**at(uri, PROGRAM, "net")))


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "dlvm-lsp --tcp 8888" in capsys.readouterr().out
