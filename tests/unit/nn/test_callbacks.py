"""Files of the losses and metrics of each epoch."""

from __future__ import annotations

import csv
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from google.protobuf.descriptor_pb2 import DescriptorProto, FileDescriptorProto
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass

from dlvm import nn
from dlvm.diagnostics import DiagnosticError
from dlvm.nn.callbacks import _masked_crc  # pyright: ignore[reportPrivateUsage]

X = np.random.default_rng(0).normal(size=(20, 3)).astype(np.float32)
Y = (X.sum(axis=1) > 0).astype(np.int64)


def trained(*callbacks: nn.Callback, epochs: int = 3, validation: Any = None) -> Any:
    trainer = nn.Trainer(nn.Dense(3, 2, rng=np.random.default_rng(1)), nn.SGD(0.1))
    trainer.fit(X, Y, epochs, callbacks=callbacks, validation=validation, progress=False)
    return trainer


def messages() -> Any:
    """The class of TensorBoard's events: the fields that are written."""
    file = FileDescriptorProto(name="event.proto", package="test", syntax="proto3")
    value = DescriptorProto(name="Value")
    value.field.add(name="tag", number=1, type=9, label=1)
    value.field.add(name="simple_value", number=2, type=2, label=1)
    summary = DescriptorProto(name="Summary")
    summary.field.add(name="value", number=1, type=11, label=3, type_name=".test.Value")
    event = DescriptorProto(name="Event")
    event.field.add(name="wall_time", number=1, type=1, label=1)
    event.field.add(name="step", number=2, type=3, label=1)
    event.field.add(name="file_version", number=3, type=9, label=1)
    event.field.add(name="summary", number=5, type=11, label=1, type_name=".test.Summary")
    file.message_type.extend([value, summary, event])
    pool = DescriptorPool()
    pool.Add(file)  # pyright: ignore[reportAttributeAccessIssue]
    return GetMessageClass(pool.FindMessageTypeByName("test.Event"))


def records(data: bytes) -> Iterator[bytes]:
    while data:
        (length,) = struct.unpack("<Q", data[:8])
        assert data[8:12] == _masked_crc(data[:8])
        content, data = data[12 : 12 + length], data[12 + length :]
        assert data[:4] == _masked_crc(content)
        data = data[4:]
        yield content


def test_checksums() -> None:
    # The check value of CRC-32C, masked.
    crc = 0xE3069283
    masked = ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF
    assert _masked_crc(b"123456789") == struct.pack("<I", masked)


def test_csv(tmp_path: Path) -> None:
    path = tmp_path / "metrics.csv"
    trainer = trained(nn.CSVLogger(path))
    trainer.fit(X, Y, 2, validation=(X, Y), callbacks=[nn.CSVLogger(path)], progress=False)
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    history = trainer.history
    assert [int(r["epoch"]) for r in rows] == [1, 2, 3, 4, 5]
    assert [float(r["loss"]) for r in rows] == history.loss
    assert [float(r["accuracy"]) for r in rows] == history.metric
    assert [r["validation_loss"] for r in rows] == ["", "", "", *map(str, history.validation_loss)]


def test_event_file(tmp_path: Path) -> None:
    folder = tmp_path / "runs" / "1"
    trainer = trained(nn.TensorBoard(folder), validation=(X, Y))
    [path] = folder.iterdir()
    event = messages()
    first, *rest = (event.FromString(r) for r in records(path.read_bytes()))
    assert first.file_version == "brain.Event:2"
    assert [e.step for e in rest] == [1, 2, 3]
    assert all(e.wall_time >= first.wall_time for e in rest)
    history = trainer.history
    for i, e in enumerate(rest):
        found = {v.tag: v.simple_value for v in e.summary.value}
        expected = {
            "loss": history.loss[i],
            "accuracy": history.metric[i],
            "validation_loss": history.validation_loss[i],
            "validation_accuracy": history.validation_metric[i],
        }
        assert found == {n: np.float32(v) for n, v in expected.items()}


@pytest.mark.parametrize("callback", [nn.CSVLogger, nn.TensorBoard])
def test_places_that_cannot_be_written(callback: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DiagnosticError, match="file"):
        trained(callback(tmp_path / "file" / "inside"))
