"""Correlated value propagation: constants implied by the branch conditions that dominate a
block."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dlvm.analysis.cfg.analysis_cache import analyzed, settling
from dlvm.analysis.cfg.control_flow import dominator_walk, entries
from dlvm.ir import Aggregate, Argument, Block, Function, Instruction, Literal, TensorType, Value
from dlvm.ir import instructions as op
from dlvm.ir.types import CONDITION
from dlvm.ir.values import Number, Use, User
from dlvm.transforms.pipeline import count
from dlvm.transforms.substitution import is_bound


@settling
def apply_conditions(function: Function) -> bool:
    """Replaces the condition of each conditional, and values that it compares with constants, with
    the constants that the chosen edge implies, in the blocks that the edge dominates and along the
    edge itself. Returns whether it replaced any."""
    entered = analyzed(entries, function)
    facts: dict[Block, Mapping[Value, Literal]] = {}
    replaced = 0
    for block in function.blocks:
        terminator = block.terminator
        if not isinstance(terminator, op.Conditional):
            continue
        facts_of = [dict(_facts(terminator.condition, flag)) for flag in (True, False)]
        if not any(facts_of):
            continue
        middle = 1 + len(terminator.then.arguments)
        passed = range(1, middle), range(middle, len(terminator.operands))
        for known, way, slots in zip(facts_of, terminator.targets, passed, strict=True):
            if not known:
                continue
            replaced += _replace(terminator, known, slots)
            if entered[way] == 1 and way is not function.entry:
                facts[way] = known
    if facts:
        replaced += _apply(function, facts)
    count("values known by a condition", replaced)
    return bool(replaced)


def _apply(function: Function, facts: Mapping[Block, Mapping[Value, Literal]]) -> int:
    """Replaces values by the constants that ``facts`` has for a block, in this block and in the
    blocks that it dominates; returns the number of replaced operands."""
    known: dict[Value, Literal] = {}
    added: list[list[Value]] = []
    replaced = 0
    for block, is_entered in dominator_walk(function):
        if not is_entered:
            for value in added.pop():
                del known[value]
            continue
        new = {v: literal for v, literal in facts.get(block, {}).items() if v not in known}
        known.update(new)
        added.append(list(new))
        for instruction in block.instructions if known else ():
            replaced += _replace(instruction, known, range(len(instruction.operands)))
    return replaced


def _facts(condition: Value, holds: bool) -> Iterator[tuple[Value, Literal]]:
    """Yields the values that a condition determines if it holds, or if it does not hold, with their
    constants. Values without other uses are skipped."""
    pending = [(condition, holds)]
    seen: set[Value] = set()
    while pending:
        value, flag = pending.pop()
        if not isinstance(value, Argument | Instruction) or value in seen:
            continue
        seen.add(value)
        if value.has_uses_beyond(1):
            yield value, Literal(CONDITION, flag)
        if isinstance(value, op.Not):
            pending.append((value.x, not flag))
        elif isinstance(value, op.And if flag else op.Or):
            pending += [(value.lhs, flag), (value.rhs, flag)]
        elif isinstance(value, op.Equal if flag else op.NotEqual):
            for compared, literal in ((value.lhs, value.rhs), (value.rhs, value.lhs)):
                if (
                    isinstance(compared, Argument | Instruction)
                    and compared.has_uses_beyond(1)
                    and _is_exact(compared, literal)
                ):
                    assert isinstance(literal, Literal)
                    yield compared, literal


def _is_exact(value: Value, literal: Value) -> bool:
    """Whether a value that is equal to a literal is also identical to it. Zeros of floats can
    differ in sign."""
    type = value.type.canonical
    return (
        isinstance(literal, Literal)
        and isinstance(type, TensorType)
        and literal.type == value.type
        and isinstance(literal.splat, Number)
        and (type.element.is_exact or (literal.splat != 0 and literal.splat == literal.splat))
    )


def _replace(user: User, known: Mapping[Value, Literal], slots: range) -> int:
    """Replaces operands with known constants; returns the number of replaced operands."""
    replaced = 0
    for index in slots:
        operand = user.operands[index]
        if isinstance(operand, Aggregate):
            replaced += _replace(operand, known, range(len(operand.operands)))
        elif operand in known and not is_bound(Use(user, index)):
            user.set_operand(index, known[operand])
            replaced += 1
    return replaced
