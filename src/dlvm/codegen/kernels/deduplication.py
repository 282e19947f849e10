"""Kernel deduplication: definitions that differ only in names and constants share one kernel.

The constants that differ become parameters of the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Final, cast

from dlvm.codegen.kernels.kernel import Kernel, generate_kernel
from dlvm.codegen.llvm.emitter import Declarations
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
from dlvm.ir.polynomial import Polynomial, renamed
from dlvm.ir.schedules import Schedule
from dlvm.ir.types import FunctionType, Symbol, TensorType

_NAMES: Final = frozenset(
    ("parameters", "results", "tensor", "target", "base", "variable", "parameter", "subjects")
)
"""The fields that hold names of parameters, targets and variables."""
_SPECIAL: Final = frozenset(("divide", "power"))
"""Operations whose speed depends on the value of a constant operand."""


@dataclass(frozen=True)
class _Member:
    """A definition, its schedule, and its constants in order."""

    definition: Definition
    schedule: Schedule
    constants: Sequence[Constant]


def generate_kernels(
    definitions: Sequence[Definition],
    schedules: Mapping[str, Schedule],
    loops: Mapping[str, LoopKernel],
    declarations: Declarations,
) -> dict[Definition, Kernel]:
    """Generates the kernel of each definition, from its loops if they are given; those and the
    schedules are given by the names of definitions."""
    groups: dict[object, list[_Member]] = {}
    found: dict[Definition, Kernel] = {}
    for definition in definitions:
        given = loops.get(definition.name or "")
        if given is not None:
            found[definition] = generate_kernel(definition, given, declarations)
            continue
        constants: list[Constant] = []
        body = _with_constants(definition.body, lambda c, own=constants: _noted(c, own))
        schedule = schedules[definition.name or ""]
        types = definition.type.parameters
        key = _CanonicalNames({}).of((body, schedule.directives, schedule.device, types))
        groups.setdefault(key, []).append(_Member(definition, schedule, constants))
    for group in groups.values():
        found.update(_kernels_of(group, declarations))
    return found


def _noted(constant: Constant, found: list[Constant]) -> Constant:
    found.append(constant)
    return Constant(0.0, constant.element)


def _kernels_of(
    group: Sequence[_Member], declarations: Declarations
) -> Iterator[tuple[Definition, Kernel]]:
    """Generates one function for several definitions, and the kernel of each."""
    first = group[0]
    given = {
        number: f"constant.{number}"
        for number, constants in enumerate(zip(*(m.constants for m in group), strict=True))
        if len(set(constants)) > 1
    }
    generated = generate_kernel(_with_parameters(first, given), first.schedule, declarations)
    for member in group:
        body = member.definition.body
        names = dict(zip(first.definition.body.sizes, body.sizes, strict=True))
        kernel = replace(
            generated,
            size=renamed(generated.size, names),
            time=renamed(generated.time, names),
            draws=body.draws,
            constants=tuple(member.constants[number] for number in given),
        )
        yield member.definition, kernel


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
    body = replace(body, parameters=(*body.parameters, *given.values()))
    types = [TensorType((), member.constants[number].element) for number in given]
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
