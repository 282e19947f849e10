"""Output of programs."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from dlvm.ir.instructions import Print
from dlvm.ir.instructions.control import FORMAT_ERRORS, printed_line
from dlvm.nnkit.tracing.trace import current_scope, emit, failure
from dlvm.nnkit.tracing.tracer import lift


def print(format: str, /, *values: Any) -> None:
    """Prints a line when the program runs, each time that it reaches the call.

    Parameters
    ----------
    format
        The text, in which the values replace ``{}``, or ``{0}``, ``{1}`` and so on, as in
        ``str.format``.
    *values
        Tensors, arrays and Python numbers.

    Raises
    ------
    DiagnosticError
        If the format does not fit the values.

    Notes
    -----
    Gradients do not change what is printed: a line is printed when the function runs forward. Under
    ``vmap``, a line is printed for each row. Outside of staged functions, it is printed at once.
    """
    if current_scope() is None:
        arrays = [np.asarray(v) for v in values]
        try:
            line = printed_line(format, arrays)
        except FORMAT_ERRORS as problem:
            raise failure(f"print: the text does not fit the values: {problem}") from None
        builtins.print(line, flush=True)
    else:
        emit(Print, format, [lift(v) for v in values])
