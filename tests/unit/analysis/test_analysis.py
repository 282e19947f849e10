"""Dominance and effects."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlvm.analysis.cfg.components import components
from dlvm.analysis.cfg.dominance import DominatorTree
from dlvm.analysis.effects.side_effects import is_pure, is_pure_function, is_removable
from dlvm.ir import Block, Function, FunctionType, Literal, Module, Successor
from dlvm.ir.compute import Body, Definition
from dlvm.ir.instructions import Apply, Branch, Conditional, Return
from dlvm.ir.types import CONDITION, VOID
from dlvm.text import parse


def function_of_edges(edges: dict[int, list[int]]) -> list[Block]:
    """Blocks with zero to two successors."""
    function = Function("f", FunctionType((), VOID))
    blocks = [function.add_block(str(n)) for n in edges]
    for block, targets in zip(blocks, edges.values(), strict=True):
        successors = [Successor(blocks[t]) for t in targets]
        if not successors:
            block.insert(Return())
        elif len(successors) == 1:
            block.insert(Branch(successors[0]))
        else:
            block.insert(Conditional(Literal(CONDITION, True), *successors))
    return blocks


def reachable_without(blocks: list[Block], removed: Block | None) -> set[Block]:
    seen: set[Block] = set()
    pending = [b for b in blocks[:1] if b is not removed]
    while pending:
        block = pending.pop()
        if block not in seen:
            seen.add(block)
            pending += [s.block for s in block.successors if s.block is not removed]
    return seen


def test_diamond_and_loop() -> None:
    blocks = function_of_edges({0: [1, 2], 1: [3], 2: [3], 3: [4, 3], 4: [], 5: [4]})
    tree = DominatorTree(blocks[0].function)
    parents = [tree.immediate_dominator(b) for b in blocks]
    assert parents == [None, blocks[0], blocks[0], blocks[0], blocks[3], None]
    assert tree.reachable == set(blocks[:5])
    assert tree.dominates(blocks[3], blocks[4])
    assert tree.dominates(blocks[4], blocks[5])
    assert not tree.dominates(blocks[5], blocks[4])


@given(st.integers(0, 2**32), st.integers(1, 12))
def test_dominance_agrees_with_its_definition(seed: int, count: int) -> None:
    r = random.Random(seed)
    blocks = function_of_edges(
        {n: [r.randrange(count) for _ in range(r.randrange(3))] for n in range(count)}
    )
    tree = DominatorTree(blocks[0].function)
    assert tree.reachable == reachable_without(blocks, None)
    for a in blocks:
        left = reachable_without(blocks, a)
        for b in blocks:
            expected = b not in tree.reachable or (a in tree.reachable and b not in left)
            assert tree.dominates(a, b) == expected
    for block in tree.reachable - {blocks[0]}:
        parent = tree.immediate_dominator(block)
        assert parent is not None
        strict = {a for a in tree.reachable if a is not block and tree.dominates(a, block)}
        assert parent in strict
        assert all(tree.dominates(a, parent) for a in strict)


def test_dominance_of_deep_graphs() -> None:
    count = 30_000
    edges = {n: [n + 1, count] for n in range(count)} | {count: []}
    blocks = function_of_edges(edges)
    tree = DominatorTree(blocks[0].function)
    assert tree.immediate_dominator(blocks[count]) is blocks[0]
    assert tree.dominates(blocks[1], blocks[count - 1])


EFFECTS = """
[extern] func @outside: (f32) -> f32
func @pure: (f32) -> f32 {
'entry(%x: f32):
    %0 = tanh %x
    %1 = slice <%0: f32, %0: f32>: <2 x f32> from 0 upto 1
    return %0
}
func @calls_pure: (f32) -> f32 {
'entry(%x: f32):
    %0 = apply @pure(%x) -> f32
    %1 = apply @pure(%0) -> f32
    return %1
}
func @draws: (f32) -> f32 {
'entry(%x: f32):
    %0 = random scalar from 0: f32 upto 1: f32
    return %0
}
func @calls_draws: (f32) -> f32 {
'entry(%x: f32):
    %0 = apply @draws(%x) -> f32
    return %0
}
func @calls_outside: (f32) -> f32 {
'entry(%x: f32):
    %0 = apply @outside(%x) -> f32
    return %0
}
func @recursive: (f32) -> f32 {
'entry(%x: f32):
    %0 = apply @recursive(%x) -> f32
    return %0
}
func @adds: (f32, f32) -> f32 {
'entry(%a: f32, %b: f32):
    %0 = add %a, %b
    return %0
}
func @adds_noise: (f32, f32) -> f32 {
'entry(%a: f32, %b: f32):
    %0 = apply @draws(%b) -> f32
    return %0
}
func @reduces: (<4 x f32>) -> f32 {
'entry(%x: <4 x f32>):
    %0 = reduce %x by @adds init 0: f32 along 0
    return %0
}
func @reduces_with_noise: (<4 x f32>) -> f32 {
'entry(%x: <4 x f32>):
    %0 = reduce %x by @adds_noise init 0: f32 along 0
    return %0
}
func @windows_with_noise: (<4 x f32>) -> <3 x f32> {
'entry(%x: <4 x f32>):
    %0 = reduceWindow %x by @adds_noise init 0: f32 dims 2
    return %0
}
func @calls_a_value: ((f32) -> f32, f32) -> f32 {
'entry(%f: (f32) -> f32, %x: f32):
    %0 = apply %f(%x) -> f32
    return %0
}
[gradient @pure]
func @pure_gradient: (f32) -> (f32)
[gradient @calls_outside]
func @outside_gradient: (f32) -> (f32)
"""


def function(module: Module, name: str) -> Function:
    found = module.function(name)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("pure", True),
        ("calls_pure", True),
        ("pure_gradient", True),
        ("draws", False),
        ("calls_draws", False),
        ("outside", False),
        ("calls_outside", False),
        ("outside_gradient", False),
        ("recursive", False),
        ("reduces", True),
        ("reduces_with_noise", False),
        ("windows_with_noise", False),
        ("calls_a_value", False),
    ],
)
def test_pure_functions(name: str, expected: bool) -> None:
    assert is_pure_function(function(parse(EFFECTS), name)) == expected


def test_calls_of_compute_definitions() -> None:
    module = parse(EFFECTS)
    type = FunctionType((), VOID)
    for draws in (0, 1):
        definition = Definition("d", type, Body((), (), (), draws=draws))
        assert is_pure(Apply(definition, [], VOID)) == (draws == 0)
        call = Apply(definition, [], VOID)
        pure = function(module, "pure")
        pure.entry.insert(call, before=pure.entry.instructions[0])
        assert is_pure_function(pure) == (draws == 0)
        call.erase()


def test_pure_instructions() -> None:
    module = parse(EFFECTS)
    tanh, slice_, return_ = function(module, "pure").entry.instructions
    assert [is_pure(i) for i in (tanh, slice_, return_)] == [True, True, False]
    assert [is_removable(i) for i in (tanh, slice_, return_)] == [True, True, False]
    assert is_pure(function(module, "calls_pure").entry.instructions[0])
    assert not is_pure(function(module, "calls_draws").entry.instructions[0])
    assert not is_pure(function(module, "draws").entry.instructions[0])


def test_purity_follows_changes_of_the_callee() -> None:
    module = parse(EFFECTS)
    caller, callee = function(module, "calls_pure"), function(module, "pure")
    assert is_pure_function(caller)
    call = Apply(function(module, "outside"), [callee.arguments[0]], callee.type.result)
    callee.entry.insert(call, before=callee.entry.instructions[0])
    assert not is_pure_function(caller)
    call.erase()
    assert is_pure_function(caller)


def test_purity_of_deep_call_graphs() -> None:
    text = "func @f0: () -> () {\n'e():\n    return\n}\n"
    for n in range(1, 2000):
        call = f"    apply @f{n - 1}() -> ()\n"
        text += f"func @f{n}: () -> () {{\n'e():\n{call}{call}    return\n}}\n"
    assert is_pure_function(function(parse(text), "f1999"))


@given(st.lists(st.lists(st.integers(0, 9), max_size=3), min_size=10, max_size=10))
def test_components_are_strongly_connected(edges: list[list[int]]) -> None:
    reached = {n: {n} for n in range(10)}
    for _ in edges:
        for node, targets in enumerate(edges):
            reached[node] |= set[int]().union(*(reached[t] for t in targets))
    groups = components(range(10), lambda node: edges[node])
    number = {node: n for n, group in enumerate(groups) for node in group}
    assert sorted(node for group in groups for node in group) == list(range(10))
    for a in range(10):
        for b in range(10):
            assert (number[a] == number[b]) == (b in reached[a] and a in reached[b])
            assert b not in reached[a] or number[b] <= number[a]
