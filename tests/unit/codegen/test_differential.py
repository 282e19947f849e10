"""Programs drawn at random give the same results however they are run."""

from __future__ import annotations

import pytest

import dlvm
from dlvm.codegen.generation import emits
from dlvm.compute.index_notation.lowering import is_lowered
from dlvm.ir import INSTRUCTIONS
from dlvm.ir.instruction import Trait
from dlvm.ir.instructions import Partial, Push
from tests.fuzz.sweep import (
    compiled_differs,
    drawn,
    gradient_differs,
    kernels_differ,
    optimized_differs,
)
from tests.support import erased_programs
from tests.support.programs.drawing import FEATURES


@pytest.fixture(autouse=True)
def _no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DLVM_CACHE_DIR", "")


@pytest.mark.parametrize("seed", range(100))
def test_compiled_code_agrees_with_the_interpreter(seed: int) -> None:
    assert compiled_differs(seed) is None


@pytest.mark.parametrize("first", range(0, 120, 30))
def test_tensors_on_stacks(first: int) -> None:
    without = FEATURES.keys() - {"boxes", "contractions", "control flow", "tapes", "updates"}
    pushing = 0
    for seed in range(first, first + 30):
        functions = drawn(seed, without)[0].module.functions
        if any(isinstance(i, Push) for function in functions for i in function.instructions()):
            pushing += 1
            assert compiled_differs(seed, without) is None
    assert pushing


@pytest.mark.parametrize("seed", range(40))
def test_text_and_passes_preserve_results(seed: int) -> None:
    assert optimized_differs(seed) is None


@pytest.mark.parametrize("seed", range(40))
def test_kernels_agree_with_their_reference_evaluation(seed: int) -> None:
    assert kernels_differ(seed) is None


@pytest.mark.parametrize("seed", range(150))
def test_interpreted_programs_with_erased_sizes_agree_with_known_sizes(seed: int) -> None:
    assert erased_programs.differs(seed, levels=()) is None


@pytest.mark.parametrize("seed", range(1000, 1012))
def test_compiled_programs_with_erased_sizes_agree_with_known_sizes(seed: int) -> None:
    # A third is of any kind, the others differentiable.
    assert erased_programs.differs(seed) is None


def test_every_instruction_is_drawn() -> None:
    seen: set[str] = set()
    for seed in range(1000):
        module = drawn(seed)[0].module
        seen.update(i.mnemonic for f in module.functions for i in f.instructions())
    assert INSTRUCTIONS.keys() - seen <= {"builtin", "print"}


@pytest.mark.parametrize("feature", FEATURES)
def test_features_are_left_out(feature: str) -> None:
    program, calls = drawn(5, [feature])
    dlvm.verify(program.module)
    assert calls[0] is program


@pytest.mark.parametrize("seed", range(50))
def test_gradients_agree_with_central_differences(seed: int) -> None:
    assert gradient_differs(seed) is None


@pytest.mark.parametrize("mnemonic", INSTRUCTIONS)
def test_every_instruction_has_a_way_to_native_code(mnemonic: str) -> None:
    cls = INSTRUCTIONS[mnemonic]
    # Closure conversion replaces `partial` before code is generated.
    is_replaced = cls is Partial or Trait.SHAPE_QUERY in cls.traits
    assert emits.find(cls) is not None or is_lowered(cls) or is_replaced
