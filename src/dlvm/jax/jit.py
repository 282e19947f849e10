"""Functions that JAX traces and DLVM compiles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final, cast

import jax as typed_jax  # pyright: ignore[reportMissingImports]
import numpy as np

from dlvm.compiler import compile as compile_module
from dlvm.diagnostics import error
from dlvm.stablehlo import load

jax = cast("Any", typed_jax)
_PLATFORM: Final = "cpu"
"""The platform for which JAX writes matrix functions as calls of LAPACK."""


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
    programs: dict[Any, _CompiledProgram] = {}
    options: dict[str, Any] = {"opt_level": opt_level, "threads": threads, "fast_math": fast_math}

    @wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        leaves, structure = jax.tree.flatten((args, kwargs))
        key = (structure, tuple(map(_signature, leaves)), jax.config.jax_enable_x64)
        program = programs.get(key)
        if program is None:
            program = programs[key] = _compiled(staged.trace(*args, **kwargs), leaves, options)
        return program(leaves)

    return run


@dataclass(frozen=True)
class _CompiledProgram:
    """A compiled function of flat arguments. ``dtypes`` are those of the arguments, ``None`` for
    random keys; ``tree`` is the structure of the results."""

    function: Callable[..., Any]
    dtypes: tuple[Any, ...]
    tree: Any

    def __call__(self, leaves: list[Any]) -> Any:
        results = self.function(*map(_array, leaves, self.dtypes))
        listed = [results] if self.tree.num_leaves == 1 else results or ()
        return jax.tree.unflatten(self.tree, map(np.asarray, listed))


def _compiled(traced: Any, leaves: list[Any], options: dict[str, Any]) -> _CompiledProgram:
    lowered = traced.lower(lowering_platforms=(_PLATFORM,))
    outputs, tree = jax.tree.flatten(lowered.out_info)
    if any(map(_is_key, outputs)):
        raise error("results must be arrays, got random keys: return key_data of them")
    function = compile_module(load(lowered.as_text()), **options)["main"]
    kinds = tuple(None if _is_key(t) else t.dtype for t in map(jax.typeof, leaves))
    return _CompiledProgram(function, kinds, tree)


def _signature(leaf: Any) -> Any:
    """What a program depends on: the type of a leaf. For NumPy arrays, which JAX would convert
    first, this takes no call of JAX."""
    return (leaf.shape, leaf.dtype) if type(leaf) is np.ndarray else jax.typeof(leaf)


def _is_key(typed: Any) -> bool:
    return bool(jax.dtypes.issubdtype(typed.dtype, jax.dtypes.prng_key))


def _array(leaf: Any, dtype: Any) -> Any:
    """A leaf as the array that the program takes."""
    return np.asarray(jax.random.key_data(leaf) if dtype is None else leaf, dtype)
