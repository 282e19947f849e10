"""DLVM: a compiler framework for neural-network languages.

The IR in text and memory (:func:`parse`, ``str(module)``, :func:`verify`), passes over it
(:func:`run_passes`), native code (:func:`compile`) and the reference evaluation
(:func:`interpret`).
"""

from dlvm.compiler import VERSION as __version__
from dlvm.compiler import compile, lower  # noqa: A004
from dlvm.diagnostics import Diagnostic, DiagnosticError
from dlvm.interpreter import interpret
from dlvm.ir.intrinsics import Intrinsic, register_intrinsic
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
