"""Malformed modules in memory, which no parser has checked."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

import numpy as np

from dlvm.diagnostics import DiagnosticError
from dlvm.ir import (
    INSTRUCTIONS,
    Aggregate,
    ArrayType,
    Block,
    BoxType,
    DerivativeDeclaration,
    Function,
    FunctionType,
    GradientDeclaration,
    Instruction,
    Literal,
    Module,
    PointerType,
    Stage,
    StructType,
    Symbol,
    TensorType,
    TupleType,
    Type,
    TypeRuleError,
    Value,
    Variable,
)
from dlvm.ir.cloning import clone_module
from dlvm.ir.instruction import Argument, ExternDeclaration, Field
from dlvm.ir.instructions import Branch, LiteralInstruction, Return
from dlvm.ir.types import F32, I64, VOID, AliasType, EnumType
from dlvm.ir.values import Resource, Special, TensorData
from dlvm.text import parse
from tests.fuzz.malformed.texts import programs
from tests.support.programs.programs import draw_program
from tests.support.programs.random_modules import (
    Drawing,
    draw_constant,
    draw_module,
    draw_type,
    fill,
)

SCALAR: Final = TensorType((), F32)
BAD_NAMES: Final = ("", "has space", "é", "\n", "0", "0.1", "a" * 5000, "x", "\ud800", "f32", None)
DEPTHS: Final = (50, 150, 1_000, 100_000)
HUGE: Final = 10**4000
"""Python writes no numbers that are much longer."""


def draw_whole(r: Random) -> Module:
    """A module to be damaged."""
    kind = r.random()
    if kind < 0.4:
        return draw_module(r, r.choice((1, 5, 20)))
    if kind < 0.6:
        return clone_module(draw_program(r).module)
    while True:
        try:
            return parse(r.choice(programs()))
        except DiagnosticError:
            continue


def odd_type(r: Random) -> Type:
    """A type, which may be none that a value can have."""
    kind = r.randrange(14)
    match kind:
        case 0:
            return TensorType((-1,), F32)
        case 1:
            return TensorType((HUGE, 2), F32)
        case 2:
            return TensorType((1,) * 100, F32)
        case 3:
            return ArrayType(r.choice((-1, HUGE, 2**59)), SCALAR)
        case 4:
            return TensorType((Symbol(r.choice(("n", "", "has space"))),), F32)
        case 5:
            type: Type = SCALAR
            wrap = r.choice(
                (lambda t: TupleType((t, SCALAR)), PointerType, BoxType, lambda t: ArrayType(2, t),
                 lambda t: TupleType((t,)), lambda t: FunctionType((SCALAR,), t))
            )  # fmt: skip
            for _ in range(r.choice(DEPTHS)):
                type = wrap(type)
            return type
        case 6:
            return StructType(r.choice(("Other", "has space")))
        case 7:
            loop = AliasType("Loop")
            loop.define(TupleType((loop,)))
            return loop
        case _:
            return draw_type(r)


def odd_value(r: Random, function: Function | None) -> Value:
    """A value, possibly one that is not valid in any place."""
    choices: list[Callable[[], Value]] = [
        lambda: Literal(draw_type(r), r.choice((True, 1, 2.5, HUGE, -HUGE, Special.NULL))),
        lambda: Literal(odd_type(r), r.choice(list(Special))),
        lambda: Literal(odd_type(r), Resource(r.choice(("", "\ud800", "w" * 1000)))),
        lambda: Literal(odd_type(r), TensorData(np.zeros(r.choice(((), (2,), (0, 3)))))),
        lambda: Value(odd_type(r)),
        lambda: Function("stranger", FunctionType((), VOID)),
        lambda: Variable("stranger", odd_type(r)),
        lambda: Argument(SCALAR, Block(Function("stranger", FunctionType((), VOID)))),
        lambda: LiteralInstruction(Literal(SCALAR, 1.0)),
        lambda: deep_aggregate(r.choice(DEPTHS)),
        lambda: Aggregate(odd_type(r), [draw_constant(r, draw_type(r)) for _ in range(2)]),
    ]
    known = [*function.instructions(), *function.arguments] if function is not None else []
    if known and r.random() < 0.5:
        return r.choice(known)
    try:
        return r.choice(choices)()
    except (OverflowError, RecursionError, ValueError):
        return Literal(SCALAR, 0.0)


def deep_aggregate(depth: int) -> Value:
    """Tuples in tuples, whose types do not say so, as building those would take long."""
    value: Value = Literal(SCALAR, 1.0)
    for _ in range(depth):
        value = Aggregate(VOID, [value])
    return value


def odd_attribute(r: Random, module: Module, field: Field) -> Any:
    """A value of an attribute, which may be out of range."""
    number = r.choice((-1, 0, 1, 99, 2**63, HUGE, -HUGE))
    match field.kind:
        case "int":
            return number
        case "ints":
            return r.choice(((), (number,), (0, 0), (number, 1), (0,) * 1000))
        case "pairs":
            return r.choice(((), ((number, number),), ((0, -HUGE), (1, 1))))
        case "dims":
            return r.choice(((), (number,), (Symbol(), number), (1,) * 100))
        case "element_type" | "bits":
            return r.choice((F32, I64))
        case "type" | "number_type" | "application":
            return odd_type(r)
        case "combiner":
            return r.choice(("add", "tanh", "", Function("s", FunctionType((), VOID))))
        case "operator":
            return r.choice(("add", "tanh", "", "\n"))
        case "path":
            return r.choice(((), (number,), ("x",), ("has space", number)))
        case "string":
            return r.choice(("", "{9}", "\ud800", "a" * 10_000, "ij,jk->ik", "é\n"))
        case "flag":
            return r.random() < 0.5
        case _:
            return getattr(r.choice(module.functions), "nothing", field.default)


class Damage:
    """A module, and ways to damage it."""

    def __init__(self, r: Random, module: Module) -> None:
        self.r = r
        self.module = module

    def function(self) -> Function | None:
        whole = [f for f in self.module.functions if f.blocks]
        return self.r.choice(whole) if whole else None

    def block(self) -> Block | None:
        function = self.function()
        return self.r.choice(function.blocks) if function else None

    def instruction(self) -> Instruction | None:
        found = [i for f in self.module.functions for i in f.instructions()]
        return self.r.choice(found) if found else None

    def operands(self) -> None:
        """Other operands."""
        instruction = self.instruction()
        if instruction is None or not instruction.operands:
            return
        at, other = (self.r.randrange(len(instruction.operands)) for _ in range(2))
        value = odd_value(self.r, instruction.function)
        if self.r.random() < 0.3:
            value = instruction.operands[other]
        instruction.set_operand(at, value)

    def aggregates(self) -> None:
        """An invalid operand."""
        instruction = self.instruction()
        if instruction is not None and instruction.operands:
            inner = [odd_value(self.r, instruction.function) for _ in range(self.r.randrange(3))]
            case = self.r.choice((None, "leaf", "nothing"))
            whole = Aggregate(odd_type(self.r), inner, case)
            instruction.set_operand(self.r.randrange(len(instruction.operands)), whole)

    def types_of_values(self) -> None:
        """A value whose declared type is wrong."""
        function = self.function()
        values = [*function.arguments, *function.instructions()] if function else []
        if values:
            self.r.choice(values).type = odd_type(self.r)

    def attributes(self) -> None:
        """Attributes out of range."""
        instruction = self.instruction()
        fields = instruction.fields.values() if instruction is not None else ()
        plain = [f for f in fields if not f.is_operand and not f.is_successor]
        if plain:
            field = self.r.choice(plain)
            setattr(instruction, field.name, odd_attribute(self.r, self.module, field))

    def successors(self) -> None:
        """Branches to blocks of another function, to the entry, or to none."""
        instruction = self.instruction()
        function = instruction.function if instruction is not None else None
        if instruction is None or function is None or not instruction.successors:
            return
        other = self.r.choice(self.module.functions)
        target = self.r.choice(
            [function.blocks[0], Block(function, "loose"), *other.blocks, *function.blocks]
        )
        instruction.replace_successor(self.r.choice(instruction.successors).block, target)

    def blocks(self) -> None:
        """Blocks that are missing, duplicated, out of order, or part of another function."""
        function, block = self.function(), self.block()
        if function is None or block is None:
            return
        blocks: Any = function.blocks  # A list, which its type hides.
        match self.r.randrange(6):
            case 0:
                blocks.pop(self.r.randrange(len(blocks)))
            case 1:
                blocks.insert(self.r.randrange(len(blocks) + 1), block)
            case 2:
                self.r.shuffle(blocks)
            case 3:
                if block.arguments:
                    block.set_arguments(block.arguments[:-1])
                else:
                    block.add_argument(odd_type(self.r))
            case 4:
                block.function = self.r.choice(self.module.functions)
            case _:
                blocks.append(Block(function, self.r.choice(BAD_NAMES)))

    def order(self) -> None:
        """Instructions that are missing, duplicated or misplaced."""
        block, other = self.block(), self.block()
        if block is None or other is None or not block.instructions:
            return
        at = self.r.randrange(len(block.instructions))
        match self.r.randrange(5):
            case 0:
                block.instructions.pop(at)
            case 1:
                other.instructions.insert(0, block.instructions[at])
            case 2:
                self.r.shuffle(block.instructions)
            case 3:
                block.instructions.insert(at, Return())
            case _:
                block.instructions.insert(at, Branch(successor_of(other)))
        for changed in (block, other):
            changed.note_end()

    def names(self) -> None:
        """Invalid names, and names with several meanings."""
        name: Any = self.r.choice(BAD_NAMES)
        module = self.module
        named: list[Any] = [*module.functions, *module.variables, *module.definitions]
        for function in module.functions:
            named += [*function.blocks, *function.arguments, *function.instructions()]
        if named:
            self.r.choice(named).name = name
        if self.r.random() < 0.2:
            module.name = name or ""

    def named_types(self) -> None:
        """Type definitions that are missing, duplicated, infinite, or have wrong members."""
        types, r = self.module.types, self.r
        match r.randrange(6):
            case 0 if types:
                types.pop(r.randrange(len(types)))
            case 1 if types:
                types.append(r.choice(types))
            case 2:
                loop = StructType(r.choice(("Loop", "x", "")))
                loop.define([("a", TupleType((loop, SCALAR))), ("a", odd_type(r))])
                types.append(loop)
            case 3:
                loop = AliasType("Again")
                loop.define(r.choice((loop, odd_type(r))))
                types.append(loop)
            case 4:
                whole = EnumType("Cases")
                whole.define([("a", (odd_type(r), whole)), ("a", ()), ("has space", ())])
                types.append(whole)
            case _:
                for number in range(r.choice((30, 200))):
                    whole = StructType(f"S{number}")
                    inner = types[-1] if types else SCALAR
                    whole.define([("a", inner), ("b", inner)])
                    types.append(whole)

    def signatures(self) -> None:
        """Functions with another type, other attributes or another declaration."""
        if not self.module.functions:
            return
        r, function = self.r, self.r.choice(self.module.functions)
        match r.randrange(4):
            case 0:
                function.type = FunctionType((odd_type(r),), odd_type(r))
            case 1:
                function.attributes = {r.choice(("inline", "é", "", "has space"))}
            case 2:
                function.declaration = ExternDeclaration()
            case _:
                stranger = Function("stranger", FunctionType((SCALAR,), SCALAR))
                target = r.choice([*self.module.functions, stranger, function])
                positions = (r.choice((-1, 0, 1, HUGE)), 0)
                asked = (
                    target,
                    r.choice((None, (0,), (-1,), (7,), (HUGE,), (0, 1), (0, 0), ())),
                    r.choice((None, (), (0,), positions)),
                    r.choice(((), (0,), positions)),
                )
                function.declaration = GradientDeclaration(*asked, r.random() < 0.5)
                if r.random() < 0.3:
                    function.declaration = DerivativeDeclaration(*asked)
                if r.random() < 0.7:
                    blocks: Any = function.blocks
                    blocks.clear()

    def globals(self) -> None:
        """Variables, functions and stages that are not as they should be."""
        r, module = self.r, self.module
        match r.randrange(4):
            case 0:
                module.stage = r.choice(list(Stage))
            case 1:
                module.variables.append(Variable(r.choice(BAD_NAMES), odd_type(r)))
            case 2 if module.functions:
                module.functions.append(r.choice(module.functions))
            case _ if module.functions:
                module.functions.pop(r.randrange(len(module.functions)))
            case _:
                pass

    def more(self) -> None:
        """More instructions, each of which is valid."""
        function, block = self.function(), self.block()
        if function is not None and block is not None:
            drawing = Drawing(self.r, self.module, function)
            drawing.values += [*function.arguments, *function.instructions()]
            pool = [c for c in INSTRUCTIONS.values() if not c.is_terminator]
            try:
                fill(drawing, block, pool, 3)
            except (IndexError, OverflowError, RecursionError, TypeRuleError, ValueError):
                return  # What is drawn from may be damaged already.


def successor_of(block: Block) -> Any:
    from dlvm.ir import Successor

    values = [Literal(a.type, Special.UNDEFINED) for a in block.arguments]
    return Successor(block, values)


DAMAGES: Final[tuple[Callable[[Damage], None], ...]] = (
    Damage.operands,
    Damage.aggregates,
    Damage.types_of_values,
    Damage.attributes,
    Damage.successors,
    Damage.blocks,
    Damage.order,
    Damage.names,
    Damage.named_types,
    Damage.signatures,
    Damage.globals,
    Damage.more,
)
"""Ways to damage a module."""


def damaged_module(seed: object, most: int = 8) -> tuple[Module, list[str]]:
    """A module drawn by a seed and damaged at most so many times, and a list of the changes."""
    r = Random(str(seed))
    module = draw_whole(r)
    done: list[str] = []
    for _ in range(min(most, r.choice((1, 1, 2, 4, 8)))):
        damage = r.choice(DAMAGES)
        damage(Damage(r, module))
        done.append(damage.__name__)
    return module, done
