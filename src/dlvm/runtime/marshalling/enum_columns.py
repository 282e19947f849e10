"""Marshals enum values to compiled code, column by column.

The nodes of a value are numbered in the order of their discovery, at any depth. Their payloads are
collected in columns: one column for each leaf of each case, which has that leaf of all nodes of the
case, in order. Compiled code then creates the nodes of all columns at once (``dlvm_nodes`` in
heap.c).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from keyword import iskeyword
from threading import Lock
from typing import Any, Final, cast

import numpy as np

from dlvm.codegen.host.aggregate_flattening import byte_size, erased_axes, is_erased, leaf_types
from dlvm.codegen.host.value_layout import payload_layout
from dlvm.ir.records import EnumValue, enum_parts
from dlvm.ir.types import EnumType, TensorType, Type
from dlvm.runtime.arrays import data_address
from dlvm.runtime.marshalling.conversion import (
    Array,
    Boundary,
    Converter,
    argument_error,
    converter,
)

_VALUE, _ELEMENTS, _TENSOR, _NODE = range(4)
"""The forms of leaves: ``leaf`` in heap.c."""
_FORM, _NEXT = 0, 3
"""The indices of words in the description of a leaf: ``leaf`` in heap.c."""
_NUMBERS: Final[Mapping[str, tuple[frozenset[type], Any]]] = {
    "bool": (frozenset({bool}), np.bool_),
    "signed": (frozenset({int}), np.int64),
    "unsigned": (frozenset({int}), np.int64),
    "float": (frozenset({int, float}), np.float64),
}
"""The Python number types that are accepted for each kind of element type, and a NumPy type that
holds their values."""


@dataclass(frozen=True)
class EnumColumns:
    """A value in the form that ``dlvm_nodes`` reads: the case of each node, the cases, and their
    leaves with the addresses of their columns. ``kept`` owns the memory of the columns."""

    numbers: Array
    cases: Array
    leaves: Array
    kept: Sequence[Any]


@dataclass(frozen=True)
class _PayloadLeaf:
    """A leaf of a case: its position in the payload, the function that checks it and returns its
    words, and its enum if it is an enum value."""

    type: Type
    form: int
    offset: int
    bytes: int
    convert: Converter
    enum: _EnumCases | None


@dataclass(frozen=True)
class _EnumCase:
    """A case, with its number in order of appearance. ``converters`` split the elements of the
    payload that are not leaves."""

    number: int
    kind: Array
    leaves: Sequence[_PayloadLeaf]
    converters: Sequence[Converter | None]


class _EnumCases:
    """An enum, its number, its cases by name, and the cases that the classes of Python objects
    represent."""

    def __init__(self, enum: EnumType, number: int) -> None:
        self.type = enum
        self.number = number
        self.cases: dict[str, _EnumCase] = {}
        self.classes: dict[type[Any], _EnumCase] = {}


Gathered = tuple[list[int], list[list[list[Any]]], list[Any]]
"""The case of each node, the columns of the leaves of each case, and the values themselves."""


class Family:
    """The values of an enum, and of the enums inside it, in arguments that errors call ``what``."""

    def __init__(self, root: EnumType, what: str, boundary: Boundary) -> None:
        self._what = what
        self._boundary = replace(boundary, enum_converter=_keep_value)
        self._enums: dict[EnumType, _EnumCases] = {}
        self._root = self._enum(root)
        self._cases: list[_EnumCase] = []
        self._tables: tuple[Array, Array] | None = None
        self._lock = Lock()
        self._gather: Callable[[Any], Gathered | None] = lambda root: None

    def columns(self, root: Any) -> EnumColumns:
        """Converts a value to columns. Raises :class:`ArgumentError` if it does not match the
        type."""
        return self._finished(*(self._gather(root) or self._gather_any(root)))

    def _gather_any(self, root: Any) -> Gathered:
        """Collects the columns of a value, whatever form its parts have."""
        values, enums = [root], [self._root]
        found: dict[tuple[int, _EnumCases], int] = {(id(root), self._root): 0}
        numbers: list[int] = []
        columns: list[list[list[Any]]] = [[[] for _ in c.leaves] for c in self._cases]
        # Both lists grow while they are read.
        for value, enum in zip(values, enums, strict=True):
            case, payload = self._read(enum, value)
            columns += [[[] for _ in c.leaves] for c in self._cases[len(columns) :]]
            numbers.append(case.number)
            for leaf, element, column in zip(
                case.leaves, _leaves(case, payload), columns[case.number], strict=True
            ):
                if leaf.enum is None:
                    column.append(element)
                    continue
                number = found.setdefault((id(element), leaf.enum), len(values))
                if number == len(values):
                    values.append(element)
                    enums.append(leaf.enum)
                column.append(number)
        return numbers, columns, values

    def _finished(
        self, numbers: list[int], columns: list[list[list[Any]]], values: list[Any]
    ) -> EnumColumns:
        if self._tables is None:
            self._tables = self._described()
        cases, leaves = self._tables
        leaves = leaves.copy()
        kept: list[Any] = [values]
        row = 0
        for case, of_case in zip(self._cases[: len(columns)], columns, strict=True):
            for leaf, column in zip(case.leaves, of_case, strict=True):
                if column:
                    array = _numbers(leaf, column)
                    if array is None:
                        array = _words(leaf, column, kept)
                    elif leaf.enum is None:
                        leaves[row, _FORM] = _VALUE
                    leaves[row, _NEXT] = data_address(array)
                    kept.append(array)
                row += 1
        return EnumColumns(np.array(numbers, np.int64), cases, leaves, kept)

    def _described(self) -> tuple[Array, Array]:
        """The cases and leaves in the form that heap.c reads."""
        cases: list[tuple[int, int, int]] = []
        leaves: list[tuple[int, int, int, int]] = []
        for case in self._cases:
            cases.append((data_address(case.kind), len(case.leaves), len(leaves)))
            leaves += [(leaf.form, leaf.offset, leaf.bytes, 0) for leaf in case.leaves]
        return np.array(cases, np.int64), np.array(leaves, np.int64).reshape(-1, 4)

    def _enum(self, type: EnumType) -> _EnumCases:
        return self._enums.setdefault(type, _EnumCases(type, len(self._enums)))

    def _read(self, enum: _EnumCases, value: Any) -> tuple[_EnumCase, Sequence[Any]]:
        """The case of a value, and its payload."""
        try:
            name, payload = enum_parts(enum.type, value)
        except TypeError as problem:
            raise argument_error(f"{self._what}: {problem}") from None
        with self._lock:
            kind = cast("type[Any]", type(value))
            has_fields = kind.__name__ == name and not isinstance(value, EnumValue | Sequence)
            if name not in enum.cases or (has_fields and kind not in enum.classes):
                if name not in enum.cases:
                    enum.cases[name] = self._case(enum.type, name)
                if has_fields and all(map(_is_name, kind.__match_args__)):
                    enum.classes[kind] = enum.cases[name]
                self._gather = _gatherer(self._root, list(self._enums.values()), self._cases)
        return enum.cases[name], payload

    def _case(self, enum: EnumType, name: str) -> _EnumCase:
        layout = payload_layout(enum, name)
        tag = [n for n, _ in enum.cases].index(name)
        places = layout.references
        kind = np.array([layout.stride, tag, len(places), *places], np.int64)
        leaves: list[_PayloadLeaf] = []
        converters: list[Converter | None] = []
        for number, type in enumerate(enum.payload(name) or ()):
            what = f"{self._what}, ?{name}, element {number}"
            convert = converter(type, what, self._boundary)
            inside = leaf_types(type)
            is_leaf = inside == [type.canonical]
            converters.append(None if is_leaf else convert)
            for leaf in inside:
                _, offset = layout.leaves[len(leaves)]
                leaves.append(self._leaf(leaf, offset, convert if is_leaf else _appender(leaf)))
        case = _EnumCase(len(self._cases), kind, leaves, converters if any(converters) else ())
        self._cases.append(case)
        self._tables = None
        return case

    def _leaf(self, type: Type, offset: int, convert: Converter) -> _PayloadLeaf:
        if isinstance(type, EnumType):
            return _PayloadLeaf(type, _NODE, offset, 8, convert, self._enum(type))
        if is_erased(type):
            size = 8 + 8 * len(erased_axes(type))
            return _PayloadLeaf(type, _TENSOR, offset, size, convert, None)
        size = byte_size(type) if isinstance(type, TensorType) else 8
        return _PayloadLeaf(type, _ELEMENTS, offset, size, convert, None)


def _keep_value(enum: EnumType, what: str) -> Converter:
    """The converter of an enum value inside a payload, which leaves the value unchanged."""

    def convert(value: Any, words: list[Any]) -> None:
        words.append(_EnumPayload(value))

    return convert


@dataclass(frozen=True)
class _EnumPayload:
    """A value of an enum among the words of a payload."""

    value: Any


def _leaves(case: _EnumCase, payload: Sequence[Any]) -> Sequence[Any]:
    """The leaves of a payload, without the words of erased sizes, which the arrays have."""
    if not case.converters:
        return payload
    leaves: list[Any] = []
    for convert, element in zip(case.converters, payload, strict=True):
        if convert is None:
            leaves.append(element)
            continue
        words: list[Any] = []
        convert(element, words)
        leaves += [
            w.value if isinstance(w, _EnumPayload) else w for w in words if not isinstance(w, int)
        ]
    return leaves


def _appender(type: Type) -> Converter:
    """A converter that appends a checked leaf and its erased sizes."""
    axes = erased_axes(type)

    def append(value: Any, words: list[Any]) -> None:
        words.append(value)
        words += [value.shape[axis] for axis in axes]

    return append


def _is_name(text: str) -> bool:
    return text.isidentifier() and not iskeyword(text)


def _gatherer(
    root: _EnumCases, enums: Sequence[_EnumCases], cases: Sequence[_EnumCase]
) -> Callable[[Any], Gathered | None]:
    """Generates code that splits objects of the known classes, and returns None for other objects.
    The code is specialized for these classes because most of a call's time is spent there."""
    known: dict[str, Any] = {"leaves": _leaves}
    several = len(enums) > 1
    lines = [
        "values, numbers, count = [root], [], 1",
        "push, tag = values.append, numbers.append",
        *(f"find{e.number} = {{}}.setdefault" for e in enums),
        f"find{root.number}(id(root), 0)",
    ]
    if several:
        lines.append(f"enums = [{root.number}]")
    names = [[f"c{case.number}_{n}" for n in range(len(case.leaves))] for case in cases]
    lines += [f"{name} = []" for of_case in names for name in of_case]
    lines.append(f"for value{', enum in zip(values, enums)' if several else ' in values'}:")
    lines.append("    kind = type(value)")
    for enum in enums:
        for number, (kind, case) in enumerate(enum.classes.items()):
            name = f"k{enum.number}_{number}"
            known |= {name: kind, f"{name}_case": case}
            condition = f"kind is {name}" + (f" and enum == {enum.number}" if several else "")
            lines += [f"    if {condition}:", f"        tag({case.number})"]
            elements = [f"value.{n}" for n in kind.__match_args__]
            if case.converters:
                given = f"leaves({name}_case, ({''.join(f'{e}, ' for e in elements)}))"
                elements = [f"e{n}" for n in range(len(case.leaves))]
                lines.append(f"        [{', '.join(elements)}] = {given}")
            for leaf, element, column in zip(
                case.leaves, elements, names[case.number], strict=True
            ):
                if leaf.enum is None:
                    lines.append(f"        {column}.append({element})")
                    continue
                lines += [
                    f"        child = {element}",
                    f"        number = find{leaf.enum.number}(id(child), count)",
                    "        if number == count:",
                    "            count += 1",
                    "            push(child)",
                    *([f"            enums.append({leaf.enum.number})"] if several else []),
                    f"        {column}.append(number)",
                ]
            lines.append("        continue")
    lines.append("    return None")
    columns = ", ".join(f"[{', '.join(of_case)}]" for of_case in names)
    lines.append(f"return numbers, [{columns}], values")
    # The generated code contains only field names and numbers.
    exec("\n".join(["def gather(root):", *(f"    {line}" for line in lines)]), known)
    return known["gather"]


def _numbers(leaf: _PayloadLeaf, column: list[Any]) -> Array | None:
    """A column of Python numbers, or of node numbers; None if a value is neither."""
    tensor = leaf.type
    if leaf.enum is not None:
        return np.array(column, np.int64)
    if (
        not isinstance(tensor, TensorType)
        or tensor.rank
        or tensor.element.is_storage
        or tensor.element.is_complex
    ):
        return None
    known, wide = _NUMBERS[tensor.element.kind]
    if not known.issuperset(map(type, column)):
        return None
    try:
        array = np.array(column, wide)
    except OverflowError:
        return None
    dtype = tensor.element.numpy
    if tensor.element.is_integer and dtype != wide:
        limits = np.iinfo(dtype)
        if array.min() < limits.min or array.max() > limits.max:
            return None
    if dtype == wide:
        return array
    with np.errstate(all="ignore"):
        narrow = array.astype(dtype)
    # If a value is out of range, the slow path raises an error that names it.
    return narrow if (np.isfinite(narrow) == np.isfinite(array)).all() else None


def _words(leaf: _PayloadLeaf, column: list[Any], kept: list[Any]) -> Array:
    """A column of addresses, with the sizes in bytes and the erased sizes if the leaf has erased
    sizes."""
    words: list[Any] = []
    for value in column:
        leaf.convert(value, words)
    kept.append(words)
    if leaf.form == _ELEMENTS:
        return np.array([data_address(array) for array in words], np.uint64)
    entries: list[int] = []
    for word in words:
        entries += [word] if isinstance(word, int) else [data_address(word), word.nbytes]
    return np.array(entries, np.uint64)
