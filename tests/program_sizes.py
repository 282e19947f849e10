"""Sizes that are not known before run time, and arguments of other sizes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from random import Random
from typing import Any

import numpy as np

from dlvm import parse
from dlvm.ir import (
    ArrayType,
    EnumType,
    Function,
    FunctionType,
    Instruction,
    Literal,
    Module,
    StructType,
    Symbol,
    TensorType,
    TupleType,
    Type,
    TypeRuleError,
    Value,
)
from dlvm.ir import instructions as op
from dlvm.ir.types import ERASED, Dim

Erase = Callable[[Type], Type]


def erase_sizes(module: Module, random: Random, kept: Collection[str] = ()) -> Module:
    """A copy of the module with some sizes erased: those of parameters, block arguments, results,
    memory, and parts of structs and enums, and all that follows from them. What can not do without
    a size keeps it, and so do the functions named in ``kept``."""
    copy = parse(str(module))
    for type in copy.types:
        if isinstance(type, StructType | EnumType) and random.random() < 0.3:
            _erase_parts(type, copy, random)
    for function in copy.functions:
        if function.name not in kept and _is_only_called(
            function
        ):  # Function types say the sizes, and have to be the same.
            _erase(function, random)
    return copy


def _erase_parts(type: StructType | EnumType, module: Module, random: Random) -> None:
    erase = _eraser(random, 0.5, named=False)
    if isinstance(type, StructType):
        fields = type.fields
        type.define((n, erase(t)) for n, t in fields)
        if not _all_inferred(module):
            type.define(fields)
    else:
        cases = type.cases
        type.define((n, tuple(erase(t) for t in p)) for n, p in cases)
        if not _all_inferred(module):
            type.define(cases)
    _all_inferred(module)


def _all_inferred(module: Module) -> bool:
    """Whether all types of all functions could be inferred again."""
    return all(map(_is_inferred, module.functions))


def _is_open(type: Type) -> bool:
    """Whether a type leaves the size of something open."""
    match whole := type.canonical:
        case TensorType():
            return whole.static_shape is None
        case TupleType(elements):
            return any(map(_is_open, elements))
        case ArrayType(element=element):
            return _is_open(element)
        case StructType():
            return any(_is_open(t) for _, t in whole.fields)
        case _:
            return False


def _is_only_called(function: Function) -> bool:
    return all(
        isinstance(use.user, op.Apply) and use.user.callee is function and use.slot == 0
        for use in function.uses
    )


def _erase(function: Function, random: Random) -> None:
    """Erases sizes of a function; if that can not be, it stays what it was."""
    values: list[Value] = [function]
    values += [v for b in function.blocks for v in (*b.arguments, *b.instructions)]
    types = [(v, v.type) for v in values]
    attributes: list[tuple[Instruction, str, Type]] = [
        (i, name, getattr(i, name))
        for i in function.instructions()
        for classes, name in ((op.Apply, "result"), (_ALLOCATIONS, "content"))
        if isinstance(i, classes)
    ]
    erase = _eraser(random, random.choice((0.3, 0.6, 1.0)))
    for block in function.blocks:
        for argument in block.arguments:
            argument.type = erase(argument.type)
    for instruction, name, type in attributes:
        setattr(instruction, name, erase(type))
    parameters = tuple(a.type for a in function.arguments)
    function.type = FunctionType(parameters, erase(function.type.result))
    if not _is_inferred(function):
        for value, type in types:
            value.type = type
        for instruction, name, type in attributes:
            setattr(instruction, name, type)


_ALLOCATIONS = (op.AllocateStack, op.AllocateHeap, op.AllocateBox)


def _eraser(random: Random, share: float, named: bool = True) -> Erase:
    """What leaves sizes of types open; the same size has the same symbol, if it has one."""
    symbols: dict[int, Symbol] = {}

    def dimension(size: Dim) -> Dim:
        if not isinstance(size, int) or random.random() >= share:
            return size
        if not named or random.random() < 0.4:
            return ERASED
        return symbols.setdefault(size, Symbol(f"n{len(symbols)}"))

    def erase(type: Type) -> Type:
        match type:
            case TensorType():
                return type.with_shape(dimension(s) for s in type.shape)
            case TupleType(elements):
                return TupleType(tuple(erase(t) for t in elements))
            case ArrayType(size, element):
                return ArrayType(size, erase(element))
            case _:
                return type

    return erase


def _is_inferred(function: Function) -> bool:
    """Infers all types again; as blocks need not be in order, until nothing changes. Says whether
    that could be, and whether all that has to have a size has one: constants, and what is pushed,
    which is popped with the type that it was pushed with."""
    changed = True
    while changed:
        changed = False
        for instruction in function.instructions():
            try:
                type = instruction.infer()
            except TypeRuleError:
                return False
            if type != instruction.type:
                instruction.type = type
                changed = True
    sized = [v for i in function.instructions() for v in i.leaves() if isinstance(v, Literal)]
    sized += [i.value for i in function.instructions() if isinstance(i, op.Push)]
    return not any(_is_open(v.type) for v in sized)


def wrong_sizes(arguments: tuple[Any, ...], random: Random) -> tuple[Any, ...]:
    """The arguments with one size of one tensor changed."""
    tensors: list[Any] = []
    _map_tensors(arguments, lambda a: tensors.append(a) or a)
    ranked = [t for t in tensors if t.ndim]
    if not ranked:
        return arguments
    chosen = random.choice(ranked)
    axis = random.randrange(chosen.ndim)
    size = random.choice((0, 1, chosen.shape[axis] + 1, random.randint(0, 9)))
    return _map_tensors(arguments, lambda a: _resized(a, axis, size) if a is chosen else a)


def other_sizes(arguments: tuple[Any, ...], random: Random) -> tuple[Any, ...]:
    """The arguments with one size changed wherever it is found."""
    sizes: set[int] = set()
    _map_tensors(arguments, lambda a: sizes.update(a.shape) or a)
    if not sizes:
        return arguments
    old = random.choice(sorted(sizes))
    new = random.choice((0, 1, old + 1, random.randint(0, 9)))

    def change(array: Any) -> Any:
        for axis, size in enumerate(array.shape):
            if size == old:
                array = _resized(array, axis, new)
        return array

    return _map_tensors(arguments, change)


def _resized(array: Any, axis: int, size: int) -> Any:
    """An array with the elements repeated, or cut off, to a size; 1 where there are none."""
    if not array.shape[axis]:
        shape = (*array.shape[:axis], size, *array.shape[axis + 1 :])
        return np.ones(shape, array.dtype)
    return np.take(array, np.arange(size) % array.shape[axis], axis)


def _map_tensors(argument: Any, change: Callable[[Any], Any]) -> Any:
    """An argument with every tensor in it changed."""
    match argument:
        case dict():
            return {n: _map_tensors(v, change) for n, v in argument.items()}
        case tuple():
            return tuple(_map_tensors(v, change) for v in argument)
        case str():
            return argument
        case _:
            return change(np.asarray(argument))
