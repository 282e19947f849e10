"""Sums of products over the iterations of a loop become one product after it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

import dlvm
from dlvm.interpreter import interpret
from dlvm.ir import Module
from tests.support.pass_testing import check_unchanged, module_of, run


def text(shape: Sequence[int], element: str = "f32") -> str:
    return f"<{' x '.join(map(str, (*shape, element)))}>"


def sums_of_products(random: Random) -> tuple[Module, list[np.ndarray]]:
    """A loop that counts up or down, whose state changes in each iteration, and that sums products
    of the state and of rows of a tensor, which it may also write to another tensor."""
    trips, batch = random.randint(4, 9), random.choice([(), (1,), (3,)])
    rows, columns = random.choice([(16, 20), (20, 16), (16, 40)])
    state, row, total = (*batch, rows), (*batch, columns), (rows, columns)
    b = "b" * len(batch)
    inputs, output = [f"{b}m", f"{b}n"], "mn"
    factors = [f"%s: {text(state)}", f"%r: {text(row)}"]
    if random.random() < 0.5:
        inputs.reverse()
        factors.reverse()
    if random.random() < 0.5:
        output, total = "nm", (columns, rows)
    first = random.choice([f"0: {text(total)}", f"%a: {text(total)}"])
    addition = [f"%t: {text(total)}", f"%p: {text(total)}"]
    random.shuffle(addition)
    is_down, is_kept = random.random() < 0.5, random.random() < 0.5
    axis = random.randint(0, len(row))
    kept = (*row[:axis], trips, *row[axis:])
    by = random.choice(["", " by add"])
    start, more, place, following = (
        (trips, "greaterThan %i: i64, 0", "%j", "%j")
        if is_down
        else (0, f"lessThan %i: i64, {trips}", "%i", "%j")
    )
    step = "subtract" if is_down else "add"
    write = f"%k1 = scatter %r: {text(row)} to %k: {text(kept)} at {place}: i64 along {axis}{by}"
    kept_value = "%k1" if is_kept else "%k"
    x, a = text((trips, *row)), text(total)
    is_argument = random.random() < 0.5
    leave = f"'end(%t: {a})" if is_argument else "'end()"
    last = f"'end(%last: {a})" if is_argument else "'end()"
    sum_after = "%last" if is_argument else "%t"
    module = module_of(f"""
func @f: ({text(state)}, {x}, {a}) -> ({a}, {text(state)}, {text(kept)}) {{
'entry(%s0: {text(state)}, %x: {x}, %a: {a}):
    branch 'head({start}: i64, %s0: {text(state)}, {first}, 0: {text(kept)})
'head(%i: i64, %s: {text(state)}, %t: {a}, %k: {text(kept)}):
    %more = {more}: i64
    conditional %more: bool then 'body() else {leave}
'body():
    %j = {step} %i: i64, 1: i64
    %g = gather %x: {x} at {place}: i64 along 0
    %r = add %g: {text(row)}, 1: f32
    %p = contract {", ".join(factors)} by "{",".join(inputs)}->{output}"
    %t1 = add {", ".join(addition)}
    {write if is_kept else ""}
    %n = negate %s: {text(state)}
    %s1 = add %n: {text(state)}, 2: f32
    branch 'head({following}: i64, %s1: {text(state)}, %t1: {a}, {kept_value}: {text(kept)})
{last}:
    %d = add {sum_after}: {a}, {sum_after}: {a}
    return (%d: {a}, %s: {text(state)}, %k: {text(kept)}): ({a}, {text(state)}, {text(kept)})
}}
""")
    numbers = np.random.default_rng(random.randrange(1000))
    shapes = (state, (trips, *row), total)
    return module, [numbers.integers(-4, 5, s).astype("f") for s in shapes]


@pytest.mark.parametrize("seed", range(40))
def test_random_sums(seed: int) -> None:
    module, arguments = sums_of_products(Random(seed))
    # Integers, whose sums are exact in any order.
    expected = interpret(module, "f", *arguments)
    assert run(module, "LOOPDOT DCE")
    dlvm.verify(module)
    blocks = module.functions[0].blocks
    inside = next(b for b in blocks if any(i.mnemonic == "gather" for i in b.instructions))
    assert not any(i.mnemonic == "contract" for i in inside.instructions)
    for found in (interpret(module, "f", *arguments), dlvm.compile(module)["f"](*arguments)):
        for a, b in zip(found, expected, strict=True):
            np.testing.assert_array_equal(a, b)
    check_unchanged(module, "LOOPDOT")


LOOP = """
func @f: (<1 x 8 x f32>, <1 x 8 x f32>, i64) -> <8 x 8 x f32> {
'entry(%x: <1 x 8 x f32>, %y: <1 x 8 x f32>, %n: i64):
    branch 'head(0: i64, %x: <1 x 8 x f32>, 0: <8 x 8 x f32>)
'head(%i: i64, %s: <1 x 8 x f32>, %t: <8 x 8 x f32>):
    %more = lessThan %i: i64, @END: i64
    conditional %more: bool then 'body() else 'end()
'body():
    %j = add %i: i64, 1: i64
    %s1 = add %s: <1 x 8 x f32>, 1: f32
    %r = multiply %s1: <1 x 8 x f32>, 2: f32
    %p = contract %s1: <1 x 8 x f32>, @OTHER: <1 x 8 x f32> by "bm,bn->mn"
    %t1 = add %t: <8 x 8 x f32>, %p: <8 x 8 x f32>
    @USE
'end():
    return %t: <8 x 8 x f32>
}
"""
BACK = "branch 'head(%j: i64, %s1: <1 x 8 x f32>, @SUM: <8 x 8 x f32>)"
USED = "%u = multiply %t1: <8 x 8 x f32>, 2: f32\n    " + BACK.replace("@SUM", "%u")
LEFT = (
    "%last = equal %j: i64, %n: i64\n    conditional %last: bool then 'end() else 'next()\n"
    "'next():\n    " + BACK.replace("@SUM", "%t1")
)


@pytest.mark.parametrize(
    ("end", "other", "use"),
    [
        ("%n", "%r", BACK.replace("@SUM", "%t1")),  # The trip count is unknown.
        ("3", "%r", BACK.replace("@SUM", "%t1")),  # There are few iterations.
        ("9", "%y", BACK.replace("@SUM", "%t1")),  # A factor is the same in each iteration.
        ("9", "%r", USED),  # The sum changes in another way.
        ("9", "%r", LEFT),  # The loop has another exit.
    ],
)
def test_other_sums_stay(end: str, other: str, use: str) -> None:
    module = module_of(LOOP.replace("@END", end).replace("@OTHER", other).replace("@USE", use))
    assert not run(module, "LOOPDOT")
    module = module_of(
        LOOP.replace("@END", "9")
        .replace("@OTHER", "%r")
        .replace("@USE", BACK.replace("@SUM", "%t1"))
    )
    assert run(module, "LOOPDOT")


def test_sums_that_the_body_of_the_loop_gets_stay() -> None:
    text = LOOP.replace("@END", "9").replace("@OTHER", "%r").replace("@USE", BACK)
    text = text.replace("'body() else", "'body(%t: <8 x 8 x f32>) else")
    text = text.replace("'body():", "'body(%now: <8 x 8 x f32>):")
    # The state depends on the sum so far.
    text = text.replace(
        "%s1 = add %s: <1 x 8 x f32>, 1: f32",
        """%m = slice %now: <8 x 8 x f32> from 0, 0 upto 1, 8
    %s1 = add %m: <1 x 8 x f32>, 1: f32""",
    ).replace("@SUM", "%t1")
    module = module_of(text)
    assert not run(module, "LOOPDOT")


def test_loops_of_one_block_stay() -> None:
    """The block runs once more than the loop goes back."""
    module = module_of("""
func @f: (<1 x 8 x f32>) -> <8 x 8 x f32> {
'entry(%x: <1 x 8 x f32>):
    branch 'head(0: i64, %x: <1 x 8 x f32>, 0: <8 x 8 x f32>)
'head(%i: i64, %s: <1 x 8 x f32>, %t: <8 x 8 x f32>):
    %more = lessThan %i: i64, 6: i64
    %j = add %i: i64, 1: i64
    %s1 = add %s: <1 x 8 x f32>, 1: f32
    %p = contract %s1: <1 x 8 x f32>, %s: <1 x 8 x f32> by "bm,bn->mn"
    %t1 = add %t: <8 x 8 x f32>, %p: <8 x 8 x f32>
    conditional %more: bool then 'head(%j: i64, %s1: <1 x 8 x f32>, %t1: <8 x 8 x f32>) else 'end()
'end():
    return %t: <8 x 8 x f32>
}
""")
    x = np.arange(8, dtype=np.float32)[None]
    expected = interpret(module, "f", x)
    run(module, "LOOPDOT")
    np.testing.assert_array_equal(interpret(module, "f", x), expected)
