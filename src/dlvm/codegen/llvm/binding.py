"""The untyped LLVM binding of llvmlite."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, Final

llvm: Final[Any] = import_module("llvmlite.binding")
ffi: Final[Any] = import_module("llvmlite.binding.ffi")


@cache
def without_lock(name: str) -> Callable[..., Any]:
    """A C function of llvmlite without its global lock, so that several threads run LLVM together.

    LLVM supports that if each thread has its own context, modules and target machine.
    """
    locked = getattr(ffi.lib, name)
    function = ctypes.CDLL(ffi.lib._name, handle=ffi.lib._handle)[name]
    function.argtypes, function.restype = locked.argtypes, locked.restype
    return function


def exported_symbols(text: str) -> list[str]:
    """The functions and global variables that an LLVM module exports."""
    module = llvm.parse_assembly(text, llvm.create_context())
    return [
        value.name
        for value in (*module.functions, *module.global_variables)
        if not value.is_declaration
        and value.linkage.name not in ("internal", "private")
        and not value.name.startswith("llvm.")
    ]


def trim_heap() -> None:
    """Returns to the system the memory that Python has freed and that glibc keeps.

    The threads that LLVM runs in have heaps of their own and cannot reuse it.
    """
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
