"""Signal handlers of Python that run during compiled code on the main thread, and may end it."""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from dlvm.runtime.arrays import Array, data_address

_FUNCTIONS: Final = (
    "PyGILState_Ensure",
    "PyGILState_Release",
    "PyErr_CheckSignals",
    "PyErr_Fetch",
    "PyErr_Restore",
)
"""``python`` in interrupts.c."""
_KEPT: Final[list[Array]] = []


def configure_interrupts(function: Callable[..., Callable[..., Any]]) -> None:
    """Enables signal handlers during calls. ``function`` returns functions of the run-time support,
    by name and types. On implementations of Python other than CPython, handlers run only after the
    call."""
    api = getattr(ctypes, "pythonapi", None)
    if api is None:
        return
    found = [ctypes.cast(api[name], ctypes.c_void_p).value for name in _FUNCTIONS]
    words = np.array(found, np.uint64)
    _KEPT.append(words)
    configure = function("dlvm_configure_interrupts", None, ctypes.c_void_p, ctypes.c_uint64)
    configure(data_address(words), threading.main_thread().ident)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=function("dlvm_interrupts_after_fork", None))
