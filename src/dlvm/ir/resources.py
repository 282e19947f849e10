"""Reads the elements of ``resource`` constants from safetensors files.

The format is that of https://github.com/huggingface/safetensors: the length of a header, the
header as JSON, and the elements of all tensors, row by row and little-endian.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator, Sequence
from io import FileIO
from typing import Any, Final, cast

import numpy as np

from dlvm.diagnostics import Location, error
from dlvm.files import open_regular, reason
from dlvm.ir.module import Module
from dlvm.ir.types import ElementType, TensorType, element_type_of
from dlvm.ir.values import Literal, Resource, TensorData

_LENGTH_BYTES: Final = 8
_LARGEST_HEADER: Final = 100_000_000
"""The longest header that safetensors allows."""
_NAMES: Final = {
    ElementType.F8E4M3FN: "F8_E4M3",
    ElementType.F8E4M3FNUZ: "F8_E4M3FNUZ",
    ElementType.F8E5M2: "F8_E5M2",
    ElementType.F8E5M2FNUZ: "F8_E5M2FNUZ",
    ElementType.F8E8M0FNU: "F8_E8M0",
}
"""The names in safetensors files of the element types whose names there are not simply those of
DLVM in capitals."""


def read_resource(literal: Literal, location: Location | None = None) -> np.ndarray[Any, Any]:
    """The elements of a ``resource`` constant, read-only.

    They are read into memory instead of being mapped, as another program may truncate the file at
    any moment. Raises :class:`DiagnosticError` if the file or the tensor does not exist, or if the
    tensor has another type.
    """
    resource, type = literal.data, literal.type.canonical
    assert isinstance(resource, Resource)
    assert isinstance(type, TensorType)
    location = literal.location or location
    name = f'resource "{resource.name}"'
    if resource.file is None:
        raise error(f"{name} needs a module that is read from a .dl file", location)
    try:
        with open_regular(resource.file) as file:
            return _read(file, resource.name, type)
    except OSError as problem:
        found = reason(problem)
    except (ValueError, RecursionError) as problem:
        found = f"{problem}, expected a safetensors file"
    except _NotThere as problem:
        found = str(problem)
    except MemoryError:
        found = "there is not enough memory"
    raise error(f"{name}: {resource.file}: {found}", location)


def named_tensors(module: Module) -> dict[str, np.ndarray[Any, Any]]:
    """The tensors in memory that the text of a module calls resources, by name."""
    return {
        literal.data.name: literal.data.array
        for literal in literals(module)
        if isinstance(literal.data, TensorData) and literal.data.name is not None
    }


def stored_tensors(module: Module) -> bytes | None:
    """The content of the safetensors file beside a module's text; None if it has no resources."""
    tensors = {name: storable(array) for name, array in named_tensors(module).items()}
    if not tensors:
        return None
    from safetensors.numpy import save

    return save(tensors)


def file_beside(path: str) -> str | None:
    """The safetensors file of a ``.dl`` file; None for a file with another extension."""
    stem, dot, suffix = path.rpartition(".")
    return f"{stem}.safetensors" if dot and suffix == "dl" else None


def literals(module: Module) -> Iterator[Literal]:
    """The constants among the operands of a module's instructions."""
    for function in module.functions:
        for instruction in function.instructions():
            for value in instruction.leaves():
                if isinstance(value, Literal):
                    yield value


class _NotThere(Exception):
    """A file does not contain the requested tensor, or contains one of another type."""


def _read(file: FileIO, name: str, type: TensorType) -> np.ndarray[Any, Any]:
    """Reads the elements of a named tensor. Raises ``ValueError`` if the file is damaged."""
    start, tensors = _header(file)
    entry = tensors.get(name)
    if name == "__metadata__" or not isinstance(entry, dict):
        known = ", ".join(sorted(n for n in tensors if n != "__metadata__")[:10]) or "none"
        raise _NotThere(f"there is no such tensor; the file has {known}")
    match cast("dict[str, Any]", entry):
        case {"dtype": str(dtype), "shape": [*shape], "data_offsets": [int(begin), int(end)]}:
            pass
        case _:
            raise ValueError("the tensor's entry is damaged")
    if dtype != stored_name(type.element) or tuple(shape) != type.shape:
        raise _NotThere(f"expected {type}, got {_spelled(dtype, shape)}")
    sizes = type.static_shape or ()
    size = math.prod(sizes) * type.element.bytes
    if begin < 0 or end - begin != size or start + end > os.fstat(file.fileno()).st_size:
        raise ValueError("the file is damaged")
    elements = np.empty(sizes, type.element.numpy.newbyteorder("<"))
    file.seek(start + begin)
    if _read_into(file, elements) < size:
        raise ValueError("the file was cut short while it was read")
    elements = elements.astype(type.element.numpy, copy=False)
    elements.flags.writeable = False
    return elements


def stored_name(element: ElementType) -> str:
    """The name under which a safetensors file stores an element type. Each element of less than 8
    bits is stored as a byte, as the format packs such types or lacks them."""
    return "U8" if 1 < element.bits < 8 else _NAMES.get(element, str(element).upper())


def storable(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """An array as a safetensors file stores it: bytes, for elements of less than 8 bits."""
    element = element_type_of(array.dtype)
    is_packed = element is not None and 1 < element.bits < 8
    return array.view(np.uint8) if is_packed else array


def _read_into(file: FileIO, elements: np.ndarray[Any, Any]) -> int:
    """Fills an array from a file; returns the bytes read. The system reads at most 2 GB at a
    time."""
    count, data = 0, elements.reshape(-1).view(np.uint8)
    while count < data.size and (found := file.readinto(data[count:].data)):
        count += found
    return count


def _header(file: FileIO) -> tuple[int, dict[str, Any]]:
    """Reads the header of a file; returns its size in bytes, which includes the field for its
    length, and its contents."""
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
