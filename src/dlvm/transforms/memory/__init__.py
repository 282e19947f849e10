"""Passes on memory: promotion, loads and stores, instruction order, and memory budgets.

May import: :mod:`dlvm.transforms.cfg`.
"""
