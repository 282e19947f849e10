"""The measured limits of this machine: multiply-adds and bytes per second.

Both measurements are loops in plain LLVM IR, so the numbers are those of the hardware, not of a
library.
"""

from __future__ import annotations

import ctypes
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np

from dlvm.codegen.llvm.target import host_target, linkable, object_code
from dlvm.codegen.objfile.linker import link
from dlvm.runtime.loading.loader import LoadedCode

_ACCUMULATORS: Final = 12
_REPEATS: Final = 15
_SMALLEST_WORKING_SET: Final = 1 << 15
_READ_BYTES: Final = 400_000_000
"""The minimum number of bytes that one measurement reads."""


class MachineLimits:
    """The limits of this machine on a given number of threads, measured when they are requested, by
    a clock in seconds."""

    def __init__(self, threads: int, clock: Callable[[], float] = time.perf_counter) -> None:
        self.threads = threads
        self._clock = clock
        self._pool = ThreadPoolExecutor(threads)
        self._width = host_target(threads).machine.vector_bytes // 4
        self._code = _compile(_kernels(self._width))
        signature = ctypes.CFUNCTYPE(
            ctypes.c_float, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64
        )
        self._multiply = signature(self._code.address("multiply"))
        self._read = signature(self._code.address("read"))

    def flops(self) -> float:
        """Floating-point operations per second; an f32 multiply-add counts as two."""
        steps = 2_000_000
        data = np.full(self._width, 1e-3, np.float32)
        seconds = self._fastest(lambda _: self._multiply(data.ctypes.data, steps, 1))
        return 2 * self._width * _ACCUMULATORS * steps * self.threads / seconds

    def bandwidth(self, size: int) -> float:
        """Bytes per second read from a working set of a given size, split over the threads."""
        size = max(size, _SMALLEST_WORKING_SET)
        lanes = self._width * _ACCUMULATORS
        steps = max(1, size // 4 // self.threads // lanes)
        passes = max(1, _READ_BYTES // (steps * lanes * 4))
        parts = [np.ones(steps * lanes, np.float32) for _ in range(self.threads)]

        seconds = self._fastest(lambda n: self._read(parts[n].ctypes.data, steps, passes))
        return 4 * lanes * steps * passes * self.threads / seconds

    def limit(self, flops: float, size: int) -> float:
        """The minimum number of seconds for work that computes and reads the given amounts."""
        return max(flops / self.flops(), size / self.bandwidth(size))

    def _fastest(self, work: Callable[[int], object]) -> float:
        def once() -> float:
            start = self._clock()
            list(self._pool.map(work, range(self.threads)))
            return self._clock() - start

        times = sorted(once() for _ in range(_REPEATS))
        return statistics.median(times[: _REPEATS // 3])


def _kernels(width: int) -> str:
    """Two functions of a pointer, a number of steps and a repetition count: ``multiply`` runs
    multiply-adds in registers, and ``read`` sums memory."""
    vector = f"<{width} x float>"
    numbers = range(_ACCUMULATORS)
    starts = "\n".join(
        f"  %c{n} = phi {vector} [ %seed, %entry ], [ %b{n}, %next.pass ]" for n in numbers
    )
    phis = "\n".join(f"  %a{n} = phi {vector} [ %c{n}, %pass ], [ %b{n}, %loop ]" for n in numbers)
    multiply = "\n".join(
        f"  %b{n} = call {vector} @llvm.fmuladd({vector} %a{n}, {vector} %seed, {vector} %a{n})"
        for n in numbers
    )
    read = "\n".join(
        f"  %o{n} = add i64 %base, {n * width}\n"
        f"  %p{n} = getelementptr float, ptr %data, i64 %o{n}\n"
        f"  %v{n} = load {vector}, ptr %p{n}, align 4\n"
        f"  %b{n} = fadd {vector} %a{n}, %v{n}"
        for n in numbers
    )
    total = "\n".join(
        f"  %s{n} = fadd {vector} %b{n}, {f'%s{n - 1}' if n > 1 else '%b0'}" for n in numbers[1:]
    )
    functions = [
        f"""
define float @{name}(ptr %data, i64 %steps, i64 %passes) {{
entry:
  %seed = load {vector}, ptr %data, align 4
  br label %pass
pass:
  %p = phi i64 [ 0, %entry ], [ %p.next, %next.pass ]
{starts}
  br label %loop
loop:
  %i = phi i64 [ 0, %pass ], [ %next, %loop ]
{phis}
  %base = mul i64 %i, {width * _ACCUMULATORS}
{body}
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %steps
  br i1 %more, label %loop, label %next.pass
next.pass:
  %p.next = add i64 %p, 1
  %p.more = icmp ult i64 %p.next, %passes
  br i1 %p.more, label %pass, label %end
end:
{total}
  %result = extractelement {vector} %s{_ACCUMULATORS - 1}, i64 0
  ret float %result
}}"""
        for name, body in (("multiply", multiply), ("read", read))
    ]
    declaration = f"declare {vector} @llvm.fmuladd.v{width}f32({vector}, {vector}, {vector})"
    return declaration + "".join(functions).replace("@llvm.fmuladd(", f"@llvm.fmuladd.v{width}f32(")


def _compile(text: str) -> LoadedCode:
    return LoadedCode(*link([object_code(text, linkable(host_target(1)))]), {})
