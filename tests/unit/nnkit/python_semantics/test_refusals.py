"""Python semantics that programs do not have: each use is an error."""

from typing import Any

import numpy as np
import pytest

from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import Bool0D, Float0D, Float1D, Int0D, Int1D, staged, struct

ROW = np.ones(2, np.float32)


def raise_above(x: Any) -> Any:
    if x > 0:
        raise ValueError("no")
    return x


def test_a_staged_raise_is_not_caught() -> None:
    @staged(interpret=True)
    def direct(x: Float0D) -> Float0D:
        try:
            if x > 0:
                raise ValueError("no")
        except (KeyError, ValueError):
            return 0.0
        return x

    @staged(interpret=True)
    def called(x: Float0D) -> Float0D:
        try:
            return raise_above(x)
        except Exception:
            return 0.0

    for function in (direct, called):
        with pytest.raises(DiagnosticError, match="staged raise must not be in a try") as caught:
            function(-1.0)
        location = caught.value.diagnostics[0].location
        assert location is not None
        assert "raise ValueError" in location.excerpt()


def test_a_handler_of_another_exception_is_no_obstacle() -> None:
    @staged(interpret=True)
    def f(x: Float0D) -> Float0D:
        try:
            x = raise_above(x)
        except KeyError:
            x = 0.0  # pyright: ignore[reportAssignmentType]
        return x

    assert f(-1.0) == -1
    with pytest.raises(DiagnosticError, match="ValueError: no"):
        f(1.0)


def test_an_exception_that_leaves_a_staged_branch() -> None:
    @staged(interpret=True)
    def outside(x: Float0D) -> Float0D:
        y = 0.0
        try:
            if x > 0:
                y = float("abc")
        except ValueError:
            y = -1.0
        return y

    @staged(interpret=True)
    def within(x: Float0D) -> Float0D:
        y = 0.0
        if x > 0:
            try:
                y = float("abc")
            except ValueError:
                y = -1.0
        return y

    with pytest.raises(DiagnosticError, match="put the try statement into it"):
        outside(1.0)
    assert (within(1.0), within(-1.0)) == (-1, 0)


def test_a_bare_except_does_not_catch_staged_returns() -> None:
    @staged(interpret=True)
    def f(x: Float0D) -> Float0D:
        try:
            if x > 0:
                return 1.0
            else:
                return 2.0
        except:  # noqa: E722
            return 3.0

    assert (f(1.0), f(-1.0)) == (1, 2)


@pytest.mark.parametrize("text", ["{1: 5.0}.get(x, 0.0)", "len({x})", "{x: 1.0}[x]", "hash(x)"])
def test_staged_values_are_no_keys(text: str) -> None:
    function = eval(f"lambda x: {text}")
    with pytest.raises(DiagnosticError, match="keys of dicts and sets must be known"):
        staged(interpret=True)(function)(1.0 * ROW[0])


@struct
class Pair:
    w: Float1D
    k: int


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (Pair(ROW.copy(), 1), True),
        (Pair(2 * ROW, 1), False),
        (Pair(ROW, 2), False),
        (Pair(np.ones(3, np.float32), 1), False),
    ],
)
def test_structs_compare_their_fields(other: Pair, same: bool) -> None:
    @staged(interpret=True)
    def equal(p: Pair, q: Pair) -> Bool0D:
        return p == q

    assert (Pair(ROW, 1) == other) is same
    assert (Pair(ROW, 1) != other) is not same
    assert bool(equal(Pair(ROW, 1), other)) is same


@pytest.mark.parametrize("interpret", [True, False])
def test_negative_exponents_of_integers(interpret: bool) -> None:
    @staged(interpret=interpret)
    def power(n: Int1D, m: Int1D) -> Int1D:
        return n**m

    @staged(interpret=interpret)
    def of_two(n: Int0D) -> Int0D:
        return 2**n

    assert list(power(np.array([2, 3]), np.array([3, 0]))) == [8, 1]
    assert of_two(5) == 32
    for call in (lambda: power(np.array([2, 3]), np.array([3, -1])), lambda: of_two(-1)):
        with pytest.raises(DiagnosticError, match="exponents of integers must not be negative"):
            call()
    with pytest.raises(DiagnosticError, match="exponents of integers must not be negative"):
        staged(interpret=interpret)(lambda n: n**-1)(np.array([1, 2]))
