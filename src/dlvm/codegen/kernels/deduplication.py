"""Kernel deduplication: definitions that differ only in names and constants share one kernel, and
so do loops that differ only in bounds and strides.

The constants and integers that differ become parameters of the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Final, cast

from dlvm.codegen.kernels.integer_parameters import map_integers
from dlvm.codegen.kernels.kernel import (
    Kernel,
    estimated_time,
    generate_kernel,
    lowered_kernel,
    polls,
)
from dlvm.codegen.llvm.emitter import Declarations
from dlvm.compute.loops.in_place import in_place_parameters
from dlvm.compute.loops.lowering import LoweredKernel
from dlvm.ir.compute import (
    Affine,
    Body,
    Call,
    Constant,
    Definition,
    Expression,
    Guard,
    Read,
    Reduction,
    Statement,
)
from dlvm.ir.loops.kernels import LoopKernel
from dlvm.ir.polynomial import Polynomial, bound_size, renamed, size_of
from dlvm.ir.schedules import Schedule
from dlvm.ir.types import I64, ElementType, FunctionType, Symbol, TensorType

_NAMES: Final = frozenset(
    ("parameters", "results", "tensor", "target", "base", "variable", "parameter", "subjects")
)
"""The fields that hold names of parameters, targets and variables."""
_SPECIAL: Final = frozenset(("divide", "power"))
"""Operations whose speed depends on the value of a constant operand."""
_MOST_INTEGERS: Final = 8
"""The maximum number of integers that become parameters: each takes a register."""
_ANY: Final = 2
"""The integer that stands for all those that can be parameters."""


@dataclass(frozen=True)
class _Member:
    """A definition, its schedule or its loops, and its constants in order."""

    definition: Definition
    given: Schedule | LoopKernel
    constants: Sequence[Constant]


@dataclass(frozen=True)
class _Group:
    """Members that differ only in names and constants. ``definition`` is the definition of the
    first member, in which the constants that differ are parameters. ``varying`` has the positions
    of these constants."""

    members: Sequence[_Member]
    varying: Sequence[int]
    definition: Definition
    lowered: LoweredKernel
    integers: Sequence[int]
    """The integers of the loops that can be parameters, in order."""


def generate_kernels(
    definitions: Sequence[Definition],
    schedules: Mapping[str, Schedule],
    loops: Mapping[str, LoopKernel],
    declarations: Declarations,
) -> dict[Definition, Kernel]:
    """Generates the kernel of each definition, from its loops if they are given. ``schedules`` and
    ``loops`` map the names of definitions to their schedules and loops."""
    alike: dict[object, list[_Member]] = {}
    for definition in definitions:
        given = loops.get(definition.name or "")
        if given is not None:
            alike[definition] = [_Member(definition, given, ())]
            continue
        constants: list[Constant] = []
        body = _with_constants(definition.body, lambda c, own=constants: _noted(c, own))
        schedule = schedules[definition.name or ""]
        types = definition.type.parameters
        key = _CanonicalNames({}).of((body, schedule.directives, schedule.device, types))
        alike.setdefault(key, []).append(_Member(definition, schedule, constants))
    groups: dict[object, list[_Group]] = {}
    for members in alike.values():
        key, group = _grouped(members)
        groups.setdefault(key, []).append(group)
    found: dict[Definition, Kernel] = {}
    for similar in groups.values():
        found.update(_kernels_of(similar, declarations))
    return found


def _noted(constant: Constant, found: list[Constant]) -> Constant:
    found.append(constant)
    return Constant(0.0, constant.element)


def _grouped(members: Sequence[_Member]) -> tuple[object, _Group]:
    """Members that differ only in names and constants, and a key that is equal for groups whose
    kernels differ only in the integers of their loops."""
    columns = enumerate(zip(*(m.constants for m in members), strict=True))
    varying = {n: f"constant.{n}" for n, constants in columns if len(set(constants)) > 1}
    definition = _with_parameters(members[0], varying)
    lowered = lowered_kernel(definition, members[0].given)
    integers: list[int] = []

    def note(number: int) -> int:
        integers.append(number)
        return _ANY

    body = map_integers(lowered.kernel.body, note, _tensors(definition))
    types = (*definition.type.parameters, *definition.result_types)
    key = (
        body,
        definition.body.parameters,
        definition.body.results,
        tuple((t.element, t.rank) if isinstance(t, TensorType) else t for t in types),
        polls(estimated_time(lowered)),
        in_place_parameters(lowered.nest.definition, lowered.reads_first),
        definition.body.draws,
    )
    return key, _Group(members, [*varying], definition, lowered, integers)


def _kernels_of(
    groups: Sequence[_Group], declarations: Declarations
) -> Iterator[tuple[Definition, Kernel]]:
    """Generates the kernel of each member. The groups share one function, unless too many integers
    differ: then each group has a function."""
    columns = list(zip(*(g.integers for g in groups), strict=True))
    varying = dict.fromkeys(c for c in columns if len(set(c)) > 1)
    if len(varying) > _MOST_INTEGERS:
        for group in groups:
            yield from _kernels_of([group], declarations)
        return
    names = {column: f"integer.{number}" for number, column in enumerate(varying)}
    first = groups[0]
    definition, lowered = first.definition, first.lowered
    if varying:
        sizes = [size_of(Symbol(names[c])) if c in names else c[0] for c in columns]
        rest = iter(sizes)
        body = map_integers(lowered.kernel.body, lambda _: next(rest), _tensors(definition))
        lowered = replace(lowered, kernel=replace(lowered.kernel, body=body))
        definition = _with_more(definition, [(f"_{n}", I64) for n in names.values()])
    generated = generate_kernel(definition, lowered, declarations)
    for position, group in enumerate(groups):
        integers = [column[position] for column in varying]
        values = dict(zip(names.values(), integers, strict=True))
        size, time = bound_size(generated.size, values), estimated_time(group.lowered)
        own = group.members[0].definition.body.sizes
        for member in group.members:
            body = member.definition.body
            renaming = dict(zip(own, body.sizes, strict=True))
            kernel = replace(
                generated,
                size=renamed(size, renaming),
                time=renamed(time, renaming),
                draws=body.draws,
                constants=(
                    *(member.constants[number] for number in group.varying),
                    *(Constant(number, I64) for number in integers),
                ),
            )
            yield member.definition, kernel


def _tensors(definition: Definition) -> tuple[str, ...]:
    """The names of the tensors that a definition reads and writes."""
    return (*definition.body.parameters, *definition.body.results)


def _with_parameters(member: _Member, given: Mapping[int, str]) -> Definition:
    """The definition with the given constants as additional parameters."""
    definition = member.definition
    if not given:
        return definition
    number = -1

    def change(constant: Constant) -> Expression:
        nonlocal number
        number += 1
        return Read(given[number], (), constant.element) if number in given else constant

    body = _with_constants(definition.body, change)
    changed = Definition(definition.name or "", definition.type, body, definition.location)
    more = [(name, member.constants[number].element) for number, name in given.items()]
    return _with_more(changed, more)


def _with_more(definition: Definition, scalars: Sequence[tuple[str, ElementType]]) -> Definition:
    """The definition with more parameters, which are scalars."""
    body = definition.body
    body = replace(body, parameters=(*body.parameters, *(name for name, _ in scalars)))
    types = [TensorType((), element) for _, element in scalars]
    type = FunctionType((*definition.type.parameters, *types), definition.type.result)
    return Definition(definition.name or "", type, body, definition.location)


def _with_constants(body: Body, change: Callable[[Constant], Expression]) -> Body:
    """A computation in which the constants that can be parameters are replaced."""
    statements: list[Statement] = []
    for statement in body.statements:
        statements.append(replace(statement, value=_replaced(statement.value, change)))
    return replace(body, statements=tuple(statements))


def _replaced(expression: Expression, change: Callable[[Constant], Expression]) -> Expression:
    match expression:
        case Constant():
            return change(expression) if expression.element.is_float else expression
        case Call(operation, arguments, element):
            kept = Constant if operation in _SPECIAL else ()
            changed = [a if isinstance(a, kept) else _replaced(a, change) for a in arguments]
            return Call(operation, tuple(changed), element)
        case Guard():
            return Guard(*(_replaced(c, change) for c in expression.children))
        case Reduction(by, ranges, inner):
            return Reduction(by, ranges, _replaced(inner, change))
        case _:
            return expression


@dataclass(frozen=True)
class _CanonicalNames:
    """Canonicalizes the names of a computation: names become numbers in order of occurrence, so
    that computations that differ only in names are equal."""

    names: dict[str, int]

    def of(self, part: Any) -> object:
        """A hashable value for a part of a computation."""
        match part:
            case Affine():
                terms = [(self.name(v), self.of(c)) for v, c in part.terms]
                return "affine", tuple(sorted(terms, key=repr)), self.of(part.constant)
            case Polynomial():
                terms = [(sorted(self.name(f"_{s}") for s in names), n) for names, n in part.terms]
                return "size", repr(sorted(terms))
            case Symbol():
                return "symbol", self.name(f"_{part.name}")
            case Constant():
                return "constant", part
            case TensorType():
                return part.element, self.of(part.shape)
            case tuple():
                return tuple(map(self.of, cast("tuple[Any, ...]", part)))
            case _ if is_dataclass(part) and not isinstance(part, type):
                return type(part), *(
                    self.field(f.name, getattr(part, f.name)) for f in fields(part) if f.compare
                )
            case _:
                return part

    def field(self, name: str, value: Any) -> object:
        if name not in _NAMES or value is None:
            return self.of(value)
        names: tuple[str, ...] = (value,) if isinstance(value, str) else value
        return tuple(map(self.name, names))

    def name(self, name: str) -> int:
        return self.names.setdefault(name, len(self.names))
