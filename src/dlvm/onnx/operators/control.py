"""Control flow: branches and loops whose subgraphs become blocks of the program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

import numpy as np

from dlvm.diagnostics import error
from dlvm.nnkit.source_transform.function_rewriting import rewritten
from dlvm.nnkit.tracing.sizes import is_different
from dlvm.nnkit.tracing.tracer import is_tracer
from dlvm.onnx.constants import constant
from dlvm.onnx.graph import Graph, TensorSpec, quoted
from dlvm.onnx.operators.movement import along
from dlvm.onnx.operators.table import Context, axis_of, integer, operator
from dlvm.onnx.operators.vocabulary import nnkit

MOST_ITERATIONS: Final = 10_000
"""The largest trip count of a loop that is unrolled."""
Body = Callable[..., Sequence[Any]]


def _branches(condition: Any, on_true: Body, on_false: Body) -> Any:
    return on_true() if condition else on_false()


def _repeat(limit: Any, condition: Any, states: Any, body: Body) -> Any:
    step = 0
    while condition and step < limit:
        condition, states = body(step, condition, states)
        step = step + 1
    return states


@cache
def _staged(function: Any) -> Any:
    """Stages the control flow of a function."""
    return rewritten(function)


def repeated(count: Any, condition: Any, states: Any, body: Body) -> Any:
    """Stages a loop: the states after ``count`` steps, or when the condition is false."""
    return _staged(_repeat)(count, condition, states, body)


@operator("If")
def if_(condition: Any, *, then_branch: Graph, else_branch: Graph, context: Context) -> Any:
    known = context.known(condition)
    if known is not None:
        chosen = then_branch if bool(known) else else_branch
        return tuple(context.subgraph(chosen, []))
    flag = nnkit.reshape(condition, ())
    if any(s.kind != "tensor" for s in (*then_branch.outputs, *else_branch.outputs)):
        context.needed(condition, "condition")
    return tuple(
        _staged(_branches)(
            flag,
            lambda: tuple(context.subgraph(then_branch, [])),
            lambda: tuple(context.subgraph(else_branch, [])),
        )
    )


@operator("Loop")
def loop(
    limit: Any, condition: Any, *initial: Any, body: Graph, context: Context, outputs: int
) -> Any:
    known = context.known(limit) if limit is not None else None
    goes_on = context.known(condition) if condition is not None else np.array(True)
    count = len(initial)
    rows = outputs - count
    has_sequences = any(not is_tracer(value) for value in initial)
    unrolls = bool(rows or has_sequences or context.is_unrolled())
    if unrolls:
        # The sizes of the results depend on the trip count.
        if limit is not None:
            known = context.needed(limit, "trip count")
        if condition is not None:
            goes_on = context.needed(condition, "condition")
    most = np.iinfo(np.int64).max
    trips = most if known is None else integer(known)
    if goes_on is not None and (unrolls or trips <= 1):
        return _unrolled(trips, bool(goes_on), initial, body, context, rows)
    bound = most if limit is None else nnkit.reshape(limit, ())
    flag = True if condition is None else nnkit.reshape(condition, ())

    def step(number: Any, condition: Any, states: Any) -> Any:
        goes_on, *results = context.subgraph(body, [number, condition, *states])
        if any(map(_has_other_shape, states, results)):
            context.unroll()
        return goes_on, tuple(results)

    return tuple(repeated(bound, flag, tuple(initial), step))


def _has_other_shape(before: Any, after: Any) -> bool:
    """Whether two values of a state are known to have different shapes."""
    old, new = tuple(before.shape), tuple(after.shape)
    return len(old) != len(new) or any(map(is_different, old, new))


def _unrolled(
    count: int, goes_on: bool, states: Sequence[Any], body: Graph, context: Context, rows: int
) -> Any:
    """Unrolls the iterations for as long as the condition is known."""
    current = list(states)
    collected: list[list[Any]] = [[] for _ in range(rows)]
    for step in range(count):
        if not goes_on:
            break
        if step == MOST_ITERATIONS:
            raise error(
                f"the loop must be unrolled, but has more than {MOST_ITERATIONS} iterations"
            )
        flag, *results = context.subgraph(body, [np.array(step), np.array(True), *current])
        current = results[: len(current)]
        for column, row in zip(collected, results[len(current) :], strict=True):
            column.append(row)
        goes_on = bool(context.needed(flag, "condition"))
    specs = body.outputs[1 + len(current) :]
    return (*current, *map(_collected, collected, specs))


def _collected(rows: Sequence[Any], spec: TensorSpec, axis: int = 0) -> Any:
    """The values of an output in all iterations, along a new axis. ``spec`` declares their type."""
    if rows:
        return _stacked(rows, axis)
    sizes = [size for size in spec.shape or () if isinstance(size, int)]
    if spec.dtype is None or spec.shape is None or len(sizes) != len(spec.shape):
        raise error(f"no iteration runs, so the body must declare the shape of {quoted(spec.name)}")
    sizes.insert(axis_of(axis, len(sizes) + 1), 0)
    return np.zeros(sizes, spec.dtype)


def _stacked(rows: Sequence[Any], axis: int = 0) -> Any:
    return nnkit.stack([_tensor(r) for r in rows], axis=axis)


def _tensor(x: Any) -> Any:
    return x if is_tracer(x) else constant(x)


@operator("Scan", since=9)
def scan(
    *inputs: Any,
    body: Graph,
    num_scan_inputs: int,
    scan_input_axes: list[int] | None = None,
    scan_input_directions: list[int] | None = None,
    scan_output_axes: list[int] | None = None,
    scan_output_directions: list[int] | None = None,
    context: Context,
    outputs: int,
) -> Any:
    states = list(inputs[: len(inputs) - num_scan_inputs])
    scanned = inputs[len(states) :]
    axes = scan_input_axes or [0] * num_scan_inputs
    reverse = scan_input_directions or [0] * num_scan_inputs
    count = scanned[0].shape[axis_of(axes[0], len(scanned[0].shape))]
    rows = outputs - len(states)
    collected: list[list[Any]] = [[] for _ in range(rows)]
    if count > MOST_ITERATIONS:
        raise error(
            f"a loop to be unrolled has {count} iterations, expected at most {MOST_ITERATIONS}"
        )
    for step in range(count):
        own = [
            along(_tensor(x), axis_of(a, len(x.shape)), count - 1 - step if r else step)
            for x, a, r in zip(scanned, axes, reverse, strict=True)
        ]
        results = context.subgraph(body, [*states, *own])
        states = results[: len(states)]
        for column, row in zip(collected, results[len(states) :], strict=True):
            column.append(row)
    out_axes = scan_output_axes or [0] * rows
    backward = scan_output_directions or [0] * rows
    stacked = [
        _collected(list(reversed(c)) if r else c, spec, a)
        for c, spec, a, r in zip(
            collected, body.outputs[len(states) :], out_axes, backward, strict=True
        )
    ]
    return (*states, *stacked)


@operator("Scan")
def scan_8(
    lengths: Any,
    *inputs: Any,
    body: Graph,
    num_scan_inputs: int,
    directions: list[int] | None = None,
    context: Context,
    outputs: int,
) -> Any:
    """Version 8: the first axis of every input is the batch."""
    if lengths is not None:
        raise error("Scan: sequence_lens is not supported")
    rows: list[tuple[Any, ...]] = []
    for batch in range(inputs[0].shape[0]):
        own = [_tensor(x)[batch] for x in inputs]
        rows.append(
            scan(
                *own,
                body=body,
                num_scan_inputs=num_scan_inputs,
                scan_input_directions=directions,
                context=context,
                outputs=outputs,
            )
        )
    return tuple(_stacked(column) for column in zip(*rows, strict=True))


# Sequences and optional values, which exist only while the model is imported


@operator("SequenceConstruct")
def sequence_construct(*tensors: Any) -> Any:
    return list(tensors)


@operator("SequenceEmpty")
def sequence_empty(*, dtype: int = 1) -> Any:
    return list[Any]()


@operator("SequenceInsert")
def sequence_insert(sequence: Any, tensor: Any, position: Any = None, *, context: Context) -> Any:
    found = list(sequence)
    place = len(found) if position is None else integer(context.needed(position, "position"))
    found.insert(place + len(found) if place < 0 else place, tensor)
    return found


@operator("SequenceErase")
def sequence_erase(sequence: Any, position: Any = None, *, context: Context) -> Any:
    found = list(sequence)
    del found[-1 if position is None else integer(context.needed(position, "position"))]
    return found


@operator("SequenceAt")
def sequence_at(sequence: Any, position: Any, *, context: Context) -> Any:
    return sequence[integer(context.needed(position, "position"))]


@operator("SequenceLength")
def sequence_length(sequence: Any) -> Any:
    return np.array(len(sequence), np.int64)


@operator("ConcatFromSequence")
def concat_from_sequence(sequence: Any, *, axis: int, new_axis: int = 0) -> Any:
    tensors = [_tensor(t) for t in sequence]
    return nnkit.stack(tensors, axis=axis) if new_axis else nnkit.concat(tensors, axis=axis)


@operator("SplitToSequence")
def split_to_sequence(
    x: Any, split: Any = None, *, axis: int = 0, keepdims: int = 1, context: Context
) -> Any:
    x = _tensor(x)
    axis = axis_of(axis, len(x.shape))
    whole = x.shape[axis]
    sizes = None if split is None else np.asarray(context.needed(split, "split"))
    context.count(whole)
    if sizes is None:
        each = [slice(n, n + 1) if keepdims else n for n in range(whole)]
        return [along(x, axis, item) for item in each]
    if sizes.ndim == 0:
        step = int(sizes)
        starts = range(0, whole, step)
        return [along(x, axis, slice(s, min(s + step, whole))) for s in starts]
    ends = np.cumsum(sizes)
    return [along(x, axis, slice(int(e - s), int(e))) for s, e in zip(sizes, ends, strict=True)]


@operator("Optional")
def optional(x: Any = None, *, type: Any = None) -> Any:
    return x


@operator("OptionalHasElement")
def optional_has_element(x: Any = None) -> Any:
    return np.array(x is not None)


@operator("OptionalGetElement")
def optional_get_element(x: Any) -> Any:
    if x is None:
        raise error("OptionalGetElement: there is no value")
    return x
