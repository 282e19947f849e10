"""Reading and writing the IR's text."""

import random
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dlvm.diagnostics import DiagnosticError
from dlvm.ir import (
    INSTRUCTIONS,
    Aggregate,
    ElementType,
    Function,
    FunctionType,
    Literal,
    Module,
    TensorType,
    Variable,
)
from dlvm.ir.instruction import Instruction
from dlvm.ir.instructions import Apply, LiteralInstruction, Return
from dlvm.ir.module import VERSION
from dlvm.ir.types import VOID, TupleType
from dlvm.ir.values import TensorData
from dlvm.ir.wellformed import has_special_value
from dlvm.text import parse, print_module
from dlvm.text.attributes import KINDS
from dlvm.text.printer import WIDTH
from dlvm.verifier import verify
from tests.support.paths import UNIT
from tests.support.programs.random_modules import draw_constant, draw_module, draw_type

LISTINGS = sorted((UNIT / "text/listings").glob("*.dl"))
RANDOM = st.integers(0, 2**32).map(random.Random)
F32 = TensorType((), ElementType.F32)


def check_round_trip(module: Module) -> str:
    text = print_module(module)
    again = parse(text)
    assert again == module
    assert print_module(again) == text
    return text


def with_constants(*values: Literal | Aggregate) -> Module:
    module = Module("constants")
    function = module.add_function(Function("f", FunctionType((), VOID)))
    block = function.add_entry()
    for value in values:
        block.insert(LiteralInstruction(value))
    block.insert(Return())
    return module


def read_constant(text: str) -> Literal | Aggregate:
    module = parse(f"func @f: () -> () {{\n'entry():\n    %0 = literal {text}\n    return\n}}")
    constant = module.functions[0].entry.instructions[0].operands[0]
    assert isinstance(constant, Literal | Aggregate)
    return constant


def errors(text: str) -> list[str]:
    with pytest.raises(DiagnosticError) as caught:
        verify(parse(text))
    return [d.message for d in caught.value.diagnostics]


@pytest.mark.parametrize("file", LISTINGS, ids=lambda f: f.stem)
def test_listings(file: Path) -> None:
    module = parse(file.read_text(encoding="utf-8"), file.name)
    verify(module)
    check_round_trip(module)


@pytest.mark.parametrize("name", ["function", "control_flow"])
def test_canonical_text_is_printed_as_it_was(name: str) -> None:
    text = next(f for f in LISTINGS if f.stem == name).read_text(encoding="utf-8")
    assert print_module(parse(text)).replace(f"version {VERSION}\n", "") == text


DRAWS = 12
"""How many modules are drawn for an instruction."""


@pytest.mark.parametrize("mnemonic", sorted(INSTRUCTIONS))
def test_every_instruction(mnemonic: str) -> None:
    declaration = INSTRUCTIONS[mnemonic]

    def has(module: Module) -> bool:
        return any(type(i) is declaration for f in module.functions for i in f.instructions())

    r = random.Random(mnemonic)
    found = [m for m in (draw_module(r, 0, declaration) for _ in range(DRAWS)) if has(m)]
    assert found, "none of the fields drawn fit together"
    for module in found:
        check_round_trip(module)


def test_every_kind_of_field_has_a_syntax() -> None:
    kinds = {f.kind for declaration in INSTRUCTIONS.values() for f in declaration.fields.values()}
    assert kinds - {"flag"} <= KINDS.keys()


@given(RANDOM)
@settings(max_examples=60)
def test_random_modules(r: random.Random) -> None:
    check_round_trip(draw_module(r, 8))


@given(RANDOM)
@settings(max_examples=60)
def test_types(r: random.Random) -> None:
    module = draw_module(r, 0)
    module.variables += [Variable(f"t{n}", draw_type(r, 4)) for n in range(5)]
    check_round_trip(module)


@given(RANDOM)
@settings(max_examples=60)
def test_constants(r: random.Random) -> None:
    module = draw_module(r, 0)
    block = module.functions[-1].entry
    constants = [draw_constant(r, draw_type(r, 1)) for _ in range(5)]
    instructions: list[Instruction] = [LiteralInstruction(c) for c in constants]
    block.set_instructions([*instructions, *block.instructions])
    check_round_trip(module)


@given(st.sampled_from([e for e in ElementType if e.is_float]), st.floats(width=64))
def test_floats_keep_their_value(element: ElementType, value: float) -> None:
    if element is ElementType.F8E8M0FNU:
        value = abs(value)
    assume(not element.is_storage or has_special_value(element, value))
    literal = Literal(TensorType((), element), value)
    text = print_module(with_constants(literal))
    assert parse(text).functions[0].entry.instructions[0].operands[0] == literal


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("1.0: f32", "1: f32"),
        ("0.1: f32", "0.1: f32"),
        ("-2.5e-3: f64", "-0.0025: f64"),
        ("0x1p-3: f32", "0.125: f32"),
        ("0x10: i32", "16: i32"),
        ("-0.0: f32", "-0: f32"),
        ("1e20: f32", "1e+20: f32"),
        ("-inf: bf16", "-inf: bf16"),
        ("nan: f16", "nan: f16"),
        ("3.14159: bf16", "3.14: bf16"),
        ("16777217: f32", "16777216: f32"),
        ("true: bool", "true: bool"),
        ("zero: (f32, [2 x i8])", "zero: (f32, [2 x i8])"),
        ("null: *f32", "null: *f32"),
        ("(1: f32)", "(1: f32): (f32)"),
        ("(): void", "(): ()"),
        ('resource "w": <2 x f32>', 'resource "w": <2 x f32>'),
        ("<<1: f32, 2: f32>: <2 x f32>>: <1 x 2 x f32>",) * 2,
        ("<0.5: <2 x f32>>: <1 x 2 x f32>", "<<0.5: f32, 0.5: f32>: <2 x f32>>: <1 x 2 x f32>"),
    ],
)
def test_constants_are_printed_short(written: str, printed: str) -> None:
    text = print_module(with_constants(read_constant(written)))
    assert f"literal {printed}\n" in text


def test_constant_elements_make_a_constant_tensor() -> None:
    literal = read_constant(
        "<<1: f32, 2: f32>: <2 x f32>, <3: f32, 4: f32>: <2 x f32>>: <2 x 2 x f32>"
    )
    assert isinstance(literal, Literal)
    assert isinstance(literal.data, TensorData)
    assert literal.data.array.tolist() == [[1, 2], [3, 4]]
    assert literal.data.array.dtype == np.float32


def test_a_splat_inside_a_tensor_does_not_grow() -> None:
    value = read_constant("<0: <1000000000 x f32>, 1: <1000000000 x f32>>: <2 x 1000000000 x f32>")
    assert isinstance(value, Aggregate)


def test_a_constant_aggregate_equals_the_constant() -> None:
    type = TensorType((2,), ElementType.F32)
    aggregate = Aggregate(type, [Literal(F32, 1), Literal(F32, 2)])
    assert with_constants(aggregate) == with_constants(read_constant("<1: f32, 2: f32>: <2 x f32>"))


def test_anonymous_values_are_renumbered() -> None:
    text = """func @3: (f32) -> f32 {
'9(%7: f32):
    %1^5 = tanh %7: f32
    %named = tanh %1^5: f32
    return %named: f32
}
"""
    assert print_module(parse(text)).endswith("""func @0: (f32) -> f32 {
'0(%0^0: f32):
    %0.0 = tanh %0^0: f32
    %named = tanh %0.0: f32
    return %named: f32
}
""")


def test_values_of_one_name_are_distinguished() -> None:
    module = Module("m")
    function = module.add_function(Function("f", FunctionType((F32, F32), F32)))
    entry = function.add_entry(["x", "x"])
    entry.insert(Return(entry.arguments[1]))
    text = check_round_trip(module)
    assert "'entry(%x: f32, %x.1: f32):\n    return %x.1: f32" in text


def test_values_may_be_used_before_the_text_of_their_definition() -> None:
    text = """func @f: (f32) -> f32 {
'entry(%x: f32):
    branch 'first()
'second():
    %1 = literal (%0: f32, <%0: f32>: <1 x f32>)
    return %0: f32
'first():
    %0 = apply @g(%x: f32) -> f32
    branch 'second()
}
func @g: (f32) -> f32 {
'entry(%x: f32):
    return %x: f32
}
"""
    module = parse(text)
    verify(module)
    block = module.functions[0].blocks[2]
    assert block.instructions[0].is_used
    check_round_trip(module)


def test_types_of_known_values_may_be_left_out() -> None:
    text = """func @f: (<4 x f32>) -> <2 x f32> {
'entry(%x: <4 x f32>):
    %0 = tanh %x
    %1 = slice %0 from 1 upto 3
    return %1
}
"""
    verify(parse(text))


def test_new_lines_count_outside_brackets_only() -> None:
    text = """func @f: (f32,
  f32)
  -> f32
{
'entry(%x: f32,
       %y: f32):

    %0 = literal (%x: f32,   // a comment

        %y: f32): (f32,
        f32)
    return %x: f32 }
"""
    verify(parse(text))
    assert errors(text.replace("return %x", "return\n%x"))


def test_adjoint_is_gradient() -> None:
    text = """func @f: (f32) -> f32 {
'entry(%x: f32):
    return %x: f32
}
[adjoint @f]
func @g: (f32) -> (f32)
"""
    assert "[gradient @f]\nfunc @g: (f32) -> (f32)\n" in print_module(parse(text))


def test_long_lines_are_wrapped() -> None:
    names = [f"a_rather_long_name_{n}" for n in range(40)]
    module = Module("m")
    type = FunctionType((F32,) * 40, F32)
    function = module.add_function(Function("f", type, ["inline"]))
    entry = function.add_entry(names)
    entry.insert(LiteralInstruction(Aggregate(TensorType((40,), ElementType.F32), entry.arguments)))
    entry.insert(Return(entry.arguments[0]))
    text = check_round_trip(module)
    assert max(map(len, text.split("\n"))) <= WIDTH


@settings(max_examples=60, deadline=None)
@given(RANDOM)
def test_tuple_types_stay_on_one_line(r: random.Random) -> None:
    types = [TupleType(tuple(draw_type(r) for _ in range(r.randint(0, 5)))) for _ in range(3)]
    result = r.choice(types)
    module = draw_module(r, 0)
    function = module.add_function(Function("tuples", FunctionType(tuple(types), result)))
    entry = function.add_entry([f"a{'long' * r.randint(0, 9)}{n}" for n in range(3)])
    value = next(a for a in entry.arguments if a.type is result)
    for _ in range(3):
        given = [r.choice([a for a in entry.arguments if a.type is t]) for t in types]
        value = entry.insert(Apply(function, given, result))
    entry.insert(Return(value))
    lines = check_round_trip(module).splitlines()
    for type in types:
        if len(str(type)) <= WIDTH - 20:
            assert any(str(type) in line for line in lines)


def test_versions() -> None:
    text = print_module(Module("m"))
    assert f"\nversion {VERSION}\n" in text
    assert parse(text) == parse(text.replace(f"version {VERSION}\n", ""))
    for wrong in (0, VERSION + 1, 10**30):
        with pytest.raises(DiagnosticError, match="version") as problem:
            parse(text.replace(f"version {VERSION}", f"version {wrong}") + "§ func\n")
        assert len(problem.value.diagnostics) == 1


def test_an_error_shows_its_place() -> None:
    text = "func @f: (<2 x f32>) -> () {\n'entry(%x: <2 x f32>):\n    %0 = tanh %x: <3 x f32>\n}\n"
    with pytest.raises(DiagnosticError) as caught:
        parse(text, "file.dl")
    assert str(caught.value) == (
        "file.dl:3:15: error: %x has type <2 x f32>, got <3 x f32>\n"
        "        %0 = tanh %x: <3 x f32>\n"
        "                  ^~~~~~~~~~~~~\n"
        "file.dl:2:8: note: %x is defined here, with type <2 x f32>\n"
        "    'entry(%x: <2 x f32>):\n"
        "           ^~"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('module "m\nstage raw\n', "the string does not end on its line, expected '\"'"),
        ('module "\\q"', 'expected the escape \\n, \\t, \\r, \\", \\\\ or \\u{…}, got \\q'),
        ("func @f: (f32", "expected ',' or ')', got the end of the file"),
        ("func @f: () -> () {\n'entry():\n    return", None),
        ("\x00", "the character U+0000 is not part of the language"),
        ("}", None),
        ("'", "expected the name of a block after it, got ''' alone"),
    ],
)
def test_broken_texts(text: str, message: str | None) -> None:
    found = errors(text)
    assert len(found) == 1
    assert message is None or found == [message]


@pytest.mark.parametrize(
    "text",
    [
        "(" * 100_000,
        "<" * 100_000,
        "{" * 100_000,
        "}" * 100_000,
        "var @x: " + "[2 x " * 50_000,
        "var @x: " + "(" * 50_000 + ")" * 50_000,
        "var @x: " + "() -> " * 50_000 + "()",
        "var @x: " + "box " * 50_000,
        "var @x: <" + "1 x " * 50_000 + "f32>",
        "var @x: <" + "9" * 50_000 + " x f32>",
        "var @x: [" + "9" * 50_000 + " x f32]",
        "func @f: () -> () {\n'e():\n    %0 = literal " + "(" * 50_000 + "\n}",
        "func @f: () -> () {\n'e():\n    %0 = literal " + "9" * 50_000 + ": i64\n}",
        "func @f: () -> () {\n'e():\n    %0 = literal 0x" + "f" * 50_000 + ": f32\n}",
        "\x00§" * 20_000,
        "%x\n" * 50_000,
        "func @f: () -> () {\n" * 5_000,
        "".join(f"type $T{n} = $T{n + 1}\n" for n in range(5_000)) + "type $T5000 = f32",
        "".join(f"struct $T{n} {{ #a: $T{n + 1} }}\n" for n in range(5_000)) + "enum $T5000 { ?a }",
    ],
    ids=lambda t: t[:24].strip(),
)
def test_absurd_texts_are_diagnosed(text: str) -> None:
    assert errors(text)


def test_the_nesting_that_is_allowed_works() -> None:
    text = "var @x: " + "(" * 99 + ")" * 99 + "\nfunc @f: () -> () {\n'e():\n    %0 = literal "
    text += "(" * 99 + ")" * 99 + "\n    return\n}\n"
    module = parse(text)
    verify(module)
    check_round_trip(module)


VOCABULARY = (
    "func @f %x %0.1 'b $T #w ?c !inline ( ) [ ] { } < > -> , : = * 1 -1 2.5 0x1p3 f32 i64 x "
    "<2 x f32> box stack literal add return branch conditional then else apply from upto by "
    'along gradient extern wrt module stage raw struct enum type var opaque true nan "s" \n \n \n'
)
WORDS = VOCABULARY.split(" ")


@given(st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join))
@settings(max_examples=300)
def test_random_words_raise_nothing_but_diagnostics(text: str) -> None:
    read_anything(text)


@given(st.text(max_size=80))
@settings(max_examples=200)
def test_random_text_raises_nothing_but_diagnostics(text: str) -> None:
    read_anything(text)


@given(st.binary(max_size=80))
def test_random_bytes_raise_nothing_but_diagnostics(data: bytes) -> None:
    read_anything(data.decode("utf-8", errors="replace"))


@given(RANDOM, st.sampled_from(LISTINGS), st.data())
@settings(max_examples=300)
def test_damaged_programs_raise_nothing_but_diagnostics(
    r: random.Random, file: Path, data: st.DataObject
) -> None:
    text = file.read_text(encoding="utf-8") if r.random() < 0.3 else print_module(draw_module(r, 3))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 12)))
        text = text[:start] + data.draw(st.sampled_from(["", *WORDS])) + text[end:]
    read_anything(text)


def read_anything(text: str) -> None:
    try:
        module = parse(text)
        verify(module)
    except DiagnosticError as problem:
        diagnostics = problem.diagnostics
    else:
        check_round_trip(module)
        return
    assert diagnostics
    assert all(d.location is not None for d in diagnostics)


def test_recursion_limit_is_left_alone() -> None:
    limit = sys.getrecursionlimit()
    errors("var @x: " + "(" * 1000)
    assert sys.getrecursionlimit() == limit
