"""Parses TEL by recursive descent."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, TypeVar

from dlvm.diagnostics import DiagnosticError, Location, Source, error
from dlvm.ir.types import ElementType
from dlvm.tel import syntax
from dlvm.tel.lexer import TelToken, tokenize
from dlvm.text.parser_base import shorten, suggestion

T = TypeVar("T")

ELEMENTS: Final = frozenset(e.value for e in ElementType if not e.is_complex)

_BINARY: Final = (
    ("or",),
    ("and",),
    ("==", "!=", "<", "<=", ">", ">="),
    ("+", "-"),
    ("*", "/", "."),
)
"""The binary operators of each precedence, the loosest first."""

_DEEPEST: Final = 100
_DECLARATIONS: Final = ("net", "struct", "enum")


def parse(source: Source) -> syntax.FileSyntax:
    """The syntax tree of a file. Raises :class:`DiagnosticError` at the first error."""
    return _Parser(source).file()


def parse_line(source: Source) -> syntax.Binding | syntax.RecurrentExpression | syntax.Expression:
    """The syntax tree of one statement. Raises :class:`DiagnosticError`."""
    parser = _Parser(source)
    statement = parser.statement()
    parser.expect("end", "the end of the line")
    return statement


class _Parser:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.tokens, _ = tokenize(source)
        self.at = 0
        self.depth = 0
        self.brackets = 0

    # Tokens ------------------------------------------------------------------------------------

    @property
    def token(self) -> TelToken:
        return self.tokens[self.at]

    def location(self, start: int) -> Location:
        """The location from an offset to the end of the last token."""
        return Location(self.source, start, max(start, self.tokens[self.at - 1].end))

    def failure(self, expected: str) -> DiagnosticError:
        token = self.token
        found = "the end of the file" if token.kind == "end" else f"'{token.text}'"
        place = Location(self.source, token.start, max(token.end, token.start + 1))
        near = suggestion(token.text, _DECLARATIONS) if "net" in expected else ""
        return error(f"expected {expected}, got {found}{near}", place)

    def accept(self, *kinds: str) -> TelToken | None:
        token = self.token
        if token.kind not in kinds:
            return None
        self.at += 1
        return token

    def expect(self, kind: str, what: str | None = None) -> TelToken:
        token = self.accept(kind)
        if token is None:
            raise self.failure(what or f"'{kind}'")
        return token

    def name(self, what: str) -> syntax.Name:
        token = self.expect("name", what)
        return syntax.Name(Location(self.source, token.start, token.end), token.text)

    def listed(self, close: str, item: Callable[[], T]) -> tuple[T, ...]:
        """Items separated by commas, up to and including ``close``."""
        items: list[T] = []
        self.brackets += 1
        while self.token.kind != close:
            items.append(item())
            if not self.accept(","):
                break
        self.brackets -= 1
        self.expect(close, f"',' or '{close}'")
        return tuple(items)

    def continues(self) -> bool:
        """Whether the next token may continue an expression: a new line ends it, except between
        parentheses or brackets."""
        return self.brackets > 0 or not self.token.after_newline

    # Declarations ------------------------------------------------------------------------------

    def file(self) -> syntax.FileSyntax:
        start = self.token.start
        module = self.name("the name of the module").name if self.accept("module") else None
        imports: list[syntax.Name] = []
        while self.accept("import"):
            imports.append(self.name("the name of a .tel file"))
        declarations: list[syntax.Declaration] = []
        while self.token.kind != "end":
            declarations.append(self.declaration())
        return syntax.FileSyntax(self.location(start), module, tuple(imports), tuple(declarations))

    def declaration(self) -> syntax.Declaration:
        start = self.token.start
        if self.accept("net"):
            return self.net(start)
        if self.accept("struct"):
            return self.struct(start, "struct")
        if self.accept("enum"):
            name, sizes = self.name("the name of the enum").name, self.size_names()
            self.expect("{")
            cases = self.listed("}", lambda: self.struct(self.token.start, "case"))
            return syntax.EnumDeclaration(self.location(start), name, sizes, cases)
        if self.accept("extern"):
            return self.extern(start)
        if self.token.kind == "name":
            return self.function()
        raise self.failure("net, struct, enum, extern or the name of a function")

    def size_names(self) -> tuple[syntax.Name, ...]:
        return self.listed(">", lambda: self.name("a name of a size")) if self.accept("<") else ()

    def struct(self, start: int, what: str) -> syntax.Struct:
        name = self.name(f"the name of the {what}").name
        sizes = self.size_names() if what == "struct" else ()
        opener, close = ("{", "}") if what == "struct" else ("(", ")")
        self.expect(opener)
        fields = self.listed(close, self.parameter)
        return syntax.Struct(self.location(start), name, sizes, fields)

    def net(self, start: int) -> syntax.Net:
        name, sizes = self.name("the name of the net").name, self.size_names()
        self.expect("{")
        parameters: list[syntax.NetParameter] = []
        functions: list[syntax.FunctionDeclaration] = []
        while not self.accept("}"):
            first = self.token.start
            if self.accept("param"):
                parameter = self.name("the name of the parameter").name
                self.expect(":")
                type = self.type()
                initial = self.expression() if self.accept("=") else None
                place = self.location(first)
                parameters.append(syntax.NetParameter(place, parameter, type, initial))
            elif self.token.kind == "name":
                functions.append(self.function())
            else:
                raise self.failure("param, the name of a function or '}'")
        place = self.location(start)
        return syntax.Net(place, name, sizes, tuple(parameters), tuple(functions))

    def function(self) -> syntax.FunctionDeclaration:
        start = self.token.start
        name, generics, parameters, result = self.signature()
        place = self.location(start)
        return syntax.FunctionDeclaration(place, name, generics, parameters, result, self.body())

    def extern(self, start: int) -> syntax.Extern:
        name, generics, parameters, result = self.signature()
        place = self.location(start)
        stated = [p for p in parameters if p.state is not None]
        if stated:
            raise error("only optimize has states", stated[0].location)
        path = syntax.Name(place, name)
        if self.accept("="):
            path = self.name("the name of a function of NNKit")
            while self.accept("field"):
                part = self.name("the name of a function")
                whole = Location(self.source, path.location.start, part.location.end)
                path = syntax.Name(whole, f"{path.name}.{part.name}")
        return syntax.Extern(place, name, generics, parameters, result, path)

    def signature(
        self,
    ) -> tuple[str, tuple[syntax.Name, ...], tuple[syntax.Parameter, ...], syntax.TypeSyntax]:
        """The name, the shapes, the parameters and the result of a function."""
        name = self.name("the name of the function").name
        generics: tuple[syntax.Name, ...] = ()
        if self.accept("<"):
            generics = self.listed(">", self.shape_name)
        self.expect("(")
        parameters = self.listed(")", self.parameter)
        self.expect("->")
        return name, generics, parameters, self.type()

    def shape_name(self) -> syntax.Name:
        name = self.name("a name of a shape, as in s*")
        self.expect("*", "'*': sizes are bound by the arguments, only shapes are declared")
        return name

    def parameter(self) -> syntax.Parameter:
        start = self.token.start
        state = self.accept("state")
        name = self.name("the name of the parameter").name
        self.expect(":")
        type = self.type()
        initial = None
        if state:
            self.expect("=", "'=' and the initial value of the state")
            initial = self.expression()
        return syntax.Parameter(self.location(start), name, type, initial)

    # Types -------------------------------------------------------------------------------------

    def type(self) -> syntax.TypeSyntax:
        start = self.token.start
        if self.accept("("):
            parts = self.listed(")", self.type)
            return syntax.TupleSyntax(self.location(start), parts)
        if self.accept("["):
            sizes = self.sizes()
            return syntax.TensorSyntax(self.location(start), "f32", sizes)
        name = self.name("a type")
        if name.name in ELEMENTS:
            self.expect("[", f"'[' after {name.name}, as in {name.name}[n x 3]")
            sizes = self.sizes()
            return syntax.TensorSyntax(self.location(start), name.name, sizes)
        arguments = self.listed(">", self.size) if self.accept("<") else ()
        return syntax.NamedSyntax(self.location(start), name.name, arguments)

    def sizes(self) -> tuple[syntax.SizeExpression, ...]:
        """Sizes separated by ``x``, up to and including ``]``."""
        if self.accept("]"):
            return ()
        found = [self.size()]
        while self.token.text == "x":
            self.at += 1
            found.append(self.size())
        self.expect("]", "'x' or ']'")
        return tuple(found)

    def size(self) -> syntax.SizeExpression:
        return self.size_operation(("+", "-"), lambda: self.size_operation(("*",), self.size_atom))

    def size_operation(
        self, operators: tuple[str, ...], part: Callable[[], syntax.SizeExpression]
    ) -> syntax.SizeExpression:
        start = self.token.start
        left = part()
        while operator := self.accept(*operators):
            right = part()
            left = syntax.SizeArithmetic(self.location(start), operator.kind, left, right)
        return left

    def size_atom(self) -> syntax.SizeExpression:
        token = self.token
        place = Location(self.source, token.start, token.end)
        if token.kind == "number" and token.text.isdecimal() and len(token.text) < 10:
            self.at += 1
            return syntax.SizeNumber(place, int(token.text))
        if token.kind == "name" and token.text != "x":
            self.at += 1
            return syntax.SizeName(place, token.text)
        if self.accept("?"):
            return syntax.SizeName(place, "?")
        raise self.failure("a size: a number, a name other than x, or '?'")

    # Statements --------------------------------------------------------------------------------

    def body(self) -> syntax.BodySyntax:
        start = self.expect("{").start
        outer, self.brackets = self.brackets, 0
        statements: list[syntax.Binding | syntax.RecurrentExpression] = []
        while True:
            statement = self.statement()
            if not isinstance(statement, syntax.Binding | syntax.RecurrentExpression):
                break
            statements.append(statement)
        self.expect("}", "'}' after the value of the block")
        self.brackets = outer
        return syntax.BodySyntax(self.location(start), tuple(statements), statement)

    def statement(self) -> syntax.Binding | syntax.RecurrentExpression | syntax.Expression:
        start = self.token.start
        if self.accept("recurrent"):
            return self.recurrent(start)
        following = self.at
        names: list[syntax.Name] = []
        while self.tokens[following].kind == "name":
            following += 1
            if self.tokens[following].kind != ",":
                break
            following += 1
        if self.tokens[following].kind == "=" and following > self.at:
            while True:
                names.append(self.name("a name"))
                if not self.accept(","):
                    break
            self.expect("=")
            value = self.expression()
            return syntax.Binding(self.location(start), tuple(names), value)
        value = self.expression()
        if self.token.kind == ",":
            parts = [value]
            while self.accept(","):
                parts.append(self.expression())
            return syntax.Tuple(self.location(start), tuple(parts))
        return value

    def recurrent(self, start: int) -> syntax.RecurrentExpression:
        states: list[tuple[syntax.Name, syntax.TypeSyntax, syntax.Expression]] = []
        while True:
            name = self.name("the name of a state")
            self.expect(":")
            type = self.type()
            self.expect("=", "'=' and the initial value of the state")
            states.append((name, type, self.expression()))
            if not self.accept(","):
                break
        self.expect("over", "',' or over")
        step = self.name("the name of a row of the sequence")
        self.expect("in")
        sequence = self.expression()
        backwards = self.accept("reversed") is not None
        collected = self.name("a name for all states") if self.accept("collect") else None
        place, body = self.location(start), self.body()
        return syntax.RecurrentExpression(
            place, tuple(states), collected, step, sequence, backwards, body
        )

    # Expressions -------------------------------------------------------------------------------

    def expression(self) -> syntax.Expression:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.failure(f"an expression nested at most {_DEEPEST} deep")
        try:
            start = self.token.start
            if self.accept("if"):
                condition = self.expression()
                self.expect("then")
                then = self.expression()
                self.expect("else")
                otherwise = self.expression()
                return syntax.IfExpression(self.location(start), condition, then, otherwise)
            if self.accept("match"):
                subject = self.expression()
                self.expect("{")
                arms = self.listed("}", self.arm)
                return syntax.MatchExpression(self.location(start), subject, arms)
            value = self.binary(0)
            while self.continues() and self.accept("as"):
                self.expect("[")
                value = syntax.Reshape(self.location(start), value, self.sizes())
            return value
        finally:
            self.depth -= 1

    def arm(self) -> syntax.Arm:
        start = self.token.start
        case = self.name("the name of a case").name
        self.expect("(")
        names = self.listed(")", lambda: self.name("a name"))
        place = self.location(start)
        self.expect("->")
        return syntax.Arm(place, case, names, self.expression())

    def binary(self, level: int) -> syntax.Expression:
        if level == len(_BINARY):
            return self.unary()
        start = self.token.start
        left = self.binary(level + 1)
        while self.continues() or self.token.kind != "-":
            operator = self.accept(*_BINARY[level])
            if operator is None:
                break
            right = self.binary(level + 1)
            left = syntax.BinaryExpression(self.location(start), operator.kind, left, right)
        return left

    def unary(self) -> syntax.Expression:
        start = self.token.start
        operators: list[TelToken] = []
        while operator := self.accept("-", "not"):
            operators.append(operator)
            if len(operators) > _DEEPEST:
                raise self.failure(f"at most {_DEEPEST} unary operators")
        value = self.power()
        for operator in reversed(operators):
            value = syntax.UnaryExpression(self.location(start), operator.kind, value)
        return value

    def power(self, depth: int = 1) -> syntax.Expression:
        """Powers associate to the right, and a sign in an exponent applies to the power after
        it."""
        start = self.token.start
        value = self.postfix()
        if not self.accept("^"):
            return value
        if depth > _DEEPEST:
            raise self.failure(f"at most {_DEEPEST} powers")
        sign = self.accept("-")
        exponent = self.power(depth + 1)
        if sign is not None:
            exponent = syntax.UnaryExpression(self.location(sign.start), "-", exponent)
        return syntax.BinaryExpression(self.location(start), "^", value, exponent)

    def postfix(self) -> syntax.Expression:
        start = self.token.start
        value = self.atom()
        while self.continues():
            if self.accept("transpose"):
                value = syntax.UnaryExpression(self.location(start), "^T", value)
            elif self.accept("["):
                places = self.listed("]", self.place)
                value = syntax.Index(self.location(start), value, places)
            elif self.accept("field"):
                name = self.name("the name of a field").name
                if self.token.kind == "(" and self.continues():
                    value = self.call(start, value, name)
                else:
                    value = syntax.FieldAccess(self.location(start), value, name)
            else:
                break
        return value

    def place(self) -> syntax.Expression | syntax.SliceExpression:
        start = self.token.start
        first = None if self.token.kind == ":" else self.expression()
        if not self.accept(":"):
            assert first is not None
            return first
        stop = None if self.token.kind in (",", "]") else self.expression()
        return syntax.SliceExpression(self.location(start), first, stop)

    def call(
        self, start: int, receiver: syntax.Expression | None, function: str
    ) -> syntax.Expression:
        options: list[tuple[str, syntax.Expression]] = []
        arguments: list[syntax.Expression] = []

        def argument() -> None:
            if self.token.kind == "name" and self.tokens[self.at + 1].kind == "=":
                name = self.name("the name of an option").name
                self.expect("=")
                options.append((name, self.expression()))
            elif options:
                raise self.failure("an option, as in axis = 1, after options")
            else:
                arguments.append(self.expression())

        self.expect("(")
        self.listed(")", argument)
        place = self.location(start)
        return syntax.CallExpression(place, receiver, function, tuple(arguments), tuple(options))

    def atom(self) -> syntax.Expression:
        token = self.token
        place = Location(self.source, token.start, token.end)
        if self.accept("number"):
            if math.isinf(float(token.text)):
                raise error(f"{shorten(token.text)} is out of range for f64", place)
            convert = int if token.text.isdecimal() else float
            return syntax.Number(place, convert(token.text))
        if self.accept("true", "false"):
            return syntax.Number(place, token.kind == "true")
        if self.accept("name"):
            if self.token.kind == "(" and self.continues():
                return self.call(token.start, None, token.text)
            return syntax.Name(place, token.text)
        if self.accept("("):
            parts = self.listed(")", self.expression)
            if len(parts) == 1:
                return parts[0]
            return syntax.Tuple(self.location(token.start), parts)
        if self.accept("["):
            parts = self.listed("]", self.expression)
            return syntax.StackExpression(self.location(token.start), parts)
        raise self.failure("an expression")
