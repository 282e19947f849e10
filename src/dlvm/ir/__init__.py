"""The IR in memory: types, values and uses, instructions, blocks, functions, modules."""

from dlvm.ir.builder import Builder, literal
from dlvm.ir.instruction import (
    INSTRUCTIONS,
    Effect,
    Instruction,
    Successor,
    TypeRuleError,
)
from dlvm.ir.module import (
    Block,
    DerivativeDeclaration,
    DerivedDeclaration,
    ExternDeclaration,
    Function,
    GradientDeclaration,
    Module,
    Stage,
    Variable,
)
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
from dlvm.ir.values import Aggregate, Argument, Literal, Value

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
