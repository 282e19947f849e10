"""The linker and the loader of machine code."""

from __future__ import annotations

import ctypes
import gc
import mmap
import os
import random
import re
import struct
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

import dlvm
from dlvm.codegen.llvm.binding import llvm
from dlvm.codegen.llvm.target import host_target, object_code
from dlvm.codegen.objfile.elf import EXECUTE, Table, read_object
from dlvm.codegen.objfile.image import ImageLayout
from dlvm.codegen.objfile.linker import link
from dlvm.runtime.loading.loader import LoadedCode, MachineCode
from tests.support.machine import needs_memory_map, needs_x86
from tests.unit.runtime.test_threads import run_program

HOST = host_target(1)
IS_X86 = HOST.triple.startswith("x86_64")
ARM = replace(HOST, triple="aarch64-unknown-linux-gnu", cpu="generic", features="")
ADD = "define i64 @add(i64 %x) { %y = add i64 %x, 1 ret i64 %y }\n"
CALLS = """
@numbers = internal constant [4 x i64] [i64 3, i64 5, i64 7, i64 11]
@functions = constant [2 x ptr] [ptr @call, ptr @add]
@count = internal global i64 40
@zeros = internal global [100 x i64] zeroinitializer
declare i64 @add(i64)
declare i64 @labs(i64)
declare double @fmod(double, double)
define i64 @call(i64 %x) {
  %y = call i64 @add(i64 %x)
  %z = call i64 @labs(i64 %y)
  ret i64 %z
}
define i64 @number(i64 %n) {
  %place = getelementptr i64, ptr @numbers, i64 %n
  %number = load i64, ptr %place
  ret i64 %number
}
define i64 @next() {
  %before = load i64, ptr @count
  %after = add i64 %before, 1
  store i64 %after, ptr @count
  %last = getelementptr i64, ptr @zeros, i64 99
  store i64 %after, ptr %last
  ret i64 %after
}
define i64 @zero(i64 %n) {
  %place = getelementptr i64, ptr @zeros, i64 %n
  %number = load i64, ptr %place
  ret i64 %number
}
define ptr @outside() { ret ptr @labs }
define ptr @inside() { ret ptr @add }
define double @remainder(double %x) {
  %y = call double @fmod(double %x, double 1.75)
  ret double %y
}
define i64 @choose(i64 %n) {
  switch i64 %n, label %other [ i64 0, label %a i64 1, label %b i64 2, label %c i64 3, label %d
    i64 4, label %e ]
a:
  %p = call i64 @number(i64 3)
  ret i64 %p
b:
  %q = call i64 @next()
  ret i64 %q
c:
  %r = call i64 @zero(i64 99)
  ret i64 %r
d:
  %s = call i64 @call(i64 -9)
  ret i64 %s
e:
  %t = call i64 @add(i64 99)
  ret i64 %t
other:
  ret i64 -1
}
"""


def linked(*texts: str) -> LoadedCode:
    return LoadedCode(*link([object_code(text, HOST) for text in texts]), {})


def call(code: MachineCode, name: str, *arguments: int) -> int:
    types = [ctypes.c_int64] * (len(arguments) + 1)
    return ctypes.CFUNCTYPE(*types)(code.address(name))(*arguments)


@pytest.mark.parametrize("order", [(ADD, CALLS), (CALLS, ADD)])
def test_object_files_that_use_each_other(order: tuple[str, ...]) -> None:
    code = linked(*order)
    assert [call(code, "number", n) for n in range(4)] == [3, 5, 7, 11]
    assert call(code, "call", -9) == 8
    assert [call(code, "choose", n) for n in (0, 1, 2, 3, 4, 5)] == [11, 41, 41, 8, 100, -1]
    assert call(code, "zero", 98) == 0
    assert code.table("functions", 2) == [code.address("call"), code.address("add")]
    assert call(code, "inside") == code.address("add")
    assert ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(call(code, "outside"))(-3) == 3
    remainder = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(code.address("remainder"))
    assert remainder(4.0) == 0.5


def test_a_symbol_that_is_defined_twice() -> None:
    with pytest.raises(dlvm.DiagnosticError, match="symbol add is defined twice"):
        linked(ADD, ADD)
    weak = ADD.replace("define", "define weak").replace("1", "2")
    assert call(linked(weak, ADD), "add", 1) == call(linked(ADD, weak), "add", 1) == 2


def test_an_undefined_symbol() -> None:
    text = "declare void @no_such_function() "
    text += "define void @f() { call void @no_such_function() ret void }"
    with pytest.raises(dlvm.DiagnosticError, match="no external function @no_such_function"):
        linked(text)


def test_functions_that_are_far_away() -> None:
    layout, memory = link([object_code(ADD, HOST)])
    wide = mmap.mmap(-1, 5 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    wide[: len(memory)] = memory[:]
    added = LoadedCode(layout, wide, {})
    code = LoadedCode(*link([object_code(CALLS, HOST)]), added.addresses)
    assert abs(code.address("call") - added.address("add")) > 1 << 32
    assert call(code, "call", -9) == 8
    assert call(code, "inside") == added.address("add")


LARGE = """
@{name} = internal global [{size} x i8] zeroinitializer
@behind = internal global [9 x i64] zeroinitializer
define i64 @f(i64 %n) {{
  %place = getelementptr i8, ptr @{name}, i64 %n
  store i8 7, ptr %place
  store i64 5, ptr getelementptr (i64, ptr @behind, i64 8)
  %byte = load i8, ptr %place
  %number = zext i8 %byte to i64
  %other = load i64, ptr getelementptr (i64, ptr @behind, i64 8)
  %sum = add i64 %number, %other
  ret i64 %sum
}}
"""


@needs_x86
def test_data_of_more_than_two_gigabytes() -> None:
    size = 3 << 30
    code = linked(LARGE.format(name="large", size=size))
    assert [call(code, "f", n) for n in (0, size - 1)] == [12, 12]


def test_data_that_are_too_far_away() -> None:
    text = LARGE.format(name="a", size=5 << 30)
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    with pytest.raises(dlvm.DiagnosticError, match=r"R_AARCH64_\w+: the place is too far away"):
        link([object_code(text, ARM)])


def relocations_of_code() -> tuple[bytearray, Table, int]:
    """An object file, the relocations of its code, and where they are in the file."""
    code = object_code(CALLS, HOST)
    sections = [s for s in read_object(code).sections if s.flags & EXECUTE and s.relocations]
    table = sections[0].relocations[0]
    return bytearray(code), table, code.index(table.tobytes())


def test_an_unknown_relocation() -> None:
    code = bytearray(object_code(CALLS, HOST))
    (table, *_) = (
        t for s in read_object(bytes(code)).sections if s.flags & 4 for t in s.relocations
    )
    place = bytes(code).index(table[0].tobytes())
    code[place + 8] = 99
    with pytest.raises(dlvm.DiagnosticError, match=r"relocation 99 of [\w-]+ is not supported"):
        link([bytes(code)])


@pytest.mark.parametrize("field", ["offset", "symbol"])
def test_relocations_of_missing_symbols(field: str) -> None:
    code = bytearray(object_code(CALLS, HOST))
    (table, *_) = (
        t for s in read_object(bytes(code)).sections if s.flags & 4 for t in s.relocations
    )
    place = bytes(code).index(table[0].tobytes())
    row = table[:1].copy()
    row[field] = (1 << 32) - 1 if field == "symbol" else 1 << 63
    code[place : place + row.nbytes] = row.tobytes()
    with pytest.raises(dlvm.DiagnosticError, match=r"relocation R_\w+ (has no symbol|is outside)"):
        link([bytes(code)])


@pytest.mark.parametrize(
    "text",
    [
        "@x = thread_local global i32 0 define ptr @f() { ret ptr @x }",
        '@x = global ptr @f, section ".init_array" define void @f() { ret void }',
        '@x = global ptr @f, section ".ctors" define void @f() { ret void }',
        "define ptr @g() { ret ptr null } @f = ifunc void (), ptr @g",
        "@x = common global i32 0",
    ],
)
def test_what_compiled_programs_do_not_have(text: str) -> None:
    with pytest.raises(dlvm.DiagnosticError, match="object file: "):
        link([object_code(text, HOST)])


def test_an_object_file_that_ends_early() -> None:
    code = object_code(CALLS, HOST)
    for size in range(len(code)):
        with pytest.raises(dlvm.DiagnosticError, match="object file: "):
            link([code[:size]])


def test_an_object_file_with_other_bytes() -> None:
    original = object_code(CALLS, HOST)
    draw = random.Random(0)
    refused = 0
    for _ in range(1000):
        code = bytearray(original)
        for _ in range(draw.choice((1, 2, 8))):
            # Most of what matters is in the tables, near the end.
            place = draw.choice((draw.randrange(64), draw.randrange(len(code))))
            code[place] = draw.choice((0, 1, 0x7F, 0xFF, draw.randrange(256)))
        try:
            link([bytes(code)])
        except dlvm.DiagnosticError:
            refused += 1
    assert refused > 250


def test_code_for_another_machine() -> None:
    code = bytearray(object_code(ADD, HOST))
    code[18:20] = (243).to_bytes(2, "little")
    with pytest.raises(
        dlvm.DiagnosticError, match="expected x86-64 or AArch64, got another machine"
    ):
        link([bytes(code)])


def regions() -> dict[int, tuple[int, str]]:
    """The end and the protection of each region of memory, by its start."""
    found = re.findall(r"^(\w+)-(\w+) (....)", Path("/proc/self/maps").read_text(), re.MULTILINE)
    return {int(start, 16): (int(end, 16), use) for start, end, use in found}


def protection(address: int) -> str:
    return next(use for start, (end, use) in regions().items() if start <= address < end)


@needs_memory_map
def test_what_may_be_done_with_memory() -> None:
    layout, memory = link([object_code(text, HOST) for text in (ADD, CALLS)])
    code = LoadedCode(layout, memory, {})
    start = code.address("call") - layout.symbols["call"]
    uses = [use for _, _, use in layout.segments]
    assert uses[:2] == ["rx", "r"]
    assert "rw" in uses
    for first, last, use in layout.segments:
        expected = {"rx": "r-xp", "r": "r--p", "rw": "rw-p"}[use]
        assert {protection(start + p) for p in range(first, last, mmap.PAGESIZE)} == {expected}
    assert protection(code.address("functions")) == "r--p"


@needs_memory_map
def test_code_is_freed_with_the_program() -> None:
    text = "func @f: (f32) -> f32 {\n'entry(%x: f32):\n    return %x: f32\n}\n"
    program = dlvm.compile(dlvm.parse(text))
    address = program["f"]._address
    assert protection(address) == "r-xp"
    kept = program["f"]
    del program
    gc.collect()
    assert kept(2.5) == 2.5
    del kept
    gc.collect()
    with pytest.raises(StopIteration):
        protection(address)


def test_a_child_process_has_data_of_its_own() -> None:
    code = linked(ADD, CALLS)
    assert call(code, "next") == 41
    child = os.fork()
    if child == 0:
        os._exit(0 if [call(code, "next") for _ in range(3)] == [42, 43, 44] else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert call(code, "next") == 42


LOADING = """
    import os, sys, threading
    import dlvm
    text = '''func @f: (f32) -> f32 {{
    'entry(%x: f32):
        %y = sin %x: f32
        %z = add %y: f32, {number}.0: f32
        return %z: f32
    }}'''
    results, start = {{}}, threading.Barrier(6)
    def work(number):
        start.wait()
        function = dlvm.compile(dlvm.parse(text.replace("{number}", str(number))))["f"]
        results[number] = float(function(0.0))
    threads = [threading.Thread(target=work, args=(n,)) for n in range(6)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    from dlvm.runtime.loading import loader as loading
    print(sorted(results.items()) == [(n, float(n)) for n in range(6)], "llvmlite" in sys.modules)
"""


def test_threads_that_load_at_the_same_time(tmp_path: Path) -> None:
    program = LOADING.replace("{{", "{").replace("}}", "}")
    cold, warm = (run_program(program, DLVM_CACHE_DIR=str(tmp_path)) for _ in range(2))
    assert (cold, warm) == ("True True\n", "True False\n")


def test_a_child_process_made_while_the_support_is_loaded(tmp_path: Path) -> None:
    program = """
        import os, threading
        import dlvm
        from dlvm.runtime.loading import loader as loading
        thread = threading.Thread(target=loading.runtime)
        thread.start()
        while thread.is_alive() and not loading._LOCK.locked(): pass
        child = os.fork()
        if child == 0:
            text = "func @f: (f32) -> f32 {\\n'entry(%x: f32):\\n    return %x: f32\\n}"
            os._exit(0 if dlvm.compile(dlvm.parse(text))["f"](2.5) == 2.5 else 1)
        print(os.waitpid(child, 0)[1])
    """
    assert run_program(program, DLVM_CACHE_DIR=str(tmp_path)) == "0\n"


ARM_TEXT = (
    "".join(f"@c{bits} = internal constant i{bits} {101 + bits}\n" for bits in (8, 16, 32, 64))
    + """
@c128 = internal constant <2 x i64> <i64 987654321, i64 123456789>
@table = internal constant [3 x i64] [i64 77, i64 78, i64 79]
@outside_data = external global i64
declare i64 @add(i64)
declare void @far()
define i64 @tail(i64 %x) { %y = tail call i64 @add(i64 %x) ret i64 %y }
define void @calls() { call void @far() call void @far() ret void }
define void @far_branches() { ret void }
define ptr @address() { ret ptr @table }
define ptr @far_address() { ret ptr @outside_data }
define <2 x i64> @load128() { %x = load volatile <2 x i64>, ptr @c128 ret <2 x i64> %x }
"""
    + "".join(
        f"define i{bits} @load{bits}() {{\n"
        f"  %x = load volatile i{bits}, ptr @c{bits} ret i{bits} %x\n}}\n"
        for bits in (8, 16, 32, 64)
    )
)


@dataclass
class Arm:
    """Reads what AArch64 code is about, as the manual says: where branches go to, and the place
    that a pair of ``adrp`` and what follows it makes."""

    layout: ImageLayout
    memory: mmap.mmap

    def word(self, place: int) -> int:
        return struct.unpack_from("<I", self.memory, place)[0]

    def branch(self, place: int) -> int:
        word = self.word(place)
        assert word >> 26 in (0b000101, 0b100101)
        return place + 4 * signed(word, 26)

    def pair(self, place: int) -> int:
        first = self.word(place)
        assert first >> 24 & 0x9F == 0x90
        pages = signed((first >> 5 & 0x7FFFF) << 2 | first >> 29 & 3, 21)
        second = self.word(place + 4)
        assert first & 31 == second >> 5 & 31
        offset = second >> 10 & 0xFFF
        if second >> 24 & 0x3B == 0x39:
            is_vector = second >> 26 & 1 and second >> 23 & 1
            offset <<= 4 if is_vector else second >> 30
        else:
            assert second >> 22 == 0b1001000100
        return (place & -4096) + 4096 * pages + offset

    def imported(self, stub: int) -> str:
        """The target of a stub's jump."""
        assert self.word(stub + 8) == 0xD61F0200
        slot = self.pair(stub)
        return next(name for name, places in self.layout.imports.items() if slot in places)


def signed(number: int, bits: int) -> int:
    number &= (1 << bits) - 1
    return number - (1 << bits) if number >> bits - 1 else number


def test_code_for_aarch64() -> None:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    padding = '@before = internal constant [5001 x i8] c"' + "x" * 5001 + '"\n'
    padding += "define ptr @padding() { ret ptr @before }\n"
    codes = [object_code(text, ARM) for text in (padding, ARM_TEXT, ADD)]
    used = {
        int(t)
        for c in codes
        for s in read_object(c).sections
        for r in s.relocations
        for t in r["type"]
    }
    assert used >= {275, 277, 278, 282, 283, 284, 285, 286, 299, 311, 312}
    arm = Arm(*link(codes))
    at = arm.layout.symbols
    for bits in (8, 16, 32, 64):
        place = arm.pair(at[f"load{bits}"])
        assert int.from_bytes(arm.memory[place : place + bits // 8], "little") == 101 + bits
    place = arm.pair(at["load128"])
    assert struct.unpack_from("<2Q", arm.memory, place) == (987654321, 123456789)
    place = arm.pair(at["address"])
    assert struct.unpack_from("<3Q", arm.memory, place) == (77, 78, 79)
    assert arm.branch(at["tail"]) == at["add"]
    places = range(at["calls"], at["far_branches"], 4)
    branches = [arm.branch(p) for p in places if arm.word(p) >> 26 & 0b11111 == 0b00101]
    assert [arm.imported(branch) for branch in branches] == ["far", "far"]
    assert arm.pair(at["far_address"]) in arm.layout.imports["outside_data"]
