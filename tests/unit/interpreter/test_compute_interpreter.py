"""The interpreter at stage compute: definitions equal the instructions from which they are lowered,
and errors are reported."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm.interpreter.index_notation import definitions
from dlvm.ir.module import Module
from tests.support.agreement import assert_agree
from tests.support.evaluation import check_error
from tests.support.samples.native_cases import all_cases, unkeyed_random_cases
from tests.unit.codegen.test_native import GROUP, assert_close, module_of
from tests.unit.text.test_compute_text import PROGRAMS, draw_arguments

CASES = [*all_cases(), *unkeyed_random_cases()]


@cache
def lowered(group: int) -> tuple[Module, Module]:
    module = module_of(CASES[group * GROUP : (group + 1) * GROUP])
    kernels = dlvm.parse(str(module))
    dlvm.run_passes(kernels, "LAF", verify_each=True)
    return module, kernels


@pytest.mark.parametrize("number", range(len(CASES)), ids=[c.name for c in CASES])
def test_instruction(number: int) -> None:
    module, kernels = lowered(number // GROUP)
    name, arguments = f"f{number % GROUP}", CASES[number].arguments
    expected = np.asarray(dlvm.interpret(module, name, *arguments))
    assert_close(np.asarray(dlvm.interpret(kernels, name, *arguments)), expected)


@pytest.mark.parametrize("most_points", [1, 7, 1 << 21])
@pytest.mark.parametrize("name", PROGRAMS)
def test_statements_in_blocks(name: str, most_points: int, monkeypatch: pytest.MonkeyPatch) -> None:
    module = dlvm.parse(PROGRAMS[name])
    text = dlvm.lower(module, "schedule", threads=1)
    assert isinstance(text, str)
    arguments = draw_arguments(module.functions[0], 1)
    monkeypatch.setattr(definitions, "_MAX_POINTS", most_points)
    found = dlvm.interpret(dlvm.parse(text), "f", *arguments)
    assert_agree(found, dlvm.interpret(module, "f", *arguments))


def module_with(definition: str, function: str) -> Module:
    module = dlvm.parse(f'module "written"\nstage compute\n{definition}\n{function}')
    dlvm.verify(module)
    return module


def call(definition: str, type: str, *arguments: Any, seed: int = 0) -> Any:
    """Applies a definition by a function of the same type."""
    parameters, result = type.split(" -> ")
    types = [t.strip() for t in parameters.strip("()").split(",") if t.strip()]
    taken = ", ".join(f"%a{n}: {t}" for n, t in enumerate(types))
    module = module_with(
        f"compute @d: {type} {{\n{definition}\n}}",
        f"func @f: {type} {{\n'entry({taken}):\n%r = apply @d({taken}) -> {result}\n"
        f"return %r: {result}\n}}",
    )
    return dlvm.interpret(module, "f", *arguments, seed=seed)


def test_several_statements() -> None:
    x = np.random.default_rng(0).normal(size=(3, 4)).astype(np.float32)
    found = call(
        """(%x) -> %y
        %m[i < 3] = maximum(k < 4) %x[i, k]
        %e[i < 3, k < 4] = exp(%x[i, k] - %m[i])
        %s[i < 3] = sum(k < 4) %e[i, k]
        %y[i < 3, j < 4] = %e[i, j] / %s[i]""",
        "(<3 x 4 x f32>) -> <3 x 4 x f32>",
        x,
    )
    powers = np.exp(x - x.max(1, keepdims=True))
    np.testing.assert_allclose(found, powers / powers.sum(1, keepdims=True), rtol=1e-6)


def test_sums_of_products_over_shared_and_single_axes() -> None:
    generator = np.random.default_rng(0)
    a, b = generator.normal(size=(2, 3, 4, 5)), generator.normal(size=(5, 2, 4, 6))
    found = call(
        """(%a, %b) -> %y
        %y[i < 2, l < 6, m < 2, j < 3] = sum(k < 4, x < 5) %a[i, j, k, x] * %b[x, i, k, l]""",
        "(<2 x 3 x 4 x 5 x f64>, <5 x 2 x 4 x 6 x f64>) -> <2 x 6 x 2 x 3 x f64>",
        a,
        b,
    )
    expected = np.einsum("ijkx,xikl->ilj", a, b)[:, :, None, :].repeat(2, 2)
    np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_sums_that_depend_on_some_variables() -> None:
    found = call(
        "(%a, %b) -> %y\n%y[i < 2] = sum(k < 3, x < 4, z < 5) %a[i, k] * %b[x]",
        "(<2 x 3 x f64>, <4 x f64>) -> <2 x f64>",
        np.arange(6.0).reshape(2, 3),
        np.arange(4.0),
    )
    np.testing.assert_array_equal(found, [3 * 6 * 5, 12 * 6 * 5])


@pytest.mark.parametrize("element", ["f16", "bf16"])
def test_sums_of_small_floats_are_rounded_once(element: str) -> None:
    parameter: Any = dlvm.parse(f"func @f: ({element}) -> ()").functions[0].type.parameters[0]
    ones = np.ones(4096, parameter.canonical.element.numpy)
    definition = "(%x) -> %y\n%y[] = sum(k < 4096) %x[k]"
    assert float(call(definition, f"(<4096 x {element}>) -> {element}", ones)) == 4096


def test_guarded_reads() -> None:
    type = "(<3 x f32>, <5 x i64>) -> <5 x f32>"
    x, places = np.arange(3, dtype=np.float32), np.array([2, 7, 0, 3, 1])
    guarded = "(%x, %p) -> %y\n%y[i < 5] = if(lessThan(%p[i], 3: i64), %x[%p[i]], -1: f32)"
    np.testing.assert_array_equal(call(guarded, type, x, places), [2, -1, 0, -1, 1])
    for limit in ("lessThan(%p[i], 8: i64)", "lessThan(index(i), 9: i64)"):
        wide = f"(%x, %p) -> %y\n%y[i < 5] = if({limit}, %x[%p[i]], -1: f32)"
        problem = "index 7 of %x is out of range at dimension 0, expected 0 to 2"
        found = check_error(problem, lambda wide=wide: call(wide, type, x, places))
        location = found.diagnostics[0].location
        assert location is not None
        assert location.line == 5
    plain = "(%x, %p) -> %y\n%y[i < 5] = %x[%p[i]]"
    check_error("index 7 of %x is out of range", lambda: call(plain, type, x, places))


def test_checks() -> None:
    definition = "(%x, %p) -> %y\nrequire 0 <= %p < 3\n%y[i < 2] = %x[%p[i]]"
    type = "(<3 x f32>, <2 x i64>) -> <2 x f32>"
    x = np.arange(3, dtype=np.float32)
    np.testing.assert_array_equal(call(definition, type, x, np.array([2, 0])), [2, 0])
    problem = "index -1 is out of range, expected 0 to 2"
    check_error(problem, lambda: call(definition, type, x, np.array([2, -1])))


def test_sizes() -> None:
    type = "(<_n x f32>, i64) -> <_n x f32>"
    definition = "(%x, _n) -> %y\n%y[i < _n] = %x[_n - 1 - i] * f32(index(_n * i))"
    x = np.arange(4, dtype=np.float32)
    np.testing.assert_array_equal(call(definition, type, x, 4), [0, 8, 8, 0])
    assert call(definition, type, x[:0], 0).shape == (0,)
    check_error(
        "has size 4 at dimension 0, expected 3 for _n", lambda: call(definition, type, x, 3)
    )
    counting = "(_n) -> %y\n%y[i < _n] = index(i)"
    problem = "i takes -2 values, expected at least 0"
    check_error(problem, lambda: call(counting, "(i64) -> <_n x i64>", -2))
    for size in (2**50, 2**62, 2**63 - 1):
        problem = "there is not enough memory for a value of type <_n x i64>"
        check_error(problem, lambda size=size: call(counting, "(i64) -> <_n x i64>", size))


def test_writes_in_order() -> None:
    type = "(<3 x f32>, <4 x f32>, <4 x i64>) -> <3 x f32>"
    given = np.ones(3, np.float32), np.array([1, 2, 4, 8], np.float32), np.array([2, 0, 2, 0])
    added = "(%x, %u, %p) -> %y\n%y[i < 4] at [%p[i]] from %x by add = %u[i]"
    np.testing.assert_array_equal(call(added, type, *given), [11, 1, 6])
    replaced = "(%x, %u, %p) -> %y\n%y[i < 4] at [%p[i]] from %x = %u[i]"
    np.testing.assert_array_equal(call(replaced, type, *given), [8, 1, 4])
    # Each value depends on what has been written before.
    chained = "(%x, %u, %p) -> %y\n%y[i < 4] at [%p[i]] from %x = %u[i] + %y[%p[i]]"
    np.testing.assert_array_equal(call(chained, type, *given), [11, 1, 6])
    outside = given[0], given[1], np.array([2, 0, 3, 0])
    check_error("index 3 of %y is out of range", lambda: call(added, type, *outside))


def test_scan_of_rows() -> None:
    x = np.arange(12, dtype=np.float64).reshape(3, 4)
    definition = """(%x) -> %y
        %y[i < 3, j < 4] at [i, 3 - j] from %x = if(greaterThan(index(j), 0: i64),
            %y[i, 4 - j] + %x[i, 3 - j], %x[i, 3 - j])"""
    found = call(definition, "(<3 x 4 x f64>) -> <3 x 4 x f64>", x)
    np.testing.assert_array_equal(found, np.cumsum(x[:, ::-1], 1)[:, ::-1])


def test_random_numbers_continue() -> None:
    module = dlvm.parse("""
func @f: () -> (<4 x f32>, <4 x f64>) {
'entry():
    %a = random 4 from 0: f32 upto 1: f32
    %b = random 4 from 0: f64 upto 1: f64 normal
    return (%a: <4 x f32>, %b: <4 x f64>)
}""")
    kernels = dlvm.parse(str(dlvm.lower(module, "compute", 0)))
    seed = 0x1234567890ABCDEF
    assert_agree(dlvm.interpret(kernels, "f", seed=seed), dlvm.interpret(module, "f", seed=seed))
