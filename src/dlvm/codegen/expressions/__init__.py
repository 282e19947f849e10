"""Code generation for expressions: index notation and element-wise operations on scalars and
vectors.

May import: :mod:`dlvm.codegen.llvm` and :mod:`dlvm.codegen.vector_math`.
"""
