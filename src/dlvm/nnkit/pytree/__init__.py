"""Pytrees of tensors (tuples, lists, structs, enums) and their types in the IR.

May import: :mod:`dlvm.nnkit.array_api` and :mod:`dlvm.nnkit.tracing`.
"""
