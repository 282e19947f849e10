"""The digamma function of scalars."""

from __future__ import annotations

from typing import Final

from dlvm.codegen.llvm.emitter import Declarations

_DIGAMMA: Final = """define internal double @dlvm.digamma(double %x) nounwind {
entry:
  %low = fcmp olt double %x, 0.0
  %whole = call double @llvm.rint.f64(double %x)
  %is.whole = fcmp oeq double %whole, %x
  %pole = and i1 %is.whole, %low
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
    """The digamma function of one f64: reflection, recurrence up to 10, asymptotic series. The
    distance from the nearest integer is exact, so the cotangent is exact near its poles too;
    the recurrence gives -inf at 0 and inf at -0, and NaN at the other poles."""
    if "dlvm.digamma" not in declarations:
        for name, count in (("llvm.rint.f64", 1), ("llvm.fma.f64", 3), ("sin", 1), ("cos", 1),
                            ("log", 1)):  # fmt: skip
            declarations.declare(name, "double", *["double"] * count)
        declarations.define("dlvm.digamma", _DIGAMMA)
    return "@dlvm.digamma"
