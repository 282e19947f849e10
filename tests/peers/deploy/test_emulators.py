"""Programs of each kind give the interpreter's results on emulated processors, and are small."""

import runpy

import pytest

import dlvm
from dlvm.deploy.build import compile_library
from dlvm.deploy.targets import find_target
from tests.peers.deploy.emulators import EMULATORS, check, embedded_library, sizes
from tests.support.machine import NEEDS_EMULATOR, NEEDS_PROGRAM
from tests.support.paths import ROOT
from tests.support.samples.embedded import EMBEDDED_PROGRAMS

MACHINES = {
    "aarch64-linux": [NEEDS_EMULATOR["aarch64"]],
    "cortex-m0plus": [NEEDS_EMULATOR["system-arm"]],
    "cortex-m4": [NEEDS_EMULATOR["system-arm"]],
    "riscv32": [NEEDS_EMULATOR["riscv32"], NEEDS_PROGRAM["clang"], NEEDS_PROGRAM["ld.lld"]],
    "wasm32": [],
    "wasm32-simd": [],
}
# The bytes of code and of constants besides weights on a Cortex-M4, and of its stack.
LIMITS = {"MLP": (8 << 10, 512), "convolution": (16 << 10, 1024)}


@pytest.mark.parametrize("target", [pytest.param(n, marks=m) for n, m in MACHINES.items()])
@pytest.mark.parametrize("file", ["small-floats", "several-results", "elementwise"])
def test_modules_agree_with_the_interpreter(target: str, file: str) -> None:
    """Scalars of each kind are passed by value, and no arithmetic is missing."""
    (path,) = (ROOT / "tests" / "lit" / "run").rglob(f"{file}.dl")
    module = dlvm.parse(path.read_text(encoding="utf-8"))
    found = find_target(target, None)
    library = compile_library(module, None, "net_", found, freestanding=True, stack=1 << 12)
    outcome = check(library, module, EMULATORS[target][0])
    assert outcome.is_good, outcome.text


@NEEDS_EMULATOR["system-arm"]
def test_the_example_trains_on_a_microcontroller(capsys: pytest.CaptureFixture[str]) -> None:
    script = runpy.run_path(str(ROOT / "examples" / "microcontroller" / "train.py"))
    assert script["main"]() < 0.002
    assert capsys.readouterr().out.startswith("step 0000, loss 0.5")


@pytest.mark.parametrize("target", ["x86-64-v3", "aarch64-linux", "cortex-m4"])
def test_levels_s_and_z_make_code_smaller(target: str) -> None:
    plain, small, smallest = (
        sum(
            sum(sizes(embedded_library(target, program, opt_level=level))[:2])
            for program in EMBEDDED_PROGRAMS
        )
        for level in (2, "s", "z")
    )
    assert smallest <= small < 0.9 * plain


@pytest.mark.parametrize("target", [pytest.param(n, marks=m) for n, m in MACHINES.items()])
@pytest.mark.parametrize("program", EMBEDDED_PROGRAMS)
def test_programs_agree_with_the_interpreter(target: str, program: str) -> None:
    library = embedded_library(target, program)
    found = check(library, program, EMULATORS[target][0])
    assert found.is_good, found.text
    if target == "cortex-m4" and program in LIMITS:
        limit, stack = LIMITS[program]
        code, constants, _ = sizes(library)
        assert code + constants < limit
        assert found.stack is not None
        assert found.stack < stack
