"""The text of LLVM constants for registers."""

from __future__ import annotations

import struct

import numpy as np

from dlvm.codegen.expressions.storage_casts import storage_code
from dlvm.codegen.llvm.emitter import register_type
from dlvm.ir.types import BOOL, F64, ElementType


def literal_text(value: complex, element: ElementType, lanes: int = 1) -> str:
    """An LLVM constant for a register."""
    if element.is_complex:
        parts = np.asarray(value).astype(element.numpy).tobytes()
        scalar = str(int.from_bytes(parts, "little"))
        return scalar if lanes == 1 else f"splat ({register_type(element)} {scalar})"
    assert not isinstance(value, complex)
    if element is BOOL:
        scalar = "true" if value else "false"
    elif element.is_storage:
        scalar = str(storage_code(value, element))
    elif element.is_float:
        value = float(value)
        if element is not F64:
            value = struct.unpack("f", struct.pack("f", _clamped(value)))[0]
        scalar = "0x" + struct.pack(">d", value).hex().upper()
    else:
        bits = element.bits
        scalar = str((int(value) + (1 << (bits - 1))) % (1 << bits) - (1 << (bits - 1)))
    if lanes == 1:
        return scalar
    return f"splat ({register_type(element)} {scalar})"


def _clamped(value: float) -> float:
    return float("inf") if value > 3.5e38 else float("-inf") if value < -3.5e38 else value
