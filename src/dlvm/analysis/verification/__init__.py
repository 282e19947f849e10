"""The checks of the verifier: functions first, then compute definitions and schedules.

May import: :mod:`dlvm.analysis.cfg` and :mod:`dlvm.text`.
"""
