"""Stabilized functions and their gradients at hard points, compared with references in higher
precision."""

from __future__ import annotations

import numpy as np
import pytest

import dlvm
from dlvm.compiler import lower
from dlvm.ir import Module
from dlvm.transforms import run_passes
from tests.support.pass_testing import body, check_unchanged, module_of
from tests.support.samples.stable_functions import FUNCTIONS, ROWS, TINY, log_sum_exp, softmax

TYPES = {"f32": np.float32, "f64": np.float64}


def module_for(name: str, element: str) -> Module:
    row = FUNCTIONS[name]
    count, rows = len(row.inputs), f"<8 x 3 x {element}>"
    types = {"M": rows, "R": f"<8 x {element}>", "C": f"<8 x 1 x {element}>", "E": element}
    types |= {"V": f"<{count} x {element}>", "T": f"<3 x {element}>"}
    code = row.code
    for letter, type in types.items():
        code = code.replace(f": {letter}", f": {type}")
    argument, result = types[row.argument], types[row.result]
    return module_of(
        f"func @f: ({argument}) -> {result} {{\n'entry(%x: {argument}):\n{code}\n"
        f"return %y: {result}\n}}\n"
        f"[gradient @f wrt 0 seedable]\nfunc @g: ({argument}, {result}) -> ({argument})\n"
        f"[derivative @f wrt 0]\nfunc @d: ({argument}, {argument}) -> ({result})\n",
        "raw",
    )


def check(name: str, element: str, passes: str) -> None:
    """Compares values, gradients and, for element-wise functions, tangents."""
    module, row = module_for(name, element), FUNCTIONS[name]
    run_passes(module, passes, verify_each=True)
    x = np.array(row.inputs, TYPES[element])
    unit = float(np.finfo(x.dtype).eps)
    far, tiny = row.rounding * unit, float(np.finfo(x.dtype).tiny)
    near, slope_near = row.near * unit + tiny, row.slope_near * unit + tiny
    with np.errstate(all="ignore"):
        wide = x.astype(np.longdouble)
        right = row.right(wide)
        seed = np.resize(np.linspace(1, 2, right.shape[-1]), right.shape).astype(x.dtype)
        slope = row.back(wide, seed.astype(np.longdouble))
    expected, slope = right.astype(x.dtype), slope.astype(x.dtype)
    found = dlvm.interpret(module, "f", x)
    np.testing.assert_allclose(found, expected, rtol=far, atol=near)
    (back,) = dlvm.interpret(module, "g", x, seed)
    np.testing.assert_allclose(back, slope, rtol=8 * far, atol=slope_near)
    if row.argument == "V":
        (ahead,) = dlvm.interpret(module, "d", x, seed)
        np.testing.assert_allclose(ahead, slope, rtol=8 * far, atol=slope_near)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("element", TYPES)
def test_composed_functions_at_hard_points(name: str, element: str) -> None:
    check(name, element, "O2")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_stabilization_is_idempotent(name: str) -> None:
    for level in ("O2", "O3"):
        module = module_for(name, "f32")
        run_passes(module, level, verify_each=True)
        assert [r.name for r in run_passes(module, level) if r.changed] == []


@pytest.mark.parametrize("name", FUNCTIONS)
def test_naive_forms_fail(name: str) -> None:
    """Without stabilization, or it would not be needed."""
    if run_passes(module_for(name, "f32"), "STAB")[0].changed:
        with pytest.raises(AssertionError):  # noqa: PT012
            for element in TYPES:
                check(name, element, "AD")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_accurate_results_stay_accurate(name: str) -> None:
    row, generator = FUNCTIONS[name], np.random.default_rng(7)
    before, after = module_for(name, "f32"), module_for(name, "f32")
    run_passes(before, "AD")
    run_passes(after, "STAB")
    shape = np.shape(row.inputs)
    unit = float(np.finfo(np.float32).eps)
    with np.errstate(all="ignore"):
        for scale in (1e-6, 1, 30, 300):
            x = (scale * generator.standard_normal(shape)).astype(np.float32)
            expected = row.right(x.astype(np.longdouble))
            old = np.abs(dlvm.interpret(before, "f", x) - expected)
            new = np.abs(dlvm.interpret(after, "f", x) - expected)
            near = 8 * row.rounding * unit * np.abs(expected) + 2 * unit + TINY
            assert np.all(~np.isfinite(old) | (new <= old + near))


SPECIAL = np.array([np.inf, -np.inf, 0, -0.0, 1, 1e38, -1e38, 1e-40, 100, -100])


@pytest.mark.parametrize("name", FUNCTIONS)
def test_infinities_stay_infinite(name: str) -> None:
    """Correct results at infinities and at the ends of the range stay correct: no number becomes
    NaN, and no infinity a number, unless a step overflows."""
    row = FUNCTIONS[name]
    if row.argument == "V":
        x = np.resize(SPECIAL, np.shape(row.inputs)).astype(np.float32)
    else:
        x = np.resize([np.inf, 1, -np.inf, -np.inf, -np.inf, -np.inf, 1, -np.inf, 2], (8, 3))
        x = x.astype(np.float32)
    plain, stable = module_for(name, "f32"), module_for(name, "f32")
    run_passes(plain, "AD")
    run_passes(stable, "STAB")
    with np.errstate(all="ignore"):
        expected = dlvm.interpret(plain, "f", x)
        found = dlvm.interpret(stable, "f", x)
        right = row.right(x.astype(np.longdouble)).astype(np.float32)
    assert not np.any(np.isnan(found) & ~np.isnan(expected))
    lost = np.isinf(expected) & (found != expected)
    assert np.all(~lost | np.isclose(found, right, rtol=1e-5))


def test_unknown_sizes() -> None:
    """Any number of rows of any length, including none."""
    module = module_of(
        """
        func @softmax: (<_n x _m x f32>) -> <_n x _m x f32> {
        'entry(%x: <_n x _m x f32>):
            %e = exp %x: <_n x _m x f32>
            %s = reduce %e: <_n x _m x f32> by add along 1
            %k = padShape %s: <_n x f32> at 1
            %y = divide %e: <_n x _m x f32>, %k: <_n x 1 x f32>
            return %y: <_n x _m x f32>
        }
        func @norm: (<_n x _m x f32>) -> <_n x f32> {
        'entry(%x: <_n x _m x f32>):
            %e = exp %x: <_n x _m x f32>
            %s = reduce %e: <_n x _m x f32> by add along 1
            %y = log %s: <_n x f32>
            return %y: <_n x f32>
        }
        [gradient @softmax wrt 0 seedable]
        func @slope: (<_n x _m x f32>, <_n x _m x f32>) -> (<_n x _m x f32>)""",
        "raw",
    )
    run_passes(module, "O2", verify_each=True)
    x = np.array(ROWS, np.float32)
    wide = x.astype(np.float64)
    np.testing.assert_allclose(dlvm.interpret(module, "softmax", x), softmax(wide), rtol=4e-6)
    np.testing.assert_allclose(dlvm.interpret(module, "norm", x), log_sum_exp(wide), rtol=4e-6)
    (slope,) = dlvm.interpret(module, "slope", x, x[::-1].clip(-9, 9))
    expected = FUNCTIONS["softmax"].back(wide, wide[::-1].clip(-9, 9))
    np.testing.assert_allclose(slope, expected, rtol=2e-5, atol=1e-6)
    for shape in ((2, 0), (0, 3)):
        x = np.ones(shape, np.float32)
        assert dlvm.interpret(module, "softmax", x).shape == shape
        np.testing.assert_array_equal(
            dlvm.interpret(module, "norm", x), np.full(shape[0], -np.inf, np.float32)
        )


def test_sums_along_other_axes_are_no_softmax() -> None:
    """The sums of rows, broadcast along columns."""
    text = """
        [gradient @f wrt 0]
        func @g: (<3 x 3 x f64>) -> (<3 x 3 x f64>)
        func @f: (<3 x 3 x f64>) -> f64 {
        'entry(%x: <3 x 3 x f64>):
            %e = exp %x: <3 x 3 x f64>
            %s = reduce %e: <3 x 3 x f64> by add along 1
            %p = divide %e: <3 x 3 x f64>, %s: <3 x f64>
            %q = square %p: <3 x 3 x f64>
            %y = reduce %q: <3 x 3 x f64> by add along 0, 1
            return %y: f64
        }"""
    plain, stable = module_of(text, "raw"), module_of(text, "raw")
    run_passes(plain, "AD")
    run_passes(stable, "O2")
    x = np.random.default_rng(3).standard_normal((3, 3))
    for name in ("f", "g"):
        found, expected = (np.array(dlvm.interpret(m, name, x)) for m in (stable, plain))
        np.testing.assert_allclose(found, expected, rtol=1e-12)
    step = 1e-6
    for place in np.ndindex(3, 3):
        moved = [x.copy(), x.copy()]
        moved[0][place] += step
        moved[1][place] -= step
        high, low = (dlvm.interpret(plain, "f", m) for m in moved)
        (slope,) = dlvm.interpret(plain, "g", x)
        np.testing.assert_allclose(slope[place], (high - low) / (2 * step), rtol=1e-5)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_one_kernel(name: str) -> None:
    """The whole function is fused, including its reductions."""
    module = module_for(name, "f32")
    module.functions[1:] = []
    run_passes(module, "O2")
    assert str(lower(module, "compute")).count("\ncompute ") == 1


def test_other_sums_are_no_variance() -> None:
    """The divisors do not match."""
    module = module_of("""
        func @f: (<8 x 3 x f32>) -> <8 x f32> {
        'entry(%x: <8 x 3 x f32>):
            %q = square %x: <8 x 3 x f32>
            %qs = reduce %q: <8 x 3 x f32> by add along 1
            %qm = divide %qs: <8 x f32>, 2: f32
            %s = reduce %x: <8 x 3 x f32> by add along 1
            %m = divide %s: <8 x f32>, 3: f32
            %mm = square %m: <8 x f32>
            %v = subtract %qm: <8 x f32>, %mm: <8 x f32>
            return %v: <8 x f32>
        }""")
    check_unchanged(module, "STAB")


def test_stable_forms_are_left_alone() -> None:
    module = module_of("""
        func @f: (<8 x 3 x f32>) -> <8 x f32> {
        'entry(%x: <8 x 3 x f32>):
            %m = reduce %x: <8 x 3 x f32> by max along 1
            %k = padShape %m: <8 x f32> at 1
            %y = subtract %x: <8 x 3 x f32>, %k: <8 x 1 x f32>
            %e = exp %y: <8 x 3 x f32>
            %s = reduce %e: <8 x 3 x f32> by add along 1
            %l = log %s: <8 x f32>
            %r = add %l: <8 x f32>, %m: <8 x f32>
            return %r: <8 x f32>
        }
        func @g: (f32) -> f32 {
        'entry(%x: f32):
            %a = abs %x: f32
            %n = negate %a: f32
            %e = exp %n: f32
            %l = log1p %e: f32
            return %l: f32
        }""")
    check_unchanged(module, "STAB")
    assert body(module, "g") == ["abs", "negate", "exp", "log1p", "return"]
