"""Python functions that capture staged values, such as helpers that are defined in a staged
function.

A staged function that uses such a function gets the captured values as arguments, and builds the
function again from them.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from types import CellType, FunctionType
from typing import Any, cast

from dlvm.nnkit.pytree.containers import container_kind, parts_in
from dlvm.nnkit.pytree.enums import StagedEnum, is_case
from dlvm.nnkit.pytree.pytree import CustomNode
from dlvm.nnkit.pytree.structs import is_struct
from dlvm.nnkit.staging.cache_key import Identity
from dlvm.nnkit.tracing.tracer import is_tracer

_EMPTY = CellType()


def holds_staged(value: Any) -> bool:
    """Whether a value contains staged values, or is a function that captures some."""
    kind = cast("type[Any]", type(value))
    if is_tracer(value) or kind is StagedEnum:
        return True
    if hasattr(kind, "dlvm_environment"):
        return value.dlvm_environment() is not None
    if isinstance(value, FunctionType):
        return bool(staged_captures(value))
    if is_struct(kind) or is_case(kind):
        return any(map(holds_staged, value.__dict__.values()))
    container = container_kind(value)
    return container is not None and any(map(holds_staged, parts_in(container, value)))


def captures(function: FunctionType) -> dict[str, Any]:
    """The values of the variables that a function captures, by name; variables without a value are
    omitted."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    return {name: cell.cell_contents for name, cell in cells if cell != _EMPTY}


def staged_captures(function: FunctionType) -> tuple[str, ...]:
    """The names of the captured variables that hold staged values.

    Functions that call each other in turn have none: they cannot be built one after the other.
    """
    known = {n: v for n, v in captures(function).items() if v is not function}
    if not known or _is_in_cycle(function):
        return ()
    return tuple(n for n, v in known.items() if holds_staged(v))


def _functions_in(function: FunctionType) -> Iterator[FunctionType]:
    for value in captures(function).values():
        kind = cast("type[Any]", type(value))
        if kind is FunctionType or hasattr(kind, "dlvm_environment"):
            inner = inspect.unwrap(value)
            if isinstance(inner, FunctionType) and inner is not function:
                yield inner


def _is_in_cycle(function: FunctionType) -> bool:
    """Whether a function calls another function that calls it in turn."""
    pending, seen = list(_functions_in(function)), set[FunctionType]()
    while pending:
        found = pending.pop()
        if found is function:
            return True
        if found not in seen:
            seen.add(found)
            pending += _functions_in(found)
    return False


def with_captures(function: FunctionType, known: dict[str, Any]) -> FunctionType:
    """The function with other values in the captured variables of these names; pytrees of functions
    become functions. Where the function refers to itself, the new function refers to itself."""
    present = captures(function)
    cells = [
        CellType(_function_of(known[name])) if name in known else cell
        for name, cell in zip(
            function.__code__.co_freevars, function.__closure__ or (), strict=True
        )
    ]
    places = [i for i, n in enumerate(function.__code__.co_freevars) if present.get(n) is function]
    for place in places:
        cells[place] = CellType()
    code, names = function.__code__, function.__globals__
    copy = FunctionType(code, names, function.__name__, function.__defaults__, tuple(cells))
    copy.__kwdefaults__ = function.__kwdefaults__
    for place in places:
        cells[place].cell_contents = copy
    return copy


@dataclass(frozen=True)
class PythonClosureKind(CustomNode):
    """The kind of the pytree node of a Python function: builds it from its captured values."""

    key: Any
    names: tuple[str, ...]
    function: Any = field(compare=False, repr=False)

    def __call__(self, parts: Sequence[Any]) -> PythonClosure:
        known = dict(zip(self.names, parts[0], strict=True))
        return PythonClosure(with_captures(self.function, known))

    def child(self, value: Any) -> Any:
        return value.dlvm_environment()[1]


class PythonClosure:
    """A Python function with the staged values that it captures, as a pytree."""

    def __init__(self, function: FunctionType) -> None:
        self.function = function

    def dlvm_environment(self) -> tuple[PythonClosureKind, tuple[Any, ...]]:
        """The kind of its pytree node, and the captured values."""
        function, known = self.function, captures(self.function)
        names = staged_captures(function)
        others = (known | {"": function.__globals__}).items()
        same = [Identity(v) for n, v in others if n not in names and v is not function]
        defaults = Identity(function.__defaults__), Identity(function.__kwdefaults__)
        key = (function.__code__, function.__code__.co_filename, *same, *defaults)
        kind = PythonClosureKind(key, names, function)
        return kind, tuple(passable(known[name]) for name in names)


def passable(value: Any) -> Any:
    """The value itself, or a :class:`PythonClosure` if it is a Python function that captures staged
    values."""
    is_closure = isinstance(value, FunctionType) and staged_captures(value)
    return PythonClosure(value) if is_closure else value


def _function_of(value: Any) -> Any:
    return value.function if isinstance(value, PythonClosure) else value
