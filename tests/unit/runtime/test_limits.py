"""What compiled programs do where memory, the stack or arguments give out: they say so."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

import dlvm
from tests.fuzz.malformed.extremes import calling_gradients

TEXT = """
func @constant: () -> <100000000000 x f32> {
'entry():
    return 0: <100000000000 x f32>
}

func @temporary: () -> f32 {
'entry():
    %i = iota 100000000000 along 0: f32
    %y = sort %i: <100000000000 x f32> along 0
    %z = extract 0 from %y: (<100000000000 x f32>, <100000000000 x i64>)
    %w = extract 5 from %z: <100000000000 x f32>
    return %w: f32
}

func @outer: (<_n x f32>, <_m x f32>) -> <_n x _m x f32> {
'entry(%x: <_n x f32>, %y: <_m x f32>):
    %p = padShape %x: <_n x f32> at 1
    %q = broadcast %p: <_n x 1 x f32> to _n x _m
    return %q: <_n x _m x f32>
}

func @deep: (i64) -> i64 {
'entry(%n: i64):
    %m = subtract %n: i64, 1: i64
    %zero = equal %n: i64, 0: i64
    conditional %zero: bool then 'end() else 'more()
'end():
    return 0: i64
'more():
    %r = apply @deep(%m: i64) -> i64
    %s = add %r: i64, 1: i64
    return %s: i64
}

func @same: (<_n x f32>, (<_n x f32>, <2 x _n x i32>)) -> <_n x f32> {
'entry(%x: <_n x f32>, %y: (<_n x f32>, <2 x _n x i32>)):
    return %x: <_n x f32>
}
"""


@pytest.fixture(scope="module", params=[0, 2])
def executable(request: pytest.FixtureRequest) -> Any:
    module = dlvm.parse(TEXT)
    dlvm.verify(module)
    return dlvm.compile(module, opt_level=request.param)


@pytest.mark.parametrize("name", ["constant", "temporary"])
def test_more_memory_than_there_is(executable: Any, name: str) -> None:
    with pytest.raises(dlvm.DiagnosticError, match="there is not enough memory"):
        executable[name]()


def test_more_memory_than_there_is_for_open_sizes(executable: Any) -> None:
    long = np.zeros(2_000_000, np.float32)
    with pytest.raises(dlvm.DiagnosticError, match="there is not enough memory"):
        executable["outer"](long, long)
    assert executable["outer"](long[:2], long[:3]).shape == (2, 3)


def test_deep_recursion(executable: Any) -> None:
    assert executable["deep"](1000) == 1000
    with pytest.raises(dlvm.DiagnosticError, match="calls are nested too deeply"):
        executable["deep"](100_000_000)
    assert executable["deep"](1000) == 1000


def test_deep_recursion_in_a_thread(executable: Any) -> None:
    found: list[str] = []

    def run() -> None:
        try:
            executable["deep"](100_000_000)
        except dlvm.DiagnosticError as problem:
            found.append(str(problem))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert len(found) == 1
    assert "calls are nested too deeply" in found[0]


def test_sizes_that_do_not_agree(executable: Any) -> None:
    x, y, z = np.zeros(3, np.float32), np.zeros(3, np.float32), np.zeros((2, 4), np.int32)
    with pytest.raises(dlvm.DiagnosticError) as caught:
        executable["same"](x, (y, z))
    for part in ("argument 1 (%y), element 1", "size 4 at dimension 1", "expected 3", "_n"):
        assert part in str(caught.value)


def test_derivatives_with_other_constants_at_each_call_are_bounded() -> None:
    """Each call leaves other arguments constant, so that each needs another derivative of what it
    calls: there would be as many as there are sets of arguments."""
    with pytest.raises(dlvm.DiagnosticError, match="more than 64 different derivatives of @f"):
        dlvm.verify(dlvm.parse(calling_gradients(60)))


def test_kernels_have_room_below_deep_recursion() -> None:
    """The product keeps tiles of more than a megabyte on the stack. Many parameters make the frames
    of calls large, so that the stack ends before the memory."""
    square = "<700 x 700 x f32>"
    names = [f"%p{n}: i64" for n in range(120)]
    types, more = ", ".join(["i64"] * len(names)), ", ".join(names)
    module = dlvm.parse(f"""
func @f: (i64, {square}, {types}) -> f32 {{
'entry(%i: i64, %x: {square}, {more}):
    %more = greaterThan %i: i64, 0: i64
    conditional %more: bool then 'go() else 'stop()
'go():
    %j = subtract %i: i64, 1: i64
    %z = apply @f(%j: i64, %x: {square}, {more}) -> f32
    %w = add %z: f32, 1: f32
    return %w: f32
'stop():
    %y = dot %x: {square}, %x: {square}
    %s = reduce %y: {square} by add along 0, 1
    return %s: f32
}}
""")
    function = dlvm.compile(module, threads=1)["f"]
    x, rest = np.zeros((700, 700), np.float32), range(len(names))
    assert function(1000, x, *rest) == 1000
    refused: list[str] = []
    for depth in range(2000, 40000, 2000):
        try:
            assert function(depth, x, *rest) == depth
        except dlvm.DiagnosticError as problem:
            refused.append(str(problem))
    assert refused
    assert all("nested too deeply" in text for text in refused)
