"""Large constants outside of a library: in a file, which the caller maps or reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dlvm.codegen.llvm.target import Target
from dlvm.codegen.storage import ALIGNMENT, Bytes
from dlvm.diagnostics import Note, error

PLACES: Final = ("inline", "file", "pointer")
"""Where the constants of a library can be."""


def check_weights(place: str, target: Target) -> None:
    """Raises :class:`DiagnosticError` if the place is unknown or the target does not support it."""
    if place not in PLACES:
        raise error(f"weights must be one of {', '.join(PLACES)}, got {place}")
    if place == "file" and not any(name in target.triple for name in ("linux", "macos")):
        raise error(
            f"a file of weights must be for Linux or macOS, which can map it, got {target.triple}",
            None,
            Note("with --weights pointer, the program reads the file"),
        )


def packed(constants: Mapping[str, Bytes]) -> tuple[dict[str, int], bytes]:
    """The offset of each constant, by name, and the content of the file."""
    offsets: dict[str, int] = {}
    parts = bytearray()
    for name, data in constants.items():
        parts += bytes(-len(parts) % ALIGNMENT)
        offsets[name] = len(parts)
        parts += data.tobytes()
    return offsets, bytes(parts)


def map_text(prefix: str, size: int) -> str:
    """LLVM IR of a function that maps the file of weights, and returns null if it cannot. It uses
    open, lseek, mmap and close, whose constants Linux and macOS share."""
    return f"""declare i32 @open(ptr, i32, ...)
declare i64 @lseek(i32, i64, i32)
declare ptr @mmap(ptr, i64, i32, i32, i32, i64)
declare i32 @close(i32)
define ptr @{prefix}map_weights(ptr %path) #0 {{
entry:
  %file = call i32 (ptr, i32, ...) @open(ptr %path, i32 0)
  %missing = icmp slt i32 %file, 0
  br i1 %missing, label %none, label %opened
opened:
  %size = call i64 @lseek(i32 %file, i64 0, i32 2)
  %same = icmp eq i64 %size, {size}
  br i1 %same, label %map, label %shut
map:
  %found = call ptr @mmap(ptr null, i64 {max(size, 1)}, i32 1, i32 2, i32 %file, i64 0)
  %word = ptrtoint ptr %found to i64
  %failed = icmp eq i64 %word, -1
  %mapped = select i1 %failed, ptr null, ptr %found
  br label %shut
shut:
  %result = phi ptr [ null, %opened ], [ %mapped, %map ]
  %closed = call i32 @close(i32 %file)
  ret ptr %result
none:
  ret ptr null
}}"""
