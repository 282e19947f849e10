"""ONNX models: :func:`load` converts one to a program that can be run, trained and read, and
:func:`export` writes a program as a model.

``reader`` checks the file and turns it into ``graph``; ``operators`` is the table of operators;
``importer`` stages the graph into a module; ``model`` defines the result of :func:`load`;
``backend`` is the interface of ``onnx.backend``; ``exporter`` writes models. ``program_cache``
finds compiled programs by the file alone. May import everything but :mod:`dlvm.tools`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dlvm.onnx.model import Model, load

if TYPE_CHECKING:
    from dlvm.onnx.exporter import export

__all__ = ["Model", "export", "load"]


def __getattr__(name: str) -> Any:
    """Imports the exporter on first use: models from the cache run without it."""
    if name == "export":
        from dlvm.onnx.exporter import export

        return export
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
