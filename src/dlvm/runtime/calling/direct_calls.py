"""Calls of functions of tensors of known sizes and enum values, in structs and tuples or alone, for
arguments that native calls (native_calls.py) refuse. Arguments and results are passed as their
leaves, in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dlvm.ir.types import EnumType, TensorType, Type
from dlvm.runtime.calling.native_calls import Call
from dlvm.runtime.marshalling.boundary import Array, Maker, Word, tensor_array
from dlvm.runtime.marshalling.enum_nodes import EnumMarshaller

Enter = Callable[[list[Word], list[Array]], None]


def direct_call(
    parameters: Sequence[tuple[Type, str]],
    results: Sequence[Callable[[], Array]],
    enums: EnumMarshaller,
    enter: Enter,
) -> Call:
    """A function of tensors and enum values. ``enter`` runs the code on words for the arguments and
    arrays of the results; the parameters come with what they are called in errors, the results make
    arrays."""
    expected = [_expected(type, what, enums) for type, what in parameters]
    kind = np.ndarray

    def call(leaves: Sequence[Any]) -> list[Array]:
        words: list[Word] = []
        for value, (dtype, shape, convert) in zip(leaves, expected, strict=True):
            is_taken = (
                type(value) is kind
                and value.dtype == dtype
                and value.shape == shape
                and value.flags.carray
            )
            words.append(value if is_taken else convert(value))
        found = [make() for make in results]
        enter(words, found)
        return found

    return call


def _expected(
    type: Type, what: str, enums: EnumMarshaller
) -> tuple[np.dtype[Any] | None, tuple[int, ...] | None, Callable[[Any], Array | Maker]]:
    """The element type and shape of an array that is taken as it is, and what makes the word of
    another value."""
    if isinstance(type, TensorType):
        return type.element.numpy, type.static_shape, lambda value: tensor_array(value, type, what)
    assert isinstance(type, EnumType)
    return None, None, enums.maker(type, what)
