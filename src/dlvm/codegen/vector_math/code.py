"""Builds a vector LLVM function with Python's operators."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from dlvm.codegen.llvm.emitter import Declarations

Scalar = float | int


def single(value: float) -> float:
    """The number, rounded to f32."""
    return struct.unpack("f", struct.pack("f", value))[0]


_SHORT: Final = {"float": "f32", "double": "f64"}
_SCALEF_LANES: Final = {"float": 16, "double": 8}
_PERMUTATIONS: Final = {16: "llvm.x86.avx512.permvar.sf.512", 8: "llvm.x86.avx2.permps"}
"""The instructions that look up tables of f32, by the length of the tables."""
_OPPOSITE: Final = {"float": "i32", "double": "i64", "i32": "float", "i64": "double"}
"""The type of the bits of a number, and the type of the number with given bits."""


def _literal(value: Scalar, scalar: str) -> str:
    if scalar not in _SHORT:
        return str(int(value))
    return "0x" + struct.pack(">d", single(value) if scalar == "float" else value).hex().upper()


class Code:
    """The body of a function, a line for each operation. The names of its values begin with
    ``stem``."""

    def __init__(self, lanes: int, declarations: Declarations, stem: str = "t") -> None:
        self.lanes = lanes
        self.declarations = declarations
        self.stem = stem
        self.lines: list[str] = []
        self.label = "entry"

    def type(self, scalar: str) -> str:
        return scalar if self.lanes == 1 else f"<{self.lanes} x {scalar}>"

    def emit(self, scalar: str, operation: str) -> VectorValue:
        """Adds an operation, whose result has the given type in each lane."""
        name = f"%{self.stem}{len(self.lines)}"
        self.lines.append(f"  {name} = {operation}")
        return VectorValue(self, name, scalar)

    def constant(self, value: Scalar, scalar: str) -> VectorValue:
        text = _literal(value, scalar)
        return VectorValue(self, text if self.lanes == 1 else f"splat ({scalar} {text})", scalar)

    def intrinsic(self, name: str, result: str, *operands: VectorValue) -> VectorValue:
        """Calls an LLVM intrinsic that is overloaded on the type of its operands."""
        kind = _SHORT.get(operands[0].scalar, operands[0].scalar)
        full = f"llvm.{name}.{kind}" if self.lanes == 1 else f"llvm.{name}.v{self.lanes}{kind}"
        types = [self.type(o.scalar) for o in operands]
        symbol = self.declarations.declare(full, self.type(result), *types)
        given = ", ".join(f"{t} {o.name}" for t, o in zip(types, operands, strict=True))
        return self.emit(result, f"call {self.type(result)} {symbol}({given})")

    def scalef(self, x: VectorValue, n: VectorValue) -> VectorValue | None:
        """``x * 2**n`` for integral ``n``, if the target has an instruction for these vectors."""
        if not self.declarations.has_avx512 or self.lanes != _SCALEF_LANES[x.scalar]:
            return None
        type = self.type(x.scalar)
        name = f"llvm.x86.avx512.mask.scalef.{'ps' if x.is_single else 'pd'}.512"
        mask = f"i{self.lanes}"
        symbol = self.declarations.declare(name, type, type, type, type, mask, "i32")
        operands = f"{type} {x.name}, {type} {n.name}, {type} zeroinitializer"
        # All lanes, rounded as usual.
        return self.emit(x.scalar, f"call {type} {symbol}({operands}, {mask} -1, i32 4)")

    def looked_up(self, name: str, table: Sequence[float], index: VectorValue) -> VectorValue:
        """Looks up a table of f32 by the lowest bits of each index, as many as its length needs."""
        constants = ", ".join(f"float {_literal(number, 'float')}" for number in table)
        type, indices, count = self.type("float"), self.type("i32"), len(table)
        size = self.declarations.table_size
        if count == 2 * size and 1 < self.lanes <= size:
            return self._looked_up_in_halves(name, table, index)
        if count == size and 1 < self.lanes <= size:
            wide, places = f"<{count} x float>", f"<{count} x i32>"
            symbol = self.declarations.declare(_PERMUTATIONS[count], wide, wide, places)
            place = self._first_lanes(index, self.lanes, count)
            found = f"call {wide} {symbol}({wide} <{constants}>, {places} {place.name})"
            return self._first_lanes(self.emit("float", found), count, self.lanes)
        stored = f"[{count} x float]"
        text = f"@{name} = internal unnamed_addr constant {stored} [{constants}], align 64"
        base = self.declarations.define(name, text)
        place = index & (count - 1)
        pointers = self.emit(
            "ptr", f"getelementptr inbounds float, ptr {base}, {indices} {place.name}"
        ).name
        if self.lanes == 1:
            return self.emit("float", f"load float, ptr {pointers}, align 4")
        full = f"llvm.masked.gather.v{self.lanes}f32.v{self.lanes}p0"
        symbol = self.declarations.declare(full, type, self.type("ptr"), self.type("i1"), type)
        given = (
            f"{self.type('ptr')} align 4 {pointers}, {self.type('i1')} splat (i1 true), "
            f"{type} zeroinitializer"
        )
        return self.emit("float", f"call {type} {symbol}({given})")

    def _looked_up_in_halves(
        self, name: str, table: Sequence[float], index: VectorValue
    ) -> VectorValue:
        """Looks up both halves of a table, and chooses by the highest bit of the index."""
        size = len(table) // 2
        low, high = (self.looked_up(name, half, index) for half in (table[:size], table[size:]))
        # The sign bit decides, so that the choice takes one instruction.
        return select(index << 32 - size.bit_length() < 0, high, low)

    def _first_lanes(self, value: VectorValue, count: int, wanted: int) -> VectorValue:
        """A vector of another number of lanes; additional lanes are undefined."""
        if count == wanted:
            return value
        numbers = [str(n) if n < count else "poison" for n in range(wanted)]
        lanes = f"<{wanted} x i32> <{', '.join(f'i32 {n}' for n in numbers)}>"
        type = f"<{count} x {value.scalar}>"
        return self.emit(value.scalar, f"shufflevector {type} {value.name}, {type} poison, {lanes}")

    def start_block(self, label: str) -> None:
        self.lines.append(f"{label}:")
        self.label = label

    def rarely(
        self,
        flag: VectorValue,
        usual: Sequence[VectorValue],
        rare: Callable[[], Sequence[VectorValue]],
    ) -> list[VectorValue]:
        """The usual values, or the rare values in all lanes if the flag is set in any lane."""
        some = flag.name
        if self.lanes > 1:
            type = self.type("i1")
            kind = f"v{self.lanes}i1"
            name = self.declarations.declare(f"llvm.vector.reduce.or.{kind}", "i1", type)
            some = self.emit("i1", f"call i1 {name}({type} {some})").name
        number = len(self.lines)
        before = self.label
        self.lines.append(f"  br i1 {some}, label %rare{number}, label %usual{number}")
        self.start_block(f"rare{number}")
        others = rare()
        after = self.label
        self.lines.append(f"  br label %usual{number}")
        self.start_block(f"usual{number}")
        return [
            self.emit(
                a.scalar,
                f"phi {self.type(a.scalar)} [ {a.name}, %{before} ], [ {b.name}, %{after} ]",
            )
            for a, b in zip(usual, others, strict=True)
        ]


@dataclass(frozen=True, eq=False)
class VectorValue:
    """A number, integer or flag in each lane; a Python number in an operation takes its type.

    Comparisons are false for NaN, integers are signed, and shifts to the right keep the sign.
    """

    code: Code
    name: str
    scalar: str
    """The LLVM type of one lane."""

    @property
    def is_float(self) -> bool:
        return self.scalar in _SHORT

    @property
    def is_single(self) -> bool:
        return self.scalar == "float"

    def like(self, other: Operand) -> VectorValue:
        """A number as a value of this type."""
        return other if isinstance(other, VectorValue) else self.code.constant(other, self.scalar)

    def _binary(self, floats: str, integers: str, a: Operand, b: Operand) -> VectorValue:
        operation = floats if self.is_float else integers
        left, right = self.like(a).name, self.like(b).name
        return self.code.emit(
            self.scalar, f"{operation} {self.code.type(self.scalar)} {left}, {right}"
        )

    def compare(self, predicate: str, other: Operand) -> VectorValue:
        """A flag in each lane: the result of a comparison by an LLVM predicate."""
        kind = "fcmp" if self.is_float else "icmp"
        type, right = self.code.type(self.scalar), self.like(other).name
        return self.code.emit("i1", f"{kind} {predicate} {type} {self.name}, {right}")

    def __add__(self, other: Operand) -> VectorValue:
        return self._binary("fadd", "add", self, other)

    def __radd__(self, other: Operand) -> VectorValue:
        return self._binary("fadd", "add", other, self)

    def __sub__(self, other: Operand) -> VectorValue:
        return self._binary("fsub", "sub", self, other)

    def __rsub__(self, other: Operand) -> VectorValue:
        return self._binary("fsub", "sub", other, self)

    def __mul__(self, other: Operand) -> VectorValue:
        return self._binary("fmul", "mul", self, other)

    def __rmul__(self, other: Operand) -> VectorValue:
        return self._binary("fmul", "mul", other, self)

    def __truediv__(self, other: Operand) -> VectorValue:
        return self._binary("fdiv", "sdiv", self, other)

    def __rtruediv__(self, other: Operand) -> VectorValue:
        return self._binary("fdiv", "sdiv", other, self)

    def __and__(self, other: Operand) -> VectorValue:
        return self._binary("and", "and", self, other)

    def __or__(self, other: Operand) -> VectorValue:
        return self._binary("or", "or", self, other)

    def __xor__(self, other: Operand) -> VectorValue:
        return self._binary("xor", "xor", self, other)

    def __lshift__(self, other: int) -> VectorValue:
        return self._binary("shl", "shl", self, other)

    def __rshift__(self, other: int) -> VectorValue:
        return self._binary("ashr", "ashr", self, other)

    def __neg__(self) -> VectorValue:
        if not self.is_float:
            return 0 - self
        return self.code.emit(self.scalar, f"fneg {self.code.type(self.scalar)} {self.name}")

    def __lt__(self, other: Operand) -> VectorValue:
        return self.compare("olt" if self.is_float else "slt", other)

    def __le__(self, other: Operand) -> VectorValue:
        return self.compare("ole" if self.is_float else "sle", other)

    def __gt__(self, other: Operand) -> VectorValue:
        return self.compare("ogt" if self.is_float else "sgt", other)

    def __ge__(self, other: Operand) -> VectorValue:
        return self.compare("oge" if self.is_float else "sge", other)

    def equals(self, other: Operand) -> VectorValue:
        return self.compare("oeq" if self.is_float else "eq", other)

    def converted(self, operation: str, scalar: str) -> VectorValue:
        """The value, converted to another type by an LLVM instruction."""
        old, new = self.code.type(self.scalar), self.code.type(scalar)
        return self.code.emit(scalar, f"{operation} {old} {self.name} to {new}")

    def bits(self) -> VectorValue:
        """The bits of a number as an integer, or the number that bits represent."""
        return self.converted("bitcast", _OPPOSITE[self.scalar])


Operand = VectorValue | float | int


def select(flag: VectorValue, a: Operand, b: Operand) -> VectorValue:
    """``a`` where the flag is set, ``b`` elsewhere; one of them is a value."""
    known = a if isinstance(a, VectorValue) else b
    assert isinstance(known, VectorValue)
    type, code = flag.code.type(known.scalar), flag.code
    left, right = known.like(a).name, known.like(b).name
    flags = code.type("i1")
    return code.emit(known.scalar, f"select {flags} {flag.name}, {type} {left}, {type} {right}")


def fused(a: VectorValue, b: Operand, c: Operand) -> VectorValue:
    """``a b + c``, rounded once, which error terms require. On targets without such an instruction,
    LLVM calls the C library."""
    return a.code.intrinsic("fma", a.scalar, a, a.like(b), a.like(c))


def added_product(a: VectorValue, b: Operand, c: Operand) -> VectorValue:
    """``a b + c``, rounded once or twice, whichever is faster."""
    return a.code.intrinsic("fmuladd", a.scalar, a, a.like(b), a.like(c))


_LONG: Final = 6
"""The number of terms above which a polynomial is computed as two independent halves."""


def polynomial(x: VectorValue, coefficients: Sequence[float]) -> VectorValue:
    """Evaluates a polynomial by Horner's scheme; ``coefficients`` start with the constant term. A
    long polynomial is the sum of a polynomial in x² and x times another one."""
    if len(coefficients) > _LONG:
        square = x * x
        odd = polynomial(square, coefficients[1::2])
        return added_product(odd, x, polynomial(square, coefficients[::2]))
    return horner(x, coefficients)


def horner(x: VectorValue, coefficients: Sequence[Operand]) -> VectorValue:
    """Evaluates a polynomial by Horner's scheme."""
    *rest, last = coefficients
    result = x.like(last)
    for coefficient in reversed(rest):
        result = added_product(result, x, coefficient)
    return result


def paired_polynomial(
    x: VectorValue, square: VectorValue, coefficients: Sequence[Operand]
) -> VectorValue:
    """Evaluates a polynomial with ``square`` = x² as one in x², whose coefficients are pairs of
    terms (Estrin 1960). The chain of dependent operations is half as long as in Horner's scheme."""
    pairs = [
        added_product(x, pair[1], pair[0]) if len(pair) == 2 else x.like(pair[0])
        for pair in (coefficients[k : k + 2] for k in range(0, len(coefficients), 2))
    ]
    result = pairs.pop()
    for pair in reversed(pairs):
        result = added_product(result, square, pair)
    return result


def magnitude(x: VectorValue) -> VectorValue:
    return x.code.intrinsic("fabs", x.scalar, x)


def with_sign(size: VectorValue, sign: VectorValue) -> VectorValue:
    """``size`` with the sign bit of ``sign``."""
    return size.code.intrinsic("copysign", size.scalar, size, sign)


def square_root(x: VectorValue) -> VectorValue:
    return x.code.intrinsic("sqrt", x.scalar, x)


def least(x: VectorValue, bound: float) -> VectorValue:
    """The lesser of the two; NaN if ``x`` is NaN."""
    return select(x > bound, bound, x)


def greatest(x: VectorValue, bound: float) -> VectorValue:
    """The greater of the two; NaN if ``x`` is NaN."""
    return select(x < bound, bound, x)


def flipped(x: VectorValue, flags: VectorValue) -> VectorValue:
    """``x`` with its sign bit changed by the lowest bit of ``flags``, an integer of its size."""
    bits = x.bits()
    return (bits ^ (flags << (31 if x.is_single else 63))).bits()


def in_double(x: VectorValue) -> VectorValue:
    return x.converted("fpext", "double")


def in_single(x: VectorValue) -> VectorValue:
    """``x`` rounded to f32. LLVM must not combine this with a following rounding to f16, since it
    would then call a function that does not exist."""
    single = x.converted("fptrunc", "float")
    return single.code.intrinsic("arithmetic.fence", single.scalar, single)


Sum = tuple[VectorValue, VectorValue]
"""The unevaluated sum of a large and a small number, which is more precise than one number."""


def fast_sum(large: VectorValue, small: VectorValue) -> Sum:
    """The rounded sum and its rounding error; ``large`` must be 0 or at least ``small`` in
    magnitude (Dekker 1971)."""
    total = large + small
    return total, small - (total - large)


def exact_product(a: VectorValue, b: Operand) -> Sum:
    """The rounded product and its rounding error."""
    product = a * b
    return product, fused(a, b, -product)


def quotient(a: Sum, b: Sum) -> Sum:
    """``a / b``, with the rounding error."""
    above, below = fast_sum(*a), fast_sum(*b)
    inverse = 1.0 / below[0]
    result = above[0] * inverse
    rest = fused(-result, below[0], above[0]) + above[1]
    return result, added_product(-result, below[1], rest) * inverse


def either(flag: VectorValue, a: Sum, b: Sum) -> Sum:
    return select(flag, a[0], b[0]), select(flag, a[1], b[1])
