"""Activation functions: element-wise, of floats of any shape, composed from NNKit's functions."""

from __future__ import annotations

from math import pi, sqrt
from typing import Any, TypeVar

from dlvm import nnkit
from dlvm.nnkit import Tensor
from dlvm.nnkit.staging.eager import eager

T = TypeVar("T", bound=Tensor[Any, Any])


@eager
def relu(x: T) -> T:
    """The rectified linear unit: ``max(x, 0)``.

    Parameters
    ----------
    x
        Numbers of any shape.

    Returns
    -------
    Tensor
        A tensor of the shape and element type of ``x``.
    """
    return nnkit.maximum(x, 0)


@eager
def leaky_relu(x: T, slope: float = 0.01) -> T:
    """``x`` if it is positive, else ``slope * x``.

    Parameters
    ----------
    x
        Floats of any shape.
    slope
        The slope for negative numbers.

    Returns
    -------
    Tensor
        A tensor of the shape and element type of ``x``.
    """
    found: Any = nnkit.where(x > 0, x, x * slope)
    return found


@eager
def elu(x: T, alpha: float = 1.0) -> T:
    """The exponential linear unit: ``x`` if it is positive, else ``alpha * (exp(x) - 1)`` (Clevert
    et al., 2016).

    Parameters
    ----------
    x
        Floats of any shape.
    alpha
        The results for large negative ``x`` are close to ``-alpha``.

    Returns
    -------
    Tensor
        A tensor of the shape and element type of ``x``.
    """
    found: Any = nnkit.where(x > 0, x, nnkit.expm1(nnkit.minimum(x, 0)) * alpha)
    return found


@eager
def selu(x: T) -> T:
    """``elu`` scaled to preserve mean 0 and variance 1 (Klambauer et al., 2017).

    Parameters
    ----------
    x
        Floats of any shape.

    Returns
    -------
    Tensor
        A tensor of the shape and element type of ``x``.
    """
    return elu(x, 1.6732632423543772) * 1.0507009873554805


@eager
def sigmoid(x: T) -> T:
    """The logistic function, ``1 / (1 + exp(-x))``.

    Parameters
    ----------
    x
        Floats of any shape.

    Returns
    -------
    Tensor
        Numbers from 0 to 1, of the shape and element type of ``x``.
    """
    # With tanh, neither the value nor the derivative overflows.
    return nnkit.tanh(x * 0.5) * 0.5 + 0.5


@eager
def silu(x: T) -> T:
    """The sigmoid linear unit ``x * sigmoid(x)``, also known as swish (Elfwing et al., 2018).

    Parameters
    ----------
    x
        Floats of any shape.

    Returns
    -------
    Tensor
        A tensor of the shape and element type of ``x``.
    """
    return x * sigmoid(x)


@eager
def softplus(x: T) -> T:
    """A smooth approximation of ``relu``: ``log(1 + exp(x))``. It does not overflow.

    Parameters
    ----------
    x
        Floats of any shape.

    Returns
    -------
    Tensor
        A tensor of the shape and element type of ``x``.
    """
    return nnkit.maximum(x, 0) + nnkit.log1p(nnkit.exp(-nnkit.abs(x)))


@eager
def log_sigmoid(x: T) -> T:
    """The logarithm of ``sigmoid``.

    Parameters
    ----------
    x
        Floats of any shape.

    Returns
    -------
    Tensor
        A tensor of the shape and element type of ``x``.
    """
    return -softplus(-x)


@eager
def gelu(x: T, approximate: bool = False) -> T:
    """The Gaussian error linear unit: ``x`` times the standard normal distribution function of
    ``x`` (Hendrycks and Gimpel, 2016).

    Parameters
    ----------
    x
        Floats of any shape.
    approximate
        Whether to use the paper's approximation with ``tanh``.

    Returns
    -------
    Tensor
        A tensor of the shape and element type of ``x``.
    """
    if approximate:
        return x * 0.5 * (nnkit.tanh((x + x * x * x * 0.044715) * sqrt(2 / pi)) + 1)
    return x * 0.5 * (nnkit.erf(x * sqrt(0.5)) + 1)


def _shifted(x: Any, axis: int) -> Any:
    # Keeps exp from overflowing. It cancels, so that no derivative goes through the maximum.
    return x - nnkit.max(x, axis, True)


@eager
def softmax(x: T, axis: int = -1) -> T:
    """``exp(x) / sum(exp(x))`` along the axis: positive, with sum 1.

    Parameters
    ----------
    x
        Floats of any shape.
    axis
        The axis along which the results sum to 1.

    Returns
    -------
    Tensor
        A tensor of the shape and element type of ``x``.
    """
    numbers = nnkit.exp(_shifted(x, axis))
    return numbers / nnkit.sum(numbers, axis, True)


@eager
def log_softmax(x: T, axis: int = -1) -> T:
    """The logarithm of ``softmax``, computed without overflow.

    Parameters
    ----------
    x
        Floats of any shape.
    axis
        The axis along which the softmax sums to 1.

    Returns
    -------
    Tensor
        A tensor of the shape and element type of ``x``.
    """
    shifted = _shifted(x, axis)
    return shifted - nnkit.log(nnkit.sum(nnkit.exp(shifted), axis, True))


@eager
def logsumexp(x: Any, axis: int = -1, keepdims: bool = False) -> Any:
    """The logarithm of the sum of ``exp(x)`` along the axis, computed without overflow.

    Parameters
    ----------
    x
        Floats of any shape.
    axis
        The axis to sum along.
    keepdims
        Whether the result keeps the axis, with size 1.

    Returns
    -------
    Tensor
        A tensor of the element type of ``x``, without the axis unless ``keepdims``.
    """
    highest = nnkit.max(x, axis, True)
    whole = nnkit.log(nnkit.sum(nnkit.exp(x - highest), axis, True)) + highest
    return whole if keepdims else nnkit.squeeze(whole, axis)
