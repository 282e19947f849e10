"""Random numbers. With a seed, every call returns the same numbers."""

from __future__ import annotations

import struct
from typing import Any

from dlvm.diagnostics import error
from dlvm.onnx.operators.casts import dtype_of
from dlvm.onnx.operators.elementwise import element
from dlvm.onnx.operators.table import operator
from dlvm.onnx.operators.vocabulary import nnkit


def _key(seed: float | None) -> Any:
    if seed is None:
        return None
    bits = struct.unpack("<I", struct.pack("<f", seed))[0]
    return nnkit.random.key(bits)


def _uniform(shape: Any, kind: Any, low: float, high: float, seed: float | None) -> Any:
    return nnkit.astype(nnkit.random.uniform(shape, key=_key(seed)) * (high - low) + low, kind)


def _normal(shape: Any, kind: Any, mean: float, scale: float, seed: float | None) -> Any:
    return nnkit.astype(nnkit.random.normal(shape, key=_key(seed)) * scale + mean, kind)


@operator("RandomUniform", random=True)
def random_uniform(
    *, shape: list[int], dtype: int = 1, low: float = 0.0, high: float = 1.0,
    seed: float | None = None,
) -> Any:  # fmt: skip
    return _uniform(tuple(shape), dtype_of(dtype), low, high, seed)


@operator("RandomNormal", random=True)
def random_normal(
    *, shape: list[int], dtype: int = 1, mean: float = 0.0, scale: float = 1.0,
    seed: float | None = None,
) -> Any:  # fmt: skip
    return _normal(tuple(shape), dtype_of(dtype), mean, scale, seed)


@operator("RandomUniformLike", random=True)
def random_uniform_like(
    x: Any, *, dtype: int | None = None, low: float = 0.0, high: float = 1.0,
    seed: float | None = None,
) -> Any:  # fmt: skip
    kind = element(x) if dtype is None else dtype_of(dtype)
    return _uniform(tuple(x.shape), kind, low, high, seed)


@operator("RandomNormalLike", random=True)
def random_normal_like(
    x: Any, *, dtype: int | None = None, mean: float = 0.0, scale: float = 1.0,
    seed: float | None = None,
) -> Any:  # fmt: skip
    kind = element(x) if dtype is None else dtype_of(dtype)
    return _normal(tuple(x.shape), kind, mean, scale, seed)


@operator("Bernoulli", random=True)
def bernoulli(x: Any, *, dtype: int | None = None, seed: float | None = None) -> Any:
    kind = element(x) if dtype is None else dtype_of(dtype)
    return nnkit.astype(_uniform(tuple(x.shape), element(x), 0.0, 1.0, seed) < x, kind)


@operator("Multinomial", random=True)
def multinomial(x: Any, *, dtype: int = 6, sample_size: int = 1, seed: float | None = None) -> Any:
    """Samples classes from unnormalized log-probabilities (the Gumbel-max trick)."""
    if len(x.shape) != 2:
        raise error(f"expected batch x classes, got shape {tuple(x.shape)}")
    noise = _uniform((x.shape[0], sample_size, x.shape[1]), element(x), 1e-20, 1.0, seed)
    gumbel = -nnkit.log(-nnkit.log(noise))
    return nnkit.astype(nnkit.argmax(nnkit.expand_dims(x, 1) + gumbel, axis=-1), dtype_of(dtype))
