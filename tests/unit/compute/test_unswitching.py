"""Conditions of concatenations and paddings are tested outside of inner loops."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dlvm
from dlvm.compiler import lowered_module
from dlvm.interpreter.index_notation.kernels import evaluate_kernel
from dlvm.interpreter.rules import RandomState
from dlvm.ir.compute import Guard
from dlvm.ir.loops.kernels import BufferStore, ForLoop, If
from dlvm.ir.loops.traversal import expressions_of, tensors_read, walk
from dlvm.ir.module import Module
from tests.unit.compute.test_schedules import parts_of


def concatenation(sizes: list[int], axis: int, shape: list[int]) -> tuple[Module, list[np.ndarray]]:
    """A module that concatenates tensors of the given sizes along an axis and doubles the result,
    and its arguments."""
    shapes = [[*shape[:axis], size, *shape[axis:]] for size in sizes]
    whole = [*shape[:axis], sum(sizes), *shape[axis:]]

    def type(dims: list[int]) -> str:
        return f"<{' x '.join(map(str, dims))} x f32>"

    names = [f"%a{n}: {type(s)}" for n, s in enumerate(shapes)]
    module = dlvm.parse(
        f"stage optimizable\nfunc @f: ({', '.join(map(type, shapes))}) -> {type(whole)} {{\n"
        f"'entry({', '.join(names)}):\n    %c = concatenate {', '.join(names)} along {axis}\n"
        f"    %d = add %c: {type(whole)}, %c: {type(whole)}\n    return %d: {type(whole)}\n}}\n"
    )
    random = np.random.default_rng(0)
    return module, [random.standard_normal(s).astype(np.float32) for s in shapes]


@settings(max_examples=25, deadline=None)
@given(
    sizes=st.lists(st.integers(1, 7), min_size=1, max_size=9),
    axis=st.integers(0, 2),
    shape=st.lists(st.integers(1, 40), min_size=2, max_size=3),
)
def test_concatenations(sizes: list[int], axis: int, shape: list[int]) -> None:
    module, arguments = concatenation(sizes, min(axis, len(shape)), shape)
    expected = 2 * np.concatenate(arguments, min(axis, len(shape)))
    loops = lowered_module(module, "loops")
    dlvm.verify(loops)
    assert dlvm.parse(str(loops)) == loops
    for definition, kernel in zip(loops.definitions, loops.kernels, strict=True):
        (found,) = parts_of(evaluate_kernel(kernel, definition, arguments, RandomState(0)))
        np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(dlvm.compile(module)["f"](*arguments), expected)


@pytest.mark.parametrize("count", [2, 24])
def test_operands_are_chosen_outside_of_inner_loops(count: int) -> None:
    module, _ = concatenation([3] * count, 0, [40, 50])
    (kernel,) = lowered_module(module, "loops").kernels
    values = [e for stmt in walk(kernel.body) for e in expressions_of(stmt)]
    assert not any(isinstance(node, Guard) for value in values for node in value.walk())
    inner = [loop for loop in walk(kernel.body) if isinstance(loop, ForLoop)]
    assert not any(isinstance(stmt, If) for loop in inner[1:] for stmt in walk(loop.body))


def test_bodies_are_not_copied_without_limit() -> None:
    module, _ = concatenation([2] * 100, 0, [40, 50])
    (kernel,) = lowered_module(module, "loops").kernels
    assert sum(1 for _ in walk(kernel.body)) < 200


def test_arrays_that_no_copy_reads_are_removed() -> None:
    module = dlvm.parse("""
module "guarded"
stage compute
compute @k: (<8 x 40 x f32>, <8 x f32>) -> <8 x 40 x f32> {
    (%a, %b) -> %d
    %c[i < 8, l < 40] = exp(%a[i, l])
    %d[i < 8, j < 40] = if(lessThan(index(i), 5: i64), %a[i, j] + %b[i], %a[i, j] * %c[i, 39 - j])
}
""")
    loops = lowered_module(module, "loops")
    dlvm.verify(loops)
    (outer,) = loops.kernels[0].body
    assert isinstance(outer, ForLoop)
    for copy in outer.body:
        stores = [s for s in walk([copy]) if isinstance(s, BufferStore)]
        assert {s.tensor for s in stores} - {"d"} <= tensors_read([copy])
    a, b = np.random.default_rng(0).standard_normal((2, 8, 40)).astype(np.float32)
    expected = np.where(np.arange(8)[:, None] < 5, a + b[:, :1], a * np.exp(a)[:, ::-1])
    (found,) = parts_of(
        evaluate_kernel(loops.kernels[0], loops.definitions[0], [a, b[:, 0].copy()], RandomState(0))
    )
    np.testing.assert_allclose(found, expected, rtol=1e-5)
