"""Staged functions with control flow in notebooks, interactive interpreters, ``python -c`` and
``exec``: they are staged if their source is available, and otherwise raise an error at their line.
"""

import ast
import linecache
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dlvm import tracebacks
from dlvm.diagnostics import DiagnosticError

SETUP = "from dlvm.nnkit import Float0D, Int0D, staged\n"
HELPER = """\
def bounded(y):
    if y > 3:
        return y - 1
    return y + 2
"""
LOOP = """\
@staged
def total(x: Float0D, n: Int0D) -> Float0D:
    for i in range(n):
        x = bounded(x)
    return x
"""
STRAIGHT = """\
@staged
def doubled(x: Float0D) -> Float0D:
    return x * 2
"""
WITHOUT_SOURCE = (
    ":3: error: a staged value is only known when the program runs, but Python needs an integer; "
    "if, while and for are staged from the source of total, which {} does not keep; define total "
    "in a file, in a notebook or in the interactive interpreter of Python 3.13 or later"
)


@pytest.fixture(autouse=True)
def _restore_sources() -> Iterator[None]:  # pyright: ignore[reportUnusedFunction]
    known = dict(linecache.cache)
    yield
    linecache.cache.clear()
    linecache.cache.update(known)


def _keep_source(name: str, text: str) -> None:
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)


def _run_cell(text: str, name: str, namespace: dict[str, Any]) -> None:
    """Runs a cell as IPython does: it keeps the source, and runs each statement by itself."""
    _keep_source(name, text)
    for statement in ast.parse(text, name).body:
        exec(compile(ast.Interactive([statement]), name, "single"), namespace)


@pytest.mark.parametrize(
    "name", ["<ipython-input-{}-ab12>", "/tmp/ipykernel_7/{}.py", "<python-input-{}>"]
)
def test_control_flow_is_staged_in_cells(name: str) -> None:
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for number, text in enumerate((SETUP, HELPER, LOOP)):
        _run_cell(text, name.format(number), namespace)
    assert namespace["total"](1.0, 5) == 5.0
    # After the cell of the helper is changed and run again, the function calls the new helper.
    _run_cell(HELPER.replace("y + 2", "y + 3"), name.format(3), namespace)
    assert namespace["total"](1.0, 1) == 4.0


def test_an_error_in_a_cell_names_its_line() -> None:
    namespace: dict[str, Any] = {"__name__": "__main__"}
    _run_cell(SETUP + STRAIGHT.replace("x * 2", "float(x)"), "<ipython-input-9>", namespace)
    with pytest.raises(DiagnosticError) as caught:
        namespace["doubled"](1.0)
    assert str(caught.value).startswith("<ipython-input-9>:4:12: error: ")
    # IPython prints an exception by this method: without frames of the library.
    shown = "\n".join(caught.value._render_traceback_())  # pyright: ignore
    assert "in doubled" in shown
    assert str(Path(tracebacks.__file__).parent) not in shown


def test_without_a_source_control_flow_is_refused_at_its_line() -> None:
    namespace: dict[str, Any] = {"__name__": "__main__"}
    exec(SETUP + HELPER + STRAIGHT, namespace)
    assert namespace["doubled"](2.0) == 4.0
    exec(LOOP, namespace)
    with pytest.raises(DiagnosticError) as caught:
        namespace["total"](1.0, 5)
    assert str(caught.value) == "<string>" + WITHOUT_SOURCE.format("<string>")


def test_a_text_of_the_same_name_is_not_the_source() -> None:
    _keep_source("<string>", LOOP.replace("range(n)", "range(n + 1)"))
    namespace: dict[str, Any] = {"__name__": "__main__"}
    _run_cell(SETUP + HELPER, "<ipython-input-1>", namespace)
    exec(LOOP, namespace)
    with pytest.raises(DiagnosticError, match="which <string> does not keep"):
        namespace["total"](1.0, 5)
    _keep_source("<string>", LOOP)
    exec(LOOP, namespace)
    assert namespace["total"](1.0, 5) == 5.0


@pytest.mark.parametrize("arguments", [["-c"], ["-i"]], ids=["command", "interactive"])
def test_the_interpreter_keeps_sources_from_python_3_13(arguments: list[str]) -> None:
    blocks = [SETUP, HELPER, LOOP, STRAIGHT, "print(doubled(3.0))\n", "print(total(1.0, 5))\n"]
    is_command = arguments == ["-c"]
    text = ("" if is_command else "\n").join(blocks)
    found = subprocess.run(
        [sys.executable, *arguments, *([text] if is_command else [])],
        input="" if is_command else text,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "6.0" in found.stdout
    if sys.version_info >= (3, 13):
        assert "5.0" in found.stdout
    else:
        remedy = "if, while and for are staged from the source of total, which <"
        assert remedy in found.stderr
