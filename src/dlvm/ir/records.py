"""The Python form of compound values: structs as records, which are named tuples of their
fields; enums as :class:`EnumValue`, functions as :class:`FunctionValue`.

Enum values may be nested as deeply as memory allows, so nothing here recurses over them.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from keyword import iskeyword
from reprlib import Repr
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, cast

from dlvm.diagnostics import quantity
from dlvm.ir.types import EnumType, FunctionCases, FunctionType, StructType, same_type

if TYPE_CHECKING:
    from dlvm.ir.instruction import Function
    from dlvm.ir.module import Module

Node = TypeVar("Node")
type_of: Final = type


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class EnumValue:
    """A value of an enum type: the name of its case and of its type, without sigils, and the case's
    payload. ``match`` destructures it: ``case EnumValue("leaf", (x,))``.

    Two enum values are equal if their types, cases and payloads are equal. Tensors are compared
    element by element.
    """

    case: str
    payload: tuple[Any, ...]
    type: str

    __hash__ = None  # type: ignore[assignment]  # Arrays have no hash.

    def __repr__(self) -> str:
        return _text(self)

    def __eq__(self, other: object) -> bool:
        return _equal(self, other) if isinstance(other, EnumValue) else NotImplemented


@dataclass(frozen=True, eq=False)
class FunctionValue:
    """A function of a module as a value. Calling it runs the function. If it is a closure,
    ``captured`` has the first arguments, which ``type`` omits. Two function values are equal if
    their names, types and captures are equal."""

    name: str
    type: FunctionType
    run: Callable[..., Any] = field(repr=False)
    captured: tuple[Any, ...] = ()

    def __call__(self, *arguments: Any) -> Any:
        return self.run(*self.captured, *arguments)

    def __repr__(self) -> str:
        held = f"({', '.join(map(shown, self.captured))}, …)" if self.captured else ""
        return f"@{self.name}{held}: {self.type}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FunctionValue):
            return NotImplemented
        if (self.name, self.type) != (other.name, other.type):
            return False
        a, b = (EnumValue("", f.captured, "") for f in (self, other))
        return _equal(a, b)

    def __hash__(self) -> int:
        return hash((self.name, self.type))


@dataclass(frozen=True, slots=True)
class Parts(Generic[Node]):
    """The children of a tree node, and the function that combines their results."""

    nodes: Sequence[Node]
    combine: Callable[[list[Any]], Any]


def fold(root: Node, visit: Callable[[Node], Parts[Node] | Any]) -> Any:
    """Folds a tree from the leaves up, without recursion. ``visit`` returns the result of a node,
    or its :class:`Parts`."""
    results: list[Any] = []
    pending: list[tuple[Node | None, Parts[Node] | None]] = [(root, None)]
    while pending:
        node, parts = pending.pop()
        if parts is not None:
            start = len(results) - len(parts.nodes)
            results[start:] = [parts.combine(results[start:])]
            continue
        found: Any = visit(cast(Node, node))
        if isinstance(found, Parts):
            inner = cast("Parts[Node]", found)
            pending.append((None, inner))
            pending.extend((part, None) for part in reversed(inner.nodes))
        else:
            results.append(found)
    return results[0]


_MOST_SHOWN: Final = 1000


def _text(root: EnumValue) -> str:
    """The text of an enum value, truncated after many parts."""
    texts: list[str] = []
    pending: list[tuple[str, Any]] = [("", root)]
    shown = 0
    while pending:
        before, value = pending.pop()
        texts.append(before)
        if value is _NOTHING:
            continue
        shown += 1
        opening, parts, end = _shown(value)
        if not parts or shown > _MOST_SHOWN:
            texts.append("…" if parts else opening)
            continue
        texts.append(opening)
        pending.append((end, _NOTHING))
        pending.extend((", " + label if n else label, v) for n, label, v in reversed(parts))
    return "".join(texts)


_NOTHING: Final = object()


def _shown(value: Any) -> tuple[str, list[tuple[int, str, Any]], str]:
    """The start of a value's text, its parts with their positions and labels, and the end."""
    if isinstance(value, EnumValue):
        parts = [(n, "", v) for n, v in enumerate(value.payload)]
        return f"?{value.case}(" if parts else f"?{value.case}", parts, ")"
    if isinstance(value, tuple):
        elements = cast("tuple[Any, ...]", value)
        names: Sequence[str] | None = getattr(elements, "_fields", None)
        if names is None:
            parts = [(n, "", v) for n, v in enumerate(elements)]
            return "(" if parts else "()", parts, ",)" if len(parts) == 1 else ")"
        fields = zip(names, elements, strict=True)
        labeled = [(n, f"{name}=", v) for n, (name, v) in enumerate(fields)]
        return f"{type(elements).__name__}(", labeled, ")"
    # NumPy's scalars look like Python's numbers.
    return str(value) if getattr(value, "shape", None) == () else repr(value), [], ""


def _equal(a: EnumValue, b: EnumValue) -> bool:
    import numpy as np

    pending: list[tuple[Any, Any]] = [(a, b)]
    # Values may share their parts, so there can be far more parts than objects.
    compared: set[tuple[int, int]] = set()
    while pending:
        x, y = pending.pop()
        if isinstance(x, EnumValue) and isinstance(y, EnumValue):
            if x is y or (id(x), id(y)) in compared:
                continue
            compared.add((id(x), id(y)))
            if (x.type, x.case, len(x.payload)) != (y.type, y.case, len(y.payload)):
                return False
            pending.extend(zip(x.payload, y.payload, strict=True))
        elif isinstance(x, FunctionValue) and isinstance(y, FunctionValue):
            if (x.name, x.type) != (y.name, y.type):
                return False
            pending.append((x.captured, y.captured))
        elif isinstance(x, tuple) and isinstance(y, tuple):
            left, right = cast("tuple[Any, ...]", x), cast("tuple[Any, ...]", y)
            if len(left) != len(right):
                return False
            pending.extend(zip(left, right, strict=True))
        elif (
            isinstance(x, EnumValue | FunctionValue | tuple)
            or isinstance(y, EnumValue | FunctionValue | tuple)
            or not np.array_equal(x, y)
        ):
            return False
    return True


def shown(value: object) -> str:
    """The start of a value's text, for messages; supports deeply nested values."""
    return _REPR.repr(value)[:60]


_REPR: Final = Repr()


def enum_parts(type: EnumType, value: Any) -> tuple[str, tuple[Any, ...]]:
    """The case and payload of an enum value, given as an :class:`EnumValue`, as a tuple of the
    case's name and the elements of its payload, or as an object of a dataclass that has the name
    of the case.

    Raises ``TypeError`` if it is not a value of the type.
    """
    if type.stands_for is not None:
        return _closure_parts(type, type.stands_for, value)
    match value:
        case EnumValue():
            if value.type != type.name:
                raise TypeError(f"expected a value of type {type}, got one of type ${value.type}")
            case, payload = value.case, value.payload
        case (str() as case, *rest):
            payload = tuple(rest)
        case _ if hasattr(value, "__match_args__"):
            case = type_of(value).__name__
            payload = tuple([getattr(value, name) for name in value.__match_args__])
        case _:
            raise TypeError(f'expected an EnumValue or ("case", …) of {type}, got {shown(value)}')
    types = type.payload(case)
    if types is None:
        names = ", ".join("?" + n for n, _ in type.cases)
        raise TypeError(f"{type} has no case ?{case}, expected one of {names}")
    if len(payload) != len(types):
        raise TypeError(
            f"the case ?{case} of {type} has {quantity(len(types), 'value')}, got {len(payload)}"
        )
    return case, payload


def _closure_parts(
    type: EnumType, functions: FunctionCases, value: Any
) -> tuple[str, tuple[Any, ...]]:
    """The case and payload of a function value whose type may have closures."""
    name = value.removeprefix("@") if isinstance(value, str) else getattr(value, "name", None)
    captured: tuple[Any, ...] = getattr(value, "captured", ())
    for case, function in functions.names.items():
        if function == name and len(type.payload(case) or ()) == len(captured):
            return case, captured
    raise TypeError(
        f'expected a function of type {functions.type}, or its "@name", got {shown(value)}'
    )


def enum_value(
    type: EnumType, case: str, payload: tuple[Any, ...], runner: Callable[[str], Any]
) -> EnumValue | FunctionValue:
    """A value of an enum as Python sees it: a function if the enum represents a function type.
    ``runner`` returns a callable that runs the function with a given name."""
    functions = type.stands_for
    if functions is None:
        return EnumValue(case, payload, type.name)
    name = functions.names.get(case)
    if name is not None:
        return FunctionValue(name, functions.type, runner(name), payload)
    inner, *captured = payload
    held = (*inner.captured, *captured)
    return FunctionValue(inner.name, functions.type, inner.run, held)


def function_for(module: Module, type: FunctionType, value: Any) -> Function:
    """The function of a module that a :class:`FunctionValue` or a name, ``"@f"``, denotes.
    Raises ``TypeError`` if there is none, or none of that type. The caller handles the first
    arguments that a closure captures."""
    if not isinstance(value, FunctionValue | str):
        raise TypeError(f'expected a function of type {type}, or its "@name", got {shown(value)}')
    name = value.removeprefix("@") if isinstance(value, str) else value.name
    found = module.function(name)
    if found is None:
        raise TypeError(f"there is no function @{name}, expected one of type {type}")
    count = 0 if isinstance(value, str) else len(value.captured)
    left = FunctionType(found.type.parameters[count:], found.type.result)
    if not same_type(left, type):
        raise TypeError(f"@{name} has type {left}, expected {type}")
    return found


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
    as attributes; raises a ``TypeError`` that names a missing field."""
    names = [n for n, _ in type.fields]
    if isinstance(value, Mapping):
        missing = [n for n in names if n not in value]
        if not missing:
            return [value[n] for n in names]
    elif isinstance(value, list | tuple):
        values = list(cast(Sequence[Any], value))
        if len(values) == len(names):
            return values
        raise TypeError(
            f"{type} has {quantity(len(names), 'field')}, got {quantity(len(values), 'value')}"
        )
    else:
        missing = [n for n in names if not hasattr(value, n)]
        if not missing:
            return [getattr(value, n) for n in names]
    raise TypeError(f"{type} needs the field #{missing[0]}, which the given value does not have")
