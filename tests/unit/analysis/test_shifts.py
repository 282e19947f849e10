"""Which numbers that are subtracted cancel, and the gradients without them."""

import numpy as np
import pytest

import dlvm
from dlvm.analysis.values.shifts import cancelling_shifts
from dlvm.transforms import run_passes
from tests.support.pass_testing import module_of

SHIFTED = """
    %m = reduce %x: <3 x 3 x f64> by max along 1
    %c = padShape %m: <3 x f64> at 1
    %d = subtract %x: <3 x 3 x f64>, %c: <3 x 1 x f64>
    %e = exp %d: <3 x 3 x f64>
    %s = reduce %e: <3 x 3 x f64> by add along 1
    %k = padShape %s: <3 x f64> at 1
"""
SOFTMAX = f"{SHIFTED}\n%p = divide %e: <3 x 3 x f64>, %k: <3 x 1 x f64>"
CANCELLING = {
    "softmax": f"{SOFTMAX}\n%z = square %p: <3 x 3 x f64>",
    "log-sum-exp": f"""{SHIFTED}
        %l = log %s: <3 x f64>
        %n = add %m: <3 x f64>, %l: <3 x f64>
        %z = multiply %n: <3 x f64>, %x: <3 x 3 x f64>""",
    "log-softmax": f"""{SHIFTED}
        %l = log %k: <3 x 1 x f64>
        %n = subtract %d: <3 x 3 x f64>, %l: <3 x 1 x f64>
        %z = square %n: <3 x 3 x f64>""",
    "temperature": f"""{SHIFTED.replace("exp %d", "exp %h")}
        %r = reciprocal %k: <3 x 1 x f64>
        %p = multiply %e: <3 x 3 x f64>, %r: <3 x 1 x f64>
        %z = square %p: <3 x 3 x f64>""".replace(
        "%e = exp", "%h = multiply %d: <3 x 3 x f64>, 0.1: f64\n    %e = exp"
    ),
    "attention": f"""{SHIFTED}
        %a = dot %e: <3 x 3 x f64>, %x: <3 x 3 x f64>
        %p = divide %a: <3 x 3 x f64>, %k: <3 x 1 x f64>
        %z = square %p: <3 x 3 x f64>""",
    "masked": f"""{SHIFTED}
        %f = greaterThan %x: <3 x 3 x f64>, 0: f64
        %w = select %e: <3 x 3 x f64>, 0: f64 by %f: <3 x 3 x bool>
        %p = divide %w: <3 x 3 x f64>, %k: <3 x 1 x f64>
        %z = square %p: <3 x 3 x f64>""",
}
STAYING = {
    "shown": f"{SOFTMAX}\n%z = multiply %p: <3 x 3 x f64>, %m: <3 x f64>",
    "picked": f"""{SHIFTED}
        %l = log %k: <3 x 1 x f64>
        %q = multiply %d: <3 x 3 x f64>, %x: <3 x 3 x f64>
        %z = subtract %q: <3 x 3 x f64>, %l: <3 x 1 x f64>""",
    "other rows": f"{SHIFTED}\n%z = divide %e: <3 x 3 x f64>, %s: <3 x f64>",
    "twice": f"""{SHIFTED}
        %t = add %d: <3 x 3 x f64>, %d: <3 x 3 x f64>
        %l = log %k: <3 x 1 x f64>
        %z = subtract %t: <3 x 3 x f64>, %l: <3 x 1 x f64>""",
    "other scale": SOFTMAX.replace("exp %d", "exp %h").replace(
        "%e = exp", "%h = multiply %d: <3 x 3 x f64>, 2: f64\n    %e = exp"
    )
    + "\n%z = multiply %p: <3 x 3 x f64>, %d: <3 x 3 x f64>",
    "part of the sum": f"""{SHIFTED}
        %t = add %k: <3 x 1 x f64>, 1: f64
        %z = divide %e: <3 x 3 x f64>, %t: <3 x 1 x f64>""",
}


@pytest.mark.parametrize("name", [*CANCELLING, *STAYING])
def test_shifts_that_cancel(name: str) -> None:
    code = {**CANCELLING, **STAYING}[name]
    module = module_of(
        f"""
        func @f: (<3 x 3 x f64>) -> f64 {{
        'entry(%x: <3 x 3 x f64>):
            {code}
            %y = reduce %z: <3 x 3 x f64> by add along 0, 1
            return %y: f64
        }}
        [gradient @f wrt 0]
        func @g: (<3 x 3 x f64>) -> (<3 x 3 x f64>)
        [derivative @f wrt 0]
        func @d: (<3 x 3 x f64>, <3 x 3 x f64>) -> (f64)""",
        "raw",
    )
    function = module.function("f")
    assert function is not None
    assert [s.name for s in cancelling_shifts(function)] == (["m"] if name in CANCELLING else [])
    run_passes(module, "AD", verify_each=True)
    x, t = np.random.default_rng(5).standard_normal((2, 3, 3))
    (gradient,) = dlvm.interpret(module, "g", x)
    (tangent,) = dlvm.interpret(module, "d", x, t)
    np.testing.assert_allclose((gradient * t).sum(), tangent, rtol=1e-12)
    step = 1e-6
    high, low = (dlvm.interpret(module, "f", x + s * t) for s in (step, -step))
    np.testing.assert_allclose(tangent, (high - low) / (2 * step), rtol=1e-6)
