"""The solver of sparse conditional constant propagation (``CP``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from dlvm.analysis.cfg.calls import called_only
from dlvm.analysis.differentiation.gradients import parts_of
from dlvm.ir import (
    Aggregate,
    Argument,
    Block,
    EnumType,
    Function,
    Instruction,
    Literal,
    Module,
    StructType,
    Successor,
    TensorType,
    Value,
    Variable,
)
from dlvm.ir import instructions as op
from dlvm.ir.instruction import using_instructions
from dlvm.ir.instructions import Path
from dlvm.ir.types import Type, same_type, tensors_in
from dlvm.ir.values import constant_tensor
from dlvm.transforms.algebra.constant_folding import fold
from dlvm.transforms.algebra.shape_rules import part_of_literal

_MAX_PARTS: Final = 64
"""The maximum number of parts of an aggregate that are tracked."""


@dataclass(frozen=True)
class KnownParts:
    """The known parts of an aggregate: constants, or None for parts that vary. ``case`` is the case
    of an enum value."""

    elements: tuple[Constant | None, ...]
    case: str | None = None

    @cached_property
    def size(self) -> int:
        return 1 + sum(e.size if isinstance(e, KnownParts) else 1 for e in self.elements)


Constant = Literal | Function | Variable | KnownParts


def find_constants(module: Module) -> tuple[Mapping[Value, Constant], Sequence[Block]]:
    """Returns the constant values in reachable blocks, and the reachable blocks."""
    return _Solver(module).run()


def aggregate_of(parts: Constant | None, type: Type) -> Aggregate | None:
    """Returns an aggregate whose parts are all constant, or None."""
    if not isinstance(parts, KnownParts):
        return None
    whole = type.canonical
    types = [t for _, t in parts_of(whole)]
    if isinstance(whole, EnumType) and parts.case is not None:
        types = whole.payload(parts.case) or ()
    elements: list[Value] = []
    for part, part_type in zip(parts.elements, types, strict=True):
        element = aggregate_of(part, part_type) if isinstance(part, KnownParts) else part
        if element is None:
            return None
        elements.append(element)
    return Aggregate(type, elements, parts.case)


class _Solver:
    """The lattice value of a value is unknown, a constant, or varying (None).

    If all calls of a function are known, the lattice value of its argument is the meet of the
    passed values. Varying values are not stored, as most instructions vary and modules are large.

    The instructions of a reachable block are visited in order, so each use is visited after the
    definition or is not reachable yet. After that, the users of changed values are visited again.
    """

    def __init__(self, module: Module) -> None:
        self.module = module
        self.own = called_only(module)
        self.constants: dict[Value, Constant] = {}
        self.varying: dict[Argument, None] = {}
        self.unknown: set[Instruction] = set()
        """The visited instructions whose lattice values are still unknown."""
        self.results: dict[Function, Constant | None] = {}
        self.calls: dict[Function, dict[op.Apply, None]] = {}
        self.entered: dict[Block, None] = {}
        self.walked: Block | None = None
        self.pending: list[Block | Instruction] = []

    def run(self) -> tuple[Mapping[Value, Constant], Sequence[Block]]:
        for function in self.module.functions:
            if function.blocks and function not in self.own:
                self.varying.update(dict.fromkeys(function.arguments))
                self.pending.append(function.entry)
        while self.pending:
            item = self.pending.pop()
            if isinstance(item, Block):
                if item not in self.entered:
                    self._enter(item)
            elif item.block in self.entered:
                self._visit(item)
        return self.constants, list(self.entered)

    def _enter(self, block: Block) -> None:
        self.entered[block] = None
        self.walked = block
        for instruction in block.instructions:
            if isinstance(instruction, op.Apply):
                self.unknown.add(instruction)
                self._visit(instruction)
            elif instruction.is_terminator:
                self._visit(instruction)
            elif instruction.is_used:
                found = self._result(instruction)
                if found is _UNKNOWN:
                    self.unknown.add(instruction)
                elif found is not None and _fits(found, instruction):
                    self.constants[instruction] = found
        self.walked = None

    def _visit(self, instruction: Instruction) -> None:
        if isinstance(instruction, op.Return):
            self._visit_return(instruction)
        elif instruction.is_terminator:
            self._visit_terminator(instruction)
        elif isinstance(instruction, op.Apply):
            self._visit_call(instruction)
        elif self._constant(instruction) is not None:
            self._meet(instruction, self._result(instruction))

    def _visit_terminator(self, terminator: Instruction) -> None:
        known = None
        if isinstance(terminator, op.Conditional | op.BranchEnum):
            known = self._constant(terminator.operands[0])
            if known is _UNKNOWN:
                return
        way = _taken_successor(terminator, known)
        for argument, value in (way or terminator).passed:
            self._pass(argument, value)
        for target in terminator.targets if way is None else (way.block,):
            if isinstance(terminator, op.BranchEnum):
                payload: Iterable[Constant | None] = [None] * len(target.arguments)
                if isinstance(known, KnownParts):
                    payload = known.elements
                for argument, constant in zip(target.arguments, payload, strict=True):
                    self._meet(argument, constant)
            if target not in self.entered:
                self.pending.append(target)

    def _visit_call(self, call: op.Apply) -> None:
        callee = self._constant(call.callee)
        if callee is _UNKNOWN:
            return
        if not isinstance(callee, Function) or not callee.blocks:
            self._meet(call, None)
            return
        self.calls.setdefault(callee, {})[call] = None
        if callee in self.own:
            for argument, value in zip(callee.arguments, call.arguments, strict=True):
                if argument not in self.varying:
                    self._meet(argument, _in_other_functions(self._constant(value)))
            if callee.entry not in self.entered:
                self.pending.append(callee.entry)
        if callee in self.results:
            self._meet(call, self.results[callee])

    def _visit_return(self, terminator: op.Return) -> None:
        block, value = terminator.block, terminator.value
        assert block is not None
        function = block.function
        found = _in_other_functions(self._constant(value)) if value is not None else None
        before = self.results.get(function, _UNKNOWN)
        met = _meet(before, found)
        if met is not before:
            self.results[function] = met
            self.pending.extend(self.calls.get(function, ()))

    def _pass(self, argument: Argument, value: Value) -> None:
        if argument not in self.varying:
            self._meet(argument, self._constant(value))

    def _constant(self, value: Value) -> Constant | None:
        if isinstance(value, Instruction):
            is_known = not self.unknown or value not in self.unknown
            return self.constants.get(value) if is_known else _UNKNOWN
        if isinstance(value, Argument):
            return None if value in self.varying else self.constants.get(value, _UNKNOWN)
        match value:
            case Literal() | Function() | Variable():
                return value
            case Aggregate():
                elements = [self._constant(e) for e in value.operands]
                if any(e is _UNKNOWN for e in elements):
                    return _UNKNOWN
                if isinstance(value.type.canonical, TensorType):
                    found = [e for e in elements if isinstance(e, Literal)]
                    whole = len(found) == len(elements)
                    return constant_tensor(value.type, found) if whole else None
                return _parts(elements, value.case)
            case _:
                return None

    def _result(self, instruction: Instruction) -> Constant | None:
        match instruction:
            case op.LiteralInstruction(value=value):
                return self._constant(value)
            case op.Extract(source=source, path=path):
                return _part(self._constant(source), source.type, path)
            case op.Insert(target=target, element=element, path=path) if not isinstance(
                target.type.canonical, TensorType
            ):
                element, whole = self._constant(element), self._constant(target)
                if element is _UNKNOWN or whole is _UNKNOWN:
                    return _UNKNOWN
                return _with_part(whole, target.type, path, element)
            case _:
                found: list[Literal] = []
                for operand in instruction.operands:
                    constant = self._constant(operand)
                    if not isinstance(constant, Literal):
                        return constant if constant is _UNKNOWN else None
                    found.append(constant)
                return fold(instruction, found)

    def _meet(self, value: Argument | Instruction, found: Constant | None) -> None:
        before = self._constant(value)
        met = _meet(before, found if _fits(found, value) else None)
        if met is before:
            return
        if isinstance(value, Instruction):
            self.unknown.discard(value)
        if met is not None:
            self.constants[value] = met
        else:
            self.constants.pop(value, None)
            if isinstance(value, Argument):
                self.varying[value] = None
        is_ahead = (
            value.block is self.walked
            if isinstance(value, Instruction)
            else value.block not in self.entered
        )
        if not is_ahead:
            self.pending.extend(using_instructions(value))


def _fits(found: Constant | None, value: Value) -> bool:
    """Whether a value can be replaced by the constant found for it."""
    return not isinstance(found, Value) or same_type(found.type, value.type)


def _taken_successor(terminator: Instruction, known: Constant | None) -> Successor | None:
    """Returns the successor of a terminator, given the lattice value of its condition or enum
    value. Returns None if several successors are possible."""
    match terminator:
        case op.Conditional() if isinstance(known, Literal) and isinstance(known.data, bool):
            return terminator.then if known.data else terminator.otherwise
        case op.BranchEnum() if isinstance(known, KnownParts):
            (way,) = [s for s in terminator.cases if s.case == known.case]
            return way
        case _:
            return None


def _meet(before: Constant | None, found: Constant | None) -> Constant | None:
    """Returns the meet of two lattice values: ``before`` itself, the same object, if ``found`` does
    not change it."""
    if before is None or found is _UNKNOWN:
        return before
    if before is _UNKNOWN:
        return found
    if (
        isinstance(before, KnownParts)
        and isinstance(found, KnownParts)
        and before.case == found.case
    ):
        pairs = zip(before.elements, found.elements, strict=True)
        found = _parts([_meet(x, y) for x, y in pairs], before.case)
        return before if found == before else found
    return before if found == before else None


def _in_other_functions(found: Constant | None) -> Constant | None:
    """Returns the lattice value that a constant has in other functions. Names of sizes are local to
    a function, so a constant whose type has named sizes varies in others."""
    match found:
        case Literal():
            is_sized = all(t.static_shape is not None for _, t in tensors_in(found.type))
            return found if is_sized else None
        case KnownParts():
            return _parts([_in_other_functions(e) for e in found.elements], found.case)
        case _:
            return found


def _parts(elements: Sequence[Constant | None], case: str | None) -> KnownParts | None:
    parts = KnownParts(tuple(elements), case)
    if parts.size > _MAX_PARTS:
        parts = KnownParts(tuple(None if isinstance(e, KnownParts) else e for e in elements), case)
    return parts if case is not None or any(e is not None for e in parts.elements) else None


def _part(whole: Constant | None, type: Type, path: Path) -> Constant | None:
    """Returns the lattice value of the part at a path."""
    while path and isinstance(whole, KnownParts):
        whole = whole.elements[_position(type, path[0])]
        type, path = op.element_at(type, path[:1]), path[1:]
    if not path or whole is _UNKNOWN:
        return whole
    return part_of_literal(whole, path) if isinstance(whole, Literal) else None


def _with_part(
    whole: Constant | None, type: Type, path: Path, element: Constant | None
) -> Constant | None:
    """Returns the lattice value of an aggregate whose part at a path is replaced."""
    if not path:
        return element
    if not isinstance(whole, KnownParts):
        return None
    elements = list(whole.elements)
    position, inner = _position(type, path[0]), op.element_at(type, path[:1])
    elements[position] = _with_part(elements[position], inner, path[1:], element)
    return _parts(elements, whole.case)


def _position(type: Type, step: int | str) -> int:
    if isinstance(step, int):
        return step
    struct = type.canonical
    position = struct.field_index(step) if isinstance(struct, StructType) else None
    assert position is not None
    return position


_UNKNOWN: Final[Any] = object()
