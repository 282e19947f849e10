"""Rewrites products to read factors in new layouts, which separate definitions compute."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce as fold

from dlvm.compute.loop_nest.dimension_splitting import split_quotient
from dlvm.ir.compute import (
    Affine,
    Body,
    Call,
    Constant,
    Definition,
    Expression,
    Guard,
    IndexValue,
    Range,
    Read,
    Reduction,
    Statement,
    call,
    compare,
    map_reductions,
)
from dlvm.ir.instruction import Instruction
from dlvm.ir.instructions import Apply, ShapeCast
from dlvm.ir.module import Module
from dlvm.ir.types import I64, FunctionType, TensorType
from dlvm.ir.values import Value

Margins = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class OperandLayout:
    """A permutation of the dimensions of a tensor type, with zero padding before and after each
    original dimension. ``factor`` is the read that the layout replaces. If the read has a
    condition, the padding makes it redundant."""

    factor: Guard | Read
    type: TensorType
    order: tuple[int, ...]
    margins: Margins
    panel: int = 0
    """The width of the panels into which the last dimension in the new order is cut; 0 for none.
    The number of the panel becomes the first dimension."""

    @property
    def read(self) -> Read:
        read = self.factor.body if isinstance(self.factor, Guard) else self.factor
        assert isinstance(read, Read)
        return read

    @property
    def is_padded(self) -> bool:
        return any(map(any, self.margins))

    @property
    def new_type(self) -> TensorType:
        return self.type.with_shape(_sizes(self.type, self.order, self.margins, self.panel))

    def applied_to(self, definition: Definition) -> Definition:
        """The definition, rewritten to read the tensor in its new layout."""
        old = self.read
        places = [_affine(old, axis).plus(low) for axis, (low, _) in enumerate(self.margins)]
        indices: list[Affine | Expression] = [places[axis] for axis in self.order]
        if self.panel:
            column = IndexValue(places[self.order[-1]])
            number = call("truncateDivide", column, Constant(self.panel, I64))
            before = call("multiply", number, Constant(-self.panel, I64))
            indices = [number, *indices[:-1], call("add", column, before)]
        new = Read(old.tensor, tuple(indices), old.element)

        def laid_out(reduction: Reduction) -> Reduction:
            body = reduction.body
            if not isinstance(body, Call):
                return reduction
            arguments = tuple(new if a == self.factor else a for a in body.arguments)
            return replace(reduction, body=replace(body, arguments=arguments))

        body = definition.body
        statements = tuple(
            replace(s, value=map_reductions(s.value, laid_out)) for s in body.statements
        )
        types = list(definition.type.parameters)
        types[body.parameters.index(old.tensor)] = self.new_type
        type = FunctionType(tuple(types), definition.type.result)
        split = None
        if self.panel:
            statements, split = split_quotient(statements)
        if split is not None:
            assert isinstance(type.result, TensorType)
            result = type.result.with_shape(split.shape(type.result.shape))
            type = FunctionType(type.parameters, result)
        body = replace(body, statements=statements)
        return Definition(definition.name or "", type, body, definition.location)

    @property
    def at_once(self) -> Definition:
        """The definition that computes the new tensor from the old one in one kernel."""
        return _definition(self.type, self.order, self.margins, self.panel)

    @property
    def steps(self) -> Iterator[Definition]:
        """The definitions that compute the new tensor from the old one in several kernels, one per
        change. This is faster than one kernel, because only transpositions without a condition are
        tiled."""
        type, usual = self.type, tuple(range(self.type.rank))
        if self.order != usual:
            yield _definition(type, self.order, ((0, 0),) * type.rank)
            type = type.with_shape(type.shape[axis] for axis in self.order)
        if self.is_padded:
            yield _definition(type, usual, tuple(self.margins[axis] for axis in self.order))


def _affine(read: Read, axis: int) -> Affine:
    index = read.indices[axis]
    assert isinstance(index, Affine)
    return index


def _sizes(type: TensorType, order: Sequence[int], margins: Margins, panel: int) -> list[int]:
    """The sizes in the new layout."""
    assert type.static_shape is not None
    padded = [low + n + high for n, (low, high) in zip(type.static_shape, margins, strict=True)]
    sizes = [padded[axis] for axis in order]
    return [sizes[-1] // panel, *sizes[:-1], panel] if panel else sizes


def _definition(
    type: TensorType, order: Sequence[int], margins: Margins, panel: int = 0
) -> Definition:
    names = [f"i{axis}" for axis in range(type.rank)]
    values = [Affine.variable(name) for name in names]
    variables, sizes = [names[axis] for axis in order], _sizes(type, order, margins, panel)
    if panel:
        variables.insert(0, "p")
        values[order[-1]] = values[order[-1]].plus(Affine.variable("p").scaled(panel))
    ranges = tuple(map(Range, variables, sizes))
    places = [v.plus(-low) for v, (low, _) in zip(values, margins, strict=True)]
    conditions: list[Expression] = []
    for place, size, (low, high) in zip(places, type.static_shape or (), margins, strict=True):
        if low:
            conditions.append(compare("greaterThanOrEqual", IndexValue(place), Constant(0, I64)))
        if high:
            conditions.append(compare("lessThan", IndexValue(place), Constant(size, I64)))
    value: Expression = Read("a", tuple(places), type.element)
    if conditions:
        condition = fold(lambda a, b: call("and", a, b), conditions)
        value = Guard(condition, value, Constant(0, type.element))
    result = type.with_shape(sizes)
    body = Body(("a",), ("b",), (Statement("b", ranges, value),))
    return Definition("", FunctionType((type,), result), body)


class Replacements:
    """Replaces definitions with ones that read tensors in new layouts, and adds the definitions
    that compute the layouts."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.applied: dict[Definition, list[Apply]] = {}
        for function in module.functions:
            for op in function.instructions():
                if isinstance(op, Apply) and isinstance(op.callee, Definition):
                    self.applied.setdefault(op.callee, []).append(op)
        self._made: dict[tuple[FunctionType, Body], Definition] = {}

    def unscheduled(self) -> Iterator[tuple[Definition, list[Apply]]]:
        """Yields the definitions without a schedule, and the instructions that apply them."""
        scheduled = {s.definition for s in self.module.schedules}
        for definition in list(self.module.definitions):
            applies = self.applied.get(definition, [])
            if definition.name not in scheduled and applies:
                yield definition, applies

    def replace(
        self, old: Definition, new: Definition, number: int, steps: Sequence[Definition]
    ) -> None:
        """Replaces a definition with another one. Wherever it is applied, ``steps`` compute the new
        layout of the operand of the given number. The result of the new definition may have its
        last dimension cut into panels."""
        self.module.definitions[self.module.definitions.index(old)] = new
        for apply in self.applied[old]:
            value = apply.arguments[number]
            for step in steps:
                made = self._made.setdefault((step.type, step.body), step)
                assert isinstance(step.type.result, TensorType)
                value = Apply(made, [value], step.type.result)
                _insert(value, apply)
            if new.type.result == old.type.result:
                apply.set_operand(0, new)
                apply.set_operand(1 + number, value)
            else:
                _apply_panels(apply, old, new, number, value)

    def name(self) -> None:
        """Adds the definitions of the layouts to the module."""
        names = {d.name for d in self.module.definitions}
        for definition in self._made.values():
            number = next(n for n in range(len(names) + 1) if f"layout.{n}" not in names)
            definition.name = f"layout.{number}"
            names.add(definition.name)
            self.module.definitions.append(definition)


def _apply_panels(
    apply: Apply, old: Definition, new: Definition, number: int, value: Value
) -> None:
    """Replaces an application of ``old`` with one of ``new``, whose result has a dimension cut into
    panels, and joins the panels. ``value`` is the operand of the given number in its new layout."""
    result, whole, panels = apply.type.canonical, old.type.result, new.type.result
    assert isinstance(result, TensorType)
    assert isinstance(whole, TensorType)
    assert isinstance(panels, TensorType)
    arguments = [value if n == number else a for n, a in enumerate(apply.arguments)]
    pairs = enumerate(zip(whole.shape, panels.shape, strict=False))
    axis = next(n for n, (before, after) in pairs if before != after)
    shape = (*result.shape[:axis], *panels.shape[axis : axis + 2], *result.shape[axis + 1 :])
    product = Apply(new, arguments, result.with_shape(shape))
    _insert(product, apply)
    cast = ShapeCast(product, result.shape)
    cast.name = apply.name
    _insert(cast, apply)
    apply.replace_uses(cast)
    apply.erase()


def _insert(instruction: Instruction, before: Instruction) -> None:
    assert before.block is not None
    instruction.location = before.location
    before.block.insert(instruction, before=before)
