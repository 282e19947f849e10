"""Evaluation of calls, assertions, terminators, and accesses to parts of aggregates and tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from dlvm.interpreter.index_notation.definitions import evaluate_definition
from dlvm.interpreter.index_notation.kernels import evaluate_kernel
from dlvm.interpreter.numbers import Array
from dlvm.interpreter.operands import value_of
from dlvm.interpreter.rules import CallRequest, Calls, Finish, Frame, Jump, failure, rule
from dlvm.interpreter.shape import check_index
from dlvm.interpreter.sizes import bind_sizes
from dlvm.interpreter.values import Closure, Variant
from dlvm.ir import instructions as op
from dlvm.ir.compute import Definition
from dlvm.ir.instruction import Instruction, Successor
from dlvm.ir.instructions.aggregate import Path, element_at
from dlvm.ir.instructions.control import fill_in, printed_line
from dlvm.ir.instructions.rules import shape_text
from dlvm.ir.module import Function
from dlvm.ir.types import FunctionType, StructType, TensorType, Type


@rule(op.Partial)
def _partial(_: Frame, partial: op.Partial, callee: Any, *arguments: Any) -> Closure:
    type = partial.callee.type.canonical
    assert isinstance(type, FunctionType)
    types = type.parameters[: len(arguments)]
    bind_sizes(arguments, types, {}, "argument {}".format, partial.location)
    return Closure(callee, arguments)


@rule(op.Apply)
def _apply(frame: Frame, apply: op.Apply, callee: Any, *arguments: Any) -> Any:
    if isinstance(callee, Closure):
        callee, captured = callee.flat()
        arguments = (*captured, *arguments)
    match callee:
        case None:
            raise failure(apply, "the function that is applied is undefined")
        case Definition():
            state = frame.state
            given = callee, arguments, state.random, apply.location, state.rounding
            kernel = state.kernels.get(callee.name or "")
            if kernel is not None:
                return evaluate_kernel(kernel, *given)
            return evaluate_definition(*given)
        case Function():
            return _call(callee, arguments)
        case _:
            raise failure(apply, f"@{apply.callee.name} is not a function that can be interpreted")


@rule(op.SameFunction)
def _same_function(_: Frame, __: op.SameFunction, a: Any, b: Any) -> Array:
    return np.asarray(a is b and not isinstance(a, Closure))


def _call(function: Function, arguments: tuple[Any, ...]) -> Calls:
    return (yield CallRequest(function, arguments))


@rule(op.Assert)
def _assert(_: Frame, op: op.Assert, condition: Array, *values: Array) -> tuple[()]:
    if not condition:
        raise failure(op, fill_in(op.message, values))
    return ()


@rule(op.Print)
def _print(_: Frame, op: op.Print, *values: Array) -> tuple[()]:
    print(printed_line(op.text, [np.asarray(v) for v in values]), flush=True)
    return ()


@rule(op.Trap)
def _trap(_: Frame, trap: op.Trap) -> Finish:
    raise failure(trap, trap.message)


@rule(op.Branch)
def _branch(frame: Frame, branch: op.Branch, *_: Any) -> Jump:
    return _jump(frame, branch.target)


@rule(op.Conditional)
def _conditional(frame: Frame, op: op.Conditional, condition: Array, *_: Any) -> Jump:
    return _jump(frame, op.then if condition else op.otherwise)


@rule(op.BranchEnum)
def _branch_enum(_: Frame, branch: op.BranchEnum, value: Variant | None) -> Jump:
    if value is None:
        raise failure(branch, f"the value of type {branch.value.type} is undefined")
    target = next(s for s in branch.cases if s.case == value.case)
    return Jump(target.block, value.payload)


def _jump(frame: Frame, target: Successor) -> Jump:
    return Jump(target.block, tuple(value_of(frame, v) for v in target.arguments))


@rule(op.Return)
def _return(_: Frame, __: op.Return, value: Any = ()) -> Finish:
    return Finish(value)


@rule(op.Extract)
def _extract(_: Frame, extract: op.Extract, source: Any) -> Any:
    value, type = source, extract.source.type
    for step in extract.path:
        value = value[_position(extract, value, type, step)]
        type = element_at(type, (step,))
    return value


@rule(op.Insert)
def _insert(_: Frame, insert: op.Insert, element: Any, target: Any) -> Any:
    return _replaced(insert, target, insert.target.type, insert.path, element)


def _replaced(instruction: Instruction, whole: Any, type: Type, path: Path, element: Any) -> Any:
    if not path:
        return element
    position = _position(instruction, whole, type, path[0])
    part = _replaced(instruction, whole[position], element_at(type, path[:1]), path[1:], element)
    if not isinstance(type.canonical, TensorType):
        return (*whole[:position], part, *whole[position + 1 :])
    if part.shape != whole.shape[1:]:
        raise failure(
            instruction,
            f"element has shape {shape_text(part.shape)}, expected {shape_text(whole.shape[1:])}",
        )
    result = whole.copy()
    result[position] = part
    return result


def _position(instruction: Instruction, value: Any, type: Type, step: int | str) -> int:
    if isinstance(step, str):
        struct = type.canonical
        assert isinstance(struct, StructType)
        position = struct.field_index(step)
        assert position is not None
        return position
    check_index(step, len(value), instruction.location)
    return step
