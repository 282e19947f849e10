"""Checks that types, constants and aggregates are well formed, for the parser and the verifier."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence

from dlvm.diagnostics import quantity
from dlvm.ir.types import (
    ERASED,
    AliasType,
    ArrayType,
    BoxType,
    ElementType,
    EnumType,
    FunctionType,
    NominalType,
    PointerType,
    StructType,
    Symbol,
    TensorType,
    TupleType,
    Type,
    compatible_type,
    same_type,
)
from dlvm.ir.values import LiteralData, Resource, Special, TensorData, nearest_float

NAME = r"[A-Za-z_][A-Za-z0-9_.]*"
"""The regular expression of names."""
MAX_SIZE = 2**59
"""The maximum number of elements of a tensor or an array, so that sizes in bytes fit in 64 bits. A
dimension of size 0 counts as 1 here."""
MAX_RANK = 32
MAX_EXPANSION = 10_000
"""The maximum number of parts that a type may have after names are expanded."""
MAX_DEPTH = 100
"""The deepest nesting of types and of aggregates."""
TOO_DEEP = f"nested more than {MAX_DEPTH} levels deep"


def tensor_problem(type: TensorType) -> str | None:
    """The reason why no value can have a tensor type; None if there is none."""
    if type.rank > MAX_RANK:
        return f"rank must be at most {MAX_RANK}, got {type.rank}"
    sizes = [d for d in type.shape if isinstance(d, int)]
    if any(size < 0 for size in sizes) or math.prod(max(1, size) for size in sizes) > MAX_SIZE:
        return "the size of the tensor is out of range, expected at most 2^59 elements"
    return None


def type_problem(type: Type) -> str | None:
    """The reason why no value can have a type, or None. Named types are not expanded."""
    if isinstance(type, TensorType):
        return tensor_problem(type)
    level: Sequence[Type] = (type,)
    depth = 0
    while level:
        inner: list[Type] = []
        for part in level:
            if isinstance(part, TensorType):
                problem = tensor_problem(part)
                if problem is not None:
                    return problem
            elif isinstance(part, ArrayType) and not 0 <= part.size <= MAX_SIZE:
                return "the size of the array is out of range, expected at most 2^59 elements"
            inner.extend(children(part))
        if inner and depth == MAX_DEPTH:
            return f"types are {TOO_DEEP}"
        level, depth = inner, depth + 1
    return None


def integer_range(element: ElementType) -> tuple[int, int]:
    """The smallest and the largest value of an integer type."""
    if element.kind == "unsigned":
        return 0, 2**element.bits - 1
    return -(2 ** (element.bits - 1)), 2 ** (element.bits - 1) - 1


def has_special_value(element: ElementType, value: float) -> bool:
    """Whether a float type can represent a value that is an infinity, NaN or zero; True for other
    values. Some floats for storage lack these: f8e4m3fn has no infinities, f4e2m1fn has no NaN, and
    f8e8m0fnu has no zero."""
    found = nearest_float(value, element)
    if math.isfinite(value):
        return value != 0 or found == 0
    return found != found if value != value else found == value


def literal_problem(type: Type, data: LiteralData) -> str | None:
    """The reason why a constant cannot have a type; None if it can."""
    canonical = type.canonical
    if isinstance(data, Special):
        return _special_problem(type, data)
    if not isinstance(canonical, TensorType):
        return f"the type of a constant must be a tensor or scalar type, got {type}"
    element = canonical.element
    if ERASED in canonical.shape and not isinstance(data, Resource):
        return f"expected a type of known or named sizes, got {type}"
    match data:
        case Resource():
            open_sizes = canonical.static_shape is None
            return f"expected a type of known sizes, got {type}" if open_sizes else None
        case TensorData():
            array = data.array
            if array.shape != canonical.shape or array.dtype != element.numpy:
                return (
                    f"expected elements for {type}, got shape {array.shape} and type {array.dtype}"
                )
            return None
        case bool():
            fits = element.kind == "bool"
        case int():
            fits = element.is_integer
            low, high = integer_range(element) if fits else (0, 0)
            if fits and not low <= data <= high:
                return f"{data} is out of range for {element}, expected {low} to {high}"
        case float():
            fits = element.is_float
            if fits and element.is_storage and not has_special_value(element, data):
                return f"{data} is not a number of {element}"
        case complex():
            fits = element.is_complex
    words = {"bool": "true or false", "float": "a number", "complex": "a number"}
    expected = words.get(element.kind, "an integer")
    found = str(data).lower() if isinstance(data, bool) else data
    return None if fits else f"expected {expected} for {type}, got {found}"


def _special_problem(type: Type, data: Special) -> str | None:
    match data:
        case Special.NULL if not isinstance(type.canonical, PointerType):
            return f"the type of null must be a pointer type, got {type}"
        case Special.ZERO if not _has_zero(type):
            return f"a value of type {type} cannot be zero"
        case _:
            return None


def _has_zero(type: Type) -> bool:
    match type.canonical:
        case TensorType() as tensor:
            return tensor.element is not ElementType.F8E8M0FNU and ERASED not in tensor.shape
        case PointerType():
            return True
        case TupleType(elements):
            return all(map(_has_zero, elements))
        case ArrayType(element=element):
            return _has_zero(element)
        case StructType() as struct:
            return all(_has_zero(t) for _, t in struct.fields)
        case _:
            return False


def aggregate_problem(
    type: Type, elements: Sequence[Type], case: str | None
) -> tuple[int | None, str] | None:
    """The reason why elements of the given types do not form a value of ``type``: the position of
    the wrong element, or None if no single one is wrong, and the error. None if they do."""
    whole = type.canonical
    match whole:
        case TensorType() if whole.rank:
            size = whole.shape[0]
            expected = _repeated(whole.with_shape(whole.shape[1:]))
            if not isinstance(size, int):
                return None, f"expected a size for {size}, got a tensor literal of type {type}"
        case ArrayType():
            size, expected = whole.size, _repeated(whole.element)
        case TupleType():
            size, expected = len(whole.elements), whole.elements.__getitem__
        case StructType():
            fields = [t for _, t in whole.fields]
            size, expected = len(fields), fields.__getitem__
        case EnumType():
            payload = whole.payload(case or "")
            if payload is None:
                names = ", ".join("?" + n for n, _ in whole.cases)
                found = f"{type} has no case ?{case}" if case else "no case is named"
                return None, f"{found}, expected one of {names}"
            size, expected = len(payload), payload.__getitem__
        case _:
            return None, f"a value of type {type} has no elements"
    if len(elements) != size:
        return None, f"expected {quantity(size, 'element')} for {type}, got {len(elements)}"
    for index, found in enumerate(elements):
        if not (same_type(found, expected(index)) or compatible_type(found, expected(index))):
            return index, f"element {index} has type {found}, expected {expected(index)}"
    return None


def _repeated(type: Type) -> Callable[[int], Type]:
    return lambda _: type


def symbol_names(type: Type) -> set[str]:
    """The names of the erased dimensions in a type, except those inside structs and enums, which
    are local to them."""
    found: set[str] = set()
    pending = [type.canonical]
    for part in pending:
        if isinstance(part, TensorType):
            found.update(d.name for d in part.shape if isinstance(d, Symbol))
        pending.extend(child.canonical for child in children(part))
    return found - {""}


def children(type: Type) -> tuple[Type, ...]:
    """The types of which a type is directly composed."""
    match type:
        case TupleType(elements):
            return elements
        case ArrayType(element=element):
            return (element,)
        case PointerType(pointee):
            return (pointee,)
        case BoxType(content):
            return (content,)
        case FunctionType(parameters, result):
            return (*parameters, result)
        case _:
            return ()


def members_of(type: NominalType) -> tuple[Type, ...]:
    """The types in the definition of a named type."""
    match type:
        case StructType():
            return tuple(t for _, t in type.fields)
        case EnumType():
            return tuple(t for _, payload in type.cases for t in payload)
        case AliasType(target=Type() as target):
            return (target,)
        case _:
            return ()


def names_in(type: Type) -> Iterator[NominalType]:
    """The named types that occur in a type, not expanded."""
    pending = [type]
    while pending:
        current = pending.pop()
        if isinstance(current, NominalType):
            yield current
        pending.extend(children(current))


def definition_problems(types: Iterable[NominalType]) -> list[tuple[NominalType, str]]:
    """Type definitions that are infinite or too large.

    An alias may not refer to itself, and a struct may contain itself only through a pointer, a box
    or an enum.
    """
    definitions = list(types)
    problems = _expansions([t for t in definitions if isinstance(t, AliasType)], _alias_parts)
    if problems:  # Structs are searched through aliases, which must be valid.
        return [(t, f"{t} is an alias of {what}") for t, what in problems]
    problems = _expansions([t for t in definitions if isinstance(t, StructType)], _struct_parts)
    return [(t, f"{t} contains {what}") for t, what in problems]


Parts = list[tuple[Type, int]]


def _parts(type: Type, inside: Callable[[Type], Iterable[Type]], level: int = 1) -> Parts:
    parts: Parts = [(type, level)]
    for part, depth in parts:
        parts.extend((child, depth + 1) for child in inside(part))
    return parts


def _alias_parts(type: NominalType) -> Parts:
    target = type.target if isinstance(type, AliasType) else None
    return _parts(target, children) if target is not None else []


def _struct_parts(type: NominalType) -> Parts:
    fields = type.fields if isinstance(type, StructType) else ()
    return [part for _, t in fields for part in _parts(t.canonical, _contained)]


def _contained(type: Type) -> Iterable[Type]:
    return children(type) if isinstance(type, TupleType | ArrayType) else ()


def _expansions(
    nodes: Sequence[NominalType], parts_of: Callable[[NominalType], Parts]
) -> list[tuple[NominalType, str]]:
    """Nodes that reach themselves, or too many parts, through their definitions."""
    problems: list[tuple[NominalType, str]] = []
    measured: dict[Type, tuple[int, int]] = {}
    path: set[Type] = set()
    members = set(nodes)
    pending = [(node, False) for node in reversed(nodes)]
    while pending:
        node, is_done = pending.pop()
        if node in measured:
            continue
        parts = parts_of(node)
        if is_done:
            path.discard(node)
            size, depth = 1, 1
            for part, level in parts:
                inner_size, inner_depth = measured.get(part, (1, 0))
                size, depth = size + inner_size, max(depth, level + inner_depth)
            if size > MAX_EXPANSION or depth > MAX_DEPTH:
                limits = f"at most {MAX_EXPANSION} parts and {MAX_DEPTH} levels"
                problems.append((node, f"too much, expected {limits}"))
                size, depth = 1, 1
            measured[node] = size, depth
            continue
        path.add(node)
        pending.append((node, True))
        for part, _ in parts:
            if part in path:
                problems.append((node, f"itself through {part}" if part != node else "itself"))
            elif isinstance(part, NominalType) and part in members and part not in measured:
                pending.append((part, False))
    return problems
