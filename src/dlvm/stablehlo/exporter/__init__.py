"""Writes modules as StableHLO programs.

:mod:`writer` writes operations and regions, :mod:`rules` and :mod:`products` have a rule for each
instruction that StableHLO can express, and :mod:`export` writes functions.
:mod:`dlvm.analysis.cfg.structured` converts branches between blocks to structured control flow.
"""

from dlvm.stablehlo.exporter import products, rules
from dlvm.stablehlo.exporter.export import export

__all__ = ["export", "products", "rules"]
