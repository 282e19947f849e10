"""Trip counts, which tell the reverse pass how many iterations of a loop to reverse.

A loop with one entry and one latch is reversed by counting. An induction variable that starts at 0
and grows by 1 serves as the counter; if there is none, one is added. The reverse pass counts down,
and recomputes induction variables from the count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dlvm.analysis.cfg.loops import Loop
from dlvm.ir import Argument, Block, Instruction, Literal, Value
from dlvm.ir import instructions as op
from dlvm.ir.types import INDEX
from dlvm.ir.values import index_literal
from dlvm.transforms.differentiation.reverse.primal import CFGEdge, Primal, add_edge_arguments


@dataclass(frozen=True)
class InductionVariable:
    """An argument of a loop's header that begins at ``start`` and grows by ``step`` in each
    iteration."""

    loop: Loop
    start: Value
    step: int


_START: Final = index_literal(0)


@dataclass(frozen=True)
class CountedLoop:
    """A loop with one entry and one latch, and the header's argument that counts the iterations."""

    loop: Loop
    entry: CFGEdge
    latch: CFGEdge
    count: Argument

    def bound(self) -> Value | None:
        """Returns the upper bound of ``count`` if the loop tests ``count < bound`` for a value
        computed outside of it, else None. The trip count is the bound, or 0 if the bound is
        negative."""
        terminator = self.loop.header.terminator
        if len(self.loop.exits()) != 1 or not isinstance(terminator, op.Conditional):
            return None
        match terminator.condition:
            case op.LessThan(lhs=lhs, rhs=rhs) if lhs is self.count and _is_outside(rhs, self.loop):
                return rhs if terminator.otherwise.block not in self.loop.blocks else None
            case _:
                return None


def _is_outside(value: Value, loop: Loop) -> bool:
    block = value.block if isinstance(value, Argument | Instruction) else None
    return block not in loop.blocks


def ensure_counter(primal: Primal, loop: Loop) -> CountedLoop | None:
    """Returns a loop with a counter, which is added if necessary. Returns None if the loop has
    several entries or latches."""
    edges = primal.entries[loop.header]
    entering = [e for e in edges if e.source not in loop.blocks]
    latches = [e for e in edges if e.source in loop.blocks]
    if len(entering) != 1 or len(latches) != 1:
        return None
    entry, latch = entering[0], latches[0]
    for argument, found in induction_variables(loop, entry, latch).items():
        if found.step == 1 and found.start == _START:
            return CountedLoop(loop, entry, latch, argument)
    following = latch.source.insert(op.Add(_START, index_literal(1)), latch.source.terminator)
    given = [_START if edge is entry else following for edge in edges]
    count = add_edge_arguments(primal, loop.header, given)
    following.set_operand(0, count)
    return CountedLoop(loop, entry, latch, count)


def induction_variables(
    loop: Loop, entry: CFGEdge, latch: CFGEdge
) -> dict[Argument, InductionVariable]:
    """Returns the ``i64`` arguments of a loop's header to which each iteration adds a constant."""
    starts, found = dict(entry.successor.passed), dict[Argument, InductionVariable]()
    for argument, following in latch.successor.passed:
        step = _step(argument, following)
        if step is not None:
            found[argument] = InductionVariable(loop, starts[argument], step)
    return found


def _step(argument: Value, following: Value) -> int | None:
    """Returns the constant that an iteration adds to an argument, or None."""
    number: Value | None = None
    match following:
        case op.Add(lhs=lhs, rhs=rhs) | op.Subtract(lhs=lhs, rhs=rhs) if lhs is argument:
            number = rhs
        case op.Add(lhs=lhs, rhs=rhs) if rhs is argument:
            number = lhs
        case _:
            pass
    if argument.type != INDEX or not isinstance(number, Literal):
        return None
    if not isinstance(number.data, int) or isinstance(number.data, bool):
        return None
    return -number.data if isinstance(following, op.Subtract) else number.data


def loop_headed_by(primal: Primal, block: Block) -> Loop | None:
    """Returns the loop whose header a block is, or None."""
    return next((loop for loop in primal.loops(block) if loop.header is block), None)
