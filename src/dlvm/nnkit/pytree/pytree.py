"""Pytrees: flattens Python values into tensors, and unflattens them.

Flattening collects the tensors of nested structs, tuples and lists, and returns a structure: a
hashable tree definition from which the value can be rebuilt with other tensors. Anything else is
static: it is part of the structure and known while staging.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from functools import cache, cached_property
from types import GeneratorType, MethodType
from typing import Any, TypeVar, cast, overload

import numpy as np
from numpy.typing import NDArray

from dlvm.diagnostics import DiagnosticError
from dlvm.ir.types import BOOL, F32, I64, TensorType, element_type_of
from dlvm.ir.values import Value
from dlvm.ir.wellformed import integer_range
from dlvm.nnkit.pytree.containers import (
    Zipped,
    accessors,
    build,
    container_kind,
    is_plain_dataclass,
    part_hints,
    part_names,
    parts_in,
    record_name,
)
from dlvm.nnkit.pytree.enums import (
    EnumKind,
    StagedEnum,
    case_hints,
    enum_hint,
    is_case,
    kind_of,
    layout_in,
)
from dlvm.nnkit.pytree.structs import (
    FunctionHint,
    RowsHint,
    TensorHint,
    field_hints,
    function_hint,
    is_struct,
    tensor_hint,
)
from dlvm.nnkit.tracing.element_types import unsupported_dtype
from dlvm.nnkit.tracing.trace import current_scope, failure
from dlvm.nnkit.tracing.tracer import StagedTensor, is_tracer

V = TypeVar("V")


def plain(value: Any) -> Any:
    """Converts an element of zipped sequences to a tuple."""
    if isinstance(value, Zipped):
        return tuple(map(plain, value.columns))
    return value


class TreeDef:
    """Base of the tree definitions."""

    count: int
    """The number of tensors."""


@dataclass(frozen=True)
class Leaf(TreeDef):
    """A tensor."""

    count = 1


LEAF = Leaf()


@dataclass(frozen=True)
class Static(TreeDef):
    """A value that is known while staging."""

    value: Any
    count = 0

    # 1, 1.0 and True are equal in Python, but stage different programs.
    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Static)
            and type(self.value) is type(other.value)
            and self.value == other.value
        )

    def __hash__(self) -> int:
        return hash((cast("type[Any]", type(self.value)), self.value))


class CustomNode(ABC):
    """The kind of a custom pytree node with one child: how to build and how to read the value.

    Kinds are compared and hashed as parts of cache keys.
    """

    @abstractmethod
    def __call__(self, parts: Sequence[Any]) -> Any:
        """Builds the value from its child."""

    @abstractmethod
    def child(self, value: Any) -> Any:
        """The child of a value."""


@dataclass(frozen=True)
class TreeNode(TreeDef):
    """A tuple, list, dict, struct, dataclass, or closure with its captured values.

    In the IR it has only the parts that hold tensors. ``kind`` is the class, a
    :class:`DictKind`, or a custom kind.
    """

    kind: Any
    children: tuple[TreeDef, ...]

    @cached_property
    def count(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        return sum(c.count for c in self.children)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names or indices of the children."""
        return part_names(self.kind, len(self.children))

    @cached_property
    def parts(self) -> tuple[tuple[int | str, TreeDef], ...]:
        """The children that hold tensors, with their index in the IR's struct or tuple."""
        named = record_name(self.kind) is not None
        present = [(n, c) for n, c in zip(self.names, self.children, strict=True) if c.count]
        return tuple((n if named else i, c) for i, (n, c) in enumerate(present))


@dataclass(frozen=True)
class Payload:
    """The pytree structure of a field of a case, and the types of its tensors."""

    structure: TreeDef
    types: tuple[TensorType, ...]


Part = EnumKind | Payload
"""The contents of a field of a case."""


@dataclass(frozen=True)
class EnumLayout:
    """The payload types of an enum, and of the enums in it.

    A case whose payload has tensors of unknown sizes is absent: no value is of that case.
    """

    kind: EnumKind
    cases: tuple[tuple[type, tuple[Part, ...]], ...]

    @cached_property
    def _parts(self) -> dict[type, tuple[Part, ...]]:
        return dict(self.cases)

    def parts(self, case: type) -> tuple[Part, ...] | None:
        """The contents of the fields of a case; None if the case is absent."""
        return self._parts.get(case)

    def of(self, kind: EnumKind) -> EnumLayout:
        """The layout of an enum that values of this one contain."""
        return self if kind == self.kind else _make_layout(kind, self._parts)

    @property
    def present(self) -> list[type]:
        """The cases of the enum itself that are present."""
        return [c for c in self.kind.cases if c in self._parts]


@dataclass(frozen=True)
class EnumLeaf(Leaf):
    """A value of an enum."""

    layout: EnumLayout


def is_fixed(structure: TreeDef) -> bool:
    """Whether a value's type determines its structure: a tensor, or a struct of such values."""
    if isinstance(structure, TreeNode):
        return is_struct(structure.kind) and all(map(is_fixed, structure.children))
    return isinstance(structure, Leaf)


def flatten(value: Any, leaves: list[Any], hint: Any = None, name: str = "value") -> TreeDef:
    """Appends the tensors in ``value`` to ``leaves``, checked against an annotation.

    A Python number is a tensor if the annotation says so, and static otherwise. Raises at the
    user's line, with ``name`` for the value, if a tensor or a function does not have the annotated
    type. Without an annotation, the tensors of a struct may have more dimensions than the
    annotations of its fields, as in stacked structs.
    """
    wanted = None if hint is None else tensor_hint(hint)
    has_rows = hint is None or hint is Any or isinstance(hint, RowsHint)
    if isinstance(hint, RowsHint):
        hint = hint.of
    kind = cast("type[Any]", type(value))
    expected = None if hint is None or wanted is not None else enum_hint(hint)
    if kind is StagedEnum or is_case(kind) or expected is not None:
        leaves.append(value)
        return EnumLeaf(layout_of(value, expected, name))
    function = None if hint is None else function_hint(hint)
    if function is not None:
        _check_function(value, function, name)
    if hasattr(kind, "dlvm_environment"):
        closure = value.dlvm_environment()
        if closure is not None:
            return TreeNode(closure[0], (flatten(closure[1], leaves, None, f"what {name} uses"),))
    if isinstance(value, StagedTensor | np.ndarray | np.generic):
        if wanted is not None:
            value = _conform(value, wanted, name)
        elif isinstance(value, np.generic) and _is_number_hint(hint):
            return Static(value.item())
        leaves.append(value)
        return LEAF
    if isinstance(value, MethodType) and isinstance(value.__self__, StagedTensor):
        raise failure(f"{name} is a method of a staged tensor, expected its result; call it")
    if wanted is not None:
        leaves.append(_number(value, wanted, name))
        return LEAF
    within = RowsHint if has_rows else _same
    container = container_kind(value)
    if container is not None:
        if kind in (dict, list, tuple) and isinstance(hint, type) and is_dataclass(hint):
            raise failure(f"{name} is a {kind.__name__}, expected a {hint.__name__}")
        parts = parts_in(container, value)
        found: list[Any] = []
        children = [
            flatten(part, found, within(part_hint), f"{name}{accessor}")
            for part, part_hint, accessor in zip(
                parts,
                part_hints(container, hint, len(parts)),
                accessors(container, len(parts)),
                strict=True,
            )
        ]
        if not found and is_plain_dataclass(kind) and _is_hashable(value):
            return Static(value)
        leaves += found
        return TreeNode(container, tuple(children))
    if not _is_hashable(value) or isinstance(value, GeneratorType):
        raise failure(
            f"{name} is a {kind.__name__}, expected a tensor, a number, a struct, a dataclass, a "
            "tuple, list or dict of these, or a value known while staging, which must be hashable"
        )
    return Static(value)


def _same(hint: Any) -> Any:
    return hint


def _is_hashable(value: Any) -> bool:
    try:
        hash(value)
    except (TypeError, DiagnosticError):  # Staged values raise the latter.
        return False
    return True


def _check_function(value: Any, wanted: FunctionHint, name: str) -> None:
    """Raises if a value is not a staged function with the same number of parameters and compatible
    annotations.
    """
    if not hasattr(cast("type[Any]", type(value)), "dlvm_environment"):
        remedy = "; decorate it with @staged, or wrap it in lambda_" if callable(value) else ""
        raise failure(f"{name} is {_described(value)}, expected a staged function{remedy}")
    asked = {"return": wanted.result}
    if wanted.parameters is not None:
        try:
            asked |= value.signature.bind(*wanted.parameters).arguments
        except TypeError:
            count = len(wanted.parameters)
            arguments = f"{count} argument{'' if count == 1 else 's'}"
            raise failure(f"{name} is {value}, expected a function of {arguments}") from None
    for place, hint in asked.items():
        found, expected = (h and tensor_hint(h) for h in (value.hints.get(place), hint))
        if found and expected and not found.agrees(expected):
            does = "gives" if place == "return" else f"takes as {place}"
            raise failure(f"{name} {does} {found}, expected {expected}")


# Enums


def layout_of(
    value: Any, expected: EnumKind | None = None, name: str = "value", *others: Any
) -> EnumLayout:
    """The common layout of an enum value and, if passed, of others. The values are objects of a
    case, of any depth, or staged values."""
    root = _kind_in(value)
    if root is None or (expected is not None and root != expected):
        what = _described(value) if root is None else f"a value of {root}"
        raise failure(f"{name} is {what}, expected a value of {expected}")
    scope = current_scope()
    known = scope.program.cases if scope is not None else {}
    try:
        return _find_layout((value, *others), root, name, known)
    except DiagnosticError:
        if not known:
            raise
        return _find_layout((value, *others), root, name, {})


def _find_layout(
    values: Sequence[Any], root: EnumKind, name: str, seen_cases: Mapping[type, tuple[Part, ...]]
) -> EnumLayout:
    """Finds the layout; missing payload types are those used elsewhere in the program."""
    parts = dict(_known_parts(root))
    for case in (c for k in family(root) for c in k.cases):
        if case in seen_cases:
            parts.setdefault(case, seen_cases[case])
    pending: list[tuple[Any, EnumKind]] = [(v, root) for v in values]
    seen: set[int] = set()
    while pending:
        value, kind = pending.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if _kind_in(value) != kind:
            raise failure(f"expected a value of {kind} in {name}, got {_described(value)}")
        if isinstance(value, StagedEnum):
            for case, known in layout_in(value).cases:
                _note_parts(case, known, parts)
            continue
        case = cast("type[Any]", type(value))
        found: list[Part] = []
        for field, inside, hint in fields_of(case):
            part = getattr(value, field)
            if inside is not None:
                pending.append((part, inside))
                found.append(inside)
            else:
                found.append(payload_of(part, hint, f"{case.__name__}.{field}", []))
        _note_parts(case, tuple(found), parts)
    return _make_layout(root, parts)


def _kind_in(value: Any) -> EnumKind | None:
    if isinstance(value, StagedEnum):
        return layout_in(value).kind
    case = cast("type[Any]", type(value))
    return kind_of(case) if is_case(case) else None


def _make_layout(kind: EnumKind, parts: Mapping[type, tuple[Part, ...]]) -> EnumLayout:
    cases = [c for k in family(kind) for c in k.cases if c in parts]
    return EnumLayout(kind, tuple((c, parts[c]) for c in cases))


def _note_parts(case: type, found: tuple[Part, ...], parts: dict[type, tuple[Part, ...]]) -> None:
    known = parts.setdefault(case, found)
    if known == found:
        return
    for (field, _, _), a, b in zip(fields_of(case), known, found, strict=True):
        if a != b:
            assert isinstance(a, Payload)
            assert isinstance(b, Payload)
            texts = [", ".join(map(str, p.types)) for p in (a, b)]
            raise failure(
                f"{case.__name__}.{field} has type {texts[0]} in one place and {texts[1]} in "
                "another, expected the same type wherever the case occurs"
            )


@cache
def fields_of(case: type) -> tuple[tuple[str, EnumKind | None, Any], ...]:
    """The fields of a case: name, the enum it holds (if any), and annotation."""
    return tuple((n, enum_hint(hint), hint) for n, hint in case_hints(case).items())


@cache
def family(kind: EnumKind) -> tuple[EnumKind, ...]:
    """An enum and the enums that it contains."""
    found = [kind]
    for one in found:
        inside = [k for case in one.cases for _, k, _ in fields_of(case) if k is not None]
        found += [k for k in dict.fromkeys(inside) if k not in found]
    return tuple(found)


@cache
def _known_parts(kind: EnumKind) -> dict[type, tuple[Part, ...]]:
    """The payloads that annotations determine."""
    result: dict[type, tuple[Part, ...]] = {}
    for case in (c for k in family(kind) for c in k.cases):
        parts = [inside or _known_payload(hint) for _, inside, hint in fields_of(case)]
        known = tuple(p for p in parts if p is not None)
        if len(known) == len(parts):
            result[case] = known
    return result


def _known_payload(hint: Any) -> Payload | None:
    """The payload that an annotation determines: scalars, and structs of scalars. Else None."""
    wanted = _field_hint(hint)
    if wanted is not None:
        if wanted.rank != 0 or wanted.element is None:
            return None
        return Payload(LEAF, (TensorType((), wanted.element),))
    if not isinstance(hint, type) or not is_struct(hint):
        return None
    fields = [_known_payload(h) for h in field_hints(hint).values()]
    known_fields = [f for f in fields if f is not None]
    if len(known_fields) < len(fields):
        return None
    structure = TreeNode(hint, tuple(f.structure for f in known_fields))
    return Payload(structure, tuple(t for f in known_fields for t in f.types))


_NUMBERS = {bool: BOOL, int: I64, float: F32}


def _field_hint(hint: Any) -> TensorHint | None:
    """The tensor type that a field of a case requires. Its numbers are tensors, not static."""
    return TensorHint(0, _NUMBERS[hint]) if hint in _NUMBERS else tensor_hint(hint)


def payload_of(value: Any, hint: Any, name: str, leaves: list[Any]) -> Payload:
    """The structure of a field of a case; appends its tensors to ``leaves``."""
    wanted = _field_hint(hint)
    structure: TreeDef = LEAF
    if wanted is None:
        structure = flatten(value, leaves, hint, name)
    elif isinstance(value, StagedTensor | np.ndarray | np.generic):
        leaves.append(_conform(value, wanted, name))
    else:
        leaves.append(_number(value, wanted, name))
    if not _is_of_tensors(structure):
        raise failure(
            f"{name} is {_described(value)}, expected tensors, numbers, structs or tuples of "
            "these, or a field that is an enum as a whole"
        )
    return Payload(structure, tuple(map(tensor_type, leaves)))


def _is_of_tensors(structure: TreeDef) -> bool:
    if isinstance(structure, TreeNode):
        return all(map(_is_of_tensors, structure.children))
    return structure == LEAF


def tensor_type(leaf: Any) -> TensorType:
    """The type of a staged tensor or an array."""
    if is_tracer(leaf):
        return leaf.type
    array = cast("NDArray[Any]", leaf)
    element = element_type_of(array.dtype)
    if element is None:
        raise failure(unsupported_dtype(array.dtype))
    return TensorType(array.shape, element)


def leaf_hints(structure: TreeDef, hint: Any) -> Iterator[Any]:
    """The annotation of each leaf of a value, given the annotation of the whole value; None for
    leaves without one."""
    if isinstance(structure, Leaf):
        yield hint
    elif isinstance(structure, TreeNode):
        is_stacked = isinstance(hint, RowsHint)
        whole = hint.of if is_stacked else hint
        hints = part_hints(structure.kind, whole, len(structure.children))
        for child, own in zip(structure.children, hints, strict=True):
            yield from leaf_hints(child, RowsHint(own) if is_stacked else own)


def _is_number_hint(hint: Any) -> bool:
    return hint in (int, float, bool)


def _conform(value: Any, wanted: TensorHint, name: str) -> Any:
    """Checks that a tensor has the annotated rank and element type, and returns it."""
    is_number = True
    if is_tracer(value):
        shape, element = value.type.shape, value.type.element
        found, dtype = str(element), str(wanted.element)
    else:
        array = cast("NDArray[Any]", value)
        if (
            isinstance(value, float | complex) and wanted.rank == 0
        ):  # NumPy scalars of f64 and c128 are Python numbers, too.
            return _number(value, wanted, name)
        shape, element = array.shape, element_type_of(array.dtype)
        is_number = array.dtype.kind in "biufc"
        found, dtype = str(array.dtype), f"np.{wanted.element and wanted.element.numpy}"
    if wanted.rank is not None and len(shape) != wanted.rank:
        raise failure(f"{name} has rank {len(shape)} (shape {shape}), expected rank {wanted.rank}")
    if wanted.element is not None and element is not wanted.element:
        remedy = f"convert it with .astype({dtype})"
        if not is_number:
            remedy = "make an array of numbers"
        elif element is not None and element.is_complex and not wanted.element.is_complex:
            remedy = "pass a part of it, such as nnkit.real(…), or annotate complex numbers"
        raise failure(f"{name} has element type {found}, expected {wanted.element}; {remedy}")
    return value


def _number(value: Any, wanted: TensorHint, name: str) -> Any:
    """Converts a Python number to a scalar of the annotated element type."""
    if not isinstance(value, bool | int | float | complex) or wanted.rank not in (0, None):
        remedy = ""
        if isinstance(value, list | tuple) and wanted.rank != 0:
            dtype = "" if wanted.element is None else f", np.{np.dtype(wanted.element.numpy)}"
            remedy = f"; make an array of it with np.asarray(…{dtype})"
        raise failure(f"{name} is {_described(value)}, expected {wanted}{remedy}")
    element = wanted.element
    if element is None:
        return np.asarray(value)[()]
    fits = isinstance(value, bool) == (element.kind == "bool")
    fits &= not isinstance(value, complex) or element.is_complex
    if not fits or (element.is_integer and not isinstance(value, int)):
        raise failure(f"{name} is {value!r}, expected a number of element type {element}")
    if element.is_integer:
        assert isinstance(value, int)
        low, high = integer_range(element)
        if not low <= value <= high:
            raise failure(f"{name} is {value}, expected {low} to {high}")
    return np.asarray(value, element.numpy)  # A scalar of f64 would look like a Python float.


def _described(value: Any) -> str:
    if isinstance(value, bool | int | float | complex | str) or value is None:
        return repr(value)
    return f"a value of type {type(value).__name__}"


def unflatten(structure: TreeDef, leaves: Iterator[Any]) -> Any:
    """Rebuilds the value of a structure from the given tensors."""
    if isinstance(structure, EnumLeaf):
        leaf = next(leaves)
        return StagedEnum(leaf, structure.layout) if isinstance(leaf, Value) else leaf
    if isinstance(structure, Leaf):
        return next(leaves)
    if isinstance(structure, Static):
        return structure.value
    assert isinstance(structure, TreeNode)
    values = [unflatten(c, leaves) for c in structure.children]
    return build(structure.kind, values)


def leaf_paths(structure: TreeDef, path: str = "") -> Iterator[str]:
    """The dotted name of each tensor."""
    if isinstance(structure, Leaf):
        yield path
    elif isinstance(structure, TreeNode):
        for name, child in zip(structure.names, structure.children, strict=True):
            yield from leaf_paths(child, f"{path}.{name}" if path else name)


@overload
def map_tensors(function: Callable[[Any], Any], first: V, /) -> V: ...
@overload
def map_tensors(function: Callable[[Any, Any], Any], first: V, second: Any, /) -> V: ...
@overload
def map_tensors(
    function: Callable[[Any, Any, Any], Any], first: V, second: Any, third: Any, /
) -> V: ...
def map_tensors(function: Callable[..., Any], first: Any, *rest: Any) -> Any:
    """Maps a function over the tensors of a pytree.

    Parameters
    ----------
    function
        A function of a tensor of ``first`` and the corresponding tensors of the others.
    first
        A pytree, whose structure the result has.

    Raises
    ------
    DiagnosticError
        If the pytrees have different numbers of tensors.
    """
    leaves: list[list[Any]] = []
    structures: list[TreeDef] = []
    for value in (first, *rest):
        leaves.append([])
        structures.append(flatten(value, leaves[-1]))
    counts = {len(found) for found in leaves}
    if len(counts) > 1:
        raise failure(
            f"map_tensors: expected the same number of tensors in each pytree, got {sorted(counts)}"
        )
    return unflatten(structures[0], iter([function(*group) for group in zip(*leaves, strict=True)]))
