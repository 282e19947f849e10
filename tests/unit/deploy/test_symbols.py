"""Undefined symbols of object files of each format are those that LLVM's nm finds."""

import subprocess
from pathlib import Path

import pytest

from dlvm.codegen.llvm.target import object_code
from dlvm.deploy import TARGETS
from dlvm.deploy.symbols import undefined_symbols
from dlvm.deploy.targets import find_target
from tests.support.machine import NEEDS_PROGRAM

PROGRAM = """
@data = external global i32
@a_very_long_name_of_data = external global i32
@own = global i32 7
declare float @lgammaf(float) nounwind
declare void @a_very_long_name_of_a_function(ptr) nounwind
define internal float @inner(float %x) nounwind noinline {
  %y = call float @lgammaf(float %x)
  ret float %y
}
define float @outer(float %x) nounwind {
  %n = load i32, ptr @data
  %m = load i32, ptr @a_very_long_name_of_data
  %k = load i32, ptr @own
  %sum = add i32 %n, %m
  %all = add i32 %sum, %k
  store volatile i32 %all, ptr @own
  %place = alloca [100 x i8]
  call void @a_very_long_name_of_a_function(ptr %place)
  %y = call float @inner(float %x)
  ret float %y
}
"""
NEEDED = ["a_very_long_name_of_a_function", "a_very_long_name_of_data", "data", "lgammaf"]
# What the linker or the target's own support library defines, besides those.
EXTRA = {"_GLOBAL_OFFSET_TABLE_", "__stack_pointer", "_fltused"}


@pytest.mark.parametrize("target", TARGETS)
def test_symbols_of_a_program(target: str) -> None:
    found = undefined_symbols(object_code(PROGRAM, find_target(target, None)))
    assert [n for n in found if n not in EXTRA] == NEEDED


@NEEDS_PROGRAM["llvm-nm"]
@pytest.mark.parametrize("target", TARGETS)
def test_symbols_are_those_of_nm(target: str, tmp_path: Path) -> None:
    data = object_code(PROGRAM, find_target(target, None))
    (tmp_path / "code.o").write_bytes(data)
    command = ["llvm-nm", "--undefined-only", "--just-symbol-name", "code.o"]
    run = subprocess.run(command, cwd=tmp_path, check=True, stdout=subprocess.PIPE, text=True)
    names = run.stdout.split()
    if "macos" in target:
        names = [name.removeprefix("_") for name in names]
    ignored = {
        "_GLOBAL_OFFSET_TABLE_", ".TOC.", "__stack_pointer", "__memory_base", "__table_base",
    }  # fmt: skip
    assert undefined_symbols(data) == sorted(set(names) - ignored)
