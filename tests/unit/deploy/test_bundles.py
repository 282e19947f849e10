"""The check of a bundle passes with each compiler, without warnings, and under sanitizers and
valgrind. Its environment has the path of programs only: it needs no Python."""

import os
import subprocess
from itertools import cycle, product
from pathlib import Path
from random import Random

import pytest

import dlvm
from dlvm.deploy import build
from tests.support.machine import NEEDS_PROGRAM, needs_linux, needs_x86
from tests.support.paths import ROOT
from tests.support.programs.programs import draw_program
from tests.support.samples.embedded import EMBEDDED_PROGRAMS
from tests.unit.deploy.test_build import DYNAMIC, PROGRAM

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
COMPILERS = {
    "gcc": ["gcc", "-std=c99"],
    "clang": ["clang", "-std=c99"],
    "g++": ["g++", "-std=c++11", "-x", "c++"],
    "clang++": ["clang++", "-std=c++11", "-x", "c++"],
}
SANITIZERS = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
MODULES = sorted((ROOT / "tests" / "lit" / "run").rglob("*.dl"))
TASKS = """
module "tasks"
stage raw

func @layer: (<96 x 256 x f32>, <256 x 128 x f32>)
    -> (<96 x 128 x f32>, <96 x 256 x f32>, <96 x 256 x i64>) {
'entry(%x: <96 x 256 x f32>, %w: <256 x 128 x f32>):
    %y = dot %x: <96 x 256 x f32>, %w: <256 x 128 x f32>
    %z = tanh %y: <96 x 128 x f32>
    %s = sort %x: <96 x 256 x f32> along 1
    %values = extract 0 from %s: (<96 x 256 x f32>, <96 x 256 x i64>)
    %places = extract 1 from %s: (<96 x 256 x f32>, <96 x 256 x i64>)
    return (%z: <96 x 128 x f32>, %values: <96 x 256 x f32>, %places: <96 x 256 x i64>):
        (<96 x 128 x f32>, <96 x 256 x f32>, <96 x 256 x i64>)
}
"""
# Names that LLVM's text, the check, libraries and C use.
NAMES = """
module "names"
stage raw
struct $threads { #w: <2 x f32> }
func @work: ($threads) -> <2 x f32> {
'entry(%pool: $threads):
    %w = extract #w from %pool: $threads
    return %w: <2 x f32>
}
func @f: (f32, <4 x f32>, f32, <_n x f32>, f32) -> <4 x f32> {
'entry(%v1: f32, %i: <4 x f32>, %entry: f32, %expected0: <_n x f32>, %int: f32):
    %y = add %i: <4 x f32>, %v1: f32
    return %y: <4 x f32>
}
!inplace
func @step: (<4 x f32>) -> <4 x f32> {
'entry(%place: <4 x f32>):
    %y = add %place: <4 x f32>, 1: f32
    return %y: <4 x f32>
}
"""
STRUCTS = """
module "structs"
stage raw
struct $Layer { #w: <4 x 2 x f32>, #scale: f32, #count: i64, #flag: bool, #rows: <_ x f64> }
struct $Model { #first: $Layer, #last: $Layer, #b: (<2 x f32>, f16), #v1: f32 }
func @predict: (<1 x 4 x f32>, $Model) -> (<1 x 2 x f32>, $Layer) {
'entry(%x: <1 x 4 x f32>, %model: $Model):
    %w = extract #first, #w from %model: $Model
    %y = dot %x: <1 x 4 x f32>, %w: <4 x 2 x f32>
    %s = extract #last, #scale from %model: $Model
    %z = multiply %y: <1 x 2 x f32>, %s: f32
    %last = extract #last from %model: $Model
    return (%z: <1 x 2 x f32>, %last: $Layer): (<1 x 2 x f32>, $Layer)
}
!inplace
func @update: ($Layer) -> $Layer {
'entry(%l: $Layer):
    %w = extract #w from %l: $Layer
    %y = add %w: <4 x 2 x f32>, 1: f32
    %m = insert %y: <4 x 2 x f32> to %l: $Layer at #w
    return %m: $Layer
}
"""
# Results that are NaN with either sign, zero with either sign, and none at all.
ODD_NUMBERS = """
module "odd"
stage raw
func @halves: (<64 x f16>, <64 x bf16>) -> (<64 x f16>, <64 x bf16>, <64 x f16>) {
'entry(%x: <64 x f16>, %y: <64 x bf16>):
    %a = log %x: <64 x f16>
    %b = sqrt %y: <64 x bf16>
    %z = floor %x: <64 x f16>
    %c = multiply %z: <64 x f16>, -0.0: f16
    return (%a: <64 x f16>, %b: <64 x bf16>, %c: <64 x f16>):
        (<64 x f16>, <64 x bf16>, <64 x f16>)
}
func @bytes: (<64 x f32>) -> (<64 x f8e4m3fn>, <64 x f8e5m2>, <64 x f8e4m3fnuz>) {
'entry(%x: <64 x f32>):
    %y = log %x: <64 x f32>
    %a = dataTypeCast %y: <64 x f32> to f8e4m3fn
    %b = dataTypeCast %y: <64 x f32> to f8e5m2
    %c = dataTypeCast %y: <64 x f32> to f8e4m3fnuz
    return (%a: <64 x f8e4m3fn>, %b: <64 x f8e5m2>, %c: <64 x f8e4m3fnuz>):
        (<64 x f8e4m3fn>, <64 x f8e5m2>, <64 x f8e4m3fnuz>)
}
"""
NO_NUMBERS = """
module "none"
stage raw
func @nothing: (f32) -> <0 x f32> {
'entry(%x: f32):
    return <>: <0 x f32>
}
"""
TEXTS = {
    "odd_numbers": ODD_NUMBERS,
    "no_numbers": NO_NUMBERS,
    "functions": PROGRAM,
    "sizes": DYNAMIC,
    "tasks": TASKS,
    "names": NAMES,
    "structs": STRUCTS,
}
PROGRAMS = [*EMBEDDED_PROGRAMS, *TEXTS]


@pytest.fixture(scope="module", params=PROGRAMS)
def bundle(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a bundle for a processor that valgrind knows."""
    folder = tmp_path_factory.mktemp(request.param)
    if request.param in EMBEDDED_PROGRAMS:
        program = EMBEDDED_PROGRAMS[request.param]
        module, functions = program.module(), [program.function]
    else:
        module, functions = dlvm.parse(TEXTS[request.param]), None
    build(
        module, folder, "bundle", prefix="net_", functions=functions, target="x86-64-v2",
        stack="256KiB", threads=3 if request.param in ("tasks", "names") else 1,
    )  # fmt: skip
    return folder


SETTINGS: list[tuple[int, int | str]] = [(1, 2), (2, 2), (1, "s"), (1, "z")]
"""Numbers of threads, and levels of optimization."""


@needs_linux
@NEEDS_PROGRAM["gcc"]
@pytest.mark.parametrize(
    ("source", "settings"),
    [*product(MODULES, SETTINGS), *zip(range(40), cycle(SETTINGS))],
    ids=lambda s: getattr(s, "stem", None),
)
def test_modules_and_drawn_programs(
    source: Path | int, settings: tuple[int, int | str], tmp_path: Path
) -> None:
    threads, level = settings
    if isinstance(source, int):
        module = draw_program(Random(source)).module
    else:
        module = dlvm.parse(source.read_text(encoding="utf-8"))
    try:
        build(module, tmp_path, "bundle", prefix="net_", threads=threads, opt_level=level)
    except dlvm.DiagnosticError as refused:
        if "for C" not in str(refused):
            raise
        return
    (library,) = tmp_path.glob("*.a")
    _run(tmp_path, "gcc", "-w", "main.c", library.name, "-lm", "-pthread", "-o", "check")
    _run(tmp_path, "./check")


def _run(folder: Path, *command: str) -> None:
    run = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, env={"PATH": os.environ["PATH"]}
    )
    assert run.returncode == 0, run.stdout + run.stderr


def _compile(folder: Path, compiler: str, *options: str) -> str:
    (library,) = folder.glob("*.a")
    output = f"./check-{compiler}{len(options)}"
    command = [*COMPILERS[compiler], *WARNINGS, *options, "main.c", "-x", "none", library.name]
    _run(folder, *command, "-lm", "-pthread", "-o", output)
    return output


@needs_linux
@needs_x86
@pytest.mark.parametrize(
    "compiler", [pytest.param(name, marks=NEEDS_PROGRAM[name]) for name in COMPILERS]
)
def test_each_compiler_accepts_the_check(bundle: Path, compiler: str) -> None:
    _run(bundle, _compile(bundle, compiler))


@needs_linux
@needs_x86
@NEEDS_PROGRAM["gcc"]
def test_the_check_passes_under_sanitizers(bundle: Path) -> None:
    _run(bundle, _compile(bundle, "gcc", *SANITIZERS))


@needs_linux
@needs_x86
@NEEDS_PROGRAM["gcc"]
@NEEDS_PROGRAM["valgrind"]
def test_the_check_passes_under_valgrind(bundle: Path) -> None:
    _run(bundle, "valgrind", "-q", "--error-exitcode=1", _compile(bundle, "gcc", "-g"))


@needs_linux
@needs_x86
@NEEDS_PROGRAM["gcc"]
def test_threads_have_no_races(tmp_path: Path) -> None:
    build(dlvm.parse(TASKS), tmp_path, "bundle", prefix="net_", target="x86-64-v2", threads=4)
    text = (tmp_path / "main.c").read_text()
    calls = "    check_net_layer();\n"
    (tmp_path / "main.c").write_text(text.replace(calls, calls * 50))
    assert "net_layer(x, w, result0, result1, result2, &threads, workspace" in text
    _run(tmp_path, _compile(tmp_path, "gcc", "-g", "-fsanitize=thread"))
