# ipykernel is optional, and jupyter_client has no types.
# pyright: reportMissingImports=false, reportMissingTypeStubs=false
"""Cells in a Jupyter kernel: what they show as HTML, and the lines of their errors."""

import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.machine import needs_notebook

pytestmark = needs_notebook

SETUP = """\
import numpy as np
import dlvm
from dlvm import nn
from dlvm.nnkit import *
x = np.ones(3, "f")
"""
STAGED = """\
@staged
def grown(x: Float1D, times: Int0D = 2) -> Float1D:
    for _ in range(times):
        if x.sum() < 100:
            x = x + x
    return x
"""


class Notebook:
    """A kernel that runs cells."""

    def __init__(self, client: Any) -> None:
        self.client = client

    def run(self, cell: str) -> list[dict[str, Any]]:
        """Runs a cell, and returns the contents of the messages that show something."""
        found: list[dict[str, Any]] = []

        def keep(message: dict[str, Any]) -> None:
            if message["msg_type"] != "status" and message["msg_type"] != "execute_input":
                found.append(message["content"])

        self.client.execute_interactive(cell, timeout=300, allow_stdin=False, output_hook=keep)
        return found

    def shown(self, cell: str) -> dict[str, str]:
        """The only output of a cell, by its media types."""
        found = self.run(cell)
        assert len(found) == 1, found
        assert "data" in found[0], found
        return found[0]["data"]

    def html(self, cell: str) -> str:
        """The text of the HTML that a cell shows."""
        return re.sub("<[^>]+>", " ", re.sub("</?span[^>]*>", "", self.shown(cell)["text/html"]))


@pytest.fixture(scope="module")
def notebook(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Notebook]:
    from jupyter_client.manager import KernelManager

    folder = tmp_path_factory.mktemp("kernel")
    # The path of a socket must be short.
    with tempfile.TemporaryDirectory(prefix="dlvm") as sockets:
        manager = KernelManager(
            kernel_name="python3",
            connection_file=str(folder / "kernel.json"),
            transport="ipc",
            ip=str(Path(sockets) / "s"),
        )
        manager.start_kernel(env={**os.environ, "IPYTHONDIR": str(folder)})
        client = manager.client()
        client.start_channels()
        try:
            client.wait_for_ready(timeout=300)
            yield _with_names(Notebook(client))
        finally:
            client.stop_channels()
            manager.shutdown_kernel(now=True)


def _with_names(notebook: Notebook) -> Notebook:
    assert notebook.run(SETUP) == []
    assert notebook.run(STAGED) == []
    return notebook


def test_functions_of_cells_are_staged(notebook: Notebook) -> None:
    assert notebook.shown("grown(x, 3).tolist()")["text/plain"] == "[8.0, 8.0, 8.0]"
    # A cell that is run again defines another function.
    notebook.run(STAGED.replace("x + x", "x - x"))
    assert notebook.shown("grown(x, 3).tolist()")["text/plain"] == "[0.0, 0.0, 0.0]"
    notebook.run(STAGED)


def test_an_error_is_at_its_line_of_the_cell(notebook: Notebook) -> None:
    cell = """\
@staged
def wrong(x: Float1D) -> Float1D:
    y = x + 1
    return y @ np.ones((7, 2), "f")

wrong(x)
"""
    (problem,) = notebook.run(cell)
    text = "\n".join(problem["traceback"])
    assert re.search(r"\.py:4:12: error: dot: inner dimensions differ", text)
    assert re.search(r"line 6, in <module>\n +wrong\(x\)\n", text)
    assert "dlvm/nnkit" not in text


def test_functions_and_programs_show_themselves(notebook: Notebook) -> None:
    text = notebook.html("grown")
    assert re.search(r"staged grown, \d+\.py:2 ", text)
    assert re.search(r"times +Int0D +2 .* result +Float1D", text)
    explained = notebook.html("grown.explain(x)")
    assert re.search(r"2 +shape specialization +x: &lt;3 x f32&gt;, times: i64", explained)
    module = notebook.shown("grown.module(x)")
    assert module["text/plain"] == "<module grown, stage raw: 1 function>"
    assert (
        '<span style="color: var(--jp-mirror-editor-keyword-color)">func</span>'
        in (module["text/html"])
    )
    for cell in ("grown.lower(x)", "grown.ir(x)", "grown.stage('optimizable', x)"):
        assert "func @grown: (&lt;3 x f32&gt;, i64) -&gt; &lt;3 x f32&gt;" in notebook.html(cell)
    assert "schedule @" in notebook.html("grown.stage('schedule', x)")
    assert "define " in notebook.html("grown.stage('llvm', x)")
    compiled = notebook.html("dlvm.compile(grown.module(x))")
    assert re.search(r"@grown +\(&lt;3 x f32&gt;, i64\) -&gt; &lt;3 x f32&gt; +[\d,]+ ", compiled)


def test_long_programs_are_cut(notebook: Notebook) -> None:
    text = notebook.html("from dlvm.notebooks import Listing\nListing('<a>\\n' * 3000)")
    assert text.count("&lt;a&gt;") == 2000
    assert text.endswith("… 1,001 more lines, which print() shows")


def test_models_and_their_training_show_themselves(notebook: Notebook) -> None:
    notebook.run("model = nn.Sequential(nn.Dense(4, 8), nn.relu, nn.Dense(8, 2))")
    assert re.search(r"layers\[2\]\.bias +float32\[2\]", notebook.html("model"))
    summary = notebook.html("nn.summary(model, np.ones((3, 4), 'f'))")
    assert re.search(r"Summary +layer .*\u00a0{4}Dense +3 x 8 +40 ", summary)
    fit = """\
labels = np.arange(32) % 2
trainer = nn.Trainer(model, nn.Adam(0.01))
trainer.fit(np.ones((32, 4), 'f'), labels, epochs=3)
"""
    bar, *between, last, history = notebook.run(fit)
    assert '<progress value="0" max="3"></progress> 0/3' in bar["data"]["text/html"]
    for state in (*between, last):
        assert state["transient"] == bar["transient"]
    assert '<progress value="3" max="3"></progress> 3/3  loss' in last["data"]["text/html"]
    assert "<caption>Training</caption>" in history["data"]["text/html"]
    assert "image/svg+xml" in notebook.shown("trainer.history.plot()")
