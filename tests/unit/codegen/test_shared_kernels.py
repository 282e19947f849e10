"""Kernels that are the same but for names and numbers are one function."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

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
