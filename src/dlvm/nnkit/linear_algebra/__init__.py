"""The functions of ``nnkit.linalg``: products, and decompositions, which are staged functions.

May import: the folders above.
"""
