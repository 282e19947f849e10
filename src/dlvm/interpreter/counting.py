"""Counts the work of a run with its actual sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlvm.analysis.values.cost import Work, instruction_work, work_of
from dlvm.interpreter.evaluate import interpret
from dlvm.ir.instruction import Instruction
from dlvm.ir.module import Module
from dlvm.ir.types import ArrayType, StructType, TensorType, TupleType, Type


def count_work(module: Module, function: str, *arguments: Any, seed: int = 0) -> Work:
    """Returns the work of all instructions that a call executes, including those in its callees.

    The arguments are those of :func:`interpret`, which runs the function and raises the same
    errors. Unknown amounts, which are the operations of intrinsics and the bytes of ``copy``,
    contain the symbol ``_``.
    """
    known: dict[Instruction, Work] = {}
    total = Work()

    def count(op: Instruction, operands: Sequence[Any], result: Any) -> None:
        nonlocal total
        work = known.get(op)
        if work is None:
            work = instruction_work(op)
            if all(isinstance(n, int) for n in (work.flops, work.transcendentals, work.bytes)):
                known[op] = work
            else:
                values = zip(operands, op.operands, strict=True)
                work = work_of(
                    op, [_actual_type(v, o.type) for v, o in values], _actual_type(result, op.type)
                )
        total += work

    interpret(module, function, *arguments, seed=seed, observer=count)
    return total


def _actual_type(value: Any, type: Type) -> Type:
    """Returns a value's type with its actual sizes in place of symbols; a struct becomes a
    tuple."""
    match whole := type.canonical:
        case TensorType():
            return whole.with_shape(value.shape)
        case TupleType(elements):
            return TupleType(tuple(map(_actual_type, value, elements)))
        case ArrayType(element=element):
            return TupleType(tuple(_actual_type(v, element) for v in value))
        case StructType():
            return TupleType(
                tuple(_actual_type(v, t) for v, (_, t) in zip(value, whole.fields, strict=True))
            )
        case _:
            return whole
