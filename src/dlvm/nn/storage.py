"""Reads and writes parameters in safetensors files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from dlvm.diagnostics import error
from dlvm.files import read_file, replace_file
from dlvm.nnkit.pytree.pytree import flatten, leaf_paths, unflatten

M = TypeVar("M")


def save(path: str | Path, model: object, notes: Mapping[str, str] | None = None) -> None:
    """Writes the arrays of a struct, under their dotted names, and notes to a safetensors file.

    The file is replaced atomically after it is completely written: a reader never sees a partial
    file, and an interruption keeps the old one. Raises :class:`DiagnosticError` if it cannot be
    written.
    """
    from safetensors.numpy import save as serialize

    leaves: list[Any] = []
    names = leaf_paths(flatten(model, leaves))
    arrays = {n: np.array(a, order="C", copy=None) for n, a in zip(names, leaves, strict=True)}
    replace_file(path, serialize(arrays, dict(notes) if notes else None), is_durable=True)


def load(path: str | Path, model: M) -> M:
    """Returns the struct ``model`` with the arrays of a file written by ``save``.

    Raises :class:`DiagnosticError` if the file cannot be read, or if names, shapes or element types
    are not those of the model.
    """
    return load_with_notes(path, model)[0]


def load_with_notes(path: str | Path, model: M) -> tuple[M, dict[str, str]]:
    """The result of ``load``, and the notes in the file."""
    from safetensors import SafetensorError
    from safetensors.numpy import load as deserialize

    leaves: list[Any] = []
    structure = flatten(model, leaves)
    expected = dict(zip(leaf_paths(structure), leaves, strict=True))
    data = read_file(path)
    try:
        found = deserialize(data)
    except SafetensorError as problem:
        raise error(f"{path}: {problem}, expected a safetensors file") from problem
    except KeyError as problem:
        raise error(f"{path}: NumPy has no elements of type {problem.args[0]}") from None
    if found.keys() != expected.keys():
        raise error(
            f"{path}: expected the tensors of the model, {_listed(expected)}, got {_listed(found)}"
        )
    for name, array in found.items():
        wanted = expected[name]
        if (array.shape, array.dtype) != (wanted.shape, wanted.dtype):
            raise error(
                f"{path}: {name} has shape {array.shape} and dtype {array.dtype}, expected "
                f"{wanted.shape} and {wanted.dtype}"
            )
    header = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])
    notes: dict[str, str] = header.get("__metadata__", {})
    return unflatten(structure, iter([found[n] for n in expected])), notes


def _listed(names: Any) -> str:
    return ", ".join(sorted(names)) or "none"
