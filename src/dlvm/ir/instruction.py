"""SSA form: instructions, basic blocks and functions.

An instruction is one class. Its fields declare operands, attributes and successors; ``format`` the
syntax; ``infer`` the type of the result. Parser, printer, builder and verifier read nothing else.

Five verbs change SSA form: insert, erase, replace uses, split and move. Each increments the version
of the function, and some the version of its control flow: analyses are cached by these versions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, TypeVar, dataclass_transform

from dlvm.ir import declaration
from dlvm.ir.declaration import (
    LISTS,
    REQUIRED,
    SINGLE,
    DeclarationMeta,
    Effect,
    Field,
    FormatElement,
    Trait,
    TypeRuleError,
    parse_format,
)
from dlvm.ir.types import VOID, FunctionType, Type
from dlvm.ir.values import Aggregate, User, Value, copy_operand

if TYPE_CHECKING:
    from dlvm.diagnostics import Location


class Argument(Value):
    """A parameter of a basic block."""

    __slots__ = ("block",)

    def __init__(
        self,
        type: Type,
        block: Block,
        name: str | None = None,
        location: Location | None = None,
    ) -> None:
        super().__init__(type, name, location)
        self.block = block


@dataclass(eq=False, slots=True)
class Successor:
    """A successor block with the values passed to its arguments. If it belongs to an enum case,
    no values are passed: the arguments of the block receive the payload of the case."""

    block: Block
    arguments: Sequence[Value] = field(default=())
    case: str | None = None

    @property
    def receives_payload(self) -> bool:
        return self.case is not None

    @property
    def passed(self) -> Iterator[tuple[Argument, Value]]:
        """Pairs of block argument and passed value; none for arguments that receive a payload."""
        if self.receives_payload:
            return iter(())
        return zip(self.block.arguments, self.arguments, strict=True)


_PassedOperands = tuple[str | None, int, int]
"""The enum case of a successor, and the range of the operands that are passed to the successor."""

_Steps = tuple[int | str | None, ...]
"""The steps of an element path, with None in place of each step that is an operand."""


@dataclass(frozen=True, slots=True)
class _FieldLayout:
    """The operands or successors of each field, the constant steps of its paths, and the operands
    passed to its successors."""

    slots: Mapping[str, tuple[int, int]]
    steps: Mapping[str, _Steps]
    edges: Sequence[_PassedOperands]


# Instructions share equal layouts, as modules are large.
@lru_cache(4096)
def _layout(
    kind: type[Instruction],
    ends: Sequence[int],
    steps: Sequence[tuple[str, _Steps]],
    edges: Sequence[_PassedOperands],
) -> _FieldLayout:
    """The layout of an instruction of class ``kind`` whose fields end at the given positions."""
    slots: dict[str, tuple[int, int]] = {}
    starts = {True: 0, False: 0}
    held = (f for f in kind.fields.values() if f.is_operand or f.is_successor)
    for declared, end in zip(held, ends, strict=True):
        slots[declared.name] = starts[declared.is_operand], end
        starts[declared.is_operand] = end
    return _FieldLayout(slots, dict(steps), edges)


INSTRUCTIONS: Final[dict[str, type[Instruction]]] = {}
"""Every instruction by its mnemonic. Defining a class with a format registers it."""


_SLOTS: Final = ("_layout", "block", "operands")


@dataclass_transform(
    field_specifiers=(
        declaration.operand, declaration.optional_operand, declaration.operands, declaration.index,
        declaration.indices, declaration.optional_indices, declaration.element_path,
        declaration.successor, declaration.cases, declaration.callee, declaration.attribute,
        declaration.optional_attribute, declaration.flag,
    )
)  # fmt: skip
class Instruction(User, Value, metaclass=DeclarationMeta):
    """Base of all instructions; each is also the value that it computes.

    The constructor has the fields as parameters, in the order of their declaration.
    """

    __slots__ = _SLOTS

    mnemonic: ClassVar[str] = ""
    format: ClassVar[str] = ""
    fields: ClassVar[dict[str, Field]] = {}
    declared: ClassVar[dict[str, Field]]
    declared_effects: ClassVar[Effect] = Effect.NONE
    traits: ClassVar[Trait] = Trait.NONE
    not_differentiable: ClassVar[str | None] = None
    """The reason why instructions of the class cannot be differentiated. None if the class does not
    prevent it."""
    is_terminator: ClassVar[bool] = False
    targets: Sequence[Block] = ()
    """The successor blocks."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.fields = dict(cls.fields)
        for base in cls.__mro__[1:]:
            cls.traits |= getattr(base, "traits", Trait.NONE)
        for name, declared in cls.declared.items():
            named = Field(declared.kind, declared.default, name)
            cls.fields[name] = named
            if not named.is_attribute:
                setattr(cls, name, property(cls._reader(named)))
        if vars(cls).get("format"):
            cls.mnemonic = cls.format.split()[0]
            INSTRUCTIONS[cls.mnemonic] = cls

    @staticmethod
    def _reader(declared: Field) -> Callable[[Instruction], Any]:
        """Returns a function that reads a field from the operands or the successors."""
        name, kind = declared.name, declared.kind

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
            return self._field_value(declared, self.operands[start:end])

        return read_one if kind in SINGLE else read

    def __init__(self, *arguments: Any, **named: Any) -> None:
        self.block: Block | None = None
        location: Location | None = named.pop("location", None)
        given = dict(zip(self.fields, arguments, strict=False))
        if len(arguments) > len(self.fields) or not named.keys() <= self.fields.keys():
            raise TypeError(f"{self.mnemonic} has the fields {', '.join(self.fields) or 'none'}")
        given.update(named)
        values: list[Value] = []
        targets: list[Block] = []
        edges: list[_PassedOperands] = []
        steps: list[tuple[str, _Steps]] = []
        ends: list[int] = []
        for name, declared in self.fields.items():
            value = given.get(name, declared.default)
            if value is REQUIRED:
                raise TypeError(f"{self.mnemonic} needs {name}")
            if declared.is_operand:
                if declared.kind in LISTS:
                    values.extend(value)
                elif declared.kind == "element_path":
                    path = tuple(None if isinstance(s, Value) else s for s in value)
                    steps.append((name, path))
                    values.extend(s for s in value if isinstance(s, Value))
                elif value is not None:
                    values.append(value)
                ends.append(len(values))
            elif declared.is_successor:
                for target in (value,) if isinstance(value, Successor) else value:
                    begin = len(values)
                    values.extend(target.arguments)
                    targets.append(target.block)
                    edges.append((target.case, begin, len(values)))
                ends.append(len(targets))
            else:
                setattr(self, name, value)
        self._layout = _layout(type(self), tuple(ends), tuple(steps), tuple(edges))
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
        """The type rule: returns the result's type, or raises :class:`TypeRuleError`."""
        raise TypeError(f"{type(self).__name__} declares no type rule")

    @property
    def effects(self) -> Effect:
        """The side effects."""
        return self.declared_effects

    @classmethod
    @cache
    def layout(cls) -> tuple[FormatElement, ...]:
        """The parsed format, without the mnemonic."""
        return parse_format(cls.format, cls.fields)[1:]

    @property
    def attributes(self) -> dict[str, Any]:
        """The attributes by name. The value of a path is its steps, with None for operands."""
        steps = self._layout.steps
        names = _attribute_names(type(self))
        return {n: steps[n] if n in steps else getattr(self, n) for n in names}

    def _field_value(self, declared: Field, operands: Sequence[Value]) -> Any:
        """The value of an operand field, given its operands."""
        if declared.kind == "element_path":
            remaining = iter(operands)
            steps = self._layout.steps[declared.name]
            return tuple(next(remaining) if s is None else s for s in steps)
        if declared.kind in LISTS:
            return operands
        return operands[0] if operands else None

    @property
    def successors(self) -> Sequence[Successor]:
        """The successors, with the arguments passed to them."""
        return tuple(map(self._successor, range(len(self.targets))))

    def _successor(self, place: int) -> Successor:
        case, start, end = self._layout.edges[place]
        return Successor(self.targets[place], self.operands[start:end], case)

    @property
    def passed(self) -> Iterator[tuple[Argument, Value]]:
        """Pairs of successor's argument and passed value; none for arguments that receive a
        payload."""
        for target, (_, start, end) in zip(self.targets, self._layout.edges, strict=True):
            if start < end:
                yield from zip(target.arguments, self.operands[start:end], strict=True)

    @property
    def edges(self) -> Iterator[tuple[Block, Sequence[Value]]]:
        """The successor blocks, each with the values passed to it."""
        for target, (_, start, end) in zip(self.targets, self._layout.edges, strict=True):
            yield target, self.operands[start:end]

    @property
    def own_operands(self) -> Sequence[Value]:
        """The operands that are not passed to successors. They precede those that are."""
        edges = self._layout.edges
        return self.operands[: edges[0][1]] if edges else self.operands

    def replace_successor(self, old: Block, new: Block) -> None:
        """Replaces a successor block with another one, with the same arguments."""
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
        """A copy outside any block, with operands and successors mapped."""
        values, blocks = values or {}, blocks or {}
        fields: dict[str, Any] = dict(self.attributes)
        for name, declared in self.fields.items():
            if declared.is_operand:
                start, end = self._layout.slots[name]
                copies = [copy_operand(v, values) for v in self.operands[start:end]]
                fields[name] = self._field_value(declared, copies)
            elif declared.is_successor:
                targets = [
                    Successor(
                        blocks.get(s.block, s.block),
                        [copy_operand(v, values) for v in s.arguments],
                        s.case,
                    )
                    for s in self.successors[slice(*self._layout.slots[name])]
                ]
                fields[name] = targets if declared.kind == "cases" else targets[0]
        copied = type(self)(**fields, location=self.location)
        copied.name = self.name
        return copied

    def erase(self) -> None:
        """Removes the instruction from its block and drops its operands."""
        if self.block is not None:
            self.block.remove(self)
        self.drop_operands()

    def __repr__(self) -> str:
        return f"<{self.mnemonic}: {self.type}>"


AnyInstruction = TypeVar("AnyInstruction", bound=Instruction)


@dataclass(frozen=True)
class DerivedDeclaration:
    """The declaration of a derivative of a function. If the declared function has a body, it is a
    custom derivative.

    ``sources`` are the positions of the differentiated results, None for the only result of a
    function that does not return a tuple; ``wrt`` is None for all differentiable arguments.
    """

    keyword: ClassVar[str]
    function: Function
    sources: tuple[int, ...] | None = None
    wrt: tuple[int, ...] | None = None
    keeping: tuple[int, ...] = ()
    location: Location | None = field(default=None, compare=False, kw_only=True)


@dataclass(frozen=True)
class ExternDeclaration:
    """``[extern]``: the function is defined outside the module, under its own name."""

    location: Location | None = field(default=None, compare=False)


Declaration = DerivedDeclaration | ExternDeclaration


class Block:
    """A basic block: arguments, instructions, and a terminator as the last of them."""

    __slots__ = (
        "arguments", "function", "instructions", "location", "name", "targets", "terminator",
    )  # fmt: skip

    def __init__(
        self, function: Function, name: str | None = None, location: Location | None = None
    ) -> None:
        self.function = function
        self.name = name
        self.location = location
        self.arguments: list[Argument] = []
        self.instructions: list[Instruction] = []
        # Stored here, since most traversals of control flow need nothing else.
        self.terminator: Instruction | None = None
        """The last instruction, if it is a terminator."""
        self.targets: Sequence[Block] = ()
        """The successor blocks."""

    def add_argument(
        self, type: Type, name: str | None = None, location: Location | None = None
    ) -> Argument:
        argument = Argument(type, self, name, location)
        self.arguments.append(argument)
        self.function.touch()
        return argument

    def set_arguments(self, arguments: Iterable[Argument]) -> None:
        """Replaces the arguments; those left out must have no uses."""
        self.arguments = list(arguments)
        self.function.touch()

    def insert(
        self, instruction: AnyInstruction, before: Instruction | None = None
    ) -> AnyInstruction:
        """Inserts an instruction before another one of this block, or at the end."""
        if before is None:
            self.instructions.append(instruction)
            self.note_end()
        else:
            self.instructions.insert(self.instructions.index(before), instruction)
        instruction.block = self
        self.function.kinds.add(type(instruction))
        self.function.touch(control_flow=instruction.is_terminator)
        return instruction

    def remove(self, instruction: Instruction) -> None:
        """Removes an instruction; it keeps its operands and may be inserted elsewhere."""
        self.instructions.remove(instruction)
        self.note_end()
        instruction.block = None
        self.function.touch(control_flow=instruction.is_terminator)

    def set_instructions(self, instructions: Iterable[Instruction]) -> None:
        """Replaces the whole body; instructions left out must have been erased or moved."""
        before = self.targets
        self.instructions = list(instructions)
        for instruction in self.instructions:
            instruction.block = self
        self.function.kinds.update(map(type, self.instructions))
        self.note_end()
        self.function.touch(control_flow=self.targets != before)

    def note_end(self) -> None:
        """Updates ``terminator`` and ``targets`` after the last instruction has changed."""
        last = self.instructions[-1] if self.instructions else None
        if last is not None and last.is_terminator:
            self.terminator, self.targets = last, last.targets
        else:
            self.terminator, self.targets = None, ()

    def split(self, before: Instruction, name: str | None = None) -> Block:
        """Moves ``before`` and all instructions after it to a new block, which follows this one.

        The caller inserts the new terminator of this block.
        """
        position = self.instructions.index(before)
        rest = self.function.add_block(name, after=self)
        rest.set_instructions(self.instructions[position:])
        self.set_instructions(self.instructions[:position])
        return rest

    @property
    def successors(self) -> Sequence[Successor]:
        """The successors, with the arguments passed to them."""
        return self.terminator.successors if self.terminator is not None else ()

    def __repr__(self) -> str:
        return f"<block '{self.name or '?'}>"


class Function(Value):
    """A function: basic blocks, the entry first, or none for a declaration."""

    type: FunctionType

    def __init__(
        self,
        name: str | None,
        type: FunctionType,
        attributes: Iterable[str] = (),
        declaration: Declaration | None = None,
        location: Location | None = None,
    ) -> None:
        super().__init__(type, name, location)
        self.attributes: set[str] = set(attributes)
        self.declaration = declaration
        self._blocks: list[Block] = []
        self._followers: dict[Block, list[Block]] = {}
        self.version = 0
        self.control_flow_version = 0
        self.kinds: set[type[Instruction]] = set()
        """The classes of all instructions, possibly also of instructions that have been removed."""
        self.analyses: dict[Callable[[Function], Any], tuple[int, Any]] = {}
        """Cached results of analyses, each with the version for which it is valid; see
        :mod:`dlvm.analysis.cfg.analysis_cache`."""

    @property
    def blocks(self) -> Sequence[Block]:
        """The basic blocks, the entry first."""
        if self._followers:
            self._insert_followers()
        return self._blocks

    def set_blocks(self, blocks: Iterable[Block]) -> None:
        """Replaces or reorders the blocks. Instructions of blocks that are removed must have been
        moved, or have dropped their operands."""
        self._blocks = list(blocks)
        self._followers = {}
        self.touch(control_flow=True)

    def touch(self, *, control_flow: bool = False) -> None:
        """Increments the version; with ``control_flow``, also that of the control flow (blocks,
        their order, and edges)."""
        self.version += 1
        self.control_flow_version += control_flow

    def add_block(
        self,
        name: str | None = None,
        after: Block | None = None,
        location: Location | None = None,
    ) -> Block:
        block = Block(self, name, location)
        if after is not None:
            self._followers.setdefault(after, []).append(block)
        else:
            if self._followers:
                self._insert_followers()
            self._blocks.append(block)
        self.touch(control_flow=True)
        return block

    def _insert_followers(self) -> None:
        """Inserts all blocks that were added after others at once, to avoid quadratic time."""
        followers, self._followers = self._followers, {}
        pending, self._blocks = self._blocks[::-1], []
        while pending:
            block = pending.pop()
            self._blocks.append(block)
            pending += followers.get(block, ())

    def add_entry(self, names: Sequence[str | None] = ()) -> Block:
        """Adds the entry block, with an argument for each parameter."""
        block = self.add_block("entry")
        for index, type in enumerate(self.type.parameters):
            block.add_argument(type, names[index] if index < len(names) else None)
        return block

    def remove_block(self, block: Block) -> None:
        """Removes a block without predecessors, and its instructions."""
        for instruction in block.instructions:
            instruction.drop_operands()
        self.set_blocks(b for b in self.blocks if b is not block)

    @property
    def derived_from(self) -> Function | None:
        """The function whose derivative this function declares, or None if it has a body."""
        declaration = self.declaration
        if self._blocks or not isinstance(declaration, DerivedDeclaration):
            return None
        return declaration.function

    @property
    def entry(self) -> Block:
        return self._blocks[0]

    @property
    def arguments(self) -> Sequence[Argument]:
        """The arguments of the entry block."""
        return self._blocks[0].arguments if self._blocks else ()

    def instructions(self) -> Iterator[Instruction]:
        """All instructions, block by block."""
        for block in self.blocks:
            yield from block.instructions

    def __repr__(self) -> str:
        return f"<func @{self.name}>"


def instructions_with(traits: Trait) -> tuple[type[Instruction], ...]:
    """The declared instruction classes that have all the given traits."""
    return tuple(kind for kind in INSTRUCTIONS.values() if traits in kind.traits)


@cache
def function_fields(kind: type[Instruction]) -> Sequence[str]:
    """The fields of an instruction class that may hold a function that the instruction calls."""
    return [name for name, field in kind.fields.items() if field.kind in ("callee", "combiner")]


@cache
def _attribute_names(kind: type[Instruction]) -> Sequence[str]:
    return [n for n, f in kind.fields.items() if f.is_attribute or f.kind == "element_path"]


def walk(instructions: Iterable[Instruction]) -> Iterator[tuple[Instruction, Value]]:
    """Each use in the instructions, including uses inside aggregates."""
    for instruction in instructions:
        for value in instruction.leaves():
            yield instruction, value


def using_instructions(value: Value) -> Iterator[Instruction]:
    """The instructions that use a value, directly or through aggregates."""
    pending = list(value.users)
    while pending:
        user = pending.pop()
        if isinstance(user, Instruction):
            yield user
        elif isinstance(user, Aggregate) and user.owner is not None:
            pending.append(user.owner)
