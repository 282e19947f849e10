"""C functions of functions: their control flow, calls and scalars, and the kernels they call.

A function returns 0, or the number of the trap that ended it. Scalars are passed by value, tensors
and results by address. It has a parameter ``frame``, the memory for its tensors and those of its
callees, if there are any; ``found`` for the numbers that a trap reports; and ``state``, the seed
and the counter of random numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np

from dlvm.codegen.c.elements import bare, literal
from dlvm.codegen.c.helpers import Helpers, c_type, memory_type
from dlvm.codegen.c.kernels import KernelFunction
from dlvm.codegen.c.names import Identifiers, declaration
from dlvm.codegen.host.aggregate_flattening import byte_size, is_tensor, leaf_types
from dlvm.codegen.host.function_plan import HostPlan, ValueLeaf
from dlvm.codegen.host.instruction_table import InstructionTable
from dlvm.codegen.host.memory_plan import PlannedBuffer
from dlvm.codegen.host.traps import Traps
from dlvm.codegen.storage import ALIGNMENT
from dlvm.diagnostics import Location
from dlvm.ir.compute import Definition
from dlvm.ir.instruction import Successor
from dlvm.ir.module import Function, Variable
from dlvm.ir.types import ElementType, TensorType
from dlvm.ir.values import Value

BELOW: Final = "?below?"
"""Stands for the offset of the frames of callees until it is known."""
CODE: Final = "int32_t code;"
"""The declaration of the variable with the status of a call."""


@dataclass(frozen=True)
class CFunction:
    """The C function of a function: its name and definition, the names of its parameters besides
    arguments and results, the bytes of its frame, and the result leaves that take over the memory
    of an argument leaf."""

    name: str
    text: str
    context: Sequence[str]
    frame: int
    shared: Mapping[int, int]
    parameters: Sequence[str]


class ProgramNames(Protocol):
    """The names that functions of a program share."""

    helpers: Helpers
    traps: Traps

    @property
    def kernels(self) -> Mapping[Definition, tuple[str, KernelFunction]]: ...

    @property
    def functions(self) -> Mapping[Function, CFunction]: ...

    @property
    def shared(self) -> Mapping[Function, Mapping[int, int]]: ...

    def constant(self, elements: np.ndarray[Any, Any]) -> str:
        """The name of a constant tensor."""
        ...


class _CNotation:
    reinterprets = False

    def __init__(
        self, arguments: Sequence[str], results: Sequence[str], program: ProgramNames
    ) -> None:
        self.arguments, self.results, self.program = arguments, results, program

    def argument(self, number: int) -> str:
        return self.arguments[number]

    def result(self, number: int) -> str:
        return self.results[number]

    def literal(self, value: complex, element: ElementType) -> str:
        return literal(value, element)

    def constant(self, elements: np.ndarray[Any, Any]) -> str:
        return self.program.constant(elements)

    def function(self, function: Function) -> str:
        return function.name or ""

    def variable(self, variable: Variable) -> int:
        raise AssertionError(f"{variable} is a global variable")


emits: Final = InstructionTable[Callable[["FunctionWriter", Any], None]]()
"""Writes C for an instruction."""


class FunctionWriter:
    """Writes one function."""

    def __init__(self, function: Function, name: str, program: ProgramNames) -> None:
        self.function, self.name, self.program = function, name, program
        self.helpers = program.helpers
        self.names = Identifiers()
        arguments = _leaf_names(self.names, _argument_names(function))
        results = [
            self.names.fresh(f"result{n}" if n else "result")
            for n in range(len(leaf_types(function.type.result)))
        ]
        self.notation = _CNotation(arguments, results, program)
        kernels = {d: k for d, (_, k) in program.kernels.items()}
        self.plan = HostPlan(function, kernels, self.notation, program.shared, {})
        self.labels = {b: self.names.fresh(b.name or "block") for b in function.blocks}
        self.declared: list[str] = []
        self.lines: list[str] = []
        self.scratch = self.below = 0
        self.pointers: dict[tuple[PlannedBuffer, str], str] = {}
        self.tensor_names: dict[PlannedBuffer, str] = {}
        for value, leaves in self.plan.leaves.items():
            for leaf in leaves:
                if leaf.buffer is not None and value.name:
                    self.tensor_names.setdefault(leaf.buffer, value.name)

    # The function as a whole

    def write(self) -> CFunction:
        """The definition of the function."""
        order = self.plan.order
        for block in order[1:]:
            for argument in block.arguments:
                for leaf in self.plan.leaves[argument]:
                    if leaf.buffer is None:
                        leaf.operand = self.declare(argument, leaf.tensor.element)
        for number, block in enumerate(order):
            self.lines.append(f"{self.labels[block]}:;")
            for operation_ in self.plan.blocks[block]:
                write = emits.find(type(operation_.instruction))
                assert write is not None
                write(self, operation_.instruction)
            following = order[number + 1] if number + 1 < len(order) else None
            if following is not None and self.lines[-1] == f"goto {self.labels[following]};":
                self.lines.pop()
        text = "\n".join([*self.declared, *self.lines])
        used = re.findall(r"goto (\w+);", text)
        below = str(self.plan.own_frame + self.scratch)
        lines = [
            line.replace(BELOW, below)
            for line in self.lines
            if not line.endswith(":;") or line.removesuffix(":;") in used
        ]
        frame = self.plan.own_frame + self.scratch + self.below
        contexts = {
            "frame": "unsigned char *frame", "found": "int64_t *found", "state": "uint64_t *state",
        }  # fmt: skip
        context = [name for name in contexts if re.search(rf"\b{name}\b", text)]
        parameters = [contexts[name] for name in context] + self._parameters()
        unused = [
            f"    (void){name};"
            for name in (p.split()[-1].lstrip("*") for p in parameters)
            if not re.search(rf"\b{re.escape(name)}\b", text)
        ]
        whole = [
            *declaration(f"static int32_t {self.name}", parameters),
            "{",
            *(f"    {line}" for line in self.declared),
            *unused,
            *(line if line.endswith(":;") else f"    {line}" for line in lines),
            "}",
        ]
        return CFunction(self.name, "\n".join(whole), context, frame, self.plan.shared, parameters)

    def _parameters(self) -> list[str]:
        parameters: list[str] = []
        leaves = [leaf for a in self.function.arguments for leaf in self.plan.leaves[a]]
        updated = set(self.plan.shared.values())
        for number, leaf in enumerate(leaves):
            element, name = leaf.tensor.element, self.notation.argument(number)
            if is_tensor(leaf.type):
                const = "" if number in updated else "const "
                parameters.append(f"{const}{memory_type(element)} *{name}")
            else:
                parameters.append(f"const {c_type(element)} {name}")
        for number, type in enumerate(self.plan.result_types):
            if number not in self.plan.shared:
                assert isinstance(type, TensorType)
                parameters.append(f"{memory_type(type.element)} *{self.notation.result(number)}")
        return parameters

    # Values

    def line(self, text: str) -> None:
        """Adds a line."""
        self.lines.append(text)

    def leaves(self, value: Value) -> list[ValueLeaf]:
        """The leaves of a value."""
        return self.plan.leaves[value] if value in self.plan.leaves else self.plan.leaves_of(value)

    def declare(self, value: Value, element: ElementType, in_memory: bool = False) -> str:
        """A new variable for a scalar."""
        name = self.names.fresh(value.name or "v")
        type = memory_type(element) if in_memory else c_type(element)
        self.declared.append(f"{type} {name};")
        return name

    def define(self, value: Value, leaf: ValueLeaf, text: str) -> None:
        """Gives a scalar its value."""
        leaf.operand = self.declare(value, leaf.tensor.element)
        self.line(f"{leaf.operand} = {bare(text)};")

    def receive(self, value: Value, leaf: ValueLeaf, waiting: list[tuple[ValueLeaf, str]]) -> str:
        """The address to which a call writes a scalar. If the type of the scalar differs in memory,
        the scalar is added to ``waiting``."""
        element = leaf.tensor.element
        name = self.declare(value, element, in_memory=True)
        if memory_type(element) == c_type(element):
            leaf.operand = name
        else:
            waiting.append((leaf, name))
        return f"&{name}"

    def scalar(self, value: Value) -> str:
        """A scalar in C."""
        operand = self.leaves(value)[0].operand
        assert operand is not None
        return operand

    def address(self, leaf: ValueLeaf) -> str:
        """The address of the first element of a tensor, with its type."""
        assert leaf.buffer is not None
        place, type = leaf.buffer.place, memory_type(leaf.tensor.element)
        if place.fixed is not None:
            base = place.fixed
        else:
            base = self._pointer(leaf, place.offset or 0, type)
        return f"{base} + {leaf.element}" if leaf.element else base

    def _pointer(self, leaf: ValueLeaf, offset: int, type: str) -> str:
        """A variable for a tensor in the frame."""
        assert leaf.buffer is not None
        key = leaf.buffer, type
        if key not in self.pointers:
            name = self.names.fresh(self.tensor_names.get(leaf.buffer) or "t")
            self.declared.append(f"{type} *const {name} = {self.frame_address(offset, type)};")
            self.pointers[key] = name
        return self.pointers[key]

    def frame_address(self, offset: int | str, type: str) -> str:
        """A place in the frame."""
        return f"({type} *)(frame + {offset})" if offset else f"({type} *)frame"

    def copy(self, target: str, source: str, size: int) -> None:
        """Copies bytes that do not overlap."""
        if size:
            self.line(f"memcpy({target}, {source}, {size});")

    def trap(self, message: str, location: Location | None) -> int:
        """The number of a trap."""
        return self.program.traps.number(message, location)

    # Moves of tensors

    def move(self, moves: Sequence[tuple[ValueLeaf, ValueLeaf]]) -> None:
        """Copies tensors in a parallel assignment."""
        moves = [m for m in moves if not _same(*m)]
        targets = {_place(target) for _, target in moves}
        crossing = [m for m in moves if _place(m[0]) in targets]
        offset = self.plan.own_frame
        waiting: list[tuple[str, ValueLeaf]] = []
        for source, target in crossing:
            place, size = self.frame_address(offset, "unsigned char"), byte_size(target.tensor)
            self.copy(place, self.address(source), size)
            waiting.append((place, target))
            offset += -(-size // ALIGNMENT) * ALIGNMENT
        self.scratch = max(self.scratch, offset - self.plan.own_frame)
        for source, target in moves:
            if (source, target) not in crossing:
                self.copy(self.address(target), self.address(source), byte_size(target.tensor))
        for place, target in waiting:
            self.copy(self.address(target), place, byte_size(target.tensor))

    def go_to(self, target: Successor) -> None:
        """Passes values to the arguments of a block, and continues there."""
        sources = [leaf for v in target.arguments for leaf in self.leaves(v)]
        places = [leaf for a in target.block.arguments for leaf in self.leaves(a)]
        pairs = list(zip(sources, places, strict=True))
        self.move([(s, t) for s, t in pairs if is_tensor(t.type)])
        scalars = [
            (s.operand, t.operand, t.tensor.element)
            for s, t in pairs
            if not is_tensor(t.type) and s.operand != t.operand
        ]
        late: list[str] = []
        for number, (value, name, element) in enumerate(scalars):
            if any(name == other for other, _, _ in scalars[number + 1 :]):
                kept = self.names.fresh("next")
                self.declared.append(f"{c_type(element)} {kept};")
                self.line(f"{kept} = {value};")
                late.append(f"{name} = {kept};")
            else:
                self.line(f"{name} = {value};")
        self.lines += late
        self.line(f"goto {self.labels[target.block]};")


def _place(leaf: ValueLeaf) -> PlannedBuffer:
    assert leaf.buffer is not None
    return leaf.buffer.place


def _same(a: ValueLeaf, b: ValueLeaf) -> bool:
    return _place(a) is _place(b) and a.element == b.element


def _argument_names(function: Function) -> list[tuple[str, int]]:
    return [
        (argument.name or "argument", len(leaf_types(argument.type)))
        for argument in function.arguments
    ]


def _leaf_names(names: Identifiers, arguments: Sequence[tuple[str, int]]) -> list[str]:
    return [
        names.fresh(name if count == 1 else f"{name}_{number}")
        for name, count in arguments
        for number in range(count)
    ]
