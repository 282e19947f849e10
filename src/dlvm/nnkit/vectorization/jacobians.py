"""Jacobians and Hessians: derivatives along all directions, as rows of :func:`vmap`."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, cast

from dlvm.nnkit.array_api.creation import eye
from dlvm.nnkit.array_api.manipulation import moveaxis
from dlvm.nnkit.autodiff.arguments import Arguments, positions_of
from dlvm.nnkit.autodiff.derived_functions import (
    AnyStaged,
    ComposedFunction,
    Sources,
    called,
)
from dlvm.nnkit.autodiff.gradients import gradient, jvp, of_closures, once, vjp
from dlvm.nnkit.pytree.pytree import map_tensors
from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.sizes import is_at_most, shape_of
from dlvm.nnkit.tracing.trace import failure
from dlvm.nnkit.tracing.tracer import is_tracer, lift
from dlvm.nnkit.vectorization.vmap import vmap


@of_closures
def jacobian(of: Any, wrt: Arguments = 0, *, source: Sources = None) -> AnyStaged:
    """The Jacobian of a staged function, as a staged function of the same arguments.

    Parameters
    ----------
    of
        A staged function, or a Python function, which is staged.
    wrt
        The argument to differentiate with respect to, a tensor of floats, by position or name. For
        a tuple of arguments, each Jacobian is a tuple with an element for each of them.
    source
        The position of the differentiated result, or a tuple of positions; by default all results.

    Returns
    -------
    StagedFunction
        A function that returns, for each tensor of the result, its Jacobian: of shape ``(*r, *a)``
        for a result of shape ``r`` and an argument of shape ``a``.

    Notes
    -----
    A result with fewer elements than the argument is differentiated in reverse mode, others in
    forward mode.
    """
    positions = positions_of("jacobian", of, wrt)
    single = not isinstance(wrt, tuple)

    def body(values: Sequence[Any]) -> Any:
        found = [_jacobian(of, position, source, values) for position in positions]
        return found[0] if single else cast("Any", map_tensors)(_together, *found)

    return once(
        of,
        ("jacobian", positions, single, source),
        lambda: ComposedFunction(of, "jacobian", body, _unannotated(of)),
    )


@of_closures
def hessian(of: Any, wrt: Arguments = 0, *, source: int | None = None) -> AnyStaged:
    """The Hessian of a staged function with a scalar result, as a staged function of the same
    arguments.

    For products with vectors, :func:`hessian_vector_product` is cheaper.

    Parameters
    ----------
    of
        A staged function, or a Python function, which is staged.
    wrt
        The argument to differentiate with respect to, a tensor of floats, by position or name; or a
        tuple of arguments.
    source
        The position of the differentiated result, if there are several.

    Returns
    -------
    StagedFunction
        A function that returns the Hessian, of shape ``(*a, *a)`` for an argument of shape ``a``;
        for a tuple of arguments, a tuple of tuples of blocks.
    """
    positions = positions_of("hessian", of, wrt)
    single = not isinstance(wrt, tuple)

    def make() -> AnyStaged:
        slopes = gradient(of, positions, source=source)

        def body(values: Sequence[Any]) -> Any:
            found = called(slopes, values)
            return found[0] if single else found

        return jacobian(ComposedFunction(of, "slopes", body, _unannotated(of)), wrt)

    return once(of, ("hessian", positions, single, source), make)


def _unannotated(of: AnyStaged) -> Any:
    return of.signature.replace(return_annotation=of.signature.empty)


def _jacobian(of: AnyStaged, position: int, source: Sources, values: Sequence[Any]) -> Any:
    """The Jacobian with respect to one argument, in the cheaper mode."""
    place = position + of.captures
    argument = values[place]
    if not is_tracer(argument):
        raise failure("jacobian: the argument must be a tensor, got a tuple, list or struct")
    shape = shape_of(lift(argument))

    def arranged(column: Any) -> Any:
        moved: Any = moveaxis(column, 0, -1)
        return primitives.reshape(moved, (*column.shape[1:], *shape))

    result = called(of, values) if source is None else None
    if is_tracer(result):
        own = shape_of(lift(result))
        if is_at_most(prod(own) + 1, prod(shape)):
            rows = _rows(vjp(of, position), values, _directions(own, result.type.element))
            return primitives.reshape(rows[0], (*own, *shape))
    moved = jvp(of, position, source=source)
    columns = _rows(moved, values, _directions(shape, argument.type.element))[0]
    return map_tensors(arranged, columns)


def _together(*parts: Any) -> tuple[Any, ...]:
    return parts


def _directions(shape: Sequence[Any], dtype: Any) -> Any:
    """A tensor for each element, which is 1 there and 0 elsewhere."""
    count = prod(shape)
    return primitives.reshape(eye(count, dtype=dtype), (count, *shape))


def _rows(product: AnyStaged, values: Sequence[Any], directions: Any) -> Any:
    """The products with each direction."""
    axes = (None,) * (len(values) - product.captures) + (0,)
    return called(vmap(product, axes), (*values, directions))
