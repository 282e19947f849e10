"""Imports ONNX models: :func:`load` converts one to a program that can be run, trained and read.

``reader`` checks the file and turns it into ``graph``; ``operators`` is the table of operators;
``importer`` stages the graph into a module; ``model`` defines the result of :func:`load`;
``backend`` is the interface of ``onnx.backend``. May import everything but :mod:`dlvm.tools`.
"""

from dlvm.onnx.model import Model, load

__all__ = ["Model", "load"]
