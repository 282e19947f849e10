"""Compares the examples with the same models in PyTorch: ``python -m benchmarks.examples``.

Prints the mean scores over three seeds, the run time, and the lines of code. The PyTorch scripts
are in ``benchmarks/examples_pytorch``.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import io
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

ROOT = Path(__file__).parents[1]
OURS, PYTORCH = ROOT / "examples", ROOT / "benchmarks" / "examples_pytorch"


class Result(NamedTuple):
    """The result of a script: scores, seconds per run, lines of code."""

    scores: list[float]
    seconds: float
    lines: int


def names() -> list[str]:
    """The examples that have a script of PyTorch beside them."""
    return sorted(path.stem for path in PYTORCH.glob("*.py"))


def script(path: Path) -> Any:
    """The module that a script is."""
    spec = importlib.util.spec_from_file_location(f"{path.parent.name}_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # Where dataclasses look for it.
    spec.loader.exec_module(module)
    return module


def line_count(path: Path) -> int:
    """The lines of a script that are not empty."""
    return sum(bool(line.strip()) for line in path.read_text(encoding="utf-8").splitlines())


def measured(path: Path, seeds: Sequence[int]) -> Result:
    """Runs a script for each seed."""
    main = script(path).main
    start = time.perf_counter()
    with contextlib.redirect_stdout(io.StringIO()):
        scores = [main(seed) for seed in seeds]
    return Result(scores, (time.perf_counter() - start) / len(seeds), line_count(path))


def main(command_line: Sequence[str] | None = None) -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.examples", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *names()], metavar="NAME")
    parser.add_argument("--seeds", type=int, default=3)
    options = parser.parse_args(command_line)
    print(f"{'example':20} {'score':>16} {'PyTorch':>16} {'seconds':>8} {'PyTorch':>8} lines")
    for name in options.names or names():
        ours, theirs = (measured(d / f"{name}.py", range(options.seeds)) for d in (OURS, PYTORCH))
        scores = [f"{np.mean(r.scores):8.4f} ±{np.std(r.scores):6.4f}" for r in (ours, theirs)]
        print(
            f"{name:20} {scores[0]:>16} {scores[1]:>16} {ours.seconds:8.1f} {theirs.seconds:8.1f} "
            f"{ours.lines}, {theirs.lines}",
            flush=True,
        )


if __name__ == "__main__":
    main()
