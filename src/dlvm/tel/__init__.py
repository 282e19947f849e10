"""TEL, the standalone tensor language: networks in ``.tel`` files, checked and compiled by DLVM.

A file is parsed (:mod:`dlvm.tel.parser`), its names, types and shapes are checked and it is
translated to staged functions (:mod:`dlvm.tel.checker`), which NNKit lowers to IR, differentiates
and compiles.

May import everything but :mod:`dlvm.language_server` and :mod:`dlvm.explorer`.
"""
