"""Runs the code blocks of the documentation, and checks its links and paths.

The blocks of a page run in order:

- A ``dl`` block is a module, saved under the name in its first line (``// name.dl``) if it has one.
  Its ``// run:`` lines are checked.
- A ``python`` block runs in a namespace that the blocks of the page share. Its first line may name
  its file (``# name.py``).
- A ``tel`` block is saved like a ``dl`` block, a ``csv`` block as ``table.csv``.
- A ``text`` block is the output of the block before it.
- A ``console`` block contains commands of the tools with their output.
"""

import re
import shlex
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import dlvm
import dlvm.compute.generation  # fills the tables before their contents are saved
import dlvm.compute.linear_algebra_fusion
from dlvm.compute.index_notation.lowering import INDEX_EXPRESSION
from dlvm.diagnostics import Source
from dlvm.explorer import tool as explorer
from dlvm.interpreter import EVALUATE
from dlvm.ir import INSTRUCTIONS
from dlvm.ir.intrinsics import INTRINSICS
from dlvm.tel import tool as tel
from dlvm.tools import dlc, dlopt
from dlvm.tools.expectations import check_expectation, read_expectations
from dlvm.transforms import PASSES
from dlvm.transforms.differentiation import ADJOINT
from tests.support.paths import ROOT
from tests.unit.project.recipes import EDIT
from tests.unit.project.test_recipes import PAGES as RECIPES

PAGES = [
    *(ROOT / name for name in ("README.md", "SECURITY.md")),
    *(ROOT / "docs" / name for name in ("explorer/explorer.md", "models/torch.md", "tel/tel.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "benchmarks").glob("*.md")),
    *sorted((ROOT / "docs" / "guides").glob("*.md")),
    ROOT / "docs" / "models" / "stablehlo.md",
]
EXTRAS = {"torch.md": "torch"}
"""The package that the blocks of a page need, if it is not in the extra ``test``."""
RUNNABLE = [p for p in PAGES if p.name not in EXTRAS or find_spec(EXTRAS[p.name])]
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
TOOLS = {"dlopt": dlopt.main, "dlc": dlc.main, "tel": tel.main, "dlvm": explorer.main}


@pytest.fixture(autouse=True)
def restored_tables() -> Iterator[None]:
    """Restores the tables to which a page adds rows."""
    contents = [dict(table) for table in TABLES]
    yield
    for table, content in zip(TABLES, contents, strict=True):
        table.clear()
        table.update(content)


def check_calls(text: str) -> None:
    """Checks ``// run:`` lines, compiled and (below stage ``compute``) interpreted."""
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


@pytest.mark.parametrize("page", RUNNABLE, ids=lambda p: p.name)
def test_page(
    page: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    check_page(page, tmp_path, monkeypatch, capsys)


def check_page(
    page: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Runs the examples of a page, and compares what they print with the page."""
    monkeypatch.chdir(tmp_path)
    module = ModuleType("page")
    monkeypatch.setitem(sys.modules, "page", module)
    names = vars(module)
    printed = ""
    # test_recipes.py applies the blocks that have a caption.
    content = EDIT.sub("", page.read_text(encoding="utf-8"))
    for number, (language, text) in enumerate(BLOCK.findall(content)):
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
                # Staging reads a function's source, so it has to be in a file.
                name = re.match(r"# (\S+\.py)\n", text)
                file = Path(name[1]) if name else tmp_path / f"block_{number}.py"
                file.write_text(text, encoding="utf-8")
                exec(compile(text, str(file), "exec"), names)
                printed = capsys.readouterr().out
            case "ebnf":
                assert page.name == "tel.md"
            case "tel" | "csv":
                name = re.match(r"// (\S+\.tel)\n", text)
                if language == "csv":
                    Path("table.csv").write_text(text, encoding="utf-8")
                elif name:
                    Path(name[1]).write_text(text, encoding="utf-8")
            case "text":
                assert printed.rstrip() == text.rstrip()
            case "console":
                for command, output in COMMAND.findall(text):
                    tool, *arguments = shlex.split(command)
                    if arguments == ["-m", "pip", "install", "."]:  # Already installed.
                        assert (ROOT / "pyproject.toml").exists()
                        continue
                    if tool == "python":  # test_examples.py runs the examples.
                        assert (ROOT / arguments[0]).exists()
                        continue
                    assert TOOLS[tool](arguments) == 0, capsys.readouterr().err
                    assert capsys.readouterr().out == output
            case "sh":  # test_recipes.py runs these commands.
                assert page.relative_to(ROOT / "docs").as_posix() in RECIPES
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
def test_links_lead_to_files(page: Path) -> None:
    links = LINK.findall(BLOCK.sub("", page.read_text(encoding="utf-8")))
    assert not [link for link in links if not (page.parent / link).exists()]


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_to_headings(page: Path) -> None:
    text = BLOCK.sub("", page.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", h).lower().replace(" ", "-") for h in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= anchors


def expanded(path: str) -> list[str]:
    """A path, once for each of the alternatives in ``{a,b}``."""
    found = re.search(r"\{([^}]*)\}", path)
    return [path.replace(found[0], a) for a in found[1].split(",")] if found else [path]


PATH = re.compile(r"`((?:src|tests|docs|examples|benchmarks|editors)/[\w./{},-]*)`")
PLACEHOLDER = re.compile("NAME|FOLDER|my_")
CREATED = re.compile(r"^Create `([^`]+)`:$", re.MULTILINE)
MODULE = re.compile(r"python -m ((?:tests|benchmarks|dlvm)\.[\w.]+)")


@pytest.mark.parametrize(
    "page",
    [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "benchmarks" / "README.md"],
    ids=lambda p: p.relative_to(ROOT).as_posix(),
)
def test_named_files_and_modules_exist(page: Path) -> None:
    text = BLOCK.sub("", page.read_text(encoding="utf-8"))
    paths = {p for found in PATH.findall(text) for p in expanded(found)}
    paths -= {*CREATED.findall(text)}
    assert [p for p in paths if not PLACEHOLDER.search(p) and not (ROOT / p).exists()] == []
    for module in MODULE.findall(text):
        place = (ROOT / "src" if module.startswith("dlvm") else ROOT) / module.replace(".", "/")
        assert place.is_dir() or place.with_suffix(".py").exists(), module


def test_contributing_lists_every_folder_of_the_package() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w/]+(?:/|\.py))`", text))
    package = ROOT / "src" / "dlvm"
    present = {
        f.relative_to(package).as_posix() + "/" if f.is_dir() else f.name
        for f in (*package.glob("*.py"), *package.glob("*/"), *package.glob("*/*/"))
        if f.suffix == ".py" or any(f.glob("*.py"))
    }
    # A folder without modules of its own is listed by its subfolders.
    covered = {f for f in present if any(n != f and n.startswith(f) for n in named)}
    assert present - named - covered - {"__init__.py", "version.py"} == set()


def test_the_readme_has_two_commands_to_paste() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    first, second = re.findall(r"^python3 -m venv .*$", readme, re.MULTILINE)
    assert "dlvm.nn.digits" in first
    assert "pytest" in second
