"""Calls leave no reference cycles: results are freed with their last reference, not by the garbage
collector, so that their memory is reused."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import parser

import dlvm
import dlvm.nnkit as nn
import dlvm.onnx
from dlvm.nnkit import Float0D, Float2D, staged, value_and_gradient

X = np.linspace(0, 1, 6, dtype=np.float32).reshape(2, 3)

MODELS = {
    "static sizes": "float[2, 3] x) => (float[2, 3] y) { y = Relu(x) }",
    "unknown sizes": "float[n, m] x) => (float[n, m] y, int64[2] s) { y = Relu(x)\n s = Shape(x) }",
    "a constant": """float[2, 3] x) => (float[2, 3] y, float[1] z) {
        y = Relu(x)
        z = Constant<value = float[1] {1.0}>() }""",
    "a sequence": """float[2, 3] x) => (seq(float[2, 3]) y) {
        r = Relu(x)
        y = SequenceConstruct(r, x) }""",
}


@dataclass
class Layer:
    weights: Float2D
    scale: Float0D


@staged
def plain(x: Float2D) -> Float2D:
    return x * 2


@staged
def several(x: Float2D) -> tuple[Float2D, dict[str, Float2D]]:
    return x + 1, {"square": x * x}


@staged
def loss(layer: Layer) -> Float0D:
    return nn.sum(layer.weights * layer.scale)


def _model(body: str, folder: Path) -> Any:
    path = folder / "model.onnx"
    text = f'<ir_version: 10, opset_import: ["" : 21]> program ({body}'
    onnx.save(parser.parse_model(text), path)
    return dlvm.onnx.load(path)


def _from_text() -> Any:
    return dlvm.compile(
        dlvm.parse(
            """module "m"
stage raw
func @f: (<_n x f32>) -> <_n x f32> {
'entry(%x: <_n x f32>):
    %y = add %x: <_n x f32>, 1: f32
    return %y: <_n x f32>
}
"""
        )
    )["f"]


def _called_in_order(body: str, folder: Path) -> Callable[[], Any]:
    return partial(_model(body, folder), X)


def _called_by_name(body: str, folder: Path) -> Callable[[], Any]:
    return partial(_model(body, folder).run, {"x": X})


CALLS: dict[str, Callable[[Path], Callable[[], Any]]] = {
    "a function of one array": lambda _: partial(plain, X),
    "nested results": lambda _: partial(several, X),
    "a gradient": lambda _: partial(value_and_gradient(loss), Layer(X, np.float32(2))),
    "a module": lambda _: partial(_from_text(), X[0]),
    **{f"a model with {n}": partial(_called_in_order, body) for n, body in MODELS.items()},
    **{f"a model with {n}, by name": partial(_called_by_name, b) for n, b in MODELS.items()},
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("is_cached", [False, True])
def test_a_call_leaves_no_cycles(name: str, is_cached: bool, tmp_path: Path) -> None:
    if is_cached:
        CALLS[name](tmp_path)()
    call = CALLS[name](tmp_path)
    for _ in range(3):
        call()
    gc.disable()
    # Only the objects of the next call are collected, not all of the process.
    gc.freeze()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        call()
        gc.collect()
        assert not gc.garbage
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.unfreeze()
        gc.enable()
