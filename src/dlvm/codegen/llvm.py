"""LLVM, through llvmlite, which has no types of its own."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, Final

llvm: Final[Any] = import_module("llvmlite.binding")
ffi: Final[Any] = import_module("llvmlite.binding.ffi")


@cache
def without_lock(name: str) -> Callable[..., Any]:
    """A C function of llvmlite's that runs while other threads are in LLVM too: llvmlite itself
    lets in one at a time.

    LLVM allows that where each thread has a context, modules and a target machine of its own.
    """
    locked = getattr(ffi.lib, name)
    function = ctypes.CDLL(ffi.lib._name, handle=ffi.lib._handle)[name]
    function.argtypes, function.restype = locked.argtypes, locked.restype
    return function
