"""Kernels that are the same but for names, numbers and sizes are one function."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dlvm


def kernel_count(module: dlvm.ir.Module) -> int:
    text = dlvm.lower(module, "llvm", threads=2)
    assert isinstance(text, str)
    return len(re.findall(r"^define .*@dlvm\.kernel\.[\w.]*(?<!\.task)\(", text, re.MULTILINE))


def functions(*bodies: str, type: str = "<40 x 30 x f32>", others: str = "") -> dlvm.ir.Module:
    """A module of functions @f0, @f1, …; the type replaces ``$T`` in their bodies."""
    texts = [
        f"func @f{n}: ({type}{others}) -> {type} {{\n'entry(%x: {type}"
        f"{', %y: f32' if others else ''}):\n{body.replace('$T', type)}\n}}"
        for n, body in enumerate(bodies)
    ]
    return dlvm.parse("\n".join(['module "shared"', "stage optimizable", *texts]))


def check(module: dlvm.ir.Module, kernels: int, *arguments: Any) -> None:
    assert kernel_count(module) == kernels
    executable = dlvm.compile(module, threads=2)
    for name in executable:
        expected = dlvm.interpret(module, name, *arguments)
        np.testing.assert_allclose(executable[name](*arguments), expected, rtol=2e-6, atol=1e-5)


X = np.random.default_rng(0).standard_normal((40, 30), np.float32)


def scaled(number: str, name: str = "a") -> str:
    return (
        f"%{name} = multiply %x: $T, {number}: f32\n%{name}1 = add %{name}: $T, 0.25: f32\n"
        f"return %{name}1: $T"
    )


def test_numbers_become_parameters() -> None:
    check(functions(scaled("0.5"), scaled("-3"), scaled("0.5", "b"), scaled("inf")), 1, X)


def test_numbers_within_reductions_become_parameters() -> None:
    bodies = [
        f"""%a = multiply %x: $T, {factor}: f32
        %e = exp %a: $T
        %s = reduce %e: $T by add along 1
        %c = padShape %s: <40 x f32> at 1
        %q = divide %e: $T, %c: <40 x 1 x f32>
        %r = subtract %q: $T, {shift}: f32
        return %r: $T"""
        for factor, shift in ((0.5, 1), (0.25, 1), (0.5, 2))
    ]
    check(functions(*bodies), 1, X)


def test_each_number_stays_with_its_own_scalar() -> None:
    bodies = [
        f"""%a = multiply %x: $T, {first}: f32
        %b = multiply %a: $T, %y: f32
        %c = add %b: $T, {second}: f32
        return %c: $T"""
        for first, second in ((0.5, 3), (3, 0.5), (0.5, 0.5))
    ]
    check(functions(*bodies, others=", f32"), 1, X, np.float32(1.5))


def test_different_computations_are_different_kernels() -> None:
    bodies = [
        f"%a = {operation} %x: $T, {number}: f32\nreturn %a: $T"
        for operation, number in (("add", 2), ("multiply", 2), ("max", 2), ("max", 3))
    ]
    check(functions(*bodies), 3, X)
    check(functions("%a = exp %x: $T\nreturn %a: $T", "%a = tanh %x: $T\nreturn %a: $T"), 2, X)


@pytest.mark.parametrize("operation", ["power", "divide"])
def test_numbers_that_make_code_faster_stay(operation: str) -> None:
    bodies = [
        f"%p = abs %x: $T\n%a = {operation} %p: $T, {n}: f32\nreturn %a: $T" for n in (2, 3, 2)
    ]
    check(functions(*bodies), 2, X)


def test_sizes_count_by_their_places() -> None:
    texts = [
        f"""func @{name}: (<_{n} x _{m} x f32>) -> <_{n} x _{m} x f32> {{
        'entry(%x: <_{n} x _{m} x f32>):
            %a = multiply %x: <_{n} x _{m} x f32>, {number}: f32
            %s = reduce %a: <_{n} x _{m} x f32> by add along 1
            %c = padShape %s: <_{n} x f32> at 1
            %y = subtract %x: <_{n} x _{m} x f32>, %c: <_{n} x 1 x f32>
            return %y: <_{n} x _{m} x f32>
        }}"""
        for name, n, m, number in (("f", "n", "m", 2), ("g", "rows", "n", 3), ("h", "b", "a", 4))
    ]
    module = dlvm.parse("\n".join(['module "sizes"', "stage optimizable", *texts]))
    check(module, 2, X)
    check(module, 2, X[:3, :7].copy())


ROWS = """
compute @{name}: (<_{a} x _{b} x f32>, <_{b} x f32>, i64, i64) -> <_{a} x _{b} x f32> {{
    (%{x}, %{y}, _{a}, _{b}) -> %{z}
    %{t}[{i} < _{a}] = sum({k} < _{b}) %{x}[{i}, {k}] * 3: f32
    %{z}[{i} < _{a}, {j} < _{b}] = %{x}[{i}, {j}] {sign} %{y}[{j}] * %{t}[{i}]
}}
func @main.{name}: (<_n x _m x f32>, <_m x f32>) -> <_n x _m x f32> {{
'entry(%x: <_n x _m x f32>, %y: <_m x f32>):
    %n = dimension of %x: <_n x _m x f32> along 0
    %m = dimension of %x: <_n x _m x f32> along 1
    %z = apply @{name}(%x: <_n x _m x f32>, %y: <_m x f32>, %n: i64, %m: i64) -> <_n x _m x f32>
    return %z: <_n x _m x f32>
}}
"""


def rows(name: str, names: str, sign: str = "+") -> str:
    return ROWS.format(name=name, sign=sign, **dict(zip("abxyztijk", names, strict=True)))


def test_names_do_not_count() -> None:
    head = 'module "names"\nstage compute\n'
    same = [rows("f", "abxyztijk"), rows("g", "bazxyukij"), rows("h", "jiaikbzyx")]
    y = X[0].copy()
    check(dlvm.parse(head + "".join(same)), 1, X, y)
    check(dlvm.parse(head + "".join([*same, rows("p", "abxyztijk", "-")])), 2, X, y)


def module_of(texts: Sequence[str]) -> dlvm.ir.Module:
    return dlvm.parse("\n".join(['module "sizes"', "stage optimizable", *texts]))


def product(name: str, rows: int, terms: int, columns: int) -> str:
    x, w, y = (f"<{a} x {b} x f32>" for a, b in ((rows, terms), (terms, columns), (rows, columns)))
    return f"""func @{name}: ({x}, {w}) -> {y} {{
    'entry(%x: {x}, %w: {w}):
        %p = dot %x: {x}, %w: {w}
        %y = max %p: {y}, 0: f32
        return %y: {y}
    }}"""


def centered(name: str, rows: int, terms: int, columns: int) -> str:
    x, w, s = f"<{rows} x {terms} x f32>", f"<{terms} x {columns} x f32>", f"<{rows} x f32>"
    return f"""func @{name}: ({x}, {w}) -> {x} {{
    'entry(%x: {x}, %w: {w}):
        %s = reduce %x: {x} by add along 1
        %c = padShape %s: {s} at 1
        %y = subtract %x: {x}, %c: <{rows} x 1 x f32>
        return %y: {x}
    }}"""


def joined_and_scaled(name: str, rows: int, terms: int, columns: int) -> str:
    x, w = f"<{rows} x {terms} x f32>", f"<{terms} x {columns} x f32>"
    t, y = f"<{columns} x {terms} x f32>", f"<{rows + columns} x {terms} x f32>"
    return f"""func @{name}: ({x}, {w}) -> {y} {{
    'entry(%x: {x}, %w: {w}):
        %t = transpose %w: {w}
        %j = concatenate %x: {x}, %t: {t} along 0
        %y = multiply %j: {y}, 0.5: f32
        return %y: {y}
    }}"""


def total(name: str, rows: int, terms: int, columns: int) -> str:
    x, w = f"<{rows} x {terms} x f32>", f"<{terms} x {columns} x f32>"
    return f"""func @{name}: ({x}, {w}) -> f32 {{
    'entry(%x: {x}, %w: {w}):
        %s = square %w: {w}
        %y = reduce %s: {w} by add along 0, 1
        return %y: f32
    }}"""


def products_of_columns(name: str, rows: int, terms: int, columns: int) -> str:
    x, w, t = (f"<{a} x {b} x f32>" for a, b in ((rows, terms), (terms, columns), (columns, terms)))
    y = f"<{columns} x {columns} x f32>"
    return f"""func @{name}: ({x}, {w}) -> {y} {{
    'entry(%x: {x}, %w: {w}):
        %t = transpose %w: {w}
        %y = dot %t: {t}, %w: {w}
        return %y: {y}
    }}"""


# The strides of rows are offsets within the register tiles of a product.
SHARED = (products_of_columns, centered, joined_and_scaled, total)
PROGRAMS = (product, *SHARED)
SIZES = st.tuples(
    st.sampled_from((3, 4, 31, 32, 64, 96, 97)),
    st.sampled_from((1, 2, 48, 63, 64, 128, 192, 256, 300, 320)),
    st.sampled_from((1, 5, 16, 32, 64, 80, 128)),
)


def check_sizes(program: Callable[..., str], sizes: Sequence[tuple[int, int, int]]) -> None:
    module = module_of([program(f"f{n}", *size) for n, size in enumerate(sizes)])
    executable = dlvm.compile(module, threads=2)
    random = np.random.default_rng(1)
    for number, (rows, terms, columns) in enumerate(sizes):
        x = random.standard_normal((rows, terms), np.float32)
        w = random.standard_normal((terms, columns), np.float32)
        expected = dlvm.interpret(module, f"f{number}", x, w)
        found = executable[f"f{number}"](x, w)
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=2e-4)


@settings(max_examples=25)
@given(st.sampled_from(PROGRAMS), st.lists(SIZES, min_size=2, max_size=4))
def test_kernels_of_any_sizes_agree_with_the_interpreter(
    program: Callable[..., str], sizes: list[tuple[int, int, int]]
) -> None:
    check_sizes(program, sizes)


@pytest.mark.parametrize("program", SHARED)
def test_bounds_and_strides_become_parameters(program: Callable[..., str]) -> None:
    sizes = [(64, terms, columns) for terms in (192, 256, 320) for columns in (64, 128)]
    check_sizes(program, sizes)
    alone = sum(kernel_count(module_of([program("f", *size)])) for size in sizes)
    assert kernel_count(module_of([program(f"f{n}", *s) for n, s in enumerate(sizes)])) < alone
