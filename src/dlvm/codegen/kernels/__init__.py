"""Kernels: each scheduled definition becomes one LLVM function, by the kind of its loops.

``kernel`` is where it begins. May import: :mod:`dlvm.codegen.expressions` and
:mod:`dlvm.codegen.llvm`.
"""
