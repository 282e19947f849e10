"""The program being staged: which function, at which place, and how an instruction gets into it."""

from __future__ import annotations

import sys
from collections.abc import Collection, Generator, Iterable
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Any

from dlvm.diagnostics import DiagnosticError, Location, Note, error
from dlvm.ir import (
    Block,
    Builder,
    EnumType,
    Function,
    Instruction,
    Module,
    StructType,
    Type,
    TypeRuleError,
    Value,
)
from dlvm.nnkit.tracing.source_locations import user_location


@dataclass(eq=False)
class Pending:
    """A function that is being staged. A recursive call of it has an assumed result: none at first,
    so that its path is abandoned; then the result found on the other paths, until the result agrees
    with the assumption."""

    depth: int
    assumed: Any = None
    is_recursive: bool = False
    needs: int = sys.maxsize
    """The depth of the outermost function being staged that was called meanwhile."""


@dataclass(eq=False)
class Program:
    """A module under construction; each function and struct type is put into it once."""

    module: Module
    functions: dict[Any, Any] = field(default_factory=dict[Any, Any])
    structs: dict[Any, StructType] = field(default_factory=dict[Any, StructType])
    enums: dict[Any, EnumType] = field(default_factory=dict[Any, EnumType])
    cases: dict[type, Any] = field(default_factory=dict[type, Any])
    """What the payloads of cases hold that are in the program."""
    pending: list[Pending] = field(default_factory=list["Pending"])
    """The functions that are being staged, each called by the one before it."""

    def discard(self, functions: int, known: Collection[Any]) -> None:
        """Takes functions out again: those after so many, and not known by one of these keys."""
        del self.module.functions[functions:]
        for key in [k for k in self.functions if k not in known]:
            del self.functions[key]

    parts: set[Any] = field(default_factory=set[Any])
    """The functions, as in ``functions``, that are part of those that call them."""
    inside: list[Any] = field(default_factory=list[Any])
    """Those that are being staged as a part of their callers."""

    variant: Any = None
    """What else tells the functions of the program apart that are staged now."""

    def struct(self, name: str, fields: tuple[tuple[str, Type], ...]) -> StructType:
        """The struct type with these fields."""
        known = self.structs.get((name, fields))
        if known is None:
            known = StructType(self.type_name(name))
            known.define(fields)
            self.module.types.append(known)
            self.structs[name, fields] = known
        return known

    def type_name(self, name: str) -> str:
        """A name for a type: a number tells apart those that share one."""
        taken = {t.name for t in self.module.types}
        names = (f"{name}.{n}" if n else name for n in range(len(taken) + 1))
        return next(n for n in names if n not in taken)


@dataclass(eq=False)
class Scope:
    """The function being staged, and where its next instruction goes.

    ``left`` are the blocks of branches and loops that staging has left: what was computed
    there may not have been, or no longer be the last, when the program gets here. ``depth`` counts
    the branches and staged loops around the current place; ``loops`` are all loops around it.
    ``counts`` has a note for each value that is an integer since its variable began as one of
    Python's before a loop.
    """

    program: Program
    function: Function
    builder: Builder
    left: set[Block] = field(default_factory=set[Block])
    depth: int = 0
    loops: list[Any] = field(default_factory=list[Any])
    counts: dict[Value, Note] = field(default_factory=dict[Value, "Note"])

    def leave(self, blocks: Iterable[Block]) -> None:
        """Marks blocks as left."""
        self.left.update(blocks)


class Restart(BaseException):
    """A loop that Python has begun to run is to be staged."""

    def __init__(self, loop: Any) -> None:
        super().__init__()
        self.loop = loop


class NeedsCaller(BaseException):
    """What is being staged has to be part of the function that calls it; where that can not be,
    ``problem`` is to be raised."""

    def __init__(self, problem: DiagnosticError) -> None:
        super().__init__()
        self.problem = problem


_scope: ContextVar[Scope | None] = ContextVar("scope", default=None)


def current_scope() -> Scope | None:
    """The function being staged right now, if any."""
    return _scope.get()


def scope_for(what: str) -> Scope:
    """The function being staged; an error where there is none."""
    scope = _scope.get()
    if scope is None:
        raise failure(f"{what} outside a staged function, expected inside one; decorate the "
                      "function that does this with @staged")  # fmt: skip
    return scope


@contextmanager
def entered(scope: Scope) -> Generator[None]:
    """Stages into the scope's function meanwhile."""
    token = _scope.set(scope)
    try:
        yield
    finally:
        _scope.reset(token)


def failure(message: str, *notes: Note) -> DiagnosticError:
    """An error at the user's line that is being evaluated, to be raised."""
    return error(message, user_location(), *notes)


def called_here(problem: DiagnosticError) -> DiagnosticError:
    """An error in a function that the user's line calls which is being evaluated, with that line
    as a note."""
    if type(problem) is not DiagnosticError:
        return problem
    note = Note("called here", user_location())
    return DiagnosticError(replace(d, notes=(*d.notes, note)) for d in problem.diagnostics)


def emit(kind: type[Instruction], *fields: Any, **named: Any) -> Value:
    """Puts an instruction at the end of the function being staged and gives its value.

    It gets the user's line that is being evaluated, unless a ``location`` is given.
    """
    scope = scope_for(kind.mnemonic)
    location: Location | None = named.pop("location", None) or user_location()
    try:
        instruction = kind(*fields, location=location, **named)
    except TypeRuleError as problem:
        raise error(f"{kind.mnemonic}: {problem}", location) from None
    return scope.builder.insert(instruction)
