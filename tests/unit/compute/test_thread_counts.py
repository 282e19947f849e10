"""Results do not depend on the number of threads: a sample of ``tests.fuzz.thread_counts``."""

from __future__ import annotations

import pytest

import dlvm
from dlvm.compiler import lowered_module
from tests.fuzz.thread_counts import MACHINES, differences, on_machine, problems

ROWS = """
func @f: (<8 x 250 x f32>) -> (<8 x f32>, <8 x 250 x f32>) {
'entry(%x: <8 x 250 x f32>):
    %y = lgamma %x: <8 x 250 x f32>
    %s = reduce %y: <8 x 250 x f32> by add along 1
    return (%s: <8 x f32>, %y: <8 x 250 x f32>): (<8 x f32>, <8 x 250 x f32>)
}
"""


@pytest.mark.parametrize("seed", range(12))
def test_drawn_programs(seed: int) -> None:
    assert not problems(seed)


@pytest.mark.parametrize("machine", MACHINES)
def test_few_rows_that_are_summed_up_while_they_are_written(machine: str) -> None:
    """Rows have been summed up in another order where threads shared them."""
    module = lowered_module(dlvm.parse(ROWS), "compute")
    with on_machine(MACHINES[machine]):
        one, two = (str(lowered_module(module, "schedule", threads=n)) for n in (1, 2))
    assert "parallel" not in one
    assert "parallel" in two
    assert not list(differences(module, MACHINES[machine]))
