"""Adjoints of products and contractions, which are products and contractions again."""

from __future__ import annotations

import math
from collections.abc import Sequence
from string import ascii_letters
from typing import cast

from dlvm.analysis.differentiation.differentiability import unsupported
from dlvm.ir import instructions as op
from dlvm.ir.instructions.rules import tensor_type
from dlvm.ir.types import ERASED, Dim, Symbol
from dlvm.transforms.differentiation.rules.coordinates import Repeated, coordinate, ones_along
from dlvm.transforms.differentiation.rules.rule_types import Flow
from dlvm.transforms.differentiation.rules.value_builder import TensorValue


def dot_left(g: TensorValue, y: TensorValue, a: TensorValue, b: TensorValue) -> TensorValue:
    """For y = dot a, b, returns the gradient of a, which is dot g, (transpose b)."""
    match len(a.shape), len(b.shape):
        case 1, 1:
            return g * b
        case _, 1:
            return g.unsqueeze(len(g.shape)) * b
        case 1, 2:
            return b.dot(g)
        case 1, _:
            return _apply_matrix(b, g)
        case _:
            return g.dot(b.swap_matrix())


def dot_right(g: TensorValue, y: TensorValue, a: TensorValue, b: TensorValue) -> TensorValue:
    """For y = dot a, b, returns the gradient of b, which is dot (transpose a), g."""
    if _is_unbroadcast_by_columns(g, y, b):
        # The product is reduced instead of g, so it does not need the result y.
        columns = cast(op.Unbroadcast, g.value)
        found = dot_right(TensorValue(columns.x, g.builder), y, a, b)
        return found.wrap(op.Unbroadcast(found.value, b.value, (1,)))
    match len(a.shape), len(b.shape):
        case 1, 1:
            return g * a
        case 1, _:
            return a.unsqueeze(1) * g.unsqueeze(len(g.shape) - 1)
        case 2, _:
            return a.swap_matrix().dot(g)
        case _, 1:
            return _apply_matrix(a.swap_matrix(), g)
        case _, 2 if a.type.static_shape and g.type.static_shape:
            # A single product handles the rows of all batches.
            rows = a.reshape((math.prod(a.type.static_shape[:-1]), a.shape[-1]))
            flat = g.reshape((math.prod(g.type.static_shape[:-1]), g.shape[-1]))
            return rows.swap_matrix().dot(flat)
        case _:
            return a.swap_matrix().dot(g)


def _is_unbroadcast_by_columns(g: TensorValue, y: TensorValue, b: TensorValue) -> bool:
    """Whether the gradient of a matrix product is an ``unbroadcast`` along the columns, which the
    user of the product may have broadcast."""
    total = g.value
    is_own = isinstance(total, op.Unbroadcast) and total.like is y.value and total.axes == (1,)
    return is_own and len(y.shape) == len(b.shape) == 2


def _apply_matrix(matrices: TensorValue, vectors: TensorValue) -> TensorValue:
    rank = len(vectors.shape)
    return matrices.dot(vectors.unsqueeze(rank)).squeeze(rank)


LabeledFactor = tuple[TensorValue, Sequence[str]]
"""A factor with a letter for each dimension, except for broadcast dimensions of size 1."""


def contract(flow: Flow, instruction: op.Contract) -> None:
    """Propagates gradients. The gradient of a factor is the result's gradient contracted with the
    other factors."""
    labels = instruction.labels
    letters = _letters(instruction)
    sizes = _broadcast_sizes(instruction)
    g = flow.gradient(instruction)
    seed: LabeledFactor = g, [letters[name] for name in labels.output]
    parts: list[LabeledFactor] = []
    repeated_factors: list[Repeated] = []
    for names, factor in zip(labels.inputs, instruction.factors, strict=True):
        repetition = Repeated(flow.term(factor))
        own: list[str] = []
        for axis, (name, dim) in enumerate(zip(names, tensor_type(factor).shape, strict=True)):
            size = sizes.get(name, 1)
            own.append("" if dim == 1 and size != 1 else letters[name])
            if isinstance(dim, Symbol) and name in sizes and (size != dim or dim == ERASED):
                repetition.along(axis, ones_along(g, labels.output.index(name)))
        parts.append((repetition.x, own))
        repeated_factors.append(repetition)
    for number, factor in enumerate(instruction.factors):
        if flow.wants(factor):
            others = [seed, *parts[:number], *parts[number + 1 :]]
            found = repeated_factors[number].undo(_gradient(others, *parts[number]))
            flow.add(factor, (), found.like(flow.term(factor)))


def _letters(instruction: op.Contract) -> dict[str, str]:
    """Returns a letter for each label, including the labels of the dimensions of ``...``."""
    labels = dict.fromkeys(label for names in instruction.labels.inputs for label in names)
    free = iter(letter for letter in ascii_letters if letter not in labels)
    if len(labels) > len(ascii_letters):
        raise unsupported(f"a contraction of more than {len(ascii_letters)} labels", instruction)
    return {label: label if len(label) == 1 else next(free) for label in labels}


def _broadcast_sizes(instruction: op.Contract) -> dict[str, Dim]:
    """Returns the sizes of the dimensions of ``...`` that are 1 in some factors but not in all.
    Unknown sizes are erased."""
    found: dict[str, list[Dim]] = {}
    for names, factor in zip(instruction.labels.inputs, instruction.factors, strict=True):
        for name, size in zip(names, tensor_type(factor).shape, strict=True):
            if len(name) > 1:
                found.setdefault(name, []).append(size)
    broadcast: dict[str, Dim] = {}
    for name, sizes in found.items():
        others = [size for size in sizes if size != 1]
        if (len(others) > 1 and ERASED in others) or len({*others}) > 1:
            broadcast[name] = ERASED
        elif 1 in sizes and others:
            broadcast[name] = others[0]
    return broadcast


def _gradient(others: Sequence[LabeledFactor], x: TensorValue, own: Sequence[str]) -> TensorValue:
    known = {letter for _, letters in others for letter in letters if letter}
    kept = dict.fromkeys(letter for letter in own if letter in known)
    terms = ["".join(letters) for _, letters in others]
    factors = [_without_repeated(term, letters).value for term, letters in others]
    result = x.wrap(op.Contract(factors, f"{','.join(terms)}->{''.join(kept)}"))
    first = [letter in kept and letter not in own[:axis] for axis, letter in enumerate(own)]
    result = result.unsqueeze(*(axis for axis, is_first in enumerate(first) if not is_first))
    result = result.broadcast_to(x)
    for axis, letter in enumerate(own):
        if letter and letter in own[:axis]:
            row, column = (coordinate(x, a) for a in (own.index(letter), axis))
            result = row.equals(column).select(result, 0)
    return result.like(x)


def _without_repeated(term: TensorValue, letters: Sequence[str]) -> TensorValue:
    for axis in reversed(range(len(letters))):
        if not letters[axis]:
            term = term.squeeze(axis)
    return term
