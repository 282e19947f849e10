"""Fusion decides which instructions become one kernel, and reports the reasons.

Runs after :mod:`dlvm.compute.index_notation`. May import: that and :mod:`dlvm.compute.loop_nest`.
"""
