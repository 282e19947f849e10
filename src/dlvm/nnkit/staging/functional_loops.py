"""Loops and branches as functions of functions, by JAX's names: ``scan``, ``fori_loop``,
``while_loop`` and ``cond``.

Each stages the equivalent statement.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from dlvm.ir.instructions import Broadcast
from dlvm.ir.types import BOOL
from dlvm.ir.values import Literal, Value
from dlvm.nnkit.control_flow.branches import choose
from dlvm.nnkit.control_flow.loops import as_tensors, element_of, length_of
from dlvm.nnkit.control_flow.ranges import range_of
from dlvm.nnkit.control_flow.sequence_leaves import sequence_leaves
from dlvm.nnkit.pytree.packing import lift_leaves
from dlvm.nnkit.pytree.pytree import TreeNode, flatten, unflatten
from dlvm.nnkit.source_transform.function_rewriting import callee, rewritten
from dlvm.nnkit.staging.sequences import (
    loop_over_indices,
    replaced_element,
    tried_element,
    zeros_along,
)
from dlvm.nnkit.tracing.primitives import static_int
from dlvm.nnkit.tracing.trace import emit, failure, scope_for
from dlvm.nnkit.tracing.tracer import wrap


def fori_loop(lower: Any, upper: Any, body_fun: Callable[[Any, Any], Any], init_val: Any) -> Any:
    """``for i in range(lower, upper): val = body_fun(i, val)`` as a loop of the program.

    Parameters
    ----------
    lower, upper
        The bounds of the index, integers that may be staged.
    body_fun
        The function of the index and the value; it returns a value of the same structure and types.
    init_val
        The initial value: a tensor, or a tuple, list or struct of tensors.
    """
    scope_for("fori_loop")
    return _rewritten(_for)(lower, upper, callee(body_fun), as_tensors(init_val))


def while_loop(
    cond_fun: Callable[[Any], Any], body_fun: Callable[[Any], Any], init_val: Any
) -> Any:
    """``while cond_fun(val): val = body_fun(val)`` as a loop of the program.

    Parameters
    ----------
    cond_fun
        The function of the value that returns whether to run another iteration.
    body_fun
        The function of the value that returns the next one, of the same structure and types.
    init_val
        The initial value: a tensor, or a tuple, list or struct of tensors.
    """
    scope_for("while_loop")
    return _rewritten(_while)(callee(cond_fun), callee(body_fun), as_tensors(init_val))


def cond(
    pred: Any, true_fun: Callable[..., Any], false_fun: Callable[..., Any], *operands: Any
) -> Any:
    """``true_fun(*operands) if pred else false_fun(*operands)``; only one of them runs.

    Parameters
    ----------
    pred
        A bool, known or staged.
    true_fun, false_fun
        Functions of the operands, whose results have the same structure and types.
    *operands
        The arguments of both functions.

    Examples
    --------
    ::

        cond(x > 0, lambda x: x, lambda x: -x, x)
    """
    scope_for("cond")
    first, second = callee(true_fun), callee(false_fun)
    return choose(pred, lambda: first(*operands), lambda: second(*operands))


def scan(
    f: Callable[[Any, Any], tuple[Any, Any]],
    init: Any,
    xs: Any = None,
    length: int | None = None,
    reverse: bool = False,
) -> tuple[Any, Any]:
    """A loop that carries a value and collects results.

    Parameters
    ----------
    f
        The function of the carried value and an element. It returns the next carried value, of the
        same structure and types, and a result, which may be None.
    init
        The initial carried value.
    xs
        The sequence: a tensor with a leading axis, or a tuple, list or struct of such tensors; None
        to pass None to each call.
    length
        The number of iterations if ``xs`` is None.
    reverse
        Whether to begin at the end. The results are in the order of the sequence.

    Returns
    -------
    tuple
        The last carried value, and the results with a leading axis.

    Examples
    --------
    ::

        total, sums = nnkit.scan(lambda c, x: (c + x, c + x), 0.0, xs)
    """
    scope = scope_for("scan")
    called = callee(f)
    first = None if xs is None else sequence_leaves("scan", xs)[0]
    count = static_int(length, "scan: length") if first is None else length_of(wrap(first))

    def step(carried: Any, index: Any) -> Any:
        return as_tensors(called(carried, None if xs is None else element_of(xs, index)))

    initial = as_tensors(init)
    structure, types = tried_element("scan", lambda index: step(initial, index))
    parts = structure.children if isinstance(structure, TreeNode) else ()
    if len(parts) != 2:
        raise failure("scan: the function must return a tuple of the carried value and a result")
    kept, collected = parts
    zeros: list[Value] = []
    for type in types[kept.count :]:
        zero = Literal(type.with_shape(()), False if type.element is BOOL else 0)
        if first is None:
            zeros.append(emit(Broadcast, zero, (count, *type.shape)))
        else:
            zeros.append(zeros_along(first, type))

    def iteration(index: Any, state: tuple[Any, tuple[Any, ...]]) -> Any:
        carried, results = state
        place = count - 1 - index if reverse else index
        carried, found = step(carried, place)
        leaves: list[Any] = []
        if flatten(found, leaves) != collected:
            raise failure("scan: results must have the same structure, got different ones")
        values = lift_leaves([collected], leaves, scope.program)
        pairs = zip(results, values, strict=True)
        return carried, tuple(wrap(replaced_element(w.value, place, v)) for w, v in pairs)

    state = (initial, tuple(map(wrap, zeros)))
    carried, results = loop_over_indices("the carried value of scan", 0, count, state, iteration)
    return carried, unflatten(collected, iter(results))


def _for(lower: Any, upper: Any, step: Callable[[Any, Any], Any], value: Any) -> Any:
    for index in range_of(lower, upper):
        value = step(index, value)
    return value


def _while(holds: Callable[[Any], Any], step: Callable[[Any], Any], value: Any) -> Any:
    while holds(value):
        value = step(value)
    return value


_rewritten = cache(rewritten)
"""Rewrites a function, once, so that its statements can be staged."""
