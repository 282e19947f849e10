"""Staged functions: traced when called with arrays, compiled once for each cache key, and run.

May import: :mod:`dlvm.nnkit.segments`, and everything that it may import.
"""
