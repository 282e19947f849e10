"""Passes on control flow (``CFGCan``, ``CFGSimp``), and CFG edits that several passes share.

May import: :mod:`dlvm.transforms.pipeline` and :mod:`dlvm.transforms.substitution`.
"""
