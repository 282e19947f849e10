"""Random modules, drawn from the declarations of types and instructions through a
``random.Random``. Operands are any available values; instructions that the type rules reject are
discarded."""

import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np

from dlvm.ir import (
    INSTRUCTIONS,
    Aggregate,
    ArrayType,
    Block,
    BoxType,
    ElementType,
    EnumType,
    Function,
    FunctionType,
    Instruction,
    Literal,
    Module,
    PointerType,
    StructType,
    Successor,
    Symbol,
    TensorType,
    TupleType,
    Type,
    TypeRuleError,
    Value,
    Variable,
)
from dlvm.ir.instruction import Field
from dlvm.ir.instructions import OPERATORS, Return
from dlvm.ir.intrinsics import INTRINSICS, Intrinsic, register_intrinsic
from dlvm.ir.types import INDEX, STACK, VOID, AliasType
from dlvm.ir.values import Number, Resource, Special, TensorData
from dlvm.ir.wellformed import has_special_value, integer_range, literal_problem

Random = random.Random

SAME = INTRINSICS.get("same") or register_intrinsic(
    Intrinsic("same", lambda x, *_: x, lambda x, *_: x, lambda at, x, *_: x(*at))
)

POINT = StructType("Point")
POINT.define([("x", TensorType((), ElementType.F32)), ("w", TensorType((2, 3), ElementType.F32))])
TREE = EnumType("Tree")
TREE.define([("leaf", (TensorType((3,), ElementType.F32),)), ("node", (TREE, TREE)), ("empty", ())])
ALIAS = AliasType("Alias")
ALIAS.define(TensorType((3,), ElementType.F32))
HANDLE = AliasType("Handle")
NOMINAL = (POINT, TREE, ALIAS, HANDLE)

SHAPES = ((), (3,), (2, 3), (1, 3), (2, 3, 3), (0,), (Symbol(),), (Symbol("n"), 3))
NAMES = (None, "x", "x", "y.1", "a_b", "has space", "é", "0.1", "add", "f32")


def draw_type(r: Random, depth: int = 2) -> Type:
    """Draws any type."""
    if depth == 0 or r.random() < 0.6:
        return TensorType(r.choice(SHAPES), r.choice(list(ElementType)))
    inner = [draw_type(r, depth - 1) for _ in range(r.randrange(3))]
    one = draw_type(r, depth - 1)
    return r.choice(
        [
            TupleType(tuple(inner)),
            ArrayType(r.randrange(4), one),
            PointerType(one),
            BoxType(one),
            FunctionType(tuple(inner), one),
            STACK,
            VOID,
            *NOMINAL,
        ]
    )


def draw_number(r: Random, element: ElementType) -> Number:
    """Draws a number that an element type can represent."""
    if element.kind == "bool":
        return r.random() < 0.5
    if element.is_complex:
        return complex(*(draw_number(r, element.part).real for _ in range(2)))
    if element.is_integer:
        low, high = integer_range(element)
        return r.choice([low, high, 0, 1, r.randint(low, high)])
    special = [0.0, -0.0, 1.0, -2.5e-3, math.inf, -math.inf, math.nan, 1e20]
    known = [x for x in special if has_special_value(element, x)]
    drawn = r.choice([*known, r.uniform(-9, 9), r.lognormvariate(0, 20)])
    return abs(drawn) if element is ElementType.F8E8M0FNU else drawn


def draw_constant(r: Random, type: Type, depth: int = 3) -> Value:
    """Draws a constant of a type, or an aggregate of constants."""
    whole = type.canonical
    many = r.random() < 0.7 and depth > 0
    match whole:
        case TensorType():
            shape = whole.static_shape
            if shape and r.random() < 0.4:
                numbers = [draw_number(r, whole.element) for _ in range(math.prod(shape))]
                with np.errstate(all="ignore"):
                    array = np.array(numbers, whole.element.numpy).reshape(shape)
                return Literal(type, TensorData(array))
            drawn: list[Any] = [draw_number(r, whole.element)] * 3
            drawn += [Special.ZERO, Special.UNDEFINED]
            choices = [data for data in drawn if literal_problem(type, data) is None]
            if shape is not None:
                choices.append(Resource('a "b"\n\x00é'))
            return Literal(type, r.choice(choices))
        case TupleType() if many:
            return Aggregate(type, [draw_constant(r, t, depth - 1) for t in whole.elements])
        case ArrayType() if many:
            return Aggregate(type, [draw_constant(r, whole.element) for _ in range(whole.size)])
        case StructType() if many:
            return Aggregate(type, [draw_constant(r, t, depth - 1) for _, t in whole.fields])
        case EnumType() if many:
            case, payload = r.choice(whole.cases)
            return Aggregate(type, [draw_constant(r, t, depth - 1) for t in payload], case)
        case PointerType() if many:
            return Literal(type, Special.NULL)
        case _:
            return Literal(type, Special.UNDEFINED)


class Drawing:
    """Draws the fields of instructions from the values and blocks of a function."""

    def __init__(self, r: Random, module: Module, function: Function) -> None:
        self.r = r
        self.module = module
        self.function = function
        self.values: list[Value] = [*module.variables, *module.functions]

    def value(self) -> Value:
        r = self.r
        kind = r.random()
        if kind < 0.65 and self.values:
            return r.choice(self.values)
        if kind < 0.75 and self.values:
            elements = [r.choice(self.values) for _ in range(r.randrange(3))]
            return Aggregate(TupleType(tuple(e.type for e in elements)), elements)
        if kind < 0.8:
            return self.packed()
        return draw_constant(r, draw_type(r, 1))

    def packed(self) -> Value:
        """Draws a tensor built from scalars, some of them computed."""
        scalar = TensorType((), ElementType.F32)
        known = [v for v in self.values if v.type == scalar]
        elements = [
            self.r.choice([*known, draw_constant(self.r, scalar)])
            for _ in range(self.r.randrange(1, 3))
        ]
        return Aggregate(scalar.with_shape((len(elements),)), elements)

    def index(self) -> Value:
        known = [v for v in self.values if v.type == INDEX]
        return self.r.choice([*known, *(Literal(INDEX, n) for n in (0, 1, 2))])

    def successor(self) -> Successor:
        block = self.r.choice(self.function.blocks[1:])
        values: list[Value] = []
        for argument in block.arguments:
            fitting = [v for v in self.values if v.type == argument.type]
            values.append(self.r.choice([*fitting, Literal(argument.type, Special.UNDEFINED)]))
        return Successor(block, values)

    def case(self, name: str, payload: tuple[Type, ...]) -> Successor:
        """Returns the successor of an enum's case: a block that takes its payload."""
        fitting = [
            b for b in self.function.blocks[1:] if tuple(a.type for a in b.arguments) == payload
        ]
        block = self.r.choice(fitting) if fitting else self.function.add_block()
        if not fitting:
            for type in payload:
                block.add_argument(type)
        return Successor(block, (), name)

    def step(self) -> Value | int | str:
        return self.r.choice([0, 1, "x", "w", self.index()])

    def pairs(self, count: int) -> tuple[tuple[int, int], ...]:
        return tuple((self.r.randrange(-1, 3), self.r.randrange(3)) for _ in range(count))

    def field(self, field: Field, fields: dict[str, Any]) -> Any:
        r = self.r
        if not field.is_required and r.random() < 0.5:
            return field.default
        count = r.randrange(1, 4)
        draw: dict[str, Callable[[], Any]] = {
            "operand": self.value,
            "callee": lambda: r.choice(
                [v for v in self.values if isinstance(v.type, FunctionType)]
            ),
            "operands": lambda: [self.value() for _ in range(r.randrange(3))],
            "index": self.index,
            "indices": lambda: [self.index() for _ in range(count)],
            "successor": self.successor,
            "cases": lambda: [self.case(*case) for case in TREE.cases],
            "element_path": lambda: [self.step() for _ in range(count)],
            "flag": lambda: True,
            "int": lambda: r.randrange(3),
            "ints": lambda: tuple(r.sample(range(3), r.randrange(4))),
            "pairs": lambda: self.pairs(count),
            "window_padding": lambda: r.choice(["none", "half", "full", self.pairs(count)]),
            "dims": lambda: r.choice(SHAPES),
            "element_type": lambda: r.choice(list(ElementType)),
            "bits": lambda: r.choice(list(ElementType)),
            "type": lambda: (
                fields["arguments"][0].type if fields.get("arguments") else draw_type(r, 1)
            ),
            "number_type": lambda: TensorType((), r.choice(list(ElementType))),
            "combiner": lambda: r.choice([*OPERATORS, *self.module.functions]),
            "operator": lambda: r.choice(OPERATORS),
            "path": lambda: tuple(r.choice([0, 1, "x", "w"]) for _ in range(r.randrange(1, 3))),
            "application": lambda: fields["callee"].type.result if "callee" in fields else VOID,
            "string": lambda: r.choice(["", "ij,jk->ik", SAME.name, 'a "quoted"\\ \n']),
        }
        return draw[field.kind]()

    def instruction(self, declaration: type[Instruction]) -> Instruction | None:
        """Draws an instruction of a class; None if the drawn fields are invalid."""
        fields: dict[str, Any] = {}
        for name, field in declaration.fields.items():
            fields[name] = self.field(field, fields)
        try:
            return declaration(**fields)
        except TypeRuleError:
            return None


def draw_module(r: Random, size: int, wanted: type[Instruction] | None = None) -> Module:
    """Draws a module with a function of about ``size`` instructions, with at least one of the class
    ``wanted`` if possible."""
    f32 = TensorType((), ElementType.F32)
    module = Module(r.choice(["main", "", 'a "name"']))
    module.types = list(NOMINAL)
    module.variables.append(Variable(r.choice(["v", None]), draw_type(r)))
    combine = module.add_function(Function("combine", FunctionType((f32, f32), f32)))
    combine.add_entry(["a", "b"]).insert(Return(combine.arguments[0]))
    parameters = [draw_type(r) for _ in range(r.randrange(3))]
    parameters += [INDEX, f32, TensorType((2, 3), ElementType.F32), POINT, TREE, STACK]
    parameters.append(FunctionType((f32,), f32))
    attributes = r.sample(["inline", "noinline", "export", "checkpoint"], r.randrange(3))
    function = Function(r.choice(["f", None]), FunctionType(tuple(parameters), VOID), attributes)
    module.add_function(function)
    entry = function.add_entry([r.choice(NAMES) for _ in parameters])
    entry.name = r.choice(["entry", None])
    for _ in range(r.randrange(1, 3)):
        block = function.add_block(r.choice(["b", "b.1", None, "b"]))
        for _ in range(r.randrange(3)):
            block.add_argument(draw_type(r, 1), r.choice(NAMES))
    drawing = Drawing(r, module, function)
    pool = list(INSTRUCTIONS.values())
    for block in function.blocks:
        drawing.values += block.arguments
        fill(drawing, block, pool, size)
        if wanted is not None and not wanted.is_terminator:
            fill(drawing, block, [wanted], 1, attempts=400)
        terminators = [wanted] if wanted is not None and wanted.is_terminator else []
        end(drawing, block, terminators or [c for c in pool if c.is_terminator])
    return module


def fill(
    drawing: Drawing, block: Block, pool: list[type[Instruction]], count: int, attempts: int = 30
) -> None:
    """Appends instructions of the classes in the pool to a block."""
    for _ in range(count * attempts):
        declaration = drawing.r.choice(pool)
        made = None if declaration.is_terminator else drawing.instruction(declaration)
        if made is not None:
            made.name = drawing.r.choice(NAMES)
            block.insert(made)
            drawing.values += [made] if made.type != VOID else []
            count -= 1
            if count == 0:
                return


def end(drawing: Drawing, block: Block, terminators: list[type[Instruction]]) -> None:
    """Appends a terminator; a plain return if nothing else fits."""
    for _ in range(40):
        made = drawing.instruction(drawing.r.choice(terminators))
        if made is not None and not (isinstance(made, Return) and made.value is not None):
            block.insert(made)
            return
    block.insert(Return())
