"""Batches of unknown size: their kernels are scheduled for a batch of one example.

Networks are often exported with an unknown batch dimension and run on single examples. The cost
models would take the batch for a long dimension: they would vectorize it or distribute it over
threads.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from dlvm.compute.loop_nest.nest import Nest, make_nest, shared_ranges
from dlvm.compute.scheduling.execution_time import HAND_OVER, execution_time
from dlvm.compute.scheduling.machine import Machine
from dlvm.compute.scheduling.vector_lanes import lanes_of
from dlvm.ir.compute import Definition, Range
from dlvm.ir.polynomial import estimate
from dlvm.ir.types import FunctionType, TensorType, Type

_LONG: Final = 2000 * HAND_OVER
"""The picoseconds from which the loops over one example are long enough for threads."""


def typical_nest(definition: Definition, machine: Machine) -> Nest:
    """The loop nest for which a definition is scheduled: that of one example, if the first
    dimension is a batch of unknown size. The directives hold for the whole batch, too.

    The examples of a batch are not scheduled one by one if they are the rows of a product, if they
    are the only shared dimension, or if the loops over one of them are short.
    """
    nest = make_nest(definition)
    (batch, *_) = shared_ranges(definition.body.statements) or (None,)
    if batch is None or isinstance(batch.size, int) or len(nest.prefix) < 2:
        return nest
    product = nest.product()
    if product is not None and batch in (*product.rows, *product.columns):
        return nest
    example = make_nest(_of_one_example(definition, batch))
    time = execution_time(example, lanes_of(example, machine))
    return example if example.prefix and estimate(time) >= _LONG else nest


def _of_one_example(definition: Definition, batch: Range) -> Definition:
    """The definition for a batch with one example."""
    body, type = definition.body, definition.type
    one = Range(batch.variable, 1)
    statements = tuple(replace(s, ranges=(one, *s.ranges[1:])) for s in body.statements)
    parameters = tuple(_with_one_example(t.canonical, batch) for t in type.parameters)
    return Definition(
        definition.name or "",
        FunctionType(parameters, type.result),
        replace(body, statements=statements),
    )


def _with_one_example(type: Type, batch: Range) -> Type:
    """A type with 1 in place of the size of a batch in front."""
    if not isinstance(type, TensorType) or type.shape[:1] != (batch.extent,):
        return type
    return type.with_shape((1, *type.shape[1:]))
