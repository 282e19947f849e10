"""Sums and variances, computed in blocks that are merged."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm.compute.scheduling.kernel_schedules import default_schedule
from dlvm.compute.scheduling.machine import Machine
from dlvm.diagnostics import DiagnosticError
from dlvm.ir.module import Module
from tests.support.programs.schedule_draws import compiled, draw

KERNELS = {
    "columns": (
        ["<70 x 35 x f32>"],
        ["<35 x f32>"],
        """(%x) -> %d
    %b[i < 35] = sum(k < 70) %x[k, i]
    %c[i < 35] = sum(k < 70) square(%x[k, i] - %b[i] / 70: f32)
    %d[i < 35] = %c[i] / 70: f32""",
    ),
    "channels": (
        ["<9 x 5 x 7 x 6 x f64>"],
        ["<5 x 6 x f64>", "<5 x 6 x f64>"],
        """(%x) -> %b, %c
    %b[i < 5, j < 6] = sum(k < 9, l < 7) (%x[k, i, l, j] + 1: f64)
    %c[i < 5, j < 6] = sum(k < 9, l < 7) ((
        %x[k, i, l, j] + 1: f64 - %b[i, j] * 0.015873015873015872: f64) * (
        %x[k, i, l, j] + 1: f64 - %b[i, j] * 0.015873015873015872: f64)) + %b[i, j]""",
    ),
    "two of them": (
        ["<16 x 20 x f32>", "<16 x 20 x f32>"],
        ["<20 x f32>"],
        """(%x, %y) -> %e
    %a[i < 20] = sum(k < 16) %x[k, i]
    %b[i < 20] = sum(k < 16) %y[k, i]
    %c[i < 20] = sum(k < 16) square(%x[k, i] - %a[i] * 0.0625: f32)
    %d[i < 20] = sum(k < 16) square(%y[k, i] - %b[i] * 0.0625: f32)
    %e[i < 20] = %c[i] / (%d[i] + %a[i] * %a[i])""",
    ),
}
DRAWS = 40


def module_of(parameters: list[str], results: list[str], body: str) -> Module:
    result = results[0] if len(results) == 1 else f"({', '.join(results)})"
    return dlvm.parse(
        f'module "m"\nstage compute\n'
        f"compute @k: ({', '.join(parameters)}) -> {result} {{\n    {body}\n}}\n"
        f"func @f: ({', '.join(parameters)}) -> {result} {{\n"
        f"'entry({', '.join(f'%x{n}: {t}' for n, t in enumerate(parameters))}):\n"
        f"    %y = apply @k({', '.join(f'%x{n}: {t}' for n, t in enumerate(parameters))})"
        f" -> {result}\n    return %y: {result}\n}}\n"
    )


def arguments_of(parameters: list[str]) -> list[Any]:
    generator = np.random.default_rng(0)
    found: list[Any] = []
    for type in parameters:
        *sizes, element = type.strip("<>").split(" x ")
        values = generator.standard_normal([int(n) for n in sizes]) * 3 + 100
        found.append(values.astype(np.float32 if element == "f32" else np.float64))
    return found


@pytest.mark.parametrize("name", KERNELS)
def test_blocks_of_any_size_give_the_same_but_for_rounding(name: str) -> None:
    parameters, results, body = KERNELS[name]
    module, arguments = module_of(parameters, results, body), arguments_of(parameters)
    exact = dlvm.interpret(module, "f", *arguments)
    r, tiled = random.Random(name), 0
    for _ in range(DRAWS):
        function, kept = compiled(module, draw(r, module.definitions[0]), threads=2)
        tiled += any(line.startswith("tile k") for line in kept)
        found = function["f"](*arguments)
        for own, other in zip(
            *(v if len(results) > 1 else [v] for v in (found, exact)), strict=True
        ):
            rtol = 1e-4 if own.dtype == np.float32 else 1e-12
            np.testing.assert_allclose(own, other, rtol=rtol, err_msg=str(kept))
    assert tiled > DRAWS / 20


NEARLY = {
    "another divisor": "%c[i < 8] = sum(k < 200) square(%x[k, i] - %b[i] / 199: f32)",
    "other numbers": "%c[i < 8] = sum(k < 200) square(%x[k, i] * 2: f32 - %b[i] / 200: f32)",
    "other ranges": "%c[i < 8] = sum(k < 100) square(%x[k, i] - %b[i] / 200: f32)",
    "the greatest": "%c[i < 8] = maximum(k < 200) square(%x[k, i] - %b[i] / 200: f32)",
    "another mean": "%c[i < 8] = sum(k < 200) square(%x[k, i] - %b[7 - i] / 200: f32)",
}


@pytest.mark.parametrize("name", NEARLY)
def test_similar_computations_are_not_merged(name: str) -> None:
    parameters, results = ["<200 x 8 x f32>"], ["<8 x f32>"]
    body = f"(%x) -> %c\n    %b[i < 8] = sum(k < 200) %x[k, i]\n    {NEARLY[name]}"
    module, arguments = module_of(parameters, results, body), arguments_of(parameters)
    exact = dlvm.interpret(module, "f", *arguments)
    np.testing.assert_allclose(dlvm.compile(module)["f"](*arguments), exact, rtol=1e-4)
    with pytest.raises(DiagnosticError, match=r"expected .*, got tile k by 8"):
        dlvm.compile(module, schedules=dlvm.parse("schedule @k for cpu {\n    tile k by 8\n}\n"))


@pytest.mark.parametrize(("rows", "blocks"), [(64, False), (4096, True)])
def test_long_columns_are_reduced_in_blocks(rows: int, blocks: bool) -> None:
    *types, body = KERNELS["columns"]
    parameters, results = ([s.replace("70", str(rows)) for s in part] for part in types)
    module = module_of(parameters, results, body.replace("70", str(rows)))
    schedules = [
        default_schedule(
            module.definitions[0], Machine(vector_bytes=64, registers=32, threads=threads)
        )
        for threads in (1, 2, 16)
    ]
    tiles = [[d for d in s.directives if d.keyword == "tile"] for s in schedules]
    assert [bool(t) for t in tiles] == [blocks] * 3
    # How sums are made is the same for all numbers of threads.
    assert tiles[0] == tiles[1] == tiles[2]


def test_deviations_are_exact_far_from_zero() -> None:
    """Where squares of the numbers, less that of their mean, would leave nothing."""
    _, results, body = KERNELS["columns"]
    body = body.replace("70", "4096")
    module = module_of(["<4096 x 35 x f32>"], results, body)
    x = np.random.default_rng(0).standard_normal((4096, 35)) + 10_000
    x = x.astype(np.float32)
    found = [dlvm.compile(module, threads=n)["f"](x) for n in (1, 2, 3)]
    np.testing.assert_allclose(found[0], x.astype(np.float64).var(0), rtol=1e-5)
    assert all(np.array_equal(f, found[0]) for f in found)


def test_a_column_with_infinity_or_nan_has_no_variance() -> None:
    parameters, results, body = KERNELS["columns"]
    x = np.ones((70, 35), np.float32)
    x[3, 4], x[69, 7] = np.inf, np.nan
    schedules = dlvm.parse("schedule @k for cpu {\n    vectorize i by 16\n    tile k by 8\n}\n")
    found = dlvm.compile(module_of(parameters, results, body), schedules=schedules)["f"](x)
    assert np.isnan(found[[4, 7]]).all()
    assert not np.delete(found, [4, 7]).any()


def variance(shape: tuple[int, ...], axes: tuple[int, ...], line: str, also: str = "") -> Module:
    """What a line makes of the variance along some axes, and another value with it, at stage raw.
    RESULT in it is the type of both."""
    kept = [n for axis, n in enumerate(shape) if axis not in axes]
    spread = [1 if axis in axes else n for axis, n in enumerate(shape)]
    whole, result = (f"<{' x '.join(map(str, sizes))} x f32>" for sizes in (shape, kept))
    one, along = " x ".join(map(str, spread)), ", ".join(map(str, axes))
    count = math.prod(shape[axis] for axis in axes)
    returned, given = (
        (f"({result}, {result})", f"(%w: {result}, {also}: {result})")
        if also
        else (result, f"%w: {result}")
    )
    return dlvm.parse(f"""module "m"
stage raw
func @f: ({whole}) -> {returned} {{
'entry(%x: {whole}):
    %s = reduce %x: {whole} by add along {along}
    %m = divide %s: {result}, {count}: f32
    %b = shapeCast %m: {result} to {one}
    %d = subtract %x: {whole}, %b: <{one} x f32>
    %q = square %d: {whole}
    %t = reduce %q: {whole} by add along {along}
    %v = divide %t: {result}, {count}: f32
    %w = {line.replace("RESULT", result)}
    return {given}
}}
""")


def numbers(r: np.random.Generator, shape: tuple[int, ...]) -> Any:
    """Numbers of mixed scale, far from zero, with one that is far from the others, or all equal."""
    x = r.standard_normal(shape) * np.exp2(r.uniform(-8, 2, shape))
    match r.integers(4):
        case 0:
            x += 1000
        case 1:
            x.flat[0] = 1e4
        case 2:
            x[:] = x.flat[0]
        case _:
            pass
    return x.astype(np.float32)


@pytest.mark.parametrize("draw", range(24))
def test_the_error_of_a_variance_is_that_of_rounding(draw: int) -> None:
    """Before it is rounded it is exact to n (n + 1) units of f64 at most, which is less than 0.01
    of f32 for the sizes drawn; NumPy's in two passes is so too."""
    r = np.random.default_rng(draw)
    shape = tuple(int(n) for n in r.integers(2, 40, 3))
    axes = [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2)][draw % 6]
    is_root = bool(r.integers(2))
    line = "sqrt %v: RESULT" if is_root else "multiply %v: RESULT, 3: f32"
    module, x = variance(shape, axes, line), numbers(r, shape)
    exact = x.astype(np.float64).var(axes)
    exact = np.sqrt(exact) if is_root else exact * 3
    found = [dlvm.compile(module, threads=n)["f"](x) for n in (1, 3)]
    assert np.array_equal(*found)
    unit = np.spacing(exact.astype(np.float32)).astype(np.float64)
    assert (np.abs(found[0] - exact) <= 0.51 * unit).all()


@pytest.mark.parametrize("place", [0, 7, 37, 63])
def test_chains_of_few_products_are_shorter(place: int) -> None:
    """At most 7 terms are lost, and half a unit in each sum of 8 of them and what came before."""
    x = np.full((1, 64), 0.999 * 2.0**-24, np.float32)
    x[0, place] = 1
    module = dlvm.parse("""module "m"
stage raw
func @f: (<1 x 64 x f32>, <64 x 16 x f32>) -> <1 x 16 x f32> {
'entry(%x: <1 x 64 x f32>, %w: <64 x 16 x f32>):
    %y = dot %x: <1 x 64 x f32>, %w: <64 x 16 x f32>
    return %y: <1 x 16 x f32>
}
""")
    found = dlvm.compile(module)["f"](x, np.ones((64, 16), np.float32))
    assert (np.abs(found - x.astype(np.float64).sum()) <= 15 * 2.0**-24).all()


@pytest.mark.parametrize("place", [0, 37, 1000, 4999])
def test_chains_of_additions_are_short(place: int) -> None:
    """What is less than half a unit of a number that came before is lost, at most 15 times: then
    sums go on in f64."""
    x = np.full((9, 5000), 0.999 * 2.0**-24, np.float32)
    x[:, place] = 1
    module = dlvm.parse("""module "m"
stage raw
func @f: (<9 x 5000 x f32>) -> <9 x f32> {
'entry(%x: <9 x 5000 x f32>):
    %s = reduce %x: <9 x 5000 x f32> by add along 1
    return %s: <9 x f32>
}
""")
    exact = x.astype(np.float64).sum(1)
    assert (np.abs(dlvm.compile(module)["f"](x) - exact) <= 16 * 2.0**-24).all()


def test_what_rows_are_multiplied_with_is_rounded_once() -> None:
    """Beside the sum, a factor and a product are rounded: by half a unit each, which is at most
    2^-24 of the number."""
    module = dlvm.parse("""module "m"
stage raw
func @f: (<40 x 1000 x f32>) -> <40 x 1000 x f32> {
'entry(%x: <40 x 1000 x f32>):
    %s = reduce %x: <40 x 1000 x f32> by add along 1
    %c = shapeCast %s: <40 x f32> to 40 x 1
    %m = divide %c: <40 x 1 x f32>, 1000: f32
    %e = add %m: <40 x 1 x f32>, 0.125: f32
    %r = rsqrt %e: <40 x 1 x f32>
    %n = multiply %x: <40 x 1000 x f32>, %r: <40 x 1 x f32>
    return %n: <40 x 1000 x f32>
}
""")
    f = dlvm.compile(module)["f"]
    for seed in range(6):
        x = np.exp2(np.random.default_rng(seed).uniform(-3, 3, (40, 1000))).astype(np.float32)
        wide = x.astype(np.float64)
        exact = wide / np.sqrt(wide.mean(1, keepdims=True) + 0.125)
        assert (np.abs(f(x) / exact - 1) <= 2.2 * 2.0**-24).all()


def test_a_mean_that_is_a_result_stays() -> None:
    module = variance((300, 40), (0,), "add %v: RESULT, 1: f32", also="%m")
    x = numbers(np.random.default_rng(3), (300, 40))
    found = dlvm.compile(module)["f"](x)
    np.testing.assert_allclose(found[0], x.astype(np.float64).var(0) + 1, rtol=1e-5)
    np.testing.assert_allclose(found[1], x.astype(np.float64).mean(0), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("value", [np.inf, -np.inf, np.nan])
@pytest.mark.parametrize("row", [0, 5])
def test_rows_with_infinity_or_nan_have_no_variance(value: float, row: int) -> None:
    x = np.ones((70, 35), np.float32)
    x[3, row] = value
    found = dlvm.compile(variance((70, 35), (1,), "square %v: RESULT"))["f"](x)
    assert np.isnan(found[3])
    assert not np.delete(found, 3).any()
