"""Whole programs in the interpreter: control flow, calls, symbolic dimensions, random numbers, and
errors."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dlvm.interpreter import interpret
from dlvm.ir import Function, FunctionType, Module
from dlvm.ir.types import INDEX, VOID
from tests.support.evaluation import BF16, check_error, module_of, program, wide

AGGREGATES = """
struct $Pair {
    #first: <2 x f32>
    #rest: (i64, [2 x bool])
}
func @parts: ($Pair) -> (f32, bool) {
'entry(%p: $Pair):
    %x = extract #first, 1 from %p: $Pair
    %y = extract #rest, 1, 0 from %p: $Pair
    return (%x: f32, %y: bool): (f32, bool)
}
func @changed: ($Pair) -> $Pair {
'entry(%p: $Pair):
    %q = insert 9: f32 to %p: $Pair at #first, 0
    %r = insert true: bool to %q: $Pair at #rest, 1, 1
    return %r: $Pair
}
func @made: (f32) -> $Pair {
'entry(%x: f32):
    %p = literal {#first = <%x: f32, 2: f32>: <2 x f32>, #rest = (7: i64, [true: bool, false: bool]: [2 x bool]): (i64, [2 x bool])}: $Pair
    return %p: $Pair
}
func @zero: () -> $Pair {
'entry():
    return zero: $Pair
}
func @nothing: () -> () {
'entry():
    return
}
"""  # noqa: E501


def test_aggregates() -> None:
    module = module_of(AGGREGATES)
    first = np.array([1, 2], np.float32)
    given = {"first": first, "rest": (3, [True, False])}
    assert interpret(module, "parts", given) == (2, True)
    found = interpret(module, "@changed", given)
    assert found.first.tolist() == [9, 2]
    assert found.rest == (3, (True, True))
    assert first.tolist() == [1, 2]
    made = interpret(module, "made", 5.0)
    assert made.first.tolist() == [5, 2]
    assert made.rest == (7, (True, False))
    zero = interpret(module, "zero")
    assert zero.first.tolist() == [0, 0]
    assert zero.rest == (0, (False, False))
    assert interpret(module, "nothing") is None
    check_error("#rest", lambda: interpret(module, "parts", {"first": first}))
    check_error("has 2 elements", lambda: interpret(module, "parts", (first, (3, [True]))))
    check_error("has 2 elements", lambda: interpret(module, "parts", (first, (3, np.array(1)))))


CONTROL = """
func @sum: (i64) -> i64 {
'entry(%n: i64):
    branch 'loop(0: i64, 0: i64)
'loop(%i: i64, %s: i64):
    %done = greaterThanOrEqual %i: i64, %n: i64
    conditional %done: bool then 'out(%s: i64) else 'next()
'next():
    %j = add %i: i64, 1: i64
    %t = add %s: i64, %j: i64
    branch 'loop(%j: i64, %t: i64)
'out(%r: i64):
    return %r: i64
}
func @swap: (i64) -> (i64, i64) {
'entry(%n: i64):
    branch 'loop(%n: i64, 1: i64, 2: i64)
'loop(%i: i64, %x: i64, %y: i64):
    %k = subtract %i: i64, 1: i64
    %more = greaterThanOrEqual %k: i64, 0: i64
    conditional %more: bool then 'loop(%k: i64, %y: i64, %x: i64) else 'out()
'out():
    return (%x: i64, %y: i64): (i64, i64)
}
func @depth: (i64) -> i64 {
'entry(%n: i64):
    %zero = equal %n: i64, 0: i64
    conditional %zero: bool then 'stop() else 'deeper()
'stop():
    return 0: i64
'deeper():
    %m = subtract %n: i64, 1: i64
    %d = apply @depth(%m: i64) -> i64
    %e = add %d: i64, 1: i64
    return %e: i64
}
func @twice: ((i64) -> i64, i64) -> i64 {
'entry(%f: (i64) -> i64, %x: i64):
    %y = apply %f(%x: i64) -> i64
    %z = apply %f(%y: i64) -> i64
    return %z: i64
}
func @higher: (i64) -> i64 {
'entry(%n: i64):
    %r = apply @twice(@sum: (i64) -> i64, %n: i64) -> i64
    return %r: i64
}
[gradient @square wrt 0]
func @square_gradient: (f32) -> (f32)
func @square: (f32) -> f32 {
'entry(%x: f32):
    %y = square %x: f32
    return %y: f32
}
[extern] func @outside: (i64) -> i64
func @caller: (i64) -> i64 {
'entry(%x: i64):
    %y = apply @outside(%x: i64) -> i64
    return %y: i64
}
"""


def test_control_flow() -> None:
    module = module_of(CONTROL)
    assert interpret(module, "sum", 100) == 5050
    assert interpret(module, "swap", 0) == (1, 2)
    assert interpret(module, "swap", 3) == (2, 1)
    assert interpret(module, "higher", 4) == 55


def test_deep_recursion() -> None:
    module = module_of(CONTROL)
    assert interpret(module, "depth", 30_000) == 30_000
    failure = check_error(
        "calls are nested deeper than 100,000", lambda: interpret(module, "depth", 200_000)
    )
    location = failure.diagnostics[0].location
    assert location is not None
    assert "apply @depth" in location.source.line_text(location.line)


def test_functions_without_a_body() -> None:
    module = module_of(CONTROL)
    message = "@square_gradient is a gradient that is not derived yet: run the pass AD first"
    check_error(message, lambda: interpret(module, "square_gradient", 1.0))
    check_error("@outside has no body", lambda: interpret(module, "outside", 1))
    failure = check_error("@outside has no body", lambda: interpret(module, "caller", 1))
    assert failure.diagnostics[0].location is not None
    check_error(
        "there is no function @other; the module has @sum", lambda: interpret(module, "@other")
    )


def test_invalid_arguments() -> None:
    module = module_of("""
func @f: (<2 x 3 x f32>, i8, f16, bool) -> f16 {
'entry(%x: <2 x 3 x f32>, %1: i8, %y: f16, %z: bool):
    return %y: f16
}
func @g: ((i64) -> i64) -> i64 {
'entry(%f: (i64) -> i64):
    return 0: i64
}
""")
    x = np.zeros((2, 3), np.float32)

    def call(*arguments: Any) -> Callable[[], Any]:
        return lambda: interpret(module, "f", *arguments)

    result = call(x, 5, 0.1, True)()
    assert type(result) is np.float16
    assert result == np.float16(0.1)
    assert call(x.T.copy().T, np.int8(5), np.float16(1), np.bool_(True))() == 1
    for message, arguments in [
        ("@f takes 4 arguments, got 1", (x,)),
        ("argument 0 (%x) has shape 2 x 3, got 3 x 2", (x.T, 5, 1.0, True)),
        ("argument 0 (%x) has shape 2 x 3, got scalar", (1.0, 5, 1.0, True)),
        ("argument 0 (%x) has element type f32, got f64", (wide(x), 5, 1.0, True)),
        ("argument 0 (%x) has type <2 x 3 x f32>, got [[1], [2, 3]]",
         ([[1], [2, 3]], 5, 1.0, True)),
        ("argument 1 (%1) has element type i8, got 128, which is", (x, 128, 1.0, True)),
        ("argument 1 (%1) has element type i8, got f64", (x, 1.0, 1.0, True)),
        ("argument 1 (%1) has element type i8, got bool", (x, True, 1.0, True)),
        ("argument 2 (%y) has element type f16, got bool", (x, 1, False, True)),
        ("argument 2 (%y) has element type f16, got f32", (x, 1, np.float32(1), True)),
        ("argument 2 (%y) has element type f16", (x, 1, 10**400, True)),
        ("argument 3 (%z) has element type bool, got i64", (x, 1, 1.0, 1)),
        ("argument 3 (%z) has type bool, got 'yes'", (x, 1, 1.0, "yes")),
    ]:  # fmt: skip
        check_error(message, call(*arguments))
    check_error('expected a function of type (i64) -> i64, or its "@name", got 1',
                lambda: interpret(module, "g", 1))  # fmt: skip


SYMBOLS = """
func @add: (<_n x f32>, <_n x 2 x f32>) -> <_n x 2 x f32> {
'entry(%x: <_n x f32>, %y: <_n x 2 x f32>):
    %c = shapeCast %x: <_n x f32> to _n x 1
    %r = add %c: <_n x 1 x f32>, %y: <_n x 2 x f32>
    return %r: <_n x 2 x f32>
}
func @free: (<_ x f32>, <_ x f32>) -> <_ x f32> {
'entry(%x: <_ x f32>, %y: <_ x f32>):
    %r = add %x: <_ x f32>, %y: <_ x f32>
    return %r: <_ x f32>
}
func @call: (<_k x f32>, <_ x f32>) -> <_ x f32> {
'entry(%x: <_k x f32>, %y: <_ x f32>):
    %z = padShape %y: <_ x f32> at 1
    %w = broadcast %z: <_ x 1 x f32> to _ x 2
    %r = apply @add(%x: <_k x f32>, %w: <_ x 2 x f32>) -> <_k x 2 x f32>
    %t = reduce %r: <_k x 2 x f32> by add along 1
    return %t: <_k x f32>
}
func @flat: (<_n x 2 x f32>) -> <_ x f32> {
'entry(%x: <_n x 2 x f32>):
    %r = shapeCast %x: <_n x 2 x f32> to _
    return %r: <_ x f32>
}
func @ones: (<_n x f32>) -> <_n x f32> {
'entry(%x: <_n x f32>):
    %r = add 1: <_n x f32>, %x: <_n x f32>
    return %r: <_n x f32>
}
func @same: (<_n x f32>, <_ x f32>) -> <_n x f32> {
'entry(%x: <_n x f32>, %y: <_ x f32>):
    return %y: <_ x f32>
}
func @least: (<_ x f32>) -> f32 {
'entry(%x: <_ x f32>):
    %r = reduce %x: <_ x f32> by min along 0
    return %r: f32
}
func @chunk: (<_ x f32>) -> <2 x f32> {
'entry(%x: <_ x f32>):
    branch 'next(%x: <_ x f32>)
'next(%y: <2 x f32>):
    return %y: <2 x f32>
}
func @third: (<_ x f32>) -> f32 {
'entry(%x: <_ x f32>):
    %r = extract 2 from %x: <_ x f32>
    return %r: f32
}
"""


def test_symbolic_dimensions() -> None:
    module = module_of(SYMBOLS)
    x, y = np.arange(3, dtype=np.float32), np.ones((3, 2), np.float32)
    assert interpret(module, "add", x, y).tolist() == [[1, 1], [2, 2], [3, 3]]
    assert interpret(module, "add", x[:0], y[:0]).shape == (0, 2)
    assert interpret(module, "free", x, x[1:2]).tolist() == [1, 2, 3]
    assert interpret(module, "call", x, x).tolist() == [0, 4, 8]
    assert interpret(module, "flat", y).shape == (6,)
    assert interpret(module, "ones", x).tolist() == [1, 2, 3]
    assert interpret(module, "same", x, x).tolist() == [0, 1, 2]
    assert interpret(module, "chunk", x[1:]).tolist() == [1, 2]
    assert interpret(module, "third", x) == 2


def test_mismatched_sizes() -> None:
    module = module_of(SYMBOLS)
    x, y = np.arange(3, dtype=np.float32), np.ones((4, 2), np.float32)
    for name, arguments, message in [
        ("add", (x, y), "argument 1 (%y) has size 4 at dimension 0, expected 3, the size _n that "
         "argument 0 (%x) has at dimension 0"),
        ("add", (x, y[:, :1]), "argument 1 (%y) has shape _n x 2, got 4 x 1"),
        ("free", (x, x[:2]), "shapes 3 and 2 do not broadcast"),
        ("call", (x, x[:2]), "argument 1 (%y) has size 2 at dimension 0, expected 3"),
        ("same", (x, x[:2]), "the result has size 2 at dimension 0, expected 3 for _n"),
        ("least", (x[:0],), "min over no elements needs init"),
        ("chunk", (x,), "block argument 0 has shape 2, got 3"),
        ("third", (x[:2],), "element 2 is out of range: <2 x f32> has 2 elements"),
    ]:  # fmt: skip
        check_error(message, lambda n=name, a=arguments: interpret(module, n, *a))


def uniform(type: str, count: int, seed: int, low: int = 0, high: int = 1) -> Any:
    text = f"%r = random {count} from {low}: {type} upto {high}: {type}"
    return interpret(program(f"<{count} x {type}>", "", text), "f", seed=seed)


def philox(counter: int, key: tuple[int, int]) -> list[int]:
    """Philox with Python's integers, as in the paper."""
    mask = 2**32 - 1
    x, (k0, k1) = [counter & mask, counter >> 32, 0, 0], key
    for _ in range(10):
        a, b = x[0] * 0xD2511F53, x[2] * 0xCD9E8D57
        x = [(b >> 32) ^ x[1] ^ k0, b & mask, (a >> 32) ^ x[3] ^ k1, a & mask]
        k0, k1 = (k0 + 0x9E3779B9) & mask, (k1 + 0xBB67AE85) & mask
    return x


def test_random_words() -> None:
    # The known answer that the authors of Philox give for zeros.
    assert philox(0, (0, 0)) == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]
    seed = 0x1234567890ABCDEF
    words = [philox(n, (seed & 2**32 - 1, seed >> 32)) for n in range(5)]
    expected = np.array([(w[0] >> 8) * 2.0**-24 for w in words], np.float32)
    np.testing.assert_array_equal(uniform("f32", 5, seed), expected)
    wide_expected = [(w[0] << 21 | w[1] >> 11) * 2.0**-53 for w in words]
    np.testing.assert_array_equal(uniform("f64", 5, seed), wide_expected)
    for small in (np.dtype(np.float16), BF16):
        name = "bf16" if small == BF16 else "f16"
        np.testing.assert_array_equal(wide(uniform(name, 5, seed)), wide(expected.astype(small)))
    between = uniform("f64", 5, seed, -2, 3)
    np.testing.assert_array_equal(between, [-2 + 5 * u for u in wide_expected])


def test_normal_numbers() -> None:
    def normal(type: str, count: int) -> Any:
        return interpret(
            program(f"<{count} x {type}>", "",
                    f"%r = random {count} from 2: {type} upto 3: {type} normal"), "f", seed=7,
        )  # fmt: skip

    def bits(first: int, second: int) -> float:
        return (first << 21 | second >> 11) * 2.0**-53

    for number, found in enumerate(normal("f64", 4)):
        w = philox(number, (7, 0))
        u, v = 1 - bits(w[0], w[1]), bits(w[2], w[3])
        expected = 2 + 3 * math.sqrt(-2 * math.log(u)) * math.cos(2 * math.pi * v)
        assert found == pytest.approx(expected, rel=1e-14)
    for number, found in enumerate(normal("f32", 4)):
        w = philox(number, (7, 0))
        u, v = 1 - (w[0] >> 8) * 2.0**-24, (w[1] >> 8) * 2.0**-24
        expected = 2 + 3 * math.sqrt(-2 * math.log(u)) * math.cos(2 * math.pi * v)
        assert found == pytest.approx(expected, rel=1e-5)
    many = normal("f32", 20_000)
    assert abs(many.mean() - 2) < 0.1
    assert abs(many.std() - 3) < 0.1
    assert normal("bf16", 4).dtype == BF16


def test_random_state_and_keys() -> None:
    text = """
        %x = random 2 from 0: f64 upto 1: f64
        %k = random 3 from 0: f64 upto 1: f64 by %a: <2 x u32>
        %y = random 3 from 0: f64 upto 1: f64
        %r = concatenate %x: <2 x f64>, %y: <3 x f64>, %k: <3 x f64> along 0"""
    module = program("<8 x f64>", "<2 x u32>", text)
    key = np.array([5, 0], np.uint32)
    found = interpret(module, "f", key, seed=9)
    np.testing.assert_array_equal(found[:5], uniform("f64", 5, 9))
    np.testing.assert_array_equal(found[5:], uniform("f64", 3, 5))
    np.testing.assert_array_equal(found, interpret(module, "f", key, seed=9))
    scalar = interpret(program("f32", "", "%r = random scalar from 0: f32 upto 1: f32"), "f")
    assert type(scalar) is np.float32


def test_malformed_modules() -> None:
    function = Function("f", FunctionType((INDEX,), VOID))
    function.add_entry(["x"])
    module = Module("test")
    module.add_function(function)
    check_error("a block of @f ends without a terminator", lambda: interpret(module, "f", 1))
