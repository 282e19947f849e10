"""What instructions do besides computing a result: side effects, and traps.

May import: :mod:`dlvm.analysis.cfg` and :mod:`dlvm.analysis.values`.
"""
