"""Passes on single values: constant propagation, CSE, and dead code elimination.

May import: :mod:`dlvm.transforms.cfg` and :mod:`dlvm.transforms.algebra`.
"""
