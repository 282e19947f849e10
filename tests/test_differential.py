"""Programs drawn at random give the same results however they are run."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import dlvm
from dlvm.codegen.generation import emitter_of
from dlvm.compute.lowering import is_lowered
from dlvm.compute.sizes import QUERIES
from dlvm.ir import INSTRUCTIONS, Function, FunctionType, GradientDeclaration, Stage
from dlvm.ir.cloning import clone_module
from dlvm.ir.types import TupleType
from tests.drawing import FEATURES
from tests.programs import draw_program
from tests.sweep import compiled_differs, drawn, optimized_differs

STEP = 1e-6


@pytest.fixture(autouse=True)
def _no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DLVM_CACHE_DIR", "")


@pytest.mark.parametrize("seed", range(200))
def test_compiled_code_agrees_with_the_interpreter(seed: int) -> None:
    assert compiled_differs(seed) is None


@pytest.mark.parametrize("seed", range(40))
def test_text_and_passes_preserve_results(seed: int) -> None:
    assert optimized_differs(seed) is None


def test_every_instruction_is_drawn() -> None:
    seen: set[str] = set()
    for seed in range(1000):
        module = drawn(seed)[0].module
        seen.update(i.mnemonic for f in module.functions for i in f.instructions())
    assert INSTRUCTIONS.keys() - seen <= {"builtin"}


@pytest.mark.parametrize("feature", FEATURES)
def test_features_are_left_out(feature: str) -> None:
    program, calls = drawn(5, [feature])
    dlvm.verify(program.module)
    assert calls[0] is program


@pytest.mark.parametrize("seed", range(40))
def test_gradients_agree_with_central_differences(seed: int) -> None:
    program = draw_program(Random(seed), smooth=True)
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


@pytest.mark.parametrize("mnemonic", INSTRUCTIONS)
def test_every_instruction_has_a_way_to_native_code(mnemonic: str) -> None:
    cls = INSTRUCTIONS[mnemonic]
    assert emitter_of(cls) is not None or is_lowered(cls) or cls in QUERIES
