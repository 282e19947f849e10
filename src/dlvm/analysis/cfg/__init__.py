"""Control flow: the graph, dominators, loops, calls, and the cache of analyses.

May import: only :mod:`dlvm.ir`. Everything else in :mod:`dlvm.analysis` builds on it.
"""
