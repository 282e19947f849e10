"""The derivative of each instruction: one table of adjoints, one of tangents.

Rules build values with :mod:`~dlvm.transforms.differentiation.rules.value_builder`. They know
nothing of control flow.
"""
