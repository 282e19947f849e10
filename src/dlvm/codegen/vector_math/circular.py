"""sin, cos and tan, for arguments of any size; f32 is computed in f64.

The argument is reduced to x = n π/2 + r with |r| ≤ π/4; for sin and cos of f32, to x = n π + r or
(n - 1/2) π + r with |r| ≤ π/2, so that one polynomial is enough. Up to 2^40, the multiple of π is
subtracted in two or three parts, the first without a rounding error (Cody and Waite, Software
Manual for the Elementary Functions, 1980). Larger arguments are multiplied by the 256 bits of 2/π
that affect the result (Payne and Hanek, Radian reduction for trigonometric functions, 1983), one
lane at a time, since they are rare.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from dlvm.codegen.llvm.emitter import Declarations
from dlvm.codegen.vector_math import coefficients
from dlvm.codegen.vector_math.code import (
    Sum,
    VectorValue,
    added_product,
    either,
    flipped,
    fused,
    in_double,
    in_single,
    magnitude,
    polynomial,
    quotient,
    select,
)
from dlvm.codegen.vector_math.exponential import BINARY

_HALF_PI: Final = (1.5707963267948966, 6.123233995736766e-17, -1.4973849048591833e-33)
_LARGE: Final = 2.0**40
_TWO_OVER_PI_BITS: Final = 1344


@dataclass(frozen=True)
class _Angle:
    """A reduced angle: r + rest, and the integer n, of which only the lowest two bits matter."""

    r: VectorValue
    rest: VectorValue
    n: VectorValue


def _reduced(x: VectorValue, is_single: bool) -> _Angle:
    magic = BINARY["double"].magic
    shifted = added_product(x, 0.6366197723675814, magic)
    n = shifted - magic
    first = fused(n, -_HALF_PI[0], x)
    if is_single:
        r, rest = fused(n, -_HALF_PI[1], first), x.like(0.0)
    else:
        second = n * _HALF_PI[1]
        r = first - second
        # The rounding errors of the difference (Knuth's two-sum) and of the product, and the third
        # part.
        back = r - first
        rest = (first - (r - back)) - (second + back)
        rest = rest - fused(n, _HALF_PI[1], -second)
        rest = added_product(n, -_HALF_PI[2], rest)
        whole = r + rest
        r, rest = whole, rest - (whole - r)
    large = magnitude(x) >= _LARGE

    def by_payne_and_hanek() -> list[VectorValue]:
        found = _large_angles(x)
        return [select(large, a, b) for a, b in zip(found, usual, strict=True)]

    usual = [r, rest, shifted.bits()]
    return _Angle(*x.code.rarely(large, usual, by_payne_and_hanek))


def _parts(angle: _Angle, is_single: bool) -> tuple[Sum, Sum]:
    """sin r and cos r, each as the sum of a large and a small part."""
    r, rest = angle.r, angle.rest
    precision = "wide" if is_single else "double"
    z = r * r
    sine = added_product(z * r, polynomial(z, coefficients.SIN[precision]), rest)
    half = z * 0.5
    cosine = 1.0 - half
    tail = polynomial(z, coefficients.COS[precision]) * z
    if not is_single:
        tail = added_product(tail, z, ((1.0 - cosine) - half) - r * rest)
        sine = added_product(half, -rest, sine)
        return (r, sine), (cosine, tail)
    return (r, sine), (cosine, tail * z)


def _waves(x: VectorValue, turn: int) -> VectorValue:
    """sin(x + turn π/2) for f64."""
    angle = _reduced(x, is_single=False)
    sine, cosine = _parts(angle, is_single=False)
    n = angle.n + turn if turn else angle.n
    is_odd = (n & 1).equals(1)
    return flipped(select(is_odd, cosine[0] + cosine[1], sine[0] + sine[1]), n >> 1)


def _single_waves(x: VectorValue, turn: int) -> VectorValue:
    """sin(x + turn π/2) for f32, where turn is 0 or 1: sin r with the sign of (-1)^n."""
    wide, magic = in_double(x), BINARY["double"].magic
    if turn:
        shifted = added_product(wide, 1 / math.pi, 0.5) + magic
        n = (shifted - magic) - 0.5
    else:
        shifted = added_product(wide, 1 / math.pi, magic)
        n = shifted - magic
    usual = [fused(n, -2 * _HALF_PI[1], fused(n, -2 * _HALF_PI[0], wide)), shifted.bits()]
    large = magnitude(x) >= _LARGE

    def by_payne_and_hanek() -> list[VectorValue]:
        r, _, quadrant = _large_angles(wide)
        if turn:
            quadrant = quadrant + turn
        is_odd = (quadrant & 1).equals(1)
        # Odd multiples of π/2 become multiples of π by adding or subtracting π/2.
        is_below = r < 0.0
        beside = select(is_below, r + math.pi / 2, r - math.pi / 2)
        found = select(is_odd, beside, r), (quadrant + select(is_below, quadrant.like(0), 1)) >> 1
        return [select(large, a, b) for a, b in zip(found, usual, strict=True)]

    r, n = x.code.rarely(large, usual, by_payne_and_hanek)
    z = r * r
    # A product keeps the sign of -0.
    sine = r * added_product(z, polynomial(z, coefficients.WAVE["wide"]), 1.0)
    return in_single(flipped(sine, n))


def sin(x: VectorValue) -> VectorValue:
    if x.is_single:
        return _single_waves(x, 0)
    return select(magnitude(x) < BINARY[x.scalar].tiny, x, _waves(x, 0))


def cos(x: VectorValue) -> VectorValue:
    return _single_waves(x, 1) if x.is_single else _waves(x, 1)


def tan(x: VectorValue) -> VectorValue:
    """sin / cos for even n, -cos / sin for odd n."""
    wide = in_double(x) if x.is_single else x
    angle = _reduced(wide, x.is_single)
    sine, cosine = _parts(angle, x.is_single)
    is_odd = (angle.n & 1).equals(1)
    if x.is_single:
        s, c = sine[0] + sine[1], cosine[0] + cosine[1]
        ratio = select(is_odd, c, s) / select(is_odd, s, c)
    else:
        parts = quotient(either(is_odd, cosine, sine), either(is_odd, sine, cosine))
        ratio = parts[0] + parts[1]
    result = flipped(ratio, angle.n)
    result = in_single(result) if x.is_single else result
    return select(magnitude(x) < BINARY[x.scalar].tiny, x, result)


def _large_angles(x: VectorValue) -> list[VectorValue]:
    """(r, rest, n) of large arguments, one lane at a time."""
    code = x.code
    function = _payne_and_hanek(code.declarations)
    result = "{ double, double, i64 }"
    scalars = ("double", "double", "i64")
    if code.lanes == 1:
        found = code.emit(result, f"call {result} {function}(double {x.name})").name
        return [code.emit(s, f"extractvalue {result} {found}, {k}") for k, s in enumerate(scalars)]
    number, before = len(code.lines), code.label
    types = [code.type(s) for s in scalars]
    code.lines.append(f"  br label %lanes{number}")
    code.start_block(f"lanes{number}")
    code.lines.append(
        f"  %lane{number} = phi i64 [ 0, %{before} ], [ %next{number}, %lanes{number} ]"
    )
    code.lines += [
        f"  %sofar{number}.{k} = phi {t} [ poison, %{before} ], [ %more{number}.{k}, "
        f"%lanes{number} ]"
        for k, t in enumerate(types)
    ]
    one = code.emit("double", f"extractelement {types[0]} {x.name}, i64 %lane{number}").name
    found = code.emit(result, f"call {result} {function}(double {one})").name
    results: list[VectorValue] = []
    for k, (scalar, type) in enumerate(zip(scalars, types, strict=True)):
        part = code.emit(scalar, f"extractvalue {result} {found}, {k}").name
        code.lines.append(
            f"  %more{number}.{k} = insertelement {type} %sofar{number}.{k}, {scalar} {part}, "
            f"i64 %lane{number}"
        )
        results.append(VectorValue(code, f"%more{number}.{k}", scalar))
    code.lines += [
        f"  %next{number} = add i64 %lane{number}, 1",
        f"  %again{number} = icmp ult i64 %next{number}, {code.lanes}",
        f"  br i1 %again{number}, label %lanes{number}, label %all{number}",
    ]
    code.start_block(f"all{number}")
    return results


def _two_over_pi() -> list[int]:
    """The bits of 2/π in words of 64, after a word of zeros; π by Machin's formula."""
    one = 1 << (_TWO_OVER_PI_BITS + 64)

    def inverse_tangent(n: int) -> int:
        total = term = one // n
        k = 1
        while term:
            term //= -n * n
            k += 2
            total += term // k
        return total

    pi = 4 * (4 * inverse_tangent(5) - inverse_tangent(239))
    bits = (2 * one << _TWO_OVER_PI_BITS) // pi
    words = _TWO_OVER_PI_BITS // 64
    mask = (1 << 64) - 1
    return [0] + [(bits >> (64 * (words - 1 - k))) & mask for k in range(words)]


_PAYNE_AND_HANEK: Final = """
@dlvm.two.over.pi = internal unnamed_addr constant [{words} x i64] [{table}]

define internal {{ double, double, i64 }} @dlvm.large.angle(double %x) noinline nounwind {{
  %bits = bitcast double %x to i64
  %sized = and i64 %bits, 9223372036854775807
  %finite = icmp ult i64 %sized, 9218868437227405312
  %biased = lshr i64 %sized, 52
  %low = and i64 %bits, 4503599627370495
  %whole = or i64 %low, 4503599627370496
  %factor = zext i64 %whole to i256
  %exponent = sub i64 %biased, 1013
  %is.large = icmp sge i64 %exponent, 0
  %usable = and i1 %finite, %is.large
  %start = select i1 %usable, i64 %exponent, i64 0
  %word = lshr i64 %start, 6
  %place = and i64 %start, 63
  %shift = zext i64 %place to i256
{loads}
  %rest = xor i64 %place, 63
  %half = lshr i64 %w4, 1
  %end = lshr i64 %half, %rest
  %end.wide = zext i64 %end to i256
  %moved = shl i256 %s3, %shift
  %digits = or i256 %moved, %end.wide
  %product = mul i256 %digits, %factor
  %top = lshr i256 %product, 253
  %top.word = trunc i256 %top to i64
  %up = add i64 %top.word, 1
  %quadrant = lshr i64 %up, 1
  %fraction = shl i256 %product, 2
  %below = icmp slt i256 %fraction, 0
  %opposite = sub i256 0, %fraction
  %size = select i1 %below, i256 %opposite, i256 %fraction
  %zeros = call i256 @llvm.ctlz.i256(i256 %size, i1 false)
  %normal = shl i256 %size, %zeros
  %high.wide = lshr i256 %normal, 203
  %high.bits = trunc i256 %high.wide to i64
  %next.wide = lshr i256 %normal, 150
  %next.word = trunc i256 %next.wide to i64
  %next.bits = and i64 %next.word, 9007199254740991
  %high.number = uitofp i64 %high.bits to double
  %next.number = uitofp i64 %next.bits to double
  %zeros.word = trunc i256 %zeros to i64
  %high.exponent = sub i64 970, %zeros.word
  %high.unit.bits = shl i64 %high.exponent, 52
  %high.unit = bitcast i64 %high.unit.bits to double
  %next.exponent = sub i64 917, %zeros.word
  %next.unit.bits = shl i64 %next.exponent, 52
  %next.unit = bitcast i64 %next.unit.bits to double
  %high = fmul double %high.number, %high.unit
  %next = fmul double %next.number, %next.unit
  %r0 = fmul double %high, 0x3FF921FB54442D18
  %r0.minus = fneg double %r0
  %e0 = call double @llvm.fma.f64(double %high, double 0x3FF921FB54442D18, double %r0.minus)
  %e1 = call double @llvm.fma.f64(double %high, double 0x3C91A62633145C07, double %e0)
  %e2 = call double @llvm.fma.f64(double %next, double 0x3FF921FB54442D18, double %e1)
  %r = fadd double %r0, %e2
  %gap = fsub double %r, %r0
  %rest.number = fsub double %e2, %gap
  %negative = icmp slt i64 %bits, 0
  %minus = xor i1 %below, %negative
  %r.minus = fneg double %r
  %rest.minus = fneg double %rest.number
  %quadrant.minus = sub i64 0, %quadrant
  %r.signed = select i1 %minus, double %r.minus, double %r
  %r.known = select i1 %finite, double %r.signed, double 0x7FF8000000000000
  %rest.signed = select i1 %minus, double %rest.minus, double %rest.number
  %n = select i1 %negative, i64 %quadrant.minus, i64 %quadrant
  %a = insertvalue {{ double, double, i64 }} poison, double %r.known, 0
  %b = insertvalue {{ double, double, i64 }} %a, double %rest.signed, 1
  %c = insertvalue {{ double, double, i64 }} %b, i64 %n, 2
  ret {{ double, double, i64 }} %c
}}"""


def _payne_and_hanek(declarations: Declarations) -> str:
    """(r, rest, n) of one f64 of magnitude 2^40 or more; NaN for infinities and NaN."""
    name = "dlvm.large.angle"
    if name not in declarations:
        declarations.declare("llvm.fma.f64", "double", *["double"] * 3)
        declarations.declare("llvm.ctlz.i256", "i256", "i256", "i1")
        words = _two_over_pi()
        loads: list[str] = []
        for k in range(5):
            loads += [
                f"  %i{k} = add i64 %word, {k}",
                f"  %p{k} = getelementptr i64, ptr @dlvm.two.over.pi, i64 %i{k}",
                f"  %w{k} = load i64, ptr %p{k}, align 8",
            ]
        loads.append("  %s0 = zext i64 %w0 to i256")
        for k in range(1, 4):
            loads += [
                f"  %u{k} = shl i256 %s{k - 1}, 64",
                f"  %v{k} = zext i64 %w{k} to i256",
                f"  %s{k} = or i256 %u{k}, %v{k}",
            ]
        table = ", ".join(f"i64 {word}" for word in words)
        text = _PAYNE_AND_HANEK.format(words=len(words), table=table, loads="\n".join(loads))
        declarations.define(name, text)
    return "@" + name
