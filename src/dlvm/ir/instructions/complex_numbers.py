"""Element-wise instructions that build complex numbers and extract their parts."""

from __future__ import annotations

from dlvm.ir.declaration import Trait, TypeRuleError
from dlvm.ir.instructions.elementwise import Binary, Unary
from dlvm.ir.instructions.rules import COMPLEX, Domain
from dlvm.ir.types import ElementType

_PART: Domain = ("f32 or f64", lambda e: e.complex is not None)


class Complex(Binary):
    """The complex number with the left operand as its real part and the right one as its imaginary
    part."""

    traits = Trait.LINEAR
    domain = _PART

    @classmethod
    def result_element(cls, element: ElementType) -> ElementType:
        if element.complex is None:
            raise TypeRuleError(f"no complex type has parts of type {element}")
        return element.complex


class Real(Unary):
    """The real part."""

    traits = Trait.LINEAR
    domain = COMPLEX

    @classmethod
    def result_element(cls, element: ElementType) -> ElementType:
        return element.part


class Imag(Unary):
    """The imaginary part, which is a real number."""

    traits = Trait.LINEAR
    domain = COMPLEX

    @classmethod
    def result_element(cls, element: ElementType) -> ElementType:
        return element.part


class Conjugate(Unary):
    """The complex conjugate: the imaginary part is negated."""

    traits = Trait.LINEAR
    domain = COMPLEX
