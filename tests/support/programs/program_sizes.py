"""Erasure of sizes in programs, and arguments of other sizes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from random import Random
from typing import Any

import numpy as np

from dlvm import parse
from dlvm.ir import (
    Aggregate,
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
from dlvm.ir.types import ERASED, Dim, Shape, inner_types
from dlvm.ir.values import TensorData, User
from dlvm.ir.wellformed import aggregate_problem


def erase_sizes(module: Module, random: Random, kept: Collection[str] = ()) -> Module:
    """Copies a module and erases some sizes: those of parameters, block arguments, results,
    constants, memory, stacks, and parts of structs and enums, and all sizes that follow from them.

    Sizes that are required stay, and so do those of the functions named in ``kept``.
    """
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
    erase = Eraser(random, 0.5, named=False).type
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
    """Whether all types of all functions can be inferred again."""
    return all(map(_is_inferred, module.functions))


def _is_only_called(function: Function) -> bool:
    return all(
        isinstance(use.user, op.Apply) and use.user.callee is function and use.slot == 0
        for use in function.uses
    )


def _erase(function: Function, random: Random) -> None:
    """Erases sizes of a function: fewer if types cannot be inferred again, and none if they never
    can."""
    for share in (random.choice((0.3, 0.6, 1.0)), 0.3, 0.1):
        if _is_erased(function, random, share):
            return


def _is_erased(function: Function, random: Random, share: float) -> bool:
    """Erases a share of the sizes of a function; returns whether the result is valid."""
    values: list[Value] = [function]
    values += [v for b in function.blocks for v in (*b.arguments, *b.instructions)]
    types = [(v, v.type) for v in values]
    attributes: list[tuple[Instruction, str, Any]] = [
        (i, name, getattr(i, name))
        for i in function.instructions()
        for classes, name in _WITH_SIZES
        if isinstance(i, classes)
    ]
    constants = [
        (user, slot, operand)
        for instruction in function.instructions()
        for user, slot, operand in _constants(instruction)
    ]
    erase = Eraser(random, share)
    for argument in function.arguments:
        argument.type = erase.type(argument.type)
    erase.is_bound = True
    for instruction, name, found in attributes:
        if isinstance(found, Type):
            setattr(instruction, name, erase.type(found))
        else:
            setattr(instruction, name, erase.shape(instruction, found))
    for user, slot, constant in constants:
        type = erase.constant(constant.type)
        user.set_operand(slot, Literal(type, constant.data, constant.location))
    for block in function.blocks[1:]:
        for argument in block.arguments:
            argument.type = erase.type(argument.type)
    parameters = tuple(a.type for a in function.arguments)
    function.type = FunctionType(parameters, erase.type(function.type.result))
    if _is_inferred(function):
        return True
    for value, type in types:
        value.type = type
    for instruction, name, found in attributes:
        setattr(instruction, name, found)
    for user, slot, constant in constants:
        user.set_operand(slot, constant)
    return False


_ALLOCATIONS = (op.AllocateStack, op.AllocateHeap, op.AllocateBox)
_WITH_SIZES: Sequence[tuple[Any, str]] = (
    (op.Apply, "result"),
    (_ALLOCATIONS, "content"),
    (op.Pop, "content"),
    ((op.ShapeCast, op.Broadcast, op.Iota), "shape"),
)
"""The attributes that contain sizes."""


def _constants(user: User) -> Iterator[tuple[User, int, Literal]]:
    """Returns the splat constants among operands, which can have sizes of the function's type."""
    for slot, operand in enumerate(user.operands):
        if isinstance(operand, Literal) and not isinstance(operand.data, TensorData):
            yield user, slot, operand
        elif isinstance(operand, Aggregate):
            yield from _constants(operand)


class Eraser:
    """Erases sizes of types. The same size often gets the same symbol, from the parameters or a new
    one."""

    def __init__(self, random: Random, share: float, named: bool = True) -> None:
        self.random = random
        self.share = share
        self.named = named
        self.symbols: dict[int, list[Symbol]] = {}
        self.own: dict[int, Symbol] = {}
        self.is_bound = False
        """Whether the symbols of the parameters are known."""

    def _bound(self, size: Dim) -> Dim:
        """Returns a symbol of the parameters, if there is one."""
        found = self.symbols.get(size, ()) if isinstance(size, int) else ()
        if not found or self.random.random() >= self.share:
            return size
        return self.random.choice(found)

    def dimension(self, size: Dim) -> Dim:
        r = self.random
        if not isinstance(size, int) or r.random() >= self.share:
            return size
        if not self.named or r.random() < 0.4:
            return ERASED
        if self.is_bound and (size not in self.symbols or r.random() < 0.1):
            return self.own.setdefault(size, self._new(len(self.own)))
        known = self.symbols.setdefault(size, [])
        if not known or (not self.is_bound and r.random() < 0.2):
            known.append(self._new())
            return known[-1]
        return r.choice(known)

    def _new(self, more: int = 0) -> Symbol:
        """Returns a symbol that is unused in this function, but perhaps not in others."""
        return Symbol(f"n{sum(map(len, self.symbols.values())) + more}")

    def type(self, type: Type) -> Type:
        """Erases some sizes of a type."""
        return self._map(type, self.dimension)

    def constant(self, type: Type) -> Type:
        """Replaces some sizes of a type by symbols of the parameters."""
        return self._map(type, self._bound)

    def shape(self, instruction: Instruction, shape: Shape) -> Shape:
        """Replaces the sizes in an instruction by symbols of parameters, or by an erased size if
        that is equivalent."""
        written = [self._bound(size) for size in shape]
        if not written or self.random.random() >= self.share:
            return tuple(written)
        if isinstance(instruction, op.ShapeCast) and 0 not in shape:
            written[self.random.randrange(len(shape))] = ERASED
        if isinstance(instruction, op.Broadcast):
            x = instruction.x.type.canonical
            assert isinstance(x, TensorType)
            for place in range(-x.rank, 0):
                if x.shape[place] == shape[place]:
                    written[place] = ERASED
        return tuple(written)

    def _map(self, type: Type, dimension: Callable[[Dim], Dim]) -> Type:
        match type:
            case TensorType():
                return type.with_shape(dimension(s) for s in type.shape)
            case TupleType(elements):
                return TupleType(tuple(self._map(t, dimension) for t in elements))
            case ArrayType(size, element):
                return ArrayType(size, self._map(element, dimension))
            case _:
                return type


def _is_inferred(function: Function) -> bool:
    """Infers all types again, until nothing changes, as blocks can be in any order. Returns whether
    that succeeds and all constants have sizes."""
    changed = True
    for _ in range(_MOST_ROUNDS):
        changed = False
        for instruction in function.instructions():
            try:
                type = instruction.infer()
            except TypeRuleError:
                return False
            if type != instruction.type:
                instruction.type = type
                changed = True
        if not changed:
            break
    constants = (c for i in function.instructions() for _, _, c in _constants(i))
    if any(_is_open_struct(t) for c in constants for t in inner_types(c.type)):
        return False
    return not changed and all(map(_are_joined, function.instructions()))


_MOST_ROUNDS = 100


def _is_open_struct(type: Type) -> bool:
    """Whether a type is a struct with an erased size, which has no constants."""
    return isinstance(type, StructType) and any(
        isinstance(t, TensorType) and t.static_shape is None for t in inner_types(type)
    )


def _are_joined(user: User) -> bool:
    """Whether aggregates of tensors have the sizes that they require."""
    return all(
        aggregate_problem(o.type, [e.type for e in o.operands], o.case) is None and _are_joined(o)
        for o in user.operands
        if isinstance(o, Aggregate)
    )


def wrong_sizes(arguments: tuple[Any, ...], random: Random) -> tuple[Any, ...]:
    """Returns the arguments with one size of one tensor changed."""
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
    """Returns the arguments with one size changed wherever it occurs."""
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
    """Repeats or truncates an array to a size; an empty array is filled with 1."""
    if not array.shape[axis]:
        shape = (*array.shape[:axis], size, *array.shape[axis + 1 :])
        return np.ones(shape, array.dtype)
    return np.take(array, np.arange(size) % array.shape[axis], axis)


def _map_tensors(argument: Any, change: Callable[[Any], Any]) -> Any:
    """Applies a function to every tensor in an argument."""
    match argument:
        case dict():
            return {n: _map_tensors(v, change) for n, v in argument.items()}
        case tuple():
            return tuple(_map_tensors(v, change) for v in argument)
        case str():
            return argument
        case _:
            return change(np.asarray(argument))
