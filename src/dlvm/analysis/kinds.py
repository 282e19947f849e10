"""The kinds of instructions in a function, for those who look for few of many."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import cast

from dlvm.analysis.caching import analyzed
from dlvm.ir.instruction import Instruction
from dlvm.ir.module import AnyInstruction, Function


def kinds_in(function: Function) -> Set[type[Instruction]]:
    """The classes of a function's instructions."""
    return analyzed(_kinds, function)


def instructions_of(function: Function, *kinds: type[AnyInstruction]) -> Sequence[AnyInstruction]:
    """The instructions of some classes, in the order of the text."""
    found = {kind for kind in kinds_in(function) if issubclass(kind, kinds)}
    blocks = function.blocks if found else ()
    of_kind = [i for block in blocks for i in block.instructions if type(i) in found]
    return cast("Sequence[AnyInstruction]", of_kind)


def _kinds(function: Function) -> Set[type[Instruction]]:
    found: set[type[Instruction]] = set()
    for block in function.blocks:
        found.update(map(type, block.instructions))
    return found
