"""Convolutions and pooling, over tensors of the shape ``(n, channels, *spatial)``.

Windows, strides, padding and dilation are numbers, or one number for each spatial dimension.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, ClassVar, Literal, TypeVar, cast

import numpy as np

from dlvm import nnkit
from dlvm.nn.initializers import Initializer, he
from dlvm.nn.layers import Generator
from dlvm.nnkit import AnyTensor, Float1D, initialize, struct
from dlvm.nnkit.tracing.trace import failure

Numbers = int | Sequence[int]
T = TypeVar("T", bound=AnyTensor)


def _each(numbers: Numbers, rank: int, what: str) -> tuple[int, ...]:
    found = tuple(numbers) if isinstance(numbers, Sequence) else (numbers,) * rank
    if len(found) != rank:
        raise failure(f"{what} of {len(found)} numbers found, expected {rank}")
    for number in cast("tuple[object, ...]", found):
        if not isinstance(number, int):
            raise failure(f"{number!r} found in {what}, expected an integer")
    return found


def _plus_bias(y: Any, bias: Any) -> Any:
    return y if bias is None else y + bias.reshape((-1, *[1] * (y.ndim - 2)))


def _set_up(
    layer: Any, channels: tuple[int, int], inputs: int, outputs: int, window: Numbers,
    strides: Numbers, dilation: Numbers, groups: int, bias: bool, init: Initializer, rng: Generator,
) -> tuple[int, ...]:  # fmt: skip
    """Sets what layers of both kinds have, and gives how far apart a window's ends are."""
    if inputs % groups or outputs % groups:
        raise failure(
            f"{inputs} inputs and {outputs} outputs in {groups} groups found, expected "
            "multiples of the groups"
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
    """How many spatial dimensions there are."""

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
        """A kernel made by ``init`` from ``rng`` (or unlike any others), biases of 0.

        ``padding`` is how many zeros are put at each side; ``"same"`` as many as leave the sizes
        as they are, for strides of 1. Outputs of one of ``groups`` see the inputs of their group.
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
        y = nnkit.convolve(
            x, self.kernel, self.strides, self.padding, self.dilation, self.groups
        )  # fmt: skip
        return _plus_bias(y, self.bias)


@struct(init=False)
class Conv1D(_Convolution):
    """A convolution over sequences, with the kernel ``(outputs, inputs // groups, window)``."""

    rank: ClassVar[int] = 1


@struct(init=False)
class Conv2D(_Convolution):
    """A convolution over images, with the kernel ``(outputs, inputs // groups, *window)``."""

    rank: ClassVar[int] = 2


@struct(init=False)
class Conv3D(_Convolution):
    """A convolution over volumes, with the kernel ``(outputs, inputs // groups, *window)``."""

    rank: ClassVar[int] = 3


def depthwise(
    kind: Callable[..., Any], channels: int, window: Numbers, multiplier: int = 1, **options: Any
) -> Any:
    """A convolution (``Conv2D`` for example) with ``multiplier`` kernels for each channel, which
    see no other one. The options are those of the convolution."""
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
        """A kernel made by ``init`` from ``rng`` (or unlike any others), biases of 0.

        ``padding`` is that of the convolution that is transposed, which takes as much from each
        side of the result; ``output_padding`` is added at the end of each spatial dimension.
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
        groups = self.groups
        kernel = self.kernel.reshape((groups, inputs // groups, outputs, *window))
        kernel = kernel.transpose(0, 2, 1, *range(3, 3 + self.rank))
        kernel = kernel.reshape((groups * outputs, inputs // groups, *window))
        kernel = nnkit.flip(kernel, tuple(range(2, 2 + self.rank)))
        y = nnkit.convolve(x, kernel, 1, self.padding, self.dilation, groups, self.strides)
        return _plus_bias(y, self.bias)


@struct(init=False)
class ConvTranspose1D(_TransposedConvolution):
    """The transpose of a convolution over sequences: its gradient as a layer, which makes them
    longer by strides. The kernel is ``(inputs, outputs // groups, window)``."""

    rank: ClassVar[int] = 1


@struct(init=False)
class ConvTranspose2D(_TransposedConvolution):
    """The transpose of a convolution over images; see ``ConvTranspose1D``."""

    rank: ClassVar[int] = 2


@struct(init=False)
class ConvTranspose3D(_TransposedConvolution):
    """The transpose of a convolution over volumes; see ``ConvTranspose1D``."""

    rank: ClassVar[int] = 3


@dataclass(frozen=True)
class _Pool:
    window: Numbers
    strides: Numbers | None = None
    """The window's size where it is not given."""
    padding: Numbers = 0

    def reduced(self, x: Any, by: str) -> tuple[Any, int]:
        """The windows' elements joined, and how many a window has."""
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
    """The greatest number in each window."""

    def __call__(self, x: T) -> T:
        return self.reduced(x, "max")[0]


@dataclass(frozen=True)
class AveragePool(_Pool):
    """The mean of the numbers in each window, with zeros for the padding."""

    def __call__(self, x: T) -> T:
        total, count = self.reduced(x, "add")
        return total * (1 / count)


@dataclass(frozen=True)
class _AdaptivePool:
    sizes: Numbers

    def pooled(self, x: Any, join: Callable[..., Any]) -> Any:
        """The spatial dimensions cut into parts of nearly the same size, each joined."""
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
    """The greatest number in each of so many parts."""

    def __call__(self, x: T) -> T:
        return self.pooled(x, nnkit.max)


@dataclass(frozen=True)
class AdaptiveAveragePool(_AdaptivePool):
    """The mean of each of so many parts."""

    def __call__(self, x: T) -> T:
        return self.pooled(x, nnkit.mean)


def global_average_pool(x: Any) -> Any:
    """The mean over the spatial dimensions: ``(n, channels)``."""
    return nnkit.mean(x, tuple(range(2, x.ndim)))


def global_max_pool(x: Any) -> Any:
    """The greatest numbers over the spatial dimensions: ``(n, channels)``."""
    return nnkit.max(x, tuple(range(2, x.ndim)))
