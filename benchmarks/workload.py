"""What a workload is: inputs, and for each peer a function that gets ready to run on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Inputs = dict[str, Any]


@dataclass(frozen=True)
class Job:
    """A peer that is ready: ``run`` does the work once and returns when it is done; ``outputs``
    gives what the work has led to, as NumPy arrays."""

    run: Callable[[], object]
    outputs: Callable[[], list[Any]]


@dataclass(frozen=True)
class Workload:
    """``flops`` and ``size`` (bytes touched at least once) are what the limit is computed from;
    ``tolerance`` is how far results may be apart, relative to the largest number in each; ``parts``
    is how many equal parts the work has, ``program`` the workload that this is the gradient of."""

    name: str
    inputs: Callable[[], Inputs]
    peers: Mapping[str, Callable[[Inputs], Job]]
    flops: float
    size: float
    tolerance: float
    parts: int = 1
    program: str | None = None
