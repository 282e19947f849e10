"""Type checking of staged functions: valid and invalid programs in ``tests/unit/nnkit/typed``."""

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from dlvm.nn import Trainer
from dlvm.nnkit.tracing.tracer import is_tracer
from tests.support.paths import UNIT

FOLDER = UNIT / "nnkit/typed"
RIGHT, WRONG, CALLS = FOLDER / "right.py", FOLDER / "wrong.py", FOLDER / "calls.py"
SIDES = FOLDER / "sides.py"
UNUSED = {"reportUnusedVariable", "reportUnknownMemberType"}
"""Rules about what is not used, or not known because of another error."""


def marked(file: Path, mark: str) -> dict[int, str]:
    """The expectation of each line: the text after the mark."""
    lines = file.read_text(encoding="utf-8").split("\n")
    return {n: text.split(mark)[1] for n, text in enumerate(lines, 1) if mark in text}


TYPES = {file: marked(file, ")  # ") for file in (RIGHT, CALLS, SIDES)}
"""The type of each expression, and ``(mypy: T)`` where mypy is less exact."""
ERRORS = marked(WRONG, "  # error: ")
"""The rule that each line breaks, and ``(not mypy)`` where mypy accepts it."""

SHORT = {
    r"\b(?:dlvm(?:\.\w+)+|builtins|calls|sides|numpy(?:\.\w+)*)\.": "",
    r"floating\[_32Bit\]": "float32",
    r"signedinteger\[_64Bit\]": "int64",
    r"\bbool\[bool\]": "bool",
    r"ndarray\[tuple\[Any, \.\.\.\], dtype\[(\w+)\]\]": r"NDArray[\1]",
}
"""Short forms of the types that checkers print."""


def short(text: str) -> str:
    """A type as a checker prints it, in short form."""
    for pattern, replacement in SHORT.items():
        text = re.sub(pattern, replacement, text)
    return text


def test_there_are_enough_programs() -> None:
    assert len(TYPES[RIGHT]) >= 100
    assert len(TYPES[SIDES]) >= 40
    assert len(ERRORS) >= 40


def test_pyright() -> None:
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable]
    run = subprocess.run([*command, "-p", str(FOLDER)], capture_output=True, text=True)
    types: dict[Path, dict[int, str]] = {file: {} for file in TYPES}
    rules: dict[int, set[str]] = {}
    for found in json.loads(run.stdout)["generalDiagnostics"]:
        line = found["range"]["start"]["line"] + 1
        if found["severity"] == "information":
            types[Path(found["file"])][line] = short(found["message"].split('" is "')[1][:-1])
        else:
            assert Path(found["file"]) == WRONG, found
            rules.setdefault(line, set()).add(found["rule"])
    for file, expected_types in TYPES.items():
        assert types[file] == {n: t.split(" (mypy")[0] for n, t in expected_types.items()}
    expected = {n: set(t.split(" (")[0].split(", ")) for n, t in ERRORS.items()}
    assert {n: r - UNUSED for n, r in rules.items()} == expected


def test_mypy() -> None:
    command = [sys.executable, "-m", "mypy", "--follow-imports=silent", "--no-incremental"]
    files = [str(file) for file in (*TYPES, WRONG)]
    run = subprocess.run([*command, *files], capture_output=True, text=True)
    types: dict[str, dict[int, str]] = {file.stem: {} for file in TYPES}
    wrong: set[int] = set()
    for name, line, kind, text in re.findall(r"(\w+)\.py:(\d+): (\w+): (.*)", run.stdout):
        if kind == "error":
            assert name == "wrong", text
            wrong.add(int(line))
        elif "Revealed type" in text:
            types[name][int(line)] = short(text.split('"')[1])
    for file, marks in TYPES.items():
        expected = {n: re.sub(r".* \(mypy: (.*)\)", r"\1", t) for n, t in marks.items()}
        assert types[file.stem] == expected, run.stdout
    assert wrong == {n for n, t in ERRORS.items() if "(not mypy)" not in t}, run.stdout


def loaded(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"typed_{file.stem}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # Where dataclasses look names up.
    spec.loader.exec_module(module)
    return module


def described(value: Any) -> str:
    """The type of a value as type checkers write it."""
    if is_tracer(value):
        return f"Tensor[Rank{value.type.rank}, {value.type.element}]"
    if isinstance(value, np.ndarray):
        return f"NDArray[{value.dtype}]"
    if isinstance(value, tuple):
        parts = [described(v) for v in value]
        same = len(set(parts)) == 1 and len(parts) > 1
        return f"tuple[{parts[0]}, ...]" if same else f"tuple[{', '.join(parts)}]"
    if isinstance(value, Trainer):
        return f"Trainer[{described(value.model)}]"
    return type(value).__name__


def test_inferred_types_are_those_of_the_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the valid programs, each staged value has the type that type checkers infer."""
    module = loaded(RIGHT)
    found: list[str] = []
    monkeypatch.setattr(module, "reveal_type", lambda value: found.append(described(value)))
    square, row = np.eye(3), np.arange(3)
    floats = [np.float32(1), row.astype("f4"), square.astype("f4"), np.ones((2, 3, 3), "f4")]
    whole = [np.int64(1), row, row.astype("i4"), row.astype("u1"), row.astype("i4")]
    module.right.module(*floats, *whole, square.astype("f2"), square, square > 0)
    expected = [t.split(" (mypy")[0] for t in TYPES[RIGHT].values()]
    assert found == [e if e != "Any" else f for e, f in zip(expected, found, strict=True)]


HOST = {
    r"TensorOrArray\[Rank0, f32\]": "float32",
    r"TensorOrArray\[Rank\d, f32\]": "NDArray[float32]",
    r"\bint\b": "int64",
}
"""What types are on the host, where they differ."""


def agrees(expected: str, found: str) -> bool:
    """Whether a value's type is the inferred one, on either side."""
    host = expected
    for pattern, replacement in HOST.items():
        host = re.sub(pattern, replacement, host)
    forms = (expected.replace("TensorOrArray", "Tensor"), host)
    patterns = [re.escape(form).replace("Any", r"\w+(?:\[.*\])?") for form in forms]
    return any(re.fullmatch(pattern, found) for pattern in patterns)


def test_both_sides_of_staging_have_the_inferred_types(monkeypatch: pytest.MonkeyPatch) -> None:
    module = loaded(SIDES)
    found: list[str] = []
    monkeypatch.setattr(module, "reveal_type", lambda value: found.append(described(value)))
    square, row = np.eye(2, dtype="f"), np.arange(2, dtype="f")
    model, labels = module.Model(square, row, 1.0), np.arange(2)
    module.inside.module(model, square, row, labels)
    module.outside(model, square, row, labels)
    expected = [t.split(" (mypy")[0] for t in TYPES[SIDES].values()]
    assert len(found) == len(expected)
    assert [(e, f) for e, f in zip(expected, found, strict=True) if not agrees(e, f)] == []
