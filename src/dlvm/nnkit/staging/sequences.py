"""Staged ``map``, ``reduce``, ``filter`` and ``zip`` over sequences.

A sequence is a tensor with a leading axis, or a tuple, list or struct of tensors whose leading axes
have the same size. Each function becomes a loop that calls the user's function on one element after
the other.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar, cast

from dlvm.diagnostics import Location
from dlvm.ir.instructions import (
    Add,
    Assert,
    Broadcast,
    DataTypeCast,
    Equal,
    LessThan,
    Or,
    PadShape,
    Reduce,
    Slice,
    Update,
    Xor,
)
from dlvm.ir.types import BOOL, ERASED, I64, TensorType
from dlvm.ir.values import Literal, Value, index_literal
from dlvm.nnkit.control_flow.branches import Site
from dlvm.nnkit.control_flow.loops import For, as_tensors, element_of, length_of
from dlvm.nnkit.control_flow.ranges import StagedRange
from dlvm.nnkit.control_flow.sequence_leaves import leading_dim, sequence_leaves
from dlvm.nnkit.pytree.packing import leaves_of, lift_leaves
from dlvm.nnkit.pytree.pytree import Leaf, TreeDef, Zipped, flatten, unflatten
from dlvm.nnkit.source_transform.function_rewriting import callee
from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.source_locations import Span, user_location
from dlvm.nnkit.tracing.trace import emit, failure, scope_for
from dlvm.nnkit.tracing.tracer import is_tracer, lift, wrap

S = TypeVar("S")
_NOTHING: Final[Any] = object()


@dataclass(frozen=True)
class _CallSite(Site):
    """The user's line that calls one of these functions."""

    place: Location | None = None

    @property
    def location(self) -> Location | None:
        return self.place


def zip(*sequences: Any, strict: bool = False) -> Any:
    """Zips sequences into a sequence of tuples, like Python's ``zip``.

    The result ends with the shortest sequence. Staged ``for`` loops, :func:`map`, :func:`reduce`
    and :func:`filter` accept it as a sequence. Python's own functions, such as ``enumerate`` and
    ``list``, and comprehensions unroll over its elements. As the result of a program, it is the
    tuple of the truncated sequences.

    Raises
    ------
    DiagnosticError
        If an argument is not a sequence. With ``strict``, also if lengths differ: while staging if
        they are known, otherwise at run time.
    """
    return Zipped(_cut("zip", sequences, strict))


def map(function: Callable[..., Any], sequence: Any, *sequences: Any) -> Any:
    """Applies a function to the elements of one or more sequences, like Python's ``map``.

    The result ends with the shortest sequence. The function returns tensors, or tuples, lists or
    structs of tensors, of the same structure, types and sizes for every element; the result has
    that structure, with a leading axis: a function that returns a pair gives a pair of sequences,
    over which ``for`` iterates as ``nnkit.zip(*pair)``. ``nnkit.map(lambda x: x * x, xs)`` is
    ``nnkit.stack([x * x for x in xs])`` as a loop of the program.

    Raises
    ------
    DiagnosticError
        If an argument is not a sequence, or if the results are not tensors.
    """
    given = _cut("map", (sequence, *sequences))
    called = callee(function)

    def element(index: Any) -> Any:
        return as_tensors(called(*(element_of(s, index) for s in given)))

    structure, types = tried_element("map", element)
    first = sequence_leaves("map", given[0])[0]
    initial = tuple(wrap(zeros_along(first, type)) for type in types)

    def iteration(index: Any, results: tuple[Any, ...]) -> tuple[Any, ...]:
        found: list[Any] = []
        if flatten(element(index), found) != structure:
            raise failure("map: results must have the same structure, got different ones")
        values = lift_leaves([structure], found, scope_for("map").program)
        pairs = builtins.zip(results, values, strict=True)
        return tuple(wrap(replaced_element(whole.value, index, value)) for whole, value in pairs)

    results = loop_over_indices("the results of map", 0, length_of(wrap(first)), initial, iteration)
    return unflatten(structure, iter(results))


def reduce(function: Callable[[Any, Any], Any], sequence: Any, initial: Any = _NOTHING, /) -> Any:
    """Left fold of a sequence, like Python's ``functools.reduce``.

    A function of two arguments combines the accumulator with each element in turn. The accumulator
    starts as ``initial``, or as the first element. The function must return a value of the
    accumulator's structure, types and sizes.

    Raises
    ------
    DiagnosticError
        If an argument is not a sequence, if types differ, or if the sequence is empty and there is
        no ``initial``. If the length is known only at run time, the program checks it.
    """
    [given] = _cut("reduce", (sequence,))
    called = callee(function)
    first = sequence_leaves("reduce", given)[0]
    length = length_of(wrap(first))
    start = 0
    if initial is _NOTHING:
        if length == 0:
            raise failure("reduce: an empty sequence expects an initial value, got none")
        initial, start = element_of(given, 0), 1

    def iteration(index: Any, so_far: Any) -> Any:
        return called(so_far, element_of(given, index))

    return loop_over_indices("the result of reduce", start, length, as_tensors(initial), iteration)


def filter(predicate: Callable[[Any], Any] | None, sequence: S) -> S:
    """Selects the elements of a sequence for which a predicate holds, like Python's ``filter``.

    The elements keep their order. The predicate returns a bool; ``None`` selects the elements that
    are not 0. The size of the leading axis is staged, like that of a dynamic axis.

    Raises
    ------
    DiagnosticError
        If an argument is not a sequence, or if the predicate returns anything but a single bool.
    """
    [given] = _cut("filter", (sequence,))
    called: Any = _is_nonzero if predicate is None else callee(predicate)

    def holds(element: Any) -> Any:
        found = as_tensors(called(element))
        if not is_tracer(found) or found.type.rank or found.type.element is not BOOL:
            shown = found.type if is_tracer(found) else type(found).__name__
            raise failure(f"filter: the predicate must return one bool, got {shown}")
        return found

    chosen = selection(map(holds, given))
    return _mapped(given, lambda leaf: chosen(wrap(leaf)).value)


def selection(flags: Any) -> Callable[[Any], Any]:
    """A function that selects the rows of a tensor for which a vector of flags is true, as
    ``numpy.compress``.
    """
    # The sort is stable, so selected elements keep their order.
    _, places = primitives.sort(primitives.cast_to(~flags, I64), 0, False)
    count = lift(primitives.total(primitives.cast_to(flags, I64)))

    def selected(x: Any) -> Any:
        ordered = primitives.gather(x, places, 0).value
        return wrap(emit(Slice, ordered, [index_literal(0)], [count]))

    return selected


def _is_nonzero(x: Any) -> Any:
    return x != 0


def _mapped(sequence: Any, change: Callable[[Value], Value]) -> Any:
    leaves: list[Any] = []
    structure = flatten(sequence, leaves)
    return unflatten(structure, iter([wrap(change(lift(leaf))) for leaf in leaves]))


def _cut(what: str, sequences: Sequence[Any], strict: bool = False) -> tuple[Any, ...]:
    """Truncates the sequences to the length of the shortest one."""
    scope_for(what)
    if not sequences:
        raise failure(f"{what}: expected at least one sequence, got none")
    firsts = [sequence_leaves(what, s)[0] for s in sequences]
    dims = [leading_dim(v) for v in firsts]
    if len(sequences) == 1 or (len(set(dims)) == 1 and dims[0] != ERASED):
        return tuple(sequences)
    if strict and all(isinstance(d, int) for d in dims):
        sizes = ", ".join(str(d) for d in dims)
        raise failure(f"{what}: expected sequences of one length, got {sizes} elements")
    lengths = [length_of(wrap(v)) for v in firsts]
    if strict:
        for length in lengths[1:]:
            values = [lift(length, I64), lift(lengths[0], I64)]
            message = f"{what}: expected a sequence of {{1}} elements, like the first, got {{0}}"
            emit(Assert, emit(Equal, *values), message, values)
        return tuple(sequences)
    shortest = lengths[0]
    for length in lengths[1:]:
        both_known = isinstance(shortest, int) and isinstance(length, int)
        shortest = (
            min(shortest, length) if both_known else primitives.elementwise("min", shortest, length)
        )
    end = lift(shortest, I64)
    return tuple(_mapped(s, lambda v: emit(Slice, v, [index_literal(0)], [end])) for s in sequences)


def tried_element(what: str, element: Callable[[Any], Any]) -> tuple[TreeDef, list[TensorType]]:
    """The structure and tensor types of an element of the result. Instructions staged to infer them
    are discarded.
    """
    scope = scope_for(what)
    block, blocks = scope.builder.block, len(scope.function.blocks)
    count = len(block.instructions)
    index = wrap(Literal(TensorType((), I64), 0))
    leaves: list[Any] = []
    structure = flatten(element(index), leaves)
    if not leaves or any(type(leaf) is not Leaf for leaf in leaves_of([structure])):
        raise failure(f"{what}: the function must return at least one tensor, got none")
    types = [cast(TensorType, v.type) for v in lift_leaves([structure], leaves, scope.program)]
    for added in reversed(scope.function.blocks[blocks:]):
        scope.function.remove_block(added)
    for instruction in reversed(block.instructions[count:]):
        instruction.erase()
    scope.builder.block = block
    for type_ in types:
        if ERASED in type_.shape:
            raise failure(
                f"{what}: the function must return tensors of the same sizes for all "
                f"elements, got type {type_}"
            )
    return structure, types


def zeros_along(like: Value, type: TensorType) -> Value:
    """Zeros of a type, with a leading axis as long as that of a tensor."""
    zero: bool | int = False if type.element is BOOL else 0
    dim = leading_dim(like)
    if dim != ERASED:
        return emit(Broadcast, Literal(type.with_shape(()), zero), (dim, *type.shape))
    # The size has no name: it is the tensor's own size.
    is_bool = cast(TensorType, like.type).element is BOOL
    column = emit(Xor if is_bool else LessThan, like, like)
    axes = tuple(range(1, primitives.rank_of(like)))
    if axes:
        column = emit(Reduce, column, "or", axes, None)
    column = emit(DataTypeCast, column, type.element)
    for axis in range(len(type.shape)):
        column = emit(PadShape, column, 1 + axis)
    rest = Literal(type.with_shape((1, *type.shape)), zero)
    return emit(Or if type.element is BOOL else Add, column, rest)


def replaced_element(whole: Value, index: Any, value: Value) -> Value:
    """The tensor with its element at an index of the leading axis replaced."""
    return emit(Update, whole, emit(PadShape, value, 0), [lift(index)])


def loop_over_indices(
    what: str, start: int, stop: Any, initial: Any, iteration: Callable[[Any, Any], Any]
) -> Any:
    """The loop-carried values of a staged loop over indices, after the loop."""
    if isinstance(stop, int) and stop <= start:
        return initial
    place = user_location()
    site = _CallSite("", Span(0, 0, 0, 0), (what,), behind=(what,), place=place)
    loop = For(site, StagedRange(start, stop, 1), {what: initial})
    last: dict[str, Any] = {}
    for index in loop.items():
        [carried] = loop.carried()
        last = {what: iteration(index, carried)}
        loop.ended(last)
    [result] = loop.carried()
    loop.leave(last)
    return result
