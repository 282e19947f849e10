# PyTorch is optional. Without it, the types that come from it are unknown.
# pyright: reportMissingImports=false, reportUnknownMemberType=false, reportUntypedBaseClass=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportUnknownLambdaType=false
"""Programs of PyTorch: the backend ``dlvm`` of ``torch.compile``, and :func:`load` for exported
programs.

``dynamo_backend`` is the backend; ``compilation`` divides a graph into programs and parts that
PyTorch runs; ``autograd_cache`` keeps compiled graphs in PyTorch's cache; ``staging`` stages a
graph into a module; ``operators`` is the table of operators; ``element_types`` passes tensors
without copies; ``exported`` reads exported programs, which are a ``model``. May import everything
but :mod:`dlvm.tools` and :mod:`dlvm.onnx`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dlvm.torch.model import Model, load

if TYPE_CHECKING:
    from dlvm.torch.dynamo_backend import backend, report

__all__ = ["Model", "backend", "load", "report"]


def __getattr__(name: str) -> Any:
    """Imports PyTorch on first use: saved models run without it."""
    if name in ("backend", "report"):
        from importlib import import_module

        return getattr(import_module("dlvm.torch.dynamo_backend"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
