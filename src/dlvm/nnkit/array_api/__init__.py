"""Functions and methods of staged tensors, named as in the array API standard.

May import: :mod:`dlvm.nnkit.tracing`.
"""
