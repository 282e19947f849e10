"""Every sample: NumPy, interpreter, compiled code and text agree; so do gradients and
differences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm.ir import TypeRuleError
from dlvm.ir.types import F64, element_type_of
from tests.support.agreement import assert_agree
from tests.support.evaluation import PRECISION, wide
from tests.support.gradient_testing import declare_gradient, differences, random
from tests.support.samples.samples import all_samples
from tests.support.samples.sampling import Sample, program, programs, together

SAMPLES = dict(all_samples())


def each_sample(accepts: Callable[[Sample], bool] = lambda s: True) -> pytest.MarkDecorator:
    """Runs a test for the samples that fit."""
    fitting = {name: s for name, s in SAMPLES.items() if accepts(s)}
    return pytest.mark.parametrize("sample", fitting.values(), ids=fitting)


@pytest.fixture(autouse=True)
def _no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DLVM_CACHE_DIR", "")


def check(found: Any, expected: Any) -> None:
    """Compares a result with what NumPy computed, floats of any size in f64."""
    if isinstance(expected, tuple):
        assert len(found) == len(expected)
        for a, b in zip(found, expected, strict=True):
            check(a, b)
        return
    array = np.asarray(found)
    element = element_type_of(array.dtype)
    assert element is not None
    assert array.shape == np.shape(expected)
    if element.is_exact:
        np.testing.assert_array_equal(array, np.asarray(expected).astype(array.dtype))
        return
    tolerance = PRECISION.get(str(element), 0.0)
    rounded = wide(np.asarray(expected).astype(element.numpy))
    np.testing.assert_allclose(wide(array), rounded, rtol=tolerance, atol=tolerance)


@each_sample(lambda s: s.expected is not None)
def test_interpreter_agrees_with_numpy(sample: Sample) -> None:
    assert sample.expected is not None
    for element, module in programs(sample):
        dlvm.verify(module)
        arguments = sample.arguments(element)
        given = [
            wide(a) if a.dtype == element.numpy and not element.is_exact else a for a in arguments
        ]
        with np.errstate(all="ignore"):
            expected = sample.expected(*given)
        check(dlvm.interpret(module, "f", *arguments), expected)


@each_sample()
def test_compiled_code_agrees_with_the_interpreter(sample: Sample) -> None:
    each = list(programs(sample))
    groups = [[p] for p in each] if any(module.types for _, module in each) else [each]
    for group in groups:
        module = together(group)
        compiled = dlvm.compile(module, threads=1)
        for element, _ in group:
            arguments = sample.arguments(element)
            expected = dlvm.interpret(module, f"f_{element}", *arguments)
            compiled.seek(0)
            assert_agree(compiled[f"f_{element}"](*arguments), expected)


@each_sample()
def test_text_is_read_back(sample: Sample) -> None:
    for element, module in programs(sample):
        read = dlvm.parse(str(module))
        assert read == module
        arguments = sample.arguments(element)
        expected = dlvm.interpret(module, "f", *arguments)
        found = dlvm.interpret(read, "f", *arguments)
        if not isinstance(expected, tuple):
            found, expected = (found,), (expected,)
        for a, b in zip(found, expected, strict=True):
            np.testing.assert_array_equal(wide(a), wide(b))


@each_sample(lambda s: s.differentiable is not None)
def test_gradients(sample: Sample) -> None:
    try:
        module = program(sample, F64)
    except TypeRuleError:
        assert not sample.differentiable
        return
    declare_gradient(module, "gradient", "f", seedable=True)
    if not sample.differentiable:
        with pytest.raises(dlvm.DiagnosticError, match=r"different|result"):
            dlvm.run_passes(module, "AD")
        return
    dlvm.run_passes(module, "AD")
    arguments = sample.arguments(F64)
    seed = random(*np.shape(dlvm.interpret(module, "f", *arguments)), seed=1)
    gradients = iter(dlvm.interpret(module, "gradient", *arguments, seed))
    for index, argument in enumerate(arguments):
        if argument.dtype == np.float64:
            expected = differences(
                lambda *a: dlvm.interpret(module, "f", *a), arguments, seed, index
            )
            np.testing.assert_allclose(next(gradients), expected, rtol=1e-6, atol=1e-6)
    assert next(gradients, None) is None
