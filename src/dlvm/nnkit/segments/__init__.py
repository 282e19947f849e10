"""Reductions over segments, histograms, and results whose size has a bound.

May import: the folders above and :mod:`dlvm.nnkit.array_api`.
"""
