"""The batching rule of each instruction, by which it computes many rows at once.

A rule emits the instruction for operands of which some have an additional leading axis, the batch
axis, and returns a tensor that has it too. It returns None if it cannot compute all rows at once;
then the program loops over the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from string import ascii_letters
from typing import Any, cast

from dlvm.ir import Instruction
from dlvm.ir import instructions as op
from dlvm.ir.instructions.contraction import parse_subscripts
from dlvm.ir.types import I64, TensorType
from dlvm.ir.values import Value, index_literal
from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.sizes import shape_of
from dlvm.nnkit.tracing.trace import emit, scope_for
from dlvm.nnkit.tracing.tracer import lift, wrap


@dataclass(frozen=True)
class BatchedValue:
    """A tensor for each row: stacked along the leading axis of ``value`` if ``is_batched``, and
    otherwise the same tensor for all rows."""

    value: Value
    is_batched: bool

    @property
    def rank(self) -> int:
        """The rank of one row."""
        return primitives.rank_of(self.value) - self.is_batched


Rule = Callable[[Any, Sequence[BatchedValue], Any], Value | None]
"""A function of an instruction, its operands and the number of rows."""


def spread(rows: BatchedValue, count: Any) -> Value:
    """The values of all rows as one tensor; a value that the rows share is broadcast."""
    if rows.is_batched:
        return rows.value
    return lift(primitives.broadcast(wrap(rows.value), (count, *shape_of(rows.value))))


def _aligned(rows: BatchedValue, rank: int) -> Value:
    """Reshapes a tensor so that its rows have the rank to which they broadcast."""
    added = tuple(range(1, 1 + rank - rows.rank))
    is_same = not rows.is_batched or not added
    return rows.value if is_same else lift(primitives.expand(wrap(rows.value), added))


def _elementwise(instruction: Instruction, operands: Sequence[BatchedValue], count: Any) -> Value:
    rank = cast("TensorType", instruction.type).rank
    new = [_aligned(rows, rank) for rows in operands]
    pairs = zip(instruction.operands, new, strict=True)
    return scope_for("vmap").builder.insert(instruction.clone(dict(pairs)))


def _along(instruction: Any, operands: Sequence[BatchedValue], count: Any) -> Value | None:
    """The rule of instructions with an attribute that numbers axes of the first operand."""
    x, *others = operands
    if not x.is_batched or any(o.is_batched for o in others):
        return None
    fields = dict(instruction.attributes)
    for name in fields.keys() & {"axis", "axes"}:
        axis = fields[name]
        fields[name] = axis + 1 if isinstance(axis, int) else tuple(a + 1 for a in axis)
    if others:
        fields["init"] = others[0].value
    return emit(cast("type[Instruction]", type(instruction)), x=x.value, **fields)


def _transpose(instruction: op.Transpose, operands: Sequence[BatchedValue], count: Any) -> Value:
    return emit(op.Transpose, operands[0].value, (0, *(a + 1 for a in instruction.permutation)))


def _concatenate(
    instruction: op.Concatenate, operands: Sequence[BatchedValue], count: Any
) -> Value:
    return emit(op.Concatenate, [spread(o, count) for o in operands], instruction.axis + 1)


def _shaped(instruction: Any, operands: Sequence[BatchedValue], count: Any) -> Value | None:
    """The rule of ``shapeCast`` and ``broadcast`` to sizes that are known."""
    shape = cast("TensorType", instruction.type).shape
    if not all(isinstance(d, int) for d in shape):
        return None
    if isinstance(instruction, op.ShapeCast):
        return lift(primitives.reshape(wrap(operands[0].value), (count, *shape)))
    return lift(primitives.broadcast(wrap(_aligned(operands[0], len(shape))), (count, *shape)))


def _slice(instruction: op.Slice, operands: Sequence[BatchedValue], count: Any) -> Value | None:
    x, *bounds = operands
    if any(b.is_batched for b in bounds):
        return None
    start = [index_literal(0), *(b.value for b in bounds[: len(instruction.start)])]
    end = [lift(count, I64), *(b.value for b in bounds[len(instruction.start) :])]
    return emit(op.Slice, x.value, start, end, (1, *instruction.steps))


def _update(instruction: op.Update, operands: Sequence[BatchedValue], count: Any) -> Value | None:
    x, y, *offsets = operands
    if any(o.is_batched for o in offsets):
        return None
    start = [index_literal(0), *(o.value for o in offsets)]
    return emit(op.Update, spread(x, count), spread(y, count), start)


def _pad(instruction: op.Pad, operands: Sequence[BatchedValue], count: Any) -> Value | None:
    x, value = operands
    if value.is_batched:
        return None
    interior = instruction.interior and (0, *instruction.interior)
    return emit(op.Pad, x.value, ((0, 0), *instruction.padding), value.value, interior)


def _gather(instruction: op.Gather, operands: Sequence[BatchedValue], count: Any) -> Value | None:
    x, indices = operands
    if x.is_batched and indices.is_batched:
        return None
    if x.is_batched:
        return emit(op.Gather, x.value, indices.value, instruction.axis + 1)
    found = emit(op.Gather, x.value, indices.value, instruction.axis)
    rest = [a for a in range(primitives.rank_of(found)) if a != instruction.axis]
    return emit(op.Transpose, found, (instruction.axis, *rest)) if instruction.axis else found


def _extract(instruction: op.Extract, operands: Sequence[BatchedValue], count: Any) -> Value | None:
    """The rule of ``extract``, for a part of a tensor."""
    return lift(wrap(operands[0].value)[(slice(None), *instruction.path)])


def _dot(instruction: op.Dot, operands: Sequence[BatchedValue], count: Any) -> Value | None:
    left, right = operands
    if left.is_batched and not right.is_batched and right.rank == 2:
        return emit(op.Dot, left.value, right.value)
    if left.rank > 2 or right.rank > 2:
        rank = max(left.rank, right.rank)
        if min(left.rank, right.rank) < 2:
            return None
        return emit(op.Dot, _aligned(left, rank), _aligned(right, rank))
    first, second = "ij"[2 - left.rank :], "jk"[: right.rank]
    terms = [
        ("z" if o.is_batched else "") + t for o, t in zip(operands, (first, second), strict=True)
    ]
    subscripts = f"{','.join(terms)}->z{first[:-1]}{second[1:]}"
    return emit(op.Contract, [left.value, right.value], subscripts)


def _contract(instruction: op.Contract, operands: Sequence[BatchedValue], count: Any) -> Value:
    known = parse_subscripts(instruction.subscripts, [o.rank for o in operands])
    labels = dict.fromkeys(label for term in known.inputs for label in term)
    letters = dict(zip(labels, ascii_letters, strict=False))
    row = ascii_letters[len(letters)]
    terms = [
        (row if o.is_batched else "") + "".join(letters[label] for label in term)
        for o, term in zip(operands, known.inputs, strict=True)
    ]
    result = row + "".join(letters[label] for label in known.output)
    return emit(op.Contract, [o.value for o in operands], f"{','.join(terms)}->{result}")


RULES: dict[type[Instruction], Rule] = {
    **dict.fromkeys((op.Select, op.DataTypeCast), _elementwise),
    **dict.fromkeys(
        (op.Reduce, op.Reverse, op.Scan, op.ArgMax, op.ArgMin, op.PadShape, op.SqueezeShape),
        _along,
    ),
    **dict.fromkeys((op.ShapeCast, op.Broadcast), _shaped),
    op.Transpose: _transpose,
    op.Concatenate: _concatenate,
    op.Slice: _slice,
    op.Update: _update,
    op.Pad: _pad,
    op.Gather: _gather,
    op.Extract: _extract,
    op.Dot: _dot,
    op.Contract: _contract,
}
"""The rules of instructions that are not element-wise functions. An instruction without a rule
loops over the rows."""


def batched(instruction: Instruction, operands: Sequence[BatchedValue], count: Any) -> Value | None:
    """The instruction for all rows; None if it has no rule for these operands."""
    is_elementwise = isinstance(instruction, op.Unary | op.Binary)
    rule = _elementwise if is_elementwise else RULES.get(type(instruction))
    return None if rule is None else rule(instruction, operands, count)
