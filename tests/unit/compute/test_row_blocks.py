"""Kernels of products and row-wise statements over the same rows: attention in many shapes, with
masks, in each type of floats, and its gradients, against NumPy in f64."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm.compiler import lowered_module
from dlvm.compute.fusion.report import recorded_fusion
from dlvm.ir.types import ElementType

Array = np.ndarray[Any, np.dtype[Any]]
TOLERANCE = {"f64": 1e-13, "f32": 1e-5, "f16": 1e-2, "bf16": 1e-1}


@dataclass(frozen=True)
class Case:
    """Sizes b, h, m, n, d, e of the products ``bhmd,bhnd->bhmn`` and ``bhmn,bhne->bhme``; whether
    a mask is added, whether the weights are a result too, and the order of the result."""

    sizes: tuple[int, int, int, int, int, int]
    element: str = "f32"
    is_masked: bool = True
    is_kept: bool = False
    order: str = "bhme"

    def function(self, name: str) -> str:
        b, h, m, n, d, e = self.sizes

        def type(*shape: int) -> str:
            return f"<{' x '.join(map(str, shape))} x {self.element}>"

        q, k, v, mask = type(b, h, m, d), type(b, h, n, d), type(b, h, n, e), type(m, n)
        s, r, c = type(b, h, m, n), type(b, h, m), type(b, h, m, 1)
        y = type(*(dict(zip("bhme", (b, h, m, e), strict=True))[name] for name in self.order))
        scores = f"multiply %s: {s}, 0.5: {self.element}"
        if self.is_masked:
            scores = f"add %s: {s}, %mask: {mask}"
        results = [("%y", y), ("%w", s)] if self.is_kept else [("%y", y)]
        names = ", ".join(f"{n}: {t}" for n, t in results)
        types = ", ".join(t for _, t in results)
        if self.is_kept:
            names, types = f"({names})", f"({types})"
        returned = f"{names}: {types}" if self.is_kept else names
        return f"""func @{name}: ({q}, {k}, {v}, {mask}) -> {types} {{
'entry(%q: {q}, %k: {k}, %v: {v}, %mask: {mask}):
    %s = contract %q: {q}, %k: {k} by "bhmd,bhnd->bhmn"
    %a = {scores}
    %x = reduce %a: {s} by max along 3
    %c = padShape %x: {r} at 3
    %l = subtract %a: {s}, %c: {c}
    %p = exp %l: {s}
    %t = reduce %p: {s} by add along 3
    %u = padShape %t: {r} at 3
    %w = divide %p: {s}, %u: {c}
    %y = contract %w: {s}, %v: {v} by "bhmn,bhne->{self.order}"
    return {returned}
}}
"""

    @property
    def arguments(self) -> list[Array]:
        b, h, m, n, d, e = self.sizes
        random = np.random.default_rng(0)
        shapes = [(b, h, m, d), (b, h, n, d), (b, h, n, e)]
        drawn = [random.standard_normal(shape) for shape in shapes]
        mask = np.where(random.random((m, n)) < 0.3, -1e4, 0.0)
        mask[:, 0] = 0
        return [x.astype(ElementType(self.element).numpy) for x in (*drawn, mask)]

    def results(self, q: Array, k: Array, v: Array, mask: Array) -> list[Array]:
        scores = np.einsum("bhmd,bhnd->bhmn", q, k)
        scores = scores + mask if self.is_masked else scores * 0.5
        power = np.exp(scores - scores.max(-1, keepdims=True))
        weights = power / power.sum(-1, keepdims=True)
        return [np.einsum(f"bhmn,bhne->{self.order}", weights, v), weights][: 1 + self.is_kept]


CASES = [
    Case((1, 2, 5, 7, 3, 4)),
    Case((2, 3, 16, 16, 8, 8), is_masked=False),
    Case((1, 1, 33, 17, 5, 9), is_kept=True),
    Case((2, 2, 40, 70, 33, 20)),
    Case((1, 1, 4, 3, 1, 3)),
    Case((2, 1, 17, 130, 64, 64), is_kept=True),
    Case((1, 2, 31, 33, 16, 16), "f64", is_kept=True),
    Case((1, 2, 31, 33, 16, 16), "f16", is_kept=True),
    Case((1, 2, 16, 64, 16, 16), "bf16", is_masked=False),
    Case((1, 1, 600, 300, 16, 40)),
    Case((1, 1, 32, 3000, 16, 16)),
    Case((4, 4, 64, 64, 8, 8)),
    Case((1, 2, 64, 64, 32, 16)),
    Case((2, 1, 60, 41, 70, 9), is_kept=True),
    Case((1, 1, 96, 40, 128, 24), is_masked=False),
    Case((1, 1, 120, 1100, 30, 20)),
    Case((1, 2, 64, 70, 24, 16), "f64", is_kept=True),
    Case((1, 1, 64, 40, 33, 16), "f16"),
    Case((1, 1, 72, 50, 32, 16), "bf16", is_kept=True),
]
CASES += [replace(case, order=order) for case in CASES for order in ("bmhe", "mbhe", "hmbe")]


@pytest.fixture(scope="module", params=[1, 2], ids=["one thread", "two threads"])
def compiled(request: pytest.FixtureRequest) -> Any:
    functions = [case.function(f"f{n}") for n, case in enumerate(CASES)]
    text = "\n".join(['module "attention"', "stage optimizable", "", *functions])
    module = dlvm.parse(text)
    with recorded_fusion() as record:
        # Not compiled here, as another process may have put the code into the cache.
        lowered_module(module, "compute")
    assert len(record.kernels) == len(CASES)
    return dlvm.compile(module, threads=request.param)


@pytest.mark.parametrize("number", range(len(CASES)), ids=str)
def test_attention(compiled: Any, number: int) -> None:
    case = CASES[number]
    given = case.arguments
    found = compiled[f"f{number}"](*given)
    expected = case.results(*(x.astype(np.float64) for x in given))
    for result, exact in zip(found if case.is_kept else (found,), expected, strict=True):
        difference = np.abs(np.asarray(result).astype(np.float64) - exact).max()
        assert difference <= TOLERANCE[case.element] * np.abs(exact).max()


PIPELINED = """module "pipelined"
stage schedule

compute @attend: (<3 x 48 x 20 x {0}>, <3 x 45 x 20 x {0}>, <3 x 45 x 9 x {0}>, <48 x 45 x {0}>)
    -> (<3 x 48 x 45 x {0}>, <3 x 48 x 9 x {0}>) {{
    (%a, %b, %c, %m) -> %g, %y
    %s[h < 3, i < 48, j < 45] = sum(k < 20) %a[h, i, k] * %b[h, j, k]
    %d[h < 3, i < 48] = maximum(l < 45) %s[h, i, l]
    %e[h < 3, i < 48, j < 45] = exp(%s[h, i, j] - %d[h, i]) + %m[i, j]
    %f[h < 3, i < 48] = sum(l < 45) %e[h, i, l]
    %g[h < 3, i < 48, j < 45] = %e[h, i, j] / %f[h, i]
    %y[h < 3, i < 48, n < 9] = sum(l < 45) %g[h, i, l] * %c[h, l, n]
}}

schedule @attend for cpu {{
    tile i by {1}
    unroll i by {1}
    vectorize j by {2}
    unroll j by {3}
    vectorize l by {2}
    vectorize n by {2}
    parallel {4}
    {5}
}}

func @main: (<3 x 48 x 20 x {0}>, <3 x 45 x 20 x {0}>, <3 x 45 x 9 x {0}>, <48 x 45 x {0}>)
    -> (<3 x 48 x 45 x {0}>, <3 x 48 x 9 x {0}>) {{
'entry(%a: <3 x 48 x 20 x {0}>, %b: <3 x 45 x 20 x {0}>, %c: <3 x 45 x 9 x {0}>,
       %m: <48 x 45 x {0}>):
    %y = apply @attend(%a: <3 x 48 x 20 x {0}>, %b: <3 x 45 x 20 x {0}>, %c: <3 x 45 x 9 x {0}>,
        %m: <48 x 45 x {0}>) -> (<3 x 48 x 45 x {0}>, <3 x 48 x 9 x {0}>)
    return %y: (<3 x 48 x 45 x {0}>, <3 x 48 x 9 x {0}>)
}}
"""


@pytest.mark.parametrize(
    "schedule",
    [
        ("f32", 8, 16, 2, "h"),
        ("f32", 4, 8, 1, "i"),
        ("f32", 16, 4, 3, "i"),
        ("f64", 6, 8, 2, "i"),
        ("f16", 3, 16, 1, "h"),
        ("f32", 7, 16, 2, "i"),
        ("bf16", 5, 4, 2, "h"),
    ],
    ids=str,
)
def test_pipelined_blocks_compute_the_same(schedule: tuple[str, int, int, int, str]) -> None:
    """Blocks of rows that overlap change no bit of the results, NaN and infinities included."""
    random = np.random.default_rng(0)
    shapes = (3, 48, 20), (3, 45, 20), (3, 45, 9), (48, 45)
    type = ElementType(schedule[0]).numpy
    given = [random.standard_normal(shape).astype(type) for shape in shapes]
    given[0][1, 5, 3], given[1][2, 7, 1], given[2][0, 1, 2] = np.nan, np.inf, -np.inf
    plain, pipelined = (
        [
            np.asarray(result).astype(np.float64)
            for result in dlvm.compile(dlvm.parse(PIPELINED.format(*schedule, line)), threads=2)[
                "main"
            ](*given)
        ]
        for line in ("", "weave %s")
    )
    for one, other in zip(plain, pipelined, strict=True):
        np.testing.assert_array_equal(one, other)
    q, k = (x[0].astype(np.float64) for x in given[:2])
    power = q @ k.T
    power = np.exp(power - power.max(-1, keepdims=True)) + given[3]
    exact = power / power.sum(-1, keepdims=True)
    assert np.isnan(pipelined[0][1, 5]).all()
    assert not np.isnan(pipelined[0][0]).any()
    tolerance = TOLERANCE[schedule[0]] * 10
    np.testing.assert_allclose(pipelined[0][0], exact, rtol=tolerance, atol=tolerance)


GRADIENT = """module "gradient"
stage raw

func @loss: (<2 x 40 x 16 x f64>, <2 x 50 x 16 x f64>, <2 x 50 x 8 x f64>) -> f64 {
'entry(%q: <2 x 40 x 16 x f64>, %k: <2 x 50 x 16 x f64>, %v: <2 x 50 x 8 x f64>):
    %s = contract %q: <2 x 40 x 16 x f64>, %k: <2 x 50 x 16 x f64> by "hmd,hnd->hmn"
    %p = exp %s: <2 x 40 x 50 x f64>
    %t = reduce %p: <2 x 40 x 50 x f64> by add along 2
    %u = padShape %t: <2 x 40 x f64> at 2
    %w = divide %p: <2 x 40 x 50 x f64>, %u: <2 x 40 x 1 x f64>
    %y = contract %w: <2 x 40 x 50 x f64>, %v: <2 x 50 x 8 x f64> by "hmn,hnd->hmd"
    %z = multiply %y: <2 x 40 x 8 x f64>, %y: <2 x 40 x 8 x f64>
    %r = reduce %z: <2 x 40 x 8 x f64> by add along 0, 1, 2
    return %r: f64
}

[gradient @loss wrt 0, 1, 2]
func @slopes: (<2 x 40 x 16 x f64>, <2 x 50 x 16 x f64>, <2 x 50 x 8 x f64>)
    -> (<2 x 40 x 16 x f64>, <2 x 50 x 16 x f64>, <2 x 50 x 8 x f64>)
"""


def test_gradients_keep_the_values_that_they_need() -> None:
    """The weights and their slopes are results of the kernel that iterates over their rows."""
    random = np.random.default_rng(0)
    q, k, v = (random.standard_normal(s) for s in ((2, 40, 16), (2, 50, 16), (2, 50, 8)))
    found = dlvm.compile(dlvm.parse(GRADIENT), threads=2)["slopes"](q, k, v)
    power = np.exp(np.einsum("hmd,hnd->hmn", q, k))
    w = power / power.sum(-1, keepdims=True)
    dy = 2 * w @ v
    dw = np.einsum("hmd,hnd->hmn", dy, v)
    ds = w * (dw - (dw * w).sum(-1, keepdims=True))
    swapped = (0, 2, 1)
    expected = (ds @ k, ds.transpose(swapped) @ q, w.transpose(swapped) @ dy)
    for result, exact in zip(found, expected, strict=True):
        assert np.abs(np.asarray(result) - exact).max() <= 1e-12 * np.abs(exact).max()
