"""Functions and methods of staged tensors, under the names of the array API standard.

May import: :mod:`dlvm.nnkit.tracing`.
"""
