"""Schedules prefetch what the hardware does not, which changes no result; vectors run along the
last reduced dimension with more than one value."""

from __future__ import annotations

import numpy as np
import pytest

import dlvm
from dlvm.compiler import lowered_module
from dlvm.compute.scheduling.kernel_schedules import schedule_module
from dlvm.compute.scheduling.machine import Cache, Machine
from dlvm.ir.module import Module
from dlvm.ir.schedules import Directive

MESH = Machine(
    "cpu", 64, 32, 2, (Cache(48 << 10, 12), Cache(2 << 20, 16)), True, line_rate=2.0, far_run=40.0
)
NARROW = Machine("cpu", 32, 16, 2, (Cache(32 << 10), Cache(512 << 10)))
Shape = tuple[int, ...]

IMAGE = ("convolve {0} kernel {1}", [(1, 256, 28, 28), (32, 256, 1, 1)], (1, 32, 28, 28))
SUMS = ("reduce {0} by add init 0: f32 along 0", [(512, 4096)], (4096,))
PROGRAMS: dict[str, tuple[str, list[Shape], Shape, Machine, set[str]]] = {
    "rows of an image": (*IMAGE, MESH, {"a"}),
    "sums over short runs": (*SUMS, NARROW, {"a"}),
    "sums over long runs": (*SUMS, MESH, set()),
    "rows on the same page": (
        "reduce {0} by add init 0: f32 along 0", [(4096, 64)], (64,), NARROW, set(),
    ),
    "small image": (
        "convolve {0} kernel {1}", [(1, 8, 28, 28), (32, 8, 1, 1)], (1, 32, 28, 28), MESH, set(),
    ),
}  # fmt: skip


def program(text: str, shapes: list[Shape], result: Shape) -> Module:
    types = [f"<{' x '.join(map(str, shape))} x f32>" for shape in (*shapes, result)]
    names = [f"%x{n}: {type}" for n, type in enumerate(types[:-1])]
    return dlvm.parse(
        f"stage optimizable\nfunc @f: ({', '.join(types[:-1])}) -> {types[-1]} {{\n"
        f"'entry({', '.join(names)}):\n    %y = {text.format(*names)}\n"
        f"    return %y: {types[-1]}\n}}\n"
    )


def scheduled(module: Module, machine: Machine) -> tuple[Module, list[Directive]]:
    kernels = lowered_module(module, "compute")
    schedule_module(kernels, machine)
    (schedule,) = kernels.schedules
    return kernels, list(schedule.directives)


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_prefetched(name: str) -> None:
    text, shapes, result, machine, tensors = PROGRAMS[name]
    module = program(text, shapes, result)
    kernels, directives = scheduled(module, machine)
    assert {d.subjects[0] for d in directives if d.keyword == "prefetch"} == tensors
    draw = np.random.default_rng(0)
    arrays = [draw.integers(-3, 4, shape).astype(np.float32) for shape in shapes]
    found = dlvm.compile(kernels)["f"](*arrays)
    np.testing.assert_array_equal(found, dlvm.interpret(module, "f", *arrays))


@pytest.mark.parametrize(("columns", "rows"), [(4096, 5), (4096 + 16, 16)])
def test_prefetched_rows_fit_in_the_cache_sets_to_which_they_map(columns: int, rows: int) -> None:
    """Rows at a distance of a power of two map to one set of the first-level cache, which has eight
    ways."""
    module = program("reduce {0} by add init 0: f32 along 0", [(512, columns)], (columns,))
    _, directives = scheduled(module, NARROW)
    assert [d.number for d in directives if d.keyword == "prefetch"] == [rows]


def test_vectors_run_along_channels_of_an_image_of_one_point() -> None:
    shapes: list[Shape] = [(1, 480, 1, 1), (120, 480, 1, 1)]
    module = program("convolve {0} kernel {1}", shapes, (1, 120, 1, 1))
    _, directives = scheduled(module, MESH)
    (vector,) = (d for d in directives if d.keyword == "vectorize")
    assert vector.number == 16


@pytest.mark.parametrize(
    "text", ["unroll y by 4", "vectorize y by 1", "order k, y, x", "tile y by 2", "unroll x by 2"]
)
def test_schedules_may_name_reduced_dimensions_with_one_value(text: str) -> None:
    """Schedules that were saved before such dimensions were dropped are still legal."""
    module = program("convolve {0} kernel {1}", [(1, 16, 4, 4), (8, 16, 1, 1)], (1, 8, 4, 4))
    kernels = lowered_module(module, "compute")
    (definition,) = kernels.definitions
    given = f"schedule @{definition.name} for cpu {{\n    {text}\n}}\n"
    kernels = dlvm.parse(f"{kernels}".replace("stage compute", "stage schedule") + f"\n{given}")
    draw = np.random.default_rng(0)
    arrays = [draw.integers(-3, 4, s).astype(np.float32) for s in ((1, 16, 4, 4), (8, 16, 1, 1))]
    found = dlvm.compile(kernels)["f"](*arrays)
    np.testing.assert_array_equal(found, dlvm.interpret(module, "f", *arrays))
