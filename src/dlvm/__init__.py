"""DLVM: a compiler framework for neural-network languages.

The IR in text and memory (:func:`parse`, ``str(module)``, :func:`verify`), passes over it
(:func:`run_passes`), compilation to native code (:func:`compile`) and the reference interpreter
(:func:`interpret`).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from dlvm.compiler import compile, lower  # noqa: A004
from dlvm.diagnostics import Diagnostic, DiagnosticError
from dlvm.ir.intrinsics import Intrinsic, register_intrinsic
from dlvm.tracebacks import install as _install_tracebacks
from dlvm.version import VERSION as __version__

if TYPE_CHECKING:
    from dlvm.interpreter import interpret
    from dlvm.text import parse
    from dlvm.transforms import run_passes
    from dlvm.verifier import verify

__all__ = [
    "Diagnostic",
    "DiagnosticError",
    "Intrinsic",
    "__version__",
    "compile",
    "interpret",
    "lower",
    "parse",
    "register_intrinsic",
    "run_passes",
    "verify",
]


_install_tracebacks()


def __getattr__(name: str) -> Any:
    """Imports parser, passes and verifier on first use: programs from the cache do not need
    them.
    """
    match name:
        case "interpret":
            from dlvm.interpreter import interpret as found
        case "parse":
            from dlvm.text import parse as found
        case "run_passes":
            from dlvm.transforms import run_passes as found

            # It registers LAF, which is above the optimizer.
            import_module("dlvm.compute.linear_algebra_fusion")
        case "verify":
            from dlvm.verifier import verify as found
        case _:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found
