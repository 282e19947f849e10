"""Checkpoints of all kinds: what is damaged, missing or somebody else's is an error in one line,
and what is beside it stays."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlvm import nn
from dlvm.diagnostics import DiagnosticError
from tests.support.nn_runs import LABELS, X, small_model
from tests.unit.runtime.test_files import full_disk


def trainer() -> nn.Trainer[Any]:
    return nn.Trainer(small_model(), nn.SGD(0.1), opt_level=0)


def train(path: Path, epochs: int = 1) -> nn.Trainer[Any]:
    made = trainer()
    made.fit(X, LABELS, epochs, 20, checkpoint=path, progress=False)
    return made


@cache
def checkpoint() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "run"
        train(path)
        return path.read_bytes()


def with_notes(**notes: str) -> bytes:
    """A checkpoint with other notes."""
    data = checkpoint()
    end = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:end])
    header["__metadata__"] |= notes
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + data[end:]


def history() -> dict[str, Any]:
    data = checkpoint()
    header = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])
    return json.loads(header["__metadata__"]["history"])


def check_refused(data: bytes, match: str = "expected (a checkpoint|a safetensors file)") -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "run"
        path.write_bytes(data)
        made = trainer()
        before = made.model, made.history
        with pytest.raises(DiagnosticError, match=match):
            made.fit(X, LABELS, 2, 20, checkpoint=path, progress=False)
        assert (made.model, made.history) == before
        assert path.read_bytes() == data


def test_files_of_others_stay(tmp_path: Path) -> None:
    names = [".env.local", ".env.production", ".env.", ".env", "env.local", ".envx.local"]
    for name in names:
        (tmp_path / name).write_text(name)
    train(tmp_path / "env")
    assert {f.name: f.read_text() for f in tmp_path.iterdir() if f.name != "env"} == {
        name: name for name in names
    }


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


@given(field=st.sampled_from(sorted(history())), value=VALUES, is_dropped=st.booleans())
def test_damaged_histories(field: str, value: Any, is_dropped: bool) -> None:
    found = history()
    if is_dropped:
        del found[field]
    else:
        found[field] = value
    if _is_right(found):
        assert nn.History.from_json(json.dumps(found)).loss == found["loss"]
    else:
        with pytest.raises(ValueError, match="expected the history of a training run"):
            nn.History.from_json(json.dumps(found))


def _is_right(found: dict[str, Any]) -> bool:
    """An independent check that a value is the history of one epoch."""

    def are_numbers(value: Any) -> bool:
        return isinstance(value, float) or (
            isinstance(value, list) and all(map(are_numbers, value))
        )

    lists = ["loss", "metric", "validation_loss", "validation_metric"]
    return (
        found.keys() == history().keys()
        and isinstance(found["metric_name"], str)
        and all(isinstance(found[name], float) for name in found if name.endswith("_seconds"))
        and all(isinstance(found[name], list) and are_numbers(found[name]) for name in lists)
        and all(isinstance(n, float) for n in found["loss"] + found["validation_loss"])
        and len(found["loss"]) == len(found["metric"])
        and len(found["validation_loss"]) == len(found["validation_metric"]) <= len(found["loss"])
    )


@pytest.mark.parametrize(
    "notes",
    [
        {"history": ""},
        {"history": "{"},
        {"history": "[" * 100_000},
        {"history": "[]"},
        {"history": "null"},
        {"history": '{"loss": [1.0]}'},
        {"stopped": ""},
        {"stopped": "1"},
        {"stopped": "[true]"},
        {"more": "text"},
    ],
    ids=str,
)
def test_damaged_notes(notes: dict[str, str]) -> None:
    check_refused(with_notes(**notes))


@pytest.mark.parametrize("size", [0, 7, 8, 100, -1])
def test_checkpoints_that_end_early(size: int) -> None:
    check_refused(checkpoint()[:size])


@given(place=st.integers(0, len(checkpoint()) - 1), byte=st.integers(0, 255))
def test_checkpoints_with_a_wrong_byte(place: int, byte: int) -> None:
    """It is taken, as bytes of parameters may be any, or refused as a whole."""
    data = bytearray(checkpoint())
    data[place] = byte
    with TemporaryDirectory() as folder:
        path = Path(folder) / "run"
        path.write_bytes(data)
        made = trainer()
        try:
            made.fit(X, LABELS, 1, 20, checkpoint=path, progress=False)
        except DiagnosticError:
            assert not made.history.loss
        else:
            assert len(made.history.loss) == 1


def test_element_types_that_models_lack() -> None:
    text = json.dumps({"a": {"dtype": "C64", "shape": [1], "data_offsets": [0, 8]}}).encode()
    data = len(text).to_bytes(8, "little") + text + bytes(8)
    check_refused(data, "element type C64")


def test_whole_models_instead_of_checkpoints(tmp_path: Path) -> None:
    path = tmp_path / "model"
    nn.save(path, small_model())
    check_refused(path.read_bytes(), "expected the tensors of the model")


def make_loop(path: Path) -> None:
    path.symlink_to(path)


@pytest.mark.parametrize(
    ("make", "match"),
    [
        (Path.mkdir, "is a directory|it is a directory"),
        (os.mkfifo, "it is a FIFO, expected a regular file"),
        (make_loop, "too many levels of symbolic links"),
    ],
)
def test_places_that_are_no_file(make: Callable[[Path], None], match: str, tmp_path: Path) -> None:
    path = tmp_path / "run"
    make(path)
    for work in (train, trainer().load):
        with pytest.raises(DiagnosticError, match=match):
            work(path)


def test_a_missing_place(tmp_path: Path) -> None:
    with pytest.raises(
        DiagnosticError, match=r"directory of a checkpoint must exist, got .*missing"
    ):
        train(tmp_path / "missing" / "run")
    with pytest.raises(DiagnosticError, match=r"cannot read .*: no such file"):
        trainer().load(tmp_path / "missing")


def test_a_full_place(tmp_path: Path) -> None:
    path = tmp_path / "run"
    train(path)
    before = path.read_bytes()
    made = trainer()
    with full_disk(100), pytest.raises(DiagnosticError, match=r"cannot write .*: file too large"):
        made.fit(X, LABELS, 3, 20, checkpoint=path, progress=False)
    assert path.read_bytes() == before
    assert len(made.history.loss) == 2
    np.testing.assert_array_equal(
        train(path, 3).model.layers[0].weight, train(tmp_path / "other", 3).model.layers[0].weight
    )
