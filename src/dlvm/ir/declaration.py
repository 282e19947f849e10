"""How instructions are declared: traits, effects, fields, and the format of their text.

A format is the text after ``%name =``: words and punctuation are literal, ``{field}`` is a field,
and ``[…]`` is an optional part, which is omitted if the fields in it have their defaults. An
optional part without fields but with one word is a flag: the field of that name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Flag, auto
from functools import cached_property
from typing import Any, Final

from dlvm.ir.values import Value


class TypeRuleError(Exception):
    """Operands or attributes violate a type rule. The message states the expected and the actual
    operands or attributes."""


class Effect(Flag):
    """The side effects of an instruction."""

    NONE = 0
    READ = auto()
    WRITE = auto()
    ALLOCATE = auto()
    RANDOM = auto()
    TRAP = auto()
    CALL = auto()
    CONTROL = auto()
    OUTPUT = auto()


class Trait(Flag):
    """Properties of a class of instructions that analyses and passes query.

    A class declares them as ``traits``, and inherits those of its base classes.
    """

    NONE = 0
    ELEMENTWISE = auto()
    """Each element of the result is computed from the operands' elements at the same index."""
    BROADCASTING = auto()
    """The operands broadcast against each other, or to the result, by NumPy's rule."""
    MOVEMENT = auto()
    """Each element of the result is an element of an operand, unchanged."""
    AFFINE_MOVEMENT = auto()
    """Movement from a single operand, at indices that are affine functions of the result's
    indices."""
    SINGLE_SOURCE = auto()
    """Movement of elements of the first operand only."""
    RESHAPE = auto()
    """The operand's elements, each once and in row-major order, in another shape."""
    VIEW = auto()
    """The result may share the operand's memory: only the type and the strides differ."""
    CONTRACTION = auto()
    """A sum of products of the operands' elements, which is linear in each operand."""
    LINEAR = auto()
    """The tangent is the same instruction applied to the tangents of the operands."""
    ZERO_DERIVATIVE = auto()
    """The derivative is zero, or the result holds no floats."""
    TRANSCENDENTAL = auto()
    """A transcendental function of each element. Square roots count as such, as they do in XLA."""
    EXACT = auto()
    """The mathematical result can always be represented: no rounding is needed."""
    EXPENSIVE = auto()
    """An element costs about ten additions or more: fusion does not repeat the computation."""
    UNBOUNDED_WORK = auto()
    """Even few elements may take many operations, so constants are not folded."""
    REMATERIALIZABLE = auto()
    """Recomputing the result costs next to nothing if the operands are available."""
    SHAPE_QUERY = auto()
    """The result depends on the operand's shape only."""
    ALLOCATION = auto()
    """Returns a pointer or a box to fresh memory."""
    MEMORY = auto()
    """Operates on pointers or boxes."""
    HEAP = auto()
    """Allocates, counts references to, or frees memory on the heap, or finds the contents of a box.
    Memory on the stack needs no such instruction."""
    ACCESS = auto()
    """Moves values to or from memory or a stack."""
    STACK = auto()
    """Operates on a stack."""


REQUIRED: Final[Any] = object()
LISTS: Final = ("operands", "indices")
SINGLE: Final = ("operand", "index", "callee")
_OPERAND_KINDS: Final = (*SINGLE, "element_path", *LISTS)

ElementPath = Sequence[Value | int | str]
"""A path whose steps are ``i64`` values, numbers and names of fields. The values are operands."""


@dataclass(frozen=True)
class Field:
    """One declared field.

    ``kind`` is ``operand`` or ``callee`` (one value), ``operands`` (any number), ``index`` or
    ``indices`` (``i64`` constants are written bare), ``element_path`` (values, numbers and names of
    fields), ``successor``, ``cases``, or the name of a kind of attribute, which ``text/`` can read
    and write.
    """

    kind: str
    default: Any = REQUIRED
    name: str = ""

    @cached_property
    def is_operand(self) -> bool:
        return self.kind in _OPERAND_KINDS

    @cached_property
    def is_successor(self) -> bool:
        return self.kind in ("successor", "cases")

    @property
    def is_attribute(self) -> bool:
        return not (self.is_operand or self.is_successor)

    @property
    def is_required(self) -> bool:
        return self.default is REQUIRED


def operand() -> Any:
    """One value."""
    return Field("operand")


def optional_operand(*, default: None = None) -> Any:
    """One value, or None."""
    return Field("operand", default)


def callee() -> Any:
    """One function value, written without its type."""
    return Field("callee")


def operands() -> Any:
    """Any number of values."""
    return Field("operands")


def index(*, default: None = None) -> Any:
    """One ``i64`` value, written as a bare number if it is constant."""
    return Field("index")


def indices() -> Any:
    """``i64`` values, written as bare numbers if they are constant."""
    return Field("indices")


def optional_indices(*, default: tuple[Value, ...] = ()) -> Any:
    return Field("indices", default)


def element_path() -> Any:
    """A path of ``i64`` values, numbers and names of fields."""
    return Field("element_path")


def successor() -> Any:
    """A successor block with its arguments."""
    return Field("successor")


def cases() -> Any:
    """One block for each case of an enum."""
    return Field("cases")


def attribute(kind: str) -> Any:
    """A constant of the given kind."""
    return Field(kind)


def optional_attribute(kind: str, *, default: Any) -> Any:
    return Field(kind, default)


def flag(*, default: bool = False) -> Any:
    """A word that is present or not."""
    return Field("flag", default)


@dataclass(frozen=True)
class FormatToken:
    """A word or punctuation mark of a format."""

    text: str


@dataclass(frozen=True)
class Reference:
    """A field of a format."""

    field: Field


@dataclass(frozen=True)
class Optional:
    """An optional part of a format, and the field that decides whether it is present."""

    elements: tuple[FormatElement, ...]
    decider: Field


FormatElement = FormatToken | Reference | Optional
_FORMAT_TOKEN = re.compile(r"\{(\w+)\}|(->|[\w-]+|[^\s\w])")


def parse_format(text: str, fields: Mapping[str, Field]) -> tuple[FormatElement, ...]:
    stack: list[list[FormatElement]] = [[]]
    for match in _FORMAT_TOKEN.finditer(text):
        name, token = match.groups()
        if name:
            stack[-1].append(Reference(fields[name]))
        elif token == "[":
            stack.append([])
        elif token == "]":
            part = stack.pop()
            names = [e.field for e in part if isinstance(e, Reference)]
            decider = (
                names[0]
                if names
                else fields[next(e.text for e in part if isinstance(e, FormatToken))]
            )
            stack[-1].append(Optional(tuple(part), decider))
        else:
            stack[-1].append(FormatToken(token))
    return tuple(stack[0])


class DeclarationMeta(type):
    """Collects the fields of a class as ``declared``. Attributes and successors become slots, which
    take less memory, since modules are large."""

    def __new__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any
    ) -> DeclarationMeta:
        declared = {n: f for n, f in namespace.items() if isinstance(f, Field)}
        body = {n: value for n, value in namespace.items() if n not in declared}
        slots = [n for n, f in declared.items() if f.is_attribute]
        if any(f.is_successor for f in declared.values()):
            slots.append("targets")
        body.setdefault("__slots__", slots)
        return super().__new__(cls, name, bases, {**body, "declared": declared}, **options)
