"""The table of evaluation rules, and the state that rules access."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, TypeVar

import numpy as np

from dlvm.diagnostics import DiagnosticError, Location, error
from dlvm.interpreter.numbers import Array
from dlvm.interpreter.values import Allocation, Pointer
from dlvm.ir.instruction import Instruction, TypeRuleError
from dlvm.ir.loops.kernels import LoopKernel
from dlvm.ir.module import Block, Function, Variable
from dlvm.ir.types import Dim, ElementType, TensorType
from dlvm.ir.values import Literal, Special, Value


@dataclass
class RandomState:
    """The state of the generator for ``random`` instructions without a key."""

    seed: int
    counter: int = 0

    @property
    def key(self) -> tuple[Array, Array]:
        """The seed as two words."""
        low, high = self.seed & 0xFFFFFFFF, self.seed >> 32 & 0xFFFFFFFF
        return np.asarray(low, np.uint64), np.asarray(high, np.uint64)


@dataclass(frozen=True)
class CallRequest:
    """A request by a rule to call a function."""

    function: Function
    arguments: tuple[Any, ...]


@dataclass(frozen=True)
class Jump:
    """The result of a branch: the next block and its arguments."""

    block: Block
    arguments: tuple[Any, ...]


@dataclass(frozen=True)
class Finish:
    """The effect of ``return``, with the result of the function."""

    value: Any


Calls = Generator[CallRequest, Any, Any]
"""A suspended rule that calls functions: it yields calls and receives their results."""


Observer = Callable[[Instruction, Sequence[Any], Any], None]
"""``(instruction, operands, result)``: called after each instruction."""


Rounding = Callable[[Array, ElementType], Array]
"""A function that replaces inexact results of operations, given the result and its element type."""


@dataclass
class RunState:
    """The state that all frames of a run share."""

    random: RandomState
    observer: Observer | None = None
    rounding: Rounding | None = None
    globals: dict[Variable, Pointer] = field(default_factory=dict[Variable, Pointer])
    resources: dict[Literal, Array] = field(default_factory=dict[Literal, Array])
    """The arrays read from resource files."""
    kernels: Mapping[str, LoopKernel] = field(default_factory=dict[str, LoopKernel])
    """The kernels of definitions at stage loops, by their names."""


@dataclass(slots=True)
class Frame:
    """The state of a function call.

    ``sizes`` has the values of all symbolic dimensions; ``fixed`` has only the values of those in
    the signature. ``memory`` is freed when the function returns.
    """

    function: Function
    state: RunState
    values: dict[Value, Any] = field(default_factory=dict[Value, Any])
    fixed: dict[str, int] = field(default_factory=dict[str, int])
    sizes: dict[str, int] = field(default_factory=dict[str, int])
    instructions: Iterator[Instruction] = field(default_factory=lambda: iter(()))
    current: Instruction | None = None
    calls: Calls | None = None
    memory: list[Allocation] = field(default_factory=list[Allocation])

    @property
    def location(self) -> Location | None:
        """The location of the current instruction."""
        return self.current.location if self.current is not None else None

    def size(self, dim: Dim) -> int | None:
        """Returns the size of a dimension, or None if it is unknown."""
        return dim if isinstance(dim, int) else self.sizes.get(dim.name)


Rule = Callable[..., Any]
"""``(frame, instruction, *operands)``: returns the instruction's result, or ``()`` if it has none.
The rule of a terminator returns :class:`Jump` or :class:`Finish`. A rule that calls functions is a
generator (:data:`Calls`)."""

EVALUATE: Final[dict[type[Instruction], Rule]] = {}
"""The evaluation rule of each instruction."""

AnyRule = TypeVar("AnyRule", bound=Rule)


def rule(*classes: type[Instruction]) -> Callable[[AnyRule], AnyRule]:
    """Returns a decorator that registers a function as the evaluation rule of the given
    instructions."""

    def register(function: AnyRule) -> AnyRule:
        for cls in classes:
            EVALUATE[cls] = function
        return function

    return register


def failure(op: Instruction, message: str) -> DiagnosticError:
    """Returns an error at an instruction, to be raised."""
    return error(message, op.location)


@cache
def _shape_attributes(kind: type[Instruction]) -> Sequence[str]:
    """The attributes that are shapes."""
    return [name for name, field in kind.fields.items() if field.kind == "dims"]


def check_sizes(frame: Frame, op: Instruction, operands: list[Any]) -> None:
    """Applies the type rule of an instruction on tensors to its actual sizes."""
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
