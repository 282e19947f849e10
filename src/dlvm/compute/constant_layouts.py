"""Constant factors of products, laid out once: so that vectors go along memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dlvm.compute.machine import Machine
from dlvm.compute.model import lanes_for
from dlvm.compute.nest import make_nest
from dlvm.compute.product_scheduling import product_cycles
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
    compare,
    map_reads,
)
from dlvm.ir.instructions import Apply
from dlvm.ir.module import Module
from dlvm.ir.types import I64, FunctionType, TensorType
from dlvm.ir.values import Literal, Resource, TensorData

_GAIN = 0.97
"""What share of the time a product may take at most in the new layout."""


def lay_out_constants(module: Module, machine: Machine) -> None:
    """Puts the dimensions of constant factors that go along the columns of products last, where the
    products are faster so.

    Another definition makes the new constant of the old one. As code generation computes what
    depends on constants only, it is made once, when the program is compiled. Definitions that have
    a schedule already are left as they are.
    """
    applied: dict[Definition, list[Apply]] = {}
    for function in module.functions:
        for op in function.instructions():
            if isinstance(op, Apply) and isinstance(op.callee, Definition):
                applied.setdefault(op.callee, []).append(op)
    scheduled = {s.definition for s in module.schedules}
    layouts: dict[_Layout, Definition] = {}
    for place, definition in enumerate(module.definitions):
        applies = applied.get(definition, [])
        if definition.name in scheduled or not applies:
            continue
        for layout in _layouts(definition, machine):
            number = definition.body.parameters.index(layout.tensor)
            if not all(map(_is_stored, (apply.arguments[number] for apply in applies))):
                continue
            laid_out = layout.applied_to(definition)
            cycles = [product_cycles(make_nest(d), machine) for d in (laid_out, definition)]
            if cycles[0] < _GAIN * cycles[1]:
                module.definitions[place] = laid_out
                for apply in applies:
                    _replace(apply, number, laid_out, layout, layouts)
                break
    names = {d.name for d in module.definitions}
    for definition in layouts.values():
        number = next(n for n in range(len(names) + 1) if f"layout.{n}" not in names)
        definition.name = f"layout.{number}"
        names.add(definition.name)
        module.definitions.append(definition)


def _is_stored(value: object) -> bool:
    return isinstance(value, Literal) and isinstance(value.data, Resource | TensorData)


@dataclass(frozen=True)
class _Layout:
    """The dimensions of a tensor of a type in their new order; the last has a length of its own, so
    that rows do not lie in the same places of the cache."""

    tensor: str
    type: TensorType
    order: tuple[int, ...]
    length: int

    @property
    def new_type(self) -> TensorType:
        shape = [self.type.shape[axis] for axis in self.order]
        return self.type.with_shape((*shape[:-1], self.length))

    def applied_to(self, definition: Definition) -> Definition:
        """The definition with the tensor in its new layout."""

        def read(old: Read) -> Expression:
            if old.tensor != self.tensor:
                return old
            return Read(old.tensor, tuple(old.indices[axis] for axis in self.order), old.element)

        body = definition.body
        statements = tuple(replace(s, value=map_reads(s.value, read)) for s in body.statements)
        types = list(definition.type.parameters)
        types[body.parameters.index(self.tensor)] = self.new_type
        type = FunctionType(tuple(types), definition.type.result)
        body = replace(body, statements=statements)
        return Definition(definition.name or "", type, body, definition.location)

    def definition(self) -> Definition:
        """What makes the new tensor of the old one, with zeros where there is nothing."""
        variables = [f"i{axis}" for axis in range(len(self.order))]
        ranges = tuple(map(Range, variables, self.new_type.shape))
        places: dict[int, Affine] = {
            axis: Affine.variable(v) for axis, v in zip(self.order, variables, strict=True)
        }
        indices = tuple(places[axis] for axis in range(len(self.order)))
        value: Expression = Read("a", indices, self.type.element)
        size = self.type.shape[self.order[-1]]
        assert isinstance(size, int)
        if size < self.length:
            inside = compare("lessThan", IndexValue(indices[self.order[-1]]), Constant(size, I64))
            value = Guard(inside, value, Constant(0, self.type.element))
        body = Body(("a",), ("b",), (Statement("b", ranges, value),))
        return Definition("", FunctionType((self.type,), self.new_type), body)


def _replace(
    apply: Apply,
    number: int,
    laid_out: Definition,
    layout: _Layout,
    layouts: dict[_Layout, Definition],
) -> None:
    made = layouts.setdefault(replace(layout, tensor=""), layout.definition())
    fresh = Apply(made, [apply.arguments[number]], layout.new_type)
    fresh.location = apply.location
    assert apply.block is not None
    apply.block.insert(fresh, before=apply)
    apply.set_operand(0, laid_out)
    apply.set_operand(1 + number, fresh)


def _layouts(definition: Definition, machine: Machine) -> Iterator[_Layout]:
    """Layouts of the factors of a definition's product that have the dimensions along columns last:
    those that the other factor does not know, and that are not summed over."""
    statements = definition.body.statements
    reductions = [n for s in statements for n in s.value.walk() if isinstance(n, Reduction)]
    if len(reductions) != 1 or not isinstance(reductions[0].body, Call):
        return
    (reduction,) = reductions
    summed = {r.variable for r in reduction.ranges}
    factors = reduction.body.children
    types = definition.tensor_types()
    for factor in factors:
        if not isinstance(factor, Read) or factor.tensor not in definition.body.parameters:
            continue
        everywhere = [n for s in statements for n in s.value.walk() if isinstance(n, Read)]
        type, variables = types[factor.tensor], [_variable(i) for i in factor.indices]
        is_plain = None not in variables and type.static_shape is not None
        if not is_plain or sum(n.tensor == factor.tensor for n in everywhere) != 1:
            continue
        others = {v for f in factors if f is not factor for v in f.variables}
        columns = [a for a, v in enumerate(variables) if v and v not in summed and v not in others]
        order = (*(a for a in range(type.rank) if a not in columns), *columns)
        if columns and order != tuple(range(type.rank)):
            length = type.static_shape[columns[-1]] if type.static_shape else 0
            if len(columns) == 1:
                length = _odd_lines(length, lanes_for(type.element, machine))
            yield _Layout(factor.tensor, type, order, length)


def _variable(index: object) -> str | None:
    """The variable that an index is, or none where there is one value only; None for others."""
    if index == Affine():
        return ""
    if not isinstance(index, Affine) or len(index.terms) != 1:
        return None
    ((variable, _),) = index.terms
    return variable if index == Affine.variable(variable) else None


def _odd_lines(length: int, lanes: int) -> int:
    """A length from which on whole vectors follow, an odd number of them."""
    vectors = -(-length // lanes)
    return lanes * (vectors + (vectors % 2 == 0))
