"""Derivatives of element-wise functions at the points where their formulas have cases."""

from typing import Any

import jax
import jax.numpy as jnp
import jax.scipy.special as special
import numpy as np
import pytest

from dlvm import nnkit
from dlvm.nnkit import staged, vjp

NAMES = (
    "acos acosh asin asinh atan atanh cos cosh exp expm1 log log10 log1p log2 reciprocal rsqrt "
    "sign sin sinh sqrt square tan tanh erf erfc erfinv lgamma digamma"
)
POINTS = np.array([0, -0.0, 1, -1, 0.5, -0.5, 2, -2, 1e-3, 100])
POLES = {"lgamma": [0.0], "erfinv": [1.0, -1.0]}
"""Where a derivative is infinite, it may be NaN."""


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_derivatives_at_points(dtype: Any) -> None:
    def derivative(name: str, x: Any) -> Any:
        @staged(interpret=True)
        def function(x: Any) -> Any:
            return getattr(nnkit, name)(x)

        return vjp(function)(x, nnkit.ones_like(x))[0]

    @staged
    def everything(x: Any) -> Any:
        return tuple(derivative(name, x) for name in NAMES.split())

    with jax.enable_x64(True):
        for name, found in zip(NAMES.split(), everything(POINTS.astype(dtype)), strict=True):
            theirs: Any = next(
                getattr(m, name) for m in (jnp, special, jax.lax) if hasattr(m, name)
            )
            wanted = np.asarray(jax.vmap(jax.grad(theirs))(POINTS.astype(dtype)))
            is_defined = np.isfinite(np.asarray(theirs(POINTS.astype(dtype))))
            compared = is_defined & ~np.isin(POINTS, POLES.get(name, []))
            np.testing.assert_allclose(
                found[compared], wanted[compared], rtol=1e-3, atol=1e-6, err_msg=name
            )
