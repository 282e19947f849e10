"""A workload: inputs, and for each peer a function that prepares a run on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

Inputs = dict[str, Any]
Magnitude = Literal["terms", "arrays", "rows", "elements"]


@dataclass(frozen=True)
class Job:
    """A peer that is ready: ``run`` does the work once and returns when it is done; ``outputs``
    gives what the work has led to, as NumPy arrays; ``cases`` are its parts where each is timed by
    itself. ``program`` gives, of ours, the module and its function's name."""

    run: Callable[[], object]
    outputs: Callable[[], list[Any]]
    cases: tuple[Callable[[], object], ...] = ()
    program: Callable[[], tuple[Any, str]] | None = None


@dataclass(frozen=True)
class Workload:
    """``flops`` and ``size`` (bytes touched at least once) are what the limit is computed from;
    there is none if both are 0. ``tolerance`` is how far results may be apart, relative to the
    largest number in each; ``parts`` is how many equal parts the work has, ``program`` the workload
    that this is the gradient of.

    ``files`` writes what peers read from files into a folder. ``cases`` are the names of a job's.
    ``rivals`` are the peers that we are to beat, all where there are none; ratios of a
    ``family`` are summed up. Errors are relative to ``magnitude``: the same program on the absolute
    values of its inputs (sums without cancellation), the largest in each result or in each of its
    rows, or each element."""

    name: str
    inputs: Callable[[], Inputs]
    peers: Mapping[str, Callable[[Inputs], Job]]
    flops: float
    size: float
    tolerance: float
    parts: int = 1
    program: str | None = None
    files: Callable[[Inputs, Path], None] | None = None
    cases: tuple[str, ...] = ()
    rivals: tuple[str, ...] = ()
    family: str = ""
    magnitude: Magnitude = "rows"
