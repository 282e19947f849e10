"""The trace: the program being staged, its insertion point, and the emission of instructions."""

from __future__ import annotations

import sys
from collections.abc import Collection, Generator, Iterable
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from types import FrameType
from typing import Any, Final

from numpy.typing import NDArray

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
from dlvm.ir.values import TensorData
from dlvm.nnkit.tracing.constants import ProgramConstants
from dlvm.nnkit.tracing.size_algebra import SizeAlgebra
from dlvm.nnkit.tracing.source_locations import user_location


@dataclass(eq=False)
class Pending:
    """A function that is being staged.

    A recursive call of it assumes a result. At first there is none, so the path of the call is
    abandoned; then the result found on the other paths is assumed, until result and assumption
    agree.
    """

    depth: int
    state: Any
    """The Python state that the function is staged from."""
    assumed: Any = None
    is_recursive: bool = False
    resized: set[tuple[int, int, int]] = field(default_factory=set[tuple[int, int, int]])
    """The axes of loop variables that an iteration may resize: the number of the loop, of the
    tensor, and of the axis.
    """
    needs: int = sys.maxsize
    """The depth of the outermost pending function that was called while staging this one."""


@dataclass(eq=False)
class TracedProgram:
    """A module under construction; each function and struct type is added once."""

    module: Module
    base: FrameType | None = None
    """The frame from which the outermost function is called."""
    functions: dict[Any, Any] = field(default_factory=dict[Any, Any])
    structs: dict[Any, StructType] = field(default_factory=dict[Any, StructType])
    enums: dict[Any, EnumType] = field(default_factory=dict[Any, EnumType])
    cases: dict[type, Any] = field(default_factory=dict[type, Any])
    """The payload types of the enum cases in the program."""
    pending: list[Pending] = field(default_factory=list["Pending"])
    """The pending functions, each called by the preceding one."""

    def discard(self, functions: int, known: Collection[Any]) -> None:
        """Truncates the module to its first ``functions`` functions and drops the keys not in
        ``known``.
        """
        del self.module.functions[functions:]
        for key in [k for k in self.functions if k not in known]:
            del self.functions[key]

    parts: set[Any] = field(default_factory=set[Any])
    """The functions, keyed as in ``functions``, that are inlined into their callers."""
    inside: list[Any] = field(default_factory=list[Any])
    """The pending functions that are inlined into their callers."""

    regions: list[Any] = field(default_factory=list[Any])
    """The staged branches and loops around the insertion point, in all pending functions."""

    is_python: bool = True
    """Whether the function is Python code, whose branches and loops may have side effects. The
    graphs of other front ends have none."""

    handlers: list[Any] = field(default_factory=list[Any])
    """The ``try`` statements of the user around the insertion point, in all pending functions."""

    constants: ProgramConstants = field(default_factory=ProgramConstants)

    def constant(self, array: NDArray[Any], name: str = "") -> TensorData:
        """The elements of a known array. Without a name, it is named after the variable or
        attribute by which the function being staged captures it."""
        if not name and self.pending:
            found = self.pending[-1].state.snapshot.known.get(id(array))
            name = "" if found is None else found.path
        return self.constants.tensor(array, name or "constant")

    variant: Any = None
    """Further context that is part of the keys of the functions staged now."""

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
        """A unique name for a type; a number distinguishes types of the same name."""
        taken = {t.name for t in self.module.types}
        names = (f"{name}.{n}" if n else name for n in range(len(taken) + 1))
        return next(n for n in names if n not in taken)


@dataclass(eq=False)
class TracingScope:
    """The function being staged, and its insertion point.

    ``left`` are the blocks of branches and loops that staging has left: values computed there are
    not available, or may be stale, at the insertion point. ``depth`` counts the branches and staged
    loops around the insertion point; ``loops`` are all loops around it. ``counts`` has a note for
    each value that is an integer because its variable was a Python integer before a loop.
    """

    program: TracedProgram
    function: Function
    builder: Builder
    left: set[Block] = field(default_factory=set[Block])
    depth: int = 0
    loops: list[Any] = field(default_factory=list[Any])
    counts: dict[Value, Note] = field(default_factory=dict[Value, "Note"])
    base: FrameType | None = None
    """The frame from which the Python function is called."""
    sizes: SizeAlgebra = field(default_factory=SizeAlgebra)
    """The symbolic sizes of the function's values."""
    staged_loops: int = 0
    """The number of staged loops that have begun."""
    loop_tensors: dict[Value, tuple[int, int]] = field(
        default_factory=dict["Value", "tuple[int, int]"]
    )
    """The number of the loop and of the tensor, for each argument of a loop's header."""
    nonnegative: set[Value] = field(default_factory=set["Value"])
    """The loop counters that are never negative."""

    def leave(self, blocks: Iterable[Block]) -> None:
        """Marks blocks as left."""
        self.left.update(blocks)


class Restart(BaseException):
    """Signals that a loop that Python has begun to run must be staged."""

    def __init__(self, loop: Any) -> None:
        super().__init__()
        self.loop = loop


class Resized(BaseException):
    """Signals that an iteration of a staged loop resizes a tensor along an axis: the function must
    be staged again, for a loop variable of any size."""

    def __init__(self, axis: tuple[int, int, int]) -> None:
        super().__init__()
        self.axis = axis


class NeedsCaller(BaseException):
    """Signals that the function must be inlined into its caller; ``problem`` is raised if it cannot
    be.
    """

    def __init__(self, problem: DiagnosticError) -> None:
        super().__init__()
        self.problem = problem


_scope: ContextVar[TracingScope | None] = ContextVar("scope", default=None)


current_scope: Final = _scope.get
"""Returns the function being staged, if any. Each call of a staged function asks for it."""


def scope_for(what: str) -> TracingScope:
    """The function being staged; raises if there is none."""
    scope = _scope.get()
    if scope is None:
        raise failure(f"{what} is outside a staged function, expected inside one; decorate the "
                      "function that does this with @staged")  # fmt: skip
    return scope


@contextmanager
def entered(scope: TracingScope) -> Generator[None]:
    """Context manager: stages into the scope's function."""
    token = _scope.set(scope)
    try:
        yield
    finally:
        _scope.reset(token)


def failure(message: str, *notes: Note) -> DiagnosticError:
    """Creates an error at the user's line that is being evaluated."""
    return error(message, user_location(), *notes)


def called_here(problem: DiagnosticError) -> DiagnosticError:
    """Adds a note to an error in a called function: the line of the user's code that calls it. An
    error that is reported at that line already gets no note."""
    if type(problem) is not DiagnosticError:
        return problem
    note = Note("called here", user_location())
    return DiagnosticError(
        d if d.location == note.location else replace(d, notes=(*d.notes, note))
        for d in problem.diagnostics
    )


def locate(problem: DiagnosticError) -> None:
    """Adds the user's line that is being evaluated to an error without a location, which comes from
    an instruction of the library."""
    place = user_location()
    found = [replace(d, location=d.location or place) for d in problem.diagnostics]
    DiagnosticError.__init__(problem, found)


def emit(kind: type[Instruction], *fields: Any, **named: Any) -> Value:
    """Emits an instruction at the insertion point and returns its value.

    Its location is the line of the function being staged that is being evaluated, unless
    ``location`` is passed. In a function that belongs to the library, it has no location; its
    errors are reported at the line that calls the function.
    """
    scope = scope_for(kind.mnemonic)
    location: Location | None = named.pop("location", None)
    location = location or user_location(scope.program.base)
    try:
        instruction = kind(*fields, location=location, **named)
    except TypeRuleError as problem:
        raise error(f"{kind.mnemonic}: {problem}", location) from None
    return scope.builder.insert(instruction)
