"""``CP``: sparse conditional constant propagation (Wegman and Zadeck, 1991)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from dlvm.ir import (
    Aggregate,
    Argument,
    Block,
    Effect,
    Function,
    FunctionType,
    Instruction,
    Literal,
    Module,
    Stage,
    Successor,
    TensorType,
    Value,
)
from dlvm.ir import instructions as op
from dlvm.ir.instruction import using_instructions
from dlvm.ir.instructions.elementwise import Elementwise
from dlvm.ir.values import Resource, Special, TensorData
from dlvm.transforms.control_flow import merge_blocks, remove_unreachable, replace_terminator
from dlvm.transforms.pipeline import Pass, count, register, run_on_bodies
from dlvm.transforms.substitution import is_bound

_LARGEST_TENSOR = 1024
"""The most elements of a constant that is computed, unless they are all the same."""

_MOVES = (
    op.Broadcast, op.Concatenate, op.Pad, op.PadShape, op.Reverse, op.ShapeCast, op.Slice,
    op.SqueezeShape, op.Transpose,
)  # fmt: skip
"""Instructions whose result has the elements of their operands."""

_COSTLY = (op.Contract, op.Convolve, op.ReduceWindow)
"""Instructions that may take long for few elements, and are not computed."""

_POINTWISE = (Elementwise, op.Select, op.DataTypeCast)


@register("CP")
@dataclass(frozen=True)
class ConstantPropagation(Pass):
    """Computes what depends on constants only, through branches and block arguments as well.

    A conditional on a constant becomes a branch; blocks that can not be reached any more are taken
    out, and blocks that follow one another are joined. The interpreter does the computing, so the
    results are those of the program. Random numbers and what may trap are left alone.
    """

    def run(self, module: Module) -> bool:
        return run_on_bodies(module, _propagate)


def _propagate(function: Function) -> bool:
    constants = _Search(function).run()
    changed = False
    for value, constant in constants.items():
        if constant is None:
            continue
        uses = [use for use in value.uses if not is_bound(use)]
        for use in uses:
            use.user.set_operand(use.index, constant)
        count("values found constant", bool(uses))
        changed |= bool(uses)
    for block in function.blocks:
        terminator = block.terminator
        match terminator:
            case op.Conditional(condition=Literal() as condition):
                taken = terminator.then if condition.data is True else terminator.otherwise
                replace_terminator(terminator, op.Branch(Successor(taken.block, taken.arguments)))
                count("branches decided")
                changed = True
            case _:
                pass
    changed |= remove_unreachable(function)
    return merge_blocks(function) or changed


class _Search:
    """Finds the constants of a function. A value is unknown (not in ``constants``) until something
    is found that it may be, then constant, then varying (None)."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.constants: dict[Value, Literal | None] = {}
        self.entered: set[Block] = set()
        self.pending: list[Block | Instruction] = []

    def run(self) -> dict[Value, Literal | None]:
        self.constants.update(dict.fromkeys(self.function.arguments))
        self.pending.append(self.function.entry)
        while self.pending:
            item = self.pending.pop()
            if isinstance(item, Instruction):
                if item.block in self.entered:
                    self._visit(item)
            elif item not in self.entered:
                self.entered.add(item)
                for instruction in item.instructions:
                    self._visit(instruction)
        return self.constants

    def _visit(self, instruction: Instruction) -> None:
        if instruction.is_terminator:
            for successor in self._taken(instruction):
                for argument, value in successor.passed:
                    if self._is_known(value):
                        self._meet(argument, self._constant(value))
                if successor.takes_payload:
                    for argument in successor.block.arguments:
                        self._meet(argument, None)
                if successor.block not in self.entered:
                    self.pending.append(successor.block)
            return
        is_varying = self.constants.get(instruction, _UNKNOWN) is None
        if not is_varying and all(map(self._is_known, instruction.operands)):
            operands = [self._constant(o) for o in instruction.operands]
            found = [o for o in operands if o is not None]
            is_constant = len(found) == len(operands)
            self._meet(instruction, _fold(instruction, found) if is_constant else None)

    def _taken(self, terminator: Instruction) -> list[Successor]:
        """Where a terminator may go on, for what is known of its condition."""
        if isinstance(terminator, op.Conditional):
            if not self._is_known(terminator.condition):
                return []
            condition = self._constant(terminator.condition)
            if condition is not None:
                return [terminator.then if condition.data is True else terminator.otherwise]
        return terminator.successors

    def _is_known(self, value: Value) -> bool:
        if isinstance(value, Aggregate):
            return all(map(self._is_known, value.operands))
        return not isinstance(value, Instruction | Argument) or value in self.constants

    def _constant(self, value: Value) -> Literal | None:
        if isinstance(value, Literal):
            return value
        return self.constants.get(value) if isinstance(value, Instruction | Argument) else None

    def _meet(self, value: Value, found: Literal | None) -> None:
        if found is not None and found.type != value.type:
            found = None
        known = self.constants.get(value, _UNKNOWN)
        if known is None or known == found:
            return
        self.constants[value] = found if known is _UNKNOWN else None
        self.pending.extend(using_instructions(value))


def _fold(instruction: Instruction, operands: Sequence[Literal]) -> Literal | None:
    """The result of an instruction for constant operands; None where it is not to be computed."""
    if isinstance(instruction, op.LiteralInstruction):
        return operands[0]
    type = instruction.type.canonical
    harmless = Effect.TRAP if isinstance(instruction, op.Slice) else Effect.NONE
    if (
        not operands
        or instruction.effects & ~harmless
        or not isinstance(type, TensorType)
        or type.static_shape is None
        or isinstance(instruction, _COSTLY)
        or not all(map(_is_number, operands))
        or any(isinstance(a, Function) for a in instruction.attributes.values())
    ):
        return None
    scalars = [Literal(_tensor(o).with_shape(()), o.splat) for o in operands if o.splat is not None]
    if len(scalars) == len(operands):
        if isinstance(instruction, _POINTWISE):
            number = _evaluate(instruction, scalars)
            return None if number.splat is None else Literal(instruction.type, number.splat)
        elements = scalars[:1] if isinstance(instruction, op.Slice) else scalars
        if isinstance(instruction, _MOVES) and all(e == elements[0] for e in elements):
            return Literal(instruction.type, elements[0].data)
    sizes = [math.prod(_tensor(v).static_shape or ()) for v in (instruction, *operands)]
    return _evaluate(instruction, operands) if sum(sizes) <= _LARGEST_TENSOR else None


def _is_number(literal: Literal) -> bool:
    type = literal.type.canonical
    if not isinstance(type, TensorType) or type.static_shape is None:
        return False
    return literal.data is Special.ZERO or not isinstance(literal.data, Special | Resource)


def _tensor(value: Value) -> TensorType:
    type = value.type.canonical
    assert isinstance(type, TensorType)
    return type


def _evaluate(instruction: Instruction, operands: Sequence[Literal]) -> Literal:
    """Runs an instruction with other operands in the interpreter."""
    # Loaded where needed: NumPy takes longer to load than most programs take to optimize.
    import numpy as np

    from dlvm.interpreter import interpret

    copied = instruction.clone()
    for index, operand in enumerate(operands):
        copied.set_operand(index, operand)
    copied.type = copied.infer()
    type = _tensor(copied)
    function = Function("f", FunctionType((), type))
    block = function.add_block("entry")
    block.insert(copied)
    block.insert(op.Return(copied))
    module = Module("constant", Stage.OPTIMIZABLE)
    module.add_function(function)
    array = np.asarray(interpret(module, "f"), type.element.numpy)
    number = {"bool": bool, "float": float}.get(type.element.kind, int)
    if not array.size:
        return Literal(type, number(0))
    first = array.reshape(-1)[:1]
    if array.tobytes() == first.tobytes() * array.size:
        return Literal(type, number(first[0]))
    return Literal(type, TensorData(array))


_UNKNOWN = object()
