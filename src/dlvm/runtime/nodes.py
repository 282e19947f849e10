"""Enum values on their way from Python into compiled code, where they are nodes, and back.

Values may be nested as deep as memory allows: nothing here recurses.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from dlvm.codegen.layout import HEADER_BYTES, Layout, payload_layout
from dlvm.codegen.leaves import erased_axes, is_erased, is_tensor, leaf_types
from dlvm.diagnostics import error
from dlvm.ir.records import EnumValue, enum_parts
from dlvm.ir.types import EnumType, TensorType, TupleType, Type
from dlvm.runtime.arrays import data_address
from dlvm.runtime.boundary import (
    Array,
    Converter,
    Rebuilder,
    Word,
    argument_error,
    converter,
    copied_tensor,
    rebuilder,
)
from dlvm.runtime.loading import runtime

if TYPE_CHECKING:
    from dlvm.runtime.executable import ProgramState

_CONTEXT_WORDS: Final = 9
_HEAP_FIELD: Final = 7
_KIND_OFFSET: Final = 24
_TAG_OFFSET: Final = 8
"""Where a context has its heap, a node its kind, and a kind its tag: heap.c."""


_Part = tuple[EnumType | None, Converter, Sequence[tuple[Type, int]]]
"""A part of a payload: its type, if that is an enum; what takes it apart otherwise; its leaves with
their offsets."""


@dataclass(frozen=True)
class _Plan:
    """How nodes of a case are made. Nodes refer to ``kind`` by its address."""

    layout: Layout
    kind: Array
    kind_address: int
    parts: Sequence[_Part]


class Nodes:
    """The nodes of one program's heap."""

    def __init__(self, heap: int, state: ProgramState) -> None:
        self._context = np.zeros(_CONTEXT_WORDS, np.uint64)
        self._context[_HEAP_FIELD] = heap
        self._state = state
        self._plans: dict[tuple[EnumType, str, str], _Plan] = {}
        self._layouts: dict[tuple[EnumType, str], Layout] = {}
        self._rebuilders: dict[tuple[EnumType, str], Rebuilder] = {}
        self._deferred: list[Any] = []
        self._built: dict[int, Any] = {}
        address = ctypes.c_void_p(data_address(self._context))
        support = runtime()
        pointer, size = ctypes.c_void_p, ctypes.c_uint64
        function = support.function
        self._node = partial(function("dlvm_node", pointer, pointer, size, pointer), address)
        self._blob = partial(function("dlvm_blob", pointer, pointer, pointer, size), address)
        self._release = partial(function("dlvm_release", None, pointer, pointer), address)
        self._retain: Callable[[int], None] = function("dlvm_retain", None, pointer)

    # Into compiled code

    def make(self, value: Any, enum: EnumType, what: str) -> int:
        """A node for an enum value, to be given back by :meth:`release`. Raises
        :class:`DiagnosticError` for a value that does not fit the type."""
        made: dict[tuple[int, EnumType], int] = {}
        root = 0
        pending: list[tuple[Any, EnumType, int | None]] = [(value, enum, None)]
        try:
            while pending:
                value, enum, place = pending.pop()
                node = made.get((id(value), enum))
                if node is not None:
                    self._retain(node)
                else:
                    node = self._new_node(value, enum, what, pending)
                    made[id(value), enum] = node
                if place is None:
                    root = node
                else:
                    ctypes.c_uint64.from_address(place).value = node
        except BaseException:
            self.release(root)
            raise
        return root

    def _new_node(
        self, value: Any, enum: EnumType, what: str, pending: list[tuple[Any, EnumType, int | None]]
    ) -> int:
        try:
            case, payload = enum_parts(enum, value)
        except TypeError as problem:
            raise argument_error(f"{what}: {problem}") from None
        plan = self._plan(enum, case, what)
        words: list[Word] = []
        self._deferred = []
        for (inside, convert, _), element in zip(plan.parts, payload, strict=True):
            if inside is None:
                convert(element, words)
        node = int(self._node(plan.layout.stride, plan.kind_address) or 0)
        if not node:
            raise error("there is not enough memory for an enum value")
        start = node + HEADER_BYTES
        given, deferred = iter(words), iter(self._deferred)
        for (inside, _, leaves), element in zip(plan.parts, payload, strict=True):
            if inside is not None:
                pending.append((element, inside, start + leaves[0][1]))
                continue
            for type, offset in leaves:
                place = start + offset
                array = cast(Array, next(given))
                if isinstance(type, EnumType):
                    pending.append((next(deferred), type, place))
                elif is_erased(type):
                    self._write_erased(array, type, place, given)
                else:
                    ctypes.memmove(place, data_address(array), array.nbytes)
        return node

    def _write_erased(self, array: Array, type: Type, place: int, words: Iterator[Word]) -> None:
        blob = self._blob(data_address(array), array.nbytes)
        if not blob:
            raise error("there is not enough memory for a tensor")
        sizes = [cast(int, next(words)) for _ in erased_axes(type)]
        for number, word in enumerate((int(blob), *sizes)):
            ctypes.c_uint64.from_address(place + 8 * number).value = word

    def _plan(self, enum: EnumType, case: str, what: str) -> _Plan:
        """How nodes of a case are made; enum values in the payload are left for later."""
        found = self._plans.get((enum, case, what))
        if found is None:
            layout, leaves = self._layout(enum, case), 0
            boundary = replace(self._state.boundary, nodes=cast(Nodes, _Deferring(self)))
            parts: list[_Part] = []
            for number, type in enumerate(enum.payload(case) or ()):
                convert = converter(type, f"{what}, ?{case}, element {number}", boundary)
                end = leaves + len(leaf_types(type))
                inside = type.canonical
                is_enum = isinstance(inside, EnumType)
                parts.append((inside if is_enum else None, convert, layout.leaves[leaves:end]))
                leaves = end
            kind = self._kind(enum, case, layout)
            found = _Plan(layout, kind, data_address(kind), parts)
            self._plans[enum, case, what] = found
        return found

    def defer(self, value: Any) -> int:
        """Leaves an enum value of a payload for later."""
        self._deferred.append(value)
        return 0

    def _layout(self, enum: EnumType, case: str) -> Layout:
        found = self._layouts.get((enum, case))
        if found is None:
            found = self._layouts[enum, case] = payload_layout(enum, case)
        return found

    def _kind(self, enum: EnumType, case: str, layout: Layout) -> Array:
        tag = [name for name, _ in enum.cases].index(case)
        places = layout.references
        return np.array([layout.stride, tag, len(places), *places], np.int64)

    def release(self, node: int) -> None:
        """Gives a node back."""
        if node:
            self._release(node)

    # Out of compiled code

    def take(self, node: int, enum: EnumType) -> Any:
        """The value that a node is, which is given back; None for an undefined one."""
        if not node:
            return None
        self._built = {0: None}
        pending = [(node, enum, False)]
        while pending:
            current, enum_type, is_ready = pending.pop()
            if current in self._built:
                continue
            case = _case_of(current, enum_type)
            layout = self._layout(enum_type, case)
            if not is_ready:
                pending.append((current, enum_type, True))
                for type, offset in layout.leaves:
                    if isinstance(type, EnumType):
                        pending.append((_word(current + HEADER_BYTES + offset), type, False))
                continue
            leaves = _leaves(current + HEADER_BYTES, layout)
            payload = self._rebuilder(enum_type, case)(leaves)
            self._built[current] = EnumValue(case, payload or (), enum_type.name)
        result = self._built[node]
        self._built = {}
        self.release(node)
        return result

    def _rebuilder(self, enum: EnumType, case: str) -> Rebuilder:
        found = self._rebuilders.get((enum, case))
        if found is None:
            types = TupleType(enum.payload(case) or ())
            boundary = replace(self._state.boundary, nodes=cast(Nodes, _Known(self)))
            found = self._rebuilders[enum, case] = rebuilder(types, boundary)
        return found

    def known(self, node: int) -> Any:
        """The value of a node that has been read."""
        return self._built[node]


class _Deferring:
    """Stands in for the nodes where the payload of a value is taken apart."""

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes

    def make(self, value: Any, enum: EnumType, what: str) -> int:
        return self._nodes.defer(value)


class _Known:
    """Stands in for the nodes where the payload of a value is put together."""

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes

    def take(self, node: int, enum: EnumType) -> Any:
        return self._nodes.known(node)


def _word(address: int) -> int:
    return ctypes.c_uint64.from_address(address).value


def _case_of(node: int, enum: EnumType) -> str:
    return enum.cases[_word(_word(node + _KIND_OFFSET) + _TAG_OFFSET)][0]


def _leaves(base: int, layout: Layout) -> Iterator[Any]:
    """The leaves of a value in memory."""
    for type, offset in layout.leaves:
        place = base + offset
        if not isinstance(type, TensorType):
            yield np.uint64(_word(place))
        elif is_erased(type):
            sizes = iter([_word(place + 8 + 8 * n) for n in range(len(erased_axes(type)))])
            shape = [d if isinstance(d, int) else next(sizes) for d in type.shape]
            yield copied_tensor(_word(place) + HEADER_BYTES, shape, type.element.numpy)
        else:
            array = copied_tensor(place, type.static_shape or (), type.element.numpy)
            yield array if is_tensor(type) else array[()]
