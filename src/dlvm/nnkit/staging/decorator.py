"""The decorator that stages a Python function."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, ParamSpec, TypeVar, cast, overload

import numpy as np

from dlvm.diagnostics import error
from dlvm.ir.records import shown
from dlvm.nnkit.staging.lowered import Options
from dlvm.nnkit.staging.staged import StagedFunction
from dlvm.nnkit.tracing.familiar_names import functions, replacement
from dlvm.nnkit.tracing.source_locations import user_location
from dlvm.nnkit.tracing.trace import failure

P = ParamSpec("P")
Q = TypeVar("Q")


@overload
def staged(function: Callable[P, Q], /) -> StagedFunction[P, Q]: ...
@overload
def staged(
    *,
    opt_level: int = 2,
    fast_math: bool = False,
    threads: int | None = None,
    interpret: bool = False,
    donate: Sequence[str] = (),
    memory_budget: str | int | None = None,
) -> Callable[[Callable[P, Q]], StagedFunction[P, Q]]: ...
def staged(
    function: Callable[..., Any] | None = None,
    /,
    *,
    opt_level: int = 2,
    fast_math: bool = False,
    threads: int | None = None,
    interpret: bool = False,
    donate: Sequence[str] = (),
    memory_budget: str | int | None = None,
) -> Any:
    """Compile a Python function with DLVM; a decorator, with or without options.

    The first call with arguments of new types and shapes traces the function, compiles it and
    caches the native code; later calls with such arguments run the cached code.

    Parameters
    ----------
    function
        The function to stage. Parameters annotated as tensors, structs of tensors and sequences of
        these are traced. All others are static: their values are parts of the cache key, and must
        be hashable. Each of the ``*args``, and each of the ``**kwargs``, is a separate argument: a
        call with another number of arguments is compiled separately.
    opt_level
        The optimization level, 0 to 3.
    fast_math
        Whether floating-point operations may be reassociated and contracted.
    threads
        The number of threads that a call uses; by default one for each core.
    interpret
        Whether calls run in the reference interpreter instead of as native code.
    donate
        The names of parameters whose arrays a call may overwrite: results of the same types reuse
        their memory.
    memory_budget
        The most memory that a call may use for intermediate values, in bytes (``"64MiB"``) or as a
        share of its memory use without a budget (``"25%"``): see :func:`dlvm.compile`.

    Returns
    -------
    StagedFunction
        The staged function; called with options only, a decorator that returns it.

    Raises
    ------
    DiagnosticError
        If ``donate`` contains anything but names of parameters.

    Examples
    --------
    ::

        @staged
        def predict(x: Float2D, w: Float2D) -> Float2D:
            return x @ w
    """
    if not _are_names(donate):
        message = f"donate must be names of parameters, as in ('x',), got {shown(donate)}"
        raise error(message, user_location())
    options = Options(opt_level, fast_math, threads, interpret, tuple(donate), memory_budget)

    def stage(function: Callable[..., Any]) -> StagedFunction[..., Any]:
        if isinstance(function, np.ufunc):
            name = function.__name__
            raise failure(
                f"staged expects a Python function, got numpy.{name}; "
                f"{replacement(name, functions())} in a function"
            )
        signature = inspect.signature(function)
        for name in options.donate:
            if name not in signature.parameters:
                known = ", ".join(signature.parameters)
                raise error(f"donate must be among {known}, got {name}", user_location())
        name = getattr(function, "__name__", "function")
        return StagedFunction(function, options, signature, name if name.isidentifier() else "f")

    return stage if function is None else stage(function)


def _are_names(donate: Any) -> bool:
    is_list = isinstance(donate, list | tuple | set | frozenset)
    names: list[object] = list(cast("Sequence[object]", donate)) if is_list else [None]
    return all(isinstance(n, str) and names.count(n) == 1 for n in names)
