"""The functions that a value may denote."""

from __future__ import annotations

from collections.abc import Iterator

from dlvm.analysis.cfg.calls import is_call
from dlvm.analysis.differentiation.gradients import parts_of
from dlvm.ir import Aggregate, Argument, Function, Module, StructType, TupleType, Type, Value
from dlvm.ir import instructions as op
from dlvm.ir.instructions import Path
from dlvm.ir.types import ArrayType, FunctionType, same_type

Part = tuple[Value, Path]
"""A value, and the path to a part of it."""


def sources(value: Value, path: Path = ()) -> Iterator[Part]:
    """The possible origins of the part of a value at a path: functions, parts of the arguments of a
    function, and values about which nothing more is known."""
    pending: list[Part] = [(value, path)]
    seen = set(pending)
    for part in pending:
        found = _made_of(*part)
        if found is None:
            yield part
        else:
            pending += [p for p in dict.fromkeys(found) if p not in seen]
            seen.update(found)


def may_become_known(value: Value) -> bool:
    """Whether specialization for the functions that calls pass may resolve a function value to a
    single function."""
    functions: set[Value] = set()
    for source, _ in sources(value):
        match source:
            case Function():
                functions.add(source)
            case Argument() if is_parameter(source):
                pass
            case op.Apply() if not isinstance(source.callee, Function):
                pass
            case _:
                return False
    return len(functions) <= 1


def taken_functions(module: Module, type: Type) -> list[Function]:
    """The functions of a type that the module uses as values."""
    found = [f for f in module.functions if same_type(f.type, type)]
    return [f for f in found if not all(map(is_call, f.uses))]


def makes_closures(module: Module, type: Type) -> bool:
    """Whether the module creates closures of a type."""
    return any(
        isinstance(instruction, op.Partial) and same_type(instruction.type, type)
        for function in module.functions
        if op.Partial in function.kinds
        for instruction in function.instructions()
    )


def is_parameter(argument: Argument) -> bool:
    """Whether a block argument is a parameter of the function."""
    return argument.block is argument.block.function.entry


def function_paths(type: Type, path: Path = ()) -> Iterator[Path]:
    """The paths to the functions in values of a type."""
    whole = type.canonical
    if isinstance(whole, FunctionType):
        yield path
    elif _holds_functions(whole):
        for step, part in parts_of(whole):
            yield from function_paths(part, (*path, step))


def _holds_functions(type: Type) -> bool:
    pending, seen = [type.canonical], set[Type]()
    while pending:
        current = pending.pop()
        if current in seen:
            continue
        seen.add(current)
        match current:
            case FunctionType():
                return True
            case ArrayType(element=element):
                pending.append(element.canonical)
            case TupleType(elements):
                pending += [t.canonical for t in elements]
            case StructType():
                pending += [t.canonical for _, t in current.fields]
            case _:
                pass
    return False


def _made_of(value: Value, path: Path) -> list[Part] | None:
    """The parts of other values that a part of a value may be equal to, or None if they are
    unknown."""
    match value:
        case Aggregate() if path:
            steps = [step for step, _ in parts_of(value.type)]
            place = steps.index(path[0]) if path[0] in steps else None
            return None if place is None else [(value.operands[place], path[1:])]
        case op.LiteralInstruction():
            return [(value.value, path)]
        case op.Extract():
            return [(value.source, (*value.path, *path))]
        case op.Insert():
            inner = value.path
            if path[: len(inner)] == inner:
                return [(value.element, path[len(inner) :])]
            return None if inner[: len(path)] == path else [(value.target, path)]
        case Argument() if not is_parameter(value):
            return _passed(value, path)
        case op.Apply(callee=Function() as callee) if callee.blocks:
            ends = [block.terminator for block in callee.blocks]
            returned = [t.value for t in ends if isinstance(t, op.Return)]
            return [(v, path) for v in returned if v is not None]
        case _:
            return None


def _passed(argument: Argument, path: Path) -> list[Part] | None:
    found: list[Part] = []
    for block in argument.block.function.blocks:
        for successor in block.successors:
            if successor.block is argument.block:
                if successor.receives_payload:
                    return None
                found += [(v, path) for a, v in successor.passed if a is argument]
    return found
