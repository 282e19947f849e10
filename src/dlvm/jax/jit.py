"""Functions that JAX traces and DLVM compiles."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, cast

import jax as typed_jax  # pyright: ignore[reportMissingImports]
import numpy as np

from dlvm.compiler import compile as compile_module
from dlvm.diagnostics import error
from dlvm.stablehlo import load

jax = cast("Any", typed_jax)
_LIBRARY: Final = "custom_call @lapack"
"""The text in a program that calls JAX's own library of matrix functions."""
_PLATFORM: Final = "iree"
"""A platform without libraries, for which JAX writes matrix functions as operations."""


def jit(
    function: Callable[..., Any],
    *,
    opt_level: int = 2,
    threads: int | None = None,
    fast_math: bool = False,
) -> Callable[..., Any]:
    """Compiles a JAX function, once for each combination of shapes and element types.

    Parameters
    ----------
    function
        A function that ``jax.jit`` accepts, such as ``jax.value_and_grad(loss)``.
    opt_level, threads, fast_math
        As for :func:`dlvm.compile`.

    Returns
    -------
    Callable
        A function of the same arguments: pytrees of arrays and numbers. Its results are the
        pytrees of ``function`` with NumPy arrays as leaves.

    Raises
    ------
    DiagnosticError
        By the returned function, if the traced program has unsupported operations; the error lists
        all of them.
    """
    staged = jax.jit(function, keep_unused=True)
    compiled: dict[Any, tuple[Any, Any]] = {}
    options: dict[str, Any] = {"opt_level": opt_level, "threads": threads, "fast_math": fast_math}

    @wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        leaves, structure = jax.tree.flatten((args, kwargs))
        avals = [jax.typeof(leaf) for leaf in leaves]
        key = (structure, tuple(avals), jax.config.jax_enable_x64)
        if key not in compiled:
            traced = staged.trace(*args, **kwargs)
            lowered = traced.lower()
            if _LIBRARY in lowered.as_text():
                lowered = traced.lower(lowering_platforms=(_PLATFORM,))
            outputs, tree = jax.tree.flatten(lowered.out_info)
            if any(jax.dtypes.issubdtype(o.dtype, jax.dtypes.prng_key) for o in outputs):
                raise error("results must be arrays, got random keys: return key_data of them")
            compiled[key] = compile_module(load(lowered.as_text()), **options)["main"], tree
        program, tree = compiled[key]
        results = program(*map(_array, leaves, avals))
        listed = [results] if tree.num_leaves == 1 else results or ()
        return jax.tree.unflatten(tree, map(np.asarray, listed))

    return run


def _array(leaf: Any, aval: Any) -> Any:
    """A leaf as the array that the program takes."""
    if jax.dtypes.issubdtype(aval.dtype, jax.dtypes.prng_key):
        return np.asarray(jax.random.key_data(leaf))
    return np.asarray(leaf, aval.dtype)
