"""Matrix chain reordering: random trees of products keep their result and take the least work."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from dlvm.analysis.values.cost import product_flops
from dlvm.interpreter import interpret
from dlvm.ir import FunctionType, Module, Value
from dlvm.ir import instructions as op
from dlvm.ir.instructions.rules import tensor_type
from dlvm.ir.types import ERASED, Dim, Symbol
from dlvm.transforms.algebra.matrix_chain_reordering import MAX_FACTORS
from dlvm.verifier import verify
from tests.support.pass_testing import body, check_unchanged, module_of, run


class Tree:
    """A random product of matrices and vectors, some of them transposed, as text."""

    def __init__(self, seed: int, element: str) -> None:
        self.random = Random(seed)
        self.element = element
        self.arguments: list[tuple[int, ...]] = []
        self.lines: list[str] = []
        count = self.random.randint(3, 7)
        sizes = [self.random.choice((1, 2, 3, 5, 8, 20)) for _ in range(count + 1)]
        kind = self.random.choice(("matrix", "row", "column", "both"))
        shapes: list[tuple[int, ...]] = list(pairwise(sizes))
        if kind in ("row", "both"):
            shapes[0] = (sizes[1],)
        if kind in ("column", "both"):
            shapes[-1] = (sizes[-2],)
        left = 1 if kind in ("row", "both") else sizes[0]
        right = 1 if kind in ("column", "both") else sizes[-1]
        self.sizes = (left, *sizes[1:-1], right)
        self.result, self.shape = self.product(shapes)

    def type(self, shape: tuple[int, ...]) -> str:
        return f"<{' x '.join(map(str, (*shape, self.element)))}>" if shape else self.element

    def add(self, line: str, shape: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name} = {line}")
        return f"{name}: {self.type(shape)}", shape

    def product(self, shapes: list[tuple[int, ...]]) -> tuple[str, tuple[int, ...]]:
        turned = self.random.random() < 0.4
        if len(shapes) == 1:
            shape = shapes[0][::-1] if turned else shapes[0]
            found = f"%a{len(self.arguments)}: {self.type(shape)}", shape
            self.arguments.append(shape)
        else:
            middle = self.random.randrange(1, len(shapes))
            left, right = shapes[:middle], shapes[middle:]
            (a, from_a), (b, from_b) = self.product(left), self.product(right)
            whole = (*from_a[:-1], *from_b[1:])
            if len(whole) == 2 and turned:
                a, b = self.turn(b, from_b), self.turn(a, from_a)
                whole = whole[::-1]
            elif len(whole) == 1 and turned:
                # A vector may be on either side.
                a, b = (b, self.turn(a, from_a)) if len(from_a) == 2 else (self.turn(b, from_b), a)
                return self.add(f"dot {a}, {b}", whole)
            found = self.add(f"dot {a}, {b}", whole)
        return (self.turn(*found), found[1][::-1]) if turned and len(found[1]) == 2 else found

    def turn(self, value: str, shape: tuple[int, ...]) -> str:
        return self.add(f"transpose {value}", shape[::-1])[0] if len(shape) == 2 else value

    @property
    def module(self) -> Module:
        types = [self.type(s) for s in self.arguments]
        given = ", ".join(f"%a{i}: {t}" for i, t in enumerate(types))
        code = "\n".join((*self.lines, f"return {self.result}"))
        result = self.type(self.shape)
        return module_of(f"func @f: ({', '.join(types)}) -> {result} {{\n'e({given}):\n{code}\n}}")


def work(module: Module) -> int:
    """Returns the operations of a function's products, with integers counted like floats."""
    products = [i for i in module.functions[0].instructions() if isinstance(i, op.Dot)]
    shapes = [[*map(tensor_shape, (p, p.lhs))] for p in products]
    return sum(product_flops(math.prod(whole), left[-1]) for whole, left in shapes)


def tensor_shape(value: Value) -> tuple[int, ...]:
    shape = tensor_type(value).static_shape
    assert shape is not None
    return shape


def least_work(sizes: tuple[int, ...]) -> int:
    """Returns the least work over all parenthesizations."""

    @cache
    def least(i: int, j: int) -> int:
        """Returns the least work of the factors from ``i`` up to ``j``."""
        middles = range(i + 1, j)
        ways = (least(i, k) + least(k, j) + 2 * sizes[i] * sizes[k] * sizes[j] for k in middles)
        return min(ways, default=0)

    return least(0, len(sizes) - 1)


@pytest.mark.parametrize("seed", range(200))
def test_random_trees(seed: int) -> None:
    tree = Tree(seed, "i32")
    module = tree.module
    generator = np.random.default_rng(seed)
    arguments = [generator.integers(-(2**31), 2**31, s, np.int32) for s in tree.arguments]
    expected, before = interpret(module, "f", *arguments), work(module)
    changed = run(module, "MMR")
    np.testing.assert_array_equal(interpret(module, "f", *arguments), expected)
    assert work(module) == least_work(tree.sizes)
    assert (work(module) < before) == changed
    check_unchanged(module, "MMR")


def test_floats_need_fast_math() -> None:
    tree = Tree(0, "f64")
    module = tree.module
    check_unchanged(module, "MMR")
    arguments = [np.random.default_rng(0).standard_normal(s) for s in tree.arguments]
    expected = interpret(module, "f", *arguments)
    assert run(module, "MMR{fast_math=true}")
    np.testing.assert_allclose(interpret(module, "f", *arguments), expected, rtol=1e-12)


def test_floats_are_reassociated_at_the_highest_level() -> None:
    tree = Tree(0, "f64")
    module = tree.module
    arguments = [np.random.default_rng(0).standard_normal(s) for s in tree.arguments]
    expected = interpret(module, "f", *arguments)
    run(module, "O3")
    np.testing.assert_allclose(interpret(module, "f", *arguments), expected, rtol=1e-12)
    other = tree.module
    assert run(other, "MMR{reassociate=true}")
    assert work(other) == least_work(tree.sizes)


def erased(module: Module, random: Random) -> Module:
    """Erases some sizes of arguments, with or without names."""
    (function,) = module.functions
    names: dict[int, Symbol] = {}

    def dimension(size: Dim) -> Dim:
        if random.random() < 0.4 or not isinstance(size, int):
            return size
        return names.setdefault(size, Symbol(f"n{size}")) if random.random() < 0.7 else ERASED

    for argument in function.arguments:
        type = tensor_type(argument)
        argument.type = type.with_shape(map(dimension, type.shape))
    for instruction in function.instructions():
        instruction.type = instruction.infer()
    result = function.entry.instructions[-1].operands[0].type
    function.type = FunctionType(tuple(a.type for a in function.arguments), result)
    verify(module)
    return module


@pytest.mark.parametrize("seed", range(200))
def test_unknown_sizes(seed: int) -> None:
    """An order is used only if it costs no more for all sizes."""
    tree = Tree(seed, "i32")
    module = erased(tree.module, Random(seed))
    generator = np.random.default_rng(seed)
    arguments = [generator.integers(-(2**31), 2**31, s, np.int32) for s in tree.arguments]
    expected = interpret(module, "f", *arguments)
    changed = run(module, "MMR")
    np.testing.assert_array_equal(interpret(module, "f", *arguments), expected)
    check_unchanged(module, "MMR")
    # The same products at known sizes.
    (function,) = module.functions
    for argument, shape in zip(function.arguments, tree.arguments, strict=True):
        argument.type = tensor_type(argument).with_shape(shape)
    for instruction in function.instructions():
        instruction.type = instruction.infer()
    assert work(module) < work(tree.module) if changed else work(module) == work(tree.module)


def test_an_order_that_is_always_better() -> None:
    module = module_of("""
        func @f: (<_n x 1000 x f32>, <1000 x 10 x f32>, <10 x 1000 x f32>) -> <_n x 1000 x f32> {
        'e(%a: <_n x 1000 x f32>, %b: <1000 x 10 x f32>, %c: <10 x 1000 x f32>):
            %bc = dot %b: <1000 x 10 x f32>, %c: <10 x 1000 x f32>
            %r = dot %a: <_n x 1000 x f32>, %bc: <1000 x 1000 x f32>
            return %r: <_n x 1000 x f32>
        }
    """)
    assert run(module, "MMR{reassociate=true}")
    assert "dot %a: <_n x 1000 x f32>, %b: <1000 x 10 x f32>" in str(module)


def test_an_order_that_is_better_for_some_sizes() -> None:
    module = module_of("""
        func @f: (<_n x 10 x f32>, <10 x 1000 x f32>, <1000 x 10 x f32>) -> <_n x 10 x f32> {
        'e(%a: <_n x 10 x f32>, %b: <10 x 1000 x f32>, %c: <1000 x 10 x f32>):
            %bc = dot %b: <10 x 1000 x f32>, %c: <1000 x 10 x f32>
            %r = dot %a: <_n x 10 x f32>, %bc: <10 x 10 x f32>
            return %r: <_n x 10 x f32>
        }
    """)
    check_unchanged(module, "MMR{reassociate=true}")
    module = module_of("""
        func @f: (<_ x _ x f32>, <_ x _ x f32>, <_ x f32>) -> <_ x f32> {
        'e(%a: <_ x _ x f32>, %b: <_ x _ x f32>, %c: <_ x f32>):
            %ab = dot %a: <_ x _ x f32>, %b: <_ x _ x f32>
            %r = dot %ab: <_ x _ x f32>, %c: <_ x f32>
            return %r: <_ x f32>
        }
    """)
    check_unchanged(module, "MMR{reassociate=true}")


def test_long_chains_are_split() -> None:
    count = 3 * MAX_FACTORS
    type = "<2 x 2 x i32>"
    lines = [f"%v{i} = dot %v{i - 1}: {type}, %a: {type}" for i in range(1, count)]
    lines.append(f"%r = dot %v{count - 1}: {type}, %x: <2 x i32>")
    code = "\n".join(lines)
    module = module_of(
        f"func @f: ({type}, {type}, <2 x i32>) -> <2 x i32> {{\n"
        f"'e(%v0: {type}, %a: {type}, %x: <2 x i32>):\n{code}\nreturn %r: <2 x i32>\n}}"
    )
    arguments = [np.array(a, np.int32) for a in ([[1, 2], [3, 4]], [[0, 1], [1, 1]], [1, -1])]
    expected = interpret(module, "f", *arguments)
    assert run(module, "MMR")
    np.testing.assert_array_equal(interpret(module, "f", *arguments), expected)
    assert len(body(module)) == count + 1
