"""Schedules: the machine model, the cost models, and the directives they lead to.

``kernel_schedules`` is where it begins; schedules that the user gives replace what it chooses. May
import: :mod:`dlvm.compute.loop_nest`.
"""
