"""Stages compute and schedule as text: what native code is made from can be printed, read, edited
and fed back."""

from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm.ir.compute import (
    Affine,
    Body,
    Call,
    Constant,
    Definition,
    Draw,
    Expression,
    Guard,
    IndexValue,
    Range,
    Read,
    Reduction,
    Statement,
)
from dlvm.ir.module import Function, Module, Stage
from dlvm.ir.schedules import Directive, Schedule
from dlvm.ir.types import (
    BF16,
    BOOL,
    F16,
    F32,
    F64,
    I32,
    I64,
    U8,
    U32,
    FunctionType,
    TensorType,
    TupleType,
)
from dlvm.text import parse, print_module
from dlvm.text.expression_syntax import affine_text, expression_text
from dlvm.verifier import verify

PROGRAMS = {
    "scan": """
func @f: (<3 x 5 x u8>) -> <3 x 5 x u8> {
'entry(%x: <3 x 5 x u8>):
    %0 = scan %x: <3 x 5 x u8> by and along 1 exclusive
    return %0: <3 x 5 x u8>
}""",
    "layer": """
func @f: (<64 x 784 x f32>, <784 x 10 x f32>, <10 x f32>) -> <64 x 10 x f32> {
'entry(%x: <64 x 784 x f32>, %w: <784 x 10 x f32>, %b: <10 x f32>):
    %0 = dot %x: <64 x 784 x f32>, %w: <784 x 10 x f32>
    %1 = add %0: <64 x 10 x f32>, %b: <10 x f32>
    %2 = max %1: <64 x 10 x f32>, 0: f32
    return %2: <64 x 10 x f32>
}""",
    "softmax": """
func @f: (<8 x 10 x f32>) -> <8 x 10 x f32> {
'entry(%x: <8 x 10 x f32>):
    %0 = reduce %x: <8 x 10 x f32> by max along 1
    %1 = padShape %0: <8 x f32> at 1
    %2 = subtract %x: <8 x 10 x f32>, %1: <8 x 1 x f32>
    %3 = exp %2: <8 x 10 x f32>
    %4 = reduce %3: <8 x 10 x f32> by add init 0: f32 along 1
    %5 = padShape %4: <8 x f32> at 1
    %6 = divide %3: <8 x 10 x f32>, %5: <8 x 1 x f32>
    return %6: <8 x 10 x f32>
}""",
    "gather": """
func @f: (<20 x 3 x f32>, <5 x i32>) -> <5 x 3 x f32> {
'entry(%x: <20 x 3 x f32>, %i: <5 x i32>):
    %0 = gather %x: <20 x 3 x f32> at %i: <5 x i32> along 0
    %1 = multiply %0: <5 x 3 x f32>, 0.1: f32
    return %1: <5 x 3 x f32>
}""",
    "scatter": """
func @f: (<20 x 3 x f32>, <5 x 3 x f32>, <5 x i64>) -> (<20 x 3 x f32>, <20 x 3 x f32>) {
'entry(%x: <20 x 3 x f32>, %u: <5 x 3 x f32>, %i: <5 x i64>):
    %0 = scatter %u: <5 x 3 x f32> to %x: <20 x 3 x f32> at %i: <5 x i64> along 0 by add
    %1 = scatter %u: <5 x 3 x f32> to %x: <20 x 3 x f32> at %i: <5 x i64> along 0
    return (%0: <20 x 3 x f32>, %1: <20 x 3 x f32>)
}""",
    "pad": """
func @f: (<4 x 5 x f32>) -> <9 x 11 x f32> {
'entry(%x: <4 x 5 x f32>):
    %0 = pad %x: <4 x 5 x f32> by (1, 1), (2, 0) with -1.5: f32 interior 1, 1
    return %0: <9 x 11 x f32>
}""",
    "concatenate": """
func @f: (<2 x 3 x f32>, <1 x 3 x f32>, <4 x 3 x f32>) -> <7 x 3 x f32> {
'entry(%a: <2 x 3 x f32>, %b: <1 x 3 x f32>, %c: <4 x 3 x f32>):
    %0 = concatenate %a: <2 x 3 x f32>, %b: <1 x 3 x f32>, %c: <4 x 3 x f32> along 0
    return %0: <7 x 3 x f32>
}""",
    "random": """
func @f: (<2 x u32>) -> (<6 x 10 x f32>, <30 x f64>) {
'entry(%k: <2 x u32>):
    %0 = random 6 x 10 from 0: f32 upto 1: f32
    %1 = random 30 from 1: f64 upto 0.5: f64 normal by %k: <2 x u32>
    return (%0: <6 x 10 x f32>, %1: <30 x f64>)
}""",
    "argMax": """
func @f: (<6 x 7 x f32>) -> (<6 x i64>, <7 x i64>) {
'entry(%x: <6 x 7 x f32>):
    %0 = argMax %x: <6 x 7 x f32> along 1
    %1 = argMin %x: <6 x 7 x f32> along 0
    return (%0: <6 x i64>, %1: <7 x i64>)
}""",
    "reduce": """
func @f: (<4 x 5 x 6 x i32>, <4 x 5 x bool>) -> (<5 x i32>, <4 x bool>, i32) {
'entry(%x: <4 x 5 x 6 x i32>, %m: <4 x 5 x bool>):
    %0 = reduce %x: <4 x 5 x 6 x i32> by min init 7: i32 along 0, 2
    %1 = reduce %m: <4 x 5 x bool> by or along 1
    %2 = reduce %x: <4 x 5 x 6 x i32> by multiply along 0, 1, 2
    return (%0: <5 x i32>, %1: <4 x bool>, %2: i32)
}""",
    "transposed": """
func @f: (<32 x 40 x f32>, <16 x 40 x f32>) -> <32 x 16 x f32> {
'entry(%x: <32 x 40 x f32>, %w: <16 x 40 x f32>):
    %0 = transpose %w: <16 x 40 x f32>
    %1 = dot %x: <32 x 40 x f32>, %0: <40 x 16 x f32>
    return %1: <32 x 16 x f32>
}""",
    "movement": """
func @f: (<6 x 8 x f32>) -> <2 x 4 x f64> {
'entry(%x: <6 x 8 x f32>):
    %0 = reverse %x: <6 x 8 x f32> along 1
    %1 = slice %0: <6 x 8 x f32> from 1, 0 upto 5, 8 strides 2, 2
    %2 = dataTypeCast %1: <2 x 4 x f32> to f64
    %3 = iota 2 x 4 along 1: f64
    %4 = subtract %2: <2 x 4 x f64>, %3: <2 x 4 x f64>
    return %4: <2 x 4 x f64>
}""",
    "choice": """
func @f: (<9 x f16>, f16) -> <9 x f16> {
'entry(%x: <9 x f16>, %s: f16):
    %0 = lessThan %x: <9 x f16>, %s: f16
    %1 = divide %x: <9 x f16>, %s: f16
    %2 = select %1: <9 x f16>, inf: f16 by %0: <9 x bool>
    %3 = subtract %2: <9 x f16>, %x: <9 x f16>
    %4 = subtract %s: f16, %3: <9 x f16>
    return %4: <9 x f16>
}""",
    "nothing": """
func @f: (<0 x 3 x f32>) -> (<3 x f32>, <2 x 3 x f32>) {
'entry(%x: <0 x 3 x f32>):
    %0 = reduce %x: <0 x 3 x f32> by add along 0
    %1 = pad %x: <0 x 3 x f32> by (1, 1), (0, 0) with 2: f32
    return (%0: <3 x f32>, %1: <2 x 3 x f32>)
}""",
    "unused": """
func @f: () -> () {
'entry():
    %0 = random 3 from 0: f32 upto 1: f32
    return
}""",
}


@pytest.mark.parametrize("stage", ["compute", "schedule"])
@pytest.mark.parametrize("opt_level", [0, 2])
@pytest.mark.parametrize("name", PROGRAMS)
def test_round_trip(name: str, opt_level: int, stage: str) -> None:
    text = dlvm.lower(parse(PROGRAMS[name]), stage, opt_level)
    assert isinstance(text, str)
    module = parse(text)
    verify(module)
    assert module.stage.value == stage
    assert module.definitions or (name, opt_level) == ("nothing", 2)
    assert print_module(module) == text
    assert parse(text) == module
    # What the text says is all that native code is made from.
    assert dlvm.lower(module, "llvm") == dlvm.lower(parse(PROGRAMS[name]), "llvm", opt_level)


def test_layer_is_printed_as_people_write_it() -> None:
    text = dlvm.lower(parse(PROGRAMS["layer"]), "compute")
    assert isinstance(text, str)
    assert (
        """
compute @dot.0: (<64 x 784 x f32>, <784 x 10 x f32>, <10 x f32>) -> <64 x 10 x f32> {
    (%a, %b, %c) -> %e
    %d[i < 64, j < 10] = sum(k < 784) %a[i, k] * %b[k, j]
    %e[i < 64, j < 10] = max(%d[i, j] + %c[j], 0: f32)
}
"""
        in text
    )


def draw_arguments(function: Function, seed: int) -> list[np.ndarray]:
    generator = np.random.default_rng(seed)
    arguments: list[np.ndarray] = []
    for type in function.type.parameters:
        assert isinstance(type, TensorType)
        shape = type.static_shape
        numbers = generator.integers(0, 4, shape)
        if type.element.is_float:
            numbers = numbers + generator.uniform(0, 1, shape)
        arguments.append(np.asarray(numbers, type.element.numpy))
    return arguments


def same_results(a: Any, b: Any, exact: bool) -> None:
    first, second = (x if isinstance(x, tuple) else (x,) for x in (a, b))
    assert len(first) == len(second)
    for x, y in zip(first, second, strict=True):
        if exact:
            np.testing.assert_array_equal(x, y)
        else:
            np.testing.assert_allclose(x, y, rtol=1e-5)


@pytest.mark.parametrize("stage", ["compute", "schedule"])
@pytest.mark.parametrize("name", ["layer", "softmax", "scatter", "pad", "argMax", "transposed"])
def test_text_computes_the_same(name: str, stage: str) -> None:
    module = parse(PROGRAMS[name])
    text = dlvm.lower(module, stage)
    assert isinstance(text, str)
    arguments = draw_arguments(module.functions[0], 1)
    expected = dlvm.compile(module)["f"](*arguments)
    same_results(dlvm.compile(parse(text))["f"](*arguments), expected, exact=True)


@pytest.mark.parametrize(
    "schedule",
    [
        "",
        "vectorize j by 8\n unroll i by 3",
        "vectorize j by 4\n unroll j by 2\n unroll k by 5\n unroll i by 2\n parallel j",
        "vectorize k by 8\n unroll k by 2\n parallel i",
        "vectorize i by 4\n unroll j by 2",
        "vectorize j by 1\n pack %a",
        "vectorize j by 16\n unroll i by 4\n pack %b\n parallel i",
        "vectorize j by 64\n pack %b\n pack %a",
        "vectorize j by 8\n unroll i by 2\n prefetch %b by 8\n prefetch %a by 1",
        "vectorize j by 4\n unroll i by 64\n parallel j",
    ],
)
@pytest.mark.parametrize("name", ["layer", "transposed"])
def test_edited_schedules_change_no_result(name: str, schedule: str) -> None:
    module = parse(PROGRAMS[name])
    text = dlvm.lower(module, "schedule")
    assert isinstance(text, str)
    start, end = text.index("for cpu {") + 9, text.index("}", text.index("for cpu {"))
    edited = parse(f"{text[:start]}\n{schedule}\n{text[end:]}")
    assert edited != parse(text)
    arguments = draw_arguments(module.functions[0], 2)
    expected = dlvm.compile(module)["f"](*arguments)
    same_results(dlvm.compile(edited)["f"](*arguments), expected, exact=False)


def test_edited_computation_changes_the_result() -> None:
    text = dlvm.lower(parse(PROGRAMS["layer"]), "compute")
    assert isinstance(text, str)
    edited = parse(text.replace("max(%d[i, j] + %c[j], 0: f32)", "abs(%d[i, j] - %c[j])"))
    x, w, b = draw_arguments(edited.functions[0], 3)
    result = dlvm.compile(edited)["f"](x, w, b)
    np.testing.assert_allclose(result, np.abs(x @ w - b), rtol=1e-5)


def test_names_of_tensors_are_free() -> None:
    module = parse("""
stage compute
compute @exp: (<3 x f32>, f32) -> <3 x f32> {
    (%v1, %entry) -> %dlvm.begin
    %dlvm.begin[loop < 3] = exp(%v1[loop]) * %entry
}
func @f: (<3 x f32>, f32) -> <3 x f32> {
'entry(%x: <3 x f32>, %s: f32):
    %0 = apply @exp(%x: <3 x f32>, %s: f32) -> <3 x f32>
    return %0: <3 x f32>
}""")
    x = np.arange(3, dtype=np.float32)
    result = dlvm.compile(module)["f"](x, np.float32(2))
    np.testing.assert_allclose(result, np.exp(x) * 2, rtol=1e-5)


def test_linear_algebra_in_definitions() -> None:
    module = parse("""
stage compute
func @f: (<3 x f32>) -> <1 x 3 x f32> {
'entry(%x: <3 x f32>):
    %0 = exp %x: <3 x f32>
    %1 = padShape %0: <3 x f32> at 0
    return %1: <1 x 3 x f32>
}""")
    with pytest.raises(dlvm.DiagnosticError) as caught:
        dlvm.compile(module)
    (problem,) = caught.value.diagnostics
    assert problem.message == ("expected a compute definition for exp of tensors at stage compute")
    assert problem.location is not None
    assert problem.location.line == 5


def test_out_of_range_index_ends_the_call_also_where_gathers_are_fused() -> None:
    function = dlvm.compile(parse(PROGRAMS["gather"]))["f"]
    x = np.ones((20, 3), np.float32)
    with pytest.raises(dlvm.DiagnosticError, match="index 20 is out of range"):
        function(x, np.array([0, 1, 20, 2, 3], np.int32))


def test_concatenation_of_many_tensors() -> None:
    count = 130
    types = ", ".join(["<1 x f32>"] * count)
    arguments = ", ".join(f"%a{n}: <1 x f32>" for n in range(count))
    module = parse(f"""
func @f: ({types}) -> <{count} x f32> {{
'entry({arguments}):
    %0 = concatenate {arguments} along 0
    return %0: <{count} x f32>
}}""")
    text = dlvm.lower(module, "schedule")
    assert isinstance(text, str)
    assert print_module(parse(text)) == text
    numbers = [np.full(1, n, np.float32) for n in range(count)]
    np.testing.assert_array_equal(dlvm.compile(module)["f"](*numbers), np.arange(count))


A, B = Read("a", (Affine.variable("i"),), F32), Read("b", (), F32)
AT = Affine.variable("i")


def binary(operation: str, left: Expression, right: Expression) -> Call:
    return Call(operation, (left, right), left.element)


def total(body: Expression) -> Reduction:
    return Reduction("add", (Range("k", 3),), body)


EXPRESSIONS: list[tuple[Expression, str]] = [
    (binary("add", binary("add", A, B), A), "%a[i] + %b + %a[i]"),
    (binary("add", A, binary("add", B, A)), "%a[i] + (%b + %a[i])"),
    (binary("subtract", A, binary("subtract", B, A)), "%a[i] - (%b - %a[i])"),
    (binary("multiply", binary("add", A, B), B), "(%a[i] + %b) * %b"),
    (binary("multiply", A, binary("divide", B, A)), "%a[i] * (%b / %a[i])"),
    (binary("divide", binary("multiply", A, B), A), "%a[i] * %b / %a[i]"),
    (binary("add", A, binary("multiply", B, A)), "%a[i] + %b * %a[i]"),
    (total(binary("multiply", A, B)), "sum(k < 3) %a[i] * %b"),
    (total(binary("add", A, B)), "sum(k < 3) (%a[i] + %b)"),
    (binary("multiply", total(A), B), "(sum(k < 3) %a[i]) * %b"),
    (binary("multiply", A, total(B)), "%a[i] * (sum(k < 3) %b)"),
    (binary("add", total(A), B), "sum(k < 3) %a[i] + %b"),
    (binary("add", A, binary("multiply", total(A), B)), "%a[i] + (sum(k < 3) %a[i]) * %b"),
    (binary("subtract", B, Constant(-1.5, F32)), "%b - -1.5: f32"),
    (Constant(-0.0, F64), "-0: f64"),
    (Constant(float("-inf"), BF16), "-inf: bf16"),
    (Constant(float("nan"), F16), "nan: f16"),
    (Constant(0.1, F32), "0.1: f32"),
    (Constant(1, BOOL), "true: bool"),
    (Constant(255, U8), "255: u8"),
    (IndexValue(AT.scaled(2).plus(Affine.variable("j")).plus(-3)), "index(2 * i + j - 3)"),
    (IndexValue(AT.scaled(-1), I32), "index(-i): i32"),
    (IndexValue(Affine()), "index(0)"),
    (Call("cast", (A,), I64), "i64(%a[i])"),
    (Guard(Call("isNaN", (A,), BOOL), A, B), "if(isNaN(%a[i]), %a[i], %b)"),
    (Draw(False, AT.plus(7), None, F32), "uniform(i + 7): f32"),
    (
        Draw(True, AT, (Constant(1, U32), Constant(2, U32)), F64),
        "normal(i by 1: u32, 2: u32): f64",
    ),
    (Read("a", (Call("cast", (A,), I64),), F32), "%a[i64(%a[i])]"),
    (Read("a", (IndexValue(AT),), F32), "%a[index(i)]"),
    (Read("a", (Constant(3, I64),), F32), "%a[3: i64]"),
    (Reduction("and", (Range("k", 2), Range("x", 3)), Constant(True, BOOL)),
     "all(k < 2, x < 3) true: bool"),
]  # fmt: skip


@pytest.mark.parametrize(("expression", "text"), EXPRESSIONS, ids=lambda e: str(e)[:30])
def test_expressions(expression: Expression, text: str) -> None:
    assert expression_text(expression) == text
    vector, scalar = TensorType((4,), F32), TensorType((), F32)
    result = TensorType((4,), expression.element)
    body = Body(("a", "b"), ("c",), (Statement("c", (Range("i", 4),), expression),))
    module = Module("expressions", Stage.COMPUTE)
    module.definitions.append(Definition("d", FunctionType((vector, scalar), result), body))
    assert parse(print_module(module)) == module


def test_shorter_spellings_are_read() -> None:
    text = """
stage compute
compute @d: (<4 x f32>, f32) -> <4 x f32> {
    (%a, %b,) -> %c
    %c[i < 4] = add(%a[3 - 1 * i + i - i], multiply(%b[], sum(k < 3) %a[k] * %b)) - (%b)
}"""
    value = parse(text).definitions[0].body.statements[0].value
    assert expression_text(value) == "%a[-i + 3] + %b * (sum(k < 3) %a[k] * %b) - %b"


def test_affine_text_of_zero() -> None:
    assert affine_text(Affine()) == "0"
    assert affine_text(Affine((), -2)) == "-2"


def test_schedules_are_printed_behind_their_definitions() -> None:
    scalar = TensorType((), F32)
    module = Module("order", Stage.SCHEDULE)
    body = Body(("a",), ("b",), (Statement("b", (), Read("a", (), F32)),))
    for name in ("x", "y"):
        module.definitions.append(Definition(name, FunctionType((scalar,), scalar), body))
    module.schedules += [Schedule("y"), Schedule("x", "cpu", (Directive("pack", ("a",)),))]
    verify(module)
    text = print_module(module)
    assert parse(text) == module
    assert text.index("compute @x") < text.index("schedule @x") < text.index("compute @y")


def test_modules_made_in_memory_are_checked_too() -> None:
    vector, scalar = TensorType((4,), F32), TensorType((), F32)
    statements = (
        Statement("c", (Range("i", 4),), Read("a", (AT,), F64)),
        Statement("d", (Range("i", 4),), Call("exp", (Read("q", (AT,), F32),), F32)),
        Statement("e", (), Call("lessThan", (B, B), F32)),
        Statement("f", (), Constant(300, U8)),
        Statement("g g", (), B),
        Statement("h", (), Draw(False, Affine(), (B, B), I32)),
        Statement("k", (), Reduction("xor", (), B)),
        Statement("l", (), B, by=None, base="a"),
    )
    body = Body(("a", "b"), ("c",), statements)
    type = FunctionType((vector, scalar), TupleType((vector,)))
    module = Module("memory", Stage.SCHEDULE)
    module.definitions.append(Definition("d", type, body))
    module.schedules.append(Schedule("d", "cpu", ()))
    with pytest.raises(dlvm.DiagnosticError) as caught:
        verify(module)
    assert [d.message for d in caught.value.diagnostics] == [
        "expected element type f32, got f64",
        "there is no tensor %q",
        "expected element type bool, got f32",
        "300 is out of range for u8, expected 0 to 255",
        "%g g is not a valid name, expected letters, digits, '_' and '.'",
        "expected floats, got element type i32",
        "expected element type u32, got f32",
        "expected element type u32, got f32",
        "expected the variables of the reduction, got none",
        "operator must be one of add, multiply, min, max, and, or, got xor",
        "expected both 'at' and 'from', got one of them",
        "result %c has type <4 x f64>, expected <4 x f32>",
    ]
