"""Layers, losses, metrics, optimizers and functions of nnkit, called with arrays outside of staged
functions."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from dlvm import nn, nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import Float1D, Float2D, staged, struct

RNG = np.random.default_rng(0)


def floats(*shape: int) -> Any:
    return RNG.standard_normal(shape).astype(np.float32)


def labels(*shape: int) -> Any:
    return RNG.integers(0, 6, shape)


LAYERS: dict[str, tuple[Any, Callable[[int], tuple[Any, ...]]]] = {
    "dense": (nn.Dense(6, 4, rng=RNG), lambda n: (floats(n, 6),)),
    "embedding": (nn.Embedding(6, 4, rng=RNG), lambda n: (labels(n),)),
    "layer norm": (nn.LayerNorm(6), lambda n: (floats(n, 6),)),
    "conv": (nn.Conv2D(3, 2, 3, rng=RNG), lambda n: (floats(n, 3, 8, 8),)),
    "dropout": (nn.Dropout(0.5), lambda n: (floats(n, 6),)),
    "chain": (
        nn.Sequential(nn.Dense(6, 8, rng=RNG), nn.relu, nn.Dense(8, 3, rng=RNG)),
        lambda n: (floats(n, 6),),
    ),
    "softmax": (nn.softmax, lambda n: (floats(n, 6),)),
    "gelu": (nn.gelu, lambda n: (floats(n, 6),)),
    "cross entropy": (nn.softmax_cross_entropy, lambda n: (floats(n, 6), labels(n))),
    "squared error": (nn.mean_squared_error, lambda n: (floats(n), floats(n))),
    "accuracy": (nn.accuracy, lambda n: (floats(n, 6), labels(n))),
    "one-hot": (lambda x: nnkit.one_hot(x, 6), lambda n: (labels(n),)),
    "products": (lambda x: nnkit.einsum("ij,kj->ik", x, x), lambda n: (floats(n, 6),)),
}


@pytest.mark.parametrize("name", LAYERS)
def test_eager_calls_agree_with_staged_functions(name: str) -> None:
    function, arguments = LAYERS[name]
    expected = staged(lambda *given: function(*given))
    for n in (5, 3, 1, 8):
        given = arguments(n)
        np.testing.assert_allclose(function(*given), expected(*given), rtol=2e-5, atol=1e-5)


@pytest.mark.parametrize("name", ["softmax", "cross entropy", "squared error"])
def test_fifty_lengths_compile_at_most_twice(name: str) -> None:
    function, arguments = LAYERS[name]
    before = function.compilations()
    for n in range(20, 70):
        function(*arguments(n))
    assert function.compilations() - before <= 2


def test_open_sizes_broadcast_an_axis_of_size_1() -> None:
    first, second = nn.mean_squared_error, nnkit.interp
    for n in (4, 7, 9):
        assert first(floats(n), floats(n)) > 0
    points = np.arange(3, dtype=np.float32)
    for n in (4, 7, 1):
        assert second(floats(n), points, points).shape == (n,)
    weight = np.ones(1, np.float32)
    for n in (5, 6):
        outputs, targets = floats(n), floats(n)
        assert first(outputs, targets, weight) == pytest.approx(
            np.mean((outputs - targets) ** 2), rel=1e-5
        )


@struct
class Gate:
    """A model with control flow that depends on its input."""

    weight: Float1D

    def __call__(self, x: Float1D) -> Float1D:
        y = x * self.weight
        if nnkit.sum(y) > 0:
            return y
        steps = 0.0
        while nnkit.sum(y) < 0:
            y = y + 1
            steps += 1.0
        return y * steps


def test_a_model_with_control_flow_runs_at_once() -> None:
    gate: Any = Gate(np.ones(2, np.float32))
    np.testing.assert_array_equal(gate(np.array([1, 2], np.float32)), [1, 2])
    np.testing.assert_array_equal(gate(np.array([-1, -3], np.float32)), [2, -2])

    @staged
    def twice(gate: Gate, x: Float1D) -> Float1D:
        return gate(gate(x))

    np.testing.assert_array_equal(twice(gate, np.array([-1, -3], np.float32)), [0, 0])


def test_a_number_is_an_operand() -> None:
    relu: Any = nn.relu
    assert relu(-1.5) == 0.0
    assert relu(2.5) == 2.5
    np.testing.assert_array_equal(nnkit.one_hot(2, 3), [0, 0, 1])
    assert relu.compilations() >= 1


def test_an_optimizer_updates_arrays() -> None:
    model, optimizer = nn.Dense(3, 2, rng=RNG), nn.SGD(0.5)
    state = optimizer.init(model)
    updated, state = optimizer.update(model, model, state)
    np.testing.assert_allclose(updated.weight, model.weight / 2)
    assert state.step == 1


def test_errors_name_the_function_and_what_it_expected() -> None:
    with pytest.raises(DiagnosticError, match=r"Dense: input must have shape \(..., 6\)"):
        LAYERS["dense"][0](floats(2, 5))
    with pytest.raises(DiagnosticError, match="labels must have shape"):
        nn.softmax_cross_entropy(floats(2, 5), labels(3))


def test_functions_of_functions_run_at_once() -> None:
    xs = floats(5)
    total, sums = nnkit.scan(lambda c, x: (c + x, c + x), 0.0, xs)
    np.testing.assert_allclose(sums, np.cumsum(xs), rtol=1e-5)
    assert total == pytest.approx(sums[-1])
    np.testing.assert_allclose(nnkit.fori_loop(0, 3, lambda i, v: v + 1.0, xs), xs + 3, rtol=1e-6)


@staged
def combined(first: Float1D, *others: Float1D, scale: float = 1.0, **named: Float1D) -> Float1D:
    for other in others:
        first = first + other
    for name, value in named.items():
        first = first - value if name == "less" else first * value
    return first * scale


def test_parameters_of_any_number() -> None:
    x = floats(3)
    np.testing.assert_allclose(combined(x), x)
    np.testing.assert_allclose(combined(x, x, x, scale=2.0), x * 6, rtol=1e-6)
    np.testing.assert_allclose(combined(x, x, less=x, times=x), x * x, rtol=1e-5)

    @staged
    def outer(x: Float1D) -> Float1D:
        return combined(x, *[x, x], less=x)

    np.testing.assert_allclose(outer(x), 2 * x, rtol=1e-6)
    with pytest.raises(DiagnosticError, match="others\\[1\\]"):
        combined(x, x, floats(2, 2))


@staged
def total(*weights: Float2D, x: Float1D) -> Any:
    for w in weights:
        x = nnkit.tanh(w @ x)
    return nnkit.sum(x)


def test_gradients_with_respect_to_variadic_parameters() -> None:
    x, a, b = floats(3), floats(3, 3), floats(3, 3)
    (slopes,) = nnkit.gradient(total, wrt="weights")(a, b, x=x)
    step = np.zeros_like(a)
    step[0, 1] = 1e-2
    expected = (total(a, b + step, x=x) - total(a, b - step, x=x)) / 2e-2
    assert slopes[1][0, 1] == pytest.approx(expected, rel=1e-2)


def fitted() -> Callable[[Any], Any]:
    trainer = nn.Trainer(nn.Dense(3, 2, rng=RNG), nn.SGD(0.1), metric=None, interpret=True)
    return partial(trainer.fit, np.ones((2, 3), np.float32), progress=False)


FAILING: dict[str, Callable[[], Callable[[Any], Any]]] = {
    "layer": lambda: nn.Embedding(2, 2, rng=RNG),
    "loss": lambda: partial(nn.softmax_cross_entropy, np.ones((2, 2), np.float32)),
    "function": lambda: partial(nnkit.one_hot, count=2),
    "trainer": fitted,
}


@pytest.mark.parametrize("name", FAILING)
def test_an_error_is_at_the_line_of_its_call(name: str) -> None:
    call = FAILING[name]()
    call(np.array([0, 1]))
    with pytest.raises(DiagnosticError, match="index 9 is out of range") as caught:
        call(np.array([0, 9]))
    place = caught.value.diagnostics[0].location
    assert place is not None
    *_, line = (e for e in traceback.extract_tb(caught.value.__traceback__) if __file__ in e[0])
    assert (place.source.name, place.line) == (__file__, line.lineno)
    assert not caught.value.diagnostics[0].notes
