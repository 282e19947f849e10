"""LLVM: the binding, the target, and the emitter that writes LLVM IR as text.

May import: :mod:`dlvm.compute` for the machine model.
"""
