"""Programs drawn at random give the same results however they are run."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dlvm
from dlvm.codegen.generation import emitter_of
from dlvm.compute.lowering import is_lowered
from dlvm.compute.sizes import QUERIES
from dlvm.ir import INSTRUCTIONS, Function, FunctionType, GradientDeclaration, Stage
from dlvm.ir.cloning import clone_module
from dlvm.ir.types import TupleType
from tests.agreement import assert_agree
from tests.programs import Program, draw_program

STEP = 1e-6

programs = st.randoms(use_true_random=False).map(draw_program)
smooth_programs = st.randoms(use_true_random=False).map(lambda r: draw_program(r, smooth=True))


@pytest.fixture(autouse=True)
def _no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DLVM_CACHE_DIR", "")


@settings(max_examples=60, deadline=None, derandomize=True)
@given(programs)
def test_compiled_code_agrees_with_the_interpreter(program: Program) -> None:
    dlvm.verify(program.module)
    expected = dlvm.interpret(program.module, program.function, *program.arguments)
    for level, threads in ((0, 1), (2, 2)):
        executable = dlvm.compile(program.module, opt_level=level, threads=threads)
        assert_agree(executable[program.function](*program.arguments), expected)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(programs)
def test_text_and_passes_preserve_results(program: Program) -> None:
    expected = dlvm.interpret(program.module, program.function, *program.arguments)
    read = dlvm.parse(str(program.module))
    assert read == program.module
    assert_agree(dlvm.interpret(read, program.function, *program.arguments), expected)
    dlvm.run_passes(read, "O2")
    dlvm.verify(read)
    assert_agree(dlvm.interpret(read, program.function, *program.arguments), expected)


@pytest.mark.parametrize("seed", range(12))
def test_any_seed(seed: int) -> None:
    program = draw_program(Random(seed))
    expected = dlvm.interpret(program.module, program.function, *program.arguments)
    executable = dlvm.compile(program.module)
    assert_agree(executable[program.function](*program.arguments), expected)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(smooth_programs)
def test_gradients_agree_with_central_differences(program: Program) -> None:
    module = clone_module(program.module)
    module.stage = Stage.RAW
    function = module.function(program.function)
    assert function is not None
    parameters = function.type.parameters
    result = TupleType(tuple(p for p in parameters))
    declaration = GradientDeclaration(function)
    module.add_function(Function("slope", FunctionType(parameters, result), (), declaration))
    dlvm.verify(module)
    slopes = dlvm.compile(module)["slope"](*program.arguments)
    value = dlvm.compile(program.module)[program.function]
    generator = np.random.default_rng(0)
    for position, slope in enumerate(slopes):
        argument = np.asarray(program.arguments[position])
        direction = generator.uniform(-1, 1, argument.shape)
        totals: list[float] = []
        for step in (STEP, -STEP):
            moved = list(program.arguments)
            moved[position] = argument + step * direction
            totals.append(float(np.sum(value(*moved))))
        expected = (totals[0] - totals[1]) / (2 * STEP)
        found = float(np.sum(np.asarray(slope) * direction))
        assert found == pytest.approx(expected, rel=2e-4, abs=2e-4)


"""Instructions that host code does itself, without kernels."""


@pytest.mark.parametrize("mnemonic", INSTRUCTIONS)
def test_every_instruction_has_a_way_to_native_code(mnemonic: str) -> None:
    cls = INSTRUCTIONS[mnemonic]
    assert emitter_of(cls) is not None or is_lowered(cls) or cls in QUERIES
