"""Convolutions and pooling, over tensors of the shape ``(n, channels, *spatial)``.

Windows, strides, padding and dilation are given by one integer, or by one for each spatial
dimension.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, ClassVar, Literal, TypeVar, cast

import numpy as np

from dlvm import nnkit
from dlvm.diagnostics import quantity
from dlvm.nn.initializers import Initializer, he
from dlvm.nn.layers import Generator
from dlvm.nnkit import AnyTensor, Float1D, initialize, struct
from dlvm.nnkit.tracing.expected_shapes import require_shape
from dlvm.nnkit.tracing.trace import failure

Numbers = int | Sequence[int]
T = TypeVar("T", bound=AnyTensor)
_SPATIAL = {1: ("length",), 2: ("height", "width"), 3: ("depth", "height", "width")}
"""The names of the spatial dimensions, by their number."""


def _require_images(layer: object, x: Any, channels: Any, rank: int | None = None) -> None:
    """Requires the input of a layer to have channels and spatial dimensions: ``rank`` of them, or
    at least one."""
    spatial = ("size", "*sizes") if rank is None else _SPATIAL[rank]
    name = getattr(layer, "__name__", type(layer).__name__)
    require_shape(f"{name}: input", x, ("n", channels, *spatial))


def _each(numbers: Numbers, rank: int, what: str) -> tuple[int, ...]:
    found = tuple(numbers) if isinstance(numbers, Sequence) else (numbers,) * rank
    if len(found) != rank:
        raise failure(
            f"{what} must have {quantity(rank, 'number')}, one for each spatial dimension, "
            f"got {len(found)}"
        )
    for number in cast("tuple[object, ...]", found):
        if not isinstance(number, int):
            raise failure(f"{what} must consist of integers, got {number!r}")
    return found


def _plus_bias(y: Any, bias: Any) -> Any:
    return y if bias is None else y + bias.reshape((-1, *[1] * (y.ndim - 2)))


def _set_up(
    layer: Any, channels: tuple[int, int], inputs: int, outputs: int, window: Numbers,
    strides: Numbers, dilation: Numbers, groups: int, bias: bool, init: Initializer, rng: Generator,
) -> tuple[int, ...]:  # fmt: skip
    """Sets the fields of both kinds of layers; returns the dilated extent of a window, less 1."""
    if inputs % groups or outputs % groups:
        raise failure(
            f"inputs and outputs must be multiples of groups ({groups}), got {inputs} and {outputs}"
        )
    windows = _each(window, layer.rank, "a window")
    wide = _each(dilation, layer.rank, "a dilation")
    count = prod(windows)
    fans = inputs // groups * count, outputs // groups * count
    generator = rng or np.random.default_rng()
    initialize(
        layer,
        kernel=init(generator, (*channels, *windows), *fans),
        bias=np.zeros(outputs, np.float32) if bias else None,
        strides=_each(strides, layer.rank, "strides"),
        dilation=wide,
        groups=groups,
    )
    return tuple(d * (w - 1) for w, d in zip(windows, wide, strict=True))


@struct
class _Convolution:
    rank: ClassVar[int]
    """The number of spatial dimensions."""

    kernel: Any
    bias: Float1D | None
    strides: tuple[int, ...]
    padding: tuple[tuple[int, int], ...]
    dilation: tuple[int, ...]
    groups: int

    def __init__(
        self,
        inputs: int,
        outputs: int,
        window: Numbers,
        *,
        strides: Numbers = 1,
        padding: Numbers | Literal["same"] = 0,
        dilation: Numbers = 1,
        groups: int = 1,
        bias: bool = True,
        init: Initializer = he,
        rng: Generator = None,
    ) -> None:
        """Create the layer.

        Parameters
        ----------
        inputs, outputs
            The numbers of channels before and after the layer, multiples of ``groups``.
        window
            The size of the kernel.
        strides, dilation
            The steps between windows, and between the elements of a window.
        padding
            The number of zeros at both ends of each spatial dimension, or ``"same"`` for as many
            as preserve the sizes with strides of 1.
        groups
            The number of groups of channels; outputs depend only on the inputs of their group.
        bias
            Whether the layer adds a bias to each channel. Biases start at 0.
        init
            The initializer of the kernel.
        rng
            The generator that ``init`` draws from; by default a fresh, unseeded one.

        Raises
        ------
        DiagnosticError
            If the channels are not multiples of ``groups``, or if a window, stride, padding or
            dilation is not an integer or one integer for each spatial dimension.
        """
        reach = _set_up(
            self, (outputs, inputs // groups), inputs, outputs, window, strides, dilation, groups,
            bias, init, rng,
        )  # fmt: skip
        if padding == "same":
            pairs = tuple((r // 2, r - r // 2) for r in reach)
        else:
            pairs = tuple((p, p) for p in _each(padding, self.rank, "padding"))
        initialize(self, padding=pairs)

    def __call__(self, x: T) -> T:
        _require_images(self, x, self.kernel.shape[1] * self.groups, self.rank)
        y = nnkit.convolve(
            x, self.kernel, self.strides, self.padding, self.dilation, self.groups
        )  # fmt: skip
        return _plus_bias(y, self.bias)


@struct(init=False)
class Conv1D(_Convolution):
    """A 1-D convolution: ``(n, inputs, length)`` becomes ``(n, outputs, new length)``.

    The kernel is f32 ``(outputs, inputs // groups, window)`` and is not flipped.
    """

    rank: ClassVar[int] = 1


@struct(init=False)
class Conv2D(_Convolution):
    """A 2-D convolution: ``(n, inputs, *sizes)`` becomes ``(n, outputs, *new sizes)``.

    The kernel is f32 ``(outputs, inputs // groups, *window)`` and is not flipped.
    """

    rank: ClassVar[int] = 2


@struct(init=False)
class Conv3D(_Convolution):
    """A 3-D convolution; see :class:`Conv2D`."""

    rank: ClassVar[int] = 3


def depthwise(
    kind: Callable[..., Any], channels: int, window: Numbers, multiplier: int = 1, **options: Any
) -> Any:
    """A depthwise convolution: ``multiplier`` kernels for each channel, applied to this channel
    alone.

    Parameters
    ----------
    kind
        The class of the layer, such as :class:`Conv2D`.
    channels
        The number of channels before the layer; after it there are ``channels * multiplier``.
    window
        The size of the kernel.
    multiplier
        The number of kernels for each channel.
    **options
        Other arguments of the class.

    Examples
    --------
    ::

        layer = depthwise(Conv2D, 32, 3, padding=1, rng=rng)
    """
    return kind(channels, channels * multiplier, window, groups=channels, **options)


@struct
class _TransposedConvolution:
    rank: ClassVar[int]

    kernel: Any
    bias: Float1D | None
    strides: tuple[int, ...]
    padding: tuple[tuple[int, int], ...]
    dilation: tuple[int, ...]
    groups: int

    def __init__(
        self,
        inputs: int,
        outputs: int,
        window: Numbers,
        *,
        strides: Numbers = 1,
        padding: Numbers = 0,
        output_padding: Numbers = 0,
        dilation: Numbers = 1,
        groups: int = 1,
        bias: bool = True,
        init: Initializer = he,
        rng: Generator = None,
    ) -> None:
        """Create the layer.

        Parameters
        ----------
        inputs, outputs
            The numbers of channels before and after the layer, multiples of ``groups``.
        window
            The size of the kernel.
        strides, dilation
            The steps between windows, and between the elements of a window.
        padding
            The padding of the convolution that is transposed: as many elements are removed from
            both ends of each spatial dimension of the result.
        output_padding
            The number of elements added at the end of each spatial dimension of the result.
        groups
            The number of groups of channels; outputs depend only on the inputs of their group.
        bias
            Whether the layer adds a bias to each channel. Biases start at 0.
        init
            The initializer of the kernel.
        rng
            The generator that ``init`` draws from; by default a fresh, unseeded one.

        Raises
        ------
        DiagnosticError
            If the channels are not multiples of ``groups``, or if a window, stride, padding or
            dilation is not an integer or one integer for each spatial dimension.
        """
        reach = _set_up(
            self, (inputs, outputs // groups), inputs, outputs, window, strides, dilation, groups,
            bias, init, rng,
        )  # fmt: skip
        taken = _each(padding, self.rank, "padding")
        added = _each(output_padding, self.rank, "output padding")
        pairs = tuple((r - p, r - p + m) for r, p, m in zip(reach, taken, added, strict=True))
        initialize(self, padding=pairs)

    def __call__(self, x: T) -> T:
        inputs, outputs, *window = self.kernel.shape
        _require_images(self, x, inputs, self.rank)
        groups = self.groups
        kernel = self.kernel.reshape((groups, inputs // groups, outputs, *window))
        kernel = kernel.transpose(0, 2, 1, *range(3, 3 + self.rank))
        kernel = kernel.reshape((groups * outputs, inputs // groups, *window))
        kernel = nnkit.flip(kernel, tuple(range(2, 2 + self.rank)))
        y = nnkit.convolve(x, kernel, 1, self.padding, self.dilation, groups, self.strides)
        return _plus_bias(y, self.bias)


@struct(init=False)
class ConvTranspose1D(_TransposedConvolution):
    """A transposed 1-D convolution, the gradient of a convolution with respect to its input:
    strides upsample. The kernel is f32 ``(inputs, outputs // groups, window)``."""

    rank: ClassVar[int] = 1


@struct(init=False)
class ConvTranspose2D(_TransposedConvolution):
    """A transposed 2-D convolution; see :class:`ConvTranspose1D`."""

    rank: ClassVar[int] = 2


@struct(init=False)
class ConvTranspose3D(_TransposedConvolution):
    """A transposed 3-D convolution; see :class:`ConvTranspose1D`."""

    rank: ClassVar[int] = 3


@dataclass(frozen=True)
class _Pool:
    window: Numbers
    strides: Numbers | None = None
    """By default, the window's size."""
    padding: Numbers = 0

    def reduced(self, x: Any, by: str) -> tuple[Any, int]:
        """The reduction of each window, and the number of elements in a window."""
        _require_images(self, x, "channels")
        rank = x.ndim - 2
        window = _each(self.window, rank, "a window")
        strides = window if self.strides is None else _each(self.strides, rank, "strides")
        padding = [(p, p) for p in _each(self.padding, rank, "padding")]
        y = nnkit.reduce_window(
            x, by, (1, 1, *window), (1, 1, *strides), [(0, 0), (0, 0), *padding]
        )
        return y, prod(window)


@dataclass(frozen=True)
class MaxPool(_Pool):
    """Max pooling: the maximum of each window of ``(n, channels, *spatial)``.

    Parameters
    ----------
    window
        The size of the windows: one integer, or one for each spatial dimension.
    strides
        The steps between windows; by default the size of the window.
    padding
        The number of elements to add at both ends of each spatial dimension. The maximum ignores
        them.

    Raises
    ------
    DiagnosticError
        In a call, if an argument is not an integer or one integer for each spatial dimension.
    """

    def __call__(self, x: T) -> T:
        return self.reduced(x, "max")[0]


@dataclass(frozen=True)
class AveragePool(_Pool):
    """Average pooling: the mean of each window of ``(n, channels, *spatial)``, padded with 0.

    Parameters
    ----------
    window
        The size of the windows: one integer, or one for each spatial dimension.
    strides
        The steps between windows; by default the size of the window.
    padding
        The number of zeros at both ends of each spatial dimension. They count in the means.

    Raises
    ------
    DiagnosticError
        In a call, if an argument is not an integer or one integer for each spatial dimension.
    """

    def __call__(self, x: T) -> T:
        total, count = self.reduced(x, "add")
        return total * (1 / count)


@dataclass(frozen=True)
class _AdaptivePool:
    sizes: Numbers

    def pooled(self, x: Any, join: Callable[..., Any]) -> Any:
        """Splits the spatial dimensions into ``sizes`` nearly equal parts and reduces each."""
        _require_images(self, x, "channels")
        sizes = _each(self.sizes, x.ndim - 2, "sizes")
        cuts = [
            [slice(i * whole // size, -(-(i + 1) * whole // size)) for i in range(size)]
            for whole, size in zip(x.shape[2:], sizes, strict=True)
        ]
        axes = tuple(range(2, x.ndim))
        parts = [join(x[:, :, *places], axes) for places in product(*cuts)]
        return nnkit.stack(parts, 2).reshape((*x.shape[:2], *sizes))


@dataclass(frozen=True)
class AdaptiveMaxPool(_AdaptivePool):
    """Adaptive max pooling: splits each spatial dimension of ``(n, channels, *spatial)`` into
    nearly equal parts, and returns the maximum of each.

    Parameters
    ----------
    sizes
        The sizes of the result: one integer, or one for each spatial dimension.
    """

    def __call__(self, x: T) -> T:
        return self.pooled(x, nnkit.max)


@dataclass(frozen=True)
class AdaptiveAveragePool(_AdaptivePool):
    """Adaptive average pooling: splits each spatial dimension of ``(n, channels, *spatial)`` into
    nearly equal parts, and returns the mean of each.

    Parameters
    ----------
    sizes
        The sizes of the result: one integer, or one for each spatial dimension.
    """

    def __call__(self, x: T) -> T:
        return self.pooled(x, nnkit.mean)


def global_average_pool(x: Any) -> Any:
    """The mean over the spatial dimensions.

    Parameters
    ----------
    x
        Floats of the shape ``(n, channels, *spatial)``.

    Returns
    -------
    Tensor
        Floats of the shape ``(n, channels)``.
    """
    _require_images(global_average_pool, x, "channels")
    return nnkit.mean(x, tuple(range(2, x.ndim)))


def global_max_pool(x: Any) -> Any:
    """The maximum over the spatial dimensions.

    Parameters
    ----------
    x
        Numbers of the shape ``(n, channels, *spatial)``.

    Returns
    -------
    Tensor
        Numbers of the shape ``(n, channels)``.
    """
    _require_images(global_max_pool, x, "channels")
    return nnkit.max(x, tuple(range(2, x.ndim)))
