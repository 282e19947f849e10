"""The processors of each target."""

import pytest

from dlvm.codegen.llvm.processors import LEVELS, PROCESSORS
from dlvm.codegen.llvm.target import object_code
from dlvm.deploy.targets import TARGETS, find_target

SUM = """
define <8 x float> @sum(<8 x float> %x, <8 x float> %y) {
  %z = fadd <8 x float> %x, %y
  ret <8 x float> %z
}
"""
PAIRS = [(name, cpu) for name, t in TARGETS.items() for cpu in t.cpus if cpu in PROCESSORS]


@pytest.mark.parametrize(("name", "cpu"), PAIRS)
def test_code_for_a_processor_of_a_target(
    name: str, cpu: str, capfd: pytest.CaptureFixture[str]
) -> None:
    found, processor = find_target(name, cpu), PROCESSORS[cpu]
    assert object_code(SUM, found)
    # LLVM prints a message if it does not know the processor.
    assert capfd.readouterr().err == ""
    assert tuple((c.size, c.ways) for c in found.machine.caches) == processor.caches
    has_avx512 = "avx512f" in LEVELS.get(processor.level, ())
    assert found.machine.has_avx512 is has_avx512
    assert found.machine.far_run == processor.far_run
    if has_avx512:
        assert found.machine.vector_bytes == 64
        assert found.machine.line_rate == processor.vector_bytes / 32


@pytest.mark.parametrize("name", [name for name, t in TARGETS.items() if t.cpu in LEVELS])
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_has_its_own_vector_registers(name: str, level: str) -> None:
    found = find_target(name, level)
    assert (found.triple, found.cpu) == (TARGETS[name].triple, level)
    machine = found.machine
    has_avx512, has_avx2 = level == "x86-64-v4", level in ("x86-64-v3", "x86-64-v4")
    assert (machine.has_avx512, machine.has_avx2) == (has_avx512, has_avx2)
    assert machine.vector_bytes == (64 if has_avx512 else 32 if has_avx2 else 16)
    if level == TARGETS[name].cpu:
        assert found == TARGETS[name].target


def test_each_processor_belongs_to_a_target() -> None:
    assert {cpu for _, cpu in PAIRS} == set(PROCESSORS)
