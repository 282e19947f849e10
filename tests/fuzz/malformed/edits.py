"""Edits files at random in a running ``dlvm-lsp``: after each edit, its diagnostics are those of a
fresh check of the text, and it answers requests at random places.

::

    python -m tests.fuzz.malformed.edits --edits 10000
    python -m tests.fuzz.malformed.edits --latency

``--latency`` measures hover and completion in files of 2,000 lines: their processor time in this
process, which does not depend on the load of the machine, and the time until a client has the
answer.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from lsprotocol import types as lsp

from dlvm.language_server import answers
from dlvm.language_server.answers import Document
from tests.fuzz.malformed.tel_programs import FOLDER, TEXTS, mutated
from tests.support.editor import Editor, at, editor
from tests.support.paths import ROOT

MODULES: Final = [
    file.read_text(encoding="utf-8")
    for file in sorted((ROOT / "tests" / "lit").rglob("*.dl"))
    if file.stat().st_size < 3000
]
_LONGEST: Final = 6000
_FRESH: Final = 500
"""After so many edits, the texts are opened in a new server, too."""

Shown = list[tuple[int, int, str]]


def shown(diagnostics: list[lsp.Diagnostic]) -> Shown:
    return [(d.range.start.line, d.range.start.character, d.message) for d in diagnostics]


def edited(text: str, texts: list[str], random: Random) -> str:
    """A text with a piece removed, repeated, exchanged or taken from another one."""
    if len(text) > _LONGEST or not text or random.random() < 0.02:
        return random.choice(texts)
    if random.random() < 0.5:
        return mutated(text, random)
    start = random.randrange(len(text))
    end = min(len(text), start + random.choice((0, 0, 1, 5, 80)))
    other = random.choice(texts)
    place = random.randrange(len(other))
    piece = random.choice(
        ("", "", "%", "\n", "é", "𝔘", other[place : place + random.randrange(40)])
    )
    return text[:start] + piece + text[end:]


async def edit(count: int, seed: int) -> None:
    """Makes edits; raises :class:`AssertionError` if a server with a history finds other errors."""
    random = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        files = {Path(folder) / "edited.dl": MODULES, FOLDER / "edited.tel": TEXTS}
        async with editor(Path(folder)) as veteran:
            done = 0
            while done < count:
                for path, texts in files.items():
                    some = min(_FRESH, count - done)
                    done += some
                    await _edit_file(veteran, path, texts, some, random)


async def _edit_file(
    veteran: Editor, path: Path, texts: list[str], count: int, random: Random
) -> None:
    text = random.choice(texts)
    uri = veteran.open(path, text)
    versions = {1: text}
    await veteran.diagnostics(uri, 1)
    for version in range(2, count + 2):
        text = edited(text, texts, random)
        versions[version] = text
        # Saving checks at once; an edit alone waits for the next one.
        veteran.change(uri, text, version)
        veteran.text_document_did_save(
            lsp.DidSaveTextDocumentParams(lsp.TextDocumentIdentifier(uri))
        )
        await veteran.diagnostics(uri, version)
        if version % 10 == 0:
            await _ask(veteran, uri, text, random)
    veteran.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(uri)))
    async with editor(path.parent) as fresh:
        for version, found in versions.items():
            opened = fresh.open(path, found, version)
            expected = shown(await fresh.diagnostics(opened, version))
            got = shown(veteran.published.pop((uri, version)))
            assert got == expected, f"{found}\n{got}\n{expected}"
            fresh.text_document_did_close(
                lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(opened))
            )


async def _ask(client: Editor, uri: str, text: str, random: Random) -> None:
    """Sends requests at random places, which must not fail."""
    line = random.randrange(text.count("\n") + 2)
    place = lsp.Position(line, random.randrange(60))
    file = lsp.TextDocumentIdentifier(uri)
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(10_000, 0))
    await client.text_document_hover_async(lsp.HoverParams(file, place))
    await client.text_document_completion_async(lsp.CompletionParams(file, place))
    await client.text_document_definition_async(lsp.DefinitionParams(file, place))
    await client.text_document_references_async(
        lsp.ReferenceParams(lsp.ReferenceContext(True), file, place)
    )
    await client.text_document_inlay_hint_async(lsp.InlayHintParams(file, whole))
    await client.text_document_code_lens_async(lsp.CodeLensParams(file))
    options = lsp.FormattingOptions(4, True)
    await client.text_document_formatting_async(lsp.DocumentFormattingParams(file, options))


def long_module() -> str:
    """A module of 2,000 lines."""
    lines = ['module "long"', "stage raw"]
    for number in range(20):
        lines += [f"func @f{number}: (<4 x 8 x f32>) -> <4 x 8 x f32> {{"]
        lines += ["'entry(%x: <4 x 8 x f32>):"]
        for step in range(96):
            before = f"%v{step - 1}" if step else "%x"
            lines += [f"    %v{step} = add {before}: <4 x 8 x f32>, %x: <4 x 8 x f32>"]
        lines += ["    return %v95: <4 x 8 x f32>", "}"]
    return "\n".join(lines) + "\n"


def long_program() -> str:
    """A TEL program of 2,000 lines."""
    lines: list[str] = []
    for number in range(20):
        lines += [f"layer{number}(x: [n x 8], w: [8 x 8]) -> [n x 8] {{"]
        for step in range(97):
            before = f"v{step - 1}" if step else "x"
            lines += [f"    v{step} = tanh({before} . w)"]
        lines += ["    v96", "}"]
    return "\n".join(lines) + "\n"


_LONG_TEXTS: Final = (
    ("long.dl", long_module(), "%v50 ="),
    ("long.tel", long_program(), "v50 ="),
)
"""Names and texts of long files, and a name in each whose hover and completion are measured."""


def processor_times() -> None:
    """Prints the processor times of answers, directly after an edit and without one."""
    for name, text, word in _LONG_TEXTS:
        document = answers.read_document(name, text)
        answers.check(document)
        # As in the server, the collector does not look at modules.
        gc.collect()
        gc.freeze()
        offset = text.index(word) + 1
        requests: list[Callable[[Document, int], object]] = [answers.hover, answers.complete]
        for request in requests:
            for is_edited in (False, True):
                times: list[float] = []
                for version in range(50):
                    start = time.thread_time()
                    if is_edited:
                        edited_text = text + f"// {version}\n"
                        document = answers.read_document(name, edited_text, document)
                    request(document, offset)
                    times.append(1000 * (time.thread_time() - start))
                _report(f"{name} {request.__name__}", is_edited, "processor", times)


def _report(what: str, is_edited: bool, clock: str, times: list[float]) -> None:
    when = " after an edit" if is_edited else ""
    print(f"{what}{when}: {clock} median {median(times):.1f} ms, most {max(times):.1f} ms")


async def latency() -> None:
    """Prints the times of requests, directly after an edit and without one."""
    with tempfile.TemporaryDirectory() as folder:
        async with editor(Path(folder)) as client:
            for name, text, word in _LONG_TEXTS:
                await _measure(client, Path(folder) / name, text, word)


async def _measure(client: Editor, path: Path, text: str, word: str) -> None:
    uri = client.open(path, text)
    await client.diagnostics(uri, 1)
    await asyncio.sleep(1)
    place = at(uri, text, word, 1)

    async def hover() -> None:
        await client.text_document_hover_async(lsp.HoverParams(**place))

    async def completion() -> None:
        await client.text_document_completion_async(lsp.CompletionParams(**place))

    version = 1
    for request in (hover, completion):
        for is_edited in (False, True):
            times: list[float] = []
            for _ in range(20):
                if is_edited:
                    version += 1
                    client.change(uri, text + f"// {version}\n", version)
                    # A person needs longer, and the check is running by then.
                    await asyncio.sleep(0.1)
                start = time.perf_counter()
                await request()
                times.append(1000 * (time.perf_counter() - start))
            _report(f"{path.name} {request.__name__}", is_edited, "wall clock", times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edits", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--latency", action="store_true", help="measure instead")
    options = parser.parse_args()
    if options.latency:
        processor_times()
        asyncio.run(latency())
        return
    asyncio.run(edit(options.edits, options.seed))
    print(f"{options.edits} edits, the diagnostics of a fresh start")


if __name__ == "__main__":
    main()
