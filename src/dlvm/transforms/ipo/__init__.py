"""Interprocedural passes: inlining, specialization of functions, and tail calls.

May import: the other folders of :mod:`dlvm.transforms` but differentiation.
"""
