"""C source compiles as C99 without warnings, and the check of a bundle passes with it."""

import os
import subprocess
from pathlib import Path
from random import Random

import pytest

import dlvm
from dlvm.deploy import build
from dlvm.deploy.bundle import bundle_files
from dlvm.deploy.c_source import CSource, c_files
from dlvm.deploy.targets import find_targets
from dlvm.ir.module import Module
from tests.support.machine import NEEDS_PROGRAM, needs_linux
from tests.support.paths import program_files
from tests.support.programs.programs import draw_program

MODULES = program_files()
STRICT = ["gcc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1"]
SANITIZED = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
EVERYTHING = """
module "everything"
stage raw
struct $Pair { #x: <4 x f32>, #y: f32 }
func @scalars: (f32, bool, f16, i8, u64) -> (f32, bool, f16, i8, u64) {
'entry(%a: f32, %b: bool, %c: f16, %d: i8, %e: u64):
    %f = add %a: f32, 1: f32
    %g = not %b: bool
    %h = multiply %c: f16, %c: f16
    %i = subtract %d: i8, 100: i8
    %j = power %e: u64, 3: u64
    return (%f: f32, %g: bool, %h: f16, %i: i8, %j: u64): (f32, bool, f16, i8, u64)
}
func @count: (i64) -> i64 {
'entry(%n: i64):
    branch 'loop(0: i64, 1: i64)
'loop(%a: i64, %b: i64):
    %done = greaterThan %b: i64, %n: i64
    %sum = add %a: i64, %b: i64
    conditional %done: bool then 'end(%a: i64) else 'loop(%b: i64, %sum: i64)
'end(%r: i64):
    return %r: i64
}
func @swap: (<4 x f32>, <4 x f32>, i64) -> (<4 x f32>, <4 x f32>) {
'entry(%x: <4 x f32>, %y: <4 x f32>, %n: i64):
    branch 'loop(%x: <4 x f32>, %y: <4 x f32>, 0: i64)
'loop(%a: <4 x f32>, %b: <4 x f32>, %i: i64):
    %next = add %i: i64, 1: i64
    %more = lessThan %next: i64, 5: i64
    conditional %more: bool
        then 'loop(%b: <4 x f32>, %a: <4 x f32>, %next: i64)
        else 'end(%a: <4 x f32>, %b: <4 x f32>)
'end(%c: <4 x f32>, %d: <4 x f32>):
    return (%c: <4 x f32>, %d: <4 x f32>): (<4 x f32>, <4 x f32>)
}
!noinline
func @scaled: ($Pair) -> $Pair {
'entry(%p: $Pair):
    %x = extract #x from %p: $Pair
    %y = extract #y from %p: $Pair
    %z = multiply %x: <4 x f32>, %y: f32
    %q = insert %z: <4 x f32> to %p: $Pair at #x
    return %q: $Pair
}
func @twice: ($Pair) -> $Pair {
'entry(%p: $Pair):
    %q = apply @scaled(%p: $Pair): ($Pair) -> $Pair
    %r = apply @scaled(%q: $Pair): ($Pair) -> $Pair
    return %r: $Pair
}
!inplace
func @step: (<4 x f32>, <4 x f32>) -> <4 x f32> {
'entry(%w: <4 x f32>, %g: <4 x f32>):
    %d = multiply %g: <4 x f32>, 0.1: f32
    %y = subtract %w: <4 x f32>, %d: <4 x f32>
    return %y: <4 x f32>
}
func @checked: (<5 x f32>, <3 x i32>) -> <3 x f32> {
'entry(%table: <5 x f32>, %places: <3 x i32>):
    %y = gather %table: <5 x f32> at %places: <3 x i32> along 0
    return %y: <3 x f32>
}
func @bits: (<3 x f32>) -> <3 x i32> {
'entry(%x: <3 x f32>):
    %y = negate %x: <3 x f32>
    %z = bitCast %y: <3 x f32> to i32
    return %z: <3 x i32>
}
"""


def _source(module: Module, folder: Path) -> CSource:
    """Writes C source, its header and the check."""
    found = c_files(module, None, "net.h", "net_", find_targets(None, None), 2, False, {})
    texts = {
        "net.c": found.source,
        "net.h": found.header,
        "main.c": bundle_files(module, "net", "", found.interfaces, "net_")["main.c"],
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return found


def _check(folder: Path, *options: str) -> None:
    _run(folder, *STRICT, *options, "-c", "net.c")
    _run(folder, "gcc", "-w", *options, "main.c", "net.o", "-lm", "-o", "check")
    _run(folder, "./check")


def _run(folder: Path, *command: str) -> None:
    run = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, env={"PATH": os.environ["PATH"]}
    )
    assert run.returncode == 0, run.stdout + run.stderr


@needs_linux
@NEEDS_PROGRAM["gcc"]
@pytest.mark.parametrize("source", [*MODULES, *range(60)], ids=lambda s: getattr(s, "stem", None))
def test_modules_and_drawn_programs(source: Path | int, tmp_path: Path) -> None:
    if isinstance(source, int):
        module = draw_program(Random(source)).module
    else:
        module = dlvm.parse(source.read_text(encoding="utf-8"))
    try:
        _source(module, tmp_path)
    except dlvm.DiagnosticError as refused:
        if "C source has no" not in str(refused) and "for C" not in str(refused):
            raise
        return
    _check(tmp_path)


@needs_linux
@NEEDS_PROGRAM["gcc"]
def test_every_kind_of_code_passes_under_sanitizers(tmp_path: Path) -> None:
    found = _source(dlvm.parse(EVERYTHING), tmp_path)
    names = {interface.function.name for interface in found.interfaces}
    assert names == {
        "scalars", "count", "swap", "scaled", "twice", "step", "checked", "bits",
    }  # fmt: skip
    _check(tmp_path, *SANITIZED)


def test_build_writes_the_source_and_its_header(tmp_path: Path) -> None:
    files = build(dlvm.parse(EVERYTHING), tmp_path / "net.c", "c")
    assert [file.name for file in files] == ["net.c", "net.h"]
    assert '#include "net.h"' in files[0].read_text(encoding="utf-8")
    with pytest.raises(dlvm.DiagnosticError, match="the option threads does not apply to C source"):
        build(dlvm.parse(EVERYTHING), tmp_path / "net.c", "c", threads=2)


def test_all_that_is_not_supported_is_named_with_its_place() -> None:
    text = """module "m"
    stage raw
    func @f: (<_n x f32>, <2 x c64>) -> <_n x f32> {
    'entry(%x: <_n x f32>, %z: <2 x c64>):
        %s = sort %x: <_n x f32> along 0
        %y = extract 0 from %s: (<_n x f32>, <_n x i64>)
        return %y: <_n x f32>
    }"""
    with pytest.raises(dlvm.DiagnosticError) as refused:
        c_files(dlvm.parse(text), None, "m.h", "m_", find_targets(None, None), 2, False, {})
    found = str(refused.value)
    assert "C source has no tensors whose sizes are known only at run time" in found
    assert "C source has no sort" in found
    assert ":5:" in found
