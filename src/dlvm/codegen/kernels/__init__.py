"""Kernels: each scheduled definition becomes one LLVM function, whose form depends on the kind of
its loops.

``kernel`` is the entry point. May import: :mod:`dlvm.codegen.expressions` and
:mod:`dlvm.codegen.llvm`.
"""
