"""Transformations and linear algebra of NNKit agree with JAX on randomly composed functions.

Usage: ``python -m tests.peers.composed.programs 100`` draws functions for each kind: ``vmap``,
``jacobian``, ``hessian`` and ``linalg``. A function is a list of steps on small arrays of f64:
element-wise functions, reductions, products, indexing, branches, loops and matrix decompositions.
The same steps run in NumPy, JAX and NNKit. NumPy decides whether a step is kept: numbers must be
moderate, and no operand is where a function has no derivative.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import jax
import numpy as np

from dlvm import nnkit
from dlvm.nnkit import staged
from tests.peers.composed.libraries import InJax, InNNKit, InNumPy
from tests.peers.composed.steps import STEPS, Array, Rng, Step

QUICK = {"xla_backend_optimization_level": 0, "xla_llvm_disable_expensive_passes": True}
TOLERANCE = 1e-7
"""What may differ, of the greatest magnitude in an array."""
LEAST_STEPS, MOST_STEPS = 3, 7
MOST_ELEMENTS, GREATEST = 24, 20.0
LINALG_SHARE = {"vmap": 0.15, "jacobian": 0.15, "hessian": 0.15, "linalg": 0.6}
"""The share of the steps that are functions of linear algebra, for each kind."""
KINDS = tuple(LINALG_SHARE)
ROWS = 3


@dataclass
class Program:
    """A composed function of arrays."""

    steps: list[tuple[str, Step, tuple[int, ...]]] = field(default_factory=list)

    def __call__(self, library: Any, *arguments: Any) -> Any:
        values = list(arguments)
        for _, step, operands in self.steps:
            values.append(step(library, *(values[i] for i in operands)))
        return values[-1]

    def __str__(self) -> str:
        return "; ".join(f"{name}{operands}" for name, _, operands in self.steps)


@dataclass
class Case:
    """A program with the arguments for which it is compared."""

    kind: str
    program: Program
    arguments: tuple[Array, ...]
    axes: tuple[int | None, ...]
    """The axis of each argument that is mapped."""
    weights: Array
    """The factors of the elements of the result in a scalar."""


def _is_moderate(value: Any) -> bool:
    return (
        isinstance(value, np.ndarray | np.floating)
        and value.dtype == np.float64
        and 0 < value.size <= MOST_ELEMENTS
        and value.ndim <= 3
        and bool(np.isfinite(value).all())
        and float(np.abs(value).max()) < GREATEST
    )


def _operands(rng: Rng, count: int, available: int) -> tuple[int, ...]:
    """The latest value, and any others."""
    others = [int(rng.integers(available)) for _ in range(count - 1)]
    chosen = [available - 1, *others]
    return tuple(chosen if rng.integers(2) else reversed(chosen))


def composed(rng: Rng, samples: Sequence[tuple[Array, ...]], linalg_share: float) -> Program:
    """Draws a program that is differentiable at each of the samples."""
    program = Program()
    values = [list(sample) for sample in samples]
    wanted = int(rng.integers(LEAST_STEPS, MOST_STEPS + 1))
    library = InNumPy()
    while len(program.steps) < wanted:
        family = "linalg" if rng.random() < linalg_share else "array"
        names = sorted(STEPS[family])
        name = names[rng.integers(len(names))]
        count, draw = STEPS[family][name]
        operands = _operands(rng, count, len(values[0]))
        step = draw(rng, *(np.shape(values[0][i]) for i in operands))
        if step is None:
            continue
        try:
            with np.errstate(all="ignore"):
                found = [step(library, *(v[i] for i in operands)) for v in values]
        except (ValueError, np.linalg.LinAlgError, IndexError):
            continue
        if all(map(_is_moderate, found)):
            program.steps.append((name, step, operands))
            for known, value in zip(values, found, strict=True):
                known.append(np.asarray(value))
    return program


def case(kind: str, seed: int) -> Case:
    """The case of a seed."""
    rng = np.random.default_rng([KINDS.index(kind), seed])
    n, m = (int(rng.integers(2, 4)) for _ in range(2))
    shapes = [(n,), (n, m)] if kind != "linalg" else [(n, m), (2, n, n)]
    if kind != "vmap":
        arguments = tuple(rng.standard_normal(shape) for shape in shapes)
        program = composed(rng, [arguments], LINALG_SHARE[kind])
        weights = rng.uniform(0.5, 1.5, np.shape(program(InNumPy(), *arguments)))
        return Case(kind, program, arguments, (), weights)
    axes: list[int | None] = [
        int(rng.integers(-1, len(shape) + 1)) if rng.integers(4) else None for shape in shapes
    ]
    if axes == [None, None]:
        axes[0] = 0
    arguments = tuple(
        rng.standard_normal(
            shape if axis is None else np.insert(shape, axis % (len(shape) + 1), ROWS)
        )
        for shape, axis in zip(shapes, axes, strict=True)
    )
    samples = [
        tuple(
            a if axis is None else np.take(a, row, axis)
            for a, axis in zip(arguments, axes, strict=True)
        )
        for row in range(ROWS)
    ]
    program = composed(rng, samples, LINALG_SHARE[kind])
    weights = rng.uniform(0.5, 1.5, np.shape(program(InNumPy(), *samples[0])))
    return Case(kind, program, arguments, tuple(axes), weights)


def _total(x: Any) -> Any:
    return (x * x).sum() if x.ndim else x * x


def in_jax(drawn: Case) -> list[Array]:
    """The results of JAX: values, derivatives, and gradients of these."""
    library = InJax()

    def function(*arguments: Any) -> Any:
        return drawn.program(library, *arguments)

    def scalar(*arguments: Any) -> Any:
        return (function(*arguments) * drawn.weights).sum()

    def mapped(*arguments: Any) -> Any:
        return jax.vmap(function, drawn.axes)(*arguments)

    def everything(*arguments: Any) -> Any:
        both = (0, 1)
        if drawn.kind == "vmap":
            return (
                mapped(*arguments),
                jax.grad(lambda *a: _total(mapped(*a)), both)(*arguments),
                jax.vmap(jax.grad(scalar, both), drawn.axes)(*arguments),
            )
        if drawn.kind == "jacobian":
            jacobian = jax.jacobian(function)
            slopes = jax.grad(lambda *a: _total(jacobian(*a)), both)(*arguments)
            return jax.jacobian(function, both)(*arguments), slopes
        if drawn.kind == "hessian":
            hessian = jax.hessian(scalar)
            slopes = jax.grad(lambda *a: _total(hessian(*a)), both)(*arguments)
            return jax.hessian(scalar, both)(*arguments), slopes
        value, back = jax.vjp(function, *arguments)
        _, along = jax.jvp(function, arguments, tuple(map(jax.numpy.cos, arguments)))
        return value, back(jax.numpy.asarray(drawn.weights)), along

    with jax.enable_x64(True):
        found = jax.jit(everything, compiler_options=QUICK)(*drawn.arguments)
        return [np.asarray(leaf) for leaf in jax.tree.leaves(found)]


def in_nnkit(drawn: Case, **options: Any) -> list[Array]:
    """The same results of NNKit."""
    library = InNNKit()

    @staged(interpret=True)
    def function(a: Any, b: Any) -> Any:
        return nnkit.asarray(drawn.program(library, a, b))

    @staged(interpret=True)
    def scalar(a: Any, b: Any) -> Any:
        return (function(a, b) * drawn.weights).sum()

    @staged(interpret=True)
    def mapped_total(a: Any, b: Any) -> Any:
        return _total(nnkit.vmap(function, drawn.axes)(a, b))

    @staged(interpret=True)
    def jacobian_total(a: Any, b: Any) -> Any:
        return _total(nnkit.jacobian(function)(a, b))

    @staged(interpret=True)
    def hessian_total(a: Any, b: Any) -> Any:
        return _total(nnkit.hessian(scalar)(a, b))

    @staged(**options)
    def everything(a: Any, b: Any) -> Any:
        both = (0, 1)
        if drawn.kind == "vmap":
            return (
                nnkit.vmap(function, drawn.axes)(a, b),
                nnkit.gradient(mapped_total, both)(a, b),
                nnkit.vmap(nnkit.gradient(scalar, both), drawn.axes)(a, b),
            )
        if drawn.kind == "jacobian":
            slopes = nnkit.gradient(jacobian_total, both)(a, b)
            return nnkit.jacobian(function, both)(a, b), slopes
        if drawn.kind == "hessian":
            slopes = nnkit.gradient(hessian_total, both)(a, b)
            return nnkit.hessian(scalar, both)(a, b), slopes
        back = nnkit.vjp(function, both)(a, b, nnkit.asarray(drawn.weights))
        along = nnkit.jvp(function, both)(a, b, nnkit.cos(a), nnkit.cos(b))
        return function(a, b), back, along

    return [np.asarray(leaf) for leaf in jax.tree.leaves(everything(*drawn.arguments))]


def difference(found: Sequence[Array], expected: Sequence[Array]) -> str | None:
    """What differs, or None."""
    if len(found) != len(expected):
        return f"{len(found)} results, expected {len(expected)}"
    for place, (ours, theirs) in enumerate(zip(found, expected, strict=True)):
        if ours.shape != theirs.shape or ours.dtype != theirs.dtype:
            return f"result {place}: {ours.dtype} {ours.shape}, not {theirs.dtype} {theirs.shape}"
        scale = 1 + float(np.abs(theirs).max(initial=0))
        error = float(np.abs(ours - theirs).max(initial=0)) / scale
        if not error <= TOLERANCE:
            return f"result {place} differs by {error} of {scale}"
    return None


def is_defined(results: Sequence[Array]) -> bool:
    """Whether all derivatives exist and are moderate, so that rounding does not decide."""
    return all(bool((np.abs(r) < 1e5).all()) for r in results)


def main() -> None:
    """Compares, and prints the functions for which the results differ."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("count", type=int, help="the number of functions of each kind")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--first", type=int, default=0, help="the seed to begin at")
    parser.add_argument("--interpret", action="store_true", help="do not compile our programs")
    given = parser.parse_args()
    failures = 0
    for kind in given.kinds:
        compared, seed = 0, given.first
        while compared < given.count:
            drawn = case(kind, seed)
            seed += 1
            expected = in_jax(drawn)
            if not is_defined(expected):
                continue
            compared += 1
            if compared % 10 == 0:
                print(f"{kind}: {compared}, seed {seed - 1}", file=sys.stderr, flush=True)
            try:
                wrong = difference(in_nnkit(drawn, interpret=given.interpret), expected)
            except Exception:
                wrong = traceback.format_exc(limit=-2)
            if wrong is not None:
                failures += 1
                print(f"{kind} {seed - 1}: {drawn.program}\n  {wrong}", flush=True)
        print(f"{kind}: {compared} functions, seeds {given.first} to {seed - 1}", flush=True)
    print(f"{failures} differ")
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
