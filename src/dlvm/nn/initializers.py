"""Initializers: the initial values of parameters, drawn from a NumPy generator."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod, sqrt
from typing import Any, Literal, Protocol

import numpy as np

_TRUNCATED = 0.87962566103423978
"""The standard deviation of the standard normal distribution, truncated to [-2, 2]."""


class Initializer(Protocol):
    """A function that draws the initial weights of a layer.

    Parameters
    ----------
    rng
        The generator to draw from.
    shape
        The shape of the weights.
    inputs, outputs
        The fan-in and the fan-out of a unit.

    Returns
    -------
    Array
        f32 weights of ``shape``.
    """

    def __call__(
        self, rng: np.random.Generator, shape: tuple[int, ...], inputs: int, outputs: int
    ) -> Any: ...


@dataclass(frozen=True)
class VarianceScaling:
    """An initializer that draws random weights of mean 0 and variance ``scale / n``.

    Parameters
    ----------
    scale
        The variance times ``n``.
    by
        The definition of ``n``: the fan-in (``"inputs"``), the fan-out (``"outputs"``) or their
        mean (``"mean"``).
    distribution
        Uniform, normal, or normal without numbers beyond 2 standard deviations.

    Examples
    --------
    ::

        layer = Dense(64, 10, init=VarianceScaling(1, "inputs", "uniform"), rng=rng)
    """

    scale: float
    by: Literal["inputs", "outputs", "mean"]
    distribution: Literal["uniform", "normal", "truncated"] = "normal"

    def __call__(
        self, rng: np.random.Generator, shape: tuple[int, ...], inputs: int, outputs: int
    ) -> Any:
        count = {"inputs": inputs, "outputs": outputs, "mean": (inputs + outputs) / 2}[self.by]
        std = sqrt(self.scale / count)
        match self.distribution:
            case "uniform":
                numbers = rng.uniform(-sqrt(3) * std, sqrt(3) * std, shape)
            case "normal":
                numbers = rng.standard_normal(shape) * std
            case "truncated":
                numbers = _within_2(rng, shape) * (std / _TRUNCATED)
        return numbers.astype(np.float32)


glorot = VarianceScaling(1, "mean", "uniform")
"""For layers before a tanh or sigmoid (Glorot and Bengio, 2010)."""
glorot_normal = VarianceScaling(1, "mean")
he = VarianceScaling(2, "inputs")
"""For layers before a relu (He et al., 2015)."""
he_uniform = VarianceScaling(2, "inputs", "uniform")
lecun = VarianceScaling(1, "inputs")
"""For layers before a selu (LeCun et al., 1998)."""
lecun_uniform = VarianceScaling(1, "inputs", "uniform")


@dataclass(frozen=True)
class TruncatedNormal:
    """An initializer that draws normal weights of mean 0, and redraws those beyond 2 standard
    deviations.

    Parameters
    ----------
    std
        The standard deviation before the truncation.
    """

    std: float = 0.02

    def __call__(
        self, rng: np.random.Generator, shape: tuple[int, ...], inputs: int, outputs: int
    ) -> Any:
        return (_within_2(rng, shape) * self.std).astype(np.float32)


truncated_normal = TruncatedNormal()
unit_normal = TruncatedNormal(1.0)


def orthogonal(
    rng: np.random.Generator, shape: tuple[int, ...], inputs: int, outputs: int
) -> Any:  # fmt: skip
    """An initializer that draws orthogonal weights (Saxe et al., 2014).

    The weights are a matrix of ``prod(shape[:-1])`` rows and ``shape[-1]`` columns. Its rows or
    columns, whichever are fewer, are orthonormal.

    Parameters
    ----------
    rng
        The generator to draw from.
    shape
        The shape of the weights.
    inputs, outputs
        The fan-in and the fan-out of a unit, which have no effect.

    Returns
    -------
    Array
        f32 weights of ``shape``.
    """
    rows, columns = prod(shape[:-1]), shape[-1]
    q, r = np.linalg.qr(rng.standard_normal((max(rows, columns), min(rows, columns))))
    q *= np.sign(np.diag(r))  # Makes the distribution uniform over orthogonal matrices.
    return (q if rows >= columns else q.T).reshape(shape).astype(np.float32)


def _within_2(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    numbers = rng.standard_normal(shape)
    while (far := np.abs(numbers) > 2).any():
        numbers[far] = rng.standard_normal(np.count_nonzero(far))
    return numbers
