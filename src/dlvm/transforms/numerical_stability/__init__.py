"""Stabilization (``STAB``): rewrites formulas that overflow or cancel to stable forms.

The rules are tables, as in :mod:`dlvm.transforms.algebra`.
"""
