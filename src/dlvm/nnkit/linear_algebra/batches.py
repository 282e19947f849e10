"""Functions of one matrix, applied to each matrix of a stack."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dlvm.ir.values import Value
from dlvm.nnkit.array_api.complex_numbers import conj, real
from dlvm.nnkit.array_api.creation import eye, tril
from dlvm.nnkit.array_api.manipulation import broadcast_to, reshape
from dlvm.nnkit.pytree.pytree import map_tensors
from dlvm.nnkit.staging import sequences
from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.primitives import is_complex
from dlvm.nnkit.tracing.sizes import broadcast_shapes, require_equal, shape_of, text
from dlvm.nnkit.tracing.trace import failure
from dlvm.nnkit.tracing.tracer import lift, wrap


def matrices(what: str, x: Any) -> Any:
    """The matrices of floats or complex numbers in the last two axes of a tensor."""
    value = lift(x)
    if primitives.rank_of(value) < 2 or not _has_field(value):
        raise failure(
            f"{what}: expected matrices of floats or complex numbers, got type {value.type}"
        )
    return wrap(value)


def square_matrices(what: str, x: Any) -> Any:
    """The square matrices of floats or complex numbers in the last two axes of a tensor."""
    value = lift(x)
    if primitives.rank_of(value) < 2 or not _has_field(value):
        raise failure(
            f"{what}: expected square matrices of floats or complex numbers, got type {value.type}"
        )
    require_square(what, x)
    return wrap(value)


def _has_field(value: Value) -> bool:
    """Whether the elements have division and derivatives."""
    return wrap(value).type.element.is_differentiable


def require_square(what: str, x: Any) -> None:
    """Checks that the last two axes of a tensor have the same size."""
    shape = shape_of(lift(x))
    if len(shape) < 2:
        raise failure(f"{what}: expected square matrices, got type {lift(x).type}")
    require_equal(shape[-1], shape[-2], what + ": matrices must be square, got {1} x {0}")


def for_each(what: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """Applies a function to each of the matrices, whose leading axes broadcast."""
    shapes = [shape_of(lift(a)) for a in arguments]
    leading = broadcast_shapes(*(s[:-2] for s in shapes))
    if leading is None:
        found = " and ".join(text(s) for s in shapes)
        raise failure(f"{what}: leading axes must broadcast, got shapes {found}")
    if not leading:
        return function(*arguments)
    flat: list[Any] = [
        reshape(broadcast_to(a, (*leading, *s[-2:])), (-1, *s[-2:]))
        for a, s in zip(arguments, shapes, strict=True)
    ]
    results: Any = sequences.map(function, *flat)
    return map_tensors(lambda r: _with_leading(r, leading), results)


def _with_leading(x: Any, leading: tuple[Any, ...]) -> Any:
    return x.reshape((*leading, *shape_of(lift(x))[1:]))


def transposed(x: Any) -> Any:
    """The matrices with rows and columns exchanged."""
    rank = primitives.rank_of(lift(x))
    return x.transpose(*range(rank - 2), rank - 1, rank - 2)


def adjoint(x: Any) -> Any:
    """The conjugate transposes of matrices."""
    return conj(transposed(x))


def hermitian(x: Any) -> Any:
    """The Hermitian matrices with the lower triangles of ``x`` and real diagonals; symmetric
    matrices if ``x`` is real."""
    if not is_complex(x):
        return tril(x) + transposed(tril(x, k=-1))
    below = tril(x, k=-1)
    return below + adjoint(below) + real(x) * eye(shape_of(lift(x))[-1], dtype=real(x).dtype)


def hermitian_part(x: Any) -> Any:
    """The mean of matrices and their adjoints."""
    return 0.5 * (x + adjoint(x))
