"""Run-time support in C, which generated code calls, and the LLVM IR made from it.

``build`` makes the ``.ll`` files; they are checked in, so users need no C compiler.
"""
