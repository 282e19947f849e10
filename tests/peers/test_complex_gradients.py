"""Gradients with respect to complex numbers agree with JAX."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import dlvm

_Z = "<3 x 4 x c128>"


def _of_one(function: Callable[[Any], Any]) -> Callable[..., Any]:
    return lambda z, w: function(z)


_FUNCTIONS: dict[str, tuple[str, Callable[..., Any]]] = {
    **{
        name: (f"%y = {name} %z: {_Z}", _of_one(getattr(jnp, numpy)))
        for name, numpy in {
            "negate": "negative", "square": "square", "sqrt": "sqrt", "exp": "exp", "log": "log",
            "expm1": "expm1", "log1p": "log1p", "sin": "sin", "cos": "cos", "tan": "tan",
            "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "conjugate": "conj",
            "reciprocal": "reciprocal", "asin": "arcsin", "acos": "arccos", "atan": "arctan",
        }.items()
    },
    "add": (f"%y = add %z: {_Z}, %w: {_Z}", lambda z, w: z + w),
    "subtract": (f"%y = subtract %z: {_Z}, %w: {_Z}", lambda z, w: z - w),
    "multiply": (f"%y = multiply %z: {_Z}, %w: {_Z}", lambda z, w: z * w),
    "divide": (f"%y = divide %z: {_Z}, %w: {_Z}", lambda z, w: z / w),
    "power": (f"%y = power %z: {_Z}, %w: {_Z}", lambda z, w: z**w),
    "abs": (
        f"%a = abs %z: {_Z}\n    %y = dataTypeCast %a: <3 x 4 x f64> to c128",
        lambda z, w: jnp.abs(z) + 0j,
    ),
    "parts": (
        f"%a = imag %z: {_Z}\n    %b = real %z: {_Z}\n    %c = square %a: <3 x 4 x f64>\n"
        "    %y = complex %c: <3 x 4 x f64>, %b: <3 x 4 x f64>",
        lambda z, w: jnp.imag(z) ** 2 + 1j * jnp.real(z),
    ),
    "contract": (
        f'%d = contract %z: {_Z}, %w: {_Z} by "ij,kj->ik"\n'
        f'    %y = contract %d: <3 x 3 x c128>, %w: {_Z} by "ik,kj->ij"',
        lambda z, w: (z @ w.T) @ w,
    ),
    "product": (
        f"%p = reduce %z: {_Z} by multiply along 1\n"
        "    %q = padShape %p: <3 x c128> at 1\n"
        f"    %y = multiply %q: <3 x 1 x c128>, %w: {_Z}",
        lambda z, w: jnp.prod(z, 1)[:, None] * w,
    ),
    "scan": (f"%y = scan %z: {_Z} by add along 1", lambda z, w: jnp.cumsum(z, 1)),
    "movement": (
        f"%a = reverse %z: {_Z} along 0\n    %b = slice %a: {_Z} from 1 upto 3\n"
        "    %y = concatenate %b: <2 x 4 x c128>, <1 x 4 x c128> along 0".replace(
            "<1 x 4 x c128> along", "(0, 1): <1 x 4 x c128> along"
        ),
        lambda z, w: jnp.concatenate([z[::-1][1:3], jnp.full((1, 4), 1j)]),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", _FUNCTIONS)
def test_complex_gradient_agrees_with_jax(name: str) -> None:
    body, function = _FUNCTIONS[name]
    random = np.random.default_rng(0)
    z, w, seed = (random.normal(size=(3, 4)) + 1j * random.normal(size=(3, 4)) for _ in range(3))
    module = dlvm.parse(f"""
[gradient @f wrt 0, 1 seedable]
func @gradient: ({_Z}, {_Z}, {_Z}) -> ({_Z}, {_Z})
[derivative @f wrt 0, 1]
func @tangent: ({_Z}, {_Z}, {_Z}, {_Z}) -> ({_Z})
func @f: ({_Z}, {_Z}) -> {_Z} {{
'entry(%z: {_Z}, %w: {_Z}):
    {body}
    return %y: {_Z}
}}
""")
    dlvm.verify(module)
    with jax.enable_x64(True):
        expected, pull = jax.vjp(function, z, w)
        gradients = pull(jnp.asarray(seed))
        _, moved = jax.jvp(function, (z, w), (seed, w))
    compiled = dlvm.compile(module)
    dlvm.run_passes(module, "AD")
    for call in (
        lambda n, *a: dlvm.interpret(module, n, *a), lambda n, *a: compiled[n](*a),
    ):  # fmt: skip
        np.testing.assert_allclose(call("f", z, w), expected, rtol=1e-9, atol=1e-12)
        for found, wanted in zip(call("gradient", z, w, seed), gradients, strict=True):
            np.testing.assert_allclose(found, wanted, rtol=1e-8, atol=1e-10)
        np.testing.assert_allclose(call("tangent", z, w, seed, w)[0], moved, rtol=1e-8, atol=1e-10)
