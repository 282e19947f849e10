"""Transposes square blocks of vectors in registers."""

from __future__ import annotations

from collections.abc import Sequence

from dlvm.codegen.llvm.emitter import Emitter


def transposed(
    emitter: Emitter, vectors: Sequence[str], stored: str, lanes: int | None = None
) -> list[str]:
    """Transposes a square of vectors of the LLVM type ``stored``, in log2 steps that swap
    increasingly large blocks. If vectors have more ``lanes`` than there are vectors, they form
    several squares."""
    lanes = len(vectors) if lanes is None else lanes
    type = f"<{lanes} x {stored}>"
    result = list(vectors)
    distance = 1
    while distance < len(vectors):
        low: list[int] = []
        high: list[int] = []
        for lane in range(lanes):
            if lane & distance:
                low.append(lanes + lane - distance)
                high.append(lanes + lane)
            else:
                low.append(lane)
                high.append(lane + distance)
        turned = list(result)
        for line in range(len(vectors)):
            if line & distance:
                continue
            pair = f"{type} {result[line]}, {type} {result[line + distance]}"
            for target, chosen in ((line, low), (line + distance, high)):
                mask = ", ".join(f"i32 {lane}" for lane in chosen)
                turned[target] = emitter.emit(f"shufflevector {pair}, <{lanes} x i32> <{mask}>")
        result = turned
        distance *= 2
    return result
