"""Compiled code against the interpreter, instruction by instruction."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm.ir import Builder, Function, FunctionType, Module, Stage
from dlvm.ir.instructions import Return
from dlvm.ir.types import VOID
from dlvm.runtime.calling.executable import Executable
from tests.support.samples.native_cases import Case, all_cases, unkeyed_random_cases

GROUP = 40
"""How many functions a module gets: compiling each case on its own would take minutes."""

TOLERANCE = {"float16": 2e-3, "bfloat16": 2e-2, "float32": 2e-6, "float64": 1e-13}
"""Largest error, relative and, times 3, absolute."""

CASES = all_cases()


def module_of(cases: Sequence[Case]) -> Module:
    """A module with a function @f0, @f1, … for each case."""
    module = Module("native", Stage.OPTIMIZABLE)
    for number, case in enumerate(cases):
        function = Function(f"f{number}", FunctionType(case.types, VOID))
        builder = Builder(function.add_entry())
        result = builder.insert(case.build(*builder.block.arguments))
        builder.insert(Return(result))
        function.type = FunctionType(case.types, result.type)
        module.add_function(function)
    return module


@cache
def compiled(group: int) -> tuple[Module, Executable]:
    module = module_of(CASES[group * GROUP : (group + 1) * GROUP])
    dlvm.verify(module)
    return module, dlvm.compile(module, opt_level=0)


@pytest.mark.parametrize("number", range(len(CASES)), ids=[c.name for c in CASES])
def test_instruction(number: int) -> None:
    module, executable = compiled(number // GROUP)
    check(module, executable, f"f{number % GROUP}", CASES[number])


@pytest.mark.parametrize("case", unkeyed_random_cases(), ids=lambda c: c.name)
def test_unkeyed_random_numbers(case: Case) -> None:
    module = module_of([case])
    check(module, dlvm.compile(module, opt_level=0), "f0", case)


def check(module: Module, executable: Executable, name: str, case: Case) -> None:
    expected = np.asarray(dlvm.interpret(module, name, *case.arguments))
    assert_close(np.asarray(executable[name](*case.arguments)), expected)


def assert_close(found: Any, expected: Any) -> None:
    assert (found.dtype, found.shape) == (expected.dtype, expected.shape)
    tolerance = TOLERANCE.get(found.dtype.name)
    if found.dtype.name.startswith("float8"):  # NumPy does not find their NaN.
        np.testing.assert_array_equal(found.astype(np.float32), expected.astype(np.float32))
    elif tolerance is None:
        np.testing.assert_array_equal(found, expected)
    else:
        wide = found.astype(np.float64), expected.astype(np.float64)
        np.testing.assert_allclose(*wide, rtol=tolerance, atol=3 * tolerance)
