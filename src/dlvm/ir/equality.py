"""When two modules are the same program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from dlvm.ir.module import (
    Block,
    DerivedDeclaration,
    Function,
    Module,
    Variable,
)
from dlvm.ir.types import AliasType, EnumType, NominalType, StructType
from dlvm.ir.values import Aggregate, Literal, Value, constant_tensor


def equal_modules(a: Module, b: Module) -> bool:
    """Whether two modules differ in nothing but the names of values and the places in the text."""
    return _module_key(a) == _module_key(b)


Key = tuple[Any, ...]


def _module_key(module: Module) -> Key:
    globals_: dict[Value, int] = {
        value: index
        for index, value in enumerate((*module.variables, *module.functions, *module.definitions))
    }
    return (
        module.name,
        module.stage,
        tuple(_definition_key(t) for t in module.types),
        tuple((v.name, v.type) for v in module.variables),
        tuple(_function_key(f, globals_) for f in module.functions),
        tuple((d.name, d.type, d.body) for d in module.definitions),
        tuple(sorted(module.schedules, key=lambda s: s.definition)),
    )


def _definition_key(type: NominalType) -> Key:
    match type:
        case StructType():
            return ("struct", type.name, type.fields)
        case EnumType():
            return ("enum", type.name, type.cases)
        case AliasType():
            return ("alias", type.name, type.target)
        case _:
            return ("type", type.name)


def _function_key(function: Function, globals_: Mapping[Value, int]) -> Key:
    declaration = function.declaration
    declared: Any = declaration
    if isinstance(declaration, DerivedDeclaration):
        clauses = [getattr(declaration, f.name) for f in fields(declaration) if f.compare]
        declared = (
            type(declaration),
            *(globals_.get(c) if isinstance(c, Function) else c for c in clauses),
        )
    numbers: dict[Value | Block, int] = {}
    for block in function.blocks:
        for item in (block, *block.arguments, *block.instructions):
            numbers[item] = len(numbers)

    def operand(value: Value) -> Key:
        if isinstance(value, Literal):
            return ("literal", value)
        if isinstance(value, Aggregate):
            constant = constant_tensor(value.type, value.operands)
            if constant is not None:
                return ("literal", constant)
            return ("aggregate", value.type, value.case, tuple(map(operand, value.operands)))
        if isinstance(value, Function | Variable) or value in globals_:
            return ("global", globals_.get(value), value.name)
        return ("local", numbers.get(value), value.type)

    def attribute(value: Any) -> Any:
        return operand(value) if isinstance(value, Value) else value

    return (
        function.name,
        function.type,
        frozenset(function.attributes),
        declared,
        tuple(
            (
                tuple(a.type for a in block.arguments),
                tuple(
                    (
                        i.mnemonic,
                        i.type,
                        tuple(map(operand, i.operands)),
                        tuple((n, attribute(v)) for n, v in i.attributes.items()),
                        tuple(
                            (numbers.get(s.block), len(s.arguments), s.case) for s in i.successors
                        ),
                    )
                    for i in block.instructions
                ),
            )
            for block in function.blocks
        ),
    )
