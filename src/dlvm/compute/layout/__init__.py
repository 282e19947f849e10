"""Layouts of the operands of products, which are packed once, before the products run.

May import: :mod:`dlvm.compute.loop_nest` and :mod:`dlvm.compute.scheduling`.
"""
