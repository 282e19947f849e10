"""Products in loops: hoisting and packing preserve the results of random products."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import dlvm
from dlvm.interpreter import interpret
from dlvm.ir import Module
from tests.support.pass_testing import body, check_unchanged, module_of, run


def text(shape: tuple[int, ...], element: str = "f32") -> str:
    return f"<{' x '.join(map(str, (*shape, element)))}>"


def gathered_products(random: Random) -> tuple[Module, list[np.ndarray]]:
    """Sums of products of gathered elements, by any axis, with a matrix on either side,
    read straight or across."""
    rounds, rows = random.randint(1, 6), random.choice([(), (), (2,), (3,)])
    terms, columns = random.choice([16, 20]), random.randint(1, 5)
    taken = random.choice([(), (), (2,)])
    x = [*rows, terms]
    if random.random() < 0.5:
        x.reverse()
    axis = random.randint(0, len(x))
    part = (*x[:axis], *taken, *x[axis:])
    x.insert(axis, rounds)
    labels = ["r"] * len(rows) + ["k"]
    labels = labels if x[-1 - (axis == len(x) - 1)] == terms else labels[::-1]
    labels[axis:axis] = "t" * len(taken)
    free = [name for name in labels if name != "k"]
    w, w_labels = random.choice([((terms, columns), "kn"), ((columns, terms), "nk")])
    is_first = random.random() < 0.5
    output = [*free, "n"] if random.random() < 0.5 else ["n", *free]
    sizes = dict(zip([*labels, *w_labels], [*part, *w], strict=True))
    result = tuple(sizes[name] for name in output)
    gathered, factor = f"%g: {text(part)}", f"%w: {text(w)}"
    operands = f"{gathered}, {factor}" if is_first else f"{factor}, {gathered}"
    inputs = ["".join(labels), w_labels]
    subscripts = ",".join(inputs if is_first else inputs[::-1]) + "->" + "".join(output)
    place = random.choice(["%i", "%back"])
    index = f"{place}: i64"
    literal = ""
    if taken:
        literal = "%places = literal <%i: i64, %back: i64>: <2 x i64>"
        index = "%places: <2 x i64>"
    type = text(result)
    module = module_of(f"""
func @f: ({text(tuple(x))}, {text(w)}) -> {type} {{
'entry(%x: {text(tuple(x))}, %w: {text(w)}):
    branch 'head(0: i64, 0: {type})
'head(%i: i64, %y: {type}):
    %more = lessThan %i: i64, {rounds}: i64
    conditional %more: bool then 'body() else 'end()
'body():
    %back = subtract {rounds - 1}: i64, %i: i64
    {literal}
    %g = gather %x: {text(tuple(x))} at {index} along {axis}
    %p = contract {operands} by "{subscripts}"
    %i1 = add %i: i64, 1: i64
    %d = multiply %y: {type}, 2: f32
    %z = add %d: {type}, %p: {type}
    branch 'head(%i1: i64, %z: {type})
'end():
    return %y: {type}
}}
""")
    numbers = np.random.default_rng(random.randrange(1000))
    return module, [numbers.integers(-4, 5, s).astype("f") for s in (tuple(x), w)]


def recurrent_products(random: Random) -> tuple[Module, list[np.ndarray]]:
    """A state that is multiplied by the same matrix in every iteration."""
    rows, size = random.choice([4, 5, 16, 256]), random.choice([128, 192, 240, 256])
    transposed = random.random() < 0.5
    state, matrix = text((rows, size)), text((size, size))
    factor = "%t" if transposed else "%w"
    module = module_of(f"""
func @f: ({state}, {matrix}, i64) -> {state} {{
'entry(%x: {state}, %w: {matrix}, %n: i64):
    %t = transpose %w: {matrix}
    branch 'head(0: i64, %x: {state})
'head(%i: i64, %y: {state}):
    %more = lessThan %i: i64, %n: i64
    conditional %more: bool then 'body() else 'end()
'body():
    %p = dot %y: {state}, {factor}: {matrix}
    %low = max %p: {state}, -3: f32
    %z = min %low: {state}, 3: f32
    %i1 = add %i: i64, 1: i64
    branch 'head(%i1: i64, %z: {state})
'end():
    return %y: {state}
}}
""")
    numbers = np.random.default_rng(random.randrange(1000))
    x, w = (numbers.integers(-2, 3, s).astype("f") for s in ((rows, size), (size, size)))
    return module, [x, w, np.asarray(random.randint(0, 5))]


@pytest.mark.parametrize("seed", range(40))
def test_random_products(seed: int) -> None:
    random = Random(seed)
    module, arguments = (gathered_products if seed % 4 else recurrent_products)(random)
    # Integers, whose sums are exact in any order.
    expected = interpret(module, "f", *arguments)
    assert run(module, "LOOPDOT DCE")
    products = [
        i for b in module.functions[0].blocks[1:] for i in b.instructions
        if i.mnemonic in ("dot", "contract")
    ]  # fmt: skip
    assert len(products) == (seed % 4 == 0)
    np.testing.assert_array_equal(interpret(module, "f", *arguments), expected)
    compiled = dlvm.compile(module)["f"](*arguments)
    np.testing.assert_array_equal(compiled, expected)
    check_unchanged(module, "LOOPDOT")


def test_loops_without_a_preheader() -> None:
    """Control enters the loop from two blocks, and from a loop around it."""
    module = module_of("""
func @f: (<4 x 16 x f32>, <16 x 3 x f32>, bool) -> <3 x f32> {
'entry(%x: <4 x 16 x f32>, %w: <16 x 3 x f32>, %c: bool):
    conditional %c: bool then 'outer(0: i64, 0: <3 x f32>) else 'outer(1: i64, 1: <3 x f32>)
'outer(%n: i64, %u: <3 x f32>):
    %again = lessThan %n: i64, 3: i64
    conditional %again: bool then 'head(0: i64, %u: <3 x f32>) else 'end()
'head(%i: i64, %y: <3 x f32>):
    %more = lessThan %i: i64, 4: i64
    conditional %more: bool then 'body() else 'next()
'body():
    %g = gather %x: <4 x 16 x f32> at %i: i64 along 0
    %p = dot %g: <16 x f32>, %w: <16 x 3 x f32>
    %z = add %y: <3 x f32>, %p: <3 x f32>
    %j = add %i: i64, 1: i64
    branch 'head(%j: i64, %z: <3 x f32>)
'next():
    %m = add %n: i64, 1: i64
    branch 'outer(%m: i64, %y: <3 x f32>)
'end():
    return %u: <3 x f32>
}
""")
    x = np.arange(64, dtype="f").reshape(4, 16)
    w = np.arange(48, dtype="f").reshape(16, 3)
    expected = [interpret(module, "f", x, w, c) for c in (True, False)]
    assert run(module, "LOOPDOT DCE")
    assert body(module).index("dot") < body(module).index("lessThan")
    found = [interpret(module, "f", x, w, c) for c in (True, False)]
    np.testing.assert_array_equal(found, expected)
