"""Compares random Python functions, staged, with their results in Python.

``python -m tests.fuzz.staged_programs 200`` draws 200 functions; ``--seed`` sets the first seed,
and ``--show`` prints them. Floats that conditions depend on are integers below 61, so they are
exact in f32 as in Python; other floats are compared up to rounding.
"""

from __future__ import annotations

import argparse
import linecache
import random
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

import dlvm.nnkit as nnkit
from dlvm.nnkit import Float0D, Float1D, enum, struct
from dlvm.nnkit import staged as make_staged


@struct
class Pair:
    v: Float1D
    x: Float0D


@enum
class Leaf:
    x: Float0D


@enum
class Branch:
    left: Tree
    right: Tree


@enum
class Weighted:
    inner: Tree
    weight: Float0D


Tree = Leaf | Branch | Weighted

PARAMETERS = "i0: Int0D, i1: Int0D, x0: Float0D, v0: Float1D, m0: Float2D, p0: Pair, t0: Tree"
RESULT = "(i0, i1, i2, i3, x0, x1, x3, v0, v1, m0, p0, s0)"


class Source:
    """The text of a program, drawn from a generator of random numbers."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.depth = 0
        self.fresh = 0
        self.loops: list[bool] = []
        self.unrolled = 1
        self.narrowed: list[str] = []
        self.walrus = True
        """Whether expressions may assign i3 and x3, which local functions cannot."""

    def pick(self, *choices: Any) -> Any:
        return self.random.choice(choices)

    def add(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def name(self, stem: str) -> str:
        self.fresh += 1
        return f"{stem}_{self.fresh}"

    # Expressions, of integers (i), floats (x), vectors (v), matrices (m) and conditions

    def i(self, depth: int = 2) -> str:
        if depth == 0 or self.random.random() < 0.3:
            return self.pick("i0", "i1", "i2", str(self.random.randrange(7)))
        a, b = self.i(depth - 1), self.i(depth - 1)
        return self.pick(
            f"({a} + {b}) % 97",
            f"({a} - {b})",
            f"({a} * {b}) % 97",
            f"{a} // {self.random.randrange(2, 5)}",
            f"({a} if {self.condition(depth - 1)} else {b})",
            f"xp.argmax({self.v(depth - 1)})",
            f"(v0.shape[0] + {a})",
            f"({a} + (i3 := {b})) % 97 - i3 // 2" if self.walrus else a,
        )

    def x(self, depth: int = 2) -> str:
        if depth == 0 or self.random.random() < 0.3:
            return self.pick("x0", "x1", "p0.x", f"{self.random.randrange(9)}.0", *self.narrowed)
        a, b = self.x(depth - 1), self.x(depth - 1)
        return self.pick(
            f"({a} + {b}) % 61.0",
            f"({a} - {b}) % 61.0",
            f"({a} * {b}) % 61.0",
            f"({a} if {self.condition(depth - 1)} else {b})",
            f"xp.sum({self.v(depth - 1)}) % 61.0",
            f"v0[{self.i(0)} % 3]",
            "m0.max()",
            f"m0[{self.i(0)} % 3, 1]",
            f"fold(t0, {a})",
            f"again({self.i(0)} % 5, {a})",
            f"((x3 := {a}) + x3 * {b}) % 61.0" if self.walrus else a,
        )

    def v(self, depth: int = 2) -> str:
        if depth == 0 or self.random.random() < 0.3:
            return self.pick("v0", "v1", "p0.v")
        a, b = self.v(depth - 1), self.v(depth - 1)
        return self.pick(
            f"({a} + {b}) % 61.0",
            f"({a} * {self.x(0)}) % 61.0",
            f"({a} - {b}) % 61.0",
            f"xp.where({a} > {b}, {a}, {self.v(0)})",
            f"xp.maximum({a}, {b})",
            f"xp.flip({a})",
            f"xp.sort({a})",
            f"xp.cumulative_sum({a}) % 61.0",
            f"{self.m(0)}[{self.i(0)} % 3]",
            f"{self.m(0)}.sum(axis={self.random.randrange(2)}) % 61.0",
            f"({self.m(0)} @ {a}) % 61.0",
            f"({a} if {self.condition(depth - 1)} else {b})",
        )

    def m(self, depth: int = 1) -> str:
        if depth == 0:
            return "m0"
        return self.pick(
            "m0.T",
            "(m0 @ m0) % 61.0",
            f"(m0 + {self.v(1)}) % 61.0",
            f"({self.v(0)}[:, None] * {self.v(0)}[None, :]) % 61.0",
            f"xp.where(m0 > {self.x(0)}, m0, {self.v(0)})",
            "m0[::-1]",
        )

    def condition(self, depth: int = 2) -> str:
        comparison = self.pick("<", "<=", ">", ">=", "==", "!=")
        if depth == 0:
            return f"{self.i(0)} {comparison} {self.i(0)}"
        return self.pick(
            f"{self.i(depth - 1)} {comparison} {self.i(depth - 1)}",
            f"{self.x(depth - 1)} {comparison} {self.x(depth - 1)}",
            f"({self.condition(depth - 1)} and {self.condition(depth - 1)})",
            f"({self.condition(depth - 1)} or {self.condition(depth - 1)})",
            f"(not {self.condition(depth - 1)})",
            f"{self.i(0)} < {self.i(1)} <= {self.i(1)}",
            f"({self.v(depth - 1)} > {self.x(0)}).{self.pick('any', 'all')}()",
            f"isinstance(t0, {self.pick('Leaf', 'Branch', '(Leaf, Weighted)')})",
        )

    # Statements

    def block(self, size: int) -> None:
        self.depth += 1
        for _ in range(self.random.randrange(1, 3)):
            self.statement(size)
        self.depth -= 1

    def statement(self, size: int) -> None:
        if size <= 0 or self.random.random() < 0.4:
            self.assignment()
            return
        kinds = [self.branch, self.branch, self.count, self.unroll, self.rows, self.match]
        kinds += [self.repeat, self.forever, self.local_function]
        self.pick(*kinds)(size - 1)

    def assignment(self) -> None:
        kind = self.random.randrange(11)
        if kind == 0 and (self.loops or self.depth > 1) and self.random.random() < 0.5:
            self.leave()
            return
        assigned = {
            1: lambda: f"i{self.random.randrange(3)} = {self.i()}",
            2: lambda: f"x{self.random.randrange(2)} = {self.x()}",
            3: lambda: f"v{self.random.randrange(2)} = {self.v()}",
            4: lambda: f"m0 = {self.m()}",
            5: lambda: f"i2 {self.pick('+', '-')}= {self.i(1)}",
            6: lambda: f"x0, (x1, i1) = {self.x(1)}, ({self.x(1)}, {self.i(1)})",
            7: lambda: f"p0 = Pair({self.v(1)}, {self.x(1)})",
            8: lambda: f"s0 = xp.tanh(s0 + {self.v(0)} * 0.01) * {self.pick('0.5', 'xp.exp(-s0)')}",
            9: lambda: f"t0 = {self.tree()}",
            10: lambda: (
                f"x1, *others = [{self.x(1)}, {self.x(0)}, {self.x(0)}]; x1 = "
                "(x1 + sum(others)) % 61.0"
            ),
            0: lambda: f"v1 = xp.stack([{', '.join(self.x(1) for _ in range(3))}]) + v1 * 0.0",
        }
        self.add(assigned[kind]())

    def tree(self) -> str:
        return self.pick(
            f"Leaf({self.x(1)})",
            f"Branch(t0, Leaf({self.x(0)}))" if not self.loops else f"Leaf({self.x(0)})",
            f"Weighted(Branch(Leaf({self.x(0)}), Leaf({self.x(0)})), {self.x(1)})",
            f"(Leaf({self.x(0)}) if {self.condition(1)} else t0)",
        )

    def leave(self) -> None:
        """Leaves a loop or the function, on a condition."""
        how = [f"return {RESULT}", *(["break", "continue"] if self.loops else [])]
        if self.loops and self.loops[-1]:
            how.remove("continue")  # A loop that counts at its end.
        self.add(f"if {self.condition()}:")
        self.depth += 1
        if self.random.random() < 0.5:
            self.assignment_only()
        self.add(self.pick(*how))
        self.depth -= 1

    def assignment_only(self) -> None:
        self.add(self.pick(f"i1 = {self.i(1)}", f"x1 = {self.x(1)}", f"v1 = {self.v(1)}"))

    def branch(self, size: int) -> None:
        self.add(f"if {self.condition()}:")
        self.block(size)
        if self.random.random() < 0.3:
            self.add(f"elif {self.condition()}:")
            self.block(size)
        if self.random.random() < 0.6:
            self.add("else:")
            self.block(size)

    def loop(self, head: str, size: int, counts: bool = False, end: str | None = None) -> None:
        self.add(head)
        self.loops.append(counts)
        self.block(size)
        if self.random.random() < 0.6:
            self.depth += 1
            self.leave()
            self.depth -= 1
        self.loops.pop()
        if end is not None:
            self.add("    " + end)
        elif self.random.random() < 0.3:
            self.add("else:")
            self.block(size - 1)

    def count(self, size: int) -> None:
        bound = self.pick("i0 % 5", "i1 % 4", "i0 % 3, 4", "4, i1 % 5, -1")
        i = self.name("k")
        self.loop(f"for {i} in range({bound}):", size)

    def unroll(self, size: int) -> None:
        if self.unrolled > 4:
            self.assignment()
            return
        self.unrolled *= 3
        k = self.name("k")
        over = self.pick("range(3)", "[1, 4, 2]", "(5, 0)", "enumerate('ab')")
        target = f"{k}, _" if "enumerate" in over else k
        self.loop(f"for {target} in {over}:", size)
        self.unrolled //= 3

    def rows(self, size: int) -> None:
        row = self.name("row")
        self.loop(f"for {row} in m0 + 0.0:", size)

    def repeat(self, size: int) -> None:
        j = self.name("j")
        self.add(f"{j} = i0 % 6")
        if self.random.random() < 0.5:
            self.loop(f"while ({j} := {j} - 1) > 0 and {self.condition(1)}:", size)
        else:
            self.loop(f"while {j} > 0:", size, True, f"{j} -= 1")

    def forever(self, size: int) -> None:
        j = self.name("j")
        self.add(f"{j} = i1 % 4")
        self.add("while True:")
        self.depth += 1
        self.add(f"{j} += 1")
        self.add(f"if {j} > 5 or {self.condition(1)}:")
        self.add(f"    {self.pick('break', 'break', f'return {RESULT}')}")
        self.depth -= 1
        self.loops.append(False)
        self.block(size - 1)
        self.loops.pop()

    def local_function(self, size: int) -> None:
        f = self.name("local")
        self.add(f"def {f}(x):")
        self.depth += 1
        self.walrus = False
        self.add(f"if {self.condition(1)}:")
        self.add(f"    return {self.x(1)}")
        self.add(f"return (x + {self.x(1)}) % 61.0")
        self.depth -= 1
        self.walrus = True
        self.add(f"x1 = {f}({self.x(1)})")

    def match(self, size: int) -> None:
        self.add("match t0:")
        self.depth += 1
        patterns = [
            "Leaf(x_a) if x_a > x0",
            "Branch(Leaf(x_a), _)",
            "Branch(_, Weighted(weight=x_a)) as whole",
            "Leaf(x_a) | Weighted(_, x_a)",
            "Weighted(Leaf(x_a) | Branch(Leaf(x_a), Leaf())) if i0 > 3",
        ]
        self.random.shuffle(patterns)
        for pattern in patterns[: self.random.randrange(1, 4)]:
            self.add(f"case {pattern}:")
            self.narrowed.append("x_a")
            self.block(size)
            self.narrowed.pop()
        self.add(self.pick("case _:", "case Leaf() | Weighted() | Branch():"))
        self.block(size)
        self.depth -= 1

    # The whole

    def helpers(self) -> None:
        """Functions that call themselves: over a tree, and down to zero."""
        self.add("@staged\ndef fold(t0: Tree, x0: Float0D) -> Float0D:")
        self.add("    match t0:")
        first = self.pick("Leaf(y) if y > x0", "Branch(Leaf(y), _)", "Weighted(Leaf(y), _)")
        self.add(f"        case {first}:\n            return (y + x0) % 61.0")
        self.add("        case Leaf(y):\n            return y")
        self.add("        case Branch(left, right):")
        rest = self.pick("fold(right, x0)", "fold(right, fold(left, x0))", "x0")
        self.add(f"            return (fold(left, x0) {self.pick('+', '*')} {rest}) % 61.0")
        self.add("        case Weighted(inner, y):\n            return fold(inner, y)")
        self.add("@staged\ndef again(i0: Int0D, x0: Float0D) -> Float0D:")
        self.add("    if i0 <= 0:\n        return x0")
        operator, number = self.pick("<", ">", "=="), self.random.randrange(9)
        self.add(f"    if x0 {operator} {number}:\n        return (x0 + 1.0) % 61.0")
        self.add(f"    y = again(i0 - 1, (x0 * {self.pick('2.0', '3.0', 'x0')}) % 61.0)")
        self.add(f"    return (y {self.pick('+', '-')} x0) % 61.0")

    def program(self) -> str:
        self.helpers()
        self.add(f"@staged\ndef f({PARAMETERS}) -> Any:")
        self.depth = 1
        self.add(f"i2, x1, v1, s0 = {self.pick('3', 'i0')}, p0.x, v0, v0 * 0.01")
        self.add("i3, x3 = i0, x0")
        for _ in range(self.random.randrange(2, 6)):
            self.statement(3)
        self.add(f"return {RESULT}")
        return "\n".join(self.lines) + "\n"


def defined(text: str, filename: str, staged: Callable[..., Any], xp: ModuleType) -> Any:
    """The function ``f`` of a program."""
    names: dict[str, Any] = {
        **globals(), "__name__": "drawn", "staged": staged, "xp": xp, "Any": Any,
    }  # fmt: skip
    linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
    exec(compile(text, filename, "exec"), names)
    return names["f"]


def _scalar(rng: np.random.Generator) -> Any:
    return np.float32(rng.integers(61))


def draw_tree(rng: np.random.Generator, depth: int = 3) -> Tree:
    kind = rng.integers(4) if depth else 0
    if kind <= 1:
        return Leaf(_scalar(rng))
    if kind == 2:
        return Branch(draw_tree(rng, depth - 1), draw_tree(rng, depth - 1))
    return Weighted(draw_tree(rng, depth - 1), _scalar(rng))


def draw_arguments(rng: np.random.Generator) -> tuple[Any, ...]:
    def whole(*shape: int) -> Any:
        return rng.integers(0, 61, shape).astype(np.float32)

    numbers = int(rng.integers(0, 20)), int(rng.integers(0, 20)), np.float32(rng.integers(61))
    return *numbers, whole(3), whole(3, 3), Pair(whole(3), whole()[()]), draw_tree(rng)


def flat(value: Any) -> list[Any]:
    if isinstance(value, tuple):
        return [x for v in value for x in flat(v)]
    return [value.v, value.x] if isinstance(value, Pair) else [value]


def check(seed: int, interpreted: bool = False) -> str:
    """Draws a program and checks it on a few arguments; gives its text."""
    text = Source(seed).program()
    filename = f"<drawn {seed} {interpreted}>"
    plain = defined(text, filename, lambda function: function, np)
    made = defined(text, filename, make_staged(interpret=interpreted), nnkit)
    rng = np.random.default_rng(seed)
    for _ in range(4):
        arguments = draw_arguments(rng)
        with np.errstate(all="ignore"):
            expected, found = flat(plain(*arguments)), flat(made(*arguments))
        assert len(found) == len(expected)
        for place, (a, b) in enumerate(zip(found, expected, strict=True)):
            last = place == len(expected) - 1
            np.testing.assert_allclose(a, b, rtol=1e-4 if last else 0, atol=1e-5 if last else 0)
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--interpret", action="store_true")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    for seed in range(options.seed, options.seed + options.count):
        if options.show:
            print(Source(seed).program())
        try:
            check(seed, options.interpret)
        except BaseException:
            print(f"seed {seed} fails:\n{Source(seed).program()}")
            raise
    print(f"{options.count} programs give the same, staged and run by Python")


if __name__ == "__main__":
    main()
