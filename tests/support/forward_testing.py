"""Helpers for tests of forward mode."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import dlvm
from dlvm.analysis.differentiation.gradients import derivative_type
from dlvm.ir import DerivativeDeclaration, Function, Module, Stage
from dlvm.text import parse
from tests.support.gradient_testing import STEP, random


def declare_derivative(module: Module, name: str, of: str, **clauses: Any) -> Function:
    """Declares a derivative function of the type that its clauses imply."""
    original = module.function(of)
    assert original is not None
    declaration = DerivativeDeclaration(original, **clauses)
    function = Function(name, derivative_type(declaration), declaration=declaration)
    return module.add_function(function)


def float_leaves(value: Any) -> Iterator[np.ndarray[Any, Any]]:
    """Returns the float tensors in a value."""
    if isinstance(value, tuple):
        for part in value:
            yield from float_leaves(part)
    elif value is not None and np.asarray(value).dtype.kind == "f":
        yield np.asarray(value, np.float64)


def tangents_of(arguments: tuple[Any, ...]) -> list[Any]:
    """Returns a random tangent for each float tensor."""
    floats = [np.asarray(a) for a in arguments if np.asarray(a).dtype.kind == "f"]
    return [random(*a.shape, seed=7 + n).astype(a.dtype) for n, a in enumerate(floats)]


def check_derivative(
    call: Callable[..., Any],
    arguments: tuple[Any, ...],
    original: str = "f",
    derivative: str = "d",
) -> None:
    """Compares @d with finite differences of @f, in a random direction."""
    tangents = tangents_of(arguments)
    sides: list[Any] = []
    for step in (STEP, -STEP):
        moves = iter(tangents)
        moved = [
            np.asarray(a) + step * next(moves) if np.asarray(a).dtype.kind == "f" else a
            for a in arguments
        ]
        sides.append(call(original, *moved))
    (found, *_) = call(derivative, *arguments, *tangents)
    pairs = zip(*map(float_leaves, sides), strict=True)
    with np.errstate(invalid="ignore"):
        expected = [(high - low) / (2 * STEP) for high, low in pairs]
    leaves = list(float_leaves(found))
    assert len(leaves) == len(expected)
    for a, b in zip(leaves, expected, strict=True):
        known = np.isfinite(b)  # Two infinities have no difference.
        np.testing.assert_allclose(a[known], b[known], rtol=1e-6, atol=1e-6)


def interpreted_and_compiled(module: Module) -> Iterator[Callable[..., Any]]:
    """Returns functions of a module, interpreted and compiled."""
    yield lambda name, *arguments: dlvm.interpret(module, name, *arguments)
    executable = dlvm.compile(module)
    yield lambda name, *arguments: executable[name](*arguments)


def derived(text: str, stage: Stage = Stage.RAW) -> Module:
    """Prints and parses a module, and derives its derivatives."""
    module = parse(f'module "m"\nstage {stage.value}\n{text}')
    dlvm.verify(module)
    assert parse(str(module)) == module
    dlvm.run_passes(module, "AD", verify_each=True)
    assert parse(str(module)) == module
    return module
