"""A builder of tensor values with Python's operators.

``g * cos(x)`` appends a ``cos`` and a ``multiply`` to a block. A Python number becomes a constant
of the other operand's element type.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dlvm.ir import Builder, Function, Instruction, Literal, TensorType, Value
from dlvm.ir import instructions as op
from dlvm.ir.instructions.rules import tensor_type
from dlvm.ir.types import BOOL, INDEX, ArrayType, ElementType, Shape, Symbol, TupleType
from dlvm.ir.values import Number, index_literal
from dlvm.ir.wellformed import symbol_names


@dataclass(frozen=True, eq=False)
class TensorValue:
    """A tensor value, and the builder that inserts operations on it."""

    value: Value
    builder: Builder

    @property
    def type(self) -> TensorType:
        return tensor_type(self.value)

    @property
    def shape(self) -> Shape:
        return self.type.shape

    def wrap(self, instruction: Instruction) -> TensorValue:
        """Inserts an instruction and returns its result."""
        return TensorValue(self.builder.insert(instruction), self.builder)

    def constant(self, number: Number) -> TensorValue:
        """Returns a scalar constant of this element type."""
        return TensorValue(Literal(self.type.with_shape(()), number), self.builder)

    def _binary(self, instruction: type[Instruction], a: Operand, b: Operand) -> TensorValue:
        a, b = (t if isinstance(t, TensorValue) else self.constant(t) for t in (a, b))
        return self.wrap(instruction(a.value, b.value))

    def __neg__(self) -> TensorValue:
        return self.wrap(op.Negate(self.value))

    def __add__(self, other: Operand) -> TensorValue:
        return self._binary(op.Add, self, other)

    def __radd__(self, other: Operand) -> TensorValue:
        return self._binary(op.Add, other, self)

    def __sub__(self, other: Operand) -> TensorValue:
        return self._binary(op.Subtract, self, other)

    def __rsub__(self, other: Operand) -> TensorValue:
        return self._binary(op.Subtract, other, self)

    def __mul__(self, other: Operand) -> TensorValue:
        return self._binary(op.Multiply, self, other)

    def __rmul__(self, other: Operand) -> TensorValue:
        return self._binary(op.Multiply, other, self)

    def __truediv__(self, other: Operand) -> TensorValue:
        return self._binary(op.Divide, self, other)

    def __rtruediv__(self, other: Operand) -> TensorValue:
        return self._binary(op.Divide, other, self)

    def __pow__(self, other: Operand) -> TensorValue:
        return self._binary(op.Power, self, other)

    def __floordiv__(self, other: Operand) -> TensorValue:
        return self._binary(op.FloorDivide, self, other)

    def __gt__(self, other: Operand) -> TensorValue:
        return self._binary(op.GreaterThan, self, other)

    def __lt__(self, other: Operand) -> TensorValue:
        return self._binary(op.LessThan, self, other)

    def equals(self, other: Operand) -> TensorValue:
        return self._binary(op.Equal, self, other)

    def minimum(self, other: Operand) -> TensorValue:
        return self._binary(op.Min, self, other)

    def maximum(self, other: Operand) -> TensorValue:
        return self._binary(op.Max, self, other)

    def select(self, on_true: Operand, on_false: Operand) -> TensorValue:
        """Selects elements of ``on_true`` where this tensor of bools is true, and of ``on_false``
        elsewhere."""
        of = next(t for t in (on_true, on_false) if isinstance(t, TensorValue))
        a, b = (t if isinstance(t, TensorValue) else of.constant(t) for t in (on_true, on_false))
        return self.wrap(op.Select(a.value, b.value, self.value))

    def cast(self, element: ElementType) -> TensorValue:
        if element is self.type.element:
            return self
        return self.wrap(op.DataTypeCast(self.value, element))

    def sum(self, axes: Sequence[int] | None = None) -> TensorValue:
        """Sums along axes, or all elements."""
        along = tuple(range(len(self.shape))) if axes is None else tuple(axes)
        return self.wrap(op.Reduce(self.value, "add", along, None)) if along else self

    def transpose(self, permutation: Sequence[int]) -> TensorValue:
        return self.wrap(op.Transpose(self.value, tuple(permutation)))

    def swap_matrix(self) -> TensorValue:
        """Swaps the last two dimensions."""
        rank = len(self.shape)
        if rank == 2:
            return self.wrap(op.Transpose(self.value))
        return self.transpose((*range(rank - 2), rank - 1, rank - 2))

    def dot(self, other: TensorValue) -> TensorValue:
        return self.wrap(op.Dot(self.value, other.value))

    def unsqueeze(self, *axes: int) -> TensorValue:
        """Inserts dimensions of size 1 at the given positions of the result, in ascending order."""
        term = self
        for axis in axes:
            term = term.wrap(op.PadShape(term.value, axis))
        return term

    def squeeze(self, axis: int) -> TensorValue:
        return self.wrap(op.SqueezeShape(self.value, axis))

    def reshape(self, shape: Shape) -> TensorValue:
        return self if shape == self.shape else self.wrap(op.ShapeCast(self.value, shape))

    def filled(self, number: Number) -> TensorValue:
        """Returns a tensor of this shape filled with one number."""
        if self.type.static_shape is not None:
            return TensorValue(Literal(self.type, number), self.builder)
        return self.constant(number).broadcast_to(self)

    def has_named_sizes(self) -> bool:
        """Whether each size is static or named by the function's arguments."""
        named = _argument_sizes(self.builder.block.function)
        return all(not isinstance(d, Symbol) or d.name in named for d in self.shape)

    def broadcast_to(self, like: TensorValue) -> TensorValue:
        """Broadcasts to the shape of another tensor."""
        return self if self.shape == like.shape else self.repeated(like)

    def repeated(self, like: TensorValue) -> TensorValue:
        """Broadcasts to the run-time sizes of another tensor, which the types might not specify."""
        if isinstance(self.value, Literal) and self.value.number is not None:
            if like.type.static_shape is not None:
                return like.cast(self.type.element).filled(self.value.number)
            self = self.constant(self.value.number)
        if like.has_named_sizes():
            return self.wrap(op.Broadcast(self.value, like.shape))
        # Unnamed sizes are known only from the other tensor itself.
        return like.equals(like).select(self, self)

    def like(self, other: TensorValue) -> TensorValue:
        """Returns this tensor with the static sizes of another in its type. Both must have the same
        shape at run time."""
        if self.shape == other.shape:
            return self
        return self.wrap(op.Broadcast(self.value, other.shape))

    def size(self, axis: int) -> Size:
        """Returns the size of a dimension: a number, or an ``i64`` tensor if it is unknown."""
        dim = self.shape[axis]
        return dim if isinstance(dim, int) else self.wrap(op.Dimension(self.value, axis))

    def counts(self) -> TensorValue:
        """Returns an ``i64`` tensor of this shape, filled with 1."""
        if self.type.static_shape is not None:
            return TensorValue(Literal(TensorType(self.shape, INDEX.element), 1), self.builder)
        return TensorValue(index_literal(1), self.builder).broadcast_to(self)

    def slice(
        self, bounds: Sequence[tuple[Size, Size]], strides: Sequence[int] = ()
    ) -> TensorValue:
        """Slices the first dimensions, one for each pair in ``bounds``."""
        if not bounds:
            return self
        low, high = ([index_value(b[side]) for b in bounds] for side in (0, 1))
        steps = tuple(strides) if any(s != 1 for s in strides) else None
        return self.wrap(op.Slice(self.value, low, high, steps))

    def pad(self, padding: Sequence[tuple[int, int]], gaps: Sequence[int] = ()) -> TensorValue:
        """Adds zeros around this tensor and, as many as ``gaps``, between its elements."""
        if not any(gaps) and not any(low or high for low, high in padding):
            return self
        zero = self.constant(0).value
        interior = tuple(gaps) if any(gaps) else None
        return self.wrap(op.Pad(self.value, tuple(padding), zero, interior))

    def update(self, block: TensorValue, start: Sequence[Size]) -> TensorValue:
        """Returns this tensor with a block overwritten at an offset."""
        return self.wrap(op.Update(self.value, block.value, [index_value(s) for s in start]))

    def gather(self, indices: TensorValue, axis: int) -> TensorValue:
        return self.wrap(op.Gather(self.value, indices.value, axis))

    def scatter(
        self, updates: TensorValue, indices: TensorValue, axis: int, by: str | None
    ) -> TensorValue:
        """Returns this tensor with updates at indices along an axis: combined with the elements by
        the operator ``by``, or in place of them if it is None."""
        return self.wrap(op.Scatter(updates.value, self.value, indices.value, axis, by))

    def reverse(self, axes: Sequence[int]) -> TensorValue:
        return self.wrap(op.Reverse(self.value, tuple(axes))) if axes else self

    def scan(
        self, by: str, axis: int, *, exclusive: bool = False, reverse: bool = False
    ) -> TensorValue:
        return self.wrap(op.Scan(self.value, by, (axis,), exclusive, reverse))


def _argument_sizes(function: Function) -> set[str]:
    """Returns the names of the sizes of tensors among a function's arguments, including tensors in
    tuples and arrays."""
    found: set[str] = set()
    pending = [a.type.canonical for a in function.entry.arguments]
    for type in pending:
        match type:
            case TensorType():
                found |= symbol_names(type)
            case TupleType(elements):
                pending.extend(e.canonical for e in elements)
            case ArrayType(size, element) if size:
                pending.append(element.canonical)
            case _:
                pass
    return found


Operand = TensorValue | float
Size = int | TensorValue


def index_value(index: Size) -> Value:
    """Returns an index as an operand."""
    return index.value if isinstance(index, TensorValue) else index_literal(index)


def false_like(term: TensorValue) -> TensorValue:
    """Returns a tensor of the same shape, filled with false."""
    if term.type.static_shape is not None:
        return TensorValue(Literal(term.type.with_element(BOOL), False), term.builder)
    return TensorValue(Literal(TensorType((), BOOL), False), term.builder).broadcast_to(term)


def function(instruction: type[Instruction]) -> Callable[[TensorValue], TensorValue]:
    """Returns an element-wise instruction as a function of tensors."""
    return lambda x: x.wrap(instruction(x.value))


cos, cosh, digamma, exp, log = map(function, (op.Cos, op.Cosh, op.Digamma, op.Exp, op.Log))
rsqrt, sign, sin, sinh, square = map(function, (op.Rsqrt, op.Sign, op.Sin, op.Sinh, op.Square))
floor, reciprocal = function(op.Floor), function(op.Reciprocal)
real, imag, conjugate = map(function, (op.Real, op.Imag, op.Conjugate))


def complex_number(a: TensorValue, b: TensorValue) -> TensorValue:
    """Returns the complex number with the real part ``a`` and the imaginary part ``b``."""
    return a.wrap(op.Complex(a.value, b.value))
