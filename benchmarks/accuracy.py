"""Compares the errors of f32 results, ours and PyTorch's, relative to f64.

``python -m benchmarks.accuracy`` draws inputs of mixed scale, and also checks that our results are
the same on one thread and on two.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import tables
from benchmarks.measuring import OURS
from benchmarks.worker import make_ready
from benchmarks.workload import Inputs, Magnitude, Workload
from benchmarks.workloads import WORKLOADS, selected

REFERENCE = "pytorch"
SCALES = (-8, 2)
"""Each number is multiplied by two to the power of one of these, or between them."""
NUMBERS = 2**24
"""How many numbers are drawn for a workload at most, but for the least draws: the largest error
among many results is much the same from draw to draw."""
LEAST_DRAWS = 2
ROUNDING = 2.0**-25
"""What rounding to f32 may cost at least: in a mean, smaller errors, or none, are luck and count as
this."""
CHANCE = 3
"""By how many standard errors the logarithm of a mean may be above 0: with 10 draws of 100
workloads, 2 would be too few for some of them."""


@dataclass(frozen=True)
class Found:
    """The largest error of each draw, ours and theirs, and whether threads never change ours."""

    ours: Sequence[float]
    theirs: Sequence[float]
    is_same: bool

    def ratio(self) -> tuple[float, float]:
        """The geometric mean of ours over theirs, draw by draw, and by what one standard error of
        its logarithm multiplies it."""
        ours, theirs = (np.log(np.maximum(e, ROUNDING)) for e in (self.ours, self.theirs))
        logs = ours - theirs
        return float(np.exp(logs.mean())), float(np.exp(logs.std(ddof=1) / np.sqrt(len(logs))))

    def is_right(self) -> bool:
        ratio, error = self.ratio()
        return self.is_same and ratio <= error**CHANCE

    def row(self) -> list[str]:
        ratio, error = self.ratio()
        ours, theirs = np.max(self.ours), np.max(self.theirs)
        return [
            str(len(self.ours)),
            f"{ours:.2e}",
            f"{theirs:.2e}",
            f"{ours / theirs:.2f}" if theirs else "",
            f"{ratio:.2f}",
            f"{error - 1:.0%}",
            "yes" if self.is_same else "no",
        ]


HEAD = [
    "largest error", "draws", OURS, REFERENCE, "ours/theirs", "geometric mean", "its error",
    "same on 2 threads",
]  # fmt: skip


def mixed(seed: int, inputs: Inputs) -> Inputs:
    """The inputs with each number of f32 multiplied by one drawn."""
    random = np.random.default_rng(seed)

    def scaled(array: Any) -> Any:
        return np.asarray(array * np.exp2(random.uniform(*SCALES, array.shape)).astype(np.float32))

    return _changed(inputs, scaled)


def _changed(value: Any, change: Callable[[Any], Any]) -> Any:
    """The value with a function applied to its arrays of f32."""
    if isinstance(value, dict):
        return {name: _changed(part, change) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_changed(part, change) for part in value)
    return change(value) if isinstance(value, np.ndarray) and value.dtype == np.float32 else value


def outputs(peer: str, name: str, seed: int) -> list[Any]:
    """The results of a peer in this process."""
    workload = WORKLOADS[name]
    return _run(peer, workload, mixed(seed, workload.inputs()))


def exact(name: str, seed: int, is_absolute: bool) -> list[Any]:
    """The reference's results of the inputs in f64, or of their absolute values."""
    import torch

    workload = WORKLOADS[name]
    change = np.abs if is_absolute else np.asarray
    inputs = _changed(mixed(seed, workload.inputs()), lambda a: change(a.astype(np.float64)))
    torch.set_default_dtype(torch.float64)
    try:
        return _run(REFERENCE, workload, inputs)
    finally:
        torch.set_default_dtype(torch.float32)


def _run(peer: str, workload: Workload, inputs: Inputs) -> list[Any]:
    job = workload.peers[peer](inputs)
    job.run()
    return [np.asarray(array) for array in job.outputs()]


def error(found: list[Any], exact: list[Any], magnitudes: list[Any]) -> float:
    """The largest difference over the magnitude at its place; NaN where a result is NaN."""
    worst: list[float] = []
    for a, b, magnitude in zip(found, exact, magnitudes, strict=True):
        difference = np.abs(np.asarray(a, np.float64).reshape(b.shape) - b)
        with np.errstate(divide="ignore", invalid="ignore"):
            worst.append(np.where(difference == 0, 0, difference / magnitude).max())
    return float(np.max(worst))


def draws(workload: Workload, most: int) -> int:
    sizes: list[int] = []
    _changed(workload.inputs(), lambda array: sizes.append(array.size))
    return max(LEAST_DRAWS, min(most, NUMBERS // sum(sizes)))


class Peers:
    """A process for each: ours on one thread and on two, and the reference."""

    def __init__(self, folder: Path) -> None:
        context = multiprocessing.get_context("spawn")
        self.folder = folder
        self.ours, self.again, self.theirs = (
            ProcessPoolExecutor(1, context, make_ready, (peer, threads, "native", folder))
            for peer, threads in ((OURS, 1), (OURS, 2), (REFERENCE, 1))
        )

    def compare(self, workload: Workload, seeds: range) -> Found:
        """The workload on a draw for each seed."""
        ours, theirs, same = zip(*(self._draw(workload, seed) for seed in seeds), strict=True)
        return Found(ours, theirs, all(same))

    def _draw(self, workload: Workload, seed: int) -> tuple[float, float, bool]:
        if workload.files is not None:
            workload.files(mixed(seed, workload.inputs()), self.folder)
        name, is_by_terms = workload.name, workload.magnitude == "terms"
        theirs = self.theirs.submit(outputs, REFERENCE, name, seed)
        right = self.theirs.submit(exact, name, seed, False)
        terms = self.theirs.submit(exact, name, seed, True) if is_by_terms else right
        ours = self.ours.submit(outputs, OURS, name, seed).result()
        # Behind the other, whose compiled code it finds.
        again = self.again.submit(outputs, OURS, name, seed).result()
        magnitudes = [_magnitude(array, workload.magnitude) for array in terms.result()]
        errors = (error(found, right.result(), magnitudes) for found in (ours, theirs.result()))
        is_same = all(a.tobytes() == b.tobytes() for a, b in zip(ours, again, strict=True))
        ours_error, theirs_error = errors
        return ours_error, theirs_error, is_same

    def close(self) -> None:
        """Ends the processes."""
        for pool in (self.ours, self.again, self.theirs):
            pool.shutdown()


def _magnitude(array: Any, magnitude: Magnitude) -> Any:
    absolute = np.abs(array)
    if magnitude == "arrays":
        return absolute.max()
    return absolute.max(-1, keepdims=True) if magnitude == "rows" and array.ndim else absolute


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.accuracy", description=__doc__)
    parser.add_argument("workload", nargs="*", help="names or prefixes (default: all)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first draw (default: 0)")
    parser.add_argument(
        "--draws",
        type=int,
        default=10,
        help="number of draws (default: 10; fewer for large inputs)",
    )
    options = parser.parse_args()
    rows, right = [HEAD], True
    with tempfile.TemporaryDirectory() as folder, closing(Peers(Path(folder))) as peers:
        for workload in selected(options.workload):
            if {OURS, REFERENCE} <= workload.peers.keys():
                count = draws(workload, options.draws)
                found = peers.compare(workload, range(options.seed, options.seed + count))
                rows.append([workload.name, *found.row()])
                right &= found.is_right()
                print(*rows[-1], file=sys.stderr)
    print(tables.as_text(rows))
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
