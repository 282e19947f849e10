"""Staged control flow: the runtime of rewritten ``if``, ``for``, ``while`` and ``match``.

May import: :mod:`dlvm.nnkit.pytree`, and everything that it may import.
"""
