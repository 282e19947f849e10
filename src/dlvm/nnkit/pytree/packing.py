"""Conversion of Python values to and from IR values, and their marshalling for compiled code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter, itemgetter
from typing import Any, cast

from dlvm.diagnostics import Location
from dlvm.ir.instructions import Extract
from dlvm.ir.records import EnumValue
from dlvm.ir.types import VOID, EnumType, TensorType, TupleType, Type
from dlvm.ir.values import Aggregate, Value
from dlvm.nnkit.pytree.containers import DictKind, build, host_kind, is_dataclass, record_name
from dlvm.nnkit.pytree.enums import EnumKind, StagedEnum, build_case, layout_in, value_in
from dlvm.nnkit.pytree.pytree import (
    LEAF,
    CustomNode,
    EnumLayout,
    EnumLeaf,
    Leaf,
    Part,
    Static,
    TreeDef,
    TreeNode,
    family,
    fields_of,
    payload_of,
    unflatten,
)
from dlvm.nnkit.tracing.trace import TracedProgram, emit, failure
from dlvm.nnkit.tracing.tracer import is_tracer, lift, own, wrap


def type_of(structure: TreeDef, types: Iterator[Type], program: TracedProgram) -> Type:
    """The IR type of a value with a structure, given the types of its leaves; void if it has no
    tensors."""
    if isinstance(structure, EnumLeaf):
        next(types)
        return enum_type(structure.layout, program)
    if isinstance(structure, Leaf):
        return next(types)
    if not isinstance(structure, TreeNode):
        return TupleType(())
    parts = [(place, type_of(c, types, program)) for place, c in structure.parts]
    name = record_name(structure.kind)
    if name is not None and parts:
        fields = tuple((cast(str, place), type) for place, type in parts)
        return program.struct(name, fields)
    return TupleType(tuple(type for _, type in parts))


def pack(structure: TreeDef, leaves: Iterator[Value], program: TracedProgram) -> Value:
    """Packs the tensors of a structure into one operand."""
    if isinstance(structure, Leaf):
        return next(leaves)
    assert isinstance(structure, TreeNode)
    parts = [pack(c, leaves, program) for _, c in structure.parts]
    name = record_name(structure.kind)
    if name is None:
        return Aggregate(TupleType(tuple(p.type for p in parts)), parts)
    fields = tuple((cast(str, n), p.type) for (n, _), p in zip(structure.parts, parts, strict=True))
    return Aggregate(program.struct(name, fields), parts)


def unpack(structure: TreeDef, value: Value, location: Location | None) -> Any:
    """Unpacks an IR value into the Python value."""
    leaves = [
        wrap(emit(Extract, path, value, location=location) if path else value)
        for path in _ir_paths(structure)
    ]
    return unflatten(structure, iter(leaves))


def _ir_paths(structure: TreeDef) -> Iterator[tuple[int | str, ...]]:
    if isinstance(structure, Leaf):
        yield ()
    elif isinstance(structure, TreeNode):
        for place, child in structure.parts:
            for rest in _ir_paths(child):
                yield (place, *rest)


def from_host(structure: TreeDef, value: Any) -> Any:
    """Converts a result of a compiled function (records, tuples and arrays) to the Python value."""
    if isinstance(structure, EnumLeaf):
        return _enum_from_host(structure.layout, value)
    if isinstance(structure, Leaf):
        return value
    if isinstance(structure, Static):
        return structure.value
    assert isinstance(structure, TreeNode)
    parts = iter(cast("Sequence[Any]", value) if structure.count else ())
    values = [from_host(c, next(parts) if c.count else ()) for c in structure.children]
    return build(host_kind(structure.kind), values)


def packer(structure: TreeDef) -> Callable[[Any], Any]:
    """A function that converts a Python value to an argument of a compiled function: tuples for all
    containers.
    """
    if not isinstance(structure, TreeNode):
        return lambda value: value
    parts = [packer(c) for c in structure.children if c.count]
    places = [i for i, c in enumerate(structure.children) if c.count]
    keys = structure.kind.keys if isinstance(structure.kind, DictKind) else None
    named = is_dataclass(structure.kind)
    get: Callable[[Any], Any] = itemgetter(*[keys[i] if keys else i for i in places])
    if named:
        get = attrgetter(*[structure.names[i] for i in places])
    if isinstance(structure.kind, CustomNode):
        get = structure.kind.child
    if len(parts) == 1:
        return lambda value: (parts[0](get(value)),)
    if all(isinstance(c, Leaf) for c in structure.children if c.count):
        return get
    return lambda value: tuple([part(v) for part, v in zip(parts, get(value), strict=True)])


# Leaves


def leaves_of(structures: Sequence[TreeDef]) -> Iterator[Leaf]:
    """The leaves of structures, in order."""
    for structure in structures:
        if isinstance(structure, Leaf):
            yield structure
        elif isinstance(structure, TreeNode):
            yield from leaves_of(structure.children)


def lift_leaves(
    structures: Sequence[TreeDef], leaves: Sequence[Any], program: TracedProgram
) -> list[Value]:
    """The operands for the tensors and enums of flattened values."""
    if len(structures) == 1 and structures[0] is LEAF:
        return [lift(leaves[0])]
    return [
        lift_enum(leaf, s.layout, program) if isinstance(s, EnumLeaf) else lift(leaf)
        for s, leaf in zip(leaves_of(structures), leaves, strict=True)
    ]


def key_type(type: Type) -> Type:
    """The type that represents a leaf in cache keys: void for an enum, which each program
    declares itself."""
    return type if isinstance(type, TensorType) else VOID


# Enums


def enum_type(layout: EnumLayout, program: TracedProgram) -> EnumType:
    """The IR type of the values of an enum with a layout; adds it to the program on first use."""
    if layout not in program.enums:
        layouts = [layout.of(k) for k in family(layout.kind)]
        for case, parts in layout.cases:
            program.cases.setdefault(case, parts)
        new = [known for known in layouts if known not in program.enums]
        for known in new:
            program.enums[known] = EnumType(program.type_name(known.kind.name))
            program.module.types.append(program.enums[known])
        for known in new:
            program.enums[known].define(
                (case.__name__, _payload_types(known, case, program)) for case in known.present
            )
    return program.enums[layout]


def _payload_types(layout: EnumLayout, case: type, program: TracedProgram) -> tuple[Type, ...]:
    return tuple(
        enum_type(layout.of(part), program)
        if isinstance(part, EnumKind)
        else type_of(part.structure, iter(part.types), program)
        for part in layout.parts(case) or ()
    )


def lift_enum(
    value: Any, layout: EnumLayout, program: TracedProgram, is_own: bool = False
) -> Value:
    """Lifts an enum value to an operand; its layout must be the given one, or a part of it.

    With ``is_own``, the parts are known to belong to the function being staged.
    """
    if isinstance(value, StagedEnum):
        if layout_in(value) != layout:
            raise failure(
                f"expected a staged {layout.kind} of the same sizes and cases, got one of others"
            )
        return value_in(value) if is_own else own(value_in(value))
    origin = value.__dict__.get(ORIGIN)
    if origin is not None and layout_in(origin) == layout:
        return value_in(origin) if is_own else own(value_in(origin))
    case = cast("type[Any]", type(value))
    parts = layout.parts(case)
    if parts is None:
        raise failure(
            f"expected one of the cases that the first value of {layout.kind} has: "
            f"{', '.join(c.__name__ for c in layout.present)}, got {case.__name__}"
        )
    elements: list[Value] = []
    for (name, inside, hint), part in zip(fields_of(case), parts, strict=True):
        field = getattr(value, name)
        if isinstance(part, EnumKind):
            assert inside is not None
            elements.append(lift_enum(field, layout.of(part), program, is_own))
            continue
        leaves: list[Any] = []
        found = payload_of(field, hint, f"{case.__name__}.{name}", leaves)
        if found != part:
            raise failure(
                f"{case.__name__}.{name} has type {', '.join(map(str, found.types))}, expected "
                f"{', '.join(map(str, part.types))}, as in other values of {layout.kind}"
            )
        lifted = [leaf.value if is_own and is_tracer(leaf) else lift(leaf) for leaf in leaves]
        elements.append(pack(part.structure, iter(lifted), program))
    return Aggregate(enum_type(layout, program), elements, case.__name__)


ORIGIN = "__dlvm_origin"
"""The attribute that links an object of a case to the staged value it was matched from."""


def case_of(origin: StagedEnum, case: type, payload: Sequence[Value]) -> Any:
    """The object of the case that a staged value is known to be, with its staged payload."""
    layout = layout_in(origin)
    values: list[Any] = []
    parts: Sequence[Part] = layout.parts(case) or ()
    for part, value in zip(parts, payload, strict=True):
        if isinstance(part, EnumKind):
            values.append(StagedEnum(value, layout.of(part)))
        else:
            values.append(unpack(part.structure, value, None))
    instance = build_case(case, values)
    instance.__dict__[ORIGIN] = origin
    return instance


def _enum_from_host(layout: EnumLayout, value: EnumValue) -> Any:
    """Converts a result of a compiled function to an enum object of any depth."""
    built: dict[int, Any] = {}
    pending: list[tuple[EnumValue, EnumLayout, bool]] = [(value, layout, False)]
    while pending:
        current, known, is_ready = pending.pop()
        if id(current) in built:
            continue
        case = next(c for c in known.kind.cases if c.__name__ == current.case)
        fields: list[tuple[Part, Any]] = [
            *zip(known.parts(case) or (), current.payload, strict=True)
        ]
        if not is_ready:
            pending.append((current, known, True))
            pending.extend((v, known.of(p), False) for p, v in fields if isinstance(p, EnumKind))
            continue
        values: list[Any] = []
        for part, field in fields:
            if isinstance(part, EnumKind):
                values.append(built[id(field)])
            else:
                values.append(from_host(part.structure, field))
        built[id(current)] = build_case(case, values)
    return built[id(value)]
