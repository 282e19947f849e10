"""Calling compiled code: arguments, donation, traps, the cache, threads, processes, accuracy."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm.codegen import module_partitioning
from dlvm.ir.compute import Constant, call
from dlvm.ir.intrinsics import INTRINSICS
from dlvm.ir.types import F64
from dlvm.runtime.calling.executable import Executable

STEP = """module "step"
stage optimizable
func @step: (<40 x 70 x f32>, <40 x 70 x f32>) -> (<40 x 70 x f32>, f32) {
'entry(%w: <40 x 70 x f32>, %g: <40 x 70 x f32>):
    %scaled = multiply %g: <40 x 70 x f32>, 0.5: f32
    %next = subtract %w: <40 x 70 x f32>, %scaled: <40 x 70 x f32>
    %sum = reduce %w: <40 x 70 x f32> by add along 0, 1
    return (%next: <40 x 70 x f32>, %sum: f32): (<40 x 70 x f32>, f32)
}
func @pick: (<4 x 3 x f32>, <2 x i64>) -> <2 x 3 x f32> {
'entry(%x: <4 x 3 x f32>, %at: <2 x i64>):
    %y = gather %x: <4 x 3 x f32> at %at: <2 x i64> along 0
    return %y: <2 x 3 x f32>
}
"""

LAYER = """module "layer"
stage optimizable
func @layer: (<70 x 300 x f32>, <300 x 130 x f32>, <130 x f32>) -> <70 x 130 x f32> {
'entry(%x: <70 x 300 x f32>, %w: <300 x 130 x f32>, %b: <130 x f32>):
    %xw = dot %x: <70 x 300 x f32>, %w: <300 x 130 x f32>
    %z = add %xw: <70 x 130 x f32>, %b: <130 x f32>
    %top = reduce %z: <70 x 130 x f32> by max along 1
    %column = padShape %top: <70 x f32> at 1
    %low = subtract %z: <70 x 130 x f32>, %column: <70 x 1 x f32>
    %e = exp %low: <70 x 130 x f32>
    %total = reduce %e: <70 x 130 x f32> by add along 1
    %totals = padShape %total: <70 x f32> at 1
    %y = divide %e: <70 x 130 x f32>, %totals: <70 x 1 x f32>
    return %y: <70 x 130 x f32>
}
"""


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DLVM_CACHE_DIR", str(tmp_path))


def arrays() -> tuple[Any, Any]:
    random = np.random.default_rng(0)
    return random.random((40, 70), np.float32), random.random((40, 70), np.float32)


def layer_arguments() -> list[Any]:
    random = np.random.default_rng(1)
    shapes = ((70, 300), (300, 130), (130,))
    return [random.standard_normal(s, np.float32) for s in shapes]


def test_arguments_are_left_alone() -> None:
    w, g = arrays()
    kept = w.copy()
    following, total = dlvm.compile(dlvm.parse(STEP))["step"](w, g)
    np.testing.assert_array_equal(w, kept)
    np.testing.assert_allclose(following, w - g / 2, rtol=1e-6)
    assert total == pytest.approx(w.sum(), rel=1e-5)


def test_a_donated_argument_is_updated_in_place() -> None:
    w, g = arrays()
    expected, total = w - g / 2, w.sum()
    executable = dlvm.compile(dlvm.parse(STEP), donate={"step": (0,)})
    following, found = executable["step"](w, g)
    assert following is w
    np.testing.assert_allclose(w, expected, rtol=1e-6)
    assert found == pytest.approx(total, rel=1e-5)
    w.flags.writeable = False
    message = r"argument 0 \(%w\) must be writable, got a read-only"
    with pytest.raises(dlvm.DiagnosticError, match=message):
        executable["step"](w, g)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda w, g: (w,), "takes 2 arguments, got 1"),
        (lambda w, g: (w[:3], g), r"argument 0 \(%w\) has shape 40 x 70, got 3 x 70"),
        (lambda w, g: (w, g.astype("f8")), r"argument 1 \(%g\) has element type f32, got f64"),
        (lambda w, g: (w, g.astype(">f4")), r"argument 1 \(%g\) has element type f32, got >f4"),
        (lambda w, g: (w, "text"), r"argument 1 \(%g\) has type <40 x 70 x f32>, got 'text'"),
        (lambda w, g: (w, None), r"argument 1 \(%g\) has type <40 x 70 x f32>, got None"),
        (lambda w, g: (w, 1), r"argument 1 \(%g\) has shape 40 x 70, got scalar"),
    ],
)
def test_wrong_arguments_are_named(change: Any, message: str) -> None:
    with pytest.raises(dlvm.DiagnosticError, match=message):
        dlvm.compile(dlvm.parse(STEP))["step"](*change(*arrays()))


def test_views_and_read_only_arrays_are_taken() -> None:
    w, g = arrays()
    step = dlvm.compile(dlvm.parse(STEP))["step"]
    expected = step(w, g)[0]
    turned = np.asfortranarray(w)
    raw = np.zeros(w.nbytes + 1, np.uint8)
    misaligned = raw[1:].view(np.float32).reshape(w.shape)
    misaligned[...] = w
    w.flags.writeable = False
    for variant in (w, turned, misaligned, np.repeat(w, 2, 0)[::2]):
        np.testing.assert_array_equal(step(variant, g)[0], expected)


def test_an_index_out_of_range_is_a_trap() -> None:
    pick = dlvm.compile(dlvm.parse(STEP, "step.dl"))["pick"]
    x = np.arange(12, dtype=np.float32).reshape(4, 3)
    np.testing.assert_array_equal(pick(x, np.array([3, 0])), x[[3, 0]])
    for index in (4, -1):
        with pytest.raises(dlvm.DiagnosticError) as caught:
            pick(x, np.array([0, index]))
        assert f"index {index} is out of range, expected 0 to 3" in str(caught.value)
        assert "step.dl:12" in str(caught.value)
    np.testing.assert_array_equal(pick(x, np.array([1, 1])), x[[1, 1]])


def test_results_do_not_depend_on_threads() -> None:
    module = dlvm.parse(LAYER)
    arguments = layer_arguments()
    one, two, three = (dlvm.compile(module, threads=n)["layer"](*arguments) for n in (1, 2, 3))
    np.testing.assert_array_equal(one, two)
    np.testing.assert_array_equal(one, three)


def test_calls_from_several_python_threads() -> None:
    layer = dlvm.compile(dlvm.parse(LAYER), threads=2)["layer"]
    arguments = layer_arguments()
    expected = layer(*arguments)
    wrong: list[int] = []

    def work(number: int) -> None:
        for _ in range(50):
            if not np.array_equal(layer(*arguments), expected):
                wrong.append(number)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_calls_in_a_child_process() -> None:
    layer = dlvm.compile(dlvm.parse(LAYER), threads=2)["layer"]
    arguments = layer_arguments()
    expected = layer(*arguments)
    child = os.fork()
    if child == 0:
        same = all(np.array_equal(layer(*arguments), expected) for _ in range(5))
        os._exit(0 if same else 1)
    assert os.waitpid(child, 0)[1] == 0


def compiled_without_llvm(monkeypatch: pytest.MonkeyPatch) -> Executable:
    def refuse(*_: object) -> list[bytes]:
        raise AssertionError("compiled again")

    monkeypatch.setattr(module_partitioning, "object_codes", refuse)
    return dlvm.compile(dlvm.parse(STEP))


def test_compiled_code_comes_from_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    dlvm.compile(dlvm.parse(STEP))
    w, g = arrays()
    following, _ = compiled_without_llvm(monkeypatch)["step"](w, g)
    np.testing.assert_allclose(following, w - g / 2, rtol=1e-6)


SCALED = """func @f: (f64) -> f64 {
'entry(%x: f64):
    %y = builtin "scaled"(%x: f64) -> f64
    return %y: f64
}
"""


@pytest.mark.parametrize("compilations", [1, 2])
def test_the_cache_key_covers_intrinsics(
    compilations: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for factor in (2.0, 5.0):
        intrinsic = dlvm.Intrinsic(
            "scaled",
            type_rule=lambda x: x,
            evaluate=lambda x, factor=factor: x * factor,
            element=lambda at, x, factor=factor: call("multiply", x(*at), Constant(factor, F64)),
        )
        monkeypatch.setitem(INTRINSICS, "scaled", intrinsic)
        for _ in range(compilations):
            assert dlvm.compile(dlvm.parse(SCALED))["f"](1.0) == factor


def test_traps_of_cached_code_have_their_own_place() -> None:
    for name, before, place in (("a", "", "a:3:5"), ("b", "", "b:3:5"), ("b", "//\n", "b:4:5")):
        text = before + 'func @f: () -> f32 {\n\'entry():\n    trap "no"\n}\n'
        with pytest.raises(dlvm.DiagnosticError, match=place):
            dlvm.compile(dlvm.parse(text, name))["f"]()


def test_a_cache_that_cannot_be_written_is_no_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("DLVM_CACHE_DIR", str(tmp_path / "file" / "cache"))
    assert "step" in dlvm.compile(dlvm.parse(STEP))


def test_tails_of_narrow_elements_stay_within_the_result() -> None:
    text = """module "narrow"
stage optimizable
func @f: (<2 x 25 x i64>, <2 x 25 x i8>) -> <2 x 25 x i8> {
'entry(%x: <2 x 25 x i64>, %into: <2 x 25 x i8>):
    %row = reverse %x: <2 x 25 x i64> along 0
    %y = dataTypeCast %row: <2 x 25 x i64> to i8
    return %y: <2 x 25 x i8>
}"""
    x = np.arange(50, dtype=np.int64).reshape(2, 25)
    guarded = np.full((3, 25), 99, np.int8)
    dlvm.compile(dlvm.parse(text), donate={"f": (1,)})["f"](x, guarded[:2])
    np.testing.assert_array_equal(guarded[:2], x[::-1].astype(np.int8))
    assert (guarded[2] == 99).all()


IN_PLACE = """
module "crossing"
stage optimizable

!inplace !noinline
func @cross: (<8 x f32>, <8 x f32>, i64) -> (<8 x f32>, <8 x f32>) {
'entry(%x: <8 x f32>, %y: <8 x f32>, %n: i64):
    %more = lessThan 0: i64, %n: i64
    conditional %more: bool then 'more() else 'end()
'more():
    %m = subtract %n: i64, 1: i64
    %z = add %x: <8 x f32>, 1: f32
    %r = apply @cross(%y: <8 x f32>, %z: <8 x f32>, %m: i64) -> (<8 x f32>, <8 x f32>)
    %a = extract 0 from %r: (<8 x f32>, <8 x f32>)
    %b = extract 1 from %r: (<8 x f32>, <8 x f32>)
    %c = subtract %b: <8 x f32>, %a: <8 x f32>
    return (%c: <8 x f32>, %a: <8 x f32>)
'end():
    return (%y: <8 x f32>, %x: <8 x f32>)
}

!noinline
func @step: (<8 x f32>) -> <8 x f32> {
'entry(%x: <8 x f32>):
    %sum = reduce %x: <8 x f32> by add along 0
    %y = add %x: <8 x f32>, %sum: f32
    return %y: <8 x f32>
}

func @main: (<8 x f32>, i64) -> (<8 x f32>, <8 x f32>, <8 x f32>, <8 x f32>) {
'entry(%x: <8 x f32>, %n: i64):
    %y = multiply %x: <8 x f32>, 2: f32
    %r = apply @cross(%y: <8 x f32>, %y: <8 x f32>, %n: i64) -> (<8 x f32>, <8 x f32>)
    %a = extract 0 from %r: (<8 x f32>, <8 x f32>)
    %b = extract 1 from %r: (<8 x f32>, <8 x f32>)
    %s = apply @step(%x: <8 x f32>) -> <8 x f32>
    %t = apply @step(%s: <8 x f32>) -> <8 x f32>
    %u = subtract %t: <8 x f32>, %s: <8 x f32>
    return (%a: <8 x f32>, %b: <8 x f32>, %y: <8 x f32>, %u: <8 x f32>)
}
"""


@pytest.mark.parametrize("level", [0, 2])
@pytest.mark.parametrize("rounds", [0, 1, 4])
def test_calls_inside_of_functions_that_take_memory_over(level: int, rounds: int) -> None:
    module = dlvm.parse(IN_PLACE)
    executable = dlvm.compile(module, opt_level=level, donate={"step": [0]})
    x = np.arange(8, dtype=np.float32)
    expected = dlvm.interpret(module, "main", x, rounds)
    for found, wanted in zip(executable["main"](x, rounds), expected, strict=True):
        np.testing.assert_array_equal(found, wanted)
    assert np.array_equal(x, np.arange(8))


def test_a_function_in_place_leaves_the_arrays_of_python_alone() -> None:
    module = dlvm.parse(IN_PLACE)
    x, y = np.ones(8, np.float32), np.zeros(8, np.float32)
    found = dlvm.compile(module)["cross"](x, y, 3)
    for result, expected in zip(found, dlvm.interpret(module, "cross", x, y, 3), strict=True):
        np.testing.assert_array_equal(result, expected)
    assert x.all()
    assert not y.any()


MEANWHILE = """
import threading
import dlvm
from dlvm.runtime.loading import loader as loading

make = loading._compiled_runtime
threads = []


def noted():
    threads.append(threading.current_thread())
    if len(threads) < 3:
        raise OSError("no memory")
    return make()


loading._compiled_runtime = noted
module = dlvm.parse("func @f: (f32) -> f32 {\\n'entry(%x: f32):\\n    return %x: f32\\n}\\n")
try:
    dlvm.compile(module)
except OSError as error:
    print(error)
print(dlvm.compile(module)["f"](3))
print([thread is threading.main_thread() for thread in threads])
"""


def test_the_run_time_support_is_compiled_beside_the_program() -> None:
    """If that fails, it is tried again, and its exception is raised."""
    done = subprocess.run(
        [sys.executable, "-c", MEANWHILE],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "DLVM_CACHE_DIR": ""},
    )
    assert done.stdout.splitlines() == ["no memory", "3.0", "[False, True, False]"]
    assert not done.stderr
