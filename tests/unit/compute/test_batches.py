"""Batches of unknown size: kernels are scheduled like those of one example, and are right for any
number of examples."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import dlvm
from dlvm.compiler import lowered_module
from dlvm.compute.loops.lowering import lower_definition
from dlvm.compute.scheduling.kernel_schedules import default_schedule
from dlvm.compute.scheduling.machine import Cache, Machine
from dlvm.ir.module import Module
from dlvm.ir.schedules import Directive

MACHINES = {
    "AVX-512": Machine(vector_bytes=64, registers=32, has_avx512=True, threads=2),
    "AVX2": Machine(
        vector_bytes=32, registers=16, threads=2, caches=(Cache(32 << 10), Cache(512 << 10))
    ),
}
# The instruction, and the shapes of an example, of the other operand, and of the result.
BODIES = {
    "convolution": ("convolve %x kernel %w padding (1, 1), (1, 1)", (16, 14, 14), (32, 16, 3, 3)),
    "1x1": ("convolve %x kernel %w", (64, 9, 9), (128, 64, 1, 1)),
    "strides": ("convolve %x kernel %w strides 2, 2", (32, 15, 15), (64, 32, 1, 1)),
    "depthwise": (
        "convolve %x kernel %w padding (1, 1), (1, 1) groups 24",
        (24, 28, 28),
        (24, 1, 3, 3),
    ),
    "rows": ('contract %x, %w by "nlk,km->nlm"', (33, 40), (40, 50)),
    "long rows": ('contract %x, %w by "nlk,km->nlm"', (33, 900), (900, 48)),
    "heads": ('contract %x, %w by "nhlk,hkm->nhlm"', (4, 60, 32), (4, 32, 70)),
}
RESULTS = {
    "convolution": (32, 14, 14),
    "1x1": (128, 9, 9),
    "strides": (64, 8, 8),
    "depthwise": (24, 28, 28),
    "rows": (33, 50),
    "long rows": (33, 48),
    "heads": (4, 60, 70),
}


def _module(name: str, batch: str) -> Module:
    body, example, other = BODIES[name]
    x, w, y = (
        f"<{' x '.join([*first, *map(str, shape)])} x f32>"
        for first, shape in (([batch], example), ([], other), ([batch], RESULTS[name]))
    )
    body = body.replace("%x", f"%x: {x}").replace("%w", f"%w: {w}")
    return dlvm.parse(f"""
func @f: ({x}, {w}) -> {y} {{
'entry(%x: {x}, %w: {w}):
    %y = {body}
    return %y: {y}
}}
""")


def _directives(name: str, batch: str, machine: Machine) -> list[tuple[Directive, ...]]:
    module = lowered_module(_module(name, batch), "compute")
    return [default_schedule(d, machine).directives for d in module.definitions]


@pytest.mark.parametrize(("name", "machine"), [*product(BODIES, MACHINES)])
def test_schedules_are_those_of_one_example(name: str, machine: str) -> None:
    expected = _directives(name, "1", MACHINES[machine])
    tile = Directive("tile", ("l",), 33)
    if name == "long rows" and any(d.keyword == "tile" for d in expected[-1]):
        # The sums of some terms are kept for the rows of one example.
        expected[-1] = (*expected[-1], tile)
    assert _directives(name, "_n", MACHINES[machine]) == expected
    assert any(d.keyword == "vectorize" for schedule in expected for d in schedule)


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("threads", [1, 2])
def test_any_number_of_examples(name: str, threads: int) -> None:
    module = _module(name, "_n")
    compiled = dlvm.compile(_module(name, "_n"), threads=threads)["f"]
    numbers = np.random.default_rng(0)
    _, example, other = BODIES[name]
    for count in (0, 1, 3):
        arguments = [
            numbers.integers(-2, 3, shape).astype(np.float32)
            for shape in ((count, *example), other)
        ]
        expected = np.asarray(dlvm.interpret(module, "f", *arguments))
        np.testing.assert_array_equal(np.asarray(compiled(*arguments)), expected)


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("labels", ["nhlk,knhm->nhlm", "nhlk,nkhm->nlhm", "nlhk,nmhk->nhlm"])
@pytest.mark.parametrize("unknown", ["nk", "nlk", "nlm", "nhk"])
def test_schedules_of_attention_are_legal(labels: str, machine: str, unknown: str) -> None:
    sizes = {"n": "2", "h": "4", "l": "256", "k": "256", "m": "4"} | {u: f"_{u}" for u in unknown}
    a, b, y = (
        f"<{' x '.join(sizes[label] for label in part)} x f32>"
        for part in (*labels.split("->")[0].split(","), labels.split("->")[1])
    )
    module = lowered_module(
        dlvm.parse(f"""
func @f: ({a}, {b}) -> {y} {{
'entry(%a: {a}, %b: {b}):
    %y = contract %a: {a}, %b: {b} by "{labels}"
    return %y: {y}
}}
"""),
        "compute",
    )
    for definition in module.definitions:
        lower_definition(definition, default_schedule(definition, MACHINES[machine]))
