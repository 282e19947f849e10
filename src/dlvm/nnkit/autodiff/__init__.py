"""Automatic differentiation: ``gradient``, ``jvp`` and similar functions, and custom derivatives.

May import: :mod:`dlvm.nnkit.staging`, and everything that it may import.
"""
