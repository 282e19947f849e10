"""Libraries for several levels of x86-64 choose the code for the processor that they run on."""

import ctypes
import subprocess
from pathlib import Path

import pytest

import dlvm
from dlvm.codegen.llvm.binding import llvm
from dlvm.codegen.llvm.processors import LEVELS
from dlvm.codegen.llvm.target import host_target, object_file
from dlvm.deploy import build
from dlvm.deploy import variants as processor_variants
from dlvm.deploy.build import Library, compile_library
from dlvm.deploy.targets import find_targets
from dlvm.deploy.variants import level_text
from dlvm.ir.module import Module
from dlvm.runtime.loading.loader import link_objects, load_code
from tests.support.machine import NEEDS_EMULATOR, needs_c_compiler, needs_linux, needs_x86
from tests.support.samples.embedded import EMBEDDED_PROGRAMS
from tests.unit.deploy.test_build import DYNAMIC, LARGE_CONSTANT, PROGRAM

pytestmark = [needs_x86, needs_linux]
# The level of each of qemu's processors.
EMULATED = {"Nehalem": 2, "Haswell": 3}
LEVEL_CHECK = "int dlvm_level(void);\nint main(void) { return dlvm_level(); }\n"


def _level_object() -> bytes:
    return object_file(level_text(), {}, host_target(1))


def test_the_level_of_this_processor() -> None:
    code = load_code(link_objects([], [_level_object()]), {})
    found = ctypes.CFUNCTYPE(ctypes.c_int)(code.address("dlvm_level"))()
    features = {name for name, has in dict(llvm.get_host_cpu_features()).items() if has}
    able = [name for name, needed in LEVELS.items() if set(needed) <= features]
    assert found == max(2, int(able[-1].rpartition("v")[2]))


@needs_c_compiler
@NEEDS_EMULATOR["x86_64"]
@pytest.mark.parametrize("cpu", EMULATED)
def test_the_level_of_an_emulated_processor(cpu: str, tmp_path: Path) -> None:
    (tmp_path / "level.o").write_bytes(_level_object())
    (tmp_path / "main.c").write_text(LEVEL_CHECK)
    subprocess.run(["cc", "-static", "main.c", "level.o"], cwd=tmp_path, check=True)
    command = ["qemu-x86_64", "-cpu", cpu, "./a.out"]
    run = subprocess.run(command, cwd=tmp_path, stderr=subprocess.DEVNULL)
    assert run.returncode == EMULATED[cpu]


def _modules() -> dict[str, Module]:
    return {
        "functions": dlvm.parse(PROGRAM),
        "sizes": dlvm.parse(DYNAMIC),
        "weights": dlvm.parse(LARGE_CONSTANT),
        "convolution": EMBEDDED_PROGRAMS["convolution"].module(),
    }


@needs_c_compiler
@NEEDS_EMULATOR["x86_64"]
@pytest.mark.parametrize("name", _modules())
def test_each_processor_runs_its_code(name: str, tmp_path: Path) -> None:
    weights = "file" if name == "weights" else "inline"
    build(
        _modules()[name], tmp_path, "bundle", prefix="net_", cpu="multi", weights=weights,
        freestanding=weights == "inline",
    )  # fmt: skip
    (library,) = tmp_path.glob("*.a")
    command = ["cc", "-static", "main.c", library.name, "-lm"]
    subprocess.run(command, cwd=tmp_path, check=True)
    for emulator in ([], *(["qemu-x86_64", "-cpu", cpu] for cpu in EMULATED)):
        run = subprocess.run([*emulator, "./a.out"], cwd=tmp_path, capture_output=True, text=True)
        assert run.returncode == 0, f"{emulator}: {run.stdout}"


def _library(text: str = PROGRAM) -> Library:
    targets = find_targets(None, "multi")
    return compile_library(dlvm.parse(text), None, "net_", targets, freestanding=True)


def test_a_library_has_the_code_of_each_level() -> None:
    found = _library().object
    for level in processor_variants.LEVELS:
        assert f"net_loss.{level}".encode() in found


def test_codes_of_errors_are_those_of_all_variants() -> None:
    made = _library()
    one = compile_library(dlvm.parse(PROGRAM), None, "net_", find_targets("x86-64-v3", None))
    assert made.header.count("#define NET_ERROR") == one.header.count("#define NET_ERROR")


def test_other_machines_have_no_variants(tmp_path: Path) -> None:
    with pytest.raises(dlvm.DiagnosticError, match="--cpu multi must have a target for x86-64"):
        build(dlvm.parse(PROGRAM), tmp_path / "net.o", target="aarch64-linux", cpu="multi")
