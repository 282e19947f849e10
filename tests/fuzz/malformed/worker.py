"""A worker process that tries inputs with limits on time and memory, so that a crash is attributed
to its input.
"""

from __future__ import annotations

import multiprocessing
import resource
import signal
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from types import FrameType
from typing import Final

SECONDS: Final = 20.0
"""How much processor time an input may take. More than that is a hang, on any processor."""
SECONDS_EACH_MEGABYTE: Final = 8.0
"""How much more time a text may take, for each megabyte that it has."""
MEMORY: Final = 2**30
_PATIENCE: Final = 8
"""How many times as long as it may compute an input may take on a busy machine."""
_TURNS: Final = 400
"""After how many inputs a process makes way for a new one."""


@dataclass(frozen=True)
class Case:
    """An input. ``data`` is a text, or None for a module damaged in memory, which ``seed`` and the
    number of damages ``most`` say."""

    kind: str
    seed: str
    data: bytes | None = None
    most: int = 8
    tools: bool = False


@dataclass(frozen=True)
class Outcome:
    """The outcome for an input: the last stage that it reached, or the failure. ``signature`` is
    alike for failures that have one cause."""

    status: str
    signature: str = ""
    detail: str = ""
    seconds: float = 0.0


class TooSlow(BaseException):
    """The input has used up its time. Not an Exception, so that nothing takes it for its own."""


def draw(kind: str, seed: str) -> Case:
    """The input of a kind and a seed."""
    from tests.fuzz.malformed.extremes import EXTREMES, extreme
    from tests.fuzz.malformed.texts import TEXTS

    r = Random(f"{kind} {seed}")
    if kind in TEXTS:
        return Case(kind, seed, TEXTS[kind](r), tools=r.random() < 0.1)
    if kind in EXTREMES:
        return Case(kind, seed, extreme(r, kind))
    return Case(kind, seed)


def seconds_for(case: Case) -> float:
    """How long an input may be computed on."""
    size = len(case.data) if case.data is not None else 0
    return SECONDS + SECONDS_EACH_MEGABYTE * size / 1e6


def check_case(case: Case) -> str:
    """Checks a text or a damaged module; returns the last stage that it reached."""
    from tests.fuzz.malformed.checks import check_module, check_text, check_tools
    from tests.fuzz.malformed.modules import damaged_module

    if case.data is None:
        try:
            module, _ = damaged_module(case.seed, case.most)
        except (OverflowError, RecursionError, ValueError):
            return "not made"
        return check_module(module)
    status = check_text(case.data.decode("utf-8", errors="replace"))
    if case.tools:
        check_tools(case.data)
    return status


Check = Callable[[Case], str]


def attempt(case: Case, check: Check = check_case) -> Outcome:
    """Tries an input in this process. Time is bounded, memory is not."""
    start = time.process_time()
    signal.signal(signal.SIGPROF, _out_of_time)
    signal.setitimer(signal.ITIMER_PROF, seconds_for(case))
    try:
        try:
            status = check(case)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except (Exception, TooSlow) as problem:
        what, lines = _describe(problem)
        return Outcome("failed", what, lines, time.process_time() - start)
    return Outcome(status, seconds=time.process_time() - start)


def _out_of_time(signal: int, frame: FrameType | None) -> None:
    raise TooSlow


def _describe(problem: BaseException) -> tuple[str, str]:
    """The error, the function of the package that raised it, and the end of the traceback."""
    frames = traceback.extract_tb(problem.__traceback__)
    own = [f for f in frames if "/dlvm/" in f.filename] or list(frames)
    place = f"{Path(own[-1].filename).stem}.{own[-1].name}"
    if isinstance(problem, TooSlow | RecursionError | MemoryError):
        # The line at which these are noticed is random; the function that requested the work is
        # not.
        place = f"{Path(own[0].filename).stem}.{own[0].name}"
    what = getattr(problem, "what", None) or f"{type(problem).__name__} in {place}"
    shown = traceback.format_list(own[:3] + own[-7:]) + traceback.format_exception_only(problem)
    return what, "".join(shown)[:6000]


class Worker:
    """A process that tries one input after the other."""

    def __init__(self, check: Check = check_case) -> None:
        self._check = check
        self._start()

    def run(self, case: Case) -> Outcome:
        """Tries an input; restarts the process if the input ended it."""
        if self._turns >= _TURNS:
            self.restart()
        self._turns += 1
        started = time.monotonic()
        limit = seconds_for(case) * _PATIENCE
        try:
            self._connection.send(case)
            if self._connection.poll(limit):
                outcome: Outcome = self._connection.recv()
                if "MemoryError" in outcome.signature:
                    self.restart()
                return outcome
            failure = Outcome("failed", f"hangs: {case.kind}", f"no answer in {limit:.0f} s")
        except (EOFError, OSError):
            self._process.join(5)
            code = self._process.exitcode
            failure = Outcome("failed", f"ends the process: {case.kind}", f"exit code {code}")
        self.restart()
        return Outcome("failed", failure.signature, failure.detail, time.monotonic() - started)

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process.pid is not None
        return self._process.pid

    def restart(self) -> None:
        self.stop()
        self._start()

    def stop(self) -> None:
        self._connection.close()
        self._process.kill()
        self._process.join()

    def _start(self) -> None:
        self._turns = 0
        context = multiprocessing.get_context("spawn")
        self._connection, other = context.Pipe()
        self._process = context.Process(target=_serve, args=(other, self._check), daemon=True)
        self._process.start()
        other.close()


def _serve(connection: Connection, check: Check) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if check is check_case:
        draw("damaged module", "0")
        import tests.fuzz.malformed.checks
        import tests.fuzz.malformed.modules  # noqa: F401

    while True:
        try:
            case = connection.recv()
        except (EOFError, OSError):
            return
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, resource.RLIM_INFINITY))
        outcome = attempt(case, check)
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        connection.send(outcome)
