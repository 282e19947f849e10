"""Cancelling shifts: values that are first subtracted, and later added again or divided out.

The maximum that a softmax or a log-sum-exp subtracts only prevents overflow. The result does not
depend on it, and no derivative has to flow through it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from heapq import heappop, heappush

from dlvm.analysis.values.alignment import Alignment, identity, realigned, unshaped, widened
from dlvm.ir import Block, Function, Instruction, Literal, TensorType, Value
from dlvm.ir import instructions as op
from dlvm.ir.declaration import Trait
from dlvm.ir.instructions.rules import tensor_type

_FARTHEST = 64
"""The maximum number of instructions that may depend on a shift."""


class ShiftKind(Enum):
    """How a value depends on a shift m: as v + k m, or as v exp(k m)."""

    SUM = auto()
    PRODUCT = auto()


@dataclass(frozen=True)
class ShiftDependence:
    """How a value depends on a shift: the kind, the factor k, which is never 0, and the axes of the
    shift that correspond to those of the value."""

    kind: ShiftKind
    factor: float
    alignment: Alignment


Known = Mapping[Value, ShiftDependence]


class _NoRuleError(Exception):
    """No rule says how a value depends on a shift."""


def cancelling_shifts(function: Function) -> set[Instruction]:
    """The subtracted values of a function on which no result depends in real arithmetic. Their
    derivatives add up to zero."""
    found: set[Instruction] = set()
    for block in function.blocks:
        tried: set[Value] = set()
        positions: dict[Instruction, int] = {}
        for instruction in block.instructions:
            if (
                not isinstance(instruction, op.Subtract)
                or not tensor_type(instruction).element.is_float
            ):
                continue
            _, shift = unshaped(instruction.rhs)
            if shift in tried or not isinstance(shift, Instruction) or shift.block is not block:
                continue
            tried.add(shift)
            if isinstance(shift.type.canonical, TensorType):
                positions = positions or {i: n for n, i in enumerate(block.instructions)}
                if _cancels(shift, block, positions):
                    found.add(shift)
    return found


def _cancels(shift: Instruction, block: Block, positions: Mapping[Instruction, int]) -> bool:
    """Whether no value that leaves a block depends on a shift."""
    known: dict[Value, ShiftDependence] = {
        shift: ShiftDependence(ShiftKind.SUM, 1, identity(tensor_type(shift).shape))
    }
    pending: list[tuple[int, Instruction]] = []
    queued: set[Instruction] = set()

    def enqueue_users(value: Value) -> bool:
        if value.has_uses_beyond(_FARTHEST):
            return False
        for user in value.users:
            if not isinstance(user, Instruction) or user.block is not block:
                return False
            if user not in queued:
                queued.add(user)
                heappush(pending, (positions[user], user))
        return len(queued) <= _FARTHEST

    if not enqueue_users(shift):
        return False
    while pending:
        _, instruction = heappop(pending)
        try:
            dependence = _dependence(instruction, known)
        except _NoRuleError:
            return False
        if dependence is not None:
            known[instruction] = dependence
            if not enqueue_users(instruction):
                return False
    return True


def _dependence(instruction: Instruction, known: Known) -> ShiftDependence | None:
    """How an instruction depends on a shift, or None if it does not."""
    type = instruction.type.canonical
    if not isinstance(type, TensorType) or instruction.effects:
        raise _NoRuleError
    if not type.element.is_float:
        return None
    operands = [known.get(operand) for operand in instruction.operands]
    match instruction, operands:
        case _, [ShiftDependence() as x] if (
            Trait.AFFINE_MOVEMENT | Trait.VIEW in instruction.traits
        ):
            return _along(x, realigned(instruction, x.alignment))
        case op.Negate(), [ShiftDependence(ShiftKind.SUM) as x]:
            return _scaled(x, -1)
        case op.Negate() | op.DataTypeCast(), [ShiftDependence() as x]:
            return x
        case op.Exp(), [ShiftDependence(ShiftKind.SUM, factor, alignment)]:
            return ShiftDependence(ShiftKind.PRODUCT, factor, alignment)
        case op.Log(), [ShiftDependence(ShiftKind.PRODUCT, factor, alignment)]:
            return ShiftDependence(ShiftKind.SUM, factor, alignment)
        case op.Reciprocal(), [ShiftDependence(ShiftKind.PRODUCT) as x]:
            return _scaled(x, -1)
        case op.Square(), [ShiftDependence(ShiftKind.PRODUCT) as x]:
            return _scaled(x, 2)
        case op.Add() | op.Subtract() | op.Multiply() | op.Divide(), [a, b]:
            rank = len(type.shape)
            return _of_two(instruction, _widened(a, rank), _widened(b, rank))
        case op.Select(), [a, b, None]:
            rank = len(type.shape)
            return _chosen(instruction, _widened(a, rank), _widened(b, rank))
        case op.Reduce(), [ShiftDependence() as x, *_]:
            return _reduced(instruction, x)
        case op.Dot(), [a, b]:
            return _contracted(instruction, a, b)
        case _:
            raise _NoRuleError


def _along(x: ShiftDependence, alignment: Alignment | None) -> ShiftDependence:
    if alignment is None:
        raise _NoRuleError
    return ShiftDependence(x.kind, x.factor, alignment)


def _scaled(x: ShiftDependence, factor: float) -> ShiftDependence:
    return ShiftDependence(x.kind, x.factor * factor, x.alignment)


def _widened(x: ShiftDependence | None, rank: int) -> ShiftDependence | None:
    return x and ShiftDependence(x.kind, x.factor, widened(x.alignment, rank))


def _of_two(
    instruction: Instruction, a: ShiftDependence | None, b: ShiftDependence | None
) -> ShiftDependence | None:
    lhs, rhs = instruction.operands
    inverse = -1 if isinstance(instruction, op.Subtract | op.Divide) else 1
    is_sum = isinstance(instruction, op.Add | op.Subtract)
    match a, b:
        case ShiftDependence(kind, k, alignment), ShiftDependence(other, n, same):
            if kind is not other or alignment != same:
                raise _NoRuleError
            if is_sum is (kind is ShiftKind.SUM):
                total = k + inverse * n
                return ShiftDependence(kind, total, alignment) if total else None
            if is_sum and k == n:
                return a
        case ShiftDependence(ShiftKind.SUM) as x, None if is_sum:
            return x
        case None, ShiftDependence(ShiftKind.SUM) as x if is_sum:
            return _scaled(x, inverse)
        case ShiftDependence(ShiftKind.PRODUCT) as x, None if not is_sum or _number(rhs) == 0:
            return x
        case None, ShiftDependence(ShiftKind.PRODUCT) as x if not is_sum:
            return _scaled(x, inverse)
        case None, ShiftDependence(ShiftKind.PRODUCT) as x if _number(lhs) == 0:
            return x
        case ShiftDependence(ShiftKind.SUM) as x, None if factor := _number(rhs):
            return _scaled(x, 1 / factor if inverse == -1 else factor)
        case None, ShiftDependence(ShiftKind.SUM) as x if inverse == 1 and (factor := _number(lhs)):
            return _scaled(x, factor)
        case _:
            pass
    raise _NoRuleError


def _number(value: Value) -> float | None:
    """The finite number to which all elements of a value are equal; None if they differ."""
    number = value.splat if isinstance(value, Literal) else None
    return number if number is not None and math.isfinite(number) else None


def _chosen(
    select: Instruction, a: ShiftDependence | None, b: ShiftDependence | None
) -> ShiftDependence:
    """The dependence of a select whose values have the same dependence. One value may also be a
    constant that no shift changes: 0 in a product, or an infinity in a sum."""
    found = a or b
    if found is None:
        raise _NoRuleError
    for dependence, value in zip((a, b), select.operands, strict=False):
        number = value.splat if isinstance(value, Literal) else None
        is_product = found.kind is ShiftKind.PRODUCT
        is_any = number is not None and (number == 0 if is_product else math.isinf(number))
        if dependence != found and not (dependence is None and is_any):
            raise _NoRuleError
    return found


def _reduced(reduce: op.Reduce, x: ShiftDependence) -> ShiftDependence:
    """The dependence of a sum of terms with a common factor, or of an extremum of numbers with a
    common summand."""
    is_sum = reduce.by == "add" and x.kind is ShiftKind.PRODUCT
    has_start = reduce.init is not None and _number(reduce.init) != 0
    if any(x.alignment[axis] is not None for axis in reduce.axes):
        raise _NoRuleError
    if not (is_sum and not has_start) and not (reduce.by in ("min", "max") and not reduce.init):
        raise _NoRuleError
    left = tuple(a for axis, a in enumerate(x.alignment) if axis not in reduce.axes)
    return ShiftDependence(x.kind, x.factor, left)


def _contracted(
    dot: op.Dot, a: ShiftDependence | None, b: ShiftDependence | None
) -> ShiftDependence:
    """The dependence of a matrix product with a factor in common along rows or columns."""
    rank = len(tensor_type(dot).shape)
    shapes = [tensor_type(o).shape for o in dot.operands]
    if min(map(len, shapes)) >= 2:
        match a, b:
            case ShiftDependence(ShiftKind.PRODUCT, factor, (*rows, None)), None if (
                len(rows) + 1 == rank
            ):
                return ShiftDependence(ShiftKind.PRODUCT, factor, (*rows, None))
            case None, ShiftDependence(ShiftKind.PRODUCT, factor, (*batch, None, column)) if (
                len(batch) + 2 == rank
            ):
                return ShiftDependence(ShiftKind.PRODUCT, factor, (*batch, None, column))
            case _:
                pass
    raise _NoRuleError
