"""How values of struct type look in Python: records, named tuples of their fields."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Mapping, Sequence
from functools import cache
from keyword import iskeyword
from typing import Any, cast

from dlvm.ir.types import StructType


@cache
def _record_class(name: str, fields: tuple[str, ...]) -> type[tuple[Any, ...]]:
    # Python's names are stricter than those of types: $Layer.1 is called Layer_1.
    known = name.replace(".", "_")
    known = known + "_" if iskeyword(known) else known
    # The fields are known only at run time, so the typed form does not apply.
    return namedtuple(known, fields, rename=True)  # pyright: ignore[reportUntypedNamedTuple]


def make_record(type: StructType, values: list[Any]) -> Any:
    """A record of the struct's fields, with an attribute for each."""
    return _record_class(type.name, tuple(n for n, _ in type.fields))(*values)


def record_fields(type: StructType, value: Any) -> list[Any]:
    """The fields of a struct given as a record, a mapping, a sequence or any object that has them
    as attributes; raises ``TypeError`` naming a field that is missing."""
    names = [n for n, _ in type.fields]
    if isinstance(value, Mapping):
        missing = [n for n in names if n not in value]
        if not missing:
            return [value[n] for n in names]
    elif isinstance(value, list | tuple):
        values = list(cast(Sequence[Any], value))
        if len(values) == len(names):
            return values
        raise TypeError(f"{type} has {len(names)} fields, found {len(values)} values")
    else:
        missing = [n for n in names if not hasattr(value, n)]
        if not missing:
            return [getattr(value, n) for n in names]
    raise TypeError(f"{type} needs the field #{missing[0]}, which the value given does not have")
