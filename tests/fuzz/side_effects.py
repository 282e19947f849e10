"""Random Python functions with side effects agree with Python when they are staged, or are refused.

``python -m tests.fuzz.side_effects 300`` draws 300 functions that change lists, dicts, sets,
attributes, arrays, iterators, globals and variables of nested functions, under control flow that
is staged or not. Each is called several times, with changes of the global state between the calls.
``--seed`` sets the first seed, and ``--show`` prints the programs and their outcomes.
"""

from __future__ import annotations

import argparse
import collections
import linecache
import random
from collections.abc import Callable
from typing import Any

import numpy as np

from dlvm import nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import Float0D, Float1D, Int0D, staged
from tests.fuzz.staged_programs import flat


class Box:
    """An object with attributes."""

    total = 0

    def __init__(self) -> None:
        self.n = 0
        self.inner: list[Any] = []

    def bump(self, by: int = 1) -> int:
        self.n += by
        return self.n

    @property
    def last(self) -> Any:
        self.n += 1
        return self.inner[-1] if self.inner else 0

    def __iadd__(self, other: int) -> Box:
        self.n += other
        return self


PRELUDE = """\
LOG = [0]
TABLE = {"a": 1}
COUNT = 0
LIMIT = 2
ARRAY = np.zeros(3)
SHARED = Box()
class Local(Box):
    total = 0
def scale(v):
    return v + LIMIT
def push(where, v):
    where.append(v)
    return v
def put(where, k, v):
    where[k] = v
def mark(o, v):
    o.n = v
def note(v):
    global COUNT
    COUNT += v
def record(v):
    LOG.append(v)
    TABLE["a"] = TABLE.get("a", 0) + v
def guard(where, x):
    if x > 1.0:
        return 1
    where.append(3)
    return 2
def remember(v, seen=[]):
    seen.append(v)
    return len(seen)
def twice(g, v):
    g(v)
    g(v)
def count_up(start):
    while True:
        yield start
        start += 1
"""
RESULT = (
    "(t, x, len(l), sum(l), sum(d.values()), o.n, o.total, len(o.inner), sum(s), float(a.sum()), "
    "len(q), sum(m), next(it), next(g), h, len(LOG), sum(LOG), TABLE['a'], len(TABLE), COUNT, "
    "float(ARRAY.sum()), SHARED.n, Local.total, len(bytes(b)))"
)
MUTATIONS = (
    "l.append(V)", "l.extend([V, 1])", "l += [V]", "l[0] = V", "l.insert(0, V)", "l.reverse()",
    "l.sort()", "l[:1] = [V, V]", "del l[0]", "t = t + l.pop()", "l.clear()", "l = [*l, V]",
    "d['k'] = V", "d['a'] += V", "d.update(b=V)", "d.pop('a', 0)", "d |= {'z': V}", "del d['a']",
    "t = t + d.setdefault('q', V)", "d = {**d, 'w': V}",
    "o.n = V", "o.n += V", "o.total = V", "setattr(o, 'n', V)", "o.bump(V)", "o.bump()",
    "o.inner.append(V)", "t = t + o.last", "o += V", "vars(o)['n'] = V", "mark(o, V)",
    "o.__dict__.update(n=V)", "del o.inner[:]", "Local.total += V", "type(o).total = V",
    "s.add(V)", "s.discard(1)", "s |= {V}", "s.clear()", "s = s | {V}",
    "a[0] = V", "a += V", "a[1:] = V", "a.fill(V)", "np.add(a, V, out=a)", "a.sort()", "c[0] = V",
    "np.put(a, [0], V)", "a = a + V",
    "q.append(V)", "q.rotate(1)", "q.popleft() if q else 0", "heapq.heappush(l, V)",
    "b.append(V)", "b[0:1] = bytes(2)", "m.append(V)", "m[0] = V",
    "t = t + next(it)", "t = t + next(g)", "t = t + sum(zip_first(z))", "t = t + len(list(z))",
    "nudge(V)", "twice(nudge, V)", "twice(l.append, V)", "push(l, V)", "push(o.inner, V)",
    "put(d, 'k', V)", "t = t + guard(l, x)", "t = t + remember(V)",
    "note(V)", "record(V)", "LOG.append(V)", "TABLE['b'] = V", "ARRAY[1] = V", "SHARED.n += 1",
    "SHARED.bump(V)", "operator.setitem(l, 0, V)", "list.append(l, V)", "rng_state.random()",
    "(alias := l).append(V)", "[l.append(e) for e in (V, 1)]", "t, l[0] = t + 1, V",
    "list(map(l.append, [V]))", "functools.reduce(lambda w, e: w.append(e) or w, [V], l)",
)  # fmt: skip
"""Statements with side effects; V is an integer."""


class Source:
    """The text of a program, drawn from a generator of random numbers."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.depth = 1
        self.loops = 0
        self.fresh = 0

    def pick(self, *choices: Any) -> Any:
        return self.random.choice(choices)

    def add(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def value(self) -> str:
        return self.pick("1", "2", "3", "t % 5", "len(l)", "LIMIT", "scale(1)", "len(LOG)")

    def condition(self) -> str:
        if self.random.random() < 0.5:
            return self.pick(
                "x > 1.0", "x < 0.0", "n > 2", "x > 0.5 and n > 1", "n == 3", "not x > 2"
            )
        return self.pick("len(l) > 2", "LIMIT > 1", "'k' in d", "o.n > 0", "COUNT > 2", "True")

    def statement(self, size: int) -> None:
        kinds = [self.mutate] * 6 + [self.compute] * 3
        if size > 0:
            kinds += [self.branch] * 3 + [self.loop] * 3 + [self.attempt, self.leave, self.choose]
        self.pick(*kinds)(size - 1)

    def mutate(self, size: int) -> None:
        self.add(self.pick(*MUTATIONS).replace("V", self.value()))

    def compute(self, size: int) -> None:
        self.add(
            self.pick(
                "t = t + len(l)", "x = x * 0.5 + o.n", "t = t + n", "t = (t + l[-1] if l else t)",
                "x = x + float(a[0])", "t = t + d.get('k', 0)", "t = t + COUNT + LIMIT",
                "x = x + SHARED.n", "x = x + float(ARRAY[1])",
                "t = t + scale(h)",
            )
        )  # fmt: skip

    def block(self, size: int) -> None:
        self.depth += 1
        for _ in range(self.random.randrange(1, 3)):
            self.statement(size)
        self.depth -= 1

    def branch(self, size: int) -> None:
        self.add(f"if {self.condition()}:")
        self.block(size)
        if self.random.random() < 0.4:
            self.add("else:")
            self.block(size)

    def loop(self, size: int) -> None:
        self.fresh += 1
        k = f"k{self.fresh}"
        over = self.pick(
            "range(n)", "range(2)", "range(2)", "[1, 2]", "v", "list(l)", "it2", "zip((1, 2), it3)"
        )
        self.add(f"for {k} in {over}:")
        self.loops += 1
        self.block(size)
        self.loops -= 1

    def attempt(self, size: int) -> None:
        self.add("try:")
        self.block(size)
        if self.random.random() < 0.5:
            self.depth += 1
            self.add(f"if {self.condition()}:")
            self.add(f"    raise {self.pick('ValueError', 'KeyError')}('no')")
            self.depth -= 1
        self.add(self.pick("except ValueError:", "except (KeyError, ValueError):", "finally:"))
        self.block(size)

    def leave(self, size: int) -> None:
        self.add(f"if {self.condition()}:")
        self.add(
            "    " + self.pick(f"return {RESULT}", *(["break", "continue"] if self.loops else []))
        )

    def choose(self, size: int) -> None:
        v = self.value()
        self.add(
            self.pick(
                f"t = t + (push(l, {v}) if {self.condition()} else {v})",
                f"t = t + (1 if {self.condition()} else o.bump({v}))",
                f"({self.condition()}) and (push(l, {v}) > 5)",
                f"t = t + (lambda w: push(w, {v}) if {self.condition()} else 0)(l)",
            )
        )

    def program(self) -> str:
        body: list[str] = [
            "t, h = 0, 0", "l, d, s = [1, 2], {'a': 1}, {1, 2}", "o = Local()", "a = np.zeros(3)",
            "c = a[:2]", "q = collections.deque([1, 2])",
            "b, m = bytearray(2), array.array('q', [1])",
            "it, it2, it3 = iter(range(99)), iter([1, 2, 3]), itertools.count()", "g = count_up(5)",
            "z = zip([1, 2, 3], range(9))", "rng_state = random.Random(0)",
        ]  # fmt: skip
        for line in body:
            self.add(line)
        self.add("def nudge(v):")
        self.add("    nonlocal h")
        self.add(f"    {self.pick('h += v', 'h = h + v', 'if x > 0.5: h += v')}")
        self.add("def zip_first(pairs):")
        self.add("    return next(pairs, (0, 0))")
        for _ in range(self.random.randrange(2, 6)):
            self.statement(3)
        self.add(f"return {RESULT}")
        head = "@staged\ndef f(x: Float0D, n: Int0D, v: Float1D) -> Any:\n"
        return PRELUDE + head + "\n".join(self.lines) + "\n"


def _defined(text: str, filename: str, stage: Callable[..., Any]) -> dict[str, Any]:
    import array
    import functools
    import heapq
    import itertools
    import operator

    names: dict[str, Any] = {
        "__name__": "drawn", "staged": stage, "nnkit": nnkit, "np": np, "Any": Any, "Box": Box,
        "Float0D": Float0D, "Float1D": Float1D, "Int0D": Int0D, "array": array,
        "collections": collections, "functools": functools, "heapq": heapq, "itertools": itertools,
        "operator": operator, "random": random,
    }  # fmt: skip
    linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
    exec(compile(text, filename, "exec"), names)
    return names


def _double(v: Any) -> Any:
    return v * 2


def _plain(function: Callable[..., Any]) -> Callable[..., Any]:
    return function


def _change(names: dict[str, Any], rng: random.Random) -> None:
    """Changes the global state between two calls, as the code around a staged function does."""
    which = rng.randrange(8)
    if which == 0:
        names["COUNT"] += 1
    elif which == 1:
        names["LIMIT"] = rng.randrange(1, 4)
    elif which == 2:
        names["LOG"].append(5)
    elif which == 3:
        names["TABLE"]["a"] = 7
    elif which == 4:
        names["ARRAY"][0] = 2
    elif which == 5:
        names["SHARED"].n = 3
    elif which == 6:
        names["scale"] = _double
    else:
        names["LOG"].clear()


ARGUMENTS = ((2.0, 3), (-1.0, 0), (0.75, 2), (2.0, 3), (2.0, 3))


def check(seed: int) -> str:
    """Draws a program, calls it staged and not, and returns ``agrees``, ``raises`` (Python does,
    while it stages) or ``refused``.

    Raises :class:`AssertionError` if the results differ, in which the state after the call is.
    """
    text = Source(seed).program()
    plain = _defined(text, f"drawn_side_effects_{seed}.py", _plain)
    made = _defined(text, f"drawn_side_effects_{seed}.py", staged(interpret=True))
    first, second = random.Random(seed), random.Random(seed)
    for x, n in ARGUMENTS:
        v = np.ones(2, np.float32)
        try:
            with np.errstate(all="ignore"):
                expected = flat(plain["f"](np.float32(x), n, v))
        except Exception as problem:
            expected = problem
        try:
            found = flat(made["f"](np.float32(x), n, v))
        except DiagnosticError:
            return "refused"
        except Exception as problem:
            if type(problem) is type(expected):
                return "raises"  # What Python raises while it stages.
            raise
        assert not isinstance(expected, Exception), f"{expected!r} expected, found {found}"
        np.testing.assert_allclose(np.array(found, float), np.array(expected, float), rtol=1e-5)
        for names, rng in ((plain, first), (made, second)):
            _change(names, rng)
    return "agrees"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    outcomes = collections.Counter[str]()
    failures: list[int] = []
    for seed in range(options.seed, options.seed + options.count):
        try:
            outcome = check(seed)
        except Exception as problem:
            outcome = "WRONG"
            failures.append(seed)
            print(f"seed {seed}: {type(problem).__name__}: {problem}")
        outcomes[outcome] += 1
        if options.show:
            print(Source(seed).program()[len(PRELUDE) :], "#", outcome)
    print(f"{options.count} programs: {dict(outcomes)}")
    if failures:
        raise SystemExit(f"wrong: {failures}")


if __name__ == "__main__":
    main()
