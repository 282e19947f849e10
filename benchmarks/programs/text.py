"""Functions in the IR's text: each gives a module with the function ``@program``, and what that is
called with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.workload import Inputs


def dot(inputs: Inputs) -> tuple[str, list[Any]]:
    a, b = inputs.values()
    return product("program", a.shape, b.shape), [a, b]


def product(name: str, a: Sequence[int], b: Sequence[int]) -> str:
    """A function of two matrices of these shapes."""
    x, y, result = _type(a), _type(b), _type((a[0], b[1]))
    return f"""
func @{name}: ({x}, {y}) -> {result} {{
'entry(%a: {x}, %b: {y}):
    %product = dot %a: {x}, %b: {y}
    return %product: {result}
}}
"""


def convolution(inputs: Inputs, stride: int, padding: int, groups: int) -> tuple[str, list[Any]]:
    """The kernel is part of the program."""
    x, kernel = inputs["x"], inputs["kernel"]
    pairs = zip(x.shape[2:], kernel.shape[2:], strict=True)
    places = ((n + 2 * padding - k) // stride + 1 for n, k in pairs)
    given, result = _type(x.shape), _type((len(x), len(kernel), *places))
    pads = f"({padding}, {padding})"
    how = f"strides {stride}, {stride} padding {pads}, {pads} groups {groups}"
    text = f"""
func @program: ({given}) -> {result} {{
'entry(%x: {given}):
    %kernel = literal resource "kernel": {_type(kernel.shape)}
    %y = convolve %x: {given} kernel %kernel: {_type(kernel.shape)} {how}
    return %y: {result}
}}
"""
    return text, [x]


def transpose(inputs: Inputs, *axes: int) -> tuple[str, list[Any]]:
    x = inputs["x"]
    given, result = _type(x.shape), _type([x.shape[a] for a in axes])
    text = f"""
func @program: ({given}) -> {result} {{
'entry(%x: {given}):
    %y = transpose %x: {given} along {", ".join(map(str, axes))}
    return %y: {result}
}}
"""
    return text, [x]


def _type(shape: Sequence[int]) -> str:
    return f"<{' x '.join(map(str, shape))} x f32>"
