"""The instructions of a function by their kinds, for those who look for few of many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dlvm.analysis.caching import analyzed
from dlvm.ir.instruction import Instruction
from dlvm.ir.module import AnyInstruction, Function


def by_kind(function: Function) -> Mapping[type[Instruction], Sequence[Instruction]]:
    """The instructions of each class, in the order of the text."""
    found: dict[type[Instruction], list[Instruction]] = {}
    for block in function.blocks:
        for instruction in block.instructions:
            kind = type(instruction)
            if kind in found:
                found[kind].append(instruction)
            else:
                found[kind] = [instruction]
    return found


def instructions_of(function: Function, *kinds: type[AnyInstruction]) -> Sequence[AnyInstruction]:
    """The instructions of some classes, in the order of the text."""
    known = analyzed(by_kind, function)
    found = [kind for kind in known if issubclass(kind, kinds)]
    candidates = known[found[0]] if len(found) == 1 else function.instructions() if found else ()
    return [i for i in candidates if isinstance(i, kinds)]
