"""The plan of a function's host code: what its values are in memory, and where that lies.

Every value is taken apart into leaves. Each instruction is looked at once for the buffers that it
reads and writes; from that the memory plan follows, before any code is written.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dlvm.codegen.emitter import Declarations
from dlvm.codegen.leaves import byte_size, leaf_range, leaf_types
from dlvm.codegen.memory import (
    BlockSteps,
    Buffer,
    Step,
    assign_offsets,
    compute_liveness,
    merge,
)
from dlvm.codegen.operations import literal_text
from dlvm.compute.nest import make_nest, strides
from dlvm.compute.scheduling import runs_by_points
from dlvm.diagnostics import error
from dlvm.ir.compute import Affine, Definition, Read, Reduction
from dlvm.ir.instruction import Instruction
from dlvm.ir.instructions import (
    Apply,
    Branch,
    Broadcast,
    Conditional,
    DataTypeCast,
    Elementwise,
    Extract,
    Insert,
    LiteralInstruction,
    PadShape,
    Return,
    Select,
    ShapeCast,
    SqueezeShape,
    Transpose,
)
from dlvm.ir.module import Block, Function
from dlvm.ir.types import TensorType
from dlvm.ir.values import Aggregate, Literal, Resource, Special, TensorData, Value


@dataclass(eq=False)
class Leaf:
    """A scalar or tensor at compile time: its type, and the buffer and element where it lies.

    A scalar has no buffer; ``operand`` is its LLVM value once that is known.
    """

    type: TensorType
    buffer: Buffer | None = None
    element: int = 0
    operand: str | None = None


@dataclass
class Operation:
    """An instruction with what it does to memory."""

    instruction: Instruction
    step: Step


class HostPlan:
    """The leaves, operations and buffers of one function."""

    def __init__(
        self,
        function: Function,
        declarations: Declarations,
        donated: Sequence[int] = (),
    ) -> None:
        self.function = function
        self.declarations = declarations
        self.leaves: dict[Value, list[Leaf]] = {}
        self.buffers: list[Buffer] = []
        self.blocks: dict[Block, list[Operation]] = {}
        self.donated = frozenset(donated)
        self.shared: dict[int, int] = {}
        self.own_frame = 0
        self._bind_arguments()
        self.order = _reverse_postorder(function)
        for block in self.order:
            if block is not function.entry:
                for argument in block.arguments:
                    self.leaves[argument] = [
                        self._new_leaf(t) for t in leaf_types(argument.type, argument.location)
                    ]
        for block in self.order:
            self.blocks[block] = [self._analyse(i) for i in block.instructions]
        self._plan_memory(self.order)

    # Leaves

    def _new_leaf(self, type: TensorType) -> Leaf:
        if not type.rank:
            return Leaf(type)
        buffer = Buffer(byte_size(type))
        self.buffers.append(buffer)
        return Leaf(type, buffer)

    def _bind_arguments(self) -> None:
        self.result_types = leaf_types(self.function.type.result, self.function.location)
        number = 0
        taken: set[int] = set()
        for position, argument in enumerate(self.function.arguments):
            own: list[Leaf] = []
            for type in leaf_types(argument.type, argument.location):
                leaf = Leaf(type, operand=f"%a{number}")
                if type.rank:
                    donated = position in self.donated
                    leaf.buffer = Buffer(byte_size(type), f"%a{number}", not donated)
                    if donated:
                        self._share(number, type, taken)
                own.append(leaf)
                number += 1
            self.leaves[argument] = own

    def _share(self, argument: int, type: TensorType, taken: set[int]) -> None:
        for result, other in enumerate(self.result_types):
            if result not in taken and other == type:
                taken.add(result)
                self.shared[result] = argument
                return

    def leaves_of(self, value: Value) -> list[Leaf]:
        """The leaves of an operand."""
        if isinstance(value, Aggregate):
            if isinstance(value.type.canonical, TensorType):
                raise AssertionError("tensors put together from values are instructions")
            return [leaf for element in value.operands for leaf in self.leaves_of(element)]
        if isinstance(value, Literal):
            return self._literal(value)
        if value not in self.leaves:
            raise error("function values are not supported by native code yet", value.location)
        return self.leaves[value]

    def _literal(self, value: Literal) -> list[Leaf]:
        leaves: list[Leaf] = []
        for type in leaf_types(value.type, value.location):
            number = value.splat if isinstance(value.type.canonical, TensorType) else None
            if value.data in (Special.ZERO, Special.UNDEFINED):
                number = 0
            if isinstance(value.data, Resource):
                raise error(f'resource "{value.data.name}" is not supported yet', value.location)
            if not type.rank:
                if isinstance(value.data, TensorData):
                    number = value.data.array.reshape(-1)[0].item()
                assert number is not None
                operand = literal_text(number, type.element)
                leaves.append(Leaf(type, operand=operand))
                continue
            if isinstance(value.data, TensorData):
                data = value.data.array.tobytes()
            else:
                assert number is not None
                data = np.full(type.static_shape or (), number).astype(type.element.numpy).tobytes()
            leaves.append(Leaf(type, self._constant(data, byte_size(type))))
        return leaves

    def _constant(self, data: bytes, size: int) -> Buffer:
        name = f"dlvm.constant.{hashlib.sha256(data).hexdigest()[:16]}.{size}"
        if name not in self.declarations:
            if not any(data):
                initial = "zeroinitializer"
            else:
                initial = 'c"' + "".join(f"\\{b:02x}" for b in data) + '"'
            kind = "global" if initial == "zeroinitializer" else "constant"
            self.declarations.define(
                name, f"@{name} = internal {kind} [{size} x i8] {initial}, align 64"
            )
        return Buffer(size, f"@{name}", True)

    # Analysis: what each instruction defines, reads and writes

    def _analyse(self, op: Instruction) -> Operation:
        reads: list[Buffer] = []
        match op:
            case LiteralInstruction() if isinstance(op.type.canonical, TensorType) and isinstance(
                op.value, Aggregate
            ):
                return self._new_tensor(op)
            case LiteralInstruction():
                self.leaves[op] = self.leaves_of(op.value)
            case Extract():
                self.leaves[op] = self._extracted(op)
                if op.type.canonical == op.source.type.canonical or self.leaves[op][0].buffer:
                    return Operation(op, Step())
                reads = [b for leaf in self.leaves_of(op.source) if (b := leaf.buffer) is not None]
            case Insert():
                first, end, rest = leaf_range(op.target.type, op.path)
                if rest:
                    return self._new_tensor(op)
                whole = list(self.leaves_of(op.target))
                whole[first:end] = self.leaves_of(op.element)
                self.leaves[op] = whole
            case ShapeCast() | PadShape() | SqueezeShape() | Broadcast() | Transpose():
                return self._view(op)
            case Apply():
                return self._apply(op)
            case Elementwise() | Select() | DataTypeCast():
                self.leaves[op] = [Leaf(tensor_of(op))]
            case Branch() | Conditional() | Return():
                values = op.leaves()
                reads = [
                    leaf.buffer
                    for value in values
                    for leaf in self.leaves_of(value)
                    if leaf.buffer is not None
                ]
            case _:
                raise error(f"native code for {op.mnemonic} is not supported here yet", op.location)
        return Operation(op, Step(reads))

    def _new_tensor(self, op: Instruction) -> Operation:
        leaves = [self._new_leaf(t) for t in leaf_types(op.type, op.location)]
        if isinstance(op, Insert):
            first = leaf_range(op.target.type, op.path)[0]
            whole = list(self.leaves_of(op.target))
            fresh = self._new_leaf(whole[first].type)
            whole[first] = fresh
            self.leaves[op] = whole
            held = [*self.leaves_of(op.target), *self.leaves_of(op.element)]
            writes = [b for b in (fresh.buffer,) if b is not None]
            return Operation(op, Step((), _buffers(held), writes))
        self.leaves[op] = leaves
        assert isinstance(op, LiteralInstruction)
        assert isinstance(op.value, Aggregate)
        held = [leaf for v in op.value.leaves() for leaf in self.leaves_of(v)]
        return Operation(op, Step((), _buffers(held), _buffers(leaves)))

    def _extracted(self, op: Extract) -> list[Leaf]:
        first, end, rest = leaf_range(op.source.type, op.path)
        leaves = self.leaves_of(op.source)[first:end]
        if not rest:
            return leaves
        leaf = leaves[0]
        steps = strides(leaf.type.static_shape or ())
        element = sum(int(i) * s for i, s in zip(rest, steps, strict=False))
        type = leaf.type.with_shape(leaf.type.shape[len(rest) :])
        if not type.rank:
            return [Leaf(type)]
        return [Leaf(type, leaf.buffer, leaf.element + element)]

    def _view(self, op: Instruction) -> Operation:
        source = self.leaves_of(op.operands[0])[0]
        type = tensor_of(op)
        if type.rank and source.type.rank:
            self.leaves[op] = [Leaf(type, source.buffer, source.element)]
            return Operation(op, Step())
        if not type.rank:
            self.leaves[op] = [Leaf(type)]
            return Operation(op, Step(_buffers([source])))
        leaf = self._new_leaf(type)
        self.leaves[op] = [leaf]
        return Operation(op, Step((), (), _buffers([leaf])))

    def _apply(self, op: Apply) -> Operation:
        inputs = [leaf for a in op.arguments for leaf in self.leaves_of(a)]
        results = [self._new_leaf(t) for t in leaf_types(op.type, op.location)]
        self.leaves[op] = results
        if isinstance(op.callee, Definition):
            safe = in_place_parameters(op.callee)
            reads = [
                leaf.buffer
                for leaf, name in zip(inputs, op.callee.body.parameters, strict=True)
                if leaf.buffer is not None and name in safe
            ]
            holds = [
                leaf.buffer
                for leaf, name in zip(inputs, op.callee.body.parameters, strict=True)
                if leaf.buffer is not None and name not in safe
            ]
            return Operation(op, Step(reads, holds, _buffers(results)))
        if not isinstance(op.callee, Function):
            raise error(
                "calls of function values are not supported by native code yet", op.location
            )
        return Operation(op, Step((), _buffers(inputs), _buffers(results)))

    # Memory

    def _plan_memory(self, order: Sequence[Block]) -> None:
        number = {b: n for n, b in enumerate(order)}
        steps: list[BlockSteps] = []
        for block in order:
            arguments = [leaf for a in block.arguments for leaf in self.leaves[a]]
            steps.append(
                BlockSteps(
                    _buffers(arguments),
                    [o.step for o in self.blocks[block]],
                    [number[s.block] for s in block.successors],
                )
            )
        compute_liveness(steps)
        for source, target in self._copies(order):
            if source.element == 0 and source.type == target.type:
                assert source.buffer is not None
                assert target.buffer is not None
                merge(target.buffer, source.buffer)
        self.results = [
            Buffer(byte_size(t), f"%r{n}") if t.rank else None
            for n, t in enumerate(self.result_types)
        ]
        arguments = [leaf for a in self.function.arguments for leaf in self.leaves[a]]
        for result, argument in self.shared.items():
            self.results[result] = arguments[argument].buffer
        for block in order:
            terminator = block.terminator
            if isinstance(terminator, Return) and terminator.value is not None:
                for slot, leaf in zip(self.results, self.leaves_of(terminator.value), strict=True):
                    if slot is not None and leaf.buffer is not None and not leaf.element:
                        merge(slot, leaf.buffer)
        self.own_frame = assign_offsets(self.buffers)

    def _copies(self, order: Sequence[Block]) -> list[tuple[Leaf, Leaf]]:
        """The tensors passed to block arguments, those along back edges first."""
        found: list[tuple[int, Leaf, Leaf]] = []
        for position, block in enumerate(order):
            for successor in block.successors:
                back = order.index(successor.block) <= position
                for value, argument in zip(
                    successor.arguments, successor.block.arguments, strict=True
                ):
                    for source, target in zip(
                        self.leaves_of(value), self.leaves[argument], strict=True
                    ):
                        if source.buffer is not None and target.buffer is not None:
                            found.append((not back, source, target))
        found.sort(key=lambda f: f[0])
        return [(s, t) for _, s, t in found]


def _buffers(leaves: Sequence[Leaf]) -> list[Buffer]:
    return [leaf.buffer for leaf in leaves if leaf.buffer is not None]


def tensor_of(op: Instruction) -> TensorType:
    type = op.type.canonical
    assert isinstance(type, TensorType)
    return type


def symbol(function: Function) -> str:
    """The LLVM name of a function's host code."""
    return f'"dlvm.f.{function.name}"'


def called_functions(function: Function) -> list[Function]:
    return [
        i.callee
        for i in function.instructions()
        if isinstance(i, Apply) and isinstance(i.callee, Function)
    ]


def in_place_parameters(definition: Definition) -> frozenset[str]:
    """The parameters that a result may overwrite: each is read only at the element written, before
    anything is written there."""
    statements = list(definition.body.statements)
    ranges = statements[0].ranges
    if any(s.ranges != ranges or s.indices is not None for s in statements):
        return frozenset()
    if len(statements) > 1 and not runs_by_points(make_nest(definition)):
        return frozenset()
    types = definition.tensor_types()
    shape = types[statements[0].target].shape
    unsafe: set[str] = set()
    for statement in statements:
        reduced = {
            id(n) for r in statement.value.walk() if isinstance(r, Reduction) for n in r.walk()
        }
        for node in statement.value.walk():
            if isinstance(node, Read):
                here = all(
                    index == Affine.variable(r.variable) or (index == Affine() and r.extent == 1)
                    for index, r in zip(node.indices, ranges, strict=False)
                )
                if not here or id(node) in reduced or types[node.tensor].shape != shape:
                    unsafe.add(node.tensor)
    return frozenset(definition.body.parameters) - unsafe


def _reverse_postorder(function: Function) -> list[Block]:
    """The reachable blocks, each after those that dominate it."""
    order: list[Block] = []
    seen = {function.entry}
    stack = [(function.entry, iter([s.block for s in function.entry.successors]))]
    while stack:
        block, successors = stack[-1]
        following = next((s for s in successors if s not in seen), None)
        if following is None:
            order.append(block)
            stack.pop()
        else:
            seen.add(following)
            stack.append((following, iter([s.block for s in following.successors])))
    return order[::-1]
