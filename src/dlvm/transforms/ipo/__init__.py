"""Interprocedural passes: inlining, function specialization, and tail call elimination.

May import: the other folders of :mod:`dlvm.transforms` except differentiation.
"""
