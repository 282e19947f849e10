"""Enums: algebraic data types whose cases are dataclasses with a payload.

::

    @enum
    class Leaf:
        x: Float1D

    @enum
    class Node:
        left: Tree
        right: Tree

    Tree = Leaf | Node

The union of the cases is the enum. Type checkers see the union as the type of its values, and check
that a ``match`` covers all cases. NNKit finds the union through annotations that name it, or in the
module that defines the cases.
"""

from __future__ import annotations

import dataclasses
import sys
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import Any, TypeVar, cast, dataclass_transform

from dlvm.ir.values import Value
from dlvm.nnkit.pytree.representations import struct_repr
from dlvm.nnkit.pytree.structs import compare_fields, resolve_hints
from dlvm.nnkit.tracing.trace import failure

C = TypeVar("C")

_names: dict[type, Mapping[str, Any]] = {}
"""The cases, each with the namespace in which it is defined."""
_kinds: dict[type, EnumKind] = {}
"""The enum of each case, once it is known."""


@dataclass(frozen=True)
class EnumKind:
    """The cases of an enum, and its name in the IR."""

    name: str
    cases: tuple[type, ...]

    def __str__(self) -> str:
        return self.name


@dataclass_transform(frozen_default=True)
def enum(cls: type[C], /) -> type[C]:
    """Decorator: makes a class a case of an enum, as a frozen dataclass.

    The fields are the payload of the case, and the union of the cases is the enum. Fields are
    tensors, numbers, structs of these, and enums, including the enum itself. Values are Python
    objects, inside staged functions and outside; ``match`` destructures them.
    """
    made: Any = dataclasses.dataclass(frozen=True, eq=False, repr=False)(cls)
    if "__repr__" not in vars(cls):
        made.__repr__ = struct_repr
    compare_fields(made)
    _names[made] = sys._getframe(1).f_globals  # pyright: ignore[reportPrivateUsage]
    return made


def is_case(cls: type) -> bool:
    """Whether the class is a case of an enum."""
    return cls in _names


@cache
def case_hints(cls: type) -> dict[str, Any]:
    """The annotation of each field of a case, in order. Raises if one cannot be resolved."""
    hints = resolve_hints(vars(cls).get("__annotations__", {}), _names[cls])
    for name, hint in hints.items():
        if hint is None:
            raise failure(
                f"the annotation of {cls.__name__}.{name} is not known, expected one "
                "that uses names of the module; define enums in a module, not in a function"
            )
    return hints


def enum_hint(hint: Any) -> EnumKind | None:
    """The enum that an annotation names, or None if it names something else."""
    if typing.get_origin(hint) in (UnionType, typing.Union):
        cases = typing.get_args(hint)
        if all(isinstance(c, type) and is_case(c) for c in cases):
            return _register(cases)
        return None
    if isinstance(hint, type) and is_case(hint):
        return kind_of(hint)
    return None


def kind_of(case: type) -> EnumKind:
    """The enum of a case. A case that belongs to no union is the only case of its enum."""
    found = _kinds.get(case)
    if found is None:
        named = [*_names[case].values(), *case_hints(case).values()]
        unions = [value for value in named if _is_union_with(value, case)]
        found = _register(typing.get_args(unions[0]) if unions else (case,))
    return found


def _is_union_with(value: Any, case: type) -> bool:
    if typing.get_origin(value) not in (UnionType, typing.Union):
        return False
    cases = typing.get_args(value)
    return case in cases and all(isinstance(c, type) and is_case(c) for c in cases)


def _register(cases: tuple[Any, ...]) -> EnumKind:
    known = _kinds.get(cases[0])
    if known is not None and known.cases == cases:
        return known
    for case in cases:
        if case in _kinds and _kinds[case].cases != (case,):
            raise failure(
                f"expected {case.__name__} in one enum only, "
                f"{' | '.join(c.__name__ for c in _kinds[case].cases)}, got "
                f"{' | '.join(c.__name__ for c in cases)}"
            )
    kind = EnumKind(_name_of(cases), cases)
    _kinds.update((case, kind) for case in cases)
    return kind


def _name_of(cases: tuple[type, ...]) -> str:
    names = [
        name
        for name, value in list(_names[cases[0]].items())
        if _is_union_with(value, cases[0]) and typing.get_args(value) == cases
    ]
    return names[0] if names else "Or".join(c.__name__ for c in cases)


def build_case(cls: type, values: list[Any]) -> Any:
    """An instance of a case with the given fields."""
    instance: Any = object.__new__(cast("type[Any]", cls))
    instance.__dict__.update(zip(case_hints(cls), values, strict=True))
    return instance


class StagedEnum:
    """A staged value of an enum: one of its cases when the program runs."""

    __slots__ = ("_layout", "_value")

    def __init__(self, value: Value, layout: Any) -> None:
        self._value = value
        self._layout = layout

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise failure(
            f".{name} of a staged {self._layout.kind} is unknown before match has tested its case"
        )

    def __bool__(self) -> bool:
        raise failure(
            f"a staged {self._layout.kind} is used as a condition, expected match to test its case"
        )

    def __repr__(self) -> str:
        return f"<staged {self._layout.kind}>"


def layout_in(value: StagedEnum) -> Any:
    """The payload types of a staged enum."""
    return value._layout  # pyright: ignore[reportPrivateUsage]


def value_in(value: StagedEnum) -> Value:
    """The IR value of a staged enum."""
    return value._value  # pyright: ignore[reportPrivateUsage]
