"""Writes programs as ONNX models.

:mod:`writer` builds a graph, :mod:`rules` has a rule for each instruction that ONNX can express,
:mod:`structure` turns branches and loops between blocks into ``If`` and ``Loop``, and
:mod:`export` puts the model together.
"""

from dlvm.onnx.exporter.export import export

__all__ = ["export"]
