"""Random staged functions over dynamic axes agree with the same functions at known sizes, in values
and gradients, interpreted and compiled at each optimization level; one program serves all sizes.

Usage: ``python -m tests.fuzz.dynamic_axes 200`` draws functions, and ``--table`` compiles the
functions of the test's tables (``tests/unit/nnkit/dynamic_axes/test_dynamic_axes.py`` and
``tests/unit/nn/test_dynamic_layers.py``) at each level, too.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dlvm import nn, nnkit
from dlvm.nnkit import f32, i64, staged
from tests.support.dynamic_axes import Compared

ARGUMENTS: Mapping[str, tuple[Any, tuple[int | str, ...]]] = {
    "x": (f32, ("n", "m")),
    "y": (f32, ("n", 3)),
    "z": (f32, ("m", "n")),
    "v": (f32, ("m",)),
    "t": (f32, ("n", "m", 2)),
    "i": (i64, ("n",)),
}
LEVELS: Sequence[Mapping[str, Any]] = (
    {"interpret": True}, *({"opt_level": level} for level in range(4)),
)  # fmt: skip

Expression = Callable[[Mapping[str, Any]], Any]
Rng = np.random.Generator


@dataclass
class Draw:
    """A random expression: its text, how it is computed, and its rank."""

    text: str
    compute: Expression
    rank: int


def _of(name: str, function: Callable[..., Any], rank: int, *parts: Draw) -> Draw:
    def compute(values: Mapping[str, Any]) -> Any:
        return function(*(p.compute(values) for p in parts))

    return Draw(f"{name}({', '.join(p.text for p in parts)})", compute, rank)


def _leaf(name: str) -> Draw:
    return Draw(name, lambda values: values[name], len(ARGUMENTS[name][1]))


Step = Callable[[Rng, Draw], "Draw | None"]


def _any_axis(rng: Rng, x: Draw) -> int:
    return int(rng.integers(0, x.rank))


def _reduced(rng: Rng, x: Draw) -> Draw | None:
    name = str(rng.choice(["sum", "mean", "max", "min", "std", "var"]))
    axis, kept = _any_axis(rng, x), bool(rng.integers(0, 2))
    function = getattr(nnkit, name)
    rank = x.rank if kept else x.rank - 1
    return _of(f"{name} {axis} {kept} ", lambda a: function(a, axis=axis, keepdims=kept), rank, x)


def _mapped(rng: Rng, x: Draw) -> Draw | None:
    name = str(rng.choice(["sin", "tanh", "square", "negative", "abs", "exp"]))
    function = getattr(nnkit, name)
    return _of(name, lambda a: function(nnkit.tanh(a)), x.rank, x)


def _sliced(rng: Rng, x: Draw) -> Draw | None:
    axis = _any_axis(rng, x)
    found = (
        slice(1, None), slice(None, -1), slice(None, 2), slice(None, None, 2), slice(-2, None),
        slice(None, None, -1), slice(1, 9), slice(-1, None, -2), slice(0, 5, 3),
    )  # fmt: skip
    part = found[rng.integers(0, len(found))]
    key = (*(slice(None),) * axis, part)
    return _of(f"[{axis}: {part.start}:{part.stop}:{part.step}]", lambda a: a[key], x.rank, x)


def _computed_slice(rng: Rng, x: Draw) -> Draw | None:
    axis, kind = _any_axis(rng, x), int(rng.integers(0, 3))

    def cut(a: Any) -> Any:
        n = a.shape[axis]
        part = (slice(n // 2), slice(n // 2, n), slice(0, (n + 1) // 2))[kind]
        return a[(*(slice(None),) * axis, part)]

    return _of(f"half {kind} {axis} ", cut, x.rank, x)


def _picked(rng: Rng, x: Draw) -> Draw | None:
    axis, place = _any_axis(rng, x), int(rng.choice([0, -1]))
    key = (*(slice(None),) * axis, place)
    return _of(f"[{axis}: {place}]", lambda a: nnkit.concat([a, a], axis=axis)[key], x.rank - 1, x)


def _expanded(rng: Rng, x: Draw) -> Draw | None:
    if x.rank > 2:
        return None
    axis = int(rng.integers(0, x.rank + 1))
    return _of(f"expand {axis} ", lambda a: nnkit.expand_dims(a, axis), x.rank + 1, x)


def _flat(rng: Rng, x: Draw) -> Draw | None:
    kind = int(rng.integers(0, 3))

    def reshaped(a: Any) -> Any:
        if kind == 0:
            return a.reshape(-1)
        if kind == 1:
            return a.reshape((-1, a.shape[-1]))
        return a.reshape((a.shape[0], -1))

    return _of(f"reshape {kind} ", reshaped, 1 if kind == 0 else 2, x)


def _whole(rng: Rng, x: Draw) -> Draw | None:
    axis = _any_axis(rng, x)
    changes: dict[str, Callable[[Any], Any]] = {
        "flip": lambda a: nnkit.flip(a, axis),
        "roll": lambda a: nnkit.roll(a, 1, axis),
        "sort": lambda a: nnkit.sort(a, axis),
        "cumsum": lambda a: nnkit.cumulative_sum(a, axis=axis) * 0.1,
        "softmax": lambda a: nn.softmax(a, axis),
        "double": lambda a: nnkit.concat([a, a * 0.5], axis=axis),
        "repeat": lambda a: nnkit.repeat(a, 2, axis=axis),
        "transpose": lambda a: a.T,
        "pad": lambda a: nnkit.pad(a, 1),
        "ordered": lambda a: nnkit.take_along_axis(a, nnkit.argsort(a, axis), axis),
        "scaled": lambda a: a / (a.shape[axis] + 1),
        "numbered": lambda a: a + nnkit.arange(a.shape[-1], dtype=f32) * 0.1,
        "zeros": lambda a: a + nnkit.zeros((2 * a.shape[0] + 1, *a.shape[1:]))[: a.shape[0]],
        "set": lambda a: nnkit.concat([a, a])[:, None].at[0].set(0.5)[:, 0],
        "masked": lambda a: nnkit.where(nnkit.arange(a.shape[0] * 0 + a.shape[-1]) < 2, a, 0.0),
    }
    name = str(rng.choice(list(changes)))
    return _of(f"{name} {axis} ", changes[name], x.rank, x)


@staged
def _recurrence(a: Any) -> Any:
    total = nnkit.zeros(a.shape[1:])
    for row in a:
        total = nnkit.tanh(total * 0.5 + row)
    return total


@staged
def _branch(a: Any) -> Any:
    if nnkit.sum(a) > 0:
        return nnkit.sin(a) * len(a)
    return a * 0.5


def _called(rng: Rng, x: Draw) -> Draw | None:
    if rng.integers(0, 2):
        return _of("recurrence", _recurrence, x.rank - 1, x)
    return _of("branch", _branch, x.rank, x)


def _product(rng: Rng, x: Draw) -> Draw | None:
    if x.rank != 2:
        return None
    return _of("gram", lambda a: nnkit.tanh(a @ a.T), 2, x)


def _outer(rng: Rng, x: Draw) -> Draw | None:
    if x.rank != 1:
        return None
    return _of("differences", lambda a: a[:, None] - a[None], 2, x)


STEPS: Sequence[Step] = (
    _reduced, _mapped, _sliced, _computed_slice, _picked, _expanded, _flat, _whole, _whole, _whole,
    _called, _product, _outer,
)  # fmt: skip


@dataclass
class Program:
    """A random function of some of the arguments."""

    names: list[str]
    results: list[Draw] = field(default_factory=list["Draw"])

    @property
    def body(self) -> Callable[..., Any]:
        """The function, with the arguments as parameters."""
        results = self.results

        def compute(values: Mapping[str, Any]) -> Any:
            return [r.compute(values) for r in results]

        names = ", ".join(self.names)
        pairs = ", ".join(f"{n!r}: {n}" for n in self.names)
        return eval(f"lambda {names}: compute({{{pairs}}})", {"compute": compute})


def drawn(seed: int, length: int = 4) -> Program:
    """A random function."""
    rng = np.random.default_rng(seed)
    names = [str(n) for n in rng.permutation([n for n in ARGUMENTS if n != "i"])[:2]]
    program = Program(sorted(names))
    for name in program.names:
        value = _leaf(name)
        for _ in range(int(rng.integers(1, length + 1))):
            step = STEPS[int(rng.integers(0, len(STEPS)))]
            following = step(rng, value) if value.rank else None
            value = value if following is None else following
        program.results.append(value)
    first, second = program.results
    joined = _of("means", lambda a, b: nnkit.mean(a) * nnkit.mean(b), 0, first, second)
    program.results.append(joined)
    return program


def check(seed: int, options: Mapping[str, Any]) -> None:
    """Compares a random function at three sizes."""
    program = drawn(seed)
    rng = np.random.default_rng(seed)
    sizes = [
        {n: int(s) for n, s in zip("nm", rng.integers(2, 8, 2), strict=True)} for _ in range(3)
    ]
    Compared(program.body, ARGUMENTS, **options).check(sizes)


def _tables() -> list[tuple[str, Callable[[Mapping[str, Any]], None]]]:
    from tests.unit.nn import test_dynamic_layers as layers
    from tests.unit.nnkit.dynamic_axes import test_dynamic_axes as functions

    def of(table: Any, name: str) -> Callable[[Mapping[str, Any]], None]:
        model = getattr(table, "MODELS", {}).get(name)

        def run(options: Mapping[str, Any]) -> None:
            Compared(table.CASES[name], table.ARGUMENTS, model, **options).check(table.SIZES)

        return run

    return [(name, of(table, name)) for table in (functions, layers) for name in table.CASES]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "programs", type=int, nargs="?", default=200, help="the number of functions"
    )
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--table", action="store_true", help="also the functions of the tables")
    parser.add_argument("--levels", default="i0123", help="i for the interpreter, and levels")
    given = parser.parse_args()
    levels = [LEVELS["i0123".index(level)] for level in given.levels]
    failures = 0
    work: list[tuple[str, Callable[[Mapping[str, Any]], None]]] = []
    for seed in range(given.seed, given.seed + given.programs):
        work.append((f"seed {seed}", lambda options, seed=seed: check(seed, options)))
    for name, run in (*work, *(_tables() if given.table else ())):
        for options in levels:
            try:
                run(options)
            except Exception:
                failures += 1
                print(f"{name} with {dict(options)}:")
                if name.startswith("seed"):
                    for result in drawn(int(name.split()[1])).results:
                        print(f"    {result.text}")
                traceback.print_exc()
    print(f"{len(work)} functions, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
