"""Tensors of strings: the program moves the indices of strings in a table, and Python looks up the
strings after it has run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, TypeGuard, cast

import numpy as np

import dlvm.nnkit
from dlvm.nnkit.tracing.tracer import is_tracer
from dlvm.onnx.constants import constant
from dlvm.onnx.graph import Array, HostValue, Key, Strings

_nnkit: Final[Any] = dlvm.nnkit
_MOVEMENT: Final[dict[Key, tuple[int, ...] | None]] = {
    ("", "Compress"): (0,),
    ("", "Concat"): None,
    ("", "Equal"): None,
    ("", "Expand"): (0,),
    ("", "Flatten"): (0,),
    ("", "Gather"): (0,),
    ("", "GatherElements"): (0,),
    ("", "GatherND"): (0,),
    ("", "Reshape"): (0,),
    ("", "Slice"): (0,),
    ("", "Split"): (0,),
    ("", "Squeeze"): (0,),
    ("", "Tile"): (0,),
    ("", "Transpose"): (0,),
    ("", "Unsqueeze"): (0,),
    ("", "Where"): (1, 2),
    ("ai.onnx.ml", "ArrayFeatureExtractor"): (0,),
}
"""The operators that move or compare strings, with the inputs that they move; None for all."""


def is_text(value: Any) -> TypeGuard[Array]:
    """Whether a value is a known array of strings."""
    return isinstance(value, np.ndarray) and cast("Array", value).dtype.kind in "OUS"


def host_value(value: Strings) -> HostValue:
    """The strings as a value that Python computes from results of the program."""
    return HostValue(partial(np.take, value.table), (value.places,))


def moved(
    key: Key,
    inputs: Sequence[Any],
    move: Callable[[list[Any]], Sequence[Any]],
) -> Sequence[Any] | None:
    """The outputs of an operator that moves or compares strings; None for other operators.

    ``move`` applies the operator to indices in place of strings.
    """
    if key not in _MOVEMENT:
        return None
    places = _MOVEMENT[key]
    strings = {
        n: value if isinstance(value, Strings) else _numbered(value)
        for n, value in enumerate(inputs)
        if (places is None or n in places) and (isinstance(value, Strings) or is_text(value))
    }
    if not strings:
        return None
    # Equal strings have equal indices.
    table, found = np.unique(
        np.concatenate([s.table.astype(str) for s in strings.values()]), return_inverse=True
    )
    given = list(inputs)
    start = 0
    for n, value in strings.items():
        given[n] = _at(found[start : start + len(value.table)], value.places)
        start += len(value.table)
    results = move(given)
    if key == ("", "Equal"):
        return results
    known = table.astype(object)
    return [Strings(known, r) if is_tracer(r) else known[r] for r in results]


def _at(numbers: Array, places: Any) -> Any:
    if not is_tracer(places):
        return numbers[places]
    is_same = np.array_equal(numbers, np.arange(len(numbers)))
    return places if is_same else _nnkit.take(constant(numbers), places, axis=0)


def _numbered(value: Array) -> Strings:
    return Strings(value.reshape(-1), np.arange(value.size).reshape(value.shape))
