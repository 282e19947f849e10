"""Index notation: the table that lowers each instruction, and what prepares instructions for it.

The first step of :mod:`dlvm.compute.generation`. May import: :mod:`dlvm.transforms`.
"""
