"""Host code of scalars, of parts of values, and of reshapes."""

from __future__ import annotations

from collections.abc import Sequence

from dlvm.codegen.host.aggregate_flattening import erased_axes, is_tensor, leaf_range, leaf_types
from dlvm.codegen.host.function import NO_MEMORY, Host, emits
from dlvm.codegen.host.function_plan import ValueLeaf, tensor_of
from dlvm.codegen.host.value_layout import kind_name, payload_layout
from dlvm.codegen.host.value_transfer import check_sizes, sized, write_leaves
from dlvm.diagnostics import Location, error
from dlvm.ir import instructions as op
from dlvm.ir.declaration import Trait
from dlvm.ir.instruction import Instruction, instructions_with
from dlvm.ir.instructions.control import MOST_VALUES
from dlvm.ir.types import Dim, ElementType, EnumType, Symbol, TensorType
from dlvm.ir.values import Aggregate


@emits(op.Elementwise, op.Select, op.DataTypeCast)
def _scalar(host: Host, instruction: Instruction) -> None:
    leaf = host.leaves(instruction)[0]
    operands = [host.leaves(v)[0] for v in instruction.operands]
    arguments = [host.register(o) for o in operands]
    name = instruction.mnemonic
    if isinstance(instruction, op.Select):
        arguments = [arguments[2], arguments[0], arguments[1]]
    elif isinstance(instruction, op.DataTypeCast):
        name = "cast"
    leaf.operand = host.operations.call(
        name, leaf.tensor.element, operands[0].tensor.element, 1, arguments
    )


@emits(op.Dimension)
def _dimension(host: Host, dimension: op.Dimension) -> None:
    source = host.leaves(dimension.x)[0]
    host.leaves(dimension)[0].operand = host.shape(source)[dimension.axis]


@emits(op.Extract)
def _extract(host: Host, extract: op.Extract) -> None:
    first, _, rest = leaf_range(extract.source.type, extract.path)
    if not rest:
        return
    source = host.leaves(extract.source)[first]
    leaf = host.leaves(extract)[0]
    if not source.tensor.rank:
        leaf.operand = source.operand
        return
    emitter = host.emitter
    shape = host.shape(source)
    _check_path(host, source, rest, extract.location)
    shapes = iter(shape[len(rest) :])
    sizes = [s for s, d in zip(shapes, leaf.tensor.shape, strict=True) if isinstance(d, Symbol)]
    if leaf.buffer is not None and leaf.offset is None:
        leaf.sizes = sizes
        return
    offset = _offset(host, source, [str(step) for step in rest])
    if leaf.buffer is not None:
        leaf.offset, leaf.sizes = offset, sizes
        return
    place = emitter.emit(f"getelementptr i8, ptr {host.address(source)}, i64 {offset}")
    leaf.operand = host.load_register(leaf.type, place)


def _check_path(
    host: Host, source: ValueLeaf, steps: Sequence[int | str], location: Location | None
) -> None:
    """Traps if steps into a tensor are out of range; known sizes are checked earlier."""
    sizes, type = host.shape(source), source.tensor
    for step in steps[: len(sizes)]:
        size = sizes[0]
        if isinstance(type.shape[0], Symbol):
            outside = host.emitter.emit(f"icmp uge i64 {step}, {size}")
            values = [size]
            whole = " x ".join(
                _size_text(d, s, values) for d, s in zip(type.shape, sizes, strict=True)
            )
            message = (
                f"extract: element {step} is out of range: <{whole} x {type.element}> has "
                "{0} elements"
            )
            host.trap_if(outside, message, location, *values)
        type, sizes = type.with_shape(type.shape[1:]), sizes[1:]


def _size_text(dim: Dim, size: str, values: list[str]) -> str:
    """The text of a size in a message. A size that is only known at run time becomes a placeholder,
    and is appended to ``values``, which fill the placeholders."""
    if isinstance(dim, int):
        return str(dim)
    if size not in values:
        if len(values) == MOST_VALUES:
            return "_"
        values.append(size)
    return f"{{{values.index(size)}}}"


def _offset(host: Host, source: ValueLeaf, steps: list[str]) -> str:
    """The offset of an element or a row in a tensor, in bytes."""
    emitter = host.emitter
    shape = host.shape(source)
    total = "0"
    for axis, size in enumerate(shape):
        total = emitter.emit(f"mul nsw i64 {total}, {size}")
        if axis < len(steps):
            total = emitter.emit(f"add nsw i64 {total}, {steps[axis]}")
    return emitter.emit(f"mul nsw i64 {total}, {source.tensor.element.bytes}")


@emits(op.Insert)
def _insert(host: Host, insert: op.Insert) -> None:
    first, _, rest = leaf_range(insert.target.type, insert.path)
    if not rest:
        return
    old, new = host.leaves(insert.target)[first], host.leaves(insert)[first]
    new.sizes = old.sizes
    host.reserve(new, insert.location)
    host.copy(host.address(new), host.address(old), host.byte_count(old))
    _check_path(host, old, rest, insert.location)
    offset = _offset(host, old, [str(step) for step in rest])
    place = host.emitter.emit(f"getelementptr i8, ptr {host.address(new)}, i64 {offset}")
    _write(host, host.leaves(insert.element)[0], place)


@emits(op.LiteralInstruction)
def _literal(host: Host, literal: op.LiteralInstruction) -> None:
    if not isinstance(literal.value, Aggregate):
        return
    match literal.type.canonical:
        case EnumType() as enum:
            _make_case(host, literal, literal.value, enum)
        case TensorType():
            _pack(host, literal, literal.value)
        case type:
            leaves, types = host.leaves(literal.value), leaf_types(type)
            known = dict(host.symbols)
            check_sizes(host, leaves, types, known, lambda _: "the result", literal.location)


def _pack(host: Host, literal: op.LiteralInstruction, value: Aggregate) -> None:
    """Stores the parts of a tensor consecutively. The parts must have the same shape."""
    whole = host.leaves(literal)[0]
    parts = [host.leaves(v)[0] for v in value.operands]
    shape = host.shape(parts[0]) if parts else [str(d) for d in whole.tensor.shape[1:]]
    full = [str(len(parts)), *shape]
    whole.sizes = [full[axis] for axis in erased_axes(whole.type)]
    host.reserve(whole, literal.location)
    part = TensorType(tuple(Symbol(str(a)) for a in range(len(shape))), whole.tensor.element)
    known = {str(axis): size for axis, size in enumerate(host.shape(whole)[1:])}
    check_sizes(host, parts, [part] * len(parts), known, lambda n: f"element {n}", literal.location)
    check_sizes(
        host, [whole], [whole.type], dict(host.symbols), lambda _: "the result", literal.location
    )
    place = host.address(whole)
    for number, leaf in enumerate(parts):
        if number:
            count = host.byte_count(parts[0])
            place = host.emitter.emit(f"getelementptr i8, ptr {place}, i64 {count}")
        _write(host, leaf, place)


def _make_case(
    host: Host, literal: op.LiteralInstruction, value: Aggregate, enum: EnumType
) -> None:
    case = value.case or ""
    layout = payload_layout(enum, case)
    tag = [name for name, _ in enum.cases].index(case)
    kind = kind_name(host.declarations, layout, f"{enum}?{case}", tag)
    node = new_node(host, layout.stride, kind, literal.location)
    leaves = [leaf for v in value.operands for leaf in host.leaves(v)]
    host.own(host.leaves(literal)[0], node, retain=False)
    write_leaves(host, leaves, layout, host.payload(node), {}, literal.location)


def new_node(host: Host, size: int, kind: str, location: Location | None) -> str:
    """A new node, filled with zeros, with a reference count of 1."""
    node = host.call_runtime(
        "dlvm_node", "ptr", ("ptr", "%context"), ("i64", str(size)), ("ptr", kind)
    )
    missing = host.emitter.emit(f"icmp eq ptr {node}, null")
    host.trap_if(missing, NO_MEMORY, location)
    return node


def _write(host: Host, value: ValueLeaf, place: str) -> None:
    """Stores a scalar or tensor into a part of a tensor."""
    if is_tensor(value.type):
        host.copy(place, host.address(value), host.byte_count(value))
    else:
        host.store_register(value, place)


@emits(op.BitCast)
def _bit_cast(host: Host, cast: op.BitCast) -> None:
    source, leaf = host.leaves(cast.x)[0], host.leaves(cast)[0]
    leaf.sizes, leaf.offset = sized(host, leaf, source).sizes, source.offset
    if leaf.buffer is None:
        place = host.emitter.alloca("i64", 8)
        host.store_register(source, place)
        leaf.operand = host.load_register(leaf.type, place)


@emits(op.Sort)
def _sort(host: Host, sort: op.Sort) -> None:
    source = host.leaves(sort.x)[0]
    results = host.leaves(sort)
    shape = host.shape(source)
    axis, count = sort.axis, shape[sort.axis]
    kept = count if sort.count is None else str(sort.count)
    sorted_shape = [*shape[:axis], kept, *shape[axis + 1 :]]
    if kept != count and isinstance(source.tensor.shape[axis], Symbol):
        outside = host.emitter.emit(f"icmp ugt i64 {kept}, {count}")
        message = f"sort: the number of first elements must be at most the size, {{0}}, got {kept}"
        host.trap_if(outside, message, sort.location, count)
    for leaf in results:
        leaf.sizes = [sorted_shape[a] for a in erased_axes(leaf.type)]
        host.reserve(leaf, sort.location)
    emitter = host.emitter
    rows, columns = "1", "1"
    for size in shape[:axis]:
        rows = emitter.emit(f"mul nuw nsw i64 {rows}, {size}")
    for size in shape[axis + 1 :]:
        columns = emitter.emit(f"mul nuw nsw i64 {columns}, {size}")
    element = source.tensor.element
    mantissa = _MANTISSA.get(element, -1 if element.kind == "signed" else 0)
    code = host.call_runtime(
        "dlvm_sort", "i32", ("ptr", "%context"),
        *(("ptr", host.address(leaf)) for leaf in (source, *results)),
        *(("i64", size) for size in (rows, count, columns, kept)),
        *(("i64", str(n)) for n in (element.bytes, mantissa, int(sort.descending))),
    )  # fmt: skip
    missing = emitter.emit(f"icmp eq i32 {code}, {_NO_ROOM}")
    host.trap_if(missing, "there is not enough memory for sorting", sort.location)
    host.leave_with(code)


_NO_ROOM = 1
"""The status of ``dlvm_sort`` (in sort.c) if there is not enough memory."""
_MANTISSA = {ElementType.F16: 10, ElementType.BF16: 7, ElementType.F32: 23, ElementType.F64: 52}
"""The mantissa bits of floats."""


@emits(*instructions_with(Trait.AFFINE_MOVEMENT | Trait.VIEW))
def _view(host: Host, instruction: Instruction) -> None:
    source, leaf = host.leaves(instruction.operands[0])[0], host.leaves(instruction)[0]
    if leaf.buffer is None:
        leaf.operand = source.operand
        if source.buffer is not None:
            leaf.operand = host.load_register(leaf.type, host.address(source))
        return
    leaf.sizes = [_view_shape(host, instruction, source)[a] for a in erased_axes(leaf.type)]
    if source.buffer is None:
        host.reserve(leaf, instruction.location)
        host.store_register(source, host.address(leaf))
    else:
        leaf.offset = source.offset


def _view_shape(host: Host, instruction: Instruction, source: ValueLeaf) -> list[str]:
    """The sizes of a tensor that shares the memory of another."""
    shape = host.shape(source)
    match instruction:
        case op.PadShape():
            return [*shape[: instruction.axis], "1", *shape[instruction.axis :]]
        case op.SqueezeShape():
            return [*shape[: instruction.axis], *shape[instruction.axis + 1 :]]
        case op.ShapeCast():
            return _cast_shape(host, instruction, source)
        case _:
            return shape


def _cast_shape(host: Host, cast: op.ShapeCast, source: ValueLeaf) -> list[str]:
    """The sizes of a shape cast: the known ones, and the inferred one."""
    known = [
        host.symbols.get(d.name) if isinstance(d, Symbol) else str(d) for d in tensor_of(cast).shape
    ]
    if known.count(None) > 1:
        raise error(f"the sizes of {cast.type} are not all known", cast.location)
    emitter = host.emitter
    total, rest = "1", "1"
    for size in host.shape(source):
        total = emitter.emit(f"mul nuw nsw i64 {total}, {size}")
    for size in known:
        if size is not None:
            rest = emitter.emit(f"mul nuw nsw i64 {rest}, {size}")
    if None in known:
        none = emitter.emit(f"icmp eq i64 {rest}, 0")
        divisor = emitter.emit(f"select i1 {none}, i64 1, i64 {rest}")
        quotient = emitter.emit(f"sdiv i64 {total}, {divisor}")
        left = emitter.emit(f"select i1 {none}, i64 0, i64 {quotient}")
        return [left if size is None else size for size in known]
    return [size for size in known if size is not None]
