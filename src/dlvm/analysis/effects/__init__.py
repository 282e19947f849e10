"""Side effects, and traps.

May import: :mod:`dlvm.analysis.cfg` and :mod:`dlvm.analysis.values`.
"""
