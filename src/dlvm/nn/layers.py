"""Layers: structs of parameters that are called with staged tensors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, overload

import numpy as np

from dlvm import nnkit
from dlvm.nn.initializers import Initializer, glorot, unit_normal
from dlvm.nn.modes import draw_key, is_training
from dlvm.nnkit import (
    AnyTensor,
    Array,
    Float1D,
    Float2D,
    Rank2,
    Tensor,
    Tracer,
    f32,
    initialize,
    random,
    struct,
)
from dlvm.nnkit.tracing.expected_shapes import require_shape
from dlvm.nnkit.tracing.ranks import More, StagedRank
from dlvm.nnkit.tracing.trace import failure

E = TypeVar("E")
N = TypeVar("N", bound=StagedRank)
T = TypeVar("T", bound=AnyTensor)
Layer = Callable[..., Any]
"""A function from inputs to outputs: a layer with parameters, or a function such as relu."""
Generator = np.random.Generator | None
"""The random number generator for initial parameters; None for a fresh, unseeded one."""


@struct
class Dense:
    """A fully connected layer: ``x @ weight + bias`` along the last dimension of ``x``.

    ``x`` has the shape ``(..., inputs)``, the result ``(..., outputs)``. ``weight`` is
    ``(inputs, outputs)`` and ``bias`` ``(outputs,)``, both f32.
    """

    weight: Float2D
    bias: Float1D | None

    def __init__(
        self,
        inputs: int,
        outputs: int,
        *,
        bias: bool = True,
        init: Initializer = glorot,
        rng: Generator = None,
    ) -> None:
        """Create the layer.

        Parameters
        ----------
        inputs, outputs
            The sizes of the last dimension before and after the layer.
        bias
            Whether the layer adds a bias. Biases start at 0.
        init
            The initializer of the weights.
        rng
            The generator that ``init`` draws from; by default a fresh, unseeded one.
        """
        initialize(
            self,
            weight=init(rng or np.random.default_rng(), (inputs, outputs), inputs, outputs),
            bias=np.zeros(outputs, np.float32) if bias else None,
        )

    def __call__(self, x: T) -> T:
        require_shape("Dense: input", x, ("...", self.weight.shape[0]))
        rows: Any = x.reshape((-1, x.shape[-1])) if x.ndim > 2 else x
        y = rows @ self.weight
        if self.bias is not None:
            y = y + self.bias
        return y.reshape((*x.shape[:-1], y.shape[-1])) if x.ndim > 2 else y


@struct
class Embedding:
    """An embedding table: looks up the row of ``weight``, f32 ``(count, width)``, for each index.

    Integer indices of the shape ``(...)`` become f32 rows of the shape ``(..., width)``.
    """

    weight: Float2D

    def __init__(
        self,
        count: int,
        width: int,
        *,
        init: Initializer = unit_normal,
        rng: Generator = None,
    ) -> None:
        """Create the table.

        Parameters
        ----------
        count, width
            The number of rows, and of elements in a row.
        init
            The initializer of the rows.
        rng
            The generator that ``init`` draws from; by default a fresh, unseeded one.
        """
        weight = init(rng or np.random.default_rng(), (count, width), count, width)
        initialize(self, weight=weight)

    @overload
    def __call__(self, indices: int) -> Float1D: ...
    @overload
    def __call__(self, indices: Tracer[Array[More[N], Any]]) -> Tensor[N, f32]: ...
    def __call__(self, indices: Any) -> Any:
        """The rows at ``indices``. An index out of range ends the program with an error.

        Parameters
        ----------
        indices
            Integers of any shape ``(...)``.

        Returns
        -------
        Tensor
            f32 rows of the shape ``(..., width)``.
        """
        return nnkit.take(self.weight, indices)

    def logits(self, x: Any) -> Any:
        """The product of ``x`` with each row. Use it to tie the output weights of a language model
        to its embedding.

        Parameters
        ----------
        x
            f32 of the shape ``(..., width)``.

        Returns
        -------
        Tensor
            f32 of the shape ``(..., count)``.
        """
        require_shape("Embedding.logits: x", x, ("...", self.weight.shape[1]))
        y = x.reshape((-1, x.shape[-1])) @ self.weight.T
        return y.reshape((*x.shape[:-1], y.shape[-1]))


@dataclass(frozen=True)
class Dropout:
    """Dropout: in training, sets each element to 0 with probability ``rate`` and scales the others
    by ``1 / (1 - rate)``, which keeps the mean (Srivastava et al., 2014).

    Outside training the layer returns its input, of any shape, unchanged.

    Parameters
    ----------
    rate
        The probability that an element becomes 0, in [0, 1).

    Raises
    ------
    DiagnosticError
        If ``rate`` is not in [0, 1).
    """

    rate: float = 0.5

    def __post_init__(self) -> None:
        if not 0 <= self.rate < 1:
            raise failure(f"dropout rate must be in [0, 1), got {self.rate}; 0.5 drops one half")

    def __call__(self, x: T) -> T:
        if not is_training() or self.rate == 0:
            return x
        kept = random.uniform(x.shape, dtype=x.dtype, key=draw_key()) >= self.rate
        found: Any = nnkit.where(kept, x * (1 / (1 - self.rate)), 0.0)
        return found


def _expect_layers(what: str, layers: tuple[Layer, ...]) -> None:
    for layer in layers:
        if not callable(layer):
            raise failure(
                f"{what}: a layer must be a function such as nn.Dense(2, 3) or nn.relu, got a "
                f"value of type {type(layer).__name__}; write {what}(first, second)"
            )


@struct
class Sequential:
    """The composition of layers: applies each layer to the output of the previous one.

    Examples
    --------
    ::

        model = Sequential(Dense(784, 128), relu, Dense(128, 10))
    """

    layers: tuple[Any, ...]

    def __init__(self, *layers: Layer) -> None:
        _expect_layers("Sequential", layers)
        initialize(self, layers=layers)

    def __call__(self, x: Any) -> Any:
        for layer in self.layers:
            x = layer(x)
        return x


@struct
class Residual:
    """A residual block: ``x + layers(x)``, with the layers applied in sequence (He et al., 2016).

    The layers must return a tensor of the shape of ``x``.
    """

    layers: tuple[Any, ...]

    def __init__(self, *layers: Layer) -> None:
        _expect_layers("Residual", layers)
        initialize(self, layers=layers)

    def __call__(self, x: T) -> T:
        y: Any = x
        for layer in self.layers:
            y = layer(y)
        require_shape("Residual: output of the layers", y, x.shape, ", that of the input")
        return x + y


def flatten(x: Tensor[Any, E]) -> Tensor[Rank2, E]:
    """Collapses all dimensions but the first: ``(n, ...)`` becomes ``(n, size)``.

    Parameters
    ----------
    x
        A tensor of any rank.

    Returns
    -------
    Tensor
        A matrix of the elements of ``x``, in row-major order.
    """
    require_shape("flatten: x", x, ("n", "..."))
    return x.reshape((x.shape[0], -1))
