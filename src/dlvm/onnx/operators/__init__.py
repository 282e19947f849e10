"""The operators of ONNX, a file for each family; :mod:`.table` defines how to register one."""

from dlvm.onnx.operators import (
    control,
    convolution,
    creation,
    elementwise,
    indexing,
    linear,
    movement,
    normalization,
    quantization,
    randoms,
    recurrent,
    reduction,
    resize,
    sets,
    signal,
    strings,
)

__all__ = [
    "control",
    "convolution",
    "creation",
    "elementwise",
    "indexing",
    "linear",
    "movement",
    "normalization",
    "quantization",
    "randoms",
    "recurrent",
    "reduction",
    "resize",
    "sets",
    "signal",
    "strings",
]
