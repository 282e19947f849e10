"""Machine code in this process."""

from __future__ import annotations

import ctypes
import mmap
import os
import sys
from collections.abc import Callable, Mapping
from functools import cache
from threading import Lock
from typing import Any, Final

from dlvm.codegen.llvm.fingerprint import fingerprint
from dlvm.codegen.objfile.image import Layout
from dlvm.diagnostics import error
from dlvm.runtime.machine.interrupts import configure_interrupts
from dlvm.runtime.machine.threads import configure_pool

_PROTECTIONS: Final = {"rx": 1 | 4, "r": 1, "rw": 1 | 2}
"""What may be done with memory, as POSIX's ``mprotect`` takes it: never write and run."""
_LIBRARIES: Final = (None, "libm.so.6", "libgcc_s.so.1")
"""Where functions are that compiled code calls: what the process has, and what LLVM takes to be
there."""


class LoadedCode:
    """Linked code in memory, ready to run; it stays as long as this does.

    ``known`` are addresses of functions that it may call, besides those of the process. Raises
    :class:`DiagnosticError` where it calls one that is nowhere, or where the system does not let
    memory be run.
    """

    def __init__(self, layout: Layout, memory: mmap.mmap, known: Mapping[str, int]) -> None:
        self._memory = memory
        self._symbols = layout.symbols
        start = self._start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
        for place in layout.addresses:
            _add(start + place, start)
        for name, places in layout.imports.items():
            address = known.get(name) or process_address(name)
            if address is None:
                raise error(f"there is no external function @{name} in this process")
            for place in places:
                _add(start + place, address)
        for first, last, use in layout.segments:
            _protect(start + first, last - first, use)

    @property
    def addresses(self) -> dict[str, int]:
        """Where all functions and tables are that others may use."""
        return {name: self._start + offset for name, offset in self._symbols.items()}

    def address(self, symbol: str) -> int:
        """Where a function is."""
        return self._start + self._symbols[symbol]

    def table(self, symbol: str, count: int) -> list[int]:
        """The addresses in a table."""
        if not count:
            return []
        return list((ctypes.c_uint64 * count).from_address(self.address(symbol)))


def process_address(name: str) -> int | None:
    """Where a function is that this process has."""
    for library in _LIBRARIES:
        try:
            return ctypes.cast(ctypes.CDLL(library)[name], ctypes.c_void_p).value
        except (AttributeError, OSError):
            continue
    return None


def _add(place: int, address: int) -> None:
    word = ctypes.c_uint64.from_address(place)
    word.value += address


def _protect(start: int, size: int, use: str) -> None:
    system = ctypes.CDLL(None, use_errno=True)
    if "x" in use:
        _show_to_processors(system, start, size)
    arguments = ctypes.c_void_p(start), ctypes.c_size_t(size), _PROTECTIONS[use]
    if system.mprotect(*arguments):
        problem = os.strerror(ctypes.get_errno())
        raise error(f"the system does not let memory be used for compiled code: {problem}")


def _show_to_processors(system: ctypes.CDLL, start: int, size: int) -> None:
    """Has code seen that has just been written: those of x86 do so by themselves."""
    if os.uname().machine == "x86_64":
        return
    if sys.platform == "darwin":
        system.sys_icache_invalidate(ctypes.c_void_p(start), ctypes.c_size_t(size))
    elif flush := process_address("__clear_cache"):
        pointers = ctypes.c_void_p, ctypes.c_void_p
        ctypes.CFUNCTYPE(None, *pointers)(flush)(start, start + size)


class Runtime:
    """The run-time support in this process. ``addresses`` are its functions'."""

    def __init__(self, code: LoadedCode) -> None:
        self.addresses = code.addresses
        # The threads of its pool run it until the process ends.
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(code))

    def address(self, name: str) -> int:
        """Where a function of the run-time support lies."""
        return self.addresses[name]

    def function(self, name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
        """A function of the run-time support, by its types in ctypes."""
        return ctypes.CFUNCTYPE(result, *arguments)(self.address(name))


def runtime() -> Runtime:
    """The run-time support, once for the process: all programs share its threads."""
    with _LOCK:
        return _runtime()


_LOCK: Final = Lock()
if hasattr(os, "register_at_fork"):
    # A child process has none of the threads that could give the lock back.
    os.register_at_fork(
        before=_LOCK.acquire, after_in_parent=_LOCK.release, after_in_child=_LOCK.release
    )


@cache
def _runtime() -> Runtime:
    from dlvm.runtime.loading import cache as disk

    key = disk.content_key("runtime", fingerprint())
    found = disk.load(key, lambda kept, symbols: None)
    if found is None:
        layout, memory = _compiled_runtime()
        disk.save(key, {}, layout, memory)
    else:
        _, layout, memory = found
    loaded = Runtime(LoadedCode(layout, memory, {}))
    configure_pool(loaded.function)
    configure_interrupts(loaded.function)
    return loaded


def _compiled_runtime() -> tuple[Layout, mmap.mmap]:
    from dlvm.codegen.llvm.target import host_target, linkable, runtime_texts
    from dlvm.codegen.module_partitioning import object_codes
    from dlvm.codegen.objfile.linker import link

    target = linkable(host_target(1))
    texts = list(runtime_texts(target).values())
    # One by one: the passes of a program run at the same time.
    return link(object_codes(texts, target, 1, is_simple=True))
