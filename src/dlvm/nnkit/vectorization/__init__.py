"""``vmap``, which turns a function of one row into a function of many rows, and the transformations
built on it.

May import: :mod:`dlvm.nnkit.linear_algebra`, and everything that it may import.
"""
