"""Name resolution during parsing, including forward references."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, TypeVar

from dlvm.diagnostics import Diagnostic, DiagnosticError, Location, Note
from dlvm.ir.compute import Definition
from dlvm.ir.module import Block, Module
from dlvm.ir.types import NominalType, Type, same_type
from dlvm.ir.unparsed import Unparsed
from dlvm.ir.values import Value
from dlvm.text.lines import Lines
from dlvm.text.parser_base import ParserBase, suggestion

T = TypeVar("T")

_MAX_SUGGESTIONS = 100
_MAX_NOTES = 3
_MOST_ALIASES = 16
_LONGEST_LIST = 200


@dataclass(eq=False)
class GenericDeclaration:
    """A generic type or function.

    ``name`` includes the sigil. The tokens of the declaration are those from ``start``, after the
    parameters, up to ``limit``. With the parameters bound, ``declare`` creates an instance from
    these tokens, which may be used before ``define`` reads the rest."""

    name: str
    parameters: Sequence[str]
    location: Location
    start: int
    limit: int
    declare: Callable[[str], Any]
    define: Callable[[Any], None]

    @property
    def is_function(self) -> bool:
        return self.name.startswith("@")


@dataclass(eq=False)
class Instance:
    """A template with type arguments.

    ``asked`` is the use that requests the instance. It is in the instance ``parent``, or outside of
    all instances if that is None. ``value`` is None before the instance is declared, and if it has
    errors."""

    template: GenericDeclaration
    arguments: tuple[Type, ...]
    asked: Location
    parent: Instance | None
    value: Any = None
    is_declared: bool = False

    def __str__(self) -> str:
        listed = ", ".join(map(str, self.arguments))
        return f"{self.template.name}<{listed if len(listed) <= _LONGEST_LIST else '…'}>"

    @property
    def chain(self) -> Iterator[Instance]:
        """The instance, the instance that requests it, and so on."""
        current: Instance | None = self
        while current is not None:
            yield current
            current = current.parent

    @property
    def notes(self) -> tuple[Note, ...]:
        """Notes at the uses that request the instance: the nearest ones, and the first one."""
        chain = list(self.chain)
        shown = [*chain[:_MAX_NOTES], *chain[_MAX_NOTES:][-1:]]
        return tuple(Note(f"in {each}, which is used here", each.asked) for each in shown)


@dataclass
class Generics:
    """The instances of a module; see :mod:`dlvm.text.generics`."""

    instances: dict[tuple[GenericDeclaration, tuple[Type, ...]], Instance] = field(
        default_factory=dict[tuple[GenericDeclaration, tuple[Type, ...]], Instance]
    )
    undefined: list[Instance] = field(default_factory=list[Instance])
    """The types that are declared but not defined yet."""
    bodiless: list[Instance] = field(default_factory=list[Instance])
    """The functions that are declared and whose bodies have not been read yet."""
    custom_derivatives: dict[str, list[tuple[GenericDeclaration, Sequence[int]]]] = field(
        default_factory=dict[str, "list[tuple[GenericDeclaration, Sequence[int]]]"]
    )
    """The generic custom derivatives of each generic function, by the function's name. For each
    type parameter of a derivative, there is the index of the function's type argument to which it
    is bound."""
    names: set[str] = field(default_factory=set[str])
    is_defining: bool = True
    """Whether the definition of types is deferred until other types are defined."""
    is_full: bool = False
    """Whether too many instances were reported; no more are created then."""


class Scope(ParserBase):
    """A reader that resolves the module's types and globals, and the blocks and values of the
    current function.

    A name whose definition failed resolves to None, and its uses fail silently. A use of a value
    states its type, so a stand-in of this type can replace a value whose definition failed.
    """

    def __init__(self, lines: Lines, module: Module) -> None:
        super().__init__(lines.tokens)
        self.closers = lines.closers
        self.module = module
        self.unparsed = Unparsed()
        self.types: dict[str, NominalType | GenericDeclaration | None] = {}
        self.globals: dict[str, Value | GenericDeclaration | None] = {}
        self.tensor_types: dict[str, Type] = {}
        self.unread_aliases: dict[str, Callable[[], None]] = {}
        """The functions that read undefined aliases, by name."""
        self.looks_through = False
        """Whether aliases must be resolved immediately."""
        self.open_aliases: list[str] = []
        """The aliases that are being resolved."""
        self.generics = Generics()
        self.bindings: Mapping[str, Type] = {}
        """The type arguments of the current instance, by parameter."""
        self.instance: Instance | None = None
        self.is_checking = False
        """Whether a template is checked with unknown parameters. If so, only errors that occur for
        all types are reported."""
        self._reported: set[tuple[str, Location | None]] = set()
        self.enter_function(0, 0)

    def enter_function(self, start: int, end: int) -> None:
        """Clears blocks and values, to read a function whose body has these tokens."""
        self._body = range(start, end)
        self._later: dict[str, int] | None = None
        self.values: dict[str, Value | None] = {}
        self.blocks: dict[str, Block | None] = {}
        self.promised: dict[str, Value] = {}
        self.stand_ins: dict[str, Value] = {}

    def read_lines(
        self,
        read: Callable[[], object],
        opening: int,
        limit: int,
        what: str,
        failed: Callable[[str], object] = lambda name: None,
    ) -> None:
        """Reads the lines of a body after its opening brace, up to its closing one, which precedes
        ``limit`` if it exists. Records errors; ``failed`` gets the name that an incorrect line
        begins with. Messages call the construct with the body ``what``."""
        limit = self.closers.get(opening, limit)

        def read_line() -> None:
            read()
            self.end_line()

        while True:
            self.skip_newlines()
            if self.at >= limit or self.kind in ("}", "end"):
                break
            name = self.text[1:] if self.kind == "local" else None
            if not self.recover(read_line, limit) and name is not None:
                failed(name)
        if not self.accept("}"):
            note = Note(f"the {what} begins here", self.location(opening))
            message = f"expected '}}' at the end of the {what}, got {self.found()}"
            raise self.error(message, None, note)

    @contextmanager
    def inside(self, instance: Instance | None, place: int) -> Generator[None, None, None]:
        """Reads at another position, with the type parameters of ``instance`` bound, if any."""
        outer = self.instance, self.bindings
        self.instance, self.bindings = instance, {}
        if instance is not None:
            parameters = instance.template.parameters
            self.bindings = dict(zip(parameters, instance.arguments, strict=True))
        try:
            with self.elsewhere(place):
                yield
        finally:
            self.instance, self.bindings = outer

    @contextmanager
    def looking_through(self) -> Generator[None, None, None]:
        """Reads a type whose aliases must be resolved."""
        outer, self.looks_through = self.looks_through, True
        try:
            yield
        finally:
            self.looks_through = outer

    def read_alias(self, name: str, place: int) -> None:
        """Reads the definition of a type if it is an undefined alias."""
        if name in self.open_aliases:
            raise self.error(f"${name} is an alias of itself", place)
        read = self.unread_aliases.pop(name, None)
        if read is None:
            return
        if len(self.open_aliases) == _MOST_ALIASES:
            found = f"${name} is defined by a chain of more than {_MOST_ALIASES} aliases"
            raise self.error(f"{found}, expected definitions before their uses", place)
        read()

    def record(self, problem: DiagnosticError) -> None:
        """Records errors. An error in a template is recorded only once for all its instances, with
        the use that requests the instance."""
        if self.instance is not None:
            found = {(d.message, d.location): d for d in problem.diagnostics}
            fresh = [d for key, d in found.items() if key not in self._reported]
            self._reported.update(found)
            notes = self.instance.notes if not self.is_checking else ()
            problem = DiagnosticError(replace(d, notes=(*d.notes, *notes)) for d in fresh)
        super().record(problem)

    def declare_global(self, name: str, value: Value | GenericDeclaration, place: int) -> None:
        """Declares a global; the token of its name is at ``place``."""
        first = self.globals.get(name)
        if first is not None:
            raise self.duplicate(f"@{name}", place, first.location)
        self.globals[name] = value

    def duplicate(self, name: str, place: int, first: Location | None) -> DiagnosticError:
        """The error for a name that is defined twice."""
        note = Note(f"{name} is defined here first", first)
        return self.error(f"{name} is already defined, expected a new name", place, note)

    def doubt(
        self, message: str, first: int, *notes: Note, last: int | None = None
    ) -> DiagnosticError:
        """Returns a type error, which may not occur for other type arguments."""
        if self.is_checking:
            return DiagnosticError([])
        return self.error(message, first, *notes, last=last)

    def find(self, table: Mapping[str, T | None], what: str, text: str, place: int) -> T:
        """Resolves a name in a table. ``text`` is the name with its sigil, at the token ``place``;
        messages call the entity ``what``."""
        name = text[1:]
        if name not in table:
            raise self.unknown(what, text, place, table)
        found = table[name]
        if found is None:
            raise DiagnosticError([])
        return found

    def find_global(self, text: str, place: int) -> Value | GenericDeclaration:
        """Resolves ``@name`` at the token ``place``."""
        return self.find(self.globals, "function or variable", text, place)

    def find_definition(self, text: str, place: int) -> Definition:
        """Resolves ``@name`` at the token ``place`` as the name of a compute definition."""
        globals_ = self.globals.items()
        table = {n: g for n, g in globals_ if g is None or isinstance(g, Definition)}
        return self.find(table, "compute definition", text, place)

    def find_block(self, text: str, place: int) -> Block:
        """Resolves ``'name`` at the token ``place``."""
        return self.find(self.blocks, "block", text, place)

    def unknown(
        self, what: str, text: str, place: int, candidates: Iterable[str]
    ) -> DiagnosticError:
        """The error for an undefined name. The parameters are those of :meth:`find`;
        ``candidates`` are the names to suggest from."""
        near = self._suggestion(text[1:], candidates, text[0])
        return self.error(f"there is no {what} {text}{near}", place)

    def _suggestion(self, name: str, candidates: Iterable[str], sigil: str) -> str:
        # With very many errors, suggestions take long and do not help.
        if len(self.diagnostics) > _MAX_SUGGESTIONS:
            return ""
        return suggestion(name, candidates, sigil)

    def known_value(self, text: str, place: int) -> Value:
        """Resolves a use of ``%name`` without a type, at the token ``place``."""
        name = text[1:]
        value = self.values.get(name) or self.promised.get(name)
        if value is not None:
            return value
        if name in self.values:
            raise DiagnosticError([])
        definitions = self._definitions()
        if name in definitions:
            note = Note(f"{text} is defined here", self.location(definitions[name]))
            message = f"{text} is used before its definition, expected its type after it"
            raise self.error(message, place, note)
        raise self.unknown("value", text, place, chain(self.values, definitions))

    def typed_value(self, text: str, type: Type, place: int) -> Value:
        """Resolves a use of ``%name`` with its type, at the token ``place``. If the value is not
        defined yet, returns a placeholder, which the definition replaces."""
        name = text[1:]
        value = self.values.get(name) or self.promised.get(name) or self.stand_ins.get(name)
        if value is None:
            value = Value(type, None, self.location(place))
            if name in self.values:
                self.stand_ins[name] = value
                self.unparsed.values.add(value)
            else:
                self.promised[name] = value
        elif value.type is not type and not same_type(value.type, type):
            defined = "defined" if self.values.get(name) is not None else "used"
            note = Note(f"{text} is {defined} here, with type {value.type}", value.location)
            raise self.doubt(
                f"{text} has type {value.type}, got {type}", place, note, last=self.at - 1
            )
        return value

    def define_value(self, text: str, value: Value, place: int) -> None:
        """Defines ``%name`` at a token, and replaces its placeholder if there is one."""
        name = text[1:]
        if name in self.values:
            first = self.values[name]
            if first is None:
                return
            raise self.duplicate(text, place, first.location)
        self.values[name] = value
        value.name = name if not name[0].isdigit() else None
        promised = self.promised.pop(name, None)
        if promised is None:
            return
        if not same_type(promised.type, value.type):
            note = Note(f"{text} is defined here, with type {value.type}", value.location)
            message = f"{text} has type {value.type}, got {promised.type}"
            if not self.is_checking:
                problem = Diagnostic(message, promised.location, notes=(note,))
                self.record(DiagnosticError(problem))
            self.unparsed.values.add(promised)
            return
        promised.replace_uses(value)

    def poison_value(self, text: str) -> None:
        """Records that the definition of ``%name`` failed."""
        self.values.setdefault(text[1:], None)
        promised = self.promised.pop(text[1:], None)
        if promised is not None:
            self.stand_ins[text[1:]] = promised
            self.unparsed.values.add(promised)

    def break_promises(self) -> None:
        """Reports values that the function uses but does not define."""
        self.unparsed.values.update(self.promised.values())
        for name, value in self.promised.items():
            known = (n for n, v in self.values.items() if v is not None)
            near = self._suggestion(name, known, "%")
            message = f"there is no value %{name}{near}"
            self.record(DiagnosticError(Diagnostic(message, value.location)))

    def _definitions(self) -> Mapping[str, int]:
        if self._later is None:
            defined = (
                i for i in self._body if self.kinds[i] == "local" and self.kinds[i + 1] == "="
            )
            self._later = {self.texts[i][1:]: i for i in defined}
        return self._later
