"""The reference evaluation of the IR, one instruction after the other with NumPy.

What an instruction means is said by its row in :data:`EVALUATE`; every other way to run a program
has to agree with it.
"""

# Each family adds its rows by being imported.
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
