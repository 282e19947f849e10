"""Writes programs as ONNX models.

:mod:`writer` builds a graph, :mod:`rules` has a rule for each instruction that ONNX can express,
and :mod:`export` puts the model together.
:mod:`dlvm.analysis.cfg.structured` converts branches between blocks to structured control flow.
"""

from dlvm.onnx.exporter.export import export

__all__ = ["export"]
