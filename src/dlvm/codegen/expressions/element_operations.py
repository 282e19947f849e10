"""LLVM code for element-wise operations on registers, scalar or vector."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, nan
from typing import Final

from dlvm.codegen.expressions.complex_numbers import COMPLEX_OPERATIONS
from dlvm.codegen.expressions.digamma import digamma
from dlvm.codegen.expressions.literals import literal_text
from dlvm.codegen.expressions.storage_casts import clamped, decoded, encoded, wide_element
from dlvm.codegen.llvm.emitter import Declarations, Emitter, narrowed, register_type, widened
from dlvm.codegen.vector_math import FUNCTIONS, define, define_several
from dlvm.ir.types import BF16, BOOL, F16, F32, F64, U32, ElementType

SMALL: Final = (F16, BF16)
"""The float types that are computed as f32, with rounding after each operation."""


class Operations:
    """Emits operations; ``lanes`` of each call is 1 for scalars."""

    def __init__(self, emitter: Emitter, declarations: Declarations) -> None:
        self.emitter = emitter
        self.declarations = declarations
        self.level: int | None = None

    def emit(self, operation: str) -> str:
        return self.emitter.emit(operation, self.level)

    def constant(self, value: complex, element: ElementType, lanes: int = 1) -> str:
        return literal_text(value, element, lanes)

    def intrinsic(
        self,
        name: str,
        element: ElementType,
        lanes: int,
        *arguments: str,
        extra: str = "",
        flags: str = "",
    ) -> str:
        """An LLVM intrinsic with one type for operands and result."""
        type = register_type(element, lanes)
        suffix = _short(element) if lanes == 1 else f"v{lanes}{_short(element)}"
        full = f"llvm.{name}.{suffix}"
        last = ["i1"] if extra else []
        self.declarations.declare(full, type, *[type] * len(arguments), *last)
        given = ", ".join(f"{type} {a}" for a in arguments) + extra
        return self.emit(f"call {flags}{type} @{full}({given})")

    def splat(self, value: str, element: ElementType, lanes: int) -> str:
        """A vector with a scalar in every lane."""
        if lanes == 1:
            return value
        type, scalar = register_type(element, lanes), register_type(element)
        if not value.startswith("%"):
            return f"splat ({scalar} {value})"
        first = self.emit(f"insertelement {type} poison, {scalar} {value}, i64 0")
        return self.emit(
            f"shufflevector {type} {first}, {type} poison, <{lanes} x i32> zeroinitializer"
        )

    def shuffle(self, a: str, b: str, element: ElementType, sources: Sequence[int]) -> str:
        """Shuffles the lanes of two concatenated vectors."""
        type, count = register_type(element, len(sources)), len(sources)
        lanes = ", ".join(f"i32 {lane}" for lane in sources)
        return self.emit(f"shufflevector {type} {a}, {type} {b}, <{count} x i32> <{lanes}>")

    def backwards(self, value: str, element: ElementType, lanes: int) -> str:
        """Reverses the lanes of a vector."""
        return self.shuffle(value, "poison", element, range(lanes - 1, -1, -1))

    def binary(self, operation: str, element: ElementType, lanes: int, a: str, b: str) -> str:
        return self.emit(f"{operation} {register_type(element, lanes)} {a}, {b}")

    def compare(self, predicate: str, element: ElementType, lanes: int, a: str, b: str) -> str:
        if element.is_storage:
            a, b = (decoded(self.emit, self.declarations, x, element, lanes) for x in (a, b))
            element = wide_element(element)
        kind = "fcmp" if element.is_float else "icmp"
        return self.emit(f"{kind} {predicate} {register_type(element, lanes)} {a}, {b}")

    def select(self, flag: str, element: ElementType, lanes: int, a: str, b: str) -> str:
        flags, type = register_type(BOOL, lanes), register_type(element, lanes)
        return self.emit(f"select {flags} {flag}, {type} {a}, {type} {b}")

    def rounded(self, value: str, element: ElementType, lanes: int) -> str:
        """A small float rounded to its precision, as f32."""
        if element not in SMALL:
            return value
        narrow = narrowed(self.emit, value, element, lanes)
        return widened(self.emit, narrow, element, lanes)

    def lanewise(
        self, function: str, element: ElementType, lanes: int, arguments: Sequence[str]
    ) -> str:
        """Calls a scalar function for each lane."""
        scalar, type = register_type(element), register_type(element, lanes)

        def one(values: Sequence[str]) -> str:
            given = ", ".join(f"{scalar} {v}" for v in values)
            return self.emit(f"call {scalar} {function}({given})")

        if lanes == 1:
            return one(arguments)
        result = "poison"
        for lane in range(lanes):
            parts = [self.emit(f"extractelement {type} {a}, i64 {lane}") for a in arguments]
            result = self.emit(f"insertelement {type} {result}, {scalar} {one(parts)}, i64 {lane}")
        return result

    def libm(self, name: str, element: ElementType, lanes: int, *arguments: str) -> str:
        """Calls a function of the C mathematics library."""
        scalar = register_type(element)
        full = name if element is F64 else name + "f"
        function = self.declarations.declare(full, scalar, *[scalar] * len(arguments))
        return self.lanewise(function, element, lanes, arguments)

    def call(
        self,
        operation: str,
        element: ElementType,
        operand: ElementType,
        lanes: int,
        arguments: Sequence[str],
    ) -> str:
        """An element-wise operation by mnemonic. ``element`` is the element type of the result,
        ``operand`` that of the first argument."""
        if operation == "cast":
            return self.cast(arguments[0], operand, element, lanes)
        if operation == "select":
            return self.select(arguments[0], element, lanes, *arguments[1:])
        result = OPERATIONS[operation](self, operand, lanes, *arguments)
        return result if element is BOOL else self.rounded(result, element, lanes)

    def call_several(
        self, function: str, element: ElementType, lanes: int, several: Sequence[Sequence[str]]
    ) -> list[str] | None:
        """Calls a vector function on several operands, or pairs of operands, with interleaved code.
        Returns None if that is not possible."""
        type, count = register_type(element, lanes), len(several)
        symbol = define_several(function, register_type(element), lanes, count, self.declarations)
        if symbol is None:
            return None
        array = f"[{count} x {type}]"
        given = ", ".join(f"{type} {value}" for operands in several for value in operands)
        found = self.emit(f"call {array} {symbol}({given})")
        parts = [self.emit(f"extractvalue {array} {found}, {number}") for number in range(count)]
        return [self.rounded(part, element, lanes) for part in parts]

    def cast(self, x: str, source: ElementType, target: ElementType, lanes: int) -> str:
        """A conversion between element types."""
        if source is target:
            return x
        if source.is_storage:
            x = decoded(self.emit, self.declarations, x, source, lanes)
            return self.cast(x, wide_element(source), target, lanes)
        if target.is_storage:
            wide = self._in_range(x, source, target, lanes)
            return encoded(self.emit, self.declarations, wide, target, lanes)
        old, new = register_type(source, lanes), register_type(target, lanes)
        if target is BOOL:
            zero = self.constant(0, source, lanes)
            return self.compare("une" if source.is_float else "ne", source, lanes, x, zero)
        if source.is_float and target.is_float:
            if target is F64:
                return self.emit(f"fpext {old} {x} to {new}")
            if source is F64:
                if target is F32:
                    return self.emit(f"fptrunc {old} {x} to {new}")
                x = self.rounded_to_odd(x, lanes)
            return self.rounded(x, target, lanes)
        if source.is_float:
            name = "fptosi.sat" if target.kind == "signed" else "fptoui.sat"
            suffix = ".".join(
                ("v" + str(lanes) if lanes > 1 else "") + _short(e) for e in (target, source)
            )
            full = f"llvm.{name}.{suffix}"
            self.declarations.declare(full, new, old)
            return self.emit(f"call {new} @{full}({old} {x})")
        if target.is_float:
            operation = "sitofp" if source.kind == "signed" else "uitofp"
            number = self.emit(f"{operation} {old} {x} to {new}")
            return self.rounded(number, target, lanes)
        if target.bits == source.bits:
            return x
        if target.bits < source.bits:
            return self.emit(f"trunc {old} {x} to {new}")
        return self.emit(f"{'sext' if source.kind == 'signed' else 'zext'} {old} {x} to {new}")

    def _in_range(self, x: str, source: ElementType, target: ElementType, lanes: int) -> str:
        """Converts to the wide element of a type for storage, with floats clamped to its range."""
        if target.is_float:
            return self.to_single(x, source, lanes)
        number = self.cast(x, source, wide_element(target), lanes)
        return clamped(self.emit, number, target, lanes) if source.is_float else number

    def to_single(self, x: str, source: ElementType, lanes: int) -> str:
        """Converts to f32 so that rounding the result to fewer bits equals a single rounding."""
        if source.is_integer and source.bits > 16:
            x, source = self.cast(x, source, F64, lanes), F64
        if source is F64:
            return self.rounded_to_odd(x, lanes)
        return self.cast(x, source, F32, lanes)

    def rounded_to_odd(self, x: str, lanes: int) -> str:
        """Rounds an f64 to f32 by rounding to odd, so that rounding the f32 to a smaller float
        gives the correctly rounded result. (LLVM would call a missing library function.)"""
        wide, type, bits = (register_type(e, lanes) for e in (F64, F32, U32))
        near = self.emit(f"fptrunc {wide} {x} to {type}")
        back = self.emit(f"fpext {type} {near} to {wide}")
        above = self.compare(
            "ogt", F64, lanes, *(self.intrinsic("fabs", F64, lanes, v) for v in (back, x))
        )
        number = self.emit(f"bitcast {type} {near} to {bits}")
        one = self.constant(1, U32, lanes)
        cut = self.select(above, U32, lanes, self.binary("sub", U32, lanes, number, one), number)
        odd = self.binary("or", U32, lanes, cut, one)
        inexact = self.compare("one", F64, lanes, back, x)
        result = self.select(inexact, U32, lanes, odd, number)
        return self.emit(f"bitcast {bits} {result} to {type}")

    def reduce_lanes(self, by: str, element: ElementType, lanes: int, x: str) -> str:
        """Reduces the lanes of a vector by an operator."""
        while lanes > 1:
            parts = self.halves(element, lanes, x)
            lanes //= 2
            x = OPERATIONS[by](self, element, lanes, *parts)
        return x

    def halves(self, element: ElementType, lanes: int, x: str) -> list[str]:
        """The lower and the upper lanes of a vector."""
        half, type = lanes // 2, register_type(element, lanes)
        if half == 1:
            return [self.emit(f"extractelement {type} {x}, i64 {lane}") for lane in (0, 1)]
        places = (", ".join(f"i32 {s + lane}" for lane in range(half)) for s in (0, half))
        return [
            self.emit(f"shufflevector {type} {x}, {type} poison, <{half} x i32> <{p}>")
            for p in places
        ]


def _short(element: ElementType) -> str:
    return {"float": "f32", "double": "f64"}.get(register_type(element), register_type(element))


Operation = Callable[..., str]
OPERATIONS: Final[dict[str, Operation]] = {**COMPLEX_OPERATIONS}
"""For each element-wise mnemonic: (operations, operands' element, lanes, *operands) -> name."""


def _operation(name: str) -> Callable[[Operation], Operation]:
    def register(function: Operation) -> Operation:
        OPERATIONS[name] = function
        return function

    return register


def _arithmetic(name: str, floats: str, signed: str, unsigned: str | None = None) -> None:
    def emit(ops: Operations, e: ElementType, n: int, a: str, b: str) -> str:
        if e.is_float:
            return ops.binary(floats, e, n, a, b)
        return ops.binary(signed if e.kind == "signed" else unsigned or signed, e, n, a, b)

    OPERATIONS[name] = emit


def _comparison(name: str, floats: str, signed: str, unsigned: str) -> None:
    def emit(ops: Operations, e: ElementType, n: int, a: str, b: str) -> str:
        kinds = {"float": floats, "signed": signed, "unsigned": unsigned, "bool": unsigned}
        return ops.compare(kinds[e.kind], e, n, a, b)

    OPERATIONS[name] = emit


def _float_intrinsic(name: str, intrinsic: str) -> None:
    def emit(ops: Operations, e: ElementType, n: int, x: str) -> str:
        return ops.intrinsic(intrinsic, e, n, x)

    OPERATIONS[name] = emit


def _vector_function(ops: Operations, name: str, e: ElementType, n: int, *x: str) -> str:
    type = register_type(e, n)
    symbol = define(name, register_type(e), n, ops.declarations)
    given = ", ".join(f"{type} {v}" for v in x)
    return ops.emit(f"call {type} {symbol}({given})")


def _mathematics(name: str) -> None:
    def emit(ops: Operations, e: ElementType, n: int, *x: str) -> str:
        return _vector_function(ops, name, e, n, *x)

    OPERATIONS[name] = emit


for _name, _code in {
    "add": ("fadd", "add"),
    "subtract": ("fsub", "sub"),
    "multiply": ("fmul", "mul"),
    "divide": ("fdiv", "sdiv"),
}.items():
    _arithmetic(_name, *_code)
for _name, _predicates in {
    "lessThan": ("olt", "slt", "ult"),
    "lessThanOrEqual": ("ole", "sle", "ule"),
    "greaterThan": ("ogt", "sgt", "ugt"),
    "greaterThanOrEqual": ("oge", "sge", "uge"),
    "equal": ("oeq", "eq", "eq"),
    "notEqual": ("une", "ne", "ne"),
}.items():
    _comparison(_name, *_predicates)
for _name, _intrinsic in {
    "sqrt": "sqrt",
    "floor": "floor",
    "ceil": "ceil",
    "round": "round",
    "rint": "rint",
}.items():
    _float_intrinsic(_name, _intrinsic)
for _name in FUNCTIONS:
    if _name != "power":
        _mathematics(_name)
for _name in ("and", "or", "xor"):
    _arithmetic(_name, _name, _name)


@_operation("lgamma")
def _lgamma(ops: Operations, e: ElementType, n: int, x: str) -> str:
    return ops.libm("lgamma", e, n, x)


@_operation("digamma")
def _digamma(ops: Operations, e: ElementType, n: int, x: str) -> str:
    wide = ops.cast(x, e, F64, n)
    result = ops.lanewise(digamma(ops.declarations), F64, n, [wide])
    return ops.cast(result, F64, e, n)


@_operation("negate")
def _negate(ops: Operations, e: ElementType, n: int, x: str) -> str:
    if e.is_float:
        return ops.emit(f"fneg {register_type(e, n)} {x}")
    return ops.binary("sub", e, n, ops.constant(0, e, n), x)


@_operation("sign")
def _sign(ops: Operations, e: ElementType, n: int, x: str) -> str:
    zero, one = ops.constant(0, e, n), ops.constant(1, e, n)
    greater = OPERATIONS["greaterThan"](ops, e, n, x, zero)
    less = OPERATIONS["lessThan"](ops, e, n, x, zero)
    # Other operands are 0, -0 or NaN, which are their own signs; adding 0 turns -0 into 0.
    neither = ops.binary("fadd", e, n, x, zero) if e.is_float else x
    result = ops.select(greater, e, n, one, neither)
    return ops.select(less, e, n, ops.constant(-1, e, n), result)


@_operation("abs")
def _abs(ops: Operations, e: ElementType, n: int, x: str) -> str:
    if e.is_float:
        return ops.intrinsic("fabs", e, n, x)
    return x if e.kind == "unsigned" else ops.intrinsic("abs", e, n, x, extra=", i1 false")


@_operation("square")
def _square(ops: Operations, e: ElementType, n: int, x: str) -> str:
    return ops.binary("fmul" if e.is_float else "mul", e, n, x, x)


@_operation("rsqrt")
def _rsqrt(ops: Operations, e: ElementType, n: int, x: str) -> str:
    root = ops.intrinsic("sqrt", e, n, x)
    return ops.binary("fdiv", e, n, ops.constant(1, e, n), root)


@_operation("reciprocal")
def _reciprocal(ops: Operations, e: ElementType, n: int, x: str) -> str:
    return ops.binary("fdiv", e, n, ops.constant(1, e, n), x)


@_operation("multiplyPairs")
def _multiply_pairs(ops: Operations, e: ElementType, n: int, a: str, b: str) -> str:
    """The sum of the products of both halves, in the pattern that LLVM matches to dot-product
    instructions."""
    whole, halves = register_type(e, n), f"<{2 * n} x i16>"
    wide = f"<{2 * n} x i32>"
    parts: list[str] = []
    for value in (a, b):
        half = ops.emit(f"bitcast {whole} {value} to {halves}")
        parts.append(ops.emit(f"sext {halves} {half} to {wide}"))
    products = ops.emit(f"mul {wide} {parts[0]}, {parts[1]}")
    if n == 1:
        low, high = (ops.emit(f"extractelement {wide} {products}, i64 {p}") for p in (0, 1))
    else:
        low, high = (
            ops.emit(
                f"shufflevector {wide} {products}, {wide} poison, <{n} x i32> "
                f"<{', '.join(f'i32 {2 * lane + p}' for lane in range(n))}>"
            )
            for p in (0, 1)
        )
    return ops.binary("add", e, n, low, high)


@_operation("isNaN")
def _is_nan(ops: Operations, e: ElementType, n: int, x: str) -> str:
    return ops.compare("uno", e, n, x, x)


@_operation("isInf")
def _is_inf(ops: Operations, e: ElementType, n: int, x: str) -> str:
    return ops.compare("oeq", e, n, ops.intrinsic("fabs", e, n, x), ops.constant(inf, e, n))


@_operation("not")
def _not(ops: Operations, e: ElementType, n: int, x: str) -> str:
    return ops.binary("xor", e, n, x, ops.constant(-1 if e is not BOOL else True, e, n))


@_operation("min")
def _min(ops: Operations, e: ElementType, n: int, a: str, b: str) -> str:
    return _extreme(ops, e, n, a, b, "min")


@_operation("max")
def _max(ops: Operations, e: ElementType, n: int, a: str, b: str) -> str:
    return _extreme(ops, e, n, a, b, "max")


def _extreme(ops: Operations, e: ElementType, n: int, a: str, b: str, which: str) -> str:
    if not e.is_float:
        return ops.intrinsic(("s" if e.kind == "signed" else "u") + which, e, n, a, b)
    # NaN in ``a`` is chosen by the unordered comparison, NaN in ``b`` by the second selection.
    chosen = ops.select(ops.compare("ult" if which == "min" else "ugt", e, n, a, b), e, n, a, b)
    is_number = not b.startswith("%") and b != ops.constant(nan, e, n)
    return chosen if is_number else ops.select(ops.compare("uno", e, n, b, b), e, n, b, chosen)


def joined(ops: Operations, by: str, e: ElementType, n: int, a: str, b: str) -> str:
    """Combines two partial results of a reduction. The sign of a zero is unspecified."""
    if by in ("min", "max") and e.is_float:
        # In this order, only two instructions depend on the accumulator.
        return ops.intrinsic(by + "imum", e, n, b, a, flags="nsz ")
    return OPERATIONS[by](ops, e, n, a, b)


def _safe_divisor(ops: Operations, e: ElementType, n: int, b: str) -> tuple[str, str, str | None]:
    """A divisor that does not trap, and flags for 0 and -1."""
    zero, one = ops.constant(0, e, n), ops.constant(1, e, n)
    is_zero = ops.compare("eq", e, n, b, zero)
    safe = ops.select(is_zero, e, n, one, b)
    if e.kind != "signed":
        return safe, is_zero, None
    is_minus_one = ops.compare("eq", e, n, b, ops.constant(-1, e, n))
    return ops.select(is_minus_one, e, n, one, safe), is_zero, is_minus_one


def _quotient_and_rest(ops: Operations, e: ElementType, n: int, a: str, b: str) -> tuple[str, str]:
    """The quotient towards zero and the remainder of integers; both are 0 for a divisor of 0."""
    zero = ops.constant(0, e, n)
    safe, is_zero, is_minus_one = _safe_divisor(ops, e, n, b)
    kind = "s" if e.kind == "signed" else "u"
    quotient = ops.binary(kind + "div", e, n, a, safe)
    rest = ops.binary(kind + "rem", e, n, a, safe)
    if is_minus_one is not None:
        quotient = ops.select(is_minus_one, e, n, ops.binary("sub", e, n, zero, a), quotient)
    return ops.select(is_zero, e, n, zero, quotient), ops.select(is_zero, e, n, zero, rest)


def _opposite(ops: Operations, e: ElementType, n: int, rest: str, b: str) -> str:
    """Whether a remainder is nonzero and its sign differs from that of the divisor."""
    zero = ops.constant(0, e, n)
    some = OPERATIONS["notEqual"](ops, e, n, rest, zero)
    low = OPERATIONS["lessThan"](ops, e, n, rest, zero)
    negative = OPERATIONS["lessThan"](ops, e, n, b, zero)
    differ = ops.binary("xor", BOOL, n, low, negative)
    return ops.binary("and", BOOL, n, some, differ)


@_operation("truncateDivide")
def _truncate_divide(ops: Operations, e: ElementType, n: int, a: str, b: str) -> str:
    if e.is_float:
        return ops.intrinsic("trunc", e, n, ops.binary("fdiv", e, n, a, b))
    return _quotient_and_rest(ops, e, n, a, b)[0]


@_operation("modulo")
def _modulo(ops: Operations, e: ElementType, n: int, a: str, b: str) -> str:
    if not e.is_float:
        rest = _quotient_and_rest(ops, e, n, a, b)[1]
        if e.kind == "unsigned":
            return rest
        moved = ops.binary("add", e, n, rest, b)
        return ops.select(_opposite(ops, e, n, rest, b), e, n, moved, rest)
    rest = ops.libm("fmod", e, n, a, b)
    moved = ops.binary("fadd", e, n, rest, b)
    rest = ops.select(_opposite(ops, e, n, rest, b), e, n, moved, rest)
    zero = ops.constant(0, e, n)
    signed_zero = ops.intrinsic("copysign", e, n, zero, b)
    return ops.select(ops.compare("oeq", e, n, rest, zero), e, n, signed_zero, rest)


@_operation("floorDivide")
def _floor_divide(ops: Operations, e: ElementType, n: int, a: str, b: str) -> str:
    if not e.is_float:
        quotient, rest = _quotient_and_rest(ops, e, n, a, b)
        if e.kind == "unsigned":
            return quotient
        lower = ops.binary("sub", e, n, quotient, ops.constant(1, e, n))
        return ops.select(_opposite(ops, e, n, rest, b), e, n, lower, quotient)
    # As in NumPy: computed from the exact remainder, so rounding cannot change the quotient.
    zero, one = ops.constant(0, e, n), ops.constant(1, e, n)
    rest = ops.libm("fmod", e, n, a, b)
    quotient = ops.binary("fdiv", e, n, ops.binary("fsub", e, n, a, rest), b)
    lower = ops.binary("fsub", e, n, quotient, one)
    quotient = ops.select(_opposite(ops, e, n, rest, b), e, n, lower, quotient)
    floor = ops.intrinsic("floor", e, n, quotient)
    gap = ops.binary("fsub", e, n, quotient, floor)
    half = ops.constant(0.5, e, n)
    above = ops.compare("ogt", e, n, gap, half)
    floor = ops.select(above, e, n, ops.binary("fadd", e, n, floor, one), floor)
    plain = ops.binary("fdiv", e, n, a, b)
    signed_zero = ops.intrinsic("copysign", e, n, zero, plain)
    floor = ops.select(ops.compare("oeq", e, n, quotient, zero), e, n, signed_zero, floor)
    return ops.select(ops.compare("oeq", e, n, b, zero), e, n, plain, floor)


@_operation("power")
def _power(ops: Operations, e: ElementType, n: int, a: str, b: str) -> str:
    if e.is_float:
        return _vector_function(ops, "power", e, n, a, b)
    type = register_type(e)
    symbol = f"dlvm.power.{e}"
    if symbol not in ops.declarations:
        ops.declarations.define(symbol, _INTEGER_POWER.format(symbol=symbol, type=type))
    if e.kind == "unsigned":
        return ops.lanewise("@" + symbol, e, n, [a, b])
    zero, one = ops.constant(0, e, n), ops.constant(1, e, n)
    negative = ops.compare("slt", e, n, b, zero)
    positive = ops.select(negative, e, n, zero, b)
    result = ops.lanewise("@" + symbol, e, n, [a, positive])
    odd = ops.compare("eq", e, n, ops.binary("and", e, n, b, one), one)
    minus_one = ops.constant(-1, e, n)
    alternating = ops.select(odd, e, n, minus_one, one)
    inverse = ops.select(ops.compare("eq", e, n, a, minus_one), e, n, alternating, zero)
    inverse = ops.select(ops.compare("eq", e, n, a, one), e, n, one, inverse)
    return ops.select(negative, e, n, inverse, result)


_INTEGER_POWER = """define internal {type} @{symbol}({type} %a, {type} %b) nounwind {{
entry:
  br label %loop
loop:
  %result = phi {type} [ 1, %entry ], [ %next, %loop ]
  %base = phi {type} [ %a, %entry ], [ %squared, %loop ]
  %rest = phi {type} [ %b, %entry ], [ %half, %loop ]
  %bit = and {type} %rest, 1
  %odd = icmp ne {type} %bit, 0
  %product = mul {type} %result, %base
  %next = select i1 %odd, {type} %product, {type} %result
  %squared = mul {type} %base, %base
  %half = lshr {type} %rest, 1
  %more = icmp ne {type} %half, 0
  br i1 %more, label %loop, label %done
done:
  ret {type} %next
}}"""


@_operation("shiftLeft")
def _shift_left(ops: Operations, e: ElementType, n: int, a: str, b: str) -> str:
    fits = ops.compare("ult", e, n, b, ops.constant(e.bits, e, n))
    zero = ops.constant(0, e, n)
    shifted = ops.binary("shl", e, n, a, ops.select(fits, e, n, b, zero))
    return ops.select(fits, e, n, shifted, zero)


@_operation("shiftRight")
def _shift_right(ops: Operations, e: ElementType, n: int, a: str, b: str) -> str:
    fits = ops.compare("ult", e, n, b, ops.constant(e.bits, e, n))
    if e.kind == "signed":
        distance = ops.select(fits, e, n, b, ops.constant(e.bits - 1, e, n))
        return ops.binary("ashr", e, n, a, distance)
    zero = ops.constant(0, e, n)
    shifted = ops.binary("lshr", e, n, a, ops.select(fits, e, n, b, zero))
    return ops.select(fits, e, n, shifted, zero)


@_operation("uniformDraw")
def _uniform_draw(ops: Operations, e: ElementType, n: int, u: str, low: str, high: str) -> str:
    span = ops.binary("fsub", e, n, high, low)
    return ops.binary("fadd", e, n, low, ops.binary("fmul", e, n, span, u))


@_operation("normalDraw")
def _normal_draw(ops: Operations, e: ElementType, n: int, z: str, mean: str, spread: str) -> str:
    return ops.binary("fadd", e, n, mean, ops.binary("fmul", e, n, spread, z))
