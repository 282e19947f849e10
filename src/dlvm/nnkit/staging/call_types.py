"""Types of calls of staged functions, for type checkers.

A call with staged values returns staged values. A call with arrays and numbers returns arrays: an
array of f32 for ``Float2D``, a scalar for ``Float0D``, and a struct for a struct. If arrays and
staged values are mixed, as by a staged function that passes a number, the result is staged.
"""

# An overload with staged values precedes those with arrays, and mypy accepts more for the former.
# pyright: reportOverlappingOverload=false

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, final, overload

from dlvm.nnkit.tracing.tracer import Dataclass, Host, Plain, Tracer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dlvm.nnkit.array_api.tensors import TensorOrArray
    from dlvm.nnkit.tracing.ranks import Array, OnHost, Rank0, Stored

    Mixed = Host | Tracer[Any]
    A = TypeVar("A")
    B = TypeVar("B")
    C = TypeVar("C")
    D = TypeVar("D")
    E = TypeVar("E")
    F = TypeVar("F")
    N = TypeVar("N", bound=np.generic)
    Rank = TypeVar("Rank")
    S = TypeVar("S", bound=Dataclass)

    @final
    class OnlyAny:
        """The bottom type, to which only ``Any`` is assignable."""


P = ParamSpec("P")
R_co = TypeVar("R_co", covariant=True)


class Calls(Tracer[Callable[P, R_co]], Generic[P, R_co]):
    """The calls of a staged function with parameters ``P`` and result ``R_co``."""

    if TYPE_CHECKING:
        # A result of any type: no other type is assignable to OnlyAny.
        @overload
        def __call__(self: Calls[..., OnlyAny], *args: Any, **kwargs: Any) -> Any: ...
        # Structs only, which are the same inside and outside of staged functions.
        @overload
        def __call__(
            self: Calls[..., Tracer[Array[Rank, E]]],
            a: Dataclass,
            /,
            *args: Dataclass,
            **kwargs: Dataclass,
        ) -> TensorOrArray[Rank, E]: ...
        # Staged values.
        @overload
        def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co: ...
        # Arrays and numbers.
        @overload
        def __call__(
            self: Calls[..., Tracer[Array[Rank0, Stored[N]]]], *args: Host, **kwargs: Host
        ) -> N: ...
        @overload
        def __call__(
            self: Calls[..., Tracer[Array[Any, Stored[N]]]], *args: Host, **kwargs: Host
        ) -> NDArray[N]: ...
        @overload
        def __call__(
            self: Calls[..., Tracer[Array[Rank0, bool]]], *args: Host, **kwargs: Host
        ) -> np.bool_: ...
        @overload
        def __call__(
            self: Calls[..., Tracer[Array[Any, bool]]], *args: Host, **kwargs: Host
        ) -> NDArray[np.bool_]: ...
        @overload
        def __call__(
            self: Calls[..., tuple[OnHost[A]]], *args: Host, **kwargs: Host
        ) -> tuple[A]: ...
        @overload
        def __call__(
            self: Calls[..., tuple[OnHost[A], OnHost[B]]], *args: Host, **kwargs: Host
        ) -> tuple[A, B]: ...
        @overload
        def __call__(
            self: Calls[..., tuple[OnHost[A], OnHost[B], OnHost[C]]], *args: Host, **kwargs: Host
        ) -> tuple[A, B, C]: ...
        @overload
        def __call__(
            self: Calls[..., tuple[OnHost[A], OnHost[B], OnHost[C], OnHost[D]]],
            *args: Host,
            **kwargs: Host,
        ) -> tuple[A, B, C, D]: ...
        @overload
        def __call__(
            self: Calls[..., tuple[OnHost[A], OnHost[B], OnHost[C], OnHost[D], OnHost[E]]],
            *args: Host,
            **kwargs: Host,
        ) -> tuple[A, B, C, D, E]: ...
        @overload
        def __call__(
            self: Calls[
                ..., tuple[OnHost[A], OnHost[B], OnHost[C], OnHost[D], OnHost[E], OnHost[F]]
            ],
            *args: Host,
            **kwargs: Host,
        ) -> tuple[A, B, C, D, E, F]: ...
        @overload
        def __call__(
            self: Calls[..., tuple[OnHost[A], ...]], *args: Host, **kwargs: Host
        ) -> tuple[A, ...]: ...
        @overload
        def __call__(self: Calls[..., S], *args: Host, **kwargs: Host) -> S: ...
        @overload
        def __call__(self: Calls[..., OnHost[A]], *args: Host, **kwargs: Host) -> A: ...
        @overload
        def __call__(self, *args: Host, **kwargs: Host) -> Any: ...
        # Both.
        @overload
        def __call__(self, a: Plain, /, *args: Mixed, **kwargs: Mixed) -> R_co: ...
        @overload
        def __call__(self, a: Mixed, b: Plain, /, *args: Mixed, **kwargs: Mixed) -> R_co: ...
        @overload
        def __call__(
            self, a: Mixed, b: Mixed, c: Plain, /, *args: Mixed, **kwargs: Mixed
        ) -> R_co: ...
        @overload
        def __call__(
            self, a: Mixed, b: Mixed, c: Mixed, d: Plain, /, *args: Mixed, **kwargs: Mixed
        ) -> R_co: ...
        @overload
        def __call__(
            self, a: Mixed, b: Mixed, c: Mixed, d: Mixed, e: Plain, /, *args: Mixed, **kwargs: Mixed
        ) -> R_co: ...
        def __call__(self, *args: Any, **kwargs: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
            """Runs the function; inside another staged function, stages a call of it.

            Raises :class:`DiagnosticError` if an argument does not have its annotated type, or if
            the function cannot be staged for the arguments' shapes.
            """
