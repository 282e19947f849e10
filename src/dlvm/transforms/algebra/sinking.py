"""``SINK``: operator sinking, which moves operators to places where they need less work or cancel.

Operators that remove elements move towards the inputs, and operators that repeat elements move
towards the uses. Casts move to the place where the tensor has the fewest bytes. Transposes,
reversals, reshapes and negations move if others of their kind move with them, or if another
instruction absorbs them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from dlvm.analysis.cfg.analysis_cache import CONTROL_FLOW
from dlvm.analysis.values.cost import instruction_work
from dlvm.ir import Aggregate, Instruction, Literal, Module, TensorType, Value
from dlvm.ir import instructions as op
from dlvm.ir.instruction import Trait, instructions_with, using_instructions
from dlvm.ir.instructions.rules import broadcast_shapes, tensor_type
from dlvm.ir.values import User
from dlvm.transforms.algebra.algebra_simplification import (
    RulesByRoot,
    drop,
    new_instructions,
    rewrite,
    rules_by_root,
)
from dlvm.transforms.algebra.movement_rules import (
    SliceRegion,
    is_static,
    part_of,
    region_of,
    shape_of,
)
from dlvm.transforms.patterns import Rewrite, Rule, rules_into, splat, use
from dlvm.transforms.pipeline import Pass, register, run_on_bodies

SINKING_RULES: Final[list[Rule]] = []
"""All rules of this pass."""


@register("SINK")
@dataclass(frozen=True)
class OperatorSinking(Pass):
    """Operator sinking: moves slices, broadcasts, casts, transposes, reshapes and negations to
    places where they need less work or cancel.

    A rule applies only if it increases neither the number of operations, nor of bytes, nor of
    instructions. It also decreases one of these, or moves an operator in that operator's direction,
    so the pass terminates. Nothing moves to another block or is computed twice. With ``fast_math``,
    slices also move through products of floats, which can change how their sums are rounded.
    """

    fast_math: bool = False

    preserves = CONTROL_FLOW

    def run(self, module: Module) -> bool:
        rules = _rules(self.fast_math)
        return run_on_bodies(module, lambda function: rewrite(function, rules))


@cache
def _rules(fast_math: bool) -> RulesByRoot:
    return rules_by_root(r for r in SINKING_RULES if fast_math or not r.fast_math)


_register = rules_into(SINKING_RULES)


def _rule(
    equation: str, *roots: type[Instruction], fast_math: bool = False
) -> Callable[[Rewrite], Rewrite]:
    """Registers a rule that applies only if it is profitable."""

    def enter(rewriting: Rewrite) -> Rewrite:
        def rewrite(root: Instruction) -> Value | None:
            found = rewriting(root)
            if found is None or _is_profitable(root, new_instructions(found)):
                return found
            drop(found)
            return None

        rewrite.__name__ = rewriting.__name__
        return _register(equation, *roots, fast_math=fast_math)(rewrite)

    return enter


def _is_profitable(root: Instruction, added: Sequence[Instruction]) -> bool:
    dead = _dead_with(root)
    before, after = _work(dead), _work(added)
    return before is not None and after is not None and all(map(int.__le__, after, before))


def _work(instructions: Iterable[Instruction]) -> tuple[int, int, int] | None:
    """Returns the numbers of operations, bytes and instructions. Returns None if sizes are
    unknown."""
    operations = moved = count = 0
    for instruction in instructions:
        work = instruction_work(instruction)
        if not isinstance(work.operations, int) or not isinstance(work.bytes, int):
            return None
        operations, moved, count = operations + work.operations, moved + work.bytes, count + 1
    return operations, moved, count


def _dead_with(root: Instruction) -> list[Instruction]:
    """Returns an instruction, and the instructions that would be dead without it."""
    dead = [root]
    known: set[User] = {root}
    for instruction in dead:
        for operand in instruction.leaves():
            if (
                isinstance(operand, Instruction)
                and operand.block is root.block
                and operand not in known
                and not operand.has_uses_beyond(_MAX_DEPTH)  # Bounds the work.
                and all(user in known for user in operand.users)
            ):
                dead.append(operand)
                known.add(operand)
    return dead


MAPS: Final = instructions_with(Trait.ELEMENTWISE)


def _is_map(value: Value) -> bool:
    """Whether a value is an element-wise instruction with static shapes."""
    return (
        isinstance(value, MAPS)
        and is_static(value)
        and all(not isinstance(o, Aggregate) and is_static(o) for o in value.operands)
    )


def _scalar(value: Value) -> Value | None:
    """Returns the scalar that a splat repeats, or a scalar itself. Returns None for other
    values."""
    number, type = splat(value), tensor_type(value)
    if number is not None:
        return Literal(TensorType((), type.element), number)
    return value if not type.rank else None


def _of(instruction: Instruction, *operands: Value) -> Instruction:
    """Returns a copy of an instruction with other operands."""
    return type(instruction)(*operands, **instruction.attributes)


# Slices move towards the inputs.


Sliced = Callable[[Any, SliceRegion], Value | None]


def _slice_map(f: Instruction, region: SliceRegion) -> Value | None:
    if not _is_map(f):
        return None
    return _of(f, *(_slice_operand(o, region) for o in f.operands))


def _slice_operand(operand: Value, region: SliceRegion) -> Value:
    """Returns the part of an operand of an element-wise instruction that a region of the result
    depends on. The operand may be broadcast."""
    shape = shape_of(operand)
    ahead = len(region.bounds) - len(shape)
    scalar = _scalar(operand)
    if scalar is not None:
        return scalar
    own = zip(shape, region.bounds[ahead:], region.steps[ahead:], strict=True)
    needed = [((0, 1), 1) if size == 1 else (bound, step) for size, bound, step in own]
    return part_of(operand, [b for b, _ in needed], [s for _, s in needed])


def _slice_transpose(transpose: op.Transpose, region: SliceRegion) -> Value | None:
    if not is_static(transpose.x):
        return None
    order = transpose.permutation
    places = [order.index(axis) for axis in range(len(order))]
    bounds, steps = [region.bounds[p] for p in places], [region.steps[p] for p in places]
    return op.Transpose(part_of(transpose.x, bounds, steps), transpose.axes)


def _slice_broadcast(broadcast: op.Broadcast, region: SliceRegion) -> Value | None:
    if not is_static(broadcast.x):
        return None
    sizes = [-((a - b) // s) for (a, b), s in zip(region.bounds, region.steps, strict=True)]
    return op.Broadcast(_slice_operand(broadcast.x, region), tuple(sizes))


def _slice_reduce(reduce: op.Reduce, region: SliceRegion) -> Value | None:
    if not is_static(reduce.x) or not isinstance(reduce.by, str):
        return None
    bounds, steps = list(region.bounds), list(region.steps)
    for axis in sorted(reduce.axes):
        bounds.insert(axis, (0, shape_of(reduce.x)[axis]))
        steps.insert(axis, 1)
    return op.Reduce(part_of(reduce.x, bounds, steps), reduce.by, reduce.axes, reduce.init)


_SLICED: Final[Mapping[type[Instruction], Sliced]] = {
    **dict.fromkeys(MAPS, _slice_map),
    op.Transpose: _slice_transpose,
    op.Broadcast: _slice_broadcast,
    op.Reduce: _slice_reduce,
}
"""For each instruction, how to slice its operands instead of its result."""


@_rule("slice (f x, y) = f (slice x), (slice y)", op.Slice)
def slice_of_result(instruction: op.Slice) -> Value | None:
    f, region = instruction.x, region_of(instruction)
    if not isinstance(f, Instruction) or region is None or not _is_own(f, instruction):
        return None
    sliced = _sliced(type(f))
    return sliced(f, region) if sliced is not None else None


def _sliced(kind: type[Instruction]) -> Sliced | None:
    return _SLICED.get(kind)


@_rule("slice (dot x, y) = dot (slice x), (slice y)", op.Slice, fast_math=True)
def slice_of_product(sliced: op.Slice) -> Value | None:
    dot, region = sliced.x, region_of(sliced)
    if not isinstance(dot, op.Dot) or region is None or not _is_own(dot, sliced):
        return None
    if not is_static(dot.lhs, dot.rhs) or {len(shape_of(o)) for o in dot.operands} != {2}:
        return None
    (rows, columns), (row_step, column_step) = region.bounds, region.steps
    whole = (0, shape_of(dot.rhs)[0])
    left = part_of(dot.lhs, [rows, whole], [row_step, 1])
    return op.Dot(left, part_of(dot.rhs, [whole, columns], [1, column_step]))


@_rule("gather (f x) = f (gather x)", op.Gather)
def gather_of_result(gather: op.Gather) -> Value | None:
    f = gather.x
    if not isinstance(f, MAPS) or not _is_map(f) or not _is_own(f, gather):
        return None
    rest = [o for o in f.operands if _scalar(o) is None]
    if len(rest) != 1 or not isinstance(gather.indices, Instruction | Literal):
        return None
    if shape_of(rest[0]) != shape_of(f):
        return None
    found = op.Gather(rest[0], gather.indices, gather.axis)
    return _of(f, *(_scalar(o) or found for o in f.operands))


def _is_own(value: Value, user: Instruction) -> bool:
    """Whether a value is in the same block as its only user."""
    return isinstance(value, Instruction) and value.block is user.block and value.is_used_once


# Broadcasts move towards the uses.


@_rule("f (broadcast x), (broadcast y) = broadcast (f x, y)", *MAPS)
def map_of_broadcasts(f: Instruction) -> Value | None:
    if not _is_map(f) or not any(isinstance(o, op.Broadcast) for o in f.operands):
        return None
    if isinstance(f, op.Negate) and _reaches_sum(f):
        return None  # The sum absorbs the broadcast.
    operands = [o.x if isinstance(o, op.Broadcast) else _scalar(o) or o for o in f.operands]
    if any(isinstance(o, Aggregate) or not is_static(o) for o in operands):
        return None
    small, wide = broadcast_shapes(*map(shape_of, operands)), shape_of(f)
    if small == wide or 0 in wide:
        return None
    return op.Broadcast(_of(f, *operands), wide)


# Casts move to the place where the tensor has the fewest bytes.


@_rule("transpose (cast x to wider) = cast (transpose x)", op.Transpose, op.Reverse)
def movement_of_wider(movement: op.Transpose | op.Reverse) -> Value | None:
    cast = movement.x
    if not isinstance(cast, op.DataTypeCast) or not _is_own(cast, movement):
        return None
    if tensor_type(cast.x).element.bits >= cast.element.bits:
        return None
    return _of(cast, _of(movement, use(cast.x)))


@_rule("cast (transpose x) to narrower = transpose (cast x)", op.DataTypeCast)
def narrower_of_movement(cast: op.DataTypeCast) -> Value | None:
    movement = cast.x
    if not isinstance(movement, op.Transpose | op.Reverse) or not _is_own(movement, cast):
        return None
    if tensor_type(cast.x).element.bits <= cast.element.bits:
        return None
    return _of(movement, _of(cast, use(movement.x)))


@_rule("concatenate (cast x), (cast y) = cast (concatenate x, y)", op.Concatenate)
def concatenate_casts(concatenate: op.Concatenate) -> Value | None:
    parts: list[Value] = []
    for part in concatenate.parts:
        if not isinstance(part, op.DataTypeCast) or not _is_own(part, concatenate):
            return None
        parts.append(use(part.x))
    if len(parts) < 2 or len({tensor_type(p).element for p in parts}) > 1:
        return None
    return op.DataTypeCast(
        op.Concatenate(parts, concatenate.axis), tensor_type(concatenate).element
    )


# Movement and negation move to places where they cancel.

_RESHAPES: Final = instructions_with(Trait.RESHAPE)
_VANISHES: Final[Mapping[type[Instruction], tuple[type[Instruction], ...]]] = {
    op.Transpose: (op.Transpose, op.Reduce),
    op.Reverse: (op.Reverse,),
    **dict.fromkeys(_RESHAPES, _RESHAPES),
}
"""For each movement, the instructions that absorb it."""

_MAX_DEPTH: Final = 16
"""The maximum number of instructions between a movement and the one that absorbs it."""


@_rule("f (m x), (m y) = m (f x, y), for transposes, reversals and reshapes", *MAPS)
def map_of_movement(f: Instruction) -> Value | None:
    movement = next((o for o in f.operands if isinstance(o, tuple(_VANISHES))), None)
    if movement is None or not _is_map(f) or not _moves_all(f, movement):
        return None
    moved = sum(isinstance(o, type(movement)) for o in set(f.operands))
    if moved == 1 and not _vanishes_after(f, movement):
        return None
    operands = (
        o.operands[0] if isinstance(o, type(movement)) else _scalar(o) or o for o in f.operands
    )
    return _of(movement, _of(f, *operands))


def _moves_all(f: Instruction, movement: Instruction) -> bool:
    """Whether each operand of an element-wise instruction is a scalar or is moved in the same
    way."""
    source = movement.operands[0]
    return (
        not isinstance(source, Aggregate)
        and is_static(source)
        and shape_of(f) == shape_of(movement)
        and all(
            _scalar(o) is not None
            or (
                isinstance(o, type(movement))
                and o.attributes == movement.attributes
                and not isinstance(o.operands[0], Aggregate)
                and tensor_type(o.operands[0]).shape == tensor_type(source).shape
                and o.block is f.block
            )
            for o in f.operands
        )
    )


def _vanishes_after(f: Instruction, movement: Instruction) -> bool:
    """Whether the result of ``f`` reaches an instruction that absorbs the movement, through
    element-wise instructions only."""
    value = f
    for _ in range(_MAX_DEPTH):
        user = _only_user(value)
        if isinstance(user, _VANISHES[type(movement)]):
            return not isinstance(user, op.Reduce) or _keeps_order(user, movement)
        if user is None or not _is_map(user) or shape_of(user) != shape_of(f):
            return False
        if any(o is not value and _scalar(o) is None for o in user.operands):
            return False
        value = user
    return False


def _only_user(value: Instruction) -> Instruction | None:
    if not value.is_used_once:
        return None
    user = next(iter(using_instructions(value)), None)
    return user if user is not None and user.block is value.block else None


@_rule("reduce (transpose x along p) along a = transpose (reduce x along p[a])", op.Reduce)
def reduce_of_transpose(reduce: op.Reduce) -> Value | None:
    transpose = reduce.x
    if not isinstance(transpose, op.Transpose) or not _keeps_order(reduce, transpose):
        return None
    order = transpose.permutation
    axes = tuple(sorted(order[axis] for axis in reduce.axes))
    kept = [axis for n, axis in enumerate(order) if n not in reduce.axes]
    found = op.Reduce(use(transpose.x), reduce.by, axes, reduce.init)
    places = tuple(sorted(kept).index(axis) for axis in kept)
    return found if places == tuple(sorted(places)) else op.Transpose(found, places)


def _keeps_order(reduce: op.Reduce, transpose: Instruction) -> bool:
    """Whether a reduction of the untransposed tensor reduces the same elements in the same
    order."""
    if not isinstance(transpose, op.Transpose) or not isinstance(reduce.by, str):
        return False
    places = [transpose.permutation[axis] for axis in sorted(reduce.axes)]
    is_open = tensor_type(reduce).element.is_exact or reduce.by in ("min", "max")
    return is_open or places == sorted(places)


_CARRIERS: Final = (
    *instructions_with(Trait.CONTRACTION), op.Multiply, op.Divide, op.Reduce, op.Select,
    op.Transpose, op.Reverse, op.Broadcast, *_RESHAPES,
)  # fmt: skip
"""The instructions through which :func:`carry_negation` moves a negation."""


@_register("f (-x) = -(f x), for linear f, before a sum", *_CARRIERS)
def carry_negation(f: Instruction) -> Value | None:
    """Moves a negation into a sum, which absorbs it. The cost of intermediate steps is ignored."""
    negation = next((o for o in f.operands if isinstance(o, op.Negate)), None)
    if negation is None or not _is_own(negation, f) or isinstance(negation.x, Aggregate):
        return None
    if not _carries(f, negation) or not _reaches_sum(f):
        return None
    return op.Negate(f.clone(dict[Value, Value]([(negation, negation.x)])))


def _carries(f: Instruction, value: Value) -> bool:
    """Whether negating an operand negates the result."""
    if not is_static(value) or tensor_type(value).element.kind not in ("float", "signed"):
        return False
    match f:
        case op.Select():
            zeros = [splat(o) == 0 for o in (f.on_true, f.on_false)]
            return value is not f.flags and any(zeros)
        case op.Reduce():
            return f.by == "add" and f.init is None
        case op.Divide():
            return tensor_type(f).element.is_float
        case _:
            return isinstance(f, _CARRIERS)


def _reaches_sum(f: Instruction) -> bool:
    """Whether an instruction's only user is a sum that absorbs a negation. Linear instructions,
    each with one user, may be in between."""
    value = f
    for _ in range(_MAX_DEPTH):
        user = _only_user(value)
        match user:
            case op.Add() | op.Negate():
                return True
            case op.Subtract():
                return user.rhs is value
            case None:
                return False
            case _:
                if not _carries(user, value):
                    return False
        value = user
    return False
