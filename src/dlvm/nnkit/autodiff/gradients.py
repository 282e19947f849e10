"""Gradients and derivatives of staged functions.

They are staged functions themselves: call them from Python or inside other staged functions, or
differentiate them again.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from types import EllipsisType, FunctionType
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar, cast, overload

from dlvm.nnkit.autodiff.arguments import Arguments, expect_staged, moving_positions, positions_of
from dlvm.nnkit.autodiff.derived_functions import (
    AnyStaged,
    ComposedFunction,
    ForwardDerivative,
    Gradient,
    Sources,
    called,
    extended,
)
from dlvm.nnkit.staging.decorator import staged
from dlvm.nnkit.staging.staged import StagedClosure, StagedFunction
from dlvm.nnkit.tracing.element_types import f64, i64, u64
from dlvm.nnkit.tracing.ranks import Array
from dlvm.nnkit.tracing.source_locations import user_location
from dlvm.nnkit.tracing.tracer import Dataclass, Tracer

P = ParamSpec("P")
A = TypeVar("A")
B = TypeVar("B")
X = TypeVar("X", bound="Differentiable")
Y = TypeVar("Y", bound="Differentiable")
Z = TypeVar("Z", bound="Differentiable")
Whole = TypeVar("Whole", bound="Tracer[Array[Any, i64 | u64 | bool]]")
One = TypeVar("One", bound="Tracer[Any] | Dataclass")
"""The only result of a function."""
F = TypeVar("F", bound=Callable[..., Any])
R = TypeVar("R")
"""The result type. Overloads name it although they do not infer it, because with ``Any`` in its
place mypy accepts an ``A`` for parameters of any kind."""
Differentiable = Tracer[Array[Any, f64]] | Dataclass
"""A type of arguments that have gradients."""
Kept = Literal[0] | EllipsisType
Results = int | tuple[int, ...] | EllipsisType


def of_closures(derive: F) -> F:
    """Derives a function from a closure by lambda lifting.

    The captured staged values become arguments; the derived function captures them in turn. A plain
    Python function is staged.
    """

    def call(of: Any, *options: Any, **named: Any) -> Any:
        if isinstance(of, FunctionType):
            of = _staged_form(of)
        is_function = isinstance(of, StagedFunction | StagedClosure)
        environment = cast("AnyStaged", of).dlvm_environment() if is_function else None
        if environment is None:
            return derive(of, *options, **named)
        kind, captured = environment
        return StagedClosure(derive(kind.lifted, *options, **named), captured)

    return cast("F", functools.wraps(derive)(call))


def _staged_form(function: FunctionType) -> AnyStaged:
    """The staged form of a function: always the same one, so that it is compiled once."""
    known: AnyStaged | None = function.__dict__.get(_STAGED_FORM)
    if known is None:
        known = function.__dict__[_STAGED_FORM] = staged(function)
    return known


_STAGED_FORM = "dlvm_staged_form"


@overload
def gradient(
    of: Tracer[Callable[[X, Y, Z], R]],
    wrt: None = None,
    *,
    keeping: tuple[()] = (),
    source: Sources = None,
    seedable: Literal[False] = False,
) -> StagedFunction[[X, Y, Z], tuple[X, Y, Z]]: ...
@overload
def gradient(
    of: Tracer[Callable[[X, Y, Whole], R]],
    wrt: None = None,
    *,
    keeping: tuple[()] = (),
    source: Sources = None,
    seedable: Literal[False] = False,
) -> StagedFunction[[X, Y, Whole], tuple[X, Y]]: ...
@overload
def gradient(
    of: Tracer[Callable[[X, Y], R]],
    wrt: None = None,
    *,
    keeping: tuple[()] = (),
    source: Sources = None,
    seedable: Literal[False] = False,
) -> StagedFunction[[X, Y], tuple[X, Y]]: ...
@overload
def gradient(
    of: Tracer[Callable[[X, Whole], R]],
    wrt: None = None,
    *,
    keeping: tuple[()] = (),
    source: Sources = None,
    seedable: Literal[False] = False,
) -> StagedFunction[[X, Whole], tuple[X]]: ...
@overload
def gradient(
    of: Tracer[Callable[[A], R]],
    wrt: None = None,
    *,
    keeping: tuple[()] = (),
    source: Sources = None,
    seedable: Literal[False] = False,
) -> StagedFunction[[A], tuple[A]]: ...
@overload
def gradient(
    of: Tracer[Callable[Concatenate[A, P], R]],
    wrt: Literal[0],
    *,
    keeping: tuple[()] = (),
    source: Sources = None,
    seedable: Literal[False] = False,
) -> StagedFunction[Concatenate[A, P], tuple[A]]: ...
@overload
def gradient(
    of: Tracer[Callable[Concatenate[A, B, P], R]],
    wrt: Literal[1],
    *,
    keeping: tuple[()] = (),
    source: Sources = None,
    seedable: Literal[False] = False,
) -> StagedFunction[Concatenate[A, B, P], tuple[B]]: ...
@overload
def gradient(
    of: Tracer[Callable[Concatenate[A, B, P], R]],
    wrt: tuple[Literal[0], Literal[1]],
    *,
    keeping: tuple[()] = (),
    source: Sources = None,
    seedable: Literal[False] = False,
) -> StagedFunction[Concatenate[A, B, P], tuple[A, B]]: ...
@overload
def gradient(
    of: Tracer[Callable[P, R]],
    wrt: str,
    *,
    keeping: tuple[()] = (),
    source: Sources = None,
    seedable: Literal[False] = False,
) -> StagedFunction[P, tuple[Any]]: ...
@overload
def gradient(
    of: Tracer[Callable[Concatenate[A, P], One]],
    wrt: Literal[0],
    *,
    keeping: Kept,
    source: Sources = None,
    seedable: Literal[False] = False,
) -> StagedFunction[Concatenate[A, P], tuple[A, One]]: ...
@overload
def gradient(
    of: Tracer[Callable[P, One]],
    wrt: str,
    *,
    keeping: Kept,
    source: Sources = None,
    seedable: Literal[False] = False,
) -> StagedFunction[P, tuple[Any, One]]: ...
@overload
def gradient(
    of: Tracer[Callable[[A], One]],
    wrt: None = None,
    *,
    keeping: Kept,
    source: Sources = None,
    seedable: Literal[False] = False,
) -> StagedFunction[[A], tuple[A, One]]: ...
@overload
def gradient(
    of: Tracer[Callable[P, Any]],
    wrt: Arguments | None = None,
    *,
    keeping: Results = (),
    source: Sources = None,
    seedable: Literal[False] = False,
) -> StagedFunction[P, Any]: ...
@overload
def gradient(
    of: Callable[..., Any],
    wrt: Arguments | None = None,
    *,
    keeping: Results = (),
    source: Sources = None,
    seedable: bool = False,
) -> StagedFunction[..., Any]: ...
@of_closures
def gradient(
    of: Any,
    wrt: Arguments | None = None,
    *,
    keeping: Results = (),
    source: Sources = None,
    seedable: bool = False,
) -> StagedFunction[..., Any]:
    """The gradient of a function: a staged function of the same arguments.

    Parameters
    ----------
    of
        A staged function, or a Python function, which is staged.
    wrt
        The arguments to differentiate with respect to, by position or name; by default all
        floating-point arguments.
    source
        The position of the differentiated result, if there are several. For a tuple of positions,
        the gradients of these results are added.
    keeping
        The results of the function to return as well (``...`` for all).
    seedable
        Whether to add an argument ``seed``, the incoming gradient, which has the type of the result
        (a tuple if there are several). Without it, the result must be a scalar.

    Returns
    -------
    StagedFunction
        A function that returns a tuple: the gradients, each of its argument's type, then the kept
        results. The gradient of an enum value, such as a tree, has the same cases, with gradients
        in place of floats; name such arguments in ``wrt``.

    Raises
    ------
    DiagnosticError
        If an argument or a result does not exist or has no gradient, or if the result is not a
        scalar and there is no seed.

    Examples
    --------
    ::

        @staged
        def loss(w: Float1D, x: Float1D) -> Float0D:
            return (w * x).sum()

        (dw,) = gradient(loss, wrt="w")(w, x)
    """
    positions = None if wrt is None else positions_of("gradient", of, wrt)
    kept = _kept("gradient", of, keeping)
    return once(
        of,
        ("gradient", positions, kept, source, seedable),
        lambda: Gradient(of, positions, kept, source, seedable, user_location()),
    )


@overload
def vjp(
    of: Tracer[Callable[[X, Y], R]],
    wrt: None = None,
    *,
    keeping: tuple[()] = (),
    source: None = None,
) -> StagedFunction[[X, Y, R], tuple[X, Y]]: ...
@overload
def vjp(
    of: Tracer[Callable[[A], R]],
    wrt: None = None,
    *,
    keeping: tuple[()] = (),
    source: None = None,
) -> StagedFunction[[A, R], tuple[A]]: ...
@overload
def vjp(
    of: Callable[..., Any],
    wrt: Arguments | None = None,
    *,
    keeping: Results = (),
    source: Sources = None,
) -> StagedFunction[..., Any]: ...
@of_closures
def vjp(
    of: Any,
    wrt: Arguments | None = None,
    *,
    keeping: Results = (),
    source: Sources = None,
) -> StagedFunction[..., Any]:
    """The vector-Jacobian product of a staged function, in reverse mode.

    Parameters
    ----------
    of, wrt, keeping
        As for :func:`gradient`.
    source
        The position of the differentiated result, or a tuple of positions; by default all results.

    Returns
    -------
    StagedFunction
        A function of the arguments and, after them, the vector ``seed``, which has the type and
        shape of the result (for several results, a tuple). It returns the gradient of ``(seed *
        of(...)).sum()``.

    Examples
    --------
    ::

        (dx,) = vjp(f, "x")(x, seed)
    """
    positions = None if wrt is None else positions_of("vjp", of, wrt)
    return gradient(
        expect_staged("vjp", of), positions, keeping=keeping, source=source, seedable=True
    )


@overload
def jvp(
    of: Tracer[Callable[[X, Y], R]],
    wrt: None = None,
    *,
    keeping: tuple[()] = (),
    source: None = None,
) -> StagedFunction[[X, Y, X, Y], tuple[R]]: ...
@overload
def jvp(
    of: Tracer[Callable[[A], R]],
    wrt: None = None,
    *,
    keeping: tuple[()] = (),
    source: None = None,
) -> StagedFunction[[A, A], tuple[R]]: ...
@overload
def jvp(
    of: Callable[..., Any],
    wrt: Arguments | None = None,
    *,
    keeping: Results = (),
    source: Sources = None,
) -> StagedFunction[..., Any]: ...
@of_closures
def jvp(
    of: Any,
    wrt: Arguments | None = None,
    *,
    keeping: Results = (),
    source: Sources = None,
) -> StagedFunction[..., Any]:
    """The Jacobian-vector product of a staged function, in forward mode.

    The staged function takes the arguments, then a tangent for each argument in ``wrt``, of its
    type and shape: ``x_tangent`` for an argument ``x``. If the function has parameters with
    defaults, pass tangents by name.

    Parameters
    ----------
    of
        The staged function.
    wrt
        The arguments that have tangents; by default each argument whose annotation may be
        floating-point.
    source
        The position of the differentiated result, or a tuple of positions; by default all results.
    keeping
        The results of the function to return as well (``...`` for all).

    Returns
    -------
    StagedFunction
        A function that returns a tuple: the tangent of the result (a tuple if there are several),
        then the kept results.

    Raises
    ------
    DiagnosticError
        If an argument or a result does not exist or has no derivative.
    """
    kept = _kept("jvp", of, keeping)
    positions = moving_positions("jvp", of, wrt)
    return once(
        of,
        ("jvp", positions, kept, source),
        lambda: ForwardDerivative(of, positions, kept, source, user_location()),
    )


@overload
def value_and_gradient(
    of: Tracer[Callable[Concatenate[A, P], R]], wrt: Literal[0] = 0, *, source: Sources = None
) -> StagedFunction[Concatenate[A, P], tuple[R, A]]: ...
@overload
def value_and_gradient(
    of: Tracer[Callable[Concatenate[A, B, P], R]], wrt: Literal[1], *, source: Sources = None
) -> StagedFunction[Concatenate[A, B, P], tuple[R, B]]: ...
@overload
def value_and_gradient(
    of: Tracer[Callable[P, R]], wrt: Arguments = 0, *, source: Sources = None
) -> StagedFunction[P, tuple[R, Any]]: ...
@overload
def value_and_gradient(
    of: Callable[..., Any], wrt: Arguments = 0, *, source: Sources = None
) -> StagedFunction[..., tuple[Any, Any]]: ...
@of_closures
def value_and_gradient(
    of: Any, wrt: Arguments = 0, *, source: Sources = None
) -> StagedFunction[..., Any]:
    """A staged function that returns the result of a staged function and its gradient.

    Parameters
    ----------
    of
        A staged function with a scalar result, or a Python function, which is staged.
    wrt
        The argument to differentiate with respect to, by position or name. For a tuple of
        arguments, the gradient is a tuple with an element for each.
    source
        The position of the differentiated result, if there are several. All results are returned.

    Examples
    --------
    ::

        value, dw = value_and_gradient(loss, "w")(w, x)
    """
    positions = positions_of("value_and_gradient", of, wrt)
    single = not isinstance(wrt, tuple)

    def make() -> AnyStaged:
        differentiated = gradient(of, positions, keeping=..., source=source)

        def body(values: Sequence[Any]) -> Any:
            found = called(differentiated, values)
            gradients, kept = found[: len(positions)], found[len(positions) :]
            value = kept[0] if len(kept) == 1 else kept
            return value, gradients[0] if single else gradients

        return ComposedFunction(of, "value_and_gradient", body, extended(of, ()))

    return once(of, ("value_and_gradient", positions, single, source), make)


@overload
def hessian_vector_product(
    of: Tracer[Callable[[A], R]], wrt: Literal[0] = 0, *, source: Sources = None
) -> StagedFunction[[A, A], A]: ...
@overload
def hessian_vector_product(
    of: Callable[..., Any], wrt: Arguments = 0, *, source: Sources = None
) -> AnyStaged: ...
@of_closures
def hessian_vector_product(of: Any, wrt: Arguments = 0, *, source: Sources = None) -> AnyStaged:
    """The Hessian-vector product of a staged function, without building the Hessian.

    Parameters
    ----------
    of
        A staged function with a scalar result, or a Python function, which is staged.
    wrt
        The argument to differentiate with respect to, or a tuple of them, by position or name. The
        Hessian covers all of them jointly.
    source
        The position of the differentiated result, if there are several.

    Returns
    -------
    StagedFunction
        A function of the arguments, then of a vector for each argument in ``wrt``, of its type and
        shape: ``x_tangent`` for an argument ``x``. It returns the product, of the argument's type;
        if ``wrt`` is a tuple, a tuple with an element for each argument.

    Notes
    -----
    The gradient is differentiated in forward mode (B. A. Pearlmutter, "Fast exact multiplication by
    the Hessian", 1994).
    """
    positions = positions_of("hessian_vector_product", of, wrt)
    single = not isinstance(wrt, tuple)

    def make() -> AnyStaged:
        moved = jvp(gradient(of, positions, source=source), positions)

        def body(values: Sequence[Any]) -> Any:
            products = called(moved, values)
            return products[0] if single or len(positions) > 1 else products

        return ComposedFunction(moved, "product", body, moved.signature)

    return once(of, ("hessian_vector_product", positions, single, source), make)


@of_closures
def checkpoint(of: Tracer[Callable[P, R]]) -> StagedFunction[P, R]:
    """Gradient checkpointing: the same function, whose gradient stores the arguments only.

    The reverse pass recomputes the function. This saves memory if a function computes many
    intermediate values from few arguments, as a layer of a network or a loop iteration does. The
    gradients are the same.

    Parameters
    ----------
    of
        A staged function, which must not print, nor draw random numbers without a key.

    Returns
    -------
    StagedFunction
        A function of the same arguments and results.

    Examples
    --------
    ::

        @checkpoint
        @staged
        def block(p: Parameters, x: Float2D) -> Float2D: ...
    """
    known = expect_staged("checkpoint", of)

    def body(values: Sequence[Any]) -> Any:
        return called(known, values)

    def make() -> AnyStaged:
        return ComposedFunction(known, "checkpoint", body, known.signature, ("checkpoint",))

    return cast("StagedFunction[P, R]", once(known, "checkpoint", make))


def once(of: AnyStaged, key: Any, make: Callable[[], AnyStaged]) -> AnyStaged:
    if key not in of.derived:
        of.derived[key] = make()
    return of.derived[key]


def _kept(what: str, of: AnyStaged, keeping: Results) -> tuple[int, ...] | EllipsisType:
    expect_staged(what, of)
    return keeping if isinstance(keeping, tuple | EllipsisType) else (keeping,)
