"""Checks the declarations of a program and translates them to Python text for NNKit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from dlvm.diagnostics import Diagnostic, DiagnosticError, Location, Note, Source, error, quantity
from dlvm.files import unreadable
from dlvm.ir.polynomial import Size
from dlvm.tel import syntax
from dlvm.tel.builtins import BUILTINS
from dlvm.tel.expressions import (
    CallSignature,
    Declared,
    Expressions,
    ExpressionScope,
    bind,
    broadcast_to,
    python_name,
    type_of,
)
from dlvm.tel.parser import ELEMENTS, parse
from dlvm.tel.types import (
    Bindings,
    TelNamed,
    TelTensor,
    TelTuple,
    ValueType,
    name_set,
    show,
    single_name,
    sizes_in,
    symbol,
)
from dlvm.tel.values import CheckedExpression, check_range
from dlvm.text.parser_base import suggestion

INITIALIZERS = ("glorot", "he", "lecun", "orthogonal", "normal", "uniform")

_Lines = list[tuple[str, Location | None]]

ReadText = Callable[[Path], str]
"""Reads a file. Raises :class:`OSError` or :class:`ValueError` if it cannot be read."""


def read_text(path: Path) -> str:
    """The text of a file on disk."""
    return path.read_text(encoding="utf-8")


@dataclass
class CheckedProgram:
    """A checked program."""

    source: Source
    declarations: list[syntax.Declaration]
    declared: Declared
    lines: _Lines = field(default_factory=list[tuple[str, "Location | None"]])
    """The Python text, each line with the part of the program that it translates."""
    bound: dict[Location, ValueType] = field(default_factory=dict[Location, ValueType])
    """The type of each name that a function binds."""

    @property
    def nets(self) -> list[syntax.Net]:
        return [d for d in self.declarations if isinstance(d, syntax.Net)]


def check(source: Source) -> CheckedProgram:
    """Checks the names, types and shapes of a program and of the files that it imports.

    Raises :class:`DiagnosticError` with the first error of each function.
    """
    program, errors = check_partly(source)
    if errors:
        raise DiagnosticError(errors)
    return program


def check_partly(
    source: Source, read: ReadText = read_text
) -> tuple[CheckedProgram, list[Diagnostic]]:
    """Checks as much of a program as possible, and returns the first error of each function.

    Raises :class:`DiagnosticError` if the program or a file that it imports does not parse.
    """
    file = parse(source)
    imported = imported_files(source, file, read)
    declarations = [d for _, other in imported for d in other.declarations]
    program = CheckedProgram(source, [*declarations, *file.declarations], Declared())
    errors: list[Diagnostic] = []
    _declare_names(program, errors)
    if not errors:
        _declare_types(program, errors)
    if not errors:
        for declaration in program.declarations:
            _translate(program, declaration, errors)
    return program, errors


def imported_files(
    source: Source, file: syntax.FileSyntax, read: ReadText
) -> Iterator[tuple[Source, syntax.FileSyntax]]:
    """The files that a file imports and those that they import, each once and before the files that
    import it. Raises :class:`DiagnosticError` if one of them cannot be read or does not parse."""

    def imports(
        source: Source, file: syntax.FileSyntax, seen: set[Path]
    ) -> Iterator[tuple[Source, syntax.FileSyntax]]:
        for name in file.imports:
            path = Path(source.name).parent / f"{name.name}.tel"
            if path.resolve() in seen:
                continue
            seen.add(path.resolve())
            try:
                imported = Source(str(path), read(path))
            except (OSError, ValueError) as failure:
                reason = unreadable(str(path), failure).diagnostics[0].message
                raise error(reason, name.location) from None
            found = parse(imported)
            yield from imports(imported, found, seen)
            yield imported, found

    return imports(source, file, {Path(source.name).resolve()})


def _declare_names(program: CheckedProgram, errors: list[Diagnostic]) -> None:
    """Declares the names of types, and reports names with two declarations."""
    places: dict[str, Location] = {}

    def declare(name: str, location: Location) -> None:
        if name in BUILTINS or name in ELEMENTS or name == "map":
            errors.append(Diagnostic(f"{name} is a built-in name, choose another", location))
        elif name in places:
            note = Note("it is declared here", places[name])
            message = f"a name is declared once, got a second {name}"
            errors.append(Diagnostic(message, location, notes=(note,)))
        places.setdefault(name, location)

    for declaration in program.declarations:
        declare(declaration.name, declaration.location)
        if isinstance(declaration, syntax.FunctionDeclaration | syntax.Extern):
            continue
        names = tuple(name.name for name in declaration.sizes)
        program.declared.sizes[declaration.name] = names
        if isinstance(declaration, syntax.EnumDeclaration):
            for case in declaration.cases:
                declare(case.name, case.location)


def _declare_types(program: CheckedProgram, errors: list[Diagnostic]) -> None:
    declared = program.declared

    def fields(
        parts: Sequence[syntax.Parameter | syntax.NetParameter], sizes: Iterable[str]
    ) -> dict[str, ValueType]:
        found: dict[str, ValueType] = {}
        known = frozenset(sizes)
        for part in parts:
            if part.name in found:
                raise error(f"a field is declared once, got a second {part.name}", part.location)
            type = found[part.name] = type_of(declared, part.type, frozenset())
            for size in sizes_in(type):
                unknown = sorted(name_set(size) - known)
                if unknown:
                    shown = "?" if unknown[0][0] == "?" else unknown[0]
                    message = f"a size must be a number or a declared name, got {shown}"
                    raise error(message, part.type.location)
        return found

    for declaration in program.declarations:
        name = declaration.name
        try:
            match declaration:
                case syntax.Net(_, _, sizes, parameters, functions):
                    names = declared.sizes[name]
                    declared.fields[name] = fields(parameters, names)
                    methods = declared.methods[name] = {}
                    for function in functions:
                        if function.name in methods or function.name in BUILTINS:
                            reason = "a built-in name" if function.name in BUILTINS else "declared"
                            message = f"{function.name} is {reason}, choose another name"
                            raise error(message, function.location)
                        methods[function.name] = _signature(declared, function, name)
                case syntax.Struct(_, _, sizes, parts):
                    names = declared.sizes[name]
                    types = declared.fields[name] = fields(parts, names)
                    own = TelNamed(name, tuple(_symbols(sizes)))
                    declared.functions[name] = CallSignature(
                        *(name, name, tuple(types.items()), own, declaration.location),
                        frozenset(names),
                    )
                case syntax.EnumDeclaration(_, _, sizes, cases):
                    names = declared.sizes[name]
                    own = TelNamed(name, tuple(_symbols(sizes)))
                    declared.cases[name] = {}
                    for case in cases:
                        types = fields(case.fields, names)
                        declared.cases[name][case.name] = tuple(types.values())
                        declared.functions[case.name] = CallSignature(
                            *(case.name, case.name, tuple(types.items()), own, case.location),
                            frozenset(names),
                        )
                case syntax.FunctionDeclaration() | syntax.Extern():
                    declared.functions[name] = _signature(declared, declaration, None)
        except DiagnosticError as failure:
            errors += failure.diagnostics
    if not errors:
        _refuse_endless_nets(program, errors)


def _refuse_endless_nets(program: CheckedProgram, errors: list[Diagnostic]) -> None:
    """Reports nets and structs that contain themselves."""
    fields = program.declared.fields

    def reaches(name: str, target: str, seen: set[str]) -> bool:
        for type in fields.get(name, {}).values():
            if isinstance(type, TelNamed) and type.name not in seen:
                seen.add(type.name)
                if type.name == target or reaches(type.name, target, seen):
                    return True
        return False

    for declaration in program.declarations:
        if declaration.name in fields and reaches(declaration.name, declaration.name, set()):
            message = f"{declaration.name} must not contain itself; only an enum may"
            errors.append(Diagnostic(message, declaration.location))


def _symbols(names: Sequence[syntax.Name]) -> Iterable[Size]:
    return (symbol(name.name) for name in names)


def _signature(
    declared: Declared, function: syntax.FunctionDeclaration | syntax.Extern, net: str | None
) -> CallSignature:
    shapes = frozenset(name.name for name in function.generics)
    parameters: list[tuple[str, ValueType]] = []
    for parameter in function.parameters:
        if any(parameter.name == name for name, _ in parameters):
            message = f"a parameter is declared once, got a second {parameter.name}"
            raise error(message, parameter.location)
        parameters.append((parameter.name, type_of(declared, parameter.type, shapes)))
    result = type_of(declared, function.result, shapes)
    sizes = frozenset(n for _, type in parameters for s in sizes_in(type) for n in name_set(s))
    own = frozenset(declared.sizes[net]) if net else frozenset[str]()
    code = python_name(function.name) if net is None else f"{net}_{function.name}"
    return CallSignature(
        function.name, code, tuple(parameters), result, function.location, sizes - own
    )


def _translate(
    program: CheckedProgram, declaration: syntax.Declaration, errors: list[Diagnostic]
) -> None:
    lines, declared = program.lines, program.declared

    def record(name: str, kind: str, fields: Iterable[str], location: Location) -> None:
        lines.append((f"@_k.{kind}", location))
        lines.append((f"class {name}:", location))
        lines.extend((f"    {field}", location) for field in fields)

    def annotated(name: str, type: ValueType) -> str:
        hint = type.name if isinstance(type, TelNamed) else "_k.Tensor"
        return f"{python_name(name)}: {hint}"

    match declaration:
        case syntax.FunctionDeclaration():
            _translate_function(program, declaration, None, errors)
        case syntax.Extern():
            try:
                _translate_extern(program, declaration)
            except DiagnosticError as failure:
                errors += failure.diagnostics
        case syntax.Net(location, name, _, parameters, functions):
            fields = [annotated(n, t) for n, t in declared.fields[name].items()]
            record(name, "struct", fields or ["pass"], location)
            for parameter in parameters:
                try:
                    _check_initializer(declared, name, parameter)
                except DiagnosticError as failure:
                    errors += failure.diagnostics
            before = len(errors)
            for function in functions:
                _translate_function(program, function, declaration, errors)
            if len(errors) == before:
                _check_training(declared, declaration, errors)
        case syntax.Struct(location, name):
            fields = [annotated(n, t) for n, t in declared.fields[name].items()]
            record(name, "struct", fields or ["pass"], location)
        case syntax.EnumDeclaration(location, name, _, cases):
            for case in cases:
                types = declared.cases[name][case.name]
                pairs = zip(case.fields, types, strict=True)
                fields = [annotated(f.name, t) for f, t in pairs]
                record(case.name, "enum", fields or ["pass"], case.location)
            lines.append((f"{name} = {' | '.join(case.name for case in cases)}", location))


def _check_initializer(declared: Declared, net: str, parameter: syntax.NetParameter) -> None:
    type, initial = declared.fields[net][parameter.name], parameter.initializer
    if isinstance(type, TelNamed):
        if type.name not in declared.methods:
            raise error(
                f"a parameter must be a tensor or a net, got {type.name}", parameter.location
            )
        if initial is not None:
            raise error("a net initializes its own parameters", initial.location)
        return
    if not isinstance(type, TelTensor) or not (type.element[0] in "fb" and type.element != "bool"):
        raise error(f"a parameter must be a tensor of floats, got {show(type)}", parameter.location)
    match initial:
        case None:
            return
        case syntax.Number() as number:
            check_range(number, type.element)
        case syntax.UnaryExpression(_, "-", syntax.Number() as number):
            check_range(number, type.element)
        case syntax.Name(_, name) | syntax.CallExpression(_, None, name) if name in INITIALIZERS:
            counts = {"normal": 1, "uniform": 2}
            given = initial.arguments if isinstance(initial, syntax.CallExpression) else ()
            if len(given) != counts.get(name, 0):
                expected = quantity(counts.get(name, 0), "number")
                message = f"{name} needs {expected}, got {len(given)}"
                raise error(message, initial.location)
            for argument in given:
                number = (
                    argument.operand if isinstance(argument, syntax.UnaryExpression) else argument
                )
                if not isinstance(number, syntax.Number):
                    raise error(f"{name} needs numbers", argument.location)
            if name in ("glorot", "he", "lecun", "orthogonal") and len(type.sizes) < 2:
                message = f"{name} needs a tensor of two or more sizes, got {show(type)}"
                raise error(message, initial.location)
        case _:
            expected = ", ".join(INITIALIZERS)
            raise error(f"an initializer must be a number or one of {expected}", initial.location)


def _check_training(declared: Declared, net: syntax.Net, errors: list[Diagnostic]) -> None:
    """Checks that the types of ``inference``, ``loss`` and ``optimize`` are compatible."""
    methods = declared.methods[net.name]
    inference, loss, optimize = (methods.get(n) for n in ("inference", "loss", "optimize"))
    if loss is not None:
        if loss.result != TelTensor("f32", ()):
            message = f"loss must return one number, [], got {show(loss.result)}"
            errors.append(Diagnostic(message, loss.place))
        elif inference is None or not loss.parameters:
            message = "loss needs an inference, whose result is its first parameter"
            errors.append(Diagnostic(message, loss.place))
        else:
            if not Bindings(loss.sizes, {}, {}).bind(loss.parameters[0][1], inference.result):
                message = (
                    f"{loss.parameters[0][0]} of loss must have the type of the result of "
                    f"inference, {show(inference.result)}, got {show(loss.parameters[0][1])}"
                )
                errors.append(Diagnostic(message, loss.place))
    if optimize is not None:
        function = next(f for f in net.functions if f.name == "optimize")
        types = [type for _, type in optimize.parameters]
        states = [p for p in function.parameters if p.state is not None]
        results = (
            optimize.result.parts if isinstance(optimize.result, TelTuple) else (optimize.result,)
        )
        if len(types) < 2 or types[0] != types[1] or results != (types[0],) * (1 + len(states)):
            errors.append(
                Diagnostic(
                    "optimize must take a parameter and its gradient of one type and return the "
                    "new parameter, followed by its states",
                    optimize.place,
                )
            )


def _translate_function(
    program: CheckedProgram,
    function: syntax.FunctionDeclaration,
    net: syntax.Net | None,
    errors: list[Diagnostic],
) -> None:
    declared = program.declared
    if net is None:
        signature = declared.functions[function.name]
    else:
        signature = declared.methods[net.name][function.name]
    sizes: dict[str, str] = {}
    scope = ExpressionScope(
        declared, {}, sizes, frozenset(n.name for n in function.generics), net and net.name
    )
    scope.lines, scope.bound = program.lines, program.bound
    names = [python_name(name) for name, _ in signature.parameters]
    if net is not None:
        _size_codes(declared, TelNamed(net.name, tuple(_symbols(net.sizes))), "self", sizes)
        names.insert(0, "self")
    for name, type in signature.parameters:
        _size_codes(declared, type, python_name(name), sizes)
    scope.lines.append(("@_k.staged", function.location))
    scope.lines.append((f"def {signature.code}({', '.join(names)}):", function.location))
    try:
        if net is not None:
            for name, type in declared.fields[net.name].items():
                place = next(p.location for p in net.parameters if p.name == name)
                scope.values[name] = CheckedExpression(type, f"self.{python_name(name)}", place)
        for parameter, (name, type) in zip(function.parameters, signature.parameters, strict=True):
            bind(
                scope,
                syntax.Name(parameter.location, name),
                CheckedExpression(type, python_name(name)),
            )
            state = parameter.state
            if state is None:
                continue
            if function.name != "optimize":
                raise error("only optimize has states", parameter.location)
            if not isinstance(state, syntax.Number):
                raise error("the initial value of a state must be a number", state.location)
            if isinstance(type, TelTensor):
                check_range(state, type.element)
        what = f"the value of {function.name}"
        code = _translate_body(scope, function.body, signature.result, what)
        result = signature.result
        parts = result.parts if isinstance(result, TelTuple) else (result,)
        elements = [repr(part.element) for part in parts if isinstance(part, TelTensor)]
        if len(elements) == len(parts):
            code = f"_declared({', '.join((code, *elements))})"
        scope.write(f"return {code}", function.body.value.location)
    except DiagnosticError as failure:
        errors += failure.diagnostics


def _translate_extern(program: CheckedProgram, node: syntax.Extern) -> None:
    """Translates an ``extern`` declaration to a call of a function of NNKit, whose result is
    checked when it is staged."""
    from dlvm.tel.runtime import extern_names, find_extern

    if find_extern(node.path.name) is None:
        near = suggestion(node.path.name, extern_names())
        message = f"an extern function must be a function of NNKit, got {node.path.name}{near}"
        raise error(message, node.path.location)
    signature = program.declared.functions[node.name]
    if not isinstance(signature.result, TelTensor):
        message = f"an extern function must return a tensor, got {show(signature.result)}"
        raise error(message, node.result.location)
    names = [python_name(name) for name, _ in signature.parameters]
    sizes: dict[str, str] = {}
    for name, (_, type) in zip(names, signature.parameters, strict=True):
        _size_codes(program.declared, type, name, sizes)
    generics = frozenset(name.name for name in node.generics)
    scope = ExpressionScope(program.declared, {}, sizes, generics, lines=program.lines)
    scope.lines.append(("@_k.staged", node.location))
    scope.lines.append((f"def {signature.code}({', '.join(names)}):", node.location))
    # A shape of any rank is not known here.
    shape = "None"
    if not any(isinstance(size, str) for size in signature.result.sizes):
        known = Expressions(scope).sizes_code(signature.result.sizes, node.result.location)
        shape = known
    call = f"_extern({node.path.name!r}, {shape}, {signature.result.element!r})"
    scope.write(f"return {call}({', '.join(names)})", node.location)


def _size_codes(declared: Declared, type: ValueType, code: str, sizes: dict[str, str]) -> None:
    """Finds the Python text of each size that a value of a type binds."""
    match type:
        case TelTensor(_, extents):
            if any(isinstance(size, str) for size in extents):
                return
            for place, size in enumerate(extents):
                name = single_name(size)
                if name is not None:
                    sizes.setdefault(name, f"{code}.shape[{place}]")
        case TelTuple(parts):
            for place, part in enumerate(parts):
                _size_codes(declared, part, f"{code}[{place}]", sizes)
        case TelNamed(name, arguments):
            inner: dict[str, str] = {}
            for part, of in declared.fields.get(name, {}).items():
                _size_codes(declared, of, f"{code}.{python_name(part)}", inner)
            for declared_name, size in zip(declared.sizes[name], arguments, strict=True):
                outer = single_name(size)
                if outer is not None and declared_name in inner:
                    sizes.setdefault(outer, inner[declared_name])


def _translate_body(
    scope: ExpressionScope, body: syntax.BodySyntax, result: ValueType, what: str
) -> str:
    """Translates the statements of a body, and returns the text of its value."""
    expressions = Expressions(scope)
    for statement in body.statements:
        if isinstance(statement, syntax.RecurrentExpression):
            _translate_recurrent(scope, statement)
            continue
        value = expressions.value(statement.value)
        names = ", ".join(python_name(name.name) for name in statement.names)
        if len(statement.names) > 1:
            parts = value.type.parts if isinstance(value.type, TelTuple) else (value.type,)
            if len(parts) != len(statement.names):
                message = f"expected {len(statement.names)} values, got {show(value.type)}"
                raise error(message, statement.location)
        else:
            parts = (value.type,)
        scope.write(f"{names} = {value.code}", statement.location)
        for name, part in zip(statement.names, parts, strict=True):
            bind(scope, name, replace(value, type=part, code=python_name(name.name)))
    value = expressions.value(body.value)
    return broadcast_to(expressions, value, result, body.value.location, what)


def _translate_recurrent(scope: ExpressionScope, node: syntax.RecurrentExpression) -> None:
    expressions = Expressions(scope)
    sequence = expressions.value(node.sequence)
    parts = sequence.type.parts if isinstance(sequence.type, TelTuple) else None
    tensor = expressions.tensor(sequence, node.sequence.location, "the sequence")
    if parts is not None or not tensor.sizes or isinstance(tensor.sizes[0], str):
        raise error(f"the sequence must have rows, got {show(tensor)}", node.sequence.location)
    types: list[ValueType] = []
    initial: list[str] = []
    for name, type_syntax, start in node.states:
        type = type_of(scope.declared, type_syntax, scope.shapes)
        value = expressions.value(start)
        what = f"the initial value of {name.name}"
        initial.append(broadcast_to(expressions, value, type, start.location, what))
        types.append(type)
    function = f"_step{len(scope.lines)}"
    step = scope.inner()
    names = "".join(f"{python_name(name.name)}, " for name, _, _ in node.states)
    scope.write(f"def {function}(_states, {python_name(node.step.name)}):", node.location)
    step.write(f"({names}) = _states", node.location)
    row = replace(tensor, sizes=tensor.sizes[1:])
    bind(step, node.step, CheckedExpression(row, python_name(node.step.name)))
    for (name, _, _), type in zip(node.states, types, strict=True):
        bind(step, name, CheckedExpression(type, python_name(name.name)))
    body = step.inner()
    body.values = step.values
    step.write("def _next():", node.location)
    result = types[0] if len(types) == 1 else TelTuple(tuple(types))
    code = _translate_body(body, node.body, result, "the value of the step")
    body.write(f"return {code}", node.body.value.location)
    step.write("_found = _next()", node.location)
    step.write(
        f"return {'_found' if len(types) > 1 else '(_found,)'}, "
        f"{'_found' if len(types) > 1 else '(_found,)'}",
        node.location,
    )
    start = "".join(f"{code}, " for code in initial)
    collected = node.collected
    target = f"_all{len(scope.lines)}"
    scope.write(
        f"({names}), {target} = _k.scan({function}, ({start}), {sequence.code}, "
        f"reverse={node.backwards})",
        node.location,
    )
    for (name, _, _), type in zip(node.states, types, strict=True):
        bind(scope, name, CheckedExpression(type, python_name(name.name)))
    if collected is not None:
        first = types[0]
        if not isinstance(first, TelTensor):
            raise error("collect needs a tensor as the first state", collected.location)
        scope.write(f"{python_name(collected.name)} = {target}[0]", collected.location)
        rows = TelTensor(first.element, (tensor.sizes[0], *first.sizes))
        bind(scope, collected, CheckedExpression(rows, python_name(collected.name)))
