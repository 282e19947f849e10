"""Runs the peers of a workload in turns, and compares their results."""

from __future__ import annotations

import math
import statistics
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import bounds
from benchmarks.worker import PeerFailed, Start, Worker
from benchmarks.workload import Workload
from dlvm.tools.kernel_report import Roof

OURS = "dlvm"
GOOD = 0.7
"""The share of the limit from which on it needs no explanation."""


@dataclass(frozen=True)
class Method:
    """The processor for which peers generate code (a key of ``LIMITS``), the turns of each peer and
    their seconds, the clock, the statistic over the times of all runs, and whether to look for the
    bottlenecks of workloads that are far from the limit."""

    cpu: str
    rounds: int
    seconds: float
    clock: str
    statistic: Callable[[Sequence[float]], float]
    explains: bool


@dataclass(frozen=True)
class Measurement:
    """One peer on one workload: the times of a run in seconds for each of its cases, the number
    of runs, and the cost of start-up; ``cached`` is a second start, if the peer caches
    compiled code."""

    times: tuple[float, ...]
    runs: int
    cold: Start
    cached: Start | None

    @property
    def time(self) -> float:
        """The time of all cases."""
        return sum(self.times)


@dataclass(frozen=True)
class Result:
    """The peers on one workload, and the least seconds that the machine would need."""

    workload: Workload
    threads: int
    limit: float
    peers: Mapping[str, Measurement]
    bound: str = ""
    """Where our time goes, where it is long."""

    def ratios(self, peer: str) -> list[float]:
        """A peer's times over ours, case by case."""
        if not {peer, OURS} <= self.peers.keys():
            return []
        pairs = zip(self.peers[peer].times, self.peers[OURS].times, strict=True)
        return [theirs / ours for theirs, ours in pairs]

    def best(self) -> list[float]:
        """For each case, the time of the fastest peer divided by ours."""
        rivals = self.workload.rivals or [p for p in self.peers if p != OURS]
        return [min(ratios) for ratios in zip(*filter(None, map(self.ratios, rivals)), strict=True)]

    def best_at_limit(self) -> list[float]:
        """The time of the fastest peer divided by the limit, if there is one; the cases of a
        workload have none."""
        share = None if self.workload.cases else self.share()
        return [ratio / share for ratio in self.best()] if share else []

    def share(self) -> float | None:
        """The limit over our time; None if one is not known."""
        return self.limit / self.peers[OURS].time if self.limit and OURS in self.peers else None


def geometric_mean(ratios: Sequence[float]) -> float:
    return math.exp(statistics.fmean(map(math.log, ratios)))


def measure(workload: Workload, peers: Sequence[str], roof: Roof, method: Method) -> Result:
    """Starts all peers, checks that they agree, and lets them run in turns. Peers that fail are
    left out; where they do not agree, there is no result."""
    limit = workload.flops / roof.peak
    if workload.size:
        limit = max(limit, workload.size / roof.bandwidth(int(workload.size)))
    with tempfile.TemporaryDirectory() as name, ExitStack() as open_workers:
        folder = Path(name)
        try:
            if workload.files is not None:
                workload.files(workload.inputs(), folder)
        except (ImportError, OSError) as missing:
            print(f"{workload.name} is left out: {missing}", file=sys.stderr)
            return Result(workload, roof.threads, limit, {})
        cold: dict[str, Start] = {}
        workers: dict[str, Worker] = {}
        for peer in (p for p in peers if p in workload.peers):
            try:
                if peer == OURS:
                    start = Worker(peer, workload, roof.threads, method.cpu, folder)
                    with closing(start) as first:
                        cold[peer] = first.start
                worker = Worker(peer, workload, roof.threads, method.cpu, folder)
                workers[peer] = open_workers.enter_context(closing(worker))
            except PeerFailed as failure:
                print(failure, file=sys.stderr)
        differences = _differences(workload, {p: w.outputs() for p, w in workers.items()})
        if differences:
            print(*differences, sep="\n", file=sys.stderr)
            return Result(workload, roof.threads, limit, {})
        times: dict[str, list[list[float]]] = {}
        for _ in range(method.rounds):
            for peer, worker in workers.items():
                found = times.setdefault(peer, [[] for _ in workload.cases or "1"])
                for every, new in zip(
                    found, worker.time(method.seconds, method.clock), strict=True
                ):
                    every += new
        measured = {
            peer: Measurement(
                tuple(map(method.statistic, times[peer])),
                len(times[peer][0]),
                cold.get(peer, worker.start),
                worker.start if peer in cold else None,
            )
            for peer, worker in workers.items()
        }
        if method.explains and not limit and OURS in workers:
            limit = workers[OURS].ask(bounds.limit)
        result = Result(workload, roof.threads, limit, measured)
        if method.explains and (result.share() or 0) < GOOD:
            bound = workers[OURS].ask(partial(bounds.bound, time=measured[OURS].time))
            result = replace(result, bound=bound)
        return result


def _differences(workload: Workload, outputs: dict[str, list[Any]]) -> list[str]:
    """Where two peers do not compute the same."""
    if not outputs:
        return []
    (reference, expected), *others = outputs.items()
    found: list[str] = []
    for peer, results in others:
        for index, (a, b) in enumerate(zip(expected, results, strict=True)):
            b = np.asarray(b).reshape(a.shape)
            difference = np.abs(a - b).max() / np.abs(a).max()
            if not difference <= workload.tolerance:
                found.append(
                    f"{workload.name}: output {index} of {reference} and {peer} differ by "
                    f"{difference:.2g} of the largest number, more than {workload.tolerance}"
                )
    return found
