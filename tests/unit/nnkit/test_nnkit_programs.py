"""Staged functions: their programs, the cache of compiled code, and source locations."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dlvm import nnkit
from dlvm.ir.instructions import Add
from dlvm.nnkit import Float0D, Float1D, Float2D, staged
from tests.support.nnkit_testing import ROW, F, check


def test_a_function_is_staged_once_for_each_shape() -> None:
    @staged
    def double(x: Float1D) -> Float1D:
        return x * 2

    @staged
    def outer(x: Float1D) -> tuple[Float1D, Float1D]:
        return double(double(x)), double(x[:2])

    program = outer.module(ROW)
    assert [f.name for f in program.functions] == ["outer", "double", "double.1"]
    assert str(program.functions[2].type) == "(<2 x f32>) -> <2 x f32>"


def test_compiled_code_is_kept_by_types_and_shapes() -> None:
    @staged(interpret=True)
    def function(x: Any, scale: Float0D, layer: Any = None) -> Any:
        return x * scale

    for _ in range(2):
        for scale in (1.0, 2.0, np.float32(3)):
            check(function(ROW, scale), ROW * np.float32(scale))
    assert function.compilations == 1
    function(ROW[:2], 1.0)
    assert function.compilations == 2
    function(scale=1.0, x=ROW[:2])
    assert function.compilations == 2
    function(ROW, 1.0, 1)
    with pytest.warns(nnkit.RecompilationWarning, match="layer is 1.0 after 1; annotate"):
        function(ROW, 1.0, 1.0)
    function(ROW, 1.0, True)
    assert function.compilations == 5


def test_the_program_can_be_seen_and_saved(tmp_path: Path) -> None:
    from dlvm.text import parse

    @staged
    def f(x: Float2D, w: Float2D) -> Float2D:
        return nnkit.maximum(x @ w, 0)

    w = np.ones((3, 4), np.float32)
    expected = """\
module "f"
version 1
stage raw

func @f: (<2 x 3 x f32>, <3 x 4 x f32>) -> <2 x 4 x f32> {
'entry(%x: <2 x 3 x f32>, %w: <3 x 4 x f32>):
    %0.0 = dot %x: <2 x 3 x f32>, %w: <3 x 4 x f32>
    %0.1 = max %0.0: <2 x 4 x f32>, 0: f32
    return %0.1: <2 x 4 x f32>
}
"""
    assert f.ir(F, w) == expected
    file = tmp_path / "f.dl"
    f.lower(F, w).save(file)
    assert parse(file.read_text(), "f.dl") == f.module(F, w)


def test_instructions_know_the_line_of_python() -> None:
    @staged
    def f(x: Float1D) -> Float1D:
        y = x * 2
        return y - (x + 1)

    add = next(i for i in f.module(ROW).functions[0].instructions() if isinstance(i, Add))
    assert add.location is not None
    assert add.location.source.name == __file__
    line = add.location.source.line_text(add.location.line)
    assert line[add.location.column - 1 :].startswith("x + 1)")


def test_methods_may_be_staged() -> None:
    class Scaler:
        factor = 3.0

        @staged(interpret=True)
        def scale(self, x: Float1D) -> Float1D:
            return x * self.factor

    check(Scaler().scale(ROW), ROW * 3)


def test_a_traceback_points_to_the_user() -> None:
    @staged
    def f(x: Float1D) -> Float1D:
        if x[0] > 0:
            raise_in_staged_code()
        return x

    with pytest.raises(ZeroDivisionError) as caught:
        f(ROW)
    frame = caught.traceback[-2]
    assert frame.path == Path(__file__)
    assert str(frame.statement).strip() == "raise_in_staged_code()"


def raise_in_staged_code() -> None:
    _ = 1 // 0
