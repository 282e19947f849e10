"""Finds the compiled programs of a model file in the cache on disk, by a digest of the file.

A model whose program is found runs without its file being parsed: neither the ``onnx`` package nor
the importer is imported. Only models whose outputs are all computed by the program are saved.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from dlvm.codegen.llvm.fingerprint import fingerprint, source_state
from dlvm.files import open_regular
from dlvm.ir.types import (
    Dim,
    ElementType,
    FunctionType,
    Symbol,
    TensorType,
    TupleType,
    Type,
    real_element_type_of,
)
from dlvm.onnx.graph import Size, TensorSpec
from dlvm.runtime.calling.executable import CompiledFunction, Executable
from dlvm.runtime.calling.programs import FunctionSignature, cached_executable
from dlvm.runtime.loading.cache import content_key, load_facts, save_facts
from dlvm.version import VERSION

_ROOMS: Final = ("nnkit", "nn", "onnx")
"""The folders with the importer's own code. The fingerprint covers the compiler's code already."""
_CHUNK: Final = 1 << 20


@dataclass(frozen=True)
class SavedModel:
    """A model in the cache: its key, its inputs and its outputs."""

    key: str
    inputs: tuple[TensorSpec, ...]
    outputs: tuple[TensorSpec, ...]


def model_key(model: object, options: Mapping[str, Any], dims: Mapping[str, int]) -> str | None:
    """The key of a model, given as a path or as the bytes of a file: it differs between contents of
    the file, options, versions of the package, and machines. None if the file cannot be read, or
    the model is given in another form."""
    found = _digest(model)
    if found is None:
        return None
    given = json.dumps([sorted(options.items()), sorted(dims.items())])
    return content_key("model", VERSION, fingerprint(), source_state(_ROOMS), given, found)


def find_model(key: str, model: object) -> SavedModel | None:
    """Returns the model with a key, if the cache has it and its external data files are
    unchanged."""
    match load_facts(key):
        case {"inputs": [*inputs], "outputs": [*outputs], "external": {**external}}:
            pass
        case _:
            return None
    if external:
        if not isinstance(model, str | os.PathLike):
            return None
        folder = Path(cast("str", model)).resolve().parent
        if any(_digest(folder / name) != known for name, known in external.items()):
            return None
    try:
        return SavedModel(key, tuple(map(_read_spec, inputs)), tuple(map(_read_spec, outputs)))
    except ValueError:
        return None


def save_model(saved: SavedModel, external: Collection[Path], model: object) -> None:
    """Saves a model: its inputs and outputs, and digests of its files of external data."""
    digests: dict[str, str] = {}
    if external:
        folder = Path(cast("str", model)).resolve().parent
        for path in external:
            found = _digest(path)
            if found is None:
                return
            digests[str(path.relative_to(folder))] = found
    facts = {
        "inputs": [_spec(s) for s in saved.inputs],
        "outputs": [_spec(s) for s in saved.outputs],
        "external": digests,
    }
    save_facts(saved.key, facts)


def find_program(
    saved: SavedModel, shapes: Sequence[Sequence[int]] | None, threads: int
) -> CompiledFunction | None:
    """The program of a model for the given shapes of its inputs, or for all shapes if ``shapes`` is
    None. Returns None if the cache does not have it."""
    match load_facts(_program_key(saved, shapes)):
        case {"code": str(code), "parameters": [*parameters], "names": [*names], "result": result}:
            pass
        case _:
            return None
    try:
        types = tuple(_read_type(p) for p in parameters)
        signature = FunctionSignature(
            "main", FunctionType(types, _read_type(result)), list(map(str, names))
        )
    except (KeyError, ValueError):
        return None
    found = cached_executable(code, signature, threads)
    return None if found is None else found["main"]


def save_program(
    saved: SavedModel,
    shapes: Sequence[Sequence[int]] | None,
    program: Executable,
    names: Sequence[str],
) -> None:
    """Records which entry of the cache is the code of a program of a model. ``names`` are the names
    of the program's parameters."""
    type = program["main"].type
    with suppress(ValueError):
        facts = {
            "code": program.key,
            "parameters": [_type(p) for p in type.parameters],
            "names": list(names),
            "result": _type(type.result),
        }
        save_facts(_program_key(saved, shapes), facts)


def _program_key(saved: SavedModel, shapes: Sequence[Sequence[int]] | None) -> str:
    return content_key("program", saved.key, json.dumps(shapes))


def _digest(model: object) -> str | None:
    digest = hashlib.sha256()
    if isinstance(model, bytes):
        digest.update(model)
    elif isinstance(model, str | os.PathLike):
        buffer = bytearray(_CHUNK)
        view = memoryview(buffer)
        try:
            with open_regular(cast("str", model)) as file:
                while count := file.readinto(buffer):
                    digest.update(view[:count])
        except (OSError, ValueError):
            return None
    else:
        return None
    return digest.hexdigest()


def _spec(spec: TensorSpec) -> Any:
    element = None if spec.dtype is None else real_element_type_of(spec.dtype)
    return [spec.name, element and element.value, spec.shape, spec.kind]


def _read_spec(found: Any) -> TensorSpec:
    match found:
        case [str(name), None | str() as element, None as sizes, str(kind)]:
            pass
        case [str(name), None | str() as element, [*found_sizes], str(kind)]:
            sizes = tuple(cast("list[Size]", found_sizes))
        case _:
            raise ValueError("the description of a tensor is damaged")
    dtype = None if element is None else ElementType(element).numpy
    return TensorSpec(name, dtype, sizes, kind)


def _type(type: Type) -> Any:
    """A tensor type, or a tuple of tensor types, as JSON: element type and sizes, or a list.
    Raises :class:`ValueError` for other types."""
    match type:
        case TensorType():
            sizes = [size if isinstance(size, int) else size.name for size in type.shape]
            return {"element": type.element.value, "sizes": sizes}
        case TupleType():
            return [_type(element) for element in type.elements]
        case _:
            raise ValueError(f"{type} is not a tensor type")


def _read_type(found: Any) -> Type:
    match found:
        case {"element": str(element), "sizes": [*sizes]}:
            return TensorType(tuple(_read_size(s) for s in sizes), ElementType(element))
        case [*elements]:
            return TupleType(tuple(_read_type(e) for e in elements))
        case _:
            raise ValueError("a type is damaged")


def _read_size(found: Any) -> Dim:
    match found:
        case int():
            return found
        case str():
            return Symbol(found)
        case _:
            raise ValueError("a size is damaged")
