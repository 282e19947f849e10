"""ONNX models: :func:`load` converts one to a program that can be run, trained and read, and
:func:`export` writes a program as a model.

``reader`` checks the file and turns it into ``graph``; ``operators`` is the table of operators;
``importer`` stages the graph into a module; ``model`` defines the result of :func:`load`;
``backend`` is the interface of ``onnx.backend``; ``export`` writes models. May import everything
but :mod:`dlvm.tools`.
"""

from dlvm.onnx.export import export
from dlvm.onnx.model import Model, load

__all__ = ["Model", "export", "load"]
