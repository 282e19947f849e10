"""``python -m benchmarks.accuracy``: how far results in f32 are from those in f64, ours and
PyTorch's, on inputs of mixed scale; and whether ours are the same on one thread and on two."""

from __future__ import annotations

import argparse
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import tables
from benchmarks.measuring import OURS, prepared
from benchmarks.worker import PeerFailed, Transform, Worker
from benchmarks.workload import Inputs, Workload
from benchmarks.workloads import selected

REFERENCE = "pytorch"
SCALES = (-8, 2)
"""Each number is multiplied by two to the power of one of these, or between them."""


def mixed(seed: int, inputs: Inputs) -> Inputs:
    """The inputs with each number of f32 multiplied by one drawn."""
    random = np.random.default_rng(seed)

    def scaled(array: Any) -> Any:
        return np.asarray(array * np.exp2(random.uniform(*SCALES, array.shape)).astype(np.float32))

    return _changed(inputs, scaled)


def doubled(seed: int, is_absolute: bool, inputs: Inputs) -> Inputs:
    """The same in f64, or their absolute values; PyTorch's parameters are f64 from here on."""
    import torch

    torch.set_default_dtype(torch.float64)
    change = np.abs if is_absolute else np.asarray
    return _changed(mixed(seed, inputs), lambda array: change(array.astype(np.float64)))


def _changed(value: Any, change: Any) -> Any:
    """The value with a function applied to its arrays of f32."""
    if isinstance(value, dict):
        return {name: _changed(part, change) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_changed(part, change) for part in value)
    return change(value) if isinstance(value, np.ndarray) and value.dtype == np.float32 else value


def error(found: list[Any], exact: list[Any], magnitudes: list[Any]) -> float:
    """The largest difference over the magnitude at its place."""
    worst = 0.0
    for a, b, magnitude in zip(found, exact, magnitudes, strict=True):
        difference = np.abs(np.asarray(a, np.float64).reshape(b.shape) - b)
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = np.where(difference == 0, 0, difference / magnitude)
        worst = max(worst, float(ratio.max()))
    return worst


def row(workload: Workload, seed: int) -> tuple[list[str], bool]:
    """The name, both errors, their ratio, and whether threads change ours; and whether all is as it
    is to be."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepared(workload, folder, partial(mixed, seed))

        def outputs(peer: str, threads: int, transform: Transform) -> list[Any]:
            worker = Worker(peer, workload, threads, folder, transform)
            try:
                return [np.asarray(array) for array in worker.outputs()]
            finally:
                worker.close()

        ours, again = (outputs(OURS, threads, partial(mixed, seed)) for threads in (1, 2))
        theirs = outputs(REFERENCE, 1, partial(mixed, seed))
        exact = outputs(REFERENCE, 1, partial(doubled, seed, False))
        if workload.magnitude == "terms":
            magnitudes = outputs(REFERENCE, 1, partial(doubled, seed, True))
        else:
            magnitudes = [_magnitude(array, workload.magnitude == "rows") for array in exact]
    our_error, their_error = error(ours, exact, magnitudes), error(theirs, exact, magnitudes)
    is_same = all(a.tobytes() == b.tobytes() for a, b in zip(ours, again, strict=True))
    ratio = f"{our_error / their_error:.2f}" if their_error else ""
    numbers = [f"{our_error:.1e}", f"{their_error:.1e}", ratio, "yes" if is_same else "no"]
    return [workload.name, *numbers], is_same and our_error <= their_error


def _magnitude(array: Any, is_by_row: bool) -> Any:
    absolute = np.abs(array)
    return absolute.max(-1, keepdims=True) if is_by_row and array.ndim else absolute


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.accuracy", description=__doc__)
    parser.add_argument("workload", nargs="*", help="names, or how they begin; all by default")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    rows = [["largest relative error", OURS, REFERENCE, "ours/theirs", "same on 1 and 2 threads"]]
    right = True
    for workload in selected(options.workload):
        if {OURS, REFERENCE} <= workload.peers.keys():
            try:
                found, is_right = row(workload, options.seed)
            except PeerFailed as failure:
                print(failure, file=sys.stderr)
                right = False
                continue
            rows.append(found)
            right &= is_right
            print(*found, file=sys.stderr)
    print(tables.as_text(rows))
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
