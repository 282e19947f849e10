"""Reads and writes parameters in safetensors files."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final, Literal, TypeVar, cast

import numpy as np
from numpy.typing import DTypeLike

from dlvm.files import read_file, replace_file
from dlvm.ir.resources import stored_name
from dlvm.ir.types import ElementType, real_element_type_of
from dlvm.nn.weights import pytorch
from dlvm.nn.weights.pytorch import WeightSource
from dlvm.nnkit.pytree.pytree import flatten, leaf_paths, unflatten
from dlvm.nnkit.tracing.trace import failure
from dlvm.text.parser_base import suggestion

M = TypeVar("M")
Array = np.ndarray[Any, np.dtype[Any]]
_MOST_PROBLEMS: Final = 20


def save(path: str | Path, model: object, notes: Mapping[str, str] | None = None) -> None:
    """Writes the arrays of a struct, under their dotted names, and notes to a safetensors file.

    The file is replaced atomically after it is completely written: a reader never sees a partial
    file, and an interruption keeps the old file. Raises :class:`DiagnosticError` if the file cannot
    be written.
    """
    from safetensors.numpy import save as serialize

    _expect_path("save", path)
    leaves: list[Any] = []
    names = leaf_paths(flatten(model, leaves))
    arrays = {n: np.array(a, order="C", copy=None) for n, a in zip(names, leaves, strict=True)}
    replace_file(path, serialize(arrays, dict(notes) if notes else None), is_durable=True)


def load(
    path: str | Path,
    model: M,
    *,
    layout: Literal["dlvm", "pytorch"] = "dlvm",
    names: Mapping[str, str] | None = None,
    transpose: Collection[str] = (),
    dtype: DTypeLike | None = None,
    strict: bool = True,
) -> M:
    """Returns the struct ``model`` with the arrays of a safetensors file.

    Parameters
    ----------
    path
        The file: one written by :func:`save`, or by another framework.
    model
        The model, whose parameters give names, shapes and element types.
    layout
        ``"pytorch"`` for the ``state_dict`` of a PyTorch model: the tensors of its layers are
        renamed, transposed, split and added, so that they match the layers of this library.
    names
        The names in the file of layers, structs and tensors, by their dotted names in the model.
        Tensors inside a named part need no entry of their own. For a PyTorch layer a name may hold
        ``{}`` in place of the tensor's own name: ``{"second": "lstm.{}_l1"}``.
    transpose
        The dotted names of the model's tensors that the file holds transposed, with ``*`` for
        anything.
    dtype
        A NumPy dtype to which the floats of the file are converted first, such as f32 for a file
        with f16 or bf16; by default, they must have the model's element types.
    strict
        Whether it is an error if the file has tensors that the model does not need.

    Raises
    ------
    DiagnosticError
        If the file cannot be read, or if tensors are missing, not needed, or have other shapes or
        element types than the model's; the message lists all of them.

    Examples
    --------
    ::

        model = load("resnet.safetensors", ResNet(), layout="pytorch", names={"head": "fc"})
    """
    _expect_path("load", path)
    if layout not in ("dlvm", "pytorch"):
        raise failure(f'layout must be "dlvm" or "pytorch", got {layout!r}')
    leaves: list[Any] = []
    structure = flatten(model, leaves)
    found = _read(path)[0]
    if layout == "pytorch":
        pairs = list(pytorch.sources(structure, names or {}, found))
    else:
        pairs = [(n, WeightSource((_named(n, names or {}),))) for n in leaf_paths(structure)]
    own = [name for name, _ in pairs]
    for part in names or {}:
        if part and not any(n == part or n.startswith(f"{part}.") for n in own):
            raise failure(f"names: {part} is not a part of the model{suggestion(part, own)}")
    arrays, problems = list[Any](), list[str]()
    for (name, source), leaf in zip(pairs, leaves, strict=True):
        missing = [n for n in source.names if n not in found]
        if missing:
            near = "".join(suggestion(n, found) for n in missing)
            needs = "" if missing == [name] else f", which {name} needs"
            problems.append(f"the file lacks {', '.join(missing)}{needs}{near}")
            continue
        array = _converted([found[n] for n in source.names], source, dtype)
        if any(fnmatchcase(name, pattern) for pattern in transpose):
            array = np.ascontiguousarray(array.T)
        if (array.shape, array.dtype) != (leaf.shape, leaf.dtype):
            problems.append(
                f"{name} has shape {array.shape} and dtype {array.dtype}, expected {leaf.shape} "
                f"and {leaf.dtype}"
            )
        arrays.append(array)
    used = {n for _, source in pairs for n in source.names}
    unneeded = [n for n in found if n not in used and not _is_counter(n, layout)]
    if strict and unneeded:
        problems.append(f"the model does not need {', '.join(sorted(unneeded))}")
    if problems:
        rest = len(problems) - _MOST_PROBLEMS
        if rest > 0:
            problems[_MOST_PROBLEMS:] = [f"and {rest} more"]
        if layout == "dlvm" and not any(n in found for n in own):
            problems.append('for a state_dict of PyTorch, pass layout="pytorch"')
        listed = "".join(f"\n  {problem}" for problem in problems)
        raise failure(f"{path}: expected the tensors of the model:{listed}")
    return unflatten(structure, iter(arrays))


def _expect_path(name: str, path: object) -> None:
    if not isinstance(path, str | os.PathLike):
        raise failure(
            f"{name}: the first argument must be a path, got a {type(path).__name__}; write "
            f"nn.{name}(path, model)"
        )


def load_with_notes(path: str | Path, model: M) -> tuple[M, dict[str, str]]:
    """The result of ``load``, and the notes in the file."""
    return load(path, model), _read(path)[1]


def _is_stored(element: ElementType) -> bool:
    """Whether files of weights have elements of a type."""
    is_wide = element.bits >= 8 or element is ElementType.BOOL
    return is_wide and not element.is_complex


def _read(path: str | Path) -> tuple[dict[str, Array], dict[str, str]]:
    """The arrays and the notes of a safetensors file."""
    import safetensors

    data = read_file(path)
    try:
        entries = cast(Any, safetensors).deserialize(data)
    except safetensors.SafetensorError as problem:
        raise failure(f"{path}: {problem}, expected a safetensors file") from problem
    known = {stored_name(e): e for e in ElementType if _is_stored(e)}
    arrays: dict[str, Array] = {}
    for name, entry in entries:
        element = known.get(entry["dtype"])
        if element is None:
            raise failure(
                f"{path}: {name} has element type {entry['dtype']}, which models do not support"
            )
        stored = np.frombuffer(entry["data"], element.numpy.newbyteorder("<"))
        arrays[name] = stored.astype(element.numpy).reshape(entry["shape"])
    header = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])
    return arrays, header.get("__metadata__", {})


def _named(name: str, names: Mapping[str, str]) -> str:
    """The name of a tensor in the file: the name in ``names`` of the innermost part that contains
    the tensor, followed by the rest of its path."""
    parts = [p for p in names if p == name or name.startswith(f"{p}.") or not p]
    longest = max(parts, key=len, default=None)
    if longest is None:
        return name
    rest = name.removeprefix(longest).removeprefix(".")
    return ".".join(step for step in (names[longest], rest) if step)


def _converted(arrays: Sequence[Array], source: WeightSource, dtype: DTypeLike | None) -> Array:
    if dtype is not None:
        are_floats = (real_element_type_of(a.dtype) for a in arrays)
        arrays = [
            a.astype(dtype) if e is not None and e.is_float else a
            for a, e in zip(arrays, are_floats, strict=True)
        ]
    return source.convert(*arrays)


def _is_counter(name: str, layout: str) -> bool:
    return layout == "pytorch" and name.rpartition(".")[2] == pytorch.UNUSED
