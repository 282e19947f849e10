"""The plan of the host code of a function: the buffers of its values, and their memory.

Every value is flattened to leaves. The buffers that each instruction reads and writes are collected
once; the memory plan follows from them before any code is emitted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from dlvm.analysis.cfg.control_flow import reverse_postorder
from dlvm.codegen.host.aggregate_flattening import (
    REFERENCE,
    byte_size,
    erased_axes,
    is_counted,
    is_erased,
    is_tensor,
    leaf_range,
    leaf_register,
    leaf_types,
)
from dlvm.codegen.host.memory_plan import (
    BlockSteps,
    BufferUse,
    PlannedBuffer,
    assign_offsets,
    compute_liveness,
    merge,
)
from dlvm.codegen.host.notation import Notation
from dlvm.codegen.host.stack_records import RecordTypes, is_tensor_record
from dlvm.codegen.kernels.constant_evaluation import is_constant
from dlvm.compute.loop_nest.addresses import strides
from dlvm.diagnostics import error
from dlvm.ir.compute import Definition
from dlvm.ir.instruction import Instruction, Trait
from dlvm.ir.instructions import (
    AllocateStack,
    Apply,
    BitCast,
    Branch,
    BranchEnum,
    Conditional,
    Extract,
    Insert,
    LiteralInstruction,
    Pop,
    Push,
    Return,
)
from dlvm.ir.module import Block, Function, Variable
from dlvm.ir.resources import read_resource
from dlvm.ir.types import EnumType, TensorType, Type
from dlvm.ir.values import (
    Aggregate,
    Literal,
    Resource,
    Special,
    TensorData,
    Value,
)

UNKNOWN = ""
"""The offset of a leaf before its code is emitted."""


@dataclass(eq=False)
class ValueLeaf:
    """A scalar, tensor or reference at compile time.

    A tensor has a buffer. It may begin inside the buffer, after ``element`` elements and ``offset``
    bytes. Other leaves have no buffer; ``operand`` is their value once it is known. ``sizes`` are
    the sizes of a tensor's erased dimensions, once known. These values are text in the target
    language. A counted leaf that the function owns has a ``slot`` in the frame, which
    holds it until the function returns.
    """

    type: Type
    buffer: PlannedBuffer | None = None
    element: int = 0
    offset: str | None = None
    operand: str | None = None
    sizes: list[str] = field(default_factory=list[str])
    slot: int | None = None

    @property
    def tensor(self) -> TensorType:
        assert isinstance(self.type, TensorType)
        return self.type


@dataclass(frozen=True)
class PlannedRecord:
    """A stack record that contains a tensor and its ``buffer``. ``slot`` is the offset in the frame
    of the slot that holds the record while the function owns it: until it is pushed, or after it is
    popped."""

    type: TensorType
    buffer: PlannedBuffer
    slot: int


class PlannedKernel(Protocol):
    """What the plan needs to know about a kernel: the parameters that its results can overwrite."""

    @property
    def in_place(self) -> frozenset[int]: ...


@dataclass
class HostOperation:
    """An instruction and its effect on buffers."""

    instruction: Instruction
    step: BufferUse


class HostPlan:
    """The leaves, operations and buffers of one function."""

    def __init__(
        self,
        function: Function,
        kernels: Mapping[Definition, PlannedKernel],
        notation: Notation,
        shared: Mapping[Function, Mapping[int, int]],
        records: RecordTypes,
    ) -> None:
        self.function = function
        self.records = records
        self.kernels = kernels
        self.notation = notation
        self.all_shared = shared
        self.shared = shared.get(function, {})
        self.leaves: dict[Value, list[ValueLeaf]] = {}
        self.buffers: list[PlannedBuffer] = []
        self.blocks: dict[Block, list[HostOperation]] = {}
        self.variables: dict[Variable, int] = {}
        """The global variables that the function uses, with their indices."""
        self.slots = 0
        self.popped: dict[Instruction, PlannedRecord] = {}
        """The tensors that stay in the records from which they are popped."""
        self.pushed: dict[Instruction, PlannedRecord] = {}
        """The tensors that kernels write to the records that are then pushed."""
        self.released: dict[Block, list[int]] = {}
        """The slots that no longer need to hold a record at the end of a block."""
        self._moved: list[tuple[ValueLeaf, ValueLeaf]] = []
        """The argument leaves whose memory calls take over, and the result leaves that reuse it."""
        self._bind_arguments()
        self.order = reverse_postorder(function)
        for block in self.order:
            if block is not function.entry:
                for argument in block.arguments:
                    self.leaves[argument] = [
                        self.new_leaf(t) for t in leaf_types(argument.type, argument.location)
                    ]
        for block in self.order:
            self.blocks[block] = [self._analyze(i) for i in block.instructions]
        self._plan_memory(self.order)

    # Leaves

    def _new_slot(self) -> int:
        self.slots += 1
        return 8 * (self.slots - 1)

    def new_leaf(self, type: Type) -> ValueLeaf:
        if is_counted(type):
            return ValueLeaf(type, slot=self._new_slot())
        if not is_tensor(type):
            return ValueLeaf(type)
        assert isinstance(type, TensorType)
        if is_erased(type):
            buffer = PlannedBuffer(None, cell_bytes=cell_bytes(type))
        else:
            buffer = PlannedBuffer(byte_size(type))
        self.buffers.append(buffer)
        return ValueLeaf(type, buffer)

    def _bind_arguments(self) -> None:
        self.result_types = leaf_types(self.function.type.result, self.function.location)
        number = 0
        given_over = set(self.shared.values())
        for argument in self.function.arguments:
            own: list[ValueLeaf] = []
            for type in leaf_types(argument.type, argument.location):
                name = self.notation.argument(number)
                leaf = ValueLeaf(type, operand=name)
                if is_tensor(type):
                    assert isinstance(type, TensorType)
                    size = None if is_erased(type) else byte_size(type)
                    leaf.buffer = PlannedBuffer(size, name, number not in given_over)
                    leaf.sizes = [f"{name}.{axis}" for axis in erased_axes(type)]
                own.append(leaf)
                number += 1
            self.leaves[argument] = own

    def leaves_of(self, value: Value) -> list[ValueLeaf]:
        """The leaves of an operand."""
        match value:
            case Aggregate():
                if isinstance(value.type.canonical, TensorType | EnumType):
                    raise AssertionError("an aggregate in memory must be an instruction")
                return [leaf for element in value.operands for leaf in self.leaves_of(element)]
            case Literal():
                return self._literal(value)
            case Function():
                return [ValueLeaf(value.type.canonical, operand=self.notation.function(value))]
            case Variable():
                return [ValueLeaf(value.type.canonical, operand=self._variable(value))]
            case _:
                return self.leaves[value]

    def _literal(self, value: Literal) -> list[ValueLeaf]:
        leaves: list[ValueLeaf] = []
        for type in leaf_types(value.type, value.location):
            number = value.number if isinstance(value.type.canonical, TensorType) else None
            if value.data in (Special.ZERO, Special.UNDEFINED):
                number = 0
            if not isinstance(type, TensorType):
                is_pair = leaf_register(type) == REFERENCE
                leaves.append(ValueLeaf(type, operand="zeroinitializer" if is_pair else "null"))
                continue
            if not type.rank:
                if isinstance(value.data, TensorData):
                    number = value.data.array.reshape(-1)[0].item()
                if isinstance(value.data, Resource):
                    number = read_resource(value).item()
                assert number is not None
                operand = self.notation.literal(number, type.element)
                leaves.append(ValueLeaf(type, operand=operand))
                continue
            if type.static_shape is None:
                raise error(f"the sizes of a constant of type {type} are not known", value.location)
            if isinstance(value.data, Resource):
                elements = read_resource(value)
            elif isinstance(value.data, TensorData):
                elements = value.data.array
            else:
                assert number is not None
                elements = np.full(type.static_shape, number).astype(type.element.numpy)
            leaves.append(ValueLeaf(type, self._constant(elements)))
        return leaves

    def _constant(self, elements: np.ndarray[Any, Any]) -> PlannedBuffer:
        return PlannedBuffer(elements.nbytes, self.notation.constant(elements), True)

    def _variable(self, variable: Variable) -> str:
        """A reference to a global variable."""
        number = self.variables[variable] = self.notation.variable(variable)
        return f"%variable.{number}"

    # Analysis: the buffers that each instruction defines, reads and writes

    def _analyze(self, op: Instruction) -> HostOperation:
        match op:
            case LiteralInstruction() if isinstance(op.value, Aggregate) and isinstance(
                op.type.canonical, TensorType | EnumType
            ):
                return self._computed(op)
            case LiteralInstruction():
                self.leaves[op] = self.leaves_of(op.value)
            case Extract():
                self.leaves[op] = self._extracted(op)
                if not leaf_range(op.source.type, op.path)[2]:
                    return HostOperation(op, BufferUse())
                return HostOperation(op, BufferUse(_buffers(self.leaves_of(op.source))))
            case Insert():
                first, end, rest = leaf_range(op.target.type, op.path)
                whole = list(self.leaves_of(op.target))
                if rest:
                    fresh = self.new_leaf(whole[first].type)
                    held = [*whole, *self.leaves_of(op.element)]
                    whole[first] = fresh
                    self.leaves[op] = whole
                    return HostOperation(op, BufferUse((), _buffers(held), _buffers([fresh])))
                whole[first:end] = self.leaves_of(op.element)
                self.leaves[op] = whole
            case BitCast() if not self.notation.reinterprets:
                return self._computed(op)
            case _ if Trait.VIEW in op.traits:
                return self._view(op)
            case Apply() if is_constant(op):
                from dlvm.interpreter import evaluate_constant

                type = tensor_of(op)
                elements = evaluate_constant(op).astype(type.element.numpy, copy=False)
                leaf = ValueLeaf(type, self._constant(elements) if type.rank else None)
                if not type.rank:
                    leaf.operand = self.notation.literal(elements.item(), type.element)
                self.leaves[op] = [leaf]
            case Apply() if isinstance(op.callee, Definition):
                return self._kernel(op, op.callee)
            case Apply() if self.taken_over(op):
                return self._call_in_place(op)
            case Pop() if is_tensor_record(op.content, self.records):
                name = f"%popped.{len(self.popped)}"
                buffer = PlannedBuffer(byte_size(tensor_of(op)), name, True)
                self.popped[op] = PlannedRecord(tensor_of(op), buffer, self._new_slot())
                self.leaves[op] = [ValueLeaf(tensor_of(op), buffer)]
                return HostOperation(op, BufferUse(writes=[buffer]))
            case Branch() | Conditional() | Return():
                leaves = [leaf for value in op.leaves() for leaf in self.leaves_of(value)]
                return HostOperation(op, BufferUse(_buffers(leaves)))
            case _:
                return self._computed(op)
        return HostOperation(op, BufferUse())

    def taken_over(self, op: Apply) -> Sequence[tuple[ValueLeaf, int, int]]:
        """The tensors whose memory a callee takes over: each with the indices of the argument leaf
        and of the result leaf."""
        if not isinstance(op.callee, Function):
            return []
        given = [leaf for a in op.arguments for leaf in self.leaves_of(a)]
        return [(given[a], a, r) for r, a in self.all_shared.get(op.callee, {}).items()]

    def _call_in_place(self, op: Apply) -> HostOperation:
        """The operation of a call whose results take over the memory of arguments, which are read
        before the call."""
        results = [self.new_leaf(t) for t in leaf_types(op.type, op.location)]
        self.leaves[op] = results
        taken = self.taken_over(op)
        numbers = {argument for _, argument, _ in taken}
        given = [leaf for a in op.arguments for leaf in self.leaves_of(a)]
        held = [leaf for number, leaf in enumerate(given) if number not in numbers]
        self._moved += [(leaf, results[result]) for leaf, _, result in taken]
        reads = [leaf for leaf, _, _ in taken]
        return HostOperation(op, BufferUse(_buffers(reads), _buffers(held), _buffers(results)))

    def _computed(self, op: Instruction) -> HostOperation:
        """The operation of an instruction that reads its operands until it completes, and returns a
        new value."""
        held = [leaf for value in op.leaves() for leaf in self.leaves_of(value)]
        results = [self.new_leaf(t) for t in leaf_types(op.type, op.location)]
        self.leaves[op] = results
        return HostOperation(op, BufferUse((), _buffers(held), _buffers(results)))

    def _extracted(self, op: Extract) -> list[ValueLeaf]:
        first, end, rest = leaf_range(op.source.type, op.path)
        leaves = self.leaves_of(op.source)[first:end]
        if not rest:
            return leaves
        type, source = tensor_of(op), leaves[0]
        if not type.rank:
            return [ValueLeaf(type)]
        shape = source.tensor.static_shape
        if shape is None or source.offset is not None:
            return [ValueLeaf(type, source.buffer, offset=UNKNOWN)]
        steps = strides(shape)
        element = sum(int(i) * int(str(s)) for i, s in zip(rest, steps, strict=False))
        return [ValueLeaf(type, source.buffer, source.element + element)]

    def _view(self, op: Instruction) -> HostOperation:
        source = self.leaves_of(op.operands[0])[0]
        type = tensor_of(op)
        if type.rank and source.buffer is not None:
            self.leaves[op] = [ValueLeaf(type, source.buffer, source.element, source.offset)]
            return HostOperation(op, BufferUse(_buffers([source])))
        if not type.rank:
            self.leaves[op] = [ValueLeaf(type)]
            return HostOperation(op, BufferUse(_buffers([source])))
        leaf = self.new_leaf(type)
        self.leaves[op] = [leaf]
        return HostOperation(op, BufferUse((), (), _buffers([leaf])))

    def _kernel(self, op: Apply, definition: Definition) -> HostOperation:
        inputs = [leaf for a in op.arguments for leaf in self.leaves_of(a)]
        results = [self.new_leaf(t) for t in leaf_types(op.type, op.location)]
        self.leaves[op] = results
        safe = self.kernels[definition].in_place
        reads = [leaf for number, leaf in enumerate(inputs) if number in safe]
        holds = [leaf for number, leaf in enumerate(inputs) if number not in safe]
        return HostOperation(op, BufferUse(_buffers(reads), _buffers(holds), _buffers(results)))

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
                    [number[target] for target in block.targets],
                )
            )
        steps.extend(self._edges(order, steps))
        self._plan_records(order, compute_liveness(steps))
        for source, target in (*self._copies(order), *self._moved):
            if _is_whole(source) and source.type == target.type:
                assert source.buffer is not None
                assert target.buffer is not None
                merge(target.buffer, source.buffer)
        self.results = [self._result_buffer(n, t) for n, t in enumerate(self.result_types)]
        arguments = [leaf for a in self.function.arguments for leaf in self.leaves[a]]
        for result, argument in self.shared.items():
            self.results[result] = arguments[argument].buffer
        for block in order:
            terminator = block.terminator
            if isinstance(terminator, Return) and terminator.value is not None:
                for slot, leaf in zip(self.results, self.leaves_of(terminator.value), strict=True):
                    if slot is not None and leaf.buffer is not None and _is_whole(leaf):
                        merge(slot, leaf.buffer)
        self.chain = 8 * self.slots
        self.chains = any(isinstance(i, AllocateStack) for i in self.function.instructions())
        start = 8 * (self.slots + self.chains)
        self.zeroed, self.own_frame = assign_offsets(self.buffers, start)

    def _plan_records(self, order: Sequence[Block], starts: Sequence[int]) -> None:
        """Gives each pushed tensor the memory of its stack record, if a kernel of the same block
        computes the tensor, and nothing reads it after the push."""
        for block, start in zip(order, starts, strict=False):
            computed: set[PlannedBuffer] = set()
            released = self.released[block] = list[int]()
            for number, operation in enumerate(self.blocks[block]):
                point = start + 2 + 2 * number
                instruction = operation.instruction
                if isinstance(instruction, Apply) and isinstance(instruction.callee, Definition):
                    computed.update(operation.step.writes)
                if isinstance(instruction, Push):
                    self._plan_push(instruction, computed, point + 2)
                if instruction is block.terminator:
                    own = (r for pop, r in self.popped.items() if pop.block is block)
                    released += [r.slot for r in own if not r.buffer.live >> point]

    def _plan_push(self, push: Push, computed: set[PlannedBuffer], after: int) -> None:
        if not is_tensor_record(push.value.type, self.records):
            return
        (leaf,) = self.leaves_of(push.value)
        type, buffer = leaf.tensor, leaf.buffer
        if buffer not in computed or buffer.live >> after:
            return
        # The buffer may be of another shape, or larger, if the value is a view of its tensor.
        if _is_whole(leaf) and buffer.size == byte_size(type):
            buffer.fixed, buffer.readonly = f"%record.{len(self.pushed)}", True
            self.pushed[push] = PlannedRecord(type, buffer, self._new_slot())

    def _result_buffer(self, number: int, type: Type) -> PlannedBuffer | None:
        if not is_tensor(type):
            return None
        assert isinstance(type, TensorType)
        if is_erased(type):
            return PlannedBuffer(
                None, cell=self.notation.result(number), cell_bytes=cell_bytes(type)
            )
        return PlannedBuffer(byte_size(type), self.notation.result(number))

    def _edges(self, order: Sequence[Block], steps: Sequence[BlockSteps]) -> list[BlockSteps]:
        """Splits critical edges: each edge from a block with several successors becomes a block
        that moves the arguments."""
        edges: list[BlockSteps] = []
        for block, before in zip(order, steps, strict=True):
            if len(before.successors) < 2:
                continue
            for place, successor in enumerate(block.successors):
                leaves = [leaf for value in successor.arguments for leaf in self.leaves_of(value)]
                edges.append(
                    BlockSteps([], [BufferUse(_buffers(leaves))], [before.successors[place]])
                )
                before.successors[place] = len(steps) + len(edges) - 1
        return edges

    def _copies(self, order: Sequence[Block]) -> list[tuple[ValueLeaf, ValueLeaf]]:
        """The tensors passed to block arguments, those along back edges first."""
        position = {b: n for n, b in enumerate(order)}
        found: list[tuple[int, ValueLeaf, ValueLeaf]] = []
        for block in order:
            if isinstance(block.terminator, BranchEnum):
                continue
            for successor in block.successors:
                back = position[successor.block] <= position[block]
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


def shared_leaves(function: Function, donated: Sequence[int]) -> dict[int, int]:
    """The leaves of the result of a function that take over the memory of an argument leaf: each
    donated tensor is matched with the first remaining result of its type."""
    results = leaf_types(function.type.result, function.location)
    shared: dict[int, int] = {}
    number = 0
    for position, parameter in enumerate(function.type.parameters):
        for type in leaf_types(parameter, function.location):
            if position in donated and is_tensor(type) and not is_erased(type):
                free = (n for n, t in enumerate(results) if t == type and n not in shared)
                result = next(free, None)
                if result is not None:
                    shared[result] = number
            number += 1
    return shared


def _is_whole(leaf: ValueLeaf) -> bool:
    """Whether a tensor begins at the start of its buffer."""
    return not leaf.element and leaf.offset is None


def cell_bytes(type: TensorType) -> int:
    """The size of a tensor's cell: ``cell`` in nodes.h, then the erased sizes."""
    return 16 + 8 * len(erased_axes(type))


def _buffers(leaves: Sequence[ValueLeaf]) -> list[PlannedBuffer]:
    return [leaf.buffer for leaf in leaves if leaf.buffer is not None]


def tensor_of(op: Instruction) -> TensorType:
    type = op.type.canonical
    assert isinstance(type, TensorType)
    return type
