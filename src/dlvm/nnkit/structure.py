"""How a Python value is put together from tensors.

Flattening takes the tensors out of nested structs, tuples and lists, and leaves a structure: a
hashable description from which the value is built again around other tensors. What is no tensor is
part of the structure, that is, known while staging.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter, itemgetter
from typing import Any, TypeVar, cast, overload

import numpy as np
from numpy.typing import NDArray

from dlvm.diagnostics import Location
from dlvm.ir.instructions import Extract
from dlvm.ir.types import TupleType, Type, element_type_of
from dlvm.ir.values import Aggregate, Value
from dlvm.nnkit.rep import Rep, is_rep, wrap
from dlvm.nnkit.staging import Program, emit, failure
from dlvm.nnkit.structs import TensorHint, field_hints, is_struct, rebuild, tensor_hint

V = TypeVar("V")


class Structure:
    """Base of the kinds of structure."""

    count: int
    """How many tensors there are."""


@dataclass(frozen=True)
class Leaf(Structure):
    """A tensor."""

    count = 1


LEAF = Leaf()


@dataclass(frozen=True)
class Static(Structure):
    """A value that is known while staging."""

    value: Any
    count = 0

    # 1, 1.0 and True are equal in Python, but not the same program.
    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Static)
            and type(self.value) is type(other.value)
            and self.value == other.value
        )

    def __hash__(self) -> int:
        return hash((cast("type[Any]", type(self.value)), self.value))


@dataclass(frozen=True)
class Node(Structure):
    """A tuple, a list or a struct. In the IR it has the parts that hold tensors."""

    kind: type
    children: tuple[Structure, ...]

    @cached_property
    def count(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        return sum(c.count for c in self.children)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What the children are called."""
        if is_struct(self.kind):
            return tuple(field_hints(self.kind))
        return tuple(map(str, range(len(self.children))))

    @cached_property
    def parts(self) -> tuple[tuple[int | str, Structure], ...]:
        """The children that hold tensors, with their place in the IR's struct or tuple."""
        named = is_struct(self.kind)
        present = [(n, c) for n, c in zip(self.names, self.children, strict=True) if c.count]
        return tuple((n if named else i, c) for i, (n, c) in enumerate(present))


def is_fixed(structure: Structure) -> bool:
    """Whether a value's type says all of its structure: a tensor, or a struct of such values."""
    if isinstance(structure, Node):
        return is_struct(structure.kind) and all(map(is_fixed, structure.children))
    return isinstance(structure, Leaf)


def flatten(value: Any, leaves: list[Any], hint: Any = None, name: str = "value") -> Structure:
    """Appends the tensors in ``value`` to ``leaves``, checked against an annotation.

    A Python number is a tensor where the annotation says so, and static elsewhere. Raises at the
    user's line, with ``name`` for the value, where a tensor does not have the annotated type.
    """
    wanted = None if hint is None else tensor_hint(hint)
    if isinstance(value, Rep | np.ndarray | np.generic):
        if wanted is not None:
            value = _conform(value, wanted, name)
        elif isinstance(value, np.generic) and _is_number_hint(hint):
            return Static(value.item())
        leaves.append(value)
        return LEAF
    if wanted is not None:
        leaves.append(_number(value, wanted, name))
        return LEAF
    kind = cast("type[Any]", type(value))
    children: list[Structure]
    if is_struct(kind):
        children = [
            flatten(getattr(value, field), leaves, field_hint, f"{name}.{field}")
            for field, field_hint in field_hints(kind).items()
        ]
        return Node(kind, tuple(children))
    if kind is tuple or kind is list:
        items = cast("Sequence[Any]", value)
        children = [
            flatten(item, leaves, item_hint, f"{name}[{i}]")
            for i, (item, item_hint) in enumerate(
                zip(items, _item_hints(hint, len(items)), strict=True)
            )
        ]
        return Node(kind, tuple(children))
    if kind.__hash__ is None:
        raise failure(
            f"{name} is a {kind.__name__}, expected a tensor, a number, a struct, a tuple or list "
            "of these, or a value known while staging, which must be hashable"
        )
    return Static(value)


def _item_hints(hint: Any, count: int) -> Sequence[Any]:
    arguments = typing.get_args(hint)
    if len(arguments) == count and arguments[-1:] != (Ellipsis,):
        return arguments
    homogeneous = typing.get_origin(hint) is list or arguments[1:] == (Ellipsis,)
    return [arguments[0] if homogeneous and arguments else None] * count


def _is_number_hint(hint: Any) -> bool:
    return hint in (int, float, bool)


def _conform(value: Any, wanted: TensorHint, name: str) -> Any:
    """The tensor, if it is of the rank and element type that are asked for."""
    if is_rep(value):
        shape, element = value.type.shape, value.type.element
        found, dtype = str(element), str(wanted.element)
    else:
        array = cast("NDArray[Any]", value)
        if isinstance(value, float) and wanted.rank == 0:  # NumPy's f64 is a Python float.
            return _number(value, wanted, name)
        shape, element = array.shape, element_type_of(array.dtype)
        found, dtype = str(array.dtype), f"np.{wanted.element and wanted.element.numpy}"
    if wanted.rank is not None and len(shape) != wanted.rank:
        raise failure(f"{name} has rank {len(shape)} (shape {shape}), expected rank {wanted.rank}")
    if wanted.element is not None and element is not wanted.element:
        raise failure(
            f"{name} has element type {found}, expected {wanted.element}; convert it with "
            f".astype({dtype})"
        )
    return value


def _number(value: Any, wanted: TensorHint, name: str) -> Any:
    """A Python number as a scalar of the element type asked for."""
    if not isinstance(value, bool | int | float) or wanted.rank not in (0, None):
        raise failure(f"{name} is {_described(value)}, expected {wanted}")
    element = wanted.element
    if element is None:
        return np.asarray(value)[()]
    fits = isinstance(value, bool) == (element.kind == "bool")
    if not fits or (element.is_integer and not isinstance(value, int)):
        raise failure(f"{name} is {value!r}, expected a number of element type {element}")
    if element.is_integer:
        limits = np.iinfo(element.numpy)
        if not limits.min <= value <= limits.max:
            raise failure(f"{name} is {value}, expected {limits.min} to {limits.max}")
    return np.asarray(value, element.numpy)  # A scalar of f64 would be taken for a Python float.


def _described(value: Any) -> str:
    if isinstance(value, bool | int | float | str) or value is None:
        return repr(value)
    return f"a value of type {type(value).__name__}"


def unflatten(structure: Structure, leaves: Iterator[Any]) -> Any:
    """The value of that structure around the given tensors."""
    if isinstance(structure, Leaf):
        return next(leaves)
    if isinstance(structure, Static):
        return structure.value
    assert isinstance(structure, Node)
    values = [unflatten(c, leaves) for c in structure.children]
    return rebuild(structure.kind, values) if is_struct(structure.kind) else structure.kind(values)


def leaf_paths(structure: Structure, path: str = "") -> Iterator[str]:
    """The dotted name of each tensor."""
    if isinstance(structure, Leaf):
        yield path
    elif isinstance(structure, Node):
        for name, child in zip(structure.names, structure.children, strict=True):
            yield from leaf_paths(child, f"{path}.{name}" if path else name)


def type_of(structure: Structure, types: Iterator[Type], program: Program) -> Type:
    """The type in the IR; void where there are no tensors."""
    if isinstance(structure, Leaf):
        return next(types)
    if not isinstance(structure, Node):
        return TupleType(())
    parts = [(place, type_of(c, types, program)) for place, c in structure.parts]
    if is_struct(structure.kind) and parts:
        fields = tuple((cast(str, place), type) for place, type in parts)
        return program.struct(structure.kind.__name__, fields)
    return TupleType(tuple(type for _, type in parts))


def pack(structure: Structure, leaves: Iterator[Value], program: Program) -> Value:
    """The operand that a value of that structure is."""
    if isinstance(structure, Leaf):
        return next(leaves)
    assert isinstance(structure, Node)
    parts = [pack(c, leaves, program) for _, c in structure.parts]
    if not is_struct(structure.kind):
        return Aggregate(TupleType(tuple(p.type for p in parts)), parts)
    fields = tuple((cast(str, n), p.type) for (n, _), p in zip(structure.parts, parts, strict=True))
    return Aggregate(program.struct(structure.kind.__name__, fields), parts)


def unpack(structure: Structure, value: Value, location: Location | None) -> Any:
    """The Python value around the parts of a value of the IR."""
    leaves = [
        wrap(emit(Extract, path, value, location=location) if path else value)
        for path in _ir_paths(structure)
    ]
    return unflatten(structure, iter(leaves))


def _ir_paths(structure: Structure) -> Iterator[tuple[int | str, ...]]:
    if isinstance(structure, Leaf):
        yield ()
    elif isinstance(structure, Node):
        for place, child in structure.parts:
            for rest in _ir_paths(child):
                yield (place, *rest)


def from_host(structure: Structure, value: Any) -> Any:
    """The Python value for what a compiled function gave: records, tuples and arrays."""
    if isinstance(structure, Leaf):
        return value
    if isinstance(structure, Static):
        return structure.value
    assert isinstance(structure, Node)
    parts = iter(cast("Sequence[Any]", value) if structure.count else ())
    values = [from_host(c, next(parts) if c.count else ()) for c in structure.children]
    return rebuild(structure.kind, values) if is_struct(structure.kind) else structure.kind(values)


def packer(structure: Structure) -> Callable[[Any], Any]:
    """A function from the Python value to what a compiled function takes for it: tuples for all
    that is not a tensor."""
    if not isinstance(structure, Node):
        return lambda value: value
    parts = [packer(c) for c in structure.children if c.count]
    places = [i for i, c in enumerate(structure.children) if c.count]
    named = is_struct(structure.kind)
    get = attrgetter(*[structure.names[i] for i in places]) if named else itemgetter(*places)
    if len(parts) == 1:
        return lambda value: (parts[0](get(value)),)
    if all(isinstance(c, Leaf) for c in structure.children if c.count):
        return get
    return lambda value: tuple([part(v) for part, v in zip(parts, get(value), strict=True)])


@overload
def map_tensors(function: Callable[[Any], Any], first: V, /) -> V: ...
@overload
def map_tensors(function: Callable[[Any, Any], Any], first: V, second: Any, /) -> V: ...
@overload
def map_tensors(
    function: Callable[[Any, Any, Any], Any], first: V, second: Any, third: Any, /
) -> V: ...
def map_tensors(function: Callable[..., Any], first: Any, *rest: Any) -> Any:
    """``function`` of each tensor of ``first``, with those at the same places of the others; in the
    structure of the first. Raises where the others have another number of tensors."""
    leaves: list[list[Any]] = []
    structures: list[Structure] = []
    for value in (first, *rest):
        leaves.append([])
        structures.append(flatten(value, leaves[-1]))
    counts = {len(found) for found in leaves}
    if len(counts) > 1:
        raise failure(f"map_tensors: {sorted(counts)} tensors found, expected as many in each")
    return unflatten(structures[0], iter([function(*group) for group in zip(*leaves, strict=True)]))
