"""Symbolic sizes: makes sizes known only at run time explicit, for stage compute.

Each size of a tensor is a symbol; equal symbols denote equal sizes. The sizes that type rules
compute become scalar instructions, and their preconditions become assertions. From stage compute
on, sizes are ordinary values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from dlvm.compute.index_notation.index_bounds import is_within
from dlvm.compute.index_notation.lowering import is_lowered
from dlvm.diagnostics import error
from dlvm.ir import instructions as op
from dlvm.ir.declaration import Trait, TypeRuleError
from dlvm.ir.dimensions import (
    Requirement,
    SizeOperation,
    SizeRecord,
    add,
    floor_divide,
    least,
    maximum,
    minimum,
    multiply,
    recording,
    repetitions,
    require_equal,
    subtract,
    value_dim,
)
from dlvm.ir.instruction import Argument, Block, Function, Instruction
from dlvm.ir.instructions import ReduceWindow
from dlvm.ir.instructions.control import MOST_VALUES
from dlvm.ir.instructions.rules import element_count
from dlvm.ir.polynomial import Size, monomials, size_of, symbols_in
from dlvm.ir.types import (
    CONDITION,
    ERASED,
    I64,
    INDEX,
    Dim,
    Shape,
    Symbol,
    TensorType,
    Type,
    tensors_in,
)
from dlvm.ir.values import Aggregate, Literal, Special, Value, index_literal
from dlvm.transforms.cfg.editing import remove_unreachable

_ARITHMETIC: Final[dict[str, type[Instruction]]] = {
    "add": op.Add,
    "subtract": op.Subtract,
    "multiply": op.Multiply,
    "floorDivide": op.FloorDivide,
    "min": op.Min,
    "max": op.Max,
}
_RULES: Final[dict[type[Instruction], Callable[[Dim, Dim], Dim]]] = {
    op.Add: add,
    op.Subtract: subtract,
    op.Multiply: multiply,
    op.FloorDivide: floor_divide,
    op.Min: minimum,
    op.Max: maximum,
}
_LARGEST: Final = 1 << 40
"""The largest number in the arithmetic of sizes, which is exact; arithmetic in programs
overflows."""
_SYMBOL: Final = re.compile(r"(?<![\w{])_(?:[@.]\d+|[A-Za-z_]\w*)")
"""Matches the names of symbols in messages."""


class Sizes:
    """The sizes of one function's tensors as symbols, and the values of the symbols."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.record = SizeRecord()
        self._shapes: dict[Value, Shape] = {}
        self._origins: dict[str, tuple[Value, int]] = {}
        self._signature: dict[str, tuple[Argument, tuple[int | str, ...], int]] = {}
        self._entry_values: dict[str, Value] = {}
        self._block_values: dict[str, Value] = {}
        self._block: Block | None = None
        self._asked: dict[tuple[str, Dim, Dim], Instruction] = {}
        self.demands: dict[Instruction, dict[Requirement, Instruction]] = {}
        """The requirements of each instruction on sizes, each with the assertion that checks it."""
        for argument in function.arguments:
            for path, type in tensors_in(argument.type):
                for axis, dim in enumerate(type.shape):
                    if isinstance(dim, Symbol) and dim.name:
                        self._signature.setdefault(dim.name, (argument, path, axis))

    def shape(self, value: Value) -> Shape:
        """The sizes of a tensor."""
        type = value.type.canonical
        assert isinstance(type, TensorType)
        found = self._shapes.get(value)
        if found is None:
            if type.static_shape is not None:
                return type.shape
            if isinstance(value, Literal) and any(not self._is_bound(d) for d in type.shape):
                raise error(f"the sizes of a constant of type {type} are not known", value.location)
            dims = enumerate(type.shape)
            found = tuple(d if self._is_bound(d) else self._fresh(value, a) for a, d in dims)
            if not isinstance(value, Literal):
                self._shapes[value] = found
        return found

    def _is_bound(self, dim: Dim) -> bool:
        return isinstance(dim, int) or dim.name in self._signature

    def _fresh(self, value: Value, axis: int) -> Symbol:
        name = f"@{len(self._origins)}"
        self._origins[name] = (value, axis)
        return Symbol(name)

    def stretch(self, dim: Dim) -> Symbol:
        """The symbol that is 0 if a dimension has size 1, and otherwise 1. It multiplies the index
        along a dimension that may be broadcast."""
        return self.record.symbol(SizeOperation("stretch", dim, 1))

    def repetitions(self, whole: Dim, part: Dim) -> Dim:
        """The number of repetitions of the size ``part`` in the size ``whole``."""
        with recording(self.record):
            return repetitions(whole, part)

    def size(self, value: Value) -> Dim:
        """An ``i64`` value as a size."""
        with recording(self.record):
            return value_dim(value)

    def margins(self, op: ReduceWindow, shape: Shape) -> list[tuple[Dim, Dim]]:
        """The padding before and after each dimension for windows."""
        with recording(self.record):
            return op.margins(shape)

    def is_within(self, indices: Value, size: Dim) -> bool:
        """Whether indices are known to be in range for a size."""
        return is_within(
            indices,
            self.polynomial(size),
            lambda v, a: self.polynomial(self.shape(v)[a]),
            self._positive_size,
        )

    def _positive_size(self, value: Value) -> Size | None:
        """A scalar as a polynomial over sizes that are at least 0."""
        size = self.scalar_size(value)
        if size is None:
            return None
        # Dimensions of later instructions are checked later.
        with recording(replace(self.record, extents=set())):
            leasts = [least(Symbol(name)) for name in symbols_in(size)]
        return size if all(n is not None and n >= 0 for n in leasts) else None

    def polynomial(self, dim: Dim) -> Size:
        """A size as a polynomial over the sizes that are not computed from others."""
        definition = self.record.definitions.get(dim) if isinstance(dim, Symbol) else None
        match definition:
            case SizeOperation("add", lhs, rhs):
                return self.polynomial(lhs) + self.polynomial(rhs)
            case SizeOperation("subtract", lhs, rhs):
                return self.polynomial(lhs) - self.polynomial(rhs)
            case SizeOperation("multiply", lhs, rhs):
                return self.polynomial(lhs) * self.polynomial(rhs)
            case _:
                return size_of(dim)

    def enter(self, block: Block) -> None:
        """Makes the sizes in a block explicit. Inserts the instructions that compute and check
        them, and replaces shape queries."""
        self._block = block
        self._block_values = {}
        self._asked = {}
        # Other blocks, which checked their sizes, may not have run.
        self.record.extents.clear()
        for instruction in list(block.instructions):
            self._note_arithmetic(instruction)
            if Trait.SHAPE_QUERY in instruction.traits:
                self._replace_query(instruction)
                continue
            if not is_lowered(type(instruction)):
                continue
            for size in map(self.scalar_size, instruction.operands):
                for name in symbols_in(size) if size is not None else ():
                    self.value(Symbol(name), instruction)
            if self._is_erased(instruction):
                problem = self._refine(instruction)
                if problem is not None:
                    self._trap(problem, instruction)
                    break

    def _note_arithmetic(self, instruction: Instruction) -> None:
        """Records the result of an instruction as a size if a program computes it from sizes by
        arithmetic that type rules also use."""
        rule = _RULES.get(type(instruction))
        if rule is None or instruction.type.canonical != INDEX:
            return
        operands = [
            o.data if isinstance(o, Literal) else self.record.values.get(o)
            for o in instruction.operands
        ]
        with recording(self.record):
            match operands:
                case [_, Symbol() | 0] if isinstance(instruction, op.FloorDivide):
                    return
                case [int() | Symbol() as lhs, int() | Symbol() as rhs]:
                    found = rule(lhs, rhs)
                case _:
                    return
        if any(
            abs(n) > _LARGEST for d in (lhs, rhs, found) for _, n in monomials(self.polynomial(d))
        ):
            return
        self.record.values[instruction] = found
        if isinstance(found, Symbol):
            self._block_values.setdefault(found.name, instruction)

    def scalar_size(self, value: Value) -> Size | None:
        """The size that an ``i64`` scalar is known to be, over sizes that are not computed from
        others; None for other values and for constants."""
        known = self.record.values.get(value)
        return None if known is None else self.polynomial(known)

    def _is_erased(self, instruction: Instruction) -> bool:
        """Whether an instruction has sizes or offsets that are known only at run time."""
        for name, field in instruction.fields.items():
            if field.kind == "indices":
                places: Sequence[Value] = getattr(instruction, name)
                if any(not isinstance(v, Literal) for v in places):
                    return True
        types = [v.type.canonical for v in (*instruction.operands, instruction)]
        if any(isinstance(t, TensorType) and t.static_shape is None for t in types):
            return True
        # The type may be more specific than the inferred sizes.
        return any(
            isinstance(dim, Symbol)
            for value in instruction.operands
            if isinstance(value.type.canonical, TensorType)
            for dim in self.shape(value)
        )

    def _replace_query(self, query: Instruction) -> None:
        value = query.operands[0]
        shape = self.shape(value)
        size = self.value
        match query:
            case op.Dimension():
                found: Value = size(shape[query.axis], query)
                if not isinstance(found, Literal):
                    self.record.values[found] = shape[query.axis]
            case op.Rank():
                found = index_literal(len(shape))
            case op.UnitCount():
                with recording(self.record):
                    count = element_count(shape)
                found = size(count, query)
            case _:
                sizes = [size(d, query) for d in shape]
                packed = Aggregate(TensorType((len(shape),), I64), sizes)
                found = op.LiteralInstruction(packed)
                self._insert(found, query)
        query.replace_uses(found)
        query.erase()

    def _refine(self, instruction: Instruction) -> str | None:
        """Infers the sizes of a result, and asserts the preconditions on the sizes of the operands.
        Returns the error if known sizes contradict each other."""
        copy = instruction.clone()
        for index, operand in enumerate(copy.operands):
            type = operand.type.canonical
            shape = self.shape(operand) if isinstance(type, TensorType) else ()
            self.record.extents.update(d for d in shape if isinstance(d, Symbol))
            if isinstance(type, TensorType) and shape != type.shape:
                copy.set_operand(index, Literal(type.with_shape(shape), Special.UNDEFINED))
        for name, field in copy.fields.items():
            if field.kind == "dims":
                dims: Sequence[Dim] = getattr(copy, name)
                setattr(copy, name, tuple(d if self._is_bound(d) else ERASED for d in dims))
        self.record.requirements.clear()
        self.record.used.clear()
        result: Type | None = None
        problem: str | None = None
        try:
            with recording(self.record):
                result = copy.infer()
                assert isinstance(result, TensorType)
                self._expect_declared(instruction, result.shape)
        except TypeRuleError as found:
            problem = str(found)
        finally:
            copy.drop_operands()
        for requirement in self.record.requirements:
            self._check(requirement, instruction)
        if problem is not None:
            return problem
        assert isinstance(result, TensorType)
        if ERASED in result.shape:
            raise error(
                f"{instruction.mnemonic}: the sizes of {instruction.type} are not all known",
                instruction.location,
            )
        self.record.extents.update(d for d in result.shape if isinstance(d, Symbol))
        self._shapes[instruction] = result.shape
        for symbol in tuple(self.record.used):
            self.value(symbol, instruction)
        for value in (*instruction.operands, instruction):
            if isinstance(value.type.canonical, TensorType):
                for dim in self.shape(value):
                    self.value(dim, instruction)
        return None

    def _trap(self, problem: str, instruction: Instruction) -> None:
        """Ends a block with a trap before an instruction that cannot be computed."""
        block = instruction.block
        assert block is not None
        text, values = self._message(problem, instruction, [])
        if values:
            self._insert(op.Assert(Literal(CONDITION, False), text, values), instruction)
        trap = op.Trap(text) if not values else op.Trap()
        trap.location = instruction.location
        place = block.instructions.index(instruction)
        for following in block.instructions[place:]:
            following.drop_operands()
        block.set_instructions([*block.instructions[:place], trap])
        remove_unreachable(self.function)

    def _expect_declared(self, instruction: Instruction, found: Shape) -> None:
        """Asserts the sizes that an instruction declares in its type if its operands do not imply
        them."""
        declared = instruction.type.canonical
        assert isinstance(declared, TensorType)
        for axis, (size, dim) in enumerate(zip(found, declared.shape, strict=True)):
            if self._is_bound(dim) and size != ERASED:
                message = f"expected size {{1}} at dimension {axis}, got {{0}}"
                require_equal(size, dim, message)

    def value(self, dim: Dim, before: Instruction) -> Value:
        """A size as a value that is available before an instruction of the block."""
        if isinstance(dim, int):
            return index_literal(dim)
        name = dim.name
        found = self._block_values.get(name) or self._entry_values.get(name)
        if found is not None:
            return found
        if name in self._signature:
            return self._signature_value(name)
        definition = self.record.definitions.get(dim)
        if definition is None:
            value, axis = self._origins[name]
            found = self._insert(op.Dimension(value, axis), before)
        elif isinstance(definition, SizeOperation):
            found = self._computed(definition, before)
        else:
            found = definition
        self._block_values[name] = found
        return found

    def known(self, name: str) -> Value:
        """The value of a symbol whose value is available in the block."""
        found = self._block_values.get(name) or self._entry_values.get(name)
        if found is None:
            definition = self.record.definitions[Symbol(name)]
            assert isinstance(definition, Value)
            found = definition
        return found

    def _signature_value(self, name: str) -> Value:
        argument, path, axis = self._signature[name]
        first = self.function.entry.instructions[0]
        source: Value = argument
        if path:
            source = self._insert(op.Extract(path, argument), first)
        found = self._insert(op.Dimension(source, axis), first)
        self._entry_values[name] = found
        self.record.values[found] = Symbol(name)
        return found

    def _computed(self, size: SizeOperation, before: Instruction) -> Value:
        lhs, rhs = self.value(size.lhs, before), self.value(size.rhs, before)
        match size.operation:
            case "broadcast":
                one = self._insert(op.Equal(lhs, index_literal(1)), before)
                return self._insert(op.Select(rhs, lhs, one), before)
            case "stretch":
                several = self._insert(op.NotEqual(lhs, rhs), before)
                return self._insert(op.DataTypeCast(several, I64), before)
            case operation:
                return self._insert(_ARITHMETIC[operation](lhs, rhs), before)

    def _check(self, requirement: Requirement, instruction: Instruction) -> None:
        key = (requirement.relation, requirement.lhs, requirement.rhs)
        demands = self.demands.setdefault(instruction, {})
        if key in self._asked:
            demands[requirement] = self._asked[key]
            return
        lhs, rhs = (
            self.value(requirement.lhs, instruction),
            self.value(requirement.rhs, instruction),
        )
        relation = op.LessThanOrEqual if requirement.relation == "atMost" else op.Equal
        holds: Value = self._insert(relation(lhs, rhs), instruction)
        if requirement.relation == "broadcast":
            for side in (lhs, rhs):
                one = self._insert(op.Equal(side, index_literal(1)), instruction)
                holds = self._insert(op.Or(holds, one), instruction)
            for dim in (requirement.lhs, requirement.rhs):
                if isinstance(dim, Symbol):
                    self.value(self.stretch(dim), instruction)
        message, values = self._message(requirement.message, instruction, [lhs, rhs])
        demand = self._insert(op.Assert(holds, message, values), instruction)
        self._asked[key] = demand
        demands[requirement] = demand

    def _message(
        self, text: str, instruction: Instruction, values: list[Value]
    ) -> tuple[str, list[Value]]:
        """The message for sizes that do not match: the text with placeholders, and the sizes that
        fill them. ``values`` are the first of these sizes."""
        values = list(values)

        def place(match: re.Match[str]) -> str:
            dim = Symbol(match[0][1:])
            if not self._is_known(dim):
                return match[0]
            value = self.value(dim, instruction)
            if value not in values:
                if len(values) == MOST_VALUES:
                    return "_"
                values.append(value)
            return f"{{{values.index(value)}}}"

        return f"{instruction.mnemonic}: {_SYMBOL.sub(place, text)}", values

    def _is_known(self, dim: Symbol) -> bool:
        """Whether a symbol denotes a size of the function."""
        is_own = dim.name in self._origins or dim in self.record.definitions
        return is_own or dim.name in self._signature

    def _insert(self, instruction: Instruction, before: Instruction) -> Instruction:
        assert before.block is not None
        if instruction.location is None:
            instruction.location = before.location
        return before.block.insert(instruction, before)
