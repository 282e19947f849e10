"""Pointer arithmetic with any number of steps of any size: the result points to the element at
their sum, or outside of accessible memory."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import dlvm
from dlvm.diagnostics import DiagnosticError

STEPS = 5
COUNT = 4


@cache
def program(type: str, level: int) -> Any:
    steps = "\n".join(
        f"    %p{n + 1} = elementPointer %p{n}: *{type} at %s{n}: i64" for n in range(STEPS)
    )
    parameters = ", ".join(f"%s{n}: i64" for n in range(STEPS))
    return dlvm.compile(
        dlvm.parse(f"""
func @f: ({", ".join(["i64"] * STEPS)}) -> {type} {{
'entry({parameters}):
    %p0 = allocateHeap {type} count {COUNT}
{steps}
    %v = load %p{STEPS}: *{type}
    deallocate %p0: *{type}
    return %v: {type}
}}"""),
        opt_level=level,
    )["f"]


FAR = st.sampled_from([2**n for n in (31, 32, 57, 58, 59, 60, 61, 62)] + [2**63 - 1, 2**63])
NUMBERS = st.integers(-2, 2) | st.builds(
    lambda far, sign, near: max(-(2**63), min(2**63 - 1, sign * far + near)),
    FAR,
    st.sampled_from([-1, 1]),
    st.integers(-4, 4),
)


@given(
    type=st.sampled_from(["i8", "i64", "<3 x i32>", "f16"]),
    level=st.sampled_from([0, 2]),
    steps=st.lists(NUMBERS, min_size=STEPS, max_size=STEPS),
)
@example(type="i64", level=2, steps=[2**59 - 1] * 4 + [4])
@example(type="i8", level=0, steps=[2**62 - 1] * 4 + [4])
@example(type="i8", level=0, steps=[2**63 - 1, 2**63 - 1, 2, 0, 0])
def test_far_steps(type: str, level: int, steps: list[int]) -> None:
    run = program(type, level)
    if 0 <= sum(steps) < COUNT and all(abs(s) < 2**31 for s in steps):
        assert not np.any(run(*steps))
        return
    said = ""
    try:
        assert not np.any(run(*steps))
    except DiagnosticError as problem:
        said = str(problem)
    # Nothing wraps around: it is where the steps lead.
    assert 0 <= sum(steps) < COUNT or "the pointer does not refer to accessible memory" in said


@pytest.mark.parametrize("level", [0, 2])
def test_indices_without_a_sign(level: int) -> None:
    module = dlvm.parse("""
func @f: (<3 x f32>, <2 x u64>) -> <2 x f32> {
'entry(%x: <3 x f32>, %i: <2 x u64>):
    %y = gather %x: <3 x f32> at %i: <2 x u64> along 0
    return %y: <2 x f32>
}""")
    native = dlvm.compile(module, opt_level=level)["f"]
    for index in (3, 2**63, 2**64 - 1):
        given_ = np.ones(3, np.float32), np.array([0, index], np.uint64)
        message = f"index {index} is out of range, expected 0 to 2"
        for run in (native, lambda *a: dlvm.interpret(module, "f", *a)):
            with pytest.raises(DiagnosticError, match=message):
                run(*given_)


@pytest.mark.parametrize("size", [2**50, 2**57])
def test_results_that_no_memory_holds(size: int) -> None:
    type = f"<{size} x f32>"
    module = dlvm.parse(f"func @f: () -> {type} {{\n'entry():\n    return zero: {type}\n}}")
    with pytest.raises(DiagnosticError, match=r"@f.*: there is not enough memory"):
        dlvm.interpret(module, "f")
