"""The names, completions and documentation of ``.tel`` files."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from inspect import getdoc
from pathlib import Path
from typing import Final

from dlvm.diagnostics import DiagnosticError, Source, error
from dlvm.language_server.symbols import Candidate, Language, Occurrence, Report, SymbolKey, Symbols
from dlvm.tel import syntax
from dlvm.tel.builtins import BUILTINS
from dlvm.tel.checker import INITIALIZERS, ReadText, check_partly, imported_files, read_text
from dlvm.tel.formatter import format_text
from dlvm.tel.lexer import KEYWORDS, tokenize
from dlvm.tel.parser import ELEMENTS, parse
from dlvm.tel.types import show

_MODULES: Final = {
    "_k": "dlvm.nnkit",
    "_functions": "dlvm.nn.functions",
    "_losses": "dlvm.nn.losses",
}


def read_symbols(source: Source, read: ReadText = read_text) -> Symbols | None:
    """Finds the names of a program, or None if it does not parse."""
    imports: set[str] = set()

    def recorded(path: Path) -> str:
        imports.add(str(path))
        return read(path)

    try:
        file = parse(source)
    except DiagnosticError:
        return None
    files: list[tuple[Source, syntax.FileSyntax]] = []
    with suppress(DiagnosticError):
        # Those before a file that does not parse are known.
        files.extend(imported_files(source, file, recorded))
    declarations = [d for _, known in (*files, (source, file)) for d in known.declarations]
    symbols = _resolved(source, file, declarations)
    symbols.imported = [_resolved(other, known, declarations) for other, known in files]
    symbols.imports = imports
    return symbols


def _resolved(
    source: Source, file: syntax.FileSyntax, declarations: Sequence[syntax.Declaration]
) -> Symbols:
    """The names of a file, which may use the declarations of other files."""
    tokens, _ = tokenize(source)
    names = [(t.start, t.text) for t in tokens if t.kind == "name"]
    program = _NameResolution(Symbols(source), names)
    program.read(file, declarations)
    return program.symbols


def importing(source: Source, read: ReadText) -> Iterator[tuple[Source, Symbols | None]]:
    """The files of the folder that import a file, and their names."""
    own = Path(source.name)
    for path in sorted(own.parent.glob("*.tel")):
        try:
            text = read(path) if path != own else ""
        except (OSError, ValueError):
            continue
        if not re.search(r"\bimport\b", text):
            continue
        other = Source(str(path), text)
        symbols = read_symbols(other, read)
        if symbols is not None and str(own) in symbols.imports:
            yield other, symbols
        elif symbols is None and re.search(rf"\bimport\s+{re.escape(own.stem)}\b", text):
            yield other, None


@dataclass
class _KnownNames:
    """The names that are known in a part of a function: values, each with its struct, enum or net,
    and sizes."""

    scope: str
    values: dict[str, tuple[SymbolKey, str | None]] = field(
        default_factory=dict[str, "tuple[SymbolKey, str | None]"]
    )
    sizes: dict[str, SymbolKey] = field(default_factory=dict[str, SymbolKey])
    net: str = ""

    def inner(self, scope: str) -> _KnownNames:
        return _KnownNames(scope, dict(self.values), self.sizes, self.net)


@dataclass
class _NameResolution:
    """Resolves the names of a file."""

    symbols: Symbols
    names: Sequence[tuple[int, str]]
    """The offsets and texts of all names."""
    functions: dict[SymbolKey, str | None] = field(default_factory=dict[SymbolKey, "str | None"])
    """The functions of the program, with the struct, enum or net that each returns."""
    fields: dict[SymbolKey, str | None] = field(default_factory=dict[SymbolKey, "str | None"])
    types: set[str] = field(default_factory=set[str])
    parts: int = 0

    def read(self, file: syntax.FileSyntax, declarations: Sequence[syntax.Declaration]) -> None:
        for declaration in declarations:
            self.declare(declaration)
        for name in file.imports:
            self.add(name.location.start, SymbolKey("file", "", name.name), True)
        for declaration in file.declarations:
            self.declaration(declaration)

    # Names -------------------------------------------------------------------------------------

    def add(self, start: int, key: SymbolKey, defines: bool = False) -> None:
        self.symbols.occurrences.append(Occurrence(start, start + len(key.name), key, defines))

    def place(self, start: int, name: str) -> int:
        """The offset of a name at or after an offset."""
        index = bisect_left(self.names, (start, ""))
        while index < len(self.names) and self.names[index][1] != name:
            index += 1
        return self.names[index][0] if index < len(self.names) else start

    def declare(self, declaration: syntax.Declaration) -> None:
        """Records a declaration that the rest of the file may use."""
        name = declaration.name
        match declaration:
            case syntax.FunctionDeclaration() | syntax.Extern():
                self.functions[SymbolKey("function", "", name)] = _named(declaration.result)
                return
            case syntax.Net():
                for function in declaration.functions:
                    self.functions[SymbolKey("function", name, function.name)] = _named(
                        function.result
                    )
                parts: Sequence[syntax.Parameter | syntax.NetParameter] = declaration.parameters
            case syntax.Struct():
                parts = declaration.fields
            case syntax.EnumDeclaration():
                parts = ()
                for case in declaration.cases:
                    self.functions[SymbolKey("case", "", case.name)] = name
        self.types.add(name)
        for part in parts:
            self.fields[SymbolKey("field", name, part.name)] = _named(part.type)

    # Declarations ------------------------------------------------------------------------------

    def declaration(self, node: syntax.Declaration) -> None:
        start, end = node.location.start, node.location.end
        match node:
            case syntax.FunctionDeclaration() | syntax.Extern():
                self.function(node, None)
                return
            case syntax.Net():
                parts: Sequence[syntax.Parameter | syntax.NetParameter] = node.parameters
            case syntax.Struct():
                parts = node.fields
            case syntax.EnumDeclaration():
                parts = ()
        self.add(self.place(start, node.name), SymbolKey("type", "", node.name), True)
        self.symbols.scopes.append((start, end, node.name))
        names = _KnownNames(node.name)
        for size in node.sizes:
            names.sizes[size.name] = SymbolKey("size", node.name, size.name)
            self.add(size.location.start, names.sizes[size.name], True)
        for part in parts:
            self.field(node.name, part, names)
        if isinstance(node, syntax.Net):
            for function in node.functions:
                self.function(function, node)
        if isinstance(node, syntax.EnumDeclaration):
            for case in node.cases:
                place = self.place(case.location.start, case.name)
                self.add(place, SymbolKey("case", "", case.name), True)
                for part in case.fields:
                    self.field(case.name, part, names)

    def field(
        self, owner: str, part: syntax.Parameter | syntax.NetParameter, names: _KnownNames
    ) -> None:
        place = self.place(part.location.start, part.name)
        self.add(place, SymbolKey("field", owner, part.name), True)
        self.type(part.type, names)

    def function(
        self, node: syntax.FunctionDeclaration | syntax.Extern, net: syntax.Net | None
    ) -> None:
        owner = net.name if net else ""
        scope = f"{owner}.{node.name}" if net else f"{node.name}()"
        start = node.location.start
        self.add(self.place(start, node.name), SymbolKey("function", owner, node.name), True)
        body = node.body if isinstance(node, syntax.FunctionDeclaration) else None
        self.symbols.scopes.append((start, (body or node).location.end, scope))
        names = _KnownNames(scope, net=owner)
        if net:
            names.sizes = {n.name: SymbolKey("size", owner, n.name) for n in net.sizes}
            for part in net.parameters:
                names.values[part.name] = SymbolKey("field", owner, part.name), _named(part.type)
        for generic in node.generics:
            names.sizes[generic.name] = SymbolKey("size", scope, generic.name)
            self.add(generic.location.start, names.sizes[generic.name], True)
        for part in node.parameters:
            self.type(part.type, names)
            key = SymbolKey("value", scope, part.name)
            names.values[part.name] = key, _named(part.type)
            self.symbols.anchors[part.location.start] = key
            self.add(self.place(part.location.start, part.name), key, True)
        self.type(node.result, names)
        if body is not None:
            self.body(body, names)

    def type(self, node: syntax.TypeSyntax, names: _KnownNames) -> None:
        match node:
            case syntax.TensorSyntax(_, _, sizes):
                self.sizes(sizes, names)
            case syntax.NamedSyntax(location, name, sizes):
                self.add(location.start, SymbolKey("type", "", name))
                self.sizes(sizes, names)
            case syntax.TupleSyntax(_, parts):
                for part in parts:
                    self.type(part, names)

    def sizes(self, sizes: Sequence[syntax.SizeExpression], names: _KnownNames) -> None:
        for size in sizes:
            match size:
                case syntax.SizeName(location, name) if name != "?":
                    known = names.sizes.get(name)
                    key = known or SymbolKey("size", names.scope, name)
                    names.sizes[name] = key
                    self.add(location.start, key, known is None)
                case syntax.SizeArithmetic(_, _, left, right):
                    self.sizes((left, right), names)
                case _:
                    pass

    # Statements and expressions ----------------------------------------------------------------

    def bind(self, name: syntax.Name, names: _KnownNames, type: str | None, *, hint: bool) -> None:
        key = SymbolKey("value", names.scope, name.name)
        names.values[name.name] = key, type
        self.symbols.anchors[name.location.start] = key
        self.add(name.location.start, key, True)
        if hint:
            self.symbols.hints.append((name.location.end, key))

    def part(self, names: _KnownNames, start: int, end: int) -> _KnownNames:
        """Begins a part of a function, from ``start`` to ``end``, that has local names; returns its
        names, initially those that are known outside."""
        self.parts += 1
        inner = names.inner(f"{names.scope}/{self.parts}")
        self.symbols.scopes.append((start, end, inner.scope))
        return inner

    def body(self, body: syntax.BodySyntax, names: _KnownNames) -> None:
        for statement in body.statements:
            if isinstance(statement, syntax.Binding):
                type = self.expression(statement.value, names)
                for name in statement.names:
                    self.bind(name, names, type, hint=True)
            else:
                self.recurrent(statement, names)
        self.expression(body.value, names)

    def recurrent(self, node: syntax.RecurrentExpression, names: _KnownNames) -> None:
        self.expression(node.sequence, names)
        for name, type, start in node.states:
            self.type(type, names)
            self.expression(start, names)
            self.bind(name, names, _named(type), hint=False)
        inner = self.part(names, node.location.start, node.body.location.end)
        self.bind(node.step, inner, None, hint=True)
        self.body(node.body, inner)
        if node.collected is not None:
            self.bind(node.collected, names, None, hint=True)

    def expression(
        self, node: syntax.Expression | syntax.SliceExpression, names: _KnownNames
    ) -> str | None:
        """Resolves the names of an expression; returns the struct, enum or net that it denotes."""
        match node:
            case syntax.Name(location, name):
                key, type = names.values.get(name, (names.sizes.get(name), None))
                if key is not None:
                    self.add(location.start, key)
                return type
            case syntax.CallExpression():
                return self.call(node, names)
            case syntax.FieldAccess(_, value, name):
                owner = self.expression(value, names)
                key = SymbolKey("field", owner or "", name)
                if key in self.fields:
                    self.add(self.place(value.location.end, name), key)
                return self.fields.get(key)
            case syntax.MatchExpression(_, subject, arms):
                self.expression(subject, names)
                for arm in arms:
                    self.add(arm.location.start, SymbolKey("case", "", arm.case))
                    inner = self.part(names, arm.location.start, arm.value.location.end)
                    for name in arm.names:
                        self.bind(name, inner, None, hint=False)
                    self.expression(arm.value, inner)
            case syntax.Reshape(_, value, sizes):
                self.expression(value, names)
                self.sizes(sizes, names)
            case syntax.Index(_, value, places):
                self.expression(value, names)
                for place in places:
                    self.expression(place, names)
            case syntax.IfExpression(_, condition, then, otherwise):
                self.expression(condition, names)
                self.expression(then, names)
                return self.expression(otherwise, names)
            case _:
                for part in _parts(node):
                    self.expression(part, names)
        return None

    def call(self, node: syntax.CallExpression, names: _KnownNames) -> str | None:
        name, start = node.function, node.location.start
        keys = [
            SymbolKey("function", names.net, name),
            SymbolKey("function", "", name),
            SymbolKey("case", "", name),
        ]
        if node.receiver is not None:
            owner = self.expression(node.receiver, names)
            start = self.place(node.receiver.location.end, name)
            keys = [SymbolKey("function", owner or "", name)] if owner else []
        elif name in self.types:
            self.add(start, SymbolKey("type", "", name))
        known = next((key for key in keys if key in self.functions), None)
        if known is not None:
            self.add(start, known)
        arguments = list(node.arguments)
        if name == "map" and arguments and isinstance(arguments[0], syntax.Name):
            first = arguments.pop(0)
            assert isinstance(first, syntax.Name)
            for scope in (names.net, ""):
                if (key := SymbolKey("function", scope, first.name)) in self.functions:
                    self.add(first.location.start, key)
                    break
        for argument in (*arguments, *(value for _, value in node.options)):
            self.expression(argument, names)
        return self.functions.get(known) if known else name if name in self.types else None


def _parts(node: syntax.Expression | syntax.SliceExpression) -> Iterator[syntax.Expression]:
    match node:
        case syntax.UnaryExpression(_, _, operand):
            yield operand
        case syntax.BinaryExpression(_, _, left, right):
            yield from (left, right)
        case syntax.StackExpression(_, parts) | syntax.Tuple(_, parts):
            yield from parts
        case syntax.SliceExpression(_, start, stop):
            yield from (part for part in (start, stop) if part is not None)
        case _:
            return


def _named(type: syntax.TypeSyntax) -> str | None:
    return type.name if isinstance(type, syntax.NamedSyntax) else None


def check(source: Source, symbols: Symbols | None, read: ReadText) -> Report:
    """Checks a program, and reports the types of its names."""
    try:
        program, errors = check_partly(source, read)
    except DiagnosticError as failure:
        return Report(failure.diagnostics)
    assert symbols is not None
    types: dict[SymbolKey, str] = {}
    for place, type in program.bound.items():
        key = symbols.anchors.get(place.start) if place.source is source else None
        if key is not None:
            types[key] = show(type)
    for owner, fields in program.declared.fields.items():
        types |= {SymbolKey("field", owner, name): show(type) for name, type in fields.items()}
    return Report(errors, types)


def words(before: str) -> Iterator[Candidate]:
    """Yields completions after the text ``before`` on a line: built-in functions, initializers,
    element types and keywords; nothing after a period."""
    if re.search(r"\w\.\w*$", before):
        return
    if re.search(r"\bparam\b.*=\s*\w*$", before):
        yield from (Candidate(name, "builtin", "initializer") for name in INITIALIZERS)
        return
    for name, builtin in BUILTINS.items():
        options = "".join(f", {option} = …" for option in builtin.options)
        count = (
            "…" if builtin.arity[0] != builtin.arity[1] else ", ".join("xyz"[: builtin.arity[0]])
        )
        yield Candidate(name, "builtin", f"{name}({count}{options})")
    yield Candidate("map", "builtin", "map(f, rows)")
    yield from (Candidate(word, "keyword") for word in sorted(KEYWORDS))
    yield from (Candidate(element, "keyword", "element type") for element in sorted(ELEMENTS))


def documentation(word: str) -> str | None:
    """The documentation of a built-in function, which is that of its function in NNKit."""
    builtin = BUILTINS.get(word)
    if builtin is None:
        return None
    module, _, name = builtin.function.rpartition(".")
    if module:
        function = getattr(import_module(_MODULES[module]), name)
    else:
        function = getattr(import_module("dlvm.tel.runtime"), name.removeprefix("_"))
    detail = next(c.detail for c in words("") if c.text == word)
    return f"```tel\n{detail}\n```\n{(getdoc(function) or '').replace('``', '`')}"


def check_name(key: SymbolKey, name: str) -> None:
    """Checks the new name of an entity."""
    if key.kind == "file":
        raise error("an import has the name of its file; to rename it, rename the file")
    if not re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII):
        raise error(f"a {key.kind} must be named by letters, digits and _, got {name}")
    if name in KEYWORDS or name in BUILTINS or name in ELEMENTS or name == "map":
        raise error(f"{name} has a meaning in the language, choose another name")


LANGUAGE: Final = Language(
    "tel", read_symbols, importing, check, words, documentation, format_text, r"\w*$", check_name
)
