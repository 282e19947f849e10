"""A pattern language for rewrite rules, with the IR's own instructions.

``pattern_rule(x + 0, x)`` replaces the sum of a value and zero with the value. Matched instructions
that have other users stay in the program; a rule whose replacement would therefore add more
instructions than it removes does not apply, unless it permits this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dlvm.analysis.values.patterns import (
    InstructionPattern,
    NumberPattern,
    Operand,
    Pattern,
    PatternVariable,
    lift,
)
from dlvm.ir import Aggregate, ElementType, Instruction, Literal, TensorType, Value
from dlvm.ir import instructions as op
from dlvm.ir.instructions.rules import ANY, Domain
from dlvm.ir.types import ERASED, Shape
from dlvm.ir.values import User, copy_operand


@dataclass(frozen=True, eq=False)
class Rule:
    """A rewrite rule.

    ``rewrite`` returns the replacement of an instruction, or None if the rule does not match. The
    replacement is an existing value or an instruction that is not inserted yet, whose operands may
    themselves be uninserted instructions. ``fast_math`` marks rules that can change how a float is
    rounded or whether it overflows. ``pattern`` is the left-hand side of a rule created by
    :func:`pattern_rule`.
    """

    equation: str
    roots: tuple[type[Instruction], ...]
    rewrite: Callable[[Any], Value | None]
    fast_math: bool = False
    pattern: InstructionPattern | None = None


Rewrite = Callable[[Any], Value | None]


def rules_into(table: list[Rule]) -> Callable[..., Callable[[Rewrite], Rewrite]]:
    """Returns a decorator that registers functions as rules in a table: ``@rule(equation,
    *roots)``, where ``roots`` are the classes of instructions that the rule can replace."""

    def rule(
        equation: str, *roots: type[Instruction], fast_math: bool = False
    ) -> Callable[[Rewrite], Rewrite]:
        def enter(rewrite: Rewrite) -> Rewrite:
            table.append(Rule(equation, roots, rewrite, fast_math))
            return rewrite

        return enter

    return rule


def use(value: Value) -> Value:
    """Returns a value for use as one more operand. An aggregate is copied, as it has exactly one
    user."""
    return copy_operand(value, {})


def pattern_rule(
    pattern: InstructionPattern,
    replacement: Operand,
    domain: Domain = ANY,
    *,
    fast_math: bool = False,
    more: float = 0,
) -> Rule:
    """Creates the rule that rewrites a pattern to its replacement, for the element types of a
    domain. The equation holds for real numbers and bools: no rule matches complex numbers, whose
    arithmetic the pass ``CPLX`` replaces with arithmetic on their parts.

    ``more`` is the net number of instructions that the rule may add.
    """
    new = lift(replacement)
    cost = _instruction_count(new)
    accepts = domain[1]
    dropped = _variables(pattern) - _variables(new)
    kinds = tuple(map(_kind, pattern.operands))
    swapped = kinds[::-1] if pattern.is_commutative else kinds

    def rewrite(instruction: Instruction) -> Value | None:
        # Most rules fail to match because of an operand's class, so that is checked first.
        operands = instruction.operands
        if not all(map(isinstance, operands, kinds)) and (
            swapped == kinds or not all(map(isinstance, operands, swapped))
        ):
            return None
        if not accepts(_element(instruction)):
            return None
        for match in matches(pattern, instruction):
            if any(map(_is_complex, match.bindings.values())):
                continue
            is_whole = not any(_may_determine_size(match.bindings[v], instruction) for v in dropped)
            if is_whole and cost <= _dead_after(match.nodes) + more:
                return _build(new, match.bindings, instruction)
        return None

    equation = f"{pattern} = {new}" + ("" if domain is ANY else f" ({domain[0]})")
    return Rule(equation, (pattern.instruction,), rewrite, fast_math, pattern)


def _is_complex(value: Value) -> bool:
    type = value.type.canonical
    return isinstance(type, TensorType) and type.element.is_complex


def _kind(pattern: Pattern) -> type[Value]:
    """Returns the class of the values that a pattern can match."""
    match pattern:
        case InstructionPattern(instruction):
            return instruction
        case NumberPattern() | PatternVariable(constant=True):
            return Literal
        case _:
            return Value


def _element(instruction: Instruction) -> ElementType:
    type = instruction.operands[0].type.canonical
    assert isinstance(type, TensorType)
    return type.element


def _instruction_count(pattern: Pattern) -> int:
    return (
        1 + sum(map(_instruction_count, pattern.operands))
        if isinstance(pattern, InstructionPattern)
        else 0
    )


def _variables(pattern: Pattern) -> set[str]:
    match pattern:
        case PatternVariable(name):
            return {name}
        case InstructionPattern(_, operands):
            return set[str]().union(*map(_variables, operands))
        case _:
            return set()


def _may_determine_size(value: Value, root: Instruction) -> bool:
    """Whether the shape of a value that a rule drops can influence the shape of the result."""
    type, result = value.type.canonical, root.type.canonical
    assert isinstance(type, TensorType)
    assert isinstance(result, TensorType)
    return ERASED in result.shape and any(dim != 1 for dim in type.shape)


def is_castable(shape: Shape, instruction: Instruction) -> bool:
    """Whether ``shapeCast`` can produce a shape in place of an instruction. It infers an unnamed
    size from the number of elements, which requires that no other size is 0."""
    others = tuple(dim for dim in shape if dim != ERASED)
    if len(others) == len(shape):
        return has_known_sizes(shape, instruction)
    return len(others) == len(shape) - 1 and all(isinstance(dim, int) and dim for dim in others)


def has_known_sizes(shape: Shape, instruction: Instruction) -> bool:
    """Whether all sizes are static or named by the parameters of the function, so that constants
    and broadcasts can have the shape."""
    if all(isinstance(dim, int) for dim in shape):
        return True
    assert instruction.block is not None
    function = instruction.block.function
    tensors = (p.canonical for p in function.type.parameters)
    known = {dim for t in tensors if isinstance(t, TensorType) for dim in t.shape} - {ERASED}
    return all(isinstance(dim, int) or dim in known for dim in shape)


def of_type(value: Value, type: TensorType, instruction: Instruction) -> Value | None:
    """Broadcasts a value to the shape of a type. Returns None if the sizes cannot be named at the
    instruction."""
    if value.type == type:
        return value
    said = [dim for dim in type.shape if dim != ERASED]
    return (
        op.Broadcast(use(value), type.shape) if has_known_sizes(tuple(said), instruction) else None
    )


@dataclass(frozen=True)
class Match:
    """The values bound to variables, and the matched instructions with the root first."""

    bindings: Mapping[str, Value]
    nodes: tuple[Instruction, ...]


def _dead_after(nodes: Sequence[Instruction]) -> int:
    """Returns how many of the matched instructions are dead once the root is removed."""
    dead: set[User] = {nodes[0]}
    for instruction in nodes[1:]:
        # Bounds the work by a constant.
        many = instruction.has_uses_beyond(2 * len(nodes))
        if not many and all(user in dead for user in instruction.users):
            dead.add(instruction)
    return len(dead)


def splat(value: Value) -> bool | int | float | None:
    """Returns the repeated number of a splat constant, or None for other values."""
    return value.splat if isinstance(value, Literal) else None


def matches(pattern: Pattern, value: Value) -> Iterator[Match]:
    """Yields each way in which a pattern matches a value."""
    return _matches(pattern, value, Match({}, ()))


def _matches(pattern: Pattern, value: Value, so_far: Match) -> Iterator[Match]:
    match pattern:
        case PatternVariable(name, constant):
            known = so_far.bindings.get(name)
            if isinstance(value, Aggregate) or known not in (None, value):
                return
            if constant is None or constant == (splat(value) is not None):
                yield Match({**so_far.bindings, name: value}, so_far.nodes)
        case NumberPattern():
            if pattern.is_number(splat(value)):
                yield so_far
        case InstructionPattern(instruction) if isinstance(value, instruction):
            inner = Match(so_far.bindings, (*so_far.nodes, value))
            yield from pattern.match_operands(value.operands, inner, _matches)
        case _:
            pass


def _build(pattern: Pattern, bindings: Mapping[str, Value], root: Instruction) -> Value:
    match pattern:
        case PatternVariable(name):
            return bindings[name]
        case NumberPattern(number):
            return Literal(TensorType((), _result_element(root)), number)
        case InstructionPattern(instruction, patterns):
            return instruction(*(_build(p, bindings, root) for p in patterns))
        case _:
            raise TypeError(pattern)


def _result_element(root: Instruction) -> ElementType:
    assert isinstance(root.type, TensorType)
    return root.type.element
