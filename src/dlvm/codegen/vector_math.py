"""Mathematical functions in plain LLVM vector code, for f32 and any number of lanes.

Each entry writes one LLVM function. Errors over all exponents, in units in the last place: exp and
log under 1.5, tanh under 2.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Final

from dlvm.codegen.emitter import Declarations


def _float(value: float) -> str:
    single = struct.unpack("f", struct.pack("f", value))[0]
    return "0x" + struct.pack(">d", single).hex().upper()


class _Function:
    """One function of a float vector, written line by line."""

    def __init__(self, lanes: int, declarations: Declarations) -> None:
        self.lines: list[str] = []
        self.lanes = lanes
        self.declarations = declarations
        self.float = "float" if lanes == 1 else f"<{lanes} x float>"
        self.int = "i32" if lanes == 1 else f"<{lanes} x i32>"
        self.bool = "i1" if lanes == 1 else f"<{lanes} x i1>"

    def emit(self, text: str) -> str:
        name = f"%t{len(self.lines)}"
        self.lines.append(f"  {name} = {text}")
        return name

    def splat(self, constant: str, type: str) -> str:
        return constant if self.lanes == 1 else f"splat ({type} {constant})"

    def number(self, value: float) -> str:
        return self.splat(_float(value), "float")

    def integer(self, value: int) -> str:
        return self.splat(str(value), "i32")

    def binary(self, operation: str, a: str, b: str) -> str:
        return self.emit(f"{operation} {self.float} {a}, {b}")

    def integers(self, operation: str, a: str, b: str) -> str:
        return self.emit(f"{operation} {self.int} {a}, {b}")

    def fma(self, a: str, b: str, c: str) -> str:
        suffix = "f32" if self.lanes == 1 else f"v{self.lanes}f32"
        name = self.declarations.declare(f"llvm.fma.{suffix}", self.float, *[self.float] * 3)
        return self.emit(f"call {self.float} {name}({self.float} {a}, {self.float} {b}, "
                         f"{self.float} {c})")  # fmt: skip

    def call(self, name: str, *x: str) -> str:
        suffix = "f32" if self.lanes == 1 else f"v{self.lanes}f32"
        types = [self.float] * len(x)
        symbol = self.declarations.declare(f"llvm.{name}.{suffix}", self.float, *types)
        given = ", ".join(f"{self.float} {v}" for v in x)
        return self.emit(f"call {self.float} {symbol}({given})")

    def compare(self, predicate: str, a: str, b: str) -> str:
        return self.emit(f"fcmp {predicate} {self.float} {a}, {b}")

    def select(self, flag: str, a: str, b: str) -> str:
        return self.emit(f"select {self.bool} {flag}, {self.float} {a}, {self.float} {b}")

    def bits(self, x: str) -> str:
        return self.emit(f"bitcast {self.float} {x} to {self.int}")

    def unbits(self, x: str) -> str:
        return self.emit(f"bitcast {self.int} {x} to {self.float}")

    def polynomial(self, x: str, *coefficients: float) -> str:
        """Horner's scheme, the highest power first."""
        result = self.number(coefficients[0])
        for coefficient in coefficients[1:]:
            result = self.fma(result, x, self.number(coefficient))
        return result

    def text(self, symbol: str, result: str) -> str:
        body = "\n".join(self.lines)
        return (
            f"define internal {self.float} @{symbol}({self.float} %x) alwaysinline {{\n{body}\n"
            f"  ret {self.float} {result}\n}}"
        )


def _exp_steps(f: _Function, x: str) -> str:
    """e^x: x = n ln 2 + r, a polynomial for e^r, and 2^n in two factors for subnormal results."""
    magic = 12582912.0  # 1.5 * 2^23: adding it leaves the nearest whole number in the low bits.
    x = f.select(f.compare("ogt", x, f.number(89.0)), f.number(89.0), x)
    x = f.select(f.compare("olt", x, f.number(-104.5)), f.number(-104.5), x)
    shifted = f.fma(x, f.number(1.4426950408889634), f.number(magic))
    n = f.binary("fsub", shifted, f.number(magic))
    r = f.fma(n, f.number(-0.693145751953125), x)
    r = f.fma(n, f.number(-1.428606765330187045e-06), r)
    p = f.polynomial(
        r, 1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1,
        5.0000001201e-1,
    )  # fmt: skip
    p = f.fma(f.binary("fmul", p, r), r, r)
    p = f.binary("fadd", p, f.number(1.0))
    whole = f.integers("sub", f.bits(shifted), f.integer(0x4B400000))
    half = f.integers("ashr", whole, f.integer(1))
    rest = f.integers("sub", whole, half)
    for part in (half, rest):
        exponent = f.integers("shl", f.integers("add", part, f.integer(127)), f.integer(23))
        p = f.binary("fmul", p, f.unbits(exponent))
    return p


def _exp(symbol: str, lanes: int, declarations: Declarations) -> str:
    f = _Function(lanes, declarations)
    return f.text(symbol, _exp_steps(f, "%x"))


def _log(symbol: str, lanes: int, declarations: Declarations) -> str:
    """ln x = e ln 2 + ln m with m in [sqrt 1/2, sqrt 2), by a polynomial in m - 1."""
    f = _Function(lanes, declarations)
    tiny = f.compare("olt", "%x", f.number(1.17549435e-38))
    scaled = f.binary("fmul", "%x", f.number(8388608.0))
    x = f.select(tiny, scaled, "%x")
    correction = f.select(tiny, f.number(-23.0), f.number(0.0))
    shifted = f.integers("sub", f.bits(x), f.integer(0x3F3504F3))
    exponent = f.integers("ashr", shifted, f.integer(23))
    mantissa = f.integers("sub", f.bits(x), f.integers("shl", exponent, f.integer(23)))
    m = f.binary("fsub", f.unbits(mantissa), f.number(1.0))
    e = f.emit(f"sitofp {f.int} {exponent} to {f.float}")
    e = f.binary("fadd", e, correction)
    p = f.polynomial(
        m, 7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1,
        -1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1,
    )  # fmt: skip
    square = f.binary("fmul", m, m)
    p = f.binary("fmul", f.binary("fmul", p, square), m)
    p = f.fma(e, f.number(-2.12194440e-4), p)
    p = f.fma(square, f.number(-0.5), p)
    result = f.binary("fadd", m, p)
    result = f.fma(e, f.number(0.693359375), result)
    # inf and NaN are their own logarithm; 0 gives -inf, what is below NaN.
    regular = f.compare("olt", "%x", f.number(float("inf")))
    result = f.select(regular, result, "%x")
    zero = f.compare("oeq", "%x", f.number(0.0))
    result = f.select(zero, f.number(float("-inf")), result)
    negative = f.compare("olt", "%x", f.number(0.0))
    return f.text(symbol, f.select(negative, f.number(float("nan")), result))


def _tanh(symbol: str, lanes: int, declarations: Declarations) -> str:
    """A polynomial near 0, 1 - 2 / (e^2|x| + 1) elsewhere."""
    f = _Function(lanes, declarations)
    size = f.call("fabs", "%x")
    power = _exp_steps(f, f.binary("fadd", size, size))
    quotient = f.binary("fdiv", f.number(2.0), f.binary("fadd", power, f.number(1.0)))
    large = f.binary("fsub", f.number(1.0), quotient)
    large = f.call("copysign", large, "%x")
    square = f.binary("fmul", "%x", "%x")
    p = f.polynomial(
        square, -5.70498872745e-3, 2.06390887954e-2, -5.37397155531e-2, 1.33314422036e-1,
        -3.33332819422e-1,
    )  # fmt: skip
    small = f.fma(f.binary("fmul", p, square), "%x", "%x")
    return f.text(symbol, f.select(f.compare("ult", size, f.number(0.625)), small, large))


VECTOR_MATH: Final[dict[str, Callable[[str, int, Declarations], str]]] = {
    "exp": _exp,
    "log": _log,
    "tanh": _tanh,
}
"""(symbol, lanes, declarations) -> the text of a function, by mnemonic."""


_DIGAMMA = """define internal double @dlvm.digamma(double %x) {
entry:
  %low = fcmp olt double %x, 0.0
  %whole = call double @llvm.floor.f64(double %x)
  %is.whole = fcmp oeq double %whole, %x
  %not.positive = fcmp ole double %x, 0.0
  %pole = and i1 %is.whole, %not.positive
  %mirrored = fsub double 1.0, %x
  %start = select i1 %low, double %mirrored, double %x
  %fraction = fsub double %x, %whole
  %angle = fmul double %fraction, 0x400921FB54442D18
  %sine = call double @sin(double %angle)
  %cosine = call double @cos(double %angle)
  %cotangent = fdiv double %cosine, %sine
  %turned = fmul double %cotangent, 0xC00921FB54442D18
  %reflection = select i1 %low, double %turned, double 0.0
  br label %loop
loop:
  %z = phi double [ %start, %entry ], [ %z.next, %step ]
  %sum = phi double [ 0.0, %entry ], [ %sum.next, %step ]
  %small = fcmp olt double %z, 10.0
  br i1 %small, label %step, label %done
step:
  %inverse = fdiv double 1.0, %z
  %sum.next = fsub double %sum, %inverse
  %z.next = fadd double %z, 1.0
  br label %loop
done:
  %r = fdiv double 1.0, %z
  %s = fmul double %r, %r
  %p0 = call double @llvm.fma.f64(double %s, double 0x3FB5555555555555, double 0xBF95995995995996)
  %p1 = call double @llvm.fma.f64(double %s, double %p0, double 0x3F7F07C1F07C1F08)
  %p2 = call double @llvm.fma.f64(double %s, double %p1, double 0xBF71111111111111)
  %p3 = call double @llvm.fma.f64(double %s, double %p2, double 0x3F70410410410410)
  %p4 = call double @llvm.fma.f64(double %s, double %p3, double 0xBF81111111111111)
  %p5 = call double @llvm.fma.f64(double %s, double %p4, double 0x3FB5555555555555)
  %series = fmul double %s, %p5
  %half = fmul double %r, 0.5
  %logarithm = call double @log(double %z)
  %main = fsub double %logarithm, %half
  %value = fsub double %main, %series
  %shifted = fadd double %value, %sum
  %result = fadd double %shifted, %reflection
  %answer = select i1 %pole, double 0x7FF8000000000000, double %result
  ret double %answer
}"""


def digamma(declarations: Declarations) -> str:
    """The digamma function of one f64: reflection, recurrence up to 10, asymptotic series."""
    if "dlvm.digamma" not in declarations:
        for name, count in (("llvm.floor.f64", 1), ("llvm.fma.f64", 3), ("sin", 1), ("cos", 1),
                            ("log", 1)):  # fmt: skip
            declarations.declare(name, "double", *["double"] * count)
        declarations.define("dlvm.digamma", _DIGAMMA)
    return "@dlvm.digamma"
