"""What the documentation shows is true: its programs run, and its transcripts come out as printed.

In each page, in order: a ``dl`` block is a module, which is kept under the name that its first line
gives (``// name.dl``), and its ``// run:`` lines are checked; a ``python`` block runs, in one
namespace with those before it, in a file of the name that its first line gives, if it does
(``# name.py``); a ``text`` block is what the one before it printed; a ``console`` block is commands
of the tools with their output.
"""

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import dlvm
import dlvm.compute.generation  # so that all rows are there before they are remembered
import dlvm.compute.linear_algebra_fusion
from dlvm.compute.index_notation.lowering import INDEX_EXPRESSION
from dlvm.diagnostics import Source
from dlvm.interpreter import EVALUATE
from dlvm.ir import INSTRUCTIONS
from dlvm.ir.intrinsics import INTRINSICS
from dlvm.tools import dlc, dlopt
from dlvm.tools.expectations import check_expectation, read_expectations
from dlvm.transforms import PASSES
from dlvm.transforms.differentiation import ADJOINT
from tests.support.paths import ROOT

PAGES = [ROOT / "README.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n?)*)", re.MULTILINE)
LINK = re.compile(r"\]\(([^)#:]+)\)")
TABLES: list[dict[Any, Any]] = [
    INSTRUCTIONS,
    INTRINSICS,
    EVALUATE,
    ADJOINT,
    INDEX_EXPRESSION,
    PASSES,
]
TOOLS = {"dlopt": dlopt.main, "dlc": dlc.main}


@pytest.fixture(autouse=True)
def restored_tables() -> Iterator[None]:
    """What a page adds is gone when it ends."""
    contents = [dict(table) for table in TABLES]
    yield
    for table, content in zip(TABLES, contents, strict=True):
        table.clear()
        table.update(content)


def check_calls(text: str) -> None:
    """Makes the calls of a module's ``// run:`` lines, compiled and (up to the stage of
    computations, which it does not read) interpreted."""
    for expectation in read_expectations(Source("page", text)):
        module = dlvm.parse(text)
        executable = dlvm.compile(module, externs=True)
        check_expectation(
            expectation, module, lambda name, given, executable=executable: executable[name](*given)
        )
        if not module.definitions:
            dlvm.run_passes(module, "AD")
            check_expectation(
                expectation,
                module,
                lambda name, given, module=module: dlvm.interpret(module, name, *given),
            )


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_page(
    page: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    module = ModuleType("page")
    monkeypatch.setitem(sys.modules, "page", module)
    names = vars(module)
    printed = ""
    for number, (language, text) in enumerate(BLOCK.findall(page.read_text(encoding="utf-8"))):
        match language:
            case "dl":
                module = dlvm.parse(text)
                if module.definitions or not module.schedules:
                    dlvm.verify(module)
                assert dlvm.parse(str(module)) == module
                check_calls(text)
                name = re.match(r"// (\S+\.(?:dl|sched))\n", text)
                if name:
                    Path(name[1]).write_text(text, encoding="utf-8")
            case "python":
                # Staged functions are read from their source, so it has to be in a file.
                name = re.match(r"# (\S+\.py)\n", text)
                file = Path(name[1]) if name else tmp_path / f"block_{number}.py"
                file.write_text(text, encoding="utf-8")
                exec(compile(text, str(file), "exec"), names)
                printed = capsys.readouterr().out
            case "text":
                assert printed.rstrip() == text.rstrip()
            case "console":
                for command, output in COMMAND.findall(text):
                    tool, *arguments = shlex.split(command)
                    if arguments == ["-m", "pip", "install", "."]:  # Done, or nothing would run.
                        assert (ROOT / "pyproject.toml").exists()
                        continue
                    if tool == "python":  # An example, which test_examples.py runs.
                        assert (ROOT / arguments[0]).exists()
                        continue
                    assert TOOLS[tool](arguments) == 0, capsys.readouterr().err
                    assert capsys.readouterr().out == output
            case _:
                raise AssertionError(f"{page.name} has a block in {language}, which is not run")


@pytest.mark.parametrize(
    "page",
    [
        *PAGES,
        ROOT / "CONTRIBUTING.md",
        ROOT / "benchmarks" / "README.md",
        ROOT / "editors" / "README.md",
    ],
    ids=lambda p: p.relative_to(ROOT).as_posix(),
)
def test_links_lead_somewhere(page: Path) -> None:
    links = LINK.findall(BLOCK.sub("", page.read_text(encoding="utf-8")))
    assert not [link for link in links if not (page.parent / link).exists()]


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_to_headings(page: Path) -> None:
    text = BLOCK.sub("", page.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", h).lower().replace(" ", "-") for h in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= anchors


def test_the_readme_has_two_commands_to_paste() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    first, second = re.findall(r"^python3 -m venv .*$", readme, re.MULTILINE)
    assert "dlvm.nn.digits" in first
    assert "pytest" in second
