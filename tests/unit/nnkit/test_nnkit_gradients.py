"""Gradients, products with Jacobians and with Hessians of staged functions, from Python and inside
other staged functions, against central differences and against each other."""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest

from dlvm import nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import (
    Float0D,
    Float1D,
    Int0D,
    Tensor0D,
    Tensor1D,
    Tensor2D,
    checkpoint,
    derivative_of,
    f64,
    gradient,
    gradient_of,
    hessian_vector_product,
    jvp,
    map_tensors,
    staged,
    struct,
    value_and_gradient,
    vjp,
)
from dlvm.nnkit.pytree.pytree import flatten
from dlvm.verifier import verify

RNG = np.random.default_rng(7)
Array = np.ndarray[Any, Any]


@struct
class Layer:
    w: Tensor2D[f64]
    b: Tensor1D[f64]
    scale: float = 0.5


@staged
def dense(layer: Layer, x: Tensor1D[f64]) -> Tensor1D[f64]:
    return nnkit.tanh(layer.w @ x + layer.b) * layer.scale


@staged
def energy(layer: Layer, x: Tensor1D[f64]) -> Tensor0D[f64]:
    """Loops, branches and calls."""
    total = (x * x).sum()
    for i in nnkit.range(4):
        x = dense(layer, x) + x
        if x.sum() > 0.0:
            total = total + nnkit.exp(x).sum()
            x = x * 0.9
        else:
            total = total * x[0] + i.astype(f64)
    while total > 1.0:
        total = total * 0.5 + (x[1] * x[2]) * 0.01
    return total


@staged
def both_results(layer: Layer, x: Tensor1D[f64]) -> tuple[Tensor1D[f64], Tensor0D[f64]]:
    y = dense(layer, x)
    return y, (y * x).sum()


@staged
def both_sums(layer: Layer, x: Tensor1D[f64]) -> tuple[Tensor0D[f64], Tensor0D[f64]]:
    y, product = both_results(layer, x)
    return (y * y).sum(), product


def layer() -> Layer:
    return Layer(RNG.standard_normal((3, 3)), RNG.standard_normal(3))  # type: ignore[arg-type]


def moved(at: Any, along: Any, step: float) -> Any:
    whole = lambda a: np.asarray(a).dtype.kind != "f"  # noqa: E731
    return map_tensors(lambda a, d: a if whole(a) else a + step * d, at, along)


def tensors(value: Any) -> list[Array]:
    leaves: list[Array] = []
    flatten(value, leaves)
    return [np.asarray(leaf) for leaf in leaves]


def inner(a: Any, b: Any) -> Any:
    return sum((x * y).sum() for x, y in zip(tensors(a), tensors(b), strict=True))


def difference(f: Callable[..., Any], at: tuple[Any, ...], along: tuple[Any, ...]) -> list[Array]:
    """How the tensors of a function's result move along a direction, by central differences."""
    step = 1e-5
    after, before = (tensors(f(*moved(at, along, s))) for s in (step, -step))
    return [(a - b) / (2 * step) for a, b in zip(after, before, strict=True)]


def check(found: Any, expected: Any, tolerance: float = 1e-6) -> None:
    for a, b in zip(tensors(found), tensors(expected), strict=True):
        assert a.shape == b.shape
        np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance * max(1, np.abs(b).max()))


@pytest.fixture(params=["interpreted", "compiled"])
def run(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Runs a staged function inside another one, and checks the program on the way."""

    def call(function: Callable[..., Any], *arguments: Any) -> Any:
        def caller(values: Any) -> Any:
            return function(*values)

        made = staged(interpret=request.param == "interpreted")(caller)
        verify(made.module(arguments))
        return made(arguments)

    return call


AT = (layer(), RNG.standard_normal(3))
ALONG = (layer(), RNG.standard_normal(3))
SEED = RNG.standard_normal(3)
SEEDS = (SEED, np.float64(0.7))


def test_gradient_and_jvp_through_control_flow(run: Callable[..., Any]) -> None:
    [expected] = difference(energy, AT, ALONG)
    slopes = run(gradient(energy), *AT)
    check(inner(slopes, ALONG), expected)
    tangent, value = run(jvp(energy, keeping=...), *AT, *ALONG)
    check((tangent, value), (expected, energy(*AT)))


def test_jvp_of_all_results_and_of_one(run: Callable[..., Any]) -> None:
    expected = difference(both_results, AT, ALONG)
    value = both_results(*AT)[0]
    check(run(jvp(both_results, keeping=0), *AT, *ALONG), (tuple(expected), value))
    check(run(jvp(both_results, source=1, keeping=0), *AT, *ALONG), (expected[1], value))
    only = (map_tensors(np.zeros_like, AT[0]), ALONG[1])
    [expected_x, _] = difference(both_results, AT, only)
    check(run(jvp(both_results, "x", source=0), *AT, ALONG[1]), (expected_x,))


def test_vjp_is_the_transpose_of_jvp(run: Callable[..., Any]) -> None:
    seeds = (SEED, np.float64(0.7))
    back = run(vjp(both_results), *AT, seeds)
    [tangents] = jvp(both_results)(*AT, *ALONG)
    assert inner(back, ALONG) == pytest.approx(inner(seeds, tangents), rel=1e-12)
    one, value = run(vjp(both_results, "x", source=0, keeping=1), *AT, SEED)
    [tangent] = jvp(both_results, "x", source=0)(*AT, ALONG[1])
    assert inner(one, ALONG[1]) == pytest.approx(inner(SEED, tangent), rel=1e-12)
    check(value, both_results(*AT)[1])


@pytest.mark.parametrize("wrt", [0, "x", ("x", "layer"), ("x",)])
def test_hessian_vector_product(run: Callable[..., Any], wrt: Any) -> None:
    names = wrt if isinstance(wrt, tuple) else (wrt,)
    positions = [0 if name in (0, "layer") else 1 for name in names]
    zeros = map_tensors(np.zeros_like, AT)
    along = tuple(ALONG[i] if i in positions else zeros[i] for i in range(2))
    expected = difference(gradient(energy, tuple(positions)), AT, along)
    found = run(hessian_vector_product(energy, wrt), *AT, *[ALONG[i] for i in positions])
    assert isinstance(found, tuple) == isinstance(wrt, tuple)
    check([*tensors(found)], expected)


def test_value_and_gradient(run: Callable[..., Any]) -> None:
    value, slope = run(value_and_gradient(energy), *AT)
    check(value, energy(*AT))
    check((slope,), gradient(energy, 0)(*AT))
    assert isinstance(slope, Layer)
    assert slope.scale == 0.5
    each = [gradient(both_sums, "x", source=i)(*AT)[0] for i in (0, 1)]
    check(run(gradient(both_sums, "x", source=(1, 0)), *AT)[0], each[0] + each[1])
    check(run(gradient(both_sums, "x", source=(1,)), *AT)[0], each[1])
    pulled = [run(vjp(both_results, "x", source=i), *AT, seed)[0] for i, seed in enumerate(SEEDS)]
    (both,) = run(vjp(both_results, "x", source=(1, 0)), *AT, SEEDS[::-1])
    check(both, pulled[0] + pulled[1])
    (moved,) = run(jvp(both_results, source=(1, 0)), *AT, *ALONG)
    check(moved, tuple(run(jvp(both_results, source=i), *AT, *ALONG)[0] for i in (1, 0)))
    values, (by_x, by_layer) = run(value_and_gradient(both_sums, (1, 0), source=1), *AT)
    check(values, both_sums(*AT))
    check((by_layer, by_x), gradient(both_sums, source=1)(*AT))


def test_they_compose(run: Callable[..., Any]) -> None:
    """The second derivative along a direction in all four ways, and a third one."""
    x, d = AT[1], ALONG[1]

    @staged
    def along(x: Tensor1D[f64], d: Tensor1D[f64]) -> Tensor0D[f64]:
        return (gradient(energy, "x")(AT[0], x)[0] * d).sum()

    [expected] = difference(gradient(energy, "x"), AT, (map_tensors(np.zeros_like, AT[0]), d))
    slope = jvp(energy, "x")
    ways = {
        "forward over reverse": jvp(gradient(energy, "x"), "x")(*AT, d)[0],
        "reverse over reverse": vjp(gradient(energy, "x"), "x")(*AT, d)[0],
        "reverse over forward": gradient(slope, "x")(*AT, d)[0],
        "reverse over a call of reverse": run(gradient(along, "x"), x, d)[0],
    }
    for way, found in ways.items():
        assert np.abs(found - expected).max() < 1e-6 * max(1, np.abs(expected).max()), way
    twice = run(jvp(jvp(energy, "x"), "x"), *AT, d, d)[0]
    assert twice == pytest.approx(expected @ d, rel=1e-6)
    third = hessian_vector_product(jvp(energy, "x"), "x")
    found = run(third, *AT, d, d)
    check(
        [found],
        difference(gradient(slope, "x"), (*AT, d), (map_tensors(np.zeros_like, AT[0]), d, 0 * d)),
    )


def test_inside_a_training_loop(run: Callable[..., Any]) -> None:
    @staged
    def descend(start: Layer, x: Tensor1D[f64], steps: Int0D) -> tuple[Layer, Tensor0D[f64]]:
        at = start
        value = energy(at, x)
        for _ in nnkit.range(steps):
            value, slope = value_and_gradient(energy)(at, x)
            at = map_tensors(lambda p, g: p - 0.01 * g, at, slope)
        return at, value

    found, value = run(descend, *AT, np.int64(3))
    at, expected = AT[0], None
    for _ in range(3):
        expected, slope = value_and_gradient(energy)(at, AT[1])
        at = map_tensors(lambda p, g: p - 0.01 * g, at, slope)
    check((found, value), (at, expected))


def test_tangents_are_given_by_name_behind_defaults() -> None:
    @staged
    def f(x: Float1D, n: int = 2, *, y: Float0D) -> Float0D:
        return (x**n).sum() * y

    x, d = np.array([1, 2], np.float32), np.array([1, -1], np.float32)
    assert list(jvp(f).signature.parameters) == ["x", "n", "y", "x_tangent", "y_tangent"]
    assert jvp(f)(x, y=3.0, x_tangent=d, y_tangent=1.0)[0] == 2 * (x @ d) * 3 + x @ x
    assert vjp(f, "y")(x, 3, y=2.0, seed=2.0)[0] == 2 * (x**3).sum()
    assert hessian_vector_product(f)(x, y=1.0, x_tangent=d).tolist() == [2, -2]


@struct
class Counter:
    n: Int0D
    name: str


def test_integers_have_no_tangent() -> None:
    @staged
    def f(
        x: Float1D,
        n: Int0D,
        flag: bool,
        parts: list[Float0D],
        places: tuple[Int0D, ...],
        counter: Counter,
        layers: tuple[Layer, int],
        apply: Callable[[Any], Any],
        unknown,
    ) -> Float0D:
        return apply(x).sum() * parts[0] * unknown

    names = list(jvp(f).signature.parameters)[9:]
    assert names == ["x_tangent", "parts_tangent", "layers_tangent", "unknown_tangent"]


def test_a_function_that_was_called_has_its_own_derivatives() -> None:
    @staged
    def f(x: Float0D) -> Float0D:
        return x * x

    assert f(3.0) == 9
    assert vjp(f)(3.0, 2.0) == (12,)
    assert jvp(f)(3.0, 2.0) == (12,)
    assert f.location is not None
    assert jvp(f).location != f.location


def test_numbers_take_on_the_annotated_element_type(run: Callable[..., Any]) -> None:
    @staged
    def f(x: Tensor0D[f64]) -> Tensor0D[f64]:
        return x * 0.1

    (slope,) = run(lambda: vjp(f)(2.0, 3.0))
    assert slope.dtype == np.float64
    assert slope == 3 * 0.1


def test_each_is_made_once() -> None:
    for transformed in (gradient, vjp, jvp, value_and_gradient, hessian_vector_product):
        assert transformed(energy, 1) is transformed(energy, "x")
        assert transformed(energy, 1) is not transformed(energy, 0)


@checkpoint
@staged
def repeated(layer: Layer, x: Tensor1D[f64]) -> Tensor1D[f64]:
    for _ in nnkit.range(3):
        x = nnkit.sin(layer.w @ x) + layer.b * x[0] * layer.scale
    return x


def rounds(of: Callable[..., Any]) -> Any:
    @staged
    def function(layer: Layer, x: Tensor1D[f64], n: Int0D) -> Tensor0D[f64]:
        for _ in nnkit.range(n):
            x = of(layer, x)
        return (x * x).sum()

    return function


def test_checkpoints_do_not_change_gradients(run: Callable[..., Any]) -> None:
    kept, again = rounds(repeated), rounds(checkpoint(repeated))
    at = (*AT, np.int64(4))
    for wrt in ("layer", "x"):
        check(run(gradient(kept, wrt), *at), gradient(again, wrt)(*at), 1e-12)
    [expected] = difference(kept, at, (*ALONG, np.int64(0)))
    check(inner(run(gradient(kept), *at), ALONG), expected)
    zeros = map_tensors(np.zeros_like, AT[0])
    expected = difference(gradient(kept, "x"), at, (zeros, ALONG[1], np.int64(0)))
    check([run(hessian_vector_product(kept, "x"), *at, ALONG[1])], expected)
    assert checkpoint(repeated) is checkpoint(repeated)
    assert "!checkpoint !internal\nfunc @repeated.checkpoint" in gradient(kept).ir(*at)


def test_custom_gradients(run: Callable[..., Any]) -> None:
    """Those of a fixed point, by another one, for a struct and a tensor."""

    @staged
    def settled(layer: Layer, x: Tensor1D[f64]) -> tuple[Tensor1D[f64], Int0D]:
        y, n, moved = x, 0, (x * x).sum() + 1.0
        while moved > 1e-30:
            z = dense(layer, y) * 0.2 + x
            moved = ((z - y) * (z - y)).sum()
            y = z
            n = n + 1
        return y, n

    @gradient_of(settled, source=0)
    def settled_gradient(
        layer: Layer, x: Tensor1D[f64], seed: Tensor1D[f64]
    ) -> tuple[Layer, Tensor1D[f64]]:
        y, _ = settled(layer, x)
        total, moved = seed, (seed * seed).sum() + 1.0
        while moved > 1e-30:
            (back,) = vjp(dense, "x")(layer, y, total * 0.2)
            after = seed + back
            moved = ((after - total) * (after - total)).sum()
            total = after
        (slope,) = vjp(dense, "layer")(layer, y, total * 0.2)
        return slope, total

    @staged
    def function(layer: Layer, x: Tensor1D[f64]) -> Tensor0D[f64]:
        return nnkit.exp(settled(layer, x * x)[0]).sum()

    slopes = run(gradient(function), *AT)
    check(inner(slopes, ALONG), difference(function, AT, ALONG)[0])
    text = gradient(function).ir(*AT)
    assert "[gradient @settled from 0 wrt 0, 1 seedable]" in text
    zeros = map_tensors(np.zeros_like, AT[0])
    expected = difference(gradient(function, "x"), AT, (zeros, ALONG[1]))
    check([run(hessian_vector_product(function, "x"), *AT, ALONG[1])], expected, 1e-5)


def test_custom_rules_take_precedence(run: Callable[..., Any]) -> None:
    @staged
    def rounded(x: Float1D) -> Float1D:
        return nnkit.round(x)

    @gradient_of(rounded)
    def rounded_gradient(x: Float1D, seed: Float1D) -> Float1D:
        return seed * 2

    @derivative_of(rounded)
    @staged
    def rounded_derivative(x: Float1D, tangent: Float1D) -> Float1D:
        return tangent * 3

    @staged
    def twice(x: Float1D) -> Float0D:
        return (rounded(x) * rounded(x + x)).sum()

    x = np.array([0.6, -1.2], np.float32)
    check(run(gradient(twice), x), (np.array([2 * 1 + 4 * 1, -2 * 2 - 4 * 1], np.float32),))
    check(run(jvp(twice), x, x), (np.float32(3 * (0.6 + 2 * 0.6 + 2 * 1.2 + 2 * 1.2)),), 1e-5)
    assert rounded_gradient(x, x).tolist() == (x * 2).tolist()
    assert rounded_derivative(x, x).tolist() == (x * 3).tolist()


def wrong_rule(rule: Callable[..., Any], **options: Any) -> Callable[[], Any]:
    """Defines a custom gradient of a function, and uses it."""

    def call() -> Any:
        @staged
        def f(x: Float1D, n: Int0D) -> tuple[Float1D, Int0D]:
            return x * 2, n

        gradient_of(f, **options)(rule)
        return vjp(f, source=0)(X, 1, X)

    return call


@staged
def counted(x: Float1D, n: Int0D) -> tuple[Float1D, Int0D]:
    return x * 2, n


X = np.ones(3, np.float32)
WRONG: list[tuple[Callable[[], Any], str]] = [
    (lambda: jvp(counted)(X, 1, X), "expects source, to say which result is"),
    (lambda: vjp(counted)(X, 1, (X, 1)), "expects source, to say which result is"),
    (lambda: gradient(counted)(X, 1), "needs source, the result to differentiate: one of 0, 1"),
    (lambda: gradient(counted, source=1)(X, 1), "expects a result of floats, got type i64"),
    (lambda: gradient(counted, source=(0, 1))(X, 1), "expects source, to say which result is"),
    (
        lambda: gradient(counted, source=(0, 0))(X, 1),
        r"source must be distinct positions, at least one, got \(0, 0\)",
    ),
    (lambda: gradient(counted, source=(0, 2))(X, 1), "counted has no result 2, expected one of"),
    (lambda: jvp(counted, "n", source=0)(X, 1, 1), "jvp wrt n expects floats, got type i64"),
    (
        lambda: jvp(counted, source=0)(X, 1, X[:2]),
        "x_tangent has type <2 x f32>, expected <3 x f32>, the type of x",
    ),
    (
        lambda: vjp(counted, source=0)(X, 1, X[:2]),
        "seed has type <2 x f32>, expected <3 x f32>, the type of the result",
    ),
    (lambda: vjp(counted, source=0)(X, 1, np.ones((1, 3), "f")), "argument seed has rank 2"),
    (lambda: jvp(counted, source=2)(X, 1, X), "counted has no result 2, expected one of 0, 1"),
    (lambda: jvp(len), "jvp expects a staged function, got len; decorate it with @staged"),
    (lambda: hessian_vector_product(counted, "z"), "hessian_vector_product wrt 'z' of counted"),
    (lambda: vjp(counted, ("x", 0)), "vjp wrt must name x only once"),
    (lambda: value_and_gradient(counted, ()), "expects at least one argument in wrt"),
    (lambda: checkpoint(cast("Any", len)), "checkpoint expects a staged function, got len"),
    (
        lambda: gradient_of(counted, "z"),
        "gradient_of wrt 'z' expects one of the arguments of counted",
    ),
    (wrong_rule(lambda x, n: x, source=0), r"expected f\(x, n, seed\), got f\(x, n\)"),
    (
        lambda: (dense(*AT), gradient_of(dense)(lambda layer, x, seed: x)),
        "must be declared before dense is used",
    ),
    (
        wrong_rule(lambda x, n, seed: seed),
        "needs source, the result of f that it differentiates: one",
    ),
    (
        wrong_rule(lambda x, n, seed: seed.sum(), source=0),
        r"returns \(f32\), expected",
    ),
    (wrong_rule(lambda x, n, seed: (seed, seed), source=0), r"returns \(<3 x f32>, <3 x f32>\)"),
    (
        wrong_rule(lambda x, n, seed: seed, wrt="n", source=0),
        "wrt n expects floats, got",
    ),
]


@pytest.mark.parametrize(("call", "message"), WRONG)
def test_errors(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(DiagnosticError, match=message) as caught:
        call()
    [diagnostic] = caught.value.diagnostics
    assert diagnostic.location is not None
    assert diagnostic.location.source.name == __file__


def layer_loss(x: Tensor2D[f64], w: Tensor2D[f64], b: Tensor1D[f64]) -> Tensor0D[f64]:
    y = nnkit.tanh(x @ w + b)
    z = nnkit.where(y > 0, y, y * 0.1) / (1 + nnkit.exp(-y)).sum(axis=1, keepdims=True)
    return (z**2).mean() + nnkit.log(nnkit.max(y, axis=0) + 2).sum()


def test_gradients_equal_finite_differences() -> None:
    function = staged(interpret=True)(layer_loss)
    at = tuple(RNG.standard_normal(s) for s in ((4, 3), (3, 5), (5,)))
    *slopes, value = gradient(function, keeping=0)(*at)
    along = tuple(RNG.standard_normal(a.shape) for a in at)
    check(inner(tuple(slopes), along), difference(function, at, along)[0], 1e-5)
    check(value, function(*at))


def test_gradient_options(run: Callable[..., Any]) -> None:
    @staged
    def function(x: Float1D, y: Float1D) -> tuple[Float0D, Float0D]:
        return (x * y).sum(), (x * x).sum()

    def all_of_it(x: Float1D, y: Float1D) -> Any:
        by_name = gradient(function, "y", source=0)(x, y)
        both = gradient(function, (1, "x"), source=1, keeping=(1, 0))(x, y)
        seeded = gradient(function, "x", source=0, seedable=True)(x, y, x[0] + 1)
        return by_name, both, seeded

    x = np.array([1.0, -2.0, 3.0], np.float32)
    by_name, both, seeded = run(all_of_it, x, x + 1)
    check(by_name, (x,))
    check(both, (np.zeros_like(x), 2 * x, (x * x).sum(), (x * (x + 1)).sum()))
    check(seeded, ((x[0] + 1) * (x + 1),))


def test_plain_functions_are_staged_once() -> None:
    def cost(w: Any, x: Any) -> Any:
        return ((w * x) ** 2).sum()

    @staged
    def slopes(w: Float1D) -> Any:
        scaled = gradient(lambda q: cost(q * w, w))(w)[0]
        return gradient(cost, "w")(w, w)[0], scaled, jvp(cost, "w")(w, w, w)[0]

    w = np.array([1.0, 2.0, -1.0], np.float32)
    for _ in range(2):
        found = slopes(w)
        np.testing.assert_allclose(found[0], 2 * w**3, 1e-5)
        np.testing.assert_allclose(found[1], 2 * w**5, 1e-5)
        np.testing.assert_allclose(found[2], 2 * (w**4).sum(), 1e-5)
        value, slope = value_and_gradient(cost)(w, w)
        np.testing.assert_allclose(value, (w**4).sum(), 1e-5)
        np.testing.assert_array_equal(slope, found[0])
        np.testing.assert_allclose(hessian_vector_product(cost, "w")(w, w, w), 2 * w**3, 1e-5)
    assert slopes.compilations == value_and_gradient(cost).compilations == 1
