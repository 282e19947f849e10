"""Fault injection: makes calls of random programs fail at each allocation, check and interrupt.

``python -m tests.fuzz.faults --programs 200`` makes each program fail at every possible point, one
call at a time. Memory must return to its previous size, and the next call must be right. ``--first
S --programs 1`` repeats the program of a seed.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial, wraps
from random import Random
from typing import Any
from unittest.mock import patch

import numpy as np
from rich.progress import track

import dlvm
from dlvm.codegen.host.function import Host
from dlvm.codegen.llvm.emitter import POLL_DECLARATION
from dlvm.diagnostics import Location
from dlvm.runtime.calling.executable import CompiledFunction, Executable
from dlvm.runtime.loading.loader import runtime
from tests.fuzz.sweep import drawn, smooth, with_gradient
from tests.support.agreement import Exactness, assert_agree
from tests.support.programs.memory_programs import memory_program
from tests.support.programs.programs import Program

NEVER = 1 << 62
INTERRUPTED = "interrupted"
CALLS, ROUNDS = 10, 50
"""The number of repetitions of a failing call, and of batches of them, until a batch leaks less
than one object per call."""
_LEFT = 376
"""Where a heap has the allocations before one fails: heap.c."""
_IDLE = 6
"""The word in the state that a program's calls share that points to an idle heap: context.h."""


@dataclass
class Faults:
    """The event that fails: each number counts the events of a kind that precede it."""

    words: Any = field(default_factory=lambda: np.full(2, NEVER, np.uint64))
    """Those of checks and of interrupts, which compiled code counts down."""
    arrays: int = NEVER

    def condition(self, host: Host, kind: int) -> str:
        """An LLVM value: whether the event that is met here is the one to fail."""
        name = f"dlvm.fault.{kind}"
        word = f"ptr inttoptr (i64 {self.words[kind:].ctypes.data} to ptr)"
        text = f"""define internal i1 @{name}() noinline {{
  %before = load volatile i64, {word}, align 8
  %after = sub i64 %before, 1
  store volatile i64 %after, {word}, align 8
  %fails = icmp eq i64 %before, 0
  ret i1 %fails
}}"""
        host.declarations.define(name, text)
        return host.emitter.emit(f"call i1 @{name}()")

    def making(self, make: Callable[..., Any]) -> Callable[..., Any]:
        """What makes arrays, unless that is to fail."""

        @wraps(make)
        def make_or_fail(*arguments: Any, **options: Any) -> Any:
            self.arrays -= 1
            if self.arrays == -1:
                raise MemoryError
            return make(*arguments, **options)

        return make_or_fail


@contextmanager
def faults() -> Generator[Faults]:
    """Makes programs that are compiled in this context fail at requested points."""
    found = Faults()
    trap_if = Host.trap_if

    def failing_trap_if(
        host: Host, condition: str, message: str, location: Location | None, *values: str
    ) -> None:
        fails = found.condition(host, 0)
        either = host.emitter.emit(f"or i1 {condition}, {fails}")
        trap_if(host, either, message, location, *values)

    def failing_poll(host: Host) -> None:
        """As if a signal came at this very place."""
        fails = found.condition(host, 1)
        come, go = host.emitter.fresh_label("come"), host.emitter.fresh_label("gone")
        host.emitter.line(f"br i1 {fails}, label %{come}, label %{go}")
        host.emitter.start_block(come)
        host.call_runtime("raise", "i32", ("i32", str(int(signal.SIGINT))))
        host.declarations.define("dlvm_poll", POLL_DECLARATION)
        host.leave_with(host.emitter.emit("call i32 @dlvm_poll(ptr %context)"))
        host.emitter.line(f"br label %{go}")
        host.emitter.start_block(go)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with (
            patch.object(Host, "trap_if", failing_trap_if),
            patch.object(Host, "poll", failing_poll),
            patch.object(np, "empty", found.making(np.empty)),
            patch.dict(os.environ, {"DLVM_CACHE_DIR": ""}),
        ):
            yield found
    finally:
        signal.signal(signal.SIGINT, before)


def program_of(seed: int) -> Program:
    """The program of a seed: of all features, the gradient of one, or one that uses memory."""
    if seed % 3 == 1:
        return with_gradient(smooth(seed))
    if seed % 3 == 2:
        module = dlvm.parse(memory_program(seed))
        return Program(module, "main", (seed, seed % 7, bool(seed % 2)))
    return drawn(seed)[0]


class Failing:
    """A compiled program whose calls can be made to fail."""

    def __init__(self, program: Program, seed: int, found: Faults) -> None:
        self.program = program
        self.faults = found
        level = seed % 4
        self.executable: Executable = dlvm.compile(program.module, level, threads=1 + seed % 2)
        self.function: CompiledFunction = self.executable[program.function]
        self.state: Any = self.function._state  # pyright: ignore[reportPrivateUsage]
        self.expected = self.call()
        self.kept = self.state.heap_bytes

    def call(self) -> Any:
        """The outcome of a call: its result or its error."""
        self.executable.seek(0)
        try:
            return self.function(*self.program.arguments)
        except dlvm.DiagnosticError as problem:
            return f"error: {problem.diagnostics[0].message}"
        except KeyboardInterrupt:
            return INTERRUPTED

    def let(self, kind: str, count: int) -> None:
        """Lets the event of a kind fail that comes after so many others."""
        match kind:
            case "check":
                self.faults.words[0] = count
            case "interrupt":
                self.faults.words[1] = count
            case "array":
                self.faults.arrays = count
            case _:
                self.state.fail_after(None if count == NEVER else count)

    def count(self, kind: str) -> int:
        """How many events of a kind a call meets."""
        self.reset()
        if kind == "array":
            # The first call of all needs memory that others use again.
            self.function._arenas.clear()  # pyright: ignore[reportPrivateUsage]
        if kind == "allocation":
            self.state.fail_after(NEVER)
        self.call()
        match kind:
            case "check":
                return NEVER - int(self.faults.words[0])
            case "interrupt":
                return NEVER - int(self.faults.words[1])
            case "array":
                return NEVER - self.faults.arrays
            case _:
                heap = int(self.state.words[_IDLE])
                left = ctypes.c_uint64.from_address(heap + _LEFT).value if heap else NEVER
                return NEVER - left

    def reset(self) -> None:
        for kind in KINDS:
            self.let(kind, NEVER)

    def problem(self, kind: str, count: int) -> str | None:
        """The problem, if there is one, after the event with this number fails."""
        arrays = [a for a in self.program.arguments if isinstance(a, np.ndarray)]
        references = [sys.getrefcount(a) for a in arrays]
        if kind == "array":
            self.function._arenas.clear()  # pyright: ignore[reportPrivateUsage]
        self.let(kind, count)
        found = self.call()
        self.reset()
        if isinstance(found, str) and not same(found, self.expected):
            if found != INTERRUPTED and kind == "interrupt":
                return f"found {found}, expected it to be interrupted"
            if kind in ("allocation", "array") and "memory" not in found:
                return f"found {found}, expected that there is not enough memory"
            if self.state.heap_bytes not in (0, self.kept):
                return f"{self.state.heap_bytes} bytes are kept, {self.kept} were before"
        elif kind in ("check", "interrupt") and not same(found, self.expected):
            return f"found {found}, expected it to end"
        elif not same(found, self.expected):
            return f"found {found}, expected {self.expected} or an error"
        if [sys.getrefcount(a) for a in arrays] != references:
            return "arguments are referred to"
        found = self.call()
        if not same(found, self.expected):
            return f"the next call gives {found!r:.200}, expected {self.expected!r:.200}"
        if self.state.heap_bytes != self.kept:
            return f"{self.state.heap_bytes} bytes are kept then, {self.kept} were before"
        return None

    def leak(self, kind: str, count: int) -> str | None:
        """The problem, if there is one, when a failing call is repeated."""

        def repeat() -> int:
            for _ in range(CALLS):
                self.let(kind, count)
                self.call()
            gc.collect()
            return sys.getallocatedblocks()

        # Python and NumPy keep some objects for later.
        before = repeat()
        for _ in range(ROUNDS):
            after = repeat()
            if after - before < CALLS:
                self.reset()
                return None
            before = after
        return f"objects are left of each of {CALLS * ROUNDS} calls"

    def in_threads(self, count: int) -> str | None:
        """The failures if calls in several threads fail at an allocation."""
        self.let("allocation", count)
        with ThreadPoolExecutor(3) as pool:
            list(pool.map(lambda _: self.call(), range(6)))
        self.reset()
        # The calls of each thread may have had a heap of its own.
        if self.state.heap_bytes > 3 * self.kept:
            return f"{self.state.heap_bytes} bytes are kept, {self.kept} were before"
        # What follows expects a single heap.
        runtime().function("dlvm_free_idle", None, ctypes.c_void_p)(self.state.address)
        return None if same(self.call(), self.expected) else "the next call gives something else"


KINDS = ("check", "interrupt", "allocation", "array")


def same(found: Any, expected: Any) -> bool:
    """Whether two outcomes are the same to the bit."""
    if isinstance(found, str) or isinstance(expected, str):
        return type(found) is type(expected) and found == expected
    try:
        assert_agree(found, expected, Exactness.SAME)
    except AssertionError:
        return False
    return True


def faults_problem(seed: int, most: int) -> tuple[str | None, Counter[str]]:
    """The problem when the program of a seed fails, or None; and the number of points of each kind
    at which it was made to fail: all of them, but at most ``most``."""
    made: Counter[str] = Counter()
    random = Random(seed)
    with faults() as found:
        failing = Failing(program_of(seed), seed, found)
        for kind in KINDS:
            total = failing.count(kind)
            chosen = range(total) if total <= most else sorted(random.sample(range(total), most))
            for count in chosen:
                made[kind] += 1
                problem = failing.problem(kind, count)
                if problem is not None:
                    return f"seed {seed}, {kind} {count} of {total}: {problem}", made
            if total:
                problem = failing.leak(kind, random.randrange(total))
                if problem is None and kind == "allocation":
                    problem = failing.in_threads(random.randrange(total))
                if problem is not None:
                    return f"seed {seed}, {kind}: {problem}", made
    return None, made


def sweep(seeds: range, jobs: int, most: int) -> Iterator[tuple[str | None, Counter[str]]]:
    """The outcomes for programs, which run in processes apart."""
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(partial(_outcome, most=most), seeds)


def _outcome(seed: int, most: int) -> tuple[str | None, Counter[str]]:
    try:
        return faults_problem(seed, most)
    except Exception as problem:
        return f"seed {seed}: {type(problem).__name__}: {problem}"[:500], Counter()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--programs", type=int, default=200, help="number of programs (default: 200)"
    )
    parser.add_argument("--first", type=int, default=0, help="the first seed (default: 0)")
    parser.add_argument(
        "--most",
        type=int,
        default=2000,
        help="maximum points of one kind per program (default: 2000)",
    )
    parser.add_argument(
        "--jobs",
        type=int,
        default=os.cpu_count() or 1,
        help="number of processes (default: one per core)",
    )
    arguments = parser.parse_args()
    seeds = range(arguments.first, arguments.first + arguments.programs)
    made: Counter[str] = Counter()
    count = 0
    outcomes = sweep(seeds, arguments.jobs, arguments.most)
    for problem, own in track(outcomes, "failing", total=len(seeds)):
        made += own
        if problem is not None:
            print(problem)
            count += 1
    points = ", ".join(f"{made[kind]} of {kind}s" for kind in KINDS)
    print(f"{len(seeds)} programs, {points}: {count} problems")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
