"""Functions as values: lambda abstraction and fixed points."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, Concatenate, ParamSpec, TypeVar, overload

from dlvm.nnkit.source_transform.function_rewriting import callee
from dlvm.nnkit.staging.decorator import staged
from dlvm.nnkit.staging.lowered import Options
from dlvm.nnkit.staging.staged import StagedFunction
from dlvm.nnkit.tracing.tracer import Tracer

P = ParamSpec("P")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
R = TypeVar("R")


# One overload for each number of parameters, so that type checkers infer those of a lambda from the
# expected type.
@overload
def lambda_(function: Callable[[A], R], /) -> Tracer[Callable[[A], R]]: ...
@overload
def lambda_(function: Callable[[A, B], R], /) -> Tracer[Callable[[A, B], R]]: ...
@overload
def lambda_(function: Callable[[A, B, C], R], /) -> Tracer[Callable[[A, B, C], R]]: ...
@overload
def lambda_(function: Callable[P, R], /) -> Tracer[Callable[P, R]]: ...
def lambda_(function: Callable[..., Any], /) -> Tracer[Callable[..., Any]]:
    """Stages a Python function, such as a ``lambda``: the same as :func:`staged`.

    Inside a staged function it may capture variables, and it may be returned, passed on and called
    elsewhere: it carries its captured values.

    Parameters
    ----------
    function
        A Python function.
    """
    return staged(function)


@overload
def fix(body: Callable[Concatenate[Callable[P, R], P], R], /) -> StagedFunction[P, R]: ...
@overload
def fix(body: Callable[..., Any], /) -> StagedFunction[..., Any]: ...
def fix(body: Callable[..., Any], /) -> StagedFunction[..., Any]:
    """The fixed point of ``body``: a recursive staged function.

    Parameters
    ----------
    body
        A function whose first argument is the recursive function.

    Returns
    -------
    StagedFunction
        A function of the other arguments.

    Examples
    --------
    ::

        factorial = fix(lambda f, n: 1 if n == 0 else n * f(n - 1))
    """
    return _Fixed(body)


class _Fixed(StagedFunction[P, R]):
    def __init__(self, body: Callable[..., Any]) -> None:
        signature = inspect.signature(body)
        rest = signature.replace(parameters=list(signature.parameters.values())[1:])
        name = getattr(body, "__name__", "f")
        super().__init__(body, Options(), rest, name if name.isidentifier() else "f")
        self.generator = body

    def run_body(self, values: Sequence[Any]) -> Any:
        return callee(self.generator)(self, *values)
