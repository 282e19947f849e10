"""Batches of unknown size: their kernels are scheduled for a batch of one example.

Networks are often exported with an unknown batch dimension and run on single examples. The cost
models would take the batch for a long dimension: they would vectorize it or distribute it over
threads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dlvm.compute.loop_nest.nest import Nest, make_nest, shared_ranges
from dlvm.compute.scheduling.execution_time import LONG, execution_time
from dlvm.compute.scheduling.machine import Machine
from dlvm.compute.scheduling.vector_lanes import lanes_of
from dlvm.ir.compute import Definition, Range
from dlvm.ir.polynomial import estimate
from dlvm.ir.schedules import Directive
from dlvm.ir.types import FunctionType, TensorType, Type


def typical_nest(definition: Definition, machine: Machine) -> Nest:
    """The loop nest for which a definition is scheduled: that of one example, if the first
    dimension is a batch of unknown size."""
    nest = make_nest(definition)
    return nest_of_example(nest, machine) or nest


def nest_of_example(nest: Nest, machine: Machine) -> Nest | None:
    """The loop nest for a batch of one example, if the first dimension of a nest is a batch of
    unknown size. None if the examples are the rows of a product, if they are the only shared
    dimension, or if the loops over one of them are short."""
    (batch, *_) = shared_ranges(nest.definition.body.statements) or (None,)
    if batch is None or isinstance(batch.size, int) or len(nest.prefix) < 2:
        return None
    product = nest.product()
    if product is not None and batch in (*product.rows, *product.columns):
        return None
    example = make_nest(_of_one_example(nest.definition, batch))
    time = execution_time(example, lanes_of(example, machine))
    return example if example.prefix and estimate(time) >= LONG else None


def tiles_of_examples(
    nest: Nest, example: Nest, directives: Sequence[Directive]
) -> Iterator[Directive]:
    """The directives that a schedule for one example lacks for a batch. If the rows of a product
    are those of all examples, and the product splits its terms, a tile has the rows of one
    example."""
    tiled, product = {d.subjects[0] for d in directives if d.keyword == "tile"}, nest.product()
    if product is not None and any(r.variable in tiled for r in product.terms):
        sizes = {r.variable: r.size for r in example.prefix}
        for loop_range in product.rows:
            size = sizes.get(loop_range.variable)
            if loop_range.variable in tiled or isinstance(loop_range.size, int):
                continue
            if isinstance(size, int):
                yield Directive("tile", (loop_range.variable,), size)


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
