"""Random programs that StableHLO can express, and their results before and after an export."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

import dlvm
from dlvm.stablehlo import export, load
from tests.support.agreement import assert_agree
from tests.support.programs.drawing import FEATURES
from tests.support.programs.programs import Program, draw_program

LACKING = (
    "boxes",
    "computed indices",
    "enums",
    "erased sizes",
    "function values",
    "memory",
    "random numbers",
    "recursion",
    "tapes",
)
"""The features of programs that StableHLO lacks, or that cannot be read again."""


def drawn(seed: int) -> Program:
    """A random program, without the features that StableHLO lacks."""
    features = {name: enabled and name not in LACKING for name, enabled in FEATURES.items()}
    return draw_program(Random(seed), features=features)


def exported(program: Program) -> str | None:
    """The text of a program, or None if its loops have several entries."""
    try:
        return export(program.module)
    except dlvm.DiagnosticError as problem:
        assert "several entries" in str(problem)  # noqa: PT017
        return None


def leaves(value: Any) -> list[Any]:
    """The tensors in a value."""
    match value:
        case np.void():
            return [leaf for name in value.dtype.names or () for leaf in leaves(value[name])]
        case tuple() | list():
            return [leaf for part in value for leaf in leaves(part)]
        case dict():
            return [leaf for part in value.values() for leaf in leaves(part)]
        case None:
            return []
        case _:
            return [value]


def check(program: Program, text: str) -> None:
    """Asserts that a program gives the same when it is read again."""
    expected = dlvm.interpret(program.module, program.function, *program.arguments)
    module = load(text)
    dlvm.verify(module)
    found = dlvm.interpret(module, program.function, *leaves(program.arguments))
    assert_agree(tuple(leaves(found)), tuple(leaves(expected)))
