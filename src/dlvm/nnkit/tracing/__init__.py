"""Tracing: tracers (staged values), and the program that their instructions are emitted into.

May import: nothing else of :mod:`dlvm.nnkit`.
"""
