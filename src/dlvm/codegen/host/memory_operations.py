"""Host code of memory: pointers, boxes and stacks.

Each access is checked: a reference contains its node, and the generation of the node for which it
is valid.
"""

from __future__ import annotations

from dlvm.codegen.host.aggregate_flattening import REFERENCE, leaf_range, leaf_types
from dlvm.codegen.host.function import NO_MEMORY, Host, emits
from dlvm.codegen.host.scalars import new_node
from dlvm.codegen.host.value_layout import RecordLayout, kind_name, layout_of, record_layout
from dlvm.codegen.host.value_transfer import assign, leaves_at, size_differences, write_leaves
from dlvm.diagnostics import Location
from dlvm.ir import instructions as op
from dlvm.ir.instructions.aggregate import element_at
from dlvm.ir.instructions.memory import (
    NO_ACCESS,
    NO_BOX,
    NO_ROOM,
    NO_STACK,
    NO_START,
    NO_TOP,
)
from dlvm.ir.instructions.rules import indices_below
from dlvm.ir.types import ArrayType, BoxType, PointerType, TensorType, Type
from dlvm.ir.values import Value


def _kind(host: Host, layout: RecordLayout, type: Type, what: str = "") -> str:
    return kind_name(host.declarations, layout, f"{what}{type}")


def _spilled(host: Host, value: Value) -> tuple[str, str]:
    """Stores a reference in memory, and returns its address as an argument for the run-time
    support."""
    place = host.emitter.alloca(REFERENCE, 8)
    host.store_register(host.leaves(value)[0], place)
    return "ptr", place


def _expect(host: Host, found: str, message: str, location: Location | None, *values: str) -> None:
    """Traps if the run-time support reports failure."""
    wrong = host.emitter.emit(f"icmp eq i32 {found}, 0")
    host.trap_if(wrong, message, location, *values)


def _pointee(value: Value) -> Type:
    type = value.type.canonical
    assert isinstance(type, PointerType)
    return type.pointee


def _address(host: Host, value: Value) -> str:
    return host.emitter.emit(f"extractvalue {REFERENCE} {host.register(host.leaves(value)[0])}, 0")


def _check_access(host: Host, pointer: Value, count: str, location: Location | None) -> None:
    stride = layout_of(_pointee(pointer).canonical).stride
    found = host.call_runtime(
        "dlvm_accessible", "i32", _spilled(host, pointer), ("i64", count), ("i64", str(stride))
    )
    _expect(host, found, NO_ACCESS, location)


@emits(op.Load)
def _load(host: Host, load: op.Load) -> None:
    _check_access(host, load.pointer, "1", load.location)
    layout = layout_of(_pointee(load.pointer).canonical)
    sources = leaves_at(host, layout, _address(host, load.pointer))
    assign(host, host.leaves(load), sources, load.location)


@emits(op.Store)
def _store(host: Host, store: op.Store) -> None:
    _check_access(host, store.pointer, "1", store.location)
    layout = layout_of(_pointee(store.pointer).canonical)
    base = _address(host, store.pointer)
    write_leaves(host, host.leaves(store.value), layout, base, host.symbols, store.location)


@emits(op.Copy)
def _copy(host: Host, copy: op.Copy) -> None:
    count = host.register(host.leaves(copy.count)[0])
    for pointer in (copy.source, copy.target):
        _check_access(host, pointer, count, copy.location)
    type = _pointee(copy.source).canonical
    host.call_runtime(
        "dlvm_copy", "void", ("ptr", "%context"), _spilled(host, copy.source),
        _spilled(host, copy.target), ("i64", count), ("ptr", _kind(host, layout_of(type), type)),
    )  # fmt: skip


def _allocate(host: Host, op: op.AllocateHeap | op.AllocateStack, chain: str) -> None:
    """Allocates memory for a number of elements. ``chain`` is the address of the list of memory
    that the function frees when it returns; null for memory on the heap."""
    type = op.content.canonical
    count = host.register(host.leaves(op.count)[0])
    place = host.emitter.alloca(REFERENCE, 8)
    host.call_runtime(
        "dlvm_allocate", "void", ("ptr", "%context"), ("ptr", place), ("i64", count),
        ("ptr", _kind(host, layout_of(type), type)), ("ptr", chain),
    )  # fmt: skip
    leaf = host.leaves(op)[0]
    leaf.operand = host.emitter.emit(f"load {REFERENCE}, ptr {place}, align 8")
    node = host.emitter.emit(f"extractvalue {REFERENCE} {leaf.operand}, 1")
    missing = host.emitter.emit(f"icmp eq ptr {node}, null")
    host.trap_if(missing, f"{NO_ROOM}: {{0}}", op.location, count)


@emits(op.AllocateHeap)
def _allocate_heap(host: Host, op: op.AllocateHeap) -> None:
    _allocate(host, op, "null")


@emits(op.AllocateStack)
def _allocate_stack(host: Host, op: op.AllocateStack) -> None:
    _allocate(host, op, host.frame_address(host.plan.chain))


@emits(op.Deallocate)
def _deallocate(host: Host, op: op.Deallocate) -> None:
    found = host.call_runtime(
        "dlvm_deallocate", "i32", ("ptr", "%context"), _spilled(host, op.pointer)
    )
    _expect(host, found, NO_START, op.location)


@emits(op.AllocateBox)
def _allocate_box(host: Host, op: op.AllocateBox) -> None:
    box = op.type.canonical
    assert isinstance(box, BoxType)
    layout = layout_of(box.content.canonical)
    kind = _kind(host, layout, box.content.canonical)
    node = new_node(host, layout.stride, kind, op.location)
    _new_reference(host, op, node, layout.stride)


@emits(op.CreateStack)
def _create_stack(host: Host, op: op.CreateStack) -> None:
    _new_reference(host, op, new_node(host, 8, "null", op.location), 8)


def _new_reference(host: Host, op: op.AllocateBox | op.CreateStack, node: str, size: int) -> None:
    """Sets the result of an instruction to a reference to the payload of a node, of ``size``
    bytes."""
    emitter = host.emitter
    generation = emitter.emit(f"load i64, ptr {node}, align 8")
    value, first = "zeroinitializer", host.payload(node)
    end = emitter.emit(f"getelementptr i8, ptr {first}, i64 {size}")
    parts = (("ptr", first), ("ptr", node), ("i64", generation), ("ptr", first), ("ptr", end))
    for number, (type, part) in enumerate(parts):
        value = emitter.emit(f"insertvalue {REFERENCE} {value}, {type} {part}, {number}")
    host.leaves(op)[0].operand = value


@emits(op.ProjectBox)
def _project_box(host: Host, op: op.ProjectBox) -> None:
    found = host.call_runtime(
        "dlvm_accessible", "i32", _spilled(host, op.box), ("i64", "0"), ("i64", "1")
    )
    _expect(host, found, NO_BOX, op.location)
    host.leaves(op)[0].operand = host.register(host.leaves(op.box)[0])


@emits(op.Retain)
def _retain(host: Host, op: op.Retain) -> None:
    found = host.call_runtime("dlvm_retain_box", "i32", _spilled(host, op.box))
    _expect(host, found, NO_BOX, op.location)


@emits(op.Release)
def _release(host: Host, op: op.Release) -> None:
    found = host.call_runtime(
        "dlvm_release_box", "i32", ("ptr", "%context"), _spilled(host, op.box)
    )
    _expect(host, found, NO_BOX, op.location)


@emits(op.ElementPointer)
def _element_pointer(host: Host, op: op.ElementPointer) -> None:
    emitter = host.emitter
    reference = host.register(host.leaves(op.pointer)[0])
    address = _address(host, op.pointer)
    type = _pointee(op.pointer).canonical
    first, *rest = op.path
    step = str(first) if isinstance(first, int) else _index(host, first)
    stride = layout_of(type).stride
    # Offsets are clamped, so that sums of steps out of bounds cannot wrap around to a valid
    # address.
    limit = (1 << 62) // stride
    low = emitter.emit(f"icmp sgt i64 {step}, {-limit}")
    high = emitter.emit(f"icmp slt i64 {step}, {limit}")
    fits = emitter.emit(f"and i1 {low}, {high}")
    skip = emitter.emit(f"mul i64 {step}, {stride}")
    address = emitter.emit(f"getelementptr i8, ptr {address}, i64 {skip}")
    start = emitter.emit(f"extractvalue {REFERENCE} {reference}, 3")
    places = [emitter.emit(f"ptrtoint ptr {p} to i64") for p in (address, start)]
    distance = emitter.emit(f"sub i64 {places[0]}, {places[1]}")
    above = emitter.emit(f"icmp sgt i64 {distance}, {-1 << 62}")
    below = emitter.emit(f"icmp slt i64 {distance}, {1 << 62}")
    near = emitter.emit(f"and i1 {above}, {below}")
    fits = emitter.emit(f"and i1 {fits}, {near}")
    address = emitter.emit(f"select i1 {fits}, ptr {address}, ptr null")
    reference = emitter.emit(
        f"select i1 {fits}, {REFERENCE} {reference}, {REFERENCE} zeroinitializer"
    )
    if rest:
        # A pointer into an element is bounded by that element, and a pointer to a part by its
        # aggregate.
        end = emitter.emit(f"getelementptr i8, ptr {address}, i64 {stride}")
        reference = _narrowed(host, reference, address, end)
    for step in rest:
        if isinstance(step, Value):
            address, type = _indexed(host, op, address, type, _index(host, step))
        else:
            offset = _part_offset(type, step)
            address = emitter.emit(f"getelementptr i8, ptr {address}, i64 {offset}")
            type = element_at(type, (step,)).canonical
    if rest:
        end = emitter.emit(f"getelementptr i8, ptr {address}, i64 {layout_of(type).stride}")
        reference = _narrowed(host, reference, address, end)
    host.leaves(op)[0].operand = emitter.emit(
        f"insertvalue {REFERENCE} {reference}, ptr {address}, 0"
    )


def _narrowed(host: Host, reference: str, low: str, high: str) -> str:
    """A reference with its bounds narrowed to a given range."""
    emitter = host.emitter
    old_low = emitter.emit(f"extractvalue {REFERENCE} {reference}, 3")
    old_high = emitter.emit(f"extractvalue {REFERENCE} {reference}, 4")
    below = emitter.emit(f"icmp ult ptr {low}, {old_low}")
    above = emitter.emit(f"icmp ugt ptr {high}, {old_high}")
    outside = emitter.emit(f"or i1 {below}, {above}")
    # Outside of the bounds, no access is valid.
    new_low = emitter.emit(f"select i1 {outside}, ptr {old_high}, ptr {low}")
    new_high = emitter.emit(f"select i1 {outside}, ptr {old_low}, ptr {high}")
    first = emitter.emit(f"insertvalue {REFERENCE} {reference}, ptr {new_low}, 3")
    return emitter.emit(f"insertvalue {REFERENCE} {first}, ptr {new_high}, 4")


def _index(host: Host, value: Value | str) -> str:
    assert isinstance(value, Value)
    return host.register(host.leaves(value)[0])


def _indexed(
    host: Host, op: op.ElementPointer, address: str, type: Type, index: str
) -> tuple[str, Type]:
    """The address of an element of an array or of a row of a tensor, and its type."""
    if isinstance(type, ArrayType):
        size, element = type.size, type.element.canonical
    else:
        assert isinstance(type, TensorType)
        rows = type.shape[0]
        assert isinstance(rows, int)
        size, element = rows, type.with_shape(type.shape[1:])
    outside = host.emitter.emit(f"icmp uge i64 {index}, {size}")
    message = f"index {{0}} is out of range, expected {indices_below(size)}"
    host.trap_if(outside, message, op.location, index)
    step = _part_offset(type, 1) if size > 1 else 0
    skip = host.emitter.emit(f"mul nuw nsw i64 {index}, {step}")
    return host.emitter.emit(f"getelementptr i8, ptr {address}, i64 {skip}"), element


def _part_offset(type: Type, step: int | str) -> int:
    """The offset of a part of a value."""
    if isinstance(type, TensorType):
        assert isinstance(step, int)
        count = step
        for dim in type.shape[1:]:
            assert isinstance(dim, int)
            count *= dim
        return count * type.element.bytes
    first, end, _ = leaf_range(type, (step,))
    leaves = layout_of(type).leaves
    return leaves[first][1] if first < end else 0


@emits(op.Push)
def _push(host: Host, push: op.Push) -> None:
    type = host.records[push.value.type.canonical]
    layout = record_layout(type)
    stack = _spilled(host, push.stack)
    alive = host.call_runtime("dlvm_accessible", "i32", stack, ("i64", "0"), ("i64", "1"))
    _expect(host, alive, NO_STACK, push.location)
    record = host.plan.pushed.get(push)
    if record is not None:
        slot = host.frame_address(record.slot)
        host.call_runtime("dlvm_append", "void", stack, ("ptr", slot))
        return
    kind = _kind(host, layout, type, "record of ")
    base = host.call_runtime("dlvm_push", "ptr", ("ptr", "%context"), stack, ("ptr", kind))
    missing = host.emitter.emit(f"icmp eq ptr {base}, null")
    host.trap_if(missing, NO_MEMORY, push.location)
    write_leaves(host, host.leaves(push.value), layout, base, {}, push.location)


@emits(op.Pop)
def _pop(host: Host, pop: op.Pop) -> None:
    type = host.records[pop.content.canonical]
    layout = record_layout(type)
    stack = _spilled(host, pop.stack)
    alive = host.call_runtime("dlvm_accessible", "i32", stack, ("i64", "0"), ("i64", "1"))
    _expect(host, alive, NO_STACK, pop.location)
    kind = _kind(host, layout, type, "record of ")
    base = host.call_runtime("dlvm_top", "ptr", stack, ("ptr", kind))
    missing = host.emitter.emit(f"icmp eq ptr {base}, null")
    host.trap_if(missing, NO_TOP, pop.location)
    record = host.plan.popped.get(pop)
    if record is not None:
        ((_, offset),) = layout.leaves
        host.emitter.line(f"{record.buffer.fixed} = getelementptr i8, ptr {base}, i64 {offset}")
        slot = host.frame_address(record.slot)
        host.call_runtime("dlvm_take", "void", ("ptr", "%context"), stack, ("ptr", slot))
        return
    sources = leaves_at(host, layout, base)
    types = leaf_types(pop.content)
    for found in size_differences(host, sources, types, dict(host.symbols)):
        host.trap_if(found.differs, NO_TOP, pop.location)
    assign(host, host.leaves(pop), sources, pop.location)
    host.call_runtime("dlvm_pop", "void", ("ptr", "%context"), stack)


@emits(op.DestroyStack)
def _destroy_stack(host: Host, op: op.DestroyStack) -> None:
    found = host.call_runtime(
        "dlvm_destroy_stack", "i32", ("ptr", "%context"), _spilled(host, op.stack)
    )
    _expect(host, found, NO_STACK, op.location)
