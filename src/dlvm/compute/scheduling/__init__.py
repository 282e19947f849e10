"""Scheduling: the machine model, the cost models, and the choice of directives.

``kernel_schedules`` is the entry point. Schedules that the user gives replace the schedules that it
chooses. May import: :mod:`dlvm.compute.loop_nest`.
"""
