"""Values passed through structs, tuples and arrays of random types."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dlvm.ir import Aggregate, ArrayType, Literal, StructType, TensorType, TupleType, Type, Value
from dlvm.ir import instructions as op
from dlvm.ir.values import Special
from tests.support.programs.drawing import Claim, Drawing, Drawn, Passing, chunks

Path = tuple[int | str, ...]


def draw_packing(d: Drawing, types: Sequence[Type], depth: int = 2) -> Type:
    """Draws a type that contains the given types, in order."""
    r = d.random
    if len(types) == 1 and (r.random() < 0.6 or not depth):
        return types[0]
    parts = list(types)
    if depth and len(parts) > 2:
        parts = [draw_packing(d, chunk, depth - 1) for chunk in chunks(r, parts)]
    if not types and r.random() < 0.3:
        return ArrayType(0, TupleType(()))
    if parts and len(set(parts)) == 1 and r.random() < 0.5:
        return ArrayType(len(parts), parts[0])
    if d.features["structs"] and r.random() < 0.5:
        return _struct(d, parts)
    return TupleType(tuple(parts))


def _struct(d: Drawing, types: Sequence[Type]) -> StructType:
    """Returns a struct with fields of the types: a new one, or an earlier one."""
    for known in d.module.types:
        if isinstance(known, StructType) and [t for _, t in known.fields] == list(types):
            return known
    struct = StructType(f"S{len(d.module.types)}")
    struct.define([(f"x{n}", t) for n, t in enumerate(types)])
    d.module.types.append(struct)
    return struct


def leaf_paths(type: Type) -> Iterator[Path]:
    """Returns the paths of the tensors, enums and functions in a type."""
    match whole := type.canonical:
        case TupleType(elements):
            steps: list[tuple[int | str, Type]] = list(enumerate(elements))
        case ArrayType(size, element):
            steps = [(n, element) for n in range(size)]
        case StructType():
            steps = list(whole.fields)
        case _:
            yield ()
            return
    for step, part in steps:
        yield from ((step, *rest) for rest in leaf_paths(part))


def pack(d: Drawing, type: Type, values: Sequence[Value]) -> Value:
    """Returns a value of a type with the given leaves."""
    r = d.random
    if isinstance(type.canonical, TensorType):
        return values[0]
    paths = list(leaf_paths(type))
    if paths and paths != [()] and r.random() < 0.2:
        tensors = all(isinstance(v.type.canonical, TensorType) for v in values)
        blank = Special.ZERO if tensors and r.random() < 0.5 else Special.UNDEFINED
        built: Value = Literal(type, blank)
        for path, value in zip(paths, values, strict=True):
            built = d.put(op.Insert(value, built, path))
        return built
    whole = _aggregate(type, iter(values))
    if not isinstance(whole, Aggregate) or r.random() < 0.4:
        return whole
    made = d.put(op.LiteralInstruction(whole))
    if paths and r.random() < 0.2:
        number = r.randrange(len(paths))
        made = d.put(op.Insert(values[number], made, paths[number]))
    return made


def _aggregate(type: Type, values: Iterator[Value]) -> Value:
    match whole := type.canonical:
        case TupleType(elements):
            types = elements
        case ArrayType(size, element):
            types = (element,) * size
        case StructType():
            types = tuple(t for _, t in whole.fields)
        case _:
            return next(values)
    return Aggregate(type, [_aggregate(t, values) for t in types])


def unpack(d: Drawing, value: Value) -> list[Value]:
    """Returns the tensors, enums and functions in a value."""
    found: list[Value] = []
    for path in leaf_paths(value.type):
        part = value
        while path:
            count = d.random.randint(1, len(path))
            part = d.put(op.Extract(path[:count], part))
            path = path[count:]
        found.append(part)
    return found


def plain_passing(claims: Sequence[Claim]) -> Passing:
    """Returns a parameter for each value."""
    return Passing(tuple(c.type for c in claims), tuple(claims))


def draw_passing(d: Drawing, claims: Sequence[Claim]) -> Passing:
    """Draws parameters that contain values of the claims."""
    types = [draw_packing(d, [c.type for c in part]) for part in chunks(d.random, claims)]
    return Passing(tuple(types), tuple(claims))


def draw_single_passing(d: Drawing, claims: Sequence[Claim]) -> Passing:
    """Draws one parameter that contains values of the claims."""
    return Passing((draw_packing(d, [c.type for c in claims]),), tuple(claims))


def passed(d: Drawing, passing: Passing, values: Sequence[Value]) -> list[Value]:
    """Returns arguments that contain the values."""
    arguments: list[Value] = []
    rest = list(values)
    for type in passing.types:
        count = sum(1 for _ in leaf_paths(type))
        arguments.append(pack(d, type, rest[:count]))
        rest = rest[count:]
    return arguments


def received(d: Drawing, passing: Passing, parameters: Sequence[Value]) -> list[Drawn]:
    """Returns the values in the parameters."""
    values = [v for parameter in parameters for v in unpack(d, parameter)]
    return [Drawn(v, c.exact, c.size) for v, c in zip(values, passing.claims, strict=True)]


def draw_pack(d: Drawing) -> None:
    """Packs values and unpacks them."""
    values = d.some(1, 4)
    passing = draw_single_passing(d, [Claim(v.type, v.exact, v.size) for v in values])
    (whole,) = passed(d, passing, [v.value for v in values])
    if isinstance(whole, Aggregate):
        whole = d.put(op.LiteralInstruction(whole))
    d.values += received(d, passing, [whole])
