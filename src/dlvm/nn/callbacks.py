"""Callbacks of the trainer: early stopping, and files of the losses and metrics of each epoch."""

from __future__ import annotations

import csv
import os
import socket
import struct
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any, Protocol

from dlvm.diagnostics import error
from dlvm.files import reason, replace_file
from dlvm.nn.history import History


class Training(Protocol):
    """The attributes of a :class:`~dlvm.nn.trainer.Trainer` that callbacks use."""

    model: Any
    best: Any
    history: History


Callback = Callable[[Any], bool | None]
"""Called with the trainer after each epoch; training ends if it returns ``True``."""


@dataclass(frozen=True)
class EarlyStopping:
    """A callback that ends training if the loss no longer decreases, and restores the best model.
    It monitors the validation loss if there is one, and the training loss otherwise.

    Parameters
    ----------
    patience
        The number of epochs without a decrease after which training ends.
    change
        A decrease counts only if it is larger than this number.

    Examples
    --------
    ::

        trainer.fit(x, y, epochs=100, validation=held_out, callbacks=[EarlyStopping(patience=3)])
    """

    patience: int = 5
    change: float = 0.0

    def __call__(self, trainer: Training) -> bool:
        losses = trainer.history.monitored
        best, since = float("inf"), 0
        for value in losses:
            better = value < best - self.change
            best, since = (value, 0) if better else (best, since + 1)
        if since < self.patience:
            return False
        trainer.model = trainer.best
        return True


@dataclass(frozen=True)
class CSVLogger:
    """A callback that writes the losses and metrics of all epochs to a CSV file, with a row for
    each epoch. The file is replaced atomically after each epoch.

    Parameters
    ----------
    path
        The path of the file.

    Raises
    ------
    DiagnosticError
        If the file cannot be written.
    """

    path: str | Path

    def __call__(self, trainer: Training) -> None:
        columns = dict(_scalars(trainer.history))
        text = StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(["epoch", *columns])
        count = len(trainer.history.loss)
        for i in range(count):
            # Validation may begin in a later call of fit.
            row = (v[i - count] if i - count >= -len(v) else "" for v in columns.values())
            writer.writerow([i + 1, *row])
        replace_file(self.path, text.getvalue().encode())


class TensorBoard:
    """A callback that writes the losses and metrics of each epoch to an event file, which
    TensorBoard shows (``tensorboard --logdir FOLDER``).

    The file is a sequence of TFRecords with ``Event`` messages, as TensorFlow's documentation of
    both formats describes.

    Parameters
    ----------
    folder
        The folder of the run, which is created if it is missing.

    Raises
    ------
    DiagnosticError
        If the file cannot be written.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self._path: Path | None = None

    def __call__(self, trainer: Training) -> None:
        now, epoch = time.time(), len(trainer.history.loss)
        try:
            if self._path is None:
                self.folder.mkdir(parents=True, exist_ok=True)
                name = f"events.out.tfevents.{int(now)}.{socket.gethostname()}.{os.getpid()}"
                self._path = self.folder / f"{name}.{id(self):x}"
                self._path.write_bytes(_record(_double(1, now) + _text(3, "brain.Event:2")))
            values = b"".join(
                _bytes(1, _text(1, name) + _float(2, numbers[-1]))
                for name, numbers in _scalars(trainer.history)
            )
            event = _double(1, now) + _integer(2, epoch) + _bytes(5, values)
            with self._path.open("ab") as file:
                file.write(_record(event))
        except OSError as problem:
            raise error(f"{self._path or self.folder}: {reason(problem)}") from None


def _scalars(history: History) -> Iterator[tuple[str, list[float]]]:
    """The columns of a history that hold numbers: a metric may be a matrix."""
    columns = {
        "loss": history.loss,
        history.metric_name: history.metric,
        "validation_loss": history.validation_loss,
        f"validation_{history.metric_name}": history.validation_metric,
    }
    for name, numbers in columns.items():
        if name and numbers and all(isinstance(x, float) for x in numbers):
            yield name, numbers


# Protocol buffers: a field is a key, its number and kind, and a value.


def _varint(value: int) -> bytes:
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])


def _integer(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _double(field: int, value: float) -> bytes:
    return _varint(field << 3 | 1) + struct.pack("<d", value)


def _float(field: int, value: float) -> bytes:
    return _varint(field << 3 | 5) + struct.pack("<f", value)


def _bytes(field: int, value: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(value)) + value


def _text(field: int, value: str) -> bytes:
    return _bytes(field, value.encode())


# TFRecord: the length, its checksum, the data, its checksum.


def _record(data: bytes) -> bytes:
    length = struct.pack("<Q", len(data))
    return length + _masked_crc(length) + data + _masked_crc(data)


def _masked_crc(data: bytes) -> bytes:
    """The CRC-32C of the data, rotated and offset as the format prescribes."""
    crc, table = 0xFFFFFFFF, _crc_table()
    for byte in data:
        crc = table[(crc ^ byte) & 0xFF] ^ crc >> 8
    crc ^= 0xFFFFFFFF
    return struct.pack("<I", ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF)


@cache
def _crc_table() -> tuple[int, ...]:
    """The remainders of all bytes for the polynomial of Castagnoli, reflected."""
    table: list[int] = []
    for byte in range(256):
        value = byte
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    return tuple(table)
