"""Factors that products read by windows are laid out in front of them, which changes no result;
windows that overlap are read once."""

from __future__ import annotations

import numpy as np
import pytest

import dlvm
from dlvm.compiler import lowered_module
from dlvm.compute.layout.window_layouts import lay_out_windows
from dlvm.compute.scheduling.kernel_schedules import default_schedule, schedule_module
from dlvm.compute.scheduling.machine import Machine
from dlvm.ir.compute import Definition
from dlvm.ir.module import Module
from dlvm.ir.schedules import Schedule
from dlvm.ir.types import ElementType

MACHINE = Machine(vector_bytes=64, registers=32, has_avx512=True)
Shape = tuple[int, ...]

# What gradients by the kernel are: convolutions of batches as channels, by large kernels.
LAID_OUT: dict[str, tuple[str, Shape, Shape, Shape]] = {
    "plain": ("padding (1, 1), (1, 1)", (32, 4, 20, 20), (48, 4, 20, 20), (32, 48, 3, 3)),
    "dilated": (
        "strides 2, 2 padding (2, 2), (2, 2)",
        (32, 4, 20, 20), (48, 4, 20, 20), (32, 48, 3, 3),
    ),
    "strided": (
        "padding (1, 0), (1, 0) rightDilation 2, 2",
        (32, 16, 20, 20), (48, 16, 10, 10), (32, 48, 3, 3),
    ),
    "no margins": ("", (32, 4, 22, 22), (48, 4, 20, 20), (32, 48, 3, 3)),
    "three dimensions": (
        "padding (1, 1), (1, 1), (1, 1)",
        (32, 2, 5, 12, 12), (32, 2, 5, 12, 12), (32, 32, 3, 3, 3),
    ),
}  # fmt: skip


def convolution(options: str, *shapes: Shape, element: str = "f32") -> Module:
    x, w, y = (f"<{' x '.join(map(str, s))} x {element}>" for s in shapes)
    return dlvm.parse(
        f"stage optimizable\nfunc @f: ({x}, {w}) -> {y} {{\n'entry(%x: {x}, %w: {w}):\n"
        f"    %y = convolve %x: {x} kernel %w: {w} {options}\n    return %y: {y}\n}}\n"
    )


def laid_out(module: Module) -> tuple[Module, list[str]]:
    """The kernels of a module, and the names of those that lay something out."""
    kernels = lowered_module(module, "compute")
    lay_out_windows(kernels, MACHINE)
    names = [d.name or "" for d in kernels.definitions]
    return kernels, [n for n in names if n.startswith("layout")]


@pytest.mark.parametrize("element", ["f32", "f64"])
@pytest.mark.parametrize("name", LAID_OUT)
def test_layouts_change_no_result(name: str, element: str) -> None:
    options, *shapes = LAID_OUT[name]
    module = convolution(options, *shapes, element=element)
    kernels, names = laid_out(module)
    assert names == ["layout.0", "layout.1"][: 1 + (name != "no margins")]
    schedule_module(kernels, MACHINE)
    numbers = np.random.default_rng(0)
    arguments = [numbers.integers(-3, 4, s).astype(ElementType(element).numpy) for s in shapes[:2]]
    expected = np.asarray(dlvm.interpret(module, "f", *arguments))
    again = dlvm.parse(str(kernels))
    dlvm.verify(again)
    assert np.array_equal(np.asarray(dlvm.interpret(again, "f", *arguments)), expected)
    assert np.array_equal(np.asarray(dlvm.compile(again)["f"](*arguments)), expected)


STAY: dict[str, tuple[str, str, Shape, Shape, Shape]] = {
    # With many more columns than places of a window, what is packed is read again often enough.
    "forward": ("f32", "padding (1, 1), (1, 1)", (1, 64, 28, 28), (64, 64, 3, 3), (1, 64, 28, 28)),
    "small": ("f32", "padding (1, 1), (1, 1)", (3, 2, 6, 6), (4, 2, 6, 6), (3, 4, 3, 3)),
    "nothing": ("f32", "padding (1, 1), (1, 1)", (0, 2, 6, 6), (4, 2, 6, 6), (0, 4, 3, 3)),
    # Small floats are made wider where they are packed.
    "bf16": ("bf16", *LAID_OUT["plain"]),
}


@pytest.mark.parametrize("name", STAY)
def test_others_stay(name: str) -> None:
    element, options, *shapes = STAY[name]
    assert not laid_out(convolution(options, *shapes, element=element))[1]


@pytest.mark.parametrize(
    ("condition", "otherwise"),
    [("lessThan(index(l + x), 19: i64)", "0: f32"), ("lessThan(index(l + x), 22: i64)", "1: f32")],
)
def test_conditions_other_than_edges_stay(condition: str, otherwise: str) -> None:
    """Zeros around a tensor do not replace them."""
    text = f"""
stage compute
compute @k: (<4 x 22 x 22 x 32 x f32>, <4 x 48 x 20 x 20 x f32>) -> <48 x 32 x 3 x 3 x f32> {{
    (%a, %b) -> %c
    %c[i < 48, j < 32, l < 3, m < 3] = sum(k < 4, x < 20,
        y < 20) if({condition}, %a[k, l + x, m + y, j], {otherwise}) * %b[k, i, x, y]
}}
func @f: (<4 x 22 x 22 x 32 x f32>, <4 x 48 x 20 x 20 x f32>) -> <48 x 32 x 3 x 3 x f32> {{
'entry(%x: <4 x 22 x 22 x 32 x f32>, %w: <4 x 48 x 20 x 20 x f32>):
    %y = apply @k(%x: <4 x 22 x 22 x 32 x f32>, %w: <4 x 48 x 20 x 20 x f32>)
        -> <48 x 32 x 3 x 3 x f32>
    return %y: <48 x 32 x 3 x 3 x f32>
}}
"""
    kernels = dlvm.parse(text)
    lay_out_windows(kernels, MACHINE)
    assert [d.name for d in kernels.definitions] == ["k"]


def test_kernels_with_a_schedule_stay() -> None:
    options, *shapes = LAID_OUT["plain"]
    kernels = lowered_module(convolution(options, *shapes), "compute")
    (definition,) = kernels.definitions
    kernels.schedules.append(default_schedule(definition, MACHINE))
    lay_out_windows(kernels, MACHINE)
    assert kernels.definitions == [definition]


def directives(schedule: Schedule) -> dict[tuple[str, ...], int | None]:
    return {(d.keyword, *d.subjects): d.number for d in schedule.directives}


def scheduled(module: Module) -> dict[tuple[str, ...], int | None]:
    (definition,) = lowered_module(module, "compute").definitions
    assert isinstance(definition, Definition)
    return directives(default_schedule(definition, MACHINE))


def test_overlapping_windows_are_read_once() -> None:
    """Rows of a depthwise convolution stay in registers while the kernel's go by."""
    shapes = (1, 8, 28, 28), (8, 1, 7, 7), (1, 8, 28, 28)
    found = scheduled(convolution("padding (3, 3), (3, 3) groups 8", *shapes))
    assert found["unroll", "l"] == 14
    assert ("order", "k", "y", "x") in found


def test_adjacent_windows_are_read_in_place() -> None:
    shapes = (1, 8, 28, 28), (8, 1, 2, 2), (1, 8, 14, 14)
    found = scheduled(convolution("strides 2, 2 groups 8", *shapes))
    assert not any(keyword == "order" for keyword, *_ in found)


@pytest.mark.parametrize(("channels", "is_limited"), [(512, True), (64, False)])
def test_reads_along_rows_are_prefetched(channels: int, is_limited: bool) -> None:
    """A kernel that does not stay in the cache is read at few places at a time."""
    shapes = (1, channels, 7, 7), (channels, channels, 1, 2), (1, channels, 7, 7)
    x, w, y = (f"<{' x '.join(map(str, s))} x f32>" for s in shapes)
    module = dlvm.parse(
        f"stage optimizable\nfunc @f: ({x}, {w}) -> {y} {{\n'entry(%x: {x}, %w: {w}):\n"
        f"    %t = transpose %w: {w} along 1, 0, 2, 3\n"
        f"    %y = convolve %x: {x} kernel %t: {w} padding (0, 0), (0, 1)\n    return %y: {y}\n}}\n"
    )
    most = scheduled(module).get(("tile", "k")) or channels
    assert (most <= 24) == is_limited
