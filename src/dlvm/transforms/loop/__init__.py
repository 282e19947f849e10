"""Passes on loops: invariant code motion, hoisting of products, unrolling, reduction loops.

May import: :mod:`dlvm.transforms.cfg` and :mod:`dlvm.transforms.algebra`.
"""
