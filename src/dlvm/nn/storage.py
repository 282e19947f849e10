"""Parameters in safetensors files."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, TypeVar

import numpy as np

from dlvm.diagnostics import error
from dlvm.nnkit.structure import flatten, leaf_paths, unflatten

M = TypeVar("M")


def save(path: str | Path, model: object) -> None:
    """Writes the arrays of a struct to a safetensors file, under their dotted names.

    The file is replaced at once, when all of it is written: whoever reads it meanwhile, or after an
    interruption, finds the old one.
    """
    from safetensors.numpy import save as serialize

    leaves: list[Any] = []
    names = leaf_paths(flatten(model, leaves))
    arrays = {n: np.ascontiguousarray(a) for n, a in zip(names, leaves, strict=True)}
    target = Path(path)
    with NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as file:
        try:
            file.write(serialize(arrays))
            file.flush()
            os.fsync(file.fileno())
            Path(file.name).replace(target)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


def load(path: str | Path, model: M) -> M:
    """The struct ``model`` with the arrays of a file that ``save`` wrote.

    Raises :class:`DiagnosticError` where names, shapes or element types are not the model's.
    """
    from safetensors import SafetensorError
    from safetensors.numpy import load as deserialize

    leaves: list[Any] = []
    structure = flatten(model, leaves)
    expected = dict(zip(leaf_paths(structure), leaves, strict=True))
    try:
        found = deserialize(Path(path).read_bytes())
    except SafetensorError as problem:
        raise error(f"{path}: {problem}, expected a safetensors file") from problem
    if found.keys() != expected.keys():
        raise error(
            f"{path}: tensors {_listed(found)} found, expected those of the model: "
            f"{_listed(expected)}"
        )
    for name, array in found.items():
        wanted = expected[name]
        if (array.shape, array.dtype) != (wanted.shape, wanted.dtype):
            raise error(
                f"{path}: {name} has shape {array.shape} and dtype {array.dtype}, expected "
                f"{wanted.shape} and {wanted.dtype}"
            )
    return unflatten(structure, iter([found[n] for n in expected]))


def _listed(names: Any) -> str:
    return ", ".join(sorted(names)) or "none"
