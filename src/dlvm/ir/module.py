"""Modules, and their structural equality."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Final

from dlvm.diagnostics import error
from dlvm.ir.instruction import Block, DerivedDeclaration, Function
from dlvm.ir.types import AliasType, EnumType, NominalType, PointerType, StructType, Type
from dlvm.ir.values import Aggregate, Literal, Value, constant_tensor

if TYPE_CHECKING:
    from dlvm.diagnostics import Location
    from dlvm.ir.compute import Definition
    from dlvm.ir.loops.kernels import LoopKernel
    from dlvm.ir.schedules import Schedule


FUNCTION_ATTRIBUTES: Final = (
    "checkpoint", "export", "inline", "inplace", "internal", "noinline",
)  # fmt: skip
"""The attributes of functions."""


VERSION: Final = 1
"""The version of the language, which is printed in the text of a module. It is incremented when
older text is rejected or changes its meaning, and when older releases cannot read the printed
text."""


class Stage(Enum):
    """The phase of compilation that a module is in."""

    RAW = "raw"
    OPTIMIZABLE = "optimizable"
    COMPUTE = "compute"
    SCHEDULE = "schedule"
    LOOPS = "loops"


@dataclass(frozen=True)
class GradientDeclaration(DerivedDeclaration):
    """``[gradient @f from i, j wrt a, b keeping r, s seedable]``: reverse mode."""

    keyword = "gradient"
    seedable: bool = False


@dataclass(frozen=True)
class DerivativeDeclaration(DerivedDeclaration):
    """``[derivative @f from i, j wrt a, b keeping r, s]``: forward mode."""

    keyword = "derivative"


class Variable(Value):
    """A global variable; as a value, its address."""

    def __init__(self, name: str | None, type: Type, location: Location | None = None) -> None:
        super().__init__(PointerType(type), name, location)
        self.content = type


class Module:
    """A program: type definitions, variables and functions; at later stages, also compute
    definitions with their schedules or kernels. All are in the order of the text."""

    def __init__(self, name: str, stage: Stage = Stage.RAW) -> None:
        self.name = name
        self.stage = stage
        self.types: list[NominalType] = []
        self.variables: list[Variable] = []
        self.functions: list[Function] = []
        self.definitions: list[Definition] = []
        self.schedules: list[Schedule] = []
        self.kernels: list[LoopKernel] = []

    def function(self, name: str) -> Function | None:
        """The function with a name; None if there is none."""
        return next((f for f in self.functions if f.name == name), None)

    def add_function(self, function: Function) -> Function:
        self.functions.append(function)
        return function

    def unique_name(self, stem: str) -> str:
        """``stem``, with the smallest suffix that makes it a new global name."""
        taken = {g.name for g in (*self.variables, *self.functions, *self.definitions)}
        names = (f"{stem}.{n}" if n else stem for n in range(len(taken) + 1))
        return next(name for name in names if name not in taken)

    def __eq__(self, other: object) -> bool:
        """Whether two modules are the same program. Locations and the names of values do not
        matter, but the names of functions, types and variables do."""
        return isinstance(other, Module) and _module_key(self) == _module_key(other)

    __hash__ = object.__hash__

    printer: ClassVar[Callable[[Module], str]]
    """The function that prints modules. ``text/`` sets it."""

    notebook_printer: ClassVar[Callable[[Module], str]]
    """The function that prints modules as HTML. ``text/`` sets it."""

    def __str__(self) -> str:
        return type(self).printer(self)

    def __repr__(self) -> str:
        counts = [f"{len(self.functions)} function{'s' if len(self.functions) != 1 else ''}"]
        if self.definitions:
            counts.append(f"{len(self.definitions)} compute definitions")
        return f"<module {self.name}, stage {self.stage.value}: {', '.join(counts)}>"

    def _repr_html_(self) -> str:
        return type(self).notebook_printer(self)


_Key = tuple[Any, ...]


def require_module(value: object) -> None:
    """Raises :class:`DiagnosticError` if a value is not a module, such as the text of one."""
    if not isinstance(value, Module):
        what = type(value).__name__
        raise error(f"expected a module, got {what}; dlvm.parse makes a module from text")


def _module_key(module: Module) -> _Key:
    globals_: dict[Value, int] = {
        value: index
        for index, value in enumerate((*module.variables, *module.functions, *module.definitions))
    }
    return (
        module.name,
        module.stage,
        tuple(_definition_key(t) for t in module.types),
        tuple((v.name, v.type) for v in module.variables),
        tuple(_function_key(f, globals_) for f in module.functions),
        tuple((d.name, d.type, d.body) for d in module.definitions),
        tuple(sorted(module.schedules, key=lambda s: s.definition)),
        tuple(sorted(module.kernels, key=lambda k: k.definition)),
    )


def _definition_key(type: NominalType) -> _Key:
    match type:
        case StructType():
            return ("struct", type.name, type.fields)
        case EnumType():
            return ("enum", type.name, type.cases)
        case AliasType():
            return ("alias", type.name, type.target)
        case _:
            return ("type", type.name)


def _function_key(function: Function, globals_: Mapping[Value, int]) -> _Key:
    declaration = function.declaration
    declared: Any = declaration
    if isinstance(declaration, DerivedDeclaration):
        clauses = [getattr(declaration, f.name) for f in fields(declaration) if f.compare]
        declared = (
            type(declaration),
            *(globals_.get(c) if isinstance(c, Function) else c for c in clauses),
        )
    numbers: dict[Value | Block, int] = {}
    for block in function.blocks:
        for item in (block, *block.arguments, *block.instructions):
            numbers[item] = len(numbers)

    def operand(value: Value) -> _Key:
        if isinstance(value, Literal):
            return ("literal", value)
        if isinstance(value, Aggregate):
            constant = constant_tensor(value.type, value.operands)
            if constant is not None:
                return ("literal", constant)
            return ("aggregate", value.type, value.case, tuple(map(operand, value.operands)))
        if isinstance(value, Function | Variable) or value in globals_:
            return ("global", globals_.get(value), value.name)
        return ("local", numbers.get(value), value.type)

    def attribute(value: Any) -> Any:
        return operand(value) if isinstance(value, Value) else value

    return (
        function.name,
        function.type,
        frozenset(function.attributes),
        declared,
        tuple(
            (
                tuple(a.type for a in block.arguments),
                tuple(
                    (
                        i.mnemonic,
                        i.type,
                        tuple(map(operand, i.operands)),
                        tuple((n, attribute(v)) for n, v in i.attributes.items()),
                        tuple(
                            (numbers.get(s.block), len(s.arguments), s.case) for s in i.successors
                        ),
                    )
                    for i in block.instructions
                ),
            )
            for block in function.blocks
        ),
    )
