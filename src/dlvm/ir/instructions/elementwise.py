"""Element-wise instructions. Operands broadcast as in NumPy and have one element type."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from dlvm.ir.declaration import Trait, TypeRuleError, attribute, operand
from dlvm.ir.instruction import Instruction
from dlvm.ir.instructions.rules import (
    ANY,
    FLOAT,
    INEXACT,
    INTEGER,
    LOGICAL,
    NUMERIC,
    ORDERED,
    REAL,
    Domain,
    broadcast_shapes,
    check_domain,
    same_element,
    same_element_type,
    tensor_type,
)
from dlvm.ir.types import BOOL, ElementType, TensorType, Type
from dlvm.ir.values import Value


class Elementwise(Instruction):
    """Computes each element of the result from the operands' elements at the same index.

    ``domain`` restricts the element types of the operands. The result has the same element type, or
    bool if ``predicate`` is set.
    """

    traits = Trait.ELEMENTWISE | Trait.BROADCASTING
    domain: ClassVar[Domain] = NUMERIC
    predicate: ClassVar[bool] = False

    def infer(self) -> Type:
        types = tuple(map(tensor_type, self.operands))
        # The rule records constraints on symbolic sizes, so it has to run every time.
        are_known = all(t.static_shape is not None for t in types)
        return (_known_type if are_known else _result_type)(type(self), types)

    @classmethod
    def result_element(cls, element: ElementType) -> ElementType:
        """The element type of the result for operands of an element type."""
        return BOOL if cls.predicate else element


def _result_type(kind: type[Elementwise], types: tuple[TensorType, ...]) -> TensorType:
    """The type of the result for operands of the given types."""
    same_element_type(types)
    element = types[0].element
    check_domain(element, kind.domain)
    shape = broadcast_shapes(*(t.shape for t in types))
    return TensorType(shape, kind.result_element(element))


_known_type = lru_cache(4096)(_result_type)
"""Shares one type object among instructions whose operands have the same types."""


class Unary(Elementwise):
    """An element-wise function of one operand."""

    x: Value = operand()

    def __init_subclass__(cls) -> None:
        cls.format = f"{_mnemonic(cls)} {{x}}"
        super().__init_subclass__()


class Binary(Elementwise):
    """An element-wise function of two operands."""

    lhs: Value = operand()
    rhs: Value = operand()
    commutative: ClassVar[bool] = False

    def __init_subclass__(cls, abstract: bool = False) -> None:
        if not abstract:
            cls.format = f"{_mnemonic(cls)} {{lhs}}, {{rhs}}"
        super().__init_subclass__()


def _mnemonic(cls: type[Instruction]) -> str:
    return cls.__name__[0].lower() + cls.__name__[1:]


class Negate(Unary):
    """The negative. Wraps around for integers."""

    traits = Trait.EXACT


class Sign(Unary):
    """-1, 0 or 1, depending on the sign of the operand; NaN for NaN."""

    traits = Trait.ZERO_DERIVATIVE | Trait.EXACT
    domain = REAL


class Abs(Unary):
    """The absolute value, a real number. The least signed integer is unchanged."""

    traits = Trait.EXACT

    @classmethod
    def result_element(cls, element: ElementType) -> ElementType:
        return element.part


class Square(Unary):
    """The product of the operand with itself."""


class Sqrt(Unary):
    """The square root; NaN for negative floats. For a complex number, the root whose real part is
    not negative."""

    domain = INEXACT
    traits = Trait.TRANSCENDENTAL


class Rsqrt(Unary):
    """One over the square root."""

    domain = INEXACT
    traits = Trait.TRANSCENDENTAL


class Exp(Unary):
    """e to the power of the operand."""

    traits = Trait.TRANSCENDENTAL | Trait.EXPENSIVE
    domain = INEXACT


class Expm1(Unary):
    """``exp x - 1``, accurate near 0."""

    traits = Trait.TRANSCENDENTAL | Trait.EXPENSIVE
    domain = INEXACT


class Log(Unary):
    """The natural logarithm; -inf for 0, NaN for negative floats. For a complex number, the value
    whose imaginary part is in [-pi, pi]."""

    traits = Trait.TRANSCENDENTAL | Trait.EXPENSIVE
    domain = INEXACT


class Log1p(Unary):
    """``log (1 + x)``, accurate near 0."""

    traits = Trait.TRANSCENDENTAL | Trait.EXPENSIVE
    domain = INEXACT


class Sin(Unary):
    """The sine of an angle in radians."""

    traits = Trait.TRANSCENDENTAL | Trait.EXPENSIVE
    domain = INEXACT


class Cos(Unary):
    """The cosine of an angle in radians."""

    traits = Trait.TRANSCENDENTAL | Trait.EXPENSIVE
    domain = INEXACT


class Tan(Unary):
    """The tangent of an angle in radians."""

    traits = Trait.TRANSCENDENTAL | Trait.EXPENSIVE
    domain = INEXACT


class Asin(Unary):
    """The inverse sine, in radians; NaN for floats outside [-1, 1]."""

    traits = Trait.TRANSCENDENTAL | Trait.EXPENSIVE
    domain = INEXACT


class Acos(Unary):
    """The inverse cosine, in radians; NaN for floats outside [-1, 1]."""

    traits = Trait.TRANSCENDENTAL | Trait.EXPENSIVE
    domain = INEXACT


class Atan(Unary):
    """The inverse tangent, in radians."""

    traits = Trait.TRANSCENDENTAL | Trait.EXPENSIVE
    domain = INEXACT


class Sinh(Unary):
    """The hyperbolic sine."""

    traits = Trait.TRANSCENDENTAL | Trait.EXPENSIVE
    domain = INEXACT


class Cosh(Unary):
    """The hyperbolic cosine."""

    traits = Trait.TRANSCENDENTAL | Trait.EXPENSIVE
    domain = INEXACT


class Tanh(Unary):
    """The hyperbolic tangent."""

    traits = Trait.TRANSCENDENTAL | Trait.EXPENSIVE
    domain = INEXACT


class Erf(Unary):
    """The error function."""

    traits = Trait.TRANSCENDENTAL | Trait.EXPENSIVE
    domain = FLOAT


class Erfc(Unary):
    """``1 - erf x``, accurate even if ``erf x`` is near 1."""

    traits = Trait.TRANSCENDENTAL | Trait.EXPENSIVE
    domain = FLOAT


class Lgamma(Unary):
    """The logarithm of the absolute value of the gamma function; inf at its poles and at -inf."""

    traits = Trait.TRANSCENDENTAL | Trait.EXPENSIVE
    domain = FLOAT


class Digamma(Unary):
    """The derivative of ``lgamma``: -inf at 0, inf at -0, NaN at the other poles."""

    traits = Trait.TRANSCENDENTAL | Trait.EXPENSIVE
    domain = FLOAT


class Floor(Unary):
    """The greatest integer that is at most the operand."""

    traits = Trait.ZERO_DERIVATIVE | Trait.EXACT
    domain = FLOAT


class Ceil(Unary):
    """The least integer that is at least the operand."""

    traits = Trait.ZERO_DERIVATIVE | Trait.EXACT
    domain = FLOAT


class Round(Unary):
    """The nearest integer. Halves are rounded away from zero, as in C's ``round``."""

    traits = Trait.ZERO_DERIVATIVE | Trait.EXACT
    domain = FLOAT


class Rint(Unary):
    """The nearest integer. Halves are rounded to even, as in C's and NumPy's ``rint``."""

    traits = Trait.ZERO_DERIVATIVE | Trait.EXACT
    domain = FLOAT


class Reciprocal(Unary):
    """One over the operand."""

    domain = INEXACT


class IsNaN(Unary):
    """Whether the operand, or a part of a complex operand, is NaN."""

    traits = Trait.ZERO_DERIVATIVE | Trait.EXACT
    domain = INEXACT
    predicate = True


class IsInf(Unary):
    """Whether the operand, or a part of a complex operand, is infinite."""

    traits = Trait.ZERO_DERIVATIVE | Trait.EXACT
    domain = INEXACT
    predicate = True


class Not(Unary):
    """The logical NOT of bools, or the bitwise NOT of integers."""

    traits = Trait.ZERO_DERIVATIVE | Trait.EXACT
    domain = LOGICAL


class Add(Binary):
    """The sum. Integers wrap around."""

    commutative = True


class Subtract(Binary):
    """The difference. Integers wrap around."""


class Multiply(Binary):
    """The product. Integers wrap around."""

    commutative = True


class Divide(Binary):
    """The quotient. Division of floats follows IEEE 754."""

    domain = INEXACT


class TruncateDivide(Binary):
    """The quotient rounded towards zero. A division of integers by zero returns 0."""

    traits = Trait.EXPENSIVE | Trait.ZERO_DERIVATIVE
    domain = REAL


class FloorDivide(Binary):
    """The quotient rounded down. A division of integers by zero returns 0, as in NumPy."""

    traits = Trait.EXPENSIVE | Trait.ZERO_DERIVATIVE
    domain = REAL


class Modulo(Binary):
    """The remainder of ``floorDivide``, with the sign of the divisor. For integers, it is 0 if the
    divisor is 0."""

    traits = Trait.EXPENSIVE
    domain = REAL


class Power(Binary):
    """The left operand to the power of the right one. An integer to a negative power is 0, unless
    the base is 1 or -1."""

    traits = Trait.TRANSCENDENTAL | Trait.EXPENSIVE


class Atan2(Binary):
    """The angle in radians between the positive x axis and the point ``(rhs, lhs)``."""

    traits = Trait.TRANSCENDENTAL | Trait.EXPENSIVE
    domain = FLOAT


class Min(Binary):
    """The smaller operand; NaN if either is NaN."""

    domain = REAL
    commutative = True
    traits = Trait.EXACT


class Max(Binary):
    """The greater operand; NaN if either is NaN."""

    domain = REAL
    commutative = True
    traits = Trait.EXACT


class And(Binary):
    """The logical AND of bools, or the bitwise AND of integers."""

    traits = Trait.ZERO_DERIVATIVE | Trait.EXACT
    domain = LOGICAL
    commutative = True


class Or(Binary):
    """The logical OR of bools, or the bitwise OR of integers."""

    traits = Trait.ZERO_DERIVATIVE | Trait.EXACT
    domain = LOGICAL
    commutative = True


class Xor(Binary):
    """The logical exclusive OR of bools, or the bitwise exclusive OR of integers."""

    traits = Trait.ZERO_DERIVATIVE | Trait.EXACT
    domain = LOGICAL
    commutative = True


class ShiftLeft(Binary):
    """Shifts the bits left. The result is 0 if the distance is at least the number of bits."""

    traits = Trait.ZERO_DERIVATIVE
    domain = INTEGER


class ShiftRight(Binary):
    """Shifts the bits right. Signed integers keep their sign, even if the distance is at least the
    number of bits."""

    traits = Trait.ZERO_DERIVATIVE
    domain = INTEGER


class Comparison(Binary, abstract=True):
    """Compares two operands. A comparison with NaN is false, but ``notEqual`` is true."""

    traits = Trait.ZERO_DERIVATIVE
    domain = ANY
    predicate = True


class LessThan(Comparison):
    """Whether the left operand is less than the right one."""

    domain = ORDERED


class LessThanOrEqual(Comparison):
    """Whether the left operand is less than or equal to the right one."""

    domain = ORDERED


class GreaterThan(Comparison):
    """Whether the left operand is greater than the right one."""

    domain = ORDERED


class GreaterThanOrEqual(Comparison):
    """Whether the left operand is greater than or equal to the right one."""

    domain = ORDERED


class Equal(Comparison):
    """Whether the operands are equal."""

    commutative = True


class NotEqual(Comparison):
    """Whether the operands differ."""

    commutative = True


class Select(Instruction):
    """Elements of ``onTrue`` where the flag is true, and of ``onFalse`` elsewhere. All three
    operands broadcast."""

    format = "select {on_true}, {on_false} by {flags}"
    traits = Trait.ELEMENTWISE | Trait.BROADCASTING
    on_true: Value = operand()
    on_false: Value = operand()
    flags: Value = operand()

    def infer(self) -> Type:
        types = [tensor_type(v) for v in self.operands]
        same_element([self.on_true, self.on_false])
        if types[2].element is not BOOL:
            raise TypeRuleError(f"flags have the element type {types[2].element}, expected bool")
        return TensorType(broadcast_shapes(*(t.shape for t in types)), types[0].element)


class DataTypeCast(Instruction):
    """The operand's elements, converted to another element type.

    A float becomes an integer by truncation; a float out of range becomes the nearest bound, and
    NaN becomes 0. Integers wrap around. As a bool, everything but 0 is true. Floats round to
    nearest, ties to even. Floats for storage overflow as in ml_dtypes. A complex number converts
    only to other complex types and to bool; ``real`` and ``imag`` give its parts.
    """

    format = "dataTypeCast {x} to {element}"
    traits = Trait.ELEMENTWISE
    x: Value = operand()
    element: ElementType = attribute("element_type")

    def infer(self) -> Type:
        type = tensor_type(self.x)
        if type.element.is_complex and not (self.element.is_complex or self.element is BOOL):
            raise TypeRuleError(
                f"a complex number does not convert to {self.element}, expected a complex type or "
                "bool: take its part with real or imag first"
            )
        return type.with_element(self.element)
