"""ONNX models: :func:`load` makes one a program that runs, trains and can be read.

``reader`` checks the file and turns it into ``graph``; ``operators`` is the table of operators;
``importer`` stages the graph into a module; ``model`` is what :func:`load` returns; ``backend`` is
the interface of ``onnx.backend``. May import everything but :mod:`dlvm.tools`.
"""

from dlvm.onnx.model import Model, load

__all__ = ["Model", "load"]
