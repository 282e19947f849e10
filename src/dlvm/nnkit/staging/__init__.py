"""Staged functions: traced when called with arrays, compiled once for each cache key, and run.

May import: the folders above and :mod:`dlvm.nnkit.source_transform`.
"""
