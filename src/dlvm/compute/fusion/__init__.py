"""Fusion: which instructions become one kernel, and the report of why.

Runs after :mod:`dlvm.compute.index_notation`. May import: that and :mod:`dlvm.compute.loop_nest`.
"""
