"""CFG edges and merges of the function being staged.

An edge starts at a block and carries the values of the Python variables. If several edges merge,
the variables whose values differ become block arguments of the merge block.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from dlvm.diagnostics import Location, Note, error, quantity
from dlvm.ir import Block, Builder, Successor
from dlvm.ir.instructions import Branch
from dlvm.ir.types import BOOL, ERASED, TensorType, Type
from dlvm.ir.values import Value
from dlvm.nnkit.array_api.tensors import Tensor
from dlvm.nnkit.pytree.containers import accessors, container_kind, parts_in
from dlvm.nnkit.pytree.enums import StagedEnum, case_hints, is_case, layout_in, value_in
from dlvm.nnkit.pytree.packing import lift_enum
from dlvm.nnkit.pytree.pytree import LEAF, EnumLeaf, Static, TreeDef, TreeNode, layout_of, unflatten
from dlvm.nnkit.tracing.size_algebra import Unknown, is_erased
from dlvm.nnkit.tracing.sizes import expression_of, is_different, is_equal, shape_of
from dlvm.nnkit.tracing.trace import TracingScope, failure, scope_for
from dlvm.nnkit.tracing.tracer import is_liftable, is_tracer, lift, own, wrap

RESULT = "__dlvm_result"
"""The name under which edges carry the function's result."""

Names = tuple[str, ...]
Variables = Mapping[str, Any]


class Unreachable(BaseException):
    """Ends the staging of a path: the code that follows is unreachable on it."""


class Unassigned(Tensor[Any, Any]):
    """The value of a variable that is not assigned on every path; any use raises an error."""

    __slots__ = ("location", "name")

    def __init__(self, name: str, location: Location | None) -> None:
        self.name = name
        self.location = location

    @property
    def value(self) -> Value:
        note = Note("assigned here, on a path that may not run", self.location)
        raise failure(
            f"{self.name} has no value on some path through the program, expected one assigned "
            "before the branch or loop",
            note,
        )


@dataclass(frozen=True)
class StagedEdge:
    """A CFG edge: its source block, the values of the live variables, the blocks left on the path,
    and the number of blocks of the function when the edge was recorded.
    """

    block: Block
    values: Variables
    left: frozenset[Block]
    count: int


def edge_here(
    scope: TracingScope, names: Names, variables: Variables, place: Callable[[str], Location | None]
) -> StagedEdge:
    """The edge from the current insertion point."""
    values = {n: variables[n] if n in variables else Unassigned(n, place(n)) for n in names}
    for value in values.values():
        _check_own(value)
    return StagedEdge(
        scope.builder.block, values, frozenset(scope.left), len(scope.function.blocks)
    )


def _check_own(value: Any) -> None:
    """Raises for staged values of another function, or of a branch that staging has left."""
    if isinstance(value, Unassigned):
        return
    if is_tracer(value):
        lift(value)
        return
    if isinstance(value, StagedEnum):
        own(value_in(value))
        return
    for _, part in parts_of(value) or ():
        _check_own(part)


def merge(
    scope: TracingScope,
    edges: Sequence[StagedEdge],
    place: Callable[[str], Location | None],
    location: Location | None,
) -> dict[str, Any]:
    """Merges edges into a block, continues there, and returns the variables.

    Raises :class:`Unreachable` if there is no edge.
    """
    if not edges:
        raise Unreachable
    # Values computed before the merge on all paths remain usable.
    blocks = scope.function.blocks
    scope.left = {b for edge in edges for part in (edge.left, blocks[edge.count :]) for b in part}
    if len(edges) == 1:
        scope.builder.block = edges[0].block
        return dict(edges[0].values)
    columns: list[list[Value]] = []
    structures: dict[str, TreeDef] = {}
    for name in edges[0].values:
        what = "the returned value" if name == RESULT else name
        structures[name] = join(what, [e.values[name] for e in edges], columns, place(name))
    block = scope.function.add_block(location=location)
    for column in columns:
        _add_argument(scope, block, column)
    for number, edge in enumerate(edges):
        branch(edge.block, Successor(block, [c[number] for c in columns]), location)
    scope.builder.block = block
    leaves = iter([wrap(a) for a in block.arguments])
    return {name: unflatten(structure, leaves) for name, structure in structures.items()}


def _add_argument(scope: TracingScope, block: Block, column: Sequence[Value]) -> None:
    """Adds the argument for values that merge. Sizes that differ are erased."""
    type = column[0].type
    for value in column[1:]:
        type = merged_type(column[0], value, type) or type
    argument = block.add_argument(type)
    if is_erased(type) and isinstance(type, TensorType):
        shapes = [shape_of(v) for v in column]
        dims = [
            scope.sizes.dim(expression_of(group[0]))
            if all(is_equal(size, group[0]) for size in group)
            else scope.sizes.dim(scope.sizes.unknown(Unknown(argument, axis)))
            for axis, group in enumerate(zip(*shapes, strict=True))
        ]
        scope.sizes.types[argument] = type.with_shape(dims)


def merged_type(first: Value, other: Value, type: Type | None = None) -> Type | None:
    """The type of two values that merge, or None if their types differ in more than unknown sizes.
    ``type`` is the type of the values merged so far, if ``first`` is not the only one."""
    type = first.type if type is None else type
    if other.type == type:
        return type
    if not (isinstance(type, TensorType) and isinstance(other.type, TensorType)):
        return None
    shapes = shape_of(first), shape_of(other)
    is_alike = type.element is other.type.element and len(shapes[0]) == len(shapes[1])
    if not is_alike or any(map(is_different, *shapes)):
        return None
    dims = zip(type.shape, other.type.shape, strict=True)
    return type.with_shape(a if a == b else ERASED for a, b in dims)


def branch(block: Block, target: Successor, location: Location | None) -> None:
    """Terminates a block with a branch to another one."""
    builder = Builder(block)
    builder.location = location
    builder.insert(Branch(target))


def join(
    what: str, values: Sequence[Any], columns: list[list[Value]], location: Location | None
) -> TreeDef:
    """The merged pytree structure of ``values``, one for each edge; appends tensors that differ to
    ``columns``.
    """
    first = values[0]
    if all(v is first for v in values):
        return Static(first)
    for value in values:
        if isinstance(value, Unassigned):
            return Static(value)
    if all(map(is_liftable, values)):
        if all(_same(first, v) for v in values):
            return Static(first)
        lifted = _lift_together(values)
        for value in lifted:
            if merged_type(lifted[0], value) is None:
                raise error(
                    f"{what} has type {lifted[0].type} on one path and {value.type} on the other, "
                    "expected the same type on both",
                    location,
                )
        columns.append(lifted)
        return LEAF
    if all(map(_is_enum, values)):
        return _join_enums(what, values, columns)
    kind = cast("type[Any]", type(first))
    if all(type(v) is kind and container_kind(v) == container_kind(first) for v in values):
        parts = [parts_of(v) for v in values]
        known = [p for p in parts if p is not None]
        if len(known) == len(values) and len({len(p) for p in known}) == 1:
            children = [
                join(f"{what}{group[0][0]}", [v for _, v in group], columns, location)
                for group in zip(*known, strict=True)
            ]
            container = container_kind(first)
            return TreeNode(kind if container is None else container, tuple(children))
        if not known and all(v == first for v in values):
            return Static(first)
    other = next((v for v in values if describe(v) != describe(first)), values[-1])
    raise error(
        f"{what} is {describe(first)} on one path and {describe(other)} on the other, expected "
        "tensors of the same type, or the same value",
        location,
    )


def _is_enum(value: Any) -> bool:
    return type(value) is StagedEnum or is_case(cast("type[Any]", type(value)))


def _join_enums(what: str, values: Sequence[Any], columns: list[list[Value]]) -> TreeDef:
    program = scope_for("a branch").program
    staged = next((v for v in values if type(v) is StagedEnum), None)
    layout = layout_of(values[0], None, what, *values[1:]) if staged is None else layout_in(staged)
    lifted = [lift_enum(v, layout, program, is_own=True) for v in values]
    if all(v is lifted[0] for v in lifted):
        return Static(StagedEnum(lifted[0], layout))
    columns.append(lifted)
    return EnumLeaf(layout)


def _same(a: Any, b: Any) -> bool:
    return type(a) is type(b) and isinstance(a, bool | int | float | complex) and a == b


def parts_of(value: Any) -> list[tuple[str, Any]] | None:
    """The parts of a container or a case, each with its accessor text."""
    kind = cast("type[Any]", type(value))
    if is_case(kind):
        return [(f".{n}", getattr(value, n)) for n in case_hints(kind)]
    container = container_kind(value)
    if container is None:
        return None
    parts = parts_in(container, value)
    return list(zip(accessors(container, len(parts)), parts, strict=True))


def _lift_together(values: Sequence[Any]) -> list[Value]:
    """Lifts all values to operands; Python numbers adopt the element type of the others if they
    fit.
    """
    typed = next((v for v in values if is_tracer(v)), None)
    if typed is not None:
        return [lift_like(typed, v) for v in values]
    kinds = set(map(type, values))
    if kinds <= {int, float, complex}:
        widest = next((k for k in (complex, float, int) if k in kinds), int)
        return [lift(widest(v)) for v in values]
    return [lift(v) for v in values]


def lift_like(typed: Any, value: Any) -> Value:
    """Lifts a value to an operand; a number adopts the element type of a staged value if it
    fits.
    """
    if is_tracer(value):
        return value.value
    if not isinstance(value, bool | int | float | complex):
        return lift(value)
    element = typed.type.element
    fits = isinstance(value, bool) == (element is BOOL) and (
        isinstance(value, int)
        or element.is_complex
        or (element.is_float and isinstance(value, float))
    )
    return lift(value, element if fits else None)


def describe(value: Any) -> str:
    """Describes a value for messages."""
    if value is None:
        return "without a value"
    if is_tracer(value):
        return f"of type {value.type}"
    if isinstance(value, StagedEnum):
        return f"a value of {layout_in(value).kind}"
    parts = parts_of(value)
    if parts is None:
        return repr(value)
    return f"a {type(value).__name__} of {quantity(len(parts), 'part')}"
