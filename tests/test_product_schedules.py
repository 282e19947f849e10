"""Products by schedules drawn at random: whatever is vectorized, tiled, packed, unrolled or shared
out, the results are the interpreter's. Numbers are small and whole, so that sums are exact in any
order."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm.compiler import lowered_module
from dlvm.diagnostics import DiagnosticError
from dlvm.ir.compute import Definition, Directive, Reduction, Schedule
from dlvm.ir.module import Module
from dlvm.ir.types import ElementType

CALLS = {
    "dot": ("dot {0}, {1}", [(37, 29), (29, 45)], (37, 45)),
    "large dot": ("dot {0}, {1}", [(70, 300), (300, 130)], (70, 130)),
    "vector": ("dot {0}, {1}", [(6, 300), (300, 5)], (6, 5)),
    "turned": ('contract {0}, {1} by "mk,nk->mn"', [(37, 29), (45, 29)], (37, 45)),
    "both turned": ('contract {0}, {1} by "km,nk->mn"', [(29, 37), (45, 29)], (37, 45)),
    "batches": ('contract {0}, {1} by "bmk,bkn->bmn"', [(3, 9, 21), (3, 21, 18)], (3, 9, 18)),
    "two terms": ('contract {0}, {1} by "kml,kln->mn"', [(5, 20, 7), (5, 7, 33)], (20, 33)),
    "padded": (
        "convolve {0} kernel {1} padding (1, 1), (1, 2)",
        [(2, 3, 8, 7), (6, 3, 3, 3)],
        (2, 6, 8, 8),
    ),
    "strides": (
        "convolve {0} kernel {1} strides 2, 3",
        [(4, 3, 11, 17), (5, 3, 1, 2)],
        (4, 5, 6, 6),
    ),
    "dilations": (
        "convolve {0} kernel {1} padding (2, 2), (0, 0) leftDilation 2, 1 rightDilation 1, 2",
        [(2, 2, 5, 9), (4, 2, 3, 3)],
        (2, 4, 11, 5),
    ),
    "groups": ("convolve {0} kernel {1} groups 2", [(2, 4, 6, 6), (6, 2, 3, 3)], (2, 6, 4, 4)),
}
DRAWS = 6


def _type(shape: tuple[int, ...], element: str) -> str:
    return f"<{' x '.join(map(str, shape))} x {element}>"


def program(name: str, element: str) -> Module:
    text, shapes, result = CALLS[name]
    types, out = [_type(s, element) for s in shapes], _type(result, element)
    x, y = (f"%{v}: {t}" for v, t in zip("xy", types, strict=True))
    return dlvm.parse(
        f'module "product"\nstage optimizable\nfunc @f: ({", ".join(types)}, {out}) -> {out} {{\n'
        f"'entry({x}, {y}, %z: {out}):\n    %p = {text.format(x, y)}\n"
        f"    %r = subtract %z: {out}, %p: {out}\n    return %r: {out}\n}}\n"
    )


def draw(r: random.Random, definition: Definition) -> tuple[Directive, ...]:
    """Directives that a person might write, not all of which a product allows."""
    (first, *_) = definition.body.statements
    shared = [range.variable for range in first.ranges]
    found = [n for n in first.value.walk() if isinstance(n, Reduction)]
    terms = [range.variable for n in found for range in n.ranges]
    sizes = {range.variable: range.extent for range in first.ranges}
    sizes |= {range.variable: range.extent for n in found for range in n.ranges}
    vector = r.choice(shared)
    drawn = [Directive("vectorize", (vector,), r.choice((1, 2, 4, 8, 16)))]
    for variable in (*shared, *terms):
        size = sizes[variable]
        assert isinstance(size, int)
        if r.random() < 0.4:
            divisors = [n for n in range(1, size + 1) if size % n == 0]
            drawn.append(Directive("tile", (variable,), r.choice((*divisors, r.randint(1, 40)))))
        if r.random() < 0.4:
            drawn.append(Directive("unroll", (variable,), r.choice((2, 3, 4))))
    for tensor in definition.body.parameters:
        if r.random() < 0.6:
            drawn.append(Directive("pack", (tensor,)))
        if r.random() < 0.2:
            drawn.append(Directive("prefetch", (tensor,), r.randint(1, 8)))
    if r.random() < 0.5:
        drawn.append(Directive("parallel", (r.choice(shared),)))
    return tuple(drawn)


@pytest.mark.parametrize("element", ["f32", "f64", "bf16", "i32"])
@pytest.mark.parametrize("name", CALLS)
def test_schedules_change_no_result(name: str, element: str) -> None:
    module = program(name, element)
    numbers = np.random.default_rng(0)
    most = 2 if element == "bf16" else 4
    type = ElementType(element).numpy
    shapes = [*CALLS[name][1], CALLS[name][2]]
    arguments: list[Any] = [numbers.integers(-most, most, s).astype(type) for s in shapes]
    expected = np.asarray(dlvm.interpret(module, "f", *arguments))
    r, ran = random.Random(f"{name} {element}"), 0
    for _ in range(120):
        scheduled = lowered_module(module, "schedule")
        (definition,) = scheduled.definitions
        scheduled.schedules[:] = [Schedule(definition.name or "", "cpu", draw(r, definition))]
        compiled = _compiled(scheduled)
        if compiled is None:
            continue
        ran += 1
        assert np.array_equal(np.asarray(compiled["f"](*arguments)), expected), str(scheduled)
        if ran == DRAWS:
            return
    assert ran


def _compiled(module: Module) -> Any:
    """The compiled module; None where its schedule is refused with what it may be."""
    try:
        return dlvm.compile(module, threads=2)
    except DiagnosticError as problem:
        if "expected a" not in str(problem):
            raise
        return None
