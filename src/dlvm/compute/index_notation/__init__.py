"""Index notation: the table that lowers each instruction, and the rewrites that precede it.

The first step of :mod:`dlvm.compute.generation`. May import: :mod:`dlvm.transforms`.
"""
