"""The checked-in LLVM IR of the run-time support is what clang compiles its C sources to."""

import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from dlvm.codegen.runtime_support.build import OUTPUTS, compiled

CLANG = [sys.executable, "-m", "ziglang", "clang", "--target=x86_64-linux-gnu"]


@pytest.mark.parametrize("output", OUTPUTS, ids=lambda output: output.name)
def test_the_ir_is_of_the_source(output: Path) -> None:
    assert version("ziglang") == "0.13.0"  # Another clang compiles to other, equivalent IR.
    assert compiled(CLANG, *OUTPUTS[output]) == output.read_text(encoding="utf-8")


def test_a_change_is_found(tmp_path: Path) -> None:
    calls = next(source for source, _ in OUTPUTS.values() if source.name == "calls.c")
    changed = tmp_path / "calls.c"
    for header in calls.parent.glob("*.h"):
        (tmp_path / header.name).write_bytes(header.read_bytes())
    text = calls.read_text(encoding="utf-8").replace("a->rank != f->rank", "a->rank < f->rank")
    changed.write_text(text, encoding="utf-8")
    assert compiled(CLANG, changed) != calls.with_suffix(".ll").read_text(encoding="utf-8")
