"""Copies modules and blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dlvm.ir.compute import Definition
from dlvm.ir.instruction import Argument, Block, DerivedDeclaration, Function
from dlvm.ir.module import Module, Variable
from dlvm.ir.types import PointerType
from dlvm.ir.values import Value


def clone_module(module: Module) -> Module:
    """A deep copy of a module; locations are kept."""
    copy = Module(module.name, module.stage)
    copy.types = list(module.types)
    copy.schedules = list(module.schedules)
    copy.kernels = list(module.kernels)
    values: dict[Value, Value] = {}
    functions: dict[Function, Function] = {}
    for variable in module.variables:
        assert isinstance(variable.type, PointerType)
        twin = Variable(variable.name, variable.type.pointee, variable.location)
        values[variable] = twin
        copy.variables.append(twin)
    for definition in module.definitions:
        cloned = Definition(
            definition.name or "", definition.type, definition.body, definition.location
        )
        values[definition] = cloned
        copy.definitions.append(cloned)
    for function in module.functions:
        fresh = Function(function.name, function.type, function.attributes, None, function.location)
        values[function] = functions[function] = fresh
        copy.functions.append(fresh)
    for function, fresh in functions.items():
        declaration = function.declaration
        if isinstance(declaration, DerivedDeclaration):
            declaration = replace(declaration, function=functions[declaration.function])
        fresh.declaration = declaration
        copy_blocks(function.blocks, fresh, values, functions)
    return copy


def copy_blocks(
    originals: Sequence[Block],
    target: Function,
    values: dict[Value, Value],
    functions: Mapping[Function, Function],
) -> dict[Block, Block]:
    """Appends copies of blocks to a function; returns the copy of each.

    ``values`` maps values from outside to their replacements, and receives the copies of those
    inside; ``functions`` maps the functions that attributes name.
    """
    blocks: dict[Block, Block] = {}
    for block in originals:
        blocks[block] = target.add_block(block.name, location=block.location)
        for argument in block.arguments:
            values[argument] = blocks[block].add_argument(
                argument.type, argument.name, argument.location
            )
    # A value may be used in a block that precedes its definition in the text; such a use first gets
    # a placeholder.
    waiting: dict[Value, Argument] = {}
    for block in originals:
        for instruction in block.instructions:
            for leaf in instruction.leaves():
                if leaf not in values and getattr(leaf, "block", None) is not None:
                    waiting[leaf] = Argument(leaf.type, blocks[block])
                    values[leaf] = waiting[leaf]
            copied = instruction.clone(values, blocks)
            for name, attribute in instruction.attributes.items():
                if isinstance(attribute, Function):
                    setattr(copied, name, functions.get(attribute, attribute))
            blocks[block].insert(copied)
            if instruction in waiting:
                waiting.pop(instruction).replace_uses(copied)
            values[instruction] = copied
    return blocks
