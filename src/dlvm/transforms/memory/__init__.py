"""Passes on memory: promotion, redundant loads, instruction order, and memory budgets.

May import: :mod:`dlvm.transforms.cfg`.
"""
