"""Loads machine code into this process."""

from __future__ import annotations

import ctypes
import mmap
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from threading import Lock
from types import MappingProxyType
from typing import Any, Final

from dlvm.codegen.llvm.fingerprint import fingerprint
from dlvm.codegen.objfile.image import Image, ImageLayout, new_memory
from dlvm.codegen.storage import ALIGNMENT, Bytes
from dlvm.diagnostics import Note, error
from dlvm.runtime.machine.interrupts import configure_interrupts
from dlvm.runtime.machine.printing import ADDRESSES
from dlvm.runtime.machine.threads import configure_pool

_PROTECTIONS: Final = {"rx": 1 | 4, "r": 1, "rw": 1 | 2}
"""Memory protections for POSIX's ``mprotect``: memory is never both writable and executable."""
_LIBRARIES: Final = (None, "libm.so.6", "libgcc_s.so.1")
"""The libraries with the functions that compiled code calls: the symbols of the process, and those
that LLVM assumes to exist."""


@dataclass(frozen=True)
class UnlinkedCode:
    """LLVM modules that LLVM's JIT linker links, because our linker does not support their object
    files. ``problem`` is the unsupported feature."""

    texts: Sequence[str]
    constants: Mapping[str, Bytes]
    problem: str


def link_objects(
    texts: Sequence[str],
    codes: Sequence[bytes],
    constants: Mapping[str, Bytes] = MappingProxyType({}),
) -> Image | UnlinkedCode:
    """Links the object files of LLVM modules, or leaves that to LLVM if they have a relocation,
    section or machine that our linker does not know. Raises :class:`DiagnosticError` for files that
    no linker accepts."""
    from dlvm.codegen.objfile.elf import UnsupportedObjectError
    from dlvm.codegen.objfile.linker import link

    try:
        return link(codes, constants)
    except UnsupportedObjectError as problem:
        return UnlinkedCode(texts, constants, problem.diagnostics[0].message)


def load_code(code: Image | UnlinkedCode, known: Mapping[str, int]) -> MachineCode:
    """Loads code into this process. ``known`` are the addresses of functions that the code may
    call, in addition to those of the process. Raises :class:`DiagnosticError` if the code calls any
    other function, or if the system does not allow new code."""
    return JitCode(code, known) if isinstance(code, UnlinkedCode) else LoadedCode(*code, known)


class MachineCode:
    """Functions and tables in memory, ready to run. They exist as long as this object does."""

    def __init__(self, addresses: Mapping[str, int]) -> None:
        self.addresses = addresses
        """The addresses of all exported functions and tables, by symbol."""

    def address(self, symbol: str) -> int:
        """The address of a function or table."""
        return self.addresses[symbol]

    def table(self, symbol: str, count: int) -> list[int]:
        """The addresses in a table."""
        if not count:
            return []
        return list((ctypes.c_uint64 * count).from_address(self.address(symbol)))


class LoadedCode(MachineCode):
    """Code that our linker has linked. The parameters and errors are those of :func:`load_code`."""

    def __init__(self, layout: ImageLayout, memory: mmap.mmap, known: Mapping[str, int]) -> None:
        self._memory = memory
        start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
        super().__init__({name: start + offset for name, offset in layout.symbols.items()})
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


class JitCode(MachineCode):
    """Code that LLVM's JIT linker links and loads. The parameters and errors are those of
    :func:`load_code`."""

    def __init__(self, code: UnlinkedCode, known: Mapping[str, int]) -> None:
        from dlvm.codegen.llvm.binding import exported_symbols, llvm
        from dlvm.codegen.llvm.target import (
            for_jit_linker,
            host_target,
            object_code,
            target_machine,
        )

        for library in filter(None, _LIBRARIES):
            # LLVM looks up functions among the global symbols of the process only.
            with suppress(OSError):
                ctypes.CDLL(library, ctypes.RTLD_GLOBAL)
        exports = {name for text in code.texts for name in exported_symbols(text)}
        self._memory, constants = _constants_in_memory(code.constants)
        library = llvm.JITLibraryBuilder().add_current_process()
        # It does not support the medium code model of x86-64, which our linker expects.
        target = for_jit_linker(host_target(1))
        for text in code.texts:
            library.add_object_img(object_code(text, target))
        for name in exports:
            library.export_symbol(name)
        for name, address in {**known, **constants}.items():
            library.import_symbol(name, address)
        # LLVM's older linker is no alternative: it ends the process if it does not support a
        # feature.
        self._jit = llvm.create_lljit_compiler(
            target_machine(target), use_jit_link=True, suppress_errors=True
        )
        try:
            self._tracker = library.link(self._jit, "dlvm")
        except RuntimeError as problem:
            raise error(
                f"LLVM cannot load the compiled code: {problem}", None, Note(code.problem)
            ) from None
        super().__init__({name: self._tracker[name] for name in exports})


def _constants_in_memory(constants: Mapping[str, Bytes]) -> tuple[mmap.mmap, dict[str, int]]:
    """Aligned copies of constants: the memory that holds them, and their addresses."""
    offsets: dict[str, int] = {}
    end = 0
    for name, data in constants.items():
        offsets[name] = end
        end += -(-data.size // ALIGNMENT) * ALIGNMENT
    memory = new_memory(max(1, end))
    for name, data in constants.items():
        memory[offsets[name] : offsets[name] + data.size] = data.tobytes()
    start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    return memory, {name: start + offset for name, offset in offsets.items()}


def process_address(name: str) -> int | None:
    """The address of a function in this process."""
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
        raise error(f"the system does not allow executable memory for compiled code: {problem}")


def _show_to_processors(system: ctypes.CDLL, start: int, size: int) -> None:
    """Flushes the instruction cache, so that processors see newly written code. Processors of x86
    need no flush."""
    if os.uname().machine == "x86_64":
        return
    if sys.platform == "darwin":
        system.sys_icache_invalidate(ctypes.c_void_p(start), ctypes.c_size_t(size))
    elif flush := process_address("__clear_cache"):
        pointers = ctypes.c_void_p, ctypes.c_void_p
        ctypes.CFUNCTYPE(None, *pointers)(flush)(start, start + size)


class Runtime:
    """The run-time support in this process; ``addresses`` are those of its functions."""

    def __init__(self, code: MachineCode) -> None:
        self.addresses: Mapping[str, int] = {**code.addresses, **ADDRESSES}
        # The threads of its pool run it until the process ends.
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(code))

    def address(self, name: str) -> int:
        """The address of a function of the run-time support."""
        return self.addresses[name]

    def function(self, name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
        """A function of the run-time support with the given ctypes types."""
        return ctypes.CFUNCTYPE(result, *arguments)(self.address(name))


def runtime() -> Runtime:
    """The run-time support. There is one per process, so all programs share its threads."""
    with _LOCK:
        return _runtime()


_LOCK: Final = Lock()
if hasattr(os, "register_at_fork"):
    # A child process has none of the threads that could release the lock.
    os.register_at_fork(
        before=_LOCK.acquire, after_in_parent=_LOCK.release, after_in_child=_LOCK.release
    )


@cache
def _runtime() -> Runtime:
    from dlvm.runtime.loading import cache as disk

    key = disk.content_key("runtime", fingerprint())
    found = disk.load(key, lambda kept, symbols: None)
    if found is None:
        code = _compiled_runtime()
        if isinstance(code, Image):
            disk.save(key, {}, *code)
    else:
        code = found[1]
    loaded = Runtime(load_code(code, {}))
    configure_pool(loaded.function)
    configure_interrupts(loaded.function)
    return loaded


def _compiled_runtime() -> Image | UnlinkedCode:
    from dlvm.codegen.llvm.target import host_target, linkable, runtime_texts
    from dlvm.codegen.module_partitioning import object_codes

    target = linkable(host_target(1))
    texts = list(runtime_texts(target).values())
    # One by one: the passes of a program run at the same time.
    return link_objects(texts, object_codes(texts, target, 1, is_simple=True))
