"""Samples of instructions, programs of samples, and operands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dlvm.ir import (
    Argument,
    Builder,
    ElementType,
    Function,
    FunctionType,
    Instruction,
    Literal,
    Module,
    TensorType,
    TupleType,
    Type,
    TypeRuleError,
    Value,
)
from dlvm.ir import instructions as op
from dlvm.ir.types import element_type_of
from dlvm.ir.values import index_literal
from dlvm.ir.wellformed import names_in

Array = np.ndarray[Any, np.dtype[Any]]
Evaluate = Callable[..., Any]


@dataclass(frozen=True)
class Sample:
    """One use of an instruction.

    ``make`` builds the instruction from operands, and ``expected`` computes the result from arrays,
    or is None without a NumPy equivalent. ``differentiable`` is None if a derivative exists but
    finite differences cannot check it. The blocks of a terminator are added after that of the
    operands.
    """

    make: Callable[..., Instruction]
    operands: tuple[Array, ...]
    expected: Evaluate | None
    differentiable: bool | None = True

    def arguments(self, element: ElementType) -> tuple[Array, ...]:
        """Returns the operands in an element type."""
        return tuple(_of_element(x, element) for x in self.operands)


def _of_element(x: Array, element: ElementType) -> Array:
    if x.dtype != np.float64:
        return x
    if element.is_integer:
        x = np.rint(x)
    if element.is_complex:
        parts = np.empty(x.shape, element.numpy)
        parts.real, parts.imag = x, np.flip(x) / 2
        return parts
    with np.errstate(invalid="ignore"):
        return (np.abs(x) if element.kind == "unsigned" else x).astype(element.numpy)


def program(sample: Sample, element: ElementType) -> Module:
    """Returns a module in which @f is the sample for an element type. Raises :class:`TypeRuleError`
    if the instruction does not accept it."""
    function = function_of("f", _types(sample.arguments(element)), sample.make)
    module = Module("sample")
    named = dict.fromkeys(f for i in function.instructions() for f in _functions(i))
    module.functions += [*named, function]
    module.types = list({t: None for i in function.instructions() for t in names_in(i.type)})
    return module


def programs(sample: Sample) -> Iterator[tuple[ElementType, Module]]:
    """Returns the programs of a sample for all element types that the instruction accepts."""
    for element in ElementType:
        try:
            yield element, program(sample, element)
        except TypeRuleError:
            continue


def together(programs: Iterable[tuple[ElementType, Module]]) -> Module:
    """Returns one module with all programs, which are compiled faster than one by one. The function
    for an element type is @f_f32. At most one of the programs defines types."""
    whole = Module("samples")
    for element, module in programs:
        whole.types += module.types
        for function in module.functions:
            if function not in whole.functions:
                if function.name == "f":
                    function.name = f"f_{element}"
                else:
                    function.name = whole.unique_name(str(function.name))
                whole.functions.append(function)
    return whole


def _types(arrays: Sequence[Array]) -> Iterator[Type]:
    for x in arrays:
        element = element_type_of(x.dtype)
        assert element is not None
        yield TensorType(x.shape, element)


def function_of(
    name: str, parameters: Iterable[Type], make: Callable[..., Instruction]
) -> Function:
    """Returns a function of one instruction, with the definitions that it refers to."""
    types = tuple(parameters)
    function = Function(name, FunctionType(types, TupleType(())))
    builder = Builder(function.add_entry())
    made = builder.insert(make(*function.arguments))
    if not made.is_terminator:
        builder.insert(op.Return(made))
    returned = next(i.value for i in function.instructions() if isinstance(i, op.Return))
    assert returned is not None
    function.type = FunctionType(types, returned.type)
    return function


def _functions(instruction: Instruction) -> list[Function]:
    """Returns the functions to which an instruction refers."""
    named = (*instruction.operands, getattr(instruction, "by", None))
    return [f for f in named if isinstance(f, Function)]


def scalar(x: Value, number: float | None = None) -> Any:
    """Returns the scalar type of a tensor's elements, or a constant of it."""
    type = x.type.canonical
    assert isinstance(type, TensorType)
    return type.with_shape(()) if number is None else Literal(type.with_shape(()), number)


def before(steps: Callable[..., Instruction]) -> Callable[..., Instruction]:
    """Inserts all instructions but the last with a builder; returns the last one."""

    def make(*arguments: Argument) -> Instruction:
        return steps(Builder(arguments[0].block), *arguments)

    return make


def indices_of(*numbers: int) -> list[Value]:
    return [index_literal(n) for n in numbers]


# No odd eighth is an integer, a half, or what an even one is: samples keep away from jumps.
_draw = np.random.default_rng(0).integers
ODD = (2 * _draw(-8, 8, (3, 37)) + 1) / 8
EVEN = _draw(3, 10, (3, 37)) * np.where(_draw(0, 2, (3, 37)), 2, -2) / 8
POSITIVE, INSIDE = np.abs(ODD), ODD * 0.45
DISTINCT = (2 * np.random.default_rng(1).permutation(24).reshape(2, 3, 4) - 23) / 16
SPECIAL = np.array([np.nan, np.inf, -np.inf, 0.0, 1.5])
ROW, SCALAR = np.array([0.625, -1.25, 1.75, -0.875]), np.array(1.125)
FLAGS = _draw(0, 2, 37).astype(bool)
