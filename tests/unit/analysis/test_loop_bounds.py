"""The verifier proves the accesses of the loops that schedules make of the kernels in lit files."""

from pathlib import Path

import pytest

import dlvm
from dlvm.analysis.verification.loop_bounds import find_unsafe_accesses
from dlvm.compiler import lowered_module
from dlvm.compute.loops.lowering import lower_definition
from dlvm.ir.compute import is_size
from tests.support.paths import ROOT

FOLDERS = ("compute", "run/tensors")
FILES = sorted(f for folder in FOLDERS for f in (ROOT / "tests" / "lit" / folder).glob("*.dl"))


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_accesses_to_tensors_of_known_sizes_are_proved(file: Path) -> None:
    module = lowered_module(dlvm.parse(file.read_text(encoding="utf-8")), "schedule", threads=2)
    schedules = {schedule.definition: schedule for schedule in module.schedules}
    for definition in module.definitions:
        if not any(map(is_size, definition.body.parameters)):
            kernel = lower_definition(definition, schedules[definition.name or ""]).kernel
            assert not find_unsafe_accesses(definition, kernel)


def test_a_scan_over_no_rows_reads_none() -> None:
    module = lowered_module(
        dlvm.parse("""
func @f: (<_n x 2 x f32>) -> <_n x 2 x f32> {
'entry(%x: <_n x 2 x f32>):
    %y = scan %x: <_n x 2 x f32> by add along 0
    return %y: <_n x 2 x f32>
}
"""),
        "schedule",
    )
    (definition,), (schedule,) = module.definitions, module.schedules
    assert not find_unsafe_accesses(definition, lower_definition(definition, schedule).kernel)
