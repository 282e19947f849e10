"""Programs that LLVM compiles in parts."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm.codegen import module_partitioning
from dlvm.codegen.generation import GeneratedProgram, generate_program
from dlvm.codegen.llvm.binding import ffi, without_lock
from dlvm.codegen.llvm.target import host_target
from dlvm.codegen.module_partitioning import object_codes, partition
from dlvm.compiler import lowered_module
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"
KERNELS = """module "kernels"
stage optimizable
func @f: (<40 x 70 x f32>, <70 x 90 x f32>, <2 x i64>) -> (<40 x 90 x f32>, <70 x f32>, f32) {
'entry(%x: <40 x 70 x f32>, %w: <70 x 90 x f32>, %at: <2 x i64>):
    %y = dot %x: <40 x 70 x f32>, %w: <70 x 90 x f32>
    %t = tanh %y: <40 x 90 x f32>
    %s = scan %x: <40 x 70 x f32> by add along 1
    %c = cos %s: <40 x 70 x f32>
    %z = reduce %c: <40 x 70 x f32> by add along 0
    %g = gather %t: <40 x 90 x f32> at %at: <2 x i64> along 0
    %m = reduce %g: <2 x 90 x f32> by max along 0, 1
    return (%t: <40 x 90 x f32>, %z: <70 x f32>, %m: f32): (<40 x 90 x f32>, <70 x f32>, f32)
}
"""
TARGET = host_target(2)


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kernel is a part, and all are compiled."""
    monkeypatch.setattr(module_partitioning, "MIN_PARTITION_SIZE", 1)
    monkeypatch.setenv("DLVM_CACHE_DIR", "")


def program_of(module: dlvm.ir.Module) -> GeneratedProgram:
    return generate_program(lowered_module(module, "schedule", threads=2), {}, TARGET.machine)


def arguments() -> tuple[Any, ...]:
    random = np.random.default_rng(0)
    x, w = (random.standard_normal(shape, np.float32) for shape in ((40, 70), (70, 90)))
    return x, w, np.array([3, 39])


@pytest.mark.parametrize("part", [1, 10_000, 1 << 30])
def test_results_in_parts(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    module = dlvm.parse(KERNELS)
    expected = dlvm.compile(module, threads=2)["f"](*arguments())
    monkeypatch.setattr(module_partitioning, "MIN_PARTITION_SIZE", part)
    found = dlvm.compile(module, threads=2)["f"](*arguments())
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_array_equal(a, b)


def test_parts_agree_with_the_interpreter() -> None:
    module = dlvm.parse(KERNELS)
    found = dlvm.compile(module, threads=2)["f"](*arguments())
    expected = dlvm.interpret(module, "f", *arguments())
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-4)


def test_a_small_program_is_one_part(monkeypatch: pytest.MonkeyPatch) -> None:
    program = program_of(dlvm.parse(KERNELS))
    assert len(partition(program)) > 3
    monkeypatch.setattr(module_partitioning, "MIN_PARTITION_SIZE", len(program.text))
    assert partition(program) == [program.text]


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.dl")), ids=lambda p: p.name)
def test_examples_are_the_same_on_any_number_of_threads(path: Path) -> None:
    module = dlvm.parse(path.read_text(), str(path))
    modules = partition(program_of(module))
    assert len(modules) > 3
    assert object_codes(modules, TARGET, 1) == object_codes(modules, TARGET, 2)


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_in_a_part(threads: int) -> None:
    good, bad = "define void @f() { ret void }", "define i32 @g() { ret i32 %missing }"
    with pytest.raises(RuntimeError, match="undefined value '%missing'"):
        object_codes([good, bad, good], TARGET, threads)


def test_calls_that_do_not_wait_for_each_other() -> None:
    version = without_lock("LLVMPY_GetVersionInfo")
    found: list[int] = []
    with ffi.lib._lock:
        thread = threading.Thread(target=lambda: found.append(version()), daemon=True)
        thread.start()
        thread.join(60)
    assert found == [ffi.lib.LLVMPY_GetVersionInfo()]
