"""Passes on control flow (``CFGCan``, ``CFGSimp``), and edits of the CFG that other passes share.

May import: :mod:`dlvm.transforms.pipeline` and :mod:`dlvm.transforms.substitution`.
"""
