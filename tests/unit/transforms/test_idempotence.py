"""Running a level, or a pass, a second time changes nothing."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from random import Random

import pytest

import dlvm
from benchmarks import instructions, optimizer
from benchmarks.workloads import checkpoint, mlp, mlp_nnkit
from dlvm.ir import Module
from dlvm.ir.cloning import clone_module
from tests.support.paths import program_files
from tests.support.programs.programs import draw_program

FILES = program_files()


def _network(name: str) -> Module:
    """A staged function of the network benchmarks."""
    given = mlp.training_inputs(mlp.BATCH)
    p = mlp_nnkit.Parameters(*(given[n] for n in ("w0", "b0", "w1", "b1", "w2", "b2")))
    data = given["x"], given["labels"]
    match name:
        case "scores":
            module = mlp_nnkit.scores.ir(p, given["x"])
        case "step":
            module = mlp_nnkit.step.ir(p, p, *data)
        case _:
            module = mlp_nnkit.epoch.ir(p, p, *data, given["order"])
    return dlvm.parse(str(module))


BENCHMARKS: Mapping[str, Callable[[], Module]] = {
    **{name: partial(make, 300) for name, make in optimizer.MODULES.items()},
    **{name: partial(_network, name) for name in ("scores", "step", "epoch")},
    "attention": lambda: dlvm.parse(instructions.ATTENTION),
    "checkpoint": lambda: dlvm.parse(checkpoint.text()),
}
LEVELS = ("O1", "O2", "O3", "O2{fast_math=true}")


def changes(module: Module, passes: str) -> list[tuple[str, Mapping[str, int]]]:
    """Returns the changes of the passes in a second run."""
    dlvm.run_passes(module, passes)
    return [(r.name, r.counts) for r in dlvm.run_passes(module, passes) if r.changed]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_levels(path: Path) -> None:
    module = dlvm.parse(path.read_text("utf-8"))
    for level in LEVELS:
        assert changes(clone_module(module), level) == [], level


@pytest.mark.parametrize("name", BENCHMARKS)
def test_levels_on_benchmarks(name: str) -> None:
    module = BENCHMARKS[name]()
    for level in LEVELS:
        assert changes(clone_module(module), level) == [], level


@pytest.mark.parametrize("step", ["AS", "CP", "CSE", "DCE"])
def test_passes_on_programs(step: str) -> None:
    for seed in range(60):
        module = draw_program(Random(seed)).module
        for before in ("", "O2"):
            dlvm.run_passes(module, before)
            assert changes(module, step) == [], f"seed {seed} after {before or 'nothing'}"
