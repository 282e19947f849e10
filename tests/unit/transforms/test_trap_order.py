"""Of several instructions that can trap, the first one in program order does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm import nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import Float1D, Int1D, staged
from tests.fuzz.trap_programs import difference


@pytest.mark.parametrize("seed", range(12))
def test_drawn_programs_at_every_level(seed: int) -> None:
    assert difference(seed, native=False) is None


@pytest.mark.parametrize(("seed", "level"), [(100, 0), (101, 2), (102, 3)])
def test_drawn_programs_compiled(seed: int, level: int) -> None:
    assert difference(seed, (level,)) is None


TWO_GATHERS = """\
func @f: (<3 x f32>, <2 x i64>, <5 x f32>) -> <2 x f32> {
'entry(%x: <3 x f32>, %i: <2 x i64>, %w: <5 x f32>):
    %e = exp %x: <3 x f32>
    %y = gather %e: <3 x f32> at %i: <2 x i64> along 0
    %z = multiply %y: <2 x f32>, 2: f32
    %v = gather %w: <5 x f32> at %i: <2 x i64> along 0
    %u = add %z: <2 x f32>, %v: <2 x f32>
    return %u: <2 x f32>
}
"""


def line_of(module: str, *given: Any, level: int = 2) -> int:
    """Returns the line of the instruction that traps."""
    with pytest.raises(DiagnosticError) as problem:
        dlvm.compile(dlvm.parse(module), opt_level=level)["f"](*given)
    location = problem.value.diagnostics[0].location
    assert location is not None
    return location.line


@pytest.mark.parametrize("level", range(4))
def test_checks_of_one_kernel_name_their_instructions(level: int) -> None:
    given = np.ones(3, np.float32), np.array([0, 4]), np.ones(5, np.float32)
    assert line_of(TWO_GATHERS, *given, level=level) == 4
    given = np.ones(3, np.float32), np.array([0, 7]), np.ones(5, np.float32)
    assert line_of(TWO_GATHERS, *given, level=level) == 4
    given = np.ones(6, np.float32), np.array([0, 5]), np.ones(5, np.float32)
    assert line_of(TWO_GATHERS.replace("<3 x", "<6 x"), *given, level=level) == 6


def test_a_trap_has_its_own_line_of_python() -> None:
    @staged
    def picked(x: Float1D, i: Int1D, w: Float1D) -> Float1D:
        y = nnkit.take(x, i)
        v = nnkit.take(w, i)
        z = nnkit.sin(y)
        return z + v

    given = np.ones(3, np.float32), np.array([0, 4]), np.ones(5, np.float32)
    with pytest.raises(DiagnosticError, match="index 4 is out of range") as problem:
        picked(*given)
    assert "y = nnkit.take(x, i)" in str(problem.value)


LOOPS_ACROSS = """\
func @f: (<3 x f32>, <3 x f32>, <3 x f32>, <2 x i64>, bool) -> (<2 x f32>, <3 x f32>, f32) {
'entry(%x: <3 x f32>, %y: <3 x f32>, %z: <3 x f32>, %i: <2 x i64>, %c: bool):
    %a = exp %x: <3 x f32>
    %s = reduce %a: <3 x f32> by add along 0
    %large = lessThan %s: f32, 3: f32
    assert %large: bool message "sum"
    %g = gather %y: <3 x f32> at %i: <2 x i64> along 0
    %h = multiply %a: <3 x f32>, %z: <3 x f32>
    %t = reduce %h: <3 x f32> by add along 0
    assert %c: bool message "last"
    return (%g: <2 x f32>, %h: <3 x f32>, %t: f32): (<2 x f32>, <3 x f32>, f32)
}
"""


@pytest.mark.parametrize("level", [0, 2])
def test_kernels_around_instructions_that_may_trap(level: int) -> None:
    """Instructions on both sides of a trap are fused only if nothing between uses them."""
    ones, small, places = np.ones(3, np.float32), np.full(3, -9, np.float32), np.array([0, 4])
    assert line_of(LOOPS_ACROSS, ones, ones, ones, places, False, level=level) == 6
    assert line_of(LOOPS_ACROSS, small, ones, ones, places, False, level=level) == 7
    assert line_of(LOOPS_ACROSS, small, ones, ones, places % 4, False, level=level) == 10
