"""Passes match where they should and not elsewhere, and preserve the meaning of programs."""

import inspect
from collections.abc import Sequence

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

import dlvm
from dlvm.interpreter import interpret
from dlvm.ir import (
    Instruction,
    Literal,
    TensorType,
)
from dlvm.ir import instructions as op
from dlvm.ir.types import BF16
from dlvm.transforms import PASSES, PIPELINES, run_passes
from tests.support.pass_testing import X, body, chain, check_unchanged, module_of, run

BOUNDS = """
func @part: (<4 x f32>, i64) -> <_ x f32> {
'entry(%x: <4 x f32>, %n: i64):
    %y = slice %x: <4 x f32> from 1 upto %n: i64
    return %y: <_ x f32>
}
func @f: (<4 x f32>) -> <_ x f32> {
'entry(%x: <4 x f32>):
    %a = literal 2: i64
    %b = add %a: i64, 1: i64
    branch 'next(4: i64)
'next(%e: i64):
    %y = slice %x: <4 x f32> from %a: i64 upto %b: i64
    %z = slice %x: <4 x f32> from %b: i64 upto %e: i64
    %p = apply @part(%x: <4 x f32>, 3: i64) -> <_ x f32>
    %c = concatenate %y: <_ x f32>, %z: <_ x f32>, %p: <_ x f32> along 0
    return %c: <_ x f32>
}
"""


@pytest.mark.parametrize("passes", ["AS", "CP", "INL", "O1", "O2"])
def test_types_that_depend_on_constants_stay(passes: str) -> None:
    """With constant bounds a slice would have a static size, and its users other types."""
    module = module_of(BOUNDS)
    run(module, passes)
    np.testing.assert_array_equal(
        interpret(module, "f", np.arange(4, dtype=np.float32)), [2, 3, 1, 2]
    )
    check_unchanged(module, passes)


@pytest.mark.parametrize("level", range(4))
def test_sizes_that_contradict_each_other(level: int) -> None:
    """Such a program traps at run time, but has to be compiled."""
    text = """
func @f: (<2 x f32>) -> <3 x f32> {
'entry(%x: <2 x f32>):
    %a = broadcast %x: <2 x f32> to _
    %b = broadcast %a: <_ x f32> to 3
    %c = shapeCast %b: <3 x f32> to _
    %d = shapeCast %c: <_ x f32> to 5
    %e = shapeCast %d: <5 x f32> to _
    %g = add %e: <_ x f32>, %b: <3 x f32>
    %h = add %a: <_ x f32>, %g: <3 x f32>
    return %h: <3 x f32>
}
"""
    module, given = module_of(text), np.ones(2, np.float32)
    run(module, f"O{level}")
    function = dlvm.compile(module_of(text), opt_level=level)["f"]
    for call in (function, lambda x: interpret(module, "f", x)):
        with pytest.raises(dlvm.DiagnosticError, match="shape 2 does not broadcast to 3") as found:
            call(given)
        location = found.value.diagnostics[0].location
        assert location is not None
        assert location.line == 7


# Constant propagation

BRANCHES = """
func @f: (f64) -> f64 {
'entry(%x: f64):
    %a = add 2: f64, 3: f64
    %c = greaterThan %a: f64, 4: f64
    conditional %c: bool then 'yes(%a: f64) else 'no(%x: f64)
'yes(%u: f64):
    %v = multiply %u: f64, 2: f64
    branch 'end(%v: f64)
'no(%w: f64):
    %never = sqrt %w: f64
    branch 'end(%never: f64)
'end(%r: f64):
    %s = add %r: f64, 1: f64
    return %s: f64
}
"""


def test_constants_through_branches() -> None:
    module = module_of(BRANCHES)
    assert run(module, "CP")
    run(module, "DCE")
    function = module.functions[0]
    assert body(module) == ["return"]
    assert len(function.blocks) == 1
    assert interpret(module, "f", 7.0) == 11
    check_unchanged(module, "CP")


def test_both_branches_with_one_constant() -> None:
    text = """
func @f: (bool, f64) -> f64 {
'entry(%c: bool, %x: f64):
    conditional %c: bool then 'a(5: f64) else 'b(2: f64)
'a(%p: f64):
    branch 'end(%p: f64, 1: f64)
'b(%q: f64):
    %r = add %q: f64, 3: f64
    branch 'end(%r: f64, 2: f64)
'end(%u: f64, %v: f64):
    %y = add %u: f64, %v: f64
    return %y: f64
}
"""
    module = module_of(text)
    assert run(module, "CP DCE")
    end = module.functions[0].blocks[-1]
    assert len(end.arguments) == 1  # 5 either way; 1 or 2.
    assert (interpret(module, "f", True, 0), interpret(module, "f", False, 0)) == (6, 7)


LOOP = """
func @f: (i64) -> (i64, i64) {
'entry(%n: i64):
    branch 'head(0: i64, 1: i64, 7: i64)
'head(%i: i64, %p: i64, %k: i64):
    %more = lessThan %i: i64, %n: i64
    conditional %more: bool then 'body() else 'end()
'body():
    %z = subtract %k: i64, 7: i64
    %q = multiply %p: i64, 2: i64
    %j = add %i: i64, 1: i64
    %m = add %k: i64, %z: i64
    branch 'head(%j: i64, %q: i64, %m: i64)
'end():
    return (%p: i64, %k: i64): (i64, i64)
}
"""


def test_constants_around_a_loop() -> None:
    """k is 7 on every path around the loop."""
    module = module_of(LOOP)
    assert run(module, "CP")
    run(module, "DCE")
    assert body(module) == [
        "branch", "lessThan", "conditional", "multiply", "add", "branch", "return"
    ]  # fmt: skip
    assert len(module.functions[0].blocks[1].arguments) == 2
    assert interpret(module, "f", 5) == (32, 7)
    check_unchanged(module, "AS CP CSE DCE")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("add 1: <99 x 99 x f32>, 2: f32", 3.0),
        ("transpose 4: <99 x 9 x f32>", 4.0),
        ("concatenate 1: <999 x 9 x f32>, 1: <1 x 9 x f32> along 0", 1.0),
        ("reduce <1: f32, 2: f32>: <2 x f32> by add along 0", 3.0),
        ("dot <1: f32, 2: f32>: <2 x f32>, <3: f32, 4: f32>: <2 x f32>", 11.0),
        ("slice 5: <99 x 99 x f32> from 1 upto 90", 5.0),
        ("pad 0: <99 x 99 x f32> by (1, 1), (0, 0) with 0: f32", 0.0),
    ],
)
def test_folded(line: str, expected: float) -> None:
    module = chain("f32", [line])
    type = module.functions[0].type.result
    assert run(module, "CP")
    last = module.functions[0].entry.terminator
    assert isinstance(last, op.Return)
    assert last.value == Literal(type, expected)
    run(module, "DCE")
    check_unchanged(module, "CP")


def test_dense_constants() -> None:
    module = chain(
        "f32", ["multiply <1: f32, 2: f32, 3: f32>: <3 x f32>, 2: f32", "reverse %0 along 0"]
    )
    run(module, "CP DCE")
    assert body(module) == ["return"]
    np.testing.assert_array_equal(interpret(module, "f", 0), [6, 4, 2])


@pytest.mark.parametrize(
    "line",
    [
        "random 3 from 0: f32 upto 1: f32",
        "iota 3 along 0: i64",
        "gather 1: <3 x f32> at 7: i64 along 0",
        "multiply <1: f32, 2: f32>: <2 x f32>, 1: <1024 x 2 x f32>",
        "literal undefined: f32",
    ],
)
def test_not_folded(line: str) -> None:
    module = chain("f32", [line, "negate %0"])
    run(module, "CP")
    assert "negate" in body(module)
    assert isinstance(module.functions[0].entry.instructions[-1], op.Return)
    last = module.functions[0].entry.terminator
    assert isinstance(last, op.Return)
    assert isinstance(last.value, Instruction)


def test_bf16_constants() -> None:
    module = chain("f32", ["add 1: bf16, 0.001: bf16"])
    run(module, "CP")
    last = module.functions[0].entry.terminator
    assert isinstance(last, op.Return)
    assert last.value == Literal(TensorType((), BF16), 1.0)


# Common subexpressions


def test_operands_of_commutative_instructions_can_be_swapped() -> None:
    lines = ["negate %x", "add %x, %0", "add %0, %x", "subtract %x, %0", "subtract %0, %x"]
    lines += ["multiply %1, %2", "multiply %3, %4", "add %5, %6"]
    module = chain(X, lines)
    assert run(module, "CSE")
    assert body(module).count("add") == 2
    assert body(module).count("subtract") == 2
    check_unchanged(module, "CSE")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("slice %x from 0 upto 1", "slice %x from 1 upto 2"),
        ("reduce %x by add along 0", "reduce %x by add init 0: f32 along 0"),
        ("reduce %x by max along 0", "reduce %x by min along 0"),
        ("padShape %x at 0", "shapeCast %x to 1 x 2 x 3"),
        ("add %x, 0: f32", "add %x, -0.0: f32"),
        ("random 3 from 0: f32 upto 1: f32", "random 3 from 0: f32 upto 1: f32"),
    ],
)
def test_different_expressions(first: str, second: str) -> None:
    check_unchanged(chain(X, [first, second, "concatenate %0, %1 along 0"]), "CSE")


def test_equal_values_in_dominating_blocks_only() -> None:
    text = """
func @f: (bool, f32) -> f32 {
'entry(%c: bool, %x: f32):
    %a = exp %x: f32
    conditional %c: bool then 'left() else 'right()
'left():
    %b = exp %x: f32
    %d = sin %x: f32
    %e = add %b: f32, %d: f32
    branch 'end(%e: f32)
'right():
    %g = sin %x: f32
    branch 'end(%g: f32)
'end(%r: f32):
    %h = sin %x: f32
    %i = multiply %h: f32, %r: f32
    %j = multiply %i: f32, %a: f32
    return %j: f32
}
"""
    module = module_of(text)
    expected = [interpret(module, "f", c, 0.5) for c in (True, False)]
    assert run(module, "CSE")
    assert body(module).count("exp") == 1
    assert body(module).count("sin") == 3
    assert [interpret(module, "f", c, 0.5) for c in (True, False)] == expected


# Dead code


def test_dead_loops_are_removed() -> None:
    """p is only used by the next p."""
    module = module_of(LOOP.replace("return (%p: i64, %k: i64): (i64, i64)",
                                    "return (%i: i64, %i: i64): (i64, i64)"))  # fmt: skip
    assert run(module, "DCE")
    assert body(module) == ["branch", "lessThan", "conditional", "add", "branch", "return"]
    assert len(module.functions[0].blocks[1].arguments) == 1
    assert interpret(module, "f", 5) == (5, 5)
    check_unchanged(module, "DCE")


def test_effects_stay() -> None:
    text = """
func @noisy: (f32) -> f32 {
'entry(%x: f32):
    %r = random 2 from 0: f32 upto 1: f32
    return %x: f32
}
func @quiet: (f32) -> f32 {
'entry(%x: f32):
    %y = exp %x: f32
    return %y: f32
}
!internal
func @forgotten: (f32) -> f32 {
'entry(%x: f32):
    %y = apply @hidden(%x: f32) -> f32
    return %y: f32
}
!internal
func @hidden: (f32) -> f32 {
'entry(%x: f32):
    return %x: f32
}
func @f: (f32) -> f32 {
'entry(%x: f32):
    %a = apply @noisy(%x: f32) -> f32
    %b = apply @quiet(%x: f32) -> f32
    return %x: f32
'unreachable(%z: f32):
    branch 'unreachable(%z: f32)
}
"""
    module = module_of(text)
    assert run(module, "DCE")
    assert body(module) == ["apply", "return"]
    assert body(module, "noisy") == ["random", "return"]
    assert [f.name for f in module.functions] == ["noisy", "quiet", "f"]
    check_unchanged(module, "DCE")


# Inlining

CALLS = """
func @abs: (f32) -> f32 {
'entry(%x: f32):
    %c = lessThan %x: f32, 0: f32
    conditional %c: bool then 'negative(%x: f32) else 'done(%x: f32)
'negative(%v: f32):
    %n = negate %v: f32
    branch 'done(%n: f32)
'done(%r: f32):
    return %r: f32
}
func @pair: (f32) -> (f32, f32) {
'entry(%x: f32):
    %y = apply @abs(%x: f32) -> f32
    return (%x: f32, %y: f32): (f32, f32)
}
func @f: (f32, f32) -> f32 {
'entry(%x: f32, %y: f32):
    %p = apply @pair(%x: f32) -> (f32, f32)
    %q = apply @pair(%y: f32) -> (f32, f32)
    %a = extract 1 from %p: (f32, f32)
    %b = extract 1 from %q: (f32, f32)
    %n = apply @abs(%b: f32) -> f32
    %c = subtract %a: f32, %n: f32
    return %c: f32
}
"""


def test_calls_of_functions_with_blocks() -> None:
    module = module_of(CALLS)
    assert run(module, "INL")
    assert "apply" not in body(module)
    assert body(module, "pair").count("conditional") == 1
    assert body(module).count("conditional") == 3
    run(module, "AS CP CSE DCE")
    assert interpret(module, "f", -3, 2) == 1
    check_unchanged(module, "INL")


def test_inlining_attributes_and_threshold() -> None:
    def inlined(mark: str, threshold: int) -> bool:
        module = module_of(f"!{mark}\n{CALLS.strip()}" if mark else CALLS)
        run(module, f"INL{{threshold={threshold}}}")
        return "apply" not in body(module, "pair")

    assert inlined("", 6)
    assert not inlined("", 4)
    assert inlined("inline", 0)
    assert not inlined("noinline", 500)


RECURSION = """
func @even: (i64) -> bool {
'entry(%n: i64):
    %z = equal %n: i64, 0: i64
    conditional %z: bool then 'yes() else 'no()
'yes():
    return true: bool
'no():
    %m = subtract %n: i64, 1: i64
    %r = apply @odd(%m: i64) -> bool
    return %r: bool
}
func @odd: (i64) -> bool {
'entry(%n: i64):
    %e = apply @even(%n: i64) -> bool
    %r = not %e: bool
    return %r: bool
}
func @f: (i64) -> bool {
'entry(%n: i64):
    %e = apply @even(%n: i64) -> bool
    return %e: bool
}
"""


def test_recursive_functions_are_left_alone() -> None:
    check_unchanged(module_of(RECURSION), "INL")


def test_inlining_does_not_explode() -> None:
    """Each function calls the previous one twice: inlining all would create 2^60 copies of the
    first."""
    functions = ["!inline func @f0: (f32) -> f32 {\n'entry(%x: f32):\nreturn %x: f32\n}"]
    for i in range(1, 60):
        functions.append(
            f"!inline func @f{i}: (f32) -> f32 {{\n'entry(%x: f32):\n"
            f"%y = apply @f{i - 1}(%x: f32) -> f32\n%z = exp %y: f32\n"
            f"%w = apply @f{i - 1}(%z: f32) -> f32\nreturn %w: f32\n}}"
        )
    module = module_of("\n".join(functions))
    run_passes(module, "INL{threshold=20}")
    assert sum(len(b.instructions) for f in module.functions for b in f.blocks) < 30_000


# All passes together


@st.composite
def programs(draw: st.DrawFn) -> str:
    """Draws a function of two arguments with instructions, calls, a conditional and a loop."""
    unary = ["negate", "abs", "sin", "tanh", "square", "floor", "exp"]
    binary = ["add", "subtract", "multiply", "min", "max", "divide"]
    constants = ["0: f64", "1: f64", "-1: f64", "2: f64"]
    counter = iter(range(1000))

    def straight(values: list[str], count: int, others: Sequence[str] = ("apply",)) -> list[str]:
        lines: list[str] = []
        for _ in range(count):
            name = draw(st.sampled_from([*unary, *binary, *others, "pair"]))
            operand = st.sampled_from([*values, *constants])
            new = f"%v{next(counter)}"
            if name == "apply":
                lines.append(f"{new} = apply @helper({draw(operand)}, {draw(operand)}) -> f64")
            elif name == "pair":
                lines.append(f"{new}t = literal ({draw(operand)}, {draw(operand)}): (f64, f64)")
                lines.append(f"{new} = extract {draw(st.integers(0, 1))} from {new}t: (f64, f64)")
            else:
                count_ = 1 if name in unary else 2
                operands = ", ".join(draw(operand) for _ in range(count_))
                lines.append(f"{new} = {name} {operands}")
            values.append(f"{new}: f64")
        return lines

    size = st.integers(0, 5)
    helper_values = ["%x: f64", "%y: f64"]
    helper = straight(helper_values, draw(size), others=())
    values = ["%a: f64", "%b: f64"]
    first = straight(values, draw(size) + 1)
    left_values, right_values = list(values), list(values)
    left, right = straight(left_values, draw(size)), straight(right_values, draw(size))
    flag = draw(st.sampled_from(["%flag: bool", "true: bool"]))
    loop_values = [*values, "%p: f64"]
    loop = straight(loop_values, draw(size))
    end_values = [*values, "%p: f64"]
    end = straight(end_values, draw(size))
    lines = [
        "func @helper: (f64, f64) -> f64 {", "'entry(%x: f64, %y: f64):", *helper,
        f"return {helper_values[-1]}", "}",
        "func @f: (f64, f64) -> f64 {", "'entry(%a: f64, %b: f64):", *first,
        f"%flag = lessThan {values[-1]}, {draw(st.sampled_from(values))}",
        f"conditional {flag} then 'left() else 'right()",
        "'left():", *left, f"branch 'head(0: i64, {left_values[-1]})",
        "'right():", *right, f"branch 'head(1: i64, {right_values[-1]})",
        "'head(%i: i64, %p: f64):", "%more = lessThan %i: i64, 3: i64",
        "conditional %more: bool then 'body() else 'end()",
        "'body():", *loop, "%j = add %i: i64, 1: i64", f"branch 'head(%j: i64, {loop_values[-1]})",
        "'end():", *end, f"return {end_values[-1]}", "}",
    ]  # fmt: skip
    return "\n".join(lines)


@given(text=programs(), passes=st.sampled_from([*list(PIPELINES), "INL", "CP", "AS", "CSE", "DCE"]))
@settings(max_examples=60)
def test_programs_keep_their_meaning(text: str, passes: str) -> None:
    module = module_of(text)
    inputs = [(0.5, -1.25), (0.0, 2.0), (-3.0, 1.0)]
    expected = [interpret(module, "f", *x) for x in inputs]
    run(module, passes)
    np.testing.assert_allclose(
        [interpret(module, "f", *x) for x in inputs], expected, rtol=1e-12, equal_nan=True
    )
    text = str(module)
    if not run(module, passes):
        assert str(module) == text


def test_passes_report_changes() -> None:
    for step in PASSES.values():
        assert inspect.getdoc(step)
