"""Memory budgets: calls stay within them, or report the least possible budget."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm.analysis.cfg.control_equivalence import spines
from dlvm.analysis.memory.memory_use import node_bytes, record_bytes
from dlvm.codegen.host.value_layout import record_layout
from dlvm.diagnostics import DiagnosticError
from dlvm.ir.types import F32, F64, I64, TensorType, TupleType, Type
from dlvm.text import parse
from tests.fuzz.budget_programs import TOO_LITTLE, outcome


@pytest.mark.parametrize("seed", [3, 4, 5, 385])
def test_drawn_programs_keep_to_drawn_budgets(seed: int) -> None:
    assert outcome(seed) in ("kept", "refused", "ended")


@pytest.mark.parametrize("seed", range(20))
def test_the_bytes_of_records(seed: int) -> None:
    """The sizes that passes assume equal those of the runtime."""
    r = Random(seed)
    elements = (F32, F64, I64)

    def tensor() -> Type:
        shape = tuple(r.randint(1, 40) for _ in range(r.randint(0, 2)))
        return TensorType(shape, r.choice(elements))

    type = TupleType(tuple(tensor() for _ in range(r.randint(1, 4))))
    planned, taken = record_bytes(type), node_bytes(record_layout(type).stride)
    assert taken == planned or (isinstance(planned, int) and taken <= planned <= 2 * taken)


NESTED = """
func @f: (<8 x 16 x f64>, <16 x 16 x f64>, i64, i64) -> f64 {
'entry(%x: <8 x 16 x f64>, %w: <16 x 16 x f64>, %n: i64, %m: i64):
    branch 'outer(0: i64, %x: <8 x 16 x f64>)
'outer(%i: i64, %y: <8 x 16 x f64>):
    %c = lessThan %i: i64, %n: i64
    conditional %c: bool then 'begin() else 'end()
'begin():
    branch 'inner(0: i64, %y: <8 x 16 x f64>)
'inner(%j: i64, %z: <8 x 16 x f64>):
    %d = lessThan %j: i64, %m: i64
    conditional %d: bool then 'body() else 'next()
'body():
    %a = dot %z: <8 x 16 x f64>, %w: <16 x 16 x f64>
    %t = tanh %a: <8 x 16 x f64>
    %j2 = add %j: i64, 1: i64
    branch 'inner(%j2: i64, %t: <8 x 16 x f64>)
'next():
    %e = multiply %z: <8 x 16 x f64>, %y: <8 x 16 x f64>
    %s = sin %e: <8 x 16 x f64>
    %i2 = add %i: i64, 1: i64
    branch 'outer(%i2: i64, %s: <8 x 16 x f64>)
'end():
    %o = reduce %y: <8 x 16 x f64> by add along 0, 1
    return %o: f64
}
[gradient @f wrt 0, 1]
func @g: (<8 x 16 x f64>, <16 x 16 x f64>, i64, i64) -> (<8 x 16 x f64>, <16 x 16 x f64>)
"""


def nested_arguments(outer: int, inner: int) -> list[Any]:
    r = np.random.default_rng(0)
    x, w = r.standard_normal((8, 16)), r.standard_normal((16, 16)) * 0.2
    return [x, w, np.int64(outer), np.int64(inner)]


@pytest.mark.parametrize("budget", [40_000, "64KiB"])
def test_nested_loops_share_a_budget(budget: int | str) -> None:
    limited = dlvm.compile(parse(NESTED), memory_budget=budget)
    plain = dlvm.compile(parse(NESTED))
    for outer, inner in ((0, 3), (1, 1), (4, 5), (3, 100)):
        given = nested_arguments(outer, inner)
        for a, b in zip(limited["g"](*given), plain["g"](*given), strict=True):
            np.testing.assert_array_equal(a, b)
    most = 40_000 if budget == 40_000 else 65_536
    assert limited["g"].frame_bytes + limited.most_heap_bytes <= most
    assert plain["g"].frame_bytes + plain.most_heap_bytes > 10 * most


def layers_with_a_branch(count: int) -> str:
    body = "".join(
        f"    %a{n} = dot %h{n}: <32 x 64 x f32>, %w: <64 x 64 x f32>\n"
        f"    %s{n} = sin %a{n}: <32 x 64 x f32>\n"
        f"    %h{n + 1} = add %s{n}: <32 x 64 x f32>, %h{n}: <32 x 64 x f32>\n"
        for n in range(count)
    )
    return f"""
[gradient @n wrt 1 keeping 0]
func @g: (<32 x 64 x f32>, <64 x 64 x f32>, bool) -> (<64 x 64 x f32>, f32)
func @n: (<32 x 64 x f32>, <64 x 64 x f32>, bool) -> f32 {{
'entry(%h0: <32 x 64 x f32>, %w: <64 x 64 x f32>, %c: bool):
{body}    conditional %c: bool then 'end(%h{count}: <32 x 64 x f32>) else 'turn()
'turn():
    %n = negate %h{count}: <32 x 64 x f32>
    branch 'end(%n: <32 x 64 x f32>)
'end(%z: <32 x 64 x f32>):
    %t = square %z: <32 x 64 x f32>
    %o = reduce %t: <32 x 64 x f32> by add along 0, 1
    return %o: f32
}}
"""


@pytest.mark.parametrize("which", [False, True])
def test_values_are_recomputed_after_a_branch(which: bool) -> None:
    module = parse(layers_with_a_branch(12))
    plain = dlvm.compile(module)
    with pytest.raises(DiagnosticError, match="the least budget is") as problem:
        dlvm.compile(module, memory_budget="5%")
    found = TOO_LITTLE.search(str(problem.value))
    assert found is not None
    least = int(found[1])
    assert least <= 0.31 * plain["g"].frame_bytes
    limited = dlvm.compile(module, memory_budget=least)
    assert limited["g"].frame_bytes <= least
    r = np.random.default_rng(0)
    given = (
        r.standard_normal((32, 64)).astype(np.float32),
        (r.standard_normal((64, 64)) * 0.1).astype(np.float32),
        np.bool_(which),
    )
    for a, b in zip(limited["g"](*given), plain["g"](*given), strict=True):
        np.testing.assert_array_equal(a, b)


def test_sizes_known_at_run_time_are_checked_at_run_time() -> None:
    text = """
func @f: (<16 x f64>, i64) -> <16 x f64> {
'entry(%x: <16 x f64>, %n: i64):
    %c = lessThan 0: i64, %n: i64
    conditional %c: bool then 'deeper() else 'end()
'deeper():
    %a = sin %x: <16 x f64>
    %m = subtract %n: i64, 1: i64
    %r = apply @f(%a: <16 x f64>, %m: i64) -> <16 x f64>
    %p = multiply %r: <16 x f64>, %a: <16 x f64>
    return %p: <16 x f64>
'end():
    return %x: <16 x f64>
}
func @h: (<16 x f64>, i64) -> f64 {
'entry(%x: <16 x f64>, %n: i64):
    %y = apply @f(%x: <16 x f64>, %n: i64) -> <16 x f64>
    %s = reduce %y: <16 x f64> by add along 0
    return %s: f64
}
[gradient @h wrt 0]
func @g: (<16 x f64>, i64) -> (<16 x f64>)
"""
    limited = dlvm.compile(parse(text), memory_budget=20_000)
    assert any("known only at run time" in remark for remark in limited.remarks)
    x = np.linspace(0, 1, 16)
    np.testing.assert_array_equal(limited["g"](x, 3), dlvm.compile(parse(text))["g"](x, 3))
    with pytest.raises(DiagnosticError, match="@g cannot meet its memory budget of 20000") as e:
        limited["g"](x, 1000)
    needed = re.search(r"takes (\d+) bytes or more", str(e.value))
    assert needed is not None
    assert int(needed[1]) > 20_000
    # The next call has all of it again.
    np.testing.assert_array_equal(limited["g"](x, 3), dlvm.compile(parse(text))["g"](x, 3))


@pytest.mark.parametrize("budget", [True, -1, 1.5, [], b"64MiB"])
def test_malformed_budgets(budget: Any) -> None:
    with pytest.raises(DiagnosticError, match=r"budget must be bytes.*, got "):
        dlvm.compile(parse("stage optimizable\n"), memory_budget=budget)


def test_spines_skip_branches_and_loops() -> None:
    function = parse(NESTED).function("f")
    assert function is not None
    names = {block: block.name for block in function.blocks}
    found = [([names[b] for b in s.blocks], [{names[b] for b in r} for r in s.regions])
             for s in spines(function)]  # fmt: skip
    assert (["entry", "end"], [{"outer", "begin", "inner", "body", "next"}]) in found
    assert (["begin", "next"], [{"inner", "body"}]) in found
    assert sum(len(blocks) for blocks, _ in found) == len(function.blocks)
