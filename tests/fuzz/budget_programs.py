"""Gradients of random programs under random memory budgets: kept, with equal results.

``python -m tests.fuzz.budget_programs 300`` draws 300 programs; ``--first S`` sets the first seed,
and ``--print`` prints them. Their loops are nested, in branches and in recursive functions, with
static or dynamic trip counts. The memory of a call is its frame plus the peak of its allocations,
as the run-time support counts them.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from random import Random
from typing import Any, Final

import numpy as np

import dlvm
from dlvm.diagnostics import DiagnosticError

TOO_LITTLE: Final = re.compile(r"the least budget is (\d+) bytes")
UNKNOWN: Final = "expected a budget in bytes"
"""The errors for a budget that cannot be kept, and for a share of an unknown amount."""
EXCEEDED: Final = "cannot meet its memory budget"
"""The error of a call that exceeds a budget, if that is known only at run time."""


class _Program:
    """A program while it is drawn."""

    def __init__(self, random: Random) -> None:
        self.random = random
        rows, columns = random.choice((4, 16, 24)), random.choice((4, 16, 24))
        self.x, self.w = f"<{rows} x {columns} x f64>", f"<{columns} x {columns} x f64>"
        self.shapes = (rows, columns), (columns, columns)
        self.functions: list[str] = []
        self.count = 0
        self.calls_itself = False

    def text(self) -> str:
        body = self.body(self.random.randint(2, 5), 2)
        types = f"{self.x}, {self.w}, i64, i64, bool"
        return "\n".join(
            (
                *self.functions,
                f"func @f: ({types}) -> f64 {{",
                f"'entry(%x: {self.x}, %w: {self.w}, %n: i64, %m: i64, %c: bool):",
                *body,
                f"    %square = square {self.value}: {self.x}",
                f"    %sum = reduce %square: {self.x} by add along 0, 1",
                "    return %sum: f64\n}",
                "[gradient @f wrt 0, 1 keeping 0]",
                f"func @g: ({types}) -> ({self.x}, {self.w}, f64)\n",
            )
        )

    def name(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def body(self, steps: int, depth: int) -> list[str]:
        self.value = "%x"
        return self.steps(steps, depth)

    def steps(self, count: int, depth: int) -> list[str]:
        lines: list[str] = []
        for _ in range(count):
            deep = (self.loop, self.loop, self.branch, self.call, self.recursion)
            if depth and self.random.random() < 0.6:
                lines += self.random.choice(deep)(depth - 1)
            else:
                lines += self.layers()
        return lines

    def layers(self) -> list[str]:
        lines: list[str] = []
        for _ in range(self.random.choice((1, 2, 2, 6))):
            made, before = self.name("%h"), self.value
            lines.append(f"    {made}.a = dot {before}: {self.x}, %w: {self.w}")
            way = self.random.choice(("tanh", "sin"))
            lines.append(f"    {made}.b = {way} {made}.a: {self.x}")
            other = self.random.choice(("add", "subtract"))
            if self.random.random() < 0.6:
                lines.append(f"    {made} = {other} {made}.b: {self.x}, {before}: {self.x}")
            else:
                lines.append(f"    {made} = multiply {made}.b: {self.x}, 0.75: f64")
            self.value = made
        return lines

    def loop(self, depth: int) -> list[str]:
        name = self.name("loop")
        number = f"%{name}.i"
        rounds = self.random.choice(("%n", "%m", "3", "6"))
        before, state = self.value, f"%{name}.h"
        self.value = state
        inside = self.steps(self.random.randint(1, 2), depth)
        lines = [
            f"    branch '{name}(0: i64, {before}: {self.x})",
            f"'{name}({number}: i64, {state}: {self.x}):",
            f"    {number}.c = lessThan {number}: i64, {rounds}: i64",
            f"    conditional {number}.c: bool then '{name}.body() else '{name}.end()",
            f"'{name}.body():",
            *inside,
            f"    {number}.n = add {number}: i64, 1: i64",
            f"    branch '{name}({number}.n: i64, {self.value}: {self.x})",
            f"'{name}.end():",
        ]
        self.value = state
        return lines

    def branch(self, depth: int) -> list[str]:
        name, before = self.name("branch"), self.value
        lines = [f"    conditional %c: bool then '{name}.yes() else '{name}.no()"]
        for arm in ("yes", "no"):
            self.value = before
            lines += [f"'{name}.{arm}():", *self.steps(self.random.randint(0, 2), depth)]
            lines.append(f"    branch '{name}({self.value}: {self.x})")
        self.value = f"%{name}.h"
        return [*lines, f"'{name}({self.value}: {self.x}):"]

    def call(self, depth: int) -> list[str]:
        name, before = self.name("part"), self.value
        body = self.body(self.random.randint(1, 3), depth)
        types = f"{self.x}, {self.w}, i64, i64, bool"
        mark = self.random.choice(("!noinline\n", ""))
        self.functions += [
            f"{mark}func @{name}: ({types}) -> {self.x} {{",
            f"'entry(%x: {self.x}, %w: {self.w}, %n: i64, %m: i64, %c: bool):",
            *body,
            f"    return {self.value}: {self.x}\n}}",
        ]
        self.value = f"%{name}"
        given = f"({before}: {self.x}, %w: {self.w}, %n: i64, %m: i64, %c: bool)"
        return [f"    %{name} = apply @{name}{given} -> {self.x}"]

    def recursion(self, depth: int) -> list[str]:
        if self.random.random() < 0.6:
            return self.layers()
        self.calls_itself = True
        name, before = self.name("again"), self.value
        self.functions += [
            f"func @{name}: ({self.x}, {self.w}, i64) -> {self.x} {{",
            f"'entry(%x: {self.x}, %w: {self.w}, %n: i64):",
            "    %c = lessThan 0: i64, %n: i64",
            "    conditional %c: bool then 'deeper() else 'end()",
            "'deeper():",
            f"    %a = dot %x: {self.x}, %w: {self.w}",
            f"    %t = tanh %a: {self.x}",
            "    %m = subtract %n: i64, 1: i64",
            f"    %r = apply @{name}(%t: {self.x}, %w: {self.w}, %m: i64) -> {self.x}",
            f"    return %r: {self.x}",
            "'end():",
            f"    return %x: {self.x}\n}}",
        ]
        self.value = f"%{name}"
        given = f"({before}: {self.x}, %w: {self.w}, %n: i64)"
        return [f"    %{name} = apply @{name}{given} -> {self.x}"]


def _budget(random: Random, whole: int) -> int | str:
    if random.random() < 0.25:
        return f"{random.randint(1, 110)}%"
    size = int(whole * 10 ** random.uniform(-1.7, 0.1))
    return random.choice((size, str(size), f"{size / 1024:.3f}KiB"))


def _of(budget: int | str, whole: int) -> float:
    """The bytes of a budget, given those that are taken without one."""
    if isinstance(budget, int) or budget.isdecimal():
        return int(budget)
    if budget.endswith("%"):
        return whole * float(budget[:-1]) / 100
    return float(budget.removesuffix("KiB")) * 1024


def _taken(executable: Any) -> int:
    """What calls of a program have taken at once."""
    return int(executable["g"].frame_bytes + executable.most_heap_bytes)


def _tried(run: Callable[..., Any], *given: Any) -> tuple[Any, str]:
    """What something gives, or the error that it ends with."""
    try:
        return run(*given), ""
    except DiagnosticError as problem:
        return None, str(problem)


def outcome(seed: int, shows: bool = False) -> str:
    """The outcome for a seed: ``kept``, ``refused`` at compile time, or ``ended`` at run time if
    the budget has no compile-time bound. Raises :class:`AssertionError` for a budget that is not
    kept, and for different results."""
    random = Random(seed)
    program = _Program(random)
    text = program.text()
    level = random.choice((0, 1, 2, 2, 3))
    if shows:
        print(text, f"level {level}")
    generator = np.random.default_rng(seed)
    given = [
        generator.normal(size=program.shapes[0]),
        generator.normal(size=program.shapes[1]) / program.shapes[1][0] ** 0.5,
        *(np.int64(n) for n in generator.integers(0, 9, 2)),
        np.bool_(generator.integers(2)),
    ]
    free = dlvm.compile(dlvm.parse(text), opt_level=level)
    wanted = free["g"](*given)
    whole = _taken(free)
    budget = _budget(random, whole)
    what = f"seed {seed}, budget {budget} of {whole}"

    def compiled(budget: int | str) -> Any:
        return dlvm.compile(dlvm.parse(text), opt_level=level, memory_budget=budget)

    limited, problem = _tried(compiled, budget)
    if problem and UNKNOWN in problem:
        assert str(budget).endswith("%"), f"{what}: {problem}"
        return "refused"
    if problem:
        least = TOO_LITTLE.search(problem)
        assert least is not None, f"{what}: {problem}"
        # The least budget is one that can be kept.
        budget = int(least[1])
        limited, what = compiled(budget), f"seed {seed}, least budget {budget} of {whole}"
    is_bounded = not any("known only at run time" in remark for remark in limited.remarks)
    found, problem = _tried(limited["g"], *given)
    if problem:
        assert EXCEEDED in problem, f"{what}: {problem}"
        assert not is_bounded, f"{what}: {problem}"
        return "ended"
    for a, b in zip(found, wanted, strict=True):
        np.testing.assert_array_equal(a, b, what)
    if not str(budget).endswith("%"):
        assert _taken(limited) <= _of(budget, whole), f"{what}: {_taken(limited)} taken"
    return "kept"


def main() -> int:
    """Tries many programs; gives the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[2])
    parser.add_argument("programs", type=int, nargs="?", default=50)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--print", action="store_true", dest="shows")
    options = parser.parse_args()
    counts: dict[str, int] = dict.fromkeys(("kept", "refused", "ended", "wrong"), 0)
    for seed in range(options.first, options.first + options.programs):
        try:
            counts[outcome(seed, options.shows)] += 1
        except (AssertionError, DiagnosticError) as problem:
            counts["wrong"] += 1
            print(f"seed {seed}: {str(problem)[:600]}", flush=True)
        if sum(counts.values()) in (options.programs, *range(0, options.programs, 10)):
            print(", ".join(f"{number} {name}" for name, number in counts.items()), flush=True)
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
