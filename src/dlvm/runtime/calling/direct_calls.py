"""Direct calls: a faster path for functions of tensors of known sizes and enum values, alone or in
structs and tuples. They handle arguments that native calls (native_calls.py) refuse. Arguments and
results are passed as their leaves, in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dlvm.ir.types import EnumType, TensorType, Type
from dlvm.runtime.calling.native_calls import Call
from dlvm.runtime.marshalling.conversion import Array, Maker, Word, tensor_array
from dlvm.runtime.marshalling.enum_nodes import EnumMarshaller

Enter = Callable[[list[Word], list[Array]], None]


def direct_call(
    parameters: Sequence[tuple[Type, str]],
    results: Sequence[Callable[[], Array]],
    enums: EnumMarshaller,
    enter: Enter,
) -> Call:
    """Returns a function that takes tensors and enum values. ``parameters`` are types, each with
    its name in errors; ``results`` allocate the arrays of the results. ``enter`` runs the code,
    given words for the arguments and the arrays of the results."""
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
    """The element type and shape of an array that needs no conversion, and the function that
    converts any other value to a word."""
    if isinstance(type, TensorType):
        return type.element.numpy, type.static_shape, lambda value: tensor_array(value, type, what)
    assert isinstance(type, EnumType)
    return None, None, enums.maker(type, what)
