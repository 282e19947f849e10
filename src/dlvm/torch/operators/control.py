"""Control flow: branches and loops whose subgraphs become blocks of the program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from dlvm.nnkit.source_transform.function_rewriting import rewritten
from dlvm.torch.operators.table import OPERATORS, AtenOperator
from dlvm.torch.operators.vocabulary import nnkit

Graph = Callable[..., list[Any]]
"""Stages a subgraph on its inputs and returns its results."""


def _branches(condition: Any, on_true: Any, on_false: Any) -> Any:
    return on_true() if condition else on_false()


def _while(holds: Any, step: Any, values: Any) -> Any:
    while holds(values):
        values = step(values)
    return values


@cache
def _staged(function: Any) -> Any:
    """The function with staged statements."""
    return rewritten(function)


def cond(pred: Any, true_graph: Graph, false_graph: Graph, operands: Sequence[Any] = ()) -> Any:
    if isinstance(pred, bool):
        return tuple((true_graph if pred else false_graph)(*operands))
    return _staged(_branches)(
        nnkit.reshape(pred, ()),
        lambda: tuple(true_graph(*operands)),
        lambda: tuple(false_graph(*operands)),
    )


def while_loop(
    cond_graph: Graph, body_graph: Graph, carried: Sequence[Any], additional: Sequence[Any] = ()
) -> Any:
    def holds(values: Sequence[Any]) -> Any:
        return nnkit.reshape(cond_graph(*values, *additional)[0], ())

    def step(values: Sequence[Any]) -> Any:
        return tuple(body_graph(*values, *additional))

    return _staged(_while)(holds, step, tuple(carried))


def scan(
    combine: Graph, init: Sequence[Any], xs: Sequence[Any], additional: Sequence[Any] = ()
) -> Any:
    count = len(init)

    def step(carried: Any, element: Any) -> Any:
        results = combine(*carried, *element, *additional)
        return tuple(results[:count]), tuple(results[count:])

    carried, collected = nnkit.scan(step, tuple(init), tuple(xs))
    return (*carried, *collected)


def map_(body: Graph, xs: Sequence[Any], additional: Sequence[Any] = ()) -> Any:
    return scan(body, (), xs, additional)


CONTROL_FLOW = {"cond": cond, "while_loop": while_loop, "scan": scan, "map_impl": map_}
OPERATORS.update({name: AtenOperator(call, False) for name, call in CONTROL_FLOW.items()})
