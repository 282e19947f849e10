"""Staged functions: called with arrays, they are traced, compiled once for each key, and run.

May import: the folders above and :mod:`dlvm.nnkit.source_transform`.
"""
