"""The server: editors send texts and places, and get the answers of
:mod:`dlvm.language_server.answers`."""

from __future__ import annotations

import asyncio
import gc
import sys
from pathlib import Path
from typing import Any, Final

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from dlvm.diagnostics import Diagnostic, DiagnosticError, Location, Source
from dlvm.language_server import answers
from dlvm.language_server.answers import Document
from dlvm.language_server.symbols import Candidate
from dlvm.tel.checker import read_text
from dlvm.version import VERSION

_PAUSE: Final = 0.1
"""Seconds without an edit before a text is checked."""
_LONGEST_RUN: Final = 60
_KINDS: Final[dict[str, lsp.CompletionItemKind]] = {
    "value": lsp.CompletionItemKind.Variable,
    "size": lsp.CompletionItemKind.TypeParameter,
    "function": lsp.CompletionItemKind.Function,
    "type": lsp.CompletionItemKind.Struct,
    "block": lsp.CompletionItemKind.Reference,
    "field": lsp.CompletionItemKind.Field,
    "case": lsp.CompletionItemKind.EnumMember,
    "instruction": lsp.CompletionItemKind.Method,
    "builtin": lsp.CompletionItemKind.Function,
    "keyword": lsp.CompletionItemKind.Keyword,
}
RUN_COMMAND: Final = "dlvm.run"


class EditorServer(LanguageServer):
    """A language server with the current version of each open file."""

    def __init__(self) -> None:
        # Whole texts: positions in changes depend on what ends a line, on which editors and
        # str.splitlines disagree.
        super().__init__(  # pyright: ignore[reportUnknownMemberType]
            "dlvm-lsp", VERSION, lsp.TextDocumentSyncKind.Full
        )
        self.documents: dict[str, Document] = {}
        self.versions: dict[str, int | None] = {}
        self.checking = asyncio.Lock()
        self.tasks: set[asyncio.Task[None]] = set()

    def document(self, uri: str) -> Document:
        """An open file."""
        if uri not in self.documents:
            raise JsonRpcInvalidParams(f"expected an open file, got {uri}")
        return self.documents[uri]

    # Positions ---------------------------------------------------------------------------------

    def position(self, source: Source, offset: int) -> lsp.Position:
        """An offset as a position, in the units that the editor counts in."""
        line, column = source.line_and_column(min(offset, len(source.text)))
        start = min(offset, len(source.text)) - column + 1
        codec = self.workspace.position_codec
        units = codec.client_num_units(source.text[start : start + column - 1])
        return lsp.Position(line - 1, units)

    def range(self, source: Source, start: int, end: int) -> lsp.Range:
        return lsp.Range(self.position(source, start), self.position(source, end))

    def offset(self, source: Source, position: lsp.Position) -> int:
        """A position of the editor as an offset. A position beyond the end of a line counts as its
        end."""
        if position.line > source.text.count("\n"):
            return len(source.text)
        text = source.line_text(position.line + 1)
        start = source.text.rfind("\n", 0, source.line_end(position.line + 1)) + 1
        column = self.workspace.position_codec.position_from_client_units(
            [text], lsp.Position(0, position.character)
        ).character
        return start + min(column, len(text))

    # Checks ------------------------------------------------------------------------------------

    def open(self, uri: str, text: str, version: int | None, pause: float) -> None:
        """Reads a new version of a file, and checks it and the open files that import it after a
        pause."""
        name = to_fs_path(uri) or uri
        self.documents[uri] = answers.read_document(name, text, self.documents.get(uri))
        self.versions[uri] = version
        self.check(uri, pause)
        self.check_importing(name, pause)

    def check_importing(self, name: str, pause: float) -> None:
        """Checks the open files that import a file, which has changed."""
        for uri, document in [*self.documents.items()]:
            if document.symbols is not None and name in document.symbols.imports:
                source = document.source
                # A check that runs already read the file before its change.
                self.documents[uri] = answers.read_document(source.name, source.text, document)
                self.check(uri, pause)

    def read(self, path: Path) -> str:
        """The text of a file: that in the editor if it is open, otherwise that on disk."""
        for document in [*self.documents.values()]:
            if document.source.name == str(path):
                return document.source.text
        return read_text(path)

    def check(self, uri: str, pause: float) -> None:
        """Checks an open file after a pause, unless another version comes first."""
        task = asyncio.create_task(self._check(uri, self.document(uri), pause))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _check(self, uri: str, document: Document, pause: float) -> None:
        await asyncio.sleep(pause)
        # One check at a time, and requests are answered in the meantime.
        async with self.checking:
            if self.documents.get(uri) is not document or document.is_checked:
                return
            await asyncio.to_thread(answers.check, document, self.read)
        if self.documents.get(uri) is not document:
            return
        self.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(
                uri,
                [self.diagnostic(document.source, d) for d in document.report.diagnostics],
                self.versions[uri],
            )
        )
        capabilities = self.client_capabilities.workspace
        if capabilities and capabilities.inlay_hint and capabilities.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None, lambda _: None)

    def diagnostic(self, source: Source, found: Diagnostic) -> lsp.Diagnostic:
        """A diagnostic for the editor. One of another file is shown at the first line."""
        place, message = found.location, found.message
        if place is not None and place.source.name != source.name:
            place, message = None, f"{place}: {message}"
        related = [
            lsp.DiagnosticRelatedInformation(self.location(note.location), note.message)
            for note in found.notes
            if note.location is not None
        ]
        message += "".join(f"\n{note.message}" for note in found.notes if note.location is None)
        error, warning = lsp.DiagnosticSeverity.Error, lsp.DiagnosticSeverity.Warning
        return lsp.Diagnostic(
            self.range(source, place.start, place.end) if place else self.range(source, 0, 0),
            message,
            error if found.severity == "error" else warning,
            source="dlvm",
            related_information=related or None,
        )

    def uri(self, source: Source) -> str:
        """The address of a file, as the editor writes it if it is open."""
        opened = (u for u, d in self.documents.items() if d.source.name == source.name)
        path = str(Path(source.name).absolute())
        return next(opened, None) or from_fs_path(path) or source.name

    def location(self, place: Location) -> lsp.Location:
        return lsp.Location(
            self.uri(place.source), self.range(place.source, place.start, place.end)
        )

    def at(self, params: Any) -> tuple[Document, int]:
        """The document and the offset that a request names."""
        document = self.document(params.text_document.uri)
        return document, self.offset(document.source, params.position)


server: Final = EditorServer()


@server.feature(lsp.INITIALIZED)
def initialized(_: lsp.InitializedParams) -> None:
    # The first hover over a built-in function would import them.
    asyncio.get_running_loop().run_in_executor(None, _import_early)


def _import_early() -> None:
    import dlvm.nn.losses  # pyright: ignore[reportUnusedImport]
    import dlvm.tel.runtime  # noqa: F401  # pyright: ignore[reportUnusedImport]

    # The collector need not look at what stays, which would delay answers.
    gc.freeze()


@server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
async def did_open(params: lsp.DidOpenTextDocumentParams) -> None:
    opened = params.text_document
    server.open(opened.uri, opened.text, opened.version, 0)


@server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
async def did_change(params: lsp.DidChangeTextDocumentParams) -> None:
    changed = params.text_document
    server.open(changed.uri, params.content_changes[-1].text, changed.version, _PAUSE)


@server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
async def did_save(params: lsp.DidSaveTextDocumentParams) -> None:
    server.check(params.text_document.uri, 0)


@server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
async def did_close(params: lsp.DidCloseTextDocumentParams) -> None:
    uri = params.text_document.uri
    server.documents.pop(uri, None)
    server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))


@server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
async def did_change_watched_files(params: lsp.DidChangeWatchedFilesParams) -> None:
    for change in params.changes:
        if change.uri not in server.documents:
            server.check_importing(to_fs_path(change.uri) or change.uri, 0)


@server.feature(lsp.TEXT_DOCUMENT_HOVER)
def hover(params: lsp.HoverParams) -> lsp.Hover | None:
    document, offset = server.at(params)
    found = answers.hover(document, offset)
    if found is None:
        return None
    start, end, text = found
    content = lsp.MarkupContent(lsp.MarkupKind.Markdown, text)
    return lsp.Hover(content, server.range(document.source, start, end))


@server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
def definition(params: lsp.DefinitionParams) -> lsp.Location | None:
    document, offset = server.at(params)
    found = answers.definition(document, offset)
    return server.location(found) if found is not None else None


@server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
    document, offset = server.at(params)
    return [
        server.location(Location(source, o.start, o.end))
        for source, o in answers.references(document, offset, server.read)
        if params.context.include_declaration or not o.is_definition
    ]


@server.feature(
    lsp.TEXT_DOCUMENT_COMPLETION,
    lsp.CompletionOptions(trigger_characters=[*"%@$'#?!."], resolve_provider=True),
)
def completion(params: lsp.CompletionParams) -> lsp.CompletionList:
    document, offset = server.at(params)
    start, candidates, is_all = answers.complete(document, offset)
    place = server.range(document.source, start, offset)
    name = document.language.name
    items = [_item(candidate, place, name) for candidate in candidates]
    return lsp.CompletionList(not is_all, items)


def _item(candidate: Candidate, place: lsp.Range, language: str) -> lsp.CompletionItem:
    return lsp.CompletionItem(
        candidate.text,
        kind=_KINDS[candidate.kind],
        detail=candidate.detail or None,
        filter_text=candidate.text,
        text_edit=lsp.TextEdit(place, candidate.text),
        data=language,
    )


@server.feature(lsp.COMPLETION_ITEM_RESOLVE)
def resolve(item: lsp.CompletionItem) -> lsp.CompletionItem:
    for language in answers.LANGUAGES.values():
        text = language.documentation(item.label) if language.name == item.data else None
        if text is not None:
            item.documentation = lsp.MarkupContent(lsp.MarkupKind.Markdown, text)
    return item


@server.feature(lsp.TEXT_DOCUMENT_RENAME)
def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit:
    document, offset = server.at(params)
    try:
        places = answers.renamed_places(document, offset, params.new_name, server.read)
    except DiagnosticError as failure:
        raise JsonRpcInvalidParams(failure.diagnostics[0].message) from None
    old = places[0][1].key.name
    name = params.new_name
    if not (old[0].isalnum() or old[0] == "_") and not name.startswith(old[0]):
        name = old[0] + name
    edits: dict[str, list[lsp.TextEdit]] = {}
    for source, o in places:
        edit = lsp.TextEdit(server.range(source, o.start, o.end), name)
        edits.setdefault(server.uri(source), []).append(edit)
    return lsp.WorkspaceEdit(edits)


@server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
    document = server.document(params.text_document.uri)
    text = answers.formatted(document)
    if text is None or text == document.source.text:
        return None
    whole = server.range(document.source, 0, len(document.source.text))
    return [lsp.TextEdit(whole, text)]


@server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
def inlay_hints(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
    document = server.document(params.text_document.uri)
    start, end = (server.offset(document.source, p) for p in (params.range.start, params.range.end))
    return [
        lsp.InlayHint(server.position(document.source, place), text, lsp.InlayHintKind.Type)
        for place, text in answers.hints(document, start, end)
    ]


@server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
def code_lenses(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
    uri = params.text_document.uri
    document = server.document(uri)
    lenses: list[lsp.CodeLens] = []
    for start, end in answers.run_lines(document):
        place = server.range(document.source, start, end)
        command = lsp.Command("run", RUN_COMMAND, "Compile and call", [uri, place.start.line])
        lenses.append(lsp.CodeLens(place, command))
    return lenses


@server.command(RUN_COMMAND)
async def run(uri: str, line: int) -> str:
    """Runs a ``// run:`` line, shows whether the result is as expected, and returns that."""
    document = server.document(uri)
    text = answers.with_one_run_line(document.source.text, line)
    # A process of its own, which can be stopped if the program does not end.
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "dlvm.tools.dlc", "-", "--test"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        output, _ = await asyncio.wait_for(process.communicate(text.encode()), _LONGEST_RUN)
        message = output.decode(errors="replace").strip()
        failed = process.returncode != 0
    except TimeoutError:
        process.kill()
        await process.wait()
        message, failed = f"stopped after {_LONGEST_RUN} s", True
    kind = lsp.MessageType.Error if failed else lsp.MessageType.Info
    server.window_show_message(lsp.ShowMessageParams(kind, message))
    return message
