"""The declaration of instructions.

An instruction is one class. Its fields say what operands, attributes and successors it has; its
``format`` how it is written; ``infer`` what type its result has. Parser, printer, builder and
verifier read these and nothing else.

The format is the text after ``%name =``: words and punctuation stand for themselves, ``{field}``
for a field, and ``[…]`` for a part that is left out when the fields in it have their default (a
part without fields but with one word is a flag: the field of that name).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Flag, auto
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, dataclass_transform

from dlvm.ir.types import VOID, Type
from dlvm.ir.values import Aggregate, Argument, User, Value, copy_operand

if TYPE_CHECKING:
    from dlvm.diagnostics import Location
    from dlvm.ir.module import Block, Function


class TypeRuleError(Exception):
    """Operands or attributes that do not fit together; says what was found and expected."""


class Effect(Flag):
    """What an instruction does besides computing its result."""

    NONE = 0
    READ = auto()
    WRITE = auto()
    ALLOCATE = auto()
    RANDOM = auto()
    TRAP = auto()
    CALL = auto()
    CONTROL = auto()


class Trait(Flag):
    """Properties of a kind of instruction that analyses and passes ask for.

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
    """Movement from a single operand, at indices that are affine in those of the result."""
    RESHAPE = auto()
    """The operand's elements, each once and in row-major order, in another shape."""
    VIEW = auto()
    """The result may share the operand's memory: only the type and the strides differ."""
    CONTRACTION = auto()
    """A sum of products of the operands' elements: multilinear."""
    LINEAR = auto()
    """The tangent is the same instruction applied to the tangents of the operands."""
    ZERO_DERIVATIVE = auto()
    """The derivative is zero, or the result holds no floats."""
    TRANSCENDENTAL = auto()
    """A transcendental function of each element."""
    EXPENSIVE = auto()
    """An element costs about ten additions or more: fusion does not repeat the computation."""
    REMATERIALIZABLE = auto()
    """Recomputing the result costs next to nothing where the operands are available."""
    SHAPE_QUERY = auto()
    """The result depends on the operand's shape only."""
    ALLOCATION = auto()
    """Returns a pointer or a box to fresh memory."""
    MEMORY = auto()
    """Operates on pointers or boxes."""
    STACK = auto()
    """Operates on a stack."""


_REQUIRED: Final[Any] = object()
_LISTS: Final = ("operands", "indices")
_SINGLE: Final = ("operand", "index", "callee")
_OPERAND_KINDS: Final = (*_SINGLE, "element_path", *_LISTS)

ElementPath = Sequence[Value | int | str]
"""A path whose steps are ``i64`` values, numbers and names of fields. The values are operands."""


@dataclass(frozen=True)
class Field:
    """One declared field.

    ``kind`` is ``operand`` or ``callee`` (one value), ``operands`` (any number), ``index`` or
    ``indices`` (``i64`` constants are written bare), ``element_path`` (values, numbers and names of
    fields), ``successor``, ``cases``, or the name of a kind of attribute, for which ``text/`` knows
    how to read and write it.
    """

    kind: str
    default: Any = _REQUIRED
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
        return self.default is _REQUIRED


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
    """One ``i64`` value, written as a bare number where it is constant."""
    return Field("index")


def indices() -> Any:
    """``i64`` values, written as bare numbers where they are constant."""
    return Field("indices")


def optional_indices(*, default: tuple[Value, ...] = ()) -> Any:
    return Field("indices", default)


def element_path() -> Any:
    """A path of ``i64`` values, numbers and names of fields."""
    return Field("element_path")


def successor() -> Any:
    """A block to go on at, with its arguments."""
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
    """A word that is there or not."""
    return Field("flag", default)


@dataclass(frozen=True)
class Token:
    """A word or punctuation mark of a format."""

    text: str


@dataclass(frozen=True)
class Reference:
    """A field of a format."""

    field: Field


@dataclass(frozen=True)
class Optional:
    """An optional part of a format, and the field whose presence decides about it."""

    elements: tuple[FormatElement, ...]
    decider: Field


FormatElement = Token | Reference | Optional
_FORMAT_TOKEN = re.compile(r"\{(\w+)\}|(->|[\w-]+|[^\s\w])")


def _parse_format(text: str, fields: Mapping[str, Field]) -> tuple[FormatElement, ...]:
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
                names[0] if names else fields[next(e.text for e in part if isinstance(e, Token))]
            )
            stack[-1].append(Optional(tuple(part), decider))
        else:
            stack[-1].append(Token(token))
    return tuple(stack[0])


@dataclass(eq=False, slots=True)
class Successor:
    """A block to go on at, with the values its arguments take. Where it belongs to a case of an
    enum, no values are passed: the block's arguments take the case's payload."""

    block: Block
    arguments: Sequence[Value] = field(default=())
    case: str | None = None

    @property
    def takes_payload(self) -> bool:
        return self.case is not None

    @property
    def passed(self) -> Iterator[tuple[Argument, Value]]:
        """The block's arguments, each with the value that it takes; none that takes a payload."""
        if self.takes_payload:
            return iter(())
        return zip(self.block.arguments, self.arguments, strict=True)


_Way = tuple[str | None, int, int]
"""The case that a successor belongs to, and where what is passed lies in the operands."""

_Steps = tuple[int | str | None, ...]
"""An element path; None for a step that is an operand."""


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where the fields of an instruction lie in its operands, and in its successors; what paths
    have besides operands; and the ways to its successors."""

    slots: Mapping[str, tuple[int, int]]
    steps: Mapping[str, _Steps]
    ways: Sequence[_Way]


# What many instructions have in common is there once: modules are large.
@lru_cache(4096)
def _layout(
    kind: type[Instruction],
    ends: Sequence[int],
    steps: Sequence[tuple[str, _Steps]],
    ways: Sequence[_Way],
) -> _Layout:
    """The layout of an instruction whose fields end there."""
    slots: dict[str, tuple[int, int]] = {}
    starts = {True: 0, False: 0}
    held = (f for f in kind.fields.values() if f.is_operand or f.is_successor)
    for declaration, end in zip(held, ends, strict=True):
        slots[declaration.name] = starts[declaration.is_operand], end
        starts[declaration.is_operand] = end
    return _Layout(slots, dict(steps), ways)


INSTRUCTIONS: Final[dict[str, type[Instruction]]] = {}
"""Every instruction by its mnemonic. A class registers itself by being defined with a format."""


_SLOTS: Final = ("_layout", "block", "operands")


class _Declaring(type):
    """Puts fields aside as ``declared``. Those that are attributes are slots, and only what has
    successors has one for them: modules are large."""

    def __new__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any
    ) -> _Declaring:
        declared = {n: f for n, f in namespace.items() if isinstance(f, Field)}
        body = {n: value for n, value in namespace.items() if n not in declared}
        slots = [n for n, f in declared.items() if f.is_attribute]
        if any(f.is_successor for f in declared.values()):
            slots.append("targets")
        body.setdefault("__slots__", slots)
        return super().__new__(cls, name, bases, {**body, "declared": declared}, **options)


@dataclass_transform(
    field_specifiers=(
        operand, optional_operand, operands, index, indices, optional_indices,
        element_path, successor, cases, callee, attribute, optional_attribute, flag,
    )
)  # fmt: skip
class Instruction(User, Value, metaclass=_Declaring):
    """Base of all instructions; each is also the value that it computes.

    Fields are given to the constructor in the order of their declaration, or by name.
    """

    __slots__ = _SLOTS

    mnemonic: ClassVar[str] = ""
    format: ClassVar[str] = ""
    fields: ClassVar[dict[str, Field]] = {}
    declared: ClassVar[dict[str, Field]]
    declared_effects: ClassVar[Effect] = Effect.NONE
    traits: ClassVar[Trait] = Trait.NONE
    not_differentiable: ClassVar[str | None] = None
    """What differentiation can not pass through; None if nothing in the class prevents it."""
    is_terminator: ClassVar[bool] = False
    targets: Sequence[Block] = ()
    """The blocks where control may go next."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.fields = dict(cls.fields)
        for base in cls.__mro__[1:]:
            cls.traits |= getattr(base, "traits", Trait.NONE)
        for name, declaration in cls.declared.items():
            named = Field(declaration.kind, declaration.default, name)
            cls.fields[name] = named
            if not named.is_attribute:
                setattr(cls, name, property(cls._reader(named)))
        if vars(cls).get("format"):
            cls.mnemonic = cls.format.split()[0]
            INSTRUCTIONS[cls.mnemonic] = cls

    @staticmethod
    def _reader(declaration: Field) -> Callable[[Instruction], Any]:
        """What reads a field that lies in the operands or the successors."""
        name, kind = declaration.name, declaration.kind

        def read_one(self: Instruction) -> Value | None:
            start, end = self._layout.slots[name]
            found = self.operands[start:end]
            return found[0] if found else None

        def read(self: Instruction) -> Any:
            start, end = self._layout.slots[name]
            if kind == "successor":
                return self._successor(start)
            if kind == "cases":
                return self.successors[start:end]
            return self._field_value(declaration, self.operands[start:end])

        return read_one if kind in _SINGLE else read

    def __init__(self, *arguments: Any, **named: Any) -> None:
        self.block: Block | None = None
        location: Location | None = named.pop("location", None)
        given = dict(zip(self.fields, arguments, strict=False))
        if len(arguments) > len(self.fields) or not named.keys() <= self.fields.keys():
            raise TypeError(f"{self.mnemonic} has the fields {', '.join(self.fields) or 'none'}")
        given.update(named)
        values: list[Value] = []
        targets: list[Block] = []
        ways: list[_Way] = []
        steps: list[tuple[str, _Steps]] = []
        ends: list[int] = []
        for name, declaration in self.fields.items():
            value = given.get(name, declaration.default)
            if value is _REQUIRED:
                raise TypeError(f"{self.mnemonic} needs {name}")
            if declaration.is_operand:
                if declaration.kind in _LISTS:
                    values.extend(value)
                elif declaration.kind == "element_path":
                    path = tuple(None if isinstance(s, Value) else s for s in value)
                    steps.append((name, path))
                    values.extend(s for s in value if isinstance(s, Value))
                elif value is not None:
                    values.append(value)
                ends.append(len(values))
            elif declaration.is_successor:
                for target in (value,) if isinstance(value, Successor) else value:
                    begin = len(values)
                    values.extend(target.arguments)
                    targets.append(target.block)
                    ways.append((target.case, begin, len(values)))
                ends.append(len(targets))
            else:
                setattr(self, name, value)
        self._layout = _layout(type(self), tuple(ends), tuple(steps), tuple(ways))
        if targets:
            self.targets = tuple(targets)
        Value.__init__(self, VOID, None, location)
        self._take(values)
        try:
            self.type = self.infer()
        except TypeRuleError:
            self.drop_operands()
            raise

    def infer(self) -> Type:
        """The type rule: the result's type, or a :class:`TypeRuleError` that says what is wrong."""
        raise TypeError(f"{type(self).__name__} declares no type rule")

    @property
    def effects(self) -> Effect:
        """What the instruction does besides computing its result."""
        return self.declared_effects

    @classmethod
    @cache
    def layout(cls) -> tuple[FormatElement, ...]:
        """The format, parsed; the mnemonic left out."""
        return _parse_format(cls.format, cls.fields)[1:]

    @property
    def attributes(self) -> dict[str, Any]:
        """The attributes by name. A path counts with what it has besides operands."""
        steps = self._layout.steps
        names = _attribute_names(type(self))
        return {n: steps[n] if n in steps else getattr(self, n) for n in names}

    def _field_value(self, declaration: Field, operands: Sequence[Value]) -> Any:
        """What an operand field stands for, given its operands."""
        if declaration.kind == "element_path":
            remaining = iter(operands)
            steps = self._layout.steps[declaration.name]
            return tuple(next(remaining) if s is None else s for s in steps)
        if declaration.kind in _LISTS:
            return operands
        return operands[0] if operands else None

    @property
    def successors(self) -> Sequence[Successor]:
        """Where control may go next, with the arguments passed."""
        return tuple(map(self._successor, range(len(self.targets))))

    def _successor(self, place: int) -> Successor:
        case, start, end = self._layout.ways[place]
        return Successor(self.targets[place], self.operands[start:end], case)

    @property
    def passed(self) -> Iterator[tuple[Argument, Value]]:
        """The arguments of the blocks where control may go next, each with the value that it takes;
        none that takes a payload."""
        for target, (_, start, end) in zip(self.targets, self._layout.ways, strict=True):
            if start < end:
                yield from zip(target.arguments, self.operands[start:end], strict=True)

    @property
    def ways(self) -> Iterator[tuple[Block, Sequence[Value]]]:
        """The blocks where control may go next, each with the values that are passed to it."""
        for target, (_, start, end) in zip(self.targets, self._layout.ways, strict=True):
            yield target, self.operands[start:end]

    @property
    def own_operands(self) -> Sequence[Value]:
        """The operands that are not passed to blocks, which come first."""
        ways = self._layout.ways
        return self.operands[: ways[0][1]] if ways else self.operands

    def replace_successor(self, old: Block, new: Block) -> None:
        """Goes on at ``new`` wherever it went on at ``old``, with the same arguments."""
        self.targets = tuple(new if target is old else target for target in self.targets)
        if self.block is not None:
            self.block.note_end()
            self.block.function.touch(control_flow=True)

    @property
    def function(self) -> Function | None:
        return self.block.function if self.block is not None else None

    def touch(self) -> None:
        if self.block is not None:
            self.block.function.touch()

    def clone(
        self, values: dict[Value, Value] | None = None, blocks: dict[Block, Block] | None = None
    ) -> Self:
        """A copy that stands in no block, with operands and successors mapped."""
        values, blocks = values or {}, blocks or {}
        fields: dict[str, Any] = dict(self.attributes)
        for name, declaration in self.fields.items():
            if declaration.is_operand:
                start, end = self._layout.slots[name]
                copies = [copy_operand(v, values) for v in self.operands[start:end]]
                fields[name] = self._field_value(declaration, copies)
            elif declaration.is_successor:
                targets = [
                    Successor(
                        blocks.get(s.block, s.block),
                        [copy_operand(v, values) for v in s.arguments],
                        s.case,
                    )
                    for s in self.successors[slice(*self._layout.slots[name])]
                ]
                fields[name] = targets if declaration.kind == "cases" else targets[0]
        copied = type(self)(**fields, location=self.location)
        copied.name = self.name
        return copied

    def erase(self) -> None:
        """Takes the instruction out of its block and gives up its operands."""
        if self.block is not None:
            self.block.remove(self)
        self.drop_operands()

    def __repr__(self) -> str:
        return f"<{self.mnemonic}: {self.type}>"


def instructions_with(traits: Trait) -> tuple[type[Instruction], ...]:
    """The declared kinds of instructions that have all of some traits."""
    return tuple(kind for kind in INSTRUCTIONS.values() if traits in kind.traits)


@cache
def function_fields(kind: type[Instruction]) -> Sequence[str]:
    """The fields of a kind of instruction that may hold a function that it calls."""
    return [name for name, field in kind.fields.items() if field.kind in ("callee", "combiner")]


@cache
def _attribute_names(kind: type[Instruction]) -> Sequence[str]:
    return [n for n, f in kind.fields.items() if f.is_attribute or f.kind == "element_path"]


def walk(instructions: Iterable[Instruction]) -> Iterator[tuple[Instruction, Value]]:
    """Every use in the instructions, aggregates seen through."""
    for instruction in instructions:
        for value in instruction.leaves():
            yield instruction, value


def using_instructions(value: Value) -> Iterator[Instruction]:
    """The instructions that use a value, aggregates seen through."""
    pending = list(value.users)
    while pending:
        user = pending.pop()
        if isinstance(user, Instruction):
            yield user
        elif isinstance(user, Aggregate) and user.owner is not None:
            pending.append(user.owner)
