"""The records of stacks: how what is pushed lies there.

A value may be popped as another type than it was pushed with, where the two say different things of
the same sizes. So all types that differ by sizes only, of which some leave a size open, have one
record, which says no more of the sizes than all of them do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dlvm.analysis.values.symbols import dimensions_in, map_sizes
from dlvm.codegen.host.aggregate_flattening import is_erased, leaf_types
from dlvm.ir import instructions as op
from dlvm.ir.module import Function
from dlvm.ir.types import ERASED, Type

RecordTypes = Mapping[Type, Type]
"""For each type that is pushed or popped, the type of its records."""


def record_types(functions: Iterable[Function]) -> RecordTypes:
    """The types of the records of all that functions push and pop."""
    alike: dict[Type, dict[Type, None]] = {}
    for function in functions:
        for instruction in function.instructions():
            if isinstance(instruction, op.Push | op.Pop):
                moved = instruction.value if isinstance(instruction, op.Push) else instruction
                type = moved.type.canonical
                alike.setdefault(map_sizes(type, lambda _: ERASED), {})[type] = None
    found: dict[Type, Type] = {}
    for types in map(list, alike.values()):
        has_open = any(is_erased(leaf) for type in types for leaf in leaf_types(type))
        found |= dict.fromkeys(types, _joined(types)) if has_open else {t: t for t in types}
    return found


def _joined(types: Sequence[Type]) -> Type:
    """The type with the sizes that all types know to be the same."""
    sizes = zip(*map(dimensions_in, types), strict=True)
    kept = iter([s[0] if isinstance(s[0], int) and len(set(s)) == 1 else ERASED for s in sizes])
    return map_sizes(types[0], lambda _: next(kept))
