"""Self-checking programs of operations that JAX rarely writes, in both forms of the text."""

from pathlib import Path

import pytest

import dlvm
from dlvm.stablehlo import load

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.mlir"))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_self_checking_programs(path: Path) -> None:
    module = load(path.read_text(encoding="utf-8"))
    dlvm.verify(module)
    dlvm.interpret(module, "main")
    dlvm.compile(module, opt_level=1)["main"]()


def test_composites_call_their_decompositions() -> None:
    module = load(
        """
        func.func @double(%x: tensor<i64>) -> tensor<i64> {
          %0 = stablehlo.add %x, %x : tensor<i64>
          func.return %0 : tensor<i64>
        }
        func.func @main(%x: tensor<i64>) -> tensor<i64> {
          %0 = stablehlo.composite "own.double" %x {
            composite_attributes = {n = 2 : i64},
            decomposition = @double
          } : (tensor<i64>) -> tensor<i64>
          func.return %0 : tensor<i64>
        }
        """
    )
    assert dlvm.interpret(module, "main", 4) == 8
