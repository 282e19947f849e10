"""Products by schedules drawn at random: whatever is vectorized, tiled, packed, unrolled or shared
out, the results are the interpreter's. Numbers are small and whole, so that sums are exact in any
order."""

from __future__ import annotations

import random
import re
from itertools import permutations
from math import gcd
from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm.compiler import lower, lowered_module
from dlvm.compute.scheduling.kernel_schedules import default_schedule, schedule_module
from dlvm.compute.scheduling.machine import Cache, Machine
from dlvm.ir.module import Module
from dlvm.ir.types import ElementType
from tests.support.programs.schedule_draws import compiled, draw

CALLS = {
    "dot": ("dot {0}, {1}", [(37, 29), (29, 45)], (37, 45)),
    "large dot": ("dot {0}, {1}", [(70, 300), (300, 130)], (70, 130)),
    "vector": ("dot {0}, {1}", [(6, 300), (300, 5)], (6, 5)),
    "vector and matrix": ("dot {0}, {1}", [(300,), (300, 45)], (45,)),
    "turned": ('contract {0}, {1} by "mk,nk->mn"', [(37, 29), (45, 29)], (37, 45)),
    "both turned": ('contract {0}, {1} by "km,nk->mn"', [(29, 37), (45, 29)], (37, 45)),
    "batches": ('contract {0}, {1} by "bmk,bkn->bmn"', [(3, 9, 21), (3, 21, 18)], (3, 9, 18)),
    "two terms": ('contract {0}, {1} by "kml,kln->mn"', [(5, 20, 7), (5, 7, 33)], (20, 33)),
    "padded": (
        "convolve {0} kernel {1} padding (1, 1), (1, 2)",
        [(2, 3, 8, 7), (6, 3, 3, 3)],
        (2, 6, 8, 8),
    ),
    "one image": (
        "convolve {0} kernel {1} padding (2, 1), (0, 2)",
        [(1, 5, 19, 6), (20, 5, 5, 3)],
        (1, 20, 18, 6),
    ),
    "one point": ("convolve {0} kernel {1}", [(2, 9, 5, 7), (12, 9, 1, 1)], (2, 12, 5, 7)),
    "strides": (
        "convolve {0} kernel {1} strides 2, 3",
        [(4, 3, 11, 17), (5, 3, 1, 2)],
        (4, 5, 6, 6),
    ),
    "dilations": (
        "convolve {0} kernel {1} strides 2, 1 padding (2, 2), (0, 0) leftDilation 2, 1 "
        "rightDilation 1, 2",
        [(2, 2, 5, 9), (4, 2, 3, 3)],
        (2, 4, 6, 5),
    ),
    "groups": ("convolve {0} kernel {1} groups 2", [(2, 4, 6, 6), (6, 2, 3, 3)], (2, 6, 4, 4)),
}
DRAWS = 3


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


@pytest.mark.parametrize("element", ["f32", "f64", "f16", "bf16", "i32"])
@pytest.mark.parametrize("name", CALLS)
def test_schedules_change_no_result(name: str, element: str) -> None:
    module = program(name, element)
    numbers = np.random.default_rng(0)
    most = 2 if element in ("f16", "bf16") else 4
    type = ElementType(element).numpy
    shapes = [*CALLS[name][1], CALLS[name][2]]
    arguments: list[Any] = [numbers.integers(-most, most, s).astype(type) for s in shapes]
    expected = np.asarray(dlvm.interpret(module, "f", *arguments))
    r = random.Random(f"{name} {element}")
    kernels = lowered_module(module, "compute")
    for _ in range(DRAWS):
        directives = draw(r, kernels.definitions[0])
        function, kept = compiled(kernels, directives, threads=2)
        assert np.array_equal(np.asarray(function["f"](*arguments)), expected), kept


@pytest.mark.parametrize("element", ["f32", "f64", "f16", "bf16", "i8", "i32"])
def test_vectors_that_lie_across_memory_are_turned(element: str) -> None:
    """They are written line by line; only a row that is left over is not."""
    module = program("turned", element)
    numbers = np.random.default_rng(0)
    type = ElementType(element).numpy
    shapes = [*CALLS["turned"][1], CALLS["turned"][2]]
    arguments: list[Any] = [numbers.integers(-2, 3, s).astype(type) for s in shapes]
    expected = np.asarray(dlvm.interpret(module, "f", *arguments))
    kernels = lowered_module(module, "compute")
    lanes = 8 if element == "f64" else 16
    for rows in (2, 3, 5, 7, 8, 15):
        directives = [f"vectorize i by {lanes}", f"unroll j by {rows}"]
        function, kept = compiled(kernels, directives, threads=1)
        assert kept == directives
        assert np.array_equal(np.asarray(function["f"](*arguments)), expected), rows
        lines = "\n".join(directives)
        given = dlvm.parse(f"schedule @{kernels.definitions[0].name} for cpu {{\n{lines}\n}}")
        code = lower(kernels, "llvm", threads=1, schedules=given)
        alone = (rows % 2 == 1) + (CALLS["turned"][2][1] % rows % 2 == 1)
        scatters = re.findall(r"call void @llvm.masked.scatter", code)
        assert len(scatters) == 2 * alone, rows


@pytest.mark.parametrize("element", ["f16", "f32", "i8"])
def test_sums_of_no_terms_are_zero(element: str) -> None:
    x, result = _type((0, 5), element), _type((5, 5), element)
    module = dlvm.parse(
        f"stage compute\ncompute @k: ({x}) -> {result} {{\n    (%a) -> %c\n"
        f"    %c[i < 5, j < 5] = sum(k < 0) %a[k, j] * %a[k, i]\n}}\n"
        f"func @f: ({x}) -> {result} {{\n'entry(%x: {x}):\n"
        f"    %r = apply @k(%x: {x}) -> {result}\n    return %r: {result}\n}}\n"
    )
    type = ElementType(element).numpy
    found = dlvm.compile(module)["f"](np.zeros((0, 5), type))
    assert np.array_equal(np.asarray(found), np.zeros((5, 5), type))


@pytest.mark.parametrize("sizes", [(21, 50, 3, 40), (70, 33, 20, 21)])
def test_packed_factors_of_several_terms(sizes: tuple[int, ...]) -> None:
    """The scheduler's own schedules are correct for any order of the dimensions."""
    size = dict(zip("mnkl", sizes, strict=True))
    numbers = np.random.default_rng(0)
    orders = ["".join(o) for o in permutations("mkl")]
    pairs = [(x, y.replace("m", "n")) for x in orders for y in orders]
    functions: list[str] = []
    result = _type((size["m"], size["n"]), "f32")
    for number, (x, y) in enumerate(pairs):
        first, second = (_type(tuple(size[c] for c in axes), "f32") for axes in (x, y))
        functions.append(
            f"func @f{number}: ({first}, {second}) -> {result} {{\n"
            f"'entry(%x: {first}, %y: {second}):\n"
            f'    %r = contract %x: {first}, %y: {second} by "{x},{y}->mn"\n'
            f"    return %r: {result}\n}}\n"
        )
    module = dlvm.parse("\n".join(['module "terms"', "stage optimizable", *functions]))
    compiled_functions = dlvm.compile(module, threads=1)
    for number, (x, y) in enumerate(pairs):
        first, second = (
            numbers.integers(-3, 4, [size[c] for c in axes]).astype(np.float32) for axes in (x, y)
        )
        found = np.asarray(compiled_functions[f"f{number}"](first, second))
        assert np.array_equal(found, np.einsum(f"{x},{y}->mn", first, second)), (x, y)


@pytest.mark.parametrize("sizes", [(37, 50, 45), (4, 64, 10), (130, 300, 70)])
@pytest.mark.parametrize("element", ["i8", "u8", "i16"])
def test_products_of_small_integers_take_pairs(element: str, sizes: tuple[int, int, int]) -> None:
    """All numbers of the type, so that sums are as large as they get."""
    rows, terms, columns = sizes
    shapes = [(rows, terms), (terms, columns)]
    x, y = (_type(s, element) for s in shapes)
    wide, high, out = (_type(s, "i32") for s in (*shapes, (rows, columns)))
    module = dlvm.parse(
        f"stage optimizable\nfunc @f: ({x}, {y}) -> {out} {{\n'entry(%x: {x}, %y: {y}):\n"
        f"    %a = dataTypeCast %x: {x} to i32\n    %b = dataTypeCast %y: {y} to i32\n"
        f"    %p = dot %a: {wide}, %b: {high}\n    return %p: {out}\n}}\n"
    )
    machine = Machine(vector_bytes=64, registers=32, has_avx512=True)
    kernels = lowered_module(module, "compute")
    (definition,) = kernels.definitions
    assert "intrinsic" in {d.keyword for d in default_schedule(definition, machine).directives}
    schedule_module(kernels, machine)
    numbers = np.random.default_rng(0)
    type = ElementType(element).numpy
    limits = np.iinfo(type)
    arguments = [numbers.integers(limits.min, limits.max + 1, s).astype(type) for s in shapes]
    expected = np.asarray(dlvm.interpret(module, "f", *arguments))
    for program in (module, kernels):
        assert np.array_equal(np.asarray(dlvm.compile(program)["f"](*arguments)), expected)


@pytest.mark.parametrize("labels", ["mk,kn->mn", "mk,nk->mn", "km,kn->mn"])
@pytest.mark.parametrize("size", [130, 700])
def test_products_of_a_tensor_with_itself(labels: str, size: int) -> None:
    """``pack`` names a tensor, so it packs both factors."""
    type = _type((size, size), "f32")
    module = dlvm.parse(f"""
func @f: ({type}) -> {type} {{
'entry(%x: {type}):
    %r = contract %x: {type}, %x: {type} by "{labels}"
    return %r: {type}
}}
""")
    x = np.random.default_rng(0).integers(-8, 9, (size, size)).astype(np.float32)
    found = dlvm.compile(module, threads=2)["f"](x)
    np.testing.assert_array_equal(found, np.einsum(labels, x, x))


@pytest.mark.parametrize("far_run", [0.0, 40.0])
@pytest.mark.parametrize("megabytes", [0.25, 1, 2, 16])
@pytest.mark.parametrize(
    ("x", "kernel", "padding"),
    [
        ((4, 3, 224, 224), (16, 3, 3, 3), 1),
        ((1, 3, 1024, 1024), (8, 3, 3, 3), 1),
        ((2, 64, 112, 112), (64, 64, 3, 3), 1),
        ((1, 4, 200000), (4, 4, 5), 2),
        ((2, 16, 16, 28, 28), (32, 16, 3, 3, 3), 1),
        ((1, 1, 64, 64, 64), (8, 1, 3, 3, 3), 1),
    ],
)
def test_tiles_of_large_convolutions_and_their_gradients_fit(
    x: tuple[int, ...], kernel: tuple[int, ...], padding: int, megabytes: float, far_run: float
) -> None:
    """Panels fit on a thread's stack for any size of cache, with and without a mesh of cores."""
    given, weights = _type(x, "f32"), _type(kernel, "f32")
    pads = ", ".join([f"({padding}, {padding})"] * (len(x) - 2))
    result = _type((x[0], kernel[0], *x[2:]), "f32")
    module = dlvm.parse(f"""
func @f: ({given}, {weights}) -> {result} {{
'entry(%x: {given}, %w: {weights}):
    %y = convolve %x: {given} kernel %w: {weights} padding {pads}
    return %y: {result}
}}
[gradient @f wrt 0, 1 seedable]
func @g: ({given}, {weights}, {result}) -> ({given}, {weights})
""")
    kernels = lowered_module(module, "compute")
    machine = Machine(
        vector_bytes=64,
        registers=32,
        has_avx512=True,
        caches=(Cache(32 << 10), Cache(int(megabytes * 2**20))),
        line_rate=2.0 if far_run else 1.0,
        far_run=far_run,
    )
    schedule_module(kernels, machine)
    assert "@llvm" in lower(kernels, "llvm")


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("sizes", [(1024, 1024, 1024), (1536, 1024, 1024)])
def test_rows_of_a_tile_stay_in_the_cache_of_a_core_in_a_mesh(
    sizes: tuple[int, int, int], threads: int
) -> None:
    """Narrow tiles of columns then read the rows from there again."""
    m, k, n = sizes
    x, y, out = (_type(s, "f32") for s in ((m, k), (k, n), (m, n)))
    module = dlvm.parse(
        f"stage optimizable\nfunc @f: ({x}, {y}) -> {out} {{\n'entry(%x: {x}, %y: {y}):\n"
        f"    %p = dot %x: {x}, %y: {y}\n    return %p: {out}\n}}\n"
    )
    (definition,) = lowered_module(module, "compute").definitions
    cache = Cache(2 << 20, 16)
    machine = Machine(
        "cpu", 64, 32, threads, (Cache(48 << 10, 12), cache), True, line_rate=2.0, far_run=40.0
    )
    directives = default_schedule(definition, machine).directives
    tiles = {d.subjects[0]: d.number for d in directives if d.keyword == "tile"}
    height = next(d.number for d in directives if d.keyword == "unroll" and d.subjects == ("i",))
    assert tiles["i"] is not None
    assert height is not None
    assert (tiles["i"] - height) * k * 4 <= cache.size / 2


def test_gradients_of_large_images_are_sums_of_tiles_of_several_terms() -> None:
    x, g = (_type(shape, "f32") for shape in ((3, 2, 200, 90), (3, 5, 200, 90)))
    result = _type((5, 2, 3, 3), "f32")
    module = dlvm.parse(f"""
func @f: ({x}, {g}) -> {result} {{
'entry(%x: {x}, %g: {g}):
    %y = transpose %x: {x} along 1, 0, 2, 3
    %h = transpose %g: {g} along 1, 0, 2, 3
    %r = convolve %y: {_type((2, 3, 200, 90), "f32")} kernel %h: {_type((5, 3, 200, 90), "f32")}
        padding (1, 1), (1, 1)
    %t = transpose %r: {_type((2, 5, 3, 3), "f32")} along 1, 0, 2, 3
    return %t: {result}
}}
""")
    kernels = lowered_module(module, "compute")
    (definition,) = kernels.definitions
    machine = Machine(
        vector_bytes=64, registers=32, has_avx512=True, caches=(Cache(32 << 10), Cache(2**18))
    )
    tiled = [d for d in default_schedule(definition, machine).directives if d.keyword == "tile"]
    assert {("k",), ("x",)} <= {d.subjects for d in tiled}
    schedule_module(kernels, machine)
    numbers = np.random.default_rng(0)
    arguments = [
        numbers.integers(-2, 3, shape).astype(np.float32)
        for shape in ((3, 2, 200, 90), (3, 5, 200, 90))
    ]
    expected = np.asarray(dlvm.interpret(module, "f", *arguments))
    for threads in (1, 2):
        found = dlvm.compile(kernels, threads=threads)["f"](*arguments)
        np.testing.assert_array_equal(np.asarray(found), expected)


@pytest.mark.parametrize("element", ["f32", "f64", "f16"])
@pytest.mark.parametrize(("terms", "columns"), [(299, 700), (40, 6001), (8, 5000), (3000, 70)])
@pytest.mark.parametrize("variables", ["ik", "row", "r1"])
def test_vectors_times_matrices_beyond_the_cache(
    element: str, terms: int, columns: int, variables: str
) -> None:
    """A few rows of the matrix are read at a time; sums between them are in memory."""
    i, k = variables[0], variables if len(variables) > 2 else "k"
    types = [_type(shape, element) for shape in ((terms,), (terms, columns), (columns,))]
    x, w, y = types
    module = dlvm.parse(f"""
module "m"
stage compute
compute @product: ({x}, {w}, {y}) -> {y} {{
    (%a, %b, %c) -> %e
    %d[{i} < {columns}] = sum({k} < {terms}) %a[{k}] * %b[{k}, {i}]
    %e[{i} < {columns}] = max(%d[{i}] + %c[{i}], 0: {element})
}}
func @f: ({x}, {w}, {y}) -> {y} {{
'entry(%x: {x}, %w: {w}, %b: {y}):
    %y = apply @product(%x: {x}, %w: {w}, %b: {y}) -> {y}
    return %y: {y}
}}
""")
    (definition,) = module.definitions
    machine = Machine(caches=(Cache(32 << 10), Cache(1 << 16)))
    tiled = {
        d.subjects for d in default_schedule(definition, machine).directives if d.keyword == "tile"
    }
    assert tiled == (set() if element == "f16" else {(i,), (k,)})
    numbers = np.random.default_rng(0)
    arguments = [
        numbers.integers(-2, 3, shape).astype(ElementType(element).numpy)
        for shape in ((terms,), (terms, columns), (columns,))
    ]
    expected = np.asarray(dlvm.interpret(module, "f", *arguments))
    schedule_module(module, machine)
    for threads in (1, 2):
        found = dlvm.compile(module, threads=threads)["f"](*arguments)
        np.testing.assert_array_equal(np.asarray(found), expected)


def test_remainders_of_packed_tiles_are_read_in_their_tile() -> None:
    """The last term of a product is in the last of its tiles only; reads of the panel at that term
    stay there. The panel is at the end of the stack, where other addresses do not exist."""
    m, k, n = 330, 417, 290
    types = _type((m, k), "f32"), _type((k, n), "f32"), _type((m, n), "f32")
    a, b, c = types
    text = f"""stage compute
compute @dot: ({a}, {b}) -> {c} {{
    (%a, %b) -> %c
    %c[i < {m}, j < {n}] = sum(k < {k}) %a[i, k] * %b[k, j]
}}
func @f: ({a}, {b}) -> {c} {{
'entry(%a: {a}, %b: {b}):
    %c = apply @dot(%a: {a}, %b: {b}) -> {c}
    return %c: {c}
}}
"""
    schedule = """schedule @dot for cpu {
    vectorize j by 8
    unroll j by 2
    unroll i by 6
    unroll k by 4
    tile j by 290
    tile k by 256
    pack %b
}
"""
    parts = text.replace("stage compute", "stage schedule").replace("func @f", f"{schedule}func @f")
    run = dlvm.compile(dlvm.parse(text), schedules=dlvm.parse(parts), threads=1)["f"]
    numbers = np.random.default_rng(0)
    x, y = (numbers.standard_normal(s).astype(np.float32) for s in ((m, k), (k, n)))
    np.testing.assert_allclose(run(x, y), x @ y, rtol=0, atol=1e-4)


@pytest.mark.parametrize("ways", [4, 8, 12])
@pytest.mark.parametrize("terms", [512, 1024, 1536, 2048])
def test_rows_of_a_register_tile_fit_in_their_cache_sets(ways: int, terms: int) -> None:
    """Rows whose distance is a multiple of the sets' share map to the same sets of the first-level
    cache, which hold one line of each of a few rows."""
    kernels = lowered_module(
        dlvm.parse(f"""
func @f: (<1024 x {terms} x f32>, <{terms} x 1024 x f32>) -> <1024 x 1024 x f32> {{
'entry(%x: <1024 x {terms} x f32>, %w: <{terms} x 1024 x f32>):
    %y = dot %x: <1024 x {terms} x f32>, %w: <{terms} x 1024 x f32>
    return %y: <1024 x 1024 x f32>
}}"""),
        "compute",
    )
    sets = 64
    caches = (Cache(ways * sets * 64, ways), Cache(1 << 20))
    schedule = default_schedule(
        kernels.definitions[0],
        Machine(vector_bytes=64, registers=32, has_avx512=True, caches=caches),
    )
    found = [
        d.number for d in schedule.directives if d.keyword == "unroll" and d.subjects == ("i",)
    ]
    assert len(found) == 1
    assert found[0] is not None
    lines = terms * 4 // 64
    assert 1 < found[0] <= sets // gcd(lines, sets) * ways
