"""Reverse mode: copies the primal and appends a reverse pass, which visits the blocks in reverse
order.

``derivation`` runs first and calls the others: ``primal``, ``reversed_cfg``, ``tape``,
``reverse_pass``. May import: the rules.
"""
