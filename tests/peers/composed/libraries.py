"""The functions of composed programs that NumPy, JAX and NNKit have under different names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import scipy.linalg

from dlvm import nnkit


class InNumPy:
    """What runs at once; loops and branches are those of Python."""

    linalg: Any = np.linalg

    def __getattr__(self, name: str) -> Any:
        return getattr(np, name)

    def solve_triangular(self, a: Any, b: Any, upper: bool) -> Any:
        return scipy.linalg.solve_triangular(a, b, lower=not upper)

    def cond(self, pred: Any, first: Any, second: Any, *operands: Any) -> Any:
        return first(*operands) if pred else second(*operands)

    def fori_loop(self, lower: int, upper: int, body: Callable[..., Any], value: Any) -> Any:
        for index in range(lower, upper):
            value = body(index, value)
        return value

    def scan(self, body: Callable[..., Any], carried: Any, xs: Any) -> Any:
        results: list[Any] = []
        for x in xs:
            carried, result = body(carried, x)
            results.append(result)
        return carried, np.stack(results)

    def replaced(self, x: Any, key: Any, how: str, value: Any) -> Any:
        x = x.copy()
        if how == "multiply":
            x[key] *= value
        else:
            x[key] = value + (x[key] if how == "add" else 0)
        return x

    def segment_sum(self, x: Any, segments: Any, count: int) -> Any:
        sums = np.zeros((count, *x.shape[1:]))
        np.add.at(sums, segments, x)
        return sums


class _Staged:
    """What JAX and NNKit write alike."""

    def replaced(self, x: Any, key: Any, how: str, value: Any) -> Any:
        return getattr(x.at[key], how)(value)


class InJax(_Staged):
    """What is traced by JAX."""

    linalg: Any = jnp.linalg

    def __getattr__(self, name: str) -> Any:
        return getattr(jax.lax if name in ("cond", "fori_loop", "scan") else jnp, name)

    def solve_triangular(self, a: Any, b: Any, upper: bool) -> Any:
        return jax.scipy.linalg.solve_triangular(a, b, lower=not upper)

    def segment_sum(self, x: Any, segments: Any, count: int) -> Any:
        return jax.ops.segment_sum(x, segments, count)


class InNNKit(_Staged):
    """What is staged by NNKit."""

    linalg: Any = nnkit.linalg

    def __getattr__(self, name: str) -> Any:
        return getattr(nnkit, name)

    def solve_triangular(self, a: Any, b: Any, upper: bool) -> Any:
        return nnkit.linalg.solve_triangular(a, b, upper=upper)
