"""Staged control flow: what rewritten ``if``, ``for``, ``while`` and ``match`` call.

May import: :mod:`dlvm.nnkit.pytree`, and what that may.
"""
