"""Run-time support in C, which generated code calls, and the LLVM IR made from it.

``build`` makes the ``.ll`` files; they are checked in, so users need no C compiler. The folder
``freestanding`` has the functions of C and compiler libraries for objects that link neither.
"""
