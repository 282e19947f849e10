"""The verifier, on modules made in memory that no text could spell; ``test_wrong_programs.py`` has
those that text can."""

import random
from collections.abc import Callable

import numpy as np
import pytest

from dlvm.diagnostics import DiagnosticError
from dlvm.ir import (
    Aggregate,
    Builder,
    ElementType,
    Function,
    FunctionType,
    GradientDeclaration,
    Literal,
    Module,
    Stage,
    StructType,
    Successor,
    TensorType,
    TupleType,
    Variable,
)
from dlvm.ir.instructions import Add, Branch, LiteralInstruction, Return, Tanh
from dlvm.ir.types import VOID, AliasType, EnumType, is_differentiable
from dlvm.ir.values import Special, TensorData
from dlvm.text import parse, print_module
from dlvm.verifier import verify
from tests.support.programs.random_modules import draw_module

F32 = TensorType((), ElementType.F32)
INTEGERS = TensorType((3,), ElementType.I64)
VECTOR = TensorType((3,), ElementType.F32)


def simple_module() -> Module:
    """``f(x) = tanh(x)``."""
    module = Module("m")
    function = module.add_function(Function("f", FunctionType((F32,), F32)))
    entry = function.add_entry(["x"])
    entry.insert(Return(entry.insert(Tanh(entry.arguments[0]))))
    return module


def messages(module: Module) -> list[str]:
    with pytest.raises(DiagnosticError) as caught:
        verify(module)
    return [d.message for d in caught.value.diagnostics]


def test_a_right_module_passes() -> None:
    verify(simple_module())


def replace_type(module: Module) -> None:
    module.functions[0].entry.instructions[0].type = VECTOR


def move_block_to_another_function(module: Module) -> None:
    other = module.add_function(Function("g", FunctionType((F32,), F32)))
    other.set_blocks(module.functions[0].blocks)


def use_a_value_of_another_function(module: Module) -> None:
    other = module.add_function(Function("g", FunctionType((F32,), F32)))
    other.add_entry(["x"]).insert(Return(module.functions[0].arguments[0]))


def branch_to_a_block_of_another_function(module: Module) -> None:
    other = module.add_function(Function("g", FunctionType((F32,), F32)))
    target = other.add_block("elsewhere")
    block = module.functions[0].entry
    block.instructions[-1].erase()
    Builder(block).insert(Branch(Successor(target)))
    other.remove_block(target)
    module.functions.remove(other)


def call_a_function_of_another_module(module: Module) -> None:
    instruction = module.functions[0].entry.instructions[0]
    Builder(module.functions[0].entry, instruction).insert(
        LiteralInstruction(Function("h", FunctionType((), VOID)))
    )


def give_an_operand_of_the_wrong_type(module: Module) -> None:
    module.functions[0].entry.instructions[0].set_operand(0, Literal(INTEGERS, Special.ZERO))


def put_a_constant_out_of_range(module: Module) -> None:
    entry = module.functions[0].entry
    too_great = Literal(TensorType((), ElementType.I8), 300)
    Builder(entry, entry.instructions[0]).insert(LiteralInstruction(too_great))


def put_data_of_the_wrong_shape(module: Module) -> None:
    entry = module.functions[0].entry
    data = Literal(VECTOR, TensorData(np.zeros((2,), np.float32)))
    Builder(entry, entry.instructions[0]).insert(LiteralInstruction(data))


def put_an_aggregate_of_the_wrong_type(module: Module) -> None:
    entry = module.functions[0].entry
    wrong = Aggregate(TupleType((F32, F32)), [entry.arguments[0]])
    Builder(entry, entry.instructions[0]).insert(LiteralInstruction(wrong))


def use_a_type_of_another_module(module: Module) -> None:
    module.variables.append(Variable("v", StructType("S")))


def define_a_type_twice(module: Module) -> None:
    module.types += [StructType("S"), EnumType("S")]


def define_a_field_twice(module: Module) -> None:
    struct = StructType("S")
    struct.define([("a", F32), ("a", F32)])
    module.types.append(struct)


def name_something_badly(module: Module) -> None:
    module.functions[0].name = "a b"


def name_two_globals_alike(module: Module) -> None:
    module.variables.append(Variable("f", F32))


def define_an_endless_alias(module: Module) -> None:
    alias = AliasType("A")
    alias.define(TupleType((alias,)))
    module.types.append(alias)


def end_without_terminator(module: Module) -> None:
    module.functions[0].entry.instructions[-1].erase()


def make_a_tensor_too_large(module: Module) -> None:
    module.variables.append(Variable("v", TensorType((2**40, 2**40), ElementType.F32)))


def give_an_unknown_attribute(module: Module) -> None:
    module.functions[0].attributes.add("fast")


def derive_from_another_module(module: Module) -> None:
    declaration = GradientDeclaration(simple_module().functions[0])
    type = FunctionType((F32,), TupleType((F32,)))
    module.add_function(Function("g", type, declaration=declaration))


def derive_too_late(module: Module) -> None:
    module.stage = Stage.OPTIMIZABLE
    declaration = GradientDeclaration(module.functions[0])
    type = FunctionType((F32,), TupleType((F32,)))
    module.add_function(Function("g", type, declaration=declaration))


WRONG: list[tuple[Callable[[Module], None], str]] = [
    (replace_type, "tanh has type <3 x f32>, expected f32"),
    (move_block_to_another_function, "the block belongs to another function"),
    (use_a_value_of_another_function, "%x is not defined in this function"),
    (branch_to_a_block_of_another_function, "'elsewhere is not a block of this function"),
    (call_a_function_of_another_module, "@h is not in this module"),
    (
        give_an_operand_of_the_wrong_type,
        "tanh: expected floats or complex numbers, got element type i64",
    ),
    (put_a_constant_out_of_range, "300 is out of range for i8, expected -128 to 127"),
    (
        put_data_of_the_wrong_shape,
        "expected elements for <3 x f32>, got shape (2,) and type float32",
    ),
    (put_an_aggregate_of_the_wrong_type, "expected 2 elements for (f32, f32), got 1"),
    (use_a_type_of_another_module, "$S is not a type of this module"),
    (define_a_type_twice, "$S is already defined, expected a new name"),
    (define_a_field_twice, "$S has two members of the name a"),
    (name_something_badly, "'a b' is not a valid name, expected letters, digits, '_' and '.'"),
    (name_two_globals_alike, "@f is already defined, expected a new name"),
    (define_an_endless_alias, "$A is an alias of itself"),
    (end_without_terminator, "block 'entry ends with tanh, expected a terminator"),
    (
        make_a_tensor_too_large,
        "the size of the tensor is out of range, expected at most 2^59 elements",
    ),
    (give_an_unknown_attribute, "there is no attribute !fast"),
    (derive_from_another_module, "@f is not a function of this module"),
    (derive_too_late, "a gradient declaration belongs to stage raw, got stage optimizable"),
]


@pytest.mark.parametrize(("damage", "message"), WRONG, ids=[d.__name__ for d, _ in WRONG])
def test_damage_is_found(damage: Callable[[Module], None], message: str) -> None:
    module = simple_module()
    damage(module)
    assert message in messages(module)


def test_an_error_without_location_names_its_place() -> None:
    module = simple_module()
    replace_type(module)
    with pytest.raises(DiagnosticError) as caught:
        verify(module)
    notes = caught.value.diagnostics[0].notes
    assert [n.message for n in notes] == ["in function @f, block 'entry, instruction 0 (tanh)"]


def test_dominance_is_checked_in_memory() -> None:
    module = simple_module()
    entry = module.functions[0].entry
    late = Add(entry.arguments[0], entry.arguments[0])
    entry.instructions[0].set_operand(0, late)
    Builder(entry, entry.instructions[1]).insert(late)
    assert messages(module) == ["a value is used where it may not be defined yet"]


def test_gradients_through_tuples_structs_and_declarations() -> None:
    verify(
        parse("""struct $P { #w: f32, #n: i64 }
func @f: ($P, (f32, f32)) -> ((f32, f32), i64) {
'entry(%p: $P, %t: (f32, f32)):
    %0 = extract #w from %p: $P
    %1 = extract 1 from %t
    return ((%0: f32, %1: f32), 0: i64)
}
[gradient @f from 0]
func @g: ($P, (f32, f32)) -> ((f32, ()), (f32, f32))
[gradient @f from 0 wrt 1 keeping 1, 0 seedable]
func @h: ($P, (f32, f32), (f32, f32)) -> ((f32, f32), i64, (f32, f32))
[gradient @second keeping 0]
func @third: (f32) -> (f32, f32)
[gradient @first]
func @second: (f32) -> (f32)
func @first: (f32) -> f32 {
'entry(%x: f32):
    return %x: f32
}
""")
    )


def test_the_text_of_a_valid_module_is_valid() -> None:
    for seed in range(60):
        module = draw_module(random.Random(seed), 6)
        try:
            verify(module)
        except DiagnosticError:
            continue
        verify(parse(print_module(module)))


def test_differentiability_of_recursive_types_ends() -> None:
    enums = [EnumType(f"E{n}") for n in range(14)]
    for enum in enums:
        enum.define([(f"to{n}", (other,)) for n, other in enumerate(enums)])
    assert not any(map(is_differentiable, enums))
    enums[-1].define([("leaf", (F32,))])
    assert all(map(is_differentiable, enums))
