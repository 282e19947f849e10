"""Rewrite rules for shapes, movement and sizes: each matches exactly the intended patterns, and
preserves results."""

import numpy as np
import pytest

from dlvm.interpreter import interpret
from dlvm.ir import (
    TensorType,
)
from dlvm.transforms.algebra.movement_rules import MOVEMENT_RULES, add_side_by_side
from dlvm.transforms.algebra.shape_rules import SHAPE_RULES
from dlvm.transforms.algebra.size_rules import SIZE_RULES
from dlvm.transforms.patterns import Rule
from tests.support.pass_testing import X, body, chain, check_unchanged, run
from tests.support.rewrite_rule_testing import NICE, bits, special

# For each rule about shapes: its name, the arguments, and the values up to the result, of a program
# where it applies and of ones where it has to hold back.
SHAPES: dict[str, tuple[str, list[str], list[list[str]]]] = {
    "cast_to_same_shape": (
        X,
        ["shapeCast %x to 2 x 3"],
        [["shapeCast %x to 3 x 2"]],
    ),
    "cast_of_cast": (
        X,
        ["padShape %x at 1", "squeezeShape %0 at 1"],
        [["padShape %x at 0", "padShape %0 at 0", "add %0, %1"]],
    ),
    "broadcast_of_broadcast": (
        X,
        ["broadcast %x to 4 x 2 x 3", "broadcast %0 to 5 x 4 x 2 x 3"],
        [["broadcast %x to 4 x 2 x 3"]],
    ),
    "broadcast_of_number": (
        X,
        ["broadcast 2: <1 x 3 x f32> to 2 x 3", "add %0, %x"],
        [["broadcast %x to 4 x 2 x 3"]],
    ),
    "broadcast_operand": (
        X,
        ["slice %x from 0 upto 1", "broadcast %0 to 2 x 3", "multiply %1, %x"],
        [["broadcast %x to 4 x 2 x 3", "multiply %0, %x"]],
    ),
    "transpose_nothing": (X, ["transpose %x along 0, 1"], [["transpose %x"]]),
    "transpose_of_transpose": (
        "<2 x 3 x 4 x f32>",
        ["transpose %x along 1, 2, 0", "transpose %0 along 1, 2, 0"],
        [["transpose %x along 1, 2, 0", "negate %0", "transpose %1 along 1, 2, 0"]],
    ),
    "transpose_of_dot": (
        "<3 x 3 x f32>",
        ["transpose %x", "dot %0, %x", "transpose %1"],
        [
            ["dot %x, %x", "transpose %0"],
            ["transpose %x", "dot %0, %x", "transpose %1", "add %1, %2"],
            ["transpose %x", "dot %0, %x", "transpose %1", "add %0, %2"],
        ],
    ),
    "dot_of_transposes": (
        "<3 x 3 x f32>",
        ["transpose %x", "negate %x", "transpose %1", "dot %0, %2"],
        [
            ["transpose %x", "negate %0", "dot %0, %1"],
            ["transpose %x", "negate %x", "transpose %1", "dot %0, %2", "add %0, %3"],
        ],
    ),
    "contract_matrices": (
        X,
        ['contract 2: <4 x 2 x f32>, %x by "ik,kj->ij"', "negate %0"],
        [
            ['contract %x, %x by "ik,jk->ij"'],
            ['contract %x, %x by "ij,ij->ij"'],
            ['contract 1: <4 x 2 x f32>, %x by "ij,jk->ki"'],
        ],
    ),
    "reverse_nothing": ("<2 x 1 x f32>", ["reverse %x along 1"], [["reverse %x along 0"]]),
    "reverse_of_reverse": (
        X,
        ["reverse %x along 0, 1", "reverse %0 along 1, 0"],
        [["reverse %x along 0", "reverse %0 along 1"]],
    ),
    "concatenate_one": (X, ["concatenate %x along 0"], [["concatenate %x, %x along 0"]]),
    "slice_whole": (X, ["slice %x from 0, 0 upto 2, 3"], [["slice %x from 1 upto 2"]]),
    "slice_of_slice": (
        "<8 x 3 x f32>",
        ["slice %x from 1 upto 7", "slice %0 from 2, 1 upto 4, 3"],
        [["slice %x from 0 upto 8 strides 2", "slice %0 from 1 upto 3"]],
    ),
    "pad_nothing": (
        X,
        ["pad %x by (0, 0), (0, 0) with 1: f32"],
        [["pad %x by (0, 0), (0, 0) with 1: f32 interior 0, 1"]],
    ),
    "slice_of_concatenate": (
        "<2 x 5 x f32>",
        [
            "negate %x",
            "concatenate %x, %0, %x along 1",
            "slice %1 from 0, 5 upto 2, 9 strides 1, 2",
        ],
        [
            ["concatenate %x, %x along 1", "slice %0 from 0, 3 upto 2, 7"],
            ["concatenate %x, %x along 1", "slice %0 from 0, 3 upto 2, 3"],
            [
                "concatenate %x, %x, %x along 1",
                "slice %0 from 0, 3 upto 2, 7",
                "slice %0 from 1 upto 2",
            ],
        ],
    ),
    "slice_of_pad": (
        X,
        ["pad %x by (1, 1), (2, 0) with 7: f32", "slice %0 from 1, 1 upto 4, 5"],
        [
            ["pad %x by (1, 1), (2, 0) with 7: f32", "slice %0 from 0, 3 upto 4, 5"],
            ["pad %x by (1, 1), (2, 0) with 7: f32 interior 1, 0", "slice %0 from 1 upto 2"],
        ],
    ),
    "slice_of_update": (
        "<4 x 5 x f32>",
        [
            "slice %x from 0, 0 upto 2, 3",
            "negate %0",
            "update %x with %1 from 1, 2",
            "slice %2 from 1, 2 upto 3, 5 strides 1, 2",
        ],
        [["slice %x from 0 upto 2", "update %x with %0 from 1, 0", "slice %1 from 2 upto 4"]],
    ),
    "update_whole": (
        X,
        ["negate %x", "update %x with %0 from 0, 0"],
        [["slice %x from 0 upto 1", "update %x with %0 from 0, 0"]],
    ),
    "update_over_update": (
        X,
        [
            "slice %x from 0 upto 1",
            "negate %0",
            "update %x with %0 from 1, 0",
            "update %2 with %1 from 1, 0",
        ],
        [
            [
                "slice %x from 0 upto 1",
                "update %x with %0 from 1, 0",
                "update %1 with %0 from 0, 0",
            ],
            [
                "slice %x from 0 upto 1",
                "slice %x from 0, 0 upto 1, 2",
                "update %x with %0 from 1, 0",
                "update %2 with %1 from 1, 0",
            ],
        ],
    ),
    "update_constant": (
        X,
        ["update 3: <4 x 5 x f32> with %x from 1, 2"],
        [
            ["broadcast 3: f32 to 2 x 3", "update %0 with %x from 0, 0"],
            ["rank of %x", "update 3: <4 x 5 x f32> with %x from %0, 2"],
        ],
    ),
    "pad_by_less": (
        X,
        ["pad %x by (0, -1), (-1, 0) with 1: f32"],
        [["pad %x by (0, 1), (-1, 0) with 1: f32"], ["pad %x by (0, -2), (0, 0) with 1: f32"]],
    ),
    "pad_of_pad": (
        X,
        ["pad %x by (0, 1), (1, 0) with 1: f32", "pad %0 by (2, 1), (1, 0) with 1: f32"],
        [
            ["pad %x by (0, 1), (1, 0) with 1: f32", "pad %0 by (2, 1), (1, 0) with 2: f32"],
            ["pad %x by (0, 0), (1, 0) with 0: f32", "pad %0 by (2, 0), (1, 0) with -0.0: f32"],
            ["pad %x by (0, -1), (1, 0) with 1: f32", "pad %0 by (2, 1), (1, 0) with 1: f32"],
        ],
    ),
    "concatenate_concatenated": (
        X,
        ["negate %x", "concatenate %0, %x along 1", "concatenate %x, %1 along 1"],
        [["concatenate %x, %x along 1", "concatenate %0, %0 along 0"]],
    ),
    "concatenate_slices": (
        "<4 x 5 x f32>",
        [
            "slice %x from 0, 1 upto 4, 2",
            "slice %x from 0, 2 upto 4, 5",
            "concatenate %0, %1 along 1",
        ],
        [
            [
                "slice %x from 0, 1 upto 4, 2",
                "slice %x from 0, 2 upto 4, 5",
                "concatenate %1, %0 along 1",
            ],
            [
                "slice %x from 0, 1 upto 3, 2",
                "slice %x from 1, 2 upto 4, 5",
                "concatenate %0, %1 along 1",
            ],
            ["slice %x from 0, 1 upto 4, 2", "concatenate %0, %x along 1"],
        ],
    ),
    "concatenate_constants": (
        X,
        [
            "concatenate 1: <2 x 2 x f32>, 1: <2 x 1 x f32>, %x along 1",
        ],
        [["concatenate 1: <2 x 2 x f32>, %x, 2: <2 x 1 x f32> along 1"]],
    ),
    "add_side_by_side": (
        X,
        [
            "negate %x",
            "pad %x by (0, 0), (1, 7) with 0: f32",
            "pad %0 by (0, 0), (5, 3) with 0: f32",
            "add %1, %2",
            "exp %x",
            "pad %4 by (0, 0), (8, 0) with 0: f32",
            "add %3, %5",
        ],
        [
            [
                "pad %x by (0, 0), (1, 2) with 0: f32",
                "pad %x by (0, 0), (3, 0) with 0: f32",
                "add %0, %1",
            ],
            [
                "pad %x by (0, 0), (0, 3) with 0: f32",
                "pad %x by (0, 0), (3, 0) with 1: f32",
                "add %0, %1",
            ],
            [
                "pad %x by (1, 0), (0, 3) with 0: f32",
                "pad %x by (0, 1), (3, 0) with 0: f32",
                "add %0, %1",
            ],
            [
                "pad %x by (0, 0), (0, 3) with 0: f32",
                "pad %x by (0, 0), (3, 0) with 0: f32",
                "add %0, %1",
                "add %0, %2",
            ],
        ],
    ),
    "reduce_nothing": (
        "<1 x 3 x f32>",
        ["reduce %x by add along 0"],
        [["reduce %x by add init 1: f32 along 0"], ["reduce %x by add along 1"]],
    ),
    "reduce_constant": (
        X,
        ["reduce 3: <5 x 2 x f32> by add along 0", "add %0, 1: <2 x f32>"],
        [
            ["reduce 0.1: <5 x 2 x f32> by add along 0"],
            ["reduce 1: <99 x 999 x f16> by add along 0, 1"],
        ],
    ),
    "reduce_of_extremes": (
        X,
        ["reduce %x by max along 1", "reduce %0 by max along 0"],
        [["reduce %x by add along 1", "reduce %0 by add along 0"]],
    ),
    "reduce_of_reduce": (
        "<2 x 3 x 4 x f32>",
        ["reduce %x by add along 1", "reduce %0 by add along 0"],
        [["reduce %x by add along 1", "reduce %0 by max along 0"]],
    ),
    "cast_to_same_type": (X, ["dataTypeCast %x to f32"], [["dataTypeCast %x to f64"]]),
    "cast_there_and_back": (
        X,
        ["dataTypeCast %x to f64", "dataTypeCast %0 to f32"],
        [["dataTypeCast %x to f16", "dataTypeCast %0 to f32"]],
    ),
    "divide_by_power_of_two": (
        X,
        ["divide %x, 4: f32"],
        [["divide %x, 3: f32"], ["divide %x, 0: f32"], ["divide %x, 0x1p127: f32"]],
    ),
    "divide_by_constant": (X, ["divide %x, 3: f32"], [["divide %x, 0: f32"]]),
    "named_literal": (X, ["literal %x", "negate %0"], [["literal (%x, %x)", "extract 0 from %0"]]),
    "extract_element": (X, ["literal (%x, %x)", "extract 1 from %0"], [["extract 1 from %x"]]),
    "extract_of_extract": (
        "<2 x 3 x 4 x f32>",
        ["extract 1 from %x", "extract 2 from %0"],
        [["extract 1 from %x"]],
    ),
    "extract_of_insert": (
        X,
        ["insert 1: f32 to %x at 0, 1", "extract 0, 2 from %0"],
        [["insert 1: f32 to %x at 0, 1", "extract 0 from %0"]],
    ),
    "insert_over_insert": (
        X,
        ["insert 1: f32 to %x at 0, 1", "insert 2: f32 to %0 at 0, 1"],
        [["insert 1: f32 to %x at 0, 1", "insert 2: f32 to %0 at 0, 2"]],
    ),
    "positive_dimension": (
        X,
        ["dimension of %x along 0", "max %0, 0: i64"],
        [["dimension of %x along 0", "max %0, 1: i64"], ["rank of %x", "max %0, 0: i64"]],
    ),
    "cast_back": (
        "<1 x 3 x f32>",
        ["padShape %x at 1", "squeezeShape %0 at 1"],
        [["padShape %x at 1", "squeezeShape %0 at 0"]],
    ),
    "unbroadcast_nothing": (
        X,
        ["negate %x", "unbroadcast %x like %0 along 1"],
        [["slice %x from 0 upto 1", "unbroadcast %x like %0 along 0"]],
    ),
    "unbroadcast_ones": (
        X,
        ["slice %x from 0 upto 1", "unbroadcast %x like %0 along 0"],
        [["negate %x", "unbroadcast %x like %0 along 0"]],
    ),
    "squeeze_unbroadcast": (
        "<3 x f32>",
        [
            "slice %x from 0 upto 1",
            "padShape %x at 1",
            "padShape %0 at 1",
            "unbroadcast %1 like %2 along 0",
            "squeezeShape %3 at 1",
        ],
        [
            [
                "padShape %x at 0",
                "negate %0",
                "unbroadcast %0 like %1 along 1",
                "squeezeShape %2 at 0",
            ]
        ],
    ),
    "unbroadcast_like_map": (
        X,
        ["slice %x from 0 upto 1", "negate %0", "unbroadcast %x like %1 along 0"],
        [["slice %x from 0 upto 1", "unbroadcast %x like %0 along 0"]],
    ),
    "negated_after": (
        X,
        ["negate %x", "padShape %0 at 1"],
        [["negate %x", "padShape %0 at 1", "padShape %0 at 0", "add %1, %2"]],
    ),
    "add_scattered": (
        "<2 x 3 x f32>",
        [
            "gather %x at 1: i64 along 0",
            "scatter %0 to 0: <2 x 3 x f32> at 1: i64 along 0 by add",
            "add %x, %1",
        ],
        [
            ["scatter 1: <3 x f32> to 1: <2 x 3 x f32> at 1: i64 along 0 by add", "add %x, %0"],
            ["scatter 1: <3 x f32> to 0: <2 x 3 x f32> at 1: i64 along 0", "add %x, %0"],
            [
                "iota 2 along 0: i64",
                "scatter %x to 0: <2 x 3 x f32> at %0 along 0 by add",
                "add %x, %1",
            ],
        ],
    ),
}


EMPTY = "<0 x 3 x f32>"

# The same for rules about sizes.
SIZES: dict[str, tuple[str, list[str], list[list[str]]]] = {
    "of_constants": (
        X,
        ["padShape 1: <3 x f32> at 0", "multiply %x, %0"],
        [["exp %x"], ["gather 1: <3 x f32> at 0: i64 along 0"]],
    ),
    "without_elements": (
        EMPTY,
        ["exp %x"],
        [["literal %x"], ["pad %x by (1, 0), (0, 0) with 1: f32"]],
    ),
    "reduce_no_elements": (
        EMPTY,
        ["reduce %x by multiply along 0"],
        [["reduce %x by add along 1"], ["transpose %x", "reduce %0 by add along 0"]],
    ),
    "multiply_no_elements": (
        EMPTY,
        ["transpose %x", "dot %0, %x"],
        [["transpose %x", "dot %x, %0"]],
    ),
    "pad_no_elements": (
        EMPTY,
        ["pad %x by (1, 1), (0, 1) with 2: f32"],
        [["pad %x by (0, 0), (0, 1) with 2: f32"]],
    ),
    "concatenate_no_elements": (
        X,
        ["slice %x from 1 upto 1", "negate %x", "concatenate %x, %0, %1 along 0"],
        [["concatenate %x, %x along 0"]],
    ),
    "update_no_elements": (
        X,
        ["slice %x from 1 upto 1", "update %x with %0 from 1, 0"],
        [["update %x with 1: <1 x 1 x f32> from 1, 0"]],
    ),
    "scatter_no_elements": (
        X,
        ["scatter 1: <0 x 3 x f32> to %x at 0: <0 x i64> along 0"],
        [["scatter 1: <1 x 3 x f32> to %x at 0: <1 x i64> along 0"]],
    ),
    "transpose_ones": (
        "<2 x 1 x 3 x f32>",
        ["transpose %x along 1, 0, 2"],
        [["transpose %x along 2, 0, 1"]],
    ),
    "scan_one": (
        "<1 x 3 x f32>",
        ["scan %x by add along 0"],
        [["scan %x by add along 0, 1"], ["scan %x by add along 0 exclusive"]],
    ),
    "sort_one": (
        "<1 x 3 x f32>",
        ["sort %x along 0", "extract 0 from %0"],
        [["sort %x along 1"]],
    ),
    "extreme_of_one": ("<1 x 3 x f32>", ["argMin %x along 0"], [["argMax %x along 1"]]),
    "windows_of_one": (
        X,
        ["reduceWindow %x by max dims 1, 1"],
        [
            ["reduceWindow %x by max dims 1, 2"],
            ["reduceWindow %x by max dims 1, 1 strides 1, 2"],
            ["reduceWindow %x by max dims 1, 1 padding (1, -1), (0, 0)"],
            ["reduceWindow %x by add init 1: f32 dims 1, 1"],
        ],
    ),
    "bit_cast_to_same_type": (X, ["bitCast %x to f32"], [["bitCast %x to i32"]]),
    "insert_extracted": (
        X,
        ["extract 1 from %x", "insert %0 to %x at 1"],
        [["extract 1 from %x", "insert %0 to %x at 0"]],
    ),
    "known_size": (X, ["unitCount of %x"], [["shapeCast %x to _", "unitCount of %0"]]),
    "known_shape": (X, ["shape of %x"], [["shapeCast %x to _", "shape of %0"]]),
}
SHAPES.update(SIZES)
NAMED_RULES = [*SIZE_RULES, *SHAPE_RULES, *MOVEMENT_RULES]


@pytest.mark.parametrize("rule", NAMED_RULES, ids=lambda rule: rule.rewrite.__name__)
def test_shape_rules(rule: Rule) -> None:
    argument, fires, _ = SHAPES[rule.rewrite.__name__]
    module = chain(argument, fires)
    roots = [i for i in module.functions[0].instructions() if isinstance(i, rule.roots)]
    assert any(rule.rewrite(root) is not None for root in roots)
    module = chain(argument, fires)
    type = module.functions[0].type.parameters[0]
    assert isinstance(type, TensorType)
    is_exact = not rule.fast_math and "dot" not in rule.equation
    numbers = special(type.element) if is_exact else np.array(NICE, type.element.numpy)
    x = np.random.default_rng(0).choice(numbers, type.static_shape)
    before, expected = body(module), interpret(module, "f", x)
    option = "{fast_math=true}" if rule.fast_math else ""
    assert run(module, f"AS{option}")
    run(module, "DCE")
    assert len(body(module)) <= len(before)
    found = interpret(module, "f", x)
    if rule.rewrite is add_side_by_side:
        np.testing.assert_array_equal(found, expected)
    elif is_exact:
        np.testing.assert_array_equal(bits(found), bits(expected))
    else:
        np.testing.assert_allclose(found, expected, rtol=1e-6)
    check_unchanged(module, f"AS{option}")


@pytest.mark.parametrize("rule", NAMED_RULES, ids=lambda rule: rule.rewrite.__name__)
def test_shape_rules_do_not_match_elsewhere(rule: Rule) -> None:
    argument, _, others = SHAPES[rule.rewrite.__name__]
    for lines in others:
        module = chain(argument, lines)
        for instruction in module.functions[0].instructions():
            if isinstance(instruction, rule.roots):
                assert rule.rewrite(instruction) is None


def test_every_shape_rule_is_tested() -> None:
    assert {rule.rewrite.__name__ for rule in NAMED_RULES} == SHAPES.keys()
