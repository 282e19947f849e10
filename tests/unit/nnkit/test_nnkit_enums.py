"""Enums, ``match`` and recursion in staged functions: against the same Python, run by Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm import nnkit
from dlvm.nnkit import Float0D, Float1D, Float2D, Int0D, enum, staged, struct
from dlvm.verifier import verify


@enum
class Leaf:
    x: Float1D


@enum
class Node:
    left: Tree
    right: Tree


Tree = Leaf | Node


@enum
class Number:
    value: float


@enum
class Variable:
    place: int


@enum
class Add:
    left: Expression
    right: Expression


@enum
class Multiply:
    left: Expression
    right: Expression


@enum
class Negate:
    of: Expression


Expression = Number | Variable | Add | Multiply | Negate


@enum
class First:
    place: int


@enum
class Second:
    pass


Choice = First | Second


@struct
class Point:
    x: Float0D
    y: Float0D


@enum
class Circle:
    center: Point
    radius: Float0D


@enum
class Rectangle:
    low: Point
    high: Point


@enum
class Empty:
    pass


Shape = Circle | Rectangle | Empty

RNG = np.random.default_rng(0)


def vector() -> Any:
    return RNG.standard_normal(3).astype(np.float32)


def number(value: Any) -> Any:
    return np.float32(value)


SHAPES: list[Any] = [
    Circle(Point(number(1), number(2)), number(0.5)),
    Circle(Point(number(-1), number(2)), number(2)),
    Rectangle(Point(number(0), number(0)), Point(number(2), number(3))),
    Rectangle(Point(number(-4), number(0)), Point(number(2), number(3))),
    Empty(),
]


def area(shape: Shape) -> Float0D:
    match shape:
        case Circle(_, radius):
            return 3.0 * radius * radius
        case Rectangle(Point(x, y), Point(a, b)):
            return (a - x) * (b - y)
        case Empty():
            return 0.0


def left_most(shape: Shape) -> Float0D:
    found = 100.0
    match shape:
        case Circle(Point(x), radius=r) if r > 1:
            found = x - r
        case Circle(center=center):
            found = center.x - 1000
        case Rectangle():
            found = shape.low.x
        case _:
            pass
    return found


def with_or(shape: Shape) -> Float0D:
    match shape:
        case Circle(Point(x, _)) | Rectangle(low=Point(x, _)) as whole:
            y = area(whole)
            return x + y
        case other:
            return area(other) - 1


def in_a_loop(shape: Shape, n: Int0D) -> Float0D:
    total = 0.0
    for i in range(n):
        match shape:
            case Circle(_, r):
                if i == 3:
                    break
                total += r
            case Rectangle(_, high):
                if i == 1:
                    continue
                total += high.y
            case _:
                return -total - 1
        total = total * 2
    return total


def rebound(shape: Shape, n: Int0D) -> Float0D:
    for _ in range(n):
        match shape:
            case Circle(center, r):
                shape = Rectangle(center, Point(r, r + 0.5))
            case Rectangle(low, high):
                shape = Circle(high, low.x + 1) if low.x > 0 else Empty()
            case Empty():
                shape = Circle(Point(1.0, 2.0), 3.0)
    return area(shape)


def on_numbers(n: Int0D) -> Int0D:
    result = 0
    match n:
        case 0 | 1:
            result = 10
        case 2 if n > 5:
            result = 20
        case k if k % 2 == 0:
            result = k // 2
        case 5:
            return -5
    return result


def on_tuples(n: Int0D) -> Int0D:
    match (n, [n + 1, 2, 3], "name"):
        case (0, _, _):
            return 1
        case (k, [a, *rest], "name") if a > 3:
            return k + a * len(rest)
        case (_, [_, _], _):
            return 100
        case (k, _, str(text)):
            return k - len(text)


def run_all(function: Callable[..., Any]) -> tuple[Any, Any]:
    made, interpreted = staged(function), staged(interpret=True)(function)
    return made, interpreted


@pytest.mark.parametrize("function", [area, left_most, with_or], ids=lambda f: f.__name__)
def test_shapes(function: Callable[..., Any]) -> None:
    for made in run_all(function):
        verify(made.module(SHAPES[0]))
        for shape in SHAPES:
            np.testing.assert_allclose(made(shape), function(shape), rtol=1e-6)


@pytest.mark.parametrize("function", [in_a_loop, rebound], ids=lambda f: f.__name__)
def test_shapes_in_loops(function: Callable[..., Any]) -> None:
    for made in run_all(function):
        for shape in SHAPES:
            for n in (0, 1, 2, 5):
                np.testing.assert_allclose(made(shape, n), function(shape, n), rtol=1e-6)


@pytest.mark.parametrize("function", [on_numbers, on_tuples], ids=lambda f: f.__name__)
def test_numbers_and_tuples(function: Callable[..., Any]) -> None:
    for made in run_all(function):
        for n in (0, 1, 2, 3, 4, 5, 6, 7):
            assert made(n) == function(n), n


def test_a_case_is_looked_up_once() -> None:
    text = staged(left_most).ir(SHAPES[0])
    assert text.count("branchEnum") == 1
    assert "enum $Shape { ?Circle($Point, f32), ?Rectangle($Point, $Point), ?Empty }" in text
    module = staged(left_most).module(SHAPES[0])
    assert dlvm.parse(str(module)) == module


# Recursion


@staged
def factorial(n: Int0D) -> Int0D:
    if n == 0:
        return 1
    return n * factorial(n - 1)


@staged
def is_even(n: Int0D) -> bool:
    return True if n == 0 else is_odd(n - 1)


@staged
def is_odd(n: Int0D) -> bool:
    if n == 0:
        return False
    return is_even(n - 1)


@staged
def ackermann(m: Int0D, n: Int0D) -> Int0D:
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


@staged
def widened(n: Int0D) -> Any:
    return 0 if n == 0 else widened(n - 1) + n.astype(nnkit.f32)


@staged
def of_static_depth(x: Float1D, depth: int) -> Float1D:
    return x if depth == 0 else of_static_depth(x * 2 + depth, depth - 1)


def test_functions_call_themselves() -> None:
    assert factorial(10) == 3628800
    assert [bool(is_even(n)) for n in range(5)] == [True, False, True, False, True]
    assert ackermann(2, 3) == 9
    assert widened(4) == 10
    np.testing.assert_array_equal(of_static_depth(np.ones(2, np.float32), 3), [25, 25])
    module = is_even.module(3)
    verify(module)
    assert [f.name for f in module.functions] == ["is_even", "is_odd"]


@struct
class Parameters:
    leaf: Float2D
    left: Float2D
    right: Float2D
    bias: Float1D


@staged
def encode(p: Parameters, tree: Tree) -> Float1D:
    match tree:
        case Leaf(x):
            return nnkit.tanh(x @ p.leaf)
        case Node(left, right):
            return nnkit.tanh(encode(p, left) @ p.left + encode(p, right) @ p.right + p.bias)


@staged
def loss(p: Parameters, tree: Tree) -> Float0D:
    return (encode(p, tree) ** 2).sum()


def encode_with_numpy(p: Parameters, tree: Tree) -> Any:
    match tree:
        case Leaf(x):
            return np.tanh(x @ p.leaf)
        case Node(left, right):
            below = encode_with_numpy(p, left) @ p.left + encode_with_numpy(p, right) @ p.right
            return np.tanh(below + p.bias)


def random_tree(leaves: int) -> Tree:
    if leaves == 1:
        return Leaf(vector())
    split = int(RNG.integers(1, leaves))
    return Node(random_tree(split), random_tree(leaves - split))


def parameters() -> Parameters:
    shapes = [(3, 4), (4, 4), (4, 4), (4,)]
    return Parameters(*(RNG.standard_normal(s).astype(np.float32) * 0.5 for s in shapes))


def test_a_network_over_trees() -> None:
    p = parameters()
    for leaves in (1, 2, 5, 9):
        tree = random_tree(leaves)
        np.testing.assert_allclose(encode(p, tree), encode_with_numpy(p, tree), rtol=1e-5)


@enum
class Item:
    x: Float1D
    label: int


@enum
class Pair:
    left: Items
    weight: Float0D
    right: Items


Items = Item | Pair


def items(depth: int) -> Items:
    """A tree of random numbers."""
    if depth == 0:
        return Item(vector(), depth)
    return Pair(items(depth - 1), number(RNG.uniform(0.5, 1)), items(depth // 2))


@staged
def energy(tree: Items, scale: Float0D) -> Float0D:
    match tree:
        case Item(x, label):
            number: Any = label
            return (x * x).sum() * scale + number.astype(np.float32)
        case Pair(left, weight, right):
            return energy(left, weight * scale) * weight + energy(right, scale)


@staged
def lower(tree: Items, slope: Items) -> Items:
    """A step against a gradient, which has the cases of the tree."""
    result = tree
    match tree:
        case Item(x, label):
            match slope:
                case Item(dx, _):
                    result = Item(x - 0.01 * dx, label)
                case Pair():
                    pass
        case Pair(left, weight, right):
            match slope:
                case Item():
                    pass
                case Pair(dleft, _, dright):
                    result = Pair(lower(left, dleft), weight, lower(right, dright))
    return result


@staged
def descend(tree: Items) -> Items:
    (slope,) = nnkit.gradient(energy, "tree")(tree, 2.0)
    return lower(tree, slope)


def numbers(tree: Items) -> list[Any]:
    """The floats of a tree, and its unchanged labels."""
    match tree:
        case Item(x, label):
            return [*x, label]
        case Pair(left, weight, right):
            return [weight, *numbers(left), *numbers(right)]


def along(tree: Items, direction: Items, step: float) -> Items:
    match tree, direction:
        case Item(x, label), Item(dx, _):
            return Item(x + np.float32(step) * dx, label)
        case Pair(a, w, b), Pair(da, dw, db):
            return Pair(along(a, da, step), number(w + step * dw), along(b, db, step))
        case _:
            raise AssertionError("a gradient of other cases")


def test_gradients_with_respect_to_trees() -> None:
    """The gradient of a tree is a tree of the same cases, whose labels stay."""
    tree, direction, scale = items(3), items(3), number(0.7)
    slope, by_scale, value = nnkit.gradient(energy, ("tree", "scale"), keeping=0)(tree, scale)
    np.testing.assert_allclose(value, energy(tree, scale), rtol=1e-6)
    pairs = list(zip(numbers(slope), numbers(direction), strict=True))
    found = sum(a * b for a, b in pairs if isinstance(a, np.floating))
    sides = [float(energy(along(tree, direction, s), scale)) for s in (1e-2, -1e-2)]
    np.testing.assert_allclose(found, (sides[0] - sides[1]) / 2e-2, rtol=1e-3)
    labels = [n for n in numbers(tree) if isinstance(n, int)]
    assert [int(n) for n in numbers(slope) if isinstance(n, np.integer)] == labels
    (pushed,) = nnkit.jvp(energy, ("tree",))(tree, scale, direction)
    np.testing.assert_allclose(pushed, found, rtol=1e-5)
    (again,) = nnkit.gradient(energy)(tree, scale)  # Enums have to be named.
    np.testing.assert_allclose(again, by_scale, rtol=1e-6)


def test_a_step_of_a_tree_against_its_gradient() -> None:
    tree = items(2)
    assert float(energy(descend(tree), number(2))) < float(energy(tree, number(2)))


def test_only_enums_of_floats_have_gradients() -> None:
    @staged
    def count(shape: Choice, x: Float0D) -> Float0D:
        return x

    with pytest.raises(
        dlvm.DiagnosticError, match="wrt shape expects floats, got an enum without floats"
    ):
        nnkit.gradient(count, "shape")(First(1), number(1))


def test_gradients_through_trees() -> None:
    p, tree = parameters(), random_tree(6)
    (slope,) = nnkit.gradient(loss, "p")(p, tree)
    for name in ("leaf", "left", "right", "bias"):
        found, value = getattr(slope, name), getattr(p, name)
        for place in [(0,) * value.ndim, tuple(n - 1 for n in value.shape)]:
            step = np.zeros_like(value)
            step[place] = 1e-2
            fields = {n: getattr(p, n) for n in ("leaf", "left", "right", "bias")}
            sides = [
                float(loss(Parameters(**{**fields, name: value + s * step}), tree)) for s in (1, -1)
            ]
            np.testing.assert_allclose(
                found[place], (sides[0] - sides[1]) / 2e-2, rtol=3e-2, atol=1e-4
            )


@staged
def doubled(tree: Tree, by: Float0D) -> Tree:
    match tree:
        case Leaf(x):
            return Leaf(x * by)
        case Node(left, right):
            return Node(doubled(right, by), doubled(left, by))


def test_trees_as_results() -> None:
    tree = Node(Node(Leaf(vector()), Leaf(vector())), Leaf(vector()))
    found = doubled(tree, 3.0)
    assert isinstance(found, Node)
    assert isinstance(found.right, Node)
    assert isinstance(found.right.right, Leaf)
    assert isinstance(tree.left, Node)
    assert isinstance(tree.left.left, Leaf)
    np.testing.assert_array_equal(found.right.right.x, tree.left.left.x * 3)


@staged
def evaluate(e: Expression, values: Float1D) -> Float0D:
    match e:
        case Number(value):
            return value
        case Variable(place):
            return values[place]
        case Add(Number(a), b) | Add(b, Number(a)):
            return evaluate(b, values) + a
        case Add(left, right):
            return evaluate(left, values) + evaluate(right, values)
        case Multiply(left=left, right=right):
            return evaluate(left, values) * evaluate(right, values)
        case Negate(Negate(of)):
            return evaluate(of, values)
        case Negate(of):
            return -evaluate(of, values)


def test_expressions() -> None:
    x, y = Variable(0), Variable(1)
    e = Add(Multiply(x, Negate(y)), Negate(Negate(Add(Number(2.0), Add(y, Number(1.0))))))
    values = np.array([3.0, 5.0], np.float32)
    assert evaluate(e, values) == 3 * -5 + 2 + 5 + 1
    (slope,) = nnkit.gradient(evaluate, "values")(e, values)
    np.testing.assert_array_equal(slope, [-5, -3 + 1])


def test_a_deep_tree() -> None:
    tree: Tree = Leaf(np.ones(3, np.float32))
    for _ in range(2000):
        tree = Node(tree, Leaf(np.ones(3, np.float32)))

    assert leaf_count(tree) == 2001


@staged
def leaf_count(tree: Tree) -> Int0D:
    match tree:
        case Leaf():
            return 1
        case Node(left, right):
            return leaf_count(left) + leaf_count(right)


def test_other_structures_after_one_that_was_compiled() -> None:
    @staged
    def first(values: list[Any], tree: Tree, power: int) -> Any:
        return values[0] ** power, leaf_count(tree)

    a, b = np.full(2, 2, np.float32), np.full(3, 3, np.float32)
    tree = Node(Leaf(b), Leaf(b))
    for _ in range(2):
        for values, one, power in (
            ([a], tree, 1), ([b, a], tree, 1), ([a], Leaf(b), 2), ([a], Leaf(a), 2), ([a], tree, 1),
        ):  # fmt: skip
            found, count = first(values, one, power)
            np.testing.assert_array_equal(found, values[0] ** power)
            assert count == (2 if one is tree else 1)
    with pytest.raises(dlvm.DiagnosticError, match="argument tree is"):
        first([a], a, 1)


@pytest.mark.parametrize("interpret", [True, False])
def test_trees_that_a_loop_makes_beside_variables_of_its_own(interpret: bool) -> None:
    def grown(tree: Tree, rows: Float2D) -> Any:
        for row in rows:
            tree = Node(tree, Leaf(row * 2))
            last = row + 1
        return leaf_count(tree), last

    rows = np.arange(6, dtype=np.float32).reshape(2, 3)
    count, last = staged(interpret=interpret)(grown)(Leaf(rows[0]), rows)
    assert count == 3
    np.testing.assert_array_equal(last, rows[1] + 1)
