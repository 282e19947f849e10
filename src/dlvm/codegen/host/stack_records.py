"""Stack records: the memory layout of pushed values.

A value can be popped with another type than it was pushed with, if the types differ only in which
sizes they erase. Such types therefore share one record type. In this type, a size is static only if
it is static and equal in all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dlvm.analysis.values.symbols import dimensions_in, map_sizes
from dlvm.codegen.host.aggregate_flattening import is_erased, leaf_types
from dlvm.ir import instructions as op
from dlvm.ir.module import Function
from dlvm.ir.types import ERASED, TensorType, Type

RecordTypes = Mapping[Type, Type]
"""For each type that is pushed or popped: the type of its records."""


def record_types(functions: Iterable[Function]) -> RecordTypes:
    """The types of the records of all values that functions push and pop."""
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


def is_tensor_record(type: Type, records: RecordTypes) -> bool:
    """Whether the record of a type is a tensor of known size. Such a tensor needs no copy: a kernel
    can write the tensor to its record, where it stays after it is popped."""
    type = type.canonical
    is_known = isinstance(type, TensorType) and type.rank > 0 and not is_erased(type)
    return is_known and records.get(type) == type


def _joined(types: Sequence[Type]) -> Type:
    """The type with the sizes that are static and equal in all types."""
    sizes = zip(*map(dimensions_in, types), strict=True)
    kept = iter([s[0] if isinstance(s[0], int) and len(set(s)) == 1 else ERASED for s in sizes])
    return map_sizes(types[0], lambda _: next(kept))
