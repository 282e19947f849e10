"""Memory: aliases, allocations, and the bytes that values occupy.

May import: :mod:`dlvm.analysis.cfg`, :mod:`dlvm.analysis.values` and :mod:`dlvm.analysis.effects`.
"""
