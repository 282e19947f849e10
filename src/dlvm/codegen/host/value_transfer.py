"""Moving values: into block arguments and results, and to and from separate memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from dlvm.codegen.host.aggregate_flattening import (
    byte_size,
    erased_axes,
    is_counted,
    is_erased,
    is_tensor,
)
from dlvm.codegen.host.function import Host
from dlvm.codegen.host.function_plan import ValueLeaf
from dlvm.codegen.host.memory_plan import PlannedBuffer
from dlvm.codegen.host.value_layout import HEADER_BYTES, RecordLayout
from dlvm.diagnostics import Location
from dlvm.ir.types import Dim, Symbol, TensorType, Type

Symbols = dict[str, str]
"""The LLVM values of symbols in types."""


@dataclass(frozen=True)
class SizeDifference:
    """A possible difference between the size of a tensor and the size in a type: the leaf, the
    dimension, the size in the type, and the LLVM values of both sizes and of a flag that they
    differ."""

    number: int
    axis: int
    dim: Dim
    size: str
    expected: str
    differs: str


def size_differences(
    host: Host, leaves: Sequence[ValueLeaf], types: Sequence[Type], symbols: Symbols
) -> Iterator[SizeDifference]:
    """The possible differences between sizes of tensors and those of types or of earlier uses of a
    symbol; binds new symbols."""
    for number, (leaf, type) in enumerate(zip(leaves, types, strict=True)):
        if not isinstance(type, TensorType) or not type.rank:
            continue
        for axis, (size, dim) in enumerate(zip(host.shape(leaf), type.shape, strict=True)):
            expected = str(dim)
            if isinstance(dim, Symbol):
                if not dim.name:
                    continue
                expected = symbols.setdefault(dim.name, size)
            if size != expected:
                differs = host.emitter.emit(f"icmp ne i64 {size}, {expected}")
                yield SizeDifference(number, axis, dim, size, expected, differs)


def check_sizes(
    host: Host,
    leaves: Sequence[ValueLeaf],
    types: Sequence[Type],
    symbols: Symbols,
    what: Callable[[int], str],
    location: Location | None,
) -> None:
    """Traps if the sizes of a tensor differ from those of a type or of an earlier use of a symbol;
    binds new symbols. ``what`` returns the name of a leaf by its index."""
    for found in size_differences(host, leaves, types, symbols):
        of = f" for {found.dim}" if isinstance(found.dim, Symbol) else ""
        name = what(found.number)
        message = f"{name} has size {{0}} at dimension {found.axis}, expected {{1}}{of}"
        host.trap_if(found.differs, message, location, found.size, found.expected)


def sized(host: Host, leaf: ValueLeaf, source: ValueLeaf) -> ValueLeaf:
    """The leaf ``leaf``, with the sizes of the tensor ``source`` that is assigned to it."""
    if not is_erased(leaf.type):
        return leaf
    shape = host.shape(source)
    sizes = [shape[axis] for axis in erased_axes(leaf.type)]
    return ValueLeaf(leaf.type, leaf.buffer, sizes=sizes)


def move_tensors(
    host: Host, moves: Sequence[tuple[ValueLeaf, ValueLeaf]], location: Location | None
) -> None:
    """Copies tensors in a parallel assignment."""
    moves = [m for m in moves if not _same(m[0], m[1])]
    targets = {_buffer(t).place for _, t in moves}
    crossing = [m for m in moves if _buffer(m[0]).place in targets]
    waiting: list[tuple[str, str | None, ValueLeaf]] = []
    offset = host.plan.own_frame
    for source, target in crossing:
        if is_erased(source.type) or is_erased(target.type):
            node = _blob(host, source, location)
            data = host.emitter.emit(f"getelementptr i8, ptr {node}, i64 {HEADER_BYTES}")
            waiting.append((data, node, sized(host, target, source)))
            continue
        size = byte_size(target.tensor)
        scratch = host.frame_address(offset)
        host.copy(scratch, host.address(source), size)
        waiting.append((scratch, None, target))
        offset += -(-size // 64) * 64
    host.scratch = max(host.scratch, offset - host.plan.own_frame)
    for source, target in moves:
        if (source, target) not in crossing:
            place = sized(host, target, source)
            host.reserve(place, location)
            host.copy(host.address(place), host.address(source), host.byte_count(source))
    for data, node, place in waiting:
        host.reserve(place, location)
        host.copy(host.address(place), data, host.byte_count(place))
        if node is not None:
            host.call_runtime("dlvm_release", "void", ("ptr", "%context"), ("ptr", node))


def _buffer(leaf: ValueLeaf) -> PlannedBuffer:
    assert leaf.buffer is not None
    return leaf.buffer


def _same(a: ValueLeaf, b: ValueLeaf) -> bool:
    same_place = _buffer(a).place is _buffer(b).place
    return same_place and a.element == b.element and a.offset == b.offset


def _blob(host: Host, source: ValueLeaf, location: Location | None) -> str:
    """A node with a copy of the elements of a tensor."""
    node = host.call_runtime(
        "dlvm_blob", "ptr", ("ptr", "%context"), ("ptr", host.address(source)),
        ("i64", host.byte_count(source)),
    )  # fmt: skip
    missing = host.emitter.emit(f"icmp eq ptr {node}, null")
    host.trap_if(missing, "there is not enough memory for a tensor", location)
    return node


def assign(
    host: Host,
    targets: Sequence[ValueLeaf],
    sources: Sequence[ValueLeaf],
    location: Location | None,
) -> None:
    """Copies leaves to the leaves that an instruction defines."""
    for target, source in zip(targets, sources, strict=True):
        if is_tensor(target.type):
            target.sizes = sized(host, target, source).sizes
            host.reserve(target, location)
            host.copy(host.address(target), host.address(source), host.byte_count(source))
        elif is_counted(target.type):
            host.own(target, host.register(source), retain=True)
        else:
            target.operand = source.operand


def leaves_at(host: Host, layout: RecordLayout, base: str) -> list[ValueLeaf]:
    """The leaves of a value in memory. Tensors are not copied."""
    emitter = host.emitter
    found: list[ValueLeaf] = []
    for type, offset in layout.leaves:
        place = emitter.emit(f"getelementptr i8, ptr {base}, i64 {offset}")
        if not is_tensor(type):
            found.append(ValueLeaf(type, operand=host.load_register(type, place)))
            continue
        assert isinstance(type, TensorType)
        if not is_erased(type):
            found.append(ValueLeaf(type, PlannedBuffer(byte_size(type), place, True)))
            continue
        node = emitter.emit(f"load ptr, ptr {place}, align 8")
        data = emitter.emit(f"getelementptr i8, ptr {node}, i64 {HEADER_BYTES}")
        sizes: list[str] = []
        for number in range(len(erased_axes(type))):
            size = emitter.emit(f"getelementptr i8, ptr {place}, i64 {8 + 8 * number}")
            sizes.append(emitter.emit(f"load i64, ptr {size}, align 8"))
        found.append(ValueLeaf(type, PlannedBuffer(None, data, True), sizes=sizes))
    return found


def write_leaves(
    host: Host,
    leaves: Sequence[ValueLeaf],
    layout: RecordLayout,
    base: str,
    symbols: Symbols,
    location: Location | None,
) -> None:
    """Stores a value; references of the previous value are released. ``symbols`` has the values of
    the symbols that the types of the layout share with other types."""
    emitter = host.emitter
    types = [type for type, _ in layout.leaves]
    check_sizes(host, leaves, types, dict(symbols), lambda _: "the value", location)
    for leaf, (type, offset) in zip(leaves, layout.leaves, strict=True):
        place = emitter.emit(f"getelementptr i8, ptr {base}, i64 {offset}")
        if is_erased(type):
            node = _blob(host, leaf, location)
            _replace_node(host, place, node)
            shape = host.shape(leaf)
            for number, axis in enumerate(erased_axes(type)):
                size = emitter.emit(f"getelementptr i8, ptr {place}, i64 {8 + 8 * number}")
                emitter.line(f"store i64 {shape[axis]}, ptr {size}, align 8")
        elif is_tensor(type):
            assert isinstance(type, TensorType)
            host.copy(place, host.address(leaf), byte_size(type))
        elif is_counted(type):
            host.call_runtime("dlvm_retain", "void", ("ptr", host.register(leaf)))
            _replace_node(host, place, host.register(leaf))
        else:
            host.store_register(leaf, place)


def _replace_node(host: Host, place: str, node: str) -> None:
    old = host.emitter.emit(f"load ptr, ptr {place}, align 8")
    host.emitter.line(f"store ptr {node}, ptr {place}, align 8")
    host.call_runtime("dlvm_release", "void", ("ptr", "%context"), ("ptr", old))
