"""The loop nest of a definition: its shared dimensions, its directives, and what they do to it.

What :mod:`dlvm.compute.scheduling` chooses from and code generation reads. May import:
:mod:`dlvm.ir` and :mod:`dlvm.text`.
"""
