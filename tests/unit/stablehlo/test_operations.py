"""Self-checking programs of operations that JAX rarely writes, in both forms of the text."""

import re
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


def test_paddings_that_vary_are_refused() -> None:
    text = """
    func.func @main(%x: tensor<2xf32>, %v: tensor<f32>, %n: tensor<1xi64>) -> tensor<?xf32> {
      %0 = stablehlo.dynamic_pad %x, %v, %n, %n, %n
        : (tensor<2xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>)
        -> tensor<?xf32>
      return %0 : tensor<?xf32>
    }
    """
    with pytest.raises(
        dlvm.DiagnosticError, match=re.escape("dynamic_pad: the sizes and positions must be")
    ):
        load(text)
