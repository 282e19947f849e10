"""``STAB``: rewrites of functions that overflow or cancel into stable forms.

The rules are tables, as in :mod:`dlvm.transforms.algebra`.
"""
