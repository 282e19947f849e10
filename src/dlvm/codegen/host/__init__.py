"""Host code: functions with their control flow, memory and calls of kernels.

``function_plan`` runs first and decides where values are; ``function`` writes the code. May import:
every other folder of :mod:`dlvm.codegen`.
"""
