"""The functions of ``nnkit.linalg``: products, and decompositions, which are staged functions.

May import: :mod:`dlvm.nnkit.autodiff`, and everything that it may import.
"""
