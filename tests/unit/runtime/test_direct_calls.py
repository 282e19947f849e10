"""The fast way into compiled code: it takes the arrays that fit, and leaves all else to the one
that converts and checks."""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import Annotated, Any

import numpy as np
import pytest

import dlvm
from dlvm.nnkit import Float1D, Float2D, Int1D, dynamic, staged
from dlvm.runtime.calling import executable
from tests.support.machine import needs_linux

X = np.arange(6, dtype=np.float32).reshape(2, 3)


def _unaligned(array: Any) -> Any:
    memory = np.zeros(array.nbytes + 1, np.uint8)[1:]
    memory[:] = np.frombuffer(array.tobytes(), np.uint8)
    return memory.view(array.dtype).reshape(array.shape)


def _fixed(array: Any) -> Any:
    array = array.copy()
    array.flags.writeable = False
    return array


class _Kind(np.ndarray[Any, Any]):
    pass


CHANGES: dict[str, Any] = {
    "as it is": lambda x: x,
    "read-only": _fixed,
    "unaligned": _unaligned,
    "in another order": np.asfortranarray,
    "with gaps": lambda x: np.repeat(x, 2, 1)[:, ::2],
    "a subclass": lambda x: x.view(_Kind),
}


@pytest.mark.parametrize("sizes", [{}, {"n": 0}, {"n": 0, "m": 1}])
@pytest.mark.parametrize("is_fast", [True, False])
@pytest.mark.parametrize("change", CHANGES)
def test_arguments_in_every_form(
    change: str, is_fast: bool, sizes: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executable, "reads_arrays", lambda: is_fast)
    rows = Annotated[Float2D, dynamic(**sizes)] if sizes else Float2D
    row = Annotated[Float1D, dynamic(m=0)] if "m" in sizes else Float1D

    def body(x: Any, y: Any) -> tuple[Float2D, Float1D]:
        return x * 2 + y, y + 1

    body.__annotations__ |= {"x": rows, "y": row}
    f = staged(body)

    y = np.array([1, 2, 3], np.float32)
    for given in (X, CHANGES[change](X), X + 1):
        double, more = f(given, y)
        np.testing.assert_array_equal(double, np.asarray(given, np.float32) * 2 + y)
        np.testing.assert_array_equal(more, y + 1)


PAIR = """module "m"
stage optimizable
func @f: (<2 x 3 x f32>, f32) -> (<2 x 3 x f32>, f32) {
'entry(%x: <2 x 3 x f32>, %y: f32):
    %a = multiply %x: <2 x 3 x f32>, %y: f32
    %b = multiply %y: f32, 0.5: f32
    return (%a: <2 x 3 x f32>, %b: f32): (<2 x 3 x f32>, f32)
}
"""


@pytest.mark.parametrize("sizes", ["2 x 3", "_n x 3", "_n x _m", "2 x _", "_ x _"])
@pytest.mark.parametrize("is_fast", [True, False])
@pytest.mark.parametrize("change", CHANGES)
def test_functions_without_structs_take_arguments_in_every_form(
    change: str, is_fast: bool, sizes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executable, "reads_arrays", lambda: is_fast)
    f = dlvm.compile(dlvm.parse(PAIR.replace("2 x 3", sizes)))["f"]
    for given in (X, CHANGES[change](X), X + 1):
        for two in (2.0, np.array(2, np.float32)):
            double, one = f(given, two)
            np.testing.assert_array_equal(double, np.asarray(given, np.float32) * 2)
            assert one == 1
            assert type(one) is np.float32
    for wrong in ((X,), (X, 2.0, 1.0), (X[0], 2.0), (None, 2.0)):
        with pytest.raises(dlvm.DiagnosticError, match="argument"):
            f(*wrong)
    if any(size.isdecimal() for size in sizes.split(" x ")):
        with pytest.raises(dlvm.DiagnosticError, match="argument"):
            f(X.T, 2.0)


ERASED = """module "m"
stage optimizable
func @f: (<_n x 3 x f32>, <_n x _m x f32>, <_ x i64>)
      -> (<_m x i64>, f32, <_n x 3 x f32>, <_ x i64>, <_n x _n x f32>) {
'entry(%x: <_n x 3 x f32>, %y: <_n x _m x f32>, %z: <_ x i64>):
    %a = argMax %y: <_n x _m x f32> along 0
    %b = reduce %y: <_n x _m x f32> by add init 0: f32 along 0, 1
    %c = negate %x: <_n x 3 x f32>
    %d = add %z: <_ x i64>, 1: i64
    %t = transpose %x: <_n x 3 x f32>
    %e = dot %x: <_n x 3 x f32>, %t: <3 x _n x f32>
    return (%a: <_m x i64>, %b: f32, %c: <_n x 3 x f32>, %d: <_ x i64>, %e: <_n x _n x f32>):
        (<_m x i64>, f32, <_n x 3 x f32>, <_ x i64>, <_n x _n x f32>)
}
"""


@pytest.mark.parametrize("is_fast", [True, False])
def test_erased_sizes_of_arguments_and_results(
    is_fast: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executable, "reads_arrays", lambda: is_fast)
    f = dlvm.compile(dlvm.parse(ERASED))["f"]
    assert (f.direct is not None) == is_fast
    random = np.random.default_rng(0)
    for n, m, k in random.integers(1, 9, (40, 3)):
        x, y, z = random.random((n, 3), np.float32), random.random((n, m), np.float32), np.arange(k)
        a, b, c, d, e = f(x, y, z)
        np.testing.assert_array_equal(a, y.argmax(0))
        np.testing.assert_allclose(b, y.sum(), rtol=1e-5)
        np.testing.assert_array_equal(c, -x)
        np.testing.assert_array_equal(d, z + 1)
        np.testing.assert_allclose(e, x @ x.T, rtol=1e-5)
        with pytest.raises(dlvm.DiagnosticError, match=f"size {n + 1} at dimension 0, expected"):
            f(x, np.ones((n + 1, m), np.float32), z)


@pytest.mark.parametrize("is_fast", [True, False])
def test_calls_of_several_threads_have_memory_of_their_own(
    is_fast: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executable, "reads_arrays", lambda: is_fast)

    @staged
    def f(x: Float2D, at: Int1D) -> Float2D:
        return (x @ x.T @ x)[at] + 1

    x = np.random.default_rng(0).standard_normal((64, 64), np.float32)
    at = np.arange(64)
    expected = f(x, at)
    right: list[bool] = []

    def call(number: int) -> None:
        for _ in range(50):
            right.append(np.array_equal(f(x, at), expected))
            with pytest.raises(dlvm.DiagnosticError, match=f"index {100 + number} is out of range"):
                f(x, np.where(at == number, 100 + number, at))

    threads = [threading.Thread(target=call, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert right == [True] * 300


MANY_FUNCTIONS = '''
import gc
from pathlib import Path
import numpy as np
import dlvm

square = "<1024 x 1024 x f32>"
given = f"%x: {square}, %y: {square}"
text = f"""module "m"
stage optimizable
func @f: ({square}, {square}) -> {square} {{
'entry({given}):
    %a = dot {given}
    %b = dot %a: {square}, %y: {square}
    return %b: {square}
}}
"""
x = np.zeros((1024, 1024), np.float32)


def megabytes():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6


def use():
    f = dlvm.compile(dlvm.parse(text))["f"]
    for _ in range(3):
        assert not f(x, x).any()
    del f
    gc.collect()  # A function and its program refer to each other.


use()
before = megabytes()
for _ in range(30):
    use()
print(megabytes() - before)
'''


@needs_linux
def test_the_memory_of_calls_is_freed_with_the_function() -> None:
    command = [sys.executable, "-c", MANY_FUNCTIONS]
    growth = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert float(growth) < 60  # Each function has 4 MB.


def test_another_shape_or_type_is_an_error() -> None:
    text = "func @f: (<2 x 3 x f32>) -> <2 x 3 x f32> {\n'entry(%x: <2 x 3 x f32>):\n"
    text += "    %y = negate %x: <2 x 3 x f32>\n    return %y: <2 x 3 x f32>\n}\n"
    f = dlvm.compile(dlvm.parse('module "m"\nstage raw\n' + text))["f"]
    assert f.direct is not None
    np.testing.assert_array_equal(f.direct((X,)), [-X])
    for wrong in (X.T, X.ravel(), X[:1], X.astype(">f4"), None):
        with pytest.raises(dlvm.DiagnosticError, match="f, tensor 0"):
            f.direct((wrong,))


def test_donated_arrays_are_the_results() -> None:
    @staged(donate=("total",))
    def f(total: Float2D, x: Float2D) -> tuple[Float2D, Float2D]:
        return total + x, x - 1

    total = np.zeros_like(X)
    for count in range(1, 4):
        new, less = f(total, X)
        assert new is total
        np.testing.assert_array_equal(total, X * count)
        np.testing.assert_array_equal(less, X - 1)
    with pytest.raises(dlvm.DiagnosticError, match="got a read-only array"):
        f(_fixed(total), X)
    new, _ = f(_unaligned(total), X)
    np.testing.assert_array_equal(new, X * 4)


def test_donated_arrays_beside_arrays_of_dynamic_sizes_are_the_results() -> None:
    @staged(donate=("total",))
    def f(total: Float1D, x: Annotated[Float2D, dynamic(n=0)]) -> tuple[Float1D, Float2D]:
        return total + x.sum(0), x - 1

    total = np.zeros(3, np.float32)
    for count, size in enumerate((2, 5, 3), 1):
        x = np.full((size, 3), 1 / size, np.float32)
        new, less = f(total, x)
        assert new is total
        np.testing.assert_allclose(total, np.full(3, count), rtol=1e-6)
        np.testing.assert_array_equal(less, x - 1)
    memory = np.ones((4, 3), np.float32)
    new, less = f(memory[1], memory)
    np.testing.assert_array_equal(less, np.zeros((4, 3)))
    np.testing.assert_array_equal(new, [5, 5, 5])


def test_calls_after_a_trap() -> None:
    @staged
    def f(x: Float1D, at: Int1D) -> Float1D:
        return x[at]

    x, at = np.arange(4, dtype=np.float32), np.array([2, 0])
    for _ in range(3):
        np.testing.assert_array_equal(f(x, at), [2, 0])
        with pytest.raises(dlvm.DiagnosticError):
            f(x, at + 3)
