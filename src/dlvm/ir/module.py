"""Modules, functions and basic blocks.

SSA is changed through five verbs: insert, erase, replace uses, split and move. Each bumps the
version stamp of the function, and one that changes its control flow bumps the stamp of that too: by
these analyses are cached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from dlvm.ir.instruction import Instruction, Successor
from dlvm.ir.types import FunctionType, NominalType, PointerType, Type
from dlvm.ir.values import Argument, Value

if TYPE_CHECKING:
    from dlvm.diagnostics import Location
    from dlvm.ir.compute import Definition, Schedule


AnyInstruction = TypeVar("AnyInstruction", bound=Instruction)


FUNCTION_ATTRIBUTES: Final = (
    "checkpoint", "export", "inline", "inplace", "internal", "noinline",
)  # fmt: skip
"""The words that may stand before a function."""


VERSION: Final = 1
"""The version of the language, which the text of a module tells. It grows by one where a text that
could be read before is no longer read, or means something else, and where what is printed can not
be read by the releases before."""


class Stage(Enum):
    """The phase of compilation that a module is in."""

    RAW = "raw"
    OPTIMIZABLE = "optimizable"
    COMPUTE = "compute"
    SCHEDULE = "schedule"


@dataclass(frozen=True)
class DerivedDeclaration:
    """The declaration of a function that differentiation makes of another one. One that has a body
    is given by hand: it is used where the other one is differentiated.

    ``sources`` are the results that are differentiated, None for the only one of a function that
    does not give a tuple; ``wrt`` is None for all differentiable arguments. ``location`` is where
    the declaration stands.
    """

    keyword: ClassVar[str]
    function: Function
    sources: tuple[int, ...] | None = None
    wrt: tuple[int, ...] | None = None
    keeping: tuple[int, ...] = ()
    location: Location | None = field(default=None, compare=False, kw_only=True)


@dataclass(frozen=True)
class GradientDeclaration(DerivedDeclaration):
    """``[gradient @f from i, j wrt a, b keeping r, s seedable]``: reverse mode."""

    keyword = "gradient"
    seedable: bool = False


@dataclass(frozen=True)
class DerivativeDeclaration(DerivedDeclaration):
    """``[derivative @f from i, j wrt a, b keeping r, s]``: forward mode."""

    keyword = "derivative"


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
        # Kept here, as many look for nothing else: to find them in the instructions takes a while.
        self.terminator: Instruction | None = None
        """The last instruction, if it is a terminator."""
        self.targets: Sequence[Block] = ()
        """The blocks where control may go next."""

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
        """Puts an instruction before another one of this block, or at the end."""
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
        """Takes an instruction out; it keeps its operands and may be inserted elsewhere."""
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
        """Notes what the block ends with now, and where that leads, for who has changed that."""
        last = self.instructions[-1] if self.instructions else None
        if last is not None and last.is_terminator:
            self.terminator, self.targets = last, last.targets
        else:
            self.terminator, self.targets = None, ()

    def split(self, before: Instruction, name: str | None = None) -> Block:
        """Moves ``before`` and what follows to a new block, put behind this one.

        The caller gives this block its new terminator.
        """
        position = self.instructions.index(before)
        rest = self.function.add_block(name, after=self)
        rest.set_instructions(self.instructions[position:])
        self.set_instructions(self.instructions[:position])
        return rest

    @property
    def successors(self) -> Sequence[Successor]:
        """Where control may go next, with the arguments passed."""
        return self.terminator.successors if self.terminator is not None else ()

    def __repr__(self) -> str:
        return f"<block '{self.name or '?'}>"


class Function(Value):
    """A function: basic blocks, of which the first is entered, or a declaration without any."""

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
        """The classes of instructions that it has, or has had."""
        self.analyses: dict[Callable[[Function], Any], tuple[int, Any]] = {}
        """What is known of the function, with the version that it was found in; see
        :mod:`dlvm.analysis.cfg.analysis_cache`."""

    @property
    def blocks(self) -> Sequence[Block]:
        """The basic blocks, the entry first."""
        if self._followers:
            self._put_in_followers()
        return self._blocks

    def set_blocks(self, blocks: Iterable[Block]) -> None:
        """Replaces the list of blocks, or their order; instructions of blocks left out must have
        been moved or have given up their operands."""
        self._blocks = list(blocks)
        self._followers = {}
        self.touch(control_flow=True)

    def touch(self, *, control_flow: bool = False) -> None:
        """Says that the function has changed; ``control_flow`` that its blocks or their order have,
        or the ways between them."""
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
                self._put_in_followers()
            self._blocks.append(block)
        self.touch(control_flow=True)
        return block

    def _put_in_followers(self) -> None:
        """Puts blocks behind those that they are to follow: many at once, as to look for a place
        takes time that grows with the function."""
        followers, self._followers = self._followers, {}
        pending, self._blocks = self._blocks[::-1], []
        while pending:
            block = pending.pop()
            self._blocks.append(block)
            pending += followers.get(block, ())

    def add_entry(self, names: Sequence[str | None] = ()) -> Block:
        """The entry block of a new function, with an argument for each parameter."""
        block = self.add_block("entry")
        for index, type in enumerate(self.type.parameters):
            block.add_argument(type, names[index] if index < len(names) else None)
        return block

    def remove_block(self, block: Block) -> None:
        """Takes out a block, which nothing may branch to; its instructions are dropped."""
        for instruction in block.instructions:
            instruction.drop_operands()
        self.set_blocks(b for b in self.blocks if b is not block)

    @property
    def derived_from(self) -> Function | None:
        """The function that differentiation is to make this one of; None if it has a body."""
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


class Variable(Value):
    """A global variable; as a value, its address."""

    def __init__(self, name: str | None, type: Type, location: Location | None = None) -> None:
        super().__init__(PointerType(type), name, location)
        self.content = type


class Module:
    """A program: type definitions, variables and functions; at later stages compute definitions
    with their schedules too. All in the order of the text."""

    def __init__(self, name: str, stage: Stage = Stage.RAW) -> None:
        self.name = name
        self.stage = stage
        self.types: list[NominalType] = []
        self.variables: list[Variable] = []
        self.functions: list[Function] = []
        self.definitions: list[Definition] = []
        self.schedules: list[Schedule] = []

    def function(self, name: str) -> Function | None:
        """The function of that name."""
        return next((f for f in self.functions if f.name == name), None)

    def add_function(self, function: Function) -> Function:
        self.functions.append(function)
        return function

    def unique_name(self, stem: str) -> str:
        """``stem``, or with the least number behind it that makes it a new global name."""
        taken = {g.name for g in (*self.variables, *self.functions, *self.definitions)}
        names = (f"{stem}.{n}" if n else stem for n in range(len(taken) + 1))
        return next(name for name in names if name not in taken)

    def __eq__(self, other: object) -> bool:
        """Whether two modules are the same program: names of values and locations do not count,
        names of functions, types and variables do."""
        from dlvm.ir.equality import equal_modules

        return isinstance(other, Module) and equal_modules(self, other)

    __hash__ = object.__hash__

    printer: ClassVar[Callable[[Module], str]]
    """Set by ``text/``, which knows the syntax."""

    def __str__(self) -> str:
        return type(self).printer(self)
