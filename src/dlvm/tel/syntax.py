"""The syntax tree of TEL. Each node has its location."""

from __future__ import annotations

from dataclasses import dataclass

from dlvm.diagnostics import Location


@dataclass(frozen=True, eq=False)
class SyntaxNode:
    """A part of a program."""

    location: Location


# Sizes and types -------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class SizeNumber(SyntaxNode):
    value: int


@dataclass(frozen=True, eq=False)
class SizeName(SyntaxNode):
    name: str


@dataclass(frozen=True, eq=False)
class SizeArithmetic(SyntaxNode):
    operator: str
    left: SizeExpression
    right: SizeExpression


SizeExpression = SizeNumber | SizeName | SizeArithmetic


@dataclass(frozen=True, eq=False)
class TensorSyntax(SyntaxNode):
    """``f64[n x 3]``; the element type is ``f32`` if none is written."""

    element: str
    sizes: tuple[SizeExpression, ...]


@dataclass(frozen=True, eq=False)
class NamedSyntax(SyntaxNode):
    """A struct, an enum or a net, such as ``Dense<64, 128>``."""

    name: str
    sizes: tuple[SizeExpression, ...]


@dataclass(frozen=True, eq=False)
class TupleSyntax(SyntaxNode):
    parts: tuple[TypeSyntax, ...]


TypeSyntax = TensorSyntax | NamedSyntax | TupleSyntax


# Expressions -----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Number(SyntaxNode):
    value: int | float | bool


@dataclass(frozen=True, eq=False)
class Name(SyntaxNode):
    name: str


@dataclass(frozen=True, eq=False)
class UnaryExpression(SyntaxNode):
    """``-x``, ``not x`` or ``x ^T``."""

    operator: str
    operand: Expression


@dataclass(frozen=True, eq=False)
class BinaryExpression(SyntaxNode):
    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, eq=False)
class CallExpression(SyntaxNode):
    """``f(a, axis = 1)``, or ``layer.inference(x)`` with a receiver."""

    receiver: Expression | None
    function: str
    arguments: tuple[Expression, ...]
    options: tuple[tuple[str, Expression], ...]


@dataclass(frozen=True, eq=False)
class FieldAccess(SyntaxNode):
    value: Expression
    name: str


@dataclass(frozen=True, eq=False)
class SliceExpression(SyntaxNode):
    """``a:b`` between brackets."""

    start: Expression | None
    stop: Expression | None


@dataclass(frozen=True, eq=False)
class Index(SyntaxNode):
    value: Expression
    places: tuple[Expression | SliceExpression, ...]


@dataclass(frozen=True, eq=False)
class StackExpression(SyntaxNode):
    """``[a, b]``: equal shapes along a new first axis."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class Tuple(SyntaxNode):
    parts: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class Reshape(SyntaxNode):
    """``x as [n x 4]``."""

    value: Expression
    sizes: tuple[SizeExpression, ...]


@dataclass(frozen=True, eq=False)
class IfExpression(SyntaxNode):
    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, eq=False)
class Arm(SyntaxNode):
    """``Case(a, b) -> value``."""

    case: str
    names: tuple[Name, ...]
    value: Expression


@dataclass(frozen=True, eq=False)
class MatchExpression(SyntaxNode):
    subject: Expression
    arms: tuple[Arm, ...]


Expression = (
    Number
    | Name
    | UnaryExpression
    | BinaryExpression
    | CallExpression
    | FieldAccess
    | Index
    | StackExpression
    | Tuple
    | Reshape
    | IfExpression
    | MatchExpression
)


# Statements ------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Binding(SyntaxNode):
    """``a, b = value``."""

    names: tuple[Name, ...]
    value: Expression


@dataclass(frozen=True, eq=False)
class RecurrentExpression(SyntaxNode):
    """A ``recurrent`` expression. Each step over the rows of a sequence replaces its states."""

    states: tuple[tuple[Name, TypeSyntax, Expression], ...]
    collected: Name | None
    step: Name
    sequence: Expression
    backwards: bool
    body: BodySyntax


@dataclass(frozen=True, eq=False)
class BodySyntax(SyntaxNode):
    """Statements, and the value of the function or of the step."""

    statements: tuple[Binding | RecurrentExpression, ...]
    value: Expression


# Declarations ----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Parameter(SyntaxNode):
    name: str
    type: TypeSyntax
    state: Expression | None = None
    """The initial value of a state of ``optimize``."""


@dataclass(frozen=True, eq=False)
class FunctionDeclaration(SyntaxNode):
    name: str
    generics: tuple[Name, ...]
    """Declared shapes of any rank, ``s*``."""
    parameters: tuple[Parameter, ...]
    result: TypeSyntax
    body: BodySyntax


@dataclass(frozen=True, eq=False)
class Extern(SyntaxNode):
    """A function of NNKit, such as ``linalg.inv``, with its type."""

    name: str
    generics: tuple[Name, ...]
    parameters: tuple[Parameter, ...]
    result: TypeSyntax
    path: Name


@dataclass(frozen=True, eq=False)
class NetParameter(SyntaxNode):
    name: str
    type: TypeSyntax
    initializer: Expression | None


@dataclass(frozen=True, eq=False)
class Net(SyntaxNode):
    name: str
    sizes: tuple[Name, ...]
    parameters: tuple[NetParameter, ...]
    functions: tuple[FunctionDeclaration, ...]


@dataclass(frozen=True, eq=False)
class Struct(SyntaxNode):
    name: str
    sizes: tuple[Name, ...]
    fields: tuple[Parameter, ...]


@dataclass(frozen=True, eq=False)
class EnumDeclaration(SyntaxNode):
    name: str
    sizes: tuple[Name, ...]
    cases: tuple[Struct, ...]


Declaration = FunctionDeclaration | Extern | Net | Struct | EnumDeclaration


@dataclass(frozen=True, eq=False)
class FileSyntax(SyntaxNode):
    module: str | None
    imports: tuple[Name, ...]
    declarations: tuple[Declaration, ...]
