"""Host code: functions with their control flow, memory and calls of kernels.

``function_plan`` runs first and allocates values; ``function`` emits the code. May import:
every other folder of :mod:`dlvm.codegen`.
"""
