"""The processors that code is generated for, by ``DLVM_CPU``."""

from __future__ import annotations

import re
from collections.abc import Collection

import numpy as np
import pytest

import dlvm
from dlvm.codegen.llvm import target
from dlvm.codegen.llvm.processors import LEVELS, NATIVE, PROCESSORS, check_features
from tests.support.machine import needs_x86

SUMS = """
func @f: (<33 x 70 x f32>, <70 x 50 x f32>) -> (<33 x 50 x f32>, <33 x f32>, <50 x f64>) {
'entry(%x: <33 x 70 x f32>, %w: <70 x 50 x f32>):
    %z = dot %x: <33 x 70 x f32>, %w: <70 x 50 x f32>
    %y = exp %z: <33 x 50 x f32>
    %s = reduce %y: <33 x 50 x f32> by add along 1
    %d = dataTypeCast %y: <33 x 50 x f32> to f64
    %t = reduce %d: <33 x 50 x f64> by max along 0
    return (%y: <33 x 50 x f32>, %s: <33 x f32>, %t: <50 x f64>): (<33 x 50 x f32>, <33 x f32>,
        <50 x f64>)
}
"""
WIDEST = {"x86-64": "xmm", "x86-64-v2": "xmm", "x86-64-v3": "ymm", "x86-64-v4": "zmm"}


def runs_here(level: str) -> bool:
    try:
        target.target_named(level, 1)
    except dlvm.DiagnosticError:
        return False
    return True


NAMES = [NATIVE, *filter(runs_here, LEVELS)]
DECLARED = [n for n, processor in PROCESSORS.items() if processor.level and runs_here(n)]


@pytest.mark.parametrize("name", NAMES)
def test_results(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DLVM_CPU", name)
    random = np.random.default_rng(0)
    x, w = (random.uniform(-1, 1, shape).astype("f") for shape in ((33, 70), (70, 50)))
    module = dlvm.parse(SUMS)
    for found, expected in zip(
        dlvm.compile(module)["f"](x, w), dlvm.interpret(module, "f", x, w), strict=True
    ):
        np.testing.assert_allclose(found, expected, rtol=1e-4)


@pytest.mark.parametrize("level", [n for n in NAMES if n != NATIVE])
def test_code_uses_the_vectors_of_its_level(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DLVM_CPU", level)
    text = dlvm.lower(dlvm.parse(SUMS), "asm", threads=1)
    assert isinstance(text, str)
    assert max(re.findall(r"%([xyz]mm)", text)) == WIDEST[level]


@pytest.mark.parametrize("name", DECLARED)
def test_a_declared_processor_has_its_level_and_caches(name: str) -> None:
    processor = PROCESSORS[name]
    found, level = (target.target_named(n, 2) for n in (name, processor.level))
    assert (found.cpu, found.features) == (level.cpu, level.features)
    assert tuple((c.size, c.ways) for c in found.machine.caches) == processor.caches
    assert found.machine.vector_bytes == level.machine.vector_bytes
    assert found.machine.far_run == processor.far_run
    assert found.machine.line_rate == min(found.machine.vector_bytes, processor.vector_bytes) / 32


@pytest.mark.parametrize("name", ["pentium", "x86-64-v5", "Native", "neoverse-v1"])
def test_an_unknown_processor_is_an_error(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DLVM_CPU", name)
    expected = f"DLVM_CPU must be one of native, x86-64, .*, got '{name}'"
    for job in (dlvm.compile, lambda module: dlvm.lower(module, "llvm")):
        with pytest.raises(dlvm.DiagnosticError, match=expected):
            job(dlvm.parse(SUMS))


@needs_x86
def test_a_processor_by_argument(monkeypatch: pytest.MonkeyPatch) -> None:
    module = dlvm.parse(SUMS)
    monkeypatch.setenv("DLVM_CPU", "x86-64")
    by_variable = dlvm.lower(module, "asm", threads=1)
    monkeypatch.delenv("DLVM_CPU")
    assert dlvm.lower(module, "asm", threads=1, cpu="x86-64") == by_variable
    x, w = np.ones((33, 70), "f"), np.ones((70, 50), "f") / 70
    found, *_ = dlvm.compile(module, cpu="x86-64")["f"](x, w)
    np.testing.assert_allclose(found, np.full((33, 50), np.e), rtol=1e-5)
    with pytest.raises(dlvm.DiagnosticError, match=r"cpu must be one of native, .*, got 'zen'"):
        dlvm.compile(module, cpu="zen")


def test_an_empty_variable_is_the_processor_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DLVM_CPU", " ")
    assert target.host_target(2) == target.target_named(NATIVE, 2)


@pytest.mark.parametrize(
    ("level", "features", "expected"),
    [
        (
            "x86-64-v4",
            LEVELS["x86-64-v3"],
            "no avx512bw, .*, avx512vl; use native or x86-64-v3$",
        ),
        (
            "x86-64-v2",
            set(LEVELS["x86-64-v2"]) - {"popcnt"},
            "no popcnt; use native or x86-64$",
        ),
        ("x86-64", {"neon", "fp-armv8"}, "no cmov, .*; use native$"),
    ],
)
def test_a_processor_that_this_machine_is_not(
    level: str, features: Collection[str], expected: str
) -> None:
    with pytest.raises(dlvm.DiagnosticError, match=expected):
        check_features(level, features)
