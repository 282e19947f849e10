"""A pattern language for values: ``1 / (1 + exp(x))`` is a pattern with the IR's own instructions.

:mod:`dlvm.transforms.patterns` matches instructions, and code generation matches expressions of
definitions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import copysign
from typing import TypeVar

from dlvm.ir import Instruction
from dlvm.ir import instructions as op

T = TypeVar("T")
M = TypeVar("M")


class Pattern:
    """A pattern that matches values and builds replacements from the matched values."""

    def __add__(self, other: Operand) -> InstructionPattern:
        return InstructionPattern(op.Add, (self, lift(other)))

    def __radd__(self, other: Operand) -> InstructionPattern:
        return InstructionPattern(op.Add, (lift(other), self))

    def __sub__(self, other: Operand) -> InstructionPattern:
        return InstructionPattern(op.Subtract, (self, lift(other)))

    def __rsub__(self, other: Operand) -> InstructionPattern:
        return InstructionPattern(op.Subtract, (lift(other), self))

    def __mul__(self, other: Operand) -> InstructionPattern:
        return InstructionPattern(op.Multiply, (self, lift(other)))

    def __rmul__(self, other: Operand) -> InstructionPattern:
        return InstructionPattern(op.Multiply, (lift(other), self))

    def __truediv__(self, other: Operand) -> InstructionPattern:
        return InstructionPattern(op.Divide, (self, lift(other)))

    def __rtruediv__(self, other: Operand) -> InstructionPattern:
        return InstructionPattern(op.Divide, (lift(other), self))

    def __pow__(self, other: Operand) -> InstructionPattern:
        return InstructionPattern(op.Power, (self, lift(other)))

    def __and__(self, other: Operand) -> InstructionPattern:
        return InstructionPattern(op.And, (self, lift(other)))

    def __or__(self, other: Operand) -> InstructionPattern:
        return InstructionPattern(op.Or, (self, lift(other)))

    def __xor__(self, other: Operand) -> InstructionPattern:
        return InstructionPattern(op.Xor, (self, lift(other)))

    def __neg__(self) -> InstructionPattern:
        return InstructionPattern(op.Negate, (self,))

    def __invert__(self) -> InstructionPattern:
        return InstructionPattern(op.Not, (self,))


@dataclass(frozen=True, eq=False)
class PatternVariable(Pattern):
    """Matches any value. All occurrences of one name must match the same value. ``constant``
    restricts the variable to splat constants (true) or to other values (false)."""

    name: str
    constant: bool | None = None

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, eq=False)
class NumberPattern(Pattern):
    """Matches a splat constant of a given number. A floating-point zero matches only a zero of the
    same sign."""

    number: float

    def __str__(self) -> str:
        return str(self.number).lower() if isinstance(self.number, bool) else f"{self.number:g}"

    def is_number(self, found: float | None) -> bool:
        if found is None or found != self.number:
            return False
        return not isinstance(found, float) or copysign(1, found) == copysign(1, self.number)


@dataclass(frozen=True, eq=False)
class InstructionPattern(Pattern):
    """Matches an instruction without attributes whose operands match patterns."""

    instruction: type[Instruction]
    operands: tuple[Pattern, ...]

    @property
    def is_commutative(self) -> bool:
        """Whether the operands match in any order."""
        return getattr(self.instruction, "commutative", False)

    def __str__(self) -> str:
        parts = (f"({p})" if isinstance(p, InstructionPattern) else str(p) for p in self.operands)
        return f"{self.instruction.mnemonic} {', '.join(parts)}"

    def match_operands(
        self,
        values: Sequence[T],
        so_far: M,
        match: Callable[[Pattern, T, M], Iterator[M]],
    ) -> Iterator[M]:
        """The ways in which operands match, in any order if the instruction is commutative.
        ``match`` yields the ways in which one pattern matches one operand, given a match of other
        parts, initially ``so_far``."""
        yield from _match_all(self.operands, values, so_far, match)
        if self.is_commutative:
            yield from _match_all(self.operands[::-1], values, so_far, match)


def _match_all(
    patterns: Sequence[Pattern],
    values: Sequence[T],
    so_far: M,
    match: Callable[[Pattern, T, M], Iterator[M]],
) -> Iterator[M]:
    if not patterns:
        yield so_far
        return
    for first in match(patterns[0], values[0], so_far):
        yield from _match_all(patterns[1:], values[1:], first, match)


Operand = Pattern | float


def lift(operand: Operand) -> Pattern:
    return operand if isinstance(operand, Pattern) else NumberPattern(operand)


def matcher(instruction: type[Instruction]) -> Callable[..., InstructionPattern]:
    """Returns a function that builds patterns for an instruction."""
    return lambda *operands: InstructionPattern(instruction, tuple(map(lift, operands)))
