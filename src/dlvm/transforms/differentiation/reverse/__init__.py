"""Reverse mode: the primal is copied, and a reverse pass follows it block by block.

``derivation`` runs first and calls the others: ``primal``, ``reversed_cfg``, ``tape``,
``reverse_pass``. May import: the rules.
"""
