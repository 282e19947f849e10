"""Reads arrays from ``.npz`` and ``.csv`` files, and weights from ``.safetensors`` files."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

import numpy as np

from dlvm.diagnostics import error, quantity
from dlvm.ir.types import element_type_of
from dlvm.tel.loading import Loaded
from dlvm.tel.types import TelNamed
from dlvm.tools import command_line


def read_arrays(path: str, names: Sequence[str]) -> dict[str, Any]:
    """The arrays in a file, by name.

    A ``.csv`` file has a header, and each column is a vector. For each of ``names``, such as ``x``,
    columns ``x0``, ``x1``, … also form a matrix ``x``, unless there is a column ``x``.
    """
    if path.endswith(".csv"):
        return _read_table(path, command_line.read_bytes(path), names)
    found = command_line.read_arrays(path)
    for name, array in found.items():
        if element_type_of(array.dtype) is None:
            raise error(f"{path}: expected numbers in the array {name}, got {array.dtype}")
    return found


def _read_table(path: str, data: bytes, names: Sequence[str]) -> dict[str, Any]:
    try:
        rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))
    except (UnicodeDecodeError, csv.Error) as failure:
        raise error(f"{path}: expected a table as UTF-8 text: {failure}") from None
    rows = [row for row in rows if row]
    if len(rows) < 2:
        raise error(
            f"{path}: expected a header and rows of numbers, got {quantity(len(rows), 'row')}"
        )
    header = [name.strip() for name in rows[0]]
    columns: list[list[float]] = [[] for _ in header]
    for number, row in enumerate(rows[1:], 2):
        if len(row) != len(header):
            raise error(
                f"{path}: row {number} has {quantity(len(row), 'column')}, expected {len(header)}"
            )
        for place, text in enumerate(row):
            try:
                columns[place].append(float(text))
            except ValueError:
                name = header[place]
                message = f"expected a number in column {name}, got {text}"
                raise error(f"{path}: row {number}: {message}") from None
    found: dict[str, Any] = {
        name: np.array(column) for name, column in zip(header, columns, strict=True)
    }
    for name in names:
        parts = {
            int(column[len(name) :]): found[column]
            for column in header
            if column.startswith(name) and column[len(name) :].isdecimal()
        }
        if parts and name not in found:
            found[name] = np.stack([parts[place] for place in sorted(parts)], axis=1)
    return found


def read_weights(loaded: Loaded, name: str, net: Any, path: str, prefix: str = "") -> Any:
    """The net with its weights replaced by the weights in a file."""
    from safetensors import SafetensorError
    from safetensors.numpy import load

    try:
        weights = load(command_line.read_bytes(path))
    except (SafetensorError, ValueError, KeyError) as failure:
        raise error(f"cannot read {path}: {failure}") from None
    return _with_weights(loaded, name, net, path, weights, prefix)


def _with_weights(
    loaded: Loaded, name: str, net: Any, path: str, weights: dict[str, Any], prefix: str
) -> Any:
    values: list[Any] = []
    for field, type in loaded.program.declared.fields[name].items():
        own = getattr(net, field)
        if isinstance(type, TelNamed):
            inner = f"{prefix}{field}."
            values.append(_with_weights(loaded, type.name, own, path, weights, inner))
            continue
        key = prefix + field
        if key not in weights:
            raise error(f"{path}: expected a tensor {key}, got {', '.join(weights)}")
        if weights[key].shape != own.shape:
            message = f"{path}: {key} must have the shape {own.shape}, got {weights[key].shape}"
            raise error(message)
        values.append(weights[key].astype(own.dtype))
    return loaded.namespace[name](*values)
