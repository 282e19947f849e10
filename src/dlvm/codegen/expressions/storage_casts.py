"""LLVM code that decodes and encodes element types for storage, which registers hold as bytes.

Floats are converted through tables that ml_dtypes computes, so that encodings, rounding and special
values match ml_dtypes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

import numpy as np

from dlvm.codegen.llvm.emitter import Declarations, register_type
from dlvm.ir.types import BOOL, F32, I8, I32, U8, ElementType
from dlvm.ir.wellformed import integer_range

Emit = Callable[[str], str]

_DROPPED_BITS: Final = 19
"""The number of low bits of an f32 that rounding only tests for being all zero. A float for storage
has at most 3 mantissa bits, so the sign, the exponent and 4 more bits determine the rest of the
result."""


def wide_element(element: ElementType) -> ElementType:
    """The element type to which an element type for storage is decoded."""
    return F32 if element.is_float else I8 if element.kind == "signed" else U8


def decoded(
    emit: Emit, declarations: Declarations, x: str, element: ElementType, lanes: int
) -> str:
    """The values of bytes, in :func:`wide_element`. Bits beyond the type's own are ignored."""
    bytes_type, words = register_type(U8, lanes), register_type(I32, lanes)
    if element.is_float:
        index = emit(f"zext {bytes_type} {x} to {words}")
        name, table = f"dlvm.decode.{element}", _decoding(element)
        return _looked_up(emit, declarations, name, table, "float", index, lanes)
    if element.kind == "unsigned":
        return emit(f"and {bytes_type} {x}, {_splat(2**element.bits - 1, 'i8', lanes)}")
    unused = _splat(8 - element.bits, "i8", lanes)
    high = emit(f"shl {bytes_type} {x}, {unused}")
    return emit(f"ashr {bytes_type} {high}, {unused}")


def encoded(
    emit: Emit, declarations: Declarations, x: str, element: ElementType, lanes: int
) -> str:
    """The bytes of values in :func:`wide_element`: floats are rounded, integers are in range."""
    if not element.is_float:
        bytes_type = register_type(U8, lanes)
        return emit(f"and {bytes_type} {x}, {_splat(2**element.bits - 1, 'i8', lanes)}")
    words = register_type(I32, lanes)
    bits = emit(f"bitcast {register_type(F32, lanes)} {x} to {words}")
    high = emit(f"lshr {words} {bits}, {_splat(_DROPPED_BITS, 'i32', lanes)}")
    low = emit(f"and {words} {bits}, {_splat(2**_DROPPED_BITS - 1, 'i32', lanes)}")
    inexact = emit(f"icmp ne {words} {low}, zeroinitializer")
    sticky = emit(f"zext {register_type(BOOL, lanes)} {inexact} to {words}")
    double = emit(f"shl {words} {high}, {_splat(1, 'i32', lanes)}")
    index = emit(f"or {words} {double}, {sticky}")
    name, table = f"dlvm.encode.{element}", _encoding(element)
    return _looked_up(emit, declarations, name, table, "i8", index, lanes)


def clamped(emit: Emit, x: str, element: ElementType, lanes: int) -> str:
    """Bytes, clamped to the range of an integer type."""
    bytes_type, flags = register_type(U8, lanes), register_type(BOOL, lanes)
    tests = ("slt", "sgt") if element.kind == "signed" else ("ult", "ugt")
    for test, bound in zip(tests, integer_range(element), strict=True):
        limit = _splat(bound, "i8", lanes)
        is_beyond = emit(f"icmp {test} {bytes_type} {x}, {limit}")
        x = emit(f"select {flags} {is_beyond}, {bytes_type} {limit}, {bytes_type} {x}")
    return x


def storage_code(value: int | float, element: ElementType) -> int:
    """The byte that stores a value."""
    if element.is_integer:
        return int(value) & (2**element.bits - 1)
    with np.errstate(all="ignore"):
        return int(np.asarray(value, np.float32).astype(element.numpy).view(np.uint8))


def _splat(value: int, type: str, lanes: int) -> str:
    return str(value) if lanes == 1 else f"splat ({type} {value})"


@cache
def _decoding(element: ElementType) -> bytes:
    codes = np.arange(256, dtype=np.uint8) & np.uint8(2**element.bits - 1)
    return codes.view(element.numpy).astype("<f4").tobytes()


@cache
def _encoding(element: ElementType) -> bytes:
    numbers = np.arange(2 ** (33 - _DROPPED_BITS), dtype=np.uint32)
    bits = (numbers >> 1 << _DROPPED_BITS) | (numbers & 1)
    with np.errstate(all="ignore"):
        return bits.view(np.float32).astype(element.numpy).tobytes()


def _looked_up(
    emit: Emit,
    declarations: Declarations,
    name: str,
    table: bytes,
    type: str,
    index: str,
    lanes: int,
) -> str:
    """The elements of a constant table at indices of type i32."""
    size = 4 if type == "float" else 1
    text = f'[{len(table)} x i8] c"\\{table.hex(chr(92))}", align 64'
    base = declarations.define(name, f"@{name} = internal unnamed_addr constant {text}")
    words = register_type(I32, lanes)
    pointers = emit(f"getelementptr inbounds {type}, ptr {base}, {words} {index}")
    if lanes == 1:
        return emit(f"load {type}, ptr {pointers}, align {size}")
    vector, flags = f"<{lanes} x {type}>", f"<{lanes} x i1>"
    short = "f32" if type == "float" else type
    gather = declarations.declare(
        f"llvm.masked.gather.v{lanes}{short}.v{lanes}p0", vector, f"<{lanes} x ptr>", flags, vector
    )
    given = f"<{lanes} x ptr> align {size} {pointers}, {flags} splat (i1 true), {vector} poison"
    return emit(f"call {vector} {gather}({given})")
