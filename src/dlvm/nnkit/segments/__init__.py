"""Reductions over segments, histograms, and results whose size has a bound.

May import: :mod:`dlvm.nnkit.source_transform`, and everything that it may import.
"""
