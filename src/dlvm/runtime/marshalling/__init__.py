"""Marshalling: converts Python values to the memory that compiled code reads, and back.

May import: :mod:`dlvm.runtime.loading`.
"""
