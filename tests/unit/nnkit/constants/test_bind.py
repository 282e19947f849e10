# Nothing tells checkers the types of these parameters of lambdas.
# pyright: reportOperatorIssue=false
"""``f.bind``: functions of the arguments that are left, with the others as constants."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dlvm import nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import (
    Float0D,
    Float1D,
    Float2D,
    Tracer,
    enum,
    gradient,
    jvp,
    lambda_,
    staged,
    struct,
)

RANDOM = np.random.default_rng(0)


def drawn(*shape: int) -> Any:
    return RANDOM.standard_normal(shape).astype(np.float32)


@struct
class Layer:
    w: Float2D
    b: Float1D


@struct
class Network:
    layers: list[Layer]
    scale: Float0D


def make_network() -> Network:
    return Network([Layer(drawn(20, 30), drawn(30)), Layer(drawn(30, 4), drawn(4))], 0.5)


@staged
def predict(x: Float2D, p: Network, *, steps: int = 1) -> Float2D:
    for layer in p.layers:
        for _ in range(steps):
            x = nnkit.tanh(x) * p.scale
        x = x @ layer.w + layer.b
    return x


@staged
def loss(x: Float2D, p: Network, y: Float2D) -> Float0D:
    return ((predict(x, p) - y) ** 2).mean()


def near(found: Any, expected: Any) -> None:
    np.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-4)


BINDINGS: dict[str, Callable[[Any, Any], Any]] = {
    "by name": lambda f, p: f.bind(p=p),
    "at the end": lambda f, p: f.bind(..., p),
    "a keyword-only one too": lambda f, p: f.bind(p=p, steps=1),
    "one after the other": lambda f, p: f.bind(p=p).bind(steps=1),
}


@pytest.mark.parametrize("how", BINDINGS)
def test_bound_arguments(how: str) -> None:
    network, x = make_network(), drawn(5, 20)
    bound = BINDINGS[how](predict, network)
    near(bound(x), predict(x, network))
    near(bound(x[:2]), predict(x[:2], network))
    bound.compile(x)
    assert bound.compilations == 2


@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_bound_weights_are_constants_of_kernels(level: int) -> None:
    network, x = make_network(), drawn(5, 20)
    at_level = staged(opt_level=level)(predict)
    bound = at_level.bind(p=network)
    near(bound(x), predict(x, network))
    seed = drawn(5, 4)
    found = gradient(bound, seedable=True)(x, seed=seed)[0]
    near(found, gradient(predict, "x", seedable=True)(x, network, seed=seed)[0])
    if level > 1:
        text = bound.stage("compute", x)
        assert 'resource "p.layers.0.w": <20 x 30 x f32>' in text
        assert "extract" not in text


def test_the_first_arguments_by_position() -> None:
    network, x, y = make_network(), drawn(5, 20), drawn(5, 4)
    near(loss.bind(x)(network, y), loss(x, network, y))
    near(loss.bind(x, ..., y)(network), loss(x, network, y))
    near(loss.bind(x, network, y)(), loss(x, network, y))


def test_derivatives_with_respect_to_remaining_arguments() -> None:
    network, x, y = make_network(), drawn(5, 20), drawn(5, 4)
    bound = loss.bind(p=network, y=y)
    expected = gradient(loss, "x", keeping=0)(x, network, y)
    of_bound, bound_gradient = gradient(bound, keeping=0), gradient(loss, "x", keeping=0)
    for found in (of_bound(x), bound_gradient.bind(p=network, y=y)(x)):
        near(found[0], expected[0])
        near(found[1], expected[1])
    tangent = drawn(5, 20)
    near(jvp(bound)(x, tangent)[-1], (tangent * expected[0]).sum())


def test_bound_arrays_are_copied() -> None:
    network, x = make_network(), drawn(5, 20)
    expected = predict(x, network)
    bound = predict.bind(p=network)
    np.asarray(network.layers[0].w)[...] = 0
    near(bound(x), expected)
    assert (predict.bind(p=network)(x) != expected).any()


def test_other_weights_in_the_same_program() -> None:
    x = drawn(5, 20)
    for network in [make_network() for _ in range(3)]:
        near(predict.bind(p=network)(x), predict(x, network))


def test_calls_of_bound_functions() -> None:
    networks, x = [make_network(), make_network()], drawn(5, 20)
    first, second = (predict.bind(p=n) for n in networks)

    @staged
    def both(x: Float2D) -> Float2D:
        return first(x) - second(x) + predict.bind(p=networks[0])(2 * x)

    near(both(x), predict(x, networks[0]) - predict(x, networks[1]) + predict(2 * x, networks[0]))


def test_saving_and_reports(tmp_path: Path) -> None:
    network, x = make_network(), drawn(5, 20)
    bound = predict.bind(p=network)
    bound.lower(x).save(tmp_path / "predict.dl")
    near(nnkit.load(tmp_path / "predict.dl")(x), predict(x, network))
    assert "2. shape specialization  x: <5 x 20 x f32>, steps = 1" in bound.explain(x)
    assert repr(bound).startswith("<staged predict(x: Float2D, *, steps")


def test_donated_arguments() -> None:
    @staged(donate=("x", "y"))
    def add(x: Float1D, y: Float1D) -> Float1D:
        return x + y

    x, y = drawn(1000), drawn(1000)
    expected = x + y
    bound = add.bind(y=y)
    assert bound.options.donate == ("x",)
    near(bound(x.copy()), expected)
    near(bound(x.copy()), expected)


@enum
class Leaf:
    x: Float1D


@enum
class Node:
    left: "Tree"
    right: "Tree"


Tree = Leaf | Node


@staged
def encode(w: Float2D, tree: Tree) -> Float1D:
    match tree:
        case Leaf(x):
            return nnkit.tanh(x @ w)
        case Node(left, right):
            return encode(w, left) * encode(w, right)


def test_trees_and_recursion() -> None:
    w, rows = drawn(10, 10), drawn(3, 10)
    tree = Node(Leaf(rows[0]), Node(Leaf(rows[1]), Leaf(rows[2])))
    expected = encode(w, tree)
    near(encode.bind(w)(tree), expected)
    bound = encode.bind(..., tree)
    rows[:] = 0
    near(bound(w), expected)


def test_functions_and_plain_objects() -> None:
    class Settings:
        factor = 2.0

    @staged
    def apply(f: Tracer[Callable[[Float1D], Float1D]], s: Any, x: Float1D) -> Float1D:
        return f(x) * s.factor

    x, settings = drawn(5), Settings()
    bound = apply.bind(lambda_(lambda x: x + 1), settings)
    near(bound(x), (x + 1) * 2)
    settings.factor = 3.0
    near(bound(x), (x + 1) * 3)


NETWORK = make_network()
MISTAKES: dict[str, tuple[Callable[[], Any], str]] = {
    "nothing": (lambda: predict.bind(), "expected values for some of x, p, steps"),
    "an unknown name": (
        lambda: predict.bind(step=1),
        r"expected names among x, p, steps, got step \(did you mean steps\?\)",
    ),
    "twice": (lambda: predict.bind(drawn(1, 20), x=0), "expected one value for x, got two"),
    "too many": (
        lambda: predict.bind(1, 2, 3),
        r"expected at most 2 arguments, for x, p, and one '\.\.\.', got 3 and 0 '\.\.\.'",
    ),
    "another type": (
        lambda: predict.bind(drawn(3)),
        r"predict: argument x has rank 1 \(shape \(3,\)\), expected rank 2",
    ),
    "a dict": (lambda: predict.bind(p={"w": drawn(3)}), "argument p is a dict, expected a Network"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes(name: str) -> None:
    call, message = MISTAKES[name]
    with pytest.raises(DiagnosticError, match=message):
        call()


def test_staged_values_cannot_be_constants() -> None:
    @staged(interpret=True)
    def f(x: Float2D, y: Float2D) -> Float0D:
        return loss.bind(y=y)(x, NETWORK)

    with pytest.raises(DiagnosticError, match="got a staged value for y; bind it by brackets"):
        f(drawn(5, 20), drawn(5, 4))
