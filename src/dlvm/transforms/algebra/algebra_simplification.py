"""``AS``: algebraic simplification by the rewrite rules of
:mod:`dlvm.transforms.algebra.algebra_rules`."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from dlvm.analysis.cfg.analysis_cache import CONTROL_FLOW
from dlvm.analysis.effects.side_effects import is_pure
from dlvm.ir import Block, Function, Instruction, Literal, Module, TensorType, Value
from dlvm.ir.instruction import Trait, TypeRuleError, using_instructions
from dlvm.ir.instructions import Broadcast, Extract
from dlvm.ir.types import same_type
from dlvm.transforms.algebra.algebra_rules import RULES
from dlvm.transforms.patterns import Rule, has_known_sizes
from dlvm.transforms.pipeline import Pass, count, register, run_on_bodies
from dlvm.transforms.substitution import is_used_as_bound, substitute


@register("AS")
@dataclass(frozen=True)
class AlgebraSimplification(Pass):
    """Algebraic simplification: applies rewrite rules until none matches.

    With ``fast_math`` it also applies rules that hold for real numbers but change how floats are
    rounded or whether they overflow.
    """

    fast_math: bool = False

    preserves = CONTROL_FLOW

    def run(self, module: Module) -> bool:
        rules = _rules(self.fast_math)
        return run_on_bodies(module, lambda function: rewrite(function, rules))


RulesByRoot = Mapping[type[Instruction], Sequence[Rule]]
"""Rules by the class of the instruction that they replace."""


@cache
def _rules(fast_math: bool) -> RulesByRoot:
    return rules_by_root(r for r in RULES if fast_math or not r.fast_math)


def rules_by_root(rules: Iterable[Rule]) -> RulesByRoot:
    table: dict[type[Instruction], list[Rule]] = {}
    for rule in rules:
        for root in rule.roots:
            table.setdefault(root, []).append(rule)
    return table


def rewrite(function: Function, rules: RulesByRoot) -> bool:
    """Applies rules to the instructions of a function until none matches; returns whether one
    did."""
    return _FunctionRewriting(function, rules).run()


def _is_complex(instruction: Instruction) -> bool:
    """Whether an instruction computes with complex numbers, for which most rules do not hold."""
    if Trait.MOVEMENT in instruction.traits:
        return False
    types = (v.type.canonical for v in (*instruction.operands, instruction))
    return any(isinstance(t, TensorType) and t.element.is_complex for t in types)


class _FunctionRewriting:
    """The state of rewriting one function.

    Blocks are rebuilt at the end from the recorded replacements, so that each replacement takes
    constant time.
    """

    def __init__(self, function: Function, rules: RulesByRoot) -> None:
        self.function = function
        self.rules = rules
        self.before: dict[Instruction, list[Instruction]] = {}
        self.dead: set[Instruction] = set()
        self.rewritten = 0
        self.queued: set[Instruction] = set()
        self.queue: deque[Instruction] = deque()

    def run(self) -> bool:
        kinds = self.rules.keys() & self.function.kinds
        for block in self.function.blocks if kinds else ():
            for instruction in block.instructions:
                if type(instruction) in kinds:
                    self._simplify(instruction)
        while self.queue:
            instruction = self.queue.popleft()
            self.queued.discard(instruction)
            self._simplify(instruction)
        for block in self.function.blocks if self.dead else ():
            if any(i in self.dead for i in block.instructions):
                block.set_instructions(self._in_order(block))
        count("instructions rewritten", self.rewritten)
        return bool(self.dead)

    def _enqueue(self, instructions: Iterable[Instruction]) -> None:
        for instruction in instructions:
            if type(instruction) in self.rules and instruction not in self.queued:
                self.queued.add(instruction)
                self.queue.append(instruction)

    def _simplify(self, instruction: Instruction) -> None:
        if instruction in self.dead or not instruction.is_used or _is_complex(instruction):
            return
        for rule in self.rules[type(instruction)]:
            try:
                found = rule.rewrite(instruction)
            except TypeRuleError:
                continue  # Its sizes are inconsistent, so it traps at run time.
            if found is not None:
                found = _fit(found, instruction)
            if found is not None:
                self._replace(instruction, found)
                return

    def _replace(self, old: Instruction, new: Value) -> None:
        block = old.block
        assert block is not None
        added = new_instructions(new)
        for instruction in added:
            instruction.block = block
            instruction.location = old.location
        self.before.setdefault(old, []).extend(added)
        if isinstance(new, Instruction) and new in added:
            new.name = old.name
        users = list(using_instructions(old))
        old.replace_uses(new)
        neighbors = self._retire(old)
        self.rewritten += 1
        self._enqueue(i for i in (*added, *users, *neighbors) if i not in self.dead)

    def _retire(self, instruction: Instruction) -> list[Instruction]:
        """Removes an instruction and the operands that become dead.

        Returns the remaining user of each operand that now has one use: rules that would have added
        instructions before can apply to this user now.
        """
        pending, neighbors = [instruction], list[Instruction]()
        while pending:
            dead = pending.pop()
            operands = dict.fromkeys(o for o in dead.leaves() if isinstance(o, Instruction))
            dead.drop_operands()
            self.dead.add(dead)
            pending += (o for o in operands if not o.is_used and o not in self.dead and is_pure(o))
            neighbors += (i for o in operands if o.is_used_once for i in using_instructions(o))
        return neighbors

    def _in_order(self, block: Block) -> Iterator[Instruction]:
        pending = [(i, False) for i in reversed(block.instructions)]
        while pending:
            instruction, is_next = pending.pop()
            if not is_next:
                pending.append((instruction, True))
                pending.extend((i, False) for i in reversed(self.before.get(instruction, ())))
            elif instruction not in self.dead:
                yield instruction


def _fit(found: Value, instruction: Instruction) -> Value | None:
    """Converts the result of a rule to a replacement of an instruction: an aggregate becomes an
    instruction, and a tensor is broadcast or cast to the shape of the replaced instruction.

    Returns None if the shape is unknown, or if the instruction is a slice bound that must not
    become constant.
    """
    if isinstance(found, Literal) and is_used_as_bound(instruction):
        return None
    found = substitute(instruction, found, [])
    if same_type(found.type, instruction.type):
        return found
    wanted = instruction.type.canonical
    if (
        isinstance(instruction, Extract)  # extract has checked the size of its result.
        or not isinstance(wanted, TensorType)
        or not isinstance(found.type.canonical, TensorType)
        or not has_known_sizes(wanted.shape, instruction)
    ):
        drop(found)
        return None
    if isinstance(found, Literal) and found.splat is not None:
        return Literal(wanted, found.splat)
    return Broadcast(found, wanted.shape)


def drop(value: Value) -> None:
    for instruction in new_instructions(value):
        instruction.drop_operands()


def new_instructions(value: Value) -> list[Instruction]:
    """Returns the uninserted instructions that compute a value, each after its operands."""
    found: list[Instruction] = []

    def visit(value: Value) -> None:
        if isinstance(value, Instruction) and value.block is None and value not in found:
            for operand in value.leaves():
                visit(operand)
            found.append(value)

    visit(value)
    return found
