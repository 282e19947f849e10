"""Calls of Python functions whose results differ at each call, such as random numbers and the time.
Python would call them once, while staging, and the program would keep that result as a constant.
"""

from __future__ import annotations

import builtins
import datetime
import os
import random
import time
import uuid
from collections.abc import Callable
from types import BuiltinFunctionType, MethodType
from typing import Any, cast

import numpy as np

from dlvm.nnkit.tracing.source_locations import warn
from dlvm.nnkit.tracing.trace import failure
from dlvm.nnkit.tracing.tracer import is_tracer

_ARGUMENT = "pass it as an argument"
_DRAW = "use a function of nnkit.random, such as nnkit.random.normal(shape)"
_REMEDIES: list[tuple[Any, str]] = [
    (builtins.input, _ARGUMENT),
    (os.urandom, _DRAW),
    (uuid.uuid1, _ARGUMENT),
    (uuid.uuid4, _ARGUMENT),
    *(
        (function, "measure time outside of the staged function")
        for name, function in vars(time).items()
        if name.removesuffix("_ns") in {"time", "perf_counter", "monotonic", "process_time"}
    ),
]
"""Functions, each with the replacement that messages suggest for a call of it."""
_GENERATORS = {
    "random": cast(Any, random.random).__self__,
    "numpy.random": cast(Any, np.random.random).__self__,
}
"""The generators whose methods are the functions of these modules."""
_NOW = frozenset({"now", "utcnow", "today"})


class PrintWarning(UserWarning):
    """A staged function prints a staged value, which has no elements while staging."""


def host_call(function: Any) -> Callable[..., Any] | None:
    """The function that a staged function calls in place of a function that depends on the time of
    the call, or that prints; None for every other function.

    Raises :class:`DiagnosticError` if the result would be a constant of the program by mistake.
    """
    if function is builtins.print:
        return _printed
    if function is np.random.default_rng:
        return _seeded_generator
    remedy = next((r for f, r in _REMEDIES if f is function), None)
    if remedy is not None:
        raise _once(f"{function.__module__}.{function.__name__}", remedy)
    if not isinstance(function, BuiltinFunctionType | MethodType):
        return None
    name, owner = function.__name__, function.__self__
    for module, generator in _GENERATORS.items():
        if owner is generator:
            raise _once(f"{module}.{name}", _DRAW)
    if isinstance(owner, type) and issubclass(owner, datetime.date) and name in _NOW:
        raise _once(f"{owner.__name__}.{name}", _ARGUMENT)
    return None


def _once(name: str, remedy: str) -> Exception:
    name = name.removeprefix("builtins.")
    return failure(
        f"{name} must not be called in a staged function, whose Python code runs once, while "
        f"staging: all runs of the program would use the same result; {remedy}"
    )


def _seeded_generator(seed: Any = None) -> Any:
    if seed is None:
        raise _once("numpy.random.default_rng without a seed", _DRAW)
    return np.random.default_rng(seed)


def _printed(*values: Any, **options: Any) -> None:
    if any(map(is_tracer, values)):
        warn(
            "print runs once, while staging, when staged values have types but no elements; "
            "call nnkit.print, which prints elements each time the program runs, or "
            "f.interpret(…), which runs the Python code on NumPy arrays",
            PrintWarning,
        )
    print(*values, **options)
