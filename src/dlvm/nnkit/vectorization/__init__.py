"""``vmap``, which turns a function of one row into a function of many, and what is built on it.

May import: the folders above.
"""
