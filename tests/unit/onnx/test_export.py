"""Exported programs give the same when they are loaded again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import onnx
import pytest

import dlvm
import dlvm.onnx
from dlvm import nn, nnkit
from dlvm.nnkit import Float1D, Float2D, Float4D, Int0D, Int1D, dynamic, staged

RANDOM = np.random.default_rng(0)
Rows = Annotated[Float2D, dynamic(n=0)]


def normal(*shape: int) -> np.ndarray[Any, Any]:
    return RANDOM.standard_normal(shape).astype(np.float32)


@staged
def dense(x: Rows, w: Float2D, b: Float1D) -> Any:
    return nn.softmax(nn.relu(x @ w + b))


@staged
def damped(x: Float1D, n: Int0D) -> Any:
    y = x
    for _ in nnkit.range(n):
        y = y * 0.5 if nnkit.sum(y) > 3.0 else y + nnkit.sin(x)
    return y, nnkit.sum(y)


@staged
def fixed_point(x: Float1D) -> Any:
    z, change, steps = x, 1.0, 0
    while change > 1e-3:
        new = nnkit.cos(z) * 0.5
        change = nnkit.max(nnkit.abs(new - z))
        z, steps = new, steps + 1
    return z, steps


@staged
def until_large(x: Float1D, n: Int0D) -> Any:
    y, kept = x, 0
    for _ in nnkit.range(n):
        y = y * 1.5
        if nnkit.max(nnkit.abs(y)) > 4.0:
            break
        if nnkit.sum(y) > 2.0:
            continue
        kept = kept + 1
    return y, kept


@staged
def two_loops(x: Float1D, n: Int0D) -> Any:
    total, i = 0.0, 0
    while (i < n) and (total < 50.0):
        for j in nnkit.range(i):
            total = total + nnkit.sum(x * x) * nnkit.astype(j, nnkit.f32)
            if total > 20.0:
                break
        i = i + 1
    return total, i


@staged
def images(x: Float4D, kernel: Float4D) -> Any:
    y = nn.relu(nnkit.convolve(x, kernel, strides=(2, 1), padding=1, dilation=(1, 2)))
    windows: dict[str, Any] = {"dims": (1, 1, 2, 2), "strides": (1, 1, 2, 1)}
    return tuple(nnkit.reduce_window(y, by, **windows) for by in ("max", "add", "min"))


@staged
def moved(x: Float2D, places: Int1D) -> Any:
    taken = nnkit.take(x, places, axis=1)
    return (
        nnkit.flip(taken, axis=1),
        nnkit.cumulative_sum(x, axis=1),
        nnkit.sort(x, axis=1),
        nnkit.argmax(x, axis=0),
        nnkit.einsum("ij,kj->ik", x, x),
        nnkit.pad(x, ((1, 0), (0, 2))),
        x.at[:, places].add(taken),
        nnkit.where(x > 0, x, nnkit.log1p(nnkit.exp(x))),
    )


@staged
def pairs(state: tuple[Float1D, Float1D]) -> Any:
    return state[0] + state[1], state


def loss(x: Float2D, w: Float2D) -> Any:
    return nnkit.sum(nnkit.tanh(x @ w) ** 2)


CASES: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
    "dense": (dense, (normal(5, 3), normal(3, 4), normal(4))),
    "a loop and a branch": (damped, (normal(4), np.int64(7))),
    "no iteration": (damped, (normal(4), np.int64(0))),
    "a loop until convergence": (fixed_point, (normal(4),)),
    "break": (until_large, (normal(4), np.int64(7))),
    "no break": (until_large, (normal(4), np.int64(1))),
    "nested loops": (two_loops, (normal(4), np.int64(7))),
    "movement": (moved, (normal(3, 5), np.array([4, 0, 2]))),
    "images": (images, (normal(2, 3, 8, 9), normal(4, 3, 3, 3))),
    "structures": (pairs, ((normal(3), normal(3)),)),
    "a gradient": (nnkit.gradient(loss, wrt=(0, 1)), (normal(5, 3), normal(3, 4))),
}


def flat(value: Any) -> list[Any]:
    return [x for v in value for x in flat(v)] if isinstance(value, tuple | list) else [value]


@pytest.mark.parametrize("name", CASES)
def test_the_model_gives_the_same(name: str, tmp_path: Path) -> None:
    function, arguments = CASES[name]
    path = tmp_path / "model.onnx"
    dlvm.onnx.export(function, path, *arguments)  # type: ignore[arg-type]
    onnx.checker.check_model(onnx.load(path), full_check=True)
    loaded = dlvm.onnx.load(path)
    inputs = [np.asarray(a) for a in flat(arguments)]
    for found, expected in zip(loaded(*inputs), flat(function(*arguments)), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5)


def test_sizes_and_names(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    x, w, b = CASES["dense"][1]
    dlvm.onnx.export(dense, path, x, w, b, constants=["w", "b"])
    loaded = dlvm.onnx.load(path)
    assert [(i.name, i.shape) for i in loaded.inputs] == [("x", ("n", 3))]
    for n in (1, 5):
        np.testing.assert_allclose(loaded(x[:n])[0], dense(x[:n], w, b), rtol=1e-5)


def test_modules(tmp_path: Path) -> None:
    module = dlvm.parse(
        """
        func @twice: (f32) -> f32 {
        'entry(%x: f32):
            %y = multiply %x: f32, 2: f32
            return %y: f32
        }
        func @main: (f32) -> f32 {
        'entry(%x: f32):
            %y = apply @twice(%x: f32): (f32) -> f32
            %z = apply @twice(%y: f32): (f32) -> f32
            return %z: f32
        }
        """
    )
    path = tmp_path / "model.onnx"
    dlvm.onnx.export(module, path)
    assert dlvm.onnx.load(path)(np.float32(3)) == (12,)
    dlvm.onnx.export(module, path, function="twice")
    assert dlvm.onnx.load(path)(np.float32(3)) == (6,)


def test_everything_that_onnx_lacks_is_listed(tmp_path: Path) -> None:
    @staged
    def unusual(x: Float1D) -> Any:
        return nnkit.lgamma(x), nnkit.digamma(x)

    path = tmp_path / "model.onnx"
    with pytest.raises(dlvm.DiagnosticError) as found:
        dlvm.onnx.export(unusual, path, normal(3))
    messages = [d.message for d in found.value.diagnostics]
    assert messages == ["ONNX has no lgamma instruction", "ONNX has no digamma instruction"]
    assert not path.exists()


def test_what_cannot_be_exported(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    with pytest.raises(dlvm.DiagnosticError, match="expected a module or a staged function"):
        dlvm.onnx.export(lambda x: x, path, normal(3))  # type: ignore[arg-type]
    module = dlvm.parse(
        """
        func @main: (<3 x i64>) -> i64 {
        'entry(%x: <3 x i64>):
            %y = reduce %x: <3 x i64> by and along 0
            return %y: i64
        }
        """
    )
    with pytest.raises(dlvm.DiagnosticError, match="no reduce by and of integers"):
        dlvm.onnx.export(module, path)
    assert not path.exists()


def test_recursion(tmp_path: Path) -> None:
    module = dlvm.parse(
        """
        func @sum: (i64) -> i64 {
        'entry(%n: i64):
            %more = greaterThan %n: i64, 0: i64
            conditional %more: bool then 'next() else 'end(0: i64)
        'next():
            %m = subtract %n: i64, 1: i64
            %rest = apply @sum(%m: i64): (i64) -> i64
            %total = add %n: i64, %rest: i64
            branch 'end(%total: i64)
        'end(%result: i64):
            return %result: i64
        }
        """
    )
    with pytest.raises(dlvm.DiagnosticError, match="recursion: @sum"):
        dlvm.onnx.export(module, tmp_path / "model.onnx")
