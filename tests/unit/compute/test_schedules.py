"""Kernels by schedules drawn at random: whatever is legal, the results are the interpreter's, also
in the memory of arguments. Numbers are small and whole, so that sums are exact in any order."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm.compute.scheduling.kernel_schedules import default_schedule
from dlvm.compute.scheduling.machine import Machine
from dlvm.ir.module import Module
from dlvm.ir.types import ElementType
from tests.support.programs.schedule_draws import compiled, draw

# Types of parameters and of the result, and what is computed.
KERNELS = {
    "points": (
        ["<5 x 6 x 21 x f32>", "<6 x 21 x f32>"],
        ["<5 x 6 x 21 x f32>", "<5 x 6 x 21 x f32>"],
        """(%x, %y) -> %a, %b
    %a[i < 5, j < 6, k < 21] = %x[i, j, k] + %y[j, k]
    %b[i < 5, j < 6, k < 21] = max(%a[i, j, k], %x[i, j, k]) * %y[j, k]""",
    ),
    "column sums": (
        ["<9 x 7 x 35 x f32>"],
        ["<7 x 35 x f32>"],
        """(%x) -> %a
    %a[i < 7, j < 35] = sum(k < 9) %x[k, i, j] + sum(l < 7) %x[2, l, j]""",
    ),
    "columns twice": (
        ["<30 x 35 x f32>"],
        ["<35 x f32>"],
        """(%x) -> %b
    %a[j < 35] = maximum(k < 30) %x[k, j]
    %b[j < 35] = sum(k < 30, l < 2) max(%x[k, j] + 1: f32, %a[j])""",
    ),
    "rows": (
        ["<6 x 5 x 37 x f32>"],
        ["<6 x 5 x 37 x f32>"],
        """(%x) -> %y
    %m[h < 6, i < 5] = maximum(k < 37) %x[h, i, k]
    %e[h < 6, i < 5, j < 37] = %x[h, i, j] - %m[h, i]
    %s[h < 6, i < 5] = sum(k < 37) %e[h, i, k]
    %y[h < 6, i < 5, j < 37] = %e[h, i, j] * 2: f32 + %s[h, i]""",
    ),
    "rows of matrices": (
        ["<6 x 9 x 20 x f32>", "<6 x f32>"],
        ["<6 x 20 x 9 x f32>", "<6 x 9 x f32>"],
        """(%x, %w) -> %y, %z
    %t[i < 6, j < 9, k < 20] = %x[i, j, k] * 3: f32 + f32(index(k + 2 * j))
    %u[i < 6, k < 20, j < 9] = %t[i, j, k] + if(
        greaterThanOrEqual(index(j), 1: i64), %t[i, j - 1, k], 0: f32)
    %z[i < 6, j < 9] = sum(k < 20) %u[i, k, j]
    %y[i < 6, k < 20, j < 9] = %u[i, k, j] - %t[i, j, k] * %w[i] + %z[i, j]""",
    ),
    "matrices in turn": (
        ["<6 x 5 x 20 x f32>"],
        ["<6 x 20 x f32>"],
        """(%x) -> %y
    %t[i < 6, j < 5, k < 20] = %x[i, j, k] * 3: f32
    %u[i < 6, j < 5, k < 20] = %t[i, j, k] + f32(index(k + 2 * j))
    %y[i < 6, k < 20] = sum(l < 5) %u[i, l, k] - %u[i, 1, k]""",
    ),
    "blocks": (
        ["<2 x 19 x 7 x f32>", "<2 x 18 x 7 x f32>", "<2 x 18 x 5 x f32>"],
        ["<2 x 19 x 5 x f32>"],
        """(%q, %k, %v) -> %y
    %s[h < 2, i < 19, j < 18] = sum(c < 7) %q[h, i, c] * %k[h, j, c]
    %m[h < 2, i < 19] = maximum(c < 18) %s[h, i, c]
    %w[h < 2, i < 19, j < 18] = min(%s[h, i, j] - %m[h, i], 2: f32)
    %y[h < 2, i < 19, d < 5] = sum(c < 18) %w[h, i, c] * %v[h, c, d]""",
    ),
    "product": (
        ["<37 x 29 x f32>", "<29 x 45 x f32>", "<37 x 45 x f32>"],
        ["<37 x 45 x f32>", "<37 x 45 x f32>"],
        """(%x, %y, %z) -> %a, %b
    %a[i < 37, j < 45] = sum(k < 29) %x[i, k] * %y[k, j] + %z[i, j]
    %b[i < 37, j < 45] = %a[i, j] * %z[i, j]""",
    ),
    "terms": (
        ["<4 x 21 x 3 x 7 x f32>", "<4 x 3 x 7 x 33 x f32>"],
        ["<4 x 21 x 33 x f32>"],
        """(%x, %y) -> %a
    %a[b < 4, i < 21, j < 33] = sum(l < 3, k < 7) %x[b, i, l, k] * %y[b, l, k, j]""",
    ),
    "turned": (
        ["<40 x 3 x 21 x f32>", "<21 x 3 x 40 x f32>"],
        ["<21 x 3 x 40 x f32>", "<21 x 3 x 40 x f32>"],
        """(%x, %y) -> %a, %b
    %a[i < 21, j < 3, k < 40] = %x[k, j, i] + %y[i, j, k]
    %b[i < 21, j < 3, k < 40] = %a[i, j, k] * %y[i, j, k]""",
    ),
    "gathered": (
        ["<12 x 20 x f32>", "<9 x i64>"],
        ["<9 x 20 x f32>", "<9 x f32>"],
        """(%x, %p) -> %a, %s
    require 0 <= %p < 12
    %a[i < 9, j < 20] = %x[%p[i], j] + 1: f32
    %s[i < 9] = sum(k < 20) %a[i, k]""",
    ),
    "number": (
        ["<30 x 41 x f32>"],
        ["f32"],
        """(%x) -> %y
    %y[] = sum(k < 30, l < 41) %x[k, l] * %x[k, l]""",
    ),
    "scan": (
        ["<6 x 35 x f32>", "<6 x 35 x f32>"],
        ["<6 x 35 x f32>"],
        """(%x, %o) -> %y
    %y[i < 6, j < 35] at [i, j] from %o = if(greaterThanOrEqual(index(j), 1: i64),
        %y[i, j - 1] + %x[i, j], %x[i, j])""",
    ),
    "scan down": (
        ["<6 x 7 x 35 x f32>", "<6 x 7 x 35 x f32>"],
        ["<6 x 7 x 35 x f32>"],
        """(%x, %o) -> %y
    %y[i < 6, j < 7, k < 35] at [i, j, k] from %o = if(
        greaterThanOrEqual(index(j), 1: i64), %y[i, j - 1, k] + %x[i, j, k], %x[i, j, k])""",
    ),
    "updates": (
        ["<12 x 20 x f32>", "<9 x i64>", "<9 x 20 x f32>"],
        ["<12 x 20 x f32>"],
        """(%x, %p, %u) -> %y
    require 0 <= %p < 12
    %y[i < 9, j < 20] at [%p[i], j] from %x by add = %u[i, j]""",
    ),
    "small": (
        ["<5 x 37 x i8>", "<5 x 37 x bool>"],
        ["<5 x 37 x i8>", "<5 x bool>"],
        """(%x, %p) -> %y, %z
    %y[i < 5, j < 37] = select(%p[i, j], %x[i, j], 1: i8)
    %z[i < 5] = any(k < 37) greaterThan(%y[i, k], %x[i, 0])""",
    ),
    "pairs": (
        ["<37 x 30 x i8>", "<30 x 45 x u8>"],
        ["<37 x 45 x i32>"],
        """(%x, %y) -> %a
    %a[i < 37, j < 45] = sum(k < 30) (i32(%x[i, k]) * i32(%y[k, j]))""",
    ),
    "padded pairs": (
        ["<3 x 12 x 8 x i16>", "<5 x 8 x 3 x i16>"],
        ["<3 x 5 x 12 x i32>"],
        """(%x, %y) -> %a
    %a[n < 3, o < 5, i < 12] = sum(c < 8, d < 3) if(
        greaterThanOrEqual(index(i + d), 1: i64), i32(%x[n, 0, c]), 0: i32) * i32(%y[o, c, d])""",
    ),
    "one": (
        ["<1 x 20 x 1 x f32>"],
        ["<1 x 20 x 1 x f32>", "<1 x f32>"],
        """(%x) -> %y, %z
    %y[h < 1, i < 20, j < 1] = %x[h, i, j] + 1: f32
    %z[h < 1] = sum(i < 20, j < 1) %y[h, i, j]""",
    ),
}
ERASED = {
    "points": (
        ["<_a x _b x f32>", "<_b x f32>"],
        "<_a x _b x f32>",
        """%a[i < _a, j < _b] = %x[i, j] + %y[j]
    %r[i < _a, j < _b] = max(%a[i, j], %x[i, j]) * %y[j]""",
    ),
    "rows": (
        ["<_a x _b x f32>", "<_b x f32>"],
        "<_a x _b x f32>",
        """%a[i < _a] = sum(k < _b) %x[i, k] * %y[k]
    %r[i < _a, j < _b] = %x[i, j] + %a[i]""",
    ),
    "column sums": (
        ["<_a x _b x f32>", "<_b x f32>"],
        "<_b x f32>",
        "%r[j < _b] = sum(k < _a) %x[k, j] + %y[j]",
    ),
    "product": (
        ["<_a x _b x f32>", "<37 x _b x f32>"],
        "<_a x 37 x f32>",
        "%r[i < _a, j < 37] = sum(k < _b) %x[i, k] * %y[j, k]",
    ),
    "turned": (
        ["<_a x _b x f32>", "<_b x _a x f32>"],
        "<_b x _a x f32>",
        "%r[i < _b, j < _a] = %x[j, i] + %y[i, j]",
    ),
}
DRAWS = 14


def program(name: str) -> Module:
    parameters, results, body = KERNELS[name]
    result = results[0] if len(results) == 1 else f"({', '.join(results)})"
    given = ", ".join(f"%p{n}: {t}" for n, t in enumerate(parameters))
    types = ", ".join(parameters)
    return dlvm.parse(
        f'module "kernel"\nstage compute\ncompute @k: ({types}) -> {result} {{\n    {body}\n}}\n'
        f"func @f: ({types}) -> {result} {{\n'entry({given}):\n"
        f"    %r = apply @k({given}) -> {result}\n    return %r: {result}\n}}\n"
    )


def erased_program(name: str) -> Module:
    (x, y), result, body = ERASED[name]
    outer = [t.replace("_a", "_n").replace("_b", "_m") for t in (x, y, result)]
    return dlvm.parse(
        f'module "kernel"\nstage compute\ncompute @k: ({x}, {y}, i64, i64) -> {result} {{\n'
        f"    (%x, %y, _a, _b) -> %r\n    {body}\n}}\n"
        f"func @f: ({outer[0]}, {outer[1]}) -> {outer[2]} {{\n"
        f"'entry(%x: {outer[0]}, %y: {outer[1]}):\n"
        f"    %n = dimension of %x: {outer[0]} along 0\n"
        f"    %m = dimension of %x: {outer[0]} along 1\n"
        f"    %r = apply @k(%x: {outer[0]}, %y: {outer[1]}, %n: i64, %m: i64) -> {outer[2]}\n"
        f"    return %r: {outer[2]}\n}}\n"
    )


def arguments_of(module: Module) -> list[Any]:
    """Random arguments of the first function."""
    numbers = np.random.default_rng(0)
    found: list[Any] = []
    for type in module.functions[0].type.parameters:
        tensor = type.canonical
        element: ElementType = tensor.element  # pyright: ignore[reportAttributeAccessIssue]
        low, high = (0, 9) if element is ElementType.I64 else (-3, 4)
        dims = tensor.shape  # pyright: ignore[reportAttributeAccessIssue]
        shape: list[Any] = [{"_n": 21, "_m": 42}.get(str(dim), dim) for dim in dims]
        found.append(numbers.integers(low, high, shape).astype(element.numpy))
    return found


def parts_of(result: Any) -> list[Any]:
    """The arrays of a result."""
    return [np.asarray(r) for r in (result if isinstance(result, tuple) else (result,))]


@pytest.mark.parametrize("name", [*KERNELS, *(f"erased {name}" for name in ERASED)])
def test_schedules_change_no_result(name: str) -> None:
    erased = name.removeprefix("erased ")
    module = program(name) if name == erased else erased_program(erased)
    arguments = arguments_of(module)
    expected = parts_of(dlvm.interpret(module, "f", *arguments))
    donated = {"f": list(range(len(arguments)))}
    r = random.Random(name)
    for _ in range(DRAWS):
        directives = draw(r, module.definitions[0])
        options = {"donate": donated} if r.random() < 0.5 else {}
        function, kept = compiled(module, directives, threads=2, **options)
        found = parts_of(function["f"](*(a.copy() for a in arguments)))
        for own, exact in zip(found, expected, strict=True):
            assert np.array_equal(own, exact), kept


@pytest.mark.parametrize("directive", ["", "fuse %a at j", "vectorize k by 4", "tile k by 8"])
def test_statements_read_before_results_take_over_memory(directive: str) -> None:
    """The second statement reads what the first one would overwrite."""
    module = program("points")
    arguments = arguments_of(module)
    expected = parts_of(dlvm.interpret(module, "f", *arguments))
    schedules = dlvm.parse(f"schedule @k for cpu {{\n    {directive}\n}}\n")
    function = dlvm.compile(module, schedules=schedules, donate={"f": [0]})["f"]
    for own, exact in zip(parts_of(function(*arguments)), expected, strict=True):
        assert np.array_equal(own, exact)


@pytest.mark.parametrize(
    ("rows", "columns", "vectors", "is_shared"),
    [(784, 128, 8, False), (784, 256, 8, True), (8192, 64, 2, True), (1024, 1024, 4, True)],
)
def test_threads_share_columns_of_what_a_cache_does_not_hold_beside_more(
    rows: int, columns: int, vectors: int, is_shared: bool
) -> None:
    module = dlvm.parse(
        f'module "m"\nstage compute\ncompute @f: (<{rows} x f32>, <{rows} x {columns} x f32>) -> '
        f"<{columns} x f32> {{\n    (%x, %w) -> %y\n"
        f"    %y[j < {columns}] = sum(k < {rows}) %x[k] * %w[k, j]\n}}\n"
    )
    machine = Machine(vector_bytes=64, registers=32, threads=2)
    schedule = default_schedule(module.definitions[0], machine)
    found = {(d.keyword, *d.subjects): d.number for d in schedule.directives}
    assert (("parallel", "j") in found) == is_shared
    assert found["unroll", "j"] == vectors
    assert found["unroll", "k"] == 8


def _product(rows: int, terms: int, columns: int) -> Module:
    return dlvm.parse(
        f'module "m"\nstage compute\ncompute @f: (<{rows} x {terms} x f32>, '
        f"<{terms} x {columns} x f32>) -> <{rows} x {columns} x f32> {{\n    (%a, %b) -> %c\n"
        f"    %c[i < {rows}, j < {columns}] = sum(k < {terms}) %a[i, k] * %b[k, j]\n}}\n"
    )


@pytest.mark.parametrize(
    ("rows", "terms", "columns", "shared"),
    [(64, 784, 256, "i"), (64, 256, 128, "i"), (64, 784, 1024, "j"), (6, 784, 256, "j")],
)
def test_threads_share_rows_of_what_reads_weights_that_stay_in_a_cache(
    rows: int, terms: int, columns: int, shared: str
) -> None:
    (definition,) = _product(rows, terms, columns).definitions
    machine = Machine(vector_bytes=64, registers=32, threads=2)
    schedule = default_schedule(definition, machine)
    found = {(d.keyword, d.subjects[0]): d.number for d in schedule.directives}
    assert ("parallel", shared) in found
    if shared == "i":
        blocks = -(-rows // (found["unroll", "i"] or 1))
        assert blocks % 2 == 0


def test_threads_share_products_of_many_matrices() -> None:
    type = "<12 x 64 x 64 x f32>"
    module = dlvm.parse(
        f'module "m"\nstage compute\ncompute @f: ({type}, {type}) -> {type} {{\n'
        "    (%a, %b) -> %c\n"
        f"    %c[h < 12, i < 64, j < 64] = sum(k < 64) %a[h, i, k] * %b[h, k, j]\n}}\n"
    )
    machine = Machine(vector_bytes=64, registers=32, threads=2)
    directives = default_schedule(module.definitions[0], machine).directives
    assert [d.subjects for d in directives if d.keyword == "parallel"] == [("h",)]


_PRODUCTS = [(128, 3072, 768), (512, 512, 512), (1024, 1024, 1024), (784, 512, 1000)]


@pytest.mark.parametrize("threads", [2, 3, 8])
@pytest.mark.parametrize(("rows", "terms", "columns"), _PRODUCTS)
def test_threads_have_equal_shares_of_a_product(
    rows: int, terms: int, columns: int, threads: int
) -> None:
    (definition,) = _product(rows, terms, columns).definitions
    found: list[dict[tuple[str, str], int | None]] = []
    for count in (1, threads):
        schedule = default_schedule(
            definition, Machine(vector_bytes=64, registers=32, threads=count)
        )
        found.append({(d.keyword, d.subjects[0]): d.number for d in schedule.directives})
    alone, shared = found
    # Sums are the same on any number of threads.
    assert shared.get(("tile", "k")) == alone.get(("tile", "k"))
    (variable,) = [v for keyword, v in shared if keyword == "parallel"]
    size = rows if variable == "i" else columns
    block = (shared["unroll", variable] or 1) * (shared.get(("vectorize", variable)) or 1)
    step = shared.get(("tile", variable)) or block
    tasks = -(-size // step)
    most = 1.05 if threads == 2 else 1.15
    assert -(-tasks // threads) * step <= most * size / threads
