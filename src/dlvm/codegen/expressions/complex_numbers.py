"""LLVM code that builds complex numbers and extracts their parts.

A register holds a complex number as the bits of memory, an integer: the real part in its lower half
and the imaginary part in its upper half. Vectors are interleaved; LLVM turns the shifts that
extract the parts into shuffles. The pass ``CPLX`` leaves no other operation on complex numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from dlvm.codegen.llvm.emitter import register_type
from dlvm.ir.types import ElementType


class _Arithmetic(Protocol):
    def emit(self, operation: str) -> str: ...


def _complex(ops: _Arithmetic, part: ElementType, lanes: int, real: str, imaginary: str) -> str:
    whole = part.complex
    assert whole is not None
    own, bits, wide = register_type(part, lanes), _bits(part, lanes), register_type(whole, lanes)
    if lanes > 1:
        # LLVM 22 cannot select instructions for some extensions of vectors of integers.
        order = ", ".join(f"i32 {n}" for lane in range(lanes) for n in (lane, lanes + lane))
        mask = f"<{2 * lanes} x i32> <{order}>"
        both = ops.emit(f"shufflevector {own} {real}, {own} {imaginary}, {mask}")
        return ops.emit(f"bitcast {register_type(part, 2 * lanes)} {both} to {wide}")
    low, high = (
        ops.emit(f"zext {bits} {ops.emit(f'bitcast {own} {x} to {bits}')} to {wide}")
        for x in (real, imaginary)
    )
    shifted = ops.emit(f"shl {wide} {high}, {_half(whole, lanes)}")
    return ops.emit(f"or {wide} {low}, {shifted}")


def _real(ops: _Arithmetic, whole: ElementType, lanes: int, value: str) -> str:
    bits = _bits(whole.part, lanes)
    narrow = ops.emit(f"trunc {register_type(whole, lanes)} {value} to {bits}")
    return ops.emit(f"bitcast {bits} {narrow} to {register_type(whole.part, lanes)}")


def _imag(ops: _Arithmetic, whole: ElementType, lanes: int, value: str) -> str:
    wide = register_type(whole, lanes)
    upper = ops.emit(f"lshr {wide} {value}, {_half(whole, lanes)}")
    return _real(ops, whole, lanes, upper)


def _bits(part: ElementType, lanes: int) -> str:
    return f"i{part.bits}" if lanes == 1 else f"<{lanes} x i{part.bits}>"


def _half(whole: ElementType, lanes: int) -> str:
    half = whole.bits // 2
    return str(half) if lanes == 1 else f"splat ({register_type(whole)} {half})"


COMPLEX_OPERATIONS: Final[dict[str, Callable[..., str]]] = {
    "complex": _complex,
    "real": _real,
    "imag": _imag,
}
"""For each mnemonic, the function that emits the operation, as in ``OPERATIONS``."""
