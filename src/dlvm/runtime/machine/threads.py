"""The number of threads of compiled code, and their pool."""

from __future__ import annotations

import ctypes
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from dlvm.diagnostics import error

_VARIABLE: Final = "DLVM_NUM_THREADS"


_MOST: Final = 2**31 - 1


def thread_count(chosen: int | None) -> int:
    """The given number of threads, or the default. Raises :class:`DiagnosticError` if it is not a
    valid number."""
    count = default_threads() if chosen is None else chosen
    if not 1 <= count <= _MOST:
        raise error(f"threads must be 1 to {_MOST}, got {count}")
    return count


def default_threads() -> int:
    """``DLVM_NUM_THREADS``, or the number of processors that the process may use. Raises
    :class:`DiagnosticError` if the variable is not a number of threads."""
    chosen = os.environ.get(_VARIABLE, "").strip()
    if not chosen:
        return available_processors()
    is_number = chosen.isascii() and chosen.isdigit() and len(chosen) <= len(str(_MOST))
    if not is_number or not 1 <= int(chosen) <= _MOST:
        raise error(f"{_VARIABLE} is {chosen!r}, expected a number of threads from 1 to {_MOST}")
    return int(chosen)


def available_processors() -> int:
    """The number of processors that the process may use: the processors of its affinity, but not
    more than the limit of its container. A limit of 2.5 processors counts as 2."""
    try:
        count = len(os.sched_getaffinity(0))
    except AttributeError:
        count = os.cpu_count() or 1
    return max(1, min([count, *(int(limit) for limit in processor_limits())]))


def processor_limits(root: Path = Path("/")) -> Iterator[float]:
    """The limits of processor time that Linux control groups set for the process, in processors:
    the limits of its own group and of the enclosing groups. ``root`` is the root of the file
    system."""
    if sys.platform != "linux":
        return
    process = root / "proc/self"
    lines = [line.split(":", 2) for line in _lines(process / "cgroup")]
    # The second version has one tree of groups, without the names of controllers.
    groups = {name: line[2] for line in lines if len(line) == 3 for name in line[1].split(",")}
    for line in _lines(process / "mountinfo"):
        mount, _, device = (part.split() for part in line.partition(" - "))
        if len(mount) < 5 or len(device) < 3 or device[0] not in ("cgroup", "cgroup2"):
            continue
        controller = "" if device[0] == "cgroup2" else "cpu"
        path = groups.get(controller)
        if path is None or (controller and controller not in device[2].split(",")):
            continue
        # Inside a container, the path may name a group that is not visible there.
        inner = os.path.relpath(path, mount[3])
        parts = () if inner.startswith("..") else Path(inner).parts
        for depth in range(len(parts) + 1):
            yield from _quota(root.joinpath(mount[4].lstrip("/"), *parts[:depth]))


def _quota(folder: Path) -> Iterator[float]:
    """The processors that a group may use, if they are limited."""
    words = [w for line in _lines(folder / "cpu.max") for w in line.split()]
    if not words:
        names = ("cpu.cfs_quota_us", "cpu.cfs_period_us")
        words = [line for name in names for line in _lines(folder / name)]
    if len(words) == 2 and all(w.isdigit() for w in words) and int(words[1]):
        yield int(words[0]) / int(words[1])


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []


def configure_pool(function: Callable[..., Callable[..., Any]]) -> None:
    """Prepares the pool. ``function`` returns functions of the run-time support, by name and types.
    The number of threads in the pool follows the affinity of the caller within a millisecond."""
    configure = function(
        "dlvm_configure", None, ctypes.c_int, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p
    )
    affinity = [_system_function(f"sched_{verb}affinity") for verb in ("get", "set")]
    configure(time.CLOCK_MONOTONIC, os.cpu_count() or 1, *affinity)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=function("dlvm_after_fork", None))


def _system_function(name: str) -> int | None:
    """The address of a function of the C library, if there is one."""
    try:
        return ctypes.cast(ctypes.CDLL(None)[name], ctypes.c_void_p).value
    except AttributeError:
        return None
