"""Scheduling: the machine model, the cost models, and the choice of directives.

``kernel_schedules`` is the entry point. The user's schedules replace the schedules that it chooses.
May import: :mod:`dlvm.compute.loop_nest` and :mod:`dlvm.compute.loops`.
"""
