"""Operator sinking and layout choice: each rule applies to the intended patterns, and preserves
results."""

from collections import Counter

import numpy as np
import pytest

from dlvm.analysis.values.cost import instruction_work
from dlvm.interpreter import interpret
from dlvm.ir import Module, TensorType
from dlvm.transforms.algebra.product_layout import LAYOUT_RULES
from dlvm.transforms.algebra.sinking import SINKING_RULES
from dlvm.transforms.patterns import Rule
from tests.support.pass_testing import X, body, chain, check_unchanged, module_of, run

LARGE = "<4 x 6 x f32>"

CASES: dict[str, tuple[str, list[str], str, list[list[str]]]] = {
    "slice_of_result": (
        LARGE,
        ["add %x, 1: <6 x f32>", "exp %0", "slice %1 from 1, 0 upto 3, 6 strides 1, 2"],
        "slice add exp",
        [
            ["exp %x", "slice %0 from 0 upto 1", "slice %0 from 1 upto 2"],
            ["rank of %x", "exp %x", "slice %1 from 0 upto %0"],
            ["negate %x", "exp %x", "add %0, %1", "slice %2 from 0 upto 3"],
        ],
    ),
    "slice_of_product": (
        LARGE,
        ["dot %x, 2: <6 x 5 x f32>", "slice %0 from 1, 0 upto 2, 5"],
        "slice dot",
        [
            ["dot %x, 2: <6 x 5 x f32>", "slice %0 from 1 upto 2", "negate %0"],
            ["dot %x, 2: <6 x f32>", "slice %0 from 1 upto 2"],
        ],
    ),
    "gather_of_result": (
        LARGE,
        ["exp %x", "gather %0 at <1: i64, 3: i64>: <2 x i64> along 0"],
        "gather exp",
        [
            ["exp %x", "iota 9 along 0: i64", "gather %0 at %1 along 0"],
            ["negate %x", "add %x, %0", "gather %1 at 1: i64 along 0"],
        ],
    ),
    "map_of_broadcasts": (
        "<6 x f32>",
        ["broadcast %x to 4 x 6", "multiply %0, 2: f32", "dataTypeCast %1 to f64"],
        "multiply dataTypeCast broadcast",
        [["broadcast %x to 6", "exp %0"], ["broadcast %x to 0 x 6", "exp %0"]],
    ),
    "movement_of_wider": (
        LARGE,
        ["dataTypeCast %x to f64", "transpose %0"],
        "transpose dataTypeCast",
        [
            ["dataTypeCast %x to f16", "transpose %0"],
            ["dataTypeCast %x to f64", "transpose %0", "exp %0"],
        ],
    ),
    "narrower_of_movement": (
        LARGE,
        ["reverse %x along 0", "dataTypeCast %0 to bf16"],
        "dataTypeCast reverse",
        [["reverse %x along 0", "dataTypeCast %0 to f64"]],
    ),
    "concatenate_casts": (
        LARGE,
        [
            "dataTypeCast %x to f64",
            "negate %x",
            "dataTypeCast %1 to f64",
            "concatenate %0, %2 along 0",
        ],
        "negate concatenate dataTypeCast",
        [
            ["dataTypeCast %x to f16", "concatenate %0, %0 along 0"],
            [
                "dataTypeCast %x to i32",
                "dataTypeCast %0 to f64",
                "dataTypeCast %x to f64",
                "concatenate %1, %2 along 0",
            ],
        ],
    ),
    "map_of_movement": (
        LARGE,
        ["transpose %x", "exp %0", "max %1, 2: <6 x 4 x f32>", "transpose %2"],
        "exp max transpose transpose",
        [
            ["transpose %x", "exp %0"],
            ["transpose %x", "exp %0", "iota 6 x 4 along 0: f32", "add %1, %2", "transpose %3"],
            ["transpose %x", "slice %0 from 0 upto 1", "add %0, %1", "transpose %2"],
            ["transpose %x along 1, 0", "exp %0", "reverse %1 along 0"],
        ],
    ),
    "reduce_of_transpose": (
        "<4 x 6 x 5 x f32>",
        ["transpose %x along 2, 0, 1", "reduce %0 by max along 0, 2"],
        "reduce",
        [
            ["transpose %x along 2, 0, 1", "reduce %0 by add along 0, 2"],
            ["reverse %x along 0", "reduce %0 by add along 0"],
        ],
    ),
    "carry_negation": (
        LARGE,
        [
            "negate %x",
            "divide %0, 3: f32",
            "reduce %1 by add along 1",
            "padShape %2 at 1",
            "add %x, %3",
        ],
        "divide reduce padShape negate add",
        [
            ["negate %x", "multiply %0, %x"],
            ["negate %x", "multiply %0, %x", "subtract %1, %x"],
            ["negate %x", "reduce %0 by max along 1", "add %1, 1: f32"],
            ["negate %x", "select %0, 1: f32 by true: bool", "add %1, 1: f32"],
            ["negate %x", "multiply %0, %x", "add %1, %0"],
        ],
    ),
    "product_of_transposes": (
        LARGE,
        ["transpose %x", "dot %0, %x"],
        "contract",
        [["dot %x, 1: <6 x 2 x f32>"], ["reverse %x along 0", "dot %0, 1: <6 x 2 x f32>"]],
    ),
    "transposed_product": (
        LARGE,
        ["dot %x, 2: <6 x 2 x f32>", "transpose %0"],
        "contract",
        [
            ["exp %x", "transpose %0"],
            ["dot %x, 2: <6 x 2 x f32>", "transpose %0", "exp %0"],
            ['contract %x, %x by "...i,...j->...ij"', "transpose %0"],
        ],
    ),
}
"""For each rule: the argument, what it fires on, the mnemonics then, and what it holds back for."""

ALL_RULES = [*SINKING_RULES, *LAYOUT_RULES]


def passes_of(rule: Rule) -> str:
    option = "{fast_math=true}" if rule.fast_math else ""
    return "LAYOUT" if rule in LAYOUT_RULES else f"SINK{option}"


def work(module: Module) -> Counter[str]:
    total = Counter[str]()
    for instruction in module.functions[0].instructions():
        found = instruction_work(instruction)
        assert isinstance(found.operations, int)
        assert isinstance(found.bytes, int)
        total += Counter(operations=found.operations, bytes=found.bytes)
    return total


@pytest.mark.parametrize("rule", ALL_RULES, ids=lambda rule: rule.rewrite.__name__)
def test_rules(rule: Rule) -> None:
    argument, lines, expected, _ = CASES[rule.rewrite.__name__]
    module = chain(argument, lines)
    type = module.functions[0].type.parameters[0]
    assert isinstance(type, TensorType)
    numbers = np.array([0.5, -1.5, 2.25, 3, -4, 1e30, -7.125], "f")
    x = np.random.default_rng(0).choice(numbers, type.static_shape)
    result, before = interpret(module, "f", x), work(module)
    assert run(module, passes_of(rule))
    run(module, "DCE")
    assert body(module) == [*expected.split(), "return"]
    assert work(module) <= before
    if passes_of(rule) == "SINK":
        np.testing.assert_array_equal(interpret(module, "f", x), result)
    else:
        np.testing.assert_allclose(interpret(module, "f", x), result, 1e-5)
    check_unchanged(module, passes_of(rule))


@pytest.mark.parametrize("rule", ALL_RULES, ids=lambda rule: rule.rewrite.__name__)
def test_rules_do_not_match_elsewhere(rule: Rule) -> None:
    argument, _, _, others = CASES[rule.rewrite.__name__]
    for lines in others:
        module = chain(argument, lines)
        for instruction in module.functions[0].instructions():
            if isinstance(instruction, rule.roots):
                assert rule.rewrite(instruction) is None


def test_every_rule_is_tested() -> None:
    assert {rule.rewrite.__name__ for rule in ALL_RULES} == CASES.keys()


def sunk(argument: str, *lines: str, passes: str = "SINK AS DCE") -> list[str]:
    module = chain(argument, lines)
    run(module, passes)
    return body(module)[:-1]


def test_transposes_meet() -> None:
    lines = ["transpose %x", "exp %0", "add %1, 1: f32", "transpose %2", "negate %3"]
    assert sunk(LARGE, *lines) == ["exp", "add", "negate"]
    lines = ["transpose %x", "exp %0", "reduce %1 by add along 0"]
    assert sunk(LARGE, *lines) == ["exp", "reduce"]


def test_equal_movements_move_together() -> None:
    lines = ["exp %x", "transpose %x", "transpose %0", "multiply %1, %2", "sin %3"]
    assert sunk(LARGE, *lines) == ["exp", "multiply", "transpose", "sin"]
    lines = ["exp %x", "padShape %x at 1", "padShape %0 at 1", "add %1, %2"]
    assert sunk("<5 x f32>", *lines) == ["exp", "add", "padShape"]


def test_slices_of_products_and_sums() -> None:
    lines = ["dot %x, 2: <6 x 5 x f32>", "slice %0 from 1, 0 upto 2, 5"]
    assert sunk(LARGE, *lines) == ["dot", "slice"]
    lines = ["reduce %x by add along 0", "slice %0 from 1 upto 3"]
    assert sunk(LARGE, *lines) == ["slice", "reduce"]
    lines = ["broadcast %x to 9 x 4 x 6", "slice %0 from 1, 0, 2 upto 3, 4, 4"]
    assert sunk(LARGE, *lines) == ["slice", "broadcast"]
    lines = ["transpose %x", "slice %0 from 1, 0 upto 3, 4"]
    assert sunk(LARGE, *lines) == ["slice", "transpose"]


def test_sums_absorb_negations() -> None:
    lines = ["negate %x", "multiply %0, %x", "reduce %1 by add along 1", "subtract 1: f32, %2"]
    assert sunk(X, *lines) == ["square", "reduce", "add"]


def test_nothing_moves_into_a_loop() -> None:
    module = module_of("""
        func @f: (<4 x 6 x f32>, i64) -> f32 {
        'entry(%x: <4 x 6 x f32>, %n: i64):
            %e = exp %x: <4 x 6 x f32>
            %t = transpose %e: <4 x 6 x f32>
            branch 'head(0: i64, 0: f32)
        'head(%i: i64, %sum: f32):
            %more = lessThan %i: i64, %n: i64
            conditional %more: bool then 'body() else 'end()
        'body():
            %row = slice %t: <6 x 4 x f32> from 1 upto 2
            %total = reduce %row: <1 x 4 x f32> by add along 0, 1
            %next = add %i: i64, 1: i64
            %rest = add %sum: f32, %total: f32
            branch 'head(%next: i64, %rest: f32)
        'end():
            return %sum: f32
        }""")
    check_unchanged(module, "SINK")


@pytest.mark.parametrize(
    ("lines", "subscripts"),
    [
        (["transpose %x along 0, 2, 1", "dot %x, %0"], "amk,ank->amn"),
        (["transpose %x along 1, 0, 2", "dot %0, 2: <4 x 6 x 5 x f32>"], "mak,akn->amn"),
        (["transpose %x along 1, 2, 0", "dot %0, 1: <3 x f32>"], "kam,k->am"),
        (["dot 2: <7 x 4 x f32>, %x", "transpose %0 along 2, 1, 0"], "mk,akn->nma"),
        (['contract %x by "abc->cb"', "transpose %0"], "abc->bc"),
    ],
)
def test_products_in_any_layout(lines: list[str], subscripts: str) -> None:
    module = chain("<3 x 4 x 6 x f32>", lines)
    run(module, "LAYOUT DCE")
    assert f'"{subscripts}"' in str(module)
    assert body(module) == ["contract", "return"]


def test_batches_that_broadcast_stay() -> None:
    lines = ["transpose %x along 0, 2, 1", "dot %0, 2: <3 x 4 x 5 x f32>"]
    check_unchanged(chain("<1 x 4 x 6 x f32>", lines), "LAYOUT")
