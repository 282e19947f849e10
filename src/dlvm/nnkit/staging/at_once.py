"""The functions that run in NumPy outside of staged functions, and those that are compiled for the
call."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

import numpy as np

from dlvm.nnkit.array_api import immediate
from dlvm.nnkit.control_flow.interpreted_sequences import (
    filter_elements,
    map_elements,
    reduce_elements,
    zip_elements,
)
from dlvm.nnkit.staging.eager import eager
from dlvm.nnkit.tracing.interpreted_arrays import is_interpreting
from dlvm.nnkit.tracing.trace import current_scope

COMPILED = (
    "bincount convolve digamma dot einsum erf erfc erfinv fftconvolve histogram interp lgamma "
    "one_hot pad reduce_window rsqrt scatter segment_max segment_mean segment_min segment_prod "
    "segment_sum split top_k"
)
"""The functions of the main namespace that are compiled for the call."""
COMPILED_LINALG = "lstsq norm solve_triangular"
COMPILED_CONTROL = "cond fori_loop scan while_loop"
"""The functions of functions that are compiled for the call. Numbers among their arguments become
tensors where the program needs tensors."""
COMPILED_RANDOM = (
    "bernoulli categorical exponential fold_in gumbel normal permutation randint split "
    "truncated_normal uniform"
)
BY_NUMPY = "concatenate kron outer ravel swapaxes transpose"
"""The functions beyond the standard that behave as NumPy's functions of the same name."""
LINE_BY_LINE = {
    "filter": filter_elements,
    "map": map_elements,
    "reduce": reduce_elements,
    "zip": zip_elements,
}
"""The functions that ``interpret`` runs as Python's loops."""
BOUNDED = "nonzero unique_all unique_counts unique_inverse unique_values"
"""The functions that NumPy runs unless an argument bounds the size of their result."""


def replace_all(
    main: dict[str, Any], linalg: ModuleType, fft: ModuleType, random: ModuleType
) -> None:
    """Replaces functions of the namespace and of its modules with those that also take arrays."""
    run = immediate.immediate
    main |= run(f"{immediate.NAMES} {BY_NUMPY}", main, np)
    main |= run(immediate.CREATION, main, immediate.CREATING)
    main |= run(immediate.IMMEDIATE_ONLY, immediate.ABSENT_WHEN_STAGED, np)
    main |= run(immediate.SORTING, main, immediate.SORTED)
    main |= run(immediate.CONVERSIONS, main, immediate.CONVERTING)
    main |= _compiled(COMPILED, main)
    main |= _compiled(COMPILED_CONTROL, main, has_operand=False)
    main |= {name: _bounded(main[name], getattr(np, name)) for name in BOUNDED.split()}
    main |= {name: _line_by_line(main[name], lines) for name, lines in LINE_BY_LINE.items()}
    _update(fft, run(immediate.FFT_NAMES, vars(fft), immediate.FFT))
    _update(linalg, run(immediate.LINALG_NAMES, vars(linalg), np.linalg))
    _update(linalg, _compiled(COMPILED_LINALG, vars(linalg)))
    _update(random, _compiled(COMPILED_RANDOM, vars(random), has_operand=False))
    _update(random, _compiled("key", vars(random)))


def _update(module: ModuleType, functions: Mapping[str, Any]) -> None:
    for name, function in functions.items():
        setattr(module, name, function)


def _compiled(names: str, functions: Mapping[str, Any], has_operand: bool = True) -> dict[str, Any]:
    return {n: eager(functions[n], has_operand=has_operand) for n in names.split()}


def _line_by_line(function: Callable[..., Any], lines: Callable[..., Any]) -> Any:
    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        is_staged = current_scope() is not None or not is_interpreting()
        return function(*args, **kwargs) if is_staged else lines(*args, **kwargs)

    return call


def _bounded(function: Callable[..., Any], known: Callable[..., Any]) -> Any:
    compiled = eager(function)

    @functools.wraps(function)
    def call(x: Any, /, *, size: int | None = None, **named: Any) -> Any:
        if size is None and current_scope() is None:
            return known(x, **named)
        return compiled(x, size=size, **named)

    return call
