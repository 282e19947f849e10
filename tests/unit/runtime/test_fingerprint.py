"""Which compiled code of the cache is used: that of the same compiler, LLVM and machine."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import pytest

import dlvm
from dlvm.codegen import module_partitioning
from dlvm.codegen.llvm import fingerprint as module
from dlvm.codegen.llvm.fingerprint import fingerprint, processor_lines
from dlvm.runtime.loading.loader import runtime

INTEL = """processor	: {number}
vendor_id	: GenuineIntel
cpu family	: 6
model		: 143
model name	: Intel(R) Xeon(R)
stepping	: 8
microcode	: 0x2b000643
cpu MHz		: {frequency}
core id		: {number}
flags		: fpu sse2 {flags}
bogomips	: 4000.00
"""
ARM = """processor	: {number}
BogoMIPS	: 243.75
Features	: fp asimd {flags}
CPU implementer	: 0x41
CPU architecture: 8
CPU variant	: 0x3
CPU part	: {part}
CPU revision	: 1
"""


@pytest.fixture(autouse=True)
def _anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("DLVM_CACHE_DIR", str(tmp_path / "cache"))
    module.machine_fingerprint.cache_clear()
    yield
    module.machine_fingerprint.cache_clear()


def intel(number: int = 0, frequency: str = "2000.00", flags: str = "avx2") -> str:
    return INTEL.format(number=number, frequency=frequency, flags=flags)


def arm(number: int = 0, part: str = "0xd0c", flags: str = "sve") -> str:
    return ARM.format(number=number, part=part, flags=flags)


def test_processors() -> None:
    assert processor_lines(intel()) == [
        "cpu family: 6",
        "flags: fpu sse2 avx2",
        "model: 143",
        "stepping: 8",
        "vendor_id: GenuineIntel",
    ]
    same = processor_lines("\n".join(intel(n, f"{n}00.5") for n in range(8)))
    assert same == processor_lines(intel())
    assert processor_lines(intel(flags="avx2 avx512f")) != same
    assert processor_lines(arm()) != processor_lines(arm(flags=""))
    small_and_large = arm() + arm(1, "0xd03")
    assert processor_lines(small_and_large) != processor_lines(arm())
    assert processor_lines("hypervisor: yes\nmodel: 5\n") == []


def test_a_processor_that_the_system_does_not_describe(monkeypatch: pytest.MonkeyPatch) -> None:
    known = fingerprint()
    monkeypatch.setattr(module, "processor_lines", lambda text: [])
    module.machine_fingerprint.cache_clear()
    assert fingerprint() != known
    assert module._processor_by_llvm() in fingerprint()


def test_another_llvm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = fingerprint()
    (tmp_path / "binding").mkdir()
    library = tmp_path / "binding" / "libllvmlite.so"
    spec = ModuleSpec("llvmlite", None, is_package=True)
    spec.submodule_search_locations = [str(tmp_path)]
    monkeypatch.setattr(module, "find_spec", lambda name: spec)
    found = {known}
    for text in ("20", "21.1"):
        library.write_text(text)
        module.machine_fingerprint.cache_clear()
        found.add(fingerprint())
    assert len(found) == 3


def test_the_llvm_that_is_there() -> None:
    spec = importlib.util.find_spec("llvmlite")
    assert spec is not None
    assert "libllvmlite" in module._llvm()


@pytest.mark.parametrize(
    "name", ["chosen_processor", "_processor", "_llvm", "source_state", "data_caches"]
)
def test_code_for_another_machine_is_not_used(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "func @f: (f32) -> f32 {\n'entry(%x: f32):\n    return %x: f32\n}\n"
    compiled: list[int] = []
    object_codes = module_partitioning.object_codes

    def counted(*arguments: Any, **options: Any) -> list[bytes]:
        compiled.append(1)
        return object_codes(*arguments, **options)

    runtime()
    monkeypatch.setattr(module_partitioning, "object_codes", counted)
    for expected in (1, 1, 2, 2):
        if expected == 2:
            monkeypatch.setattr(module, name, lambda *_: "another")
            module.machine_fingerprint.cache_clear()
        assert dlvm.compile(dlvm.parse(text))["f"](2.5) == 2.5
        assert len(compiled) == expected
