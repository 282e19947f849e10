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
    Rep,
    Tensor,
    f32,
    initialize,
    random,
    struct,
)
from dlvm.nnkit.tracing.ranks import More, Rank
from dlvm.nnkit.tracing.trace import failure

E = TypeVar("E")
N = TypeVar("N", bound=Rank)
T = TypeVar("T", bound=AnyTensor)
Layer = Callable[..., Any]
"""Anything that gives outputs for inputs: a layer with parameters, or a function such as relu."""
Generator = np.random.Generator | None
"""Where random parameters come from; None for such as are unlike any others."""


@struct
class Dense:
    """``x @ weight + bias``, for rows ``x``: the last dimension of a tensor of any rank."""

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
        """Random weights made by ``init`` from ``rng`` (or unlike any others), biases of 0."""
        initialize(
            self,
            weight=init(rng or np.random.default_rng(), (inputs, outputs), inputs, outputs),
            bias=np.zeros(outputs, np.float32) if bias else None,
        )

    def __call__(self, x: T) -> T:
        rows: Any = x.reshape((-1, x.shape[-1])) if x.ndim > 2 else x
        y = rows @ self.weight
        if self.bias is not None:
            y = y + self.bias
        return y.reshape((*x.shape[:-1], y.shape[-1])) if x.ndim > 2 else y


@struct
class Embedding:
    """A row of ``weight`` for each index."""

    weight: Float2D

    def __init__(
        self,
        count: int,
        width: int,
        *,
        init: Initializer = unit_normal,
        rng: Generator = None,
    ) -> None:
        """``count`` rows of so many numbers, made by ``init`` from ``rng``."""
        weight = init(rng or np.random.default_rng(), (count, width), count, width)
        initialize(self, weight=weight)

    @overload
    def __call__(self, indices: int) -> Float1D: ...
    @overload
    def __call__(self, indices: Rep[Array[More[N], Any]]) -> Tensor[N, f32]: ...
    def __call__(self, indices: Any) -> Any:
        """An index out of range ends the program."""
        return nnkit.take(self.weight, indices)

    def logits(self, x: Any) -> Any:
        """The product of ``x`` with each row, for a network that names what it embeds."""
        y = x.reshape((-1, x.shape[-1])) @ self.weight.T
        return y.reshape((*x.shape[:-1], y.shape[-1]))


@dataclass(frozen=True)
class Dropout:
    """While training, each number is 0 with the probability ``rate``, and the others grow by as
    much as keeps the mean (Srivastava et al., 2014)."""

    rate: float = 0.5

    def __call__(self, x: T) -> T:
        if not 0 <= self.rate < 1:
            raise failure(f"a dropout rate of {self.rate} found, expected one from 0 to below 1")
        if not is_training() or self.rate == 0:
            return x
        kept = random.uniform(x.shape, dtype=x.dtype, key=draw_key()) >= self.rate
        found: Any = nnkit.where(kept, x * (1 / (1 - self.rate)), 0.0)
        return found


@struct
class Sequential:
    """Layers one after the other."""

    layers: tuple[Layer, ...]

    def __init__(self, *layers: Layer) -> None:
        initialize(self, layers=layers)

    def __call__(self, x: Any) -> Any:
        for layer in self.layers:
            x = layer(x)
        return x


@struct
class Residual:
    """``x`` plus what the layers, one after the other, make of it (He et al., 2016)."""

    layers: tuple[Layer, ...]

    def __init__(self, *layers: Layer) -> None:
        initialize(self, layers=layers)

    def __call__(self, x: T) -> T:
        y: Any = x
        for layer in self.layers:
            y = layer(y)
        return x + y


def flatten(x: Tensor[Any, E]) -> Tensor[Rank2, E]:
    """All dimensions but the first as one."""
    return x.reshape((x.shape[0], -1))
