"""The reference interpreter: evaluates the IR with NumPy, one instruction at a time.

:data:`EVALUATE` has one evaluation rule for each instruction. These rules define the semantics of
programs, and compiled code must agree with them.
"""

# Importing a module registers its evaluation rules.
from dlvm.interpreter import (
    control,
    elementwise,
    extension,
    linear_algebra,
    memory,
    random,
    rearrangement,
    shape,
    windows,
)
from dlvm.interpreter.counting import count_work
from dlvm.interpreter.evaluate import evaluate_constant, interpret
from dlvm.interpreter.rules import EVALUATE

__all__ = [
    "EVALUATE",
    "control",
    "count_work",
    "elementwise",
    "evaluate_constant",
    "extension",
    "interpret",
    "linear_algebra",
    "memory",
    "random",
    "rearrangement",
    "shape",
    "windows",
]
