"""Tries malformed texts and modules on the parser, the printer, the verifier and the tools.

Each input must result in a module, which is printed and parsed to an equal one, or in errors with
locations, in bounded time and memory. Failing inputs are shrunk and written to ``build/fuzz/``.
``python -m tests.fuzz.malformed_inputs --minutes 15`` runs for 15 minutes.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random
from threading import Lock

from dlvm.tools import reduce
from tests.fuzz.malformed.extremes import EXTREMES
from tests.fuzz.malformed.texts import TEXTS
from tests.fuzz.malformed.worker import Case, Outcome, Worker, draw
from tests.support.paths import ROOT

FOLDER = ROOT / "build" / "fuzz"
DAMAGED = "damaged module"
SHARES = (*TEXTS, *[DAMAGED] * 3)
"""What is drawn from; in between, one extreme after the other."""


@dataclass
class Campaign:
    """The number of tested inputs, and the failures."""

    seed: str
    folder: Path
    until: float
    inputs: Counter[str] = field(default_factory=Counter[str])
    statuses: Counter[str] = field(default_factory=Counter[str])
    failures: Counter[str] = field(default_factory=Counter[str])
    slowest: tuple[float, str] = (0.0, "")
    lock: Lock = field(default_factory=Lock)

    def cases(self, job: int, jobs: int) -> Iterator[Case]:
        """The inputs of one of several jobs, without an end."""
        r = Random(f"{self.seed} {job}")
        extremes = itertools.cycle(r.sample(list(EXTREMES), len(EXTREMES)))
        for number in itertools.count(job, jobs):
            kind = next(extremes) if number % 8 == 0 else r.choice(SHARES)
            yield draw(kind, f"{self.seed}.{number}")

    def run(self, job: int, jobs: int) -> None:
        worker = Worker()
        try:
            for case in self.cases(job, jobs):
                if time.monotonic() >= self.until:
                    return
                outcome = worker.run(case)
                if self._is_new(case, outcome):
                    self._report(worker, case, outcome)
        finally:
            worker.stop()

    def _is_new(self, case: Case, outcome: Outcome) -> bool:
        with self.lock:
            self.inputs[case.kind if case.kind not in EXTREMES else "extremes"] += 1
            self.statuses[outcome.status] += 1
            self.slowest = max(self.slowest, (outcome.seconds, f"{case.kind}, seed {case.seed}"))
            if not outcome.signature:
                return False
            self.failures[outcome.signature] += 1
            return self.failures[outcome.signature] == 1

    def _report(self, worker: Worker, case: Case, outcome: Outcome) -> None:
        def fails(smaller: Case) -> bool:
            # On the way to a smaller input no other failure may take the place of this one.
            return worker.run(smaller).signature == outcome.signature

        small = minimize(case, fails)
        with self.lock:
            name = f"{len(self.failures):02}"
        self.folder.mkdir(parents=True, exist_ok=True)
        if small.data is not None:
            (self.folder / f"{name}.dl").write_bytes(small.data)
        about = f"{outcome.signature}\n{small.kind}, seed {small.seed}, damages {small.most}\n"
        (self.folder / f"{name}.txt").write_text(
            about + outcome.detail, encoding="utf-8", errors="backslashreplace"
        )
        print(f"{name}: {outcome.signature} ({small.kind}, seed {small.seed})", flush=True)

    def summary(self) -> str:
        lines = [f"{sum(self.inputs.values())} inputs, seed {self.seed}"]
        lines += [f"  {count:6} {kind}" for kind, count in self.inputs.most_common()]
        lines += [f"  {count:6} {status}" for status, count in self.statuses.most_common()]
        lines.append(f"slowest: {self.slowest[0]:.1f} s, {self.slowest[1]}")
        lines.append(f"{len(self.failures)} failures")
        lines += [f"  {count:6} {what}" for what, count in self.failures.most_common()]
        return "\n".join(lines)


ATTEMPTS = 100
SECONDS = 20


def minimize(case: Case, fails: Callable[[Case], bool]) -> Case:
    """A smaller input that fails in the same way: with fewer lines or pieces, or damages."""
    if case.data is None:
        for most in range(1, case.most):
            if fails(replace(case, most=most)):
                return replace(case, most=most)
        return case
    assert case.data is not None
    text = case.data
    attempts, deadline = itertools.count(), time.monotonic() + SECONDS

    def is_enough(separator: bytes, parts: Sequence[bytes]) -> bool:
        is_late = next(attempts) >= ATTEMPTS or time.monotonic() >= deadline
        return not is_late and fails(replace(case, data=separator.join(parts)))

    for separator in (b"\n", b" "):
        parts = reduce.minimize(text.split(separator), partial(is_enough, separator))
        text = separator.join(parts)
        case = replace(case, data=text)
    return case


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--minutes", type=float, default=15, help="duration in minutes (default: 15)"
    )
    parser.add_argument(
        "--seed", default=str(int(time.time())), help="seed (default: the current time)"
    )
    parser.add_argument("--jobs", type=int, default=1, help="number of processes (default: 1)")
    options = parser.parse_args()
    campaign = Campaign(options.seed, FOLDER, time.monotonic() + 60 * options.minutes)
    with ThreadPoolExecutor(options.jobs) as pool:
        for job in [pool.submit(campaign.run, n, options.jobs) for n in range(options.jobs)]:
            job.result()
    print(campaign.summary())
    return 1 if campaign.failures else 0


if __name__ == "__main__":
    sys.exit(main())
