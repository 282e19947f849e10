"""Functions with a C interface agree with the interpreter, and depend on no library."""

from __future__ import annotations

import ctypes
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm import nnkit
from dlvm.deploy import KINDS, TARGETS, build
from dlvm.deploy.build import Library, compile_library
from dlvm.deploy.interface import CArgument, CStruct
from dlvm.deploy.objects import WINDOWS
from dlvm.deploy.symbols import undefined_symbols
from dlvm.deploy.targets import find_target
from dlvm.nnkit import Float0D, Float1D, staged, struct
from dlvm.runtime.loading.loader import MachineCode, link_objects, load_code
from dlvm.tools.command_line import LIBRARY_KINDS
from tests.support.machine import needs_c_compiler, needs_linux, needs_x86
from tests.support.samples.embedded import TREE

PROGRAM = """
module "network"
stage raw

struct $Layer {
    #w: <5 x 3 x f32>
    #b: <3 x f32>
}

[gradient @loss wrt 1 keeping 0]
func @slope: (<2 x 5 x f32>, $Layer) -> ($Layer, f32)

func @loss: (<2 x 5 x f32>, $Layer) -> f32 {
'entry(%x: <2 x 5 x f32>, %layer: $Layer):
    %w = extract #w from %layer: $Layer
    %b = extract #b from %layer: $Layer
    %xw = dot %x: <2 x 5 x f32>, %w: <5 x 3 x f32>
    %y = add %xw: <2 x 3 x f32>, %b: <3 x f32>
    %z = tanh %y: <2 x 3 x f32>
    %sum = reduce %z: <2 x 3 x f32> by add along 0, 1
    return %sum: f32
}

func @power: (f64, i64) -> f64 {
'entry(%x: f64, %n: i64):
    branch 'head(0: i64, 1: f64)
'head(%i: i64, %product: f64):
    %more = lessThan %i: i64, %n: i64
    conditional %more: bool then 'body() else 'end()
'body():
    %next = add %i: i64, 1: i64
    %longer = multiply %product: f64, %x: f64
    branch 'head(%next: i64, %longer: f64)
'end():
    return %product: f64
}

func @scalars: (i8, u16, bool, f16) -> (i8, u16, bool, f16) {
'entry(%a: i8, %b: u16, %c: bool, %d: f16):
    %e = add %a: i8, 1: i8
    %f = multiply %b: u16, 2: u16
    %g = not %c: bool
    %h = exp %d: f16
    return (%e: i8, %f: u16, %g: bool, %h: f16): (i8, u16, bool, f16)
}

func @rows: (<7 x 4 x f32>, <3 x i32>) -> <3 x 4 x f32> {
'entry(%table: <7 x 4 x f32>, %n: <3 x i32>):
    %rows = gather %table: <7 x 4 x f32> at %n: <3 x i32> along 0
    return %rows: <3 x 4 x f32>
}
"""

C_TYPES = {
    "float": ctypes.c_float,
    "double": ctypes.c_double,
    **{f"int{n}_t": getattr(ctypes, f"c_int{n}") for n in (8, 16, 32, 64)},
    **{f"uint{n}_t": getattr(ctypes, f"c_uint{n}") for n in (8, 16, 32, 64)},
}


def library(text: str = PROGRAM, target: str | None = None, **options: Any) -> Library:
    return compile_library(
        dlvm.parse(text), options.pop("functions", None), "net_", find_target(target, None),
        **options,
    )  # fmt: skip


def loaded(library: Library) -> MachineCode:
    return load_code(link_objects([], [library.object]), {})


def call(code: MachineCode, library: Library, name: str, *leaves: Any) -> tuple[int, list[Any]]:
    """Calls a C function with the leaves of its arguments; returns its code and the results."""
    interface = next(i for i in library.interfaces if i.function.name == name)
    results = [np.zeros(a.type.static_shape or (), a.type.element.numpy) for a in interface.results]
    given = [_word(a, v) for a, v in zip(interface.inputs, leaves, strict=True)]
    given += [ctypes.c_void_p(r.ctypes.data) for r in results]
    words = {a.name: word for a, word in zip(interface.arguments, given, strict=True)}
    given = [
        words[p.name] if isinstance(p, CArgument) else ctypes.byref(_struct(p, words))
        for p in interface.parameters
    ]
    macro = f"#define {interface.symbol.upper()}_WORKSPACE_BYTES "
    size = int(library.header.split(macro)[1].split()[0])
    # A guard after the workspace, which begins at an odd address.
    memory = np.full(1 + size + 64, 0xA5, np.uint8)
    given.append(ctypes.c_void_p(memory.ctypes.data + 1))
    function = ctypes.CFUNCTYPE(ctypes.c_int32)(code.address(interface.symbol))
    status = function(*given)
    assert (memory[1 + size :] == 0xA5).all()
    assert memory[0] == 0xA5
    return status, results


def _struct(struct: CStruct, words: dict[str, Any]) -> ctypes.Structure:
    parts = [
        words[m.name] if isinstance(m, CArgument) else _struct(m, words) for m in struct.members
    ]
    fields = [(f"f{n}", type(part)) for n, part in enumerate(parts)]
    return type("Struct", (ctypes.Structure,), {"_fields_": fields})(*parts)


def _word(argument: CArgument, value: Any) -> Any:
    array = np.ascontiguousarray(value, argument.type.element.numpy)
    if argument.by_address:
        kept = ctypes.c_void_p(array.ctypes.data)
        kept.array = array  # type: ignore[attr-defined]
        return kept
    bits = array.reshape(()).view({1: "u1", 2: "u2"}.get(array.itemsize, array.dtype))
    return C_TYPES[argument.element](bits.item())


@pytest.mark.parametrize("target", [None, pytest.param("x86-64-v2", marks=needs_x86)])
def test_results_are_those_of_the_interpreter(target: str | None) -> None:
    random = np.random.default_rng(0)
    x, w, b = (random.standard_normal(s).astype("f") for s in ((2, 5), (5, 3), 3))
    module = dlvm.parse(PROGRAM)
    dlvm.run_passes(module, "AD")
    made = library(target=target)
    code = loaded(made)
    status, found = call(code, made, "slope", x, w, b)
    layer, value = dlvm.interpret(module, "slope", x, {"w": w, "b": b})
    assert status == 0
    for ours, theirs in zip(found, (layer.w, layer.b, value), strict=True):
        np.testing.assert_allclose(ours, theirs, 1e-5)
    assert call(code, made, "power", 1.5, 3) == (0, [3.375])
    status, found = call(code, made, "scalars", 127, 40000, True, 1)
    assert status == 0
    assert [f.item() for f in found] == [-128, 14464, False, np.exp(np.float16(1)).item()]


def test_a_trap_returns_its_code() -> None:
    made = library(functions=["rows"])
    code = loaded(made)
    table = np.arange(28).reshape(7, 4)
    status, found = call(code, made, "rows", table, [6, 0, 1])
    assert status == 0
    assert (found[0] == table[[6, 0, 1]]).all()
    status, _ = call(code, made, "rows", table, [1, 7, 2])
    message = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_int32)(code.address("net_message"))
    assert f"#define NET_ERROR_INDEX_IS_OUT_OF_RANGE_EXPECTED {status} " in made.header
    assert message(status) == b"index found[0] is out of range, expected 0 to found[1] - 1"
    assert message(0) == b"no error"
    assert message(1000) is None


UPDATING = """
!inplace
func @step: (<4 x f32>, <4 x f32>) -> <4 x f32> {
'entry(%w: <4 x f32>, %slope: <4 x f32>):
    %new = subtract %w: <4 x f32>, %slope: <4 x f32>
    return %new: <4 x f32>
}
"""


def test_results_in_the_memory_of_arguments() -> None:
    made = library(PROGRAM + UPDATING)
    assert "int32_t net_step(float *w, const float *slope, void *workspace);" in made.header


@struct
class Line:
    w: Float1D
    b: Float1D

    @staged
    def at(self, x: Float1D) -> Float1D:
        return x * self.w + self.b


@staged(donate=("line",))
def moved(line: Line, by: Float1D) -> tuple[Line, Float0D]:
    return Line(line.w + by, line.b), nnkit.sum(by)


def test_results_overwrite_donated_parameters(tmp_path: Path) -> None:
    line = Line(np.zeros(3, "f"), np.zeros(3, "f"))
    build(moved, tmp_path / "net", "bundle", example=(line, np.zeros(3, "f")))
    text = (tmp_path / "net" / "net.h").read_text()
    assert "net_moved(const net_Line_out *line, const float *by, float *result1, void" in text
    build(line.at, tmp_path / "at.o", example=(np.zeros(3, "f"),))
    assert (
        "at_at(const at_Line *self, const float *x, float *result, void"
        in (tmp_path / "at.h").read_text()
    )


def test_the_tools_write_all_kinds() -> None:
    assert LIBRARY_KINDS == KINDS


def test_names_differ_in_c() -> None:
    body = "{\n'entry(%x: f32):\n    return %x: f32\n}\n"
    names = ("f.1", "f_1", "F_1", "message")
    text = 'module "m"\nstage raw\n' + "".join(f"func @{n}: (f32) -> f32 {body}" for n in names)
    made = library(text)
    assert [i.symbol for i in made.interfaces] == [
        "net_f_1",
        "net_f_1_",
        "net_F_1__",
        "net_message_",
    ]
    assert undefined_symbols(made.object) == []


RANDOM = """
module "m"
stage raw
func @noise: (<3 x f32>) -> <3 x f32> {
'entry(%x: <3 x f32>):
    %r = random 3 from 0: f32 upto 1: f32
    %y = add %x: <3 x f32>, %r: <3 x f32>
    return %y: <3 x f32>
}
"""


def test_random_numbers_continue_from_a_state() -> None:
    made = library(RANDOM)
    assert "uint64_t random_state[2], void *workspace" in made.header
    code = loaded(made)
    function = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_void_p] * 4)(code.address("net_noise"))
    x, found, workspace = np.ones(3, "f"), np.zeros(3, "f"), np.zeros(4096, np.uint8)
    state = np.array([5, 0], np.uint64)
    expected = dlvm.compile(dlvm.parse(RANDOM), seed=5)["noise"]
    for _ in range(3):
        assert function(*(a.ctypes.data for a in (x, found, state, workspace))) == 0
        assert (found == expected(x)).all()
    assert state.tolist() == [5, 9]


@pytest.mark.parametrize("target", [None, *TARGETS])
def test_objects_of_all_targets(target: str | None) -> None:
    made = library(target=target, functions=["loss", "power", "rows"])
    needed = undefined_symbols(made.object)
    # These processors have no double precision; a support library of each compiler has it.
    if target in ("cortex-m0plus", "cortex-m4", "cortex-m7", "cortex-m55", "riscv32"):
        assert all(n.startswith("__") for n in needed)
    elif target == "x86-64-windows":
        assert set(needed) <= set(WINDOWS)
    else:
        assert not needed


@needs_c_compiler
@pytest.mark.parametrize("language", ["c99", "c++11"])
def test_header_and_archive_in_a_program(language: str, tmp_path: Path) -> None:
    build(dlvm.parse(PROGRAM), tmp_path / "net.a", "archive", functions=["power", "scalars"])
    (tmp_path / "main.c").write_text(
        '#include "net.h"\n'
        "static char workspace[NET_POWER_WORKSPACE_BYTES];\n"
        "int main(void) {\n"
        "    double result = 0;\n"
        "    if (net_power(1.5, 3, &result, workspace) != NET_OK) return 1;\n"
        "    return result == 3.375 ? 0 : 2;\n"
        "}\n"
    )
    compiler = ["cc", "-x", "c" if language == "c99" else "c++", f"-std={language}"]
    end = ["-x", "none", "net.a", "-o", "main"]
    subprocess.run([*compiler, *WARNINGS, "main.c", *end], cwd=tmp_path, check=True)
    subprocess.run([tmp_path / "main"], env={}, check=True)


WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]


@needs_c_compiler
@pytest.mark.parametrize("language", ["c99", "c++11"])
def test_a_bundle_checks_itself(language: str, tmp_path: Path) -> None:
    build(dlvm.parse(PROGRAM), tmp_path / "net", "bundle")
    folder = tmp_path / "net"
    kind = "c" if language == "c99" else "c++"
    command = ["cc", "-x", kind, f"-std={language}", *WARNINGS, "main.c", "-x", "none", "libnet.a"]
    subprocess.run([*command, "-lm"], cwd=folder, check=True)
    run = subprocess.run([folder / "a.out"], env={}, check=True, stdout=subprocess.PIPE)
    assert run.stdout == b"5 functions agree with the recorded results\n"
    # The check can fail.
    text = (folder / "main.c").read_text()
    found = re.search(r"expected0_\w+\[\] = \{", text)
    assert found is not None
    at = found.end()
    (folder / "main.c").write_text(text[:at] + "100 + " + text[at:])
    subprocess.run([*command, "-lm"], cwd=folder, check=True)
    assert subprocess.run([folder / "a.out"], stdout=subprocess.DEVNULL).returncode == 1


DYNAMIC = (
    TREE
    + """
// Arguments and results of sizes that are known at run time.
func @rows: (<_n x 3 x f32>, <3 x _m x f32>) -> <_n x _m x f32> {
'entry(%x: <_n x 3 x f32>, %w: <3 x _m x f32>):
    %y = dot %x: <_n x 3 x f32>, %w: <3 x _m x f32>
    %z = tanh %y: <_n x _m x f32>
    return %z: <_n x _m x f32>
}
"""
)


@needs_c_compiler
def test_memory_at_run_time_is_the_callers(tmp_path: Path) -> None:
    build(dlvm.parse(DYNAMIC), tmp_path / "net", "bundle", functions=["tree", "rows"])
    folder = tmp_path / "net"
    text = " ".join((folder / "net.h").read_text().split())
    assert "float *result, void *workspace, int64_t workspace_bytes);" in text
    assert "const float *w, int64_t n, int64_t m, float *result" in text
    subprocess.run(["cc", *WARNINGS, "main.c", "libnet.a", "-lm"], cwd=folder, check=True)
    subprocess.run([folder / "a.out"], env={}, check=True, stdout=subprocess.DEVNULL)
    # Too little memory is an error, not a crash.
    main = (folder / "main.c").read_text().replace("sizeof workspace", "1700")
    (folder / "main.c").write_text(main)
    subprocess.run(["cc", "main.c", "libnet.a", "-lm"], cwd=folder, check=True)
    run = subprocess.run([folder / "a.out"], stdout=subprocess.PIPE)
    assert run.returncode == 1
    assert b"net_tree: it returned an error" in run.stdout


USED = """
#include <stdlib.h>
#include "net.h"
int main(void)
{
    enum { N = 300, M = 50 };
    float *x = calloc(N * 3, 4), *w = calloc(3 * M, 4), *result = calloc(N * M, 4);
    char *workspace = malloc(NET_ROWS_WORKSPACE_BYTES);
    if (net_rows(x, w, N, M, result, workspace, NET_ROWS_WORKSPACE_BYTES) != 0) return 1;
    int64_t used = NET_ROWS_WORKSPACE_USED(workspace);
    if (used <= 0 || used > NET_ROWS_WORKSPACE_BYTES) return 2;
    char *other = malloc((size_t)used);
    if (net_rows(x, w, N, M, result, other, used) != 0) return 3;
    if (NET_ROWS_WORKSPACE_USED(other) != used) return 4;
    free(x), free(w), free(result), free(workspace), free(other);
    return 0;
}
"""


@needs_c_compiler
def test_the_memory_that_a_call_used_suffices_for_the_same_call(tmp_path: Path) -> None:
    build(dlvm.parse(DYNAMIC), tmp_path / "net", "bundle", functions=["rows"])
    (tmp_path / "net" / "used.c").write_text(USED)
    command = ["cc", *WARNINGS, "used.c", "libnet.a", "-lm"]
    subprocess.run(command, cwd=tmp_path / "net", check=True)
    subprocess.run([tmp_path / "net" / "a.out"], check=True)


HEAD = """
module "head"
stage raw
func @head: (<_n x f32>, i64) -> <_ x f32> {
'entry(%x: <_n x f32>, %k: i64):
    %y = slice %x: <_n x f32> from 0 upto %k: i64
    return %y: <_ x f32>
}
"""
WRONG_CALLS = """
#include <stdlib.h>
#include <string.h>
#include "net.h"
static char workspace[NET_HEAD_WORKSPACE_BYTES];
int main(void)
{
    float x[4] = {1, 2, 3, 4}, result[4] = {0};
    int64_t sizes[1], bytes = sizeof workspace;
    for (int64_t room = -3; room < 5; room++) {
        int32_t code = net_head(x, 3, 4, result, room, sizes, workspace, bytes);
        if (code != (room < 3 ? NET_ERROR_TOO_SMALL : NET_OK)) return 1;
        if (room < 3 && result[0] != 0) return 2;
    }
    int32_t code = net_head(x, 3, INT64_MIN, result, 4, sizes, workspace, bytes);
    if (code != NET_ERROR_NEGATIVE_SIZE) return 3;
    return strcmp(net_message(code), "a size is negative") != 0;
}
"""


@needs_c_compiler
def test_negative_sizes_and_rooms_are_errors(tmp_path: Path) -> None:
    build(dlvm.parse(HEAD), tmp_path / "net", "bundle")
    (tmp_path / "net" / "wrong.c").write_text(WRONG_CALLS)
    command = ["cc", *WARNINGS, "wrong.c", "libnet.a", "-lm"]
    subprocess.run(command, cwd=tmp_path / "net", check=True)
    subprocess.run([tmp_path / "net" / "a.out"], check=True)


def test_objects_with_memory_at_run_time_define_all_symbols() -> None:
    for target in (None, "aarch64-linux", "riscv64-linux"):
        made = library(DYNAMIC, target=target, functions=["tree", "rows"])
        assert not undefined_symbols(made.object)


ROW = ", ".join(f"{(7 * n) % 11 / 8}: f32" for n in range(1600))
LARGE_CONSTANT = f"""
module "m"
stage raw
func @f: (<3 x 1600 x f32>) -> <3 x 1600 x f32> {{
'entry(%x: <3 x 1600 x f32>):
    %w = literal <{ROW}>: <1600 x f32>
    %y = multiply %x: <3 x 1600 x f32>, %w: <1600 x f32>
    return %y: <3 x 1600 x f32>
}}
"""


@needs_c_compiler
@needs_linux
@pytest.mark.parametrize("place", ["file", "pointer"])
def test_weights_in_a_file(place: str, tmp_path: Path) -> None:
    build(dlvm.parse(LARGE_CONSTANT), tmp_path / "net", "bundle", weights=place)
    folder = tmp_path / "net"
    assert (folder / "net.weights").stat().st_size == 6400
    assert ("net_map_weights" in (folder / "net.h").read_text()) == (place == "file")
    subprocess.run(["cc", *WARNINGS, "main.c", "libnet.a", "-lm"], cwd=folder, check=True)
    subprocess.run([folder / "a.out"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    (file,) = build(dlvm.parse(LARGE_CONSTANT), tmp_path / "served", "wheel", weights=place)
    with zipfile.ZipFile(file) as wheel:
        wheel.extractall(tmp_path)
    program = "import numpy, served; assert served.f(numpy.ones((3, 1600)))[1, 1] == 0.875"
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True)


@needs_c_compiler
@needs_linux
def test_an_executable_checks_itself(tmp_path: Path) -> None:
    build(dlvm.parse(PROGRAM), tmp_path / "net", "executable")
    subprocess.run([tmp_path / "net"], env={}, check=True, stdout=subprocess.DEVNULL)


@needs_c_compiler
@needs_linux
def test_a_wheel_needs_numpy_alone(tmp_path: Path) -> None:
    text = PROGRAM + UPDATING
    (file,) = build(dlvm.parse(text), tmp_path / "net", "wheel")
    with zipfile.ZipFile(file) as wheel:
        wheel.extractall(tmp_path)
        record = wheel.read("net-0.0.0.dist-info/RECORD").decode().splitlines()
        assert {line.split(",")[0] for line in record} == set(wheel.namelist())
    program = """
import sys
import numpy as np
import net
assert net.power(1.5, 3) == 3.375
slope_w, slope_b, value = net.slope(np.ones((2, 5)), np.zeros((5, 3)), np.zeros(3))
assert slope_w.shape == (5, 3) and slope_w.dtype == np.float32 and value == 0
assert (slope_b == 2).all()
assert (net.step(np.full(4, 3.0), np.ones(4)) == 2).all()
a, b, c, d = net.scalars(127, 40000, True, 1)
assert (a, b, c) == (-128, 14464, False) and abs(d - 2.718) < 1e-3
for problem in (lambda: net.rows(np.ones((7, 4)), [0, 9, 0]), lambda: net.power([1.5], 3)):
    try:
        problem()
    except (RuntimeError, TypeError) as failure:
        print(failure)
assert not {"dlvm", "llvmlite"} & set(sys.modules)
"""
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, cwd=tmp_path, check=True, stdout=subprocess.PIPE, text=True)
    assert run.stdout.splitlines() == [
        "rows: index 9 is out of range, expected 0 to 7 - 1",
        "power: x has shape (), got (1,)",
    ]


RECURSIVE = """
module "m"
stage raw
func @f: (f32) -> f32 {
'entry(%x: f32):
    %more = lessThan %x: f32, 9: f32
    conditional %more: bool then 'again() else 'end()
'again():
    %next = apply @f(%x: f32): (f32) -> f32
    %sum = add %next: f32, 1: f32
    return %sum: f32
'end():
    return %x: f32
}
"""
ERASED = """
module "m"
stage raw
func @f: (<_n x f32>) -> <_n x f32> {
'entry(%x: <_n x f32>):
    %y = tanh %x: <_n x f32>
    return %y: <_n x f32>
}
"""


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (PROGRAM, {"target": "cortex-m5"}, "did you mean cortex-m"),
        (PROGRAM, {"cpu": "i386"}, "must be one of"),
        (PROGRAM, {"functions": ["lose"]}, "did you mean @loss"),
        (PROGRAM, {"functions": [""]}, "the functions must be in the module, got @"),
        (PROGRAM, {"output": "net.h"}, "the output must not end in .h, the ending of the header"),
        (PROGRAM, {"output": "net.h", "kind": "c"}, "in .h, the ending of the header"),
        (PROGRAM, {"output": "net.html", "kind": "wasm"}, "in .html, the ending of the page"),
        (PROGRAM, {"output": "net.weights", "weights": "file"}, "the ending of the file of weig"),
        (PROGRAM, {"prefix": "a-b"}, "must be the start of a C identifier, as in net_, got 'a-b'"),
        (PROGRAM, {"opt_level": "x"}, "opt_level must be 0 to 3, s or z, got 'x'"),
        (PROGRAM, {"kind": "zip"}, "must be one of object, archive, shared"),
        (PROGRAM, {"kind": "shared", "target": "cortex-m4"}, "must be for this machine or"),
        (RECURSIVE, {"target": "cortex-m4"}, "but it recurses"),
        (ERASED, {"kind": "wheel"}, "of known sizes for a wheel"),
        (PROGRAM, {"target": "cortex-m4", "threads": 2}, "must be for an operating system"),
        (PROGRAM, {"target": "cortex-m4", "weights": "file"}, "must be for Linux or macOS"),
        (PROGRAM, {"heap": "much"}, "heap must be a number of bytes, as in 64KiB, got much"),
        (PROGRAM, {"kind": "wasm", "target": "cortex-m4"}, "must have the target wasm32"),
    ],
)
def test_errors(text: str, options: dict[str, Any], message: str, tmp_path: Path) -> None:
    output = tmp_path / options.pop("output", "net.o")
    with pytest.raises(dlvm.DiagnosticError) as failure:
        build(dlvm.parse(text), output, **options)
    assert message in str(failure.value)
    assert not list(tmp_path.iterdir())
