"""Algebraic simplification (``AS``), its tables of rewrite rules, and the passes on products and
broadcasts.

The rules are written in the pattern language of :mod:`dlvm.transforms.patterns`. May import:
:mod:`dlvm.interpreter`, for constant folding, and :mod:`dlvm.transforms.cfg`.
"""
