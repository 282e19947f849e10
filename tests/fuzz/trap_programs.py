"""Programs in which several instructions may trap: the first one does, in every engine.

``python -m tests.fuzz.trap_programs 1000`` draws 1000 programs; ``--first S`` sets the first seed,
and ``--print`` prints them. Some arguments of their calls make instructions trap. The
interpreter on the original program, on the result of each optimization level and at stage compute,
and compiled code return the same result, or trap with the same message and line.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final

import numpy as np

import dlvm
from dlvm.compiler import lowered_module
from dlvm.diagnostics import DiagnosticError

VECTOR: Final = "<4 x f32>"
PICKED: Final = "<3 x f32>"
ERASED: Final = "<_ x f32>"
LEVELS: Final = range(4)

_HELPERS: Final = """\
func @pick: (<4 x f32>, <3 x i64>, i64) -> f32 {
'entry(%x: <4 x f32>, %i: <3 x i64>, %n: i64):
    %a = gather %x: <4 x f32> at %i: <3 x i64> along 0
    %c = lessThan %n: i64, 4: i64
    assert %c: bool message "found {0}, expected less than 4" with %n: i64
    %b = gather %x: <4 x f32> at %n: i64 along 0
    %s = reduce %a: <3 x f32> by add along 0
    %t = add %s: f32, %b: f32
    return %t: f32
}
func @sized: (<_n x f32>, <_n x f32>) -> f32 {
'entry(%x: <_n x f32>, %y: <_n x f32>):
    %t = dot %x: <_n x f32>, %y: <_n x f32>
    return %t: f32
}
!noinline
func @apart: (<4 x f32>, <3 x i64>) -> <3 x f32> {
'entry(%x: <4 x f32>, %i: <3 x i64>):
    %e = exp %x: <4 x f32>
    %a = gather %e: <4 x f32> at %i: <3 x i64> along 0
    return %a: <3 x f32>
}
"""


class _Program:
    """A program while it is drawn. Each instruction has a line of its own."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines: list[str] = []
        self.count = 0
        self.parameters = (
            [(f"%v{n}", VECTOR) for n in range(2)]
            + [(f"%i{n}", "<3 x i64>") for n in range(3)]
            + [(f"%n{n}", "i64") for n in range(3)]
            + [(f"%c{n}", "bool") for n in range(2)]
            + [(f"%e{n}", ERASED) for n in range(3)]
            + [("%rounds", "i64")]
        )
        self.values: dict[str, list[str]] = {}
        for name, type in self.parameters:
            self.values.setdefault(type, []).append(name)
        self.total = "0"
        """The sum of all that has been computed, so that nothing of it is without use."""

    def text(self) -> str:
        named = ", ".join(f"{n}: {t}" for n, t in self.parameters)
        types = ", ".join(t for _, t in self.parameters)
        self.body(self.random.randint(3, 8), 2)
        self.line(f"return {self.total}: f32")
        head = f"func @main: ({types}) -> f32 {{\n'entry({named}):\n"
        return f"{_HELPERS}{head}{chr(10).join(self.lines)}\n}}\n"

    def line(self, text: str) -> None:
        self.lines.append("    " + text)

    def new(self, text: str, type: str, stem: str = "t") -> str:
        """A value that is computed, of a type that others may read."""
        self.count += 1
        name = f"%{stem}{self.count}"
        self.line(f"{name} = {text}")
        self.values.setdefault(type, []).append(name)
        return name

    def any(self, type: str) -> str:
        """A value of a type, most often one that is new."""
        found = self.values[type]
        return self.random.choice(found[-3:] if self.random.random() < 0.7 else found)

    def label(self, stem: str) -> str:
        self.count += 1
        return f"'{stem}{self.count}"

    def add_up(self, value: str, type: str) -> None:
        if type != "f32":
            value = self.new(f"reduce {value}: {type} by add along 0", "f32")
        self.total = self.new(f"add {self.total}: f32, {value}: f32", "f32")

    def body(self, steps: int, depth: int) -> None:
        simple = [
            self.gather, self.gather, self.gather, self.element, self.scatter, self.update,
            self.cut, self.claim, self.sum, self.product, self.cast, self.memory, self.call,
            self.again, self.call_sized, self.call_apart, self.compute, self.compute, self.index,
            self.first,
        ]  # fmt: skip
        for _ in range(steps):
            if depth and self.random.random() < 0.25:
                self.random.choice((self.branch, self.loop, self.loop))(depth - 1)
            else:
                self.random.choice(simple)()

    # What may trap

    def gather(self) -> None:
        x, i = self.any(VECTOR), self.any("<3 x i64>")
        y = self.new(f"gather {x}: {VECTOR} at {i}: <3 x i64> along 0", PICKED)
        self.add_up(y, PICKED)

    def again(self) -> None:
        self.gather()
        x, i = self.any(PICKED), self.any("<3 x i64>")
        y = self.new(f"gather {x}: {PICKED} at {i}: <3 x i64> along 0", PICKED)
        self.add_up(y, PICKED)

    def element(self) -> None:
        x, n = self.any(VECTOR), self.any("i64")
        y = self.new(f"gather {x}: {VECTOR} at {n}: i64 along 0", "f32")
        self.add_up(y, "f32")

    def scatter(self) -> None:
        self.gather()
        x, y, i = self.any(VECTOR), self.any(PICKED), self.any("<3 x i64>")
        joined = self.random.choice(("", " by add"))
        places = f"{i}: <3 x i64> along 0{joined}"
        z = self.new(f"scatter {y}: {PICKED} to {x}: {VECTOR} at {places}", VECTOR)
        self.add_up(z, VECTOR)

    def update(self) -> None:
        self.gather()
        x, y, n = self.any(VECTOR), self.any(PICKED), self.any("i64")
        z = self.new(f"update {x}: {VECTOR} with {y}: {PICKED} from {n}: i64", VECTOR)
        self.add_up(z, VECTOR)

    def cut(self) -> None:
        x, n, m = self.any(ERASED), self.any("i64"), self.any("i64")
        y = self.new(f"slice {x}: {ERASED} from {n}: i64 upto {m}: i64", ERASED)
        self.add_up(y, ERASED)

    def claim(self) -> None:
        n = self.any("i64")
        holds = self.random.choice(self.values["bool"])
        if self.random.random() < 0.5:
            holds = self.new(f"lessThan {n}: i64, 3: i64", "bool")
        self.count += 1
        self.line(f'assert {holds}: bool message "claim {self.count}, {{0}}" with {n}: i64')

    def sum(self) -> None:
        x, y = self.any(ERASED), self.any(ERASED)
        name = self.random.choice(("add", "multiply", "max"))
        self.add_up(self.new(f"{name} {x}: {ERASED}, {y}: {ERASED}", ERASED), ERASED)

    def product(self) -> None:
        x, y = self.any(ERASED), self.any(ERASED)
        self.add_up(self.new(f"dot {x}: {ERASED}, {y}: {ERASED}", "f32"), "f32")

    def cast(self) -> None:
        y = self.new(f"shapeCast {self.any(ERASED)}: {ERASED} to 2 x _", "<2 x _ x f32>")
        z = self.new(f"reduce {y}: <2 x _ x f32> by add along 0", ERASED)
        self.add_up(z, ERASED)

    def first(self) -> None:
        self.add_up(self.new(f"extract 1 from {self.any(ERASED)}: {ERASED}", "f32"), "f32")

    def memory(self) -> None:
        x, n = self.any(VECTOR), self.any("i64")
        p = self.new("allocateHeap f32 count 2", "pointer", "p")
        y = self.new(f"extract 2 from {x}: {VECTOR}", "f32")
        self.line(f"store {y}: f32 to {p}: *f32")
        q = self.new(f"elementPointer {p}: *f32 at {n}: i64", "pointer", "p")
        z = self.new(f"load {q}: *f32", "f32")
        self.line(f"deallocate {p}: *f32")
        self.add_up(z, "f32")

    def call(self) -> None:
        x, i, n = self.any(VECTOR), self.any("<3 x i64>"), self.any("i64")
        given = f"({x}: {VECTOR}, {i}: <3 x i64>, {n}: i64)"
        self.add_up(self.new(f"apply @pick{given} -> f32", "f32"), "f32")

    def call_sized(self) -> None:
        x, y = self.any(ERASED), self.any(ERASED)
        given = f"({x}: {ERASED}, {y}: {ERASED})"
        self.add_up(self.new(f"apply @sized{given} -> f32", "f32"), "f32")

    def call_apart(self) -> None:
        x, i = self.any(VECTOR), self.any("<3 x i64>")
        given = f"({x}: {VECTOR}, {i}: <3 x i64>)"
        self.add_up(self.new(f"apply @apart{given} -> {PICKED}", PICKED), PICKED)

    # What may not

    def compute(self) -> None:
        type = self.random.choice((VECTOR, ERASED))
        x = self.any(type)
        name = self.random.choice(("tanh", "negate", "square", "sin"))
        self.add_up(self.new(f"{name} {x}: {type}", type), type)

    def index(self) -> None:
        name, by = self.random.choice((("add", 1), ("subtract", 1), ("multiply", 2)))
        type = self.random.choice(("<3 x i64>", "i64"))
        self.new(f"{name} {self.any(type)}: {type}, {by}: {type}", type)

    # Control flow

    def inside(self, work: Callable[[], None]) -> None:
        """Runs what makes values that are known within a block only."""
        known = {type: list(names) for type, names in self.values.items()}
        work()
        self.values = known

    def branch(self, depth: int) -> None:
        then, other, join = (self.label(s) for s in ("then", "else", "join"))
        before = self.total
        condition = self.random.choice(self.values["bool"])
        self.line(f"conditional {condition}: bool then {then}() else {other}()")
        for label in (then, other):
            self.lines.append(f"{label}():")
            self.total = before
            if label == other and self.random.random() < 0.2:
                # What comes before would be of no use, and may go with its traps.
                self.line(f'trap "{label[1:]}"')
                continue
            self.inside(lambda: self.body(self.random.randint(0, 3), depth))
            self.line(f"branch {join}({self.total}: f32)")
        self.count += 1
        self.total = f"%j{self.count}"
        self.lines.append(f"{join}({self.total}: f32):")

    def loop(self, depth: int) -> None:
        head, body, end = (self.label(s) for s in ("head", "body", "end"))
        self.count += 1
        number, summed = f"%k{self.count}", f"%s{self.count}"
        rounds = self.random.choice(("%rounds", "%rounds", "2"))
        self.line(f"branch {head}(0: i64, {self.total}: f32)")
        self.lines.append(f"{head}({number}: i64, {summed}: f32):")
        self.total = summed
        self.line(f"{number}.c = lessThan {number}: i64, {rounds}: i64")
        self.line(f"conditional {number}.c: bool then {body}() else {end}()")
        self.lines.append(f"{body}():")

        def work() -> None:
            self.values["i64"].append(number)
            self.body(self.random.randint(1, 4), depth)

        self.inside(work)
        self.line(f"{number}.n = add {number}: i64, 1: i64")
        self.line(f"branch {head}({number}.n: i64, {self.total}: f32)")
        self.lines.append(f"{end}():")
        self.total = summed


def draw(seed: int) -> str:
    """The text of the program of a seed."""
    return _Program(Random(seed)).text()


def arguments(seed: int, call: int) -> list[Any]:
    """Arguments of a program: more of them make something trap from call to call."""
    generator = np.random.default_rng((seed, call))

    def wrong() -> bool:
        return bool(generator.random() < 0.15 * call)

    given: list[Any] = [generator.normal(size=4).astype(np.float32) for _ in range(2)]
    for _ in range(3):
        places = generator.integers(0, 3, 3)
        if wrong():
            places[generator.integers(3)] = generator.choice((-1, 4, 9))
        given.append(places)
    given += [np.int64(generator.choice((-2, 3, 5)) if wrong() else n) for n in (0, 1, 1)]
    given += [np.bool_(not wrong()) for _ in range(2)]
    sizes = [3 if wrong() else 4 for _ in range(3)]
    given += [generator.normal(size=n).astype(np.float32) for n in sizes]
    return [*given, np.int64(generator.integers(0, 3))]


_TOLD_APART: Final = {
    # The interpreter gives more details about pointers and arguments.
    r"(?<=^the pointer does not refer to accessible memory): .*": "",
    r"^(argument \d+)(?: \(%\w+\))?( has size \d+ at dimension \d+, expected \d+).*": r"\1\2",
}
"""What messages of the interpreter and of compiled code say differently."""

Outcome = tuple[str, int] | float


def _outcome(run: Callable[..., Any], given: Sequence[Any]) -> Outcome:
    """The result of a call, or the trap and its line."""
    try:
        return float(run(*given))
    except DiagnosticError as problem:
        found = problem.diagnostics[0]
        message = found.message
        for pattern, rest in _TOLD_APART.items():
            message = re.sub(pattern, rest, message)
        return message, 0 if found.location is None else found.location.line


def _agree(a: Outcome, b: Outcome) -> bool:
    if isinstance(a, float) and isinstance(b, float):
        return bool(np.isclose(a, b, rtol=1e-3, atol=1e-3, equal_nan=True))
    return a == b


def _interpreted(module: dlvm.Module) -> Callable[..., Any]:
    return lambda *given: dlvm.interpret(module, "main", *given)


def _runs(
    text: str, levels: Sequence[int], native: bool
) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The ways to run a program."""
    for level in levels:
        for stage in ("optimizable", "compute"):
            module = lowered_module(dlvm.parse(text), stage, level)
            yield f"-O{level}, stage {stage}", _interpreted(module)
        threads = (1, 2) if native else ()
        for count in threads:
            compiled = dlvm.compile(dlvm.parse(text), opt_level=level, threads=count)
            yield f"-O{level}, native, {count} threads", compiled["main"]


CALLS: Final = 5


def difference(seed: int, levels: Sequence[int] = LEVELS, native: bool = True) -> str | None:
    """The difference between two ways to run the program of a seed, or None."""
    text = draw(seed)
    module = dlvm.parse(text)
    dlvm.verify(module)
    expected = [_outcome(_interpreted(module), arguments(seed, c)) for c in range(CALLS)]
    for what, run in _runs(text, levels, native):
        for call, wanted in enumerate(expected):
            found = _outcome(run, arguments(seed, call))
            if not _agree(found, wanted):
                return f"seed {seed}, call {call}, {what}: {found} found, expected {wanted}"
    return None


def main() -> int:
    """Compares many programs; gives the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[2])
    parser.add_argument("programs", type=int, nargs="?", default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--print", action="store_true", dest="shows")
    parser.add_argument("--no-native", action="store_false", dest="native")
    options = parser.parse_args()
    wrong = 0
    for seed in range(options.first, options.first + options.programs):
        if options.shows:
            print("".join(f"{n:4} {t}\n" for n, t in enumerate(draw(seed).splitlines(), 1)))
        problem = difference(seed, native=options.native)
        if problem is not None:
            wrong += 1
            print(problem, flush=True)
    print(f"{options.programs} programs, {wrong} with a difference")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
