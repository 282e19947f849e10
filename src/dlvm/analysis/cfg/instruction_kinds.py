"""Finds the instructions of given classes, without a walk over the whole function."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from dlvm.ir.instruction import AnyInstruction, Function


def instructions_of(function: Function, *kinds: type[AnyInstruction]) -> Sequence[AnyInstruction]:
    """The instructions of the given classes, in the order of the function's text."""
    wanted = {kind for kind in function.kinds if issubclass(kind, kinds)}
    blocks = function.blocks if wanted else ()
    found = [i for block in blocks for i in block.instructions if type(i) in wanted]
    # If no instruction of the class is left, later queries are skipped.
    function.kinds -= wanted.difference(map(type, found))
    return cast("Sequence[AnyInstruction]", found)
