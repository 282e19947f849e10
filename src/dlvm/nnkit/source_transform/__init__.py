"""The transformation of a Python function's source that makes its control flow staged.

May import: :mod:`dlvm.nnkit.control_flow`, and what that may.
"""
