"""Instantiates generic types and functions (monomorphization).

For each new list of type arguments, the parser reads the tokens of the template again with the
parameters bound to the arguments, and creates a separate type or function. A module contains
instances only, so later stages need not support parameters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from dlvm.diagnostics import Diagnostic, DiagnosticError, Location, Note
from dlvm.ir.module import Module
from dlvm.ir.types import (
    ERASED,
    AliasType,
    ArrayType,
    BoxType,
    ElementType,
    FunctionType,
    NominalType,
    PointerType,
    Symbol,
    TensorType,
    TupleType,
    Type,
    tensor,
)
from dlvm.ir.wellformed import MAX_DEPTH, children, definition_problems, members_of, names_in
from dlvm.text.scope import GenericDeclaration, Generics, Instance, Scope

MOST_INSTANCES: Final = 4096
"""The maximum number of instances of a module."""
MOST_NESTED: Final = 64
"""The maximum length of a chain of instances that request each other."""
MOST_PARTS: Final = 1000
"""The maximum number of parts of type arguments."""

_LONGEST_NAME: Final = 60
_NO_NAME = re.compile(r"[^A-Za-z0-9_.]+")


def read_parameters(p: Scope) -> list[str]:
    """Reads type parameters, ``<$T, $U>``."""
    names: list[str] = []

    def read() -> None:
        place = p.at
        name = p.name("type", "a type parameter, $T")
        if name in names:
            raise p.error(f"${name} must appear only once", place)
        known = p.types.get(name)
        if known is not None:
            raise p.duplicate(f"${name}", place, known.location)
        names.append(name)

    opening = p.at
    p.enclosed("<", read, ">")
    if not names:
        raise p.error("expected at least one type parameter, <$T>, got none", opening)
    return names


def instantiate(
    p: Scope, template: GenericDeclaration, arguments: Sequence[Type], asked: Location
) -> Any:
    """Returns the instance of a template for type arguments.

    Named sizes in the arguments become ``_``, since their names belong to the function that uses
    the instance."""
    expected = len(template.parameters)
    if len(arguments) != expected:
        note = Note(f"{template.name} is declared here", template.location)
        takes = f"{template.name} takes {expected} type argument{'s' if expected > 1 else ''}"
        raise DiagnosticError(Diagnostic(f"{takes}, got {len(arguments)}", asked, notes=(note,)))
    if not is_finite(arguments):
        if p.instance is not None:
            raise _endless(template, asked)
        message = f"type arguments of {template.name} must have at most {MOST_PARTS} parts"
        raise DiagnosticError(Diagnostic(message, asked))
    bound = tuple(_without_size_names(a.canonical) for a in arguments)
    generics = p.generics
    instance = generics.instances.get((template, bound))
    if instance is None:
        instance = Instance(template, bound, asked, p.instance)
        _check_count(p, instance)
        generics.instances[template, bound] = instance
        with p.inside(instance, instance.template.start):
            try:
                instance.value = template.declare(_unique_name(p, instance))
                waiting = generics.bodiless if template.is_function else generics.undefined
                waiting.append(instance)
            except DiagnosticError as problem:
                p.record(problem)
        instance.is_declared = True
        if not generics.is_defining:
            define_types(p)
    elif not instance.is_declared:
        raise DiagnosticError(Diagnostic(f"{instance} is an alias of itself", asked))
    if instance.value is None:
        raise DiagnosticError([])
    return instance.value


def define_types(p: Scope) -> None:
    """Defines the declared types and the types of their members; drops infinite types."""
    generics = p.generics
    generics.is_defining, is_any = True, bool(generics.undefined)
    failed: list[NominalType] = []
    while generics.undefined:
        instance = generics.undefined.pop(0)
        if not _define(p, instance):
            failed.append(instance.value)
    if is_any:
        leave_out_types(p, failed)
    generics.is_defining = False


def read_instances(p: Scope) -> None:
    """Reads the bodies of declared functions, of their callees, and of their custom derivatives."""
    generics = p.generics
    while generics.bodiless:
        instance = generics.bodiless.pop(0)
        _define(p, instance)
        for template, order in generics.custom_derivatives.get(instance.template.name, ()):
            with p.inside(instance, instance.template.start):
                arguments = [instance.arguments[position] for position in order]
                try:
                    instantiate(p, template, arguments, instance.asked)
                except DiagnosticError as problem:
                    p.record(problem)


def check_unused(p: Scope) -> None:
    """Reports errors in templates without instances, if the errors do not depend on the type
    arguments.

    Each parameter is bound to an opaque type, or to a float type if it is an element type."""
    templates = [
        t for t in (*p.types.values(), *p.globals.values()) if isinstance(t, GenericDeclaration)
    ]
    used = {template for template, _ in p.generics.instances}
    module, generics = p.module, p.generics
    for template in templates:
        if template in used:
            continue
        p.module, p.generics, p.is_checking = Module(module.name), Generics(), True
        p.generics.is_defining = False
        elements = {
            p.texts[place][1:]
            for place in range(template.start, template.limit)
            if p.kinds[place] == "type" and p.texts[place - 1] == "x"
        }
        arguments = [
            tensor(ElementType.F32) if name in elements else AliasType(name)
            for name in template.parameters
        ]
        try:
            instantiate(p, template, arguments, template.location)
            for instance in [i for i in p.generics.bodiless if i.template is template]:
                _define(p, instance)
        except DiagnosticError as problem:
            p.record(problem)
    p.module, p.generics, p.is_checking = module, generics, False


def _define(p: Scope, instance: Instance) -> bool:
    with p.inside(instance, instance.template.start):
        try:
            instance.template.define(instance.value)
        except DiagnosticError as problem:
            p.record(problem)
            return False
    return True


def _check_count(p: Scope, instance: Instance) -> None:
    """Raises an error if there are infinitely or too many instances."""
    generics = p.generics
    if generics.is_full:
        raise DiagnosticError([])
    if sum(1 for _ in instance.chain) > MOST_NESTED:
        raise _endless(instance.template, instance.asked)
    if len(generics.instances) == MOST_INSTANCES:
        generics.is_full = True
        message = (
            f"the module has more than {MOST_INSTANCES} instances of generic types and functions"
        )
        raise DiagnosticError(Diagnostic(message, instance.asked))


def _endless(template: GenericDeclaration, asked: Location) -> DiagnosticError:
    message = (
        f"{template.name} requests infinitely many instances, expected finitely many: if "
        "generic functions call each other, or generic types contain each other, type arguments "
        "must not grow"
    )
    note = Note(f"{template.name} is declared here", template.location)
    return DiagnosticError(Diagnostic(message, asked, notes=(note,)))


def is_finite(types: Sequence[Type]) -> bool:
    """Whether types are finite and small enough to expand; their aliases may be unchecked."""
    level, count, depth = list(types), 0, 0
    while level and count <= MOST_PARTS and depth <= MAX_DEPTH:
        count, depth = count + len(level), depth + 1
        level = [
            part
            for type in level
            for part in (members_of(type) if isinstance(type, AliasType) else children(type))
        ]
    return not level


def _without_size_names(type: Type) -> Type:
    match type:
        case TensorType(shape):
            return type.with_shape(ERASED if isinstance(d, Symbol) else d for d in shape)
        case TupleType(elements):
            return TupleType(tuple(map(_without_size_names, elements)))
        case ArrayType(size, element):
            return ArrayType(size, _without_size_names(element))
        case PointerType(pointee):
            return PointerType(_without_size_names(pointee))
        case BoxType(content):
            return BoxType(_without_size_names(content))
        case FunctionType(parameters, result):
            return FunctionType(
                tuple(map(_without_size_names, parameters)), _without_size_names(result)
            )
        case _:
            return type


def _unique_name(p: Scope, instance: Instance) -> str:
    """The name of an instance, ``Pair.f32``: the template's name and the arguments."""
    arguments = " ".join(map(str, instance.arguments)).replace(" x ", "x")
    stem = ".".join((instance.template.name[1:], *filter(None, _NO_NAME.split(arguments))))
    stem = stem[:_LONGEST_NAME].rstrip(".")
    table = p.globals if instance.template.is_function else p.types
    name, number = stem, 0
    while name in table or name in p.generics.names:
        number += 1
        name = f"{stem}.{number}"
    p.generics.names.add(name)
    return name


def leave_out_types(p: Scope, wrong: Sequence[NominalType]) -> None:
    """Drops types with errors, infinite types and types that contain them; their uses fail
    silently."""
    instances = {
        id(i.value): i for i in p.generics.instances.values() if isinstance(i.value, NominalType)
    }
    while True:
        # Compute this before dropping types: the readable part of an erroneous type may be
        # infinite, too.
        problems = definition_problems(p.module.types)
        for type, message in problems:
            with p.inside(instances.get(id(type)), p.at):
                p.record(DiagnosticError(Diagnostic(message, type.location)))
        wrong = [*wrong, *(type for type, _ in problems)]
        if not wrong:
            return
        left_out = {*map(id, wrong)}
        count = -1
        while len(left_out) > count:
            count = len(left_out)
            left_out |= {
                id(type)
                for type in p.module.types
                if any(id(n) in left_out for part in members_of(type) for n in names_in(part))
            }
        for type in p.module.types:
            if id(type) in left_out and type.name in p.types:
                p.types[type.name] = None
        for key in left_out & instances.keys():
            instances[key].value = None
        p.module.types[:] = [t for t in p.module.types if id(t) not in left_out]
        wrong = []
