"""Structs in staged functions."""

from collections.abc import Callable
from typing import Any

import numpy as np

from dlvm import nnkit
from dlvm.nnkit import (
    Float0D,
    Float1D,
    Float2D,
    Int0D,
    map_tensors,
    staged,
    struct,
    value_and_gradient,
)
from tests.support.nnkit_testing import RNG, ROW, F, check


@struct
class Layer:
    weight: Float2D
    bias: Float1D
    activation: Callable[[Any], Any] = nnkit.tanh

    def __call__(self, x: Float2D) -> Float2D:
        return self.activation(x @ self.weight + self.bias)


@struct
class Network:
    layers: list[Layer]
    scale: Float0D
    extra: tuple[Any, ...]


def make_network() -> Network:
    shapes = [(3, 4), (4, 2)]
    layers = [
        Layer(RNG.standard_normal(s).astype(np.float32), np.ones(s[1], np.float32)) for s in shapes
    ]
    return Network(layers, 2.0, (np.arange(3), "static", None))  # type: ignore[arg-type]


def forward(network: Network, x: Float2D) -> Any:
    for layer in network.layers:
        x = layer(x)
    return x * network.scale, network


def test_structs(run: Callable[..., Any]) -> None:
    network = make_network()
    y, back = run(forward, network, F)
    expected = F
    for layer in network.layers:
        expected = np.tanh(expected @ layer.weight + layer.bias)
    check(y, expected * np.float32(2))
    assert isinstance(back, Network)
    assert isinstance(back.layers, list)
    assert isinstance(back.layers[1], Layer)
    check(back.layers[1].weight, network.layers[1].weight)
    check(back.scale, np.float32(2))
    check(back.extra[0], np.arange(3))
    assert back.extra[1:] == ("static", None)
    assert back.layers[0].activation is nnkit.tanh


def test_structs_have_types_in_the_program() -> None:
    program = staged(forward).module(make_network(), F)
    assert {str(t) for t in program.types} == {"$Layer", "$Layer.1", "$Network"}
    assert str(program.functions[0].type.parameters[0]) == "$Network"


def test_structs_go_round_a_loop_and_through_a_branch(run: Callable[..., Any]) -> None:
    def function(layer: Layer, n: Int0D) -> Layer:
        for i in range(n):
            if i % 2 == 0:
                layer = map_tensors(lambda p: p * 2, layer)
            else:
                layer = Layer(layer.weight + 1, layer.bias, layer.activation)
        return layer

    layer = make_network().layers[0]
    found = run(function, layer, 3)
    check(found.weight, (layer.weight * 2 + 1) * 2)
    check(found.bias, layer.bias * 4)


def test_static_values_are_part_of_the_program(run: Callable[..., Any]) -> None:
    def function(x: Float1D, power: int, name: str, flip: bool = False) -> Float1D:
        if name == "cube":
            power = 3
        return -(x**power) if flip else x**power

    check(run(function, ROW, 4, ""), ROW**4)
    check(run(function, ROW, 4, "cube"), ROW**3)
    check(run(function, ROW, 1, "", True), -ROW)


def test_gradient_of_a_struct(run: Callable[..., Any]) -> None:
    @staged
    def loss(network: Network, x: Float2D) -> Float0D:
        return forward(network, x)[0].sum()

    def function(layer: Layer, x: Float2D) -> Any:
        network = Network([layer], 3.0, ())  # type: ignore[arg-type]
        return value_and_gradient(loss)(network, x)

    weight, bias = (RNG.standard_normal(s).astype(np.float32) for s in ((3, 4), (4,)))
    layer = Layer(weight, bias)
    value, slope = run(function, layer, F)
    y = np.tanh(F @ layer.weight + layer.bias)
    check(value, 3 * y.sum())
    assert isinstance(slope, Network)
    assert slope.layers[0].activation is nnkit.tanh
    check(slope.layers[0].weight, F.T @ (3 * (1 - y * y)))
    check(slope.scale, y.sum())
