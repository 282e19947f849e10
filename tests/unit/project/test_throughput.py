"""``benchmarks.throughput`` finds the inner loops of kernels for processors of AArch64."""

import pytest

import dlvm
from benchmarks.programs import text
from benchmarks.throughput import PROCESSORS, inner_loops
from dlvm.compiler import lowered_text
from dlvm.deploy.targets import find_target


@pytest.mark.parametrize("cpu", PROCESSORS)
def test_most_instructions_of_the_inner_loop_of_a_product_multiply_and_add(cpu: str) -> None:
    module = dlvm.parse(text.product("program", (128, 256), (256, 256)))
    assembly = lowered_text(module, "asm", find_target(PROCESSORS[cpu], cpu), threads=1)
    assert isinstance(assembly, str)
    loop = max(inner_loops(assembly), key=lambda found: found.count)
    assert loop.count > len(loop.lines) / 2


def test_a_jump_ends_a_block() -> None:
    lines = ".LBB0_1:", "\tfmla\tv0.4s, v1.4s, v2.4s", "\tcbz\tx0, .LBB0_2", "\tb.ne\t.LBB0_1"
    assert not list(inner_loops("\n".join(lines)))
