"""The derivative of each instruction: a table of adjoints and a table of tangents.

Rules build values with :mod:`~dlvm.transforms.differentiation.rules.value_builder` and are
independent of control flow.
"""
