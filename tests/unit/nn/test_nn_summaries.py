"""The table of a model's layers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dlvm import nn
from dlvm.diagnostics import DiagnosticError
from dlvm.interpreter import count_work
from dlvm.nnkit import map_tensors, staged, struct


def test_a_table_of_layers() -> None:
    model = nn.Sequential(
        nn.Conv2D(1, 2, 3, padding=1), nn.relu, nn.flatten, nn.Residual(nn.LayerNorm(32), nn.tanh),
        nn.Dense(32, 5),
    )  # fmt: skip
    table = nn.summary(model, np.zeros((3, 1, 4, 4), np.float32))
    names = [(r.name, r.outputs, r.parameters) for r in table.rows]
    assert names == [
        ("Sequential", "3 x 5", 249),
        ("Conv2D", "3 x 2 x 4 x 4", 20),
        ("relu", "3 x 2 x 4 x 4", 0),
        ("flatten", "3 x 32", 0),
        ("Residual", "3 x 32", 64),
        ("LayerNorm", "3 x 32", 64),
        ("tanh", "3 x 32", 0),
        ("Dense", "3 x 5", 165),
    ]
    operations = {r.name: r.operations for r in table.rows}
    assert operations["relu"] == operations["tanh"] == 96
    assert operations["Dense"] == 2 * 3 * 32 * 5 + 3 * 5
    lines = str(table).splitlines()
    assert lines[0].split() == ["layer", "outputs", "parameters", "operations"]
    assert lines[6].startswith("    LayerNorm ")
    assert len({len(line) for line in lines}) == 1


@struct
class Twice:
    """A layer that is called twice, in a network of the user's own class."""

    inner: nn.Dense
    reader: nn.LSTM

    def __call__(self, x: Any) -> Any:
        return self.reader(self.inner(self.inner(x)))


def test_the_work_of_loops_and_repeated_calls() -> None:
    model, x = Twice(nn.Dense(4, 4), nn.LSTM(4, 3)), np.zeros((2, 7, 4), np.float32)
    rows = {r.name: r for r in nn.summary(model, x).rows}
    assert list(rows) == ["Twice", "Dense", "LSTM"]
    assert rows["Dense"].operations == 2 * 14 * (2 * 4 * 4 + 4)
    program = staged(lambda m, x: m(x)).lower(model, x)
    parts: list[Any] = []
    map_tensors(parts.append, model)
    work = count_work(
        program.module, program.entry, (tuple(parts[:2]), tuple(parts[2:5])), x
    )  # fmt: skip
    assert rows["Twice"].operations == work.operations
    assert rows["Twice"].operations == rows["Dense"].operations + rows["LSTM"].operations


def test_inputs_that_do_not_fit() -> None:
    with pytest.raises(DiagnosticError, match="Dense: input must have shape"):
        nn.summary(nn.Dense(4, 3), np.zeros((2, 5), np.float32))
