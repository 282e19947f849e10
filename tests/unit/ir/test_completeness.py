"""Every layer knows every instruction. A table more is a line more."""

from collections.abc import Container

import pytest

import dlvm.compute.generation  # noqa: F401 - every family adds its rows
from dlvm.analysis.differentiation.differentiability import OBSTACLES
from dlvm.analysis.differentiation.forward_mode import NO_TANGENT
from dlvm.analysis.values.cost import cost_rule
from dlvm.codegen.generation import emits
from dlvm.compute.index_notation.lowering import is_lowered
from dlvm.interpreter import EVALUATE
from dlvm.ir import INSTRUCTIONS, Instruction
from dlvm.ir import instructions as op
from dlvm.ir.declaration import Trait
from dlvm.ir.instruction import instructions_with
from dlvm.transforms.differentiation import ADJOINT
from dlvm.transforms.differentiation.rules.rule_types import no_derivative
from dlvm.transforms.differentiation.rules.tangents import tangent_rule
from tests.support.samples.samples import SAMPLES
from tests.support.samples.sampling import programs

TABLES: dict[str, Container[type[Instruction]]] = {
    "evaluation": EVALUATE,
    "samples": SAMPLES,
    "costs": {*filter(cost_rule, INSTRUCTIONS.values())},
    "adjoints": {
        *(*ADJOINT, *OBSTACLES, *instructions_with(Trait.MEMORY), *instructions_with(Trait.STACK)),
        *(cls for cls in INSTRUCTIONS.values() if cls.not_differentiable is not None),
        *(op.Assert, op.Branch, op.BranchEnum, op.Conditional, op.Return, op.Trap),
    },
    "tangents": {
        *filter(tangent_rule, INSTRUCTIONS.values()),
        *NO_TANGENT,
        *(cls for cls, rule in ADJOINT.items() if rule is no_derivative),
        *(op.Assert, op.Branch, op.BranchEnum, op.Conditional, op.Return, op.Trap),
    },
    "native code": {
        *filter(is_lowered, INSTRUCTIONS.values()),
        *filter(emits.find, INSTRUCTIONS.values()),
        *instructions_with(Trait.SHAPE_QUERY),
        op.Partial,  # Closure conversion puts enum values in its place.
    },
}


@pytest.mark.parametrize("table", TABLES)
def test_every_instruction_has_a_row(table: str) -> None:
    missing = [name for name, cls in INSTRUCTIONS.items() if cls not in TABLES[table]]
    assert missing == []


@pytest.mark.parametrize("mnemonic", INSTRUCTIONS)
def test_samples_are_of_their_instruction(mnemonic: str) -> None:
    cls = INSTRUCTIONS[mnemonic]
    for sample in SAMPLES[cls]:
        made = [module for _, module in programs(sample)]
        assert made
        for module in made:
            assert cls in {type(i) for f in module.functions for i in f.instructions()}
