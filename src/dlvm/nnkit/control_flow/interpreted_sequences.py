"""``map``, ``reduce``, ``filter`` and ``zip`` in functions that ``interpret`` runs line by line:
Python's own loops over the elements of sequences."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from dlvm.nnkit.array_api.immediate import CREATING
from dlvm.nnkit.control_flow.sequence_leaves import sequence_leaves
from dlvm.nnkit.pytree.pytree import flatten, unflatten
from dlvm.nnkit.tracing.interpreted_arrays import interpreted
from dlvm.nnkit.tracing.trace import failure


class Elements(list[Any]):
    """The elements of zipped sequences."""


def zip_elements(*sequences: Any, strict: bool = False) -> Elements:
    """The tuples of elements, up to the end of the shortest sequence."""
    given = [_elements("zip", s) for s in sequences]
    lengths = [len(items) for items in given]
    if strict and len(set(lengths)) > 1:
        sizes = ", ".join(map(str, lengths))
        raise failure(f"zip: expected sequences of one length, got {sizes} elements")
    return Elements(zip(*given, strict=False))


def map_elements(function: Callable[..., Any], sequence: Any, *sequences: Any) -> Any:
    """The results for the elements, each stacked along a leading axis."""
    given = [_elements("map", s) for s in (sequence, *sequences)]
    results = [function(*items) for items in zip(*given, strict=False)]
    if not results:
        raise failure("map: interpret needs at least one element, got none")
    rows: list[list[Any]] = [[] for _ in results]
    structures = {flatten(result, row) for result, row in zip(results, rows, strict=True)}
    if len(structures) > 1:
        raise failure("map: results must have the same structure, got different ones")
    columns = [[CREATING.asarray(leaf) for leaf in leaves] for leaves in zip(*rows, strict=True)]
    return unflatten(structures.pop(), iter([interpreted(np.stack(c)) for c in columns]))


def reduce_elements(function: Callable[[Any, Any], Any], sequence: Any, *initial: Any) -> Any:
    """The left fold of the elements."""
    given = _elements("reduce", sequence)
    if not given and not initial:
        raise failure("reduce: an empty sequence expects an initial value, got none")
    return functools.reduce(function, given, *initial)


def filter_elements(predicate: Callable[[Any], Any] | None, sequence: Any) -> Any:
    """The elements for which the predicate holds."""
    kept = [bool(e if predicate is None else predicate(e)) for e in _elements("filter", sequence)]
    if isinstance(sequence, Elements):
        return Elements(e for e, is_kept in zip(sequence, kept, strict=True) if is_kept)
    leaves: list[Any] = []
    structure = flatten(sequence, leaves)
    return unflatten(structure, iter([leaf[np.array(kept, bool)] for leaf in leaves]))


def _elements(what: str, sequence: Any) -> Elements:
    if isinstance(sequence, Elements):
        return sequence
    sequence_leaves(what, sequence)  # Raises if it is not a sequence.
    leaves: list[Any] = []
    structure = flatten(sequence, leaves)
    return Elements(unflatten(structure, iter(row)) for row in zip(*leaves, strict=True))
