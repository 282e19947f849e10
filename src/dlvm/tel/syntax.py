"""The syntax tree of TEL. Each node has its location."""

from __future__ import annotations

from dataclasses import dataclass

from dlvm.diagnostics import Location


@dataclass(frozen=True, eq=False)
class Node:
    """A part of a program."""

    location: Location


# Sizes and types -------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class SizeNumber(Node):
    value: int


@dataclass(frozen=True, eq=False)
class SizeName(Node):
    name: str


@dataclass(frozen=True, eq=False)
class SizeOperation(Node):
    operator: str
    left: SizeExpression
    right: SizeExpression


SizeExpression = SizeNumber | SizeName | SizeOperation


@dataclass(frozen=True, eq=False)
class TensorSyntax(Node):
    """``f64[n x 3]``; the element type is ``f32`` if none is written."""

    element: str
    sizes: tuple[SizeExpression, ...]


@dataclass(frozen=True, eq=False)
class NamedSyntax(Node):
    """A struct, an enum or a net, such as ``Dense<64, 128>``."""

    name: str
    sizes: tuple[SizeExpression, ...]


@dataclass(frozen=True, eq=False)
class TupleSyntax(Node):
    parts: tuple[TypeSyntax, ...]


TypeSyntax = TensorSyntax | NamedSyntax | TupleSyntax


# Expressions -----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Number(Node):
    value: int | float | bool


@dataclass(frozen=True, eq=False)
class Name(Node):
    name: str


@dataclass(frozen=True, eq=False)
class Unary(Node):
    """``-x``, ``not x`` or ``x ^T``."""

    operator: str
    operand: Expression


@dataclass(frozen=True, eq=False)
class Binary(Node):
    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, eq=False)
class Call(Node):
    """``f(a, axis = 1)``, or ``layer.inference(x)`` with a receiver."""

    receiver: Expression | None
    function: str
    arguments: tuple[Expression, ...]
    options: tuple[tuple[str, Expression], ...]


@dataclass(frozen=True, eq=False)
class Field(Node):
    value: Expression
    name: str


@dataclass(frozen=True, eq=False)
class Slice(Node):
    """``a:b`` between brackets."""

    start: Expression | None
    stop: Expression | None


@dataclass(frozen=True, eq=False)
class Index(Node):
    value: Expression
    places: tuple[Expression | Slice, ...]


@dataclass(frozen=True, eq=False)
class Stack(Node):
    """``[a, b]``: equal shapes along a new first axis."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class Tuple(Node):
    parts: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class Reshape(Node):
    """``x as [n x 4]``."""

    value: Expression
    sizes: tuple[SizeExpression, ...]


@dataclass(frozen=True, eq=False)
class If(Node):
    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, eq=False)
class Arm(Node):
    """``Case(a, b) -> value``."""

    case: str
    names: tuple[Name, ...]
    value: Expression


@dataclass(frozen=True, eq=False)
class Match(Node):
    subject: Expression
    arms: tuple[Arm, ...]


Expression = (
    Number | Name | Unary | Binary | Call | Field | Index | Stack | Tuple | Reshape | If | Match
)


# Statements ------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Binding(Node):
    """``a, b = value``."""

    names: tuple[Name, ...]
    value: Expression


@dataclass(frozen=True, eq=False)
class Recurrent(Node):
    """States that each step over the rows of a sequence replaces."""

    states: tuple[tuple[Name, TypeSyntax, Expression], ...]
    collected: Name | None
    step: Name
    sequence: Expression
    backwards: bool
    body: Body


@dataclass(frozen=True, eq=False)
class Body(Node):
    """Statements, and the value of the function or of the step."""

    statements: tuple[Binding | Recurrent, ...]
    value: Expression


# Declarations ----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Parameter(Node):
    name: str
    type: TypeSyntax
    state: Expression | None = None
    """The initial value of a state of ``optimize``."""


@dataclass(frozen=True, eq=False)
class Function(Node):
    name: str
    generics: tuple[Name, ...]
    """Declared shapes of any rank, ``s*``."""
    parameters: tuple[Parameter, ...]
    result: TypeSyntax
    body: Body


@dataclass(frozen=True, eq=False)
class Extern(Node):
    """A function of NNKit, such as ``linalg.inv``, with its type."""

    name: str
    generics: tuple[Name, ...]
    parameters: tuple[Parameter, ...]
    result: TypeSyntax
    path: Name


@dataclass(frozen=True, eq=False)
class NetParameter(Node):
    name: str
    type: TypeSyntax
    initializer: Expression | None


@dataclass(frozen=True, eq=False)
class Net(Node):
    name: str
    sizes: tuple[Name, ...]
    parameters: tuple[NetParameter, ...]
    functions: tuple[Function, ...]


@dataclass(frozen=True, eq=False)
class Struct(Node):
    name: str
    sizes: tuple[Name, ...]
    fields: tuple[Parameter, ...]


@dataclass(frozen=True, eq=False)
class Enum(Node):
    name: str
    sizes: tuple[Name, ...]
    cases: tuple[Struct, ...]


Declaration = Function | Extern | Net | Struct | Enum


@dataclass(frozen=True, eq=False)
class File(Node):
    module: str | None
    imports: tuple[Name, ...]
    declarations: tuple[Declaration, ...]
