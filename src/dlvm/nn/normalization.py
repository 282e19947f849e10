"""Normalization layers: normalize to mean 0 and variance 1, then apply a learned affine map."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from dlvm import nnkit
from dlvm.nn.modes import Buffer, is_training, latest, update
from dlvm.nnkit import AnyTensor, Float1D, initialize, struct
from dlvm.nnkit.tracing.expected_shapes import require_shape
from dlvm.nnkit.tracing.sizes import require_at_most
from dlvm.nnkit.tracing.trace import failure

T = TypeVar("T", bound=AnyTensor)


def _normal(x: Any, axes: int | tuple[int, ...], epsilon: float) -> Any:
    centered = x - nnkit.mean(x, axes, True)
    return centered * nnkit.rsqrt(nnkit.mean(centered * centered, axes, True) + epsilon)


def _parameters(layer: object, width: int) -> None:
    initialize(layer, scale=np.ones(width, np.float32), offset=np.zeros(width, np.float32))


def _for_channels(parameter: Any, rank: int) -> Any:
    """The parameter of each channel, in a shape that broadcasts to ``(n, channels, *spatial)``."""
    return parameter.reshape((-1, *[1] * (rank - 2)))


@struct
class LayerNorm:
    """Layer normalization along the last axis of ``(..., width)`` (Ba et al., 2016).

    Parameters
    ----------
    width
        The size of the last dimension.
    epsilon
        A number added to the variance, so that the result is finite.
    """

    scale: Float1D
    offset: Float1D
    epsilon: float

    def __init__(self, width: int, epsilon: float = 1e-5) -> None:
        _parameters(self, width)
        initialize(self, epsilon=epsilon)

    def __call__(self, x: T) -> T:
        require_shape("LayerNorm: input", x, ("...", *self.scale.shape))
        return _normal(x, -1, self.epsilon) * self.scale + self.offset


@struct
class RMSNorm:
    """Divides by the root mean square along the last axis of ``(..., width)`` (Zhang and Sennrich,
    2019).

    Parameters
    ----------
    width
        The size of the last dimension.
    epsilon
        A number added to the mean square, so that the result is finite.
    """

    scale: Float1D
    epsilon: float

    def __init__(self, width: int, epsilon: float = 1e-6) -> None:
        initialize(self, scale=np.ones(width, np.float32), epsilon=epsilon)

    def __call__(self, x: T) -> T:
        require_shape("RMSNorm: input", x, ("...", *self.scale.shape))
        found: Any = x * nnkit.rsqrt(nnkit.mean(x * x, -1, True) + self.epsilon) * self.scale
        return found


@struct
class GroupNorm:
    """Group normalization of ``(n, channels, *spatial)``: over the channels of a group and all
    positions (Wu and He, 2018). With as many groups as channels it is instance normalization.

    Parameters
    ----------
    groups, channels
        The number of groups, and the number of channels, a multiple of ``groups``.
    epsilon
        A number added to the variance, so that the result is finite.

    Raises
    ------
    DiagnosticError
        If ``channels`` is not a multiple of ``groups``.
    """

    scale: Float1D
    offset: Float1D
    groups: int
    epsilon: float

    def __init__(self, groups: int, channels: int, epsilon: float = 1e-5) -> None:
        if channels % groups:
            raise failure(f"channels must be a multiple of groups ({groups}), got {channels}")
        _parameters(self, channels)
        initialize(self, groups=groups, epsilon=epsilon)

    def __call__(self, x: T) -> T:
        require_shape("GroupNorm: input", x, ("n", *self.scale.shape, "*spatial"))
        y = _normal(x.reshape((x.shape[0], self.groups, -1)), 2, self.epsilon).reshape(x.shape)
        return y * _for_channels(self.scale, x.ndim) + _for_channels(self.offset, x.ndim)


@struct
class BatchNorm:
    """Batch normalization of each channel of ``(n, channels, *spatial)`` over the batch and all
    positions (Ioffe and Szegedy, 2015).

    In training, the layer normalizes by the mean and variance of the batch, and updates the running
    mean and variance. Outside of training, it normalizes by the running mean and variance.

    Parameters
    ----------
    channels
        The number of channels.
    momentum
        The weight of the batch in each update of the running mean and variance, from 0 to 1.
    epsilon
        A number added to the variance, so that the result is finite.

    Raises
    ------
    DiagnosticError
        In a call in training, if there are fewer than 2 elements for each channel.
    """

    scale: Float1D
    offset: Float1D
    mean: Buffer
    variance: Buffer
    momentum: float
    epsilon: float

    def __init__(self, channels: int, momentum: float = 0.1, epsilon: float = 1e-5) -> None:
        _parameters(self, channels)
        initialize(
            self,
            mean=Buffer(np.zeros(channels, np.float32)),
            variance=Buffer(np.ones(channels, np.float32)),
            momentum=momentum,
            epsilon=epsilon,
        )

    def __call__(self, x: T) -> T:
        require_shape("BatchNorm: input", x, ("n", *self.scale.shape, "*spatial"))
        mean, variance = self.mean.value, self.variance.value
        if is_training():
            axes = (0, *range(2, x.ndim))
            mean = nnkit.mean(x, axes)
            variance = nnkit.var(x, axes)
            count = x.size // x.shape[1]
            require_at_most(
                2,
                count,
                "batch normalization in training needs {0} elements for each channel, got {1}",
            )
            self._move(self.mean, mean)
            self._move(self.variance, variance * (count / (count - 1)))
        scale = _for_channels(self.scale * nnkit.rsqrt(variance + self.epsilon), x.ndim)
        return (x - _for_channels(mean, x.ndim)) * scale + _for_channels(self.offset, x.ndim)

    def _move(self, buffer: Buffer, value: Any) -> None:
        update(buffer, latest(buffer) * (1 - self.momentum) + value * self.momentum)
