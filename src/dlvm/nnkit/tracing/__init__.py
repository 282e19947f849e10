"""The trace: staged values, and how an instruction gets into the program being staged.

May import: nothing else of :mod:`dlvm.nnkit`.
"""
