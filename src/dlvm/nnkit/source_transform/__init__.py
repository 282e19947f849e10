"""The source transformation that stages the control flow of a Python function.

May import: :mod:`dlvm.nnkit.control_flow`, and everything that it may import.
"""
