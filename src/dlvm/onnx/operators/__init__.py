"""The operators of ONNX, a file for each family; :mod:`.table` says how one is entered."""

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
