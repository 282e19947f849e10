"""Marshals enum values to and from compiled code, in which they are nodes on the heap.

Values may be nested as deeply as memory allows, so nothing here recurses.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final

import numpy as np

from dlvm.codegen.host.aggregate_flattening import erased_axes, is_erased, is_tensor
from dlvm.codegen.host.value_layout import HEADER_BYTES, RecordLayout, payload_layout
from dlvm.diagnostics import error
from dlvm.ir.records import enum_value
from dlvm.ir.types import EnumType, FunctionType, TensorType, TupleType
from dlvm.runtime.arrays import data_address
from dlvm.runtime.loading.loader import runtime
from dlvm.runtime.marshalling.conversion import (
    Array,
    Boundary,
    Converter,
    Maker,
    Rebuilder,
    Word,
    copied_tensor,
    rebuilder,
)
from dlvm.runtime.marshalling.enum_columns import EnumColumns, Family

_KIND_OFFSET: Final = 24
"""The offset of the kind in the header of a node: ``node`` in nodes.h."""
_TAG_OFFSET: Final = 8
"""The offset of the tag in a kind: ``kind`` in nodes.h."""


class EnumMarshaller:
    """Converts enum values to the nodes of a program's calls, and back.

    ``boundary`` has these conversions and those of function values. ``function_named`` returns the
    function that runs a closure, by its name.
    """

    def __init__(
        self,
        function_address: Callable[[Any, FunctionType, str], int],
        function_at: Callable[[int], Any],
        function_named: Callable[[str], Callable[..., Any]],
    ) -> None:
        self._function_named = function_named
        self.boundary = Boundary(self.converter, self.value, function_address, function_at)
        self._layouts: dict[tuple[EnumType, str], RecordLayout] = {}
        self._rebuilders: dict[tuple[EnumType, str], Rebuilder] = {}
        self._built = _Built()
        pointer, size = ctypes.c_void_p, ctypes.c_uint64
        self._make = runtime().function("dlvm_nodes", ctypes.c_int, pointer, size, *[pointer] * 4)

    # Into compiled code

    def converter(self, enum: EnumType, what: str) -> Converter:
        """A function that checks an argument and appends the :class:`Maker` of its node."""
        make = self.maker(enum, what)

        def convert(value: Any, words: list[Word]) -> None:
            words.append(make(value))

        return convert

    def maker(self, enum: EnumType, what: str) -> Callable[[Any], Maker]:
        """A function from an enum value to the :class:`Maker` of its nodes in the heap of a call.
        The array that the maker returns begins with the address of the value's own node. The
        function raises :class:`ArgumentError` if the value does not match the type."""
        family = Family(enum, what, self.boundary)
        return lambda value: Maker(partial(self._made, family.columns(value)))

    def _made(self, columns: EnumColumns, context: int) -> Array:
        made = np.empty(len(columns.numbers), np.uint64)
        addresses = map(data_address, (columns.numbers, columns.cases, columns.leaves, made))
        if not self._make(context, len(made), *addresses):
            raise error("there is not enough memory for an enum value")
        return made

    def _layout(self, enum: EnumType, case: str) -> RecordLayout:
        found = self._layouts.get((enum, case))
        if found is None:
            found = self._layouts[enum, case] = payload_layout(enum, case)
        return found

    # Out of compiled code

    def value(self, node: int, enum: EnumType) -> Any:
        """The value of the node at an address; None for an undefined value."""
        if not node:
            return None
        built = self._built.values = {0: None}
        pending = [(node, enum, False)]
        while pending:
            current, enum_type, is_ready = pending.pop()
            if current in built:
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
            built[current] = enum_value(enum_type, case, payload or (), self._function_named)
        self._built.values = {}
        return built[node]

    def _rebuilder(self, enum: EnumType, case: str) -> Rebuilder:
        found = self._rebuilders.get((enum, case))
        if found is None:
            types = TupleType(enum.payload(case) or ())
            boundary = replace(self.boundary, enum_value=self._known)
            found = self._rebuilders[enum, case] = rebuilder(types, boundary)
        return found

    def _known(self, node: int, enum: EnumType) -> Any:
        """The value of a node that has been read."""
        return self._built.values[node]


class _Built(threading.local):
    """The values of the nodes that a thread has read so far, by their addresses."""

    def __init__(self) -> None:
        self.values: dict[int, Any] = {}


def _word(address: int) -> int:
    return ctypes.c_uint64.from_address(address).value


def _case_of(node: int, enum: EnumType) -> str:
    return enum.cases[_word(_word(node + _KIND_OFFSET) + _TAG_OFFSET)][0]


def _leaves(base: int, layout: RecordLayout) -> Iterator[Any]:
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
