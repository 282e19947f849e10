"""Passes over control flow (``CFGCan``, ``CFGSimp``), and the edits that other passes share.

May import: :mod:`dlvm.transforms.pipeline` and :mod:`dlvm.transforms.substitution`.
"""
