"""Reverse mode: copies the primal, and appends a reverse pass that visits its blocks in reverse.

``derivation`` runs first and calls the others: ``primal``, ``reversed_cfg``, ``tape``,
``reverse_pass``. May import: the rules.
"""
