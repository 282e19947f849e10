"""The operation ``fft``, computed with the transforms of ``nnkit.fft``."""

from __future__ import annotations

from typing import Any

from dlvm.diagnostics import error
from dlvm.nnkit.array_api.complex_numbers import scaled
from dlvm.nnkit.array_api.fourier_transforms import real_inverse, transformed
from dlvm.stablehlo.operators.complex_numbers import paired, parts, require_complex
from dlvm.stablehlo.operators.movement import sliced
from dlvm.stablehlo.operators.table import OperationContext, is_static, operator


@operator("stablehlo.fft")
def fft(call: OperationContext, x: Any) -> Any:
    kind = call.word("fft_type", 0, call.word("type", 0))
    lengths = call.ints("length", "fft_length")
    rank = len(x.type.shape)
    if not 0 < len(lengths) <= min(3, rank):
        raise error(f"length must have 1 to {min(3, rank)} sizes, got {len(lengths)}")
    if not is_static(x):
        raise error("the sizes of the operand must be known")
    *outer, last = range(rank - len(lengths), rank)
    if kind in ("FFT", "IFFT"):
        require_complex("operands", x)
        for axis in (*outer, last):
            x = _forward(x, axis) if kind == "FFT" else _inverse(x, axis)
        return x
    if kind == "RFFT":
        x = _forward(paired(*parts(x)), last)
        x = _part(x, last, 0, lengths[-1] // 2 + 1)
        for axis in outer:
            x = _forward(x, axis)
        return x
    if kind == "IRFFT":
        require_complex("operands", x)
        for axis in outer:
            x = _inverse(x, axis)
        size = lengths[-1]
        return scaled(real_inverse(x, size, last), 1 / max(size, 1))
    raise error(f"type must be FFT, IFFT, RFFT or IRFFT, got {kind!r}")


def _forward(x: Any, axis: int) -> Any:
    return transformed(x, x.type.shape[axis], axis, -1)


def _inverse(x: Any, axis: int) -> Any:
    size = x.type.shape[axis]
    return scaled(transformed(x, size, axis, 1), 1 / max(size, 1))


def _part(x: Any, axis: int, start: int, end: int) -> Any:
    starts, ends = [0] * len(x.type.shape), list(x.type.shape)
    starts[axis], ends[axis] = start, end
    return sliced(x, starts, ends, [1] * len(starts))
