"""The symbols in code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from dlvm.ir import Instruction, Literal, Type, Value
from dlvm.ir.types import Symbol
from dlvm.ir.wellformed import symbol_names


def code_symbols(values: Iterable[Value]) -> set[str]:
    """The names of the symbols in the types of arguments and instructions, and in what these are
    written with."""
    types: set[Type] = set()
    found: set[str] = set()
    for value in values:
        types.add(value.type)
        if not isinstance(value, Instruction):
            continue
        types.update(leaf.type for leaf in value.leaves() if isinstance(leaf, Literal))
        for attribute in value.attributes.values():
            if isinstance(attribute, Type):
                types.add(attribute)
            elif isinstance(attribute, tuple):
                parts = cast("tuple[object, ...]", attribute)
                found.update(d.name for d in parts if isinstance(d, Symbol))
    return found.union(*map(symbol_names, types)) - {""}
