"""What is known where a condition has led."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dlvm.analysis.caching import analyzed, settling
from dlvm.analysis.control_flow import dominator_walk, entries
from dlvm.ir import Aggregate, Argument, Block, Function, Instruction, Literal, TensorType, Value
from dlvm.ir import instructions as op
from dlvm.ir.types import CONDITION
from dlvm.ir.values import Use, User
from dlvm.transforms.pipeline import count
from dlvm.transforms.substitution import is_bound


@settling
def apply_conditions(function: Function) -> bool:
    """Puts constants in place of conditions, and of what they compare with constants, in the blocks
    that only one way of a conditional leads to, and in what it passes on that way; says whether
    there were any."""
    if not any(isinstance(block.terminator, op.Conditional) for block in function.blocks):
        return False
    ways = _only_ways(function)
    known: dict[Value, Literal] = {}
    added: list[list[Value]] = []
    replaced = 0
    for block, is_entered in dominator_walk(function):
        if not is_entered:
            for value in added.pop():
                del known[value]
            continue
        added.append([])
        for value, literal in _facts(*ways[block]) if block in ways else ():
            if value not in known:
                known[value] = literal
                added[-1].append(value)
        if known:
            for instruction in block.instructions:
                replaced += _replace(instruction, known, range(len(instruction.operands)))
        terminator = block.terminator
        if isinstance(terminator, op.Conditional):
            middle = 1 + len(terminator.then.arguments)
            slots = range(1, middle), range(middle, len(terminator.operands))
            for flag, own in zip((True, False), slots, strict=True):
                facts = _facts(terminator.condition, flag) if own else ()
                replaced += _replace(terminator, dict(facts), own)
    count("values known by a condition", replaced)
    return bool(replaced)


def _only_ways(function: Function) -> dict[Block, tuple[Value, bool]]:
    """The blocks that one way of one conditional leads to alone, each with the condition, and
    whether it holds there."""
    entered = analyzed(entries, function)
    found: dict[Block, tuple[Value, bool]] = {}
    for block in function.blocks:
        terminator = block.terminator
        if isinstance(terminator, op.Conditional):
            for way, flag in ((terminator.then, True), (terminator.otherwise, False)):
                if entered[way.block] == 1 and way.block is not function.entry:
                    found[way.block] = terminator.condition, flag
    return found


def _facts(condition: Value, holds: bool) -> Iterator[tuple[Value, Literal]]:
    """What values are known to be where a condition holds, or does not."""
    pending = [(condition, holds)]
    seen: set[Value] = set()
    while pending:
        value, flag = pending.pop()
        if not isinstance(value, Argument | Instruction) or value in seen:
            continue
        seen.add(value)
        yield value, Literal(CONDITION, flag)
        if isinstance(value, op.Not):
            pending.append((value.x, not flag))
        elif isinstance(value, op.And if flag else op.Or):
            pending += [(value.lhs, flag), (value.rhs, flag)]
        elif isinstance(value, op.Equal if flag else op.NotEqual):
            for compared, literal in ((value.lhs, value.rhs), (value.rhs, value.lhs)):
                if isinstance(compared, Argument | Instruction) and _is_exact(compared, literal):
                    assert isinstance(literal, Literal)
                    yield compared, literal


def _is_exact(value: Value, literal: Value) -> bool:
    """Whether a value that equals a literal is that one: a zero of floats may be the other one."""
    type = value.type.canonical
    return (
        isinstance(literal, Literal)
        and isinstance(type, TensorType)
        and literal.type == value.type
        and isinstance(literal.splat, bool | int | float)
        and (not type.element.is_float or (literal.splat != 0 and literal.splat == literal.splat))
    )


def _replace(user: User, known: Mapping[Value, Literal], slots: range) -> int:
    """Puts constants in place of some operands; gives how many."""
    replaced = 0
    for index in slots:
        operand = user.operands[index]
        if isinstance(operand, Aggregate):
            replaced += _replace(operand, known, range(len(operand.operands)))
        elif operand in known and not is_bound(Use(user, index)):
            user.set_operand(index, known[operand])
            replaced += 1
    return replaced
