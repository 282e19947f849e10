"""The loop nest of a definition: its shared dimensions, and the effect of its directives.

:mod:`dlvm.compute.scheduling` analyzes loop nests, and code generation reads them. May import:
:mod:`dlvm.ir` and :mod:`dlvm.text`.
"""
