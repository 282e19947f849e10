"""Loop variables that the iterations of a staged loop resize, such as a cache that grows.

A loop is first staged for the sizes that its variables have before it. If an iteration changes the
size of a variable along a dynamic axis, the function is staged again, with a variable of any size
along that axis.
"""

from __future__ import annotations

from dlvm.ir import Block
from dlvm.ir.types import ERASED, TensorType
from dlvm.ir.values import Value
from dlvm.nnkit.tracing.size_algebra import Unknown, is_erased
from dlvm.nnkit.tracing.sizes import is_equal, shape_of
from dlvm.nnkit.tracing.trace import Resized, TracingScope, scope_for

Place = tuple[int, int]
"""The index of a loop, and that of a tensor among the tensors of its variables."""


def header_argument(scope: TracingScope, header: Block, value: Value, place: Place) -> None:
    """Adds the argument of a loop's header for a variable that has this value before the loop."""
    axes = _axes(scope, place)
    type, before = value.type, scope.sizes.type(value)
    if not axes or not isinstance(type, TensorType) or not isinstance(before, TensorType):
        argument = header.add_argument(type)
        if is_erased(type):
            scope.sizes.types[argument] = before
    else:
        dims = enumerate(type.shape)
        type = type.with_shape(ERASED if axis in axes else dim for axis, dim in dims)
        argument = header.add_argument(type)
        scope.sizes.types[argument] = before.with_shape(
            scope.sizes.dim(scope.sizes.unknown(Unknown(argument, axis))) if axis in axes else dim
            for axis, dim in enumerate(before.shape)
        )
    if scope.program.pending:
        scope.loop_tensors[argument] = place


def resized_axes(argument: Value) -> set[int]:
    """The axes along which the iterations resize a variable, given its argument in the header."""
    scope = scope_for("a loop")
    place = scope.loop_tensors.get(argument)
    return set() if place is None else _axes(scope, place)


def note_resized(argument: Value, value: Value) -> None:
    """Stages the function again if an iteration may give a variable another size along an axis
    whose size is not known."""
    place = scope_for("a loop").loop_tensors.get(argument)
    if place is None or not isinstance(argument.type, TensorType):
        return
    if not isinstance(value.type, TensorType) or len(value.type.shape) != len(argument.type.shape):
        return
    free = resized_axes(argument)
    for axis, (size, new) in enumerate(zip(shape_of(argument), shape_of(value), strict=True)):
        if axis not in free and not isinstance(size, int) and not is_equal(size, new):
            raise Resized((*place, axis))


def _axes(scope: TracingScope, place: Place) -> set[int]:
    pending = scope.program.pending
    return {axis for *at, axis in pending[-1].resized if (*at,) == place} if pending else set()
