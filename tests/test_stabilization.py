"""Composed functions and their gradients at extreme arguments, against what is right in f64."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pass_testing import body, check_unchanged, module_of

import dlvm
from dlvm.ir import Module
from dlvm.transforms import run_passes

Array = np.ndarray[Any, Any]
X = np.array([-1e4, -200, -89, -20, -1, -1e-3, 0, 1e-3, 0.5, 1, 20, 89, 200, 1e4], np.float32)
ROWS = np.array(
    [
        [0.1, 0.2, 0.3], [-1, 2, 5], [100, 100, 99], [1e4, -1e4, 0], [-500, -501, -502],
        [1e38, 1, -1e38], [43, -43, 0], [30, -30, 0],
    ],
    np.float32,
)  # fmt: skip


def _sigmoid(x: Array) -> Array:
    return np.exp(-np.logaddexp(0, -x))


def _softmax(x: Array) -> Array:
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def _log_sum_exp(x: Array) -> Array:
    top = x.max(-1)
    return top + np.log(np.exp(x - top[:, None]).sum(-1))


def _log_softmax(x: Array) -> Array:
    shifted = x - x.max(-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(-1, keepdims=True))


def _weights(x: Array) -> Array:
    """Of the results, in the sum that gradients are of."""
    return np.linspace(1, 2, x.shape[-1])


VECTOR, MATRIX = "<14 x f32>", "<8 x 3 x f32>"
SUM = """
    %e = exp %x: <8 x 3 x f32>
    %s = reduce %e: <8 x 3 x f32> by add along 1
"""
SOFTMAX = f"""{SUM}
    %k = padShape %s: <8 x f32> at 1
    %p = divide %e: <8 x 3 x f32>, %k: <8 x 1 x f32>
"""

NEAR = {"log_softmax": 2e-7}
"""What is allowed beside 0: of the logarithm of a number near 1, as much as that is rounded by."""

# For each function: its argument and result, its code, which ends with %y, what is right, and the
# product of a vector and its derivative.
Vjp = Callable[[Array, Array], Array]
COMPOSED: dict[str, tuple[str, str, str, Callable[[Array], Array], Vjp]] = {
    "sigmoid": (
        VECTOR,
        VECTOR,
        "%n = negate %x: V\n%e = exp %n: V\n%t = add %e: V, 1: f32\n%y = divide 1: f32, %t: V",
        _sigmoid,
        lambda x, g: g * _sigmoid(x) * _sigmoid(-x),
    ),
    "sigmoid_by_quotient": (
        VECTOR,
        VECTOR,
        "%e = exp %x: V\n%t = add 1: f32, %e: V\n%y = divide %e: V, %t: V",
        _sigmoid,
        lambda x, g: g * _sigmoid(x) * _sigmoid(-x),
    ),
    "softplus": (
        VECTOR,
        VECTOR,
        "%e = exp %x: V\n%t = add 1: f32, %e: V\n%y = log %t: V",
        lambda x: np.logaddexp(0, x),
        lambda x, g: g * _sigmoid(x),
    ),
    "expm1": (
        VECTOR,
        VECTOR,
        "%m = multiply %x: V, 0x1p-14: f32\n%e = exp %m: V\n%y = subtract %e: V, 1: f32",
        lambda x: np.expm1(x / 2**14),
        lambda x, g: g * np.exp(x / 2**14) / 2**14,
    ),
    "root_of_square": (
        VECTOR,
        VECTOR,
        "%h = multiply %x: V, 0x1p100: f32\n%s = multiply %h: V, %h: V\n%y = sqrt %s: V",
        lambda x: np.abs(x * 2.0**100),
        lambda x, g: g * np.sign(x) * 2.0**100,
    ),
    "softmax": (
        MATRIX,
        MATRIX,
        f"{SOFTMAX}\n%y = literal %p: M",
        _softmax,
        lambda x, g: _softmax(x) * (g - (g * _softmax(x)).sum(-1, keepdims=True)),
    ),
    "log_sum_exp": (
        MATRIX,
        "<8 x f32>",
        f"{SUM}\n%y = log %s: <8 x f32>",
        _log_sum_exp,
        lambda x, g: g[:, None] * _softmax(x),
    ),
    "log_softmax": (
        MATRIX,
        MATRIX,
        f"{SOFTMAX}\n%y = log %p: M",
        _log_softmax,
        lambda x, g: g - _softmax(x) * g.sum(-1, keepdims=True),
    ),
}


def module_for(name: str) -> Module:
    argument, result, code, _, _ = COMPOSED[name]
    code = code.replace(": V", f": {VECTOR}").replace(": M", f": {MATRIX}")
    return module_of(
        f"func @f: ({argument}) -> {result} {{\n'entry(%x: {argument}):\n{code}\n"
        f"return %y: {result}\n}}\n"
        f"[gradient @f wrt 0 seedable]\nfunc @g: ({argument}, {result}) -> ({argument})\n",
        "raw",
    )


@pytest.mark.parametrize("name", COMPOSED)
@pytest.mark.parametrize("level", ["O1", "O2", "O3"])
def test_composed_functions_at_extremes(name: str, level: str) -> None:
    module = module_for(name)
    run_passes(module, level, verify_each=True)
    argument, _, _, right, vjp = COMPOSED[name]
    x = X if argument == VECTOR else ROWS
    wide = x.astype(np.float64)
    expected = right(wide)
    seed = np.resize(_weights(expected), expected.shape)
    found = dlvm.interpret(module, "f", x)
    np.testing.assert_allclose(found, expected, rtol=4e-6, atol=NEAR.get(name, 1e-40))
    (slope,) = dlvm.interpret(module, "g", x, seed.astype(np.float32))
    np.testing.assert_allclose(slope, vjp(wide, seed), rtol=2e-5, atol=2e-7)
    again = run_passes(module, level)
    assert [r.name for r in again if r.changed] == []


@pytest.mark.parametrize("name", COMPOSED)
def test_nothing_right_gets_worse(name: str) -> None:
    argument = COMPOSED[name][0]
    type = (14,) if argument == VECTOR else (8, 3)
    right = COMPOSED[name][3]
    generator = np.random.default_rng(7)
    with np.errstate(all="ignore"):
        for scale in (1e-6, 1, 30, 300):
            x = (scale * generator.standard_normal(type)).astype(np.float32)
            before = module_for(name)
            after = module_for(name)
            run_passes(before, "AD")
            run_passes(after, "STAB")
            expected = right(x.astype(np.float64))
            old = np.abs(dlvm.interpret(before, "f", x) - expected)
            new = np.abs(dlvm.interpret(after, "f", x) - expected)
            near = 1e-5 * np.abs(expected) + NEAR.get(name, 1e-40)
            assert np.all(~np.isfinite(old) | (new <= old + near))


@pytest.mark.parametrize("name", ["softmax", "log_sum_exp"])
def test_infinities_stay(name: str) -> None:
    x = np.resize([np.inf, 1, -np.inf, -np.inf, -np.inf, -np.inf, 1, -np.inf, 2], (8, 3))
    plain, stable = module_for(name), module_for(name)
    run_passes(plain, "AD")
    run_passes(stable, "STAB")
    with np.errstate(all="ignore"):
        expected = dlvm.interpret(plain, "f", x.astype(np.float32))
        found = dlvm.interpret(stable, "f", x.astype(np.float32))
    np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_stable_forms_are_left_alone() -> None:
    module = module_of("""
        func @f: (<8 x 3 x f32>) -> <8 x f32> {
        'entry(%x: <8 x 3 x f32>):
            %m = reduce %x: <8 x 3 x f32> by max along 1
            %k = padShape %m: <8 x f32> at 1
            %y = subtract %x: <8 x 3 x f32>, %k: <8 x 1 x f32>
            %e = exp %y: <8 x 3 x f32>
            %s = reduce %e: <8 x 3 x f32> by add along 1
            %l = log %s: <8 x f32>
            %r = add %l: <8 x f32>, %m: <8 x f32>
            return %r: <8 x f32>
        }
        func @g: (f32) -> f32 {
        'entry(%x: f32):
            %a = abs %x: f32
            %n = negate %a: f32
            %e = exp %n: f32
            %l = log1p %e: f32
            return %l: f32
        }
        func @h: (<_ x f32>, f32) -> f32 {
        'entry(%x: <_ x f32>, %two: f32):
            %e = exp %x: <_ x f32>
            %s = reduce %e: <_ x f32> by add along 0
            %l = log %s: f32
            %t = add %l: f32, %two: f32
            %q = log %t: f32
            return %q: f32
        }""")
    check_unchanged(module, "STAB")
    assert body(module, "g") == ["abs", "negate", "exp", "log1p", "return"]
