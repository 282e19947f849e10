"""Each rule of algebraic simplification for sizes that are unknown at compile time.

Some sizes of the rules' programs are erased. A rule has to match one of these programs, or be
listed as one for static sizes; and rewriting must preserve results and their shapes.
"""

from __future__ import annotations

from itertools import product
from typing import Final

import numpy as np
import pytest

from dlvm.diagnostics import DiagnosticError
from dlvm.interpreter import interpret
from dlvm.ir import FunctionType, Module, TensorType, TypeRuleError
from dlvm.ir.types import F32, Symbol
from dlvm.text import parse
from dlvm.transforms.algebra.algebra_rules import UNSIGNED_ZERO
from dlvm.transforms.patterns import Rule
from dlvm.verifier import verify
from tests.support.pass_testing import chain, run
from tests.support.rewrite_rule_testing import NICE, bits, samples, special
from tests.unit.transforms.test_algebra import PATTERN_RULES, fitting_elements, pattern_function
from tests.unit.transforms.test_shape_rewrite_rules import NAMED_RULES, SHAPES

KNOWN_ONLY: Final[dict[str, str]] = {
    "known_shape": "the shape is a constant",
    "add_side_by_side": "what lies side by side ends at a number",
}
"""Rules that match no program with erased sizes, and why."""

OTHERS: Final[dict[str, tuple[str, list[str]]]] = {
    "pad_no_elements": ("<0 x _n x f32>", ["pad %x by (1, 1), (0, 0) with 2: f32"]),
    "slice_of_pad": (
        "<3 x _n x f32>",
        ["pad %x by (1, 1), (0, 0) with 7: f32", "slice %0 from 1 upto 3"],
    ),
    "pad_by_less": ("<3 x _n x f32>", ["pad %x by (0, -1), (0, 0) with 1: f32"]),
    "known_size": ("<_n x 3 x f32>", ["dimension of %x along 1"]),
    "cast_to_same_shape": ("<_n x 3 x f32>", ["shapeCast %x to _n x 3"]),
    "broadcast_of_number": (
        "<_n x 3 x f32>",
        ["broadcast 2: <1 x 3 x f32> to _n x 3", "add %0, %x"],
    ),
    "broadcast_operand": (
        "<_n x 3 x f32>",
        ["slice %x from 0 upto 1", "broadcast %0 to _n x 3", "multiply %1, %x"],
    ),
    "add_scattered": (
        "<_n x 3 x f32>",
        [
            "gather %x at 1: i64 along 0",
            "scatter %0 to 0: <_n x 3 x f32> at 1: i64 along 0 by add",
            "add %x, %1",
        ],
    ),
    "slice_whole": (
        "<_n x 3 x f32>",
        ["dimension of %x along 0", "slice %x from 0, 0 upto %0, 3"],
    ),
    "update_constant": ("<_n x 3 x f32>", ["update 3: <_n x 5 x f32> with %x from 0, 2"]),
}
"""Programs with erased sizes for rules that name sizes themselves."""


def drawn(name: str) -> list[tuple[Module, TensorType]]:
    """Returns the program of a rule with its argument's sizes erased in all ways: some or all of
    them, as `_` or as names. Invalid programs are omitted."""
    text, lines, _ = SHAPES[name]
    others: list[tuple[Module, TensorType]] = []
    if name in OTHERS:
        argument, code = OTHERS[name]
        type = TensorType(
            tuple(4 if d == "_n" else int(d) for d in argument[1:-7].split(" x ")), F32
        )
        others.append((chain(argument, code), type))
    known = parse(f"func @f: ({text}) -> () {{\n'entry(%x: {text}):\n    return\n}}\n")
    (type,) = known.functions[0].type.parameters
    assert isinstance(type, TensorType)
    found: list[tuple[Module, TensorType]] = []
    ways = product(*((str(size), "_", f"_n{axis}") for axis, size in enumerate(type.shape)))
    for dims in list(ways)[1:]:
        try:
            found.append((chain(f"<{' x '.join(dims)} x {type.element}>", lines), type))
        except (DiagnosticError, TypeRuleError):
            continue
    return [*found, *others]


def applies(rule: Rule, module: Module) -> bool:
    (function,) = module.functions
    roots = [i for i in function.instructions() if isinstance(i, rule.roots)]
    return any(rule.rewrite(root) is not None for root in roots)


def sizes_of(type: TensorType, known: TensorType, seed: int) -> tuple[int, ...]:
    """Returns sizes that the type allows: those of the rule's program, or others."""
    assert known.static_shape is not None
    generator = np.random.default_rng(seed)
    return tuple(
        found
        if isinstance(dim, int) or not seed
        else int(generator.choice((0, 1, found, found + 1)))
        for dim, found in zip(type.shape, known.static_shape, strict=True)
    )


@pytest.mark.parametrize("rule", NAMED_RULES, ids=lambda rule: rule.rewrite.__name__)
def test_rules_hold_for_erased_sizes(rule: Rule) -> None:
    name = rule.rewrite.__name__
    option = "{fast_math=true}" if rule.fast_math else ""
    fired = False
    for module, known in drawn(name):
        fired |= applies(rule, module)
        simplified = parse(str(module))
        run(simplified, f"AS{option} DCE")
        (type,) = module.functions[0].type.parameters
        assert isinstance(type, TensorType)
        is_exact = not rule.fast_math and "dot" not in rule.equation
        numbers = special(type.element) if is_exact else np.array(NICE, type.element.numpy)
        for seed in range(4):
            shape = sizes_of(type, known, seed)
            x = np.random.default_rng(seed).choice(numbers, shape)
            try:
                expected = interpret(module, "f", x)
            except DiagnosticError:
                continue
            found = interpret(simplified, "f", x)
            assert found.shape == expected.shape
            if name == "add_side_by_side":
                np.testing.assert_array_equal(found, expected)
            elif is_exact:
                np.testing.assert_array_equal(bits(found), bits(expected))
            else:
                np.testing.assert_allclose(found, expected, rtol=1e-6)
    if fired == (name in KNOWN_ONLY):
        pytest.fail("applies" if fired else "never applies")


def test_reasons_name_rules() -> None:
    assert KNOWN_ONLY.keys() <= {rule.rewrite.__name__ for rule in NAMED_RULES}


@pytest.mark.parametrize("sizes", [("_m", "_n"), ("_", "_")], ids=["named", "open"])
@pytest.mark.parametrize("rule", PATTERN_RULES, ids=lambda rule: rule.equation)
def test_pattern_rules_hold_for_erased_sizes(rule: Rule, sizes: tuple[str, str]) -> None:
    """With named sizes each rule matches; with unnamed sizes a rule does not match if it drops an
    operand whose shape might determine that of the result."""
    element = fitting_elements(rule)[0]
    module = pattern_function(rule, element)
    (function,) = module.functions
    dims = tuple(Symbol(name[1:]) for name in sizes)
    for argument in function.arguments:
        assert isinstance(argument.type, TensorType)
        argument.type = argument.type.with_shape(dims)
    for instruction in function.instructions():
        instruction.type = instruction.infer()
    returned = function.entry.instructions[-1]
    parameters = tuple(a.type for a in function.arguments)
    function.type = FunctionType(parameters, returned.operands[0].type)
    verify(module)
    option = "{fast_math=true}" if rule.fast_math else ""
    simplified = parse(str(module))
    changed = run(simplified, f"AS{option} DCE")
    assert changed or "_" in sizes
    arguments = [
        samples(t.element, rule.fast_math, i)
        for i, t in enumerate(parameters)
        if isinstance(t, TensorType)
    ]
    found, expected = (interpret(m, "f", *arguments) for m in (simplified, module))
    assert found.shape == expected.shape
    if rule in UNSIGNED_ZERO or rule.fast_math:
        np.testing.assert_allclose(
            *(a.astype(np.float64) for a in (found, expected)), rtol=2e-2, atol=1e-6
        )
    else:
        np.testing.assert_array_equal(bits(found), bits(expected))
    if changed:
        # Operands that are repeated.
        for seed in range(len(arguments)):
            some = [
                a[:1] if i == seed and len(arguments) > 1 else a for i, a in enumerate(arguments)
            ]
            if "_" in sizes:
                assert (
                    interpret(simplified, "f", *some).shape == interpret(module, "f", *some).shape
                )


def test_names_that_no_parameter_has() -> None:
    """The named size of a block argument does not give constants a size."""
    module = parse("""
        stage optimizable
        func @f: (<0 x _ x f32>) -> <0 x _ x f32> {
        'entry(%x: <0 x _ x f32>):
            branch 'next(%x: <0 x _ x f32>)
        'next(%y: <0 x _k x f32>):
            %z = exp %y: <0 x _k x f32>
            %p = padShape %z: <0 x _k x f32> at 0
            %q = squeezeShape %p: <1 x 0 x _k x f32> at 0
            return %q: <0 x _k x f32>
        }
    """)
    verify(module)
    run(module, "AS DCE")
    for size in (0, 3):
        found = interpret(module, "f", np.ones((0, size), np.float32))
        assert found.shape == (0, size)
