"""Calls of compiled functions: the general path, and two faster ones.

May import: the other folders of :mod:`dlvm.runtime`.
"""
