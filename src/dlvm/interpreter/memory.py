"""Evaluation of instructions on memory, boxes and stacks."""

from __future__ import annotations

from typing import Any

from dlvm.diagnostics import DiagnosticError
from dlvm.interpreter.numbers import Array
from dlvm.interpreter.operands import fresh
from dlvm.interpreter.rules import Frame, failure, rule
from dlvm.interpreter.shape import check_index
from dlvm.interpreter.sizes import bind_sizes
from dlvm.interpreter.values import Allocation, PathStep, Pointer, StackValue, copy_elements
from dlvm.ir import instructions as op
from dlvm.ir.instruction import Instruction
from dlvm.ir.instructions.aggregate import element_at
from dlvm.ir.instructions.memory import NO_ACCESS, NO_BOX, NO_ROOM, NO_STACK, NO_START, NO_TOP
from dlvm.ir.types import (
    ArrayType,
    PointerType,
    StructType,
    TensorType,
    TupleType,
    Type,
    compatible_type,
)
from dlvm.ir.values import Value
from dlvm.ir.wellformed import MAX_SIZE


@rule(op.AllocateStack)
def _allocate_stack(frame: Frame, allocate: op.AllocateStack, count: Array) -> Pointer:
    memory = Allocation("stack", _count(allocate, count), fresh(allocate.content))
    frame.memory.append(memory)
    return Pointer(memory)


@rule(op.AllocateHeap)
def _allocate_heap(_: Frame, allocate: op.AllocateHeap, count: Array) -> Pointer:
    return Pointer(Allocation("heap", _count(allocate, count), fresh(allocate.content)))


def _count(allocate: Instruction, count: Array) -> int:
    if not 0 <= count <= MAX_SIZE:
        raise failure(allocate, f"{NO_ROOM}: {count}")
    return int(count)


@rule(op.Deallocate)
def _deallocate(_: Frame, deallocate: op.Deallocate, pointer: Pointer | None) -> tuple[()]:
    reason = None
    if pointer is None:
        reason = "it is null"
    elif not pointer.memory.alive:
        reason = "it has been freed"
    elif pointer.memory.kind != "heap":
        reason = f"it points to memory of a {pointer.memory.kind}"
    elif pointer.outer or pointer.last.position:
        reason = "it does not point to the beginning"
    if pointer is None or reason is not None:
        raise failure(deallocate, f"{NO_START}: {reason}")
    pointer.memory.alive = False
    return ()


@rule(op.AllocateBox)
def _allocate_box(_: Frame, allocate: op.AllocateBox) -> Allocation:
    return Allocation("box", 1, fresh(allocate.content))


@rule(op.ProjectBox)
def _project_box(_: Frame, project: op.ProjectBox, box: Allocation | None) -> Pointer:
    return Pointer(_live_box(project, box))


@rule(op.Retain)
def _retain(_: Frame, retain: op.Retain, box: Allocation | None) -> tuple[()]:
    _live_box(retain, box).references += 1
    return ()


@rule(op.Release)
def _release(_: Frame, release: op.Release, box: Allocation | None) -> tuple[()]:
    living = _live_box(release, box)
    living.references -= 1
    living.alive = living.references > 0
    return ()


def _live_box(instruction: Instruction, box: Allocation | None) -> Allocation:
    if box is None or not box.alive:
        raise failure(instruction, NO_BOX)
    return box


@rule(op.Load)
def _load(_: Frame, load: op.Load, pointer: Pointer | None) -> Any:
    return _accessible(load, pointer).load()


@rule(op.Store)
def _store(frame: Frame, store: op.Store, value: Any, pointer: Pointer | None) -> tuple[()]:
    place = _accessible(store, pointer)
    types = [_pointee(store.pointer)]
    bind_sizes([value], types, frame.fixed, lambda _: "the value", store.location)
    place.store(value)
    return ()


@rule(op.Copy)
def _copy(
    _: Frame, copy: op.Copy, source: Pointer | None, target: Pointer | None, count: Array
) -> tuple[()]:
    if count < 0:
        raise failure(copy, f"{NO_ACCESS}: expected 0 or more elements, got {count}")
    first, second = (_accessible(copy, pointer, int(count)) for pointer in (source, target))
    copy_elements(first, second, int(count))
    return ()


def _accessible(instruction: Instruction, pointer: Pointer | None, count: int = 1) -> Pointer:
    reason = "it is null" if pointer is None else pointer.problem(count)
    if pointer is None or reason is not None:
        raise failure(instruction, f"{NO_ACCESS}: {reason}")
    return pointer


def _pointee(value: Value) -> Type:
    type = value.type.canonical
    assert isinstance(type, PointerType)
    return type.pointee


@rule(op.ElementPointer)
def _element_pointer(
    _: Frame, instruction: op.ElementPointer, pointer: Pointer | None, *indices: Array
) -> Pointer | None:
    remaining = iter(indices)
    first, *rest = (next(remaining) if isinstance(s, Value) else s for s in instruction.path)
    place = pointer.moved(int(first)) if pointer is not None else None
    type = _pointee(instruction.pointer)
    for step in rest:
        position, type = _inside(instruction, type, step)
        place = place.inside(position) if place is not None else None
    return place


def _inside(instruction: Instruction, type: Type, step: Array | int | str) -> tuple[PathStep, Type]:
    """Converts a step into a value of a type to a :class:`PathStep`. Returns it and the type of the
    part to which it leads."""
    whole = type.canonical
    if isinstance(step, str):
        assert isinstance(whole, StructType)
        position = whole.field_index(step)
        assert position is not None
        return PathStep(position, position), element_at(type, (step,))
    position = int(step)
    if isinstance(whole, TupleType):
        return PathStep(position, position), element_at(type, (position,))
    assert isinstance(whole, ArrayType | TensorType)
    size = whole.size if isinstance(whole, ArrayType) else whole.shape[0]
    assert isinstance(size, int)
    check_index(position, size, instruction.location)
    return PathStep(position), element_at(type, (position,))


@rule(op.CreateStack)
def _create_stack(_: Frame, __: op.CreateStack) -> StackValue:
    return StackValue()


@rule(op.Push)
def _push(_: Frame, push: op.Push, value: Any, stack: StackValue | None) -> tuple[()]:
    _live_stack(push, stack).values.append((value, push.value.type))
    return ()


@rule(op.Pop)
def _pop(frame: Frame, pop: op.Pop, stack: StackValue | None) -> Any:
    values = _live_stack(pop, stack).values
    if not values:
        raise failure(pop, f"{NO_TOP}: it is empty")
    value, type = values[-1]
    if not compatible_type(type, pop.content) or not _fits(frame, value, pop.content):
        raise failure(pop, f"{NO_TOP}: expected {pop.content}, got {type}")
    values.pop()
    return value


def _fits(frame: Frame, value: Any, type: Type) -> bool:
    """Whether the sizes of a value are those of a type in the function's signature."""
    try:
        bind_sizes([value], [type], frame.fixed, str, None)
    except DiagnosticError:
        return False
    return True


@rule(op.DestroyStack)
def _destroy_stack(_: Frame, destroy: op.DestroyStack, stack: StackValue | None) -> tuple[()]:
    tape = _live_stack(destroy, stack)
    tape.alive = False
    tape.values.clear()
    return ()


def _live_stack(instruction: Instruction, stack: StackValue | None) -> StackValue:
    if stack is None or not stack.alive:
        raise failure(instruction, NO_STACK)
    return stack
