"""An editor: a client that starts ``dlvm-lsp`` and talks to it as VS Code does."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from dlvm import __version__


class Editor(LanguageClient):
    """A client with the diagnostics and messages that it received."""

    def __init__(self) -> None:
        super().__init__("editor", __version__)
        self.published: dict[tuple[str, int | None], list[lsp.Diagnostic]] = {}
        self.arrived = asyncio.Event()
        self.messages: list[str] = []

        @self.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def receive(params: lsp.PublishDiagnosticsParams) -> None:
            self.published[params.uri, params.version] = list(params.diagnostics)
            self.arrived.set()

        @self.feature(lsp.WINDOW_SHOW_MESSAGE)
        def show(params: lsp.ShowMessageParams) -> None:
            self.messages.append(params.message)

    async def diagnostics(self, uri: str, version: int) -> list[lsp.Diagnostic]:
        """The diagnostics of a version of a file, as soon as they are published."""
        while (uri, version) not in self.published:
            self.arrived.clear()
            await asyncio.wait_for(self.arrived.wait(), 60)
        return self.published[uri, version]

    def open(self, path: Path, text: str, version: int = 1) -> str:
        uri = path.as_uri()
        item = lsp.TextDocumentItem(uri, "dlvm", version, text)
        self.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return uri

    def change(self, uri: str, text: str, version: int) -> None:
        self.text_document_did_change(
            lsp.DidChangeTextDocumentParams(
                lsp.VersionedTextDocumentIdentifier(version, uri),
                [lsp.TextDocumentContentChangeWholeDocument(text)],
            )
        )


@asynccontextmanager
async def editor(folder: Path) -> AsyncIterator[Editor]:
    """An editor whose server runs until the block ends."""
    client = Editor()
    await client.start_io(sys.executable, "-m", "dlvm.language_server.tool")
    capabilities: Any = lsp.ClientCapabilities()
    await client.initialize_async(
        lsp.InitializeParams(capabilities, root_uri=folder.as_uri(), process_id=None)
    )
    client.initialized(lsp.InitializedParams())
    try:
        yield client
    finally:
        await client.shutdown_async(None)
        client.exit(None)
        await client.stop()


def at(uri: str, text: str, marked: str, shift: int = 0) -> dict[str, Any]:
    """The parameters of a request at the beginning of a piece of a text, or ``shift`` after it."""
    offset = text.index(marked) + shift
    line = text.count("\n", 0, offset)
    column = offset - text.rfind("\n", 0, offset) - 1
    return {
        "text_document": lsp.TextDocumentIdentifier(uri),
        "position": lsp.Position(line, column),
    }
