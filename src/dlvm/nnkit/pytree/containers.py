"""The containers that are nodes of pytrees: how to name and read their parts, and how to rebuild
them.

A cache key contains the parts of a container and its kind, which is its class or a
:class:`DictKind`.
"""

from __future__ import annotations

import dataclasses
import sys
import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from dlvm.nnkit.pytree.structs import field_hints, is_struct, resolve_hints
from dlvm.nnkit.tracing.trace import failure


class Zipped:
    """Zipped sequences of one length: the sequence of tuples of their elements."""

    def __init__(self, columns: Sequence[Any]) -> None:
        self.columns = tuple(columns)

    def __len__(self) -> int:
        size = _first_tensor(self).shape[0]
        if isinstance(size, int):
            return size
        raise failure(
            f"zip: expected a length that is known while staging, got the dynamic size {size}; "
            "loop over it with for, or call nnkit.map"
        )

    def __iter__(self) -> Iterator[Any]:
        return (_element(self, i) for i in range(len(self)))

    def __reversed__(self) -> Iterator[Any]:
        return (_element(self, i) for i in reversed(range(len(self))))


def _first_tensor(sequence: Any) -> Any:
    kind = container_kind(sequence)
    return sequence if kind is None else _first_tensor(parts_in(kind, sequence)[0])


def _element(sequence: Any, index: int) -> Any:
    """The element of a sequence at an index that is known while staging."""
    kind = container_kind(sequence)
    if kind is None:
        return sequence[index]
    return build(host_kind(kind), [_element(p, index) for p in parts_in(kind, sequence)])


@dataclass(frozen=True)
class DictKind:
    """The kind of a dictionary: its keys, in order."""

    keys: tuple[Any, ...]

    def __str__(self) -> str:
        return f"dict of {', '.join(map(repr, self.keys))}"


def is_dataclass(kind: Any) -> bool:
    """Whether the class is a struct or another dataclass, whose parts are its fields."""
    return isinstance(kind, type) and dataclasses.is_dataclass(kind)


def is_named_tuple(kind: Any) -> bool:
    """Whether the class was made by ``NamedTuple`` or ``namedtuple``."""
    return hasattr(kind, "_fields") and isinstance(kind, type) and issubclass(kind, tuple)


def record_name(kind: Any) -> str | None:
    """The name of the struct that a container becomes in the IR; None if it becomes a tuple.

    A function that returns a tuple has several results; one that returns a struct has one.
    """
    if isinstance(kind, DictKind):
        return "dict"
    return kind.__name__ if is_dataclass(kind) or is_named_tuple(kind) else None


def container_kind(value: Any) -> Any:
    """The kind of a container, or None for any other value.

    Structs and plain dataclasses are containers of their fields.
    """
    kind = cast("type[Any]", type(value))
    if kind is dict:
        return DictKind(tuple(cast("dict[Any, Any]", value)))
    if kind in (tuple, list, Zipped) or is_named_tuple(kind) or is_struct(kind):
        return kind
    return kind if is_plain_dataclass(kind) else None


@cache
def is_plain_dataclass(kind: type) -> bool:
    """Whether the class is a dataclass of the user whose ``__eq__`` compares its fields, so that it
    holds data.

    A dataclass that compares by identity is an object like any other.
    """
    if not dataclasses.is_dataclass(kind) or kind.__module__.startswith("dlvm."):
        return False
    return bool(cast(Any, kind).__dataclass_params__.eq)


def parts_in(kind: Any, value: Any) -> Sequence[Any]:
    """The parts of a container, in order."""
    if isinstance(kind, DictKind):
        return list(value.values())
    if is_dataclass(kind):
        return [getattr(value, name) for name in field_hints(kind)]
    return value.columns if kind is Zipped else value


def host_kind(kind: Any) -> Any:
    """The kind of the result of a program for the caller, who gets zipped sequences as a tuple."""
    return tuple if kind is Zipped else kind


def part_names(kind: Any, count: int) -> tuple[str, ...]:
    """The names or indices of the parts."""
    if isinstance(kind, DictKind):
        if all(isinstance(key, str) and key.isidentifier() for key in kind.keys):
            return kind.keys
        return tuple(f"key{i}" for i in range(count))
    if is_dataclass(kind):
        return tuple(field_hints(kind))
    return tuple(kind._fields) if is_named_tuple(kind) else tuple(map(str, range(count)))


def accessors(kind: Any, count: int) -> list[str]:
    """The Python text that, appended to that of a value, reads each part, such as ``.w`` or
    ``['w']``."""
    if isinstance(kind, DictKind):
        return [f"[{key!r}]" for key in kind.keys]
    if is_dataclass(kind) or is_named_tuple(kind):
        return [f".{name}" for name in part_names(kind, count)]
    return [f"[{i}]" for i in range(count)]


def part_hints(kind: Any, hint: Any, count: int) -> Sequence[Any]:
    """The annotations of the parts of a container with annotation ``hint``; None for parts without
    one."""
    if isinstance(kind, DictKind):
        return _value_hints(kind, hint)
    if is_dataclass(kind):
        return list(field_hints(kind).values())
    if is_named_tuple(kind):
        found = _class_hints(kind)
        return [found.get(name) for name in kind._fields]
    return item_hints(hint, count)


def item_hints(hint: Any, count: int) -> Sequence[Any]:
    """The annotations of the items of a tuple or list with the given length; None for items without
    one."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin not in (tuple, list):
        return [None] * count
    if origin is tuple and len(arguments) == count and arguments[-1:] != (Ellipsis,):
        return arguments
    homogeneous = origin is list or arguments[1:] == (Ellipsis,)
    return [arguments[0] if homogeneous and arguments else None] * count


def _value_hints(kind: DictKind, hint: Any) -> Sequence[Any]:
    if typing.is_typeddict(hint):
        found = _class_hints(hint)
        return [found.get(key) for key in kind.keys]
    arguments = typing.get_args(hint)
    origin = typing.get_origin(hint)
    is_mapping = isinstance(origin, type) and issubclass(origin, Mapping)
    return [arguments[1] if is_mapping and len(arguments) == 2 else None] * len(kind.keys)


@cache
def _class_hints(cls: Any) -> dict[str, Any]:
    """The annotations of the fields of a named tuple or a ``TypedDict``."""
    known = getattr(cls, "__annotations__", {})
    texts = {n: getattr(h, "__forward_arg__", h) for n, h in known.items()}
    module = sys.modules.get(cls.__module__)
    return resolve_hints(texts, vars(module) if module else {})


def build(kind: Any, values: Sequence[Any]) -> Any:
    """A container of this kind with the given parts. Calls no ``__init__`` of the user."""
    if isinstance(kind, DictKind):
        return dict(zip(kind.keys, values, strict=True))
    if is_named_tuple(kind):
        return kind._make(values)
    if not is_dataclass(kind):
        return kind(values)
    instance: Any = object.__new__(kind)
    for name, value in zip(field_hints(kind), values, strict=True):
        object.__setattr__(instance, name, value)
    return instance
