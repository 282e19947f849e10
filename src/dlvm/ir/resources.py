"""Where the elements of ``resource`` constants lie: in safetensors files.

The format is that of https://github.com/huggingface/safetensors: the length of a header, the
header as JSON, and the elements of all tensors, row by row and little-endian.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

import numpy as np

from dlvm.diagnostics import DiagnosticError, Location, error
from dlvm.ir.types import ElementType, TensorType
from dlvm.ir.values import Literal, Resource

_LENGTH_BYTES: Final = 8
_LARGEST_HEADER: Final = 100_000_000
"""The length that safetensors allows."""
_ELEMENTS: Final = {str(e).upper(): e for e in ElementType}


@dataclass(frozen=True)
class Extent:
    """The elements of a tensor: so many bytes of a file, from ``offset`` on."""

    path: Path
    offset: int
    bytes: int


def locate(literal: Literal, location: Location | None = None) -> Extent:
    """Where the elements of a ``resource`` constant lie.

    Raises :class:`DiagnosticError` where there is no such file or tensor, or one of another type.
    """
    resource, type = literal.data, literal.type.canonical
    assert isinstance(resource, Resource)
    assert isinstance(type, TensorType)
    location = literal.location or location
    name = f'resource "{resource.name}"'
    if resource.file is None:
        raise error(f"{name} found in a text that is not from a .dl file", location)
    path = Path(resource.file)

    def failure(problem: str) -> DiagnosticError:
        return error(f"{name}: {path}: {problem}", location)

    try:
        start, tensors = _header(path)
        total = path.stat().st_size
    except OSError as problem:
        raise failure(problem.strerror or str(problem)) from None
    except (ValueError, RecursionError) as problem:
        raise failure(f"{problem}, expected a safetensors file") from None
    entry = tensors.get(resource.name)
    if resource.name == "__metadata__" or not isinstance(entry, dict):
        known = ", ".join(sorted(n for n in tensors if n != "__metadata__")[:10]) or "none"
        raise failure(f"there is no such tensor, found {known}")
    match cast("dict[str, Any]", entry):
        case {"dtype": str(dtype), "shape": [*shape], "data_offsets": [int(begin), int(end)]}:
            pass
        case _:
            raise failure("the tensor's entry is damaged, expected a safetensors file")
    element = _ELEMENTS.get(dtype)
    if element is not type.element or tuple(shape) != type.shape:
        raise failure(f"found {_spelled(dtype, shape)}, expected {type}")
    size = math.prod(type.static_shape or ()) * type.element.bytes
    if begin < 0 or end - begin != size or start + end > total:
        raise failure("the file is damaged, expected a safetensors file")
    return Extent(path, start + begin, size)


def read_resource(literal: Literal, location: Location | None = None) -> np.ndarray[Any, Any]:
    """The elements of a ``resource`` constant, read-only; raises as :func:`locate` does."""
    extent, type = locate(literal, location), literal.type.canonical
    assert isinstance(type, TensorType)
    shape = type.static_shape or ()
    little = type.element.numpy.newbyteorder("<")
    if extent.bytes:
        found = np.memmap(extent.path, little, "r", extent.offset, shape or (1,))
    else:
        found = np.zeros(shape, little)
    return np.asarray(found).astype(type.element.numpy, copy=False).reshape(shape)


def _header(path: Path) -> tuple[int, dict[str, Any]]:
    """Where the elements begin, and what is said of each tensor."""
    with path.open("rb") as file:
        prefix = file.read(_LENGTH_BYTES)
        length = int.from_bytes(prefix, "little")
        if len(prefix) < _LENGTH_BYTES or length > _LARGEST_HEADER:
            raise ValueError("the header's length is damaged")
        text = file.read(length)
    if len(text) < length:
        raise ValueError("the header ends early")
    header = json.loads(text)
    if not isinstance(header, dict):
        raise ValueError("the header is damaged")
    return _LENGTH_BYTES + length, cast("dict[str, Any]", header)


def _spelled(dtype: str, shape: Sequence[Any]) -> str:
    sizes = " x ".join(str(s) for s in shape)
    return f"<{sizes} x {dtype.lower()}>" if shape else dtype.lower()
