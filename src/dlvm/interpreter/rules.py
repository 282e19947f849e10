"""What the rules of evaluation have in common: the table, and the state they see."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, TypeVar

import numpy as np

from dlvm.diagnostics import DiagnosticError, Location, error
from dlvm.interpreter.numbers import Array
from dlvm.interpreter.values import Allocation, Pointer
from dlvm.ir.instruction import Instruction, TypeRuleError
from dlvm.ir.module import Block, Function, Variable
from dlvm.ir.types import Dim, ElementType, TensorType
from dlvm.ir.values import Literal, Special, Value


@dataclass
class RandomState:
    """The state of the generator that ``random`` without a key reads and advances."""

    seed: int
    counter: int = 0

    @property
    def key(self) -> tuple[Array, Array]:
        """The two words of the seed."""
        low, high = self.seed & 0xFFFFFFFF, self.seed >> 32 & 0xFFFFFFFF
        return np.asarray(low, np.uint64), np.asarray(high, np.uint64)


@dataclass(frozen=True)
class Call:
    """What a rule asks for: the result of a function."""

    function: Function
    arguments: tuple[Any, ...]


@dataclass(frozen=True)
class Jump:
    """What a terminator gives: the block to go on at, and what its arguments are."""

    block: Block
    arguments: tuple[Any, ...]


@dataclass(frozen=True)
class Finish:
    """What ``return`` gives: the result of the function."""

    value: Any


Calls = Generator[Call, Any, Any]
"""A rule under way that calls functions: it yields calls and is sent their results."""


Observer = Callable[[Instruction, Sequence[Any], Any], None]
"""``(instruction, operands, result)``: is told what has been computed."""


Rounding = Callable[[Array, ElementType], Array]
"""What the rounded results of operations become, given with the element type that they are for."""


@dataclass
class State:
    """What the functions of one run share."""

    random: RandomState
    observer: Observer | None = None
    rounding: Rounding | None = None
    globals: dict[Variable, Pointer] = field(default_factory=dict[Variable, Pointer])
    resources: dict[Literal, Array] = field(default_factory=dict[Literal, Array])
    """What has been read from files."""


@dataclass(slots=True)
class Frame:
    """A function under way. ``sizes`` says what each symbolic dimension is, ``fixed`` those of the
    signature alone, ``memory`` what is freed when the function returns."""

    function: Function
    state: State
    values: dict[Value, Any] = field(default_factory=dict[Value, Any])
    fixed: dict[str, int] = field(default_factory=dict[str, int])
    sizes: dict[str, int] = field(default_factory=dict[str, int])
    instructions: Iterator[Instruction] = field(default_factory=lambda: iter(()))
    current: Instruction | None = None
    calls: Calls | None = None
    memory: list[Allocation] = field(default_factory=list[Allocation])

    @property
    def location(self) -> Location | None:
        """Where the instruction under way stands."""
        return self.current.location if self.current is not None else None

    def size(self, dim: Dim) -> int | None:
        """What a dimension is; None where the frame does not know."""
        return dim if isinstance(dim, int) else self.sizes.get(dim.name)


Rule = Callable[..., Any]
"""``(frame, instruction, *operands)``: the instruction's result, ``()`` for none; a terminator's
rule gives :class:`Jump` or :class:`Finish`, and one that calls functions is a generator (Calls)."""

EVALUATE: Final[dict[type[Instruction], Rule]] = {}
"""For each instruction, how to compute it."""

AnyRule = TypeVar("AnyRule", bound=Rule)


def rule(*classes: type[Instruction]) -> Callable[[AnyRule], AnyRule]:
    """Registers the rule of instructions."""

    def register(function: AnyRule) -> AnyRule:
        for cls in classes:
            EVALUATE[cls] = function
        return function

    return register


def failure(op: Instruction, message: str) -> DiagnosticError:
    """An error at an instruction, to be raised."""
    return error(message, op.location)


@cache
def _shape_attributes(kind: type[Instruction]) -> Sequence[str]:
    """The attributes that are shapes."""
    return [name for name, field in kind.fields.items() if field.kind == "dims"]


def check_sizes(frame: Frame, op: Instruction, operands: list[Any]) -> None:
    """Applies the type rule of an instruction on tensors to sizes known only at run time."""
    concrete: dict[int, Value] = {}
    for index, (value, found) in enumerate(zip(op.operands, operands, strict=True)):
        whole = value.type.canonical
        if not isinstance(whole, TensorType):
            return
        if whole.static_shape is None:
            concrete[index] = Literal(whole.with_shape(found.shape), Special.UNDEFINED)
    attributes = {
        name: tuple(d if (s := frame.size(d)) is None else s for d in getattr(op, name))
        for name in _shape_attributes(type(op))
    }
    is_known = not concrete and all(shape == getattr(op, n) for n, shape in attributes.items())
    if is_known or op.is_terminator:
        return
    copied = op.clone()
    for index, value in concrete.items():
        copied.set_operand(index, value)
    for name, shape in attributes.items():
        setattr(copied, name, shape)
    try:
        copied.infer()
    except TypeRuleError as problem:
        raise failure(op, f"{op.mnemonic}: {problem}") from None
    finally:
        copied.drop_operands()
