"""Algebra simplification: each rule applies, is correct, and does not apply otherwise."""

import math

import numpy as np
import pytest

from dlvm.analysis.values.patterns import (
    InstructionPattern,
    NumberPattern,
    Pattern,
    PatternVariable,
)
from dlvm.interpreter import interpret
from dlvm.ir import (
    Builder,
    ElementType,
    Function,
    FunctionType,
    Literal,
    Module,
    Stage,
    TensorType,
    TypeRuleError,
    Value,
)
from dlvm.ir import instructions as op
from dlvm.ir.types import BOOL
from dlvm.transforms.algebra.algebra_rules import RULES, UNSIGNED_ZERO
from dlvm.transforms.patterns import Rule
from tests.support.agreement import TOLERANCE
from tests.support.pass_testing import X, body, chain, check_unchanged, module_of, run
from tests.support.rewrite_rule_testing import NICE, SHAPE, bits, samples, special


def pattern_function(rule: Rule, element: ElementType, seed: int = 0) -> Module:
    """Returns a function that computes the left side of a rule, with arguments for its variables
    and random constants."""
    assert rule.pattern is not None
    names: list[str] = []
    flags = set[str]()

    def visit(pattern: Pattern, is_flag: bool = False) -> None:
        if isinstance(pattern, PatternVariable) and pattern.constant is not True:
            if pattern.name not in names:
                names.append(pattern.name)
            if is_flag:
                flags.add(pattern.name)
        if isinstance(pattern, InstructionPattern):
            for index, operand in enumerate(pattern.operands):
                third = pattern.instruction is op.Select and index == 2
                visit(operand, third or (is_flag and pattern.instruction is op.Not))

    visit(rule.pattern)
    types = [TensorType(SHAPE, BOOL if n in flags else element) for n in names]
    module = Module("test", Stage.OPTIMIZABLE)
    function = Function("f", FunctionType(tuple(types), types[0]))
    builder = Builder(function.add_entry(names))
    drawn = np.random.default_rng(seed).choice(special(element), 2)
    numbers = NICE[1:3] if rule.fast_math else drawn.tolist()
    constants = dict(zip("cd", numbers, strict=True))

    def build(pattern: Pattern, is_flag: bool = False) -> Value:
        match pattern:
            case PatternVariable(name, True):
                return Literal(TensorType((), element), constants[name])
            case PatternVariable(name):
                return function.arguments[names.index(name)]
            case NumberPattern(number):
                type = TensorType((), BOOL if is_flag else element)
                if (number < 0 and element.kind in ("unsigned", "bool")) or (
                    not element.is_float and not float(number).is_integer()
                ):
                    raise TypeRuleError(f"{number} is not of type {element}")
                return Literal(type, number)
            case InstructionPattern(instruction, operands):
                of_flags = is_flag and instruction is op.Not
                flags_ = [of_flags or (instruction is op.Select and i == 2) for i in range(3)]
                values = [build(o, f) for o, f in zip(operands, flags_, strict=False)]
                return builder.insert(instruction(*values))
            case _:
                raise TypeError(pattern)

    result = build(rule.pattern)
    assert isinstance(result.type, TensorType)
    if result.type.static_shape == SHAPE:
        builder.insert(op.Return(result))
    function.type = FunctionType(tuple(types), result.type)
    module.add_function(function)
    return module


PATTERN_RULES = [rule for rule in RULES if rule.pattern is not None]


def fitting_elements(rule: Rule) -> list[ElementType]:
    """The element types that a rule is about."""
    assert rule.pattern is not None
    found: list[ElementType] = []
    for element in ElementType:
        if element.is_complex:  # No rule matches complex numbers.
            continue
        try:
            module = pattern_function(rule, element)
        except TypeRuleError:
            continue
        root = module.functions[0].entry.instructions[-2]
        if rule.rewrite(root) is not None:
            found.append(element)
    return found


@pytest.mark.parametrize("rule", PATTERN_RULES, ids=lambda rule: rule.equation)
def test_rules(rule: Rule) -> None:
    elements = fitting_elements(rule)
    assert elements, "never fires"
    for seed, element in enumerate(elements):
        module = pattern_function(rule, element, seed)
        arguments = [
            samples(t.element, rule.fast_math, i)
            for i, t in enumerate(module.functions[0].type.parameters)
            if isinstance(t, TensorType)
        ]
        expected = interpret(module, "f", *arguments)
        count = len(body(module))
        option = "{fast_math=true}" if rule.fast_math else ""
        assert run(module, f"AS{option}")
        run(module, f"CP AS{option} DCE")
        assert len(body(module)) <= count
        found = interpret(module, "f", *arguments)
        if rule.fast_math:
            tolerance = 10 * TOLERANCE.get(str(found.dtype), 0)
            np.testing.assert_allclose(
                np.asarray(found, np.float64), np.asarray(expected, np.float64), rtol=tolerance
            )
        elif rule in UNSIGNED_ZERO:
            np.testing.assert_array_equal(bits(found)[:1], bits(expected)[:1])
        else:
            np.testing.assert_array_equal(bits(found), bits(expected))
        check_unchanged(module, f"AS{option}")


def simplified(argument: str, *lines: str, passes: str = "AS DCE") -> list[str]:
    module = chain(argument, lines)
    run(module, passes)
    return body(module)


def test_inexact_rules_need_fast_math() -> None:
    lines = ["exp %x", "log %0"]
    assert simplified(X, *lines) == ["exp", "log", "return"]
    assert simplified(X, *lines, passes="AS{fast_math=true} DCE") == ["return"]
    for line in ("multiply %x, 0: f32", "subtract %x, %x"):
        assert len(simplified(X, line)) == 2
        assert simplified(X, line, passes="AS{fast_math=true}") == ["return"]
    assert simplified("<3 x i32>", "multiply %x, 0: i32") == ["return"]


def test_a_smaller_operand_is_broadcast() -> None:
    assert simplified("<3 x f32>", "add %x, -0.0: <2 x 3 x f32>") == ["broadcast", "return"]


def test_unknown_shapes_are_kept() -> None:
    assert simplified("<_n x f32>", "multiply %x, 1: f32") == ["return"]
    assert simplified("<_ x 1 x _ x f32>", "reduce %x by add along 1") == ["reduce", "return"]
    assert simplified("<2 x 1 x _ x f32>", "reduce %x by add along 1") == ["shapeCast", "return"]


def test_sizes_of_parameters_are_used() -> None:
    """Of the initial zero of a gradient only the size is used."""
    text = """
        func @f: (<_n x 4 x f32>, <4 x 3 x f32>) -> f32 {
        'entry(%x: <_n x 4 x f32>, %w: <4 x 3 x f32>):
            %y = dot %x: <_n x 4 x f32>, %w: <4 x 3 x f32>
            %s = reduce %y: <_n x 3 x f32> by add along 0, 1
            return %s: f32
        }
        [gradient @f wrt 1]
        func @g: (<_n x 4 x f32>, <4 x 3 x f32>) -> (<4 x 3 x f32>)"""
    module = module_of(text, "raw")
    run(module, "AD AS DCE")
    kinds = [i.mnemonic for i in module.functions[1].instructions()]
    assert kinds == ["transpose", "dot", "return"]
    x = np.arange(20, dtype="f").reshape(5, 4)
    for rows in (5, 1, 0):
        (slope,) = interpret(module, "g", x[:rows], np.zeros((4, 3), "f"))
        np.testing.assert_array_equal(slope, np.repeat(x[:rows].sum(0)[:, None], 3, 1))

    known = "func @f: (<_n x f32>, <_n x bool>, f32) -> <_n x f32>"
    head = "'entry(%x: <_n x f32>, %c: <_n x bool>, %s: f32):"
    chosen = "%y = select %s: f32, %s: f32 by %c: <_n x bool>"
    module = module_of(f"{known} {{\n{head}\n{chosen}\nreturn %y: <_n x f32>\n}}")
    assert run(module, "AS")
    assert body(module) == ["broadcast", "return"]
    found = interpret(module, "f", np.ones(2, "f"), np.ones(2, "?"), 3)
    np.testing.assert_array_equal(found, np.array([3, 3], "f"))


def test_sizes_of_pointees_are_unknown() -> None:
    text = """
        func @f: (*<_n x f32>) -> <_n x i32> {
        'entry(%p: *<_n x f32>):
            %x = load %p: *<_n x f32>
            %i = dataTypeCast %x: <_n x f32> to i32
            %y = subtract %i: <_n x i32>, %i: <_n x i32>
            return %y: <_n x i32>
        }"""
    check_unchanged(module_of(text), "AS")


def test_operands_that_can_determine_a_size_are_kept() -> None:
    text = """
        func @f: (<_ x f32>, <_ x bool>) -> <_ x f32> {
        'entry(%x: <_ x f32>, %c: <_ x bool>):
            %y = select %x: <_ x f32>, %x: <_ x f32> by %c: <_ x bool>
            return %y: <_ x f32>
        }"""
    module = module_of(text)
    check_unchanged(module, "AS")
    assert interpret(module, "f", np.ones(1, "f"), np.ones(3, "?")).shape == (3,)


def test_rules_do_not_make_programs_larger() -> None:
    """The difference has another use, and so do both products."""
    lines = ["add %x, 1: f32", "multiply %x, %x", "multiply %x, %0", "add %1, %2", "add %3, %1"]
    lines += ["add %4, %2"]
    count = len(lines) + 1
    assert len(simplified(X, *lines, passes="AS{fast_math=true} DCE")) == count


def test_chains_collapse() -> None:
    lines = ["negate %x"] + [f"negate %{i}" for i in range(2000)]
    assert simplified(X, *lines[:4]) == ["return"]
    text = "\n".join(f"%v{i + 1} = negate %v{i}: f32" for i in range(2000))
    module = module_of(
        f"func @f: (f32) -> f32 {{\n'entry(%v0: f32):\n{text}\nreturn %v2000: f32\n}}"
    )
    run(module, "AS DCE")
    assert body(module) == ["return"]


def test_aggregates_stay_with_their_user() -> None:
    text = """
func @f: (f32, f32) -> (<2 x f32>, <2 x f32>) {
'entry(%x: f32, %y: f32):
    %t = shapeCast <%x: f32, %y: f32>: <2 x f32> to 2
    %u = transpose %t: <2 x f32> along 0
    %a = negate %u: <2 x f32>
    %b = exp %t: <2 x f32>
    return (%a: <2 x f32>, %b: <2 x f32>): (<2 x f32>, <2 x f32>)
}
"""
    module = module_of(text)
    assert run(module, "AS")
    assert body(module) == ["literal", "negate", "exp", "return"]
    a, b = interpret(module, "f", 1, 0)
    np.testing.assert_allclose([a, b], [[-1, 0], [math.e, 1]], rtol=1e-6)
