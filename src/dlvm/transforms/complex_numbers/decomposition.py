"""``CPLX``: arithmetic on complex numbers becomes arithmetic on their parts.

All later steps, from algebra simplification to the code generator, compute with real numbers only.
Complex values remain where they are moved: in arguments, results, memory, aggregates, control flow
and instructions that move elements. ``real``, ``imag`` and ``complex`` connect the two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from typing import Any, Final

from dlvm.ir import Builder, Function, FunctionType, Instruction, Literal, Module, TensorType, Value
from dlvm.ir import instructions as op
from dlvm.ir.instructions.contraction import ELLIPSIS
from dlvm.ir.instructions.rules import tensor_type
from dlvm.ir.types import BOOL, ElementType
from dlvm.ir.values import TensorData
from dlvm.transforms.complex_numbers import functions
from dlvm.transforms.complex_numbers.parts import ComplexParts, both, either, is_inf, is_nan
from dlvm.transforms.differentiation.rules.value_builder import TensorValue
from dlvm.transforms.pipeline import Pass, count, register

Known = dict[Value, tuple[Value, Value]]
"""The parts of the complex values of a block that have already been computed or read."""

_MOST_FACTORS: Final = 16
"""The largest exponent of a power that is computed as a product."""

_MOST_CONTRACTED_AT_ONCE: Final = 3
"""The number of factors whose parts are contracted in all combinations."""


@register("CPLX")
@dataclass(frozen=True)
class ComplexDecomposition(Pass):
    """Replaces arithmetic on complex numbers with arithmetic on their real and imaginary parts."""

    def run(self, module: Module) -> bool:
        state = _State(module)
        changed = 0
        for function in list(module.functions):
            for block in function.blocks:
                known: Known = {}
                for instruction in list(block.instructions):
                    changed += _decompose(state, instruction, known)
        count("complex instructions decomposed", changed)
        return changed > 0


class _State:
    """The functions that the pass adds to a module."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.products: dict[ElementType, Function] = {}

    def product(self, element: ElementType) -> Function:
        """The function that multiplies two complex numbers: the operator of reductions and scans
        that multiply."""
        if element in self.products:
            return self.products[element]
        scalar = TensorType((), element)
        names = {f.name for f in self.module.functions}
        name = f"multiply.{element}"
        while name in names:
            name += ".0"
        function = Function(name, FunctionType((scalar, scalar), scalar), {"internal"})
        entry = function.add_entry()
        d = Decomposition(self, Builder(entry), {})
        a, b = entry.arguments
        d.builder.insert(op.Return(d.join(d.of(a) * d.of(b))))
        self.module.functions.append(function)
        self.products[element] = function
        return function


@dataclass(frozen=True)
class Decomposition:
    """The decomposition of one instruction."""

    state: _State
    builder: Builder
    known: Known

    def of(self, value: Value) -> ComplexParts:
        """The parts of a complex value."""
        return ComplexParts(*map(self.term, self.known.get(value) or self._found(value)))

    def _found(self, value: Value) -> tuple[Value, Value]:
        type = tensor_type(value)
        part = type.with_element(type.element.part)
        if isinstance(value, Literal):
            number = value.number
            if isinstance(number, complex):
                return Literal(part, number.real), Literal(part, number.imag)
            if isinstance(value.data, TensorData):
                array = value.data.array
                return Literal(part, TensorData(array.real)), Literal(part, TensorData(array.imag))
        real, imaginary = self.builder.insert(op.Real(value)), self.builder.insert(op.Imag(value))
        if not isinstance(value, Literal):
            self.known[value] = real, imaginary
        return real, imaginary

    def join(self, parts: ComplexParts) -> Value:
        """Builds the complex value with the given parts."""
        whole = self.builder.insert(op.Complex(parts.real.value, parts.imaginary.value))
        self.known[whole] = parts.real.value, parts.imaginary.value
        return whole

    def term(self, value: Value) -> TensorValue:
        return TensorValue(value, self.builder)

    def each(self, instruction: Instruction, parts: Sequence[ComplexParts]) -> ComplexParts:
        """Applies a linear instruction to the real and to the imaginary parts of its first
        operands. ``parts`` are the parts of these operands."""
        return ComplexParts(
            self.like(instruction, [p.real for p in parts]),
            self.like(instruction, [p.imaginary for p in parts]),
        )

    def like(self, instruction: Instruction, operands: Sequence[TensorValue]) -> TensorValue:
        """Builds a copy of an instruction, with the given operands in place of its first ones."""
        copied = instruction.clone()
        copied.name = None
        for slot, operand in enumerate(operands):
            copied.set_operand(slot, operand.value)
        copied.type = copied.infer()
        return self.term(self.builder.insert(copied))


Rule = Callable[[Decomposition, Any], ComplexParts | TensorValue | None]


def _decompose(state: _State, instruction: Instruction, known: Known) -> bool:
    """Replaces an instruction, if it computes with complex numbers; returns whether it did."""
    rule = DECOMPOSE.get(type(instruction))
    types = (v.type.canonical for v in (*instruction.operands, instruction))
    is_complex = any(isinstance(t, TensorType) and t.element.is_complex for t in types)
    if rule is None or not is_complex or instruction.block is None:
        return False
    builder = Builder(instruction.block, before=instruction)
    builder.location = instruction.location
    d = Decomposition(state, builder, known)
    found = rule(d, instruction)
    if found is None:
        return False
    value = d.join(found) if isinstance(found, ComplexParts) else found.value
    if not isinstance(value, Literal) and value.name is None:
        value.name = instruction.name
    instruction.replace_uses(value)
    instruction.erase()
    return True


def _unary(function: Callable[[ComplexParts], ComplexParts | TensorValue]) -> Rule:
    return lambda d, instruction: function(d.of(instruction.x))


def _binary(function: Callable[[ComplexParts, ComplexParts], ComplexParts | TensorValue]) -> Rule:
    return lambda d, instruction: function(d.of(instruction.lhs), d.of(instruction.rhs))


def _complex(d: Decomposition, instruction: op.Complex) -> None:
    """Records the operands as the parts of a complex value, unless one of them is broadcast."""
    part = tensor_type(instruction).with_element(tensor_type(instruction.lhs).element)
    if all(tensor_type(o) == part for o in instruction.operands):
        d.known[instruction] = instruction.lhs, instruction.rhs


def _part(d: Decomposition, instruction: op.Real | op.Imag) -> TensorValue | None:
    """The real or imaginary part that an instruction extracts, if it is already known."""
    known = d.known.get(instruction.x)
    if known is None:
        return None
    return d.term(known[0] if isinstance(instruction, op.Real) else known[1])


def _power(d: Decomposition, power: op.Power) -> ComplexParts:
    exponent = power.rhs.number if isinstance(power.rhs, Literal) else None
    if isinstance(exponent, complex) and not tensor_type(power.rhs).rank:
        whole = exponent.real
        if not exponent.imag and 0 < abs(whole) <= _MOST_FACTORS and whole.is_integer():
            return functions.integer_power(d.of(power.lhs), int(whole))
    return functions.complex_power(d.of(power.lhs), d.of(power.rhs))


def _cast(d: Decomposition, cast: op.DataTypeCast) -> ComplexParts | TensorValue:
    source = tensor_type(cast.x).element
    if not source.is_complex:
        part = d.term(cast.x).cast(cast.element.part)
        return ComplexParts(part, part.filled(0))
    parts = d.of(cast.x)
    if cast.element is BOOL:
        return either(_differs(parts.real), _differs(parts.imaginary))
    return parts.map(lambda part: part.cast(cast.element.part))


def _differs(x: TensorValue) -> TensorValue:
    return x.wrap(op.NotEqual(x.value, x.constant(0).value))


def _not_equal(a: ComplexParts, b: ComplexParts) -> TensorValue:
    pairs = (a.real, b.real), (a.imaginary, b.imaginary)
    return either(*(x.wrap(op.NotEqual(x.value, y.value)) for x, y in pairs))


def _bilinear(d: Decomposition, instruction: Instruction) -> ComplexParts:
    """Decomposes a bilinear instruction. The real part of the result is the instruction's result
    for the real parts of its operands minus that for the imaginary parts."""
    first, second = (d.of(o) for o in instruction.operands)

    def of(a: TensorValue, b: TensorValue) -> TensorValue:
        return d.like(instruction, [a, b])

    real = of(first.real, second.real) - of(first.imaginary, second.imaginary)
    return ComplexParts(real, of(first.real, second.imaginary) + of(first.imaginary, second.real))


def _contract(d: Decomposition, contract: op.Contract) -> ComplexParts:
    """Contracts complex tensors. Each choice of the real or the imaginary part of every factor
    gives one term of the result; the number of imaginary parts chosen decides the sign of the term,
    and whether it belongs to the real or the imaginary part. Each factor doubles the number of
    terms, so many factors are contracted one after the other."""
    if len(contract.factors) > _MOST_CONTRACTED_AT_ONCE:
        return _contract_in_turn(d, contract)
    factors = [d.of(f) for f in contract.factors]
    shares: list[list[TensorValue]] = [[], []]
    for choice in product((0, 1), repeat=len(factors)):
        chosen = [(f.real, f.imaginary)[side] for f, side in zip(factors, choice, strict=True)]
        share = d.like(contract, chosen)
        power = sum(choice)
        shares[power % 2].append(-share if power % 4 >= 2 else share)
    return ComplexParts(*(reduce(TensorValue.__add__, own) for own in shares))


def _contract_in_turn(d: Decomposition, contract: op.Contract) -> ComplexParts:
    """Contracts the factors from left to right. Each step keeps the labels that later factors or
    the result have."""
    done, *terms = contract.subscripts.replace(" ", "").partition("->")[0].split(",")
    labels = ["..." if label.startswith(ELLIPSIS) else label for label in contract.labels.output]
    output = "".join(dict.fromkeys(labels))
    parts = d.of(contract.factors[0])
    for number, term in enumerate(terms, 1):
        later = {*output, *"".join(terms[number:])} - {"."}
        kept = "".join(dict.fromkeys(letter for letter in done + term if letter in later))
        result = output if number == len(terms) else "..." * ("." in done + term) + kept
        factors = d.join(parts), contract.factors[number]
        step = d.builder.insert(op.Contract(factors, f"{done},{term}->{result}"))
        parts, done = _contract(d, step), result
        step.erase()
    return parts


def _linear(d: Decomposition, instruction: Instruction) -> ComplexParts:
    operands = [d.of(o) for o in instruction.operands if _is_complex(o)]
    return d.each(instruction, operands)


def _is_complex(value: Value) -> bool:
    type = value.type.canonical
    return isinstance(type, TensorType) and type.element.is_complex


def _unbroadcast(d: Decomposition, unbroadcast: op.Unbroadcast) -> ComplexParts | TensorValue:
    like = unbroadcast.like
    other = d.of(like).real if _is_complex(like) else d.term(like)

    def of(part: TensorValue) -> TensorValue:
        return part.wrap(op.Unbroadcast(part.value, other.value, unbroadcast.axes))

    return d.of(unbroadcast.x).map(of) if _is_complex(unbroadcast.x) else of(d.term(unbroadcast.x))


Reduction = op.Reduce | op.ReduceWindow | op.Scan


def _reduction(d: Decomposition, reduction: Reduction) -> ComplexParts | TensorValue | None:
    if isinstance(reduction.by, Function):
        return None
    if reduction.by == "add":
        return _linear(d, reduction)
    by = d.state.product(tensor_type(reduction).element)
    if isinstance(reduction, op.Scan):
        return _scan_product(d, reduction, by)
    x, init = reduction.x, reduction.init
    if init is None:
        init = Literal(TensorType((), tensor_type(reduction).element), 1)
    if isinstance(reduction, op.Reduce):
        return d.term(d.builder.insert(op.Reduce(x, by, reduction.axes, init)))
    window = reduction.dims, init, reduction.strides, reduction.padding, reduction.dilation
    return d.term(d.builder.insert(op.ReduceWindow(x, by, *window)))


def _scan_product(d: Decomposition, scan: op.Scan, by: Function) -> TensorValue:
    """A scan by multiplication. An exclusive scan is the scan of the elements shifted by one
    place."""
    found, is_exclusive = d.term(scan.x), scan.exclusive
    for axis in scan.axes:
        if is_exclusive:
            moved = (-1, 1) if scan.reverse else (1, -1)
            rank = len(found.shape)
            padding = tuple(moved if a == axis else (0, 0) for a in range(rank))
            found = found.wrap(op.Pad(found.value, padding, found.constant(1).value))
        found = found.wrap(op.Scan(found.value, by, (axis,), reverse=scan.reverse))
    return found


def _scatter(d: Decomposition, scatter: op.Scatter) -> ComplexParts | None:
    return None if scatter.by is None else _linear(d, scatter)


DECOMPOSE: Final[dict[type[Instruction], Rule]] = {
    op.Complex: _complex,
    op.Real: _part,
    op.Imag: _part,
    op.Conjugate: _unary(ComplexParts.conjugate),
    op.Negate: _unary(ComplexParts.__neg__),
    op.Abs: _unary(ComplexParts.absolute),
    op.Square: _unary(lambda z: z * z),
    op.Sqrt: _unary(functions.complex_sqrt),
    op.Rsqrt: _unary(functions.complex_rsqrt),
    op.Reciprocal: _unary(lambda z: z.number(1) / z),
    op.Exp: _unary(functions.complex_exp),
    op.Expm1: _unary(functions.complex_expm1),
    op.Log: _unary(functions.complex_log),
    op.Log1p: _unary(functions.complex_log1p),
    op.Sin: _unary(functions.complex_sin),
    op.Cos: _unary(functions.complex_cos),
    op.Tan: _unary(functions.complex_tan),
    op.Sinh: _unary(functions.complex_sinh),
    op.Cosh: _unary(functions.complex_cosh),
    op.Tanh: _unary(functions.complex_tanh),
    op.Asin: _unary(functions.complex_asin),
    op.Acos: _unary(functions.complex_acos),
    op.Atan: _unary(functions.complex_atan),
    op.IsNaN: _unary(lambda z: either(is_nan(z.real), is_nan(z.imaginary))),
    op.IsInf: _unary(lambda z: either(is_inf(z.real), is_inf(z.imaginary))),
    op.Add: _binary(ComplexParts.__add__),
    op.Subtract: _binary(ComplexParts.__sub__),
    op.Multiply: _binary(ComplexParts.__mul__),
    op.Divide: _binary(ComplexParts.__truediv__),
    op.Power: _power,
    op.Equal: _binary(lambda a, b: both(a.real.equals(b.real), a.imaginary.equals(b.imaginary))),
    op.NotEqual: _binary(_not_equal),
    op.DataTypeCast: _cast,
    op.Dot: _bilinear,
    op.Convolve: _bilinear,
    op.Contract: _contract,
    op.Unbroadcast: _unbroadcast,
    op.Reduce: _reduction,
    op.ReduceWindow: _reduction,
    op.Scan: _reduction,
    op.Scatter: _scatter,
}
"""For each instruction that computes with complex numbers, the rule that returns the parts of its
result, or the result if that is real; None if the instruction stays."""
