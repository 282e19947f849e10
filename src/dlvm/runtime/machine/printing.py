"""The function by which compiled code prints."""

from __future__ import annotations

import ctypes
from math import prod
from typing import Final

import numpy as np

from dlvm.ir.instructions.control import printed_line
from dlvm.ir.types import ElementType
from dlvm.runtime.arrays import Array


def _print(text: int, size: int, slots: int) -> None:
    kinds, line = ctypes.string_at(text, size).decode().split("\n", 1)
    values: list[Array] = []
    for kind in kinds.split():
        name, rank = kind.split(":")
        address, *shape = (ctypes.c_int64 * (1 + int(rank))).from_address(slots)
        slots += 8 * (1 + int(rank))
        dtype = ElementType(name).numpy
        data = ctypes.string_at(address, prod(shape) * dtype.itemsize) if prod(shape) else b""
        values.append(np.frombuffer(data, dtype).reshape(shape))
    print(printed_line(line, values), flush=True)


_FUNCTION: Final = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p)(_print)

ADDRESSES: Final = {"dlvm_print": ctypes.cast(_FUNCTION, ctypes.c_void_p).value or 0}
"""The address of the function, by the name that code generation uses."""
