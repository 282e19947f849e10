"""Reads the text of MLIR: the generic form of every operation, and the short forms of StableHLO,
CHLO and ``func``.

The short forms are read by one rule for all operations: operands, ``key = value``, words, then the
types. Only ``while``, ``reduce`` and ``slice`` have a rule of their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar, cast

from dlvm.diagnostics import DiagnosticError, Location, Source, error, quantity
from dlvm.ir.types import ERASED, TensorType, TupleType
from dlvm.stablehlo.program import (
    ELEMENTS,
    DenseLiteral,
    Operation,
    Program,
    ProgramFunction,
    Region,
    Type,
    Unsupported,
)
from dlvm.stablehlo.tokens import SourceToken, closing_angle, tokens_of

T = TypeVar("T")

_DEPTH: Final = 200
"""The greatest nesting of regions, lists and types."""


def read(text: str, name: str = "<stablehlo>") -> Program:
    """Reads a module.

    Raises
    ------
    DiagnosticError
        If the text is not MLIR in the forms that JAX and the StableHLO tools write.
    """
    return _ProgramReader(Source(name, text)).program()


class _ProgramReader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.tokens = tokens_of(source)
        self.place = 0
        self.depth = 0
        self.functions: dict[str, ProgramFunction] = {}
        self.name = "stablehlo"

    # Tokens

    @property
    def token(self) -> SourceToken:
        return self.tokens[self.place]

    def location(self, token: SourceToken) -> Location:
        return Location(self.source, token.start, max(token.end, token.start))

    def wrong(self, expected: str) -> DiagnosticError:
        found = f"`{self.token.text}`" if self.token.text else "the end of the text"
        return error(f"expected {expected}, got {found}", self.location(self.token))

    def next(self) -> SourceToken:
        token = self.token
        if token.kind != "end":
            self.place += 1
        return token

    def at(self, *texts: str) -> bool:
        return self.token.text in texts and self.token.kind != "string"

    def take(self, text: str) -> bool:
        if self.at(text):
            self.next()
            return True
        return False

    def expect(self, text: str) -> SourceToken:
        if not self.at(text):
            raise self.wrong(f"`{text}`")
        return self.next()

    def kind(self, kind: str, what: str, first: str = "") -> str:
        if self.token.kind != kind or not self.token.text.startswith(first):
            raise self.wrong(what)
        return self.next().text

    def listed(self, item: Callable[[], T], end: str) -> list[T]:
        """Items separated by commas up to ``end``, which is consumed."""
        self.depth += 1
        if self.depth > _DEPTH:
            raise error(f"nesting must be at most {_DEPTH}", self.location(self.token))
        items: list[T] = []
        while not self.take(end):
            items.append(item())
            if not self.at(end):
                self.expect(",")
        self.depth -= 1
        return items

    # Modules and functions

    def program(self) -> Program:
        if self.token.kind == "end":
            raise self.wrong("a module or a function")
        while self.token.kind != "end":
            self.top()
        if not self.functions:
            raise error("expected a function, got an empty module", self.location(self.token))
        return Program(self.name, self.functions)

    def top(self) -> None:
        """A module, a function, or an alias of an attribute."""
        if self.token.kind == "alias":
            self.next()
            self.expect("=")
            self.attribute()
        elif self.take("module"):
            if self.token.text.startswith("@"):
                self.name = _symbol(self.next().text)
            if self.take("attributes"):
                self.dictionary()
            self.expect("{")
            while not self.take("}"):
                self.top()
            self.skip_location()
        elif self.at("func.func"):
            self.function()
        elif self.at("sdy.mesh"):  # It names devices, for the shardings that are ignored.
            self.next()
            while not self.token.begins_line:
                self.next()
        elif self.token.kind == "string":
            operation = self.operation()
            self.generic_top(operation)
        else:
            raise self.wrong("a module or a function")

    def generic_top(self, operation: Operation) -> None:
        """A module or a function in the generic form."""
        given = operation.attributes
        if operation.name == "builtin.module":
            self.name = given.get("sym_name", self.name)
            for inner in operation.regions[0].operations if operation.regions else ():
                self.generic_top(inner)
        elif operation.name == "func.func" and operation.regions and "function_type" in given:
            kind = given["function_type"]
            results = cast("Sequence[Type]", kind[1]) if isinstance(kind, tuple) else ()
            self.declare(given.get("sym_name", "main"), operation.regions[0], results, operation)
        else:
            raise error(
                f"expected a module or a function, got {operation.name}", operation.location
            )

    def declare(
        self, name: str, body: Region, results: Sequence[Type], at: Operation | None, *where: Any
    ) -> None:
        location = at.location if at else where[0]
        if name in self.functions:
            raise error(f"function @{name} is defined twice", location)
        self.functions[name] = ProgramFunction(name, body, results, location)

    def function(self) -> None:
        start = self.next()
        while self.token.kind == "word":
            self.next()
        name = _symbol(self.kind("value", "the function's name", "@"))
        self.expect("(")
        arguments = self.listed(self.argument, ")")
        results: list[Type] = []
        if self.take("->"):
            results = self.listed(self.result, ")") if self.take("(") else [self.type()]
        if self.take("attributes"):
            self.dictionary()
        self.expect("{")
        body = Region(arguments, self.body())
        self.skip_location()
        self.declare(name, body, results, None, self.location(start))

    def argument(self) -> tuple[str, Type]:
        name = self.kind("value", "an argument", "%")
        self.expect(":")
        return name, self.result()

    def result(self) -> Type:
        found = self.type()
        if self.at("{"):
            self.dictionary()
        self.skip_location()
        return found

    def skip_location(self) -> None:
        if self.at("loc"):
            self.next()
            self.expect("(")
            depth = 1
            while depth:
                if self.token.kind == "end":
                    raise self.wrong("`)`")
                depth += {"(": 1, ")": -1}.get(self.next().text, 0)

    def skip_angles(self) -> None:
        end = closing_angle(self.source.text, self.token.start)
        self.next()
        while self.token.start < end:
            self.next()

    # Operations

    def body(self) -> list[Operation]:
        """Operations up to the closing brace, which is consumed."""
        self.depth += 1
        if self.depth > _DEPTH:
            raise error(f"nesting must be at most {_DEPTH}", self.location(self.token))
        operations: list[Operation] = []
        while not self.take("}"):
            operations.append(self.operation())
        self.depth -= 1
        return operations

    def region(self) -> Region:
        self.expect("{")
        arguments: list[tuple[str, Type]] = []
        if self.token.text.startswith("^"):
            self.next()
            if self.take("("):
                arguments = self.listed(self.argument, ")")
            self.expect(":")
        return Region(arguments, self.body())

    def operation(self) -> Operation:
        results: list[str] = []
        while self.token.kind == "value" and self.token.text.startswith("%"):
            name = self.next().text
            if self.take(":"):
                count = int(self.kind("number", "the number of results"))
                if not 0 < count <= 10_000:
                    raise self.wrong("at most 10000 results")
                results += [f"{name}#{n}" for n in range(count)]
            else:
                results.append(name)
            if not self.take(","):
                self.expect("=")
                break
        start = self.token
        if start.kind not in ("word", "string") or (not results and start.text == "loc"):
            raise self.wrong("an operation")
        operation = Operation(_unquoted(self.next().text), self.location(start), results)
        if start.kind == "string":
            self.generic(operation)
        elif operation.name.rpartition(".")[2] == "while":
            self.while_(operation)
        elif operation.name == "func.func":
            raise error("expected an operation, got a nested function", operation.location)
        else:
            self.short(operation)
        self.skip_location()
        if results and len(operation.types) > len(results):
            # The short form of select lists the types of operands; the last one is the result's.
            operation.types = operation.types[-len(results) :]
        return operation

    def generic(self, operation: Operation) -> None:
        """Reads the rest of an operation in the generic form, which exists for all operations."""
        self.expect("(")
        operation.operands = self.listed(lambda: self.kind("value", "an operand", "%"), ")")
        if self.take("<"):
            operation.attributes |= self.dictionary()
            self.expect(">")
        if self.take("("):
            operation.regions = self.listed(self.region, ")")
        if self.at("{"):
            operation.attributes |= self.dictionary()
        self.expect(":")
        operation.operand_types, operation.types = self.signature()

    def short(self, operation: Operation) -> None:
        """Reads the rest of an operation in the short form: operands, named attributes and words in
        any order, then the types."""
        while not self.at(":", "}", "loc") and not self.begins_operation():
            self.part(operation)
            if operation.words and isinstance(operation.words[-1], DenseLiteral):
                break  # The type of a constant is that of its elements.
        if operation.words and isinstance(operation.words[-1], DenseLiteral):
            operation.attributes["value"] = operation.words.pop()
        if self.take(":"):
            operation.operand_types, operation.types = self.signature()
        if self.at("{"):
            operation.attributes |= self.dictionary()
        value = operation.attributes.get("value")
        if not operation.types and isinstance(value, DenseLiteral):
            operation.types = [value.type]
        if operation.name == "stablehlo.reduce":
            self.reducer(operation)

    def begins_operation(self) -> bool:
        """Whether the token begins a line that does not continue the operation."""
        token = self.token
        if token.kind == "end" or not token.begins_line:
            return token.kind == "end"
        continues = self.tokens[self.place - 1].text in (",", "=", "(", "x", "->")
        continues = continues or token.text in ("(", "[", "{", "<", ",", "applies", "across")
        named = token.kind == "word" and self.tokens[self.place + 1].text == "="
        return not continues and not named

    def part(self, operation: Operation) -> None:
        token = self.token
        if token.kind == "value" and token.text[0] == "%":
            operation.operands.append(self.next().text)
        elif token.kind == "value" and token.text[0] == "@":
            operation.attributes["callee"] = _symbol(self.next().text)
        elif self.at("{") and self.tokens[self.place + 1].text.startswith("^"):
            operation.regions.append(self.region())
        elif self.at("{"):
            operation.attributes |= self.dictionary()
        elif self.at("[") and operation.name == "stablehlo.slice":
            self.next()
            operation.attributes["ranges"] = self.listed(self.range, "]")
        elif self.at("(", ")", ","):
            self.next()
        elif self.at("<") and operation.name.startswith("sdy."):
            self.skip_angles()
        elif token.kind == "word" and self.tokens[self.place + 1].text == "=":
            key = self.next().text
            self.next()
            operation.attributes[key] = self.joined()
        elif self.take("init"):
            self.expect(":")
        elif self.take("inits"):
            operation.attributes["input_count"] = len(operation.operands)
        elif self.take("applies"):
            operation.attributes["applies"] = self.kind("word", "an operation")
        else:
            operation.words.append(self.joined())

    def joined(self) -> Any:
        """A value, or several as in ``[0] x [1]`` or ``[b, f]x[o, i]->[b, f]``."""
        values = [self.attribute()]
        while not self.token.begins_line and self.at("x", "->"):
            self.next()
            values.append(self.attribute())
        return values[0] if len(values) == 1 else tuple(values)

    def range(self) -> list[int]:
        parts = [int(self.kind("number", "an index"))]
        while self.take(":"):
            parts.append(int(self.kind("number", "an index")))
        return parts

    def while_(self, operation: Operation) -> None:
        self.expect("(")

        def entry() -> tuple[str, str]:
            name = self.kind("value", "an argument", "%")
            self.expect("=")
            return name, self.kind("value", "an operand", "%")

        entries = self.listed(entry, ")")
        operation.operands = [value for _, value in entries]
        if self.take(":"):
            operation.operand_types, operation.types = self.signature()
        if self.take("attributes"):
            operation.attributes |= self.dictionary()
        if len(operation.types) != len(entries):
            raise error(
                f"while has {quantity(len(entries), 'operand')}, "
                f"but {quantity(len(operation.types), 'type')}",
                operation.location,
            )
        names = [name for name, _ in entries]
        arguments = list(zip(names, operation.types, strict=True))
        for word in ("cond", "do"):
            self.expect(word)
            self.expect("{")
            operation.regions.append(Region(arguments, self.body()))

    def reducer(self, operation: Operation) -> None:
        operation.operands = [*operation.operands[::2], *operation.operands[1::2]]
        if self.take("reducer"):
            pairs: list[list[tuple[str, Type]]] = []
            while self.take("("):
                pairs.append(self.listed(self.argument, ")"))
            if not pairs or any(len(pair) != 2 for pair in pairs):
                raise self.wrong("pairs of arguments")
            self.expect("{")
            arguments = [pair[side] for side in (0, 1) for pair in pairs]
            operation.regions = [Region(arguments, self.body())]
        elif "applies" in operation.attributes and operation.types:
            kind = operation.types[0]
            scalar = TensorType((), kind.element) if isinstance(kind, TensorType) else kind
            name, where = operation.attributes["applies"], operation.location
            apply = Operation(name, where, ["%2"], ["%0", "%1"], types=[scalar])
            done = Operation("stablehlo.return", where, (), ["%2"])
            operation.regions = [Region([("%0", scalar), ("%1", scalar)], [apply, done])]

    # Types

    def signature(self) -> tuple[Sequence[Type], Sequence[Type]]:
        """The types of operands and results after the colon."""
        if self.take("("):
            operands = self.listed(self.type, ")")
            return operands, self.arrow()
        types = [self.type()]
        while self.take(","):
            types.append(self.type())
        if self.at("->"):
            return types, self.arrow()
        return types, types

    def arrow(self) -> Sequence[Type]:
        self.expect("->")
        return self.listed(self.type, ")") if self.take("(") else [self.type()]

    def type(self) -> Type:
        token = self.token
        if token.kind == "type":
            return _type(self.next().text)
        if token.kind == "word" and token.text in ELEMENTS:
            self.next()
            return TensorType((), ELEMENTS[token.text])
        if token.kind == "word" and re.fullmatch("[a-z]+[0-9A-Za-z]*", token.text):
            self.next()
            return Unsupported(token.text)
        raise self.wrong("a type")

    # Attributes

    def dictionary(self) -> dict[str, Any]:
        self.expect("{")
        return dict(self.listed(self.entry, "}"))

    def entry(self) -> tuple[str, Any]:
        if self.token.kind not in ("word", "string"):
            raise self.wrong("the name of an attribute")
        key = _unquoted(self.next().text)
        return key, self.joined() if self.take("=") else True

    def attribute(self) -> Any:
        token = self.token
        if token.kind == "number":
            self.next()
            self.annotation()
            return float(token.text) if set(token.text) & set(".e") else int(token.text, 0)
        if token.kind == "string":
            self.next()
            self.annotation()
            return _unquoted(token.text)
        if token.kind == "type":
            return self.type()
        if token.kind == "alias":
            return self.dialect()
        if self.take("<"):
            return self.parameters()
        if token.kind == "value" and token.text[0] == "@":
            return _symbol(self.next().text)
        if self.take("["):
            return self.listed(self.joined, "]")
        if self.at("{"):
            return self.dictionary()
        if self.at("("):
            return self.signature()
        if token.kind == "word":
            return self.word()
        raise self.wrong("an attribute")

    def annotation(self) -> None:
        """Reads the type after a number. A colon before the types of an operation is not
        consumed."""
        if self.at(":") and self.tokens[self.place + 1].text in ELEMENTS:
            self.place += 2

    def word(self) -> Any:
        word = self.next().text
        if word in ("true", "false"):
            return word == "true"
        if word == "loc":
            self.place -= 1
            self.skip_location()
            return None
        if word == "dense":
            self.expect("<")
            elements: Any = [] if self.at(">") else self.elements()
            self.expect(">")
            self.expect(":")
            return DenseLiteral(elements, self.type())
        if word == "array":
            self.expect("<")
            self.type()
            if self.take(">"):
                return []
            self.expect(":")
            return self.listed(self.attribute, ">")
        return word

    def elements(self) -> Any:
        if self.take("["):
            return self.listed(self.elements, "]")
        if self.take("("):
            return tuple(self.listed(self.elements, ")"))
        if self.token.kind in ("number", "string") or self.at("true", "false"):
            return self.next().text
        raise self.wrong("an element")

    def dialect(self) -> Any:
        """``#stablehlo<precision DEFAULT>`` or ``#stablehlo.gather<offset_dims = [1], …>``."""
        name = self.next().text
        if not self.at("<"):
            return None
        if not name.startswith(("#stablehlo", "#chlo", "#mhlo")):
            # Other dialects annotate operations, for example with shardings.
            self.skip_angles()
            return None
        self.next()
        return self.parameters()

    def parameters(self) -> Any:
        """The parameters of an attribute up to ``>``, which is consumed."""
        if self.token.kind == "word" and self.tokens[self.place + 1].text != "=":
            self.next()
            value = self.attribute()
            self.expect(">")
            return value
        if self.at("["):
            value = self.joined()
            self.expect(">")
            return value
        return dict(self.listed(self.entry, ">"))


def _symbol(text: str) -> str:
    return text[1:].strip('"')


def _unquoted(text: str) -> str:
    return text[1:-1] if text.startswith('"') else text


_TOKEN_TYPES: Final = ("!stablehlo.token", "!mhlo.token")
"""Tokens order effects. Here they are empty tuples."""


def _type(text: str) -> Type:
    if text in _TOKEN_TYPES:
        return TupleType(())
    if text.startswith("tuple<"):
        parts = [_type(part) for part in _parts(text[6:-1])]
        missing = next((part for part in parts if isinstance(part, Unsupported)), None)
        return missing or TupleType(
            tuple(part for part in parts if not isinstance(part, Unsupported))
        )
    match = re.fullmatch(r"tensor<((?:(?:\d+|\?)x)*)(\w+(?:<\w+>)?)(?:,[^<>]*(?:<.*>)?)?>", text)
    if match is None or match[2] not in ELEMENTS:
        return Unsupported(text)
    sizes = match[1].split("x")[:-1]
    shape = tuple(ERASED if size == "?" else int(size) for size in sizes)
    return TensorType(shape, ELEMENTS[match[2]])


def _parts(text: str) -> list[str]:
    """Splits a list of types at the commas outside of angle brackets."""
    parts: list[str] = [""]
    depth = 0
    for character in text:
        depth += {"<": 1, ">": -1}.get(character, 0)
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]
