"""Automatic differentiation: ``gradient``, ``jvp`` and similar functions, and custom derivatives.

May import: the folders above.
"""
