"""Programs in the text of StableHLO: results, errors with their places, and mutated text."""

import random

import numpy as np
import pytest

import dlvm
from dlvm.stablehlo import load

TEXT = """
module @jit_f attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3xf32> {jax.result = "x"})
    -> (tensor<2xf32> {a = "b"}, tensor<2xi32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<[1, -2]> : tensor<2xi32>
    %0:2 = stablehlo.while(%i = %c, %x = %arg0) : tensor<2xi32>, tensor<2x3xf32>
    cond {
      %n = stablehlo.slice %i [0:1] : (tensor<2xi32>) -> tensor<1xi32>
      %m = stablehlo.reshape %n : (tensor<1xi32>) -> tensor<i32>
      %limit = stablehlo.constant dense<3> : tensor<i32>
      %less = stablehlo.compare LT, %m, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<2xi32>
      %next = stablehlo.add %i, %one : tensor<2xi32>
      %y = func.call @twice(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
      stablehlo.return %next, %y : tensor<2xi32>, tensor<2x3xf32>
    }
    %1 = stablehlo.reduce(%0#1 init: %cst) applies stablehlo.maximum across dimensions = [1]
      : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %2 = "stablehlo.sort"(%0#0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %lt = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %lt : tensor<i1>
    }) : (tensor<2xi32>) -> tensor<2xi32> loc(#loc1)
    return %1, %2 : tensor<2xf32>, tensor<2xi32>
  }
  func.func private @twice(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = "stablehlo.add"(%arg0, %arg0) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
}
#loc1 = loc("f")
"""


def test_results() -> None:
    module = load(TEXT.encode())
    x = np.arange(6, dtype="f").reshape(2, 3)
    for function in (dlvm.compile(module)["main"], lambda x: dlvm.interpret(module, "main", x)):
        largest, ordered = function(x)
        assert largest.tolist() == [8, 20]
        assert ordered.tolist() == [0, 3]


def test_a_check_traps() -> None:
    text = """func.func @check(%x: tensor<2xf32>) {
      %c = stablehlo.constant dense<[1.0, 0x7FC00000]> : tensor<2xf32>
      check.expect_eq %x, %c : tensor<2xf32>
      return
    }"""
    run = dlvm.compile(load(text))["check"]
    run(np.array([1, np.nan], "f"))
    with pytest.raises(dlvm.DiagnosticError, match="values differ"):
        run(np.array([1, 2], "f"))


def test_unsupported_parts_are_listed_with_their_lines() -> None:
    text = """func.func @f(%x: tensor<?xf32>) -> tensor<2xf32> {
      %0 = stablehlo.infeed %x : tensor<2xf32>
      %1 = stablehlo.custom_call @other(%0) : (tensor<2xf32>) -> tensor<2xf32>
      %2 = stablehlo.infeed %1 : tensor<2xf32>
      return %2 : tensor<2xf32>
    }"""
    with pytest.raises(dlvm.DiagnosticError) as caught:
        load(text)
    found = [(d.location.line, d.message) for d in caught.value.diagnostics if d.location]
    assert found == [
        (2, "operation stablehlo.infeed is not supported (2 times)"),
        (3, "custom call 'other' is not supported"),
    ]


def test_quantized_types_are_refused_where_they_are_used() -> None:
    text = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
      %1 = stablehlo.uniform_dequantize %0
        : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    }"""
    with pytest.raises(dlvm.DiagnosticError) as caught:
        load(text)
    found = [(d.location.line, d.message) for d in caught.value.diagnostics if d.location]
    assert found == [
        (2, "operation stablehlo.uniform_quantize is not supported"),
        (2, "type tensor<2x!quant.uniform<i8:f32, 0.5>> is not supported"),
        (3, "operation stablehlo.uniform_dequantize is not supported"),
    ]


@pytest.mark.parametrize("seed", range(200))
def test_mutated_text_loads_or_raises_one_clear_error(seed: int) -> None:
    rng = random.Random(seed)
    text = TEXT
    for _ in range(rng.randint(1, 3)):
        start = rng.randrange(len(text))
        end = min(len(text), start + rng.randint(0, 12))
        other = rng.randrange(len(TEXT))
        text = text[:start] + TEXT[other : other + rng.randint(0, 12)] + text[end:]
    try:
        load(text)
    except dlvm.DiagnosticError as problem:
        places = [d.location for d in problem.diagnostics]
    else:
        places = [True]
    assert all(places)


def collective(name: str, attributes: str) -> str:
    return f"""func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {{
      %0 = "stablehlo.{name}"(%x) <{{{attributes}}}> : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }}"""


ALONE = "replica_groups = dense<0> : tensor<1x1xi64>"
PAIR = "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>"


@pytest.mark.parametrize(
    ("name", "attributes", "factor"),
    [
        ("all_gather", f"all_gather_dim = 0 : i64, {ALONE}", 1),
        ("all_to_all", f"concat_dimension = 0 : i64, split_dimension = 0 : i64, {ALONE}", 1),
        ("collective_broadcast", ALONE, 1),
        ("collective_permute", "source_target_pairs = dense<0> : tensor<1x2xi64>", 1),
        ("collective_permute", "source_target_pairs = dense<> : tensor<0x2xi64>", 0),
    ],
)
def test_one_process_communicates_with_itself(name: str, attributes: str, factor: int) -> None:
    x = np.array([1, 2], np.float32)
    found = dlvm.interpret(load(collective(name, attributes)), "main", x)
    np.testing.assert_array_equal(np.asarray(found), factor * x)


def test_other_processes_are_refused() -> None:
    with pytest.raises(dlvm.DiagnosticError, match="programs run as one process"):
        load(collective("all_gather", f"all_gather_dim = 0 : i64, {PAIR}"))


def test_einsum() -> None:
    text = """func.func @main(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) -> tensor<4x2xf32> {
      %0 = "stablehlo.einsum"(%x, %y) <{einsum_config = "ij,jk->ki"}> :
        (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<4x2xf32>
      return %0 : tensor<4x2xf32>
    }"""
    x, y = np.arange(6, dtype="f4").reshape(2, 3), np.arange(12, dtype="f4").reshape(3, 4)
    found = dlvm.interpret(load(text), "main", x, y)
    np.testing.assert_array_equal(np.asarray(found), (x @ y).T)
