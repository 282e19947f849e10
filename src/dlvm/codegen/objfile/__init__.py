"""The linker and loader of the project: ELF files to code that can be mapped and called.

May import: :mod:`dlvm.codegen.storage`.
"""
