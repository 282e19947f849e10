"""The tape, which carries values of the forward pass to the reverse pass.

If both passes are in one function, the reverse pass directly uses values that are computed exactly
once on every path. The arguments of the forward pass are passed to the reverse pass. Values that
are nearly free to compute, if need be from another stored value, are recomputed. All other values
are pushed to a stack in the block whose reverse uses them: at its end, or at its start if they are
known there, so that a loop can update its state in place. A loop-invariant value that is used in a
loop is pushed after the loop, so that it is stored once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from dlvm.ir import Aggregate, Argument, Block, Function, Instruction, Value
from dlvm.ir import instructions as op
from dlvm.ir.instruction import Trait
from dlvm.ir.instructions.rules import tensor_type
from dlvm.ir.types import INDEX
from dlvm.ir.values import User, copy_operand, index_literal
from dlvm.transforms.differentiation.reverse.reverse_pass import ReversePass
from dlvm.transforms.differentiation.reverse.trip_counts import InductionVariable


def _is_rematerializable(value: Instruction) -> bool:
    """Whether recomputing a value costs next to nothing."""
    if isinstance(value, op.Elementwise):
        type = tensor_type(value)
        return not type.rank and type.element.is_exact
    if isinstance(value, op.Gather):
        return not tensor_type(value.indices).rank  # A single slice would be copied anyway.
    return Trait.REMATERIALIZABLE in value.traits


Key = TypeVar("Key")


class Tape:
    """Makes values of the forward pass available where the reverse pass uses them."""

    def __init__(self, reverse: ReversePass, target: Function) -> None:
        self.reverse = reverse
        self.primal = reverse.primal
        self.target = target
        self.is_one_function = self.primal.function is target
        self.needed: dict[int, Argument] = {}
        """The arguments of the forward pass that are also arguments of the reverse pass, by
        position."""
        self.passed: dict[Value, Argument] = {}
        """The values that the forward pass returns besides its result, if there is no stack, with
        the arguments of the reverse pass that receive them."""
        self._kept: dict[Block, dict[Value, op.Pop]] = {}
        self._available: dict[tuple[Value, Block], Value] = {}

    def bring(self) -> None:
        """Replaces each use of a forward-pass value in the reverse pass with its recovered
        value."""
        blocks = self.reverse.blocks
        code = {original: list(block.instructions) for original, block in blocks.items()}
        self._anchors = {original: next(iter(found), None) for original, found in code.items()}
        # The values that a block of the reverse pass uses in any case.
        self._used = {
            original: {leaf for i in found for leaf in i.leaves() if self.primal.has(leaf)}
            for original, found in code.items()
        }
        for original, instructions in code.items():
            for instruction in instructions:
                self._replace(instruction, original)

    def in_place(self, value: Value, original: Block) -> Value:
        """Returns a copy of a value, recovered for use in a finished block of the reverse pass."""
        leaves = value.leaves() if isinstance(value, Aggregate) else [value]
        found = {leaf: self.get(leaf, original) for leaf in leaves if self.primal.has(leaf)}
        return copy_operand(value, found)

    def finish(self) -> None:
        """Adds the pushes and arguments for all values that are needed."""
        for original, kept in self._kept.items():
            stack = self.reverse.stack
            assert stack is not None
            early = {} if _uses(original, stack) else _known_before(original, kept)
            late = [value for value in kept if value not in early]
            # Values are popped in the reverse order.
            if early:
                first = next(iter(early.values()))
                _pop_before(first, [kept[v] for v in late], self.reverse.blocks[original])
            for value in reversed(late):
                original.insert(op.Push(value, stack), original.terminator)
            for value in early:
                original.insert(op.Push(value, stack), original.instructions[0])
        if not self.is_one_function:
            self.needed = dict(sorted(self.needed.items()))
            entry = self.target.entry
            added = *self.passed.values(), *self.needed.values()
            entry.set_arguments([*entry.arguments, *added])

    def _replace(self, user: User, original: Block) -> None:
        for index, operand in enumerate(user.operands):
            if isinstance(operand, Aggregate):
                self._replace(operand, original)
            elif self.primal.has(operand):
                user.set_operand(index, self.get(operand, original))

    def get(self, value: Value, original: Block) -> Value:
        """Returns a value of the forward pass, recovered in the reverse of a block."""
        if not self.primal.has(value):
            return value
        known = self._available.get((value, original))
        if known is None:
            known = self._available[value, original] = self._recover(value, original)
        return known

    def _recover(self, value: Value, original: Block) -> Value:
        assert isinstance(value, Argument | Instruction)
        home = value.block
        assert home is not None
        available = self._without_storing(value, original)
        if available is not None:
            return available
        loop = self.primal.loop_between(original, home)
        if loop is None:
            return self._pop(value, original)
        # A value recovered after the loop is available in all iterations.
        key = (value, loop)
        for _, outside in loop.exits():
            if outside in self.reverse.blocks:
                found = self.get(value, outside)
                self.reverse.variables.write(self.reverse.blocks[outside], key, found)
        return self.reverse.variables.read(self.reverse.blocks[original], key, value.type)

    def _without_storing(self, value: Value, original: Block) -> Value | None:
        """Returns the value if it is available or can be recomputed, else None."""
        assert isinstance(value, Argument | Instruction)
        home = value.block
        assert home is not None
        if isinstance(value, Argument) and home is self.primal.blocks[0]:
            if self.is_one_function:
                return value
            return self._passed_argument(self.needed, home.arguments.index(value), value)
        if self.is_one_function and self.primal.is_available(home, original):
            return value
        if isinstance(value, Argument) and value in self.reverse.induction_variables:
            found = self._in_iteration(self.reverse.induction_variables[value], original)
            if found is not None:
                return found
        if self.reverse.stack is None:
            return self._passed_argument(self.passed, value, value)
        if isinstance(value, Instruction) and self._is_cheap(value, original):
            return self._recompute(value, original)
        return None

    def _is_cheap(self, value: Instruction, original: Block) -> bool:
        """Whether a value is recomputed instead of stored."""
        is_part = isinstance(value, op.Slice) and value.x in self._used[original]
        return is_part or _is_rematerializable(value) or self._is_derived(value, original)

    def _is_derived(self, value: Value, original: Block) -> bool:
        """Whether each element of a value is cheap to compute from an element of another value that
        the block uses in any case, such as ``0.5 * tanh(x) + 0.5`` from ``tanh(x)``."""
        if not isinstance(value, Instruction) or Trait.ELEMENTWISE not in value.traits:
            return False
        sources = {leaf for leaf in value.leaves() if self.primal.has(leaf)}
        if len(sources) != 1 or value.traits & (Trait.EXPENSIVE | Trait.TRANSCENDENTAL):
            return False
        (source,) = sources
        return source in self._used[original] or self._is_derived(source, original)

    def _in_iteration(self, progression: InductionVariable, original: Block) -> Value | None:
        """Returns the value of an induction variable in a block of the loop."""
        loop, start, step = progression.loop, progression.start, progression.step
        if original not in loop.blocks:
            return None
        if self.primal.has(start):
            available = self._without_storing(start, original)
            if available is None:
                return None
            start = available
        block = self.reverse.blocks[original]
        counted = self.reverse.variables.read(block, ("trip count", loop), INDEX)
        anchor = self._anchors[original]
        if step != 1:
            counted = block.insert(op.Multiply(counted, index_literal(step)), anchor)
        if start == index_literal(0):
            return counted
        return block.insert(op.Add(start, counted), anchor)

    def _recompute(self, value: Instruction, original: Block) -> Value | None:
        """Recomputes a value that is nearly free, if its operands can be recovered without storing
        them."""
        found: dict[Value, Value] = {}
        for leaf in value.leaves():
            if self.primal.has(leaf):
                available = self._available.get((leaf, original))
                available = available or self._without_storing(leaf, original)
                if available is None and leaf in self._used[original]:
                    available = self.get(leaf, original)
                if available is None:
                    return None
                found[leaf] = self._available[leaf, original] = available
        copied = value.clone(found)
        copied.name = None
        return self.reverse.blocks[original].insert(copied, self._anchors[original])

    def _passed_argument(self, known: dict[Key, Argument], key: Key, value: Value) -> Argument:
        """Returns the argument of the reverse pass that receives a value of the forward pass."""
        found = known.get(key)
        if found is None:
            found = known[key] = Argument(value.type, self.target.entry, value.name)
        return found

    def _pop(self, value: Value, original: Block) -> Value:
        assert self.reverse.taken is not None
        pop = op.Pop(value.type, self.reverse.taken)
        self._kept.setdefault(original, {})[value] = pop
        return self.reverse.blocks[original].insert(pop, self._anchors[original])


def _uses(block: Block, stack: Value) -> bool:
    """Whether instructions of a block push to a stack or pass it on."""
    return any(stack in instruction.leaves() for instruction in block.instructions)


def _pop_before(first: op.Pop, pops: Sequence[op.Pop], block: Block) -> None:
    """Moves those of ``pops`` that follow ``first`` in a block before it, in the same order."""
    place = block.instructions.index(first)
    moved = set[Instruction](pops)
    before, after = block.instructions[:place], block.instructions[place:]
    pulled = [i for i in after if i in moved]
    block.set_instructions([*before, *pulled, *(i for i in after if i not in moved)])


def _known_before(block: Block, values: Mapping[Value, op.Pop]) -> dict[Value, op.Pop]:
    """Returns those values, with their pops, that the block does not compute. They are pushed
    before the block computes anything, so that it can reuse their memory for its results: a loop
    updates its state in place."""
    own = {v for v in values if isinstance(v, Instruction) and v.block is block}
    return {value: pop for value, pop in values.items() if value not in own}
