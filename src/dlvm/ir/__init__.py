"""The IR in memory: types, values and uses, instructions, blocks, functions, modules."""

from dlvm.ir.builder import Builder, literal
from dlvm.ir.declaration import Effect, TypeRuleError
from dlvm.ir.instruction import (
    INSTRUCTIONS,
    Argument,
    Block,
    DerivedDeclaration,
    ExternDeclaration,
    Function,
    Instruction,
    Successor,
)
from dlvm.ir.module import DerivativeDeclaration, GradientDeclaration, Module, Stage, Variable
from dlvm.ir.types import (
    ArrayType,
    BoxType,
    ElementType,
    EnumType,
    FunctionType,
    PointerType,
    StructType,
    Symbol,
    TensorType,
    TupleType,
    Type,
)
from dlvm.ir.values import Aggregate, Literal, Value

__all__ = [
    "INSTRUCTIONS",
    "Aggregate",
    "Argument",
    "ArrayType",
    "Block",
    "BoxType",
    "Builder",
    "DerivativeDeclaration",
    "DerivedDeclaration",
    "Effect",
    "ElementType",
    "EnumType",
    "ExternDeclaration",
    "Function",
    "FunctionType",
    "GradientDeclaration",
    "Instruction",
    "Literal",
    "Module",
    "PointerType",
    "Stage",
    "StructType",
    "Successor",
    "Symbol",
    "TensorType",
    "TupleType",
    "Type",
    "TypeRuleError",
    "Value",
    "Variable",
    "literal",
]
