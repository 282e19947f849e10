"""The distinct convolutions of ResNet-50 (He et al., 2016), the depthwise ones of MobileNet (Howard
et al., 2017) and those of ResNeXt-50 in 32 groups (Xie et al., 2017), on one image."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from benchmarks import functions
from benchmarks.workload import Inputs, Workload

DEPTHWISE = (
    (32, 112, 1), (64, 112, 2), (128, 56, 1), (128, 56, 2), (256, 28, 1), (256, 28, 2),
    (512, 14, 1), (512, 14, 2), (1024, 7, 1),
)  # fmt: skip
"""Channels, size of the image, stride."""
GROUPED = (
    (128, 56, 1), (256, 56, 2), (256, 28, 1), (512, 28, 2), (512, 14, 1), (1024, 14, 2),
    (1024, 7, 1),
)  # fmt: skip
"""Channels, size of the image, stride."""
GROUPS = 32


def resnet() -> Iterator[tuple[int, int, int, int, int]]:
    """Channels in, size of the image, channels out, size of the kernel, stride."""
    yield 3, 224, 64, 7, 2
    yield 64, 56, 64, 1, 1
    yield 64, 56, 64, 3, 1
    yield 64, 56, 256, 1, 1
    yield 256, 56, 64, 1, 1
    for size, inner in ((56, 128), (28, 256), (14, 512)):
        # The first of the blocks halves the image, beside it a convolution for the sum.
        yield 2 * inner, size, inner, 1, 2
        yield 2 * inner, size, 4 * inner, 1, 2
        yield inner, size // 2, inner, 3, 1
        yield inner, size // 2, 4 * inner, 1, 1
        yield 4 * inner, size // 2, inner, 1, 1


def inputs(channels: int, size: int, out: int, window: int, groups: int) -> Inputs:
    random = np.random.default_rng(0)
    shape = (out, channels // groups, window, window)
    scale = np.float32(np.prod(shape[1:]) ** -0.5)
    return {
        "x": random.standard_normal((1, channels, size, size), np.float32),
        "kernel": random.standard_normal(shape, np.float32) * scale,
    }


def _workload(
    name: str, channels: int, size: int, out: int, window: int, stride: int, groups: int
) -> Workload:
    options = (stride, window // 2, groups)
    places = ((size - 1) // stride + 1) ** 2
    weights = out * channels // groups * window**2
    return Workload(
        name=f"{name}-{channels}x{size}x{size}-{out}-{window}x{window}-by-{stride}",
        inputs=partial(inputs, channels, size, out, window, groups),
        peers=functions.peers(
            "convolution", ("dlvm", "pytorch", "onnxruntime", "openvino"), *options
        ),
        flops=2 * places * weights,
        size=4 * (channels * size**2 + weights + out * places),
        tolerance=1e-4,
        files=functions.files("convolution", *options, learned=("kernel",)),
        rivals=("pytorch", "onnxruntime"),
        family="grouped convolution" if groups == GROUPS < channels else "convolution",
        magnitude="terms",
    )


WORKLOADS = [
    *(_workload("convolution", *layer, groups=1) for layer in resnet()),
    *(
        _workload("depthwise", channels, size, channels, 3, stride, channels)
        for channels, size, stride in DEPTHWISE
    ),
    *(
        _workload("grouped", channels, size, channels, 3, stride, GROUPS)
        for channels, size, stride in GROUPED
    ),
]
