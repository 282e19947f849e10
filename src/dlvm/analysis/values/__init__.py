"""Properties of values: ranges, sizes, cost, and the relations of axes and shifts.

May import: :mod:`dlvm.analysis.cfg`.
"""
