"""Python's statements in staged functions: each function against itself run by Python."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dlvm import nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import Float0D, Float1D, Float2D, Int0D, gradient, staged
from dlvm.verifier import verify
from tests.support.nnkit_testing import F, check

ROW = np.array([1.0, -2.0, 3.0], np.float32)
ROWS = np.arange(12, dtype=np.float32).reshape(4, 3) - 4


def early(n: Int0D) -> Int0D:
    if n < 0:
        return -1
    elif n > 50:
        if n % 2 == 0:
            return 2 * n
        n = n + 1
    else:
        n = n - 1
        if n == 6:
            return 600
    return n


def first_square_above(n: Int0D) -> Int0D:
    for i in range(n + 1):
        if i * i > n:
            return i
    return -n


def with_break(n: Int0D) -> Int0D:
    total = 0
    for i in range(n):
        if i == 7:
            break
        total = total + i
    return total


def with_continue(n: Int0D) -> Int0D:
    total = 0
    for i in range(n):
        if i % 3 == 0:
            continue
        if i > 20:
            total += 1
            continue
        total += i
    return total


def for_else(n: Int0D) -> Int0D:
    for i in range(2, n):
        if n % i == 0:
            found = i
            break
    else:
        found = -1
    return found


def while_else_break(n: Int0D) -> Int0D:
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
        if steps > 15:
            break
    else:
        steps = -steps
    return steps


def while_true(n: Int0D) -> Int0D:
    count = 0
    while True:
        count += 1
        n = n // 2
        if n == 0:
            break
    return count


def while_true_with_returns(n: Int0D) -> Int0D:
    k = 1
    while True:
        k = k * 2
        if k > n:
            return k
        if k == 32:
            return -1


def while_true_of_python(n: Int0D) -> Int0D:
    items = [1, 2, 3]
    while True:
        n = n * items.pop()
        if not items:
            break
    return n


def nested_loops(n: Int0D) -> Int0D:
    total = 0
    for i in range(n):
        for j in range(n):
            if j > i:
                break
            if (i + j) % 2 == 0:
                continue
            total += i * j
        else:
            total += 1000
        if total > 5000:
            return total
    return -total


def unrolled_break(n: Int0D) -> Int0D:
    total = 0
    for k in [1, 20, 3, 70]:
        if n < k:
            break
        total += k
    else:
        total = -total
    return total


def unrolled_continue(n: Int0D) -> Int0D:
    total = 0
    for k in range(1, 6):
        if n % k == 0:
            total += 1
            continue
        if k == 3:
            continue
        total += 10
    return total


def unrolled_return(n: Int0D) -> Int0D:
    for k in (1, 7, 60):
        for j in (0, 1):
            if n == k + j:
                return 100 * k + j
    return 0


def static_exits_behind_staged_ones(n: Int0D) -> Int0D:
    total = 0
    for k in range(4):
        for j in range(3):
            if n < 5 * k:
                continue
            if j == 1 and k == 2:
                break
            if j == 2 and k == 3:
                return total * 100
            total += k + j
        else:
            if n == 13:
                break
            total += 10
            if k == 2:
                break
    return total


def unrolled_in_a_branch(n: Int0D) -> Int0D:
    if n > 5:
        for k in range(3):
            if k == 1:
                return n * k
        n = n + 1000
    return n


def loop_in_a_loop(n: Int0D) -> Int0D:
    while n > 0:
        while True:
            n -= 3
            if n < 40:
                break
            if n % 2 == 0:
                return n
        n -= 1
    return n


def target_behind(n: Int0D) -> Int0D:
    i = 0
    for i in range(n):
        if i * i >= n:
            break
    else:
        return -1
    return i


def helper_with_returns(n: Int0D) -> Int0D:
    def sign(x: Any) -> Any:
        if x > 10:
            return 1
        for _ in range(2):
            if x == 2:
                return 0
        return -1

    total = sign(n)
    for i in range(3):
        total = total * 3 + sign(n - 5 * i)
    return total


def returns_a_tuple(n: Int0D) -> tuple[Int0D, tuple[Int0D, Int0D]]:
    for i in range(n):
        if i == 4:
            return i, (n, 0)
    return 0, (1, n)


def assigned_on_all_ways(n: Int0D) -> Int0D:
    while True:
        if n > 30:
            result = n - 30
            break
        if n < 5:
            result = n * 2
            break
        n = n - 2
    return result


def starred(n: Int0D) -> Int0D:
    first, *rest = (n, n + 1, n + 2)
    (a, b), [c, *d] = rest, [first, a_of(rest), 3]
    a += b
    return a + c * len(d) + sum(rest)


def a_of(values: Any) -> Any:
    return values[0]


def comprehensions(n: Int0D) -> Int0D:
    table = {k: n * k for k in range(3)}
    squares = [k * k if n > k else -k for k in (1, 2, 60) if k != 2]
    return sum(squares) + sum(v for v in table.values()) + max(len(s) for s in ("a", "bc"))


def conditions(n: Int0D) -> Int0D:
    inside = 3 < n <= 60 != n
    x = 1 if inside else 2 if n == 60 else 3
    return -x if n > 5 and (n < 20 or not n > 94) else x


SCALARS = [
    early, first_square_above, with_break, with_continue, for_else, while_else_break, while_true,
    while_true_with_returns, while_true_of_python, nested_loops, unrolled_break, unrolled_continue,
    unrolled_return, static_exits_behind_staged_ones, unrolled_in_a_branch, loop_in_a_loop,
    target_behind, helper_with_returns, returns_a_tuple, assigned_on_all_ways, starred,
    comprehensions, conditions,
]  # fmt: skip


def flat(value: Any) -> list[Any]:
    return [x for v in value for x in flat(v)] if isinstance(value, tuple) else [value]


@pytest.mark.parametrize("interpreted", [True, False], ids=["interpreted", "compiled"])
@pytest.mark.parametrize("function", SCALARS, ids=lambda f: f.__name__)
def test_statements(function: Callable[..., Any], interpreted: bool) -> None:
    made = staged(interpret=interpreted)(function)
    verify(made.module(1))
    for n in (1, 2, 7, 13, 31, 60, 95):
        found, expected = made(n), function(n)
        assert flat(found) == flat(expected), n


def test_rows_of_a_tensor_until_one_is_found() -> None:
    def function(x: Float2D, limit: Float0D) -> Any:
        total = nnkit.zeros(3)
        for row in x:
            if row.sum() > limit:
                return total, row
            if row[0] < 0:
                continue
            total = total + row
        return total, -total

    made = staged(function)
    for limit in (-20.0, 4.0, 100.0):
        total, expected = np.zeros(3, np.float32), None
        for row in ROWS:
            if row.sum() > limit:
                expected = (total, row)
                break
            if row[0] >= 0:
                total = total + row
        expected = expected or (total, -total)
        for a, b in zip(made(ROWS, limit), expected, strict=True):
            np.testing.assert_array_equal(a, b)


def test_gradients_go_through_early_exits() -> None:
    @staged
    def function(x: Float1D, n: Int0D) -> Float0D:
        total = x.sum()
        for i in range(n):
            if total > 50:
                return total * 2
            if i == 1:
                continue
            total = total * x[0] + (x * x).sum()
        return total

    for x in (ROW, ROW * 3):
        slope, value = gradient(function, "x", keeping=0)(x, 4)
        for place in range(3):
            step = np.zeros(3, np.float32)
            step[place] = 1e-2
            difference = (function(x + step, 4) - function(x - step, 4)) / 2e-2
            np.testing.assert_allclose(slope[place], difference, rtol=2e-2)
        np.testing.assert_allclose(value, function(x, 4))


def test_a_raise_ends_the_program() -> None:
    @staged
    def root(x: Float0D) -> Float0D:
        if x < 0:
            raise ValueError("negative")
        assert x < 100, "too large"
        return x**0.5

    assert root(4.0) == 2
    with pytest.raises(DiagnosticError, match="ValueError: negative") as caught:
        root(-1.0)
    location = caught.value.diagnostics[0].location
    assert location is not None
    assert location.excerpt().split("\n")[0].strip() == 'raise ValueError("negative")'
    with pytest.raises(DiagnosticError, match="too large"):
        root(101.0)


def test_generators_are_left_to_python() -> None:
    def function(n: Int0D) -> Int0D:
        def pairs(count: int) -> Any:
            for k in range(count):
                if k != 1:
                    yield k, n * k

        total = n
        for k, product in pairs(4):
            total += k + product
        return total

    made: Any = function
    assert staged(made)(5) == made(5)


# Statements together.


def collatz(n: Int0D) -> Int0D:
    count = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        count += 1
    return count


def grade(x: Int0D) -> Int0D:
    if x > 90:
        return 1
    elif x > 50 and x != 60:
        return 2
    if not (0 <= x <= 50) or x == 13:
        result = 3
    else:
        result = 4
        if x == 0:
            result = result + 10
    return result


def triangle(n: Int0D) -> Int0D:
    total = 0
    for i in range(n):
        for j in range(i, n, 2):
            if (i + j) % 3 == 0:
                total = total + j
            else:
                total -= 1
    return total


def countdown(n: Int0D) -> Int0D:
    total = 0
    for i in range(n, -n, -3):
        total = total - i * i
    return total


def temporaries(n: Int0D) -> Int0D:
    a = 1
    for i in range(n):
        t = (i, i + 1)
        a = a + t[0] * t[1]
    for i in range(n):
        t = i * 2
        a = a + t
    return a


def swap(n: Int0D) -> tuple[Int0D, Int0D]:
    a, b = 0, 1
    while b < n:
        a, b = b, a + b
    return a, b


def unrolled(n: Int0D) -> Int0D:
    total = n
    for k in [1, 2, 3]:
        if k == 2:
            continue
        total = total * k
    for k in range(10):
        if k > 3:
            break
        total = total + k
    else:
        total = total * 0
    return total


def while_else(n: Int0D) -> Int0D:
    while n > 3:
        n = n - 3
    else:
        n = n * 100
    return n


def nested_function(n: Int0D) -> Int0D:
    def clipped(x: Any) -> Any:
        if x > 10:
            return 10
        return x

    return clipped(n) + clipped(n * 3)


def comprehension(n: Int0D) -> Int0D:
    return sum([n * k if n > k else k for k in range(4) if k != 1])


SCALARS = [collatz, grade, triangle, countdown, temporaries, swap, unrolled, while_else]
SCALARS += [nested_function, comprehension]


@pytest.mark.parametrize("function", SCALARS, ids=lambda f: f.__name__)
def test_control_flow(run: Callable[..., Any], function: Callable[..., Any]) -> None:
    for n in (1, 2, 7, 13, 60, 95):
        found, expected = run(function, n), function(n)
        assert np.array_equal(found, expected), n


def test_a_loop_over_the_rows_of_a_tensor(run: Callable[..., Any]) -> None:
    def function(x: Float2D) -> Any:
        largest, total = x[0], 0.0
        for row in x:
            largest = nnkit.maximum(largest, row)
            total = total + row.sum()
        return largest, total

    check(run(function, F), (F.max(axis=0), F.sum()))
    text = staged(function).ir(F)
    assert text.count("gather") == 1


def test_a_range_of_nnkit_stays_a_loop() -> None:
    @staged
    def looped(x: Float1D) -> Float1D:
        for _ in nnkit.range(100):
            x = x * 2
        return x

    @staged
    def unrolled(x: Float1D) -> Float1D:
        for _ in range(100):
            x = x * 2
        return x

    assert looped.ir(ROW).count("multiply") == 1
    assert unrolled.ir(ROW).count("multiply") == 100


def test_only_live_variables_are_loop_carried() -> None:
    @staged
    def function(x: Float1D, n: Int0D) -> Float1D:
        scratch = x * 3
        for i in nnkit.range(n):
            scratch = x + 1
            other = scratch * 2
            x = other - i.astype(nnkit.f32)
        return x

    loop = function.module(ROW, 3).functions[0].blocks[1]
    assert [str(a.type) for a in loop.arguments] == ["i64", "<3 x f32>"]


def last_of_rounds(x: Float2D) -> Any:
    for i in nnkit.range(4):
        scaled = x[0] * i.astype(nnkit.f32)
        if scaled[0] > 1:
            continue
        i = i + 0
    return scaled, i


def last_row(x: Float2D) -> Any:
    for row in x:
        pair = (row * 2, row.sum())
        for _ in nnkit.range(2):
            inner = pair[0] + 1
    else:
        inner = inner * 3
    return pair, inner, row


def last_before_a_break(x: Float2D) -> Any:
    for row in x:
        last = row + 1
        if row.sum() > 0:
            break
    return last * 2


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (last_of_rounds, (ROWS[0] * 3, np.int64(3))),
        (last_row, ((ROWS[-1] * 2, ROWS[-1].sum()), (ROWS[-1] * 2 + 1) * 3, ROWS[-1])),
        (last_before_a_break, (ROWS[2] + 1) * 2),
    ],
    ids=lambda v: getattr(v, "__name__", ""),
)
def test_variables_assigned_in_the_last_iteration(
    function: Callable[..., Any], expected: Any
) -> None:
    for interpret in (True, False):
        check(staged(interpret=interpret)(function)(ROWS), expected)
    verify(staged(function).module(ROWS))


def test_a_gradient_through_variables_of_the_last_iteration() -> None:
    @staged
    def function(x: Float2D) -> Float0D:
        total = 0.0
        for row in x:
            square = row * row
            total = total + row.sum()
        return total + square.sum()

    expected = np.ones_like(ROWS)
    expected[-1] += 2 * ROWS[-1]
    check(gradient(function)(ROWS), (expected,))


@pytest.mark.parametrize("stop", [0, -1])
def test_a_loop_without_rounds_assigns_nothing(stop: int) -> None:
    @staged
    def function(x: Float0D) -> Any:
        for _ in nnkit.range(stop):
            y = x
        return y

    with pytest.raises(DiagnosticError, match="y has no value"):
        function(1.0)
