"""Exported models give the same in ONNX Runtime."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pytest

import dlvm.onnx
from tests.unit.onnx.test_export import CASES, flat


@pytest.mark.parametrize("name", CASES)
def test_onnx_runtime_gives_the_same(name: str, tmp_path: Path) -> None:
    function, arguments = CASES[name]
    path = tmp_path / "model.onnx"
    dlvm.onnx.export(function, path, *arguments)  # type: ignore[arg-type]
    session = onnxruntime.InferenceSession(path)
    given = zip(session.get_inputs(), flat(arguments), strict=True)
    found: Any = session.run(None, {i.name: np.asarray(a) for i, a in given})
    for own, expected in zip(found, flat(function(*arguments)), strict=True):
        np.testing.assert_allclose(own, expected, rtol=1e-4, atol=1e-5)
