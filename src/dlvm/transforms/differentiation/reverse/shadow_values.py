"""Shadows, in which the gradients of memory and enums are accumulated.

The forward pass builds a shadow for every active pointer, box and enum. The shadow of a pointer or
a box points to memory of the same layout. The shadow of an enum is an enum of the same case whose
payload is followed by the shadows of its parts: a pointer to a cell for each float tensor, and the
shadows of enums and pointers. Values that alias have shadows that alias, so their gradients are
accumulated in one place. All shadows are zero in the forward pass. The reverse pass adds to a
shadow for each read of the original, moves the gradient out of the shadow for each write, and frees
the shadow for each allocation. The work is therefore proportional to the original's, however much
is shared.

W. Moses, V. Churavy, Instead of Rewriting Foreign Code for Machine Learning, Automatically
Synthesize Fast Gradients, NeurIPS 2020.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, Protocol

from dlvm.analysis.differentiation.activity import carries_tangent, shares_gradients
from dlvm.analysis.differentiation.differentiability import differentiable_leaves
from dlvm.analysis.differentiation.gradients import parts_of
from dlvm.analysis.values.symbols import with_known_sizes, with_sizes
from dlvm.ir import (
    Aggregate,
    Argument,
    ArrayType,
    Block,
    BoxType,
    Builder,
    EnumType,
    Function,
    FunctionType,
    Instruction,
    Literal,
    Module,
    PointerType,
    StructType,
    Successor,
    TensorType,
    TupleType,
    Type,
    Value,
)
from dlvm.ir import instructions as op
from dlvm.ir.instructions import Path
from dlvm.ir.types import INDEX, STACK, VOID, Symbol, inner_types
from dlvm.ir.values import Special, copy_operand, index_literal
from dlvm.transforms.cfg.editing import replace_terminator, set_successors
from dlvm.transforms.differentiation.rules.rule_types import Flow
from dlvm.transforms.differentiation.rules.value_builder import TensorValue


class ShadowTypes:
    """The types of shadows, and the functions on shadows that a module needs once for each type."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._named: dict[Type, StructType | EnumType] = {}
        self._copies: dict[Type, Function] = {}

    def of(self, type: Type) -> Type:
        """Returns the type of the shadows of values of a type. It has the same parts at the same
        paths.

        Parts without a shadow keep their type. Named sizes of tensors are erased, as the float
        tensors in a shadow are zeros, which can broadcast.
        """
        whole = type.canonical
        match whole:
            case TensorType():
                return with_sizes(type, {})
            case PointerType():
                found = PointerType(self.of(whole.pointee))
            case BoxType():
                return PointerType(self.of(whole.content)) if has_shadow(whole) else type
            case TupleType():
                found = TupleType(tuple(map(self.of, whole.elements)))
            case ArrayType():
                found = ArrayType(whole.size, self.of(whole.element))
            case StructType() | EnumType() if _has_different_shadow(whole):
                return self._named.get(whole) or self._define(whole)
            case _:
                return type
        return type if found == whole else found

    def _define(self, whole: StructType | EnumType) -> StructType | EnumType:
        taken = {t.name for t in self._module.types}
        names = (f"{whole.name}.shadow{n or ''}" for n in range(len(taken) + 1))
        name = next(name for name in names if name not in taken)
        found = self._named[whole] = type(whole)(name)
        self._module.types.append(found)
        if isinstance(whole, EnumType) and isinstance(found, EnumType):
            found.define(
                (case, (*payload, *(self.in_payload(t) for t in payload if carries_tangent(t))))
                for case, payload in whole.cases
            )
        elif isinstance(whole, StructType) and isinstance(found, StructType):
            found.define((field, self.of(part)) for field, part in whole.fields)
        return found

    def in_payload(self, type: Type) -> Type:
        """Returns the type of the shadow of a part of an enum's payload."""
        return PointerType(self.of(type)) if has_cell(type) else self.of(type)

    def copy_adjoint(self, content: Type) -> Function:
        """Returns the function that reverses ``copy``: given the shadows of source and destination
        and a count, it adds the gradients of the destination to those of the source. The two may
        overlap."""
        if content not in self._copies:
            pointer = PointerType(self.of(content))
            type = FunctionType((pointer, pointer, INDEX), VOID)
            name = self._module.unique_name("copy.reverse")
            function = Function(name, type, {"internal"})
            self._copies[content] = self._module.add_function(function)
            _write_copy(function, content)
        return self._copies[content]


def has_shadow(type: Type) -> bool:
    """Whether values of a type have a shadow: those that contain pointers or enums. Stacks have
    none: their gradients are on stacks of the reverse pass."""
    return type.canonical != STACK and shares_gradients(type)


def _has_different_shadow(type: Type) -> bool:
    """Whether a part of a type has a shadow whose type differs from that of the part."""
    return any(isinstance(t, EnumType | BoxType) and has_shadow(t) for t in inner_types(type))


def has_cell(type: Type) -> bool:
    """Whether a part of this type in an enum's payload has a cell in the shadow."""
    return next(differentiable_leaves(type), None) is not None


def _write_copy(function: Function, content: Type) -> None:
    entry = function.add_entry(["source", "target", "count"])
    source, target, count = entry.arguments
    builder = Builder(entry)
    pointer = source.type.canonical
    assert isinstance(pointer, PointerType)
    moved = builder.insert(op.AllocateHeap(pointer.pointee, count))
    builder.insert(op.Copy(target, moved, count))

    def loop(step: Callable[[Builder, Value], None]) -> None:
        nonlocal builder
        head, body, end = (function.add_block() for _ in range(3))
        index = head.add_argument(INDEX)
        builder.insert(op.Branch(Successor(head, [index_literal(0)])))
        more = head.insert(op.LessThan(index, count))
        head.insert(op.Conditional(more, Successor(body), Successor(end)))
        builder = Builder(body)
        step(builder, index)
        following = builder.insert(op.Add(index, index_literal(1)))
        builder.insert(op.Branch(Successor(head, [following])))
        builder = Builder(end)

    def clear(builder: Builder, index: Value) -> None:
        for path, type in differentiable_leaves(content):
            cell = builder.insert(op.ElementPointer(target, (index, *path)))
            builder.insert(op.Store(zero(type), cell))

    def add(builder: Builder, index: Value) -> None:
        for path, _ in differentiable_leaves(content):
            cell = builder.insert(op.ElementPointer(source, (index, *path)))
            found = builder.insert(op.ElementPointer(moved, (index, *path)))
            accumulate(cell, TensorValue(builder.insert(op.Load(found)), builder))

    loop(clear)
    loop(add)
    builder.insert(op.Deallocate(moved))
    builder.insert(op.Return(None))


def accumulate(cell: Value, gradient: TensorValue) -> None:
    """Adds a gradient to the content of a shadow cell."""
    builder = gradient.builder
    before = TensorValue(builder.insert(op.Load(cell)), builder)
    builder.insert(op.Store((before + gradient).value, cell))


def zero(type: TensorType) -> Literal:
    """Returns the zero for a gradient of a type; it has size 1 along dimensions of unknown size."""
    shape = tuple(1 if isinstance(d, Symbol) else d for d in type.shape)
    return Literal(type.with_shape(shape), 0.0)


def _zero_at(pointer: Value, leaf: TensorType) -> Literal:
    """Returns the zero for the gradient in a leaf of the memory at a pointer."""
    known = with_known_sizes(_pointee(pointer), leaf).canonical
    assert isinstance(known, TensorType)
    return zero(known)


class Shadows:
    """The shadows of the values of a forward pass, and their insertion into it."""

    def __init__(self, types: ShadowTypes) -> None:
        self.types = types
        self._active: set[Value] = set()
        self._shadows: dict[Value, Value] = {}
        self._cells: dict[Instruction, list[tuple[int, Value]]] = {}
        self._payload: dict[Value, Value] = {}
        """Maps each block argument that receives a part of a payload to the cell of that part."""

    def has(self, value: Value) -> bool:
        """Whether a value has a shadow."""
        return not isinstance(value, Literal) and value in self._shadows

    def of(self, value: Value) -> Value:
        """Returns the shadow of a value that has one."""
        return self._shadows[value]

    def set_shadow(self, value: Value, shadow: Value) -> None:
        self._shadows[value] = shadow

    def whole(self, value: Value, builder: Builder, place: Type | None = None) -> Value:
        """Returns an operand of the type of a value's shadow, with zeros for float tensors.
        ``place`` is the type that the context expects."""
        type = self.types.of(value.type)
        canonical = value.type.canonical
        place = type if place is None else with_known_sizes(place, type)
        if not carries_tangent(type):
            return copy_operand(value, {})
        if isinstance(canonical, TensorType):
            known = place.canonical
            assert isinstance(known, TensorType)
            return zero(known)
        inside = [part for _, part in parts_of(place)]
        if isinstance(value, Aggregate):
            parts = zip(value.operands, inside, strict=True)
            return Aggregate(place, [self.whole(part, builder, t) for part, t in parts])
        if isinstance(value, Literal) and not inside:
            return Literal(type, value.data)
        if value in self._shadows:
            return self._shadows[value]
        if isinstance(canonical, EnumType):
            return Literal(type, Special.UNDEFINED)  # No gradient is accumulated there.
        if isinstance(value, Literal):
            values: list[Value] = [Literal(t, value.data) for _, t in parts_of(canonical)]
        else:
            steps = [step for step, _ in parts_of(canonical)]
            values = [builder.insert(op.Extract((step,), value)) for step in steps]
        parts = zip(values, inside, strict=True)
        return Aggregate(place, [self.whole(part, builder, t) for part, t in parts])

    # The forward pass

    def insert_shadows(
        self,
        blocks: Sequence[Block],
        active: set[Value],
        calls: Collection[Instruction],
        replace: Callable[[op.Apply], tuple[Value, Value | None]],
    ) -> None:
        """Inserts shadows of the active values into blocks, which are listed after their
        dominators. ``replace`` replaces a call, and returns its result and the shadow of the
        result."""
        self._active = active
        added: dict[Block, list[Argument]] = {block: [] for block in blocks}
        matched: dict[Block, Sequence[Type]] = {}
        for branch in (b.terminator for b in blocks):
            if isinstance(branch, op.BranchEnum) and self._is_matched(branch):
                enum = branch.value.type.canonical
                assert isinstance(enum, EnumType)
                matched |= {s.block: enum.payload(s.case or "") or () for s in branch.cases}
        for block in blocks[1:]:
            payload = matched.get(block)
            for number, argument in enumerate(list(block.arguments)):
                if payload is not None:
                    if carries_tangent(argument.type):
                        self._add_payload(block, argument, payload[number])
                elif argument in self._active and has_shadow(argument.type):
                    self.set_shadow(argument, block.add_argument(self.types.of(argument.type)))
                    added[block].append(argument)
        for block in blocks:
            for instruction in list(block.instructions):
                if isinstance(instruction, op.Apply) and instruction in calls:
                    value, shadow = replace(instruction)
                    if shadow is not None:
                        self.set_shadow(value, shadow)
                elif instruction.is_terminator:
                    self._insert_terminator(instruction, added)
                else:
                    self._insert_shadow(instruction)

    def _is_matched(self, terminator: Instruction | None) -> bool:
        return isinstance(terminator, op.BranchEnum) and terminator.value in self._active

    def _add_payload(self, block: Block, argument: Argument, type: Type) -> None:
        """Adds an argument for the shadow of a part of the payload to the block of a case. ``type``
        is the declared type of the part; the type of the block argument can specify more or fewer
        sizes."""
        found = block.add_argument(self.types.in_payload(type))
        if not has_cell(argument.type):
            self.set_shadow(argument, found)
            return
        self._payload[argument] = found
        if has_shadow(argument.type):
            inside = op.Load(found)
            first = block.instructions[0] if block.instructions else None
            self.set_shadow(argument, block.insert(inside, first))

    def _insert_terminator(
        self, terminator: Instruction, added: Mapping[Block, Sequence[Argument]]
    ) -> None:
        if self._is_matched(terminator):
            assert isinstance(terminator, op.BranchEnum)
            cases = [Successor(s.block, (), s.case) for s in terminator.cases]
            replace_terminator(terminator, op.BranchEnum(self.of(terminator.value), cases))
            return
        block = terminator.block
        if block is None or not any(added[target] for target in terminator.targets):
            return
        builder = Builder(block, terminator)
        edges: list[Successor] = []
        for target in terminator.successors:
            passed = dict(zip(target.block.arguments, target.arguments, strict=False))
            given = [copy_operand(v, {}) for v in target.arguments]
            given += [
                self.whole(passed[a], builder, self.types.of(a.type)) for a in added[target.block]
            ]
            edges.append(Successor(target.block, given, target.case))
        set_successors(terminator, edges)

    def _insert_shadow(self, instruction: Instruction) -> None:
        rule = _SHADOW_RULES.get(type(instruction))
        if rule is None or not self._is_active(instruction):
            return
        block = instruction.block
        assert block is not None
        at = block.instructions.index(instruction) + 1
        builder = Builder(block, block.instructions[at])
        builder.location = instruction.location
        shadow = rule(self, instruction, builder)
        if shadow is not None:
            self.set_shadow(instruction, shadow)

    def _is_active(self, instruction: Instruction) -> bool:
        match instruction:
            case op.Load() | op.Store():
                return self.has(instruction.pointer)
            case op.Copy():
                return self.has(instruction.source)
            case op.Push():
                return instruction.stack in self._active and has_shadow(instruction.value.type)
            case op.Pop():
                return instruction.stack in self._active and has_shadow(instruction.type)
            case _:
                return instruction in self._active and has_shadow(instruction.type)

    # The reverse pass

    def is_enum(self, instruction: Instruction) -> bool:
        """Whether an instruction builds an enum that has a shadow."""
        return instruction in self._cells

    def gather_payload(self, flow: Gradients, literal: Instruction) -> None:
        """At the construction of an enum, adds the gradients in its cells to those of its
        payload."""
        (value,) = literal.operands
        assert isinstance(value, Aggregate)
        for index, cell in self._cells[literal]:
            operand = value.operands[index]
            _read_gradients(flow, cell, operand, operand.type)
            flow.builder.insert(op.Deallocate(cell))

    def scatter_payload(self, flow: Gradients, argument: Value) -> None:
        """At the match of an enum, adds the gradients of its payload to its cells."""
        cell = self._payload.get(argument)
        if cell is not None:
            _accumulate_all(flow, cell, flow.gradients(argument))

    def reverse(self, flow: Gradients, instruction: Instruction) -> None:
        """Reverses an instruction on memory."""
        rule = _REVERSE_RULES.get(type(instruction))
        if rule is not None and self._is_active(instruction):
            rule(self, flow, instruction)

    def record_cells(self, literal: Instruction, cells: list[tuple[int, Value]]) -> None:
        self._cells[literal] = cells


class Gradients(Flow, Protocol):
    """The interface through which the rules of memory use the reverse pass."""

    @property
    def builder(self) -> Builder: ...

    def part(self, value: Value, path: Path) -> TensorValue: ...


def _cell(builder: Builder, pointer: Value, path: Path) -> Value:
    return builder.insert(op.ElementPointer(pointer, (0, *path))) if path else pointer


def _accumulate_all(flow: Gradients, pointer: Value, gradients: Mapping[Path, TensorValue]) -> None:
    """Adds gradients to the content of a shadow."""
    for path, gradient in gradients.items():
        accumulate(_cell(flow.builder, pointer, path), flow.term(gradient.value))


def _read_gradients(
    flow: Gradients, pointer: Value, value: Value, type: Type, clear: bool = False
) -> None:
    """Adds the content of a shadow to the gradient of a value that was stored there, and sets it to
    zero if ``clear``."""
    for path, leaf in differentiable_leaves(type):
        cell = _cell(flow.builder, pointer, path)
        if flow.wants(value):
            found = flow.term(flow.builder.insert(op.Load(cell)))
            if found.type.static_shape is None or leaf.static_shape is None:
                # The content can be a scalar zero that broadcasts.
                part = flow.part(value, path)
                found = part.equals(part).select(found, found).like(part)
            flow.add(value, path, found)
        if clear:
            flow.builder.insert(op.Store(_zero_at(cell, leaf), cell))


def _pointee(pointer: Value) -> Type:
    type = pointer.type.canonical
    assert isinstance(type, PointerType)
    return type.pointee


def _has_content(type: Type) -> bool:
    """Whether the zeros of a type differ from the content of fresh memory."""
    sizes = (leaf.static_shape for _, leaf in differentiable_leaves(type))
    return has_shadow(type) or None in sizes


# Rules of the forward pass: each inserts the shadow of an instruction and returns it.

ShadowRule = Callable[[Shadows, Any, Builder], "Value | None"]


def _allocate(shadows: Shadows, allocate: Instruction, builder: Builder) -> Value:
    """Allocates the shadow on the heap, as it outlives the function."""
    pointer = shadows.types.of(allocate.type).canonical
    assert isinstance(pointer, PointerType)
    is_box = isinstance(allocate, op.AllocateBox)
    count = index_literal(1) if is_box else allocate.operands[0]
    return builder.insert(op.AllocateHeap(pointer.pointee, count))


def _extract(shadows: Shadows, extract: op.Extract, builder: Builder) -> Value:
    return builder.insert(op.Extract(extract.path, shadows.whole(extract.source, builder)))


def _insert(shadows: Shadows, insert: op.Insert, builder: Builder) -> Value:
    element, target = (shadows.whole(v, builder) for v in (insert.element, insert.target))
    return builder.insert(op.Insert(element, target, insert.path))


def _element_pointer(shadows: Shadows, instruction: op.ElementPointer, builder: Builder) -> Value:
    return builder.insert(op.ElementPointer(shadows.of(instruction.pointer), instruction.path))


def _load(shadows: Shadows, load: op.Load, builder: Builder) -> Value | None:
    if not has_shadow(load.type):
        return None
    return builder.insert(op.Load(shadows.of(load.pointer)))


def _store(shadows: Shadows, store: op.Store, builder: Builder) -> None:
    content = _pointee(store.pointer)
    if _has_content(content):
        value = shadows.whole(store.value, builder, content)
        builder.insert(op.Store(value, shadows.of(store.pointer)))


def _copy(shadows: Shadows, copy: op.Copy, builder: Builder) -> None:
    pointer = copy.source.type.canonical
    assert isinstance(pointer, PointerType)
    if _has_content(pointer.pointee):
        source, target = shadows.of(copy.source), shadows.of(copy.target)
        builder.insert(op.Copy(source, target, copy.count))


def _push(shadows: Shadows, push: op.Push, builder: Builder) -> None:
    builder.insert(op.Push(shadows.whole(push.value, builder), push.stack))


def _pop(shadows: Shadows, pop: op.Pop, builder: Builder) -> Value:
    """Pops the shadow of a value before the value itself: both are on the same stack, with the
    shadow on top."""
    assert pop.block is not None
    return Builder(pop.block, pop).insert(op.Pop(shadows.types.of(pop.content), pop.stack))


def _project(shadows: Shadows, project: op.ProjectBox, builder: Builder) -> Value:
    return shadows.of(project.box)


def _literal(shadows: Shadows, literal: op.LiteralInstruction, builder: Builder) -> Value:
    value = literal.value
    if not isinstance(value, Aggregate) or value.case is None:
        return builder.insert(op.LiteralInstruction(shadows.whole(value, builder)))
    enum = value.type.canonical
    assert isinstance(enum, EnumType)
    types = enum.payload(value.case) or ()
    payload = [copy_operand(v, {}) for v in value.operands]
    cells: list[tuple[int, Value]] = []
    for index, (part, type) in enumerate(zip(value.operands, types, strict=True)):
        if has_cell(type):
            cell = builder.insert(op.AllocateHeap(shadows.types.of(type), index_literal(1)))
            if _has_content(type):
                zeros = shadows.whole(part, builder, shadows.types.of(type))
                builder.insert(op.Store(zeros, cell))
            cells.append((index, cell))
            payload.append(cell)
        elif carries_tangent(part.type):
            payload.append(shadows.whole(part, builder))
    shadows.record_cells(literal, cells)
    whole = Aggregate(shadows.types.of(value.type), payload, value.case)
    return builder.insert(op.LiteralInstruction(whole))


_SHADOW_RULES: Final[dict[type[Instruction], ShadowRule]] = {
    **dict.fromkeys((op.AllocateBox, op.AllocateHeap, op.AllocateStack), _allocate),
    op.Copy: _copy,
    op.ElementPointer: _element_pointer,
    op.Extract: _extract,
    op.Insert: _insert,
    op.LiteralInstruction: _literal,
    op.Load: _load,
    op.Pop: _pop,
    op.ProjectBox: _project,
    op.Push: _push,
    op.Store: _store,
}


# Rules of the reverse pass

ReverseRule = Callable[[Shadows, Gradients, Any], None]


def _free(shadows: Shadows, flow: Gradients, allocate: Instruction) -> None:
    flow.builder.insert(op.Deallocate(shadows.of(allocate)))


def _reverse_load(shadows: Shadows, flow: Gradients, load: op.Load) -> None:
    _accumulate_all(flow, shadows.of(load.pointer), flow.gradients(load))


def _reverse_store(shadows: Shadows, flow: Gradients, store: op.Store) -> None:
    _read_gradients(flow, shadows.of(store.pointer), store.value, store.value.type, clear=True)


def _reverse_copy(shadows: Shadows, flow: Gradients, copy: op.Copy) -> None:
    pointer = copy.source.type.canonical
    assert isinstance(pointer, PointerType)
    if has_cell(pointer.pointee):
        copy_adjoint = shadows.types.copy_adjoint(pointer.pointee)
        given = [shadows.of(copy.source), shadows.of(copy.target), copy.count]
        flow.builder.insert(op.Apply(copy_adjoint, given, VOID))


_REVERSE_RULES: Final[dict[type[Instruction], ReverseRule]] = {
    **dict.fromkeys((op.AllocateBox, op.AllocateHeap, op.AllocateStack), _free),
    op.Copy: _reverse_copy,
    op.Load: _reverse_load,
    op.Store: _reverse_store,
}
