"""Repeated calls allocate nothing but their results."""

from __future__ import annotations

import gc
import pickle
import tracemalloc
from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm.runtime.calling import executable
from dlvm.runtime.calling.executable import CompiledFunction
from dlvm.runtime.marshalling import result_memory as results
from tests.support.machine import needs_linux

PAGE = 4096

STEP = """module "step"
stage optimizable
func @step: (<300 x 200 x f32>, <64 x 300 x f32>) -> (<300 x 200 x f32>, f32) {
'entry(%w: <300 x 200 x f32>, %x: <64 x 300 x f32>):
    %y = dot %x: <64 x 300 x f32>, %w: <300 x 200 x f32>
    %z = tanh %y: <64 x 200 x f32>
    %t = transpose %x: <64 x 300 x f32>
    %g = dot %t: <300 x 64 x f32>, %z: <64 x 200 x f32>
    %s = multiply %g: <300 x 200 x f32>, 0.001: f32
    %n = subtract %w: <300 x 200 x f32>, %s: <300 x 200 x f32>
    %l = reduce %z: <64 x 200 x f32> by add along 0, 1
    return (%n: <300 x 200 x f32>, %l: f32): (<300 x 200 x f32>, f32)
}
"""
LOOP = """module "loop"
stage raw
func @rows: (<_n x 64 x f32>, i64) -> f32 {
'entry(%x: <_n x 64 x f32>, %rounds: i64):
    branch 'head(0: i64, %x: <_n x 64 x f32>)
'head(%i: i64, %y: <_n x 64 x f32>):
    %more = lessThan %i: i64, %rounds: i64
    conditional %more: bool then 'body() else 'end()
'body():
    %z = tanh %y: <_n x 64 x f32>
    %next = add %i: i64, 1: i64
    branch 'head(%next: i64, %z: <_n x 64 x f32>)
'end():
    %s = reduce %y: <_n x 64 x f32> by add along 0, 1
    return %s: f32
}
"""
DOUBLE = """module "double"
stage optimizable
func @f: (<50 x 100 x f32>) -> (<50 x 100 x f32>, <50 x 100 x f32>) {
'entry(%x: <50 x 100 x f32>):
    %y = add %x: <50 x 100 x f32>, %x: <50 x 100 x f32>
    %z = negate %x: <50 x 100 x f32>
    return (%y: <50 x 100 x f32>, %z: <50 x 100 x f32>): (<50 x 100 x f32>, <50 x 100 x f32>)
}
"""


def traced_peak(run: Any, calls: int = 20) -> int:
    """The most bytes that calls have allocated at a time, in Python and in NumPy."""
    for _ in range(5):
        run()
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(calls):
        run()
    peak = tracemalloc.get_traced_memory()[1] - before
    tracemalloc.stop()
    return peak


def heap_bytes(function: CompiledFunction) -> int:
    """The memory that the heap of the function's program has allocated from the system."""
    return function._state.heap_bytes  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_step_that_updates_its_arguments_allocates_nothing(threads: int) -> None:
    step = dlvm.compile(dlvm.parse(STEP), threads=threads, donate={"step": [0]})["step"]
    random = np.random.default_rng(0)
    w, x = (random.standard_normal(s, np.float32) for s in ((300, 200), (64, 300)))
    assert step.frame_bytes >= 64 * 200 * 4
    assert traced_peak(lambda: step(w, x)) < PAGE
    assert heap_bytes(step) == 0


def test_memory_for_unknown_sizes_is_used_again() -> None:
    rows = dlvm.compile(dlvm.parse(LOOP))["rows"]
    x = np.ones((500, 64), np.float32)
    assert traced_peak(lambda: rows(x, 7)) < PAGE
    first = heap_bytes(rows)
    assert first > 0
    for rounds in (1, 50, 3):
        rows(x, rounds)
    assert heap_bytes(rows) == first


@needs_linux
@pytest.mark.parametrize("size", [results.REUSED, 3 << 20, 32 << 20])
@pytest.mark.parametrize("is_fed_back", [False, True])
def test_results_cost_no_fresh_pages(size: int, is_fed_back: bool) -> None:
    import resource

    count = size // 4
    text = (
        f'module "large"\nstage optimizable\nfunc @f: (<{count} x f32>) -> <{count} x f32> {{\n'
        f"'entry(%x: <{count} x f32>):\n%y = negate %x: <{count} x f32>\n"
        f"return %y: <{count} x f32>\n}}\n"
    )
    f = dlvm.compile(dlvm.parse(text), threads=1)["f"]
    x = np.ones(count, np.float32)
    y = f(x)
    for _ in range(3):
        y = f(y if is_fed_back else x)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(4):
        y = f(y if is_fed_back else x)
    # Fresh memory would be a page for each 4 KB of a call, or some of them 512 times as large.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before < 16
    assert y[0] == y[-1] == (1 if is_fed_back else -1)


def test_memory_is_not_used_again_while_a_result_or_a_view_is_held(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(executable, "REUSED", 1)
    f = dlvm.compile(dlvm.parse(DOUBLE))["f"]
    random = np.random.default_rng(0)
    held: list[tuple[Any, Any]] = []
    addresses: set[int] = set()
    for number in range(200):
        x = np.full((50, 100), number, np.float32)
        y, z = f(x)
        addresses.add(y.ctypes.data)
        kept = [
            lambda y=y: (y, 2),
            lambda z=z: (z[3:7, ::2].T, -1),
            lambda y=y: (memoryview(y)[1:3], 2),
            lambda y=y: (y.base[y.ctypes.data - y.base.ctypes.data :][: y.nbytes], 2),
            lambda y=y: (y.reshape(-1).view(np.float32)[5:], 2),
            lambda z=z: (pickle.loads(pickle.dumps(z)), -1),
            lambda y=y, z=z: (np.stack([y, -2 * z])[:, 1], 2),
        ][random.integers(7)]
        value, factor = kept()
        held.append((value, factor * number))
        del y, z, kept, value
        if random.random() < 0.4:
            held.pop(int(random.integers(len(held))))
        for value, expected in held:
            array = np.asarray(value)
            assert (array.view(np.float32) == expected).all()
    assert len(addresses) < 200


def test_results_are_ordinary_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executable, "REUSED", 1)
    y, _ = dlvm.compile(dlvm.parse(DOUBLE))["f"](np.ones((50, 100), np.float32))
    assert type(y) is type(y[1:]) is np.ndarray
    assert y.flags.writeable
    assert y.flags.c_contiguous
    assert y.flags.aligned
    assert y.ctypes.data % 64 == 0


class _Interrupted(list[Any]):
    """A list at whose changes another thread asks for an array."""

    def append(self, value: Any) -> None:
        super().append(value)
        self._ask()

    def insert(self, place: Any, value: Any) -> None:
        super().insert(place, value)
        self._ask()

    def _ask(self) -> None:
        own = list[Any](self)
        OTHERS.append(results.reused_array((40,), np.dtype(np.float32), own))


OTHERS: list[Any] = []


def test_threads_get_different_arrays() -> None:
    """A thread may be interrupted at any change of the list of arrays."""
    OTHERS.clear()
    home = _Interrupted()
    held: list[Any] = []
    for number in range(20):
        held.append(results.reused_array((40,), np.dtype(np.float32), home))
        addresses = [a.ctypes.data for a in (*held, *OTHERS)]
        assert len(set(addresses)) == len(addresses)
        if number % 3:
            held.pop(0)
            OTHERS.clear()
