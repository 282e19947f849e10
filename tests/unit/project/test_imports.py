"""Imports between folders: every import goes down the list of levels or stays on its level."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.support.paths import ROOT

PACKAGE = ROOT / "src" / "dlvm"

LEVELS = (
    ("byte_sizes", "diagnostics", "data", "notebooks", "version"),
    ("tracebacks",),
    ("files",),
    ("ir",),
    ("text",),
    ("verifier", "analysis"),
    ("interpreter",),
    ("transforms",),
    ("compute",),
    ("codegen",),
    ("runtime",),
    ("compiler",),
    ("nnkit",),
    ("nn",),
    ("onnx", "torch"),
    ("deploy",),
    ("stablehlo",),
    ("jax",),
    ("tools",),
    ("tel",),
    ("language_server", "explorer"),
)
FOLDERS = {
    "analysis": ("cfg", "values", "effects", "memory", "differentiation", "verification"),
    "transforms": (
        *("cfg", "algebra", "scalar", "numerical_stability", "loop", "memory", "ipo"),
        *("differentiation", "complex_numbers"),
    ),
    "transforms.differentiation": ("rules", "calls", "reverse", "checkpointing", "forward"),
    "compute": ("index_notation", "loop_nest", "fusion", "loops", "scheduling", "layout"),
    "codegen": (
        *("runtime_support", "objfile", "llvm", "vector_math"),
        *("expressions", "kernels", "host", "c"),
    ),
    "runtime": ("machine", "loading", "marshalling", "calling"),
    "nnkit": (
        *("tracing", "array_api", "pytree", "control_flow"),
        *("source_transform", "segments", "staging", "autodiff", "linear_algebra", "vectorization"),
    ),
}
"""The folders of a room, or of a folder: each may import those before it."""
LEVEL_OF = {room: level for level, rooms in enumerate(LEVELS) for room in rooms}

LATE = (
    *(
        f"dlvm.{m}"
        for m in ("analysis", "codegen.generation", "codegen.objfile.linker", "codegen.llvm.target")
    ),
    *("dlvm.compute.fusion.grouping", "dlvm.transforms", "dlvm.verifier", "llvmlite"),
)
HEAVY = ("google", "llvmlite", "matplotlib", "ml_dtypes", "onnx", "pygments", "rich", "safetensors")


def _files() -> list[Path]:
    # The package's own __init__ only gives names to what the rooms offer.
    return [f for f in sorted(PACKAGE.rglob("*.py")) if f != PACKAGE / "__init__.py"]


def _room(file: Path) -> str:
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py")


def _imported_modules(file: Path) -> Iterator[tuple[int, str]]:
    """Line and dotted name of each import, those inside functions too."""
    package = ("dlvm", *file.relative_to(PACKAGE).parts[:-1])
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else ()
            module = ".".join((*base, *([node.module] if node.module else ())))
            if module == "dlvm":
                for alias in node.names:
                    yield node.lineno, f"dlvm.{alias.name}"
            else:
                yield node.lineno, module


@pytest.mark.parametrize("file", _files(), ids=lambda f: str(f.relative_to(PACKAGE)))
def test_imports_go_down(file: Path) -> None:
    room = _room(file)
    assert room in LEVEL_OF, f"{room} is in no level"
    upward: list[str] = []
    for line, name in _imported_modules(file):
        parts = name.split(".")
        if parts[0] != "dlvm":
            continue
        # `from dlvm import parse` would hide which room is meant.
        target = parts[1] if len(parts) > 1 else ""
        if target not in LEVEL_OF or LEVEL_OF[target] > LEVEL_OF[room]:
            upward.append(f"{file.name}:{line} imports {name}")
    assert not upward, "\n".join(upward)


def _module(file: Path) -> str:
    parts = file.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(("dlvm", *parts)).removesuffix(".__init__")


@cache
def _graph() -> dict[str, set[str]]:
    """For each module the modules that it imports, those for type checkers too."""
    files = {_module(file): file for file in _files()}
    found: dict[str, set[str]] = {}
    for module, file in files.items():
        package = module.split(".") if file.name == "__init__.py" else module.split(".")[:-1]
        found[module] = set()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                base = ".".join(
                    [*package[: len(package) + 1 - node.level if node.level else 0]]
                    + ([node.module] if node.module else [])
                )
                named = {f"{base}.{alias.name}" for alias in node.names}
                found[module] |= (named & files.keys()) or {base}
            elif isinstance(node, ast.Import):
                found[module] |= {alias.name for alias in node.names}
        found[module] = (found[module] & files.keys()) - {module}
    return found


def test_no_circle_of_modules() -> None:
    # What a folder's __init__ offers may come from modules that use their neighbors.
    graph = {
        m: i for m, i in _graph().items() if not (PACKAGE.parent / m.replace(".", "/")).is_dir()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as problem:
        pytest.fail(" imports ".join(reversed(problem.args[1])))


@pytest.mark.parametrize("room", FOLDERS)
def test_folders_import_those_before_them(room: str) -> None:
    order = {f"dlvm.{room}.{name}": place for place, name in enumerate(FOLDERS[room])}

    def place(module: str) -> int | None:
        return next((n for f, n in order.items() if f"{module}.".startswith(f"{f}.")), None)

    upward = [
        f"{module} imports {other}"
        for module, imported in _graph().items()
        if (own := place(module)) is not None
        for other in sorted(imported)
        if (there := place(other)) is not None and there > own
    ]
    assert not upward, "\n".join(upward)


def test_every_folder_is_in_the_order() -> None:
    folders = {
        str(f.parent.relative_to(PACKAGE)).replace("/", ".") for f in PACKAGE.rglob("__init__.py")
    }
    listed = {f"{room}.{name}" for room, names in FOLDERS.items() for name in names}
    assert listed <= folders
    assert {f for f in folders if f.rpartition(".")[0] in FOLDERS} == listed


def test_contributing_lists_the_folders_in_order() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = text.partition("| folder in `src/dlvm/` |")[2].partition("\n\n")[0]
    first = "".join(line.split("|")[1] for line in table.splitlines()[2:])
    listed = [path.strip("/").removesuffix(".py") for path in re.findall(r"`([^`]+)`", first)]
    levels = [LEVEL_OF[path.partition("/")[0]] for path in listed]
    assert levels == sorted(levels)
    for folder, names in FOLDERS.items():
        parent = folder.replace(".", "/")
        assert [path for path in listed if path in {f"{parent}/{n}" for n in names}] == [
            f"{parent}/{name}" for name in names
        ]


def test_every_level_exists() -> None:
    missing = [
        r for r in LEVEL_OF if not (PACKAGE / r).is_dir() and not (PACKAGE / f"{r}.py").exists()
    ]
    assert not missing


@pytest.mark.parametrize("module", ["dlvm", "dlvm.tools.dlopt", "dlvm.tools.dlc"])
def test_import_stays_light(module: str) -> None:
    check = f"import sys, {module}; print(*(m for m in {HEAVY!r} if m in sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", check], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.split() == []


def test_code_from_the_cache_runs_without_the_passes_and_llvm(tmp_path: Path) -> None:
    program = f"""
import sys
import dlvm
text = "func @f: (f32) -> f32 {{\\n'entry(%x: f32):\\nreturn %x: f32\\n}}"
module = dlvm.parse(f'module "m"\\nstage raw\\n{{text}}\\n')
assert dlvm.compile(module)["f"](2.5) == 2.5
print(*sorted(module for module in {LATE!r} if module in sys.modules))
"""
    environment = {**os.environ, "DLVM_CACHE_DIR": str(tmp_path)}
    cold, warm = (
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True, text=True, check=True, env=environment,
        ).stdout.split()
        for _ in range(2)
    )  # fmt: skip
    assert (cold, warm) == (sorted(LATE), [])
