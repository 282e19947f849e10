"""Parses modules: top-level items.

The parser makes several passes over the items, so that names may be used before their definitions:
names of types, type definitions, signatures of globals, bodies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar, cast

from dlvm.diagnostics import (
    Diagnostic,
    DiagnosticError,
    Location,
    Source,
    TooManyErrors,
    in_source_order,
)
from dlvm.ir.collection import collection_paused
from dlvm.ir.compute import Body, Definition
from dlvm.ir.instruction import Declaration, ExternDeclaration
from dlvm.ir.module import (
    FUNCTION_ATTRIBUTES,
    VERSION,
    DerivativeDeclaration,
    Function,
    GradientDeclaration,
    Module,
    Stage,
    Variable,
)
from dlvm.ir.types import (
    VOID,
    AliasType,
    EnumType,
    FunctionType,
    StructType,
    Type,
)
from dlvm.ir.unparsed import Unparsed
from dlvm.text.compute_syntax import read_definition
from dlvm.text.function_syntax import read_body
from dlvm.text.generics import (
    check_unused,
    define_types,
    leave_out_types,
    read_instances,
    read_parameters,
)
from dlvm.text.lexer import tokenize
from dlvm.text.lines import arrange
from dlvm.text.loop_syntax import read_kernel
from dlvm.text.parser_base import suggestion
from dlvm.text.schedule_syntax import read_schedule
from dlvm.text.scope import GenericDeclaration, Scope
from dlvm.text.type_syntax import read_function_type, read_type
from dlvm.text.value_syntax import read_global


@dataclass
class Item:
    """A top-level item: the positions of its keyword, of its prefixes, and of its end.

    ``value`` is the entity that the item defines, after it has been created. Later passes skip an
    item that ``is_done``: it failed or is complete.
    """

    place: int
    limit: int = 0
    attributes: list[int] = field(default_factory=list[int])
    declarations: list[int] = field(default_factory=list[int])
    value: Any = None
    is_done: bool = False


Round = Callable[[Scope, Item], None]


@dataclass(frozen=True)
class ItemKind:
    """The functions that read the items with one keyword, one for each pass.

    Each pass begins at the token after the keyword. Later passes skip an item that failed."""

    names: Round | None = None
    types: Round | None = None
    signatures: Round | None = None
    bodies: Round | None = None


def parse(text: str, name: str = "<string>") -> Module:
    """Parses a module.

    Parameters
    ----------
    text
        The text of the module.
    name
        The name of the text in error messages.

    Raises
    ------
    DiagnosticError
        With all independent errors of the text. :func:`verify` checks the module itself.
    """
    module, _, diagnostics = parse_partly(text, name)
    if diagnostics:
        raise DiagnosticError(in_source_order(diagnostics))
    return module


@collection_paused()
def parse_partly(text: str, name: str) -> tuple[Module, Unparsed, list[Diagnostic]]:
    """Parses as much of a text as possible: the module, its missing parts, and all errors.

    Raises :class:`DiagnosticError` for a text of a newer version."""
    lines = arrange(tokenize(Source(name, text)), ITEMS.keys())
    p = Scope(lines, Module("module"))
    _check_version(p, lines.items)
    with suppress(TooManyErrors):
        _read_items(p, lines.items)
    return p.module, p.unparsed, p.diagnostics


def _check_version(p: Scope, starts: list[int]) -> None:
    """Checks the version first, since the meaning of a newer one is unknown."""
    for place in starts:
        if p.texts[place] == "version" and p.kinds[place] == "word":
            p.at = place + 1
            found = p.natural("the number of a version")
            if not 1 <= found <= VERSION:
                message = f"expected version {_VERSIONS}, got {found}"
                if found > VERSION:
                    message += "; a newer release of DLVM can read this text"
                raise p.error(message, place + 1)


_VERSIONS: Final = "1" if VERSION == 1 else f"1 to {VERSION}"


def _read_items(p: Scope, starts: list[int]) -> None:
    items = _outline(p, starts)
    for round_name in ("names", "types", "signatures", "bodies"):
        failed: list[Item] = []
        for item in items:
            read = getattr(ITEMS[p.texts[item.place]], round_name)
            if read is None or item.is_done:
                continue
            p.at = item.place + 1
            if not p.recover(lambda read=read, item=item: read(p, item), item.limit):
                item.is_done = True
                failed.append(item)
        if round_name == "types":
            leave_out_types(p, [i.value for i in failed if i.value])
            define_types(p)
    read_instances(p)
    check_unused(p)


def _outline(p: Scope, starts: list[int]) -> list[Item]:
    """Finds the items, and the attributes and declarations before them."""
    items: list[Item] = []
    attributes: list[int] = []
    declarations: list[int] = []
    for number, start in enumerate(starts):
        p.at = start
        limit = starts[number + 1] if number + 1 < len(starts) else len(p.kinds) - 1
        if items:
            items[-1].limit = min(items[-1].limit, start)
        try:
            _read_prefixes(p, attributes, declarations, limit)
            if p.kind == "newline" and p.at > start:
                continue
            items.append(_read_keyword(p, limit, attributes, declarations))
        except DiagnosticError as problem:
            p.record(problem)
        attributes, declarations = [], []
    for place in (*attributes, *declarations):
        p.record(p.error("no function follows, expected one after it", place))
    return items


def _read_prefixes(p: Scope, attributes: list[int], declarations: list[int], limit: int) -> None:
    while p.kind in ("attribute", "["):
        if p.kind == "attribute":
            attributes.append(p.at)
        else:
            declarations.append(p.at)
            p.skip_until(("]", "newline"), limit)
        p.at += p.kind in ("attribute", "]")


def _read_keyword(p: Scope, limit: int, attributes: list[int], declarations: list[int]) -> Item:
    known = ", ".join(ITEMS)
    if p.kind != "word":
        raise p.unexpected(f"one of {known}")
    if p.text not in ITEMS:
        raise p.unexpected(f"one of {known}{suggestion(p.text, ITEMS)}")
    if p.text != "func" and (attributes or declarations):
        raise p.unexpected("'func', as attributes and declarations belong to functions")
    return Item(p.at, limit, attributes, declarations)


def _read_module(p: Scope, item: Item) -> None:
    p.module.name = p.string()
    p.end_line()


def _read_version(p: Scope, item: Item) -> None:
    p.natural("the number of a version")
    p.end_line()


def _read_stage(p: Scope, item: Item) -> None:
    names = [s.value for s in Stage]
    if p.text not in names:
        p.unparsed.stage = True
        raise p.unexpected(f"a stage ({', '.join(names)})")
    p.module.stage = Stage(p.text)
    p.at += 1
    p.end_line()


AnyDefinition = TypeVar("AnyDefinition", StructType, EnumType)


def _members(
    make: Callable[[str, Location], AnyDefinition], define: Callable[[Scope, AnyDefinition], None]
) -> ItemKind:
    """Reads a type with members, by its constructor and the parser of its members."""

    def read_name(p: Scope, item: Item) -> None:
        location = p.location(p.at)

        def declare(name: str) -> AnyDefinition:
            type = make(name, location)
            p.module.types.append(type)
            return type

        name = _read_type_name(p)
        if not _read_template(p, item, declare, lambda made: define(p, made)):
            item.value = p.types[name] = declare(name)

    def read_members(p: Scope, item: Item) -> None:
        p.at += 1
        define(p, item.value)

    return ItemKind(names=read_name, types=read_members)


def _read_type_name(p: Scope) -> str:
    place = p.at
    name = p.name("type", "a type's name, $name")
    first = p.types.get(name)
    if first is not None:
        raise p.duplicate(f"${name}", place, first.location)
    return name


def _read_template(
    p: Scope, item: Item, declare: Callable[[str], Any], define: Callable[[Any], None]
) -> GenericDeclaration | None:
    """Reads the type parameters after an item's name, if any."""
    if p.kind != "<":
        return None
    item.is_done = True
    text = p.texts[item.place + 1]
    parameters = read_parameters(p)
    location = p.location(item.place + 1)
    template = GenericDeclaration(text, parameters, location, p.at, item.limit, declare, define)
    if template.is_function:
        p.declare_global(text[1:], template, item.place + 1)
    else:
        p.types[text[1:]] = template
    return template


def _define_members(
    p: Scope, define: Callable[[Any], None], kind: str, what: str, read_rest: Callable[[], Any]
) -> None:
    """Defines a struct or enum by its members, which are separated by commas or new lines. An
    erroneous member is reported and dropped, and the definition then fails."""
    members: dict[str, tuple[int, Any]] = {}
    before, limit = p.failures, p.closers.get(p.at)
    p.expect("{")
    p.skip_newlines()
    while not p.accept("}"):
        place = p.at
        try:
            name = p.name(kind, f"{what} or '}}'")
            if name in members:
                raise p.duplicate(p.texts[place], place, p.location(members[name][0]))
            members[name] = place, read_rest()
            if not p.accept(",") and p.kind not in ("newline", "}"):
                raise p.unexpected("',', a new line or '}'")
        except DiagnosticError as problem:
            if limit is None or p.at > limit:
                raise
            p.record(problem)
            p.skip_until(("newline", "}"), limit)
        p.skip_newlines()
    p.end_line()
    define([(name, rest) for name, (_, rest) in members.items()])
    if p.failures > before:
        raise DiagnosticError([])


def _read_struct(p: Scope, type: StructType) -> None:
    def read_field() -> Type:
        p.expect(":")
        return read_type(p)

    _define_members(p, type.define, "field", "a field, #name: type,", read_field)


def _read_enum(p: Scope, type: EnumType) -> None:
    def read_payload() -> tuple[Type, ...]:
        return tuple(p.enclosed("(", lambda: read_type(p), ")")) if p.kind == "(" else ()

    _define_members(p, type.define, "case", "a case, ?name(types),", read_payload)


def _name_alias(p: Scope, item: Item) -> None:
    place = p.at

    def target(_: str) -> Type:
        p.expect("=")
        type = read_type(p)
        p.end_line()
        return type

    name = _read_type_name(p)
    if _read_template(p, item, target, lambda _: None):
        return
    item.value = p.types[name] = AliasType(name, p.location(place))
    p.module.types.append(item.value)

    def read_early() -> None:
        with p.inside(None, place), p.looking_through():
            if not p.recover(lambda: _read_alias(p, item), item.limit):
                p.types[name] = None

    p.unread_aliases[name] = read_early


def _read_alias(p: Scope, item: Item) -> None:
    item.is_done = True
    p.unread_aliases.pop(item.value.name, None)
    p.open_aliases.append(item.value.name)
    try:
        p.at += 1
        p.expect("=")
        if not p.accept("opaque"):
            item.value.define(read_type(p))
        p.end_line()
    finally:
        p.open_aliases.pop()


def _read_variable(p: Scope, item: Item) -> None:
    place, name = _declare(p)
    variable = Variable(None if name[0].isdigit() else name, read_type(p), p.location(place))
    p.declare_global(name, variable, place)
    p.end_line()
    p.module.variables.append(variable)


def _declare(p: Scope) -> tuple[int, str]:
    """Reads a global's name and the colon after it. Uses of the name fail silently until it is
    declared."""
    place = p.at
    name = p.name("global", "a name, @name")
    p.globals.setdefault(name, None)
    p.expect(":")
    return place, name


def _read_signature(p: Scope, item: Item) -> None:
    function = Function(None, FunctionType((), VOID), location=p.location(p.at))
    try:
        if p.kind == "global" and p.kinds[p.at + 1] == "<":
            _read_generic_function(p, item)
            return
        place, name = _declare(p)
        function.location = p.location(place)
        type = read_function_type(p)
        if p.kind != "{":
            p.end_line()
        p.declare_global(name, function, place)
        function.name, function.type = None if name[0].isdigit() else name, type
    except DiagnosticError as problem:
        # The body is read as well, since it may contain errors of its own.
        p.record(problem)
        p.unparsed.signatures.add(function)
        while p.at < item.limit and (p.kind != "{" or p.kinds[p.at + 1] != "newline"):
            p.at += 1
    function.attributes |= {a for place in item.attributes for a in _read_attribute(p, place)}
    item.value = p.module.add_function(function), p.at


def _read_generic_function(p: Scope, item: Item) -> None:
    location = p.location(p.at)
    attributes = {a for place in item.attributes for a in _read_attribute(p, place)}
    body = item.limit

    def declare(name: str) -> Function:
        nonlocal body
        p.expect(":")
        function = Function(name, read_function_type(p), attributes, location=location)
        if p.kind != "{":
            p.end_line()
        body = p.at
        return p.module.add_function(function)

    def define(function: Function) -> None:
        _read_function(p, replace(item, value=(function, body)))

    p.at += 1
    template = _read_template(p, item, declare, define)
    assert template is not None
    for place in item.declarations:
        if p.texts[place + 1] == "extern":
            message = f"{template.name} is extern, expected no type parameters"
            raise p.error(message, template.start - 1)
        if any(template.start <= opening < item.limit for opening in p.closers):
            _read_rule(p, template, place + 2)


def _read_rule(p: Scope, template: GenericDeclaration, place: int) -> None:
    """Records a generic custom derivative, so that it is instantiated together with the function
    that it differentiates."""
    end = place + 2 + 2 * len(template.parameters)
    arguments = p.texts[place + 2 : end : 2]
    parameters = [f"${name}" for name in template.parameters]
    closed = p.kinds[place + 1] == "<" and p.kinds[end - 1] == ">"
    if not closed or sorted(arguments) != sorted(parameters):
        listed = ", ".join(parameters)
        message = (
            f"{template.name} is a custom derivative with the type parameters {listed}, expected "
            f"them as the type arguments of its function, {p.texts[place]}<{listed}>"
        )
        raise p.error(message, place)
    order = [arguments.index(parameter) for parameter in parameters]
    p.generics.custom_derivatives.setdefault(p.texts[place], []).append((template, order))


def _read_attribute(p: Scope, place: int) -> Iterator[str]:
    name = p.texts[place][1:]
    if name in FUNCTION_ATTRIBUTES:
        yield name
    else:
        p.record(p.unknown("attribute", p.texts[place], place, FUNCTION_ATTRIBUTES))


def _read_function(p: Scope, item: Item) -> None:
    function, body = cast("tuple[Function, int]", item.value)
    for number, place in enumerate(item.declarations):
        p.at = place
        try:
            if number:
                raise p.error("expected at most one declaration, got a second", place)
            function.declaration = read_declaration(p)
        except DiagnosticError as problem:
            p.record(problem)
            p.unparsed.declarations.add(function)
    p.at = body
    if p.kind == "{":
        read_body(p, function, item.limit)
        p.end_line()


def read_declaration(p: Scope) -> Declaration:
    """Reads ``[extern]``, ``[gradient @f from i, j wrt a, b keeping r, s seedable]`` or
    ``[derivative @f …]``, which has the same clauses except the last."""
    first = p.at
    p.expect("[")
    if p.accept("extern"):
        p.expect("]")
        return ExternDeclaration(p.span(first))
    is_gradient = p.accept("gradient") or p.accept("adjoint")
    if not (is_gradient or p.accept("derivative")):
        raise p.unexpected("'gradient', 'derivative' or 'extern'")
    place = p.at
    function = read_global(p)
    if not isinstance(function, Function):
        raise p.error(f"{p.texts[place]} has type {function.type}, expected a function", place)
    clauses: dict[str, Any] = {}
    known = [c for c in CLAUSES if is_gradient or c != "seedable"]
    while p.text in known:
        clause, read = p.text, CLAUSES[p.text]
        if clause in clauses:
            raise p.error(f"'{clause}' must appear only once")
        p.at += 1
        clauses[clause] = read(p)
    p.expect("]", f"one of {', '.join(known)} or ']'")
    asked = function, clauses.get("from"), clauses.get("wrt"), clauses.get("keeping", ())
    if not is_gradient:
        return DerivativeDeclaration(*asked, location=p.span(first))
    return GradientDeclaration(*asked, "seedable" in clauses, location=p.span(first))


def _read_numbers(p: Scope) -> tuple[int, ...]:
    return tuple(p.list_of(lambda: p.natural("a position")))


def _read_definition(p: Scope, item: Item) -> None:
    place, name = _declare(p)
    type = read_function_type(p)
    if name[0].isdigit():
        raise p.error(f"expected a name that a schedule can refer to, got @{name}", place)
    if p.kind != "{":
        raise p.unexpected("'{' and the body")
    definition = Definition(name, type, Body((), (), ()), p.location(place))
    p.declare_global(name, definition, place)
    p.module.definitions.append(definition)
    before = p.failures
    p.unparsed.definitions.add(definition)
    read_definition(p, definition, item.limit)
    p.end_line()
    if p.failures == before:
        p.unparsed.definitions.discard(definition)


def _read_schedule(p: Scope, item: Item) -> None:
    before, p.unparsed.schedules = p.unparsed.schedules, True
    p.module.schedules.append(read_schedule(p, item.limit))
    p.end_line()
    p.unparsed.schedules = before


def _read_kernel(p: Scope, item: Item) -> None:
    before, p.unparsed.kernels = p.unparsed.kernels, True
    p.module.kernels.append(read_kernel(p, item.limit))
    p.end_line()
    p.unparsed.kernels = before


CLAUSES: Final[dict[str, Callable[[Scope], Any]]] = {
    "from": _read_numbers,
    "wrt": _read_numbers,
    "keeping": _read_numbers,
    "seedable": lambda p: True,
}
"""The parsers of the clauses of gradient and derivative declarations, by keyword."""

ITEMS: Final[dict[str, ItemKind]] = {
    "module": ItemKind(names=_read_module),
    "version": ItemKind(names=_read_version),
    "stage": ItemKind(names=_read_stage),
    "struct": _members(StructType, _read_struct),
    "enum": _members(EnumType, _read_enum),
    "type": ItemKind(names=_name_alias, types=_read_alias),
    "var": ItemKind(signatures=_read_variable),
    "compute": ItemKind(signatures=_read_definition),
    "schedule": ItemKind(bodies=_read_schedule),
    "loops": ItemKind(bodies=_read_kernel),
    "func": ItemKind(signatures=_read_signature, bodies=_read_function),
}
"""The parsers of top-level items, by keyword."""
