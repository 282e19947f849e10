"""Passes on scalars: constant propagation, common subexpression elimination, dead code elimination.

May import: :mod:`dlvm.transforms.cfg` and :mod:`dlvm.transforms.algebra`.
"""
