"""What is known about values: ranges, sizes, cost, and how axes and shifts relate them.

May import: :mod:`dlvm.analysis.cfg`.
"""
