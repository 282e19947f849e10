"""Runs a workload's peers in turns, checked against each other."""

from __future__ import annotations

import math
import statistics
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.worker import PeerFailed, Start, Worker
from benchmarks.workload import Workload

OURS = "dlvm"


@dataclass(frozen=True)
class Measurement:
    """One peer on one workload: the times of a run in seconds, for each of its cases, how many runs
    they are of, and what it took to get there; ``cached`` is a second start, where the peer keeps
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

    def ratios(self, peer: str) -> list[float]:
        """A peer's times over ours, case by case."""
        if not {peer, OURS} <= self.peers.keys():
            return []
        pairs = zip(self.peers[peer].times, self.peers[OURS].times, strict=True)
        return [theirs / ours for theirs, ours in pairs]

    def best(self) -> list[float]:
        """Case by case, the time of the fastest of those that are to be beaten over ours."""
        rivals = self.workload.rivals or [p for p in self.peers if p != OURS]
        return [min(ratios) for ratios in zip(*filter(None, map(self.ratios, rivals)), strict=True)]

    def share(self) -> float | None:
        """The limit over our time."""
        return self.limit / self.peers[OURS].time if OURS in self.peers else None


def geometric_mean(ratios: Sequence[float]) -> float:
    return math.exp(statistics.fmean(map(math.log, ratios)))


def prepared(workload: Workload, folder: Path) -> None:
    """Writes the files of a workload."""
    if workload.files is not None:
        workload.files(workload.inputs(), folder)


def measure(
    workload: Workload,
    peers: Sequence[str],
    threads: int,
    rounds: int,
    seconds: float,
    clock: str,
    statistic: Callable[[Sequence[float]], float],
) -> dict[str, Measurement]:
    """Starts all peers, checks that they agree, and lets them run in turns. Peers that fail are
    left out; where they do not agree, there is no result."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepared(workload, folder)
        cold: dict[str, Start] = {}
        workers: dict[str, Worker] = {}
        for peer in peers:
            if peer not in workload.peers:
                continue
            try:
                if peer == OURS:
                    first = Worker(peer, workload, threads, folder)
                    cold[peer] = first.start
                    first.close()
                workers[peer] = Worker(peer, workload, threads, folder)
            except PeerFailed as failure:
                print(failure, file=sys.stderr)
        differences = _differences(workload, {p: w.outputs() for p, w in workers.items()})
        print(*differences, sep="\n", end="", file=sys.stderr)
        times: dict[str, list[list[float]]] = {
            p: [[] for _ in workload.cases or "1"] for p in workers
        }
        for _ in range(0 if differences else rounds):
            for peer, worker in workers.items():
                for all, new in zip(times[peer], worker.time(seconds, clock), strict=True):
                    all += new
        for worker in workers.values():
            worker.close()
    if differences:
        return {}
    return {
        peer: Measurement(
            tuple(map(statistic, times[peer])),
            len(times[peer][0]),
            cold.get(peer, worker.start),
            worker.start if peer in cold else None,
        )
        for peer, worker in workers.items()
    }


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
                    f"{difference:.2g} of the largest number, more than {workload.tolerance}\n"
                )
    return found
