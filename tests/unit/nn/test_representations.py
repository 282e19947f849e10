"""Representations: models, staged functions and histories are shown in short."""

from collections.abc import Callable
from typing import Annotated, Any

import numpy as np
import pytest

from dlvm import nn
from dlvm.nnkit import (
    Float0D,
    Float1D,
    Float2D,
    Int0D,
    Tracer,
    dynamic,
    enum,
    f64,
    gradient,
    staged,
    struct,
)
from dlvm.nnkit import Tensor1D as Vector


@struct
class Point:
    x: Float0D
    names: tuple[str, ...] = ("a",)


@struct
class Named:
    x: Float0D

    def __repr__(self) -> str:
        return "named"


@enum
class Leaf:
    values: Float1D


@enum
class Empty:
    pass


Tree = Leaf | Empty


def test_a_model_shows_types_in_place_of_elements() -> None:
    model = nn.Sequential(nn.Dense(3, 2), nn.relu)
    text = "Sequential(layers=(Dense(weight=float32[3, 2], bias=float32[2]), relu))"
    assert repr(model) == str(model) == text


def test_a_large_model_has_a_line_for_each_layer() -> None:
    model = nn.Sequential(*(nn.Dense(30, 30) for _ in range(3)))
    line = "    Dense(weight=float32[30, 30], bias=float32[30]),\n"
    assert repr(model) == f"Sequential(\n  layers=(\n{line * 3}  ),\n)"


def test_a_struct_shows_its_numbers_and_static_fields() -> None:
    assert repr(Point(np.float32(2.5))) == f"Point(x={np.float32(2.5)!r}, names=('a',))"
    assert repr(Point(np.array(2.5, "f"))) == "Point(x=2.5, names=('a',))"
    assert repr([Named(np.float32(1)), Leaf(np.ones(9, "f")), Empty()]) == (
        "[named, Leaf(values=float32[9]), Empty()]"
    )


def test_notebooks_show_a_table_of_the_arrays() -> None:
    html: Any = nn.Sequential(nn.Dense(3, 2), nn.relu)
    text = html._repr_html_()
    assert "<tr><td>layers[0].weight</td><td>float32[3, 2]</td><td>6</td></tr>" in text
    assert "<tr><td></td><td>total</td><td>8</td></tr>" in text


def test_a_staged_function_shows_its_signature_as_it_was_written() -> None:
    @staged
    def f(
        x: Float1D,
        y: Annotated[Float2D, dynamic(n=0)],
        layers: list[nn.Dense],
        g: Tracer[Callable[[Float0D], Float0D]],
        v: Vector[f64],
        n: int = 3,
        *,
        k: Int0D | None = None,
    ) -> tuple[Float1D, Float0D]:
        return x, x[0]

    parameters = (
        "x: Float1D, y: Annotated[Float2D, dynamic(n=0)], layers: list[Dense], "
        "g: Tracer[Callable[[Float0D], Float0D]], v: Tensor[Rank1, f64], n: int = 3, *, "
        "k: Int0D | None = None"
    )
    assert repr(f) == f"<staged f({parameters}) -> tuple[Float1D, Float0D]>"
    assert repr(gradient(f)).startswith(f"<staged f.gradient({parameters})")
    assert repr(staged(lambda x, y: x)) == "<staged f(x, y)>"


def history() -> nn.History:
    return nn.History("accuracy", [1.0, 0.5], [0.5, 0.75], [2.0, 1.5], [0.25, 0.5], 1.25, 2.0)


def test_a_history_shows_its_last_epoch() -> None:
    assert repr(history()) == (
        "<History of 2 epochs: loss 0.5000  accuracy 0.7500  validation 1.5000  0.5000, "
        "compiling 1.25 s, training 2.00 s>"
    )
    assert repr(nn.History()) == "<History of 0 epochs: compiling 0.00 s, training 0.00 s>"


def test_notebooks_show_a_history_as_a_table() -> None:
    text: str = history()._repr_html_()  # pyright: ignore[reportPrivateUsage]
    assert "<th>epoch</th><th>loss</th><th>accuracy</th><th>validation loss</th>" in text
    assert "<td>2</td><td>0.5000</td><td>0.7500</td><td>1.5000</td><td>0.5000</td>" in text


def test_notebooks_show_a_plot_inline() -> None:
    pytest.importorskip("matplotlib")
    text: str = history().plot()._repr_svg_()  # pyright: ignore[reportPrivateUsage]
    assert "<svg" in text
