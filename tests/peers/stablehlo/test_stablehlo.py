"""JAX functions that run here, and a sample of the self-checking programs."""

from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

import dlvm.jax
from dlvm.stablehlo import load
from tests.peers.stablehlo.programs import Case, cases, run


@pytest.fixture
def _wide() -> Iterator[None]:
    with jax.enable_x64(True):
        yield


@pytest.mark.usefixtures("_wide")
@pytest.mark.parametrize("part", range(4))
def test_self_checking_programs(part: int) -> None:
    for case in list(cases())[part * 25 :: 101]:
        run(case)


def test_a_wrong_result_traps() -> None:
    text = "func.func @main() { %a = stablehlo.constant dense<1> : tensor<i32> "
    text += "check.expect_eq_const %a {value = dense<2> : tensor<i32>} : tensor<i32> return }"
    with pytest.raises(dlvm.DiagnosticError, match="values differ"):
        dlvm.interpret(load(text), "main")


def train(p: Any, x: Any, y: Any) -> Any:
    def loss(p: Any) -> Any:
        return ((jnp.tanh(x @ p["w"]) + p["b"] - y) ** 2).mean()

    def step(p: Any, _: Any) -> Any:
        value, slope = jax.value_and_grad(loss)(p)
        return jax.tree.map(lambda a, g: a - 0.1 * g, p, slope), value

    return lax.scan(step, p, None, length=5)


def newton(x: Any) -> Any:
    def close(state: Any) -> Any:
        return jnp.abs(state[0] ** 2 - x) > 1e-3

    return lax.while_loop(close, lambda s: ((s[0] + x / s[0]) / 2, s[1] + 1), (x, 0))


def pooled(x: Any, k: Any) -> Any:
    y = lax.conv_general_dilated(x, k, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    y = lax.reduce_window(jax.nn.relu(y), -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    return (y**2).sum()


def messages(x: Any, senders: Any, receivers: Any) -> Any:
    return jnp.zeros_like(x).at[receivers].add(x[senders])


def matrices(x: Any, key: Any) -> Any:
    return jnp.linalg.norm(x, 2), jnp.linalg.eigvalsh(x @ x.T), jax.random.orthogonal(key, 3)


X = np.random.default_rng(0).standard_normal((4, 3)).astype("f")
IMAGE = np.random.default_rng(1).standard_normal((2, 6, 6, 3)).astype("f")
KERNEL = np.random.default_rng(2).standard_normal((3, 3, 3, 4)).astype("f")
PROGRAMS: dict[str, Case] = {
    case.name: case
    for case in (
        Case("train", train, ({"w": X[:3, :2], "b": X[0, :2]}, X, X[:, :2])),
        Case("vmap of a loop", jax.vmap(newton), (np.array([2, 3, 50], "f"),)),
        Case("convolution", jax.value_and_grad(pooled, (0, 1)), (IMAGE, KERNEL)),
        Case("messages", messages, (X, np.array([0, 2, 2]), np.array([1, 1, 3]))),
        Case("top k", lambda x: lax.top_k(x, 2), (X,)),
        Case("random numbers", lambda k: jax.random.normal(k, (3, 5)), (jax.random.key(3),)),
        Case("random order", lambda k: jax.random.permutation(k, 20), (jax.random.key(4),)),
        Case("lexicographic", lambda x: lax.sort((x[:, 0] > 0, x[:, 1]), num_keys=2), (X,)),
        Case("matrices", matrices, (X, jax.random.key(5))),
        Case("scalars", lambda x, n: {"a": (x * n, None)}, (X, 3)),
    )
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_jit(name: str) -> None:
    case = PROGRAMS[name]
    expected = jax.jit(case.function)(*case.arguments)
    found = dlvm.jax.jit(case.function)(*case.arguments)
    assert jax.tree.structure(found) == jax.tree.structure(expected)
    for got, wanted in zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True):
        assert got.dtype == wanted.dtype
        np.testing.assert_allclose(got, wanted, rtol=2e-5, atol=2e-5)
